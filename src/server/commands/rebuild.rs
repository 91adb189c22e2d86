//! `pipkeeper rebuild`: standings and statistics made anew from the logs.

use std::fmt;

use serde::Serialize;

use super::offline::on;
use crate::config::DatabaseSettings;
use crate::progress::Progress;
use crate::server::ServeError;
use crate::service::standings::rebuild::{self, Rebuilt};

/// What was found wrong, and whether it was put right.
#[derive(Debug, Serialize)]
pub struct Rebuilding {
    /// Whether something is wrong now: it was only looked at, or a log cannot be read.
    pub leaves_wrong: bool,
    check: bool,
    #[serde(flatten)]
    found: Rebuilt,
}

impl fmt::Display for Rebuilding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Rebuilt { games, wrong_games, wrong_seasons, wrong_sums, wrong_ratings, unreadable } = self.found;
        if self.found.is_healthy() {
            return writeln!(f, "Nothing had to change: {games} games are as their logs say.");
        }
        if !self.leaves_wrong {
            f.write_str("Put right: ")?;
        }
        write!(
            f,
            "{games} games looked at; {wrong_games} with wrong results, {wrong_seasons} wrong seasons, \
             {wrong_sums} wrong sums, {wrong_ratings} wrong ratings, {unreadable} unreadable logs"
        )?;
        f.write_str(match (unreadable > 0, self.check) {
            (true, _) => ": those games stay as they are, and the lines above name them.\n",
            (false, true) => "; `pipkeeper rebuild` puts them right.\n",
            (false, false) => ".\n",
        })
    }
}

/// Makes projections anew from the logs, or only looks whether that would change anything.
///
/// Errors: whatever keeps it from being done, as a sentence for the person who asked.
pub async fn rebuild(
    database: &DatabaseSettings,
    check: bool,
    progress: &Progress,
) -> Result<Rebuilding, ServeError> {
    on(database, progress, async |db| {
        let mut conn = db.get().await?;
        let found = rebuild::rebuild(&mut conn, check, progress).await?;
        let leaves_wrong = found.unreadable > 0 || (check && !found.is_healthy());
        Ok(Rebuilding { leaves_wrong, check, found })
    })
    .await
}
