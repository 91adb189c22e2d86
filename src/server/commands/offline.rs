//! The database and the club that a command is about.

use uuid::Uuid;

use crate::cluster::{ClusterError, ClusterSettings, url_of_running};
use crate::config::DatabaseSettings;
use crate::progress::Progress;
use crate::server::{ServeError, start_cluster};
use crate::service::upgrade;
use crate::store::clubs::{self, ClubRow};
use crate::store::{Connection, Db};

/// How many clubs are named when one has to be chosen.
const NAMED: i64 = 50;

/// Does `work` on the database, with the private PostgreSQL running meanwhile if that is the one. A
/// service may be running on it.
pub(super) async fn on<T>(
    database: &DatabaseSettings,
    progress: &Progress,
    work: impl AsyncFnOnce(Db) -> Result<T, ServeError>,
) -> Result<T, ServeError> {
    let open = async |url: &str| work(upgrade::open(url, progress).await?).await;
    match database {
        DatabaseSettings::Server(url) => open(url.expose()).await,
        DatabaseSettings::Private(folder) => {
            let cluster = match start_cluster(ClusterSettings::new(folder), progress).await {
                Ok(cluster) => cluster,
                // A service runs there: then its PostgreSQL does too.
                Err(ServeError::Cluster(in_use @ ClusterError::InUse { .. })) => {
                    return open(&url_of_running(folder).ok_or(in_use)?).await;
                }
                Err(error) => return Err(error),
            };
            let done = open(cluster.url()).await;
            progress.step("stopping PostgreSQL");
            let stopped = tokio::task::spawn_blocking(move || drop(cluster)).await;
            stopped.map_err(|error| ServeError::Start(error.into()))?;
            done
        }
    }
}

/// The club that is meant: the one that is named, or the only one.
pub(super) async fn the_club(conn: &mut Connection, named: Option<Uuid>) -> Result<ClubRow, ServeError> {
    let failed = |error: diesel::result::Error| ServeError::Service(error.into());
    if let Some(club) = named
        && let Some(club) = clubs::find(conn, club).await.map_err(failed)?
    {
        return Ok(club);
    }
    let mut there = clubs::first(conn, NAMED).await.map_err(failed)?;
    let clubs = there.iter().map(|club| format!("\n  {}  {}", club.id, club.name)).collect();
    match (named, there.len()) {
        (_, 0) => Err(ServeError::NoClub),
        (Some(club), _) => Err(ServeError::NoSuchClub { club, clubs }),
        (None, 1) => Ok(there.remove(0)),
        (None, _) => Err(ServeError::WhichClub { clubs }),
    }
}
