//! What makes a game too large.

use thiserror::Error;

/// What a game has as much of as it may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum TooLarge {
    /// Rounds.
    #[error("a game has at most {most} rounds")]
    Rounds {
        /// So many are possible.
        most: usize,
    },
    /// Turns of a round.
    #[error("a round has at most {most} turns")]
    Turns {
        /// So many are possible.
        most: usize,
    },
    /// Changes.
    #[error("a game is changed at most {most} times")]
    Changes {
        /// So many are possible.
        most: u64,
    },
}
