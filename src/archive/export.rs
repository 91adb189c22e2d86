//! Clubs and games as a whole, taken away.

use std::collections::HashMap;

use chrono::{SecondsFormat, Utc};
use diesel_async::{AnsiTransactionManager, TransactionManager};
use serde::Serialize;
use uuid::Uuid;

use super::format::{
    self, ExportedChange, ExportedClub, ExportedEvent, ExportedGame, ExportedMerge, ExportedPlayer,
    ExportedSeason, GameExport, VERSION,
};
use super::limits::{MAX_PLAYERS, MAX_SEASONS};
use super::spool::{Spool, Spooled};
use crate::progress::Progress;
use crate::service::ServiceError;
use crate::service::auth::{Caller, Reader};
use crate::service::games::tells_held_hands;
use crate::service::seasons::{Season, replay};
use crate::store::clubs::{self, ClubRow};
use crate::store::games::{self, EventRow, GameFilter, GameRow, SeatRow};
use crate::store::keys::Scope;
use crate::store::merges::{self, MergeRow};
use crate::store::players::{self, PlayerRow};
use crate::store::seasons::{self, ChangeRow, SeasonRow};
use crate::store::{After, Connection, Db, Pooled};

/// How many games, or seasons, are read at a time.
const PAGE: i64 = 50;
/// How many players, or merges, are read at a time.
const PEOPLE: i64 = 1_000;
/// How many events are read at a time; the log of one game is read whole.
const EVENTS: i64 = 5_000;

/// What is read is all of one moment.
const MOMENT: &str = "BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY";

/// Reads a game with its whole log, and who sits in it.
///
/// Fails if there is none that the reader may know of, or its log tells of hands that they must not see.
pub async fn game(conn: &mut Connection, reader: &Reader, id: Uuid) -> Result<GameExport, ServiceError> {
    let (own, only) = reader.reach();
    let mut moment = conn.build_transaction().repeatable_read().read_only();
    moment
        .run(async |conn| {
            let row = games::find_readable(conn, id, own, only).await?;
            let row = row.ok_or_else(|| reader.unknown_game(id))?;
            let club = row.club_id;
            let log = games::log(conn, id).await?;
            if !reader.may_score(club, id) && tells_held_hands(&log)? {
                return Err(ServiceError::HandsHidden);
            }
            let seats = games::seat_rows(conn, &[id]).await?;
            let game = exported(row, seats, log);
            let mut players: Vec<ExportedPlayer> = Vec::new();
            for seat in &game.seats {
                if players.iter().all(|player| player.id != *seat) {
                    let player = players::find(conn, club, *seat).await?;
                    players.push(player.ok_or(ServiceError::PlayerNotFound)?.into());
                }
            }
            let (format, exported_at) = (format::GAME.to_owned(), Utc::now());
            Ok(GameExport { format, version: VERSION, exported_at, club, game, players })
        })
        .await
}

/// These games with all that belongs to them; what is asked for their rows must be of the same moment.
async fn whole(conn: &mut Connection, rows: Vec<GameRow>) -> Result<Vec<ExportedGame>, ServiceError> {
    let ids: Vec<Uuid> = rows.iter().map(|row| row.id).collect();
    let mut logs: HashMap<Uuid, Vec<EventRow>> = HashMap::new();
    for event in games::logs(conn, &ids).await? {
        logs.entry(event.game_id).or_default().push(event);
    }
    let mut seats: HashMap<Uuid, Vec<SeatRow>> = HashMap::new();
    for seat in games::seat_rows(conn, &ids).await? {
        seats.entry(seat.game_id).or_default().push(seat);
    }
    let whole = |row: GameRow| {
        let (seats, log) = (seats.remove(&row.id), logs.remove(&row.id));
        exported(row, seats.unwrap_or_default(), log.unwrap_or_default())
    };
    Ok(rows.into_iter().map(whole).collect())
}

fn exported(row: GameRow, seats: Vec<SeatRow>, log: Vec<EventRow>) -> ExportedGame {
    let GameRow { id, name, variant, played_on, counts, created_at, .. } = row;
    let event = |row: EventRow| ExportedEvent { seq: row.seq, at: row.at, key: row.key_id, event: row.body };
    let log = log.into_iter().map(event).collect();
    let seats = seats.into_iter().map(|seat| seat.player_id).collect();
    ExportedGame { id, name, variant, played_on, counts, created_at, seats, log }
}

/// A season with all that belongs to it, in the same way.
async fn season(conn: &mut Connection, row: SeasonRow) -> Result<ExportedSeason, ServiceError> {
    let changes = seasons::changes(conn, row.id, None, i64::MAX).await?;
    let adjustments = replay(row.id, changes.clone())?.adjustments_by_time();
    let table = seasons::frozen(conn, row.id).await?;
    let chain = row.chain.clone();
    let Season { id, name, from, to, games, created_at, closed_at, .. } = Season::read(row)?;
    Ok(ExportedSeason {
        id,
        name,
        from,
        to,
        games,
        chain,
        created_at,
        closed_at,
        changes: changes.into_iter().map(Into::into).collect(),
        adjustments,
        table,
    })
}

impl From<ChangeRow> for ExportedChange {
    fn from(row: ChangeRow) -> ExportedChange {
        ExportedChange { id: row.id, at: row.at, key: row.key_id, change: row.body }
    }
}

impl From<MergeRow> for ExportedMerge {
    fn from(row: MergeRow) -> ExportedMerge {
        ExportedMerge { player: row.player_id, into: row.into_id, at: row.at, key: row.key_id }
    }
}

impl From<ClubRow> for ExportedClub {
    fn from(row: ClubRow) -> ExportedClub {
        let ClubRow { id, name, time_zone, visibility, created_at } = row;
        ExportedClub { id, name, time_zone, visibility, created_at }
    }
}

impl From<PlayerRow> for ExportedPlayer {
    fn from(row: PlayerRow) -> ExportedPlayer {
        ExportedPlayer { id: row.id, name: row.name, guest: row.guest, created_at: row.created_at }
    }
}

/// A club that is read part by part, as it was at one moment. It holds a connection: nobody who may be slow
/// must be waited for in between.
pub struct Archive {
    conn: Pooled,
    club: ClubRow,
    games_after: Option<After>,
    players_after: Option<After>,
    merges_after: Option<Uuid>,
    seasons_after: Option<After>,
}

/// Begins to read a whole club.
///
/// Fails if the caller may not manage it.
pub async fn open(db: &Db, caller: &Caller, club: Uuid) -> Result<Archive, ServiceError> {
    caller.club(club, Scope::Manage)?;
    Archive::of(db, club).await
}

impl Archive {
    /// Begins to read a whole club, for whoever has the database.
    ///
    /// Fails if there is none.
    pub async fn of(db: &Db, club: Uuid) -> Result<Archive, ServiceError> {
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

    /// The whole document, in a file.
    ///
    /// Fails if the database refuses, the file cannot be written, or it could not be imported again.
    pub async fn collect(mut self, progress: &Progress) -> Result<Spooled, ServiceError> {
        let mut spool = Spool::open();
        let now = Utc::now().to_rfc3339_opts(SecondsFormat::Secs, true);
        let club = ExportedClub::from(self.club.clone());
        let club = serde_json::to_string(&club).map_err(ServiceError::UnwritableEvent)?;
        let form = format::CLUB;
        let head = format!(r#"{{"format":"{form}","version":{VERSION},"exported_at":"{now}","club":{club}"#);
        spool.text(head).await?;
        let count = games::count(&mut self.conn, Some(self.club.id)).await?;
        progress.count("exporting", "games", count);
        self.list((&mut spool, progress), ("games", usize::MAX), Archive::games).await?;
        progress.count_up("exporting", "merges, seasons and players");
        self.list((&mut spool, progress), ("merges", usize::MAX), Archive::merges).await?;
        self.list((&mut spool, progress), ("seasons", MAX_SEASONS), Archive::seasons).await?;
        self.list((&mut spool, progress), ("players", MAX_PLAYERS), Archive::players).await?;
        spool.text("}\n".to_owned()).await?;
        AnsiTransactionManager::rollback_transaction(&mut *self.conn).await?;
        spool.close().await
    }

    /// Adds one of the lists of the club, which may have `most` members; `next` has the next ones, none at
    /// the end.
    async fn list<T: Serialize>(
        &mut self,
        (spool, progress): (&mut Spool, &Progress),
        (name, most): (&str, usize),
        next: impl AsyncFn(&mut Archive) -> Result<Vec<T>, ServiceError>,
    ) -> Result<(), ServiceError> {
        spool.begin(name).await?;
        let mut count = 0;
        loop {
            let page = next(self).await?;
            count += page.len();
            progress.add(page.len());
            if count > most {
                return Err(ServiceError::ExportTooLarge(format!("{most} {name}")));
            }
            if page.is_empty() {
                return spool.end().await;
            }
            for item in page {
                spool.item(&item).await?;
            }
        }
    }

    async fn games(&mut self) -> Result<Vec<ExportedGame>, ServiceError> {
        let all = GameFilter { with_deleted: true, ..GameFilter::default() };
        let mut rows = games::page(&mut self.conn, self.club.id, &all, self.games_after, PAGE).await?;
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

    async fn merges(&mut self) -> Result<Vec<ExportedMerge>, ServiceError> {
        let rows = merges::page(&mut self.conn, self.club.id, self.merges_after, PEOPLE).await?;
        self.merges_after = rows.last().map(|row| row.player_id).or(self.merges_after);
        Ok(rows.into_iter().map(Into::into).collect())
    }

    async fn seasons(&mut self) -> Result<Vec<ExportedSeason>, ServiceError> {
        let rows = seasons::page(&mut self.conn, self.club.id, self.seasons_after, PAGE).await?;
        self.seasons_after = rows.last().map(|last| (last.created_at, last.id)).or(self.seasons_after);
        let mut all = Vec::new();
        for row in rows {
            all.push(season(&mut self.conn, row).await?);
        }
        Ok(all)
    }

    async fn players(&mut self) -> Result<Vec<ExportedPlayer>, ServiceError> {
        let rows = players::page(&mut self.conn, self.club.id, None, self.players_after, PEOPLE).await?;
        self.players_after = rows.last().map(|row| (row.created_at, row.id)).or(self.players_after);
        Ok(rows.into_iter().map(Into::into).collect())
    }
}
