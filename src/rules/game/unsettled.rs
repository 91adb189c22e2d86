//! Penalties and bonuses of rounds that are gone, and penalties by a hand that is not known.

use serde::Serialize;
use utoipa::ToSchema;

use super::{Game, RecordedBonus, RecordedPenalty};
use crate::rules::penalty::Penalty;

/// What the table has to decide about a penalty or a bonus that counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Unsettled {
    /// Its round was undone.
    RoundUndone,
    /// Its round is voided.
    RoundVoided,
    /// It goes by a hand that is not known.
    HandUnknown,
    /// The rules say something else of its code than when it was reported.
    AgreedOtherwise,
}

impl Game {
    /// What is to be decided about a penalty, if anything is.
    pub fn unsettled_penalty(&self, recorded: &RecordedPenalty) -> Option<Unsettled> {
        let penalty = &recorded.penalty;
        let by_hand = || (!self.is_priced(penalty)).then_some(Unsettled::HandUnknown);
        let otherwise = || (!penalty.is_as_agreed(self.rules())).then_some(Unsettled::AgreedOtherwise);
        let unsettled = self.without_round(penalty.round).or_else(by_hand).or_else(otherwise);
        unsettled.filter(|_| recorded.cancelled.is_none())
    }

    /// What is to be decided about a bonus, if anything is.
    pub fn unsettled_bonus(&self, recorded: &RecordedBonus) -> Option<Unsettled> {
        self.without_round(recorded.bonus.round).filter(|_| recorded.cancelled.is_none())
    }

    fn without_round(&self, round: usize) -> Option<Unsettled> {
        match self.round(round) {
            None => (round > 0).then_some(Unsettled::RoundUndone),
            Some(recorded) => recorded.voided.as_ref().map(|_| Unsettled::RoundVoided),
        }
    }

    /// Whether a penalty does not go by a hand, or the hand is known.
    pub(super) fn is_priced(&self, penalty: &Penalty) -> bool {
        let outcome = self.round(penalty.round).and_then(|recorded| recorded.round.outcome.as_ref());
        penalty.amount.hand_pips != Some(true)
            || outcome.is_some_and(|outcome| outcome.left.contains_key(&penalty.seat))
    }
}
