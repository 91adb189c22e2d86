//! Bonuses of a game.

use super::correct::{reasoned, refuse};
use super::event::impossible;
use super::{BonusCancellation, Event, Game};
use crate::rules::bonus::Bonus;
use crate::rules::penalty::Penalty;
use crate::rules::refusal::Refusal;
use crate::rules::report::Problem;
use crate::rules::seat::{Seat, Side};

/// A bonus of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedBonus {
    /// Its number, from 1.
    pub number: u32,
    /// What the table reported.
    pub bonus: Bonus,
    /// Why it does not count, if it is cancelled.
    pub cancelled: Option<String>,
}

impl RecordedBonus {
    /// Whose total it changes, and by how much.
    pub fn change(&self, game: &Game) -> (Side, i32) {
        (self.bonus.side, self.bonus.change(game.rules()))
    }
}

impl Game {
    /// Whether a penalty or a bonus of round `from` or a later one is about `seat` or its side.
    pub(super) fn is_awarded(&self, seat: Seat, own: Side, from: usize) -> bool {
        let is_own = |penalty: &Penalty| penalty.seat == seat || penalty.awarded_to == Some(own);
        self.penalties.iter().any(|it| it.penalty.round >= from && is_own(&it.penalty))
            || self.bonuses.iter().any(|it| it.bonus.round >= from && it.bonus.side == own)
    }

    pub(super) fn add_bonus(&self, bonus: Bonus) -> Result<Event, Problem> {
        reasoned(&bonus.reason)?;
        self.known_side("/side", bonus.side)?;
        let rounds = self.rounds().len();
        if bonus.round > rounds {
            return Err(Problem::at("/round", Refusal::NoSuchRound { round: bonus.round, rounds }));
        }
        if !(1..=Bonus::MOST).contains(&bonus.points) {
            let refusal = Refusal::BonusOutOfRange { points: bonus.points, most: Bonus::MOST };
            return Err(Problem::at("/points", refusal));
        }
        Ok(Event::BonusAdded(bonus))
    }

    pub(super) fn cancel_bonus(&self, number: u32, reason: String) -> Result<Event, Problem> {
        reasoned(&reason)?;
        let bonuses = self.bonuses().len();
        match self.bonuses().iter().find(|recorded| recorded.number == number) {
            None => refuse(Refusal::NoSuchBonus { bonus: number, bonuses }),
            Some(recorded) if recorded.cancelled.is_some() => {
                refuse(Refusal::BonusCancelled { bonus: number })
            }
            Some(_) => Ok(Event::BonusCancelled(BonusCancellation { bonus: number, reason })),
        }
    }

    pub(super) fn take_bonus(&mut self, bonus: &Bonus) -> Result<(), Problem> {
        let Ok(number) = u32::try_from(self.bonuses.len() + 1) else { return Err(impossible()) };
        self.bonuses.push(RecordedBonus { number, bonus: bonus.clone(), cancelled: None });
        Ok(())
    }

    pub(super) fn drop_bonus(&mut self, cancellation: &BonusCancellation) -> Result<(), Problem> {
        let found = self.bonuses.iter_mut().find(|recorded| recorded.number == cancellation.bonus);
        found.ok_or_else(impossible)?.cancelled = Some(cancellation.reason.clone());
        Ok(())
    }
}
