//! A game as the fields that BoardGameGeek has for a play.

use actix_web::get;
use actix_web::web::{Data, Json, Path};
use chrono::NaiveDate;
use serde::Serialize;
use serde_with::skip_serializing_none;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{PlayQuery, players};
use crate::api::State;
use crate::api::problem::ApiResult;
use crate::api::query::Query;
use crate::api::view::{GameStatus, GameView};
use crate::service::auth::Reader;
use crate::service::games;

/// The fields of a play at BoardGameGeek, as its form `geekplay.php` takes them.
#[skip_serializing_none]
#[derive(Debug, Serialize, ToSchema)]
pub struct BoardGameGeekPlay {
    /// Always 1: the answer is to be JSON.
    pub ajax: u8,
    /// Always `save`.
    pub action: String,
    /// Always `thing`.
    pub objecttype: String,
    /// The id of the game there, if it was named.
    pub objectid: Option<u32>,
    pub playdate: NaiveDate,
    /// Always 1: a match is a play.
    pub quantity: u32,
    /// 1 if the match is not over, or was abandoned.
    #[schema(maximum = 1)]
    pub incomplete: u8,
    /// 1 if the game does not count in standings.
    #[schema(maximum = 1)]
    pub nowinstats: u8,
    /// What was played, and how it ended.
    pub comments: String,
    /// The players in order of turns.
    pub players: Vec<BoardGameGeekPlayer>,
}

/// A player of a play at BoardGameGeek.
#[derive(Debug, Serialize, ToSchema)]
pub struct BoardGameGeekPlayer {
    /// Always empty: Pipkeeper does not know who has an account there.
    pub username: String,
    pub name: String,
    /// The total of the side, as text.
    #[schema(examples("105"))]
    pub score: String,
    /// The partners, if opposite seats were partners: the field is also for teams. Empty otherwise.
    #[schema(examples("Ann and Cem"))]
    pub color: String,
    /// The place in the order of turns, from 1.
    #[schema(examples("1"))]
    pub position: String,
    /// 1 if the side of the player won.
    #[schema(maximum = 1)]
    pub win: u8,
    /// Always 0: it is not known who played for the first time.
    #[schema(maximum = 1)]
    pub new: u8,
    /// Always 0: Pipkeeper has no ratings of games.
    pub rating: u8,
}

/// Hand a game to BoardGameGeek.
///
/// The game in the fields of a play at BoardGameGeek. They are sent there by whoever has an account;
/// Pipkeeper sends nothing. A game that goes on is marked as incomplete. Answers without a key if the
/// club is public.
#[utoipa::path(
    tag = "games", operation_id = "getBoardGameGeekPlay", security((), ("bearerAuth" = [])),
    params(PlayQuery),
    responses((status = 200, description = "The play", body = BoardGameGeekPlay)),
)]
#[get("/{game}/boardgamegeek")]
pub async fn get_boardgamegeek_play(
    state: Data<State>,
    reader: Reader,
    game: Path<Uuid>,
    Query(query): Query<PlayQuery>,
) -> ApiResult<Json<BoardGameGeekPlay>> {
    let objectid = query.bgg_id;
    let mut conn = state.db.get().await?;
    let opened = games::open(&mut conn, &state.games, &reader, game.into_inner()).await?;
    Ok(Json(play(&GameView::from(opened), objectid)))
}

fn play(game: &GameView, objectid: Option<u32>) -> BoardGameGeekPlay {
    let over = game.score.status == GameStatus::Finished && !game.score.winners.is_empty();
    let mut comments = game.variant.name().to_owned();
    for more in [&game.name, &game.score.text].into_iter().flatten() {
        comments = format!("{comments}: {more}");
    }
    BoardGameGeekPlay {
        ajax: 1,
        action: "save".to_owned(),
        objecttype: "thing".to_owned(),
        objectid,
        playdate: game.played_on,
        quantity: 1,
        incomplete: u8::from(!over),
        nowinstats: u8::from(!game.counts),
        comments,
        players: (1..)
            .zip(players(game))
            .map(|(position, player)| BoardGameGeekPlayer {
                username: String::new(),
                name: player.seat.name.clone(),
                score: player.score.to_string(),
                color: player.team.unwrap_or_default(),
                position: i32::to_string(&position),
                win: u8::from(player.won),
                new: 0,
                rating: 0,
            })
            .collect(),
    }
}
