//! Standings and statistics, and the projections that they read.

mod player;
mod project;
mod ranks;
pub mod ratings;
pub mod rebuild;
mod table;

pub use player::{PlayerStats, SeatStats, player_stats};
pub use project::{Projected, project};
pub use ranks::{RankChange, Ranks};
pub use table::{Adjustments, Row, Selection, Table, compute_rows, selected, table};

use super::ServiceError;
use crate::measures::measures;
use crate::standings::Tally;
pub use crate::store::results::read::PairRow;
use crate::store::results::read::TallyRow;

macro_rules! turned {
    ($($(#[$about:meta])* $name:ident = $adds:literal,)+) => {
        /// The sums of a row, turned so that more is better.
        fn tally(row: &TallyRow) -> Tally {
            let turned = |points: i64| if row.low { -points } else { points };
            let (best, worst) = if row.low { (row.lowest, row.highest) } else { (row.highest, row.lowest) };
            Tally {
                $($name: row.$name,)+
                merit: turned(row.points_for),
                ahead: turned(row.points_for - row.points_against),
                adjusted: 0,
                best,
                worst,
            }
        }
    };
}
measures!(turned);

/// The sums of rows together. Totals of different games cannot be compared, so there is a best
/// and a worst only of one variant played to one goal.
fn summed<'a>(rows: impl IntoIterator<Item = &'a TallyRow>) -> Tally {
    let mut rows = rows.into_iter();
    let Some(first) = rows.next() else { return Tally::default() };
    rows.fold(tally(first), |sum, row| sum.with(tally(row)))
}
