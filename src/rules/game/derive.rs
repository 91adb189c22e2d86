//! What follows from a record: rounds in their order, and how the match stands.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Game, Recorded, Settled};
use crate::rules::phrase::phrase;
use crate::rules::report::{PlaysReport, Problem, Report};
use crate::rules::round::{Before, Outcome, Round};
use crate::rules::scoring::{Item, ItemKind, Score};
use crate::rules::scrutiny::Scrutiny;
use crate::rules::seat::Seating;
use crate::rules::standing::{Standing, Step};
use crate::rules::turn::Override;

impl Game {
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
        let course = self.course(index);
        let mut recorded = Recorded { report, round, voided, conflicts, findings, missing, course };
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
        self.put(index, report, voided);
        self.follow(index);
    }

    /// Brings those after the round at `index` (from 0) up to date which start from something else now.
    pub(super) fn follow(&mut self, index: usize) {
        for later in index + 1..self.rounds.len() {
            let course = self.course(later);
            let Some(recorded) = self.rounds.get(later).filter(|it| it.course != course) else { return };
            let seating = self.seating_in(later + 1);
            let was = self.before_of(recorded.course.clone(), seating);
            if self.before_of(course.clone(), seating) != was {
                self.derive(later);
            } else if let Some(recorded) = self.rounds.get_mut(later) {
                Arc::make_mut(recorded).course = course;
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
        self.put(index, report, voided);
    }

    fn put(&mut self, index: usize, report: Report, voided: Option<String>) {
        self.work += 1 + report.turns().len();
        let recorded = self.recorded(index, report, voided);
        if let Some(place) = self.rounds.get_mut(index) {
            *place = Arc::new(recorded);
        }
    }

    /// Works out how the match stands.
    pub(super) fn settle(&self) -> Settled {
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
        let last = match standing.declared {
            None => standing.finished_after,
            Some(_) => self.deserted_from().map(|round| round - 1),
        };
        let counts = |(number, recorded): &(usize, &Arc<Recorded>)| {
            recorded.voided.is_none()
                && recorded.round.outcome.is_some()
                && last.is_none_or(|last| *number <= last)
        };
        let played = (1..).zip(&self.rounds).filter(counts).count();
        Settled { standing, last, played }
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
                let (side, change) = recorded.change(self);
                steps.push(Step::Penalty(recorded.number, side, change));
            }
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
