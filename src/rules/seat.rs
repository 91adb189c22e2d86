//! Seats round the table and the sides that they form.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;
use utoipa::ToSchema;

/// The most seats that a table can have (A to L).
pub const MAX_SEATS: usize = 12;

/// A seat at the table, written as a letter. The letters follow the order of turns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, ToSchema)]
#[schema(value_type = String, pattern = "^[A-L]$", min_length = 1, max_length = 1, examples("A"))]
pub struct Seat(u8);

impl Seat {
    /// The first seat.
    pub const A: Seat = Seat(0);

    /// The seat with this number, from 0.
    pub fn at(index: usize) -> Option<Seat> {
        u8::try_from(index).ok().filter(|_| index < MAX_SEATS).map(Seat)
    }

    /// The number of the seat, from 0.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The seat on the left, in a table of `seats`.
    pub fn next(self, seats: usize) -> Seat {
        if self.index() + 1 < seats { Seat(self.0 + 1) } else { Seat::A }
    }

    /// The seats of a table of `seats`, from A.
    pub fn first(seats: usize) -> impl Iterator<Item = Seat> + Clone {
        (0..seats).filter_map(Seat::at)
    }

    /// The seats of a table of `seats` in order of turns, from this one.
    pub fn round(self, seats: usize) -> impl Iterator<Item = Seat> + Clone {
        (0..seats).filter_map(move |step| Seat::at((self.index() + step) % seats.max(1)))
    }
}

/// The number that is stored for a seat, from 0.
impl From<Seat> for i16 {
    fn from(seat: Seat) -> i16 {
        i16::from(seat.0)
    }
}

impl TryFrom<i16> for Seat {
    type Error = NotASeat;

    fn try_from(number: i16) -> Result<Seat, NotASeat> {
        let seat = usize::try_from(number).ok().and_then(Seat::at);
        seat.ok_or_else(|| NotASeat(number.to_string()))
    }
}

/// Why a text names no seat.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{0}\" is not a seat: seats are the letters A to L")]
pub struct NotASeat(pub String);

impl FromStr for Seat {
    type Err = NotASeat;

    fn from_str(text: &str) -> Result<Seat, NotASeat> {
        match text.as_bytes() {
            [letter @ b'A'..=b'L'] => Ok(Seat(letter - b'A')),
            _ => Err(NotASeat(text.chars().take(40).collect())),
        }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", char::from(b'A' + self.0))
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Seat {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Seat {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Seat, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// Those who win and lose together: a seat, or two opposite seats as partners (`A+C`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, ToSchema)]
#[schema(value_type = String, pattern = "^[A-L](\\+[A-L])?$", min_length = 1, max_length = 3, examples("A+C"))]
pub struct Side([Seat; 2]);

impl Side {
    /// The side of one seat.
    pub const fn single(seat: Seat) -> Side {
        Side([seat; 2])
    }

    /// The seats of the side.
    pub fn seats(self) -> impl Iterator<Item = Seat> + Clone {
        let [first, second] = self.0;
        std::iter::once(first).chain((second != first).then_some(second))
    }

    /// Whether the side is two partners.
    pub fn is_pair(self) -> bool {
        let [first, second] = self.0;
        first != second
    }

    /// The form of a verb that goes with the side: "Ann wins", "Ann and Cem win".
    pub fn verb(self, of_one: &'static str, of_two: &'static str) -> &'static str {
        if self.is_pair() { of_two } else { of_one }
    }

    /// Whether `seat` belongs to the side.
    pub fn has(self, seat: Seat) -> bool {
        self.seats().any(|own| own == seat)
    }
}

/// Why a text names no side.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{0}\" is not a side: write a seat as \"A\", or partners as \"A+C\"")]
pub struct NotASide(pub String);

impl FromStr for Side {
    type Err = NotASide;

    fn from_str(text: &str) -> Result<Side, NotASide> {
        let seat =
            |part: &str| part.parse::<Seat>().ok().ok_or_else(|| NotASide(text.chars().take(40).collect()));
        match text.split_once('+') {
            None => seat(text).map(Side::single),
            Some((a, b)) => {
                let (a, b) = (seat(a)?, seat(b)?);
                if a == b {
                    return Err(NotASide(text.to_owned()));
                }
                Ok(Side([a.min(b), a.max(b)]))
            }
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = self.0;
        if first == second { write!(f, "{first}") } else { write!(f, "{first}+{second}") }
    }
}

impl fmt::Debug for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Side {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Side {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Side, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// Who sits at the table, and whether opposite seats are partners.
///
/// A table has chairs from A on; in a round some of them may be empty, because a player came
/// late or left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seating {
    chairs: usize,
    /// A bit for each chair, from the lowest: whether it is empty.
    empty: u16,
    partners: bool,
}

impl Seating {
    /// `seats` players, each for himself.
    pub const fn individual(seats: usize) -> Seating {
        Seating { chairs: seats, empty: 0, partners: false }
    }

    /// Four players, A with C against B with D.
    pub const fn partners() -> Seating {
        Seating { chairs: 4, empty: 0, partners: true }
    }

    /// The same table with an empty chair.
    pub const fn without(self, seat: Seat) -> Seating {
        Seating { empty: self.empty | 1 << seat.0, ..self }
    }

    /// The number of chairs, empty or not.
    pub const fn chairs(self) -> usize {
        self.chairs
    }

    /// The number of players.
    pub fn len(self) -> usize {
        self.seats().count()
    }

    /// Whether nobody sits at the table.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Whether opposite seats are partners.
    pub const fn is_partners(self) -> bool {
        self.partners
    }

    /// The seats in order of turns.
    pub fn seats(self) -> impl Iterator<Item = Seat> + Clone {
        Seat::first(self.chairs).filter(move |seat| self.has(*seat))
    }

    /// Whether somebody sits in this seat.
    pub fn has(self, seat: Seat) -> bool {
        seat.index() < self.chairs && self.empty & 1 << seat.0 == 0
    }

    /// The seats in order of turns, from `seat` or the next one that is not empty.
    pub fn from(self, seat: Seat) -> impl Iterator<Item = Seat> + Clone {
        seat.round(self.chairs).filter(move |seat| self.has(*seat))
    }

    /// The next seat after `seat` that is not empty.
    pub fn after(self, seat: Seat) -> Seat {
        self.from(seat.next(self.chairs)).next().unwrap_or(seat)
    }

    /// The side of `seat`.
    pub fn side(self, seat: Seat) -> Side {
        let opposite = Seat::at((seat.index() + 2) % 4).filter(|_| self.partners);
        match opposite {
            Some(partner) => Side([seat.min(partner), seat.max(partner)]),
            None => Side::single(seat),
        }
    }

    /// The sides that are complete, in the order of their first seats.
    pub fn sides(self) -> impl Iterator<Item = Side> + Clone {
        let count = if self.partners { 2 } else { self.chairs };
        let sides = Seat::first(count).map(move |seat| self.side(seat));
        sides.filter(move |side| side.seats().all(|seat| self.has(seat)))
    }

    /// The same value for each side.
    pub fn by_side<T: Clone>(self, value: &T) -> BTreeMap<Side, T> {
        self.sides().map(|side| (side, value.clone())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partners_sit_opposite() {
        let sides: Vec<String> = Seating::partners().sides().map(|s| s.to_string()).collect();
        assert_eq!(sides, ["A+C", "B+D"]);
        assert_eq!("C+A".parse::<Side>().map(|s| s.to_string()).as_deref(), Ok("A+C"));
    }

    #[test]
    fn turns_go_round_from_any_seat() {
        let from_c: Vec<String> =
            "C".parse::<Seat>().into_iter().flat_map(|c| c.round(4)).map(|s| s.to_string()).collect();
        assert_eq!(from_c, ["C", "D", "A", "B"]);
    }

    #[test]
    fn an_empty_chair_is_skipped() {
        let b = Seat(1);
        let seating = Seating::individual(4).without(b);
        let order: Vec<Seat> = seating.from(b).collect();
        assert_eq!(order, [Seat(2), Seat(3), Seat(0)]);
        assert_eq!((seating.after(Seat(0)), seating.after(b), seating.len()), (Seat(2), Seat(2), 3));
        assert_eq!(Seating::partners().without(b).sides().count(), 1);
    }
}
