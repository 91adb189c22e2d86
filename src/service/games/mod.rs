//! Games: making, reading and changing them.
//!
//! A game is kept in memory after it was used, and used again only at the version that the
//! database has: reading compares it, and an append is refused unless it is still so.

mod action;
mod cache;
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

use serde_json::Value;
use uuid::Uuid;

pub use action::Action;
pub use cache::{CachedGame, Games};
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
use crate::store::games::{EventRow, Status};

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
