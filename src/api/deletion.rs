//! Games that were a mistake: deleted, and restored.

use actix_web::web::Path;
use actix_web::{HttpResponse, delete, post};
use utoipa_actix_web::service_config::ServiceConfig;
use uuid::Uuid;

use super::change::ChangeRequest;
use super::etag::{IfMatchHeader, OptionalIfMatchHeader};
use super::json::NoBody;
use super::problem::ApiResult;
use super::query::{Because, DryRun};
use super::view::GameChange;
use crate::rules::Command;

/// The addresses of this file.
pub fn routes_of_game(game: &mut ServiceConfig) {
    game.service(delete_game).service(restore_game);
}

/// Delete a game.
///
/// Needs the scope `score` and `If-Match`. For a game that was a mistake: it is in no list, no standings and no
/// ratings any more. Its log stays and it can be restored; `status=deleted` lists such games.
#[utoipa::path(
    tag = "games", operation_id = "deleteGame",
    params(IfMatchHeader, Because),
    responses((status = 200, description = "What the game was at its end", body = GameChange)),
)]
#[delete("/{game}")]
pub async fn delete_game(request: ChangeRequest<Because>, game: Path<Uuid>) -> ApiResult<HttpResponse> {
    let reason = request.query().reason()?;
    let change = request.change_of_version(game.into_inner(), Command::DeleteGame { reason })?;
    request.record(change).await
}

/// Restore a deleted game.
///
/// Needs the scope `score`. The game is in lists, standings and ratings again, as it was.
#[utoipa::path(
    tag = "games", operation_id = "restoreGame",
    params(OptionalIfMatchHeader, DryRun),
    responses((status = 200, description = "How the match stands", body = GameChange)),
)]
#[post("/{game}/restore")]
pub async fn restore_game(request: ChangeRequest, game: Path<Uuid>, _: NoBody) -> ApiResult<HttpResponse> {
    let change = request.change(game.into_inner(), Command::RestoreGame);
    request.record(change).await
}
