//! What shown hands prove about the turns before.
//!
//! With F the tiles that a player was shown to hold or played later, and d the number of tiles
//! drawn after that moment: if more than d tiles of F could have been played then, at least one of
//! them was in the hand (the pigeonhole principle), so passing or drawing was certainly wrong.
//! Drawn tiles that were named are taken out of both.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

use super::hand::Left;
use super::layout::Layout;
use super::report::PlaysReport;
use super::round::{Before, Round, Table};
use super::ruleset::Ruleset;
use super::seat::{Seat, Seating};
use super::tile::{Tile, Tiles};
use super::turn::Turn;

/// What is certain about a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FindingKind {
    /// The player passed and held a tile that fitted.
    PassWhileAble,
    /// The player drew and held a tile that fitted.
    DrewWhileAble,
}

/// Something that the shown hands prove about a turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Finding {
    /// What is certain.
    pub kind: FindingKind,
    /// Whose turn it was.
    pub seat: Seat,
    /// Which turn, from 1.
    #[schema(minimum = 1)]
    pub turn: usize,
    /// The tiles that fitted and that the player was shown to hold or played later.
    pub tiles: Vec<Tile>,
    /// The finding as a sentence.
    pub text: String,
}

/// What `left`, the hands as they were shown, proves about the turns of `report`.
#[must_use]
pub fn findings(
    rules: &Ruleset,
    seating: Seating,
    before: &Before,
    report: &PlaysReport,
    left: &BTreeMap<Seat, Left>,
) -> Vec<Finding> {
    let Ok(mut round) = Round::start(rules, seating, before, report) else { return Vec::new() };
    let mut findings = Vec::new();
    for (index, turn) in report.turns.iter().enumerate() {
        let shown = left.get(&turn.seat).and_then(Left::tiles);
        if let (Some(Table::Lines(table)), Some(shown)) = (&round.table, shown) {
            let later = report.turns.get(index + 1..).unwrap_or_default();
            findings.extend(judge(table.layout(), index + 1, turn, later, shown));
        }
        let Ok(judged) = round.judge(rules, turn) else { break };
        round.apply(rules, turn, judged);
    }
    findings
}

fn judge(layout: &Layout, number: usize, turn: &Turn, later: &[Turn], shown: Tiles) -> Option<Finding> {
    let passes = turn.play.is_none();
    if layout.is_empty() || !(passes || turn.drew() > 0) {
        return None;
    }
    let own = || later.iter().filter(|later| later.seat == turn.seat);
    let played = own().chain([turn]).filter_map(|turn| turn.play.as_ref()).map(|play| play.tile);
    let mut held: Tiles = shown.iter().chain(played).collect();
    let mut unnamed = 0;
    for drawing in own().chain([turn]) {
        held = held.without(drawing.drawn().iter().copied().collect());
        unnamed += drawing.drew() - drawing.drawn().len().min(drawing.drew());
    }
    let able: Tiles = held.iter().filter(|tile| layout.fits(*tile)).collect();
    if able.len() <= unnamed {
        return None;
    }
    let tiles = able.sorted();
    let (kind, did) = match turn.drew() {
        0 => (FindingKind::PassWhileAble, "passed"),
        _ => (FindingKind::DrewWhileAble, "drew"),
    };
    let which = if unnamed == 0 { "held" } else { "held at least one of" };
    let text = format!("{} {did} in turn {number} but {which} {}", turn.seat, super::at::and_list(&tiles));
    Some(Finding { kind, seat: turn.seat, turn: number, tiles, text })
}
