//! How seasons, their logs and adjustments are shown.

use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;
use serde_with::skip_serializing_none;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::api::standings::view::PlayerName;
use crate::api::time::{maybe_seconds, seconds};
use crate::seasons::{self, AdjustmentRef, Change, ChangeKind, Entry, Settings};
use crate::service::seasons as service;
use crate::standings::{Chain, GameKinds, Ranking};
use crate::store::games::GameRow;

/// Days with a ranking of their own.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Season {
    pub id: Uuid,
    #[schema(examples("Spring 2026"))]
    pub name: String,
    /// The first day, in the club's time zone.
    pub from: NaiveDate,
    /// The last day.
    pub to: NaiveDate,
    /// Which games of these days count.
    pub games: GameKinds,
    /// How players are ranked.
    #[schema(value_type = Ranking)]
    pub chain: Chain,
    #[serde(serialize_with = "seconds")]
    pub created_at: DateTime<Utc>,
    /// When the season was closed; absent while it is open.
    #[serde(serialize_with = "maybe_seconds")]
    pub closed_at: Option<DateTime<Utc>>,
    /// The first 100 games of the season that were still running when it was closed, and so are not in
    /// its table; only in the answer to that.
    #[schema(max_items = 100)]
    pub running: Option<Vec<RunningGame>>,
}

/// A game that is not finished.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RunningGame {
    pub id: Uuid,
    pub name: Option<String>,
    /// The day, in the club's time zone.
    pub played_on: NaiveDate,
}

/// Something that was changed about a season.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SeasonChange {
    pub id: Uuid,
    #[serde(serialize_with = "seconds")]
    pub recorded_at: DateTime<Utc>,
    /// The id of the key that it was done with.
    pub key: Option<Uuid>,
    pub what: ChangeKind,
    /// The values before it.
    pub before: Option<Settings>,
    /// The values after it.
    pub after: Option<Settings>,
    /// The reason.
    pub reason: Option<String>,
    /// The adjustment that it is about.
    pub adjustment: Option<ChangedAdjustment>,
}

/// An adjustment, as a change names it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ChangedAdjustment {
    pub id: Uuid,
    pub player: PlayerName,
    pub points: i32,
}

/// Points that the club added for a player, negative if deducted, apart from games.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Adjustment {
    pub id: Uuid,
    pub player: PlayerName,
    pub points: i32,
    /// The reason.
    pub reason: String,
    #[serde(serialize_with = "seconds")]
    pub created_at: DateTime<Utc>,
    /// Why it does not count, if it was cancelled.
    pub cancelled: Option<String>,
}

impl From<service::Season> for Season {
    fn from(season: service::Season) -> Season {
        let service::Season { id, name, from, to, games, chain, created_at, closed_at } = season;
        Season { id, name, from, to, games, chain, created_at, closed_at, running: None }
    }
}

impl From<(service::Season, Vec<GameRow>)> for Season {
    fn from((season, running): (service::Season, Vec<GameRow>)) -> Season {
        let game = |GameRow { id, name, played_on, .. }: GameRow| RunningGame { id, name, played_on };
        Season { running: Some(running.into_iter().map(game).collect()), ..season.into() }
    }
}

impl From<(Entry, Option<String>)> for SeasonChange {
    fn from((entry, player): (Entry, Option<String>)) -> SeasonChange {
        let Entry { id, at, key, change } = entry;
        let Change { what, before, after, reason, adjustment } = change;
        let adjustment = adjustment.zip(player).map(|(AdjustmentRef { id, player, points }, name)| {
            ChangedAdjustment { id, player: PlayerName { id: player, name }, points }
        });
        SeasonChange { id, recorded_at: at, key, what, before, after, reason, adjustment }
    }
}

impl From<(seasons::Adjustment, String)> for Adjustment {
    fn from((adjustment, name): (seasons::Adjustment, String)) -> Adjustment {
        let seasons::Adjustment { id, player, points, reason, created_at, key: _, cancelled } = adjustment;
        let player = PlayerName { id: player, name };
        Adjustment { id, player, points, reason, created_at, cancelled }
    }
}
