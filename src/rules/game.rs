//! A game: the record of what the table reported, and everything that follows from it.
//!
//! The record is a log of [`Event`]s. [`Game::decide`] turns a [`Command`] into events or says
//! why not; [`Game::apply`] takes an event into the record. Nothing else changes a game, so the
//! same log always gives the same game.

mod command;
mod event;

use std::sync::Arc;

pub use command::Command;
pub use event::{About, Created, Event, HandsShown};

use super::lead::{NextLead, Played, next_lead, next_leader};
use super::line::Ending;
use super::report::{PlaysReport, Problem, Report};
use super::round::{Before, Round, RoundEnd, Table};
use super::ruleset::Ruleset;
use super::scoring::Score;
use super::seat::{Seat, Seating, Side};
use super::standing::Standing;
use super::tile::Tiles;

/// A round of a game: what was reported and what follows from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// What the table reported.
    pub report: Report,
    /// What follows from it.
    pub round: Round,
}

/// A game with all that follows from its record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    created: Arc<Created>,
    seating: Seating,
    rounds: Vec<Recorded>,
    standing: Standing,
    version: u64,
}

impl Game {
    /// The game of a log.
    ///
    /// # Errors
    ///
    /// The number of the first event that does not follow from those before it.
    pub fn replay(log: impl IntoIterator<Item = Event>) -> Result<Game, BrokenLog> {
        let mut events = log.into_iter();
        let Some(Event::Created(created)) = events.next() else { return Err(BrokenLog { seq: 1 }) };
        let mut game = Game::start(created).map_err(|_| BrokenLog { seq: 1 })?;
        for event in events {
            let seq = game.version + 1;
            game.apply(&event).map_err(|_| BrokenLog { seq })?;
        }
        Ok(game)
    }

    /// A game without rounds.
    ///
    /// # Errors
    ///
    /// When so many cannot sit down to it.
    pub fn start(created: Created) -> Result<Game, Problem> {
        let seating = created
            .rules
            .seating(created.seats.len(), created.partners)
            .map_err(|problem| Problem::at("/seats", problem.into()))?;
        let standing = Standing::of(&created.rules, seating, []);
        Ok(Game { created: Arc::new(created), seating, rounds: Vec::new(), standing, version: 1 })
    }

    /// How the game was made.
    #[must_use]
    pub fn created(&self) -> &Created {
        &self.created
    }

    /// The ruleset, frozen when the game was made.
    #[must_use]
    pub fn rules(&self) -> &Ruleset {
        &self.created.rules
    }

    /// How the players sit.
    #[must_use]
    pub fn seating(&self) -> Seating {
        self.seating
    }

    /// The rounds, the first first.
    #[must_use]
    pub fn rounds(&self) -> &[Recorded] {
        &self.rounds
    }

    /// How the match stands.
    #[must_use]
    pub fn standing(&self) -> &Standing {
        &self.standing
    }

    /// The number of events in the log.
    #[must_use]
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Whether the match is over.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.standing.finished_after.is_some()
    }

    /// The round that is being played, with its number.
    #[must_use]
    pub fn running(&self) -> Option<(usize, &Recorded)> {
        let last = self.rounds.last().filter(|recorded| recorded.round.outcome.is_none())?;
        Some((self.rounds.len(), last))
    }

    /// What is known of the next lead; `None` while a round is running or when the match is over.
    #[must_use]
    pub fn next_lead(&self) -> Option<NextLead> {
        if self.is_finished() || self.running().is_some() {
            return None;
        }
        let before = self.before(self.rounds.len());
        Some(next_lead(self.rules(), before.round, before.leader, before.led))
    }

    /// What the round at `index` (from 0) starts from.
    #[must_use]
    pub fn before(&self, index: usize) -> Before {
        let earlier = self.rounds.get(..index).unwrap_or_default();
        let round = index + 1;
        let first = earlier.first().and_then(|recorded| recorded.round.leader);
        let last = earlier.last().map(|recorded| self.played(&recorded.round)).unwrap_or_default();
        let stacks = earlier.last().and_then(|recorded| match &recorded.round.table {
            Some(Table::Stacks(table)) => Some(left_stacks(table, &recorded.round)),
            _ => None,
        });
        Before {
            round,
            leader: next_leader(self.rules(), self.seating, round, first, &last),
            led: earlier.iter().filter_map(|recorded| recorded.round.lead).collect::<Tiles>(),
            stacks,
        }
    }

    fn played(&self, round: &Round) -> Played {
        let score = round.outcome.as_ref().map(|outcome| &outcome.score);
        let out = match round.outcome.as_ref().and_then(|outcome| outcome.end) {
            Some(RoundEnd::Lines(Ending::Domino(out))) => Some(out),
            _ => None,
        };
        let last = match &round.table {
            Some(Table::Stacks(table)) => table.last(),
            _ => None,
        };
        Played {
            leader: round.leader,
            winner: out.or_else(|| score.and_then(winning_seat)),
            last,
            loser: score.and_then(losing_seat),
        }
    }

    fn settle(&mut self) {
        let scores = self.rounds.iter().filter_map(|recorded| recorded.round.outcome.as_ref());
        self.standing = Standing::of(&self.created.rules, self.seating, scores.map(|outcome| &outcome.score));
    }

    /// Replaces the report of the last round by `report` and derives the round anew.
    fn rederive_last(&mut self, report: Report) -> Result<(), Vec<Problem>> {
        let index = self.rounds.len().saturating_sub(1);
        let round = Round::of(self.rules(), self.seating, &self.before(index), &report)?;
        if let Some(last) = self.rounds.last_mut() {
            *last = Recorded { report, round };
        }
        Ok(())
    }

    fn last_plays(&self) -> Option<&PlaysReport> {
        match self.rounds.last().map(|recorded| &recorded.report) {
            Some(Report::Plays(plays)) => Some(plays),
            _ => None,
        }
    }
}

/// The stacks as the hand left them, without what was set aside.
fn left_stacks(table: &super::stacks::StackRound, round: &Round) -> super::stacks::StackRound {
    let mut table = table.clone();
    for (seat, left) in round.outcome.iter().flat_map(|outcome| &outcome.left) {
        if let Some(tiles) = left.tiles() {
            table.set_aside(*seat, tiles);
        }
    }
    table
}

/// The seat that won a round: of partners the one with fewer dots left.
fn winning_seat(score: &Score) -> Option<Seat> {
    let [winner] = score.winners.as_slice() else { return None };
    winner.seats().min_by_key(|seat| score.pips.get(seat).copied().unwrap_or(u16::MAX))
}

/// The side that scored less than all others, as a seat.
fn losing_seat(score: &Score) -> Option<Seat> {
    let least = score.points.values().min().copied();
    let mut losers = score.points.iter().filter(|(_, points)| Some(**points) == least).map(|(side, _)| *side);
    match (losers.next(), losers.next()) {
        (Some(only), None) => Side::seats(only).next(),
        _ => None,
    }
}

/// A log that no table can have reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("event {seq} of the log does not follow from those before it")]
pub struct BrokenLog {
    /// The number of the event, from 1.
    pub seq: u64,
}
