//! Which games count: what a query asks for, and what a season keeps.
//!
//! To add a filter, add a member to [`GameKinds`], and its condition and its value in `store/results/filter`.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;
use utoipa::{IntoParams, ToSchema};

use super::chain::BadMember;
use crate::reader::day::maybe_day;
use crate::rules::{MAX_SEATS, Variant};

/// Which games count; all by default.
#[skip_serializing_none]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema, IntoParams)]
#[serde(deny_unknown_fields)]
#[schema(as = SeasonGames, example = json!({"variant": "block"}))]
#[into_params(parameter_in = Query)]
pub struct GameKinds {
    /// Only games of this variant.
    pub variant: Option<Variant>,
    /// Only games of so many players.
    #[schema(minimum = 2, maximum = 12)]
    #[param(minimum = 2, maximum = 12)]
    pub players: Option<i16>,
    /// Only games with partners (`true`) or without (`false`).
    pub partners: Option<bool>,
}

impl GameKinds {
    /// Whether there can be such games.
    ///
    /// Errors: the first member that cannot be so.
    pub fn check(&self) -> Result<(), BadMember> {
        let is_possible = |it: i16| usize::try_from(it).is_ok_and(|it| (2..=MAX_SEATS).contains(&it));
        if self.players.is_none_or(is_possible) {
            return Ok(());
        }
        let why = format!("must be a whole number from 2 to {MAX_SEATS}");
        Err(BadMember { member: "players".to_owned(), why })
    }
}

/// Days, the first and the last included; each may be open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Days {
    /// Only games played on this day or later, in the club's time zone.
    #[serde(default, deserialize_with = "maybe_day")]
    pub from: Option<NaiveDate>,
    /// Only games played on this day or earlier.
    #[serde(default, deserialize_with = "maybe_day")]
    pub to: Option<NaiveDate>,
}

impl Days {
    /// Whether every day is one of them.
    pub const fn is_all_time(&self) -> bool {
        self.from.is_none() && self.to.is_none()
    }
}

/// The results that are asked for: of which games, played when.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ResultFilter {
    pub games: GameKinds,
    pub days: Days,
}
