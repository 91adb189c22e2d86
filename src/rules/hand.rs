//! What is known of a hand, and hands as they are shown.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;
use utoipa::ToSchema;

use super::refusal::Refusal;
use super::ruleset::Ruleset;
use super::seat::{Seat, Seating};
use super::tile::{Tile, Tiles};

/// A hand in a round that is being played: its size is always known, its tiles as far as told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hand {
    /// How many tiles are in the hand.
    pub size: usize,
    /// Those that are known to be in it.
    pub known: Tiles,
}

impl Hand {
    /// Whether every tile of the hand is known.
    pub fn is_open(&self) -> bool {
        self.known.len() == self.size
    }

    /// Takes a played tile out of the hand.
    pub fn give(&mut self, tile: Tile) {
        self.known.remove(tile);
        self.size = self.size.saturating_sub(1);
    }

    /// Puts drawn tiles into the hand.
    pub fn take(&mut self, drew: usize, drawn: &[Tile]) {
        self.size += drew;
        for tile in drawn {
            self.known.insert(*tile);
        }
    }
}

/// A hand as it is shown when the round is over: its tiles, or only its dots.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, from = "SentHand")]
#[schema(example = json!({"tiles": ["5-6", "0-4"]}))]
pub struct ShownHand {
    /// The tiles. Either this or `pips`.
    #[schema(max_items = 190)]
    pub tiles: Option<Vec<Tile>>,
    /// The dots, where the tiles were not noted.
    #[schema(maximum = 3420)]
    pub pips: Option<u16>,
}

/// A hand as it is sent.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SentHand {
    tiles: Option<Vec<Tile>>,
    pips: Option<u16>,
}

impl From<SentHand> for ShownHand {
    /// Some generated clients send an empty list beside the dots; alone it is a hand without tiles.
    fn from(SentHand { tiles, pips }: SentHand) -> ShownHand {
        ShownHand { tiles: tiles.filter(|tiles| pips.is_none() || !tiles.is_empty()), pips }
    }
}

impl ShownHand {
    /// A hand of these tiles.
    pub fn of(tiles: Vec<Tile>) -> ShownHand {
        ShownHand { tiles: Some(tiles), pips: None }
    }
}

/// The hands that were left, by seat.
pub type ShownHands = BTreeMap<Seat, ShownHand>;

/// What was left in a hand, checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Left {
    /// These tiles.
    Tiles(Tiles),
    /// So many dots; the tiles were not noted.
    Pips(u16),
}

impl Left {
    /// What counts of the hand, in dots.
    pub fn pips(&self, double_blank: u16) -> u16 {
        match self {
            Left::Pips(pips) => *pips,
            Left::Tiles(tiles) => {
                let blank = Tile::double(0).is_some_and(|blank| tiles.contains(blank));
                tiles.pips() + if blank { double_blank } else { 0 }
            }
        }
    }

    /// Whether nothing was left, as far as can be told.
    pub fn is_empty(&self) -> bool {
        matches!(self, Left::Tiles(tiles) if tiles.is_empty())
    }

    /// The tiles, where they were noted.
    pub fn tiles(&self) -> Option<Tiles> {
        match self {
            Left::Tiles(tiles) => Some(*tiles),
            Left::Pips(_) => None,
        }
    }
}

/// The dots of the largest set, which no hand can have more of.
const MOST_PIPS: u16 = 3420;

/// A problem of one hand, under its seat.
pub type AtSeat = (Seat, Refusal);

/// Reads shown hands: every seat is at the table, every tile is in the set and nowhere twice.
///
/// Errors: every problem, with the seat of the hand.
pub fn read(
    rules: &Ruleset,
    seating: Seating,
    hands: &ShownHands,
) -> Result<BTreeMap<Seat, Left>, Vec<AtSeat>> {
    let mut problems = Vec::new();
    let mut seen = Tiles::NONE;
    let mut left = BTreeMap::new();
    for (seat, hand) in hands {
        if !seating.has(*seat) {
            problems.push((*seat, Refusal::no_seat(seating, *seat)));
            continue;
        }
        match (&hand.tiles, hand.pips) {
            (Some(tiles), None) => {
                for tile in tiles {
                    if !rules.has_tile(*tile) {
                        problems.push((*seat, Refusal::NotInSet { tile: *tile, set: rules.set_name() }));
                    } else if !seen.insert(*tile) {
                        problems.push((*seat, Refusal::TileTwice { tile: *tile }));
                    }
                }
                left.insert(*seat, Left::Tiles(tiles.iter().copied().collect()));
            }
            (None, Some(pips)) if pips > MOST_PIPS => {
                problems
                    .push((*seat, Refusal::TooManyPips { seat: *seat, pips, beside: None, most: MOST_PIPS }));
            }
            (None, Some(pips)) => {
                left.insert(*seat, Left::Pips(pips));
            }
            _ => problems.push((*seat, Refusal::TilesOrPips { seat: *seat })),
        }
    }
    if problems.is_empty() { Ok(left) } else { Err(problems) }
}
