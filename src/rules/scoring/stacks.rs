//! The points of a hand of Build Up.

use std::collections::BTreeMap;

use super::{Item, ItemKind, Score};
use crate::rules::hand::Left;
use crate::rules::phrase::phrase;
use crate::rules::ruleset::{StackRules, StackScore};
use crate::rules::seat::{Seat, Seating, Side};
use crate::rules::stacks::{StackRound, Top};
use crate::rules::tile::{Tile, Tiles};

/// What counts for a colour in a hand of Build Up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    /// The dots.
    pub dots: u16,
    /// The tiles that have them, where they are known.
    pub tiles: Vec<Tile>,
}

impl Counted {
    /// These tiles.
    pub fn tiles(tiles: Vec<Tile>) -> Counted {
        Counted { dots: tiles.iter().map(|tile| tile.pips()).sum(), tiles }
    }

    /// So many dots; the tiles were not noted.
    pub fn dots(dots: u16) -> Counted {
        Counted { dots, tiles: Vec::new() }
    }
}

/// A hand of Build Up that is over, as far as its score depends on it.
#[derive(Clone, Debug, Default)]
pub struct StackEnd {
    /// What counts for each colour.
    pub counted: BTreeMap<Seat, Counted>,
    /// What each player could not place.
    pub set_aside: BTreeMap<Seat, Left>,
}

impl StackEnd {
    /// The end of a hand that was recorded play by play.
    pub fn of(rules: &StackRules, round: &StackRound, set_aside: BTreeMap<Seat, Left>) -> StackEnd {
        let placed = |seat| round.placed(seat);
        StackEnd { counted: counted(rules, &round.tops(), placed), set_aside }
    }
}

/// What counts of the stacks for each colour, after a hand in which the players `placed` these tiles.
pub fn counted(rules: &StackRules, tops: &[Top], placed: impl Fn(Seat) -> Tiles) -> BTreeMap<Seat, Counted> {
    let of = |seat: Seat| {
        let own = tops.iter().filter(|top| top.seat == Some(seat));
        Counted::tiles(match rules.score {
            StackScore::PlayedThisHand => placed(seat).sorted(),
            StackScore::TopsOfOwnColour => own.map(|top| top.tile).collect(),
            StackScore::TopsExcludingInitial => own.filter(|top| top.covers()).map(|top| top.tile).collect(),
        })
    };
    Seat::first(2).map(|seat| (seat, of(seat))).collect()
}

/// The points of a hand of Build Up.
pub fn score_stacks(rules: &StackRules, end: &StackEnd) -> Score {
    let mut items = Vec::new();
    let mut pips = BTreeMap::new();
    let mut points = BTreeMap::new();
    for seat in Seat::first(2) {
        let Counted { dots, tiles } = end.counted.get(&seat).cloned().unwrap_or_default();
        let words = match rules.score {
            StackScore::PlayedThisHand => "placed tiles with",
            StackScore::TopsOfOwnColour => "shows",
            StackScore::TopsExcludingInitial => "shows on top of other tiles",
        };
        let text = phrase!("{seat} {words} {dots} dots", seat, words, dots);
        let item = Item::new(ItemKind::Showing, text).seat(seat).amount(i32::from(dots));
        let item = item.rule("buildup.score");
        items.push(if tiles.is_empty() { item } else { item.tiles(tiles) });
        let mut own = i32::from(dots);
        let aside = end.set_aside.get(&seat).map_or(0, |left| left.pips(0));
        if rules.set_aside_penalty && aside > 0 {
            own -= i32::from(aside);
            let text = phrase!("the tiles that {seat} set aside are deducted: {aside}", seat, aside);
            let item = Item::new(ItemKind::TakenOff, text).seat(seat).amount(i32::from(aside));
            items.push(item.rule("buildup.set_aside_penalty"));
        }
        let side = Side::single(seat);
        items.push(
            Item::new(ItemKind::Points, phrase!("{side} scores {own}", side, own)).side(side).amount(own),
        );
        pips.insert(seat, dots);
        points.insert(side, own);
    }
    let best = points.values().max().copied();
    let level = points.values().all(|own| Some(*own) == best);
    let winners =
        Seating::individual(2).sides().filter(|side| !level && points.get(side).copied() == best).collect();
    Score { pips, winners, points, items }
}
