//! The players of a club: adding, listing, reading and renaming them.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::auth::{Caller, Reader};
use super::names::Name;
use super::{ServiceError, storable};
use crate::store::keys::Scope;
use crate::store::players::{self, PlayerRow};
use crate::store::{After, Connection};

/// Adds a player to a club.
///
/// # Errors
///
/// If the caller may not score for the club, or the club has a player of that name.
pub async fn add(
    conn: &mut Connection,
    caller: &Caller,
    club: Uuid,
    name: &Name,
    now: DateTime<Utc>,
) -> Result<PlayerRow, ServiceError> {
    caller.club(club, Scope::Score)?;
    let player = PlayerRow {
        id: Uuid::now_v7(),
        club_id: club,
        name: name.to_string(),
        name_key: name.key(),
        created_at: storable(now),
        guest: false,
    };
    if players::insert(conn, &player).await? { Ok(player) } else { Err(taken(conn, club, name).await?) }
}

/// Reads up to `limit` players of a club, the oldest first.
///
/// # Errors
///
/// If there is no such club that the reader may know of.
pub async fn list(
    conn: &mut Connection,
    reader: &Reader,
    club: Uuid,
    (after, limit): (Option<After>, i64),
) -> Result<Vec<PlayerRow>, ServiceError> {
    reader.whole_club(conn, club).await?;
    Ok(players::page(conn, club, after, limit).await?)
}

/// Reads a player.
///
/// # Errors
///
/// If there is no such player in a club that the reader may know of.
pub async fn read(
    conn: &mut Connection,
    reader: &Reader,
    club: Uuid,
    id: Uuid,
) -> Result<PlayerRow, ServiceError> {
    reader.whole_club(conn, club).await?;
    players::find(conn, club, id).await?.ok_or(ServiceError::PlayerNotFound)
}

/// Gives a player another name, if one is named.
///
/// # Errors
///
/// If the caller may not score for the club, or another player of it has that name.
pub async fn rename(
    conn: &mut Connection,
    caller: &Caller,
    (club, id): (Uuid, Uuid),
    name: Option<&Name>,
) -> Result<PlayerRow, ServiceError> {
    caller.club(club, Scope::Score)?;
    let Some(name) = name else {
        return players::find(conn, club, id).await?.ok_or(ServiceError::PlayerNotFound);
    };
    match players::rename(conn, (club, id), (name.as_str(), &name.key())).await {
        Ok(player) => player.ok_or(ServiceError::PlayerNotFound),
        Err(error) if players::is_name_taken(&error) => Err(taken(conn, club, name).await?),
        Err(error) => Err(error.into()),
    }
}

/// Says which player has the name that somebody else wanted.
async fn taken(conn: &mut Connection, club: Uuid, name: &Name) -> Result<ServiceError, ServiceError> {
    let holder = players::find_by_name(conn, club, &name.key()).await?;
    // Whoever had the name a moment ago may have been renamed since: then trying again works.
    let PlayerRow { id, name, .. } = holder.ok_or(ServiceError::TooSlow)?;
    Ok(ServiceError::PlayerExists { id, name })
}
