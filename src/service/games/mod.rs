//! Games: making, reading and changing them.
//!
//! A game is kept in memory after it was used, and used again only at the version that the
//! database has: reading compares it, and an append is refused unless it is still so.

mod action;
mod change;
mod changed;
mod create;
mod day;
mod decision;
mod history;
mod people;
mod read;
mod record;
mod repeated;
pub(crate) mod seats;

use std::num::NonZero;
use std::sync::{Arc, Mutex, PoisonError};

use lru::LruCache;
use serde_json::Value;
use uuid::Uuid;

pub use action::Action;
pub use change::{Change, change};
pub use changed::{ChangeOutcome, Extent};
pub use create::{NewGame, NewTable, create};
pub use history::tells_held_hands;
pub use history::{LogStep, at_version, log};
pub use people::NamedGame;
pub use read::{Edition, ListRequest, OpenedGame, Summary, list, open};
pub use seats::NewSeat;

use super::ServiceError;
use super::apart::apart;
use crate::rules::{Brief, Event, Game};
use crate::store::games::{self, EventRow, Status};
use crate::store::{Connection, games::GameRow};

/// How many games are kept in memory.
const KEPT: NonZero<usize> = NonZero::new(256).expect("256 is not 0");

/// A game at a version.
#[derive(Clone, Debug)]
pub struct CachedGame {
    /// The club that owns the game.
    pub club: Uuid,
    /// The game.
    pub game: Arc<Game>,
}

impl CachedGame {
    /// The version, as the database counts.
    pub fn version(&self) -> i64 {
        version(&self.game)
    }
}

/// The games that were used last.
#[derive(Clone)]
pub struct Games(Arc<Mutex<LruCache<Uuid, CachedGame>>>);

impl Default for Games {
    fn default() -> Games {
        Games(Arc::new(Mutex::new(LruCache::new(KEPT))))
    }
}

impl Games {
    fn get(&self, id: Uuid) -> Option<CachedGame> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&id).cloned()
    }

    /// Keeps a game, unless a newer version of it is kept already.
    fn keep(&self, id: Uuid, known: CachedGame) {
        let mut games = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if games.peek(&id).is_none_or(|kept| kept.version() < known.version()) {
            games.put(id, known);
        }
    }

    /// The game of `row` at the version of `row` or newer.
    async fn at(&self, conn: &mut Connection, row: &GameRow) -> Result<CachedGame, ServiceError> {
        match self.get(row.id).filter(|known| known.version() == row.version) {
            Some(known) => Ok(known),
            None => self.load(conn, row.id, row.club_id).await,
        }
    }

    async fn load(&self, conn: &mut Connection, id: Uuid, club: Uuid) -> Result<CachedGame, ServiceError> {
        let game = replay(id, games::log(conn, id).await?).await?;
        let known = CachedGame { club, game: Arc::new(game) };
        self.keep(id, known.clone());
        Ok(known)
    }
}

/// The version of a game, as the database counts.
pub fn version(game: &Game) -> i64 {
    game.version().into()
}

/// How the match of a game stands, as its row has it for lists.
///
/// Fails if it cannot be written as JSON.
pub fn brief(game: &Game) -> Result<Value, ServiceError> {
    serde_json::to_value(Brief::of(game)).map_err(ServiceError::UnwritableEvent)
}

/// Whether a game goes on, as its row has it.
pub fn status(game: &Game) -> Status {
    match game.deleted() {
        Some(_) => Status::Deleted,
        None if game.is_finished() => Status::Finished,
        None => Status::Running,
    }
}

/// The game of a stored log.
async fn replay(id: Uuid, log: Vec<EventRow>) -> Result<Game, ServiceError> {
    let long = log.len();
    let replayed = move || {
        let events = log.into_iter().map(event).collect::<Result<Vec<Event>, ServiceError>>()?;
        Game::replay(events).map_err(|broken| ServiceError::BrokenLog { game: id, broken })
    };
    apart(long, replayed).await
}

/// Reads a stored event.
pub(super) fn event(row: EventRow) -> Result<Event, ServiceError> {
    let EventRow { game_id, seq, body, .. } = row;
    serde_json::from_value(body).map_err(|why| ServiceError::UnreadableEvent { game: game_id, seq, why })
}
