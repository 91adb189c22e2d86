//! Clubs and games as a whole, taken away as JSON.

use actix_web::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION};
use actix_web::web::{Bytes, Data, Path};
use actix_web::{HttpResponse, get};
use futures_util::TryStreamExt;
use utoipa_actix_web::service_config::ServiceConfig;
use uuid::Uuid;

use super::State;
use super::csv::File;
use super::problem::{ApiResult, Problem};
use super::responses::Conflict;
use crate::archive;
use crate::progress::Progress;
use crate::service::auth::{Caller, Reader};

/// The addresses of this file.
pub fn routes(app: &mut ServiceConfig) {
    app.service(export_club);
}

/// Those of one game.
pub fn routes_of_game(game: &mut ServiceConfig) {
    game.service(export_game);
}

/// Export a club.
///
/// Needs the scope `manage`. The answer is one JSON document with the club, its games with their logs and
/// its players, all as they are at one moment; it begins when all of it is read. `pipkeeper import` brings
/// it into another Pipkeeper. A club that is larger than an import takes, with more than 4 GiB, 100,000
/// players or 10,000 seasons, or 64 MiB in one game, is refused: then take a copy of the database.
#[utoipa::path(
    tag = "clubs", operation_id = "exportClub",
    responses((status = 200, description = "The whole club", body = inline(File), content_type = "application/octet-stream",
        headers(("Content-Disposition" = String, description = "The name for a file"))),
        (status = 409, response = Conflict)),
)]
#[get("/clubs/{club}/export")]
pub async fn export_club(state: Data<State>, caller: Caller, club: Path<Uuid>) -> ApiResult<HttpResponse> {
    let club = club.into_inner();
    let turn = state.exports.acquire().await.map_err(Problem::internal)?;
    let archive = archive::open(&state.db, &caller, club).await?;
    let spooled = archive.collect(&Progress::default()).await?;
    drop(turn);
    let file = format!("attachment; filename=\"pipkeeper-{club}.json\"");
    let headers = ((CONTENT_DISPOSITION, file), (CACHE_CONTROL, "no-store"));
    let mut answer = HttpResponse::Ok();
    answer.content_type("application/octet-stream").insert_header(headers.0).insert_header(headers.1);
    answer.no_chunking(spooled.size);
    Ok(answer.streaming(Box::pin(spooled.stream().map_ok(Bytes::from))))
}

/// Export a game.
///
/// The game with its whole log and its players, which `pipkeeper import` brings into another
/// Pipkeeper. Answers without a key if the club is public; while hands of a running round are known
/// only to keys that may score.
#[utoipa::path(
    tag = "games", operation_id = "exportGame", security((), ("bearerAuth" = [])),
    responses((status = 200, description = "The whole game", body = inline(File), content_type = "application/octet-stream",
        headers(("Content-Disposition" = String, description = "The name for a file")))),
)]
#[get("/{game}/export")]
pub async fn export_game(state: Data<State>, reader: Reader, game: Path<Uuid>) -> ApiResult<HttpResponse> {
    let mut conn = state.db.reading(reader.share()).await?;
    let export = archive::game(&mut conn, &reader, game.into_inner()).await?;
    let file = format!("attachment; filename=\"pipkeeper-game-{}.json\"", export.game.id);
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_DISPOSITION, file))
        .insert_header((CACHE_CONTROL, "no-store"))
        .content_type("application/octet-stream")
        .body(serde_json::to_vec(&export).map_err(Problem::internal)?))
}
