//! Ratings of a club's players, and a player's by game.

use actix_web::web::{Data, Json, Path};
use actix_web::{HttpRequest, HttpResponse, get};
use chrono::{DateTime, Days, NaiveDate, TimeDelta};
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::view::PlayerName;
use crate::api::State;
use crate::api::page::{Page, PageQuery};
use crate::api::problem::ApiResult;
use crate::api::query::{Both, Query, invalid};
use crate::rules::Variant;
use crate::service::auth::Reader;
use crate::service::standings::ratings::{self, GameRating, Ratings};
use crate::standings::rating::Rating;
use crate::standings::{GameOrder, RatedRank};
use crate::store::After;
use crate::store::ratings::{FIRST, LAST};

/// Of which variant ratings are wanted.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct RatingsQuery {
    /// Only this variant; every variant that was played if absent.
    variant: Option<Variant>,
}

/// The ratings of a club's players.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Ratings)]
pub struct RatingsView {
    /// A table for each variant.
    pub tables: Vec<RatingTable>,
}

/// The ratings of a club's players in a variant.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RatingTable {
    #[schema(value_type = Variant)]
    pub variant: String,
    /// Whether there are games that are not in these numbers yet, because a game of long ago was
    /// corrected just now. They are right as of the game `through`; ask again soon for the rest.
    pub pending: bool,
    /// The last game that is in these numbers; absent if there is none.
    pub through: Option<RatedThrough>,
    /// The best first.
    pub rows: Vec<RatingRow>,
}

/// A game in the order in which games are rated: by day, then as they were made.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RatedThrough {
    /// The game's id.
    pub game: Uuid,
    /// The day, in the club's time zone.
    pub played_on: NaiveDate,
}

/// A player's rating.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RatingRow {
    #[schema(minimum = 1)]
    pub rank: usize,
    /// Whether others have the same rank.
    pub tied: bool,
    pub player: PlayerName,
    #[serde(flatten)]
    pub rating: RatingValue,
    /// From so many games.
    pub games: i64,
    /// What the last game changed in `rating`.
    pub last_change: i32,
    /// The day of that game, in the club's time zone.
    pub last_played_on: NaiveDate,
}

/// How well somebody plays.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RatingValue {
    /// The number to show: 1000 + 40 × (`mu` − 3 × `sigma`), rounded. It starts at 1000 and is a cautious
    /// estimate, so it takes some games to get to the top.
    #[schema(examples(1312))]
    pub rating: i32,
    /// The estimated strength; 25 for a newcomer.
    #[schema(examples(27.635))]
    pub mu: f64,
    /// The uncertainty of that, as a standard deviation; 25/3 for a newcomer.
    #[schema(examples(6.524))]
    pub sigma: f64,
}

/// What a game did to a player's rating.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = GameRating)]
pub struct GameRatingView {
    /// The game's id.
    pub game: Uuid,
    /// The day, in the club's time zone.
    pub played_on: NaiveDate,
    #[schema(value_type = Variant)]
    pub variant: String,
    /// Whether the game is still to be rated, because one of long ago was corrected just now. Then
    /// there are no numbers; ask again soon.
    pub pending: bool,
    /// The rating when the game began.
    pub before: Option<RatingValue>,
    /// The rating when it was over, whatever was played since.
    pub after: Option<RatingValue>,
    /// What it changed in `rating`.
    pub change: Option<i32>,
}

/// The alias gives the page its name in the document.
pub type GameRatingPage = Page<GameRatingView>;

/// Read the ratings of a club.
///
/// How well each player plays a variant, by the finished games that count: who came in before whom,
/// not by how many points. Partners are rated together, and games with partners and without make one
/// rating; guests are rated like everybody. After a correction all games from the corrected one on
/// are rated anew: a few at once, many in the background, and then `pending` says so. Answers without
/// a key if the club is public.
#[utoipa::path(
    tag = "standings", operation_id = "getRatings", security((), ("bearerAuth" = [])),
    params(RatingsQuery),
    responses((status = 200, description = "The ratings, a table for each variant", body = RatingsView)),
)]
#[get("/clubs/{club}/ratings")]
pub async fn get_ratings(
    state: Data<State>,
    reader: Reader,
    club: Path<Uuid>,
    Query(query): Query<RatingsQuery>,
) -> ApiResult<Json<RatingsView>> {
    let variant = query.variant.map(Variant::word);
    let mut conn = state.db.reading(reader.share()).await?;
    let tables = ratings::ratings(&mut conn, &reader, club.into_inner(), variant).await?;
    if tables.iter().any(|table| table.pending) {
        state.ratings.notify_one();
    }
    Ok(Json(RatingsView { tables: tables.into_iter().map(RatingTable::from).collect() }))
}

/// Read the ratings of a player by game.
///
/// What each game did to the player's rating in its variant, as it was then, the newest first, in
/// pages that neither skip nor repeat while games are added. Answers without a key if the club is
/// public.
#[utoipa::path(
    tag = "standings", operation_id = "getPlayerRatings", security((), ("bearerAuth" = [])),
    params(RatingsQuery, PageQuery),
    responses((status = 200, description = "A page of games", body = GameRatingPage)),
)]
#[get("/clubs/{club}/players/{player}/ratings")]
pub async fn get_player_ratings(
    state: Data<State>,
    reader: Reader,
    path: Path<(Uuid, Uuid)>,
    Query(Both(query, page)): Query<Both<RatingsQuery, PageQuery>>,
    request: HttpRequest,
) -> ApiResult<HttpResponse> {
    let variant = query.variant.map(Variant::word);
    let place = page.place(&request)?;
    let before = place.after.map(position).transpose()?;
    let mut conn = state.db.reading(reader.share()).await?;
    let part = (before, place.rows());
    let rows = ratings::history(&mut conn, &reader, path.into_inner(), variant, part).await?;
    if rows.iter().any(|row| row.ratings.is_none()) {
        state.ratings.notify_one();
    }
    let page: GameRatingPage = Page::of(rows, &place, |row| cursor_of(row.place), GameRatingView::from);
    Ok(page.respond(&request))
}

/// A place in the order of games as a cursor has it: with days of any year as microseconds.
fn cursor_of((day, game): GameOrder) -> After {
    (DateTime::UNIX_EPOCH + TimeDelta::microseconds((day - FIRST.0).num_days()), game)
}

fn position((time, game): After) -> ApiResult<GameOrder> {
    let days = u64::try_from(time.timestamp_micros()).ok();
    let day = days.and_then(|days| FIRST.0.checked_add_days(Days::new(days)));
    let day = day.filter(|day| *day <= LAST.0);
    Ok((day.ok_or_else(|| invalid("cursor", "must be the next_cursor of a page"))?, game))
}

impl From<Rating> for RatingValue {
    fn from(rating: Rating) -> RatingValue {
        RatingValue { rating: rating.shown(), mu: rating.mu, sigma: rating.sigma }
    }
}

impl From<Ratings> for RatingTable {
    fn from(ratings: Ratings) -> RatingTable {
        let Ratings { variant, pending, through, players } = ratings;
        RatingTable {
            variant,
            pending,
            through: through.map(|(played_on, game)| RatedThrough { game, played_on }),
            rows: players.into_iter().map(row).collect(),
        }
    }
}

fn row((ranked, name): (RatedRank, String)) -> RatingRow {
    let RatedRank { rank, tied, player, rated } = ranked;
    RatingRow {
        rank,
        tied,
        player: PlayerName { id: player, name },
        rating: rated.rating.into(),
        games: rated.games,
        last_change: rated.change,
        last_played_on: rated.last_played_on,
    }
}

impl From<GameRating> for GameRatingView {
    fn from(game: GameRating) -> GameRatingView {
        let GameRating { place: (played_on, game), variant, ratings } = game;
        GameRatingView {
            game,
            played_on,
            variant,
            pending: ratings.is_none(),
            before: ratings.map(|(before, _)| before.into()),
            after: ratings.map(|(_, after)| after.into()),
            change: ratings.map(|(before, after)| after.shown() - before.shown()),
        }
    }
}
