//! Which games a table is about, and by what it ranks.

use chrono::NaiveDate;
use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;

use crate::api::problem::{ApiResult, FieldError};
use crate::api::query::{Parameters, invalid};
use crate::reader::{Asked, whole};
use crate::rules::Variant;
use crate::service::day::maybe_day;
use crate::service::standings::Which;
use crate::standings::Chain;

/// Which games count.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct GameFilter {
    /// Only games of this variant.
    variant: Option<Variant>,
    /// Only games played on this day or later, in the club's time zone.
    #[serde(default, deserialize_with = "maybe_day")]
    from: Option<NaiveDate>,
    /// Only games played on this day or earlier.
    #[serde(default, deserialize_with = "maybe_day")]
    to: Option<NaiveDate>,
    /// Only games of so many players.
    #[serde(default, deserialize_with = "whole::<_, _, 2, 12>")]
    #[param(minimum = 2, maximum = 12)]
    players: Option<i16>,
    /// Only games with partners (`true`) or without (`false`).
    partners: Option<bool>,
}

impl GameFilter {
    fn read(self) -> ApiResult<Which> {
        let GameFilter { variant, from, to, players, partners } = self;
        let (from, to) = range(from, to)?;
        Ok(Which { variant: variant.map(|it| it.word().to_owned()), seats: players, partners, from, to })
    }
}

/// Of which season the games count.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SeasonFilter {
    /// Only games of this season, by its id. A season has its own days and games, so no other parameter
    /// goes with it.
    season: Option<Uuid>,
}

/// Which games statistics are about.
pub enum AskedGames {
    /// These.
    Which(Which),
    /// Those of a season.
    Season(Uuid),
}

impl Parameters for AskedGames {
    fn take(asked: &mut Asked) -> ApiResult<AskedGames> {
        match asked.take()? {
            SeasonFilter { season: None } => asked.take::<GameFilter>()?.read().map(AskedGames::Which),
            SeasonFilter { season: Some(id) } => alone(asked).map(|()| AskedGames::Season(id)),
        }
    }
}

/// Of which season the table is.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SeasonTable {
    /// The table of this season, by its id. A season has its own days, games and ranking, so no other
    /// parameter but `live` goes with it.
    season: Option<Uuid>,
    /// `true`: of a closed season the table as it would be now, instead of the copy.
    live: Option<bool>,
}

/// What a table is asked for.
pub enum AskedTable {
    /// The table of these games, ranked like this.
    Games(Which, Chain),
    /// The table of a season.
    Season {
        id: Uuid,
        /// Even if there is a copy.
        live: bool,
    },
}

impl Parameters for AskedTable {
    fn take(asked: &mut Asked) -> ApiResult<AskedTable> {
        let SeasonTable { season, live } = asked.take()?;
        match (season, live) {
            (None, Some(_)) => Err(invalid("live", "is only for the table of a `season`")),
            (None, None) => {
                let which = asked.take::<GameFilter>()?.read()?;
                Ok(AskedTable::Games(which, ranking(asked.take()?)?))
            }
            (Some(id), live) => {
                alone(asked)?;
                Ok(AskedTable::Season { id, live: live.unwrap_or(false) })
            }
        }
    }
}

/// Whether nothing else is given beside a season.
fn alone(asked: &Asked) -> ApiResult<()> {
    let Some(other) = asked.left() else { return Ok(()) };
    let why = "cannot be given with `season`, which has its own days, games and ranking";
    let both = format!("cannot be given with `{other}`");
    Err(invalid(other, why).error(FieldError::parameter("season", both)))
}

/// A ranking by which tables can be made, and made again.
fn ranking(chain: Chain) -> ApiResult<Chain> {
    chain.check().map_err(|bad| invalid(&bad.member, bad.why))?;
    if chain.draws_lots() && chain.seed.is_empty() {
        return Err(invalid("seed", "is required to draw lots, so that they can be drawn again"));
    }
    Ok(chain)
}

/// A range of dates, each of which may be open.
///
/// Errors: 400 if it ends before it begins.
pub fn range(
    from: Option<NaiveDate>,
    to: Option<NaiveDate>,
) -> ApiResult<(Option<NaiveDate>, Option<NaiveDate>)> {
    match from.zip(to) {
        Some((from, to)) if to < from => Err(invalid("to", "must not be a day before `from`")),
        _ => Ok((from, to)),
    }
}
