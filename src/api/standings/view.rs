//! How a table is shown.

use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;
use serde_with::skip_serializing_none;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::api::time::maybe_seconds;
use crate::measures::measures;
use crate::rules::MatchResult;
use crate::seasons::AdjustedPoints;
use crate::service::seasons::SeasonTable;
use crate::service::standings::{Row, Table};
use crate::standings::{Chain, Criterion, Ranking, Streak, Tally};
use crate::store::players::PlayerRow;

/// A table of players.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Standings {
    #[serde(flatten)]
    pub chain: Ranking,
    /// The season whose table it is.
    pub season: Option<SeasonOfTable>,
    /// How many rows the table has, however many are asked for.
    pub row_count: usize,
    pub rows: Vec<StandingsRow>,
}

/// The season of a table.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SeasonOfTable {
    pub id: Uuid,
    #[schema(examples("Spring 2026"))]
    pub name: String,
    /// The first day.
    pub from: NaiveDate,
    /// The last day.
    pub to: NaiveDate,
    /// When the copy of the table was made, if the season is closed.
    #[serde(serialize_with = "maybe_seconds")]
    pub frozen_at: Option<DateTime<Utc>>,
    /// Whether the live table differs from the copy, for instance after a later correction; names aside.
    pub differs: Option<bool>,
}

/// A player in a table.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StandingsRow {
    #[schema(minimum = 1)]
    pub rank: usize,
    /// Whether others have the same rank.
    pub tied: bool,
    pub player: PlayerName,
    /// Whether the player was only named when a game was made.
    pub guest: bool,
    /// In the table of a closed season: whether the row is another one in the live table and in the copy, names
    /// aside.
    pub differs: Option<bool>,
    #[serde(flatten)]
    pub record: RecordView,
    /// The points for wins, draws and losses, with bonus points and adjustments.
    pub points: i64,
    /// What the points are made of, as a sentence.
    #[schema(examples("2 wins at 3, 1 narrow loss at 1: 7 points"))]
    pub points_from: String,
    /// The points that the club added, negative if deducted; only in the table of a season.
    pub adjusted: Option<i64>,
    /// Each of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub adjustments: Vec<AdjustedPoints>,
    /// The current run of equal results.
    pub streak: Option<StreakView>,
    /// The criterion that separated the player from the last of those who were level before.
    pub decided_by: Option<Criterion>,
    /// The same as a sentence where it took more than the first criterion, and how many share the rank.
    pub detail: Option<String>,
}

/// A player by id and name.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlayerName {
    pub id: Uuid,
    #[schema(examples("Ann"))]
    pub name: String,
}

impl From<PlayerRow> for PlayerName {
    fn from(PlayerRow { id, name, .. }: PlayerRow) -> PlayerName {
        PlayerName { id, name }
    }
}

macro_rules! record {
    ($($(#[$about:meta])* $name:ident = $adds:literal,)+) => {
        /// What a player did in some games.
        #[skip_serializing_none]
        #[derive(Clone, Debug, Serialize, ToSchema)]
        pub struct RecordView {
            $($(#[$about])* pub $name: i64,)+
            /// The share of games won, a shared first place as half of one; absent without games.
            #[schema(minimum = 0, maximum = 1)]
            pub win_rate: Option<f64>,
            /// By how many points the player is ahead; where the lowest total wins, fewer points are ahead.
            pub difference: i64,
            /// Points a game; absent without games.
            pub average: Option<f64>,
            /// The best total of a game; absent where games of different kinds are mixed.
            pub best: Option<i32>,
            /// The worst total of a game; absent where games of different kinds are mixed.
            pub worst: Option<i32>,
            /// The share of rounds that ended blocked, of those whose ending is known.
            #[schema(minimum = 0, maximum = 1)]
            pub block_rate: Option<f64>,
            /// Dots left in the hand, a round, of those in which they are known.
            #[schema(minimum = 0)]
            pub average_left: Option<f64>,
        }

        impl From<Tally> for RecordView {
            fn from(tally: Tally) -> RecordView {
                RecordView {
                    $($name: tally.$name,)+
                    win_rate: tally.win_rate(),
                    difference: tally.ahead,
                    average: tally.average(),
                    best: tally.best,
                    worst: tally.worst,
                    block_rate: tally.block_rate(),
                    average_left: tally.average_left(),
                }
            }
        }
    };
}
measures!(record);

/// A run of equal results.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Streak)]
pub struct StreakView {
    pub result: MatchResult,
    #[schema(minimum = 1)]
    pub length: i64,
}

impl StandingsRow {
    fn of(row: Row, guest: bool, chain: &Chain) -> StandingsRow {
        let Row { ranked, streak, adjustments } = row;
        let tally = ranked.entrant.tally;
        StandingsRow {
            guest,
            differs: None,
            rank: ranked.rank,
            tied: ranked.tied,
            player: PlayerName { id: ranked.entrant.player, name: ranked.entrant.name },
            record: tally.into(),
            points: ranked.points,
            points_from: chain.explained(&tally),
            adjusted: (!adjustments.is_empty()).then_some(tally.adjusted),
            adjustments,
            streak: streak.map(|Streak { outcome, length }| StreakView { result: outcome, length }),
            decided_by: ranked.decided_by,
            detail: ranked.detail,
        }
    }
}

impl From<SeasonTable> for Standings {
    fn from(table: SeasonTable) -> Standings {
        let SeasonTable { season, table, frozen } = table;
        let of = SeasonOfTable {
            id: season.id,
            name: season.name,
            from: season.from,
            to: season.to,
            frozen_at: frozen.as_ref().map(|frozen| frozen.since),
            differs: frozen.as_ref().map(|frozen| !frozen.differing.is_empty()),
        };
        let mut standings = Standings { season: Some(of), ..Standings::of(table, &season.chain) };
        for row in &mut standings.rows {
            row.differs = frozen.as_ref().map(|frozen| frozen.differing.contains(&row.player.id));
        }
        standings
    }
}

impl Standings {
    /// A table as it is shown.
    pub fn of(table: Table, chain: &Chain) -> Standings {
        let Table { rows, count, guests } = table;
        let row = |row: Row| {
            let is_guest = guests.contains(&row.ranked.entrant.player);
            StandingsRow::of(row, is_guest, chain)
        };
        let rows = rows.into_iter().map(row).collect();
        Standings { chain: Ranking(chain.clone()), season: None, row_count: count, rows }
    }
}
