//! How seasons, their logs and adjustments are shown.

use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;
use serde_with::skip_serializing_none;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::api::standings::view::{PlayerName, Ranking};
use crate::api::time::{maybe_seconds, seconds};
use crate::service::seasons::{self as service, AdjustedBy, Changed, Facts, LogEntry, SeasonGames, What};
use crate::store::games::GameRow;
use crate::store::seasons::AdjustmentRow;

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
    pub games: SeasonGamesView,
    /// How players are ranked.
    pub chain: Ranking,
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

/// Which games a season is about; all by default.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = SeasonGames)]
pub struct SeasonGamesView {
    /// Only games of this variant.
    #[schema(examples("block"))]
    pub variant: Option<String>,
    /// Only games of so many players.
    #[schema(minimum = 2, maximum = 12)]
    pub players: Option<i16>,
    /// Only games with partners (`true`) or without (`false`).
    pub partners: Option<bool>,
}

/// Something that was changed about a season.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SeasonChange {
    pub id: Uuid,
    #[serde(serialize_with = "seconds")]
    pub at: DateTime<Utc>,
    /// The id of the key that it was done with.
    pub key: Option<Uuid>,
    pub what: SeasonChangeKind,
    /// The values before it.
    pub before: Option<SeasonFacts>,
    /// The values after it.
    pub after: Option<SeasonFacts>,
    /// The reason.
    pub reason: Option<String>,
    /// The adjustment that it is about.
    pub adjustment: Option<ChangedAdjustment>,
}

/// What can be changed about a season.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SeasonChangeKind {
    Created,
    Name,
    /// The first or the last day.
    Range,
    /// Which games count.
    Games,
    /// How players are ranked.
    Chain,
    Closed,
    Reopened,
    /// Points were given or taken.
    Adjusted,
    AdjustmentCancelled,
}

/// The fields of a season that a change is about.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SeasonFacts {
    pub name: Option<String>,
    /// The first day.
    pub from: Option<NaiveDate>,
    /// The last day.
    pub to: Option<NaiveDate>,
    /// Which games count.
    pub games: Option<SeasonGamesView>,
    /// How players are ranked.
    pub chain: Option<Ranking>,
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
        let (games, chain) = (games.into(), Ranking(chain));
        Season { id, name, from, to, games, chain, created_at, closed_at, running: None }
    }
}

impl From<(service::Season, Vec<GameRow>)> for Season {
    fn from((season, running): (service::Season, Vec<GameRow>)) -> Season {
        let game = |GameRow { id, name, played_on, .. }: GameRow| RunningGame { id, name, played_on };
        Season { running: Some(running.into_iter().map(game).collect()), ..season.into() }
    }
}

impl From<SeasonGames> for SeasonGamesView {
    fn from(games: SeasonGames) -> SeasonGamesView {
        let SeasonGames { variant, players, partners } = games;
        SeasonGamesView { variant, players, partners }
    }
}

impl From<LogEntry> for SeasonChange {
    fn from(entry: LogEntry) -> SeasonChange {
        let LogEntry { id, at, key, changed, player } = entry;
        let Changed { what, before, after, reason, adjustment } = changed;
        let (before, after) = (before.map(Into::into), after.map(Into::into));
        let adjustment = adjustment.zip(player).map(|(AdjustedBy { id, player, points }, name)| {
            ChangedAdjustment { id, player: PlayerName { id: player, name }, points }
        });
        SeasonChange { id, at, key, what: what.into(), before, after, reason, adjustment }
    }
}

impl From<What> for SeasonChangeKind {
    fn from(what: What) -> SeasonChangeKind {
        match what {
            What::Created => SeasonChangeKind::Created,
            What::Name => SeasonChangeKind::Name,
            What::Range => SeasonChangeKind::Range,
            What::Games => SeasonChangeKind::Games,
            What::Chain => SeasonChangeKind::Chain,
            What::Closed => SeasonChangeKind::Closed,
            What::Reopened => SeasonChangeKind::Reopened,
            What::Adjusted => SeasonChangeKind::Adjusted,
            What::AdjustmentCancelled => SeasonChangeKind::AdjustmentCancelled,
        }
    }
}

impl From<Facts> for SeasonFacts {
    fn from(facts: Facts) -> SeasonFacts {
        let Facts { name, from, to, games, chain } = facts;
        SeasonFacts { name, from, to, games: games.map(Into::into), chain: chain.map(Ranking) }
    }
}

impl From<(AdjustmentRow, String)> for Adjustment {
    fn from((row, name): (AdjustmentRow, String)) -> Adjustment {
        let AdjustmentRow { id, season_id: _, player_id, points, reason, created_at, key_id: _, cancelled } =
            row;
        let player = PlayerName { id: player_id, name };
        Adjustment { id, player, points, reason, created_at, cancelled }
    }
}
