//! The tiles on the table: a tree of joined tiles, its outlets, and the doubles that must be
//! filled before anything else is played (docs/rules/common.md).
//!
//! Judging a play looks at the open outlets only and allocates nothing.

mod sentences;

use super::placement::{Compass, Place, Position, Slot};
use super::ruleset::LineRules;
use super::tile::{NUMBERS, Tile, Tiles};

pub use sentences::{misread, open_places};

/// What the shape of a layout depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Geometry {
    max_pip: u8,
    opening_arms: u8,
    later_arms: u8,
    opening_owed: u8,
    later_owed: u8,
    waive: bool,
}

/// An outlet of a [`Layout`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutletId(usize);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Outlet {
    /// The tile, by its index.
    parent: usize,
    slot: Slot,
    value: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Placed {
    tile: Tile,
    on: Option<OutletId>,
    /// Places that still have to be filled.
    owes: u8,
}

/// Why a tile cannot be joined where it was meant to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// The tile is not in the set.
    NotInSet,
    /// The tile is on the table.
    Used,
    /// There is no such outlet, or it is taken.
    NotOpen,
    /// Another double has to be filled first.
    Obligation { outlet: OutletId, owing: Tile },
    /// The numbers differ.
    NoMatch(OutletId),
    /// Several different outlets would do, and none was named.
    Ambiguous,
}

/// The tiles on the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    geometry: Geometry,
    placed: Vec<Placed>,
    outlets: Vec<Outlet>,
    open: Vec<OutletId>,
    /// Doubles that owe places, by index into `placed`; more than one only after an irregular play.
    owing: Vec<usize>,
    on_table: Tiles,
    /// How many tiles with each number are on the table.
    shown: [u8; NUMBERS],
}

impl Layout {
    /// An empty table.
    pub fn new(max_pip: u8, rules: &LineRules) -> Layout {
        Layout {
            geometry: Geometry {
                max_pip,
                opening_arms: rules.arms.opening_double,
                later_arms: rules.arms.later_double,
                opening_owed: rules.obligation.opening,
                later_owed: rules.obligation.later,
                waive: rules.obligation.waive_if_impossible,
            },
            placed: Vec::new(),
            outlets: Vec::new(),
            open: Vec::new(),
            owing: Vec::new(),
            on_table: Tiles::NONE,
            shown: [0; NUMBERS],
        }
    }

    /// The highest number on a tile.
    pub fn max_pip(&self) -> u8 {
        self.geometry.max_pip
    }

    /// Whether no tile has been played.
    pub fn is_empty(&self) -> bool {
        self.placed.is_empty()
    }

    /// The number of tiles on the table.
    pub fn len(&self) -> usize {
        self.placed.len()
    }

    /// The tiles on the table.
    pub fn tiles(&self) -> Tiles {
        self.on_table
    }

    /// The tiles in the order in which they were played, each with its place.
    pub fn placements(&self) -> impl Iterator<Item = (Tile, Position)> {
        self.placed
            .iter()
            .map(|placed| (placed.tile, placed.on.map_or(Position::Lead, |outlet| self.at(outlet))))
    }

    /// The tile that was led.
    pub fn lead(&self) -> Option<Tile> {
        self.placed.first().map(|placed| placed.tile)
    }

    /// How many tiles with `value` are not on the table.
    pub fn still_out(&self, value: u8) -> u8 {
        let shown = self.shown.get(usize::from(value)).copied().unwrap_or(0);
        (self.geometry.max_pip + 1).saturating_sub(shown)
    }

    #[expect(clippy::indexing_slicing, reason = "an id names an outlet of the layout that gave it")]
    fn outlet(&self, id: OutletId) -> &Outlet {
        &self.outlets[id.0]
    }

    #[expect(clippy::indexing_slicing, reason = "tiles are only added, and known by their index since then")]
    fn placed(&self, index: usize) -> &Placed {
        &self.placed[index]
    }

    /// The number that an outlet asks for.
    pub fn value(&self, id: OutletId) -> u8 {
        self.outlet(id).value
    }

    /// The name of an outlet.
    pub fn at(&self, id: OutletId) -> Position {
        let Outlet { parent, slot, .. } = *self.outlet(id);
        Position::Outlet(self.placed(parent).tile, slot)
    }

    /// The doubles that bind the next plays, by index.
    fn binding(&self) -> impl Iterator<Item = usize> {
        self.owing.iter().copied().filter(|index| {
            let double = self.placed(*index);
            double.owes > 0 && !(self.geometry.waive && self.still_out(double.tile.low()) == 0)
        })
    }

    /// The doubles that have to be filled before anything else is played.
    pub fn owing(&self) -> impl Iterator<Item = Tile> {
        self.binding().map(|index| self.placed(index).tile)
    }

    /// The places that those doubles still need filled.
    pub fn owed(&self) -> u8 {
        self.binding().map(|index| self.placed(index).owes).sum()
    }

    /// The double that has to be filled before `id` is used, if there is one.
    fn locked_by(&self, id: OutletId) -> Option<Tile> {
        let parent = self.outlet(id).parent;
        let is_own = self.binding().any(|index| index == parent);
        self.owing().next().filter(|_| !is_own)
    }

    /// Whether an obligation elsewhere keeps `id` from being used.
    fn is_locked(&self, id: OutletId) -> bool {
        self.locked_by(id).is_some()
    }

    /// The outlets that may be used now.
    pub fn legal(&self) -> impl Iterator<Item = OutletId> {
        self.open.iter().copied().filter(|id| !self.is_locked(*id))
    }

    /// The places that may be used now.
    pub fn open_places(&self) -> Vec<Place> {
        self.legal().map(|id| Place { at: self.at(id), value: self.value(id) }).collect()
    }

    /// The free places that an obligation keeps from being used.
    pub fn locked_places(&self) -> Vec<Place> {
        let locked = self.open.iter().copied().filter(|id| self.is_locked(*id));
        locked.map(|id| Place { at: self.at(id), value: self.value(id) }).collect()
    }

    /// The different numbers that may be joined now, in the order of the outlets.
    pub fn open_values(&self) -> Vec<u8> {
        let mut values = Vec::new();
        for id in self.legal() {
            let value = self.value(id);
            if !values.contains(&value) {
                values.push(value);
            }
        }
        values
    }

    /// Whether nobody can ever play again: every number that may be joined is used up.
    pub fn is_dead(&self) -> bool {
        !self.is_empty() && self.legal().all(|id| self.still_out(self.value(id)) == 0)
    }

    /// Whether the layout is a line: never more than two ends.
    pub fn is_line(&self) -> bool {
        self.geometry.opening_arms == 2 && self.geometry.later_arms == 1
    }

    /// Whether `tile` fits somewhere now.
    pub fn fits(&self, tile: Tile) -> bool {
        !self.on_table.contains(tile) && self.legal().any(|id| tile.has(self.value(id)))
    }

    /// The outlets where `tile` fits now.
    pub fn fitting(&self, tile: Tile) -> impl Iterator<Item = OutletId> {
        self.legal().filter(move |id| tile.has(self.value(*id)))
    }

    /// The open outlet that `at` names.
    pub fn find(&self, at: &Position) -> Option<OutletId> {
        match at {
            Position::Outlet(..) => self.open.iter().copied().find(|id| self.at(*id) == *at),
            Position::Left | Position::Right if self.is_line() => {
                let end = usize::from(*at == Position::Right);
                self.open.iter().copied().find(|id| self.root(*id) == OutletId(end))
            }
            Position::Left
            | Position::Right
            | Position::Lead
            | Position::Stack(..)
            | Position::Nowhere(_) => None,
        }
    }

    /// The outlet of the first tile from which the branch of `id` grew.
    fn root(&self, id: OutletId) -> OutletId {
        let mut at = id;
        while let Some(below) = self.placed(self.outlet(at).parent).on {
            at = below;
        }
        at
    }

    /// Where `tile` would go: the outlet that `at` names, or the only one that fits.
    ///
    /// Errors: the first of: not in the set, used, not open, an obligation elsewhere, no match.
    pub fn judge(&self, tile: Tile, at: Option<&Position>) -> Result<OutletId, Misfit> {
        if tile.high() > self.geometry.max_pip {
            return Err(Misfit::NotInSet);
        }
        if self.on_table.contains(tile) {
            return Err(Misfit::Used);
        }
        let Some(at) = at else { return self.choose(tile) };
        let id = self.find(at).ok_or(Misfit::NotOpen)?;
        if let Some(owing) = self.locked_by(id) {
            Err(Misfit::Obligation { outlet: id, owing })
        } else if tile.has(self.value(id)) {
            Ok(id)
        } else {
            Err(Misfit::NoMatch(id))
        }
    }

    /// The outlet where `tile` goes when none is named.
    fn choose(&self, tile: Tile) -> Result<OutletId, Misfit> {
        let Some(first) = self.fitting(tile).next() else {
            let mut locked = self
                .open
                .iter()
                .filter(|id| tile.has(self.value(**id)))
                .filter_map(|id| Some(Misfit::Obligation { outlet: *id, owing: self.locked_by(*id)? }));
            let open = self.open.first().copied();
            return Err(locked.next().or(open.map(Misfit::NoMatch)).unwrap_or(Misfit::NotOpen));
        };
        // The free places of one double are alike: which one is taken changes nothing.
        let parent = self.outlet(first).parent;
        let alike = self.fitting(tile).all(|id| self.outlet(id).parent == parent);
        if alike { Ok(first) } else { Err(Misfit::Ambiguous) }
    }

    /// Puts the first tile on the table.
    pub fn lead_with(&mut self, tile: Tile) {
        self.push(tile, None, None);
    }

    /// Joins `tile` at `outlet`. `outward` says which number of the tile points away where that
    /// does not follow from the numbers: after a mismatched join that the table let stand.
    pub fn join(&mut self, tile: Tile, outlet: OutletId, outward: Option<u8>) {
        let Outlet { parent, value, .. } = *self.outlet(outlet);
        self.open.retain(|open| *open != outlet);
        let free = outward.or_else(|| tile.opposite(value)).unwrap_or_else(|| tile.high());
        if let Some(double) = self.placed.get_mut(parent) {
            double.owes = double.owes.saturating_sub(1);
            if double.owes == 0 {
                self.owing.retain(|owing| *owing != parent);
            }
        }
        self.push(tile, Some(outlet), Some(free));
    }

    fn push(&mut self, tile: Tile, on: Option<OutletId>, free: Option<u8>) {
        let index = self.placed.len();
        let Geometry { opening_arms, later_arms, opening_owed, later_owed, .. } = self.geometry;
        let owes = match (tile.is_double(), on) {
            (false, _) => 0,
            (true, None) => opening_owed,
            (true, Some(_)) => later_owed,
        };
        self.placed.push(Placed { tile, on, owes });
        if owes > 0 {
            self.owing.push(index);
        }
        self.on_table.insert(tile);
        for value in [Some(tile.low()), (!tile.is_double()).then_some(tile.high())].into_iter().flatten() {
            if let Some(shown) = self.shown.get_mut(usize::from(value)) {
                *shown += 1;
            }
        }
        let double = tile.low();
        match (tile.is_double(), free) {
            (true, None) => {
                for point in Compass::ALL.into_iter().take(usize::from(opening_arms)) {
                    self.outlet_of(index, Slot::Compass(point), double);
                }
            }
            (true, Some(_)) => match (later_arms, later_owed) {
                (3, 1..) => (1..=3).for_each(|toe| self.outlet_of(index, Slot::Toe(toe), double)),
                (3, 0) => {
                    self.outlet_of(index, Slot::Far, double);
                    (1..=2).for_each(|end| self.outlet_of(index, Slot::End(end), double));
                }
                (2, _) => (1..=2).for_each(|end| self.outlet_of(index, Slot::End(end), double)),
                _ => self.outlet_of(index, Slot::Far, double),
            },
            (false, None) => {
                self.outlet_of(index, Slot::Value(tile.low()), tile.low());
                self.outlet_of(index, Slot::Value(tile.high()), tile.high());
            }
            (false, Some(free)) => self.outlet_of(index, Slot::Value(free), free),
        }
    }

    fn outlet_of(&mut self, parent: usize, slot: Slot, value: u8) {
        let id = OutletId(self.outlets.len());
        self.outlets.push(Outlet { parent, slot, value });
        self.open.push(id);
    }
}
