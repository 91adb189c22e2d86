//! The rounds of a game: recorded, finished, amended, voided, restored and taken back.

use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse, delete, get, patch, post, put};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;
use uuid::Uuid;

use super::State;
use super::change::ChangeRequest;
use super::etag::{self, IfMatchHeader, IfNoneMatchHeader, OptionalIfMatchHeader};
use super::json::{Body, NoBody};
use super::played;
use super::problem::{ApiResult, Problem};
use super::query::{Because, DryRun};
use super::report::RoundReport;
use super::view::{GameChange, RoundView};
use crate::rules::{Command, Correction, HandsShown, Refusal, Report};
use crate::service::auth::Reader;
use crate::service::games::{self, Change};

/// The addresses of this file.
pub fn routes_of_game(game: &mut ServiceConfig) {
    game.service(add_round).service(add_rounds).service(get_round).service(finish_round);
    game.service(undo_round)
        .service(amend_round)
        .service(correct_round)
        .service(void_round)
        .service(restore_round);
}

/// The most rounds of one request.
pub const MAX_ROUNDS: usize = 200;

/// Several rounds in the order in which they were played.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"rounds": [{"detail": "points", "points": {"A": 15}}, {"detail": "points", "points": {"B": 20}}]}))]
pub struct AddRounds {
    #[schema(min_items = 1, max_items = 200)]
    rounds: Vec<RoundReport>,
    /// Whether those before the first refused one are still recorded.
    partial: Option<bool>,
}

/// The reports of rounds that are sent together.
///
/// Errors: 422 if there are too many or none.
pub fn reports(rounds: Vec<RoundReport>) -> ApiResult<Vec<Report>> {
    if (1..=MAX_ROUNDS).contains(&rounds.len()) {
        return Ok(rounds.into_iter().map(Report::from).collect());
    }
    let detail = format!("must have 1 to {MAX_ROUNDS} rounds");
    Err(Problem::invalid_member("/rounds", detail, "out_of_range"))
}

/// Record a round, or start one.
///
/// Needs the scope `score`. `points` and `hands` record a finished round; `plays` records every
/// turn, or starts a round whose turns follow one by one.
#[utoipa::path(
    tag = "rounds", operation_id = "addRound",
    params(OptionalIfMatchHeader, DryRun),
    request_body(content = RoundReport, description = "The round",
        example = json!({"detail": "hands", "ending": "domino", "out": "A", "hands": {"B": {"tiles": ["5-6", "0-4"]}}})),
    responses((status = 201, description = "The round and how the match stands", body = GameChange,
        headers(("Location" = String, description = "The path of the round")))),
)]
#[post("/{game}/rounds")]
pub async fn add_round(
    request: ChangeRequest,
    game: Path<Uuid>,
    Body(report): Body<RoundReport>,
) -> ApiResult<HttpResponse> {
    let game = game.into_inner();
    let command = Command::AddRound(report.into());
    let change = request.change(game, command);
    request.record(change).await
}

/// Record several rounds.
///
/// Needs the scope `score`. Each round is judged as if it came alone after those before it. All are recorded
/// or none, or with `partial` those before the first that is refused; a refusal names its place, as in
/// `/rounds/3/points/A`.
#[utoipa::path(
    tag = "rounds", operation_id = "addRounds",
    params(OptionalIfMatchHeader, DryRun),
    request_body(content = AddRounds, description = "The rounds"),
    responses((status = 201, description = "The last round and how the match stands", body = GameChange,
        headers(("Location" = String, description = "The path of the last round")))),
)]
#[post("/{game}/rounds/batch")]
pub async fn add_rounds(
    request: ChangeRequest,
    game: Path<Uuid>,
    Body(AddRounds { rounds, partial }): Body<AddRounds>,
) -> ApiResult<HttpResponse> {
    let actions = reports(rounds)?.into_iter().map(|report| Command::AddRound(report).into()).collect();
    let change = Change { partial: partial.unwrap_or(false), ..request.changes(game.into_inner(), actions) };
    request.record_list("/rounds", change).await
}

/// Read a round.
///
/// With its turns, if it is recorded as plays.
#[utoipa::path(
    tag = "rounds", operation_id = "getRound", security((), ("bearerAuth" = [])),
    params(IfNoneMatchHeader),
    responses((status = 200, description = "The round", body = RoundView),
        (status = 304, description = "The game is still at the version in If-None-Match")),
)]
#[get("/{game}/rounds/{round:[0-9]+}")]
pub async fn get_round(
    state: Data<State>,
    reader: Reader,
    path: Path<(Uuid, usize)>,
    request: HttpRequest,
) -> ApiResult<HttpResponse> {
    let (game, round) = path.into_inner();
    let mut conn = state.db.get().await?;
    let opened = games::open(&mut conn, &state.games, &reader, game).await?;
    let (game, names) = (&opened.known.game, opened.named().names_in(round));
    let unknown = Refusal::NoSuchRound { round, rounds: game.rounds().len() };
    let recorded = game.round(round).ok_or_else(|| played::problem(&unknown, &names))?;
    let view = RoundView::whole((game, round), recorded, &names);
    let view = if opened.is_held(round) { view.without_hands() } else { view };
    Ok(etag::respond(&request, &opened.edition(), &view))
}

/// Show the remaining hands.
///
/// Needs the scope `score` and `If-Match`. They are checked against the plays; then the round is
/// scored.
#[utoipa::path(
    tag = "rounds", operation_id = "finishRound",
    params(IfMatchHeader, DryRun),
    request_body(content = HandsShown, description = "The hands"),
    responses((status = 200, description = "The round and how the match stands", body = GameChange)),
)]
#[post("/{game}/rounds/{round}/finish")]
pub async fn finish_round(
    request: ChangeRequest,
    path: Path<(Uuid, usize)>,
    Body(shown): Body<HandsShown>,
) -> ApiResult<HttpResponse> {
    let (game, round) = path.into_inner();
    let command = Command::Finish { round, shown };
    let change = request.change_of_version(game, command)?;
    request.record(change).await
}

/// Amend a round.
///
/// Needs the scope `score` and `If-Match`. The round is reported anew, to any detail, under the
/// same validation as a first entry; totals, winner and finish follow. Later rounds stay as they
/// were reported, and what no longer fits in them is named in their `conflicts`.
#[utoipa::path(
    tag = "rounds", operation_id = "amendRound",
    params(IfMatchHeader, DryRun),
    request_body(content = RoundReport, description = "The round as it was",
        example = json!({"detail": "points", "points": {"A": 15, "B": 0}})),
    responses((status = 200, description = "The round and how the match stands", body = GameChange)),
)]
#[put("/{game}/rounds/{round:[0-9]+}")]
pub async fn amend_round(
    request: ChangeRequest,
    path: Path<(Uuid, usize)>,
    Body(report): Body<RoundReport>,
) -> ApiResult<HttpResponse> {
    let (game, round) = path.into_inner();
    let command = Command::Amend { round, report: report.into() };
    let change = request.change_of_version(game, command)?;
    request.record(change).await
}

/// Correct a part of a round.
///
/// Needs the scope `score` and `If-Match`. One number is put right without all others being sent again: the points of
/// a side, or the hand of a seat. Otherwise the same as to amend the round.
#[utoipa::path(
    tag = "rounds", operation_id = "correctRound",
    params(IfMatchHeader, DryRun),
    request_body(content = Correction, description = "What is put right"),
    responses((status = 200, description = "The round and how the match stands", body = GameChange)),
)]
#[patch("/{game}/rounds/{round:[0-9]+}")]
pub async fn correct_round(
    request: ChangeRequest,
    path: Path<(Uuid, usize)>,
    Body(correction): Body<Correction>,
) -> ApiResult<HttpResponse> {
    let (game, round) = path.into_inner();
    let change = request.change_of_version(game, Command::Correct { round, correction })?;
    request.record(change).await
}

/// Void a round.
///
/// Needs the scope `score` and `If-Match`. A voided round, as after a misdeal, stays visible but no
/// longer counts; it can be restored.
#[utoipa::path(
    tag = "rounds", operation_id = "voidRound",
    params(IfMatchHeader, Because),
    responses((status = 200, description = "The round and how the match stands", body = GameChange)),
)]
#[delete("/{game}/rounds/{round:[0-9]+}")]
pub async fn void_round(
    request: ChangeRequest<Because>,
    path: Path<(Uuid, usize)>,
) -> ApiResult<HttpResponse> {
    let (game, round) = path.into_inner();
    let reason = request.query().reason()?;
    let command = Command::Void { round, reason };
    let change = request.change_of_version(game, command)?;
    request.record(change).await
}

/// Restore a voided round.
///
/// Needs the scope `score`. The round counts again, as it was reported.
#[utoipa::path(
    tag = "rounds", operation_id = "restoreRound",
    params(OptionalIfMatchHeader, DryRun),
    responses((status = 200, description = "The round and how the match stands", body = GameChange)),
)]
#[post("/{game}/rounds/{round}/restore")]
pub async fn restore_round(
    request: ChangeRequest,
    path: Path<(Uuid, usize)>,
    _: NoBody,
) -> ApiResult<HttpResponse> {
    let (game, round) = path.into_inner();
    let command = Command::Restore { round };
    let change = request.change(game, command);
    request.record(change).await
}

/// Undo the last round.
///
/// Needs the scope `score` and `If-Match`. What was reported is in the answer and can be sent again.
#[utoipa::path(
    tag = "rounds", operation_id = "undoRound",
    params(IfMatchHeader, DryRun),
    responses((status = 200, description = "How the match stands without the round", body = GameChange)),
)]
#[delete("/{game}/rounds/last")]
pub async fn undo_round(request: ChangeRequest, game: Path<Uuid>) -> ApiResult<HttpResponse> {
    let (game, command) = (game.into_inner(), Command::UndoRound);
    let change = request.change_of_version(game, command)?;
    request.record(change).await
}
