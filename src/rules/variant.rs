//! The games that Pipkeeper knows, by their words.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A game that Pipkeeper knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Variant {
    /// Block dominoes: a line with two ends, no drawing.
    Block,
    /// Hathaway's double-six draw game, also with partners.
    Hathaway,
    /// Basic Double 12.
    Basic12,
    /// Chickenfoot with a double-six, double-nine or double-twelve set.
    Chickenfoot,
    /// Build Up: tiles stacked on each other.
    #[serde(rename = "buildup")]
    BuildUp,
}

impl Variant {
    /// All games.
    pub const ALL: [Variant; 5] =
        [Variant::Block, Variant::Hathaway, Variant::Basic12, Variant::Chickenfoot, Variant::BuildUp];
}
