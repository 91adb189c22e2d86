//! Putting rounds right: amend, void, restore, take back.

use actix_web::web::Path;
use actix_web::{HttpResponse, delete, post, put};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_actix_web::service_config::ServiceConfig;
use uuid::Uuid;

use super::asked::{Asked, Try};
use super::etag::{IfMatchHeader, OptionalIfMatchHeader};
use super::json::{Body, NoBody};
use super::problem::ApiResult;
use super::query::{DryRun, invalid};
use super::responses::{Conflict, PreconditionFailed, PreconditionRequired};
use super::retry;
use super::rounds::{RoundReport, shape, update};
use super::view::{GameUpdate, RoundUpdate, RoundView};
use crate::rules::Command;
use crate::service::ServiceError;
use crate::service::retries::Reply;

/// The addresses of this file.
pub fn routes(app: &mut ServiceConfig) {
    app.service(undo_round).service(amend_round).service(void_round).service(restore_round);
}

/// Why a round is voided.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Voided {
    /// Why the round does not count: 1 to 500 characters.
    #[param(min_length = 1, max_length = 500, example = "misdeal")]
    reason: String,
    /// `true` validates as always and answers what would become of it, but stores nothing.
    #[param(nullable = false)]
    dry_run: Option<bool>,
}

impl Try for Voided {
    fn is_dry(&self) -> bool {
        self.dry_run.unwrap_or(false)
    }
}

/// Amend a round.
///
/// Needs the scope `score` and `If-Match`. The round is reported anew, to any detail, under the
/// same validation as a first entry; totals, winner and finish follow. Later rounds stay as they
/// were reported, and what no longer fits in them is named in their `conflicts`.
#[utoipa::path(
    tag = "rounds", operation_id = "amendRound",
    params(("game" = Uuid, Path, description = "The game's id"),
        ("round" = usize, Path, description = "The number of the round, from 1"), IfMatchHeader, DryRun),
    request_body(content = RoundReport, description = "The round as it was",
        example = json!({"detail": "points", "points": {"A": 15, "B": 0}})),
    responses((status = 200, description = "The round and how the match stands", body = RoundUpdate,
        headers(("ETag" = String, description = "The version of the game"))),
        (status = 409, response = Conflict), (status = 412, response = PreconditionFailed),
        (status = 428, response = PreconditionRequired)),
)]
#[put("/games/{game}/rounds/{round:[0-9]+}")]
pub async fn amend_round(
    asked: Asked,
    path: Path<(Uuid, usize)>,
    Body(report): Body<RoundReport>,
) -> ApiResult<HttpResponse> {
    let (game, round) = path.into_inner();
    let command = Command::Amend { round, report: report.into() };
    let wanted = asked.change_of_version(game, command)?;
    retry::change(asked, wanted, false, move |changed| {
        let update = update(changed, round)?.compared(changed);
        Ok(Reply::new(200, &update)?.of_game(update.version))
    })
    .await
}

/// Void a round.
///
/// Needs the scope `score` and `If-Match`. A voided round stays visible and counts no more, as
/// after a misdeal; it can be restored.
#[utoipa::path(
    tag = "rounds", operation_id = "voidRound",
    params(("game" = Uuid, Path, description = "The game's id"),
        ("round" = usize, Path, description = "The number of the round, from 1"), IfMatchHeader, Voided),
    responses((status = 200, description = "The round and how the match stands", body = RoundUpdate,
        headers(("ETag" = String, description = "The version of the game"))),
        (status = 409, response = Conflict), (status = 412, response = PreconditionFailed),
        (status = 428, response = PreconditionRequired)),
)]
#[delete("/games/{game}/rounds/{round:[0-9]+}")]
pub async fn void_round(asked: Asked<Voided>, path: Path<(Uuid, usize)>) -> ApiResult<HttpResponse> {
    let (game, round) = path.into_inner();
    let reason = asked.query.reason.clone();
    if !(1..=500).contains(&reason.trim().chars().count()) {
        return Err(invalid("reason", "must have 1 to 500 characters"));
    }
    let command = Command::Void { round, reason };
    let wanted = asked.change_of_version(game, command)?;
    retry::change(asked, wanted, false, shape(round)).await
}

/// Restore a voided round.
///
/// Needs the scope `score`. The round counts again, as it was reported.
#[utoipa::path(
    tag = "rounds", operation_id = "restoreRound",
    params(("game" = Uuid, Path, description = "The game's id"),
        ("round" = usize, Path, description = "The number of the round, from 1"), OptionalIfMatchHeader, DryRun),
    responses((status = 200, description = "The round and how the match stands", body = RoundUpdate,
        headers(("ETag" = String, description = "The version of the game"))),
        (status = 409, response = Conflict), (status = 412, response = PreconditionFailed)),
)]
#[post("/games/{game}/rounds/{round}/restore")]
pub async fn restore_round(asked: Asked, path: Path<(Uuid, usize)>, _: NoBody) -> ApiResult<HttpResponse> {
    let (game, round) = path.into_inner();
    let command = Command::Restore { round };
    let wanted = asked.change(game, command);
    retry::change(asked, wanted, false, shape(round)).await
}

/// Take back the last round.
///
/// Needs the scope `score` and `If-Match`. What was reported is in the answer and can be sent again.
#[utoipa::path(
    tag = "rounds", operation_id = "undoRound",
    params(("game" = Uuid, Path, description = "The game's id"), IfMatchHeader, DryRun),
    responses((status = 200, description = "How the match stands without the round", body = GameUpdate,
        headers(("ETag" = String, description = "The version of the game"))),
        (status = 409, response = Conflict), (status = 412, response = PreconditionFailed),
        (status = 428, response = PreconditionRequired)),
)]
#[delete("/games/{game}/rounds/last")]
pub async fn undo_round(asked: Asked, game: Path<Uuid>) -> ApiResult<HttpResponse> {
    let (game, command) = (game.into_inner(), Command::UndoRound);
    let wanted = asked.change_of_version(game, command)?;
    retry::change(asked, wanted, false, move |changed| {
        let mut update = GameUpdate::of(changed);
        if let Some(last) = changed.before.rounds().last() {
            update.removed = Some(RoundView::brief(changed.before.rounds().len(), last));
            let report = serde_json::to_string(&last.report).map_err(ServiceError::UnwritableEvent)?;
            update.removed_report = Some(report);
        }
        Ok(Reply::new(200, &update)?.of_game(update.version))
    })
    .await
}
