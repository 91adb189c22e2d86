//! How large a game may get: more than any table needs, and little enough to be read at once.

use super::{Command, Event, Game};
use crate::rules::refusal::Refusal;
use crate::rules::report::{Problem, Report};
use crate::rules::seat::Side;

/// The most rounds of a game, voided ones included.
pub const MAX_ROUNDS: usize = 2_000;
/// The most turns of a round.
pub const MAX_TURNS: usize = 500;
/// A game with so many turns takes no further round.
pub const MAX_GAME_TURNS: usize = 12_000;
/// The most events of a log.
pub const MAX_EVENTS: u32 = 20_000;
/// The most corrections of a game.
pub const MAX_CORRECTIONS: u32 = 500;
/// How many rounds and turns can have been worked out for a game, each time that a correction does so again
/// counted, before it takes no more corrections: it bounds what it costs to read the log.
pub const MAX_WORK: usize = 250_000;
/// The most turns of a round that older versions recorded.
const MAX_RECORDED_TURNS: usize = 2_000;
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
                self.room_for_more_turns(None)?;
                Game::room_for_turns(report, MAX_TURNS)
            }
            Command::Amend { round, report } => {
                if !report.turns().is_empty() {
                    self.room_for_more_turns(Some(*round))?;
                }
                Game::room_for_turns(report, MAX_TURNS)
            }
            Command::TakeTurn { .. } => self.room_for_turn(MAX_TURNS),
            Command::UndoTurn { .. }
            | Command::UndoRound
            | Command::Void { .. }
            | Command::Correct { .. }
            | Command::Restore { .. }
            | Command::AmendRules { .. }
            | Command::RemoveSeat(_)
            | Command::Finish { .. }
            | Command::AddPenalty(_)
            | Command::PenalizeLast(_)
            | Command::CancelPenalty { .. }
            | Command::AddBonus(_)
            | Command::AwardLast(_)
            | Command::CancelBonus { .. }
            | Command::EndMatch(_)
            | Command::Reopen
            | Command::DeleteGame { .. }
            | Command::RestoreGame
            | Command::ChangeAbout { .. }
            | Command::ChangeSeats { .. }
            | Command::CorrectPlayers(_) => Ok(()),
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

    /// Whether the log holds another turn.
    pub(super) fn room_for_recorded_turn(&self) -> Result<(), Problem> {
        self.room_for_turn(MAX_RECORDED_TURNS)
    }

    /// Whether the log holds a round of these turns.
    pub(super) fn room_for_recorded_turns(report: &Report) -> Result<(), Problem> {
        Game::room_for_turns(report, MAX_RECORDED_TURNS)
    }

    fn room_for_turn(&self, most: usize) -> Result<(), Problem> {
        let is_full = self.last_plays().is_some_and(|plays| plays.turns.len() >= most);
        room(is_full, "", Refusal::TooManyTurns { most })
    }

    /// Whether there is room for the turns of a new round, or of one that is reported anew.
    fn room_for_more_turns(&self, anew: Option<usize>) -> Result<(), Problem> {
        let others = (1..).zip(&self.rounds).filter(|(number, _)| Some(*number) != anew);
        let turns: usize = others.map(|(_, recorded)| recorded.report.turns().len()).sum();
        room(turns >= MAX_GAME_TURNS, "", Refusal::TooManyGameTurns { most: MAX_GAME_TURNS })
    }

    fn room_for_turns(report: &Report, most: usize) -> Result<(), Problem> {
        room(report.turns().len() > most, "/turns", Refusal::TooManyTurns { most })
    }

    /// Whether the game takes what `command` came to, if that corrects something. A round that is being
    /// played can always be taken back.
    pub(super) fn room_for_correction(&self, event: &Event) -> Result<(), Problem> {
        let is_full = self.corrections >= MAX_CORRECTIONS || self.work >= MAX_WORK;
        let running = self.running().map(|(running, _)| running);
        let corrects = if let Event::RoundVoided(voiding) = event {
            running != Some(voiding.round)
        } else if let Event::SeatsChanged(change) = event {
            change.from_round <= self.rounds.len()
        } else {
            let takes_back = matches!(event, Event::RoundUndone) && running == Some(self.rounds.len());
            event.is_correction() && !takes_back
        };
        room(is_full && corrects, "", Refusal::TooManyCorrections { most: MAX_CORRECTIONS })
    }
}

fn room(is_full: bool, pointer: &str, refusal: Refusal) -> Result<(), Problem> {
    if is_full { Err(Problem::at(pointer, refusal)) } else { Ok(()) }
}
