//! Whether the database answers, and has room for more.

use std::time::Duration;

use super::ServiceError;
use crate::store::{self, Db};

/// How long a healthy database may take to answer.
const TIMEOUT: Duration = Duration::from_secs(2);

/// Asks the database for a sign of life; and whether there is room again, if its disk was full.
///
/// Fails if it cannot be reached, does not answer in time, or is still full.
pub async fn check(db: &Db) -> Result<(), ServiceError> {
    let answer = async {
        let mut conn = db.get().await?;
        if db.is_full() {
            store::take_room(&mut conn).await?;
            db.has_room();
        }
        Ok(store::ping(&mut conn).await?)
    };
    tokio::time::timeout(TIMEOUT, answer).await.unwrap_or(Err(ServiceError::TooSlow))
}
