//! Work on long logs, which would hold up the threads that answer requests: others do it, few at a time.

use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use super::ServiceError;

/// A log with fewer events is replayed within a millisecond.
const LONG: usize = 300;

/// How many long logs are replayed at once.
static AT_ONCE: Semaphore = Semaphore::const_new(2);

/// How many requests wait for that, or have it: each keeps a connection to the database meanwhile, and most
/// connections must stay free for others.
static WAITING: Semaphore = Semaphore::const_new(8);

/// Does `work` on a log of so many `events`; if it is long, on a thread of its own, as soon as there is room.
///
/// Fails if too many wait already.
pub async fn apart<T: Send + 'static>(
    events: usize,
    work: impl FnOnce() -> Result<T, ServiceError> + Send + 'static,
) -> Result<T, ServiceError> {
    if events < LONG {
        return work();
    }
    let _place = WAITING.try_acquire().map_err(|_full| ServiceError::Busy)?;
    let room = AT_ONCE.acquire().await.map_err(|closed| ServiceError::Contradiction(closed.to_string()))?;
    // The work goes on when nobody waits for it any more, and so keeps its room.
    let done = spawn_blocking(move || {
        let done = work();
        drop(room);
        done
    });
    done.await.map_err(|failed| ServiceError::Contradiction(failed.to_string()))?
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[tokio::test]
    async fn who_comes_when_many_wait_is_told_to_come_again() {
        let (open, gate) = mpsc::channel::<()>();
        let gate = std::sync::Mutex::new(gate);
        let gate: &'static _ = Box::leak(Box::new(gate));
        let waits = || apart(LONG, || Ok(gate.lock().is_ok_and(|gate| gate.recv().is_err())));
        let waiting: Vec<_> = (0..8).map(|_| tokio::spawn(waits())).collect();
        while WAITING.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        assert!(matches!(waits().await, Err(ServiceError::Busy)));
        assert_eq!(apart(LONG - 1, || Ok(1)).await.unwrap(), 1, "short logs wait for nobody");
        drop(open);
        for done in waiting {
            assert!(done.await.unwrap().unwrap());
        }
        assert!(waits().await.unwrap());
    }
}
