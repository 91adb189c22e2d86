//! What lies on the table of Build Up, as it is told.

use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;
use utoipa::ToSchema;

use super::Stack;
use crate::rules::placement::Position;
use crate::rules::seat::Seat;
use crate::rules::tile::Tile;

/// A tile and whose colour it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ColouredTile, example = json!({"tile": "0-3", "seat": "A"}))]
pub struct Coloured {
    /// The tile.
    pub tile: Tile,
    /// Whose colour it has.
    pub seat: Seat,
}

/// A stack: the tile that shows, and what lies below it.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"at": "A1", "tile": "6-6", "seat": "B", "below": [{"tile": "0-3", "seat": "A"}]}))]
pub struct Top {
    /// The stack: `A1` to `B6`.
    #[schema(value_type = String, pattern = "^[AB][1-6]$", examples("A1"))]
    pub at: Position,
    /// The tile on top.
    pub tile: Tile,
    /// Whose colour it is; by default the owner of the line.
    pub seat: Option<Seat>,
    /// What lies below it, from the bottom up; empty if nothing does.
    #[schema(max_items = 55)]
    pub below: Option<Vec<Coloured>>,
}

impl Top {
    /// A stack as it lies.
    pub(super) fn of(at: &Position, stack: &Stack) -> Option<Top> {
        let (top, below) = stack.split_last()?;
        Some(Top { at: at.clone(), tile: top.tile, seat: Some(top.seat), below: Some(below.to_vec()) })
    }

    /// The tiles from the bottom to the top, in the line of `owner`.
    pub(super) fn stack(&self, owner: Seat) -> Stack {
        let mut stack = self.below.clone().unwrap_or_default();
        stack.push(Coloured { tile: self.tile, seat: self.seat.unwrap_or(owner) });
        stack
    }

    /// The tiles of the stack that lie above what `under` shows; `None` if that is not in it.
    pub fn above(&self, under: &Top) -> Option<Vec<Coloured>> {
        let Position::Stack(owner, _) = self.at else { return None };
        let shown = Coloured { tile: under.tile, seat: under.seat.unwrap_or(owner) };
        let stack = self.stack(owner);
        let place = stack.iter().position(|tile| *tile == shown)?;
        Some(stack.into_iter().skip(place + 1).collect())
    }

    /// Whether the tile covers another; one of the first lines does not.
    pub fn covers(&self) -> bool {
        self.below.as_ref().is_some_and(|below| !below.is_empty())
    }
}
