//! Where a tile is put: the lead, an outlet of a tile on the table, a stack.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use utoipa::ToSchema;

use super::seat::Seat;
use super::tile::Tile;

/// A place on a tile where another may be joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Slot {
    /// A side (`W`, `E`), an end (`N`, `S`) or a corner (`NE`, `SW`, `NW`, `SE`) of the opening double.
    Compass(Compass),
    /// The free end of a tile that is no double, named by its number.
    Value(u8),
    /// The side of a later double that is opposite to the joined one.
    Far,
    /// The ends of a later double (1, 2).
    End(u8),
    /// The toes of a Chickenfoot double (1 to 3, 2 in the middle).
    Toe(u8),
}

/// The places of the opening double; the first n of this order are those of a double with n.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Compass {
    /// One long side.
    W,
    /// The other long side.
    E,
    /// One short end.
    N,
    /// The other short end.
    S,
    /// The corners, where the double has six or eight places.
    NE,
    /// See `NE`.
    SW,
    /// See `NE`.
    NW,
    /// See `NE`.
    SE,
}

impl Compass {
    /// All places in their order.
    pub const ALL: [Compass; 8] =
        [Compass::W, Compass::E, Compass::N, Compass::S, Compass::NE, Compass::SW, Compass::NW, Compass::SE];
}

impl fmt::Display for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Slot::Compass(point) => write!(f, "{point:?}"),
            Slot::Value(value) => write!(f, "{value}"),
            Slot::Far => f.write_str("far"),
            Slot::End(n) => write!(f, "end{n}"),
            Slot::Toe(n) => write!(f, "toe{n}"),
        }
    }
}

impl Slot {
    fn read(text: &str) -> Option<Slot> {
        let compass = Compass::ALL.into_iter().find(|point| format!("{point:?}") == text);
        let numbered = |prefix: &str| text.strip_prefix(prefix).and_then(|n| n.parse::<u8>().ok());
        compass
            .map(Slot::Compass)
            .or_else(|| (text == "far").then_some(Slot::Far))
            .or_else(|| numbered("end").map(Slot::End))
            .or_else(|| numbered("toe").map(Slot::Toe))
            .or_else(|| numbered("").map(Slot::Value))
    }
}

/// Where a tile is put, as text: `lead`, `2-5/5`, `6-6/W`, `5-5/toe2`, `left`, `right`, or a
/// stack of Build Up from `A1` to `B6`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Position {
    /// The first tile of the round.
    Lead,
    /// The left end of a line with two ends.
    Left,
    /// The right end of a line with two ends.
    Right,
    /// A place on a tile.
    Outlet(Tile, Slot),
    /// A stack of Build Up: the seat in whose line it started, and its number from 1.
    Stack(Seat, u8),
    /// A text that names no place; it is refused as not open where it is used.
    Nowhere(Box<str>),
}

impl FromStr for Position {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Position, Self::Err> {
        let outlet = || {
            let (tile, slot) = text.split_once('/')?;
            Some(Position::Outlet(tile.parse().ok()?, Slot::read(slot)?))
        };
        let stack = || match text.as_bytes() {
            [seat @ (b'A' | b'B'), n @ b'1'..=b'6'] => {
                Some(Position::Stack(Seat::at(usize::from(seat - b'A'))?, n - b'0'))
            }
            _ => None,
        };
        Ok(match text {
            "lead" => Position::Lead,
            "left" => Position::Left,
            "right" => Position::Right,
            _ => {
                outlet().or_else(stack).unwrap_or_else(|| Position::Nowhere(text.chars().take(40).collect()))
            }
        })
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Position::Lead => f.write_str("lead"),
            Position::Left => f.write_str("left"),
            Position::Right => f.write_str("right"),
            Position::Outlet(tile, slot) => write!(f, "{tile}/{slot}"),
            Position::Stack(seat, n) => write!(f, "{seat}{n}"),
            Position::Nowhere(text) => f.write_str(text),
        }
    }
}

impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Position {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Position, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// A place where a tile may be joined, and the number that it asks for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = OpenPlace)]
pub struct Place {
    /// The place: `TILE/SLOT`.
    #[schema(value_type = String, examples("2-5/5"))]
    pub at: Position,
    /// The number that a tile needs to be joined here.
    pub value: u8,
}

/// Words joined for a sentence: `5`, `5 and 2`, `5, 2 and 0`.
pub fn and_list<T: fmt::Display>(words: impl IntoIterator<Item = T>) -> String {
    let words: Vec<String> = words.into_iter().map(|word| word.to_string()).collect();
    match words.split_last() {
        None => "none".to_owned(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_read_as_they_are_written() {
        for text in ["lead", "left", "right", "2-5/5", "6-6/W", "5-5/toe2", "4-4/far", "4-4/end2", "A1", "B6"]
        {
            let at: Position = text.parse().unwrap();
            assert!(!matches!(at, Position::Nowhere(_)), "{text}");
            assert_eq!(at.to_string(), text);
        }
        for text in ["3-5/side", "C1", "A7", "", "/", "2-5"] {
            assert!(matches!(text.parse::<Position>(), Ok(Position::Nowhere(_))), "{text}");
        }
    }
}
