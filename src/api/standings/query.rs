//! Which games a table is about, and by what it ranks.

use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;

use crate::api::problem::{ApiResult, FieldError, Problem};
use crate::api::query::{Parameters, invalid};
use crate::reader::{QueryParameters, whole};
use crate::service::standings::Selection;
use crate::standings::{BadMember, Chain, Days, GameKinds, ResultFilter};

/// Takes the results that are asked for.
fn results(asked: &mut QueryParameters) -> ApiResult<ResultFilter> {
    let games: GameKinds = asked.take()?;
    games.check().map_err(bad)?;
    Ok(ResultFilter { games, days: days(asked)? })
}

/// Takes a range of days.
///
/// Errors: 400 if it ends before it begins.
pub fn days(asked: &mut QueryParameters) -> ApiResult<Days> {
    let days: Days = asked.take()?;
    match days.from.zip(days.to) {
        Some((from, to)) if to < from => Err(invalid("to", "must not be a day before `from`")),
        _ => Ok(days),
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
pub enum GamesRequest {
    /// These.
    Games(ResultFilter),
    /// Those of a season.
    Season(Uuid),
}

impl Parameters for GamesRequest {
    fn take(asked: &mut QueryParameters) -> ApiResult<GamesRequest> {
        match asked.take()? {
            SeasonFilter { season: None } => results(asked).map(GamesRequest::Games),
            SeasonFilter { season: Some(id) } => alone(asked.left()).map(|()| GamesRequest::Season(id)),
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

/// Who is to be in a table.
#[derive(Clone, Copy, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct RowsQuery {
    /// How many rows at most, from the top; by default all.
    #[serde(default, deserialize_with = "whole::<_, _, 1, 1000>")]
    #[param(minimum = 1, maximum = 1000)]
    limit: Option<u16>,
    /// `false`: without guests. A table that is kept loses their rows; any other is ranked without them.
    guests: Option<bool>,
    /// `true`: also members who have no games yet, as at a season's start. A table that is kept has those who were in it.
    without_games: Option<bool>,
}

impl From<RowsQuery> for Selection {
    fn from(RowsQuery { limit, guests, without_games }: RowsQuery) -> Selection {
        let limit = limit.map(usize::from);
        Selection { limit, guests: guests.unwrap_or(true), without_games: without_games.unwrap_or(false) }
    }
}

/// What a table is asked for.
pub enum StandingsRequest {
    /// The table of these games, ranked like this.
    Games(ResultFilter, Chain),
    /// The table of a season.
    Season {
        id: Uuid,
        /// Even if there is a copy.
        live: bool,
    },
}

impl Parameters for StandingsRequest {
    fn take(asked: &mut QueryParameters) -> ApiResult<StandingsRequest> {
        let SeasonTable { season, live } = asked.take()?;
        match (season, live) {
            (None, Some(_)) => Err(invalid("live", "is only for the table of a `season`")),
            (None, None) => Ok(StandingsRequest::Games(results(asked)?, ranking(asked.take()?)?)),
            (Some(id), live) => {
                alone(asked.left())?;
                Ok(StandingsRequest::Season { id, live: live.unwrap_or(false) })
            }
        }
    }
}

/// Whether nothing that a season has of its own is given beside it.
///
/// Errors: 400 if `other` is.
pub fn alone(other: Option<&str>) -> ApiResult<()> {
    let Some(other) = other else { return Ok(()) };
    let why = "cannot be given with `season`, which has its own days, games and ranking";
    let both = format!("cannot be given with `{other}`");
    Err(invalid(other, why).error(FieldError::parameter("season", both)))
}

fn bad(BadMember { member, why }: BadMember) -> Problem {
    invalid(&member, why)
}

/// A ranking by which tables can be made, and made again.
fn ranking(chain: Chain) -> ApiResult<Chain> {
    chain.check().map_err(bad)?;
    if chain.draws_lots() && chain.seed.is_empty() {
        return Err(invalid("seed", "is required to draw lots, so that they can be drawn again"));
    }
    Ok(chain)
}
