//! `pipkeeper key`: a new key for a club whose keys were lost, for whoever has the machine.

use chrono::Utc;
use uuid::Uuid;

use super::{ServeError, offline};
use crate::config::KeySettings;
use crate::service::keys::management;
use crate::store::{Connection, clubs};

/// How many clubs are named when one has to be chosen.
const NAMED: i64 = 50;

/// Makes a key that may do everything in a club and answers it. The service may run meanwhile.
///
/// Errors: whatever keeps it from that, as a sentence for the person who asked.
pub async fn new_key(settings: KeySettings) -> Result<String, ServeError> {
    let KeySettings { database, club, label } = settings;
    offline::on(&database, async |db| {
        let mut conn = db.get().await?;
        let club = the_club(&mut conn, club).await?;
        let secret = management::new_manager(&mut conn, club, label, Utc::now()).await?;
        Ok(secret.reveal().to_owned())
    })
    .await
}

/// The club that is meant: the one that is named, or the only one.
async fn the_club(conn: &mut Connection, named: Option<Uuid>) -> Result<Uuid, ServeError> {
    let failed = |error: diesel::result::Error| ServeError::Service(error.into());
    if let Some(club) = named
        && clubs::find(conn, club).await.map_err(failed)?.is_some()
    {
        return Ok(club);
    }
    let there = clubs::first(conn, NAMED).await.map_err(failed)?;
    let clubs = there.iter().map(|club| format!("\n  {}  {}", club.id, club.name)).collect();
    match (named, there.as_slice()) {
        (_, []) => Err(ServeError::NoClub),
        (Some(club), _) => Err(ServeError::NoSuchClub { club, clubs }),
        (None, [only]) => Ok(only.id),
        (None, _) => Err(ServeError::WhichClub { clubs }),
    }
}
