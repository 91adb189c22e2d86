//! What shown hands prove about the turns before.
//!
//! With F the tiles that a player was shown to hold or played later, and d the number of tiles
//! drawn after that moment: if more than d tiles of F could have been played then, at least one of
//! them was in the hand (the pigeonhole principle), so passing or drawing was certainly wrong.
//! Drawn tiles that were named are taken out of both.
//!
//! In Build Up nothing is drawn during a hand, so whatever a player set aside or placed later was in
//! the hand, and a pass is wrong if one of these tiles could have been placed. Where a player who can
//! play need not, nothing is wrong with a pass.

mod lead;

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

use lead::LeadCheck;

use super::hand::Left;
use super::layout::Layout;
use super::line::LeadDuty;
use super::phrase::{Phrase, phrase};
use super::report::PlaysReport;
use super::round::{Before, Round, Table};
use super::ruleset::{Family, Ruleset, StackRules};
use super::scrutiny::Scrutiny;
use super::seat::{Seat, Seating};
use super::stacks::StackRound;
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
    /// The player held a double that goes before what was led.
    WrongLead,
}

/// Something that the shown hands prove about a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What is certain.
    pub kind: FindingKind,
    /// Who held the tiles.
    pub seat: Seat,
    /// Which turn, from 1.
    pub turn: usize,
    /// The tiles that could have been played and that the player was shown to hold or played later.
    pub tiles: Vec<Tile>,
    /// The finding as a sentence.
    pub text: Phrase,
}

/// What `left`, the hands as they were shown, proves about the turns of `report`.
pub fn findings(
    rules: &Ruleset,
    seating: Seating,
    before: &Before,
    report: &PlaysReport,
    left: &BTreeMap<Seat, Left>,
) -> Vec<Finding> {
    let before = Before { scrutiny: Scrutiny::Recorded, ..before.clone() };
    let Ok(mut round) = Round::start(rules, seating, &before, report) else { return Vec::new() };
    let lead = rules.lines().filter(|_| !before.free).map(|lines| LeadCheck {
        duty: LeadDuty::of(rules, lines, before.round, before.led),
        seating,
        turns: &report.turns,
        left,
    });
    let mut findings = Vec::new();
    for (index, turn) in report.turns.iter().enumerate() {
        let shown = left.get(&turn.seat).and_then(Left::tiles).unwrap_or_default();
        let later = report.turns.get(index + 1..).unwrap_or_default();
        findings.extend(match (&round.table, rules.family()) {
            (Some(Table::Lines(table)), _) if table.layout().is_empty() => {
                lead.as_ref().and_then(|lead| lead.judge(index))
            }
            _ if !rules.must_play() => None,
            (Some(Table::Lines(table)), Family::Lines(lines)) => {
                judge(table.layout(), index + 1, turn, later, shown, lines.draw.play_drawn)
            }
            (Some(Table::Stacks(table)), Family::Stacks(options)) => {
                judge_stacks(table, options, index + 1, turn, later, shown)
            }
            _ => None,
        });
        let Ok(judged) = round.judge_as(rules, turn, Scrutiny::Recorded) else { break };
        round.apply(rules, turn, judged);
        round.release(rules, report);
    }
    findings
}

fn judge(
    layout: &Layout,
    number: usize,
    turn: &Turn,
    later: &[Turn],
    shown: Tiles,
    drawn_is_playable: bool,
) -> Option<Finding> {
    let passes = turn.play.is_none();
    if layout.is_empty() || !(passes || turn.drew() > 0) {
        return None;
    }
    let own = || later.iter().filter(|later| later.seat == turn.seat);
    let before_drawing = able(layout, own().chain([turn]), own().chain([turn]), shown);
    // A pass after drawing is judged by the hand with the tiles that were drawn before it.
    let at_the_pass = (passes && drawn_is_playable && turn.drew() > 0)
        .then(|| able(layout, own(), own().chain([turn]), shown))
        .flatten()
        .map(|proof| (FindingKind::PassWhileAble, "passed", proof));
    let before_drawing = before_drawing.map(|proof| match turn.drew() {
        0 => (FindingKind::PassWhileAble, "passed", proof),
        _ => (FindingKind::DrewWhileAble, "drew", proof),
    });
    let (kind, did, (tiles, certain)) = before_drawing.or(at_the_pass)?;
    let which = which(certain);
    let text = phrase!(
        "{seat} {did} in turn {number} but {which} {tiles}",
        seat = turn.seat,
        did,
        number,
        which,
        tiles
    );
    Some(Finding { kind, seat: turn.seat, turn: number, tiles, text })
}

/// A pass in Build Up with a tile in the hand that could have been placed.
fn judge_stacks(
    table: &StackRound,
    options: &StackRules,
    number: usize,
    turn: &Turn,
    later: &[Turn],
    shown: Tiles,
) -> Option<Finding> {
    if turn.play.is_some() || table.is_over() {
        return None;
    }
    let played = later.iter().filter(|later| later.seat == turn.seat).filter_map(|turn| turn.play.as_ref());
    let held: Tiles = shown.iter().chain(played.map(|play| play.tile)).collect();
    let able: Tiles = held.iter().filter(|tile| table.fitting(options, *tile).next().is_some()).collect();
    if able.is_empty() {
        return None;
    }
    let tiles = able.sorted();
    let text = phrase!("{seat} passed in turn {number} but held {tiles}", seat = turn.seat, number, tiles);
    Some(Finding { kind: FindingKind::PassWhileAble, seat: turn.seat, turn: number, tiles, text })
}

/// The tiles that were held or drawn later and fitted, if there are more than were drawn later
/// without being named; and whether all of them were held.
fn able<'a>(
    layout: &Layout,
    drawings: impl Iterator<Item = &'a Turn>,
    plays: impl Iterator<Item = &'a Turn>,
    shown: Tiles,
) -> Option<(Vec<Tile>, bool)> {
    let (held, unnamed) = held(drawings, plays, shown);
    let able: Tiles = held.iter().filter(|tile| layout.fits(*tile)).collect();
    (able.len() > unnamed).then(|| (able.sorted(), unnamed == 0))
}

/// The tiles that were shown or played, without those that were drawn and named; and how many were
/// drawn without being named.
fn held<'a>(
    drawings: impl Iterator<Item = &'a Turn>,
    plays: impl Iterator<Item = &'a Turn>,
    shown: Tiles,
) -> (Tiles, usize) {
    let played = plays.filter_map(|turn| turn.play.as_ref()).map(|play| play.tile);
    let mut held: Tiles = shown.iter().chain(played).collect();
    let mut unnamed = 0;
    for drawing in drawings {
        held = held.without(drawing.drawn().iter().copied().collect());
        unnamed += drawing.drew() - drawing.drawn().len().min(drawing.drew());
    }
    (held, unnamed)
}

/// What is certain of some tiles: all of them were held, or one.
const fn which(all: bool) -> &'static str {
    if all { "held" } else { "held at least one of" }
}
