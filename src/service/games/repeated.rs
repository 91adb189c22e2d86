//! Finding what a request changed when it came before: its answer follows from the log.

use uuid::Uuid;

use super::action::Action;
use super::changed::{ChangeOutcome, Extent};
use super::{CachedGame, event, replay};
use crate::rules::Game;
use crate::service::ServiceError;
use crate::service::retries::{self, Attempt, Done};
use crate::store::games::{self, Batch};
use crate::store::{Connection, Db};

/// What a request changed when it came before, if it did; what comes next in it is judged again.
///
/// Fails if something else was asked then.
pub(super) async fn repeated(
    db: &Db,
    (club, id): (Uuid, Uuid),
    attempt: &Attempt,
    (actions, extent): (&[Action], Extent),
) -> Result<Option<Done<ChangeOutcome>>, ServiceError> {
    let mut conn = db.get().await?;
    let Some(batch) = games::batch(&mut conn, id, attempt.token()).await? else {
        return Ok(retries::stored(&mut conn, attempt).await?.map(Done::Stored));
    };
    if batch.request != attempt.fingerprint() {
        return Err(ServiceError::OtherRequest);
    }
    let changed = again(&mut conn, (club, id), batch, actions).await?;
    drop(conn);
    Ok(Some(Done::Before(changed.described(db, extent).await?)))
}

async fn again(
    conn: &mut Connection,
    (club, id): (Uuid, Uuid),
    Batch { seq, count, .. }: Batch,
    actions: &[Action],
) -> Result<ChangeOutcome, ServiceError> {
    let broken = || ServiceError::Contradiction(format!("event {seq} of game {id} begins no batch"));
    let mut rows = games::log_until(conn, id, seq - 1 + i64::from(count)).await?;
    let first = rows.iter().position(|row| row.seq == seq).ok_or_else(broken)?;
    let added = rows.split_off(first);
    let at = added.last().map(|row| row.at).ok_or_else(broken)?;
    let events = added.into_iter().map(event).collect::<Result<Vec<_>, _>>()?;
    let before = replay(id, rows).await?;
    let after = events.iter().try_fold(before.clone(), Game::followed_by);
    let after = after.map_err(|broken| ServiceError::BrokenLog { game: id, broken })?;
    // Of several actions none names players.
    let refused = match actions.get(events.len()) {
        Some(Action::Command(next)) => after.decide(next.clone()).err(),
        _ => None,
    };
    let after = CachedGame { club, game: after.into() };
    Ok(ChangeOutcome::new(id, (before.into(), events, after), at, refused))
}
