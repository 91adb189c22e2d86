//! A club as a whole: taken away, and deleted.

use chrono::Utc;
use diesel_async::AsyncConnection;
use uuid::Uuid;

use super::ServiceError;
use super::auth::Caller;
use super::keys::KnownKeys;
use crate::store::clubs::{self, ClubRow};
use crate::store::games::{self, EventRow, GameRow, SeatRow, Wanted};
use crate::store::keys::Scope;
use crate::store::players::{self, PlayerRow};
use crate::store::{After, Connection, Db};

/// How many games, or players, are read at a time.
const PAGE: i64 = 50;

/// A game with its whole log.
#[derive(Clone, Debug)]
pub struct WholeGame {
    /// What is stored beside the log.
    pub row: GameRow,
    /// Who sits where.
    pub seats: Vec<SeatRow>,
    /// What happened, in order.
    pub log: Vec<EventRow>,
}

/// A club that is read part by part. No connection is held in between: whoever takes it away may
/// read slowly.
pub struct Archive {
    db: Db,
    /// The club.
    pub club: ClubRow,
    games_after: Option<After>,
    players_after: Option<After>,
}

/// Begins to read a whole club.
///
/// # Errors
///
/// If the caller may not manage it.
pub async fn open(db: &Db, caller: &Caller, club: Uuid) -> Result<Archive, ServiceError> {
    caller.club(club, Scope::Manage)?;
    let mut conn = db.get().await?;
    let club = clubs::find(&mut conn, club).await?.ok_or(ServiceError::ClubNotFound)?;
    Ok(Archive { db: db.clone(), club, games_after: None, players_after: None })
}

impl Archive {
    /// The next games, none at the end. Each is as it is when it is read.
    ///
    /// # Errors
    ///
    /// If the database refuses.
    pub async fn games(&mut self) -> Result<Vec<WholeGame>, ServiceError> {
        let mut conn = self.db.get().await?;
        let rows = games::page(&mut conn, self.club.id, &Wanted::default(), self.games_after, PAGE).await?;
        self.games_after = rows.last().map(|row| (row.created_at, row.id)).or(self.games_after);
        let mut whole = Vec::new();
        for mut row in rows {
            let log = games::log(&mut conn, row.id, 0).await?;
            // Something may have happened since the row was read.
            row.version = log.last().map_or(row.version, |last| last.seq);
            let seats = games::seat_rows(&mut conn, &[row.id]).await?;
            whole.push(WholeGame { row, seats, log });
        }
        Ok(whole)
    }

    /// The next players, none at the end. Read them after the games, so that everybody who sits
    /// in one is there.
    ///
    /// # Errors
    ///
    /// If the database refuses.
    pub async fn players(&mut self) -> Result<Vec<PlayerRow>, ServiceError> {
        let mut conn = self.db.get().await?;
        let rows = players::page(&mut conn, self.club.id, None, self.players_after, PAGE).await?;
        self.players_after = rows.last().map(|row| (row.created_at, row.id)).or(self.players_after);
        Ok(rows)
    }
}

/// Deletes a club and all that belongs to it, if `name` is its name.
///
/// # Errors
///
/// If the caller may not manage it, or that is not its name.
pub async fn delete(
    conn: &mut Connection,
    known: &KnownKeys,
    caller: &Caller,
    club: Uuid,
    name: &str,
) -> Result<(), ServiceError> {
    caller.club(club, Scope::Manage)?;
    conn.transaction(async |conn| {
        let row = clubs::lock(conn, club).await?.ok_or(ServiceError::ClubNotFound)?;
        if row.name != name {
            return Err(ServiceError::OtherName);
        }
        Ok(clubs::delete(conn, club).await?)
    })
    .await?;
    known.forget();
    log::info!("club {club} was deleted at {}", Utc::now());
    Ok(())
}
