//! How the refusals of the rules are told: the code and the sentence of the first, the places of
//! all, and what would have been right.

use super::codes::rules::INVALID_RULES;
use super::problem::{FieldError, Problem};
use crate::rules::{
    Game, Layout, Place, Problem as RulesProblem, Refusal, RuleProblem, StackRound, Table, Tile, cover,
    misread,
};

/// A refusal of something that was reported, whose body begins at `prefix`.
#[must_use]
pub fn refusal(problems: &[RulesProblem], prefix: &str) -> Problem {
    let Some(first) = problems.first() else { return Problem::internal("a refusal without a reason") };
    let problem = Problem::named(first.refusal.code(), sentence(&first.refusal));
    problems.iter().fold(problem, |problem, each| {
        let pointer = format!("{prefix}{}", each.pointer);
        problem.error(FieldError::at(pointer, &each.refusal).code(each.refusal.code()))
    })
}

/// The same in a game: with the open places and whose turn it is.
#[must_use]
pub fn refused(problems: &[RulesProblem], prefix: &str, game: &Game) -> Problem {
    let problem = refusal(problems, prefix);
    let Some(first) = problems.first() else { return problem };
    match game.running().and_then(|(_, recorded)| recorded.round.table.as_ref()) {
        Some(Table::Lines(table)) if is_about_the_table(&first.refusal) => {
            let (outlets, suggestions) = places(table.layout(), &first.refusal);
            problem.help(table.turn(), outlets, suggestions)
        }
        Some(Table::Stacks(table)) if is_about_the_table(&first.refusal) => {
            problem.help(table.turn(), stacks(game, table, &first.refusal), Vec::new())
        }
        _ => problem,
    }
}

/// The stacks that the tile may cover, each with the dots on top.
fn stacks(game: &Game, table: &StackRound, refusal: &Refusal) -> Vec<Place> {
    let tile = match refusal {
        Refusal::NoCover { tile, .. }
        | Refusal::AmbiguousOutlet { tile, .. }
        | Refusal::NoMatch { tile, .. } => *tile,
        _ => return Vec::new(),
    };
    let Some(rules) = game.rules().stacks() else { return Vec::new() };
    let tops = table.tops().into_iter().filter(|top| cover(rules, tile, top.tile).is_ok());
    tops.map(|top| Place { at: top.at, value: u8::try_from(top.tile.pips()).unwrap_or(u8::MAX) }).collect()
}

/// Whether it helps to know what is open and who is on turn.
fn is_about_the_table(refusal: &Refusal) -> bool {
    matches!(
        refusal,
        Refusal::NotInSet { .. }
            | Refusal::TileUsed { .. }
            | Refusal::HeldByOther { .. }
            | Refusal::NotOpen { .. }
            | Refusal::Obligation { .. }
            | Refusal::NoMatch { .. }
            | Refusal::NoCover { .. }
            | Refusal::AmbiguousOutlet { .. }
            | Refusal::OutOfTurn { .. }
            | Refusal::MustPlay { .. }
            | Refusal::MustDraw { .. }
            | Refusal::NoDrawing
            | Refusal::DrewTooMany { .. }
            | Refusal::DrewAndPlayed
            | Refusal::NotInHand { .. }
            | Refusal::PassOnLead { .. }
            | Refusal::WrongLeader { .. }
    )
}

/// The open places, and the tiles that may have been meant.
fn places(layout: &Layout, refusal: &Refusal) -> (Vec<Place>, Vec<Tile>) {
    let suggestions = match refusal {
        Refusal::NotInSet { tile, .. } | Refusal::TileUsed { tile } | Refusal::NoMatch { tile, .. } => {
            misread(layout, *tile)
        }
        _ => Vec::new(),
    };
    let outlets = match refusal {
        Refusal::AmbiguousOutlet { tile, .. } => {
            let fitting = layout.fitting(*tile);
            fitting.map(|outlet| Place { at: layout.at(outlet), value: layout.value(outlet) }).collect()
        }
        _ => layout.open_places(),
    };
    (outlets, suggestions)
}

/// Rules that cannot be played, with all that is wrong.
#[must_use]
pub fn bad_rules(problems: &[RuleProblem]) -> Problem {
    let first = problems.first().map(|problem| format!("{}: {}", problem.path, problem.message));
    let problem =
        Problem::new(&INVALID_RULES, format!("The rules cannot be played: {}.", first.unwrap_or_default()));
    problems.iter().fold(problem, |problem, each| {
        problem.error(FieldError::at(format!("/rules{}", each.path), &each.message).code("invalid_rules"))
    })
}

/// The refusal as a sentence of its own.
#[must_use]
pub fn sentence(refusal: &Refusal) -> String {
    capitalised(&refusal.to_string())
}

/// A clause as a sentence.
#[must_use]
pub fn capitalised(clause: &str) -> String {
    let mut letters = clause.chars();
    let first = letters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(letters).chain(['.']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_refusal_of_the_rules_has_a_page() {
        for code in Refusal::CODES {
            assert!(crate::api::codes::find(code).is_some(), "{code}");
        }
    }
}
