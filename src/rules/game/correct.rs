//! Corrections: what was reported is put right, and everything after it follows.

use super::event::impossible;
use super::limits::can_tell;
use super::{Amendment, Deletion, Event, Game, PenaltyCancellation, Recorded, RecordedPenalty, Voiding};
use crate::rules::penalty::{DeclaredEnd, EndKind, Penalty};
use crate::rules::refusal::Refusal;
use crate::rules::report::{Correction, Problem, Report};
use crate::rules::round::Round;
use crate::rules::seat::Side;

pub(super) fn refuse<T>(refusal: Refusal) -> Result<T, Problem> {
    Err(Problem::at("", refusal))
}

pub(super) fn reasoned(reason: &str) -> Result<(), Problem> {
    match reason.trim().chars().count() {
        1..=500 => Ok(()),
        _ => Err(Problem::at("/reason", Refusal::ReasonNeeded)),
    }
}

impl Game {
    pub(super) fn known_round(&self, number: usize) -> Result<&Recorded, Problem> {
        let no_round = Refusal::NoSuchRound { round: number, rounds: self.rounds.len() };
        self.round(number).ok_or_else(|| Problem::at("", no_round))
    }

    pub(super) fn undo_round(&self) -> Result<Event, Problem> {
        if self.rounds.is_empty() { refuse(Refusal::NothingToUndo) } else { Ok(Event::RoundUndone) }
    }

    pub(super) fn amend(&self, number: usize, mut report: Report) -> Result<Event, Vec<Problem>> {
        if report.take_number().is_some_and(|asked| asked != number) {
            let what = "this is the number of another round than the one that is amended";
            return Err(vec![Problem::at("/round", Refusal::WrongShape { what })]);
        }
        let recorded = self.known_round(number).map_err(|problem| vec![problem])?;
        if recorded.voided.is_some() {
            return refuse(Refusal::RoundVoided { round: number }).map_err(|problem| vec![problem]);
        }
        let seating = self.seating_of(number, Some(&report));
        let round = Round::of(self.rules(), seating, &self.before_in(number - 1, seating), &report)?;
        if round.outcome.is_none() && number < self.rounds.len() {
            let why = "a round that is followed by others is reported with its end".to_owned();
            return refuse(Refusal::RoundNotOver { why }).map_err(|problem| vec![problem]);
        }
        let report = super::command::resolved(report, &round);
        Ok(Event::RoundAmended(Amendment { round: number, report }))
    }

    pub(super) fn correct_part(&self, number: usize, correction: Correction) -> Result<Event, Vec<Problem>> {
        let recorded = self.known_round(number).map_err(|problem| vec![problem])?;
        let says_why = correction.over.is_some();
        let mut report = recorded.report.clone().corrected(correction).map_err(|problem| vec![problem])?;
        if !says_why && self.breaks_more(number, recorded, &report) {
            *report.override_at_end() = None;
        }
        let named = |problem: Problem| match problem.pointer.strip_prefix("/hands_override") {
            Some(member) => Problem::at(format!("/override{member}"), problem.refusal),
            None => problem,
        };
        self.amend(number, report).map_err(|problems| problems.into_iter().map(named).collect())
    }

    /// Whether `report` breaks something at its end that the round as it is recorded does not.
    fn breaks_more(&self, number: usize, recorded: &Recorded, report: &Report) -> bool {
        let seating = self.seating_of(number, Some(report));
        let round = Round::of(self.rules(), seating, &self.before_in(number - 1, seating), report);
        let broken = |round: &Round| [round.broken.clone(), round.broken_at_end.clone()].concat();
        let before = broken(&recorded.round);
        round.is_ok_and(|round| broken(&round).iter().any(|it| !before.contains(it)))
    }

    pub(super) fn void(&self, number: usize, reason: String) -> Result<Event, Problem> {
        reasoned(&reason)?;
        match self.known_round(number)?.voided {
            Some(_) => refuse(Refusal::RoundVoided { round: number }),
            None => Ok(Event::RoundVoided(Voiding { round: number, reason })),
        }
    }

    pub(super) fn restore(&self, number: usize) -> Result<Event, Problem> {
        let recorded = self.known_round(number)?;
        if recorded.voided.is_none() {
            return refuse(Refusal::NotVoided { round: number });
        }
        if let Some(how) = self.standing().how().filter(|_| self.is_result_only()) {
            return refuse(Refusal::GameFinished { how });
        }
        if let Some((running, _)) = self.running().filter(|(running, _)| *running < number) {
            return refuse(Refusal::RoundRunning { round: running });
        }
        if recorded.round.outcome.is_none() && number < self.rounds.len() {
            let why = "it was voided before its end and others follow it".to_owned();
            return refuse(Refusal::RoundNotOver { why });
        }
        Ok(Event::RoundRestored(number))
    }

    pub(super) fn add_penalty(&self, penalty: Penalty) -> Result<Event, Problem> {
        if !self.seating().has(penalty.seat) {
            return Err(Problem::at("/seat", Refusal::no_seat(self.seating(), penalty.seat)));
        }
        if let Some(side) = penalty.awarded_to {
            self.known_side("/awarded_to", side)?;
        }
        if penalty.round > self.rounds.len() {
            let refusal = Refusal::NoSuchRound { round: penalty.round, rounds: self.rounds.len() };
            return Err(Problem::at("/round", refusal));
        }
        let penalty = penalty.agreed(self.rules(), self.seating())?;
        if !penalty.amount.is_possible(self.rules()) {
            return Err(Problem::at("/amount", Refusal::BadAmount));
        }
        reasoned(&penalty.reason)?;
        if !self.is_priced(&penalty) {
            let Penalty { seat, round, .. } = penalty;
            return Err(Problem::at("/amount", Refusal::HandUnknown { seat, round }));
        }
        Ok(Event::PenaltyAdded(penalty))
    }

    pub(super) fn cancel_penalty(&self, number: u32, reason: String) -> Result<Event, Problem> {
        reasoned(&reason)?;
        let penalties = self.penalties.len();
        match self.penalties.iter().find(|recorded| recorded.number == number) {
            None => refuse(Refusal::NoSuchPenalty { penalty: number, penalties }),
            Some(recorded) if recorded.cancelled.is_some() => {
                refuse(Refusal::PenaltyCancelled { penalty: number })
            }
            Some(_) => Ok(Event::PenaltyCancelled(PenaltyCancellation { penalty: number, reason })),
        }
    }

    pub(super) fn end_match(&self, declared: DeclaredEnd) -> Result<Event, Vec<Problem>> {
        self.may_end(&declared).map_err(|problem| vec![problem])?;
        let missing: Vec<Problem> = self.missing_totals(&declared).collect();
        if missing.is_empty() { Ok(Event::MatchEnded(declared)) } else { Err(missing) }
    }

    /// Whether the match can be ended so now.
    fn may_end(&self, declared: &DeclaredEnd) -> Result<(), Problem> {
        if let Some(how) = self.standing().how().filter(|_| !self.gives_up_too(declared)) {
            return refuse(Refusal::GameFinished { how });
        }
        if declared.kind == EndKind::ResultOnly && self.last_counting().is_some() {
            return refuse(Refusal::RoundsRecorded);
        }
        // The last hand is played to its end; who gives up or breaks off does so in the middle of it.
        let waits = declared.kind == EndKind::TimeLimit;
        if let Some((round, _)) = self.running().filter(|_| waits) {
            return refuse(Refusal::RoundRunning { round });
        }
        self.validate_end(declared)
    }

    /// Where the table declares totals, those that are missing: of a side that has none yet, and of every
    /// side where nothing but the result was noted.
    fn missing_totals(&self, declared: &DeclaredEnd) -> impl Iterator<Item = Problem> {
        let is_named = |side: &Side| match &declared.scores {
            Some(scores) => scores.contains_key(side),
            None => true,
        };
        let keeps = |side: &Side| declared.kind != EndKind::ResultOnly && self.standing().has_reached(*side);
        let sides = self.standing().totals.keys().filter(move |side| !is_named(side) && !keeps(side));
        sides.map(|side| Problem::at(format!("/scores/{side}"), Refusal::PointsMissing { side: *side }))
    }

    /// Whether what the table says about the end can be so.
    pub(super) fn validate_end(&self, declared: &DeclaredEnd) -> Result<(), Problem> {
        reasoned(&declared.reason)?;
        match (declared.kind, declared.by) {
            (EndKind::Forfeit, Some(side)) => self.known_side("/by", side)?,
            (EndKind::Forfeit, None) | (_, Some(_)) => return Err(Problem::at("/by", Refusal::ForfeitBy)),
            (EndKind::ResultOnly, None) => self.validate_result(declared)?,
            (_, None) if declared.winners.is_some() => {
                let what = "only the result of a match that was noted alone says who won";
                return Err(Problem::at("/winners", Refusal::WrongShape { what }));
            }
            (_, None) => {}
        }
        for (side, points) in declared.scores.iter().flatten() {
            self.known_side(&format!("/scores/{side}"), *side)?;
            can_tell(&format!("/scores/{side}"), *side, *points)?;
        }
        Ok(())
    }

    /// Whether the totals are noted, or else who won.
    fn validate_result(&self, declared: &DeclaredEnd) -> Result<(), Problem> {
        let Some(winners) = &declared.winners else {
            return match declared.scores {
                Some(_) => Ok(()),
                None => Err(Problem::at("/scores", Refusal::ResultMissing)),
            };
        };
        let wrong = |what| Err(Problem::at("/winners", Refusal::WrongShape { what }));
        if declared.scores.is_some() {
            return wrong("beside the totals, which say who won, nothing else does");
        }
        for (index, side) in winners.iter().enumerate() {
            self.known_side(&format!("/winners/{index}"), *side)?;
            if winners.iter().take(index).any(|earlier| earlier == side) {
                return wrong("each winner is named once");
            }
        }
        if winners.is_empty() { wrong("at least one side won") } else { Ok(()) }
    }

    /// Whether nothing but the result was noted, so that no round can count beside it.
    fn is_result_only(&self) -> bool {
        self.ends.iter().any(|end| end.kind == EndKind::ResultOnly)
    }

    /// Whether a side gives up together with those by whom the match ended.
    fn gives_up_too(&self, declared: &DeclaredEnd) -> bool {
        let next = self.rounds.len() + 1;
        let is_gone = |side: Side| {
            let has_left = side.seats().any(|seat| !self.present(next).has(seat));
            has_left || self.ends.iter().any(|end| end.by == Some(side))
        };
        declared.kind == EndKind::Forfeit
            && self.forfeited_from() == Some(next)
            && declared.by.is_some_and(|side| !is_gone(side))
    }

    pub(super) fn reopen(&self) -> Result<Event, Problem> {
        if self.ends.is_empty() { refuse(Refusal::NotDeclared) } else { Ok(Event::MatchReopened) }
    }

    pub(super) fn delete(&self, reason: String) -> Result<Event, Problem> {
        reasoned(&reason)?;
        Ok(Event::GameDeleted(Deletion { reason }))
    }

    pub(super) fn restore_game(&self) -> Result<Event, Problem> {
        if self.deleted.is_none() { refuse(Refusal::NotDeleted) } else { Ok(Event::GameRestored) }
    }

    /// Takes a correction into the record.
    pub(super) fn correct(&mut self, event: &Event) -> Result<(), Problem> {
        match event {
            Event::RoundUndone => {
                self.rounds.pop().ok_or_else(impossible)?;
                let rounds = self.rounds.len();
                self.chairs_mut().iter_mut().for_each(|chair| chair.forget_after(rounds));
            }
            Event::RoundAmended(Amendment { round, report }) => {
                self.known_round(*round)?;
                self.replace(*round - 1, report.clone(), None);
            }
            Event::RoundVoided(Voiding { round, reason }) => {
                let report = self.known_round(*round)?.report.clone();
                self.replace(*round - 1, report, Some(reason.clone()));
            }
            Event::RoundRestored(round) => {
                let report = self.known_round(*round)?.report.clone();
                self.replace(*round - 1, report, None);
            }
            Event::PenaltyAdded(penalty) => {
                let Ok(number) = u32::try_from(self.penalties.len() + 1) else { return Err(impossible()) };
                self.penalties.push(RecordedPenalty { number, penalty: penalty.clone(), cancelled: None });
            }
            Event::PenaltyCancelled(PenaltyCancellation { penalty, reason }) => {
                let found = self.penalties.iter_mut().find(|recorded| recorded.number == *penalty);
                found.ok_or_else(impossible)?.cancelled = Some(reason.clone());
            }
            Event::BonusAdded(bonus) => self.take_bonus(bonus)?,
            Event::BonusCancelled(cancellation) => self.drop_bonus(cancellation)?,
            Event::MatchEnded(declared) => self.ends.push(declared.clone()),
            Event::MatchReopened => self.ends.clear(),
            Event::AboutChanged(about) => self.about = about.clone(),
            Event::RulesAmended(amendment) => self.take_rules(&amendment.rules),
            Event::GameDeleted(deletion) => self.deleted = Some(deletion.reason.clone()),
            Event::GameRestored => self.deleted = None,
            Event::SeatsChanged(_) | Event::PlayersCorrected(_) | Event::SeatRemoved(_) => {
                self.seat(event)?
            }
            Event::Created(_)
            | Event::RoundStarted(_)
            | Event::RoundRecorded(_)
            | Event::TurnTaken(_)
            | Event::TurnUndone
            | Event::HandsShown(_) => return Err(impossible()),
        }
        Ok(())
    }
}
