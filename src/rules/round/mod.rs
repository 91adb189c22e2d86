//! From a report to a round: judged, ended, scored.
//!
//! A [`Report`] is what the table said; a [`Round`] is what follows from it. The same function
//! serves a first entry, a correction and the assistant.

mod bounds;
mod finish;
mod hands;
mod plays;
mod points;

use std::collections::BTreeMap;

pub use finish::{Closing, finish};
pub use plays::Judged;

use super::hand::Left;
use super::line::{Ending, LineRound};
use super::phrase::Phrase;
use super::placement::Position;
use super::reckoning::Reckoning;
use super::refusal::Refusal;
use super::report::{Problem, Report};
use super::ruleset::Ruleset;
use super::scoring::Score;
use super::scrutiny::{Broken, Scrutiny};
use super::seat::{Seat, Seating};
use super::stacks::StackRound;
use super::tile::{Tile, Tiles};
use super::turn::Override;

/// What a round starts from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Before {
    /// The number of the round, from 1.
    pub round: usize,
    /// Who leads by the rules, where that follows from earlier rounds.
    pub leader: Option<Seat>,
    /// The doubles that opened earlier rounds, where the lead depends on them.
    pub led: Tiles,
    /// Build Up: how the hand before left the stacks.
    pub stacks: Option<StackRound>,
    /// Whether the lead does not follow from earlier rounds, because these were corrected since.
    pub free: bool,
    /// How closely the report is looked at.
    pub scrutiny: Scrutiny,
    /// How it is reckoned.
    pub reckoning: Reckoning,
}

impl Before {
    /// The first round of a match.
    pub fn first() -> Before {
        Before { round: 1, ..Before::default() }
    }

    /// The rules that a report breaks, recorded if it says why.
    fn weighed(&self, over: Option<&Override>) -> Result<Broken, Problem> {
        Broken::recorded_for(self.scrutiny, over, "/override")
    }
}

/// The table of a round that is recorded turn by turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Table {
    /// Joined tiles.
    Lines(Box<LineRound>),
    /// Build Up.
    Stacks(Box<StackRound>),
}

impl Table {
    /// How the turns came to their end, if they have.
    pub fn ended(&self) -> Option<Phrase> {
        match self {
            Table::Lines(table) => table.ending().map(|_| table.how()),
            Table::Stacks(table) => table.is_over().then(|| table.how()),
        }
    }
}

/// A turn of a round, as it was judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgedTurn {
    /// Where the tile went.
    pub at: Option<Position>,
    /// What the turn breaks, recorded by override.
    pub broken: Vec<Refusal>,
}

/// How a round ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoundEnd {
    /// Joined tiles.
    Lines(Ending),
    /// Build Up: both hands were played as far as they could be.
    Stacks,
}

/// What is known of a round that is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// How it ended; `None` where only the points are known.
    pub end: Option<RoundEnd>,
    /// What was left in the hands, as far as it was reported.
    pub left: BTreeMap<Seat, Left>,
    /// What it was worth.
    pub score: Score,
}

/// A round: what follows from its report.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Round {
    /// Who led, or leads, as far as it is known.
    pub leader: Option<Seat>,
    /// What its report breaks, recorded by override: who led, the points, the hands.
    pub broken: Vec<Refusal>,
    /// What the hands break that were shown at the end of its turns, recorded by override.
    pub broken_at_end: Vec<Refusal>,
    /// The tile that was led.
    pub lead: Option<Tile>,
    /// The table, of a round that is recorded turn by turn.
    pub table: Option<Table>,
    /// The turns as they were judged.
    pub turns: Vec<JudgedTurn>,
    /// The outcome; `None` while the round is running.
    pub outcome: Option<Outcome>,
}

impl Round {
    /// What follows from `report`.
    ///
    /// Errors: everything in the report that cannot be so.
    pub fn of(
        rules: &Ruleset,
        seating: Seating,
        before: &Before,
        report: &Report,
    ) -> Result<Round, Vec<Problem>> {
        match report {
            Report::Points(points) => points::round(rules, seating, before, points),
            Report::Hands(hands) => hands::round(rules, seating, before, hands),
            Report::Plays(plays) => plays::round(rules, seating, before, plays),
        }
    }
}

/// Who leads, as far as it is known: who is named, if that is the one whom the rules name.
fn check_leader(
    seating: Seating,
    before: &Before,
    named: Option<Seat>,
    broken: &mut Broken,
) -> Result<Option<Seat>, Problem> {
    let at = |refusal| Problem::at("/leader", refusal);
    match (named, before.leader.filter(|_| !before.free)) {
        (Some(leader), _) if !seating.has(leader) => Err(at(Refusal::no_seat(seating, leader))),
        (Some(leader), Some(expected)) if leader != expected => {
            broken.weigh(Err(Refusal::WrongLeader { leader, expected, double: None })).map_err(at)?;
            Ok(named)
        }
        (named, expected) => Ok(named.or(expected)),
    }
}
