//! The rules of a game, put right where they were wrong from the start.

use actix_web::web::Path;
use actix_web::{HttpResponse, patch};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;
use uuid::Uuid;

use super::change::ChangeRequest;
use super::etag::IfMatchHeader;
use super::json::Body;
use super::problem::ApiResult;
use super::query::DryRun;
use super::view::GameChange;
use crate::rules::{Command, Overrides};

/// The addresses of this file.
pub fn routes_of_game(game: &mut ServiceConfig) {
    game.service(amend_rules);
}

/// Rules that were wrong from the start.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"rules": {"match": {"target": 150}}, "reason": "the club plays to 150"}))]
pub struct AmendRules {
    /// What the table plays differently from the rules that the game has. What is left out stays as it is.
    rules: Overrides,
    /// The reason.
    #[schema(min_length = 1, max_length = 500)]
    reason: String,
}

/// Amend the rules of a game.
///
/// Needs the scope `score` and `If-Match`. For rules that were wrong from the start, such as the target or
/// the set: every round is judged by the new ones, and totals, winner and standings follow. Whatever
/// `rules` does not name stays as it was frozen, whatever the variant says today; only another set brings
/// what the variant plays differently with it, such as larger hands, where the table had chosen nothing
/// else. Refused if a reported round, a penalty or the number of players does not fit. A penalty
/// that was reported by its code keeps its amount where `rules.penalties` changes; `impact.unsettled` names
/// it. A code with `null` is taken out. The variant itself cannot be changed: record another game.
#[utoipa::path(
    tag = "games", operation_id = "amendRules",
    params(IfMatchHeader, DryRun),
    request_body(content = AmendRules, description = "The rules, and why"),
    responses((status = 200, description = "How the match stands", body = GameChange)),
)]
#[patch("/{game}/rules")]
pub async fn amend_rules(
    request: ChangeRequest,
    game: Path<Uuid>,
    Body(AmendRules { rules, reason }): Body<AmendRules>,
) -> ApiResult<HttpResponse> {
    let change = request.change_of_version(game.into_inner(), Command::AmendRules { rules, reason })?;
    request.record(change).await
}
