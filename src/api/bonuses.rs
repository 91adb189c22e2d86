//! Bonuses: points that the table awards to a side beside what its rounds are worth.

use actix_web::web::Path;
use actix_web::{HttpResponse, post};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;
use uuid::Uuid;

use super::change::ChangeRequest;
use super::etag::OptionalIfMatchHeader;
use super::json::Body;
use super::penalties::Reason;
use super::problem::ApiResult;
use super::query::DryRun;
use super::view::GameChange;
use crate::rules::{Bonus, Command, Side};

/// The addresses of this file.
pub fn routes_of_game(game: &mut ServiceConfig) {
    game.service(add_bonus).service(cancel_bonus);
}

/// A bonus to award.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"side": "A", "points": 25, "reason": "capicúa"}))]
pub struct AddBonus {
    /// The side that gets it.
    side: Side,
    /// How many points it is. Where the lowest total wins, they are deducted.
    #[schema(minimum = 1, maximum = 10000)]
    points: u16,
    /// The round it belongs to, by default the last one; 0 before the first.
    #[schema(minimum = 0)]
    round: Option<usize>,
    /// The reason.
    #[schema(min_length = 1, max_length = 500)]
    reason: String,
}

/// Award a bonus.
///
/// Needs the scope `score`. Bonuses are lines of their own in the score, never deleted and only
/// cancelled. Whether one can end the match is a rule (`match.bonus_ends`).
#[utoipa::path(
    tag = "penalties", operation_id = "addBonus",
    params(OptionalIfMatchHeader, DryRun),
    request_body(content = AddBonus, description = "The bonus"),
    responses((status = 201, description = "How the match stands", body = GameChange)),
)]
#[post("/{game}/bonuses")]
pub async fn add_bonus(
    request: ChangeRequest,
    game: Path<Uuid>,
    Body(body): Body<AddBonus>,
) -> ApiResult<HttpResponse> {
    let game = game.into_inner();
    let AddBonus { side, points, round, reason } = body;
    let bonus = Bonus { side, round: round.unwrap_or_default(), points, reason };
    let command = match round {
        Some(_) => Command::AddBonus(bonus),
        None => Command::AwardLast(bonus),
    };
    let change = request.change(game, command);
    request.record(change).await
}

/// Cancel a bonus.
///
/// Needs the scope `score`. It stays visible with the reason but no longer counts.
#[utoipa::path(
    tag = "penalties", operation_id = "cancelBonus",
    params(OptionalIfMatchHeader, DryRun),
    request_body(content = Reason, description = "Why"),
    responses((status = 200, description = "How the match stands", body = GameChange)),
)]
#[post("/{game}/bonuses/{bonus}/cancel")]
pub async fn cancel_bonus(
    request: ChangeRequest,
    path: Path<(Uuid, u32)>,
    Body(Reason { reason }): Body<Reason>,
) -> ApiResult<HttpResponse> {
    let (game, bonus) = path.into_inner();
    let command = Command::CancelBonus { bonus, reason };
    let change = request.change(game, command);
    request.record(change).await
}
