//! What is no longer needed is removed now and then.

use std::sync::{Arc, Weak};
use std::time::Duration;

use chrono::Utc;

use crate::api::State;
use crate::service::ServiceError;
use crate::store::{Db, pairings, replies};

/// How often to look.
const PERIOD: Duration = Duration::from_secs(60);

/// Removes what is no longer needed for as long as the service lives.
pub(super) async fn tidy(state: Arc<State>) {
    let state: Weak<State> = Arc::downgrade(&{ state });
    let mut clock = tokio::time::interval(PERIOD);
    clock.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        clock.tick().await;
        let Some(state) = state.upgrade() else { return };
        state.limits.tidy();
        if let Err(failure) = clear(&state.db).await {
            // It is tried again; meanwhile old rows do no harm.
            log::warn!("old replies and codes were not removed: {failure}");
        }
    }
}

async fn clear(db: &Db) -> Result<(), ServiceError> {
    let (mut conn, now) = (db.get().await?, Utc::now());
    replies::clear(&mut conn, now).await?;
    pairings::clear(&mut conn, now).await?;
    Ok(())
}
