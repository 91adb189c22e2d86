//! Whether something that is said to have happened can have happened.

use super::event::impossible;
use super::{Command, Event, Game};
use crate::rules::penalty::{Penalty, PenaltyAmount};
use crate::rules::report::{Problem, Report};

impl Game {
    /// Whether a table could report now what `event` says. A log that was kept elsewhere is good if
    /// this holds of each event after those before it.
    ///
    /// # Errors
    ///
    /// What the rules say against it.
    pub fn admits(&self, event: &Event) -> Result<(), Vec<Problem>> {
        let command = self.command(event).ok_or_else(|| vec![impossible()])?;
        let decided = self.decide(command)?;
        // What was decided in the same position once is decided so again.
        if decided == *event { Ok(()) } else { Err(vec![impossible()]) }
    }

    /// What the table asked for when `event` happened.
    fn command(&self, event: &Event) -> Option<Command> {
        // Turns and undoing are about the last round that counts.
        let last = || self.last_counting().map(|index| index + 1);
        Some(match event.clone() {
            Event::Created(_) => return None,
            Event::RoundStarted(plays) => Command::AddRound(Report::Plays(plays)),
            Event::RoundRecorded(report) => Command::AddRound(report),
            Event::TurnTaken(turn) => Command::TakeTurn { round: last()?, turn },
            Event::TurnUndone => Command::UndoTurn { round: last()? },
            Event::HandsShown(shown) => Command::Finish { round: last()?, shown },
            Event::RoundUndone => Command::UndoRound,
            Event::RoundAmended(amended) => Command::Amend { round: amended.round, report: amended.report },
            Event::RoundVoided(voided) => Command::Void { round: voided.round, reason: voided.reason },
            Event::RoundRestored(round) => Command::Restore { round },
            // How much it is follows from its code.
            Event::PenaltyAdded(penalty) if penalty.code.is_some() => {
                Command::AddPenalty(Penalty { amount: PenaltyAmount::default(), ..penalty })
            }
            Event::PenaltyAdded(penalty) => Command::AddPenalty(penalty),
            Event::PenaltyCancelled(cancelled) => {
                Command::CancelPenalty { penalty: cancelled.penalty, reason: cancelled.reason }
            }
            Event::BonusAdded(bonus) => Command::AddBonus(bonus),
            Event::BonusCancelled(cancelled) => {
                Command::CancelBonus { bonus: cancelled.bonus, reason: cancelled.reason }
            }
            Event::MatchEnded(declared) => Command::EndMatch(declared),
            Event::MatchReopened => Command::Reopen,
            Event::AboutChanged(about) => Command::SetAbout(about),
            Event::SeatsChanged(change) => {
                Command::ChangeSeats { news: change.news, from_round: Some(change.from_round) }
            }
            Event::PlayersCorrected(players) => Command::CorrectPlayers(players),
            Event::SeatRemoved(seat) => Command::RemoveSeat(seat),
        })
    }
}
