//! How a table is shown.

use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::service::standings::Row;
use crate::standings::csv::{Cell, Csv};
use crate::standings::{Chain, Criterion, Outcome, Ranks, Streak, Tally};

/// A table of players.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Standings {
    /// The criteria by which players are ranked, in order.
    #[schema(value_type = Vec<String>)]
    pub rank_by: Vec<&'static str>,
    /// How ranks are numbered: `competition` (1, 2, 2, 4) or `dense` (1, 2, 2, 3).
    #[schema(value_type = String, examples("competition"))]
    pub ranks: &'static str,
    pub rows: Vec<StandingsRow>,
}

/// A player in a table.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StandingsRow {
    #[schema(minimum = 1)]
    pub rank: usize,
    /// Whether others have the same rank.
    pub tied: bool,
    pub player: PlayerName,
    #[serde(flatten)]
    pub record: RecordView,
    /// The points for wins, draws and losses.
    pub points: i64,
    /// The last results, as far as they are the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub streak: Option<StreakView>,
    /// The criterion that told the player apart from the last of those who were level before.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<String>, examples("difference"))]
    pub decided_by: Option<&'static str>,
    /// The same as a sentence, where it took more than the first criterion.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub detail: Option<String>,
}

/// A player by id and name.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlayerName {
    pub id: Uuid,
    #[schema(examples("Ann"))]
    pub name: String,
}

/// What a player did in some games.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RecordView {
    pub played: i64,
    /// Games won alone.
    pub won: i64,
    /// Games in which the first place was shared.
    pub drawn: i64,
    pub lost: i64,
    /// The share of games won, a shared first place as half of one; absent without games.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 0, maximum = 1)]
    pub win_rate: Option<f64>,
    /// Points of the player's side.
    pub points_for: i64,
    /// Points of the other sides together.
    pub points_against: i64,
    /// How far the player is ahead; where the lowest total wins, fewer points are ahead.
    pub difference: i64,
    /// Points a game; absent without games.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub average: Option<f64>,
    /// The best total of a game; absent where games of different kinds are mixed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub best: Option<i32>,
    /// The worst total of a game; absent where games of different kinds are mixed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub worst: Option<i32>,
    pub rounds: i64,
    pub rounds_won: i64,
    /// Rounds in which the player went out.
    pub outs: i64,
    /// Rounds that ended blocked.
    pub blocks: i64,
    /// The share of rounds that ended blocked, of those whose ending is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 0, maximum = 1)]
    pub block_rate: Option<f64>,
    /// Dots left in the hand, a round, of those in which they are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 0)]
    pub average_left: Option<f64>,
    pub penalties: i64,
    /// Turns that shown hands proved wrong.
    pub findings: i64,
}

/// The same result so many times in a row.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Streak)]
pub struct StreakView {
    pub result: ResultWord,
    #[schema(minimum = 1)]
    pub length: i64,
}

/// What became of a game for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = GameResult)]
pub enum ResultWord {
    /// Won alone.
    Won,
    /// The first place was shared.
    Drawn,
    /// Neither.
    Lost,
}

impl ResultWord {
    fn word(self) -> &'static str {
        match self {
            ResultWord::Won => "won",
            ResultWord::Drawn => "drawn",
            ResultWord::Lost => "lost",
        }
    }
}

impl From<Outcome> for ResultWord {
    fn from(outcome: Outcome) -> ResultWord {
        match outcome {
            Outcome::Won => ResultWord::Won,
            Outcome::Drawn => ResultWord::Drawn,
            Outcome::Lost => ResultWord::Lost,
        }
    }
}

impl From<Tally> for RecordView {
    fn from(tally: Tally) -> RecordView {
        RecordView {
            played: tally.played,
            won: tally.won,
            drawn: tally.drawn,
            lost: tally.lost,
            win_rate: tally.win_rate(),
            points_for: tally.points_for,
            points_against: tally.points_against,
            difference: tally.ahead,
            average: tally.average(),
            best: tally.best,
            worst: tally.worst,
            rounds: tally.rounds,
            rounds_won: tally.rounds_won,
            outs: tally.outs,
            blocks: tally.blocks,
            block_rate: tally.block_rate(),
            average_left: tally.average_left(),
            penalties: tally.penalties,
            findings: tally.findings,
        }
    }
}

impl From<Row> for StandingsRow {
    fn from(row: Row) -> StandingsRow {
        let Row { ranked, streak } = row;
        StandingsRow {
            rank: ranked.rank,
            tied: ranked.tied,
            player: PlayerName { id: ranked.entrant.player, name: ranked.entrant.name },
            record: ranked.entrant.tally.into(),
            points: ranked.points,
            streak: streak.map(|Streak { outcome, length }| StreakView { result: outcome.into(), length }),
            decided_by: ranked.decided_by.map(Criterion::word),
            detail: ranked.detail,
        }
    }
}

/// The header of the export.
const HEADER: [&str; 26] = [
    "rank",
    "tied",
    "player",
    "player_id",
    "played",
    "won",
    "drawn",
    "lost",
    "win_rate",
    "points",
    "points_for",
    "points_against",
    "difference",
    "average",
    "best",
    "worst",
    "rounds",
    "rounds_won",
    "outs",
    "blocks",
    "penalties",
    "findings",
    "streak_result",
    "streak_length",
    "decided_by",
    "detail",
];

impl Standings {
    /// The table of these rows.
    #[must_use]
    pub fn of(rows: Vec<Row>, chain: &Chain) -> Standings {
        Standings {
            rank_by: chain.criteria.iter().map(|criterion| criterion.word()).collect(),
            ranks: match chain.ranks {
                Ranks::Competition => "competition",
                Ranks::Dense => "dense",
            },
            rows: rows.into_iter().map(Into::into).collect(),
        }
    }

    /// The table as CSV.
    #[must_use]
    pub fn into_csv(self) -> Csv {
        let mut csv = Csv::default();
        csv.row(HEADER.map(Cell::from));
        for row in self.rows {
            csv.row(row.cells());
        }
        csv
    }
}

impl StandingsRow {
    fn cells(self) -> [Cell; HEADER.len()] {
        let StandingsRow { rank, tied, player, record, points, streak, decided_by, detail } = self;
        [
            i64::try_from(rank).ok().into(),
            if tied { "true".into() } else { "false".into() },
            Cell::Text(player.name),
            Cell::Text(player.id.to_string()),
            record.played.into(),
            record.won.into(),
            record.drawn.into(),
            record.lost.into(),
            record.win_rate.into(),
            points.into(),
            record.points_for.into(),
            record.points_against.into(),
            record.difference.into(),
            record.average.into(),
            record.best.into(),
            record.worst.into(),
            record.rounds.into(),
            record.rounds_won.into(),
            record.outs.into(),
            record.blocks.into(),
            record.penalties.into(),
            record.findings.into(),
            streak.as_ref().map(|streak| streak.result.word()).into(),
            streak.as_ref().map(|streak| streak.length).into(),
            decided_by.into(),
            detail.as_deref().into(),
        ]
    }
}
