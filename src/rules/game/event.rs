//! What happened to a game, as it is stored. Forms that are stored never change their meaning.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;
use utoipa::ToSchema;

use super::course::Course;
use super::{Game, Recorded};
use crate::rules::bonus::Bonus;
use crate::rules::hand::{ShownHand, ShownHands};
use crate::rules::penalty::{DeclaredEnd, Penalty};
use crate::rules::reckoning::Reckoning;
use crate::rules::refusal::Refusal;
use crate::rules::report::{EndingWord, PlaysReport, Problem, Report};
use crate::rules::round::{Closing, Round};
use crate::rules::ruleset::Ruleset;
use crate::rules::scrutiny::{Broken, Scrutiny};
use crate::rules::seat::Seat;
use crate::rules::turn::{Override, Turn};

/// What people say about a game; nothing follows from it for the score.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct About {
    /// A name.
    pub name: Option<String>,
    /// The day it was played, in the club's time zone.
    pub played_on: Option<String>,
    /// Whether it counts in standings.
    pub counts: bool,
    /// Why the day is recorded although it was still to come.
    #[serde(rename = "override")]
    pub over: Option<Override>,
}

/// How a game was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Created {
    /// The ruleset, frozen.
    pub rules: Ruleset,
    /// The player in each seat, by id.
    pub seats: Vec<String>,
    /// Whether opposite seats are partners.
    pub partners: bool,
    /// What people say about it.
    pub about: About,
    /// How it is reckoned.
    #[serde(default = "Reckoning::unsaid", skip_serializing_if = "Reckoning::is_unsaid")]
    pub reckoning: Reckoning,
}

/// The hands left at the end of a round.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"hands": {"B": {"tiles": ["5-6", "0-4"]}}}))]
pub struct HandsShown {
    /// How the round ended, if the plays do not show it.
    pub ending: Option<EndingWord>,
    /// The hands, as tiles or only as dots. Players without tiles may be left out.
    #[schema(value_type = BTreeMap<String, ShownHand>)]
    pub hands: ShownHands,
    /// Why they are recorded although they have more or fewer dots than are possible.
    #[serde(rename = "override")]
    pub over: Option<Override>,
}

impl HandsShown {
    /// The turns, and what was shown after them.
    pub(super) fn at_end_of(&self, plays: &PlaysReport) -> PlaysReport {
        let HandsShown { ending, hands, over } = self.clone();
        PlaysReport { ending, hands: Some(hands), hands_override: over, ..plays.clone() }
    }
}

/// A round in the place of what was reported before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Amendment {
    /// The number of the round, from 1.
    pub round: usize,
    /// What is reported now.
    pub report: Report,
}

/// A round that does not count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Voiding {
    /// The number of the round, from 1.
    pub round: usize,
    /// Why.
    pub reason: String,
}

/// Rules in the place of those that were wrong from the start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RulesAmendment {
    /// The whole ruleset, frozen anew.
    pub rules: Ruleset,
    /// Why.
    pub reason: String,
}

/// A game that was a mistake.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deletion {
    /// Why.
    pub reason: String,
}

/// A penalty that does not count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PenaltyCancellation {
    /// The number of the penalty, from 1.
    pub penalty: u32,
    /// Why.
    pub reason: String,
}

/// A bonus that does not count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BonusCancellation {
    /// The number of the bonus, from 1.
    pub bonus: u32,
    /// Why.
    pub reason: String,
}

/// Who gets the result of a seat that two players shared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ResultFor {
    /// To the player who took the seat over.
    Newcomer,
    /// To the player who left it.
    Leaver,
}

/// What changes about a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "change", rename_all = "snake_case")]
pub enum SeatNews {
    /// A player joins, in a new seat after the last.
    Joined {
        /// The player's id.
        player: String,
        /// The total that the player starts at.
        start: i32,
    },
    /// A player leaves; the order of turns skips the seat.
    Left {
        /// The seat.
        seat: Seat,
        /// Why.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
        /// After how many turns of the round that is running: it goes on without the player. Where it is
        /// not said, the player plays it to its end.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after_turns: Option<usize>,
    },
    /// A player who left is back.
    Returned {
        /// The seat.
        seat: Seat,
        /// After how many turns of the round that is running, if the player is back in it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after_turns: Option<usize>,
    },
    /// A player who was said to be back is not.
    StayedAway {
        /// The seat.
        seat: Seat,
    },
    /// Another player takes a seat over, with its total.
    Replaced {
        /// The seat.
        seat: Seat,
        /// The id of the player who takes it.
        player: String,
        /// To whom the result belongs.
        result: ResultFor,
    },
}

/// A change of who sits at the table, and from which round on.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatChange {
    /// The first round that is played so, from 1.
    pub from_round: usize,
    /// How many rounds had been reported when somebody was said to have been there in some of them: what
    /// was reported stays, and the player is missing until a round names him. Where it is not said, those
    /// rounds are read as if everybody had to be in them.
    pub reported: Option<usize>,
    /// What changes.
    pub news: SeatNews,
}

/// What happened to a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", content = "body", rename_all = "snake_case")]
pub enum Event {
    /// The game was made.
    Created(Created),
    /// A round was started, to be recorded turn by turn.
    RoundStarted(PlaysReport),
    /// A finished round was recorded.
    RoundRecorded(Report),
    /// A turn of the running round was recorded.
    TurnTaken(Turn),
    /// The last turn of the last round was taken back, and with it the hands that were shown.
    TurnUndone,
    /// The hands at the end of the running round were shown.
    HandsShown(HandsShown),
    /// The last round was taken back.
    RoundUndone,
    /// A round was reported anew.
    RoundAmended(Amendment),
    /// A round was voided.
    RoundVoided(Voiding),
    /// A voided round counts again, by its number.
    RoundRestored(usize),
    /// A penalty was reported.
    PenaltyAdded(Penalty),
    /// A penalty was cancelled.
    PenaltyCancelled(PenaltyCancellation),
    /// A bonus was awarded.
    BonusAdded(Bonus),
    /// A bonus was cancelled.
    BonusCancelled(BonusCancellation),
    /// The table ended the match.
    MatchEnded(DeclaredEnd),
    /// The table took the match up again.
    MatchReopened,
    /// What people say about the game was changed.
    AboutChanged(About),
    /// The rules were wrong from the start.
    RulesAmended(RulesAmendment),
    /// Somebody joined, left, returned or took a seat over.
    SeatsChanged(SeatChange),
    /// Other players than was said sat in these seats, all the time.
    PlayersCorrected(BTreeMap<Seat, String>),
    /// The last seat was taken away.
    SeatRemoved(Seat),
    /// The game was a mistake.
    GameDeleted(Deletion),
    /// The game was none after all.
    GameRestored,
}

impl Event {
    /// Whether it puts right what was reported, so that rounds are worked out again.
    pub(super) const fn is_correction(&self) -> bool {
        match self {
            Event::TurnUndone
            | Event::RoundUndone
            | Event::RoundAmended(_)
            | Event::RoundVoided(_)
            | Event::RoundRestored(_)
            | Event::RulesAmended(_)
            | Event::SeatRemoved(_) => true,
            // Seats that change for an earlier round count by the rounds that are worked out again.
            Event::SeatsChanged(_)
            | Event::Created(_)
            | Event::RoundStarted(_)
            | Event::RoundRecorded(_)
            | Event::TurnTaken(_)
            | Event::HandsShown(_)
            | Event::PenaltyAdded(_)
            | Event::PenaltyCancelled(_)
            | Event::BonusAdded(_)
            | Event::BonusCancelled(_)
            | Event::MatchEnded(_)
            | Event::MatchReopened
            | Event::AboutChanged(_)
            | Event::PlayersCorrected(_)
            | Event::GameDeleted(_)
            | Event::GameRestored => false,
        }
    }
}

impl Game {
    /// Takes what happened into the record.
    ///
    /// Fails when it cannot have happened in this game; [`Game::decide`] never gives such an event.
    pub fn apply(&mut self, event: &Event) -> Result<(), Problem> {
        let was_running = self.running().is_some();
        match event {
            Event::Created(_) => return Err(impossible()),
            Event::RoundStarted(plays) => self.push(Report::Plays(plays.clone())),
            Event::RoundRecorded(report) => self.push(report.clone()),
            Event::TurnTaken(turn) => self.take_turn(turn)?,
            Event::TurnUndone => {
                let mut plays = self.last_plays().cloned().ok_or_else(impossible)?;
                plays.turns.pop().ok_or_else(impossible)?;
                self.replace_last(PlaysReport { ending: None, hands: None, hands_override: None, ..plays })?;
            }
            Event::HandsShown(shown) => {
                let plays = self.last_plays().ok_or_else(impossible)?;
                self.replace_last(shown.at_end_of(plays))?;
            }
            Event::RoundUndone
            | Event::RoundAmended(_)
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
            | Event::SeatRemoved(_) => self.correct(event)?,
        }
        self.version += 1;
        self.corrections += u32::from(event.is_correction());
        // While a round is being played the match stands as it did.
        let plays_on = matches!(event, Event::TurnTaken(_)) && was_running && self.running().is_some();
        if !plays_on {
            self.standing.take();
        }
        Ok(())
    }

    fn push(&mut self, report: Report) {
        // A place for the round, which is derived from those before it.
        let empty = Recorded {
            round: Round::default(),
            report: report.clone(),
            voided: None,
            conflicts: Vec::new(),
            findings: Vec::new(),
            missing: Vec::new(),
            course: Course::default(),
        };
        self.rounds.push(Arc::new(empty));
        self.replace(self.rounds.len() - 1, report, None);
    }

    pub(super) fn replace_last(&mut self, plays: PlaysReport) -> Result<(), Problem> {
        let last = self.last_counting().ok_or_else(impossible)?;
        self.replace(last, Report::Plays(plays), None);
        Ok(())
    }

    /// One turn more, without judging those before it again.
    fn take_turn(&mut self, turn: &Turn) -> Result<(), Problem> {
        let place = self.last_counting().ok_or_else(impossible)?;
        let seating = self.seating_in(place + 1);
        let rules = &self.created.rules;
        let last = self.rounds.get_mut(place).map(Arc::make_mut).ok_or_else(impossible)?;
        let Recorded { report: Report::Plays(plays), round, .. } = last else { return Err(impossible()) };
        let judged = round.judge_as(rules, turn, Scrutiny::Recorded);
        let judged = judged.map_err(|refusal| Problem::in_turn("", turn, refusal))?;
        round.apply(rules, turn, judged);
        self.work += 1;
        plays.turns.push(turn.clone());
        round.release(rules, plays);
        let closing = Closing { reckoning: self.created.reckoning, ..Closing::default() };
        let mut broken = Broken::none(Scrutiny::Recorded, false);
        let outcome = crate::rules::round::finish(rules, seating, round, &closing, &mut broken);
        round.outcome = outcome.map_err(|problems| problems.into_iter().next().unwrap_or_else(impossible))?;
        if round.outcome.is_some() {
            let before = self.before(place);
            let rules = &self.created.rules;
            if let Some(last) = self.rounds.get_mut(place).map(Arc::make_mut) {
                last.look(rules, seating, &before);
            }
        }
        // Voided rounds may follow the one that is played.
        self.follow(place);
        Ok(())
    }
}

/// What a log cannot say here.
pub(super) fn impossible() -> Problem {
    Problem::at("", Refusal::NothingToUndo)
}
