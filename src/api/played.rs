//! How the refusals of the rules are told: the code and the sentence of the first, the places of
//! all, and what would have been right.

use super::problem::{FieldError, Problem};
use super::view::RoundView;
use crate::rules::{Game, Names, Problem as RulesProblem, Refusal, RuleProblem};
use crate::service::games::version;

/// A refusal of something that was reported, whose body begins at `prefix`.
pub fn refusal(problems: &[RulesProblem], prefix: &str, names: &Names) -> Problem {
    let Some(first) = problems.first() else { return Problem::internal("a refusal without a reason") };
    problems.iter().fold(problem(&first.refusal, names), |problem, each| {
        let pointer = format!("{prefix}{}", each.pointer);
        problem.error(FieldError::at(pointer, each.refusal.describe(names)).code(each.refusal.code()))
    })
}

/// A refusal that no part of the request is to blame for.
pub fn problem(refusal: &Refusal, names: &Names) -> Problem {
    Problem::new(&refusal.row().into(), refusal.to_sentence(names))
}

/// The same in a game: with the open places and whose turn it is.
pub fn refused(problems: &[RulesProblem], prefix: &str, game: &Game, names: &Names) -> Problem {
    let problem = refusal(problems, prefix, names);
    if let Some(RulesProblem { refusal: Refusal::OtherRound { asked, .. }, .. }) = problems.first() {
        let there = game.round(*asked).map(|recorded| RoundView::whole((game, *asked), recorded, names));
        let problem = problem.version(version(game));
        return there.into_iter().fold(problem, Problem::round);
    }
    let help = problems.first().and_then(|first| game.help(&first.refusal));
    help.into_iter().fold(problem, Problem::help)
}

/// Rules that cannot be played, with all that is wrong.
pub fn bad_rules(problems: Vec<RuleProblem>) -> Problem {
    let problems: Vec<RulesProblem> = problems.into_iter().map(Into::into).collect();
    refusal(&problems, "", &Names::LETTERS)
}
