//! What decides a match as its rounds, penalties and bonuses go by.

use super::Step;
use crate::rules::ruleset::{MatchType, Ruleset, TargetCheck};

/// What may have decided a match, as its steps go by.
#[derive(Default)]
pub(super) struct Decided {
    /// The last round did.
    by_round: bool,
    /// A penalty or a bonus did that may.
    by_award: bool,
    /// A round is being played.
    running: bool,
}

impl Decided {
    pub(super) fn after(&mut self, step: Step<'_>, rules: &Ruleset, was_settled: bool, is_settled: bool) {
        let matching = rules.matching();
        let may_end = match step {
            Step::Round(..) => {
                (self.by_round, self.running) = (is_settled, false);
                false
            }
            Step::Running => {
                self.running = true;
                false
            }
            Step::Penalty(..) => matching.penalty_ends,
            Step::Bonus(..) => matching.bonus_ends,
            Step::Joined(..) | Step::Missing(_) | Step::Left(_) | Step::Returned(_) | Step::Deserted => false,
        };
        let by_target = matching.r#type == MatchType::Target;
        if !by_target && !self.running && matches!(step, Step::Penalty(..) | Step::Bonus(..)) {
            // When its rounds are played, a match of rounds only waits for the totals to differ.
            self.by_round = is_settled;
        }
        self.by_award = is_settled && (self.by_award || (may_end && by_target && !was_settled));
    }

    pub(super) fn ends(&self, rules: &Ruleset) -> bool {
        let waits = self.running && rules.matching().target_check == TargetCheck::RoundEnd;
        !waits && (self.by_round || self.by_award)
    }
}
