//! Seasons as they are asked for.

use chrono::NaiveDate;
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::api::codes::request::INVALID_BODY;
use crate::api::problem::{ApiResult, FieldError, Problem};
use crate::rules::{MAX_SEATS, Variant};
use crate::service::day::{day, maybe_day};
use crate::service::names::Name;
use crate::service::seasons::{NewAdjustment, NewSeason, SeasonEdit, SeasonGames};
use crate::standings::{Chain, MOST_POINTS};

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
    games: Option<GamesOfSeason>,
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
    games: Option<GamesOfSeason>,
    /// How players are ranked, replacing what was set before; a seed is kept unless another one is given.
    chain: Option<Chain>,
}

/// Which games a season is about; all by default.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"variant": "block"}))]
pub struct GamesOfSeason {
    /// Only games of this variant.
    variant: Option<Variant>,
    /// Only games of so many players.
    #[schema(minimum = 2, maximum = 12)]
    players: Option<i16>,
    /// Only games with partners (`true`) or without (`false`).
    partners: Option<bool>,
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
    /// # Errors
    ///
    /// 422 with the member that cannot be used.
    pub fn into_new(self) -> ApiResult<NewSeason> {
        Ok(NewSeason {
            name: self.name,
            from: self.from,
            to: self.to,
            games: self.games.map(GamesOfSeason::read).transpose()?.unwrap_or_default(),
            chain: ranking(self.chain.unwrap_or_default())?,
        })
    }
}

impl UpdateSeason {
    /// The changes that are asked for.
    ///
    /// # Errors
    ///
    /// 422 with the member that cannot be used.
    pub fn into_edit(self) -> ApiResult<SeasonEdit> {
        Ok(SeasonEdit {
            name: self.name,
            from: self.from,
            to: self.to,
            games: self.games.map(GamesOfSeason::read).transpose()?,
            chain: self.chain.map(ranking).transpose()?,
        })
    }
}

impl AddAdjustment {
    /// The points that are asked for.
    ///
    /// # Errors
    ///
    /// 422 if there are too many of them, or none.
    pub fn into_new(self) -> ApiResult<NewAdjustment> {
        let points = whole("/points", Some(self.points), (-MOST_POINTS, MOST_POINTS), 0)?;
        if points == 0 {
            return Err(invalid("/points", "must not be 0"));
        }
        let points = i32::try_from(points).unwrap_or(i32::MAX);
        Ok(NewAdjustment { player: self.player, points, reason: self.reason })
    }
}

impl GamesOfSeason {
    fn read(self) -> ApiResult<SeasonGames> {
        let most = i64::try_from(MAX_SEATS).unwrap_or(i64::MAX);
        whole("/games/players", self.players.map(i64::from), (2, most), 2)?;
        let variant = self.variant.map(|variant| variant.word().to_owned());
        Ok(SeasonGames { variant, players: self.players, partners: self.partners })
    }
}

/// A ranking by which tables can be made.
fn ranking(chain: Chain) -> ApiResult<Chain> {
    chain.check().map_err(|bad| invalid(&format!("/chain/{}", bad.member), bad.why))?;
    Ok(chain)
}

fn whole(pointer: &str, value: Option<i64>, (least, most): (i64, i64), standard: i64) -> ApiResult<i64> {
    match value {
        None => Ok(standard),
        Some(value) if (least..=most).contains(&value) => Ok(value),
        Some(_) => Err(invalid(pointer, format!("must be a whole number from {least} to {most}"))),
    }
}

fn invalid(pointer: &str, why: impl std::fmt::Display) -> Problem {
    let error = FieldError::at(pointer, &why).code("out_of_range");
    Problem::new(&INVALID_BODY, format!("{pointer} {why}.")).error(error)
}
