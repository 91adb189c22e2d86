//! Seasons: days with a ranking of their own, as a log from which everything else about them follows.
//!
//! A [`Change`] is what an [`Entry`] of the log says, as it is stored, shown and exported;
//! [`Season::replay`] says what becomes of them.

mod change;
mod replay;

pub use change::{AdjustmentRef, Change, ChangeKind, Settings, check_points};
pub use replay::{Adjustment, Entry, Season};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

/// Points that the club added for a player, negative if deducted. They are also stored in the table of a
/// closed season.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AdjustedPoints {
    /// The adjustment's id.
    pub id: Uuid,
    pub points: i32,
    /// The reason.
    pub reason: String,
}
