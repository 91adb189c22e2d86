//! Whether the record can hold what a log says that was kept elsewhere, or by older rules.

use super::correct::reasoned;
use super::event::impossible;
use super::{Event, Game};
use crate::rules::penalty::Penalty;
use crate::rules::refusal::Refusal;
use crate::rules::report::{Problem, Report};
use crate::rules::seat::Side;

impl Game {
    /// Whether the record can hold `event`: what it names is there, and something can be made of what it
    /// says.
    ///
    /// The rules that a new report is held to are not asked. They grow stricter, and what was recorded
    /// stays recorded: where a round no longer fits, that is named beside it, as after a correction.
    ///
    /// Errors: why no table can have reported it.
    pub fn validate(&self, event: &Event) -> Result<(), Vec<Problem>> {
        let one = |problem| vec![problem];
        self.room_for_change().map_err(one)?;
        match event {
            Event::Created(_) => Err(vec![impossible()]),
            Event::RoundStarted(plays) => self.validate_new_round(Report::Plays(plays.clone())),
            Event::RoundRecorded(report) => self.validate_new_round(report.clone()),
            Event::RoundAmended(amended) => {
                self.known_round(amended.round).map_err(one)?;
                self.validate_round(amended.round - 1, amended.report.clone())
            }
            Event::HandsShown(shown) => match (self.last_counting(), self.last_plays()) {
                (Some(last), Some(plays)) => self.validate_round(last, Report::Plays(shown.at_end_of(plays))),
                // There is nothing that they end: the record says so.
                _ => Ok(()),
            },
            Event::TurnTaken(_) => self.room_for_recorded_turn().map_err(one),
            Event::RoundVoided(voiding) => reasoned(&voiding.reason).map_err(one),
            Event::GameDeleted(deletion) => reasoned(&deletion.reason).map_err(one),
            Event::PenaltyAdded(penalty) => self.validate_penalty(penalty).map_err(one),
            Event::PenaltyCancelled(cancelled) => reasoned(&cancelled.reason).map_err(one),
            Event::BonusAdded(bonus) => self.add_bonus(bonus.clone()).map(|_| ()).map_err(one),
            Event::BonusCancelled(cancelled) => reasoned(&cancelled.reason).map_err(one),
            Event::MatchEnded(declared) => self.validate_end(declared).map_err(one),
            Event::RulesAmended(amendment) => {
                reasoned(&amendment.reason).and_then(|()| self.may_have(&amendment.rules)).map_err(one)
            }
            Event::SeatsChanged(change) => {
                self.may_change_seats(&change.news, change.from_round).map_err(one)
            }
            Event::PlayersCorrected(players) => {
                self.correct_players(players.clone()).map(|_| ()).map_err(one)
            }
            Event::SeatRemoved(seat) => self.remove_seat(*seat).map(|_| ()).map_err(one),
            // Whether what these are about is there, the record says itself.
            Event::TurnUndone
            | Event::RoundUndone
            | Event::RoundRestored(_)
            | Event::MatchReopened
            | Event::GameRestored
            | Event::AboutChanged(_) => Ok(()),
        }
    }

    fn validate_new_round(&self, report: Report) -> Result<(), Vec<Problem>> {
        self.room_for_round().map_err(|problem| vec![problem])?;
        self.validate_round(self.rounds.len(), report)
    }

    fn validate_round(&self, index: usize, report: Report) -> Result<(), Vec<Problem>> {
        Game::room_for_recorded_turns(&report).map_err(|problem| vec![problem])?;
        let seating = self.seating_of(index + 1, Some(&report));
        match self.derived((index, seating), &mut self.before_in(index, seating), &report) {
            (None, problems) => Err(problems),
            (Some(_), _) => Ok(()),
        }
    }

    fn validate_penalty(&self, penalty: &Penalty) -> Result<(), Problem> {
        if !self.seating.has(penalty.seat) {
            return Err(Problem::at("/seat", Refusal::no_seat(self.seating, penalty.seat)));
        }
        if let Some(side) = penalty.awarded_to {
            self.known_side("/awarded_to", side)?;
        }
        if !penalty.amount.is_possible(self.rules()) {
            return Err(Problem::at("/amount", Refusal::BadAmount));
        }
        reasoned(&penalty.reason)
    }

    /// Whether a side is one of this game.
    pub(super) fn known_side(&self, pointer: &str, side: Side) -> Result<(), Problem> {
        if self.seating.sides().any(|own| own == side) {
            return Ok(());
        }
        let sides = self.seating.sides().collect();
        Err(Problem::at(pointer, Refusal::NoSuchSide { side, sides }))
    }
}
