//! Seasons as they are asked for.

use chrono::{NaiveDate, Utc};
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::api::problem::{ApiResult, Problem};
use crate::reader::day::{day, maybe_day};
use crate::seasons::{Settings, check_points};
use crate::service::names::Name;
use crate::service::seasons::Season;
use crate::standings::{BadMember, Chain, GameKinds};

/// A season to create.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Spring 2026", "from": "2026-01-01", "to": "2026-06-30",
    "games": {"variant": "block"}, "chain": {"rank_by": ["points", "mini_table", "lots"], "narrow_loss": 1}}))]
pub struct CreateSeason {
    /// 1 to 200 characters, unique in the club, letter case and spacing aside.
    #[schema(value_type = String, min_length = 1, max_length = 200, examples("Spring 2026"))]
    name: Name,
    /// The first day, in the club's time zone.
    #[serde(deserialize_with = "day")]
    from: NaiveDate,
    /// The last day.
    #[serde(deserialize_with = "day")]
    to: NaiveDate,
    /// Which games of these days count; all if absent.
    games: Option<GameKinds>,
    /// How players are ranked. If there are lots and no seed is given, one is drawn and recorded.
    chain: Option<Chain>,
}

/// The fields of a season to change; absent ones stay as they are.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"to": "2026-07-15"}))]
pub struct UpdateSeason {
    /// 1 to 200 characters, unique in the club, letter case and spacing aside.
    #[schema(value_type = Option<String>, min_length = 1, max_length = 200)]
    name: Option<Name>,
    /// The first day, in the club's time zone.
    #[serde(default, deserialize_with = "maybe_day")]
    from: Option<NaiveDate>,
    /// The last day.
    #[serde(default, deserialize_with = "maybe_day")]
    to: Option<NaiveDate>,
    /// Which games of these days count, replacing what was set before.
    games: Option<GameKinds>,
    /// How players are ranked, replacing what was set before; a seed is kept unless another one is given.
    chain: Option<Chain>,
}

/// Why something is done.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"reason": "a score sheet came late"}))]
pub struct SeasonReason {
    /// Why, in 1 to 200 characters.
    #[schema(value_type = String, min_length = 1, max_length = 200)]
    pub reason: Name,
}

/// Points to add to those of a player, or to deduct.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"player": "019aa000-0000-7000-8000-000000000000", "points": -2,
    "reason": "did not turn up"}))]
pub struct AddAdjustment {
    /// The player's id.
    player: Uuid,
    /// The points; a negative number deducts them, and 0 is not allowed.
    #[schema(minimum = -1000, maximum = 1000)]
    points: i64,
    /// Why, in 1 to 200 characters.
    #[schema(value_type = String, min_length = 1, max_length = 200)]
    reason: Name,
}

impl CreateSeason {
    /// The season that is asked for.
    ///
    /// Errors: 422 with the member that cannot be used.
    pub fn into_new(self) -> ApiResult<Season> {
        let season = Season {
            id: Uuid::now_v7(),
            name: self.name.to_string(),
            from: self.from,
            to: self.to,
            games: self.games.unwrap_or_default(),
            chain: self.chain.unwrap_or_default(),
            created_at: Utc::now(),
            closed_at: None,
        };
        season.settings().check().map_err(invalid)?;
        Ok(season)
    }
}

impl UpdateSeason {
    /// The settings that are asked for.
    ///
    /// Errors: 422 with the member that cannot be used.
    pub fn into_edit(self) -> ApiResult<Settings> {
        let UpdateSeason { name, from, to, games, chain } = self;
        let edit = Settings { name: name.map(|name| name.to_string()), from, to, games, chain };
        edit.check().map_err(invalid)?;
        Ok(edit)
    }
}

impl AddAdjustment {
    /// The player, the points and the reason.
    ///
    /// Errors: 422 if there are too many points, or none.
    pub fn read(self) -> ApiResult<(Uuid, i32, Name)> {
        Ok((self.player, check_points(self.points).map_err(invalid)?, self.reason))
    }
}

fn invalid(BadMember { member, why }: BadMember) -> Problem {
    Problem::invalid_member(&format!("/{member}"), why, "out_of_range")
}
