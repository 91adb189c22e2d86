//! Seasons: days with a ranking of their own.

mod body;
mod view;

use actix_web::web::{Data, Json, Path};
use actix_web::{HttpRequest, HttpResponse, delete, get, patch, post};
use utoipa_actix_web::service_config::ServiceConfig;
use uuid::Uuid;

pub(super) use self::body::{AddAdjustment, SeasonReason};
use self::body::{CreateSeason, UpdateSeason};
pub use self::view::{Adjustment, Season, SeasonChange};
use super::State;
use super::json::{Body, NoBody};
use super::page::{Page, PageQuery};
use super::problem::ApiResult;
use super::query::{DryRun, NoQuery, Query};
use super::write::WriteRequest;
use crate::service::auth::Reader;
use crate::service::retries::Made;
use crate::service::seasons;
use crate::store::keys::Scope;

/// The addresses of this file.
pub fn routes(app: &mut ServiceConfig) {
    app.service(create_season)
        .service(list_seasons)
        .service(get_season)
        .service(update_season)
        .service(delete_season)
        .service(close_season)
        .service(reopen_season)
        .service(get_season_log);
}

/// The alias gives the page its name in the document.
pub type SeasonPage = Page<Season>;
/// The alias gives the page its name in the document.
pub type SeasonChangePage = Page<SeasonChange>;

/// Create a season.
///
/// Needs the scope `manage`. A season is about the games of its days, first and last included, and has
/// a ranking of its own. Seasons may overlap: a game counts in every season that it fits. Games keep
/// the day that they have if the club's time zone changes. If players are ranked by lots and no seed is
/// given, one is drawn and recorded.
#[utoipa::path(
    tag = "seasons", operation_id = "createSeason",
    params(DryRun),
    request_body(content = CreateSeason, description = "The season to create"),
    responses((status = 201, description = "The season", body = Season,
        headers(("Location" = String, description = "The path of the season")))),
)]
#[post("/clubs/{club}/seasons")]
pub async fn create_season(
    request: WriteRequest,
    club: Path<Uuid>,
    Body(season): Body<CreateSeason>,
) -> ApiResult<HttpResponse> {
    let (club, new) = (club.into_inner(), season.into_new()?);
    let show =
        move |made: seasons::Season| (format!("/v1/clubs/{club}/seasons/{}", made.id), Season::from(made));
    let work = request.create((club, Scope::Manage), show, async move |conn, by, earlier| {
        let season = match earlier {
            None => seasons::create(conn, &by.caller, club, new.clone(), by.how()).await?,
            Some(earlier) => seasons::read(conn, &by.reader(), (club, earlier.made)).await?,
        };
        Ok(Made::new(season.id, season))
    });
    work.await
}

/// List the seasons of a club.
///
/// The oldest first, in pages. Answers without a key if the club is public.
#[utoipa::path(
    tag = "seasons", operation_id = "listSeasons", security((), ("bearerAuth" = [])),
    params(PageQuery),
    responses((status = 200, description = "A page of seasons", body = SeasonPage)),
)]
#[get("/clubs/{club}/seasons")]
pub async fn list_seasons(
    state: Data<State>,
    reader: Reader,
    club: Path<Uuid>,
    Query(query): Query<PageQuery>,
    request: HttpRequest,
) -> ApiResult<HttpResponse> {
    let place = query.place(&request)?;
    let mut conn = state.db.get().await?;
    let part = (place.after, place.rows());
    let rows = seasons::list(&mut conn, &reader, club.into_inner(), part).await?;
    let page: SeasonPage = Page::of(rows, &place, |it| (it.created_at, it.id), Season::from);
    Ok(page.respond(&request))
}

/// Read a season.
///
/// Its table is at `/v1/clubs/{club}/standings?season=`. Answers without a key if the club is public.
#[utoipa::path(
    tag = "seasons", operation_id = "getSeason", security((), ("bearerAuth" = [])),
    responses((status = 200, description = "The season", body = Season)),
)]
#[get("/clubs/{club}/seasons/{season}")]
pub async fn get_season(
    state: Data<State>,
    reader: Reader,
    path: Path<(Uuid, Uuid)>,
) -> ApiResult<Json<Season>> {
    let mut conn = state.db.get().await?;
    Ok(Json(seasons::read(&mut conn, &reader, path.into_inner()).await?.into()))
}

/// Change a season.
///
/// Needs the scope `manage`. Every difference is recorded in the log of the season. Of a closed season
/// only the name can be changed.
#[utoipa::path(
    tag = "seasons", operation_id = "updateSeason",
    params(DryRun),
    request_body(content = UpdateSeason, description = "The fields to change"),
    responses((status = 200, description = "The season as it is now", body = Season)),
)]
#[patch("/clubs/{club}/seasons/{season}")]
pub async fn update_season(
    request: WriteRequest,
    path: Path<(Uuid, Uuid)>,
    Body(edit): Body<UpdateSeason>,
) -> ApiResult<HttpResponse> {
    let ((club, id), edit) = (path.into_inner(), edit.into_edit()?);
    let work = request.change((club, Scope::Manage), Season::from, async move |conn, by, earlier| {
        let season = match earlier {
            None => seasons::update(conn, &by.caller, (club, id), edit.clone(), by.how()).await?,
            Some(_) => seasons::read(conn, &by.reader(), (club, id)).await?,
        };
        Ok(Made::new(id, season))
    });
    work.await
}

/// Delete a season.
///
/// Needs the scope `manage`. Its log and its adjustments go with it, its games stay. A closed season
/// has to be reopened first.
#[utoipa::path(
    tag = "seasons", operation_id = "deleteSeason",
    responses((status = 204, description = "The season is gone")),
)]
#[delete("/clubs/{club}/seasons/{season}")]
pub async fn delete_season(
    request: WriteRequest<NoQuery>,
    path: Path<(Uuid, Uuid)>,
) -> ApiResult<HttpResponse> {
    let (club, id) = path.into_inner();
    let work = request.delete((club, Scope::Manage), id, async move |conn, by| {
        seasons::remove(conn, &by.caller, (club, id)).await
    });
    work.await
}

/// Close a season.
///
/// Needs the scope `manage`. The table as it is now is kept as a copy and shown from then on, whatever
/// happens to the games; the standings say whether the live table differs from it. The answer
/// names the games that are still running.
#[utoipa::path(
    tag = "seasons", operation_id = "closeSeason",
    params(DryRun),
    responses((status = 200, description = "The closed season", body = Season)),
)]
#[post("/clubs/{club}/seasons/{season}/close")]
pub async fn close_season(
    request: WriteRequest,
    path: Path<(Uuid, Uuid)>,
    _: NoBody,
) -> ApiResult<HttpResponse> {
    let (club, id) = path.into_inner();
    let work = request.change((club, Scope::Manage), Season::from, async move |conn, by, earlier| {
        let season = match earlier {
            None => seasons::close(conn, &by.caller, (club, id), by.how()).await?,
            Some(_) => seasons::closed(conn, &by.caller, (club, id)).await?,
        };
        Ok(Made::new(id, season))
    });
    work.await
}

/// Reopen a closed season.
///
/// Needs the scope `manage`. Its table is live again and the copy is discarded; the reason is recorded in
/// the log of the season.
#[utoipa::path(
    tag = "seasons", operation_id = "reopenSeason",
    params(DryRun),
    request_body(content = SeasonReason, description = "Why"),
    responses((status = 200, description = "The open season", body = Season)),
)]
#[post("/clubs/{club}/seasons/{season}/reopen")]
pub async fn reopen_season(
    request: WriteRequest,
    path: Path<(Uuid, Uuid)>,
    Body(SeasonReason { reason }): Body<SeasonReason>,
) -> ApiResult<HttpResponse> {
    let (club, id) = path.into_inner();
    let work = request.change((club, Scope::Manage), Season::from, async move |conn, by, earlier| {
        let season = match earlier {
            None => seasons::reopen(conn, &by.caller, (club, id), &reason, by.how()).await?,
            Some(_) => seasons::read(conn, &by.reader(), (club, id)).await?,
        };
        Ok(Made::new(id, season))
    });
    work.await
}

/// Read the log of a season.
///
/// What was changed, from what, to what, with which key and when; the oldest first, in pages. Answers
/// without a key if the club is public.
#[utoipa::path(
    tag = "seasons", operation_id = "getSeasonLog", security((), ("bearerAuth" = [])),
    params(PageQuery),
    responses((status = 200, description = "A page of the log", body = SeasonChangePage)),
)]
#[get("/clubs/{club}/seasons/{season}/log")]
pub async fn get_season_log(
    state: Data<State>,
    reader: Reader,
    path: Path<(Uuid, Uuid)>,
    Query(query): Query<PageQuery>,
    request: HttpRequest,
) -> ApiResult<HttpResponse> {
    let place = query.place(&request)?;
    let mut conn = state.db.get().await?;
    let part = (place.after, place.rows());
    let rows = seasons::log(&mut conn, &reader, path.into_inner(), part).await?;
    let page: SeasonChangePage = Page::of(rows, &place, |(it, _)| (it.at, it.id), SeasonChange::from);
    Ok(page.respond(&request))
}
