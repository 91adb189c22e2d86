//! Penalties, and the end of a match as the table declares it.

use std::collections::BTreeMap;

use actix_web::web::Path;
use actix_web::{HttpResponse, patch, post};
use chrono::NaiveDate;
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;
use uuid::Uuid;

use super::asked::Asked;
use super::etag::OptionalIfMatchHeader;
use super::json::{Body, NoBody};
use super::problem::ApiResult;
use super::query::DryRun;
use super::responses::{Conflict, PreconditionFailed};
use super::retry;
use super::view::GameUpdate;
use crate::rules::strict;
use crate::rules::{Command, DeclaredEnd, EndKind, Penalty, PenaltyAmount, Seat, Side};
use crate::service::ServiceError;
use crate::service::day::maybe_day;
use crate::service::games::Changed;
use crate::service::names::Name;
use crate::service::retries::Reply;

/// The addresses of this file.
pub fn routes(app: &mut ServiceConfig) {
    app.service(add_penalty)
        .service(cancel_penalty)
        .service(end_match)
        .service(reopen_match)
        .service(update_game);
}

/// A penalty to report: with an amount of its own, or with the code of one that the table agreed on.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"seat": "B", "amount": {"points": 50}, "reason": "drew though able to play"}))]
pub struct AddPenalty {
    /// Who incurred it.
    seat: Seat,
    /// How much it is. Either this or `code`.
    #[serde(deserialize_with = "strict", default)]
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
    /// Why; with a `code` its title if this is left out.
    #[schema(min_length = 1, max_length = 500)]
    reason: Option<String>,
}

/// Why something is taken back.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"reason": "the referee looked again"}))]
pub struct Reason {
    /// Why.
    #[schema(min_length = 1, max_length = 500)]
    pub(super) reason: String,
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
    /// Totals that are declared instead of those that were reached.
    #[schema(value_type = Option<BTreeMap<String, i32>>)]
    scores: Option<BTreeMap<Side, i32>>,
    /// The reason, for those who read the score sheet later.
    #[schema(min_length = 1, max_length = 500)]
    reason: String,
}

/// What is to be different about a game; what is absent stays as it is.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Friday"}))]
pub struct UpdateGame {
    /// 1 to 200 characters.
    #[schema(value_type = Option<String>, min_length = 1, max_length = 200)]
    name: Option<Name>,
    /// The day, in the club's time zone.
    #[serde(default, deserialize_with = "maybe_day")]
    played_on: Option<NaiveDate>,
    /// Whether the game counts in standings.
    counts: Option<bool>,
}

/// What is answered to a change of a game that is not about one round.
pub(super) fn shape(status: u16) -> impl Fn(&Changed) -> Result<Reply, ServiceError> {
    move |changed| {
        let after = &changed.after.game;
        let mut update = GameUpdate::of(changed);
        if after.penalties().len() > changed.before.penalties().len() {
            update.penalty = after.penalties().last().map(|recorded| recorded.number);
        }
        if after.bonuses().len() > changed.before.bonuses().len() {
            update.bonus = after.bonuses().last().map(|recorded| recorded.number);
        }
        Ok(Reply::new(status, &update)?.of_game(update.version))
    }
}

/// Report a penalty.
///
/// Needs the scope `score`. Penalties are lines of their own in the score, never deleted and only
/// cancelled.
#[utoipa::path(
    tag = "penalties", operation_id = "addPenalty",
    params(("game" = Uuid, Path, description = "The game's id"), OptionalIfMatchHeader, DryRun),
    request_body(content = AddPenalty, description = "The penalty"),
    responses((status = 201, description = "How the match stands", body = GameUpdate,
        headers(("ETag" = String, description = "The version of the game"))),
        (status = 409, response = Conflict), (status = 412, response = PreconditionFailed)),
)]
#[post("/games/{game}/penalties")]
pub async fn add_penalty(
    asked: Asked,
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
    let wanted = asked.change(game, command);
    retry::change(asked, wanted, false, shape(201)).await
}

/// Cancel a penalty.
///
/// Needs the scope `score`. It stays visible with the reason and counts no more.
#[utoipa::path(
    tag = "penalties", operation_id = "cancelPenalty",
    params(("game" = Uuid, Path, description = "The game's id"),
        ("penalty" = u32, Path, description = "The number of the penalty, from 1"), OptionalIfMatchHeader, DryRun),
    request_body(content = Reason, description = "Why"),
    responses((status = 200, description = "How the match stands", body = GameUpdate,
        headers(("ETag" = String, description = "The version of the game"))),
        (status = 409, response = Conflict), (status = 412, response = PreconditionFailed)),
)]
#[post("/games/{game}/penalties/{penalty}/cancel")]
pub async fn cancel_penalty(
    asked: Asked,
    path: Path<(Uuid, u32)>,
    Body(Reason { reason }): Body<Reason>,
) -> ApiResult<HttpResponse> {
    let (game, penalty) = path.into_inner();
    let command = Command::CancelPenalty { penalty, reason };
    let wanted = asked.change(game, command);
    retry::change(asked, wanted, false, shape(200)).await
}

/// End a match.
///
/// Needs the scope `score`. For a match that ends before its rules end it: the time is up, a side
/// gives up, or it is broken off.
#[utoipa::path(
    tag = "games", operation_id = "endMatch",
    params(("game" = Uuid, Path, description = "The game's id"), OptionalIfMatchHeader, DryRun),
    request_body(content = EndMatch, description = "How it ends"),
    responses((status = 200, description = "How the match stands", body = GameUpdate,
        headers(("ETag" = String, description = "The version of the game"))),
        (status = 409, response = Conflict), (status = 412, response = PreconditionFailed)),
)]
#[post("/games/{game}/end")]
pub async fn end_match(
    asked: Asked,
    game: Path<Uuid>,
    Body(body): Body<EndMatch>,
) -> ApiResult<HttpResponse> {
    let EndMatch { kind, by, scores, reason } = body;
    let command = Command::EndMatch(DeclaredEnd { kind, by, scores, reason });
    let wanted = asked.change(game.into_inner(), command);
    retry::change(asked, wanted, false, shape(200)).await
}

/// Take up a match again.
///
/// Needs the scope `score`. Only for a match that the table had ended; one that its rules ended
/// goes on by itself when a round is amended.
#[utoipa::path(
    tag = "games", operation_id = "reopenMatch",
    params(("game" = Uuid, Path, description = "The game's id"), OptionalIfMatchHeader, DryRun),
    responses((status = 200, description = "How the match stands", body = GameUpdate,
        headers(("ETag" = String, description = "The version of the game"))),
        (status = 409, response = Conflict), (status = 412, response = PreconditionFailed)),
)]
#[post("/games/{game}/reopen")]
pub async fn reopen_match(asked: Asked, game: Path<Uuid>, _: NoBody) -> ApiResult<HttpResponse> {
    let wanted = asked.change(game.into_inner(), Command::Reopen);
    retry::change(asked, wanted, false, shape(200)).await
}

/// Change what is said about a game.
///
/// Needs the scope `score`. Its name, its day and whether it counts; the rules and the seats are
/// frozen.
#[utoipa::path(
    tag = "games", operation_id = "updateGame",
    params(("game" = Uuid, Path, description = "The game's id"), OptionalIfMatchHeader, DryRun),
    request_body(content = UpdateGame, description = "What is to be different"),
    responses((status = 200, description = "How the match stands", body = GameUpdate,
        headers(("ETag" = String, description = "The version of the game"))),
        (status = 412, response = PreconditionFailed)),
)]
#[patch("/games/{game}")]
pub async fn update_game(
    asked: Asked,
    game: Path<Uuid>,
    Body(edit): Body<UpdateGame>,
) -> ApiResult<HttpResponse> {
    let command = Command::ChangeAbout {
        name: edit.name.map(|name| name.to_string()),
        played_on: edit.played_on.map(|day| day.to_string()),
        counts: edit.counts,
    };
    let wanted = asked.change(game.into_inner(), command);
    retry::change(asked, wanted, false, shape(200)).await
}
