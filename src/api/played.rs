//! How the refusals of the rules are told: the code and the sentence of the first, the places of
//! all, and what would have been right.

use super::problem::{FieldError, Problem};
use super::view::RoundView;
use crate::rules::{
    Game, Layout, Names, Place, Problem as RulesProblem, Refusal, RuleProblem, Shows, StackRound, Table,
    Tile, cover, misread,
};

/// A refusal of something that was reported, whose body begins at `prefix`.
#[must_use]
pub fn refusal(problems: &[RulesProblem], prefix: &str, names: &Names) -> Problem {
    let Some(first) = problems.first() else { return Problem::internal("a refusal without a reason") };
    problems.iter().fold(problem(&first.refusal, names), |problem, each| {
        let pointer = format!("{prefix}{}", each.pointer);
        problem.error(FieldError::at(pointer, each.refusal.describe(names)).code(each.refusal.code()))
    })
}

/// A refusal that no part of the request is to blame for.
#[must_use]
pub fn problem(refusal: &Refusal, names: &Names) -> Problem {
    Problem::new(&refusal.row().into(), refusal.to_sentence(names))
}

/// The same in a game: with the open places and whose turn it is.
#[must_use]
pub fn refused(problems: &[RulesProblem], prefix: &str, game: &Game, names: &Names) -> Problem {
    let problem = refusal(problems, prefix, names);
    if let Some(RulesProblem { refusal: Refusal::OtherRound { asked, .. }, .. }) = problems.first() {
        let there = game.round(*asked).map(|recorded| RoundView::whole(*asked, recorded, names));
        let problem = problem.version(i64::try_from(game.version()).unwrap_or(i64::MAX));
        return there.into_iter().fold(problem, Problem::round);
    }
    let shows = problems.first().map_or(Shows::Nothing, |first| first.refusal.shows());
    match game.running().and_then(|(_, recorded)| recorded.round.table.as_ref()) {
        _ if shows == Shows::Nothing => problem,
        Some(Table::Lines(table)) => {
            let (outlets, suggestions) = places(table.layout(), shows);
            problem.help(table.turn(), outlets, suggestions)
        }
        Some(Table::Stacks(table)) => problem.help(table.turn(), stacks(game, table, shows), Vec::new()),
        None => problem,
    }
}

/// The open places, and the tiles that may have been meant.
fn places(layout: &Layout, shows: Shows) -> (Vec<Place>, Vec<Tile>) {
    match shows {
        Shows::Nothing => (Vec::new(), Vec::new()),
        Shows::Open => (layout.open_places(), Vec::new()),
        Shows::Misread(tile) => (layout.open_places(), misread(layout, tile)),
        Shows::Fitting(tile) => {
            let fitting = layout.fitting(tile);
            let places = fitting.map(|outlet| Place { at: layout.at(outlet), value: layout.value(outlet) });
            (places.collect(), Vec::new())
        }
    }
}

/// The stacks that the tile may cover, each with the dots on top.
fn stacks(game: &Game, table: &StackRound, shows: Shows) -> Vec<Place> {
    let (Shows::Fitting(tile), Some(rules)) = (shows, game.rules().stacks()) else { return Vec::new() };
    let tops = table.tops().into_iter().filter(|top| cover(rules, tile, top.tile).is_ok());
    tops.map(|top| Place { at: top.at, value: u8::try_from(top.tile.pips()).unwrap_or(u8::MAX) }).collect()
}

/// Rules that cannot be played, with all that is wrong.
#[must_use]
pub fn bad_rules(problems: Vec<RuleProblem>) -> Problem {
    let problems: Vec<RulesProblem> = problems.into_iter().map(Into::into).collect();
    refusal(&problems, "", &Names::LETTERS)
}
