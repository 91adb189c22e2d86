//! The games that were used last, and whose turn it is to change one.

use std::num::NonZero;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use lru::LruCache;
use tokio::sync::OwnedMutexGuard;
use tokio::time::timeout;
use uuid::Uuid;

use super::{event, replay, version};
use crate::rules::Game;
use crate::service::ServiceError;
use crate::store::Connection;
use crate::store::games::{self, GameRow};

/// How many games are kept in memory.
const KEPT: NonZero<usize> = NonZero::new(256).expect("256 is not 0");
/// Of how many games it is known whose turn it is.
const TURNS: NonZero<usize> = NonZero::new(4096).expect("4096 is not 0");
/// How long a request waits for its turn.
const PATIENCE: Duration = Duration::from_secs(10);

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
pub struct Games {
    kept: Arc<Mutex<LruCache<Uuid, CachedGame>>>,
    turns: Arc<Mutex<LruCache<Uuid, Arc<tokio::sync::Mutex<()>>>>>,
}

impl Default for Games {
    fn default() -> Games {
        Games {
            kept: Arc::new(Mutex::new(LruCache::new(KEPT))),
            turns: Arc::new(Mutex::new(LruCache::new(TURNS))),
        }
    }
}

impl Games {
    pub(super) fn get(&self, id: Uuid) -> Option<CachedGame> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).get(&id).cloned()
    }

    /// Keeps a game, unless a newer version of it is kept already.
    pub(super) fn keep(&self, id: Uuid, known: CachedGame) {
        let mut games = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if games.peek(&id).is_none_or(|kept| kept.version() < known.version()) {
            games.put(id, known);
        }
    }

    /// Waits until nobody else in this process changes the game, first come, first served. What holds without
    /// it: an append is refused at another version than the one that it was decided on.
    ///
    /// Fails if the others take too long.
    pub(super) async fn turn(&self, id: Uuid) -> Result<OwnedMutexGuard<()>, ServiceError> {
        let turn = {
            let mut turns = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(turns.get_or_insert(id, Arc::default))
        };
        timeout(PATIENCE, turn.lock_owned()).await.map_err(|_elapsed| ServiceError::Overtaken)
    }

    /// The game of `row` at the version of `row` or newer.
    pub(super) async fn at(&self, conn: &mut Connection, row: &GameRow) -> Result<CachedGame, ServiceError> {
        let Some(known) = self.get(row.id) else { return self.load(conn, row).await };
        if known.version() == row.version {
            return Ok(known);
        }
        // The last event that is known, which says that the log has the others too, and what came since.
        let mut news = games::log_from(conn, row.id, known.version()).await?;
        if news.first().is_none_or(|last| last.seq != known.version()) {
            return self.load(conn, row).await;
        }
        let mut game = Game::clone(&known.game);
        for happened in news.split_off(1) {
            let followed = game.followed_by(&event(happened)?);
            game = followed.map_err(|broken| ServiceError::BrokenLog { game: row.id, broken })?;
        }
        Ok(self.kept_as(row, game))
    }

    async fn load(&self, conn: &mut Connection, row: &GameRow) -> Result<CachedGame, ServiceError> {
        let game = replay(row.id, games::log(conn, row.id).await?).await?;
        Ok(self.kept_as(row, game))
    }

    fn kept_as(&self, row: &GameRow, game: Game) -> CachedGame {
        let known = CachedGame { club: row.club_id, game: Arc::new(game) };
        self.keep(row.id, known.clone());
        known
    }
}
