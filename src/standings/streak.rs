//! Results in a row.

use serde::{Deserialize, Serialize};

/// The result of a game for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Won alone.
    Won,
    /// The first place was shared.
    Drawn,
    /// Neither.
    Lost,
}

impl Outcome {
    /// The outcome of a stored result.
    #[must_use]
    pub const fn of(result: i16) -> Outcome {
        match result {
            1 => Outcome::Won,
            0 => Outcome::Drawn,
            _ => Outcome::Lost,
        }
    }
}

/// A run of equal results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Streak {
    /// The result.
    pub outcome: Outcome,
    /// How many times.
    pub length: i64,
}

/// The longest row of `wanted` among `outcomes`.
#[must_use]
pub fn longest(outcomes: impl IntoIterator<Item = Outcome>, wanted: Outcome) -> i64 {
    let (mut best, mut current) = (0, 0);
    for outcome in outcomes {
        current = if outcome == wanted { current + 1 } else { 0 };
        best = best.max(current);
    }
    best
}
