//! Who calls, and what they may do.

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use super::ServiceError;
use super::keys::Secret;
use crate::store::clubs::{self, ClubRow, Visibility};
use crate::store::keys::{self, KeyRow, Scope};
use crate::store::{Connection, Db};

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

impl Caller {
    /// Whether the caller may do in `club` what needs `scope`.
    ///
    /// # Errors
    ///
    /// Another club answers like one that does not exist.
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
    /// # Errors
    ///
    /// Another club answers like one that does not exist; a caller who looked the game up
    /// turns that into a game that does not exist.
    pub fn game(&self, club: Uuid, game: Uuid, scope: Scope) -> Result<(), ServiceError> {
        if self.club_id != club {
            return Err(ServiceError::ClubNotFound);
        }
        if self.game_id.is_some_and(|only| only != game) {
            return Err(ServiceError::KeyOfOneGame);
        }
        self.has(scope)
    }

    fn has(&self, needs: Scope) -> Result<(), ServiceError> {
        if self.scope < needs {
            return Err(ServiceError::ScopeTooSmall { needs, has: self.scope });
        }
        Ok(())
    }
}

impl Reader {
    /// Reads a club that the reader may know of.
    ///
    /// # Errors
    ///
    /// Without a key, a private club and one that does not exist both ask for a key; with a
    /// key of another club, both are not found.
    pub async fn club(&self, conn: &mut Connection, id: Uuid) -> Result<ClubRow, ServiceError> {
        let club = clubs::find(conn, id).await?;
        match club {
            Some(club) if self.may_read(&club) => Ok(club),
            _ if *self == Reader::Anyone => {
                Err(ServiceError::Unauthenticated("A key is needed to read this"))
            }
            _ => Err(ServiceError::ClubNotFound),
        }
    }

    /// Whether the reader may know of `club`.
    #[must_use]
    pub fn may_read(&self, club: &ClubRow) -> bool {
        let owns = matches!(self, Reader::Caller(caller) if caller.club_id == club.id);
        owns || club.visibility == Visibility::Public
    }
}

/// How old the note of a key's last use may become: saves a write on nearly every call.
const USE_NOTED_FOR: TimeDelta = TimeDelta::minutes(1);

/// Recognises the owner of a key.
///
/// # Errors
///
/// If the key is unknown, revoked or expired.
pub async fn recognise(db: &Db, secret: &Secret, now: DateTime<Utc>) -> Result<Caller, ServiceError> {
    let mut conn = db.get().await?;
    let key = keys::find_by_hash(&mut conn, &secret.hash())
        .await?
        .filter(|key| secret.matches(&key.hash))
        .ok_or(ServiceError::Unauthenticated("The key is not known"))?;
    check_age(&key, now)?;
    if key.last_used_at.is_none_or(|used| now - used > USE_NOTED_FOR) {
        keys::touch(&mut conn, key.id, now).await?;
    }
    let KeyRow { id, club_id, scope, game_id, .. } = key;
    Ok(Caller { key_id: id, club_id, scope, game_id })
}

fn check_age(key: &KeyRow, now: DateTime<Utc>) -> Result<(), ServiceError> {
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
