//! Finding what a request changed when it came before: its answer follows from the log.

use uuid::Uuid;

use super::changed::Changed;
use super::people::people;
use super::{Known, replay};
use crate::rules::Command;
use crate::service::ServiceError;
use crate::service::retries::{self, Attempt, Done};
use crate::store::Connection;
use crate::store::games::{self, Batch};

/// What a request changed when it came before, if it did; of its commands the next one is judged again.
///
/// # Errors
///
/// If something else was asked then.
pub(super) async fn repeated(
    conn: &mut Connection,
    (club, id): (Uuid, Uuid),
    attempt: &Attempt,
    commands: &[Command],
) -> Result<Option<Done<Changed>>, ServiceError> {
    let Some(batch) = games::batch(conn, id, attempt.token()).await? else {
        return Ok(retries::stored(conn, attempt).await?.map(Done::Stored));
    };
    if batch.request != attempt.fingerprint() {
        return Err(ServiceError::OtherRequest);
    }
    Ok(Some(Done::Before(again(conn, (club, id), batch, commands).await?)))
}

async fn again(
    conn: &mut Connection,
    (club, id): (Uuid, Uuid),
    Batch { seq, count, .. }: Batch,
    commands: &[Command],
) -> Result<Changed, ServiceError> {
    let broken =
        || ServiceError::Contradiction(format!("event {seq} of game {id} is not the first of a batch"));
    let (first, last) = (seq - 1, seq - 1 + i64::from(count));
    let mut rows = games::log_until(conn, id, last).await?;
    let added = rows.split_off(usize::try_from(first).ok().filter(|it| *it < rows.len()).ok_or_else(broken)?);
    let at = added.last().map(|row| row.at).ok_or_else(broken)?;
    let events = added.into_iter().map(super::event).collect::<Result<Vec<_>, _>>()?;
    let before = replay(id, rows)?;
    let mut after = before.clone();
    for event in &events {
        after.apply(event).map_err(|_| broken())?;
    }
    let refused = commands.get(events.len()).and_then(|next| after.decide(next.clone()).err());
    let people = people(conn, club, [&before, &after]).await?;
    Ok(Changed {
        id,
        before: before.into(),
        events,
        after: Known { club, game: after.into() },
        at,
        refused,
        guests: Vec::new(),
        people,
        foreseen: None,
    })
}
