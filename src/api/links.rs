//! Links: who scores a table shares it, to be watched or to be scored too.

use actix_web::http::StatusCode;
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse, delete, get, post, rt};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;
use uuid::Uuid;

use super::State;
use super::json::Body;
use super::keys::{CreatedKey, Key, KeyPage, check_end};
use super::page::{Page, PageQuery};
use super::problem::{ApiResult, Problem};
use super::query::{NoQuery, Query};
use super::retry;
use crate::service::auth::Caller;
use crate::service::keys::management::{self, NewLink};
use crate::service::names::Name;
use crate::service::retries::{Attempt, Made};
use crate::store::keys::Scope;

/// The addresses of this file.
pub fn routes_of_game(game: &mut ServiceConfig) {
    game.service(create_link).service(list_links).service(revoke_link);
}

/// What somebody may do to whom a table is shared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum LinkScope {
    /// Read.
    View,
    /// Read, and record what happened at the table.
    Score,
}

impl From<LinkScope> for Scope {
    fn from(scope: LinkScope) -> Scope {
        match scope {
            LinkScope::View => Scope::View,
            LinkScope::Score => Scope::Score,
        }
    }
}

/// A link to create.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"scope": "view", "label": "Grandma"}))]
pub struct CreateLink {
    scope: LinkScope,
    /// Whom the table is shared with, in 1 to 200 characters.
    #[schema(value_type = String, min_length = 1, max_length = 200, examples("Grandma"))]
    label: Name,
    /// When the link expires; not later than the key that shares the table.
    expires_at: Option<DateTime<Utc>>,
}

/// Share a game.
///
/// Needs the scope `score`. Makes a key for this game alone, which may do no more than the key that shares it and
/// for no longer. It is shown in this answer only.
#[utoipa::path(
    tag = "keys", operation_id = "createLink",
    request_body(content = CreateLink, description = "The link to create"),
    responses((status = 201, description = "The key of the link", body = CreatedKey)),
)]
#[post("/{game}/links")]
pub async fn create_link(
    _query: NoQuery,
    state: Data<State>,
    caller: Caller,
    game: Path<Uuid>,
    Body(body): Body<CreateLink>,
    request: HttpRequest,
) -> ApiResult<HttpResponse> {
    let CreateLink { scope, label, expires_at } = body;
    check_end(expires_at, Utc::now())?;
    let link = NewLink { game: game.into_inner(), scope: scope.into(), label, expires_at };
    let attempt = retry::of_sender(&request, caller.key_id)?;
    let drawn = Attempt::draw(attempt.as_ref())?;
    let done = retry::once(&state, attempt, async move |conn, earlier| {
        let Some(earlier) = earlier else {
            let row = management::share(conn, &caller, link.clone(), &drawn.secret, Utc::now()).await?;
            return Ok(Made::new(row.id, (row, drawn.secret.clone())).with_key(&drawn));
        };
        Ok(Made::new(
            earlier.made,
            (management::link(conn, &caller, (link.game, earlier.made)).await?, earlier.key()?),
        ))
    });
    let created = retry::answer(done.await?, StatusCode::CREATED, |answer, (row, key)| {
        answer.json(CreatedKey::of(row, &key))
    });
    Ok(retry::secret(created))
}

/// List the links of a game.
///
/// Needs the scope `score`. The keys of this game that were made with the key that asks; for the scope `manage`
/// all of them. The oldest first, in pages, with those that were revoked or have expired.
#[utoipa::path(
    tag = "keys", operation_id = "listLinks",
    params(PageQuery),
    responses((status = 200, description = "A page of keys", body = KeyPage)),
)]
#[get("/{game}/links")]
pub async fn list_links(
    state: Data<State>,
    caller: Caller,
    game: Path<Uuid>,
    Query(query): Query<PageQuery>,
    request: HttpRequest,
) -> ApiResult<HttpResponse> {
    let place = query.place(&request)?;
    let mut conn = state.db.get().await?;
    let part = (place.after, place.rows());
    let rows = management::links(&mut conn, &caller, game.into_inner(), part).await?;
    let page: KeyPage = Page::of(rows, &place, |row| (row.created_at, row.id), Key::from);
    Ok(page.respond(&request))
}

/// Revoke a link.
///
/// Needs the scope `score`. Whoever made it may, and whoever manages the club. It stops working immediately (in
/// other processes of the service within two seconds), with the links that were made with it, and stays in the
/// list.
#[utoipa::path(
    tag = "keys", operation_id = "revokeLink",
    responses((status = 204, description = "The link is revoked")),
)]
#[delete("/{game}/links/{link}")]
pub async fn revoke_link(
    _query: NoQuery,
    state: Data<State>,
    caller: Caller,
    path: Path<(Uuid, Uuid)>,
    request: HttpRequest,
) -> ApiResult<HttpResponse> {
    let (game, key) = path.into_inner();
    let attempt = retry::of_sender(&request, caller.key_id)?;
    // Finished even if the client goes away: this process has to forget the key too.
    let work = rt::spawn(async move {
        let done = retry::once(&state, attempt, async move |conn, earlier| {
            if earlier.is_none() {
                management::unshare(conn, &caller, (game, key), Utc::now()).await?;
            }
            Ok(Made::new(key, ()))
        });
        let done = done.await;
        state.keys.forget();
        done
    });
    Ok(retry::gone(work.await.map_err(Problem::internal)??))
}
