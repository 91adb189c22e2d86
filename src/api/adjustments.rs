//! Points that a club gives or takes in a season, apart from games.

use actix_web::web::{Data, Json, Path};
use actix_web::{HttpRequest, HttpResponse, get, post};
use utoipa_actix_web::service_config::ServiceConfig;
use uuid::Uuid;

use super::State;
use super::json::Body;
use super::page::{Page, PageQuery};
use super::problem::ApiResult;
use super::query::{DryRun, Query};
use super::seasons::{AddAdjustment, Adjustment, SeasonReason};
use super::write::WriteRequest;
use crate::service::auth::Reader;
use crate::service::retries::Made;
use crate::service::seasons;
use crate::store::keys::Scope;

/// The addresses of this file.
pub fn routes(app: &mut ServiceConfig) {
    app.service(add_adjustment).service(list_adjustments).service(get_adjustment).service(cancel_adjustment);
}

/// The alias gives the page its name in the document.
pub type AdjustmentPage = Page<Adjustment>;

/// Add or deduct points.
///
/// Needs the scope `manage`. For what no game says, such as a team that did not turn up: it is added to
/// the player's points in the table of the season, if the player has a game in it, and shown there with
/// its reason.
#[utoipa::path(
    tag = "seasons", operation_id = "addAdjustment",
    params(DryRun),
    request_body(content = AddAdjustment, description = "The points"),
    responses((status = 201, description = "The adjustment", body = Adjustment,
        headers(("Location" = String, description = "The path of the adjustment")))),
)]
#[post("/clubs/{club}/seasons/{season}/adjustments")]
pub async fn add_adjustment(
    request: WriteRequest,
    path: Path<(Uuid, Uuid)>,
    Body(body): Body<AddAdjustment>,
) -> ApiResult<HttpResponse> {
    let ((club, season), (player, points, reason)) = (path.into_inner(), body.read()?);
    let show = move |made: (crate::seasons::Adjustment, String)| {
        let place = format!("/v1/clubs/{club}/seasons/{season}/adjustments/{}", made.0.id);
        (place, Adjustment::from(made))
    };
    let work = request.create((club, Scope::Manage), show, async move |conn, by, earlier| {
        let what = (player, points, &reason);
        let adjusted = match earlier {
            None => seasons::adjust(conn, &by.caller, (club, season), what, by.how()).await?,
            Some(earlier) => seasons::adjustment(conn, &by.reader(), (club, season, earlier.made)).await?,
        };
        Ok(Made::new(adjusted.0.id, adjusted))
    });
    work.await
}

/// List the adjustments of a season.
///
/// The oldest first, in pages, with those that were cancelled. Answers without a key if the club is
/// public.
#[utoipa::path(
    tag = "seasons", operation_id = "listAdjustments", security((), ("bearerAuth" = [])),
    params(PageQuery),
    responses((status = 200, description = "A page of adjustments", body = AdjustmentPage)),
)]
#[get("/clubs/{club}/seasons/{season}/adjustments")]
pub async fn list_adjustments(
    state: Data<State>,
    reader: Reader,
    path: Path<(Uuid, Uuid)>,
    Query(query): Query<PageQuery>,
    request: HttpRequest,
) -> ApiResult<HttpResponse> {
    let place = query.place(&request)?;
    let mut conn = state.db.get().await?;
    let part = (place.after, place.rows());
    let rows = seasons::adjustments(&mut conn, &reader, path.into_inner(), part).await?;
    let page: AdjustmentPage = Page::of(rows, &place, |(it, _)| (it.created_at, it.id), Adjustment::from);
    Ok(page.respond(&request))
}

/// Read an adjustment.
///
/// Answers without a key if the club is public.
#[utoipa::path(
    tag = "seasons", operation_id = "getAdjustment", security((), ("bearerAuth" = [])),
    responses((status = 200, description = "The adjustment", body = Adjustment)),
)]
#[get("/clubs/{club}/seasons/{season}/adjustments/{adjustment}")]
pub async fn get_adjustment(
    state: Data<State>,
    reader: Reader,
    path: Path<(Uuid, Uuid, Uuid)>,
) -> ApiResult<Json<Adjustment>> {
    let mut conn = state.db.get().await?;
    Ok(Json(seasons::adjustment(&mut conn, &reader, path.into_inner()).await?.into()))
}

/// Cancel an adjustment.
///
/// Needs the scope `manage`. It stays in the list with the reason but no longer counts.
#[utoipa::path(
    tag = "seasons", operation_id = "cancelAdjustment",
    params(DryRun),
    request_body(content = SeasonReason, description = "Why"),
    responses((status = 200, description = "The cancelled adjustment", body = Adjustment)),
)]
#[post("/clubs/{club}/seasons/{season}/adjustments/{adjustment}/cancel")]
pub async fn cancel_adjustment(
    request: WriteRequest,
    path: Path<(Uuid, Uuid, Uuid)>,
    Body(SeasonReason { reason }): Body<SeasonReason>,
) -> ApiResult<HttpResponse> {
    let ids = path.into_inner();
    let work = request.change((ids.0, Scope::Manage), Adjustment::from, async move |conn, by, earlier| {
        let cancelled = match earlier {
            None => seasons::cancel(conn, &by.caller, ids, &reason, by.how()).await?,
            Some(_) => seasons::adjustment(conn, &by.reader(), ids).await?,
        };
        Ok(Made::new(ids.2, cancelled))
    });
    work.await
}
