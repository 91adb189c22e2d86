//! Bonuses: points that the table awards to a side beside what its rounds are worth.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::ruleset::{MatchGoal, Ruleset};
use super::seat::Side;

/// A bonus, as the table reports it: a capicúa, the first hand of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportedBonus)]
pub struct Bonus {
    /// The side that gets it.
    pub side: Side,
    /// The round it belongs to, from 1; 0 before the first.
    pub round: usize,
    /// How much it is.
    pub points: u16,
    /// Why.
    pub reason: String,
}

impl Bonus {
    /// The most points of one bonus.
    pub const MOST: u16 = 10_000;

    /// What the bonus does to the total of its side: where the lowest total wins, it takes points off.
    pub fn change(&self, rules: &Ruleset) -> i32 {
        let points = i32::from(self.points);
        if rules.matching().goal == MatchGoal::Low { -points } else { points }
    }
}
