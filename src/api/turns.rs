//! The turns of a round that is recorded as plays.

use actix_web::web::Path;
use actix_web::{HttpResponse, delete, post};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;
use uuid::Uuid;

use super::change::ChangeRequest;
use super::codes::games::ONE_OF;
use super::etag::{IfMatchHeader, OptionalIfMatchHeader};
use super::json::Body;
use super::problem::{ApiResult, Problem};
use super::query::DryRun;
use super::view::GameChange;
use crate::reader::filled;
use crate::rules::{Command, Turn};
use crate::service::games::Change;

/// The addresses of this file.
pub fn routes_of_game(game: &mut ServiceConfig) {
    game.service(add_turns).service(undo_turn);
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
    #[serde(default, deserialize_with = "filled")]
    drawn: Option<Vec<crate::rules::Tile>>,
    /// The play. Either this or `pass`.
    play: Option<crate::rules::Play>,
    /// `true` for a pass.
    pass: Option<bool>,
    /// Records the turn as it happened although it breaks a rule.
    #[serde(default, rename = "override")]
    over: Option<crate::rules::Override>,
    /// Several turns in order, instead of one.
    #[schema(min_items = 1, max_items = 500)]
    turns: Option<Vec<Turn>>,
    /// With several turns: whether those before the first refused one are still recorded.
    partial: Option<bool>,
}

/// The most turns in one request.
pub const MAX_TURNS: usize = 500;

impl AddTurns {
    /// The turns, where they stand in the body, and whether some of them will do.
    fn into_turns(self) -> ApiResult<(Vec<Turn>, bool, bool)> {
        let AddTurns { seat, drew, drawn, play, pass, over, turns, partial } = self;
        // Some generated clients send an empty list beside one turn.
        let turns = turns.filter(|turns| seat.is_none() || !turns.is_empty());
        let wrong = |member, detail| Problem::at(&ONE_OF, member, detail);
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

/// Record a turn, or several.
///
/// Needs the scope `score`. Each turn is judged by the position before it. Several turns are
/// recorded all or none, or with `partial` those before the first that is refused.
#[utoipa::path(
    tag = "rounds", operation_id = "addTurns",
    params(OptionalIfMatchHeader, DryRun),
    request_body(content = AddTurns, description = "The turn or turns"),
    responses((status = 201, description = "The round and the table after the turns", body = GameChange)),
)]
#[post("/{game}/rounds/{round}/turns")]
pub async fn add_turns(
    request: ChangeRequest,
    path: Path<(Uuid, usize)>,
    Body(body): Body<AddTurns>,
) -> ApiResult<HttpResponse> {
    let (game, round) = path.into_inner();
    let (turns, several, partial) = body.into_turns()?;
    let actions = turns.into_iter().map(|turn| Command::TakeTurn { round, turn }.into()).collect();
    let change = Change { partial, ..request.changes(game, actions) };
    if several { request.record_list("/turns", change).await } else { request.record(change).await }
}

/// Undo the last turn.
///
/// Needs the scope `score` and `If-Match`. The turn that was undone is in the answer and can be sent
/// again. Hands that were shown at the end of the round are undone with it.
#[utoipa::path(
    tag = "rounds", operation_id = "undoTurn",
    params(IfMatchHeader, DryRun),
    responses((status = 200, description = "The round without the turn", body = GameChange)),
)]
#[delete("/{game}/rounds/{round}/turns/last")]
pub async fn undo_turn(request: ChangeRequest, path: Path<(Uuid, usize)>) -> ApiResult<HttpResponse> {
    let (game, round) = path.into_inner();
    let command = Command::UndoTurn { round };
    let change = request.change_of_version(game, command)?;
    request.record(change).await
}
