//! Results in a row.

use serde::{Deserialize, Serialize};

use crate::rules::MatchResult;

/// A run of equal results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Streak {
    /// The result.
    pub outcome: MatchResult,
    /// How many times.
    pub length: i64,
}

/// The longest row of `wanted` among `outcomes`.
pub fn longest(outcomes: impl IntoIterator<Item = MatchResult>, wanted: MatchResult) -> i64 {
    let (mut best, mut current) = (0, 0);
    for outcome in outcomes {
        current = if outcome == wanted { current + 1 } else { 0 };
        best = best.max(current);
    }
    best
}
