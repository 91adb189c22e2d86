//! How a match ended, in words.

use std::collections::BTreeMap;

use super::Standing;
use crate::rules::penalty::EndKind;
use crate::rules::phrase::{Listing, Phrase, phrase};
use crate::rules::seat::Side;

impl Standing {
    /// How the match ended, as a sentence.
    pub fn how(&self) -> Option<Phrase> {
        self.finished_after?;
        let won = match self.winners.as_slice() {
            [] if self.declared == Some(EndKind::Forfeit) => {
                phrase!("nobody won: everybody left or gave up")
            }
            [] => phrase!("nobody won"),
            winners if self.declared == Some(EndKind::Draw) => phrase!("{winners} agreed on a draw", winners),
            [winner] => phrase!("{winner} won", winner),
            winners if winners.len() == self.totals.len() => phrase!("{winners} drew", winners),
            winners => phrase!("{winners} won together", winners),
        };
        let why = match self.declared {
            None | Some(EndKind::Draw) => "",
            Some(EndKind::TimeLimit) => " when the time was up",
            Some(EndKind::Forfeit) if self.winners.is_empty() => "",
            Some(EndKind::Forfeit) => " by forfeit",
            Some(EndKind::Abandoned) => "; the match was abandoned",
            Some(EndKind::ResultOnly) => "; only the result was noted",
        };
        let by_rounds = if self.by_rounds_won { ", with the most rounds won" } else { "" };
        if !self.has_totals {
            return Some(phrase!("{won}{why}", won, why));
        }
        let totals = totals(&self.totals);
        Some(phrase!("{won}{by_rounds}{why} ({totals})", won, by_rounds, why, totals))
    }
}

/// Totals or points, as "Ann 100, Bob 60".
pub fn totals(points: &BTreeMap<Side, i32>) -> Phrase {
    let each = |(side, points): (&Side, &i32)| phrase!("{side} {points}", side, points);
    phrase!("{each}", each = Listing(points.iter().map(each).collect()))
}
