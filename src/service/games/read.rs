//! Reading games.

use std::collections::HashMap;

use uuid::Uuid;

use super::seats::players_of;
use super::{Games, Known, NamedGame};
use crate::service::ServiceError;
use crate::service::auth::Reader;
use crate::store::games::{self, GameRow, SeatedRow, Wanted};
use crate::store::merges;
use crate::store::players::{self, Person};
use crate::store::{After, Connection};

/// A game with what is stored beside its log.
#[derive(Clone, Debug)]
pub struct Opened {
    /// What is stored beside the log.
    pub row: GameRow,
    /// Who the players of its record are.
    pub people: Vec<Person>,
    /// The game.
    pub known: Known,
}

impl Opened {
    /// The game with what its people are called.
    #[must_use]
    pub fn named(&self) -> NamedGame<'_> {
        NamedGame { game: &self.known.game, people: &self.people }
    }
}

/// A game in a list.
#[derive(Clone, Debug)]
pub struct Summary {
    /// What is stored beside the log.
    pub row: GameRow,
    /// Who sits where.
    pub seats: Vec<SeatedRow>,
}

/// Reads a game.
///
/// # Errors
///
/// If there is none that the reader may know of.
pub async fn open(
    conn: &mut Connection,
    cache: &Games,
    reader: &Reader,
    id: Uuid,
) -> Result<Opened, ServiceError> {
    let (own, only) = reader.reach();
    let row = games::find_readable(conn, id, own, only).await?;
    let row = row.ok_or_else(|| reader.unknown(ServiceError::GameNotFound))?;
    let known = cache.at(conn, &row).await?;
    let people = players::people(conn, row.club_id, &players_of(&known.game)).await?;
    Ok(Opened { row, people, known })
}

/// Reads up to `limit` of the wanted games of a club, the newest first.
///
/// # Errors
///
/// If there is no such club that the reader may know of.
pub async fn list(
    conn: &mut Connection,
    reader: &Reader,
    club: Uuid,
    wanted: &Wanted,
    (after, limit): (Option<After>, i64),
) -> Result<Vec<Summary>, ServiceError> {
    let only = reader.only_game(&reader.club(conn, club).await?);
    let mut wanted = Wanted { only, ..wanted.clone() };
    if let Some([player]) = wanted.players.as_deref() {
        wanted.players = Some(merges::names(conn, *player).await?);
    }
    let rows = games::page(conn, club, &wanted, after, limit).await?;
    let ids: Vec<Uuid> = rows.iter().map(|row| row.id).collect();
    let mut seats: HashMap<Uuid, Vec<SeatedRow>> = HashMap::new();
    for seat in games::seats(conn, &ids).await? {
        seats.entry(seat.game_id).or_default().push(seat);
    }
    Ok(rows
        .into_iter()
        .map(|row| Summary { seats: seats.remove(&row.id).unwrap_or_default(), row })
        .collect())
}
