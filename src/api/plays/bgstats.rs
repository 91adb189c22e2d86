//! A game as a play for the app BG Stats, as it documents the links that it opens.

use actix_web::get;
use actix_web::web::{Data, Json, Path};
use chrono::{DateTime, Utc};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Serialize;
use serde_with::skip_serializing_none;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{PlayQuery, players};
use crate::api::State;
use crate::api::codes::games::GAME_NOT_FINISHED;
use crate::api::problem::{ApiResult, Problem};
use crate::api::query::Query;
use crate::api::responses::Conflict;
use crate::api::view::{GameStatus, GameView};
use crate::rules::MatchGoal;
use crate::service::auth::Reader;
use crate::service::games;
use crate::service::time_zone::TimeZone;

/// Where the app takes plays, after `https:` or `bgstats:`.
const PLACE: &str = "//app.bgstatsapp.com/createPlay.html?data=";

/// A play and the links that hand it to BG Stats.
#[derive(Debug, Serialize, ToSchema)]
pub struct BgStatsPlay {
    /// Opens the app if it is installed, otherwise a web page.
    #[schema(examples("https://app.bgstatsapp.com/createPlay.html?data=%7B%7D"))]
    pub link: String,
    /// Opens the app and nothing else.
    #[schema(examples("bgstats://app.bgstatsapp.com/createPlay.html?data=%7B%7D"))]
    pub app_link: String,
    /// What the links carry.
    pub play: BgStatsData,
}

/// A play in the words of BG Stats.
#[skip_serializing_none]
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BgStatsData {
    /// Always `Pipkeeper`.
    pub source_name: String,
    /// The id of the game: a play that is handed over again is known by it.
    pub source_play_id: Uuid,
    /// When it was played, in UTC and in the form that the app asks for.
    #[schema(examples("2026-11-29 20:44:10"))]
    pub play_date: String,
    pub game: BgStatsGame,
    /// The name of the game in Pipkeeper, and how it ended.
    pub comments: Option<String>,
    /// The players in order of turns.
    pub players: Vec<BgStatsPlayer>,
}

/// What was played.
#[skip_serializing_none]
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BgStatsGame {
    /// The name of the variant.
    pub name: String,
    /// The word of the variant.
    #[schema(examples("block"))]
    pub source_game_id: String,
    /// The id at BoardGameGeek, if it was named.
    pub bgg_id: Option<u32>,
    /// Whether the highest total wins.
    pub highest_wins: bool,
    /// Always `false`: there are points.
    pub no_points: bool,
}

/// A player of a play.
#[skip_serializing_none]
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BgStatsPlayer {
    pub name: String,
    /// The player's id.
    pub source_player_id: Uuid,
    /// Whether the player led the first round.
    pub start_player: bool,
    /// Whether the side of the player won.
    pub winner: bool,
    /// The total of the side.
    pub score: i32,
    /// The rank of the side; equal totals share one.
    pub rank: u16,
    /// The partners, if opposite seats were partners.
    #[schema(examples("Ann and Cem"))]
    pub team: Option<String>,
}

/// Hand a game to BG Stats.
///
/// A finished game as a play in the words of the app BG Stats, and links that open the app with it.
/// Whoever opens one chooses there which players are meant. Partners each have the total of their
/// side. Answers without a key if the club is public.
#[utoipa::path(
    tag = "games", operation_id = "getBgStatsPlay", security((), ("bearerAuth" = [])),
    params(PlayQuery),
    responses((status = 200, description = "The play", body = BgStatsPlay),
        (status = 409, response = Conflict)),
)]
#[get("/{game}/bgstats")]
pub async fn get_bgstats_play(
    state: Data<State>,
    reader: Reader,
    game: Path<Uuid>,
    Query(query): Query<PlayQuery>,
) -> ApiResult<Json<BgStatsPlay>> {
    let bgg_id = query.bgg_id;
    let mut conn = state.db.get().await?;
    let opened = games::open(&mut conn, &state.games, &reader, game.into_inner()).await?;
    let zone = TimeZone::of_club(&reader.club(&mut conn, opened.row.club_id).await?)?;
    let game = GameView::from(opened);
    if game.score.status != GameStatus::Finished {
        return Err(Problem::new(
            &GAME_NOT_FINISHED,
            "BG Stats takes only finished games, and this one is still running.",
        ));
    }
    let play = data(&game, bgg_id, zone);
    let carried = serde_json::to_string(&play).map_err(Problem::internal)?;
    let place = format!("{PLACE}{}", escaped(&carried));
    Ok(Json(BgStatsPlay { link: format!("https:{place}"), app_link: format!("bgstats:{place}"), play }))
}

fn data(game: &GameView, bgg_id: Option<u32>, zone: TimeZone) -> BgStatsData {
    let comments = [game.name.clone(), game.score.text.clone()];
    let comments: Vec<String> = comments.into_iter().flatten().collect();
    BgStatsData {
        source_name: "Pipkeeper".to_owned(),
        source_play_id: game.id,
        play_date: moment(game, zone).format("%Y-%m-%d %H:%M:%S").to_string(),
        game: BgStatsGame {
            name: game.variant.name().to_owned(),
            source_game_id: game.variant.word().to_owned(),
            bgg_id,
            highest_wins: game.rules.matching().goal == MatchGoal::High,
            no_points: false,
        },
        comments: Some(comments.join(": ")).filter(|text| !text.is_empty()),
        players: players(game)
            .map(|player| BgStatsPlayer {
                name: player.seat.name.clone(),
                source_player_id: player.seat.player,
                start_player: player.started,
                winner: player.won,
                score: player.score,
                rank: player.rank,
                team: player.team,
            })
            .collect(),
    }
}

/// When a game was played: when it was made, or at noon if that was on another day.
fn moment(game: &GameView, zone: TimeZone) -> DateTime<Utc> {
    if zone.day(game.created_at) == game.played_on { game.created_at } else { zone.noon(game.played_on) }
}

/// What a text may have in a query as it is.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// A text as a part of a query.
fn escaped(text: &str) -> String {
    utf8_percent_encode(text, PLAIN).to_string()
}
