//! Who calls, and what they may do.

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use super::ServiceError;
use super::keys::{KeyCache, KeySecret};
use crate::store::clubs::{self, ClubRow, Visibility};
use crate::store::keys::{self, KeyRow, Scope};
use crate::store::{Connection, Db, Share};

/// Somebody with a good key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caller {
    pub key_id: Uuid,
    pub club_id: Uuid,
    pub scope: Scope,
    /// The one game the key is for, if it is not for the whole club.
    pub game_id: Option<Uuid>,
}

/// Somebody who wants to read: with a good key, or with none.
///
/// A bad key is refused rather than taken for none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reader {
    Anyone,
    Caller(Caller),
}

impl Reader {
    /// The connections that are for such readers.
    pub fn share(&self) -> Share {
        match self {
            Reader::Anyone => Share::Public,
            Reader::Caller(_) => Share::Keyed,
        }
    }
}

impl Caller {
    /// Whether the caller may do in `club` what needs `scope`.
    ///
    /// Errors: another club answers like one that does not exist.
    pub fn club(&self, club: Uuid, scope: Scope) -> Result<(), ServiceError> {
        if self.club_id != club {
            return Err(ServiceError::ClubNotFound);
        }
        if self.game_id.is_some() && scope > Scope::View {
            return Err(ServiceError::KeyOfOneGame);
        }
        self.has(scope)
    }

    /// Whether the caller may do in `game` of `club` what needs `scope`.
    ///
    /// Errors: another club answers like one that does not exist; a caller who looked the game up turns
    /// that into a game that does not exist.
    pub fn game(&self, club: Uuid, game: Uuid, scope: Scope) -> Result<(), ServiceError> {
        if self.club_id != club {
            return Err(ServiceError::ClubNotFound);
        }
        if self.game_id.is_some_and(|only| only != game) {
            return Err(ServiceError::KeyOfOneGame);
        }
        self.has(scope)
    }

    /// Whether the key is for `game` or for the whole club. What else there is does not matter for that, so
    /// nothing is told of it.
    pub fn only(&self, game: Uuid) -> Result<(), ServiceError> {
        match self.game_id.is_some_and(|only| only != game) {
            true => Err(ServiceError::KeyOfOneGame),
            false => Ok(()),
        }
    }

    fn has(&self, needs: Scope) -> Result<(), ServiceError> {
        if self.scope < needs {
            return Err(ServiceError::ScopeTooSmall { needs, has: self.scope });
        }
        Ok(())
    }
}

impl Reader {
    /// The club whose key the reader has, and the one game that the key is for.
    pub fn reach(&self) -> (Option<Uuid>, Option<Uuid>) {
        match self {
            Reader::Anyone => (None, None),
            Reader::Caller(caller) => (Some(caller.club_id), caller.game_id),
        }
    }

    /// The refusal of something that the reader may not know of: without a key it asks for one,
    /// else it is the one of what does not exist.
    pub fn unknown(&self, refusal: ServiceError) -> ServiceError {
        match self {
            Reader::Anyone => ServiceError::Unauthenticated("A key is needed to read this"),
            Reader::Caller(_) => refusal,
        }
    }

    /// The refusal of a game that the reader may not know of: a key of another table says so.
    pub fn unknown_game(&self, game: Uuid) -> ServiceError {
        match self {
            Reader::Caller(caller) => caller.only(game).err().unwrap_or(ServiceError::GameNotFound),
            Reader::Anyone => self.unknown(ServiceError::GameNotFound),
        }
    }

    /// Whether the reader may record what happens in a game, and so sees the hands that are known.
    pub fn may_score(&self, club: Uuid, game: Uuid) -> bool {
        matches!(self, Reader::Caller(caller) if caller.game(club, game, Scope::Score).is_ok())
    }

    /// Reads a club that the reader may know of.
    ///
    /// Errors: without a key, a private club and one that does not exist both ask for a key; with a key
    /// of another club, both are not found.
    pub async fn club(&self, conn: &mut Connection, id: Uuid) -> Result<ClubRow, ServiceError> {
        let club = clubs::find_readable(conn, id, self.reach().0).await?;
        club.ok_or_else(|| self.unknown(ServiceError::ClubNotFound))
    }

    /// Reads a club of which the reader may know everybody and every game.
    ///
    /// Errors: as [`Reader::club`], and if the key is for one game of a private club.
    pub async fn whole_club(&self, conn: &mut Connection, id: Uuid) -> Result<ClubRow, ServiceError> {
        let club = self.club(conn, id).await?;
        match self.only_game(&club) {
            Some(_) => Err(ServiceError::KeyOfOneGame),
            None => Ok(club),
        }
    }

    /// The only game of `club` that the reader may know of, if there is such a limit.
    pub fn only_game(&self, club: &ClubRow) -> Option<Uuid> {
        self.reach().1.filter(|_| club.visibility == Visibility::Private)
    }
}

/// How old the note of a key's last use may become: saves a write on nearly every call.
const USE_NOTED_FOR: TimeDelta = TimeDelta::minutes(1);

/// Recognises the owner of a key.
///
/// Fails if the key is unknown, revoked or expired.
pub async fn recognise(
    db: &Db,
    known: &KeyCache,
    secret: &KeySecret,
    now: DateTime<Utc>,
) -> Result<Caller, ServiceError> {
    let hash = secret.hash();
    let key = match known.get(&hash) {
        Ok(key) => key,
        Err(mark) => {
            let mut conn = db.get().await?;
            let key = keys::find_by_hash(&mut conn, &hash)
                .await?
                .filter(|key| secret.matches(&key.hash))
                .ok_or(ServiceError::Unauthenticated("The key is not known"))?;
            if is_good(&key, now).is_ok() && key.last_used_at.is_none_or(|used| now - used > USE_NOTED_FOR) {
                // A request must not fail because this note could not be written.
                if let Err(error) = keys::touch(&mut conn, key.id, now).await {
                    db.notice(&error);
                    log::warn!("the use of key {} could not be noted: {error}", key.id);
                }
            }
            known.keep(hash, &key, mark);
            key
        }
    };
    is_good(&key, now)?;
    let KeyRow { id, club_id, scope, game_id, .. } = key;
    Ok(Caller { key_id: id, club_id, scope, game_id })
}

fn is_good(key: &KeyRow, now: DateTime<Utc>) -> Result<(), ServiceError> {
    if key.revoked_at.is_some() {
        return Err(ServiceError::Unauthenticated("The key was revoked"));
    }
    if key.expires_at.is_some_and(|end| end <= now) {
        return Err(ServiceError::Unauthenticated("The key has expired"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn caller(scope: Scope, game_id: Option<Uuid>) -> Caller {
        Caller { key_id: Uuid::now_v7(), club_id: Uuid::now_v7(), scope, game_id }
    }

    #[test]
    fn a_scope_includes_the_smaller_ones() {
        for has in Scope::ALL {
            let caller = caller(*has, None);
            for needs in Scope::ALL {
                assert_eq!(caller.club(caller.club_id, *needs).is_ok(), has >= needs);
            }
        }
    }

    #[test]
    fn another_club_does_not_exist() {
        let answer = caller(Scope::Manage, None).club(Uuid::now_v7(), Scope::View);
        assert!(matches!(answer, Err(ServiceError::ClubNotFound)));
    }

    #[test]
    fn a_key_of_one_game_scores_that_game_only() {
        let game = Uuid::now_v7();
        let caller = caller(Scope::Score, Some(game));

        assert!(caller.game(caller.club_id, game, Scope::Score).is_ok());
        assert!(caller.game(caller.club_id, Uuid::now_v7(), Scope::Score).is_err());
        assert!(caller.club(caller.club_id, Scope::View).is_ok());
        assert!(caller.club(caller.club_id, Scope::Score).is_err());
    }
}
