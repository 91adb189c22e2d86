//! Ratings are brought up to date in the background.

use std::sync::{Arc, Weak};
use std::time::Duration;

use crate::api::State;
use crate::service::ServiceError;
use crate::service::standings::ratings::advance::advance_all;
use crate::store::Db;

/// How often to look without being asked to: another service may have stopped before it was done.
const PERIOD: Duration = Duration::from_secs(10);

/// Rates games for as long as the service lives: now and then, and when a reader found that there are
/// many to rate.
pub(super) async fn rate(state: Arc<State>) {
    let wake = state.ratings.clone();
    let state: Weak<State> = Arc::downgrade(&{ state });
    let mut clock = tokio::time::interval(PERIOD);
    clock.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = clock.tick() => {}
            () = wake.notified() => {}
        }
        let Some(state) = state.upgrade() else { return };
        if let Err(failure) = advance(&state.db).await {
            // It is tried again; meanwhile readers are told how far the ratings go.
            log::warn!("ratings were not brought up to date: {failure}");
        }
    }
}

async fn advance(db: &Db) -> Result<(), ServiceError> {
    advance_all(&mut *db.get().await?).await
}
