//! The audit trail of a game, and the game as it was.

use std::collections::HashMap;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::people::people;
use super::{CachedGame, Games, OpenedGame, event, open, replay};
use crate::rules::{Event, Game};
use crate::service::ServiceError;
use crate::service::apart::{apart, place};
use crate::service::auth::Reader;
use crate::store::Connection;
use crate::store::games::{self, EventRow};
use crate::store::keys;
use crate::store::players::PlayerIdentity;

/// Something that happened to a game.
#[derive(Clone, Debug)]
pub struct LogStep {
    /// Which event of the log it is, from 1.
    pub seq: i64,
    /// When it was recorded.
    pub at: DateTime<Utc>,
    /// With which key.
    pub key: Option<Uuid>,
    /// What that key is called, for somebody with a key of the club.
    pub label: Option<String>,
    /// What it was.
    pub event: Event,
    /// The game before it; `None` for the first.
    pub before: Option<Game>,
    /// The game after it.
    pub after: Game,
    /// Whether it is about a round whose hands the reader must not see yet.
    pub held: bool,
    /// Whether totals after it tell of such a round.
    pub totals_tell: bool,
}

/// Reads up to `limit` events of a game after event `seq`, and who the players are whom they name.
///
/// Fails if there is no such game that the reader may know of.
pub async fn log(
    conn: &mut Connection,
    cache: &Games,
    reader: &Reader,
    id: Uuid,
    (seq, limit): (i64, u16),
) -> Result<(Vec<LogStep>, Vec<PlayerIdentity>), ServiceError> {
    let opened = open(conn, cache, reader, id).await?;
    // Whether hands are held was decided on the game as it was opened: what came since is left for the next
    // request, as it may tell of hands.
    let last = seq.saturating_add(i64::from(limit));
    let last = last.min(opened.known.version());
    let _place = place(last)?;
    let rows = games::log_until(conn, id, last).await?;
    let held_from = opened.held_from;
    let mut happened = apart(rows.len(), move || steps(rows, seq, held_from)).await?;
    if matches!(reader, Reader::Caller(caller) if caller.club_id == opened.row.club_id) {
        let used: Vec<Uuid> = happened.iter().filter_map(|it| it.key).collect();
        let labels = keys::labels(conn, opened.row.club_id, &used).await?;
        let labels: HashMap<Uuid, String> = labels.into_iter().collect();
        for it in &mut happened {
            it.label = it.key.and_then(|key| labels.get(&key).cloned());
        }
    }
    let games = happened.iter().flat_map(|it| it.before.iter().chain([&it.after]));
    let people = people(conn, (opened.row.club_id, id), games, &[]).await?;
    Ok((happened, people))
}

/// The events after event `seq`, each with the game before and after it.
fn steps(rows: Vec<EventRow>, seq: i64, held_from: Option<usize>) -> Result<Vec<LogStep>, ServiceError> {
    let mut game: Option<Game> = None;
    let mut shown = Vec::new();
    for row in rows {
        let EventRow { game_id: id, seq: number, at, key_id: key, .. } = row;
        let event = event(row)?;
        let before = game.as_ref().filter(|_| number > seq).cloned();
        let after = step(id, game, &event)?;
        if number > seq {
            let held = held_from.zip(event.round(&after)).is_some_and(|(from, round)| from <= round);
            let totals_tell = held_from.is_some_and(|from| after.has_ended_from(from));
            let (label, after) = (None, after.clone());
            shown.push(LogStep { seq: number, at, key, label, event, before, after, held, totals_tell });
        }
        game = Some(after);
    }
    Ok(shown)
}

/// Whether a log tells of hands that are still held.
///
/// Fails if the log is damaged.
pub fn tells_held_hands(rows: &[EventRow]) -> Result<bool, ServiceError> {
    let mut game: Option<Game> = None;
    let mut telling: Vec<usize> = Vec::new();
    for row in rows {
        let event = event(row.clone())?;
        let after = step(row.game_id, game, &event)?;
        telling.extend(event.round(&after).filter(|_| event.without_hands() != event));
        game = Some(after);
    }
    let from = game.and_then(|game| game.held_from());
    Ok(from.is_some_and(|from| telling.iter().any(|round| *round >= from)))
}

fn step(id: Uuid, game: Option<Game>, event: &Event) -> Result<Game, ServiceError> {
    let after = match game {
        None => Game::replay([event.clone()]),
        Some(game) => game.followed_by(event),
    };
    after.map_err(|broken| ServiceError::BrokenLog { game: id, broken })
}

/// Reads a game as it was at a version: all but the names of its players, which are those of today.
///
/// Fails if there is no such game that the reader may know of, it never had that version, or hands were
/// shown then that the reader must not see since the round is being played again.
pub async fn at_version(
    conn: &mut Connection,
    cache: &Games,
    reader: &Reader,
    id: Uuid,
    version: i64,
) -> Result<OpenedGame, ServiceError> {
    let opened = open(conn, cache, reader, id).await?;
    let current = opened.known.version();
    if !(1..=current).contains(&version) {
        return Err(ServiceError::NoSuchVersion { version, current });
    }
    if version == current {
        return Ok(opened);
    }
    let _place = place(version)?;
    let rows = games::log_until(conn, id, version).await?;
    let changed_at = rows.last().map_or(opened.row.changed_at, |row| row.at);
    let game = replay(id, rows).await?;
    if opened.shows_hands_of(&game) {
        return Err(ServiceError::HandsHidden);
    }
    let people = people(conn, (opened.row.club_id, id), [&game], &[]).await?;
    let known = CachedGame { club: opened.row.club_id, game: Arc::new(game) };
    Ok(OpenedGame { held_from: opened.held_from, ..OpenedGame::at(opened.row, known, people, changed_at)? })
}
