//! What follows from a record: rounds in their order, and how the match stands.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Game, Recorded};
use crate::rules::lead::{Played, next_leader};
use crate::rules::line::{Ending, LeadDuty};
use crate::rules::phrase::phrase;
use crate::rules::reckoning::Reckoning;
use crate::rules::report::{PlaysReport, Problem, Report};
use crate::rules::round::{Before, Outcome, Round, RoundEnd, Table};
use crate::rules::scoring::{Item, ItemKind, Score};
use crate::rules::scrutiny::Scrutiny;
use crate::rules::seat::{Seat, Seating, Side};
use crate::rules::stacks::{StackRound, first_hand};
use crate::rules::standing::{Standing, Step};
use crate::rules::tile::Tiles;
use crate::rules::turn::Override;

impl Game {
    /// What the round at `index` (from 0) starts from.
    pub fn before(&self, index: usize) -> Before {
        self.before_in(index, self.seating_in(index + 1))
    }

    /// What the round at `index` (from 0) starts from if these play in it.
    pub(super) fn before_in(&self, index: usize, seating: Seating) -> Before {
        let earlier = self.rounds.iter().take(index).map(AsRef::as_ref);
        let earlier: Vec<&Recorded> = earlier.filter(|recorded| recorded.voided.is_none()).collect();
        let round = earlier.len() + 1;
        let first = match self.created.reckoning {
            Reckoning::First => earlier.first(),
            Reckoning::Second => earlier.get(first_hand(round).saturating_sub(1)),
        };
        let first = first.and_then(|recorded| recorded.round.leader);
        let last = self.last_played(index);
        let stacks = earlier.last().and_then(|recorded| match &recorded.round.table {
            Some(Table::Stacks(table)) => Some(left_stacks(table, &recorded.round)),
            _ => None,
        });
        Before {
            round,
            leader: next_leader(self.rules(), seating, round, first, &last),
            led: match self.rules().lines().is_some_and(LeadDuty::looks_back) {
                true => earlier.iter().filter_map(|recorded| recorded.round.lead).collect(),
                false => Tiles::NONE,
            },
            stacks,
            free: false,
            scrutiny: Scrutiny::New,
            reckoning: self.created.reckoning,
        }
    }

    /// What the lead after the rounds before `index` (from 0) depends on.
    pub(super) fn last_played(&self, index: usize) -> Played {
        let last = self.rounds.iter().take(index).rfind(|recorded| recorded.voided.is_none());
        last.map(|recorded| played(&recorded.round)).unwrap_or_default()
    }

    /// The last report, if it is recorded turn by turn.
    pub(super) fn last_plays(&self) -> Option<&PlaysReport> {
        let last = self.last_counting().and_then(|last| self.rounds.get(last));
        last.and_then(|recorded| recorded.report.plays())
    }

    /// The round at `index` (from 0) as it follows from `report`.
    ///
    /// A report that was accepted once is never refused again: what no longer fits since earlier
    /// rounds were corrected is named beside it.
    fn recorded(&self, index: usize, report: Report, voided: Option<String>) -> Recorded {
        let seating = self.seating_of(index + 1, Some(&report));
        let mut before = self.before_in(index, seating);
        let (round, conflicts) = self.derived((index, seating), &mut before, &report);
        let round = round.unwrap_or_else(|| self.unscored());
        let missing = self.missing_in(index + 1, &report);
        let findings = Vec::new();
        let mut recorded = Recorded { report, round, voided, conflicts, findings, after_end: false, missing };
        recorded.look(self.rules(), seating, &before);
        recorded
    }

    /// What follows from `report` for the round at `index` (from 0) if these play in it, and what does not
    /// fit. Nothing follows only where nothing can be made of it.
    pub(super) fn derived(
        &self,
        (index, seating): (usize, Seating),
        before: &mut Before,
        report: &Report,
    ) -> (Option<Round>, Vec<Problem>) {
        before.scrutiny = Scrutiny::Recorded;
        match Round::of(self.rules(), seating, before, report) {
            Ok(round) => (Some(round), Vec::new()),
            Err(conflicts) => {
                before.free = true;
                let report = forgiven(report);
                // A seat may have been empty, as is known since; the table reported it all the same.
                let seatings = [seating, self.seating_told(index + 1, &report), self.seating];
                let mut rounds = seatings
                    .into_iter()
                    .filter_map(|seating| Round::of(self.rules(), seating, before, &report).ok());
                (rounds.next(), conflicts)
            }
        }
    }

    /// A round of which nothing can be made any more: it gives no points.
    fn unscored(&self) -> Round {
        let text = phrase!("what was reported no longer fits, so the round gives no points");
        let score = Score {
            pips: BTreeMap::new(),
            winners: Vec::new(),
            points: self.seating.by_side(&0),
            items: vec![Item::new(ItemKind::Points, text).amount(0)],
        };
        let outcome = Outcome { end: None, left: BTreeMap::new(), score };
        Round { outcome: Some(outcome), ..Round::default() }
    }

    /// Puts `report` in the place of the round at `index` and derives it anew, and of the later
    /// rounds those that start from something else than before.
    pub(super) fn replace(&mut self, index: usize, report: Report, voided: Option<String>) {
        let befores: Vec<Before> = (index + 1..self.rounds.len()).map(|later| self.before(later)).collect();
        let recorded = self.recorded(index, report, voided);
        if let Some(place) = self.rounds.get_mut(index) {
            *place = Arc::new(recorded);
        }
        for (later, before) in (index + 1..).zip(befores) {
            if self.before(later) != before {
                self.derive(later);
            }
        }
    }

    /// Derives the rounds from `index` (from 0) on anew from their reports.
    pub(super) fn derive_from(&mut self, index: usize) {
        for later in index..self.rounds.len() {
            self.derive(later);
        }
    }

    fn derive(&mut self, index: usize) {
        let Some(Recorded { report, voided, .. }) = self.rounds.get(index).map(|it| it.as_ref().clone())
        else {
            return;
        };
        let recorded = self.recorded(index, report, voided);
        if let Some(place) = self.rounds.get_mut(index) {
            *place = Arc::new(recorded);
        }
    }

    /// Computes how the match stands.
    pub(super) fn settle(&mut self) {
        self.price_penalties();
        let mut steps = Vec::new();
        self.push_awards(&mut steps, 0..=0);
        for (number, recorded) in (1..).zip(&self.rounds) {
            self.push_seats(&mut steps, number);
            match (&recorded.voided, &recorded.round.outcome) {
                (None, Some(outcome)) => {
                    let sides = recorded.missing.iter().map(|seat| self.seating.side(*seat));
                    steps.extend(sides.map(Step::Missing));
                    steps.push(Step::Round(number, &outcome.score));
                }
                (None, None) => steps.push(Step::Running),
                (Some(_), _) => {}
            }
            self.push_awards(&mut steps, number..=number);
        }
        self.push_seats(&mut steps, self.rounds.len() + 1);
        self.push_awards(&mut steps, self.rounds.len() + 1..=usize::MAX);
        let standing = Standing::of(&self.created.rules, self.starting(), steps, &self.ends);
        // A match that the table ended has no rounds after its end, unless too few were left to play.
        let end = match standing.declared {
            None => standing.finished_after,
            Some(_) => self.deserted_from().map(|round| round - 1),
        };
        self.standing = standing;
        for (number, recorded) in (1..).zip(&mut self.rounds) {
            let after_end = end.is_some_and(|end| number > end);
            if recorded.after_end != after_end {
                Arc::make_mut(recorded).after_end = after_end;
            }
        }
    }

    /// The bonuses of rounds, then their penalties.
    fn push_awards<'a>(&'a self, steps: &mut Vec<Step<'a>>, rounds: std::ops::RangeInclusive<usize>) {
        for recorded in &self.bonuses {
            if recorded.cancelled.is_none() && rounds.contains(&recorded.bonus.round) {
                let (side, change) = recorded.change(self);
                steps.push(Step::Bonus(recorded.number, side, change));
            }
        }
        for recorded in &self.penalties {
            if recorded.cancelled.is_none() && rounds.contains(&recorded.penalty.round) {
                let (side, change) = recorded.change;
                steps.push(Step::Penalty(recorded.number, side, change));
            }
        }
    }

    /// A penalty may depend on a hand that has been corrected since.
    fn price_penalties(&mut self) {
        let (rules, seating) = (&self.created.rules, self.seating);
        for recorded in &mut self.penalties {
            let penalty = &recorded.penalty;
            let round = penalty.round.checked_sub(1).and_then(|index| self.rounds.get(index));
            let outcome = round.and_then(|round| round.round.outcome.as_ref());
            let left = outcome.and_then(|outcome| outcome.left.get(&penalty.seat));
            recorded.change = penalty.change(rules, seating.side(penalty.seat), left);
        }
    }
}

/// The same report as the table let it stand.
fn forgiven(report: &Report) -> Report {
    let over = || Override { reason: "an earlier round was corrected".to_owned() };
    let mut report = report.clone();
    match &mut report {
        Report::Points(points) => points.over.get_or_insert_with(over),
        Report::Hands(hands) => hands.over.get_or_insert_with(over),
        Report::Plays(plays) => {
            for turn in &mut plays.turns {
                turn.over.get_or_insert_with(over);
            }
            plays.hands_override.get_or_insert_with(over);
            plays.over.get_or_insert_with(over)
        }
    };
    report
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
