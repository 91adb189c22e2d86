//! Lists of games.

use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse, get};
use chrono::{DateTime, Datelike, NaiveDate, Utc};
use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;

use crate::api::State;
use crate::api::page::{Page, PageQuery, PageRequest, mark, unmarked};
use crate::api::problem::ApiResult;
use crate::api::query::{Both, Parameters, Query};
use crate::api::standings::query::{alone, days};
use crate::api::view::GameSummary;
use crate::reader::QueryParameters;
use crate::rules::Variant;
use crate::service::auth::Reader;
use crate::service::games::{self, ListRequest};
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
    /// Only games that have this text in their name or in a player's, letter case and spacing aside.
    #[param(value_type = Option<String>, min_length = 1, max_length = 200)]
    text: Option<Name>,
    /// Only games that count in standings (`true`), or that do not (`false`).
    counts: Option<bool>,
    /// Only games with partners (`true`) or without (`false`).
    partners: Option<bool>,
    /// Only games that were changed at this time or later, whatever was changed.
    changed_since: Option<DateTime<Utc>>,
    /// Only games that count in this season, by its id. It has its own days and kinds of games, so `from`, `to`,
    /// `variant`, `partners` and `counts` cannot be given with it.
    season: Option<Uuid>,
}

/// In which state games are wanted.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct StatusQuery {
    /// Only games that go on, or only those that are over. Or those that were deleted, which are in no other list
    /// and are listed for the scope `manage`.
    status: Option<Status>,
}

impl Parameters for ListRequest {
    fn take(asked: &mut QueryParameters) -> ApiResult<ListRequest> {
        let GamesQuery { player, variant, text, counts, partners, changed_since, season } = asked.take()?;
        let days = days(asked)?;
        if season.is_some() {
            let own = [
                ("from", days.from.is_some()),
                ("to", days.to.is_some()),
                ("variant", variant.is_some()),
                ("partners", partners.is_some()),
                ("counts", counts.is_some()),
            ];
            alone(own.into_iter().find(|(_, given)| *given).map(|(name, _)| name))?;
        }
        let filter = GameFilter {
            players: player.map(|player| vec![player]),
            variant,
            days,
            counts,
            partners,
            changed_since,
            text: text.map(|text| text.key()),
            ..GameFilter::default()
        };
        Ok(ListRequest { filter, season })
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
/// that is given has to hold. With `from`, `to` or `season` the list goes by the day of the game, the latest
/// first. Each game has its totals and winners, so nothing more need be read to show a list.
#[utoipa::path(
    tag = "games", operation_id = "listGames", security((), ("bearerAuth" = [])),
    params(GamesQuery, StatusQuery, Days, PageQuery),
    responses((status = 200, description = "A page of games", body = GameSummaryPage)),
)]
#[get("/clubs/{club}/games")]
pub async fn list_games(
    state: Data<State>,
    reader: Reader,
    club: Path<Uuid>,
    Query(Both(mut asked, Both(StatusQuery { status }, page))): Query<
        Both<ListRequest, Both<StatusQuery, PageQuery>>,
    >,
    request: HttpRequest,
) -> ApiResult<HttpResponse> {
    let mark = mark(&request);
    asked.filter.status = status;
    let is_by_day = asked.is_by_day();
    let (place, after_day) = place(&page, &mark, is_by_day)?;
    asked.filter.after_day = after_day;
    let mut conn = state.db.get().await?;
    let part = (place.after, place.rows());
    let rows = games::list(&mut conn, &reader, club.into_inner(), &asked, part).await?;
    let key = |summary: &games::Summary| (summary.row.created_at, summary.row.id);
    let days: Vec<NaiveDate> = rows.iter().map(|summary| summary.row.played_on).collect();
    let mut page: GameSummaryPage = Page::of(rows, &place, key, GameSummary::from);
    let day = page.items.len().checked_sub(1).and_then(|last| days.get(last)).filter(|_| is_by_day);
    let day = day.copied().map(write_day).unwrap_or_default();
    page.next_cursor = page.next_cursor.map(|cursor| format!("{mark}{day}{cursor}"));
    Ok(page.respond(&request))
}
