//! The table of a club.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{ServiceError, summed};
use crate::seasons::AdjustedPoints;
use crate::service::auth::Reader;
use crate::standings::{
    Chain, Entrant, Meeting, Meetings, Ranked, ResultFilter, Streak, level_before_meetings, rank,
};
use crate::store::Connection;
use crate::store::results::read::{self, TallyRow};

/// A row of a table. Is stored as JSON when a season is closed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    /// The player's place.
    pub ranked: Ranked,
    /// The current run of equal results.
    pub streak: Option<Streak>,
    /// Points that the club gave or took.
    #[serde(default)]
    pub adjustments: Vec<AdjustedPoints>,
}

/// Points that the club gave or took, by player.
pub type Adjustments = HashMap<Uuid, Vec<AdjustedPoints>>;

/// Ranks the players of a club by the games that `filter` names.
///
/// Fails if there is no such club that the reader may know of.
pub async fn table(
    conn: &mut Connection,
    reader: &Reader,
    club: Uuid,
    filter: &ResultFilter,
    chain: &Chain,
) -> Result<Vec<Row>, ServiceError> {
    reader.whole_club(conn, club).await?;
    // One moment: sums, meetings and streaks belong together.
    let mut moment = conn.build_transaction().repeatable_read().read_only();
    moment.run(async |conn| compute_rows(conn, club, filter, (chain, &Adjustments::new())).await).await
}

/// Ranks the players of a club by the games that `filter` names and by what the club gave and took.
/// Players without such games are not in the table. The caller sees to it that nothing changes
/// meanwhile.
pub async fn compute_rows(
    conn: &mut Connection,
    club: Uuid,
    filter: &ResultFilter,
    (chain, adjustments): (&Chain, &Adjustments),
) -> Result<Vec<Row>, ServiceError> {
    let mut entrants = entrants(read::tallies(conn, (club, None), filter).await?);
    for entrant in &mut entrants {
        let own = adjustments.get(&entrant.player).into_iter().flatten();
        entrant.tally.adjusted = own.map(|adjusted| i64::from(adjusted.points)).sum();
    }
    let level = level_before_meetings(&entrants, chain);
    let meetings =
        if level.is_empty() { Meetings::new() } else { head_to_head(conn, club, &level, filter).await? };
    let ranked = rank(entrants, chain, &meetings);
    let players: Vec<Uuid> = ranked.iter().map(|row| row.entrant.player).collect();
    let streaks = read::streaks(conn, club, &players, filter).await?;
    let streaks: HashMap<Uuid, Streak> = streaks
        .into_iter()
        .map(|row| (row.player_id, Streak { outcome: row.result, length: row.length }))
        .collect();
    let row = |ranked: Ranked| Row {
        streak: streaks.get(&ranked.entrant.player).copied(),
        adjustments: adjustments.get(&ranked.entrant.player).cloned().unwrap_or_default(),
        ranked,
    };
    Ok(ranked.into_iter().map(row).collect())
}

pub(super) fn entrants(rows: Vec<TallyRow>) -> Vec<Entrant> {
    let mut players: BTreeMap<Uuid, (String, Vec<TallyRow>)> = BTreeMap::new();
    for row in rows {
        let (_, own) = players.entry(row.player_id).or_insert_with(|| (row.name.clone(), Vec::new()));
        own.push(row);
    }
    let entrant = |(player, (name, rows)): (Uuid, (String, Vec<TallyRow>))| Entrant {
        player,
        name,
        tally: summed(&rows),
    };
    players.into_iter().map(entrant).collect()
}

async fn head_to_head(
    conn: &mut Connection,
    club: Uuid,
    level: &[Vec<Uuid>],
    filter: &ResultFilter,
) -> Result<Meetings, ServiceError> {
    let meetings = read::meetings(conn, club, level, filter).await?.into_iter().map(|row| {
        let meeting = Meeting {
            won: row.won,
            drawn: row.drawn,
            lost: row.lost,
            unfinished: row.unfinished,
            ahead: row.ahead,
        };
        ((row.player_id, row.other_id), meeting)
    });
    Ok(meetings.collect())
}
