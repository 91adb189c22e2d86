//! What is told of a layout when something does not fit.

use super::Layout;
use crate::rules::at::and_list;
use crate::rules::tile::Tile;

impl Layout {
    /// What is open, as a clause: "the open ends are 5 and 2".
    #[must_use]
    pub fn open_sentence(&self) -> String {
        let values: Vec<u8> =
            if self.is_line() { self.legal().map(|id| self.value(id)).collect() } else { self.open_values() };
        match values.as_slice() {
            [only] => format!("the only open end is {only}"),
            values => format!("the open ends are {}", and_list(values)),
        }
    }
}

/// The tiles that fit now and differ from `tile` in one number: what may have been meant when one
/// number was misread.
#[must_use]
pub fn misread(layout: &Layout, tile: Tile) -> Vec<Tile> {
    let mut near: Vec<Tile> = [tile.low(), tile.high()]
        .into_iter()
        .flat_map(|kept| (0..=layout.geometry.max_pip).filter_map(move |other| Tile::new(kept, other)))
        .filter(|meant| *meant != tile && layout.fits(*meant))
        .collect();
    near.sort_unstable();
    near.dedup();
    near
}
