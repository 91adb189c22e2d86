//! Seasons in the export of a club.

use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;
use serde_json::Value;
use serde_with::skip_serializing_none;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::api::time::{exact, maybe_exact};
use crate::service::seasons::WholeSeason;
use crate::store::seasons::{AdjustmentRow, ChangeRow, SeasonRow};

/// A season with all that belongs to it.
#[skip_serializing_none]
#[derive(Debug, Serialize, ToSchema)]
pub struct ExportedSeason {
    pub id: Uuid,
    pub name: String,
    /// The first day.
    pub from: NaiveDate,
    /// The last day.
    pub to: NaiveDate,
    /// Only games of this variant count.
    pub variant: Option<String>,
    /// Only games of so many players count.
    #[schema(minimum = 2, maximum = 12)]
    pub players: Option<i16>,
    /// Only games with partners count, or only without.
    pub partners: Option<bool>,
    /// The ranking, in the form that is stored.
    #[schema(value_type = Object)]
    pub chain: Value,
    /// The time as it is kept, with fractions of a second.
    #[serde(serialize_with = "exact")]
    #[schema(value_type = String, examples("2026-11-29T20:44:10.123456Z"))]
    pub created_at: DateTime<Utc>,
    /// The time as it is kept, if the season is closed.
    #[serde(serialize_with = "maybe_exact")]
    #[schema(value_type = Option<String>, examples("2026-11-29T20:44:10.123456Z"))]
    pub closed_at: Option<DateTime<Utc>>,
    /// What was changed about it, in order.
    pub changes: Vec<ExportedChange>,
    /// Points that the club added or deducted, in order.
    pub adjustments: Vec<ExportedAdjustment>,
    /// The copy of the table of a closed season, in the form that is stored.
    #[schema(value_type = Option<Object>)]
    pub table: Option<Value>,
}

/// What was changed about a season once.
#[skip_serializing_none]
#[derive(Debug, Serialize, ToSchema)]
pub struct ExportedChange {
    pub id: Uuid,
    /// The time as it is kept, with fractions of a second.
    #[serde(serialize_with = "exact")]
    #[schema(value_type = String, examples("2026-11-29T20:44:10.123456Z"))]
    pub at: DateTime<Utc>,
    /// The id of the key that it was done with.
    pub key: Option<Uuid>,
    /// What was changed, in the form that is stored.
    #[schema(value_type = Object)]
    pub change: Value,
}

/// Points that a club added or deducted.
#[skip_serializing_none]
#[derive(Debug, Serialize, ToSchema)]
pub struct ExportedAdjustment {
    pub id: Uuid,
    /// The id of the player.
    pub player: Uuid,
    pub points: i32,
    pub reason: String,
    /// The time as it is kept, with fractions of a second.
    #[serde(serialize_with = "exact")]
    #[schema(value_type = String, examples("2026-11-29T20:44:10.123456Z"))]
    pub created_at: DateTime<Utc>,
    /// The id of the key that it was done with.
    pub key: Option<Uuid>,
    /// Why it does not count, if it was cancelled.
    pub cancelled: Option<String>,
}

impl From<WholeSeason> for ExportedSeason {
    fn from(whole: WholeSeason) -> ExportedSeason {
        let WholeSeason { season, changes, adjustments, table } = whole;
        let SeasonRow { id, name, first_day, last_day, variant, seats, partners, chain, .. } = season;
        ExportedSeason {
            id,
            name,
            from: first_day,
            to: last_day,
            variant,
            players: seats,
            partners,
            chain,
            created_at: season.created_at,
            closed_at: season.closed_at,
            changes: changes.into_iter().map(Into::into).collect(),
            adjustments: adjustments.into_iter().map(Into::into).collect(),
            table,
        }
    }
}

impl From<ChangeRow> for ExportedChange {
    fn from(row: ChangeRow) -> ExportedChange {
        let ChangeRow { id, season_id: _, at, key_id, body } = row;
        ExportedChange { id, at, key: key_id, change: body }
    }
}

impl From<AdjustmentRow> for ExportedAdjustment {
    fn from(row: AdjustmentRow) -> ExportedAdjustment {
        let AdjustmentRow { id, season_id: _, player_id, points, reason, created_at, key_id, cancelled } =
            row;
        ExportedAdjustment { id, player: player_id, points, reason, created_at, key: key_id, cancelled }
    }
}
