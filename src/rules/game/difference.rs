//! What differs between two records of a round.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_with::skip_serializing_none;
use utoipa::ToSchema;

use super::Recorded;
use crate::rules::hand::Left;
use crate::rules::line::Ending;
use crate::rules::refusal::count;
use crate::rules::report::Report;
use crate::rules::round::{Outcome, RoundEnd};
use crate::rules::seat::Seat;
use crate::rules::tile::Tile;

/// Something that differs in an amended round. What was not recorded before is not a difference, so
/// detail can grow from points to hands to plays; tiles and turns that are left out now are one.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Difference {
    /// A JSON Pointer into the round as it is shown.
    #[schema(examples("/points/A"))]
    pub pointer: String,
    /// The old value, as text.
    pub before: String,
    /// The new value, as text; absent for tiles and turns that are left out now.
    pub after: Option<String>,
}

impl Difference {
    /// What differs between two records of a round.
    pub fn list(old: &Recorded, new: &Recorded) -> Vec<Difference> {
        let (mut before, mut after) = (members(old), members(new));
        let dropped = dropped((old, new), &before, &after);
        // Who won follows from the rest, unless it was said beside the points.
        if !matches!(&old.report, Report::Points(report) if report.winner.is_some()) {
            before.remove("/winners");
        }
        // Tiles are named where their dots are the same.
        for seat in old.round.outcome.iter().flat_map(|outcome| outcome.left.keys()) {
            let pips = format!("/pips/{seat}");
            if before.get(&pips) != after.get(&pips) {
                after.remove(&format!("/hands/{seat}/tiles"));
            }
        }
        let changed = before.into_iter().filter_map(|(pointer, before)| {
            let after = after.get(&pointer)?.clone();
            (before != after).then_some(Difference { pointer, before, after: Some(after) })
        });
        let mut list: Vec<Difference> = changed.chain(dropped).collect();
        list.sort_by(|one, other| one.pointer.cmp(&other.pointer));
        list
    }
}

/// The tiles and turns that were said and are not said any more.
fn dropped(
    (old, new): (&Recorded, &Recorded),
    before: &BTreeMap<String, String>,
    after: &BTreeMap<String, String>,
) -> Vec<Difference> {
    let gone = |(pointer, before): (&String, &String)| Difference {
        pointer: pointer.clone(),
        before: before.clone(),
        after: None,
    };
    let tiles = before.iter().filter(|(pointer, tiles)| pointer.ends_with("/tiles") && !tiles.is_empty());
    let mut list: Vec<Difference> =
        tiles.filter(|(pointer, _)| !after.contains_key(*pointer)).map(gone).collect();
    if let (Report::Plays(plays), Report::Points(_) | Report::Hands(_)) = (&old.report, &new.report) {
        list.push(gone((&"/turns".to_owned(), &count(plays.turns.len(), "turn"))));
        for (seat, tiles) in plays.deal.iter().flatten() {
            list.push(gone((&format!("/deal/{seat}"), &written(tiles.iter()))));
        }
    }
    list
}

/// All that a round says, field by field, without what it leaves open: only what both the old and the
/// new report say can differ.
fn members(recorded: &Recorded) -> BTreeMap<String, String> {
    let round = &recorded.round;
    let mut members = BTreeMap::new();
    members.extend(round.leader.map(|leader| ("/leader".to_owned(), leader.to_string())));
    members.extend(round.lead.map(|lead| ("/lead".to_owned(), lead.to_string())));
    let Some(Outcome { end, left, score, .. }) = &round.outcome else { return members };
    members.extend(score.points.iter().map(|(side, points)| (format!("/points/{side}"), points.to_string())));
    // A hand that was not shown counts as 0, but nobody said so.
    let shown = |seat: &Seat| *end == Some(RoundEnd::Stacks) || left.contains_key(seat);
    let pips = score.pips.iter().filter(|(seat, _)| shown(seat));
    members.extend(pips.map(|(seat, pips)| (format!("/pips/{seat}"), pips.to_string())));
    for (seat, left) in left {
        if let Left::Tiles(tiles) = left {
            members.insert(format!("/hands/{seat}/tiles"), written(tiles.sorted().iter()));
        }
    }
    let word = match end {
        Some(RoundEnd::Lines(Ending::Domino(out))) => {
            members.insert("/out".to_owned(), out.to_string());
            Some("domino")
        }
        Some(RoundEnd::Lines(Ending::Blocked { .. })) => Some("blocked"),
        Some(RoundEnd::Stacks) => Some("played_out"),
        None => None,
    };
    members.extend(word.map(|word| ("/ending".to_owned(), word.to_owned())));
    let winners = score.winners.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    members.insert("/winners".to_owned(), winners);
    members
}

/// Tiles one after the other.
fn written<'t>(tiles: impl Iterator<Item = &'t Tile>) -> String {
    tiles.map(ToString::to_string).collect::<Vec<_>>().join(" ")
}
