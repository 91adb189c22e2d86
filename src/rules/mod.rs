//! The games: pure, synchronous, deterministic.

mod at;
mod hand;
mod layout;
mod line;
mod refusal;
mod report;
mod round;
mod ruleset;
mod scoring;
mod seat;
mod stacks;
mod tile;
mod turn;
mod variants;

pub use at::{At, Compass, Place, Slot, and_list};
pub use hand::{Hand, Left, ShownHand, ShownHands};
pub use layout::{Layout, Misfit, OutletId};
pub use line::{Ending, JudgedLine, LeadDuty, LineRound, May, Start};
pub use refusal::Refusal;
pub use report::{EndingWord, HandsReport, PlaysReport, PointsReport, Problem, Report};
pub use round::{Before, Closing, Judged, JudgedTurn, Outcome, Round, RoundEnd, Table, finish};
pub use ruleset::*;
pub use scoring::{Ended, Item, ItemKind, Score, StackEnd, score_line, score_stacks};
pub use seat::{MAX_SEATS, NotASeat, NotASide, Seat, Seating, Side};
pub use stacks::{JudgedStack, StackRound, Top, cover, hand_size, starts_game};
pub use tile::{MAX_PIP, NotATile, Tile, Tiles, named_twice};
pub use turn::{Override, Play, Turn};
pub use variants::Variant;
