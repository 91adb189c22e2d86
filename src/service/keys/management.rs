//! The keys of a club: making, listing and revoking them.

use chrono::{DateTime, Utc};
use diesel_async::AsyncConnection;
use uuid::Uuid;

use super::{KeySecret, NewKey, issue};
use crate::service::ServiceError;
use crate::service::auth::Caller;
use crate::service::names::Name;
use crate::store::clubs::ClubRow;
use crate::store::keys::{self, KeyRow, Scope};
use crate::store::{After, Connection, clubs, games};

/// Makes `secret` a key of a club.
///
/// Fails if the caller may not manage the club, or the key would make no sense.
pub async fn make(
    conn: &mut Connection,
    caller: &Caller,
    key: NewKey,
    secret: &KeySecret,
    now: DateTime<Utc>,
) -> Result<KeyRow, ServiceError> {
    caller.club(key.club, Scope::Manage)?;
    is_possible(conn, &key).await?;
    issue(conn, NewKey { made_by: Some(caller.key_id), ..key }, secret, now).await
}

/// Whether there is something that the key can be for.
pub(in crate::service) async fn is_possible(conn: &mut Connection, key: &NewKey) -> Result<(), ServiceError> {
    let Some(game) = key.game else { return Ok(()) };
    if key.scope == Scope::Manage {
        return Err(ServiceError::ManagerOfOneGame);
    }
    let game = games::find_own(conn, game, key.club).await?;
    game.map(drop).ok_or(ServiceError::GameUnknown)
}

/// Reads up to `limit` keys of a club, the oldest first, those that are no longer good too.
///
/// Fails if the caller may not manage the club.
pub async fn list(
    conn: &mut Connection,
    caller: &Caller,
    club: Uuid,
    (after, limit): (Option<After>, i64),
) -> Result<Vec<KeyRow>, ServiceError> {
    caller.club(club, Scope::Manage)?;
    Ok(keys::page(conn, club, after, limit).await?)
}

/// Reads a key of a club.
///
/// Fails if the caller may not manage the club, or it has no such key.
pub async fn read(
    conn: &mut Connection,
    caller: &Caller,
    (club, id): (Uuid, Uuid),
) -> Result<KeyRow, ServiceError> {
    caller.club(club, Scope::Manage)?;
    keys::find(conn, club, id).await?.ok_or(ServiceError::KeyNotFound)
}

/// Reads the caller's own key, with its club.
///
/// Fails if they were deleted just now.
pub async fn own(conn: &mut Connection, caller: &Caller) -> Result<(KeyRow, ClubRow), ServiceError> {
    let key = keys::find(conn, caller.club_id, caller.key_id).await?.ok_or(ServiceError::KeyNotFound)?;
    let club = clubs::find(conn, caller.club_id).await?.ok_or(ServiceError::ClubNotFound)?;
    Ok((key, club))
}

/// Takes a key back; the caller [forgets](super::KeyCache::forget) it when that is stored. One that was
/// taken back already stays so.
///
/// Fails if the caller may not manage the club, it has no such key, or nobody could manage it then.
pub async fn revoke(
    conn: &mut Connection,
    caller: &Caller,
    (club, id): (Uuid, Uuid),
    now: DateTime<Utc>,
) -> Result<(), ServiceError> {
    caller.club(club, Scope::Manage)?;
    conn.transaction(async |conn| {
        // Two managers who revoke each other's keys at once take turns.
        clubs::lock(conn, club).await?.ok_or(ServiceError::ClubNotFound)?;
        let key = keys::find(conn, club, id).await?.ok_or(ServiceError::KeyNotFound)?;
        if key.revoked_at.is_some() {
            return Ok(());
        }
        let is_good = key.expires_at.is_none_or(|end| end > now);
        if key.scope == Scope::Manage && is_good && keys::other_managers(conn, &key).await? == 0 {
            return Err(ServiceError::LastManager);
        }
        Ok(keys::revoke(conn, id, now).await?)
    })
    .await
}

/// What a link to a table may do.
#[derive(Clone, Debug)]
pub struct NewLink {
    pub game: Uuid,
    pub scope: Scope,
    pub label: Name,
    pub expires_at: Option<DateTime<Utc>>,
}

/// Makes `secret` a key of one game, which may do no more than the caller and for no longer.
///
/// Fails if the caller may not score the game.
pub async fn share(
    conn: &mut Connection,
    caller: &Caller,
    link: NewLink,
    secret: &KeySecret,
    now: DateTime<Utc>,
) -> Result<KeyRow, ServiceError> {
    let club = scored_club(conn, caller, link.game).await?;
    if link.scope > caller.scope {
        return Err(ServiceError::ScopeTooSmall { needs: link.scope, has: caller.scope });
    }
    // What was revoked just now may still be known to this process, and shares nothing.
    let own = keys::find(conn, club, caller.key_id).await?.filter(|own| own.revoked_at.is_none());
    let own = own.ok_or(ServiceError::KeyNotFound)?;
    let ends = [link.expires_at, own.expires_at].into_iter().flatten().min();
    let NewLink { game, scope, label, .. } = link;
    let key = NewKey { club, scope, game: Some(game), label, expires_at: ends, made_by: Some(own.id) };
    issue(conn, key, secret, now).await
}

/// Reads a link that the caller made or manages.
///
/// Fails if there is none.
pub async fn link(
    conn: &mut Connection,
    caller: &Caller,
    (game, id): (Uuid, Uuid),
) -> Result<KeyRow, ServiceError> {
    let club = scored_club(conn, caller, game).await?;
    let key = keys::find(conn, club, id).await?.filter(|key| key.game_id == Some(game));
    let is_own = |key: &KeyRow| maker(caller).is_none_or(|maker| key.made_by == Some(maker));
    key.filter(is_own).ok_or(ServiceError::KeyNotFound)
}

/// Reads up to `limit` keys of a game, the oldest first: all of them for a manager, else those that the
/// caller made.
///
/// Fails if the caller may not score the game.
pub async fn links(
    conn: &mut Connection,
    caller: &Caller,
    game: Uuid,
    (after, limit): (Option<After>, i64),
) -> Result<Vec<KeyRow>, ServiceError> {
    scored_club(conn, caller, game).await?;
    Ok(keys::of_game(conn, game, maker(caller), after, limit).await?)
}

/// Takes a link back that the caller made or manages.
///
/// Fails if there is none.
pub async fn unshare(
    conn: &mut Connection,
    caller: &Caller,
    ids: (Uuid, Uuid),
    now: DateTime<Utc>,
) -> Result<(), ServiceError> {
    let key = link(conn, caller, ids).await?;
    if key.revoked_at.is_none() {
        keys::revoke(conn, key.id, now).await?;
    }
    Ok(())
}

/// Whose links only the caller is told of; everybody's if the caller manages the club.
fn maker(caller: &Caller) -> Option<Uuid> {
    (caller.scope < Scope::Manage).then_some(caller.key_id)
}

/// The club of a game that the caller may score.
async fn scored_club(conn: &mut Connection, caller: &Caller, game: Uuid) -> Result<Uuid, ServiceError> {
    caller.only(game)?;
    let row = games::find_own(conn, game, caller.club_id).await?.ok_or(ServiceError::GameNotFound)?;
    caller.game(row.club_id, game, Scope::Score)?;
    Ok(row.club_id)
}

/// Makes a new key that may do everything in a club, for whoever runs the service.
///
/// Fails if the database refuses or there is no such club.
pub async fn new_manager(
    conn: &mut Connection,
    club: Uuid,
    label: Name,
    now: DateTime<Utc>,
) -> Result<KeySecret, ServiceError> {
    let secret = KeySecret::draw()?;
    clubs::find(conn, club).await?.ok_or(ServiceError::ClubNotFound)?;
    let key = NewKey { club, scope: Scope::Manage, game: None, label, expires_at: None, made_by: None };
    issue(conn, key, &secret, now).await?;
    Ok(secret)
}
