//! A table as CSV.

use super::view::{Standings, StandingsRow};
use crate::measures::measures;
use crate::standings::Criterion;
use crate::standings::csv::{Cell, Csv};

/// A column: its name, and what stands there.
type Column = (&'static str, fn(&StandingsRow) -> Cell);

macro_rules! measured {
    ($($(#[$about:meta])* $name:ident = $adds:literal,)+) => {
        /// A column for each measure.
        const MEASURES: &[Column] = &[$((stringify!($name), |row| row.record.$name.into()),)+];
    };
}
measures!(measured);

/// Who, and at which place.
const PLACE: &[Column] = &[
    ("rank", |row| row.rank.into()),
    ("tied", |row| if row.tied { "true".into() } else { "false".into() }),
    ("player", |row| Cell::Text(row.player.name.clone())),
    ("player_id", |row| Cell::Text(row.player.id.to_string())),
];

/// What is worked out of the measures, and what decided.
const DERIVED: &[Column] = &[
    ("points", |row| row.points.into()),
    ("adjusted", |row| row.adjusted.into()),
    ("win_rate", |row| row.record.win_rate.into()),
    ("difference", |row| row.record.difference.into()),
    ("average", |row| row.record.average.into()),
    ("best", |row| row.record.best.into()),
    ("worst", |row| row.record.worst.into()),
    ("block_rate", |row| row.record.block_rate.into()),
    ("average_left", |row| row.record.average_left.into()),
    ("streak_result", |row| row.streak.as_ref().map(|streak| streak.result.word()).into()),
    ("streak_length", |row| row.streak.as_ref().map(|streak| streak.length).into()),
    ("decided_by", |row| row.decided_by.map(Criterion::word).into()),
    ("detail", |row| row.detail.as_deref().into()),
];

impl Standings {
    /// The table as CSV.
    pub fn into_csv(self) -> Csv {
        let columns = || PLACE.iter().chain(MEASURES).chain(DERIVED);
        let mut csv = Csv::default();
        csv.row(columns().map(|(name, _)| Cell::from(*name)));
        for row in &self.rows {
            csv.row(columns().map(|(_, cell)| cell(row)));
        }
        csv
    }
}
