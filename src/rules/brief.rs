//! How a match stands, as far as lists show it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use super::game::Game;
use super::penalty::EndKind;
use super::seat::Side;

/// How a match stands, as far as lists show it. Is kept as JSON beside the log, from which it follows.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Brief {
    /// The total of each side; none where only who won was noted.
    pub totals: BTreeMap<Side, i32>,
    /// Who won; nobody while the match runs.
    pub winners: Vec<Side>,
    /// The rounds that count and are over.
    pub rounds: usize,
    /// How the match ended, if not by its rules.
    pub ended_by: Option<EndKind>,
}

impl Brief {
    /// How the match of a game stands.
    pub fn of(game: &Game) -> Brief {
        let standing = game.standing();
        Brief {
            totals: if standing.has_totals { standing.totals.clone() } else { BTreeMap::new() },
            winners: standing.winners.clone(),
            rounds: game.rounds_played(),
            ended_by: standing.declared,
        }
    }
}
