//! What a round starts from: what the rounds before it come to, kept round by round.

use super::{Game, Recorded};
use crate::rules::lead::{Played, next_leader};
use crate::rules::line::{Ending, LeadDuty};
use crate::rules::reckoning::Reckoning;
use crate::rules::round::{Before, Round, RoundEnd, Table};
use crate::rules::scoring::Score;
use crate::rules::scrutiny::Scrutiny;
use crate::rules::seat::{Seat, Seating, Side};
use crate::rules::stacks::{StackRound, starts_game};
use crate::rules::tile::Tiles;

/// What later rounds depend on of those before them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Course {
    /// How many of them count.
    played: usize,
    /// Who led the first of them; in Build Up the first hand of the game of four hands that is being played.
    first: Option<Seat>,
    /// The doubles that opened them, where a lead depends on it.
    led: Tiles,
    /// The last that counts.
    pub(super) last: Played,
    /// Build Up: how it left the stacks.
    stacks: Option<StackRound>,
}

impl Game {
    /// What the rounds before `index` (from 0) come to.
    pub(super) fn course(&self, index: usize) -> Course {
        let before = index.checked_sub(1).and_then(|index| self.rounds.get(index));
        before.map_or_else(Course::default, |recorded| self.course_after(recorded))
    }

    fn course_after(&self, recorded: &Recorded) -> Course {
        let Recorded { round, voided: None, course, .. } = recorded else { return recorded.course.clone() };
        let number = course.played + 1;
        let begins = match self.created.reckoning {
            Reckoning::First => number == 1,
            Reckoning::Second => starts_game(number),
        };
        let mut led = course.led;
        if let Some(tile) = round.lead.filter(|_| self.rules().lines().is_some_and(LeadDuty::looks_back)) {
            led.insert(tile);
        }
        Course {
            played: number,
            first: if begins { round.leader } else { course.first },
            led,
            last: played(round),
            stacks: match &round.table {
                Some(Table::Stacks(table)) => Some(left_stacks(table, round)),
                Some(Table::Lines(_)) | None => None,
            },
        }
    }

    /// What the round at `index` (from 0) starts from.
    pub fn before(&self, index: usize) -> Before {
        self.before_in(index, self.seating_in(index + 1))
    }

    /// What the round at `index` (from 0) starts from if these play in it.
    pub(super) fn before_in(&self, index: usize, seating: Seating) -> Before {
        self.before_of(self.course(index), seating)
    }

    /// What a round starts from after these, if these play in it.
    pub(super) fn before_of(&self, course: Course, seating: Seating) -> Before {
        let round = course.played + 1;
        Before {
            round,
            leader: next_leader(self.rules(), seating, round, course.first, &course.last),
            led: course.led,
            stacks: course.stacks,
            free: false,
            scrutiny: Scrutiny::New,
            reckoning: self.created.reckoning,
        }
    }
}

/// The stacks as the hand left them, without what was set aside.
fn left_stacks(table: &StackRound, round: &Round) -> StackRound {
    let mut table = table.clone();
    for (seat, left) in round.outcome.iter().flat_map(|outcome| &outcome.left) {
        if let Some(tiles) = left.tiles() {
            table.set_aside(*seat, tiles);
        }
    }
    table
}

/// The seat that won a round: of partners the one with fewer dots left.
fn winning_seat(score: &Score) -> Option<Seat> {
    let [winner] = score.winners.as_slice() else { return None };
    winner.seats().min_by_key(|seat| score.pips.get(seat).copied().unwrap_or(u16::MAX))
}

/// The side that scored less than all others, as a seat.
fn losing_seat(score: &Score) -> Option<Seat> {
    let least = score.points.values().min().copied();
    let mut losers = score.points.iter().filter(|(_, points)| Some(**points) == least).map(|(side, _)| *side);
    match (losers.next(), losers.next()) {
        (Some(only), None) => Side::seats(only).next(),
        _ => None,
    }
}

/// A round as later leads depend on it.
fn played(round: &Round) -> Played {
    let score = round.outcome.as_ref().map(|outcome| &outcome.score);
    let out = match round.outcome.as_ref().and_then(|outcome| outcome.end) {
        Some(RoundEnd::Lines(Ending::Domino(out))) => Some(out),
        _ => None,
    };
    let last = match &round.table {
        Some(Table::Stacks(table)) => table.last(),
        _ => None,
    };
    Played {
        leader: round.leader,
        winner: out.or_else(|| score.and_then(winning_seat)),
        last,
        loser: score.and_then(losing_seat),
    }
}
