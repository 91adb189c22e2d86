//! Penalties: points against a side, or for another one.

use actix_web::web::Path;
use actix_web::{HttpResponse, post};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;
use uuid::Uuid;

use super::change::ChangeRequest;
use super::etag::OptionalIfMatchHeader;
use super::json::Body;
use super::problem::ApiResult;
use super::query::DryRun;
use super::view::GameChange;
use crate::rules::{Command, Penalty, PenaltyAmount, Seat, Side};

/// The addresses of this file.
pub fn routes_of_game(game: &mut ServiceConfig) {
    game.service(add_penalty).service(cancel_penalty);
}

/// A penalty to report: with an amount of its own, or with the code of one that the table agreed on.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"seat": "B", "amount": {"points": 50}, "reason": "drew though able to play"}))]
pub struct AddPenalty {
    /// Who incurred it.
    seat: Seat,
    /// How much it is. Either this or `code`.
    amount: Option<PenaltyAmount>,
    /// The code of a penalty of the game's rules (`rules.penalties`), which says how much it is and
    /// for whom.
    #[schema(min_length = 1, max_length = 40)]
    code: Option<String>,
    /// The side that gets the points; without it they count against the side that incurred it. With
    /// a `code` only where several sides could get them.
    awarded_to: Option<Side>,
    /// The round it belongs to, by default the last one; 0 before the first.
    #[schema(minimum = 0)]
    round: Option<usize>,
    /// The reason; with a `code`, its title by default.
    #[schema(min_length = 1, max_length = 500)]
    reason: Option<String>,
}

/// Why something is cancelled.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"reason": "the referee looked again"}))]
pub struct Reason {
    /// The reason.
    #[schema(min_length = 1, max_length = 500)]
    pub(super) reason: String,
}

/// Report a penalty.
///
/// Needs the scope `score`. Penalties are lines of their own in the score, never deleted and only
/// cancelled.
#[utoipa::path(
    tag = "penalties", operation_id = "addPenalty",
    params(OptionalIfMatchHeader, DryRun),
    request_body(content = AddPenalty, description = "The penalty"),
    responses((status = 201, description = "How the match stands", body = GameChange)),
)]
#[post("/{game}/penalties")]
pub async fn add_penalty(
    request: ChangeRequest,
    game: Path<Uuid>,
    Body(body): Body<AddPenalty>,
) -> ApiResult<HttpResponse> {
    let game = game.into_inner();
    let AddPenalty { seat, amount, code, awarded_to, round, reason } = body;
    let (amount, reason) = (amount.unwrap_or_default(), reason.unwrap_or_default());
    let penalty = Penalty { seat, round: round.unwrap_or_default(), code, amount, awarded_to, reason };
    let command = match round {
        Some(_) => Command::AddPenalty(penalty),
        None => Command::PenalizeLast(penalty),
    };
    let change = request.change(game, command);
    request.record(change).await
}

/// Cancel a penalty.
///
/// Needs the scope `score`. It stays visible with the reason but no longer counts.
#[utoipa::path(
    tag = "penalties", operation_id = "cancelPenalty",
    params(OptionalIfMatchHeader, DryRun),
    request_body(content = Reason, description = "Why"),
    responses((status = 200, description = "How the match stands", body = GameChange)),
)]
#[post("/{game}/penalties/{penalty}/cancel")]
pub async fn cancel_penalty(
    request: ChangeRequest,
    path: Path<(Uuid, u32)>,
    Body(Reason { reason }): Body<Reason>,
) -> ApiResult<HttpResponse> {
    let (game, penalty) = path.into_inner();
    let command = Command::CancelPenalty { penalty, reason };
    let change = request.change(game, command);
    request.record(change).await
}
