//! The players of a club.

use actix_web::web::{Data, Json, Path};
use actix_web::{HttpRequest, HttpResponse, delete, get, patch, post};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;
use utoipa::{IntoParams, ToSchema};
use utoipa_actix_web::service_config::ServiceConfig;
use uuid::Uuid;

use super::State;
use super::json::Body;
use super::page::{Page, PageQuery};
use super::problem::ApiResult;
use super::query::{Both, NoQuery, Query};
use super::standings::view::PlayerName;
use super::time::seconds;
use super::write::WriteRequest;
use crate::service::auth::Reader;
use crate::service::names::Name;
use crate::service::players::{self, PlayerEdit, PlayerWithMerge};
use crate::service::retries::Made;
use crate::store::keys::Scope;
use crate::store::players::PlayerRow;

/// The addresses of this file.
pub fn routes(app: &mut ServiceConfig) {
    app.service(create_player)
        .service(list_players)
        .service(get_player)
        .service(update_player)
        .service(delete_player);
}

/// A player to add.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CreatePlayer {
    /// 1 to 200 characters, unique in the club, letter case and spacing aside.
    #[schema(value_type = String, min_length = 1, max_length = 200, examples("Ann"))]
    name: Name,
}

/// The fields of a player to change; absent ones stay as they are.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UpdatePlayer {
    /// 1 to 200 characters, unique in the club, letter case and spacing aside.
    #[schema(value_type = Option<String>, min_length = 1, max_length = 200, examples("Anna"))]
    name: Option<Name>,
    /// Whether the player is a guest.
    guest: Option<bool>,
}

/// Which players of a club are listed.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PlayersQuery {
    /// `true` lists those who were merged into others, and only them; by default they are left out.
    merged: Option<bool>,
}

/// A person who plays in a club.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Player {
    pub id: Uuid,
    #[schema(examples("Ann"))]
    pub name: String,
    /// Whether the player was only named when a game was made.
    pub guest: bool,
    /// The player that this one is, if they were merged.
    pub merged_into: Option<PlayerName>,
    /// Players whose names are the same, as names are compared; they were added before that was so.
    /// Rename one of them, or merge them if they are one person.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub namesakes: Vec<PlayerName>,
    #[serde(serialize_with = "seconds")]
    pub created_at: DateTime<Utc>,
}

/// The alias gives the page its name in the document.
pub type PlayerPage = Page<Player>;

impl From<PlayerRow> for Player {
    fn from(row: PlayerRow) -> Player {
        let PlayerRow { id, club_id: _, name, name_key: _, created_at, guest } = row;
        Player { id, name, guest, merged_into: None, namesakes: Vec::new(), created_at }
    }
}

impl From<PlayerWithMerge> for Player {
    fn from(member: PlayerWithMerge) -> Player {
        let PlayerWithMerge { row, merged_into, namesakes } = member;
        let merged_into = merged_into.map(Into::into);
        let namesakes = namesakes.into_iter().map(Into::into).collect();
        Player { merged_into, namesakes, ..row.into() }
    }
}

/// Add a player.
///
/// Needs the scope `score`. If the club has a player of that name, letter case and spacing
/// aside, the answer is 409 and `player` is that player's id.
#[utoipa::path(
    tag = "players", operation_id = "createPlayer",
    request_body(content = CreatePlayer, description = "The player to add"),
    responses((status = 201, description = "The player", body = Player,
        headers(("Location" = String, description = "The path of the player")))),
)]
#[post("/clubs/{club}/players")]
pub async fn create_player(
    request: WriteRequest<NoQuery>,
    club: Path<Uuid>,
    Body(player): Body<CreatePlayer>,
) -> ApiResult<HttpResponse> {
    let club = club.into_inner();
    let show = move |made: PlayerWithMerge| {
        (format!("/v1/clubs/{club}/players/{}", made.row.id), Player::from(made))
    };
    let work = request.create((club, Scope::Score), show, async move |conn, by, earlier| {
        let member = match earlier {
            None => players::add(conn, &by.caller, club, &player.name, Utc::now()).await?,
            Some(earlier) => players::read(conn, &by.reader(), club, earlier.made).await?,
        };
        Ok(Made::new(member.row.id, member))
    });
    work.await
}

/// List the players of a club.
///
/// The oldest first, in pages.
#[utoipa::path(
    tag = "players", operation_id = "listPlayers", security((), ("bearerAuth" = [])),
    params(PlayersQuery, PageQuery),
    responses((status = 200, description = "A page of players", body = PlayerPage)),
)]
#[get("/clubs/{club}/players")]
pub async fn list_players(
    state: Data<State>,
    reader: Reader,
    club: Path<Uuid>,
    Query(Both(query, page)): Query<Both<PlayersQuery, PageQuery>>,
    request: HttpRequest,
) -> ApiResult<HttpResponse> {
    let merged = query.merged.unwrap_or(false);
    let place = page.place(&request)?;
    let mut conn = state.db.get().await?;
    let part = (place.after, place.rows());
    let rows = players::list(&mut conn, &reader, club.into_inner(), merged, part).await?;
    let page: PlayerPage =
        Page::of(rows, &place, |member| (member.row.created_at, member.row.id), Player::from);
    Ok(page.respond(&request))
}

/// Read a player.
///
/// Answers without a key if the club is public.
#[utoipa::path(
    tag = "players", operation_id = "getPlayer", security((), ("bearerAuth" = [])),
    responses((status = 200, description = "The player", body = Player)),
)]
#[get("/clubs/{club}/players/{player}")]
pub async fn get_player(
    state: Data<State>,
    reader: Reader,
    path: Path<(Uuid, Uuid)>,
) -> ApiResult<Json<Player>> {
    let (club, player) = path.into_inner();
    let mut conn = state.db.get().await?;
    let row = players::read(&mut conn, &reader, club, player).await?;
    Ok(Json(row.into()))
}

/// Change a player.
///
/// Needs the scope `score`. If another player of the club has that name, letter case and
/// spacing aside, the answer is 409 and `player` is that player's id.
#[utoipa::path(
    tag = "players", operation_id = "updatePlayer",
    request_body(content = UpdatePlayer, description = "The fields to change"),
    responses((status = 200, description = "The player as they are now", body = Player)),
)]
#[patch("/clubs/{club}/players/{player}")]
pub async fn update_player(
    request: WriteRequest<NoQuery>,
    path: Path<(Uuid, Uuid)>,
    Body(edit): Body<UpdatePlayer>,
) -> ApiResult<HttpResponse> {
    let (club, player) = path.into_inner();
    let edit = PlayerEdit { name: edit.name, guest: edit.guest };
    let work = request.change((club, Scope::Score), Player::from, async move |conn, by, earlier| {
        let member = match earlier {
            None => players::change(conn, &by.caller, (club, player), &edit).await?,
            Some(_) => players::read(conn, &by.reader(), club, player).await?,
        };
        Ok(Made::new(player, member))
    });
    work.await
}

/// Delete a player.
///
/// Needs the scope `manage`. Only a player who never sat in a game can be deleted; two entries for one
/// person are merged instead.
#[utoipa::path(
    tag = "players", operation_id = "deletePlayer",
    responses((status = 204, description = "The player is gone")),
)]
#[delete("/clubs/{club}/players/{player}")]
pub async fn delete_player(
    request: WriteRequest<NoQuery>,
    path: Path<(Uuid, Uuid)>,
) -> ApiResult<HttpResponse> {
    let (club, player) = path.into_inner();
    let work = request.delete((club, Scope::Manage), player, async move |conn, by| {
        players::delete(conn, &by.caller, club, player).await
    });
    work.await
}
