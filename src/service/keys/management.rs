//! The keys of a club: making, listing and revoking them.

use chrono::{DateTime, Utc};
use diesel_async::AsyncConnection;
use uuid::Uuid;

use super::{KeySecret, NewKey, issue};
use crate::service::ServiceError;
use crate::service::auth::Caller;
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
    issue(conn, key, secret, now).await
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

/// Makes a new key that may do everything in a club, for whoever runs the service.
///
/// Fails if the database refuses or there is no such club.
pub async fn new_manager(
    conn: &mut Connection,
    club: Uuid,
    label: crate::service::names::Name,
    now: DateTime<Utc>,
) -> Result<KeySecret, ServiceError> {
    let secret = KeySecret::draw()?;
    clubs::find(conn, club).await?.ok_or(ServiceError::ClubNotFound)?;
    let key = NewKey { club, scope: Scope::Manage, game: None, label, expires_at: None };
    issue(conn, key, &secret, now).await?;
    Ok(secret)
}
