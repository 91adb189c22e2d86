//! `pipkeeper seed`: a club with many games to measure with.

use std::fmt;

use chrono::Utc;
use serde::Serialize;
use uuid::Uuid;

use super::offline::on;
use crate::config::DatabaseSettings;
use crate::progress::Progress;
use crate::server::ServeError;
use crate::service::seed::{self, Seeding};

/// A club that was made.
#[derive(Debug, Serialize)]
pub struct Seeded {
    club: Uuid,
    games: usize,
}

impl fmt::Display for Seeded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Made {} games in the public club {}.", self.games, self.club)
    }
}

/// Makes a club with many games.
///
/// Errors: whatever keeps it from being done, as a sentence for the person who asked.
pub async fn seed(
    database: &DatabaseSettings,
    seeding: Seeding,
    progress: &Progress,
) -> Result<Seeded, ServeError> {
    on(database, progress, async |db| {
        let mut conn = db.get().await?;
        let club = seed::seed(&mut conn, seeding, Utc::now(), progress).await?;
        Ok(Seeded { club, games: seeding.games })
    })
    .await
}
