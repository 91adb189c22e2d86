//! The games of players against each other.

use std::collections::HashMap;

use uuid::Uuid;

use super::chain::{Chain, Criterion};

/// The games of a player against another, as the player sees them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Meeting {
    /// Games in which the player came in before the other. One of several players is a meeting with each.
    pub won: i64,
    /// Games in which both came in together.
    pub drawn: i64,
    /// Games in which the other came in before.
    pub lost: i64,
    /// Games in which the total of either was not played to the end: their points do not count.
    pub unfinished: i64,
    /// Points ahead of the other; more is always better.
    pub ahead: i64,
}

impl Meeting {
    /// Points ahead; none if no total of these games was played to the end.
    pub(super) fn difference(&self) -> Option<i64> {
        let has_points = self.unfinished == 0 || self.unfinished < self.won + self.drawn + self.lost;
        has_points.then_some(self.ahead)
    }

    /// The points of these games, without bonus points.
    pub(super) fn points(&self, chain: &Chain) -> i64 {
        chain.win * self.won + chain.draw * self.drawn + chain.loss * self.lost
    }
}

/// For each criterion about meetings that was reached: the meetings of each player with those who were level
/// before it, together. Nobody has to know who met whom, of whom there are many in a large club.
pub type Meetings = HashMap<Criterion, HashMap<Uuid, Meeting>>;
