//! The seasons of a file: how they are written, whether they can be so, and what becomes of them.
//!
//! The log of a season tells whether it went on, like the log of a game.

use std::collections::HashSet;

use chrono::{DateTime, NaiveDate, Utc};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

use super::ImportError;
use super::check::left_over;
use super::value::{maybe_time, time};
use crate::rules::Variant;
use crate::service::day::day;
use crate::service::names::Name;
use crate::service::seasons::{Changed, is_copy};
use crate::standings::Chain;
use crate::store::Connection;
use crate::store::seasons::{self, AdjustmentRow, ChangeRow, SeasonRow};

/// The most points that a club gives or takes at once.
const MAX_POINTS: i32 = 1_000;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeasonForm {
    id: Uuid,
    name: Name,
    #[serde(deserialize_with = "day")]
    from: NaiveDate,
    #[serde(deserialize_with = "day")]
    to: NaiveDate,
    #[serde(default)]
    variant: Option<Variant>,
    #[serde(default)]
    players: Option<i16>,
    #[serde(default)]
    partners: Option<bool>,
    chain: Value,
    #[serde(deserialize_with = "time")]
    created_at: DateTime<Utc>,
    #[serde(default, deserialize_with = "maybe_time")]
    closed_at: Option<DateTime<Utc>>,
    changes: Vec<ChangeForm>,
    adjustments: Vec<AdjustmentForm>,
    #[serde(default)]
    table: Option<Value>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ChangeForm {
    id: Uuid,
    #[serde(deserialize_with = "time")]
    at: DateTime<Utc>,
    #[serde(default)]
    key: Option<Uuid>,
    change: Value,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct AdjustmentForm {
    id: Uuid,
    player: Uuid,
    points: i32,
    reason: Name,
    #[serde(deserialize_with = "time")]
    created_at: DateTime<Utc>,
    #[serde(default)]
    key: Option<Uuid>,
    #[serde(default)]
    cancelled: Option<Name>,
}

/// A season as it is to be stored.
struct Rows {
    season: SeasonRow,
    changes: Vec<ChangeRow>,
    adjustments: Vec<AdjustmentRow>,
    table: Option<Value>,
}

/// What became of a season.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Became {
    New,
    Extended,
    Known,
}

/// Brings a season in.
///
/// # Errors
///
/// If it cannot be so, or contradicts what is stored.
pub async fn bring(
    conn: &mut Connection,
    club: Uuid,
    form: SeasonForm,
    players: &HashSet<Uuid>,
) -> Result<Became, ImportError> {
    let id = form.id;
    let rows =
        rows(club, form, players).map_err(|why| ImportError::Malformed(format!("season {id}: {why}")))?;
    let became = match seasons::find_any(conn, id).await? {
        Some(known) if known.club_id != club => return Err(ImportError::ForeignSeason { season: id }),
        Some(_) => {
            let ours = seasons::changes(conn, id, None, i64::MAX).await?;
            if let Some((change, _)) = ours.iter().zip(&rows.changes).find(|(ours, theirs)| ours != theirs) {
                return Err(ImportError::SeasonDiverged { season: id, change: change.id });
            }
            let new = rows.changes.get(ours.len()..).unwrap_or_default();
            if new.is_empty() {
                return Ok(Became::Known);
            }
            check_name(conn, &rows.season).await?;
            seasons::update(conn, &rows.season).await?;
            seasons::thaw(conn, id).await?;
            seasons::add_changes(conn, new).await?;
            Became::Extended
        }
        None => {
            check_name(conn, &rows.season).await?;
            seasons::insert(conn, &rows.season).await?;
            seasons::add_changes(conn, &rows.changes).await?;
            Became::New
        }
    };
    seasons::replace_adjustments(conn, id, &rows.adjustments).await?;
    if let Some(table) = &rows.table {
        seasons::freeze(conn, id, table).await?;
    }
    Ok(became)
}

async fn check_name(conn: &mut Connection, season: &SeasonRow) -> Result<(), ImportError> {
    let holder = seasons::find_by_name(conn, season.club_id, &season.name_key).await?;
    match holder.filter(|holder| holder.id != season.id) {
        Some(holder) => Err(ImportError::SeasonNameTaken {
            name: season.name.clone(),
            theirs: season.id,
            ours: holder.id,
        }),
        None => Ok(()),
    }
}

fn rows(club: Uuid, form: SeasonForm, known: &HashSet<Uuid>) -> Result<Rows, String> {
    let SeasonForm { id, name, from, to, variant, players, partners, chain, created_at, closed_at, .. } =
        form;
    if to < from {
        return Err(format!("it ends on {to}, before it begins on {from}"));
    }
    if players.is_some_and(|players| !(2..=12).contains(&players)) {
        return Err("`players` is a number from 2 to 12".to_owned());
    }
    whole::<Chain>(&chain).map_err(|why| format!("`chain`: {why}"))?;
    if form.table.is_some() != closed_at.is_some() {
        return Err("a closed season has the copy of its table, and an open one has none".to_owned());
    }
    if form.table.as_ref().is_some_and(|table| !is_copy(table)) {
        return Err("`table` is no copy of a table".to_owned());
    }
    let change = |form: ChangeForm| {
        whole::<Changed>(&form.change).map_err(|why| format!("change {}: {why}", form.id))?;
        Ok(ChangeRow { id: form.id, season_id: id, at: form.at, key_id: form.key, body: form.change })
    };
    let adjustment = |form: AdjustmentForm| {
        let AdjustmentForm { id: own, player, points, reason, created_at, key, cancelled } = form;
        if !known.contains(&player) {
            return Err(format!("adjustment {own}: the player {player} is not in the file"));
        }
        if points == 0 || points.abs() > MAX_POINTS {
            return Err(format!("adjustment {own}: so many points are not possible"));
        }
        let (reason, cancelled) = (reason.to_string(), cancelled.map(|reason| reason.to_string()));
        Ok(AdjustmentRow {
            id: own,
            season_id: id,
            player_id: player,
            points,
            reason,
            created_at,
            key_id: key,
            cancelled,
        })
    };
    let season = SeasonRow {
        id,
        club_id: club,
        name_key: name.key(),
        name: name.to_string(),
        first_day: from,
        last_day: to,
        variant: variant.map(|variant| variant.word().to_owned()),
        seats: players,
        partners,
        chain,
        created_at,
        closed_at,
    };
    let changes = form.changes.into_iter().map(change).collect::<Result<_, String>>()?;
    let adjustments = form.adjustments.into_iter().map(adjustment).collect::<Result<_, String>>()?;
    Ok(Rows { season, changes, adjustments, table: form.table })
}

/// Whether a value is a `T` and nothing more.
fn whole<T: DeserializeOwned + Serialize>(value: &Value) -> Result<(), String> {
    let read: T = T::deserialize(value).map_err(|error| error.to_string())?;
    let meant = serde_json::to_value(&read).map_err(|error| error.to_string())?;
    match left_over(value, &meant, "") {
        None => Ok(()),
        Some(pointer) => Err(format!("{pointer} is not known to this version")),
    }
}
