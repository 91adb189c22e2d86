//! What is said of a layout when something does not fit.

use super::{Layout, Misfit};
use crate::rules::placement::{Position, and_list};
use crate::rules::refusal::Refusal;
use crate::rules::ruleset::Ruleset;
use crate::rules::tile::Tile;

impl Layout {
    /// A misfit as a refusal of a play at this place.
    pub fn explain(&self, rules: &Ruleset, (tile, at): (Tile, Option<&Position>), misfit: Misfit) -> Refusal {
        match misfit {
            Misfit::NotInSet => Refusal::NotInSet { tile, set: rules.set_name() },
            Misfit::Used => Refusal::TileUsed { tile },
            Misfit::NotOpen => {
                Refusal::NotOpen { at: at.cloned().unwrap_or(Position::Lead), open: self.open_words() }
            }
            Misfit::Obligation { outlet, owing } => {
                Refusal::Obligation { owing, left: self.owed(), at: self.at(outlet) }
            }
            Misfit::NoMatch(outlet) => Refusal::NoMatch {
                tile,
                place: at.map_or_else(String::new, |_| format!(" at {}", self.at(outlet))),
                open: self.open_sentence(),
            },
            Misfit::Ambiguous => {
                let places = self.fitting(tile).map(|outlet| self.at(outlet));
                Refusal::AmbiguousOutlet { tile, places: places.collect() }
            }
        }
    }

    /// Which places may be used now, as a clause.
    pub fn open_words(&self) -> String {
        open_places(&self.legal().map(|id| self.at(id)).collect::<Vec<Position>>())
    }

    /// What is open, as a clause: "the open ends are 5 and 2".
    pub fn open_sentence(&self) -> String {
        let values: Vec<u8> =
            if self.is_line() { self.legal().map(|id| self.value(id)).collect() } else { self.open_values() };
        match values.as_slice() {
            [only] => format!("the only open end is {only}"),
            values => format!("the open ends are {}", and_list(values)),
        }
    }
}

/// Which places are open, as a clause: "the open places are 2-5/2 and 2-5/5".
pub fn open_places(places: &[Position]) -> String {
    match places {
        [] => "no place is open".to_owned(),
        [only] => format!("the only open place is {only}"),
        places => format!("the open places are {}", and_list(places)),
    }
}

/// The tiles that fit now and differ from `tile` in one number: what may have been meant when one
/// number was misread.
pub fn misread(layout: &Layout, tile: Tile) -> Vec<Tile> {
    let mut near: Vec<Tile> = [tile.low(), tile.high()]
        .into_iter()
        .flat_map(|kept| (0..=layout.geometry.max_pip).filter_map(move |other| Tile::new(kept, other)))
        .filter(|meant| *meant != tile && meant.high() <= layout.geometry.max_pip && layout.fits(*meant))
        .collect();
    near.sort_unstable();
    near.dedup();
    near
}
