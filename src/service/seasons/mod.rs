//! Seasons: days with a ranking of their own, whose table is kept when they are closed.
//!
//! A season is a few settings; its table is made of the same sums as any other, so games and
//! corrections need not know of it. Seasons may overlap, and a game may be in several.

mod adjust;
mod change;
mod effect;
mod table;

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use diesel_async::{AnsiTransactionManager, TransactionManager};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_with::skip_serializing_none;
use uuid::Uuid;

pub use adjust::{NewAdjustment, adjust, adjustment, adjustments, cancel};
pub use change::{NewSeason, SeasonEdit, close, closed, create, remove, reopen, update};
pub use effect::{TableChange, Tables, foresee_tables};
pub use table::{Copy, SeasonTable, table};

use super::ServiceError;
use super::auth::{Caller, Reader};
use super::standings::Which;
use crate::standings::Chain;
use crate::store::seasons::{self, AdjustmentRow, ChangeRow, SeasonRow};
use crate::store::{After, Connection, players};

/// Which games of its days a season is about; all, where there is nothing.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeasonGames {
    /// Only of this variant.
    pub variant: Option<String>,
    /// Only of so many players.
    pub players: Option<i16>,
    /// Only with partners, or only without.
    pub partners: Option<bool>,
}

/// A season.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Season {
    pub id: Uuid,
    pub name: String,
    /// The first day.
    pub from: NaiveDate,
    /// The last day.
    pub to: NaiveDate,
    pub games: SeasonGames,
    pub chain: Chain,
    pub created_at: DateTime<Utc>,
    /// Since when the table is frozen.
    pub closed_at: Option<DateTime<Utc>>,
}

/// What was changed about a season once. Is stored as JSON.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Changed {
    /// What was changed.
    pub what: What,
    /// The values before it.
    pub before: Option<Facts>,
    /// The values after it.
    pub after: Option<Facts>,
    /// Why, if there has to be a reason.
    pub reason: Option<String>,
    /// The adjustment that it is about.
    pub adjustment: Option<AdjustedBy>,
}

/// What can be changed about a season.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum What {
    Created,
    Name,
    Range,
    Games,
    Chain,
    Closed,
    Reopened,
    Adjusted,
    AdjustmentCancelled,
}

/// Settings of a season, as far as a change is about them.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Facts {
    pub name: Option<String>,
    pub from: Option<NaiveDate>,
    pub to: Option<NaiveDate>,
    pub games: Option<SeasonGames>,
    pub chain: Option<Chain>,
}

/// An adjustment, as a change names it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AdjustedBy {
    pub id: Uuid,
    pub player: Uuid,
    pub points: i32,
}

/// An entry of a season's log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogEntry {
    pub id: Uuid,
    pub at: DateTime<Utc>,
    /// The key that it was done with.
    pub key: Option<Uuid>,
    pub changed: Changed,
    /// The name of the player whom it is about.
    pub player: Option<String>,
}

impl Season {
    /// Which games are counted.
    #[must_use]
    pub fn which(&self) -> Which {
        let SeasonGames { variant, players, partners } = self.games.clone();
        Which { variant, seats: players, partners, from: Some(self.from), to: Some(self.to) }
    }

    /// A season as it is stored.
    ///
    /// # Errors
    ///
    /// If its ranking cannot be read.
    pub fn read(row: SeasonRow) -> Result<Season, ServiceError> {
        let SeasonRow { id, name, first_day, last_day, variant, seats, partners, .. } = row;
        let chain = serde_json::from_value(row.chain).map_err(|why| broken(id, &why))?;
        let games = SeasonGames { variant, players: seats, partners };
        let (from, to) = (first_day, last_day);
        Ok(Season { id, name, from, to, games, chain, created_at: row.created_at, closed_at: row.closed_at })
    }
}

/// Reads up to `limit` seasons of a club, the oldest first.
///
/// # Errors
///
/// If there is no such club that the reader may know of.
pub async fn list(
    conn: &mut Connection,
    reader: &Reader,
    club: Uuid,
    (after, limit): (Option<After>, i64),
) -> Result<Vec<Season>, ServiceError> {
    reader.whole_club(conn, club).await?;
    let rows = seasons::page(conn, club, after, limit).await?;
    rows.into_iter().map(Season::read).collect()
}

/// Reads a season.
///
/// # Errors
///
/// If there is no such season in a club that the reader may know of.
pub async fn read(
    conn: &mut Connection,
    reader: &Reader,
    (club, id): (Uuid, Uuid),
) -> Result<Season, ServiceError> {
    reader.whole_club(conn, club).await?;
    Season::read(seasons::find(conn, club, id).await?.ok_or(ServiceError::SeasonNotFound)?)
}

/// Reads up to `limit` entries of the log of a season, the oldest first.
///
/// # Errors
///
/// If there is no such season in a club that the reader may know of.
pub async fn log(
    conn: &mut Connection,
    reader: &Reader,
    (club, id): (Uuid, Uuid),
    (after, limit): (Option<After>, i64),
) -> Result<Vec<LogEntry>, ServiceError> {
    read(conn, reader, (club, id)).await?;
    let rows = seasons::changes(conn, id, after, limit).await?;
    let entry = |row: ChangeRow| {
        let changed = serde_json::from_value(row.body).map_err(|why| broken(id, &why))?;
        Ok(LogEntry { id: row.id, at: row.at, key: row.key_id, changed, player: None })
    };
    let mut entries = rows.into_iter().map(entry).collect::<Result<Vec<LogEntry>, ServiceError>>()?;
    let about = |entry: &LogEntry| Some(entry.changed.adjustment.as_ref()?.player);
    let players = players::of(conn, club, &entries.iter().filter_map(about).collect::<Vec<_>>()).await?;
    for entry in &mut entries {
        let player = players.iter().find(|player| Some(player.id) == about(entry));
        entry.player = player.map(|player| player.name.clone());
    }
    Ok(entries)
}

/// A season with all that belongs to it, as it is stored.
#[derive(Clone, Debug)]
pub struct WholeSeason {
    pub season: SeasonRow,
    /// What was changed, in order.
    pub changes: Vec<ChangeRow>,
    /// What the club gave and took, in order.
    pub adjustments: Vec<AdjustmentRow>,
    /// The copy of the table, if the season is closed.
    pub table: Option<Value>,
}

/// Reads up to `limit` whole seasons of a club, the oldest first, whoever may know of them.
///
/// # Errors
///
/// If the database refuses.
pub async fn whole(
    conn: &mut Connection,
    club: Uuid,
    (after, limit): (Option<After>, i64),
) -> Result<Vec<WholeSeason>, ServiceError> {
    let mut found = Vec::new();
    for season in seasons::page(conn, club, after, limit).await? {
        let changes = seasons::changes(conn, season.id, None, i64::MAX).await?;
        let adjustments = seasons::adjustments(conn, season.id, None, i64::MAX).await?;
        let table = seasons::frozen(conn, season.id).await?;
        let adjustments = adjustments.into_iter().map(|(row, _)| row).collect();
        found.push(WholeSeason { season, changes, adjustments, table });
    }
    Ok(found)
}

fn broken(season: Uuid, why: &serde_json::Error) -> ServiceError {
    ServiceError::Contradiction(format!("season {season} cannot be read: {why}"))
}

/// Adds to the log of a season that is held, in the transaction of the change; answers when that was:
/// never before what was noted last, whatever the clock says, as the log is read in the order of its times.
async fn note(
    conn: &mut Connection,
    caller: &Caller,
    season: Uuid,
    now: DateTime<Utc>,
    changes: Vec<Changed>,
) -> Result<DateTime<Utc>, ServiceError> {
    let last = seasons::last_changed(conn, season).await?;
    let after_last = last.map(|last| last + TimeDelta::microseconds(1));
    let at = after_last.map_or(super::storable(now), |after| after.max(super::storable(now)));
    let row = |changed: Changed| {
        let body = serde_json::to_value(changed).map_err(ServiceError::UnwritableEvent)?;
        Ok(ChangeRow { id: Uuid::now_v7(), season_id: season, at, key_id: Some(caller.key_id), body })
    };
    let rows = changes.into_iter().map(row).collect::<Result<Vec<_>, ServiceError>>()?;
    seasons::add_changes(conn, &rows).await?;
    Ok(at)
}

/// Does something in a transaction, and takes it back again if it is a dry run.
pub(super) async fn tried<T>(
    conn: &mut Connection,
    dry_run: bool,
    work: impl AsyncFnOnce(&mut Connection) -> Result<T, ServiceError>,
) -> Result<T, ServiceError> {
    AnsiTransactionManager::begin_transaction(conn).await?;
    let done = work(conn).await;
    if done.is_ok() && !dry_run {
        AnsiTransactionManager::commit_transaction(conn).await?;
    } else {
        let back = AnsiTransactionManager::rollback_transaction(conn).await;
        // A refusal says more than a failure to go back.
        if done.is_ok() {
            back?;
        }
    }
    done
}
