//! What shown hands prove about the lead of a round.

use std::collections::BTreeMap;

use super::{Finding, FindingKind, held, which};
use crate::rules::hand::Left;
use crate::rules::line::LeadDuty;
use crate::rules::phrase::phrase;
use crate::rules::ruleset::LeadTile;
use crate::rules::seat::{Seat, Seating};
use crate::rules::tile::{Tile, Tiles};
use crate::rules::turn::Turn;

/// A round of joined tiles, as far as its lead is judged.
pub(super) struct LeadCheck<'a> {
    pub(super) duty: LeadDuty,
    pub(super) seating: Seating,
    pub(super) turns: &'a [Turn],
    pub(super) left: &'a BTreeMap<Seat, Left>,
}

impl LeadCheck<'_> {
    /// A double that goes before the tile that was led in the turn at `index` (from 0).
    pub(super) fn judge(&self, index: usize) -> Option<Finding> {
        let turn = self.turns.get(index)?;
        let (leader, led) = (turn.seat, turn.play.as_ref()?.tile);
        self.seating.from(leader).find_map(|seat| {
            let (hand, unnamed) = self.hand(seat, index);
            let before: Tiles =
                hand.iter().filter(|tile| self.goes_before(*tile, seat, leader, led, index)).collect();
            let tiles = Some(before.sorted()).filter(|tiles| tiles.len() > unnamed)?;
            let which = which(unnamed == 0);
            let text =
                phrase!("{seat} {which} {tiles} when {leader} led {led}", seat, which, tiles, leader, led);
            Some(Finding { kind: FindingKind::WrongLead, seat, turn: index + 1, tiles, text })
        })
    }

    /// What a player was shown to hold or played since, and how many tiles that may be drawn since then.
    fn hand(&self, seat: Seat, index: usize) -> (Tiles, usize) {
        let shown = self.left.get(&seat).and_then(Left::tiles).unwrap_or_default();
        let since = |from: usize| {
            let turns = self.turns.get(from..).unwrap_or_default().iter();
            turns.filter(move |turn| turn.seat == seat)
        };
        held(since(index + 1), since(index), shown)
    }

    /// Whether `tile` in the hand of `seat` goes before what `leader` led.
    fn goes_before(&self, tile: Tile, seat: Seat, leader: Seat, led: Tile, index: usize) -> bool {
        let opens = |tile: Tile| self.duty.opener([tile].into_iter().collect());
        match self.duty.tile {
            LeadTile::ThatTile => opens(tile).is_some() && opens(led).is_none_or(|led| tile > led),
            LeadTile::DoubleIfHeld if seat == leader => tile.is_double() && !led.is_double(),
            LeadTile::Any if seat == leader => false,
            LeadTile::DoubleIfHeld | LeadTile::Any => {
                opens(tile).is_some() && self.is_less(leader, tile, index)
            }
        }
    }

    /// Whether all that `leader` can have held is known to be no double, or a lower one than `double`.
    fn is_less(&self, leader: Seat, double: Tile, index: usize) -> bool {
        let is_shown = self.left.get(&leader).is_some_and(|left| left.tiles().is_some());
        let own = self.duty.opener(self.hand(leader, index).0);
        is_shown && own.is_none_or(|own| own < double)
    }
}
