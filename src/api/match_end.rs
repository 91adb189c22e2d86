//! The end of a match as the table declares it, and taking a match up again.

use std::collections::BTreeMap;

use actix_web::web::Path;
use actix_web::{HttpResponse, post};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;
use uuid::Uuid;

use super::change::ChangeRequest;
use super::etag::OptionalIfMatchHeader;
use super::json::{Body, NoBody};
use super::problem::ApiResult;
use super::query::DryRun;
use super::view::GameChange;
use crate::rules::{Command, DeclaredEnd, EndKind, Side};

/// The addresses of this file.
pub fn routes_of_game(game: &mut ServiceConfig) {
    game.service(end_match).service(reopen_match);
}

/// An end that the table declares.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"kind": "time_limit", "reason": "last hand played at 22:00"}))]
pub struct EndMatch {
    /// Why the match ends.
    kind: EndKind,
    /// The side that gave up; only for a forfeit.
    by: Option<Side>,
    /// Totals that the table declares in place of those that were reached; a side that has played keeps its
    /// own where it is left out. Needed, with every side, where only the result is noted and not who won.
    #[schema(value_type = Option<BTreeMap<String, i32>>)]
    scores: Option<BTreeMap<Side, i32>>,
    /// Who won, where only the result is noted and nobody knows the totals; several if they won together.
    #[schema(min_items = 1, max_items = 12)]
    winners: Option<Vec<Side>>,
    /// The reason, for those who read the score sheet later.
    #[schema(min_length = 1, max_length = 500)]
    reason: String,
}

/// End a match.
///
/// Needs the scope `score`. For a match that ends before its rules end it: time is up, a side gives up, it
/// is abandoned, or the sides agree on a draw; and for one of which only the result is noted.
#[utoipa::path(
    tag = "games", operation_id = "endMatch",
    params(OptionalIfMatchHeader, DryRun),
    request_body(content = EndMatch, description = "How it ends"),
    responses((status = 200, description = "How the match stands", body = GameChange)),
)]
#[post("/{game}/end")]
pub async fn end_match(
    request: ChangeRequest,
    game: Path<Uuid>,
    Body(body): Body<EndMatch>,
) -> ApiResult<HttpResponse> {
    let EndMatch { kind, by, scores, winners, reason } = body;
    let command = Command::EndMatch(DeclaredEnd { kind, by, scores, winners, reason });
    let change = request.change(game.into_inner(), command);
    request.record(change).await
}

/// Reopen a match.
///
/// Needs the scope `score`. Only for a match that the table ended; one that ended by its rules continues
/// by itself when a round is amended.
#[utoipa::path(
    tag = "games", operation_id = "reopenMatch",
    params(OptionalIfMatchHeader, DryRun),
    responses((status = 200, description = "How the match stands", body = GameChange)),
)]
#[post("/{game}/reopen")]
pub async fn reopen_match(request: ChangeRequest, game: Path<Uuid>, _: NoBody) -> ApiResult<HttpResponse> {
    let change = request.change(game.into_inner(), Command::Reopen);
    request.record(change).await
}
