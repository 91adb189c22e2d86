//! Work on long logs, which would hold up the threads that answer requests: others do it, few at a time.

use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::task::spawn_blocking;

use super::ServiceError;
use crate::store::Share;

/// A log with fewer events is replayed in place. An event may be a whole round, or a correction that has the
/// whole game worked out again.
const LONG: usize = 50;

/// The past of a log with fewer events is read by any number at once.
const LONG_PAST: i64 = 300;

/// How many long logs are replayed at once.
static AT_ONCE: Semaphore = Semaphore::const_new(2);

/// How many long changes are decided on at once.
static DECIDED: Semaphore = Semaphore::const_new(2);

/// How many long answers are worked out at once that change nothing, without a key and with one.
static SHOWN_TO_ANYBODY: Semaphore = Semaphore::const_new(1);
static SHOWN: Semaphore = Semaphore::const_new(1);

/// How many readings of the past of long logs there are at once: each keeps a connection to the database while
/// it waits, and most connections must stay free for others.
static READINGS: Semaphore = Semaphore::const_new(8);

/// How many long games are opened at once that are not in memory: for the same reason.
static OPENINGS: Semaphore = Semaphore::const_new(16);

/// Does `work` on a log of so many `events`; if it is long, on a thread of its own, as soon as there is room.
pub async fn apart<T: Send + 'static>(
    events: usize,
    work: impl FnOnce() -> Result<T, ServiceError> + Send + 'static,
) -> Result<T, ServiceError> {
    if events < LONG { work() } else { beside(&AT_ONCE, work).await? }
}

/// The same of deciding on what somebody wants to change, which never waits for those who read.
pub async fn decided<T: Send + 'static>(
    size: usize,
    work: impl FnOnce() -> Result<T, ServiceError> + Send + 'static,
) -> Result<T, ServiceError> {
    if size < LONG { work() } else { beside(&DECIDED, work).await? }
}

/// Does `work` of so many turns or rows, which only shows what is known; if they are many, on a thread of its own,
/// as soon as the others of its share have been done.
///
/// Fails if the work does not come to its end.
pub async fn shown<T: Send + 'static>(
    share: Share,
    size: usize,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, ServiceError> {
    let rooms = match share {
        Share::Public => &SHOWN_TO_ANYBODY,
        Share::Keyed => &SHOWN,
    };
    if size < LONG { Ok(work()) } else { beside(rooms, work).await }
}

async fn beside<T: Send + 'static>(
    rooms: &'static Semaphore,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, ServiceError> {
    let room = rooms.acquire().await.map_err(|closed| ServiceError::Contradiction(closed.to_string()))?;
    // The work goes on when nobody waits for it any more, and so keeps its room.
    let done = spawn_blocking(move || {
        let done = work();
        drop(room);
        done
    });
    done.await.map_err(|failed| ServiceError::Contradiction(failed.to_string()))
}

/// A place for reading the past of a log of so many `events`, to be kept until that is done. What is read of
/// the past is not kept in memory, so it costs as much every time.
///
/// Fails if there are many such readings already.
pub fn place(events: i64) -> Result<Option<SemaphorePermit<'static>>, ServiceError> {
    place_of(&READINGS, events)
}

/// The same for opening a game that is then kept in memory.
///
/// Fails if there are many such openings already.
pub fn place_to_open(events: i64) -> Result<Option<SemaphorePermit<'static>>, ServiceError> {
    place_of(&OPENINGS, events)
}

fn place_of(
    places: &'static Semaphore,
    events: i64,
) -> Result<Option<SemaphorePermit<'static>>, ServiceError> {
    if events < LONG_PAST {
        return Ok(None);
    }
    places.try_acquire().map(Some).map_err(|_full| ServiceError::Busy)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_reads_the_past_when_many_do_is_told_to_come_again() {
        let mut places: Vec<_> = (0..8).map(|_| place(LONG_PAST).unwrap()).collect();
        assert!(matches!(place(LONG_PAST), Err(ServiceError::Busy)));
        assert!(place(LONG_PAST - 1).unwrap().is_none(), "short logs wait for nobody");
        places.pop();
        assert!(place(LONG_PAST).unwrap().is_some());
    }
}
