//! Rules as a table changes them.

use super::{Overrides, RuleProblem, Ruleset, check, effect};

impl Ruleset {
    /// All that is wrong with these rules.
    pub(in crate::rules) fn problems(&self) -> Vec<RuleProblem> {
        check::problems(self)
    }

    /// These rules with `overrides` laid over them.
    pub(in crate::rules) fn with(&self, overrides: &Overrides) -> Result<Ruleset, Vec<RuleProblem>> {
        let mut rules = self.clone();
        let mut problems = overrides.problems().to_vec();
        overrides.apply(&mut rules, &mut problems);
        overrides.seat_as_many_as_fit(&mut rules);
        problems.extend(check::problems(&rules));
        let is_known = |path: &str, problems: &[RuleProblem]| problems.iter().any(|known| known.path == path);
        for problem in effect::problems(&rules, self) {
            if !is_known(&problem.path, &problems) {
                problems.push(problem);
            }
        }
        if problems.is_empty() { Ok(rules) } else { Err(problems) }
    }
}
