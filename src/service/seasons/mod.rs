//! Seasons: days with a ranking of their own, whose table is kept when they are closed.
//!
//! A season is a few settings; its table is made of the same sums as any other, so games and
//! corrections need not know of it. Seasons may overlap, and a game may be in several.

mod adjust;
mod audit;
mod change;
mod effect;
mod record;
mod table;

use chrono::{DateTime, NaiveDate, Utc};
use diesel_async::{AnsiTransactionManager, TransactionManager};
use uuid::Uuid;

pub use adjust::{adjust, adjustment, adjustments, cancel};
pub use audit::audit;
pub use change::{close, closed, create, remove, reopen, update};
pub use effect::{Foreseen, TableChange, Tables, foresee};
pub use table::{FrozenTable, SeasonTable, table};

use super::ServiceError;
use super::auth::Reader;
use super::names::folded;
use crate::seasons::{Entry, Season as Replayed, Settings};
use crate::standings::{Chain, Days, GameKinds, ResultFilter};
use crate::store::seasons::{self, ChangeRow, SeasonRow};
use crate::store::{After, Connection, players};

/// A season.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Season {
    pub id: Uuid,
    pub name: String,
    /// The first day.
    pub from: NaiveDate,
    /// The last day.
    pub to: NaiveDate,
    pub games: GameKinds,
    pub chain: Chain,
    pub created_at: DateTime<Utc>,
    /// Since when the table is frozen.
    pub closed_at: Option<DateTime<Utc>>,
}

impl Season {
    /// The results that are counted.
    pub fn filter(&self) -> ResultFilter {
        ResultFilter { games: self.games, days: Days { from: Some(self.from), to: Some(self.to) } }
    }

    /// The season of a club as it is stored.
    fn row(&self, club: Uuid) -> Result<SeasonRow, ServiceError> {
        Ok(SeasonRow {
            id: self.id,
            club_id: club,
            name: self.name.clone(),
            name_key: folded(&self.name),
            first_day: self.from,
            last_day: self.to,
            games: serde_json::to_value(self.games).map_err(ServiceError::UnwritableEvent)?,
            chain: serde_json::to_value(&self.chain).map_err(ServiceError::UnwritableEvent)?,
            created_at: self.created_at,
            closed_at: self.closed_at,
        })
    }

    /// What its log says of it.
    pub fn settings(&self) -> Settings {
        let Season { name, from, to, games, chain, .. } = self.clone();
        Settings { name: Some(name), from: Some(from), to: Some(to), games: Some(games), chain: Some(chain) }
    }

    /// A season as it is stored.
    ///
    /// Fails if its ranking, or which games count, cannot be read.
    pub fn read(row: SeasonRow) -> Result<Season, ServiceError> {
        let SeasonRow { id, name, first_day: from, last_day: to, .. } = row;
        let broken = |why| broken(id, &why);
        let chain = serde_json::from_value(row.chain).map_err(broken)?;
        let games = serde_json::from_value(row.games).map_err(broken)?;
        Ok(Season { id, name, from, to, games, chain, created_at: row.created_at, closed_at: row.closed_at })
    }
}

/// Reads up to `limit` seasons of a club, the oldest first.
///
/// Fails if there is no such club that the reader may know of.
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
/// Fails if there is no such season in a club that the reader may know of.
pub async fn read(
    conn: &mut Connection,
    reader: &Reader,
    (club, id): (Uuid, Uuid),
) -> Result<Season, ServiceError> {
    reader.whole_club(conn, club).await?;
    Season::read(seasons::find(conn, club, id).await?.ok_or(ServiceError::SeasonNotFound)?)
}

/// Reads up to `limit` entries of the log of a season, the oldest first, with the names of the players whom
/// they are about.
///
/// Fails if there is no such season in a club that the reader may know of.
pub async fn log(
    conn: &mut Connection,
    reader: &Reader,
    (club, id): (Uuid, Uuid),
    (after, limit): (Option<After>, i64),
) -> Result<Vec<(Entry, Option<String>)>, ServiceError> {
    read(conn, reader, (club, id)).await?;
    let rows = seasons::changes(conn, id, after, limit).await?;
    let entries = rows.into_iter().map(entry).collect::<Result<Vec<_>, _>>()?;
    let about = |entry: &Entry| Some(entry.change.adjustment.as_ref()?.player);
    let players: Vec<Uuid> = entries.iter().filter_map(about).collect();
    let names = players::names(conn, club, &players).await?;
    let named = |entry: Entry| {
        let name = about(&entry).and_then(|player| names.get(&player).cloned());
        (entry, name)
    };
    Ok(entries.into_iter().map(named).collect())
}

fn entry(row: ChangeRow) -> Result<Entry, ServiceError> {
    let ChangeRow { id, season_id, at, key_id: key, body } = row;
    let change = serde_json::from_value(body).map_err(|why| broken(season_id, &why))?;
    Ok(Entry { id, at, key, change })
}

/// A season as its stored log tells it.
///
/// Fails if that cannot be read.
pub fn replay(season: Uuid, log: Vec<ChangeRow>) -> Result<Replayed, ServiceError> {
    let log = log.into_iter().map(entry).collect::<Result<Vec<_>, _>>()?;
    Replayed::replay(log).map_err(|why| broken(season, &why))
}

async fn replayed(conn: &mut Connection, season: Uuid) -> Result<Replayed, ServiceError> {
    replay(season, seasons::changes(conn, season, None, i64::MAX).await?)
}

fn broken(season: Uuid, why: &dyn std::error::Error) -> ServiceError {
    ServiceError::Contradiction(format!("season {season} cannot be read: {why}"))
}

/// Does something in a transaction, and takes it back again if it is a dry run.
pub(super) async fn in_transaction_or_dry_run<T>(
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
