//! Whether the copy of a closed season's table is one that can have been made.

use std::collections::HashSet;

use serde_json::Value;

use super::check::read;
use crate::seasons::check_points;
use crate::service::names::is_recorded;
use crate::service::seasons::FrozenTable;
use crate::service::standings::Row;
use crate::standings::{Chain, Ranked, Tally};

/// More than any number in a table is, and small enough that sums of such numbers are none too large.
const MOST: i64 = 1_000_000_000_000;

/// Checks a copy. It may name players who are no longer there: corrections left them without games.
///
/// Errors: what speaks against it, with its row.
pub fn check(table: &Value, chain: &Chain) -> Result<(), String> {
    let FrozenTable { rows } = read(table).map_err(|why| format!("`table` is no copy of a table: {why}"))?;
    let (mut seen, mut rank) = (HashSet::new(), 1);
    for (index, row) in rows.iter().enumerate() {
        let at = |why: String| format!("`table`, row {}: {why}", index + 1);
        let Ranked { rank: own, entrant, points, detail, .. } = &row.ranked;
        if !seen.insert(entrant.player) {
            return Err(at(format!("the player {} is in it twice", entrant.player)));
        }
        if !is_recorded(&entrant.name) || detail.as_ref().is_some_and(|detail| detail.contains('\0')) {
            return Err(at("its texts cannot be so".to_owned()));
        }
        // The first is first, and after a shared rank comes one of the next.
        if !(rank..=index + 1).contains(own) {
            return Err(at(format!("the rank {own} is not possible there")));
        }
        rank = *own;
        if !is_possible(&entrant.tally) || *points != chain.points(&entrant.tally) {
            return Err(at("its totals are inconsistent".to_owned()));
        }
        check_extras(row).map_err(at)?;
    }
    Ok(())
}

fn check_extras(row: &Row) -> Result<(), String> {
    let mut sum = 0;
    for adjusted in &row.adjustments {
        check_points(adjusted.points.into()).map_err(|bad| bad.to_string())?;
        if !is_recorded(&adjusted.reason) {
            return Err("a reason of 1 to 200 characters is expected".to_owned());
        }
        sum += i64::from(adjusted.points);
    }
    if sum != row.ranked.entrant.tally.adjusted {
        return Err("the points that the club gave and took are not the sum of its adjustments".to_owned());
    }
    let played = row.ranked.entrant.tally.played;
    match row.streak {
        Some(streak) if !(1..=played).contains(&streak.length) => {
            Err(format!("{} games in a row are not possible", streak.length))
        }
        _ => Ok(()),
    }
}

fn is_possible(tally: &Tally) -> bool {
    // Points may be less than none.
    let is_count = |name: &str| !name.starts_with("points_");
    let is_possible =
        |(name, sum): (&str, i64)| (-MOST..=MOST).contains(&sum) && !(is_count(name) && sum < 0);
    let turned = [tally.merit, tally.ahead, tally.adjusted];
    tally.sums().all(is_possible)
        && turned.iter().all(|sum| (-MOST..=MOST).contains(sum))
        && tally.won + tally.drawn + tally.lost == tally.played
        && tally.narrow_losses <= tally.lost
        && tally.unfinished <= tally.played
}
