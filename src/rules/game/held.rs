//! What the players of a running round hold, and how it is left out of what others may read.

use super::{Amendment, Event, Game, HandsShown};
use crate::rules::report::{HandsReport, PlaysReport, Report};
use crate::rules::turn::Turn;

impl Game {
    /// The first round whose hands the players may still hold; `None` if the match is decided.
    ///
    /// That is the round that is being played, also when the table ended the match in the middle of it: it
    /// may be taken up again. Else it is the next one, which may have been begun already and taken back.
    /// Rounds at the end that were voided unfinished may be the same deal.
    pub fn held_from(&self) -> Option<usize> {
        let running = self.running().map(|(running, _)| running);
        let is_decided = self.is_finished() && self.standing().declared.is_none();
        if is_decided && running.is_none() {
            return None;
        }
        let next = running.unwrap_or(self.rounds.len() + 1);
        let earlier = self.rounds.iter().take(next - 1).rev();
        let given_up = earlier.take_while(|it| it.voided.is_some() && it.round.outcome.is_none());
        Some(next - given_up.count())
    }

    /// Whether round `from`, from 1, or a later one has come to its end.
    pub fn has_ended_from(&self, from: usize) -> bool {
        self.rounds.iter().skip(from.saturating_sub(1)).any(|recorded| recorded.round.outcome.is_some())
    }
}

impl Event {
    /// The number of the round that it is about; `after` is the game after it.
    pub fn round(&self, after: &Game) -> Option<usize> {
        let last = after.rounds().len();
        match self {
            Event::RoundStarted(_) | Event::RoundRecorded(_) => Some(last),
            // Turns and undoing are about the last round that counts.
            Event::TurnTaken(_) | Event::TurnUndone | Event::HandsShown(_) => {
                after.last_round().map(|(number, _)| number)
            }
            Event::RoundUndone => Some(last + 1),
            Event::RoundAmended(Amendment { round, .. }) | Event::RoundRestored(round) => Some(*round),
            Event::RoundVoided(voiding) => Some(voiding.round),
            Event::PenaltyAdded(penalty) => Some(penalty.round).filter(|round| *round > 0),
            Event::BonusAdded(bonus) => Some(bonus.round).filter(|round| *round > 0),
            Event::SeatsChanged(change) => Some(change.from_round),
            Event::Created(_)
            | Event::PenaltyCancelled(_)
            | Event::BonusCancelled(_)
            | Event::MatchEnded(_)
            | Event::MatchReopened
            | Event::GameDeleted(_)
            | Event::GameRestored
            | Event::AboutChanged(_)
            | Event::RulesAmended(_)
            | Event::PlayersCorrected(_)
            | Event::SeatRemoved(_) => None,
        }
    }

    /// The same without what it tells of hands.
    pub fn without_hands(&self) -> Event {
        match self.clone() {
            Event::RoundStarted(plays) => Event::RoundStarted(plays.without_hands()),
            Event::RoundRecorded(report) => Event::RoundRecorded(report.without_hands()),
            Event::RoundAmended(Amendment { round, report }) => {
                Event::RoundAmended(Amendment { round, report: report.without_hands() })
            }
            Event::TurnTaken(turn) => Event::TurnTaken(turn.without_hands()),
            Event::HandsShown(shown) => Event::HandsShown(HandsShown { hands: Default::default(), ..shown }),
            other @ (Event::Created(_)
            | Event::TurnUndone
            | Event::RoundUndone
            | Event::RoundVoided(_)
            | Event::RoundRestored(_)
            | Event::PenaltyAdded(_)
            | Event::PenaltyCancelled(_)
            | Event::BonusAdded(_)
            | Event::BonusCancelled(_)
            | Event::MatchEnded(_)
            | Event::MatchReopened
            | Event::GameDeleted(_)
            | Event::GameRestored
            | Event::AboutChanged(_)
            | Event::RulesAmended(_)
            | Event::SeatsChanged(_)
            | Event::PlayersCorrected(_)
            | Event::SeatRemoved(_)) => other,
        }
    }
}

impl Report {
    /// The same without what it tells of hands.
    pub fn without_hands(self) -> Report {
        match self {
            Report::Points(points) => Report::Points(points),
            Report::Hands(report) => {
                Report::Hands(HandsReport { hands: Default::default(), set_aside: None, ..report })
            }
            Report::Plays(plays) => Report::Plays(plays.without_hands()),
        }
    }
}

impl PlaysReport {
    fn without_hands(self) -> PlaysReport {
        let turns = self.turns.into_iter().map(Turn::without_hands).collect();
        PlaysReport { deal: None, hands: None, turns, ..self }
    }
}

impl Turn {
    /// The same without the tiles that were drawn; how many there were is seen by everybody.
    pub fn without_hands(self) -> Turn {
        let drew = self.drawn.as_ref().map_or(self.drew, |drawn| u8::try_from(drawn.len()).ok());
        Turn { drew, drawn: None, ..self }
    }
}
