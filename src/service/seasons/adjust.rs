//! Points that a club gives or takes, apart from games.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::record::Held;
use super::{in_transaction_or_dry_run, read, replayed};
use crate::seasons::{Adjustment, AdjustmentRef, Change, ChangeKind};
use crate::service::ServiceError;
use crate::service::auth::{Caller, Reader};
use crate::service::names::Name;
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
) -> Result<(Adjustment, String), ServiceError> {
    in_transaction_or_dry_run(conn, dry_run, async |conn| {
        let held = Held::take(conn, caller, (club, season)).await?.open()?;
        players::hold(conn, &[player]).await?;
        players::find(conn, club, player).await?.ok_or(ServiceError::PlayerUnknown)?;
        let about = AdjustmentRef { id: Uuid::now_v7(), player, points };
        let id = about.id;
        let change = Change::because(ChangeKind::Adjusted, reason.as_str()).about(about);
        held.record(conn, caller, now, vec![change]).await?;
        found(conn, (club, season, id)).await
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
) -> Result<(Adjustment, String), ServiceError> {
    in_transaction_or_dry_run(conn, dry_run, async |conn| {
        let held = Held::take(conn, caller, (club, season)).await?;
        let known = held.season.adjustments.get(&id).cloned().ok_or(ServiceError::AdjustmentNotFound)?;
        let held = held.open()?;
        if known.cancelled.is_some() {
            return Err(ServiceError::AdjustmentCancelled);
        }
        let about = AdjustmentRef { id, player: known.player, points: known.points };
        let change = Change::because(ChangeKind::AdjustmentCancelled, reason.as_str()).about(about);
        held.record(conn, caller, now, vec![change]).await?;
        found(conn, (club, season, id)).await
    })
    .await
}

/// Reads up to `limit` adjustments of a season with the names of their players, the oldest first.
///
/// Fails if there is no such season in a club that the reader may know of.
pub async fn adjustments(
    conn: &mut Connection,
    reader: &Reader,
    (club, id): (Uuid, Uuid),
    (after, limit): (Option<After>, i64),
) -> Result<Vec<(Adjustment, String)>, ServiceError> {
    read(conn, reader, (club, id)).await?;
    let all = replayed(conn, id).await?.adjustments_by_time();
    let players: Vec<Uuid> = all.iter().map(|adjustment| adjustment.player).collect();
    let names = players::names(conn, club, &players).await?;
    let is_asked = |it: &Adjustment| after.is_none_or(|after| (it.created_at, it.id) > after);
    let named = |it: Adjustment| names.get(&it.player).cloned().map(|name| (it, name));
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    Ok(all.into_iter().filter(is_asked).filter_map(named).take(limit).collect())
}

/// Reads an adjustment with the name of its player.
///
/// Fails if there is no such adjustment of a season in a club that the reader may know of.
pub async fn adjustment(
    conn: &mut Connection,
    reader: &Reader,
    (club, season, id): (Uuid, Uuid, Uuid),
) -> Result<(Adjustment, String), ServiceError> {
    read(conn, reader, (club, season)).await?;
    found(conn, (club, season, id)).await
}

async fn found(
    conn: &mut Connection,
    (club, season, id): (Uuid, Uuid, Uuid),
) -> Result<(Adjustment, String), ServiceError> {
    let found = replayed(conn, season).await?.adjustments.remove(&id);
    let found = found.ok_or(ServiceError::AdjustmentNotFound)?;
    let player = players::find(conn, club, found.player).await?.ok_or(ServiceError::PlayerNotFound)?;
    Ok((found, player.name))
}
