//! The seasons of a file: whether they can be so, and what becomes of them.
//!
//! The log of a season tells whether it went on, like the log of a game.

use std::collections::HashSet;

use diesel::result::{DatabaseErrorKind, Error};
use serde_json::Value;
use uuid::Uuid;

use super::ImportError;
use super::check::read;
use super::format::{ExportedChange, ExportedSeason};
use super::frozen_table;
use crate::seasons::{Adjustment, AdjustmentRef, Change, Entry, Season as Replayed, Settings, check_points};
use crate::service::names::{folded, is_recorded};
use crate::service::seasons::Season;
use crate::standings::{BadMember, Chain};
use crate::store::Connection;
use crate::store::seasons::{self, ChangeRow, SeasonRow};

/// A season as it is to be stored.
struct Rows {
    season: SeasonRow,
    changes: Vec<ChangeRow>,
    table: Option<Value>,
}

/// What became of a season.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Became {
    New,
    Extended,
    Known,
    /// It is further on here; its name here.
    Ahead(String),
}

/// Brings a season in.
///
/// Fails if it cannot be so, or contradicts what is stored.
pub async fn bring(
    conn: &mut Connection,
    club: Uuid,
    form: ExportedSeason,
    players: &HashSet<Uuid>,
) -> Result<Became, ImportError> {
    let id = form.id;
    let rows =
        rows(club, form, players).map_err(|why| ImportError::Malformed(format!("season {id}: {why}")))?;
    let became = match seasons::find_any(conn, id).await? {
        Some(known) if known.club_id != club => return Err(ImportError::ForeignSeason { season: id }),
        Some(known) => {
            let ours = seasons::changes(conn, id, None, i64::MAX).await?;
            if let Some((change, _)) = ours.iter().zip(&rows.changes).find(|(ours, theirs)| ours != theirs) {
                return Err(ImportError::SeasonDiverged { season: id, change: change.id });
            }
            let new = rows.changes.get(ours.len()..).unwrap_or_default();
            if new.is_empty() {
                let same = ours.len() == rows.changes.len();
                return Ok(if same { Became::Known } else { Became::Ahead(known.name) });
            }
            check_name(conn, &rows.season).await?;
            seasons::update(conn, &rows.season).await?;
            seasons::unfreeze(conn, id).await?;
            seasons::add_changes(conn, new).await.map_err(|error| taken(id, error))?;
            Became::Extended
        }
        None => {
            if check_name(conn, &rows.season).await? {
                seasons::insert_twin(conn, &rows.season).await?;
            } else {
                seasons::insert(conn, &rows.season).await?;
            }
            seasons::add_changes(conn, &rows.changes).await.map_err(|error| taken(id, error))?;
            Became::New
        }
    };
    if let Some(table) = &rows.table {
        seasons::freeze(conn, id, table).await?;
    }
    Ok(became)
}

/// What it means that a change of a season is not stored.
fn taken(season: Uuid, error: Error) -> ImportError {
    if let Error::DatabaseError(DatabaseErrorKind::UniqueViolation, _) = error {
        let why = "one of its changes has the id of another season's";
        return ImportError::Malformed(format!("season {season}: {why}"));
    }
    error.into()
}

/// Whether another season has this name as names are compared, but not letter by letter: older versions
/// took both.
async fn check_name(conn: &mut Connection, season: &SeasonRow) -> Result<bool, ImportError> {
    let holder = seasons::find_by_name(conn, season.club_id, &season.name_key).await?;
    match holder.filter(|holder| holder.id != season.id) {
        Some(holder) if holder.name == season.name => Err(ImportError::SeasonNameTaken {
            name: season.name.clone(),
            theirs: season.id,
            ours: holder.id,
        }),
        other => Ok(other.is_some()),
    }
}

fn rows(club: Uuid, form: ExportedSeason, known: &HashSet<Uuid>) -> Result<Rows, String> {
    let ExportedSeason { id, name, from, to, games, chain, created_at, closed_at, .. } = form;
    if to < from {
        return Err(format!("it ends on {to}, before it begins on {from}"));
    }
    let ranking: Chain = read(&chain).map_err(|why| format!("`chain`: {why}"))?;
    if form.table.is_some() != closed_at.is_some() {
        return Err("a closed season has the copy of its table, and an open one has none".to_owned());
    }
    if let Some(table) = &form.table {
        frozen_table::check(table, &ranking)?;
    }
    let season = SeasonRow {
        id,
        club_id: club,
        name_key: folded(&name),
        name,
        first_day: from,
        last_day: to,
        games: serde_json::to_value(games).map_err(|error| error.to_string())?,
        chain,
        created_at,
        closed_at,
    };
    let change = |form: ExportedChange| ChangeRow {
        id: form.id,
        season_id: id,
        at: form.at,
        key_id: form.key,
        body: form.change,
    };
    let changes: Vec<ChangeRow> = form.changes.into_iter().map(change).collect();
    let ours = Season::read(season.clone()).map_err(|error| error.to_string())?;
    check_settings(&ours.settings())?;
    agree(&ours, &replayed(&changes, known)?, &form.adjustments)?;
    Ok(Rows { season, changes, table: form.table })
}

/// The season as its log tells it.
fn replayed(changes: &[ChangeRow], known: &HashSet<Uuid>) -> Result<Replayed, String> {
    let mut log = Vec::new();
    for (number, row) in (1..).zip(changes) {
        let change = read(&row.body).and_then(|change| check_change(&change, known).map(|()| change));
        let change = change.map_err(|why| format!("change {number}: {why}"))?;
        log.push(Entry { id: row.id, at: row.at, key: row.key_id, change });
    }
    Replayed::replay(log).map_err(|broken| broken.to_string())
}

fn check_change(change: &Change, known: &HashSet<Uuid>) -> Result<(), String> {
    [&change.before, &change.after].into_iter().flatten().try_for_each(check_settings)?;
    if change.reason.as_deref().is_some_and(|reason| !is_recorded(reason)) {
        return Err("a reason of 1 to 200 characters is expected".to_owned());
    }
    let Some(AdjustmentRef { player, points, .. }) = &change.adjustment else { return Ok(()) };
    if !known.contains(player) {
        return Err(format!("the player {player} is not in the file"));
    }
    check_points((*points).into()).map(|_| ()).map_err(|bad| bad.to_string())
}

fn check_settings(settings: &Settings) -> Result<(), String> {
    if settings.name.as_deref().is_some_and(|name| !is_recorded(name)) {
        return Err("its name is no name".to_owned());
    }
    settings.check().map_err(|BadMember { member, why }| format!("`{member}` {why}"))?;
    match &settings.chain {
        Some(chain) if chain.draws_lots() && chain.seed.is_empty() => {
            Err("`chain/seed` is missing, and `lots` are drawn by it".to_owned())
        }
        _ => Ok(()),
    }
}

/// Whether a season and its adjustments are what its log says.
fn agree(season: &Season, told: &Replayed, adjustments: &[Adjustment]) -> Result<(), String> {
    let (ours, theirs) = (season.settings(), &told.settings);
    if ours.games != theirs.games {
        return Err("which games count is not what its log says".to_owned());
    }
    let all = adjustments.len() == told.adjustments.len();
    // Older versions noted another time for the adjustment itself where clocks went wrong.
    let adjusted = |ours: &Adjustment| {
        told.adjustments.get(&ours.id).is_some_and(|told| {
            let Adjustment { created_at, key, .. } = told.clone();
            *told == Adjustment { created_at, key, ..ours.clone() }
        })
    };
    let same = [
        ("name", ours.name == theirs.name),
        ("from", ours.from == theirs.from),
        ("to", ours.to == theirs.to),
        ("chain", ours.chain == theirs.chain),
        ("closed_at", season.closed_at == told.closed_at),
        ("adjustments", all && adjustments.iter().all(adjusted)),
    ];
    match same.into_iter().find(|(_, same)| !same) {
        Some((what, _)) => Err(format!("`{what}` is not what its log says")),
        None => Ok(()),
    }
}

/// Whether seasons, their changes and adjustments are each in the file once.
///
/// Errors: the first that is there twice.
pub fn distinct(forms: &[ExportedSeason]) -> Result<(), ImportError> {
    let mut seen = HashSet::new();
    let mut once =
        |what, id| if seen.insert((what, id)) { Ok(()) } else { Err(ImportError::Twice { what, id }) };
    for form in forms {
        once("season", form.id)?;
        form.changes.iter().try_for_each(|change| once("change of a season", change.id))?;
        form.adjustments.iter().try_for_each(|adjustment| once("adjustment", adjustment.id))?;
    }
    Ok(())
}
