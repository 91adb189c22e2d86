//! Clubs and games as a whole, taken away.

use std::collections::HashMap;

use diesel_async::{AnsiTransactionManager, TransactionManager};
use uuid::Uuid;

use super::ServiceError;
use super::auth::{Caller, Reader};
use super::games::tells_held_hands;
use super::seasons::{self, WholeSeason};
use crate::store::clubs::{self, ClubRow};
use crate::store::games::{self, EventRow, GameRow, SeatRow, Wanted};
use crate::store::keys::Scope;
use crate::store::merges::{self, MergeRow};
use crate::store::players::{self, PlayerRow};
use crate::store::{After, Connection, Db, Pooled};

/// The word for the form of a whole club.
pub const CLUB_FORM: &str = "pipkeeper-club";
/// The word for the form of a game.
pub const GAME_FORM: &str = "pipkeeper-game";
/// The version of both forms. It grows when a reader of the old one would go wrong.
pub const VERSION: u32 = 1;

/// How many games, or seasons, are read at a time.
const PAGE: i64 = 50;
/// How many players, or merges, are read at a time.
const PEOPLE: i64 = 1_000;
/// How many events are read at a time; the log of one game is read whole.
const EVENTS: i64 = 5_000;

/// What is read is all of one moment.
const MOMENT: &str = "BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY";

/// A game with its whole log.
#[derive(Clone, Debug)]
pub struct WholeGame {
    /// What is stored beside the log.
    pub row: GameRow,
    /// Who sits or sat where.
    pub seats: Vec<SeatRow>,
    /// What happened, in order.
    pub log: Vec<EventRow>,
}

/// Reads a game with its whole log, and who sits in it.
///
/// # Errors
///
/// If there is none that the reader may know of, or its log tells of hands that they must not see.
pub async fn game(
    conn: &mut Connection,
    reader: &Reader,
    id: Uuid,
) -> Result<(WholeGame, Vec<PlayerRow>), ServiceError> {
    let (own, only) = reader.reach();
    let mut moment = conn.build_transaction().repeatable_read().read_only();
    moment
        .run(async |conn| {
            let row = games::find_readable(conn, id, own, only).await?;
            let row = row.ok_or_else(|| reader.unknown(ServiceError::GameNotFound))?;
            let game = whole(conn, vec![row]).await?.pop().ok_or(ServiceError::GameNotFound)?;
            if !reader.may_score(game.row.club_id, id) && tells_held_hands(&game.log)? {
                return Err(ServiceError::HandsHidden);
            }
            let mut seated: Vec<PlayerRow> = Vec::new();
            for seat in &game.seats {
                if seated.iter().all(|player| player.id != seat.player_id) {
                    let player = players::find(conn, game.row.club_id, seat.player_id).await?;
                    seated.push(player.ok_or(ServiceError::PlayerNotFound)?);
                }
            }
            Ok((game, seated))
        })
        .await
}

/// These games with all that belongs to them; what is asked for their rows must be of the same moment.
async fn whole(conn: &mut Connection, rows: Vec<GameRow>) -> Result<Vec<WholeGame>, ServiceError> {
    let ids: Vec<Uuid> = rows.iter().map(|row| row.id).collect();
    let mut logs: HashMap<Uuid, Vec<EventRow>> = HashMap::new();
    for event in games::logs(conn, &ids).await? {
        logs.entry(event.game_id).or_default().push(event);
    }
    let mut seats: HashMap<Uuid, Vec<SeatRow>> = HashMap::new();
    for seat in games::seat_rows(conn, &ids).await? {
        seats.entry(seat.game_id).or_default().push(seat);
    }
    let whole = |row: GameRow| WholeGame {
        seats: seats.remove(&row.id).unwrap_or_default(),
        log: logs.remove(&row.id).unwrap_or_default(),
        row,
    };
    Ok(rows.into_iter().map(whole).collect())
}

/// A club that is read part by part, as it was at one moment. It holds a connection: nobody who may be slow
/// must be waited for in between.
pub struct Archive {
    conn: Pooled,
    /// The club.
    pub club: ClubRow,
    games_after: Option<After>,
    players_after: Option<After>,
    merges_after: Option<Uuid>,
    seasons_after: Option<After>,
}

/// Begins to read a whole club.
///
/// # Errors
///
/// If the caller may not manage it.
pub async fn open(db: &Db, caller: &Caller, club: Uuid) -> Result<Archive, ServiceError> {
    caller.club(club, Scope::Manage)?;
    let mut conn = db.get().await?;
    // The pool does not take a connection back whose transaction is open.
    AnsiTransactionManager::begin_transaction_sql(&mut *conn, MOMENT).await?;
    let club = clubs::find(&mut conn, club).await?.ok_or(ServiceError::ClubNotFound)?;
    Ok(Archive {
        conn,
        club,
        games_after: None,
        players_after: None,
        merges_after: None,
        seasons_after: None,
    })
}

impl Archive {
    /// The next games, none at the end.
    ///
    /// # Errors
    ///
    /// If the database refuses.
    pub async fn games(&mut self) -> Result<Vec<WholeGame>, ServiceError> {
        let mut rows =
            games::page(&mut self.conn, self.club.id, &Wanted::default(), self.games_after, PAGE).await?;
        // The version of a game is the number of its events.
        let mut events = 0;
        let fits = |row: &&GameRow| {
            let is_first = events == 0;
            events += row.version;
            is_first || events <= EVENTS
        };
        let fitting = rows.iter().take_while(fits).count();
        rows.truncate(fitting);
        self.games_after = rows.last().map(|last| (last.created_at, last.id)).or(self.games_after);
        whole(&mut self.conn, rows).await
    }

    /// The next merges of players, none at the end.
    ///
    /// # Errors
    ///
    /// If the database refuses.
    pub async fn merges(&mut self) -> Result<Vec<MergeRow>, ServiceError> {
        let rows = merges::page(&mut self.conn, self.club.id, self.merges_after, PEOPLE).await?;
        self.merges_after = rows.last().map(|row| row.player_id).or(self.merges_after);
        Ok(rows)
    }

    /// The next seasons, none at the end.
    ///
    /// # Errors
    ///
    /// If the database refuses.
    pub async fn seasons(&mut self) -> Result<Vec<WholeSeason>, ServiceError> {
        let read = seasons::whole(&mut self.conn, self.club.id, (self.seasons_after, PAGE)).await?;
        let last = read.last().map(|last| (last.season.created_at, last.season.id));
        self.seasons_after = last.or(self.seasons_after);
        Ok(read)
    }

    /// The next players, none at the end.
    ///
    /// # Errors
    ///
    /// If the database refuses.
    pub async fn players(&mut self) -> Result<Vec<PlayerRow>, ServiceError> {
        let rows = players::page(&mut self.conn, self.club.id, None, self.players_after, PEOPLE).await?;
        self.players_after = rows.last().map(|row| (row.created_at, row.id)).or(self.players_after);
        Ok(rows)
    }

    /// Gives the connection back.
    ///
    /// # Errors
    ///
    /// If the database refuses.
    pub async fn close(mut self) -> Result<(), ServiceError> {
        Ok(AnsiTransactionManager::rollback_transaction(&mut *self.conn).await?)
    }
}
