//! What a player does when it is his turn.

use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;
use utoipa::ToSchema;

use crate::reader::filled;

use super::placement::Position;
use super::refusal::{Blame, Refusal};
use super::seat::Seat;
use super::tile::Tile;

/// A tile that is played, and where.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Play {
    /// The tile.
    pub tile: Tile,
    /// Where it goes: `lead`, `TILE/SLOT`, `left` or `right`, a stack of Build Up. May be left
    /// out where only one place fits or all that fit are alike.
    #[schema(value_type = Option<String>, max_length = 40, examples("2-3/3"))]
    pub at: Option<Position>,
    /// After a mismatched join that the table let stand: the number of the tile that points away.
    pub outward: Option<u8>,
}

/// Why a turn, or who led a round, is recorded although it breaks a rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = OverrideReason)]
pub struct Override {
    /// The reason, for those who read the score sheet later.
    #[schema(min_length = 1, max_length = 500, examples("The table let it stand"))]
    pub reason: String,
}

impl Override {
    /// Whether it has a reason.
    ///
    /// Fails if it has none, or one that is too long.
    pub fn check(&self) -> Result<(), Refusal> {
        match self.reason.trim().chars().count() {
            1..=500 => Ok(()),
            _ => Err(Refusal::ReasonNeeded),
        }
    }
}

/// One player's turn as the table reports it: draws, then a play or a pass.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"seat": "B", "drew": 2, "play": {"tile": "3-6", "at": "2-3/3"}}))]
pub struct Turn {
    /// Whose turn it is.
    pub seat: Seat,
    /// How many tiles were drawn first.
    #[schema(maximum = 190)]
    pub drew: Option<u8>,
    /// Which tiles were drawn, in order, where the table knows.
    #[schema(max_items = 190)]
    #[serde(default, deserialize_with = "filled")]
    pub drawn: Option<Vec<Tile>>,
    /// The play. Either this or `pass`.
    pub play: Option<Play>,
    /// `true` for a pass.
    pub pass: Option<bool>,
    /// Records the turn as it happened although it breaks a rule.
    #[serde(rename = "override")]
    pub over: Option<Override>,
}

impl Turn {
    /// A play.
    pub fn play(seat: Seat, tile: Tile, at: Position) -> Turn {
        let play = Play { tile, at: Some(at), outward: None };
        Turn { seat, drew: None, drawn: None, play: Some(play), pass: None, over: None }
    }

    /// A pass.
    pub fn pass(seat: Seat) -> Turn {
        Turn { seat, drew: None, drawn: None, play: None, pass: Some(true), over: None }
    }

    /// The same turn after `tiles` were drawn.
    pub fn drawing(mut self, tiles: Vec<Tile>) -> Turn {
        if !tiles.is_empty() {
            self.drew = u8::try_from(tiles.len()).ok();
            self.drawn = Some(tiles);
        }
        self
    }

    /// The tiles that are known to have been drawn.
    pub fn drawn(&self) -> &[Tile] {
        self.drawn.as_deref().unwrap_or_default()
    }

    /// How many tiles were drawn.
    pub fn drew(&self) -> usize {
        self.drew.map_or(self.drawn().len(), usize::from)
    }
}

impl Turn {
    /// The play, or `None` for a pass.
    ///
    /// Fails when the turn is both or neither, or an override has no reason.
    pub fn action(&self) -> Result<Option<&Play>, Refusal> {
        self.over.as_ref().map_or(Ok(()), Override::check)?;
        match (&self.play, self.pass.unwrap_or(false)) {
            (Some(play), false) => Ok(Some(play)),
            (None, true) => Ok(None),
            _ => Err(Refusal::PlayOrPass),
        }
    }

    /// The member that is to blame for a refusal, as the end of a JSON Pointer.
    pub fn blamed(&self, refusal: &Refusal) -> &'static str {
        let Some(blame) = refusal.in_turn().map(|it| it.blames) else { return "" };
        match blame {
            Blame::Whole => "",
            Blame::Seat => "/seat",
            Blame::PlayedOrDrawn(tile) if self.drawn().contains(&tile) => "/drawn",
            Blame::Tile | Blame::PlayedOrDrawn(_) => "/play/tile",
            Blame::PlaceOrTile if self.play.as_ref().is_none_or(|play| play.at.is_none()) => "/play/tile",
            Blame::Place | Blame::PlaceOrTile => "/play/at",
            Blame::Outward if self.play.is_none() => "",
            Blame::Outward => "/play/outward",
            Blame::PassOrDraws if self.drew() == 0 => "/pass",
            Blame::Draws | Blame::PassOrDraws if self.drew.is_some() => "/drew",
            Blame::Draws | Blame::Drawn | Blame::PassOrDraws => "/drawn",
            Blame::Pass => "/pass",
            Blame::Reason => "/override/reason",
        }
    }
}
