//! What the rules said when a game was made, where they have said otherwise since.

use serde::{Deserialize, Serialize};

/// How a game is reckoned where that has changed. A game keeps what it was made with, so its record
/// always comes to the same result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reckoning {
    /// Of games that do not say it: in blocked rounds `score.partner_tiles` counted only with
    /// `team_of_lowest_hand`, and all the lowest hands won where everybody scores (`each_vs_higher`). In
    /// Build Up whoever led the very first hand led the later hands of each game (`same`).
    First,
    /// In every blocked round `score.partner_tiles` counts, and `block.tie` says who wins. In Build Up
    /// whoever led the first hand of a game leads its later hands (`same`).
    #[default]
    Second,
}

impl Reckoning {
    /// That of games that do not say it.
    pub(super) fn unsaid() -> Reckoning {
        Reckoning::First
    }

    /// Whether a game need not say it.
    pub(super) fn is_unsaid(&self) -> bool {
        *self == Reckoning::unsaid()
    }
}
