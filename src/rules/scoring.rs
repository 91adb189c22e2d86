//! The points of a round, each step explained.

mod explain;
mod lines;
mod stacks;

use std::collections::BTreeMap;

pub use explain::{Item, ItemKind};
pub use lines::{Ended, score_line};
pub use stacks::{Counted, StackEnd, counted, score_stacks};

use super::seat::{Seat, Side};

/// What a round was worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Score {
    /// The dots that count for each seat: left in the hand, or showing in the colour.
    pub pips: BTreeMap<Seat, u16>,
    /// Who won the round; none if it was drawn.
    pub winners: Vec<Side>,
    /// The points of each side.
    pub points: BTreeMap<Side, i32>,
    /// How the points come about.
    pub items: Vec<Item>,
}
