//! Who sits at the table: late players, empty seats, seats that are taken over, and wrong names.

use std::collections::BTreeMap;

use actix_web::web::Path;
use actix_web::{HttpResponse, delete, post, put};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;
use uuid::Uuid;

use super::change::ChangeRequest;
use super::etag::{IfMatchHeader, OptionalIfMatchHeader};
use super::games::SeatTaken;
use super::json::Body;
use super::problem::{ApiResult, Problem};
use super::query::DryRun;
use super::view::GameChange;
use crate::rules::{Command, ResultFor, Seat, SeatNews};
use crate::service::games::{Action, NewSeat};
use crate::service::names::Name;

/// The addresses of this file.
pub fn routes_of_game(game: &mut ServiceConfig) {
    game.service(join_game)
        .service(correct_seats)
        .service(leave_seat)
        .service(return_to_seat)
        .service(replace_player)
        .service(remove_seat);
}

/// A player who comes late: by `player`, or by `name`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Dora", "start": 12}))]
pub struct JoinGame {
    /// The id of a player of the club.
    player: Option<Uuid>,
    /// A name: the club's player of that name, letter case and spacing aside, or else a new guest.
    #[schema(value_type = Option<String>, min_length = 1, max_length = 200)]
    name: Option<Name>,
    /// The total that the player starts at, by default 0. Where few points win, a total that began at 0
    /// is `unfinished` in standings.
    #[schema(minimum = -100000, maximum = 100000)]
    start: Option<i32>,
    /// The first round with the player; by default the next one. What was reported of an earlier
    /// round stays, and the player is missing in it (`missing`) until the round is amended.
    #[schema(minimum = 1)]
    from_round: Option<usize>,
}

/// When a player leaves, and why.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"reason": "had to catch the last bus"}))]
pub struct LeaveSeat {
    /// The reason.
    #[schema(min_length = 1, max_length = 500)]
    reason: Option<String>,
    /// The first round without the player; by default the next one.
    #[schema(minimum = 1)]
    from_round: Option<usize>,
}

/// When a player returns.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"from_round": 5}))]
pub struct ReturnToSeat {
    /// The first round with the player again; by default the next one. What was reported of an
    /// earlier round stays, and the player is missing in it (`missing`) until the round is amended.
    #[schema(minimum = 1)]
    from_round: Option<usize>,
}

/// Who takes a seat over: by `player`, or by `name`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Dora", "result_for": "leaver"}))]
pub struct ReplacePlayer {
    /// The id of a player of the club.
    player: Option<Uuid>,
    /// A name: the club's player of that name, letter case and spacing aside, or else a new guest.
    #[schema(value_type = Option<String>, min_length = 1, max_length = 200)]
    name: Option<Name>,
    /// Who gets the result of the seat.
    result_for: ResultFor,
    /// The first round of the newcomer; by default the next one.
    #[schema(minimum = 1)]
    from_round: Option<usize>,
}

/// Who really sat where. Seats that are not named stay as they are.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"seats": {"A": {"name": "Bob"}, "B": {"name": "Ann"}}}))]
pub struct CorrectSeats {
    /// The player of each seat that was named wrongly.
    #[schema(value_type = BTreeMap<String, SeatTaken>)]
    seats: BTreeMap<Seat, SeatTaken>,
}

/// The member by which a player is named.
const fn member(name: Option<&Name>) -> &'static str {
    if name.is_some() { "/name" } else { "/player" }
}

/// Seat a player who comes late.
///
/// Needs the scope `score`. The player gets a new seat after the last one and starts at 0, or at
/// the total that the table agrees on. Earlier rounds show no points for the seat, which is not 0.
#[utoipa::path(
    tag = "seats", operation_id = "joinGame",
    params(OptionalIfMatchHeader, DryRun),
    request_body(content = JoinGame, description = "Who joins"),
    responses((status = 201, description = "How the match stands", body = GameChange)),
)]
#[post("/{game}/seats")]
pub async fn join_game(
    request: ChangeRequest,
    game: Path<Uuid>,
    Body(body): Body<JoinGame>,
) -> ApiResult<HttpResponse> {
    let JoinGame { player, name, start, from_round } = body;
    let member = member(name.as_ref());
    let who = SeatTaken::new(player, name).read("")?;
    let change =
        request.change(game.into_inner(), Action::Join { who, start: start.unwrap_or(0), from_round });
    request.record(change).await.map_err(|problem| problem.under("/player", member))
}

/// Correct the players.
///
/// Needs the scope `score` and `If-Match`. For games that were recorded with the wrong players: the named
/// seats get other players from the start, and two players can be swapped. Standings and statistics
/// follow.
#[utoipa::path(
    tag = "seats", operation_id = "correctSeats",
    params(IfMatchHeader, DryRun),
    request_body(content = CorrectSeats, description = "Who really sat where"),
    responses((status = 200, description = "How the match stands", body = GameChange)),
)]
#[put("/{game}/seats")]
pub async fn correct_seats(
    request: ChangeRequest,
    game: Path<Uuid>,
    Body(CorrectSeats { seats }): Body<CorrectSeats>,
) -> ApiResult<HttpResponse> {
    if seats.is_empty() {
        return Err(Problem::invalid_member("/seats", "needs at least one seat", "required"));
    }
    let read = |(seat, taken): (Seat, SeatTaken)| Ok((seat, taken.read(&format!("/seats/{seat}"))?));
    let named = seats.into_iter().map(read).collect::<ApiResult<BTreeMap<Seat, NewSeat>>>()?;
    let change = request.change_of_version(game.into_inner(), Action::CorrectPlayers(named))?;
    request.record(change).await
}

/// Record that a player leaves.
///
/// Needs the scope `score`. The order of turns skips the seat from then on, also in a round that is
/// running turn by turn, in which the hand of the player stays and counts; the total stays too.
/// If too few are left to play, or a partner is gone, the match ends by forfeit; it goes on when
/// somebody returns to the seat or takes it over. Where the others leave for the same round, nobody wins,
/// whoever is told first.
#[utoipa::path(
    tag = "seats", operation_id = "leaveSeat",
    params(OptionalIfMatchHeader, DryRun),
    request_body(content = LeaveSeat, description = "When and why"),
    responses((status = 200, description = "How the match stands", body = GameChange)),
)]
#[post("/{game}/seats/{seat}/leave")]
pub async fn leave_seat(
    request: ChangeRequest,
    path: Path<(Uuid, Seat)>,
    Body(LeaveSeat { reason, from_round }): Body<LeaveSeat>,
) -> ApiResult<HttpResponse> {
    let (game, seat) = path.into_inner();
    let news = SeatNews::Left { seat, reason, after_turns: None };
    let change = request.change(game, Command::ChangeSeats { news, from_round });
    request.record(change).await
}

/// Record that a player returns.
///
/// Needs the scope `score`. The player goes on with the total of the seat; the rounds in between
/// show no points, which is not 0. If the table agrees on points for them, report the return for the first of
/// them and amend them. Where few points win, a total without them is `unfinished` in standings.
#[utoipa::path(
    tag = "seats", operation_id = "returnToSeat",
    params(OptionalIfMatchHeader, DryRun),
    request_body(content = ReturnToSeat, description = "When"),
    responses((status = 200, description = "How the match stands", body = GameChange)),
)]
#[post("/{game}/seats/{seat}/return")]
pub async fn return_to_seat(
    request: ChangeRequest,
    path: Path<(Uuid, Seat)>,
    Body(ReturnToSeat { from_round }): Body<ReturnToSeat>,
) -> ApiResult<HttpResponse> {
    let (game, seat) = path.into_inner();
    let news = SeatNews::Returned { seat, after_turns: None };
    let change = request.change(game, Command::ChangeSeats { news, from_round });
    request.record(change).await
}

/// Replace a player.
///
/// Needs the scope `score`. The newcomer goes on with the total of the seat. `result_for` says who gets
/// the result of the game; the other of the two has none.
#[utoipa::path(
    tag = "seats", operation_id = "replacePlayer",
    params(OptionalIfMatchHeader, DryRun),
    request_body(content = ReplacePlayer, description = "Who takes it"),
    responses((status = 200, description = "How the match stands", body = GameChange)),
)]
#[post("/{game}/seats/{seat}/replace")]
pub async fn replace_player(
    request: ChangeRequest,
    path: Path<(Uuid, Seat)>,
    Body(body): Body<ReplacePlayer>,
) -> ApiResult<HttpResponse> {
    let (game, seat) = path.into_inner();
    let ReplacePlayer { player, name, result_for: result, from_round } = body;
    let member = member(name.as_ref());
    let who = SeatTaken::new(player, name).read("")?;
    let change = request.change(game, Action::Replace { seat, who, result, from_round });
    request.record(change).await.map_err(|problem| problem.under("/player", member))
}

/// Take back that a player joined or returned.
///
/// Needs the scope `score` and `If-Match`. For what was reported by mistake: a player who returned is away
/// again, and the seat of a player who joined last is removed. Only as long as nothing has been reported of
/// the seat since.
#[utoipa::path(
    tag = "seats", operation_id = "removeSeat",
    params(IfMatchHeader, DryRun),
    responses((status = 200, description = "How the match stands", body = GameChange)),
)]
#[delete("/{game}/seats/{seat}")]
pub async fn remove_seat(request: ChangeRequest, path: Path<(Uuid, Seat)>) -> ApiResult<HttpResponse> {
    let (game, seat) = path.into_inner();
    let change = request.change_of_version(game, Command::RemoveSeat(seat))?;
    request.record(change).await
}
