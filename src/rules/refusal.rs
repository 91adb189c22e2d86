//! Why something that was reported cannot be so.
//!
//! A refusal is one row of a table: its fields, its sentence, its code, and the title and the page at
//! `/problems/{code}`. To add one, write the row in the file of its subject, and its case in
//! `tests/rules/refusals`.

#[macro_use]
mod awards;
#[macro_use]
mod games;
#[macro_use]
mod hands;
#[macro_use]
mod table;
#[macro_use]
mod turns;
mod hints;

use hints::{
    are, boneyard_has, count_of, limit, needs_set, option_key, other_round, places_are, quoted, range,
    rules_have, tiles, were, who_leads,
};
pub(super) use hints::{beside, count};

use super::phrase::{Names, Phrase, phrase};
use super::placement::Position;
use super::seat::{Seat, Seating, Side};
use super::tile::Tile;

rows_of_turns! { rows_of_hands rows_of_games rows_of_awards refusals }

/// What kind of refusal it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// It cannot be so.
    Invalid,
    /// It does not go with how the game stands.
    Conflict,
    /// It names what the game does not have.
    Missing,
}

/// What is the same for all refusals with a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// What clients match on.
    pub code: &'static str,
    /// What kind it is.
    pub kind: Kind,
    /// The refusal in a few words.
    pub title: &'static str,
    /// A paragraph for people: what it means and what to do about it.
    pub page: &'static str,
}

/// What a refusal means for the turn that it refuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InTurn {
    /// The member of the turn that is to blame.
    pub blames: Blame,
    /// Whether the table may have done it all the same, so that an override can record it.
    /// Geometry cannot be overridden, nor can what contradicts the record itself.
    pub overridable: bool,
    /// What helps to put it right.
    pub shows: Shows,
}

/// The member of a turn that is to blame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blame {
    /// None more than the others.
    Whole,
    /// `seat`.
    Seat,
    /// The tile that is played.
    Tile,
    /// This tile, whether it is played or drawn.
    PlayedOrDrawn(Tile),
    /// Where the tile goes.
    Place,
    /// Where the tile goes if that is said, else the tile.
    PlaceOrTile,
    /// The number that points away.
    Outward,
    /// How many tiles were drawn, or which.
    Draws,
    /// Which tiles were drawn.
    Drawn,
    /// The pass.
    Pass,
    /// The pass, or the tiles that were drawn before it.
    PassOrDraws,
    /// The reason of an override.
    Reason,
}

/// What of the table helps to put a turn right, besides whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shows {
    /// Not even whose turn it is.
    Nothing,
    /// The open places.
    Open,
    /// The open places, and the tiles that fit if one number of this one was misread.
    Misread(Tile),
    /// The places where this tile fits.
    Fitting(Tile),
}

impl Refusal {
    /// Why nobody plays in this seat.
    pub fn no_seat(seating: Seating, seat: Seat) -> Refusal {
        if seat.index() < seating.chairs() {
            Refusal::SeatEmpty { seat, seats: seating.seats().collect() }
        } else {
            Refusal::NoSuchSeat { seat, seats: seating.chairs() }
        }
    }

    /// The refusal as a clause, with the names of the table.
    pub fn describe(&self, names: &Names) -> String {
        self.phrase().describe(names)
    }

    /// The refusal as a sentence, with the names of the table.
    pub fn to_sentence(&self, names: &Names) -> String {
        self.phrase().to_sentence(names)
    }

    /// The code, as in `/problems/{code}`.
    pub const fn code(&self) -> &'static str {
        self.row().code
    }

    /// What of the table helps to put it right.
    pub fn shows(&self) -> Shows {
        self.in_turn().map_or(Shows::Nothing, |it| it.shows)
    }

    /// Whether an override can record a turn that this refuses.
    pub fn is_overridable(&self) -> bool {
        self.in_turn().is_some_and(|it| it.overridable)
    }
}
