//! `pipkeeper key`: a new key for a club whose keys were lost, for whoever has the machine.

use chrono::Utc;
use uuid::Uuid;

use super::{ServeError, start_cluster};
use crate::cluster::{ClusterError, ClusterSettings, url_of_running};
use crate::config::{DatabaseSettings, KeySettings};
use crate::service::keys;
use crate::store::{self, Connection, Db, clubs};

/// How many clubs are named when one has to be chosen.
const NAMED: i64 = 50;

/// Makes a key that may do everything in a club and answers it. The service may run meanwhile.
///
/// # Errors
///
/// Whatever keeps it from that, as a sentence for the person who asked.
pub async fn new_key(settings: KeySettings) -> Result<String, ServeError> {
    match &settings.database {
        DatabaseSettings::Server(url) => make(url.expose(), &settings).await,
        DatabaseSettings::Private(folder) => {
            let cluster = match start_cluster(ClusterSettings::new(folder)).await {
                Ok(cluster) => cluster,
                Err(ServeError::Cluster(in_use @ ClusterError::InUse { .. })) => {
                    let url = url_of_running(folder).ok_or(in_use)?;
                    return make(&url, &settings).await;
                }
                Err(error) => return Err(error),
            };
            let made = make(cluster.url(), &settings).await;
            let stopped = tokio::task::spawn_blocking(move || drop(cluster)).await;
            stopped.map_err(|error| ServeError::Start(error.into()))?;
            made
        }
    }
}

async fn make(url: &str, settings: &KeySettings) -> Result<String, ServeError> {
    store::migrate(url).await?;
    let db = Db::connect(url).await?;
    let mut conn = db.get().await?;
    let club = the_club(&mut conn, settings.club).await?;
    let secret = keys::new_manager(&mut conn, club, settings.label.clone(), Utc::now()).await?;
    Ok(secret.reveal().to_owned())
}

/// The club that is meant: the one that is named, or the only one.
async fn the_club(conn: &mut Connection, named: Option<Uuid>) -> Result<Uuid, ServeError> {
    if let Some(club) = named {
        return Ok(club);
    }
    let clubs = clubs::first(conn, NAMED).await.map_err(|error| ServeError::Service(error.into()))?;
    match clubs.as_slice() {
        [only] => Ok(only.id),
        several => {
            let rows = several.iter().map(|club| format!("\n  {}  {}", club.id, club.name));
            Err(ServeError::WhichClub { clubs: rows.collect() })
        }
    }
}
