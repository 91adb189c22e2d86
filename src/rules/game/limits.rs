//! How large a game may get: more than any table needs, and little enough to be read at once.

use super::{Command, Game};
use crate::rules::refusal::Refusal;
use crate::rules::report::{Problem, Report};

/// The most rounds of a game, voided ones included: each round of the longest match voided once.
pub const MAX_ROUNDS: usize = 2_000;
/// The most turns of a round.
pub const MAX_TURNS: usize = 2_000;
/// The most events of a log.
pub const MAX_EVENTS: u64 = 20_000;

impl Game {
    /// Whether the game is large enough already to refuse `command`.
    pub(super) fn within_limits(&self, command: &Command) -> Result<(), Problem> {
        if self.version >= MAX_EVENTS {
            return Err(Problem::at("", Refusal::TooManyChanges { most: MAX_EVENTS }));
        }
        let too_many_turns = |pointer| Err(Problem::at(pointer, Refusal::TooManyTurns { most: MAX_TURNS }));
        match command {
            Command::AddRound(_) if self.rounds.len() >= MAX_ROUNDS => {
                Err(Problem::at("", Refusal::TooManyRounds { most: MAX_ROUNDS }))
            }
            Command::AddRound(Report::Plays(plays)) | Command::Amend { report: Report::Plays(plays), .. }
                if plays.turns.len() > MAX_TURNS =>
            {
                too_many_turns("/turns")
            }
            Command::TakeTurn { .. }
                if self.last_plays().is_some_and(|plays| plays.turns.len() >= MAX_TURNS) =>
            {
                too_many_turns("")
            }
            _ => Ok(()),
        }
    }
}
