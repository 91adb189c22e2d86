//! How large a game may get: more than any table needs, and little enough to be read at once.

use super::{Command, Game};
use crate::rules::refusal::Refusal;
use crate::rules::report::{Problem, Report};
use crate::rules::seat::Side;

/// The most rounds of a game, voided ones included: each round of the longest match voided once.
pub const MAX_ROUNDS: usize = 2_000;
/// The most turns of a round.
pub const MAX_TURNS: usize = 2_000;
/// The most events of a log.
pub const MAX_EVENTS: u32 = 20_000;
/// The most points of a total that the table tells, and the fewest below 0.
const MOST_TOTAL: i32 = 100_000;

/// Whether the table can tell such a total.
pub(super) fn can_tell(pointer: &str, side: Side, points: i32) -> Result<(), Problem> {
    let (least, most) = (-MOST_TOTAL, MOST_TOTAL);
    let is_beyond = !(least..=most).contains(&points);
    room(is_beyond, pointer, Refusal::PointsOutOfRange { side, points, beside: None, least, most })
}

impl Game {
    /// Whether the game is large enough already to refuse `command`.
    pub(super) fn within_limits(&self, command: &Command) -> Result<(), Problem> {
        self.room_for_change()?;
        match command {
            Command::AddRound(report) => {
                self.room_for_round()?;
                Game::room_for_turns(report)
            }
            Command::Amend { report, .. } => Game::room_for_turns(report),
            Command::TakeTurn { .. } => self.room_for_turn(),
            Command::UndoTurn { .. }
            | Command::Finish { .. }
            | Command::UndoRound
            | Command::Void { .. }
            | Command::Restore { .. }
            | Command::AddPenalty(_)
            | Command::PenalizeLast(_)
            | Command::CancelPenalty { .. }
            | Command::AddBonus(_)
            | Command::AwardLast(_)
            | Command::CancelBonus { .. }
            | Command::EndMatch(_)
            | Command::Reopen
            | Command::ChangeAbout { .. }
            | Command::AmendRules { .. }
            | Command::ChangeSeats { .. }
            | Command::CorrectPlayers(_)
            | Command::RemoveSeat(_) => Ok(()),
        }
    }

    pub(super) fn room_for_change(&self) -> Result<(), Problem> {
        let is_full = self.version >= MAX_EVENTS;
        room(is_full, "", Refusal::TooManyChanges { most: MAX_EVENTS })
    }

    pub(super) fn room_for_round(&self) -> Result<(), Problem> {
        let is_full = self.rounds.len() >= MAX_ROUNDS;
        room(is_full, "", Refusal::TooManyRounds { most: MAX_ROUNDS })
    }

    pub(super) fn room_for_turn(&self) -> Result<(), Problem> {
        let is_full = self.last_plays().is_some_and(|plays| plays.turns.len() >= MAX_TURNS);
        room(is_full, "", Refusal::TooManyTurns { most: MAX_TURNS })
    }

    pub(super) fn room_for_turns(report: &Report) -> Result<(), Problem> {
        let is_too_long = matches!(report, Report::Plays(plays) if plays.turns.len() > MAX_TURNS);
        room(is_too_long, "/turns", Refusal::TooManyTurns { most: MAX_TURNS })
    }
}

fn room(is_full: bool, pointer: &str, refusal: Refusal) -> Result<(), Problem> {
    if is_full { Err(Problem::at(pointer, refusal)) } else { Ok(()) }
}
