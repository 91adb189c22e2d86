//! The rounds of a game: recorded, finished, amended, voided, restored and taken back.

use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse, delete, get, post, put};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use utoipa_actix_web::service_config::ServiceConfig;
use uuid::Uuid;

use super::State;
use super::asked::{Asked, Try};
use super::etag::{self, IfMatchHeader, IfNoneMatchHeader, OptionalIfMatchHeader};
use super::json::{Body, NoBody};
use super::played;
use super::problem::ApiResult;
use super::query::{DryRun, invalid};
use super::responses::{Conflict, PreconditionFailed, PreconditionRequired};
use super::retry;
use super::view::{GameUpdate, RoundUpdate, RoundView};
use crate::rules::{
    Command, EndingWord, HandsReport, HandsShown, Override, PlaysReport, PointsReport, Refusal, Report,
    ShownHands,
};
use crate::service::ServiceError;
use crate::service::auth::Reader;
use crate::service::games::{self, Changed};
use crate::tagged_union;

/// The addresses of this file.
pub fn routes(app: &mut ServiceConfig) {
    app.service(add_round).service(get_round).service(finish_round);
    app.service(undo_round).service(amend_round).service(void_round).service(restore_round);
}

tagged_union! {
    "detail";
    /// A round as the table reports it: only its points, the hands that were left, or every turn.
    pub enum RoundReport {
        "points" => Points(PointsReport),
        "hands" => Hands(HandsReport),
        "plays" => Plays(PlaysReport),
    }
}

impl From<RoundReport> for Report {
    fn from(report: RoundReport) -> Report {
        match report {
            RoundReport::Points(report) => Report::Points(report),
            RoundReport::Hands(report) => Report::Hands(report),
            RoundReport::Plays(report) => Report::Plays(report),
        }
    }
}

/// The hands left at the end of a round.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"hands": {"B": {"tiles": ["5-6", "0-4"]}}}))]
pub struct FinishRound {
    /// How the round ended, if the plays do not show it.
    ending: Option<EndingWord>,
    /// The hands, as tiles or only as dots. Players without tiles may be left out.
    #[schema(value_type = BTreeMap<String, crate::rules::ShownHand>)]
    hands: ShownHands,
    /// Records the hands as they were shown although they have more or fewer dots than are possible.
    #[serde(rename = "override")]
    over: Option<Override>,
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
    dry_run: Option<bool>,
}

impl Try for Voided {
    fn is_dry(&self) -> bool {
        self.dry_run.unwrap_or(false)
    }
}

pub(super) fn update(changed: &Changed, number: usize) -> Result<RoundUpdate, ServiceError> {
    let gone = || ServiceError::Contradiction("the round that was changed is gone".to_owned());
    RoundUpdate::of(changed, number).ok_or_else(gone)
}

/// What is answered to a change of round `number`.
pub(super) fn shape(number: usize) -> impl Fn(&Changed) -> Result<RoundUpdate, ServiceError> {
    move |changed| update(changed, number)
}

/// Record a round, or start one.
///
/// Needs the scope `score`. `points` and `hands` record a finished round; `plays` records every
/// turn, or starts a round whose turns follow one by one.
#[utoipa::path(
    tag = "rounds", operation_id = "addRound",
    params(("game" = Uuid, Path, description = "The game's id"), OptionalIfMatchHeader, DryRun),
    request_body(content = RoundReport, description = "The round",
        example = json!({"detail": "hands", "ending": "domino", "out": "A", "hands": {"B": {"tiles": ["5-6", "0-4"]}}})),
    responses((status = 201, description = "The round and how the match stands", body = RoundUpdate,
        headers(("Location" = String, description = "The path of the round"),
            ("ETag" = String, description = "The version of the game"))),
        (status = 409, response = Conflict), (status = 412, response = PreconditionFailed)),
)]
#[post("/games/{game}/rounds")]
pub async fn add_round(
    asked: Asked,
    game: Path<Uuid>,
    Body(report): Body<RoundReport>,
) -> ApiResult<HttpResponse> {
    let game = game.into_inner();
    let command = Command::AddRound(report.into());
    let wanted = asked.change(game, command);
    retry::change(asked, wanted, false, move |changed| update(changed, changed.after.game.rounds().len()))
        .await
}

/// Read a round.
///
/// With its turns, if it is recorded as plays.
#[utoipa::path(
    tag = "rounds", operation_id = "getRound", security((), ("bearerAuth" = [])),
    params(("game" = Uuid, Path, description = "The game's id"),
        ("round" = usize, Path, description = "The number of the round, from 1"), IfNoneMatchHeader),
    responses((status = 200, description = "The round", body = RoundView,
        headers(("ETag" = String, description = "The version of the game"))),
        (status = 304, description = "The game is still at the version in If-None-Match")),
)]
#[get("/games/{game}/rounds/{round:[0-9]+}")]
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
    let view = RoundView::whole(round, recorded, &names);
    let view = if opened.is_held(round) { view.without_hands() } else { view };
    Ok(etag::respond(&request, &opened.edition(), &view))
}

/// Show the remaining hands.
///
/// Needs the scope `score` and `If-Match`. They are checked against the plays; then the round is
/// scored.
#[utoipa::path(
    tag = "rounds", operation_id = "finishRound",
    params(("game" = Uuid, Path, description = "The game's id"),
        ("round" = usize, Path, description = "The number of the round, from 1"), IfMatchHeader, DryRun),
    request_body(content = FinishRound, description = "The hands"),
    responses((status = 200, description = "The round and how the match stands", body = RoundUpdate,
        headers(("ETag" = String, description = "The version of the game"))),
        (status = 409, response = Conflict), (status = 412, response = PreconditionFailed),
        (status = 428, response = PreconditionRequired)),
)]
#[post("/games/{game}/rounds/{round}/finish")]
pub async fn finish_round(
    asked: Asked,
    path: Path<(Uuid, usize)>,
    Body(body): Body<FinishRound>,
) -> ApiResult<HttpResponse> {
    let (game, round) = path.into_inner();
    let shown = HandsShown { ending: body.ending, hands: body.hands, over: body.over };
    let command = Command::Finish { round, shown };
    let wanted = asked.change_of_version(game, command)?;
    retry::change(asked, wanted, false, shape(round)).await
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
    retry::change(asked, wanted, false, move |changed| Ok(update(changed, round)?.compared(changed))).await
}

/// Void a round.
///
/// Needs the scope `score` and `If-Match`. A voided round, as after a misdeal, stays visible but no
/// longer counts; it can be restored.
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

/// Undo the last round.
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
            let number = changed.before.rounds().len();
            update.removed = Some(RoundView::brief(number, last, &changed.named_before().names_in(number)));
            let report = serde_json::to_string(&last.report).map_err(ServiceError::UnwritableEvent)?;
            update.removed_report = Some(report);
        }
        Ok(update)
    })
    .await
}
