//! The table of a club.

use std::collections::{BTreeMap, HashMap, HashSet};

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{ServiceError, summed};
use crate::seasons::AdjustedPoints;
use crate::service::auth::Reader;
use crate::standings::{
    Chain, Entrant, Meeting, Meetings, Ranked, ResultFilter, Streak, Tally, level_before_meetings, rank,
};
use crate::store::results::read::{self, TallyRow};
use crate::store::{Connection, players};

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

/// Who is to be in a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selection {
    /// How many rows at most, from the top.
    pub limit: Option<usize>,
    /// Whether guests are in it.
    pub guests: bool,
    /// Whether members without games are in it.
    pub without_games: bool,
}

impl Default for Selection {
    fn default() -> Selection {
        Selection { limit: None, guests: true, without_games: false }
    }
}

/// A table, or its top.
#[derive(Clone, Debug)]
pub struct Table {
    /// The rows.
    pub rows: Vec<Row>,
    /// How many rows the whole table has.
    pub count: usize,
    /// Those in it who are guests.
    pub guests: HashSet<Uuid>,
}

impl Table {
    /// A whole table of a club as it is shown.
    pub async fn of(
        conn: &mut Connection,
        club: Uuid,
        mut rows: Vec<Row>,
        selection: Selection,
    ) -> Result<Table, ServiceError> {
        let players: Vec<Uuid> = rows.iter().map(|row| row.ranked.entrant.player).collect();
        let guests: HashSet<Uuid> = players::guests_among(conn, club, &players).await?.into_iter().collect();
        rows.retain(|row| selection.guests || !guests.contains(&row.ranked.entrant.player));
        let count = rows.len();
        rows.truncate(selection.limit.unwrap_or(usize::MAX));
        Ok(Table { rows, count, guests })
    }
}

/// Ranks the players of a club by the games that `filter` names.
///
/// Fails if there is no such club that the reader may know of.
pub async fn table(
    conn: &mut Connection,
    reader: &Reader,
    club: Uuid,
    filter: &ResultFilter,
    (chain, selection): (&Chain, Selection),
) -> Result<Table, ServiceError> {
    reader.whole_club(conn, club).await?;
    // One moment: sums, meetings and streaks belong together.
    let mut moment = conn.build_transaction().repeatable_read().read_only();
    moment.run(async |conn| selected(conn, club, filter, (chain, &Adjustments::new()), selection).await).await
}

/// Those of the players of a club who are selected, ranked by the games that `filter` names and by what the club gave
/// and took. The caller sees to it that nothing changes meanwhile.
pub async fn selected(
    conn: &mut Connection,
    club: Uuid,
    filter: &ResultFilter,
    (chain, adjustments): (&Chain, &Adjustments),
    selection: Selection,
) -> Result<Table, ServiceError> {
    let mut ranked = ranked(conn, club, filter, (chain, adjustments), selection).await?;
    let count = ranked.len();
    ranked.truncate(selection.limit.unwrap_or(usize::MAX));
    let rows = rows(conn, club, filter, ranked, adjustments).await?;
    Ok(Table { count, ..Table::of(conn, club, rows, selection).await? })
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
    let ranked = ranked(conn, club, filter, (chain, adjustments), Selection::default()).await?;
    rows(conn, club, filter, ranked, adjustments).await
}

async fn ranked(
    conn: &mut Connection,
    club: Uuid,
    filter: &ResultFilter,
    (chain, adjustments): (&Chain, &Adjustments),
    selection: Selection,
) -> Result<Vec<Ranked>, ServiceError> {
    let mut sums = read::tallies(conn, (club, None), filter).await?;
    sums.retain(|row| selection.guests || !row.guest);
    let mut entrants = entrants(sums);
    if selection.without_games {
        let there: HashSet<Uuid> = entrants.iter().map(|entrant| entrant.player).collect();
        let members = players::members(conn, club).await?.into_iter();
        let idle = members.filter(|(player, _)| !there.contains(player));
        entrants.extend(idle.map(|(player, name)| Entrant { player, name, tally: Tally::default() }));
    }
    for entrant in &mut entrants {
        let own = adjustments.get(&entrant.player).into_iter().flatten();
        entrant.tally.adjusted = own.map(|adjusted| i64::from(adjusted.points)).sum();
    }
    let mut meetings = Meetings::new();
    while let Some((criterion, level)) = level_before_meetings(&entrants, chain, &meetings) {
        let met =
            if level.is_empty() { HashMap::new() } else { head_to_head(conn, club, &level, filter).await? };
        meetings.insert(criterion, met);
    }
    Ok(rank(entrants, chain, &meetings))
}

async fn rows(
    conn: &mut Connection,
    club: Uuid,
    filter: &ResultFilter,
    ranked: Vec<Ranked>,
    adjustments: &Adjustments,
) -> Result<Vec<Row>, ServiceError> {
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
) -> Result<HashMap<Uuid, Meeting>, ServiceError> {
    let meetings = read::meetings(conn, club, level, filter).await?.into_iter().map(|row| {
        let meeting = Meeting {
            won: row.won,
            drawn: row.drawn,
            lost: row.lost,
            unfinished: row.unfinished,
            ahead: row.ahead,
        };
        (row.player_id, meeting)
    });
    Ok(meetings.collect())
}
