//! Whether the database answers.

use std::time::Duration;

use diesel_async::RunQueryDsl;

use super::ServiceError;
use crate::store::Db;

/// How long a healthy database may take to answer.
const PATIENCE: Duration = Duration::from_secs(2);

/// Asks the database for a sign of life.
///
/// # Errors
///
/// If it cannot be reached or does not answer in time.
pub async fn check(db: &Db) -> Result<(), ServiceError> {
    let answer = async {
        let mut conn = db.get().await?;
        diesel::sql_query("SELECT 1").execute(&mut conn).await?;
        Ok(())
    };
    tokio::time::timeout(PATIENCE, answer).await.unwrap_or(Err(ServiceError::TooSlow))
}
