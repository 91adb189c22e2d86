//! Rules that were wrong from the start: the record is judged by others.

use std::sync::Arc;

use super::correct::reasoned;
use super::event::impossible;
use super::{Event, Game, Recorded, RulesAmendment};
use crate::rules::phrase::Phrase;
use crate::rules::refusal::Refusal;
use crate::rules::report::Problem;
use crate::rules::round::Round;
use crate::rules::ruleset::{Overrides, Ruleset};

fn refuse_rules(refusal: Refusal) -> Result<(), Problem> {
    Err(Problem::at("/rules", refusal))
}

impl Game {
    pub(super) fn amend_rules(&self, overrides: &Overrides, reason: String) -> Result<Event, Vec<Problem>> {
        let one = |problem| vec![problem];
        reasoned(&reason).map_err(one)?;
        let amended = self.rules().amended(overrides);
        let rules = amended.map_err(|wrong| wrong.into_iter().map(Problem::from).collect::<Vec<_>>())?;
        let is_other = rules != *self.rules();
        let checked = if is_other { self.may_have(&rules) } else { refuse_rules(Refusal::RulesUnchanged) };
        checked.and_then(|()| self.fits(&rules)).map_err(one)?;
        Ok(Event::RulesAmended(RulesAmendment { rules, reason }))
    }

    /// Whether those who sit at the table can play by `rules`, which are those of the same variant.
    pub(super) fn may_have(&self, rules: &Ruleset) -> Result<(), Problem> {
        if rules.variant() != self.rules().variant() {
            return Err(impossible());
        }
        let partners = self.seating.is_partners();
        if partners && !rules.players().partners {
            return refuse_rules(Refusal::SeatedAsPartners);
        }
        let seated = |rules: &Ruleset, players: usize| rules.seating(players, partners);
        let at_table = |round| if partners { self.seating.chairs() } else { self.present(round).len() };
        // Where so many could not play before, because somebody left, they need not now.
        let numbers =
            (1..=self.rounds.len() + 1).map(at_table).filter(|it| seated(self.rules(), *it).is_ok());
        let refusal = numbers.filter_map(|players| seated(rules, players).err()).next();
        refusal.map_or(Ok(()), refuse_rules)
    }

    /// Whether all that was reported is possible by `rules`. What did not fit before is no reason.
    fn fits(&self, rules: &Ruleset) -> Result<(), Problem> {
        let misfit = |what, why| refuse_rules(Refusal::RulesMisfit { what, why });
        let mut amended = self.clone();
        amended.take_rules(rules);
        for (index, recorded) in self.rounds.iter().enumerate() {
            let (before, after) = (self.doubts(index, recorded), amended.doubts(index, recorded));
            match after {
                Some(why) if before.as_ref() != Some(&why) => {
                    return misfit(format!("round {}", index + 1), why);
                }
                _ => {}
            }
        }
        for recorded in self.penalties.iter().filter(|it| it.cancelled.is_none()) {
            let amount = &recorded.penalty.amount;
            if amount.is_possible(self.rules()) && !amount.is_possible(rules) {
                return misfit(format!("penalty {}", recorded.number), Refusal::BadAmount.phrase());
            }
        }
        Ok(())
    }

    /// Why the round at `index` could not be reported now as it was, if it counts.
    fn doubts(&self, index: usize, recorded: &Recorded) -> Option<Phrase> {
        let Recorded { report, voided: None, .. } = recorded else { return None };
        let seating = self.seating_of(index + 1, Some(report));
        match Round::of(self.rules(), seating, &self.before_in(index, seating), report) {
            Err(problems) => problems.first().map(|problem| problem.refusal.phrase()),
            Ok(round) if round.outcome.is_none() && index + 1 < self.rounds.len() => {
                let why = "its plays do not come to an end".to_owned();
                Some(Refusal::RoundNotOver { why }.phrase())
            }
            Ok(_) => None,
        }
    }

    /// Judges the whole record by other rules.
    pub(super) fn take_rules(&mut self, rules: &Ruleset) {
        Arc::make_mut(&mut self.created).rules = rules.clone();
        self.derive_from(0);
    }
}
