//! Tiles, sets of tiles and the double-n set they come from.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;
use utoipa::ToSchema;

/// The highest number of the largest set that can be played with (double-eighteen).
pub const MAX_PIP: u8 = 18;

/// How many numbers there are on tiles, the blank among them.
#[expect(clippy::as_conversions, reason = "no constant can be made with `From`")]
pub const NUMBERS: usize = MAX_PIP as usize + 1;

/// A domino tile, written low-high: `0-0`, `2-6`, `10-12`.
///
/// Reading takes the two numbers in either order; writing puts the lower first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, ToSchema)]
#[schema(value_type = String, pattern = "^(1[0-8]|[0-9])-(1[0-8]|[0-9])$", min_length = 3, max_length = 5, examples("2-6"))]
pub struct Tile([u8; 2]);

impl Tile {
    /// The tile with these two numbers, or `None` above [`MAX_PIP`].
    pub const fn new(a: u8, b: u8) -> Option<Tile> {
        let (low, high) = if a <= b { (a, b) } else { (b, a) };
        if high <= MAX_PIP { Some(Tile([low, high])) } else { None }
    }

    /// The double of `value`, or `None` above [`MAX_PIP`].
    pub const fn double(value: u8) -> Option<Tile> {
        Tile::new(value, value)
    }

    /// The lower number.
    pub const fn low(self) -> u8 {
        self.0[0]
    }

    /// The higher number.
    pub const fn high(self) -> u8 {
        self.0[1]
    }

    /// Whether both numbers are the same.
    pub const fn is_double(self) -> bool {
        self.low() == self.high()
    }

    /// The dots on the tile.
    pub fn pips(self) -> u16 {
        u16::from(self.low()) + u16::from(self.high())
    }

    /// Whether `value` is one of the two numbers.
    pub const fn has(self, value: u8) -> bool {
        self.low() == value || self.high() == value
    }

    /// The number opposite to `value`, or `None` if the tile has no `value`.
    pub const fn opposite(self, value: u8) -> Option<u8> {
        if self.low() == value {
            Some(self.high())
        } else if self.high() == value {
            Some(self.low())
        } else {
            None
        }
    }

    /// The place of the tile in a [`Tiles`]: tiles of a smaller set come first.
    fn index(self) -> usize {
        let high = usize::from(self.high());
        high * (high + 1) / 2 + usize::from(self.low())
    }

    fn from_index(index: usize) -> Option<Tile> {
        (0..=MAX_PIP).rev().find_map(|high| {
            let first = usize::from(high) * (usize::from(high) + 1) / 2;
            let low = index.checked_sub(first)?;
            Tile::new(u8::try_from(low).ok()?, high)
        })
    }
}

/// Why a text is no tile.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{0}\" is not a tile: write the two numbers as in \"2-6\", each from 0 to {MAX_PIP}")]
pub struct NotATile(pub String);

impl FromStr for Tile {
    type Err = NotATile;

    fn from_str(text: &str) -> Result<Tile, NotATile> {
        let number = |part: &str| {
            let plain = (1..=2).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
            if plain { part.parse::<u8>().ok() } else { None }
        };
        text.split_once('-')
            .and_then(|(a, b)| Tile::new(number(a)?, number(b)?))
            .ok_or_else(|| NotATile(text.chars().take(40).collect()))
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.low(), self.high())
    }
}

impl fmt::Debug for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Tile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Tile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Tile, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// A set of different tiles, as bits: copied freely, asked without allocating.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Tiles([u64; 3]);

impl Tiles {
    /// No tiles.
    pub const NONE: Tiles = Tiles([0; 3]);

    fn bit(tile: Tile) -> (usize, u64) {
        (tile.index() / 64, 1 << (tile.index() % 64))
    }

    /// Whether `tile` is in the set.
    pub fn contains(&self, tile: Tile) -> bool {
        let (word, bit) = Tiles::bit(tile);
        self.0.get(word).is_some_and(|w| w & bit != 0)
    }

    /// Adds `tile`; `false` if it was there already.
    pub fn insert(&mut self, tile: Tile) -> bool {
        let (word, bit) = Tiles::bit(tile);
        self.0.get_mut(word).is_some_and(|w| {
            let new = *w & bit == 0;
            *w |= bit;
            new
        })
    }

    /// Takes `tile` out; `false` if it was not there.
    pub fn remove(&mut self, tile: Tile) -> bool {
        let (word, bit) = Tiles::bit(tile);
        self.0.get_mut(word).is_some_and(|w| {
            let there = *w & bit != 0;
            *w &= !bit;
            there
        })
    }

    /// How many tiles are in the set.
    pub fn len(&self) -> usize {
        self.0.iter().map(|w| counted(w.count_ones())).sum()
    }

    /// Whether the set has no tiles.
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 3]
    }

    /// The tiles of both sets.
    pub fn union(self, other: Tiles) -> Tiles {
        let ([a, b, c], [x, y, z]) = (self.0, other.0);
        Tiles([a | x, b | y, c | z])
    }

    /// The tiles of this set that are not in `other`.
    pub fn without(self, other: Tiles) -> Tiles {
        let ([a, b, c], [x, y, z]) = (self.0, other.0);
        Tiles([a & !x, b & !y, c & !z])
    }

    /// The tiles, smaller sets first.
    pub fn iter(self) -> impl Iterator<Item = Tile> {
        self.0.into_iter().enumerate().flat_map(|(word, bits)| {
            let mut left = bits;
            std::iter::from_fn(move || {
                let bit = left.trailing_zeros();
                left &= left.wrapping_sub(1);
                if bit == 64 { None } else { Tile::from_index(word * 64 + counted(bit)) }
            })
        })
    }

    /// The tiles as a list, ordered by low and then by high number.
    pub fn sorted(self) -> Vec<Tile> {
        let mut list: Vec<Tile> = self.iter().collect();
        list.sort_unstable();
        list
    }

    /// All dots on the tiles.
    pub fn pips(self) -> u16 {
        self.iter().map(Tile::pips).sum()
    }
}

/// A number of bits of a word, to count with.
#[expect(clippy::as_conversions, reason = "it is at most 64")]
const fn counted(number: u32) -> usize {
    number as usize
}

impl FromIterator<Tile> for Tiles {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Tiles {
        let mut set = Tiles::NONE;
        for tile in tiles {
            set.insert(tile);
        }
        set
    }
}

impl fmt::Debug for Tiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// The tile that `tiles` names twice, if one is.
pub fn named_twice(tiles: &[Tile]) -> Option<Tile> {
    let mut seen = Tiles::NONE;
    tiles.iter().copied().find(|tile| !seen.insert(*tile))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tile_is_read_in_either_order_and_written_low_first() {
        for (text, written) in [("2-6", "2-6"), ("6-2", "2-6"), ("12-10", "10-12"), ("0-0", "0-0")] {
            assert_eq!(text.parse::<Tile>().map(|t| t.to_string()).as_deref(), Ok(written));
        }
    }

    #[test]
    fn what_is_no_tile_is_refused() {
        for text in ["", "2", "2-", "-2", "2-19", "2 - 6", "+2-6", "2-6-6", "２-6", "002-6", "a-b"] {
            assert!(text.parse::<Tile>().is_err(), "{text}");
        }
    }

    #[test]
    fn every_tile_has_its_own_place_in_a_set_of_tiles() {
        let all: Vec<Tile> =
            (0..=MAX_PIP).flat_map(|h| (0..=h).filter_map(move |l| Tile::new(l, h))).collect();
        let set: Tiles = all.iter().copied().collect();
        assert_eq!(all.len(), 190);
        assert_eq!(set.iter().collect::<Vec<_>>(), all);
    }
}
