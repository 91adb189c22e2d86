//! Clubs and games as a whole, taken away as JSON.

mod season;
mod spool;

use actix_web::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION};
use actix_web::web::{Data, Path};
use actix_web::{HttpResponse, get};
use chrono::{DateTime, NaiveDate, SecondsFormat, Utc};
use serde::Serialize;
use serde_json::Value;
use serde_with::skip_serializing_none;
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;
use uuid::Uuid;

pub use self::season::ExportedSeason;
use self::spool::{Spool, Spooled};
use super::State;
use super::problem::{ApiResult, Problem};
use super::responses::Conflict;
use super::time::{exact, seconds};
use crate::service::ServiceError;
use crate::service::archive::{self, Archive, CLUB_FORM, GAME_FORM, VERSION, WholeGame};
use crate::service::auth::{Caller, Reader};
use crate::service::import::limits::{MAX_PLAYERS, MAX_SEASONS};
use crate::store::clubs::{ClubRow, Visibility};
use crate::store::merges::MergeRow;
use crate::store::players::PlayerRow;

/// The addresses of this file.
pub fn routes(app: &mut ServiceConfig) {
    app.service(export_club).service(export_game);
}

/// A whole club. No key is in it, nor anything made of one.
#[derive(Debug, Serialize, ToSchema)]
pub struct ClubExport {
    /// Always `pipkeeper-club`.
    pub format: String,
    /// The version of the form, 1.
    #[schema(minimum = 1)]
    pub version: u32,
    #[serde(serialize_with = "seconds")]
    pub exported_at: DateTime<Utc>,
    pub club: ExportedClub,
    /// The games, the newest first.
    pub games: Vec<ExportedGame>,
    /// Players who turned out to be others.
    pub merges: Vec<ExportedMerge>,
    /// The seasons, the oldest first.
    pub seasons: Vec<ExportedSeason>,
    /// The players, the oldest first.
    pub players: Vec<ExportedPlayer>,
}

/// A game with the players who sit in it.
#[derive(Debug, Serialize, ToSchema)]
pub struct GameExport {
    /// Always `pipkeeper-game`.
    pub format: String,
    /// The version of the form, 1.
    #[schema(minimum = 1)]
    pub version: u32,
    #[serde(serialize_with = "seconds")]
    pub exported_at: DateTime<Utc>,
    /// The id of the club that owns the game.
    pub club: Uuid,
    pub game: ExportedGame,
    /// The players who sit or sat there, seat by seat.
    pub players: Vec<ExportedPlayer>,
}

/// A club without what belongs to it.
#[derive(Debug, Serialize, ToSchema)]
pub struct ExportedClub {
    pub id: Uuid,
    pub name: String,
    /// The IANA time zone whose calendar the club plays by.
    #[schema(examples("Europe/Berlin"))]
    pub time_zone: String,
    pub visibility: Visibility,
    /// The time as it is kept, with fractions of a second.
    #[serde(serialize_with = "exact")]
    #[schema(value_type = String, examples("2026-11-29T20:44:10.123456Z"))]
    pub created_at: DateTime<Utc>,
}

/// A player.
#[derive(Debug, Serialize, ToSchema)]
pub struct ExportedPlayer {
    pub id: Uuid,
    pub name: String,
    /// Whether the player was only named when a game was made.
    pub guest: bool,
    /// The time as it is kept, with fractions of a second.
    #[serde(serialize_with = "exact")]
    #[schema(value_type = String, examples("2026-11-29T20:44:10.123456Z"))]
    pub created_at: DateTime<Utc>,
}

/// A game with its log, from which everything else follows.
#[skip_serializing_none]
#[derive(Debug, Serialize, ToSchema)]
pub struct ExportedGame {
    pub id: Uuid,
    pub name: Option<String>,
    /// The word of the variant.
    #[schema(examples("block"))]
    pub variant: String,
    pub played_on: NaiveDate,
    /// Whether the game counts in standings.
    pub counts: bool,
    /// The time as it is kept, with fractions of a second.
    #[serde(serialize_with = "exact")]
    #[schema(value_type = String, examples("2026-11-29T20:44:10.123456Z"))]
    pub created_at: DateTime<Utc>,
    /// The players in order of turns, by id; of a seat that was taken over all, the first one first.
    pub seats: Vec<Uuid>,
    pub log: Vec<ExportedEvent>,
}

/// What happened to a game once.
#[skip_serializing_none]
#[derive(Debug, Serialize, ToSchema)]
pub struct ExportedEvent {
    /// The number of the event, from 1: the version of the game after it.
    #[schema(minimum = 1)]
    pub seq: i64,
    /// The time as it is kept, with fractions of a second.
    #[serde(serialize_with = "exact")]
    #[schema(value_type = String, examples("2026-11-29T20:44:10.123456Z"))]
    pub at: DateTime<Utc>,
    /// The id of the key that it was recorded with.
    pub key: Option<Uuid>,
    /// What happened, in the form that is stored.
    #[schema(value_type = Object)]
    pub event: Value,
}

/// A player who is another one.
#[skip_serializing_none]
#[derive(Debug, Serialize, ToSchema)]
pub struct ExportedMerge {
    /// The id of the player.
    pub player: Uuid,
    /// The id of the player that this one is.
    pub into: Uuid,
    /// The time as it is kept, with fractions of a second.
    #[serde(serialize_with = "exact")]
    #[schema(value_type = String, examples("2026-11-29T20:44:10.123456Z"))]
    pub at: DateTime<Utc>,
    /// The id of the key that it was recorded with.
    pub key: Option<Uuid>,
}

impl From<MergeRow> for ExportedMerge {
    fn from(row: MergeRow) -> ExportedMerge {
        let MergeRow { player_id, into_id, identity: _, at, key_id } = row;
        ExportedMerge { player: player_id, into: into_id, at, key: key_id }
    }
}

impl From<ClubRow> for ExportedClub {
    fn from(row: ClubRow) -> ExportedClub {
        let ClubRow { id, name, time_zone, visibility, created_at } = row;
        ExportedClub { id, name, time_zone, visibility, created_at }
    }
}

impl From<PlayerRow> for ExportedPlayer {
    fn from(row: PlayerRow) -> ExportedPlayer {
        let PlayerRow { id, club_id: _, name, name_key: _, created_at, guest } = row;
        ExportedPlayer { id, name, guest, created_at }
    }
}

impl From<WholeGame> for ExportedGame {
    fn from(game: WholeGame) -> ExportedGame {
        let WholeGame { row, seats, log } = game;
        let event = |event: crate::store::games::EventRow| ExportedEvent {
            seq: event.seq,
            at: event.at,
            key: event.key_id,
            event: event.body,
        };
        ExportedGame {
            id: row.id,
            name: row.name,
            variant: row.variant,
            played_on: row.played_on,
            counts: row.counts,
            created_at: row.created_at,
            seats: seats.into_iter().map(|seat| seat.player_id).collect(),
            log: log.into_iter().map(event).collect(),
        }
    }
}

/// Export a club.
///
/// Needs the scope `manage`. The answer is one JSON document with the club, its games with their logs and
/// its players, all as they are at one moment; it begins when all of it is read. `pipkeeper import` brings
/// it into another Pipkeeper. A club that is larger than an import takes, with more than 4 GiB, 100,000
/// players or 10,000 seasons, or 64 MiB in one game, is refused: then take a copy of the database.
#[utoipa::path(
    tag = "clubs", operation_id = "exportClub",
    params(("club" = Uuid, Path, description = "The club's id")),
    responses((status = 200, description = "The whole club", body = ClubExport,
        headers(("Content-Disposition" = String, description = "The name for a file"))),
        (status = 409, response = Conflict)),
)]
#[get("/clubs/{club}/export")]
pub async fn export_club(state: Data<State>, caller: Caller, club: Path<Uuid>) -> ApiResult<HttpResponse> {
    let club = club.into_inner();
    let turn = state.exports.acquire().await.map_err(Problem::internal)?;
    let archive = archive::open(&state.db, &caller, club).await?;
    let spooled = collect(archive).await?;
    drop(turn);
    let file = format!("attachment; filename=\"pipkeeper-{club}.json\"");
    let headers = ((CONTENT_DISPOSITION, file), (CACHE_CONTROL, "no-store"));
    let mut answer = HttpResponse::Ok();
    answer.content_type("application/json").insert_header(headers.0).insert_header(headers.1);
    answer.no_chunking(spooled.size);
    Ok(answer.streaming(Box::pin(spooled.stream())))
}

/// Export a game.
///
/// The game with its whole log and its players, which `pipkeeper import` brings into another
/// Pipkeeper. Answers without a key if the club is public; while hands of a running round are known
/// only to keys that may score.
#[utoipa::path(
    tag = "games", operation_id = "exportGame", security((), ("bearerAuth" = [])),
    params(("game" = Uuid, Path, description = "The game's id")),
    responses((status = 200, description = "The whole game", body = GameExport,
        headers(("Content-Disposition" = String, description = "The name for a file")))),
)]
#[get("/games/{game}/export")]
pub async fn export_game(state: Data<State>, reader: Reader, game: Path<Uuid>) -> ApiResult<HttpResponse> {
    let mut conn = state.db.get().await?;
    let (game, players) = archive::game(&mut conn, &reader, game.into_inner()).await?;
    let file = format!("attachment; filename=\"pipkeeper-game-{}.json\"", game.row.id);
    let export = GameExport {
        format: GAME_FORM.to_owned(),
        version: VERSION,
        exported_at: Utc::now(),
        club: game.row.club_id,
        game: game.into(),
        players: players.into_iter().map(Into::into).collect(),
    };
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_DISPOSITION, file))
        .insert_header((CACHE_CONTROL, "no-store"))
        .json(export))
}

/// The whole document, in a file.
async fn collect(mut archive: Archive) -> Result<Spooled, ServiceError> {
    let mut spool = Spool::open();
    let now = Utc::now().to_rfc3339_opts(SecondsFormat::Secs, true);
    let club = ExportedClub::from(archive.club.clone());
    let club = serde_json::to_string(&club).map_err(ServiceError::UnwritableEvent)?;
    let head = format!(r#"{{"format":"{CLUB_FORM}","version":{VERSION},"exported_at":"{now}","club":{club}"#);
    spool.text(head).await?;
    let (spool_in, archive_in) = (&mut spool, &mut archive);
    list::<_, ExportedGame>(spool_in, archive_in, ("games", usize::MAX), Archive::games).await?;
    list::<_, ExportedMerge>(spool_in, archive_in, ("merges", usize::MAX), Archive::merges).await?;
    list::<_, ExportedSeason>(spool_in, archive_in, ("seasons", MAX_SEASONS), Archive::seasons).await?;
    list::<_, ExportedPlayer>(spool_in, archive_in, ("players", MAX_PLAYERS), Archive::players).await?;
    spool.text("}\n".to_owned()).await?;
    archive.close().await?;
    spool.close().await
}

/// Adds one of the lists of a club, which may have `most` members.
async fn list<T, V: From<T> + Serialize>(
    spool: &mut Spool,
    archive: &mut Archive,
    (name, most): (&str, usize),
    next: impl AsyncFn(&mut Archive) -> Result<Vec<T>, ServiceError>,
) -> Result<(), ServiceError> {
    spool.begin(name).await?;
    let mut count = 0;
    loop {
        let page = next(archive).await?;
        count += page.len();
        if count > most {
            return Err(ServiceError::ExportTooLarge(format!("{most} {name}")));
        }
        if page.is_empty() {
            return spool.end().await;
        }
        for item in page {
            spool.item(&V::from(item)).await?;
        }
    }
}
