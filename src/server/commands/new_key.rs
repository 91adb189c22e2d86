//! `pipkeeper key`: a new key for a club whose keys were lost, for whoever has the machine.

use std::fmt;

use chrono::Utc;
use serde::Serialize;
use uuid::Uuid;

use super::offline::{on, the_club};
use crate::config::KeySettings;
use crate::progress::Progress;
use crate::server::ServeError;
use crate::service::keys::management;

/// A key that was made. It is shown once and kept nowhere.
#[derive(Debug, Serialize)]
pub struct NewKey {
    club: Uuid,
    label: String,
    key: String,
}

impl fmt::Display for NewKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.key)
    }
}

/// Makes a key that may do everything in a club.
///
/// Errors: whatever keeps it from that, as a sentence for the person who asked.
pub async fn new_key(settings: KeySettings, progress: &Progress) -> Result<NewKey, ServeError> {
    let KeySettings { database, club, label } = settings;
    on(&database, progress, async |db| {
        let mut conn = db.get().await?;
        let club = the_club(&mut conn, club).await?.id;
        let secret = management::new_manager(&mut conn, club, label.clone(), Utc::now()).await?;
        Ok(NewKey { club, label: label.as_str().to_owned(), key: secret.reveal().to_owned() })
    })
    .await
}
