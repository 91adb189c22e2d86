//! Points that a club gives or takes, apart from games.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::change::locked;
use super::{AdjustedBy, Changed, What, note, read, tried};
use crate::service::auth::{Caller, Reader};
use crate::service::names::Name;
use crate::service::standings::{Adjusted, Adjustments};
use crate::service::{ServiceError, storable};
use crate::store::seasons::{self, AdjustmentRow};
use crate::store::{After, Connection, merges, players};

/// Points to give or to take.
#[derive(Clone, Debug)]
pub struct NewAdjustment {
    pub player: Uuid,
    /// Less than 0: they are taken.
    pub points: i32,
    pub reason: Name,
}

/// Gives a player points in an open season, or takes some; answers also the player's name.
///
/// # Errors
///
/// If the caller may not manage the club, it has no such player, or the season is closed.
pub async fn adjust(
    conn: &mut Connection,
    caller: &Caller,
    (club, id): (Uuid, Uuid),
    new: NewAdjustment,
    (dry_run, now): (bool, DateTime<Utc>),
) -> Result<(AdjustmentRow, String), ServiceError> {
    tried(conn, dry_run, async |conn| {
        let season = locked(conn, caller, (club, id)).await?;
        if season.closed_at.is_some() {
            return Err(ServiceError::SeasonClosed(season.name));
        }
        let player = players::find(conn, club, new.player).await?.ok_or(ServiceError::PlayerUnknown)?;
        let row = AdjustmentRow {
            id: Uuid::now_v7(),
            season_id: id,
            player_id: player.id,
            points: new.points,
            reason: new.reason.to_string(),
            created_at: storable(now),
            key_id: Some(caller.key_id),
            cancelled: None,
        };
        seasons::adjust(conn, &row).await?;
        note(conn, caller, id, now, vec![about(What::Adjusted, &row, row.reason.clone())]).await?;
        Ok((row, player.name))
    })
    .await
}

/// Cancels an adjustment of an open season; it stays in the list.
///
/// # Errors
///
/// If the caller may not manage the club, or the season is closed or has no such adjustment.
pub async fn cancel(
    conn: &mut Connection,
    caller: &Caller,
    (club, season, id): (Uuid, Uuid, Uuid),
    reason: &Name,
    (dry_run, now): (bool, DateTime<Utc>),
) -> Result<(AdjustmentRow, String), ServiceError> {
    tried(conn, dry_run, async |conn| {
        let of = locked(conn, caller, (club, season)).await?;
        let found = seasons::find_adjustment(conn, season, id).await?;
        let (mut row, name) = found.ok_or(ServiceError::AdjustmentNotFound)?;
        if of.closed_at.is_some() {
            return Err(ServiceError::SeasonClosed(of.name));
        }
        if row.cancelled.is_some() {
            return Err(ServiceError::AdjustmentCancelled);
        }
        seasons::cancel(conn, id, reason.as_str()).await?;
        let cancelled = about(What::AdjustmentCancelled, &row, reason.to_string());
        note(conn, caller, season, now, vec![cancelled]).await?;
        row.cancelled = Some(reason.to_string());
        Ok((row, name))
    })
    .await
}

/// Reads up to `limit` adjustments of a season with the names of their players, the oldest first.
///
/// # Errors
///
/// If there is no such season in a club that the reader may know of.
pub async fn adjustments(
    conn: &mut Connection,
    reader: &Reader,
    (club, id): (Uuid, Uuid),
    (after, limit): (Option<After>, i64),
) -> Result<Vec<(AdjustmentRow, String)>, ServiceError> {
    read(conn, reader, (club, id)).await?;
    Ok(seasons::adjustments(conn, id, after, limit).await?)
}

/// Reads an adjustment with the name of its player.
///
/// # Errors
///
/// If there is no such adjustment of a season in a club that the reader may know of.
pub async fn adjustment(
    conn: &mut Connection,
    reader: &Reader,
    (club, season, id): (Uuid, Uuid, Uuid),
) -> Result<(AdjustmentRow, String), ServiceError> {
    read(conn, reader, (club, season)).await?;
    seasons::find_adjustment(conn, season, id).await?.ok_or(ServiceError::AdjustmentNotFound)
}

/// The adjustments that were not cancelled, by the player that each one is for since players were
/// merged.
pub(super) async fn in_force(conn: &mut Connection, season: Uuid) -> Result<Adjustments, ServiceError> {
    let rows = seasons::adjustments(conn, season, None, i64::MAX).await?;
    let players: Vec<Uuid> = rows.iter().map(|(row, _)| row.player_id).collect();
    let identities = merges::identities(conn, &players).await?;
    let mut found = Adjustments::new();
    for (row, _) in rows {
        let AdjustmentRow { id, player_id, points, reason, cancelled, .. } = row;
        if cancelled.is_none() {
            let player = identities.get(&player_id).copied().unwrap_or(player_id);
            found.entry(player).or_default().push(Adjusted { id, points, reason });
        }
    }
    Ok(found)
}

fn about(what: What, row: &AdjustmentRow, reason: String) -> Changed {
    let adjustment = AdjustedBy { id: row.id, player: row.player_id, points: row.points };
    Changed { what, before: None, after: None, reason: Some(reason), adjustment: Some(adjustment) }
}
