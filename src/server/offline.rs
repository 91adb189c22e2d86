//! Commands that work on the database without serving.

use chrono::Utc;
use uuid::Uuid;

use super::{ServeError, start_cluster};
use crate::cluster::{ClusterError, ClusterSettings, url_of_running};
use crate::config::DatabaseSettings;
use crate::service::seed::{self, Seeding};
use crate::service::standings::rebuild::{self, Rebuilt};
use crate::service::upgrade;
use crate::store::Db;

/// Makes projections anew from the logs, or only looks whether that would change anything.
///
/// Errors: whatever keeps it from being done, as a sentence for the person who asked.
pub async fn rebuild(database: &DatabaseSettings, check: bool) -> Result<Rebuilt, ServeError> {
    on(database, async |db| {
        let mut conn = db.get().await?;
        Ok(rebuild::rebuild(&mut conn, check).await?)
    })
    .await
}

/// Makes a club with many games to measure with, and answers its id.
pub async fn seed(database: &DatabaseSettings, seeding: Seeding) -> Result<Uuid, ServeError> {
    on(database, async |db| {
        let mut conn = db.get().await?;
        Ok(seed::seed(&mut conn, seeding, Utc::now()).await?)
    })
    .await
}

/// Does `work` on the database, with the private PostgreSQL running meanwhile if that is the one. A
/// service may be running on it.
pub(super) async fn on<T>(
    database: &DatabaseSettings,
    work: impl AsyncFnOnce(Db) -> Result<T, ServeError>,
) -> Result<T, ServeError> {
    let open = async |url: &str| work(upgrade::open(url).await?).await;
    match database {
        DatabaseSettings::Server(url) => open(url.expose()).await,
        DatabaseSettings::Private(folder) => {
            let cluster = match start_cluster(ClusterSettings::new(folder)).await {
                Ok(cluster) => cluster,
                // A service runs there: then its PostgreSQL does too.
                Err(ServeError::Cluster(in_use @ ClusterError::InUse { .. })) => {
                    return open(&url_of_running(folder).ok_or(in_use)?).await;
                }
                Err(error) => return Err(error),
            };
            let done = open(cluster.url()).await;
            let stopped = tokio::task::spawn_blocking(move || drop(cluster)).await;
            stopped.map_err(|error| ServeError::Start(error.into()))?;
            done
        }
    }
}
