//! Which member of a turn is to blame when the rules refuse it.
//!
//! The rules say which turn they refuse; a phone wants to know which field to mark.

use crate::rules::{Command, PenaltyProblem, Problem, Refusal, Report, Turn};

/// The same problems, each at the member of the turn that is to blame.
#[must_use]
pub fn in_command(problems: Vec<Problem>, command: &Command) -> Vec<Problem> {
    match command {
        Command::TakeTurn { turn, .. } => {
            let at_turn =
                |problem: Problem| if problem.pointer.is_empty() { at(problem, turn) } else { problem };
            problems.into_iter().map(at_turn).collect()
        }
        Command::AddRound(Report::Plays(plays)) | Command::Amend { report: Report::Plays(plays), .. } => {
            in_turns(problems, &plays.turns)
        }
        Command::AddPenalty(_) | Command::PenalizeLast(_) => problems.into_iter().map(of_amount).collect(),
        _ => problems,
    }
}

fn of_amount(mut problem: Problem) -> Problem {
    if let Refusal::Penalty(PenaltyProblem::AmountOutOfRange { member, .. }) = &problem.refusal {
        problem.pointer.push('/');
        problem.pointer.push_str(member);
    }
    problem
}

/// The same for problems that stand at `/turns/3`.
#[must_use]
pub fn in_turns(problems: Vec<Problem>, turns: &[Turn]) -> Vec<Problem> {
    let turn = |problem: &Problem| {
        let index: usize = problem.pointer.strip_prefix("/turns/")?.parse().ok()?;
        turns.get(index)
    };
    problems
        .into_iter()
        .map(|problem| match turn(&problem) {
            Some(turn) => at(problem, turn),
            None => problem,
        })
        .collect()
}

fn at(mut problem: Problem, turn: &Turn) -> Problem {
    problem.pointer.push_str(member(&problem.refusal, turn));
    problem
}

/// The member of `turn` that `refusal` is about, as the end of a JSON Pointer.
fn member(refusal: &Refusal, turn: &Turn) -> &'static str {
    let draws = if turn.drew.is_some() { "/drew" } else { "/drawn" };
    match refusal {
        Refusal::NoSuchSeat { .. }
        | Refusal::SeatEmpty { .. }
        | Refusal::OutOfTurn { .. }
        | Refusal::WrongLeader { .. } => "/seat",
        Refusal::NotInSet { tile, .. } | Refusal::TileUsed { tile } | Refusal::HeldByOther { tile, .. } => {
            if turn.drawn().contains(tile) {
                "/drawn"
            } else {
                "/play/tile"
            }
        }
        Refusal::NotInHand { .. }
        | Refusal::NoMatch { .. }
        | Refusal::MustLeadDouble { .. }
        | Refusal::WrongLead { .. }
        | Refusal::DoubleLedBefore { .. } => "/play/tile",
        Refusal::NotOpen { .. } | Refusal::NoCover { .. } | Refusal::AmbiguousOutlet { .. } => "/play/at",
        Refusal::Obligation { .. } => {
            let named = turn.play.as_ref().is_some_and(|play| play.at.is_some());
            if named { "/play/at" } else { "/play/tile" }
        }
        Refusal::MustPlay { .. } if turn.drew() > 0 => draws,
        Refusal::MustPlay { .. } | Refusal::MustDraw { .. } | Refusal::PassOnLead { .. } => "/pass",
        Refusal::NoDrawing
        | Refusal::DrewTooMany { .. }
        | Refusal::BoneyardEmpty { .. }
        | Refusal::DrewAndPlayed => draws,
        Refusal::DrawnMismatch { .. } | Refusal::TileTwice { .. } => "/drawn",
        Refusal::ReasonNeeded => "/override/reason",
        Refusal::WrongShape { .. } if turn.play.is_some() => "/play/outward",
        _ => "",
    }
}
