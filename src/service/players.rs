//! The players of a club: adding, listing, reading, changing and deleting them.

use chrono::{DateTime, Utc};
use diesel_async::AsyncConnection;
use uuid::Uuid;

use super::auth::{Caller, Reader};
use super::names::Name;
use super::{ServiceError, storable};
use crate::store::keys::Scope;
use crate::store::merges;
use crate::store::players::{self, PlayerRow};
use crate::store::{After, Connection};

/// Adds a player to a club.
///
/// Fails if the caller may not score for the club, or the club has a player of that name.
pub async fn add(
    conn: &mut Connection,
    caller: &Caller,
    club: Uuid,
    name: &Name,
    now: DateTime<Utc>,
) -> Result<PlayerWithMerge, ServiceError> {
    caller.club(club, Scope::Score)?;
    let player = PlayerRow {
        id: Uuid::now_v7(),
        club_id: club,
        name: name.to_string(),
        name_key: name.key(),
        created_at: storable(now),
        guest: false,
    };
    if players::insert(conn, &player).await? {
        Ok(PlayerWithMerge { row: player, merged_into: None, namesakes: Vec::new() })
    } else {
        Err(taken(conn, club, name).await?)
    }
}

/// A player, and whose name they are if they were merged.
#[derive(Clone, Debug)]
pub struct PlayerWithMerge {
    pub row: PlayerRow,
    pub merged_into: Option<PlayerRow>,
    /// Others whose names are the same by now.
    pub namesakes: Vec<PlayerRow>,
}

/// Reads up to `limit` players of a club, the oldest first: those who are merged into another, or
/// those who are not.
///
/// Fails if there is no such club that the reader may know of.
pub async fn list(
    conn: &mut Connection,
    reader: &Reader,
    club: Uuid,
    merged: bool,
    (after, limit): (Option<After>, i64),
) -> Result<Vec<PlayerWithMerge>, ServiceError> {
    reader.whole_club(conn, club).await?;
    let rows = players::page(conn, club, Some(merged), after, limit).await?;
    members(conn, club, rows).await
}

/// Reads a player.
///
/// Fails if there is no such player in a club that the reader may know of.
pub async fn read(
    conn: &mut Connection,
    reader: &Reader,
    club: Uuid,
    id: Uuid,
) -> Result<PlayerWithMerge, ServiceError> {
    reader.whole_club(conn, club).await?;
    member(conn, club, id).await
}

async fn member(conn: &mut Connection, club: Uuid, id: Uuid) -> Result<PlayerWithMerge, ServiceError> {
    let row = players::find(conn, club, id).await?.ok_or(ServiceError::PlayerNotFound)?;
    members(conn, club, vec![row]).await?.pop().ok_or(ServiceError::PlayerNotFound)
}

async fn members(
    conn: &mut Connection,
    club: Uuid,
    rows: Vec<PlayerRow>,
) -> Result<Vec<PlayerWithMerge>, ServiceError> {
    let ids: Vec<Uuid> = rows.iter().map(|row| row.id).collect();
    let merges = merges::of(conn, &ids).await?;
    let namesakes = players::namesakes(conn, &ids).await?;
    let others = merges.iter().map(|merge| merge.into_id).chain(namesakes.iter().map(|(_, other)| *other));
    let others = players::of(conn, club, &others.collect::<Vec<_>>()).await?;
    let other = |id: Uuid| others.iter().find(|other| other.id == id).cloned();
    let member = |row: PlayerRow| PlayerWithMerge {
        merged_into: merges.iter().find(|it| it.player_id == row.id).and_then(|it| other(it.into_id)),
        namesakes: namesakes.iter().filter(|it| it.0 == row.id).filter_map(|it| other(it.1)).collect(),
        row,
    };
    Ok(rows.into_iter().map(member).collect())
}

/// Reads the player that `id` is a name of.
///
/// Fails if there is no such player in a club that the reader may know of.
pub async fn identified(
    conn: &mut Connection,
    reader: &Reader,
    club: Uuid,
    id: Uuid,
) -> Result<PlayerRow, ServiceError> {
    reader.whole_club(conn, club).await?;
    let identity = merges::identities(conn, &[id]).await?.get(&id).copied().unwrap_or(id);
    players::find(conn, club, identity).await?.ok_or(ServiceError::PlayerNotFound)
}

/// The fields to change about a player.
#[derive(Clone, Debug, Default)]
pub struct PlayerEdit {
    /// Another name.
    pub name: Option<Name>,
    /// Whether the player is a guest.
    pub guest: Option<bool>,
}

/// Changes what the edit names of a player.
///
/// Fails if the caller may not score for the club, or another player of it has that name.
pub async fn change(
    conn: &mut Connection,
    caller: &Caller,
    (club, id): (Uuid, Uuid),
    edit: &PlayerEdit,
) -> Result<PlayerWithMerge, ServiceError> {
    caller.club(club, Scope::Score)?;
    conn.transaction(async |conn| {
        if let Some(guest) = edit.guest {
            players::set_guest(conn, (club, id), guest).await?.ok_or(ServiceError::PlayerNotFound)?;
        }
        if let Some(name) = &edit.name {
            // Looked up first: a refused statement would end the transaction.
            let holders = players::of_name(conn, club, &name.key()).await?;
            if holders.iter().any(|holder| holder.id == id && holder.name == name.as_str()) {
                return member(conn, club, id).await;
            }
            if let Some(holder) = holders.into_iter().find(|holder| holder.id != id) {
                return Err(ServiceError::PlayerExists { id: holder.id, name: holder.name });
            }
            match players::rename(conn, (club, id), (name.as_str(), &name.key())).await {
                Ok(player) => player.ok_or(ServiceError::PlayerNotFound)?,
                // Somebody else has just taken the name: whoever asks again is told.
                Err(error) if players::is_name_taken(&error) => return Err(ServiceError::Overtaken),
                Err(error) => return Err(error.into()),
            };
        }
        member(conn, club, id).await
    })
    .await
}

/// Deletes a player who has no games.
///
/// Fails if the caller may not manage the club, there is no such player, or the player sat in a game or
/// is somebody else's name.
pub async fn delete(
    conn: &mut Connection,
    caller: &Caller,
    club: Uuid,
    player: Uuid,
) -> Result<(), ServiceError> {
    caller.club(club, Scope::Manage)?;
    conn.transaction(async |conn| {
        let rows = merges::lock(conn, club, &[player]).await?;
        let row = rows.into_iter().next().ok_or(ServiceError::PlayerNotFound)?;
        if merges::uses(conn, player).await? > 0 {
            return Err(ServiceError::PlayerHasGames { name: row.name });
        }
        Ok(players::delete(conn, player).await?)
    })
    .await
}

/// Says which player has the name that somebody else wanted.
async fn taken(conn: &mut Connection, club: Uuid, name: &Name) -> Result<ServiceError, ServiceError> {
    let holders = players::of_name(conn, club, &name.key()).await?;
    // Whoever had the name a moment ago may have been renamed since: then trying again works.
    let PlayerRow { id, name, .. } = holders.into_iter().next().ok_or(ServiceError::Overtaken)?;
    Ok(ServiceError::PlayerExists { id, name })
}
