//! What a table asks for, and what becomes of it.

use std::collections::BTreeMap;

use super::{About, Event, Game, HandsShown, SeatNews};
use crate::rules::bonus::Bonus;
use crate::rules::penalty::{DeclaredEnd, Penalty};
use crate::rules::phrase::phrase;
use crate::rules::refusal::Refusal;
use crate::rules::report::{Correction, PlaysReport, Problem, Report};
use crate::rules::round::{Closing, Round, finish};
use crate::rules::ruleset::Overrides;
use crate::rules::scrutiny::{Broken, Scrutiny};
use crate::rules::seat::Seat;
use crate::rules::turn::{Override, Turn};

/// What a table asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Record a finished round, or start one that is recorded turn by turn.
    AddRound(Report),
    /// Record a turn of a round.
    TakeTurn {
        /// The number of the round, from 1.
        round: usize,
        /// The turn.
        turn: Turn,
    },
    /// Take back the last turn of a round.
    UndoTurn {
        /// The number of the round, from 1.
        round: usize,
    },
    /// Show the remaining hands.
    Finish {
        /// The number of the round, from 1.
        round: usize,
        /// The hands.
        shown: HandsShown,
    },
    /// Undo the last round.
    UndoRound,
    /// Report a round anew.
    Amend {
        /// The number of the round, from 1.
        round: usize,
        /// What is reported now.
        report: Report,
    },
    /// Put a part of a round right.
    Correct {
        /// The number of the round, from 1.
        round: usize,
        /// What is put right.
        correction: Correction,
    },
    /// Void a round.
    Void {
        /// The number of the round, from 1.
        round: usize,
        /// Why.
        reason: String,
    },
    /// Count a voided round again.
    Restore {
        /// The number of the round, from 1.
        round: usize,
    },
    /// Report a penalty.
    AddPenalty(Penalty),
    /// Report a penalty of the last round, whichever that is by then; it may name any.
    PenalizeLast(Penalty),
    /// Cancel a penalty.
    CancelPenalty {
        /// Its number, from 1.
        penalty: u32,
        /// Why.
        reason: String,
    },
    /// Award a bonus.
    AddBonus(Bonus),
    /// Award a bonus of the last round, whichever that is by then; it may name any.
    AwardLast(Bonus),
    /// Cancel a bonus.
    CancelBonus {
        /// Its number, from 1.
        bonus: u32,
        /// Why.
        reason: String,
    },
    /// End the match before its rules do.
    EndMatch(DeclaredEnd),
    /// Take up a match that the table had ended.
    Reopen,
    /// Change some of what people say about the game.
    ChangeAbout {
        /// A name, if it is to be another.
        name: Option<String>,
        /// The day it was played, in the club's time zone, if it is to be another.
        played_on: Option<String>,
        /// Whether it counts in standings, if that is to be different.
        counts: Option<bool>,
        /// Why the day is recorded although it is still to come.
        over: Option<Override>,
    },
    /// Put rules right that were wrong from the start.
    AmendRules {
        /// What the table plays differently from the rules that the game has.
        rules: Overrides,
        /// Why.
        reason: String,
    },
    /// Change who sits at the table.
    ChangeSeats {
        /// What changes.
        news: SeatNews,
        /// The first round that is played so; by default the next one.
        from_round: Option<usize>,
    },
    /// Say who really sat in these seats, all the time.
    CorrectPlayers(BTreeMap<Seat, String>),
    /// Take away the last seat, from which nothing was played.
    RemoveSeat(Seat),
    /// Take the game away, as one that was a mistake.
    DeleteGame {
        /// Why.
        reason: String,
    },
    /// Take back that the game was a mistake.
    RestoreGame,
}

impl Command {
    /// The round that it is about, if it says so.
    pub fn round(&self) -> Option<usize> {
        match self {
            Command::TakeTurn { round, .. }
            | Command::UndoTurn { round }
            | Command::Finish { round, .. }
            | Command::Amend { round, .. }
            | Command::Correct { round, .. }
            | Command::Void { round, .. }
            | Command::Restore { round } => Some(*round),
            Command::AddPenalty(Penalty { round, .. }) | Command::AddBonus(Bonus { round, .. }) => {
                Some(*round)
            }
            Command::ChangeSeats { from_round, .. } => *from_round,
            Command::AddRound(_)
            | Command::UndoRound
            | Command::PenalizeLast(_)
            | Command::CancelPenalty { .. }
            | Command::AwardLast(_)
            | Command::CancelBonus { .. }
            | Command::EndMatch(_)
            | Command::Reopen
            | Command::ChangeAbout { .. }
            | Command::AmendRules { .. }
            | Command::CorrectPlayers(_)
            | Command::RemoveSeat(_)
            | Command::DeleteGame { .. }
            | Command::RestoreGame => None,
        }
    }

    /// Whether it can have rounds worked out again that were played before.
    pub fn looks_back(&self) -> bool {
        !matches!(
            self,
            Command::AddRound(_)
                | Command::TakeTurn { .. }
                | Command::UndoTurn { .. }
                | Command::Finish { .. }
        )
    }
}

impl Game {
    /// What becomes of `command`.
    ///
    /// Errors: everything that speaks against it.
    pub fn decide(&self, command: Command) -> Result<Event, Vec<Problem>> {
        let one = |problem: Problem| vec![problem];
        self.within_limits(&command).map_err(one)?;
        if self.deleted.is_some() && command != Command::RestoreGame {
            return Err(one(Problem::at("", Refusal::GameDeleted)));
        }
        let event = self.decided(command)?;
        self.room_for_correction(&event).map_err(one)?;
        Ok(event)
    }

    fn decided(&self, command: Command) -> Result<Event, Vec<Problem>> {
        let one = |problem: Problem| vec![problem];
        let last = self.rounds().len();
        match command {
            Command::AddRound(report) => self.add_round(report),
            Command::TakeTurn { round, turn } => self.decide_turn(round, turn).map_err(one),
            Command::UndoTurn { round } => self.undo_turn(round).map_err(one),
            Command::Finish { round, shown } => self.finish_round(round, shown),
            Command::UndoRound => self.undo_round().map_err(one),
            Command::Amend { round, report } => self.amend(round, report),
            Command::Correct { round, correction } => self.correct_part(round, correction),
            Command::Void { round, reason } => self.void(round, reason).map_err(one),
            Command::Restore { round } => self.restore(round).map_err(one),
            Command::AddPenalty(penalty) => self.add_penalty(penalty).map_err(one),
            Command::PenalizeLast(penalty) => {
                self.add_penalty(Penalty { round: last, ..penalty }).map_err(one)
            }
            Command::CancelPenalty { penalty, reason } => self.cancel_penalty(penalty, reason).map_err(one),
            Command::AddBonus(bonus) => self.add_bonus(bonus).map_err(one),
            Command::AwardLast(bonus) => self.add_bonus(Bonus { round: last, ..bonus }).map_err(one),
            Command::CancelBonus { bonus, reason } => self.cancel_bonus(bonus, reason).map_err(one),
            Command::EndMatch(declared) => self.end_match(declared),
            Command::Reopen => self.reopen().map_err(one),
            Command::ChangeAbout { name, played_on, counts, over } => {
                if let Some(over) = &over {
                    over.check().map_err(|refusal| one(Problem::at("/override/reason", refusal)))?;
                }
                let now = self.about().clone();
                Ok(Event::AboutChanged(About {
                    name: name.or(now.name),
                    over: if played_on.is_some() { over } else { now.over },
                    played_on: played_on.or(now.played_on),
                    counts: counts.unwrap_or(now.counts),
                }))
            }
            Command::AmendRules { rules, reason } => self.amend_rules(&rules, reason),
            Command::ChangeSeats { news, from_round } => self.change_seats(news, from_round).map_err(one),
            Command::CorrectPlayers(players) => self.correct_players(players).map_err(one),
            Command::RemoveSeat(seat) => self.remove_seat(seat).map_err(one),
            Command::DeleteGame { reason } => self.delete(reason).map_err(one),
            Command::RestoreGame => self.restore_game().map_err(one),
        }
    }

    fn open_for_rounds(&self) -> Result<(), Problem> {
        if let Some(how) = self.standing().how() {
            return Err(Problem::at("", Refusal::GameFinished { how }));
        }
        match self.running() {
            Some((round, _)) => Err(Problem::at("", Refusal::RoundRunning { round })),
            None => Ok(()),
        }
    }

    /// A match that was decided while a round was being played takes no more of it.
    fn open_for_turns(&self) -> Result<(), Problem> {
        let over = self.standing().how().map(|how| Problem::at("", Refusal::GameFinished { how }));
        over.map_or(Ok(()), Err)
    }

    fn add_round(&self, mut report: Report) -> Result<Event, Vec<Problem>> {
        let next = self.rounds().len() + 1;
        if let Some(asked) = report.take_number().filter(|asked| *asked != next) {
            return Err(vec![Problem::at("/round", Refusal::OtherRound { asked, next })]);
        }
        self.open_for_rounds().map_err(|problem| vec![problem])?;
        let before = self.before(self.rounds().len());
        let seating = self.seating_in(self.rounds().len() + 1);
        let round = Round::of(self.rules(), seating, &before, &report)?;
        let report = resolved(report, &round);
        match report {
            Report::Plays(plays) if round.outcome.is_none() => Ok(Event::RoundStarted(plays)),
            Report::Points(_) | Report::Hands(_) | Report::Plays(_) => Ok(Event::RoundRecorded(report)),
        }
    }

    fn plays_of(&self, round: usize) -> Result<&PlaysReport, Problem> {
        let rounds = self.rounds().len();
        let no_round = || Problem::at("", Refusal::NoSuchRound { round, rounds });
        let recorded =
            round.checked_sub(1).and_then(|index| self.rounds().get(index)).ok_or_else(no_round)?;
        match &recorded.report {
            _ if recorded.voided.is_some() => Err(Problem::at("", Refusal::RoundVoided { round })),
            Report::Plays(plays) => Ok(plays),
            other @ (Report::Points(_) | Report::Hands(_)) => {
                Err(Problem::at("", Refusal::NoTurns { round, detail: other.detail() }))
            }
        }
    }

    fn decide_turn(&self, number: usize, mut turn: Turn) -> Result<Event, Problem> {
        self.plays_of(number)?;
        let Some((_, recorded)) = self.running().filter(|(running, _)| *running == number) else {
            let how = phrase!("its score is recorded");
            return Err(Problem::at("", Refusal::RoundOver { how }));
        };
        self.open_for_turns()?;
        let judged = recorded.round.judge(self.rules(), &turn);
        let judged = judged.map_err(|refusal| Problem::in_turn("", &turn, refusal))?;
        name_place(&mut turn, judged.at());
        Ok(Event::TurnTaken(turn))
    }

    fn undo_turn(&self, round: usize) -> Result<Event, Problem> {
        let plays = self.plays_of(round)?;
        if plays.turns.is_empty() || Some(round) != self.last_counting().map(|last| last + 1) {
            return Err(Problem::at("", Refusal::NothingToUndo));
        }
        Ok(Event::TurnUndone)
    }

    fn finish_round(&self, number: usize, shown: HandsShown) -> Result<Event, Vec<Problem>> {
        let plays = self.plays_of(number).map_err(|problem| vec![problem])?;
        // What Build Up sets aside may be told after the hand was scored without it.
        let last = self.last_counting().map(|last| last + 1);
        let untold = self.rules().stacks().is_some() && plays.hands.is_none();
        let open = self.running().map(|(running, _)| running).or(last.filter(|_| untold));
        let Some(recorded) = self.round(number).filter(|_| open == Some(number)) else {
            let how = phrase!("its score is recorded");
            return Err(vec![Problem::at("", Refusal::RoundOver { how })]);
        };
        if recorded.round.outcome.is_none() {
            self.open_for_turns().map_err(|problem| vec![problem])?;
        }
        let over = shown.over.as_ref();
        let mut broken = Broken::recorded_for(Scrutiny::New, over, "/override").map_err(|it| vec![it])?;
        let (hands, reckoning) = (Some(&shown.hands), self.created().reckoning);
        let closing = Closing { ending: shown.ending, hands, reckoning };
        match finish(self.rules(), self.seating_in(number), &recorded.round, &closing, &mut broken)? {
            Some(_) => Ok(Event::HandsShown(shown)),
            None => {
                let why = "the plays have not come to an end".to_owned();
                Err(vec![Problem::at("", Refusal::RoundNotOver { why })])
            }
        }
    }
}

/// Names the place of each tile, so that the record does not depend on how a choice is made.
pub(super) fn resolved(mut report: Report, round: &Round) -> Report {
    if let Report::Plays(plays) = &mut report {
        for (turn, judged) in plays.turns.iter_mut().zip(&round.turns) {
            name_place(turn, judged.at.as_ref());
        }
    }
    report
}

fn name_place(turn: &mut Turn, at: Option<&crate::rules::placement::Position>) {
    if let (Some(play), Some(at)) = (&mut turn.play, at) {
        play.at = Some(at.clone());
    }
}
