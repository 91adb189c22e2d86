//! A game: the record of what the table reported, and everything that follows from it.
//!
//! The record is a log of [`Event`]s. [`Game::decide`] turns a [`Command`] into events or says
//! why not; [`Game::apply`] takes an event into the record. Nothing else changes a game, so the
//! same log always gives the same game.

mod bonuses;
mod command;
mod correct;
mod course;
mod derive;
mod difference;
mod event;
mod held;
mod help;
mod limits;
mod people;
mod rules;
mod seat_history;
mod seating;
mod unsettled;
mod validate;

use std::sync::{Arc, OnceLock};

pub use bonuses::RecordedBonus;
pub use command::Command;
pub use difference::Difference;
pub use event::{
    About, Amendment, BonusCancellation, Created, Deletion, Event, HandsShown, PenaltyCancellation,
    ResultFor, RulesAmendment, SeatChange, SeatNews, Voiding,
};
pub use help::Help;
pub use limits::{MAX_CORRECTIONS, MAX_EVENTS, MAX_GAME_TURNS, MAX_ROUNDS, MAX_TURNS, MAX_WORK};
pub use seat_history::{Absence, SeatHistory};
pub use unsettled::Unsettled;

use self::course::Course;
use self::event::impossible;
use super::lead::{NextLead, next_lead};
use super::penalty::{DeclaredEnd, Penalty};
use super::phrase::Names;
use super::report::{Problem, Report};
use super::reveal::{Finding, findings};
use super::round::{Before, Round};
use super::ruleset::Ruleset;
use super::seat::{Seat, Seating, Side};
use super::standing::Standing;

/// A round of a game: what was reported and what follows from it.
#[derive(Clone, Debug)]
pub struct Recorded {
    /// What the table reported.
    pub report: Report,
    /// What follows from it.
    pub round: Round,
    /// Why the round does not count, if it is voided.
    pub voided: Option<String>,
    /// What no longer fits since earlier rounds were corrected. The round stays as it was reported.
    pub conflicts: Vec<Problem>,
    /// What the shown hands prove about the turns.
    pub findings: Vec<Finding>,
    /// Those who were there, as was told later, and of whom nothing is reported. Missing is not 0.
    pub missing: Vec<Seat>,
    /// What it starts from.
    course: Course,
}

impl PartialEq for Recorded {
    fn eq(&self, other: &Recorded) -> bool {
        // What a round starts from belongs to those before it.
        let Recorded { report, round, voided, conflicts, findings, missing, course: _ } = self;
        (report, round, voided) == (&other.report, &other.round, &other.voided)
            && (conflicts, findings, missing) == (&other.conflicts, &other.findings, &other.missing)
    }
}

impl Eq for Recorded {}

impl Recorded {
    /// Looks at what the shown hands prove, once the round is over.
    fn look(&mut self, rules: &Ruleset, seating: Seating, before: &Before) {
        self.findings = match (&self.report, &self.round.outcome) {
            (Report::Plays(plays), Some(outcome)) => findings(rules, seating, before, plays, &outcome.left),
            _ => Vec::new(),
        };
    }
}

/// A penalty of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedPenalty {
    /// Its number, from 1.
    pub number: u32,
    /// What the table reported.
    pub penalty: Penalty,
    /// Why it does not count, if it is cancelled.
    pub cancelled: Option<String>,
}

impl RecordedPenalty {
    /// Whose total it changes, and by how much. It may depend on a hand that was corrected since.
    pub fn change(&self, game: &Game) -> (Side, i32) {
        let outcome = game.round(self.penalty.round).and_then(|recorded| recorded.round.outcome.as_ref());
        let left = outcome.and_then(|outcome| outcome.left.get(&self.penalty.seat));
        self.penalty.change(game.rules(), game.seating.side(self.penalty.seat), left)
    }
}

/// A game with all that follows from its record.
#[derive(Clone, Debug)]
pub struct Game {
    created: Arc<Created>,
    about: About,
    /// Everybody who ever sat at the table.
    seating: Seating,
    chairs: Arc<Vec<SeatHistory>>,
    rounds: Vec<Arc<Recorded>>,
    penalties: Vec<RecordedPenalty>,
    bonuses: Vec<RecordedBonus>,
    /// How the table ended the match; of several who gave up, each has said so.
    ends: Vec<DeclaredEnd>,
    /// Why the game was a mistake, if it was.
    deleted: Option<String>,
    /// How the match stands, once somebody has asked since it may stand otherwise.
    standing: OnceLock<Arc<Settled>>,
    version: u32,
    corrections: u32,
    /// The rounds and turns that have been worked out so far, each time counted.
    work: usize,
}

/// How a match stands, with what is asked of it often.
#[derive(Debug)]
struct Settled {
    standing: Standing,
    /// The last round that counts, if the match is over.
    last: Option<usize>,
    /// How many rounds count and are over.
    played: usize,
}

impl PartialEq for Game {
    fn eq(&self, other: &Game) -> bool {
        // How the match stands follows from the rest.
        let Game {
            created, about, seating, chairs, rounds, penalties, bonuses, ends, deleted, version, ..
        } = self;
        (created, about, seating, chairs) == (&other.created, &other.about, &other.seating, &other.chairs)
            && (rounds, ends, version) == (&other.rounds, &other.ends, &other.version)
            && deleted == &other.deleted
            && (penalties, bonuses) == (&other.penalties, &other.bonuses)
    }
}

impl Eq for Game {}

impl Game {
    /// The game of a log.
    ///
    /// Errors: the first event that does not follow from those before it.
    pub fn replay(log: impl IntoIterator<Item = Event>) -> Result<Game, BrokenLog> {
        let mut events = log.into_iter();
        let first = |why| BrokenLog { seq: 1, why };
        let Some(Event::Created(created)) = events.next() else { return Err(first(impossible())) };
        let game = Game::start(created).map_err(first)?;
        events.try_fold(game, |game, event| game.followed_by(&event))
    }

    /// How many rounds and turns have been worked out for it, each time counted: at least as many as it has.
    pub const fn work(&self) -> usize {
        self.work
    }

    /// At least how many events, rounds and turns it has.
    pub fn size(&self) -> usize {
        // What was worked out anew is counted each time.
        self.work.saturating_add(usize::try_from(self.version).unwrap_or(usize::MAX))
    }

    /// The game after what happened next.
    ///
    /// Fails when it cannot have happened in this game.
    pub fn followed_by(mut self, event: &Event) -> Result<Game, BrokenLog> {
        let seq = self.version + 1;
        match self.apply(event) {
            Ok(()) => Ok(self),
            Err(why) => Err(BrokenLog { seq, why }),
        }
    }

    /// A game without rounds.
    ///
    /// Fails when so many cannot sit down to it.
    pub fn start(created: Created) -> Result<Game, Problem> {
        let seating = created
            .rules
            .seating(created.seats.len(), created.partners)
            .map_err(|refusal| Problem::at("/seats", refusal))?;
        let chairs = created.seats.iter().map(|player| SeatHistory::new(player.clone(), 1, 0)).collect();
        Ok(Game {
            about: created.about.clone(),
            chairs: Arc::new(chairs),
            created: Arc::new(created),
            seating,
            rounds: Vec::new(),
            penalties: Vec::new(),
            bonuses: Vec::new(),
            ends: Vec::new(),
            deleted: None,
            standing: OnceLock::new(),
            version: 1,
            corrections: 0,
            work: 0,
        })
    }

    /// How the game was made, by the rules that it has now.
    pub fn created(&self) -> &Created {
        &self.created
    }

    /// The ruleset, as it was frozen when the game was made or has been amended since.
    pub fn rules(&self) -> &Ruleset {
        &self.created.rules
    }

    /// The chairs at the table, as if nobody had come late or left: for who plays in a round, see
    /// [`Game::seating_in`].
    pub fn seating(&self) -> Seating {
        self.seating
    }

    /// The rounds, the first first.
    pub fn rounds(&self) -> &[Arc<Recorded>] {
        &self.rounds
    }

    /// The round with this number, from 1.
    pub fn round(&self, number: usize) -> Option<&Recorded> {
        number.checked_sub(1).and_then(|index| self.rounds.get(index)).map(AsRef::as_ref)
    }

    /// The penalties in the order in which they were reported.
    pub fn penalties(&self) -> &[RecordedPenalty] {
        &self.penalties
    }

    /// The bonuses in the order in which they were awarded.
    pub fn bonuses(&self) -> &[RecordedBonus] {
        &self.bonuses
    }

    /// What people say about the game now.
    pub fn about(&self) -> &About {
        &self.about
    }

    /// How the table ended the match, if not by its rules: one end, or several sides that gave up.
    pub fn ends(&self) -> &[DeclaredEnd] {
        &self.ends
    }

    /// Why the game was a mistake and is left out of everything, if so.
    pub fn deleted(&self) -> Option<&str> {
        self.deleted.as_deref()
    }

    /// How the match stands.
    pub fn standing(&self) -> &Standing {
        &self.settled().standing
    }

    /// How many rounds count and are over.
    pub fn rounds_played(&self) -> usize {
        self.settled().played
    }

    /// Whether the match was decided before round `number`, from 1, so that it does not count.
    pub fn is_after_end(&self, number: usize) -> bool {
        self.settled().last.is_some_and(|last| number > last)
    }

    fn settled(&self) -> &Settled {
        self.standing.get_or_init(|| Arc::new(self.settle()))
    }

    /// Whether nothing has happened since `other` by which the match could stand otherwise.
    pub fn stands_as(&self, other: &Game) -> bool {
        self.standing.get().zip(other.standing.get()).is_some_and(|(one, other)| Arc::ptr_eq(one, other))
    }

    /// Whether round `number`, from 1, is the same in `other`.
    pub fn has_same_round(&self, other: &Game, number: usize) -> bool {
        // As shared rounds, of which most are one and the same.
        let shared = |game: &Game| number.checked_sub(1).and_then(|index| game.rounds.get(index).cloned());
        shared(self) == shared(other) && self.is_after_end(number) == other.is_after_end(number)
    }

    /// The number of events in the log.
    pub fn version(&self) -> u32 {
        self.version
    }

    /// Whether the match is over.
    pub fn is_finished(&self) -> bool {
        self.standing().finished_after.is_some()
    }

    /// The place of the last round that is not voided.
    fn last_counting(&self) -> Option<usize> {
        self.rounds.iter().rposition(|recorded| recorded.voided.is_none())
    }

    /// The last round that is not voided, with its number: the one that turns are about.
    pub fn last_round(&self) -> Option<(usize, &Recorded)> {
        let last = self.last_counting()?;
        self.rounds.get(last).map(|recorded| (last + 1, recorded.as_ref()))
    }

    /// The round that is being played, with its number.
    pub fn running(&self) -> Option<(usize, &Recorded)> {
        self.last_round().filter(|(_, recorded)| recorded.round.outcome.is_none())
    }

    /// What is known of the next lead; `None` while a round is running or when the match is over.
    pub fn next_lead(&self) -> Option<NextLead> {
        if self.is_finished() || self.running().is_some() {
            return None;
        }
        let before = self.before(self.rounds.len());
        // Voided rounds keep their numbers, so the next one may be further on than the lead counts.
        let numbers = (before.round, self.rounds.len() + 1);
        let last = self.course(self.rounds.len()).last;
        Some(next_lead(self.rules(), numbers, before.leader, before.led, &last))
    }
}

/// A log that no table can have reported.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("event {seq} of the log does not follow from those before it: {}", why.refusal.describe(&Names::LETTERS))]
pub struct BrokenLog {
    /// The number of the event, from 1.
    pub seq: u32,
    /// What speaks against it.
    pub why: Problem,
}
