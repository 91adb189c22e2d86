//! Clubs and games as a whole, taken away.

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
use crate::store::{After, Connection, Db};

/// The word for the form of a whole club.
pub const CLUB_FORM: &str = "pipkeeper-club";
/// The word for the form of a game.
pub const GAME_FORM: &str = "pipkeeper-game";
/// The version of both forms. It grows when a reader of the old one would go wrong.
pub const VERSION: u32 = 1;

/// How many games, or players, are read at a time.
const PAGE: i64 = 50;

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
            let game = whole(conn, row).await?;
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

/// A game with all that belongs to it; what is asked for its row must be of the same moment.
async fn whole(conn: &mut Connection, row: GameRow) -> Result<WholeGame, ServiceError> {
    let log = games::log(conn, row.id).await?;
    let seats = games::seat_rows(conn, &[row.id]).await?;
    Ok(WholeGame { row, seats, log })
}

/// A club that is read part by part. No connection is held in between: whoever takes it away may
/// read slowly.
pub struct Archive {
    db: Db,
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
    let club = clubs::find(&mut conn, club).await?.ok_or(ServiceError::ClubNotFound)?;
    Ok(Archive {
        db: db.clone(),
        club,
        games_after: None,
        players_after: None,
        merges_after: None,
        seasons_after: None,
    })
}

impl Archive {
    /// The next games, none at the end. Each is as it is when it is read.
    ///
    /// # Errors
    ///
    /// If the database refuses.
    pub async fn games(&mut self) -> Result<Vec<WholeGame>, ServiceError> {
        let mut conn = self.db.get().await?;
        let (club, after) = (self.club.id, self.games_after);
        let mut moment = conn.build_transaction().repeatable_read().read_only();
        let read = moment
            .run(async |conn| {
                let mut all = Vec::new();
                for row in games::page(conn, club, &Wanted::default(), after, PAGE).await? {
                    all.push(whole(conn, row).await?);
                }
                Ok::<_, ServiceError>(all)
            })
            .await?;
        self.games_after = read.last().map(|last| (last.row.created_at, last.row.id)).or(after);
        Ok(read)
    }

    /// The next merges of players, none at the end.
    ///
    /// # Errors
    ///
    /// If the database refuses.
    pub async fn merges(&mut self) -> Result<Vec<MergeRow>, ServiceError> {
        let mut conn = self.db.get().await?;
        let rows = merges::page(&mut conn, self.club.id, self.merges_after, PAGE).await?;
        self.merges_after = rows.last().map(|row| row.player_id).or(self.merges_after);
        Ok(rows)
    }

    /// The next seasons, none at the end.
    ///
    /// # Errors
    ///
    /// If the database refuses.
    pub async fn seasons(&mut self) -> Result<Vec<WholeSeason>, ServiceError> {
        let mut conn = self.db.get().await?;
        let (club, after) = (self.club.id, self.seasons_after);
        let mut moment = conn.build_transaction().repeatable_read().read_only();
        let read = moment.run(async |conn| seasons::whole(conn, club, (after, PAGE)).await).await?;
        let last = read.last().map(|last| (last.season.created_at, last.season.id));
        self.seasons_after = last.or(after);
        Ok(read)
    }

    /// The next players, none at the end. Read them after the games and the merges, so that everybody
    /// whom one names is there.
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
