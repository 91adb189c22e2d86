//! One result: a seat of a finished game.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::rules::Measured;

/// What a finished game was for the player of a seat. Goes to the database and back as JSON,
/// member by column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResultRow {
    pub game_id: Uuid,
    pub seat: i16,
    pub club_id: Uuid,
    pub player_id: Uuid,
    pub variant: String,
    pub side: String,
    pub seats: i16,
    pub partners: bool,
    pub low: bool,
    pub played_on: NaiveDate,
    pub result: i16,
    pub place: i16,
    #[serde(flatten)]
    pub measured: Measured,
}
