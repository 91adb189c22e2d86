//! Players who turned out to be one person, and how that is taken back.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::auth::Caller;
use super::seasons::{TableChange, Tables, in_transaction_or_dry_run};
use super::{ServiceError, storable};
use crate::store::Connection;
use crate::store::clubs;
use crate::store::keys::Scope;
use crate::store::merges::{self, MergeRow};
use crate::store::players::{self, PlayerRow};
use crate::store::results;

/// The result of a merge.
#[derive(Clone, Debug)]
pub struct Merged {
    /// The player who was merged, or is on their own again.
    pub player: PlayerRow,
    /// The player that this one was merged into; `None` if on their own.
    pub into: Option<PlayerRow>,
    /// The player who has the games instead, or had them.
    pub other: Option<Uuid>,
    /// How many games go with the player.
    pub games: i64,
    /// What it would do to tables, if that was asked.
    pub tables: Option<Vec<TableChange>>,
}

/// Makes `player` one person with `into`: their games count for `into` from now on.
///
/// Fails if the caller may not manage the club, one of them is not in it or is merged already, or they
/// have met in a game.
pub async fn merge(
    conn: &mut Connection,
    caller: &Caller,
    club: Uuid,
    (player, into): (Uuid, Uuid),
    (dry_run, now): (bool, DateTime<Utc>),
) -> Result<Merged, ServiceError> {
    caller.club(club, Scope::Manage)?;
    let now = (storable(now), Some(caller.key_id));
    let work = async |conn: &mut Connection| join(conn, club, (player, into), now).await;
    in_turn(conn, club, dry_run, work).await
}

/// Does something to who is who, once nobody else does; a dry run tells what becomes of tables.
async fn in_turn(
    conn: &mut Connection,
    club: Uuid,
    dry_run: bool,
    work: impl AsyncFnOnce(&mut Connection) -> Result<Merged, ServiceError>,
) -> Result<Merged, ServiceError> {
    in_transaction_or_dry_run(conn, dry_run, async |conn| {
        lock_imports_and_results(conn, club).await?;
        if !dry_run {
            return work(conn).await;
        }
        let before = Tables::read(conn, club).await?;
        let merged = work(conn).await?;
        let mut players = vec![merged.player.id];
        players.extend(merged.other);
        let tables = Tables::read(conn, club).await?.since(&before, &players, &[]);
        Ok(Merged { tables: Some(tables), ..merged })
    })
    .await
}

/// Waits for those who import players and write results, before any player is held.
async fn lock_imports_and_results(conn: &mut Connection, club: Uuid) -> Result<(), ServiceError> {
    if !clubs::stays(conn, club).await? {
        return Err(ServiceError::ClubNotFound);
    }
    results::lock_imports(conn, club).await?;
    Ok(results::lock_results(conn, club).await?)
}

/// How a player is merged now, and with how many games.
///
/// Fails if the caller may not manage the club, or there is no such player.
pub async fn read(
    conn: &mut Connection,
    caller: &Caller,
    club: Uuid,
    player: Uuid,
) -> Result<Merged, ServiceError> {
    caller.club(club, Scope::Manage)?;
    let row = players::find(conn, club, player).await?.ok_or(ServiceError::PlayerNotFound)?;
    let merge = merges::find(conn, player).await?;
    let into = match &merge {
        Some(merge) => players::find(conn, club, merge.into_id).await?,
        None => None,
    };
    let family = merges::family(conn, player).await?;
    let other = merge.map(|merge| merge.identity);
    let games = merges::games(conn, &family).await?;
    Ok(Merged { player: row, into, other, games, tables: None })
}

/// Makes two players one person, at a time and with a key, in a transaction that has its turn.
///
/// Errors: as [`merge`].
pub async fn join(
    conn: &mut Connection,
    club: Uuid,
    (player, into): (Uuid, Uuid),
    (at, key_id): (DateTime<Utc>, Option<Uuid>),
) -> Result<Merged, ServiceError> {
    // Everybody by whose name either of them may be seated just now. Merges take turns, so that these
    // stay the same until they are held.
    let identity = merges::find(conn, into).await?.map_or(into, |merge| merge.identity);
    let family = merges::family(conn, player).await?;
    let others = merges::family(conn, identity).await?;
    let rows = merges::lock(conn, club, &[family.as_slice(), &others, &[into]].concat()).await?;
    let row = rows.iter().find(|row| row.id == player).cloned().ok_or(ServiceError::PlayerNotFound)?;
    let other = rows.iter().find(|row| row.id == into).cloned().ok_or(ServiceError::OtherPlayerUnknown)?;
    if let Some(merge) = merges::find(conn, player).await? {
        let into = players::find(conn, club, merge.into_id).await?.ok_or(ServiceError::PlayerNotFound)?;
        return Err(ServiceError::PlayerMerged { name: row.name, into: into.id, into_name: into.name });
    }
    if identity == player {
        return Err(ServiceError::SamePlayer { name: other.name });
    }
    if let Some(game) = merges::shared_game(conn, &family, &others).await? {
        let (one, other) = (row.name, other.name);
        return Err(ServiceError::PlayersMet { one, other, game });
    }
    let merge = MergeRow { player_id: player, into_id: into, identity, at, key_id };
    let games = merges::games(conn, &family).await?;
    let moved = merges::results(conn, player, &family).await?;
    merges::insert(conn, &merge, &family).await?;
    results::hand_over(conn, club, (player, identity), &moved).await?;
    Ok(Merged { player: row, into: Some(other), other: Some(identity), games, tables: None })
}

/// Takes a merge back: the player's games count for the player again.
///
/// Fails if the caller may not manage the club, or there is no such player or merge.
pub async fn unmerge(
    conn: &mut Connection,
    caller: &Caller,
    club: Uuid,
    player: Uuid,
    dry_run: bool,
) -> Result<Merged, ServiceError> {
    caller.club(club, Scope::Manage)?;
    let work = async |conn: &mut Connection| {
        let rows = merges::lock(conn, club, &[player]).await?;
        let row = rows.into_iter().next().ok_or(ServiceError::PlayerNotFound)?;
        let merge = merges::find(conn, player).await?.ok_or(ServiceError::NotMerged)?;
        let family = merges::family(conn, player).await?;
        let games = merges::games(conn, &family).await?;
        let moved = merges::results(conn, merge.identity, &family).await?;
        merges::delete(conn, player, &family).await?;
        results::hand_over(conn, club, (merge.identity, player), &moved).await?;
        Ok(Merged { player: row, into: None, other: Some(merge.identity), games, tables: None })
    };
    in_turn(conn, club, dry_run, work).await
}
