//! The keys of a club.

use actix_web::web::{Data, Json, Path};
use actix_web::{HttpRequest, HttpResponse, delete, get, post, rt};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;
use uuid::Uuid;

use super::State;
use super::json::Body;
use super::page::{Page, PageQuery};
use super::problem::{ApiResult, Problem};
use super::query::{NoQuery, Query};
use super::retry;
use super::time::{maybe_seconds, seconds};
use super::write::WriteRequest;
use crate::service::auth::Caller;
use crate::service::keys::{KeySecret, NewKey, management};
use crate::service::names::Name;
use crate::service::retries::{Attempt, Made};
use crate::store::keys::{self as store, Scope};

/// The addresses of this file.
pub fn routes(app: &mut ServiceConfig) {
    app.service(create_key).service(list_keys).service(get_key).service(revoke_key).service(get_own_key);
}

/// A key to create.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"scope": "view", "label": "The screen in the hall"}))]
pub struct CreateKey {
    scope: Scope,
    /// The one game that the key is for; without it, it is for the whole club.
    game: Option<Uuid>,
    /// What the key is for, in 1 to 200 characters.
    #[schema(value_type = String, min_length = 1, max_length = 200, examples("Ann's phone"))]
    label: Name,
    /// When the key expires; without it, the key works until it is revoked.
    expires_at: Option<DateTime<Utc>>,
}

/// A key, without the key itself, which is shown only when it is created.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = ClubKey)]
pub struct Key {
    pub id: Uuid,
    pub scope: Scope,
    /// The one game that the key is for.
    pub game: Option<Uuid>,
    #[schema(examples("Ann's phone"))]
    pub label: String,
    #[serde(serialize_with = "maybe_seconds")]
    pub expires_at: Option<DateTime<Utc>>,
    #[serde(serialize_with = "seconds")]
    pub created_at: DateTime<Utc>,
    /// When the key was last used, to the minute.
    #[serde(serialize_with = "maybe_seconds")]
    pub last_used_at: Option<DateTime<Utc>>,
    /// When the key was revoked.
    #[serde(serialize_with = "maybe_seconds")]
    pub revoked_at: Option<DateTime<Utc>>,
    /// The id of the key with which it was made.
    pub made_by: Option<Uuid>,
}

/// A key that was just created.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CreatedKey {
    pub id: Uuid,
    /// The club that the key is for.
    pub club: Uuid,
    pub scope: Scope,
    /// The one game that the key is for.
    pub game: Option<Uuid>,
    pub label: String,
    #[serde(serialize_with = "maybe_seconds")]
    pub expires_at: Option<DateTime<Utc>>,
    #[serde(serialize_with = "seconds")]
    pub created_at: DateTime<Utc>,
    /// The key. It is shown only once and cannot be looked up.
    #[schema(pattern = "^pk_[0-9a-f]{64}$")]
    pub key: String,
}

/// The key that a request has, for whoever holds nothing else.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OwnKey {
    pub id: Uuid,
    /// The club that the key is for.
    pub club: Uuid,
    #[schema(examples("Friday"))]
    pub club_name: String,
    pub scope: Scope,
    /// The one game that the key is for.
    pub game: Option<Uuid>,
    #[schema(examples("Ann's phone"))]
    pub label: String,
    #[serde(serialize_with = "maybe_seconds")]
    pub expires_at: Option<DateTime<Utc>>,
}

/// The alias gives the page its name in the document.
pub type KeyPage = Page<Key>;

impl From<store::KeyRow> for Key {
    fn from(row: store::KeyRow) -> Key {
        let store::KeyRow {
            id,
            club_id: _,
            scope,
            game_id,
            label,
            hash: _,
            expires_at,
            created_at,
            last_used_at,
            revoked_at,
            made_by,
        } = row;
        Key { id, scope, game: game_id, label, expires_at, created_at, last_used_at, revoked_at, made_by }
    }
}

impl CreatedKey {
    /// What is known of a key, and the key itself.
    pub fn of(row: store::KeyRow, key: &KeySecret) -> CreatedKey {
        let club = row.club_id;
        let Key { id, scope, game, label, expires_at, created_at, .. } = row.into();
        let key = key.reveal().to_owned();
        CreatedKey { id, club, scope, game, label, expires_at, created_at, key }
    }
}

impl CreateKey {
    fn into_new(self, club: Uuid, now: DateTime<Utc>) -> ApiResult<NewKey> {
        let CreateKey { scope, game, label, expires_at } = self;
        check_end(expires_at, now)?;
        Ok(NewKey { club, scope, game, label, expires_at, made_by: None })
    }
}

/// Whether a key can expire then.
///
/// Errors: 422 if that is past.
pub fn check_end(end: Option<DateTime<Utc>>, now: DateTime<Utc>) -> ApiResult<()> {
    if end.is_none_or(|end| end > now) {
        return Ok(());
    }
    Err(Problem::invalid_member("/expires_at", "must be in the future", "out_of_range"))
}

/// Create a key.
///
/// Needs the scope `manage`. The key is shown in this answer only. A `view` key for one game with
/// an expiry is a share link's: it shows that game, and of the club nothing else.
#[utoipa::path(
    tag = "keys", operation_id = "createKey",
    request_body(content = CreateKey, description = "The key to create"),
    responses((status = 201, description = "The key", body = CreatedKey,
        headers(("Location" = String, description = "The path of the key")))),
)]
#[post("/clubs/{club}/keys")]
pub async fn create_key(
    _query: NoQuery,
    state: Data<State>,
    caller: Caller,
    club: Path<Uuid>,
    Body(key): Body<CreateKey>,
    request: HttpRequest,
) -> ApiResult<HttpResponse> {
    let club = club.into_inner();
    let new = key.into_new(club, Utc::now())?;
    let attempt = retry::of_sender(&request, caller.key_id)?;
    let drawn = Attempt::draw(attempt.as_ref())?;
    let done = retry::once(&state, attempt, async move |conn, earlier| {
        let Some(earlier) = earlier else {
            let row = management::make(conn, &caller, new.clone(), &drawn.secret, Utc::now()).await?;
            return Ok(Made::new(row.id, (row, drawn.secret.clone())).with_key(&drawn));
        };
        let row = management::read(conn, &caller, (club, earlier.made)).await?;
        Ok(Made::new(earlier.made, (row, earlier.key()?)))
    });
    let created = retry::created(done.await?, |(row, key)| {
        (format!("/v1/clubs/{club}/keys/{}", row.id), CreatedKey::of(row, &key))
    });
    Ok(retry::secret(created))
}

/// List the keys of a club.
///
/// Needs the scope `manage`. The oldest first, in pages, with those that were revoked or have
/// expired. No key itself is in the list.
#[utoipa::path(
    tag = "keys", operation_id = "listKeys",
    params(PageQuery),
    responses((status = 200, description = "A page of keys", body = KeyPage)),
)]
#[get("/clubs/{club}/keys")]
pub async fn list_keys(
    state: Data<State>,
    caller: Caller,
    club: Path<Uuid>,
    Query(query): Query<PageQuery>,
    request: HttpRequest,
) -> ApiResult<HttpResponse> {
    let place = query.place(&request)?;
    let mut conn = state.db.get().await?;
    let rows = management::list(&mut conn, &caller, club.into_inner(), (place.after, place.rows())).await?;
    let page: KeyPage = Page::of(rows, &place, |row| (row.created_at, row.id), Key::from);
    Ok(page.respond(&request))
}

/// Read about a key.
///
/// Needs the scope `manage`. Says when the key was last used, but not the key itself.
#[utoipa::path(
    tag = "keys", operation_id = "getKey",
    responses((status = 200, description = "What is known of the key", body = Key)),
)]
#[get("/clubs/{club}/keys/{key}")]
pub async fn get_key(state: Data<State>, caller: Caller, path: Path<(Uuid, Uuid)>) -> ApiResult<Json<Key>> {
    let mut conn = state.db.get().await?;
    Ok(Json(management::read(&mut conn, &caller, path.into_inner()).await?.into()))
}

/// Read about the key that is sent.
///
/// Needs the scope `view`. Says which club the key is for, what it may do and until when: where an app starts that
/// was given nothing but a key.
#[utoipa::path(
    tag = "keys", operation_id = "getOwnKey",
    responses((status = 200, description = "What is known of the key", body = OwnKey)),
)]
#[get("/key")]
pub async fn get_own_key(state: Data<State>, caller: Caller) -> ApiResult<Json<OwnKey>> {
    let mut conn = state.db.get().await?;
    let (row, club) = management::own(&mut conn, &caller).await?;
    let Key { id, scope, game, label, expires_at, .. } = row.into();
    Ok(Json(OwnKey { id, club: club.id, club_name: club.name, scope, game, label, expires_at }))
}

/// Revoke a key.
///
/// Needs the scope `manage`. The key stops working immediately (in other processes of the service within
/// two seconds) and stays in the list, and so do the links to games that were made with it, unless it manages
/// the club. The last key that can manage the club cannot be revoked.
#[utoipa::path(
    tag = "keys", operation_id = "revokeKey",
    responses((status = 204, description = "The key is revoked")),
)]
#[delete("/clubs/{club}/keys/{key}")]
pub async fn revoke_key(
    request: WriteRequest<NoQuery>,
    state: Data<State>,
    path: Path<(Uuid, Uuid)>,
) -> ApiResult<HttpResponse> {
    let (club, key) = path.into_inner();
    // Finished even if the client goes away: this process has to forget the key too.
    let work = rt::spawn(async move {
        let revoke = request.delete((club, Scope::Manage), key, async move |conn, by| {
            management::revoke(conn, &by.caller, (club, key), Utc::now()).await
        });
        let revoked = revoke.await;
        state.keys.forget();
        revoked
    });
    work.await.map_err(Problem::internal)?
}
