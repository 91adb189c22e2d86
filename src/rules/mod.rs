//! The games: pure, synchronous, deterministic.

mod ruleset;
mod seat;
mod tile;
mod variants;

pub use ruleset::*;
pub use seat::{MAX_SEATS, NotASeat, NotASide, Seat, Seating, Side};
pub use tile::{MAX_PIP, NotATile, Tile, Tiles, named_twice};
pub use variants::Variant;
