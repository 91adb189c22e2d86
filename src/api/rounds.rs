//! The rounds of a game, and the turns of a round.

use actix_web::http::StatusCode;
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse, delete, get, post};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;
use uuid::Uuid;

use super::State;
use super::asked::Asked;
use super::codes::rules::ONE_OF;
use super::etag::{self, IfMatchHeader, IfNoneMatchHeader, OptionalIfMatchHeader};
use super::json::Body;
use super::played;
use super::problem::{ApiResult, FieldError, Problem};
use super::query::DryRun;
use super::responses::{Conflict, PreconditionFailed, PreconditionRequired};
use super::retry;
use super::view::{RecordedTurn, RemovedEnd, RoundUpdate, RoundView, TurnResult};
use crate::rules::strict;
use crate::rules::{
    Command, EndingWord, HandsReport, HandsShown, PlaysReport, PointsReport, Refusal, Report, ShownHands,
    Turn,
};
use crate::service::ServiceError;
use crate::service::auth::Reader;
use crate::service::games::{self, Change, Changed};
use crate::service::retries::Reply;
use crate::tagged_union;

/// The addresses of this file.
pub fn routes(app: &mut ServiceConfig) {
    app.service(add_round).service(get_round).service(add_turns).service(undo_turn).service(finish_round);
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

/// One turn, or several that were played while the phone was offline (`turns`).
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"seat": "B", "drew": 2, "play": {"tile": "3-6", "at": "2-3/3"}}))]
pub struct AddTurns {
    /// Whose turn it is.
    seat: Option<crate::rules::Seat>,
    /// How many tiles were drawn first.
    #[schema(maximum = 190)]
    drew: Option<u8>,
    /// Which tiles were drawn, in order, where the table knows.
    #[schema(max_items = 190)]
    drawn: Option<Vec<crate::rules::Tile>>,
    /// The play. Either this or `pass`.
    #[serde(deserialize_with = "strict", default)]
    play: Option<crate::rules::Play>,
    /// `true` for a pass.
    pass: Option<bool>,
    /// Records the turn as it happened although it breaks a rule.
    #[serde(deserialize_with = "strict", default, rename = "override")]
    over: Option<crate::rules::Override>,
    /// Several turns in order, instead of one.
    #[schema(min_items = 1, max_items = 500)]
    #[serde(deserialize_with = "strict", default)]
    turns: Option<Vec<Turn>>,
    /// Of several turns: whether those before the first that is refused are recorded all the same.
    partial: Option<bool>,
}

/// The most turns in one request.
const MAX_TURNS: usize = 500;

impl AddTurns {
    /// The turns, where they stand in the body, and whether some of them will do.
    fn into_turns(self) -> ApiResult<(Vec<Turn>, bool, bool)> {
        let AddTurns { seat, drew, drawn, play, pass, over, turns, partial } = self;
        let wrong = |member: &str, detail: &str| {
            let error = FieldError::at(member, detail).code(ONE_OF.name);
            Problem::new(&ONE_OF, format!("{member} {detail}.")).error(error)
        };
        let of_one = [
            ("/seat", seat.is_some()),
            ("/drew", drew.is_some()),
            ("/drawn", drawn.is_some()),
            ("/play", play.is_some()),
            ("/pass", pass.is_some()),
            ("/override", over.is_some()),
        ];
        match (seat, turns) {
            (Some(_), None) if partial.is_some() => Err(wrong("/partial", "is only for several `turns`")),
            (Some(seat), None) => Ok((vec![Turn { seat, drew, drawn, play, pass, over }], false, false)),
            (None, None) => Err(wrong("/seat", "is required for one turn, or else `turns` for several")),
            (_, Some(turns)) => match of_one.into_iter().find(|(_, given)| *given) {
                Some((member, _)) => {
                    Err(wrong(member, "is of one turn, and cannot be beside `turns`, which has several"))
                }
                None if (1..=MAX_TURNS).contains(&turns.len()) => Ok((turns, true, partial.unwrap_or(false))),
                None => Err(wrong("/turns", "must have 1 to 500 turns")),
            },
        }
    }
}

/// The hands that were left at the end of a round.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"hands": {"B": {"tiles": ["5-6", "0-4"]}}}))]
pub struct FinishRound {
    /// How the round ended, where the plays do not tell.
    ending: Option<EndingWord>,
    /// The hands, as tiles or only as dots. Who has no tiles left need not be named.
    #[schema(value_type = BTreeMap<String, crate::rules::ShownHand>)]
    #[serde(deserialize_with = "strict")]
    hands: ShownHands,
}

pub(super) fn update(changed: &Changed, number: usize) -> Result<RoundUpdate, ServiceError> {
    let gone = || ServiceError::Contradiction("the round that was changed is gone".to_owned());
    RoundUpdate::of(changed, number).ok_or_else(gone)
}

/// What is answered to a change of round `number`.
pub(super) fn shape(number: usize) -> impl Fn(&Changed) -> Result<Reply, ServiceError> {
    move |changed| {
        let update = update(changed, number)?;
        Ok(Reply::new(200, &update)?.of_game(update.version))
    }
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
    retry::change(asked, wanted, false, move |changed| {
        let number = changed.after.game.rounds().len();
        let update = update(changed, number)?;
        let place = format!("/v1/games/{game}/rounds/{number}");
        Ok(Reply::new(201, &update)?.of_game(update.version).at(place))
    })
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
    let known = games::open(&mut conn, &state.games, &reader, game).await?.known;
    let rounds = known.game.rounds().len();
    let recorded =
        round.checked_sub(1).and_then(|index| known.game.rounds().get(index)).ok_or_else(|| {
            let refusal = Refusal::NoSuchRound { round, rounds };
            Problem::named(refusal.code(), played::sentence(&refusal))
        })?;
    let view = RoundView::whole(round, recorded);
    Ok(etag::respond(&request, StatusCode::OK, known.version(), &view))
}

/// Record a turn, or several.
///
/// Needs the scope `score`. Each turn is judged by the position before it. Several turns are
/// recorded all or none, or with `partial` those before the first that is refused.
#[utoipa::path(
    tag = "rounds", operation_id = "addTurns",
    params(("game" = Uuid, Path, description = "The game's id"),
        ("round" = usize, Path, description = "The number of the round, from 1"), OptionalIfMatchHeader, DryRun),
    request_body(content = AddTurns, description = "The turn or turns"),
    responses((status = 201, description = "The round and the table after the turns", body = RoundUpdate,
        headers(("ETag" = String, description = "The version of the game"))),
        (status = 409, response = Conflict), (status = 412, response = PreconditionFailed)),
)]
#[post("/games/{game}/rounds/{round}/turns")]
pub async fn add_turns(
    asked: Asked,
    path: Path<(Uuid, usize)>,
    Body(body): Body<AddTurns>,
) -> ApiResult<HttpResponse> {
    let (game, round) = path.into_inner();
    let (turns, several, partial) = body.into_turns()?;
    let sent = turns.len();
    let commands = turns.into_iter().map(|turn| Command::TakeTurn { round, turn }).collect();
    let wanted = Change { partial, ..asked.changes(game, commands) };
    retry::change(asked, wanted, several, move |changed| {
        let mut update = update(changed, round)?;
        update.turns = Some(results(changed, round, sent));
        Ok(Reply::new(201, &update)?.of_game(update.version))
    })
    .await
}

/// What became of each of the turns that were sent.
fn results(changed: &Changed, round: usize, sent: usize) -> Vec<TurnResult> {
    let recorded = round.checked_sub(1).and_then(|index| changed.after.game.rounds().get(index));
    let mut results = Vec::new();
    if let Some((Report::Plays(plays), judged)) = recorded.map(|it| (&it.report, &it.round.turns)) {
        let first = plays.turns.len().saturating_sub(changed.recorded);
        for (turn, judged) in plays.turns.iter().zip(judged).skip(first) {
            let turn = Some(RecordedTurn::of(turn, judged));
            results.push(TurnResult { recorded: true, turn, code: None, detail: None });
        }
    }
    if let Some(problem) = changed.refused.as_ref().and_then(|problems| problems.first()) {
        let code = Some(problem.refusal.code().to_owned());
        let detail = Some(played::sentence(&problem.refusal));
        results.push(TurnResult { recorded: false, turn: None, code, detail });
    }
    let missing = sent.saturating_sub(results.len());
    let untried = TurnResult { recorded: false, turn: None, code: None, detail: None };
    results.extend(std::iter::repeat_n(untried, missing));
    results
}

/// Take back the last turn.
///
/// Needs the scope `score` and `If-Match`. The turn that was taken back is in the answer and can
/// be sent again. Hands that were shown at the end of the round are taken back with it.
#[utoipa::path(
    tag = "rounds", operation_id = "undoTurn",
    params(("game" = Uuid, Path, description = "The game's id"),
        ("round" = usize, Path, description = "The number of the round, from 1"), IfMatchHeader, DryRun),
    responses((status = 200, description = "The round without the turn", body = RoundUpdate,
        headers(("ETag" = String, description = "The version of the game"))),
        (status = 409, response = Conflict), (status = 412, response = PreconditionFailed),
        (status = 428, response = PreconditionRequired)),
)]
#[delete("/games/{game}/rounds/{round}/turns/last")]
pub async fn undo_turn(asked: Asked, path: Path<(Uuid, usize)>) -> ApiResult<HttpResponse> {
    let (game, round) = path.into_inner();
    let command = Command::UndoTurn { round };
    let wanted = asked.change_of_version(game, command)?;
    retry::change(asked, wanted, false, move |changed| {
        let mut update = update(changed, round)?;
        if let Some(Report::Plays(plays)) = changed.before.round(round).map(|recorded| &recorded.report) {
            update.removed = plays.turns.last().cloned();
            let end = |hands: &ShownHands| RemovedEnd { ending: plays.ending, hands: hands.clone() };
            update.removed_end = plays.hands.as_ref().map(end);
        }
        Ok(Reply::new(200, &update)?.of_game(update.version))
    })
    .await
}

/// Show the hands that were left.
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
    let shown = HandsShown { ending: body.ending, hands: body.hands };
    let command = Command::Finish { round, shown };
    let wanted = asked.change_of_version(game, command)?;
    retry::change(asked, wanted, false, shape(round)).await
}
