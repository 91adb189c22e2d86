//! The points of a hand of Build Up.

use std::collections::BTreeMap;

use super::{Item, ItemKind, Score};
use crate::rules::at::At;
use crate::rules::hand::Left;
use crate::rules::phrase::phrase;
use crate::rules::ruleset::{StackRules, StackScore};
use crate::rules::seat::{Seat, Seating, Side};
use crate::rules::stacks::{StackRound, Top};

/// A hand of Build Up that is over, as far as its score depends on it.
#[derive(Clone, Debug, Default)]
pub struct StackEnd {
    /// What shows on the stacks.
    pub tops: Vec<Top>,
    /// The stacks whose first tile was never covered.
    pub uncovered: Vec<At>,
    /// The dots that each player placed in this hand, where the plays are known.
    pub placed: BTreeMap<Seat, u16>,
    /// The dots that show in each colour, where only these are known.
    pub showing: BTreeMap<Seat, u16>,
    /// What each player could not place.
    pub set_aside: BTreeMap<Seat, Left>,
}

impl StackEnd {
    /// The end of a hand that was recorded play by play.
    #[must_use]
    pub fn of(round: &StackRound, set_aside: BTreeMap<Seat, Left>) -> StackEnd {
        StackEnd {
            tops: round.tops(),
            uncovered: round.uncovered(),
            placed: Seat::first(2).map(|seat| (seat, round.placed(seat))).collect(),
            showing: BTreeMap::new(),
            set_aside,
        }
    }

    fn shows(&self, rules: &StackRules, seat: Seat) -> u16 {
        if let Some(showing) = self.showing.get(&seat) {
            return *showing;
        }
        match rules.score {
            StackScore::PlayedThisHand => self.placed.get(&seat).copied().unwrap_or(0),
            StackScore::TopsOfOwnColour => self.tops_of(seat).map(|top| top.tile.pips()).sum(),
            StackScore::TopsExcludingInitial => {
                let built = self.tops_of(seat).filter(|top| !self.uncovered.contains(&top.at));
                built.map(|top| top.tile.pips()).sum()
            }
        }
    }

    fn tops_of(&self, seat: Seat) -> impl Iterator<Item = &Top> {
        self.tops.iter().filter(move |top| top.seat == Some(seat))
    }
}

/// The points of a hand of Build Up.
#[must_use]
pub fn score_stacks(rules: &StackRules, end: &StackEnd) -> Score {
    let mut items = Vec::new();
    let mut pips = BTreeMap::new();
    let mut points = BTreeMap::new();
    for seat in Seat::first(2) {
        let shows = end.shows(rules, seat);
        let tiles: Vec<_> = end.tops_of(seat).map(|top| top.tile).collect();
        let words = match rules.score {
            StackScore::PlayedThisHand => "placed tiles with",
            StackScore::TopsOfOwnColour | StackScore::TopsExcludingInitial => "shows",
        };
        let item = Item::new(ItemKind::Showing, phrase!("{seat} {words} {shows} dots", seat, words, shows))
            .seat(seat);
        let item = item.amount(i32::from(shows)).rule("buildup.score");
        items.push(if tiles.is_empty() { item } else { item.tiles(tiles) });
        let mut own = i32::from(shows);
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
        pips.insert(seat, shows);
        points.insert(side, own);
    }
    let best = points.values().max().copied();
    let level = points.values().all(|own| Some(*own) == best);
    let winners =
        Seating::individual(2).sides().filter(|side| !level && points.get(side).copied() == best).collect();
    Score { pips, winners, points, items }
}
