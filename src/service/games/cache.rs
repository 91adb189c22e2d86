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
use crate::service::apart::place_to_open;
use crate::store::Connection;
use crate::store::games::{self, GameRow};

/// How large the games together are that are kept in memory, in events, rounds and turns. Some 2,700 games of 60 turns
/// find room, or 24 as large as games get.
const ROOM: usize = 300_000;
/// What a game takes beside its rounds and turns, in these.
const EMPTY: usize = 50;
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
    kept: Arc<Mutex<Kept>>,
    turns: Turns,
    openings: Turns,
}

/// Whose turn it is, by game.
type Turns = Arc<Mutex<LruCache<Uuid, Arc<tokio::sync::Mutex<()>>>>>;

/// Games in memory, and how large they are together.
struct Kept {
    games: LruCache<Uuid, CachedGame>,
    size: usize,
}

impl Kept {
    fn put(&mut self, id: Uuid, known: CachedGame) {
        let size = |known: &CachedGame| EMPTY + known.game.size();
        self.size += size(&known);
        self.size -= self.games.put(id, known).as_ref().map_or(0, size);
        while self.size > ROOM && self.games.len() > 1 {
            self.size -= self.games.pop_lru().as_ref().map_or(0, |(_, oldest)| size(oldest));
        }
    }
}

impl Default for Games {
    fn default() -> Games {
        let kept = Kept { games: LruCache::unbounded(), size: 0 };
        let turns = || Arc::new(Mutex::new(LruCache::new(TURNS)));
        Games { kept: Arc::new(Mutex::new(kept)), turns: turns(), openings: turns() }
    }
}

/// The turn in a game, for who asks first.
fn turn_in(turns: &Turns, id: Uuid) -> Arc<tokio::sync::Mutex<()>> {
    let mut turns = turns.lock().unwrap_or_else(PoisonError::into_inner);
    Arc::clone(turns.get_or_insert(id, Arc::default))
}

impl Games {
    pub(super) fn get(&self, id: Uuid) -> Option<CachedGame> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).games.get(&id).cloned()
    }

    /// Keeps a game, unless a newer version of it is kept already.
    pub(super) fn keep(&self, id: Uuid, known: CachedGame) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.games.peek(&id).is_none_or(|older| older.version() < known.version()) {
            kept.put(id, known);
        }
    }

    /// Waits until nobody else in this process changes the game, first come, first served. What holds without
    /// it: an append is refused at another version than the one that it was decided on.
    ///
    /// Fails if the others take too long.
    pub(super) async fn turn(&self, id: Uuid) -> Result<OwnedMutexGuard<()>, ServiceError> {
        let turn = turn_in(&self.turns, id).lock_owned();
        timeout(PATIENCE, turn).await.map_err(|_elapsed| ServiceError::Overtaken)
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

    /// The game from its whole log. Whoever wants the same waits for the first who does.
    ///
    /// Fails if many long games are being opened.
    async fn load(&self, conn: &mut Connection, row: &GameRow) -> Result<CachedGame, ServiceError> {
        // Before the turn: who waits for it has a connection, too.
        let _place = place_to_open(row.version)?;
        let _turn = turn_in(&self.openings, row.id).lock_owned().await;
        if let Some(known) = self.get(row.id).filter(|known| known.version() >= row.version) {
            return Ok(known);
        }
        let game = replay(row.id, games::log(conn, row.id).await?).await?;
        Ok(self.kept_as(row, game))
    }

    fn kept_as(&self, row: &GameRow, game: Game) -> CachedGame {
        let known = CachedGame { club: row.club_id, game: Arc::new(game) };
        self.keep(row.id, known.clone());
        known
    }
}
