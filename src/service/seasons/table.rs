//! The table of a season: live while it is open, a copy since it was closed.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

use super::{Season, broken, read, replayed};
use crate::seasons::{AdjustedPoints, Adjustment};
use crate::service::ServiceError;
use crate::service::auth::Reader;
use crate::service::standings::{Adjustments, Row, Selection, Table, compute_rows, selected};
use crate::store::{Connection, merges, seasons};

/// The table of a season.
#[derive(Clone, Debug)]
pub struct SeasonTable {
    pub season: Season,
    pub table: Table,
    /// What is known of the copy, if the season is closed.
    pub frozen: Option<Frozen>,
}

/// The copy of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frozen {
    /// When it was made.
    pub since: DateTime<Utc>,
    /// Those whose rows are others in the live table now, or are in one of both only; names aside.
    pub differing: HashSet<Uuid>,
}

/// How a copy is stored.
#[derive(Serialize, Deserialize)]
pub struct FrozenTable {
    /// The rows.
    pub rows: Vec<Row>,
}

/// Reads the table of a season: of a closed one the copy, unless the live one is asked for.
///
/// Fails if there is no such season in a club that the reader may know of.
pub async fn table(
    conn: &mut Connection,
    reader: &Reader,
    (club, id): (Uuid, Uuid),
    live: bool,
    selection: Selection,
) -> Result<SeasonTable, ServiceError> {
    // One moment: the season, its copy and what the live table is made of belong together.
    let mut moment = conn.build_transaction().repeatable_read().read_only();
    moment.run(async |conn| shown(conn, reader, (club, id), live, selection).await).await
}

async fn shown(
    conn: &mut Connection,
    reader: &Reader,
    (club, id): (Uuid, Uuid),
    live: bool,
    selection: Selection,
) -> Result<SeasonTable, ServiceError> {
    let season = read(conn, reader, (club, id)).await?;
    let adjustments = in_force(conn, season.id).await?;
    let ranking = (&season.chain, &adjustments);
    let copy = seasons::frozen(conn, id).await?;
    let (Some(since), Some(copy)) = (season.closed_at, copy) else {
        let table = selected(conn, club, &season.filter(), ranking, selection).await?;
        return Ok(SeasonTable { season, table, frozen: None });
    };
    let FrozenTable { rows } = FrozenTable::deserialize(&copy).map_err(|why| broken(id, &why))?;
    let now = FrozenTable { rows: compute_rows(conn, club, &season.filter(), ranking).await? };
    let live_copy = serde_json::to_value(&now).map_err(ServiceError::UnwritableEvent)?;
    let frozen = Some(Frozen { since, differing: differing(&copy, &live_copy) });
    let table = match live {
        true => selected(conn, club, &season.filter(), ranking, selection).await?,
        false => Table::of(conn, club, rows, selection).await?,
    };
    Ok(SeasonTable { season, table, frozen })
}

/// Keeps the table as it is now.
pub(super) async fn freeze(conn: &mut Connection, club: Uuid, season: &Season) -> Result<(), ServiceError> {
    let rows = live_table(conn, club, season).await?;
    let copy = serde_json::to_value(FrozenTable { rows }).map_err(ServiceError::UnwritableEvent)?;
    Ok(seasons::freeze(conn, season.id, &copy).await?)
}

pub(super) async fn live_table(
    conn: &mut Connection,
    club: Uuid,
    season: &Season,
) -> Result<Vec<Row>, ServiceError> {
    let adjustments = in_force(conn, season.id).await?;
    compute_rows(conn, club, &season.filter(), (&season.chain, &adjustments)).await
}

/// The adjustments that were not cancelled, by the player that each one is for since players were
/// merged.
async fn in_force(conn: &mut Connection, season: Uuid) -> Result<Adjustments, ServiceError> {
    let mut all = replayed(conn, season).await?.adjustments_by_time();
    all.retain(|adjustment| adjustment.cancelled.is_none());
    let players: Vec<Uuid> = all.iter().map(|adjustment| adjustment.player).collect();
    let identities = merges::identities(conn, &players).await?;
    let mut found = Adjustments::new();
    for Adjustment { id, player, points, reason, .. } in all {
        let player = identities.get(&player).copied().unwrap_or(player);
        found.entry(player).or_default().push(AdjustedPoints { id, points, reason });
    }
    Ok(found)
}

/// The players whose rows differ between a stored table and the live one, or are in one of both only.
fn differing(stored: &Value, live: &Value) -> HashSet<Uuid> {
    let (stored, live) = (rows_by_player(stored), rows_by_player(live));
    let is_same = |player: &Uuid| match (stored.get(player), live.get(player)) {
        (Some(stored), Some(live)) => has_all(stored, live),
        _ => false,
    };
    stored.keys().chain(live.keys()).filter(|player| !is_same(player)).copied().collect()
}

fn rows_by_player(table: &Value) -> HashMap<Uuid, &Value> {
    let rows = table.get("rows").and_then(Value::as_array).into_iter().flatten();
    let player = |row: &Value| row.pointer("/ranked/entrant/player")?.as_str()?.parse().ok();
    rows.filter_map(|row| Some((player(row)?, row))).collect()
}

/// Whether a row has everything that a stored one has. Names and sentences are left aside, since they may be
/// put otherwise, and so is what was not summed up yet when the copy was made.
fn has_all(stored: &Value, live: &Value) -> bool {
    let is_said = |member: &str| matches!(member, "name" | "detail");
    match (stored, live) {
        (Value::Object(stored), Value::Object(live)) => stored
            .iter()
            .filter(|(member, _)| !is_said(member))
            .all(|(member, value)| live.get(member).is_some_and(|live| has_all(value, live))),
        (Value::Array(stored), Value::Array(live)) => {
            let mut pairs = by_player(stored).into_iter().zip(by_player(live));
            stored.len() == live.len() && pairs.all(|(stored, live)| has_all(stored, live))
        }
        _ => stored == live,
    }
}

/// Rows in an order that no name decides.
fn by_player(rows: &[Value]) -> Vec<&Value> {
    let mut rows: Vec<&Value> = rows.iter().collect();
    rows.sort_by_key(|row| row.pointer("/ranked/entrant/player").map(Value::to_string));
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::MatchResult;

    #[test]
    fn streaks_keep_the_words_that_are_stored() {
        for (outcome, word) in
            [(MatchResult::Won, "won"), (MatchResult::Drawn, "drawn"), (MatchResult::Lost, "lost")]
        {
            assert_eq!(serde_json::to_value(outcome).unwrap(), word);
        }
    }

    #[test]
    fn a_copy_that_was_stored_once_stays_readable() {
        // Add lines; never change one.
        let stored = [concat!(
            r#"{"rows":[{"ranked":{"rank":1,"tied":false,"entrant":{"player":"019aa000-0000-7000-8000-000000000000","#,
            r#""name":"Ann","tally":{"played":2,"won":1,"drawn":0,"lost":1,"narrow_losses":1,"points_for":105,"#,
            r#""points_against":90,"merit":105,"ahead":15,"rounds":9,"rounds_won":5,"ended":2,"blocks":1,"outs":1,"#,
            r#""penalties":1,"left_pips":12,"left_rounds":2,"findings":0,"adjusted":-2,"best":60,"worst":45}},"#,
            r#""points":2,"decided_by":"difference","detail":"Level with 1 other."},"#,
            r#""streak":{"outcome":"won","length":1},"adjustments":[{"id":"019aa000-0000-7000-8000-000000000001","#,
            r#""points":-2,"reason":"late"}]}]}"#,
        )];
        for form in stored {
            let copy: FrozenTable = serde_json::from_str(form).unwrap();
            let stored = serde_json::from_str(form).unwrap();
            let mut live = serde_json::to_value(&copy).unwrap();
            assert!(has_all(&stored, &live), "measures that were added since are 0");
            assert!(!has_all(&live, &stored), "nothing that was summed up is left aside");
            live["rows"][0]["ranked"]["entrant"]["name"] = "Anna".into();
            assert!(has_all(&stored, &live), "a name says nothing about the table");
            live["rows"][0]["ranked"]["entrant"]["tally"]["won"] = 2.into();
            assert!(!has_all(&stored, &live));
        }
    }
}
