//! How much a penalty is.

use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;
use utoipa::ToSchema;

use super::Ruleset;

/// How much a penalty is: exactly one of points, a percentage of the target, or the dots of a hand.
/// `at_least` may be added to any of them.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"points": 50}))]
pub struct PenaltyAmount {
    /// A number of points.
    #[schema(minimum = 1, maximum = 10000)]
    pub points: Option<u16>,
    /// A percentage of the target, rounded down; only in a match to a target.
    #[schema(minimum = 1, maximum = 100)]
    pub percent_of_target: Option<u8>,
    /// If `true`, the dots that the seat was left with in the round.
    pub hand_pips: Option<bool>,
    /// The fewest points that the penalty is worth.
    #[schema(minimum = 1, maximum = 10000)]
    pub at_least: Option<u16>,
}

/// The most points of one penalty.
const MOST: u16 = 10_000;

impl PenaltyAmount {
    /// Whether the amount is said in exactly one way, and the game has what it refers to.
    pub fn is_possible(&self, rules: &Ruleset) -> bool {
        let by_target = self.percent_of_target.is_none() || rules.matching().target.is_some();
        let ways = [self.points.is_some(), self.percent_of_target.is_some(), self.hand_pips == Some(true)];
        by_target && self.out_of_range().is_none() && ways.into_iter().filter(|way| *way).count() == 1
    }

    /// This amount where the table says what was in the hand, if it goes by one.
    pub(in crate::rules) fn with_reported(&self, points: Option<u16>) -> PenaltyAmount {
        match points.filter(|_| self.hand_pips == Some(true)) {
            None => self.clone(),
            points => PenaltyAmount { points, at_least: self.at_least, ..PenaltyAmount::default() },
        }
    }

    /// The first part that is nothing or too much: its name, its value, and the most that it can be.
    pub fn out_of_range(&self) -> Option<(&'static str, u16, u16)> {
        let parts = [
            ("points", self.points, MOST),
            ("percent_of_target", self.percent_of_target.map(u16::from), 100),
            ("at_least", self.at_least, MOST),
        ];
        let part = |(member, given, most): (_, Option<u16>, _)| Some((member, given?, most));
        parts.into_iter().filter_map(part).find(|(_, given, most)| !(1..=*most).contains(given))
    }
}
