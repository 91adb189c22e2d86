//! Reading games.

use std::collections::HashMap;

use uuid::Uuid;

use super::{Games, Known};
use crate::service::ServiceError;
use crate::service::auth::Reader;
use crate::store::games::{self, GameRow, SeatedRow, Wanted};
use crate::store::{After, Connection, clubs};

/// A game with what is stored beside its log.
#[derive(Clone, Debug)]
pub struct Opened {
    /// What is stored beside the log.
    pub row: GameRow,
    /// Who sits where.
    pub seats: Vec<SeatedRow>,
    /// The game.
    pub known: Known,
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
    let row = games::find(conn, id).await?;
    let row = may_read(conn, reader, row).await?;
    let known = cache.at(conn, &row).await?;
    let seats = games::seats(conn, &[id]).await?;
    Ok(Opened { row, seats, known })
}

/// The game, if the reader may know of it; else the refusal of an unknown one.
async fn may_read(
    conn: &mut Connection,
    reader: &Reader,
    row: Option<GameRow>,
) -> Result<GameRow, ServiceError> {
    let unknown = || match reader {
        Reader::Anyone => ServiceError::Unauthenticated("A key is needed to read this"),
        Reader::Caller(_) => ServiceError::GameNotFound,
    };
    let row = row.ok_or_else(unknown)?;
    if let Reader::Caller(caller) = reader {
        if caller.club_id == row.club_id && caller.game_id.is_none_or(|only| only == row.id) {
            return Ok(row);
        }
    }
    let club = clubs::find(conn, row.club_id).await?;
    if club.is_some_and(|club| reader.may_read(&club)) { Ok(row) } else { Err(unknown()) }
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
    reader.club(conn, club).await?;
    let rows = games::page(conn, club, wanted, after, limit).await?;
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
