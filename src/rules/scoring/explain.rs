//! One step of a score, as fields and as a sentence.

use serde::Serialize;
use utoipa::ToSchema;

use crate::rules::phrase::Phrase;
use crate::rules::seat::{Seat, Side};
use crate::rules::tile::Tile;

/// What a step of a score is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ItemKind {
    /// What a seat was left with.
    Left,
    /// Who won the round and why.
    Winner,
    /// How equal hands were told apart.
    TieBreak,
    /// What was added up.
    Counted,
    /// What was taken off.
    TakenOff,
    /// A negative result that counts as 0.
    RaisedToZero,
    /// Penalty points.
    Penalty,
    /// What shows in a colour.
    Showing,
    /// What a side scores.
    Points,
    /// What a side scores, where only that was reported.
    Reported,
}

/// One step of a score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// What the step is about.
    pub kind: ItemKind,
    /// The seat that it is about.
    pub seat: Option<Seat>,
    /// The side that it is about.
    pub side: Option<Side>,
    /// The tiles that it is about.
    pub tiles: Option<Vec<Tile>>,
    /// The dots or points.
    pub amount: Option<i32>,
    /// The parameter of the ruleset that decides the step.
    pub rule: Option<&'static str>,
    /// The step as a sentence.
    pub text: Phrase,
}

impl Item {
    pub(in crate::rules) fn new(kind: ItemKind, text: Phrase) -> Item {
        Item { kind, seat: None, side: None, tiles: None, amount: None, rule: None, text }
    }

    pub(super) fn seat(mut self, seat: Seat) -> Item {
        self.seat = Some(seat);
        self
    }

    pub(in crate::rules) fn side(mut self, side: Side) -> Item {
        self.side = Some(side);
        self
    }

    pub(super) fn tiles(mut self, tiles: Vec<Tile>) -> Item {
        self.tiles = Some(tiles);
        self
    }

    pub(in crate::rules) fn amount(mut self, amount: i32) -> Item {
        self.amount = Some(amount);
        self
    }

    pub(super) fn rule(mut self, rule: &'static str) -> Item {
        self.rule = Some(rule);
        self
    }
}
