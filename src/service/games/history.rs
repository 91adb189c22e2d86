//! The audit trail of a game, and the game as it was.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::seats::players_of;
use super::{Games, Known, Opened, event, open};
use crate::rules::{Event, Game};
use crate::service::ServiceError;
use crate::service::auth::Reader;
use crate::store::Connection;
use crate::store::games::{self, EventRow};
use crate::store::players::{self, Person};

/// Something that happened to a game.
#[derive(Clone, Debug)]
pub struct Happened {
    /// Which event of the log it is, from 1.
    pub seq: i64,
    /// When it was recorded.
    pub at: DateTime<Utc>,
    /// With which key.
    pub key: Option<Uuid>,
    /// What it was.
    pub event: Event,
    /// The game before it; `None` for the first.
    pub before: Option<Game>,
    /// The game after it.
    pub after: Game,
}

/// Reads up to `limit` events of a game after event `seq`, and who the players are whom they name.
///
/// # Errors
///
/// If there is no such game that the reader may know of.
pub async fn log(
    conn: &mut Connection,
    cache: &Games,
    reader: &Reader,
    id: Uuid,
    (seq, limit): (i64, usize),
) -> Result<(Vec<Happened>, Vec<Person>), ServiceError> {
    let club = open(conn, cache, reader, id).await?.row.club_id;
    let rows = games::log(conn, id, 0).await?;
    let mut game: Option<Game> = None;
    let mut happened = Vec::new();
    for row in rows {
        let EventRow { seq: number, at, key_id: key, .. } = row;
        let event = event(row)?;
        let before = game.clone();
        let after = step(id, number, game, &event)?;
        if number > seq {
            happened.push(Happened { seq: number, at, key, event, before, after: after.clone() });
            if happened.len() == limit {
                break;
            }
        }
        game = Some(after);
    }
    let games = happened.iter().flat_map(|it| it.before.iter().chain([&it.after]));
    let mut ids: Vec<Uuid> = games.flat_map(players_of).collect();
    ids.sort_unstable();
    ids.dedup();
    let people = players::people(conn, club, &ids).await?;
    Ok((happened, people))
}

fn step(id: Uuid, seq: i64, game: Option<Game>, event: &Event) -> Result<Game, ServiceError> {
    let broken = || ServiceError::Contradiction(format!("event {seq} of game {id} does not follow"));
    match (game, event) {
        (None, Event::Created(created)) => Game::start(created.clone()).map_err(|_| broken()),
        (Some(mut game), event) => game.apply(event).map(|()| game).map_err(|_| broken()),
        (None, _) => Err(broken()),
    }
}

/// Reads a game as it was at a version.
///
/// # Errors
///
/// If there is no such game that the reader may know of, or it never had that version.
pub async fn at_version(
    conn: &mut Connection,
    cache: &Games,
    reader: &Reader,
    id: Uuid,
    version: i64,
) -> Result<Opened, ServiceError> {
    let opened = open(conn, cache, reader, id).await?;
    let current = opened.known.version();
    if !(1..=current).contains(&version) {
        return Err(ServiceError::NoSuchVersion { version, current });
    }
    if version == current {
        return Ok(opened);
    }
    let rows = games::log(conn, id, 0).await?;
    let events = rows.into_iter().take_while(|row| row.seq <= version).map(event);
    let events = events.collect::<Result<Vec<Event>, ServiceError>>()?;
    let game = Game::replay(events).map_err(|broken| ServiceError::BrokenLog { game: id, broken })?;
    let known = Known { club: opened.known.club, game: Arc::new(game) };
    let people = players::people(conn, opened.row.club_id, &players_of(&known.game)).await?;
    Ok(Opened { known, people, ..opened })
}
