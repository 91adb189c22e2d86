//! Work on long logs, which would hold up the threads that answer requests: others do it, few at a time.

use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use super::ServiceError;

/// A log with fewer events is replayed within a millisecond.
const LONG: usize = 300;

/// How many long logs are replayed at once.
const AT_ONCE: usize = 2;

static ROOM: Semaphore = Semaphore::const_new(AT_ONCE);

/// Does `work` on a log of so many `events`; if it is long, on a thread of its own, as soon as there is room.
pub async fn apart<T: Send + 'static>(
    events: usize,
    work: impl FnOnce() -> Result<T, ServiceError> + Send + 'static,
) -> Result<T, ServiceError> {
    if events < LONG {
        return work();
    }
    let room = ROOM.acquire().await.map_err(|closed| ServiceError::Contradiction(closed.to_string()))?;
    // The work goes on when nobody waits for it any more, and so keeps its room.
    let done = spawn_blocking(move || {
        let done = work();
        drop(room);
        done
    });
    done.await.map_err(|failed| ServiceError::Contradiction(failed.to_string()))?
}
