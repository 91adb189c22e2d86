//! Lists of games.

use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse, get};
use chrono::{Datelike, NaiveDate};
use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;

use crate::api::State;
use crate::api::page::{Page, PageQuery, PageRequest, mark, unmarked};
use crate::api::problem::ApiResult;
use crate::api::query::{Both, Parameters, Query};
use crate::api::standings::query::days;
use crate::api::view::GameSummary;
use crate::reader::QueryParameters;
use crate::rules::Variant;
use crate::service::auth::Reader;
use crate::service::games;
use crate::service::names::Name;
use crate::standings::Days;
use crate::store::games::{GameFilter, Status};

/// The alias gives the page its name in the document.
pub type GameSummaryPage = Page<GameSummary>;

/// Which games are wanted.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct GamesQuery {
    /// Only games in which this player sits.
    player: Option<Uuid>,
    /// Only games of this variant.
    variant: Option<Variant>,
    /// Only games that go on, or only those that are over.
    status: Option<Status>,
    /// Only games that have this text in their name or in a player's, letter case and spacing aside.
    #[param(value_type = Option<String>, min_length = 1, max_length = 200)]
    text: Option<Name>,
}

impl Parameters for GameFilter {
    fn take(asked: &mut QueryParameters) -> ApiResult<GameFilter> {
        let GamesQuery { player, variant, status, text } = asked.take()?;
        Ok(GameFilter {
            players: player.map(|player| vec![player]),
            variant,
            status,
            days: days(asked)?,
            text: text.map(|text| text.key()),
            ..GameFilter::default()
        })
    }
}

/// Where the page begins, in a list by day with the day.
fn place(page: &PageQuery, mark: &str, is_by_day: bool) -> ApiResult<(PageRequest, Option<NaiveDate>)> {
    let cursor = page.cursor.as_deref().map(|cursor| unmarked(cursor, mark)).transpose()?;
    let mut cursor = cursor.map(str::to_owned);
    let mut day = None;
    if let Some(place) = cursor.as_mut().filter(|_| is_by_day) {
        day = read_day(place);
        // Without a day it is none of ours, and without eight digits neither.
        *place = place.get(8..).filter(|_| day.is_some()).unwrap_or_default().to_owned();
    }
    Ok((PageQuery { limit: page.limit, cursor }.unmarked_place()?, day))
}

/// A day in a cursor: which it is, in hexadecimal.
fn write_day(day: NaiveDate) -> String {
    format!("{:08x}", day.num_days_from_ce())
}

fn read_day(place: &str) -> Option<NaiveDate> {
    NaiveDate::from_num_days_from_ce_opt(i32::from_str_radix(place.get(..8)?, 16).ok()?)
}

/// List the games of a club.
///
/// The newest first, in pages that neither skip nor repeat while games are added. Every filter
/// that is given has to hold. With `from` or `to` the list goes by the day of the game, the latest
/// first.
#[utoipa::path(
    tag = "games", operation_id = "listGames", security((), ("bearerAuth" = [])),
    params(GamesQuery, Days, PageQuery),
    responses((status = 200, description = "A page of games", body = GameSummaryPage)),
)]
#[get("/clubs/{club}/games")]
pub async fn list_games(
    state: Data<State>,
    reader: Reader,
    club: Path<Uuid>,
    Query(Both(mut filter, page)): Query<Both<GameFilter, PageQuery>>,
    request: HttpRequest,
) -> ApiResult<HttpResponse> {
    let mark = mark(&request);
    let is_by_day = filter.is_by_day();
    let (place, after_day) = place(&page, &mark, is_by_day)?;
    filter.after_day = after_day;
    let mut conn = state.db.get().await?;
    let part = (place.after, place.rows());
    let rows = games::list(&mut conn, &reader, club.into_inner(), &filter, part).await?;
    let key = |summary: &games::Summary| (summary.row.created_at, summary.row.id);
    let days: Vec<NaiveDate> = rows.iter().map(|summary| summary.row.played_on).collect();
    let mut page: GameSummaryPage = Page::of(rows, &place, key, GameSummary::from);
    let day = page.items.len().checked_sub(1).and_then(|last| days.get(last)).filter(|_| is_by_day);
    let day = day.copied().map(write_day).unwrap_or_default();
    page.next_cursor = page.next_cursor.map(|cursor| format!("{mark}{day}{cursor}"));
    Ok(page.respond(&request))
}
