//! Points that a club gives or takes, apart from games.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::record::Held;
use super::{read, tried};
use crate::seasons::{AdjustmentRef, Change, ChangeKind};
use crate::service::ServiceError;
use crate::service::auth::{Caller, Reader};
use crate::service::names::Name;
use crate::store::seasons::{self, AdjustmentRow};
use crate::store::{After, Connection, players};

/// Gives a player points in an open season, or takes some if they are less than 0; answers also the
/// player's name.
///
/// Fails if the caller may not manage the club, it has no such player, or the season is closed.
pub async fn adjust(
    conn: &mut Connection,
    caller: &Caller,
    (club, season): (Uuid, Uuid),
    (player, points, reason): (Uuid, i32, &Name),
    (dry_run, now): (bool, DateTime<Utc>),
) -> Result<(AdjustmentRow, String), ServiceError> {
    tried(conn, dry_run, async |conn| {
        let held = Held::take(conn, caller, (club, season)).await?.open()?;
        let player = players::find(conn, club, player).await?.ok_or(ServiceError::PlayerUnknown)?.id;
        let about = AdjustmentRef { id: Uuid::now_v7(), player, points };
        noted(conn, caller, held, (ChangeKind::Adjusted, about, reason), now).await
    })
    .await
}

/// Cancels an adjustment of an open season; it stays in the list.
///
/// Fails if the caller may not manage the club, or the season is closed or has no such adjustment.
pub async fn cancel(
    conn: &mut Connection,
    caller: &Caller,
    (club, season, id): (Uuid, Uuid, Uuid),
    reason: &Name,
    (dry_run, now): (bool, DateTime<Utc>),
) -> Result<(AdjustmentRow, String), ServiceError> {
    tried(conn, dry_run, async |conn| {
        let held = Held::take(conn, caller, (club, season)).await?;
        let known = held.season.adjustments.get(&id).cloned().ok_or(ServiceError::AdjustmentNotFound)?;
        let held = held.open()?;
        if known.cancelled.is_some() {
            return Err(ServiceError::AdjustmentCancelled);
        }
        let about = AdjustmentRef { id, player: known.player, points: known.points };
        noted(conn, caller, held, (ChangeKind::AdjustmentCancelled, about, reason), now).await
    })
    .await
}

/// Adds to the log what is said about an adjustment; answers what becomes of it.
async fn noted(
    conn: &mut Connection,
    caller: &Caller,
    held: Held,
    (what, about, reason): (ChangeKind, AdjustmentRef, &Name),
    now: DateTime<Utc>,
) -> Result<(AdjustmentRow, String), ServiceError> {
    let (season, id) = (held.id(), about.id);
    held.record(conn, caller, now, vec![Change::because(what, reason.as_str()).about(about)]).await?;
    seasons::find_adjustment(conn, season, id).await?.ok_or(ServiceError::AdjustmentNotFound)
}

/// Reads up to `limit` adjustments of a season with the names of their players, the oldest first.
///
/// Fails if there is no such season in a club that the reader may know of.
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
/// Fails if there is no such adjustment of a season in a club that the reader may know of.
pub async fn adjustment(
    conn: &mut Connection,
    reader: &Reader,
    (club, season, id): (Uuid, Uuid, Uuid),
) -> Result<(AdjustmentRow, String), ServiceError> {
    read(conn, reader, (club, season)).await?;
    seasons::find_adjustment(conn, season, id).await?.ok_or(ServiceError::AdjustmentNotFound)
}
