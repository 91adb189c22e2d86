//! Lists of games.

use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse, get};
use chrono::{Datelike, NaiveDate};
use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;

use crate::api::State;
use crate::api::page::{Page, PageQuery, Place, mark, unmarked};
use crate::api::problem::ApiResult;
use crate::api::query::{Query, invalid};
use crate::api::standings::query::{date, range, variant};
use crate::api::view::{GameStatus, GameSummary};
use crate::rules::Variant;
use crate::service::auth::Reader;
use crate::service::games;
use crate::service::names::Name;
use crate::store::games::{Status, Wanted};

/// The alias gives the page its name in the document.
pub type GameSummaryPage = Page<GameSummary>;

/// Which games are wanted, and which page of them.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct GamesQuery {
    /// Only games in which this player sits.
    #[param(nullable = false, value_type = Option<Uuid>)]
    player: Option<String>,
    /// Only games of this variant.
    #[param(nullable = false, value_type = Option<Variant>)]
    variant: Option<String>,
    /// Only games that go on, or only those that are over.
    #[param(nullable = false, value_type = Option<GameStatus>)]
    status: Option<String>,
    /// Only games played on this day or later, in the club's time zone.
    #[param(nullable = false, value_type = Option<NaiveDate>)]
    from: Option<String>,
    /// Only games played on this day or earlier.
    #[param(nullable = false, value_type = Option<NaiveDate>)]
    to: Option<String>,
    /// Only games that have this text in their name or in a player's, letter case and spacing aside.
    #[param(nullable = false, min_length = 1, max_length = 200)]
    text: Option<String>,
    /// How many items at most.
    #[param(value_type = u8, nullable = false, required = false, minimum = 1, maximum = 100, default = 50)]
    limit: Option<String>,
    /// The `next_cursor` of the page before, with everything else as it was.
    #[param(nullable = false, min_length = 56, max_length = 64, pattern = "^[0-9a-f]+$")]
    cursor: Option<String>,
}

impl GamesQuery {
    fn wanted(&self) -> ApiResult<Wanted> {
        let player = match self.player.as_deref().map(Uuid::try_parse) {
            None => None,
            Some(Ok(player)) => Some(player),
            Some(Err(_)) => return Err(invalid("player", "must be the id of a player, a UUID")),
        };
        let status = match self.status.as_deref() {
            None => None,
            Some("running") => Some(Status::Running),
            Some("finished") => Some(Status::Finished),
            Some(_) => return Err(invalid("status", "must be `running` or `finished`")),
        };
        let text = match self.text.as_deref().map(str::parse::<Name>) {
            None => None,
            Some(Ok(text)) => Some(text.key()),
            Some(Err(why)) => return Err(invalid("text", why)),
        };
        let (from, to) = range(date("from", self.from.as_deref())?, date("to", self.to.as_deref())?)?;
        let variant = self.variant.as_deref().map(variant).transpose()?;
        let players = player.map(|player| vec![player]);
        Ok(Wanted { players, variant, status, from, to, text, ..Wanted::default() })
    }

    /// Where the page begins, in a list by day with the day.
    fn place(&self, mark: &str, is_by_day: bool) -> ApiResult<(Place, Option<NaiveDate>)> {
        let cursor = self.cursor.as_deref().map(|cursor| unmarked(cursor, mark)).transpose()?;
        let mut cursor = cursor.map(str::to_owned);
        let mut day = None;
        if let Some(place) = cursor.as_mut().filter(|_| is_by_day) {
            day = read_day(place);
            // Without a day it is none of ours, and without eight digits neither.
            *place = place.get(8..).filter(|_| day.is_some()).unwrap_or_default().to_owned();
        }
        Ok((PageQuery { limit: self.limit.clone(), cursor }.unmarked_place()?, day))
    }
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
    params(("club" = Uuid, Path, description = "The club's id"), GamesQuery),
    responses((status = 200, description = "A page of games", body = GameSummaryPage,
        headers(("Link" = String, description = "The next page, as rel=\"next\"")))),
)]
#[get("/clubs/{club}/games")]
pub async fn list_games(
    state: Data<State>,
    reader: Reader,
    club: Path<Uuid>,
    Query(query): Query<GamesQuery>,
    request: HttpRequest,
) -> ApiResult<HttpResponse> {
    let (mut wanted, mark) = (query.wanted()?, mark(&request));
    let is_by_day = wanted.is_by_day();
    let (place, after_day) = query.place(&mark, is_by_day)?;
    wanted.after_day = after_day;
    let mut conn = state.db.get().await?;
    let part = (place.after, place.rows());
    let rows = games::list(&mut conn, &reader, club.into_inner(), &wanted, part).await?;
    let key = |summary: &games::Summary| (summary.row.created_at, summary.row.id);
    let days: Vec<NaiveDate> = rows.iter().map(|summary| summary.row.played_on).collect();
    let mut page: GameSummaryPage = Page::of(rows, &place, key, GameSummary::from);
    let day = page.items.len().checked_sub(1).and_then(|last| days.get(last)).filter(|_| is_by_day);
    let day = day.copied().map(write_day).unwrap_or_default();
    page.next_cursor = page.next_cursor.map(|cursor| format!("{mark}{day}{cursor}"));
    Ok(page.respond(&request))
}
