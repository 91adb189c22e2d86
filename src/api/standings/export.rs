//! A table as CSV.

use super::view::{Standings, StandingsRow};
use crate::standings::Criterion;
use crate::standings::csv::{Cell, Csv};

/// The header of the export.
const HEADER: [&str; 30] = [
    "rank",
    "tied",
    "player",
    "player_id",
    "played",
    "won",
    "drawn",
    "lost",
    "narrow_losses",
    "unfinished",
    "win_rate",
    "points",
    "adjustment",
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
    "average_left",
    "penalties",
    "findings",
    "streak_result",
    "streak_length",
    "decided_by",
    "detail",
];

impl Standings {
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
        let StandingsRow {
            rank, tied, player, record, points, adjustment, streak, decided_by, detail, ..
        } = self;
        [
            i64::try_from(rank).ok().into(),
            if tied { "true".into() } else { "false".into() },
            Cell::Text(player.name),
            Cell::Text(player.id.to_string()),
            record.played.into(),
            record.won.into(),
            record.drawn.into(),
            record.lost.into(),
            record.narrow_losses.into(),
            record.unfinished.into(),
            record.win_rate.into(),
            points.into(),
            adjustment.into(),
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
            record.average_left.into(),
            record.penalties.into(),
            record.findings.into(),
            streak.as_ref().map(|streak| streak.result.word()).into(),
            streak.as_ref().map(|streak| streak.length).into(),
            decided_by.map(Criterion::word).into(),
            detail.as_deref().into(),
        ]
    }
}
