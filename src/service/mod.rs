//! Use cases: load, decide, store. One noun a file; none of them sees a request.

pub mod apart;
pub(crate) mod auth;
pub(crate) mod clubs;
pub mod demo;
pub(crate) mod games;
pub(crate) mod health;
pub(crate) mod keys;
pub(crate) mod merges;
pub(crate) mod names;
pub(crate) mod pairings;
pub(crate) mod players;
pub(crate) mod retries;
pub(crate) mod seasons;
pub mod seed;
pub mod standings;
pub(crate) mod time_zone;
pub mod upgrade;
pub(crate) mod version;

use std::sync::Arc;

use chrono::{DateTime, DurationRound, NaiveDate, TimeDelta, Utc};
use thiserror::Error;
use uuid::Uuid;

use crate::rules::{BrokenLog, Game, Names, Problem, Refusal, RuleProblem, Seat};
use crate::store::keys::Scope;
use crate::store::{Db, StoreError, Trouble};

/// Why a use case did not do what it was asked.
#[derive(Debug, Error)]
pub enum ServiceError {
    /// No key was given where one is needed, or it is not (or no longer) good.
    #[error("{0}")]
    Unauthenticated(&'static str),
    /// The key is good, but may do less than this needs.
    #[error("this needs a key with the scope `{needs}`, and this key has `{has}`")]
    ScopeTooSmall { needs: Scope, has: Scope },
    /// The key is for one game, and this is about something else.
    #[error("this key is for one game only")]
    KeyOfOneGame,
    /// Hands that the players hold would be told to somebody who must not see them.
    #[error("a round is being played, and until it is over only those who record the game see its hands")]
    HandsHidden,
    /// There is no such club, or none that the caller may know of.
    #[error("there is no such club")]
    ClubNotFound,
    /// The confirmation is not the name of the club.
    #[error("that is not the name of the club")]
    OtherName,
    /// The club is larger than an import takes.
    #[error("the club has more than {0}, which is more than a file to import may have")]
    ExportTooLarge(String),
    /// What was to be sent could not be collected.
    #[error("an export could not be collected: {0}")]
    Spool(std::io::Error),
    /// The club has no such key.
    #[error("the club has no such key")]
    KeyNotFound,
    /// Nobody could manage the club without this key.
    #[error("this is the last key with the scope `manage`; make another first")]
    LastManager,
    /// A key for one game cannot manage the club.
    #[error("a key for one game has the scope `view` or `score`")]
    ManagerOfOneGame,
    /// The game that a key is to be for is not in the club.
    #[error("the club has no such game")]
    GameUnknown,
    /// There is no such pairing code, it was used, or its time or tries are over.
    #[error("the pairing code is invalid, used or expired")]
    PairingNotFound,
    /// Something else was asked under the same `Idempotency-Key`.
    #[error("the Idempotency-Key was used for another request")]
    OtherRequest,
    /// The same request is being done just now.
    #[error("the same request is still running")]
    InProgress,
    /// The club has no such player.
    #[error("the club has no such player")]
    PlayerNotFound,
    /// The club has a player of that name, letter case and spacing aside.
    #[error("the club already has a player named `{name}`")]
    PlayerExists { id: Uuid, name: String },
    /// The club has no such player, who is named in what is to be stored.
    #[error("the club has no such player")]
    PlayerUnknown,
    /// The club has no such season.
    #[error("the club has no such season")]
    SeasonNotFound,
    /// The club has a season of that name, letter case and spacing aside.
    #[error("the club already has a season named `{name}`")]
    SeasonExists { id: Uuid, name: String },
    /// A season would end before it begins.
    #[error("{}", if *begins { "`from` must not be a day after `to`" } else { "`to` must not be a day before `from`" })]
    SeasonReversed {
        /// Whether it is the first day that is to blame.
        begins: bool,
    },
    /// The season is closed, and this would change what it is about.
    #[error("the season `{0}` is closed; reopen it first")]
    SeasonClosed(String),
    /// The season is open.
    #[error("the season `{0}` is open")]
    SeasonOpen(String),
    /// The season has no such adjustment.
    #[error("the season has no such adjustment")]
    AdjustmentNotFound,
    /// The adjustment was cancelled before.
    #[error("the adjustment is already cancelled")]
    AdjustmentCancelled,
    /// The player to merge into is not in the club.
    #[error("the club has no player of the id in `into`")]
    OtherPlayerUnknown,
    /// The player is merged already.
    #[error("{name} is already merged into {into_name}")]
    PlayerMerged { name: String, into: Uuid, into_name: String },
    /// The player is on their own.
    #[error("the player is not merged into another")]
    NotMerged,
    /// Both are one person already.
    #[error("`{name}` is already this player")]
    SamePlayer { name: String },
    /// The two have sat in one game.
    #[error("`{one}` and `{other}` have met in game {game}, so they are not one person")]
    PlayersMet { one: String, other: String, game: Uuid },
    /// The player has games.
    #[error(
        "`{name}` has games, other players' names or adjustments in a season, and cannot be deleted; merge players instead"
    )]
    PlayerHasGames { name: String },
    /// A player sits in two seats, by two names.
    #[error("`{name}` already has a seat in this game")]
    SitsTwice {
        name: String,
        /// Where one of the two is named.
        named: Option<Named>,
    },
    /// A game cannot have been played on a day that is still to come.
    #[error("{day} is still to come: today is {today} where the club plays")]
    FutureDay { day: NaiveDate, today: NaiveDate },
    /// A name is that of several players, who had different ones when they came.
    #[error("this could be {}: say who by the player's id", quoted(names))]
    SeveralOfName {
        names: Vec<String>,
        /// Where they are named.
        named: Named,
    },
    /// There is no such game, or none that the caller may know of.
    #[error("there is no such game")]
    GameNotFound,
    /// The game that another is to be like is not in the club.
    #[error("the club has no such game")]
    LikeUnknown,
    /// The rules of a game contradict each other.
    #[error("the rules cannot be played")]
    BadRules(Vec<RuleProblem>),
    /// So many cannot sit down to the game, or not as partners.
    #[error("{}", .0.describe(&Names::LETTERS))]
    Seating(Refusal),
    /// The player of a seat is not in the club.
    #[error("the club has no such player{}", seat.map_or_else(String::new, |seat| format!(" for seat {seat}")))]
    SeatUnknown {
        /// The seat, if it is there.
        seat: Option<Seat>,
        /// Where the player is named.
        named: Named,
    },
    /// The game never had that version.
    #[error("the game has no version {version}; it is at {current}")]
    NoSuchVersion { version: i64, current: i64 },
    /// The change was meant for another version.
    #[error("the game is at version {version} now")]
    Stale { version: i64 },
    /// The rules of the game refuse the change.
    #[error("{}", refused(problems))]
    Refused {
        problems: Vec<Problem>,
        /// Which of the commands was refused, from 0.
        index: usize,
        /// The game as it is.
        game: Arc<Game>,
        /// What its people are called.
        names: Names,
    },
    /// A stored time zone is none that this version knows.
    #[error("the time zone `{name}` of club {club} is unknown")]
    BrokenTimeZone { club: Uuid, name: String },
    /// A stored log is damaged.
    #[error("game {game}: {broken}")]
    BrokenLog { game: Uuid, broken: BrokenLog },
    /// A stored event cannot be read.
    #[error("event {seq} of game {game} cannot be read: {why}")]
    UnreadableEvent { game: Uuid, seq: i64, why: serde_json::Error },
    /// An event cannot be written.
    #[error("an event cannot be written: {0}")]
    UnwritableEvent(serde_json::Error),
    /// Something that the rules had allowed was refused by them.
    #[error("the rules contradict themselves: {0}")]
    Contradiction(String),
    /// The database cannot be reached now.
    #[error(transparent)]
    Unavailable(#[from] StoreError),
    /// The database answered too late.
    #[error("the database did not answer in time")]
    TooSlow,
    /// As many long logs are being replayed as there is room for.
    #[error("much is being asked at once")]
    Busy,
    /// Others changed what it needs meanwhile, again and again.
    #[error("others were faster each time")]
    Overtaken,
    /// The database refused.
    #[error(transparent)]
    Database(#[from] diesel::result::Error),
    /// The system has no random numbers to make a key of.
    #[error("no random numbers: {0}")]
    NoChance(#[from] getrandom::Error),
}

/// Where a request names a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    /// It names only one.
    Alone,
    /// In the list of seats, from 0.
    InList(usize),
    /// By the seat.
    BySeat(Seat),
}

impl ServiceError {
    /// Whether it may be done if it is tried again at once.
    fn passes(&self, db: &Db) -> bool {
        if let ServiceError::Database(error) = self {
            return db.notice(error) == Trouble::Clash;
        }
        matches!(self, ServiceError::Overtaken)
    }

    fn unexpected(refusal: &Refusal) -> ServiceError {
        ServiceError::Contradiction(refusal.describe(&Names::LETTERS))
    }
}

fn refused(problems: &[Problem]) -> String {
    problems.first().map_or_else(String::new, |problem| problem.refusal.describe(&Names::LETTERS))
}

/// Names as a choice in a sentence.
fn quoted(names: &[String]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    names.join(" or ")
}

/// What is wrong with the record of game `id`.
fn broken(id: Uuid, why: &str) -> ServiceError {
    ServiceError::Contradiction(format!("game {id}: {why}"))
}

/// The id of a player whom the record of game `id` names.
///
/// Fails if it is none.
fn player_of(id: Uuid, named: &str) -> Result<Uuid, ServiceError> {
    Uuid::try_parse(named).map_err(|why| broken(id, &format!("the player {named}: {why}")))
}

/// The day on which game `id` was played; of old records it may be missing.
///
/// Fails if it is none.
fn day_of(id: Uuid, day: Option<&str>) -> Result<Option<NaiveDate>, ServiceError> {
    let read = |day: &str| day.parse().map_err(|why| broken(id, &format!("the day {day}: {why}")));
    day.map(read).transpose()
}

/// Times are kept as precisely as PostgreSQL can, so that what was written is what is read.
pub(crate) fn storable(now: DateTime<Utc>) -> DateTime<Utc> {
    now.duration_trunc(TimeDelta::microseconds(1)).unwrap_or(now)
}
