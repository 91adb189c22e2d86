//! Clubs: the people who play together.

use actix_web::web::{Data, Json, Path};
use actix_web::{HttpRequest, HttpResponse, delete, get, patch, post, rt};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;
use uuid::Uuid;

use super::State;
use super::caller::ClubCreator;
use super::json::Body;
use super::problem::{ApiResult, Problem};
use super::query::NoQuery;
use super::retry;
use super::time::seconds;
use super::write::WriteRequest;
use crate::service::auth::{Caller, Reader};
use crate::service::clubs::{self, ClubEdit, NewClub};
use crate::service::names::Name;
use crate::service::retries::{Attempt, Made};
use crate::service::time_zone::TimeZone;
use crate::store::clubs::{self as store, Visibility};
use crate::store::keys::Scope;

/// The addresses of this file.
pub fn routes(app: &mut ServiceConfig) {
    app.service(create_club).service(get_club).service(update_club).service(delete_club);
}

/// A club to create.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateClub {
    /// 1 to 200 characters.
    #[schema(value_type = String, min_length = 1, max_length = 200, examples("Friday table"))]
    name: Name,
    /// The IANA time zone whose calendar the club plays by; UTC if absent.
    #[schema(value_type = Option<String>, max_length = 64, examples("Europe/Berlin"))]
    time_zone: Option<TimeZone>,
    /// Who may read the club without a key; `private` if absent.
    visibility: Option<Visibility>,
}

/// The fields of a club to change; absent ones stay as they are.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UpdateClub {
    /// 1 to 200 characters.
    #[schema(value_type = Option<String>, min_length = 1, max_length = 200)]
    name: Option<Name>,
    /// The IANA time zone whose calendar the club plays by.
    #[schema(value_type = Option<String>, max_length = 64, examples("Europe/Berlin"))]
    time_zone: Option<TimeZone>,
    /// Who may read the club without a key.
    visibility: Option<Visibility>,
}

/// The confirmation that a club is to be deleted.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"confirm": "Friday table"}))]
pub struct DeleteClub {
    /// The name of the club, letter by letter.
    #[schema(min_length = 1, max_length = 200)]
    confirm: String,
}

/// The people who play together.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Club {
    pub id: Uuid,
    #[schema(examples("Friday table"))]
    pub name: String,
    /// The IANA time zone whose calendar the club plays by.
    #[schema(examples("Europe/Berlin"))]
    pub time_zone: String,
    pub visibility: Visibility,
    #[serde(serialize_with = "seconds")]
    pub created_at: DateTime<Utc>,
}

/// A club that was just created, with a key that can do everything in it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CreatedClub {
    pub id: Uuid,
    pub name: String,
    /// The IANA time zone whose calendar the club plays by.
    pub time_zone: String,
    pub visibility: Visibility,
    #[serde(serialize_with = "seconds")]
    pub created_at: DateTime<Utc>,
    /// A key with the scope `manage`. It is shown only once and cannot be looked up.
    #[schema(pattern = "^pk_[0-9a-f]{64}$")]
    pub key: String,
}

impl From<store::ClubRow> for Club {
    fn from(row: store::ClubRow) -> Club {
        let store::ClubRow { id, name, time_zone, visibility, created_at } = row;
        Club { id, name, time_zone, visibility, created_at }
    }
}

/// Create a club.
///
/// The answer has the club's first key, which can do everything in the club. The key is shown only once:
/// store it. Where not everybody may create clubs, the operator's admin key is needed. Without a key,
/// `Idempotency-Key` has at least 32 characters, as a UUID does: it is all that tells you from others at your address.
#[utoipa::path(
    tag = "clubs", operation_id = "createClub", security((), ("bearerAuth" = [])),
    request_body(content = CreateClub, description = "The club to create"),
    responses((status = 201, description = "The club and its first key", body = CreatedClub,
        headers(("Location" = String, description = "The path of the club")))),
)]
#[post("/clubs")]
pub async fn create_club(
    _query: NoQuery,
    state: Data<State>,
    creator: ClubCreator,
    Body(club): Body<CreateClub>,
    request: HttpRequest,
) -> ApiResult<HttpResponse> {
    let new = NewClub {
        name: club.name,
        time_zone: club.time_zone.unwrap_or_default(),
        visibility: club.visibility.unwrap_or_default(),
    };
    let attempt = match creator {
        ClubCreator::Known(sender) => retry::of_sender(&request, sender)?,
        ClubCreator::At(address) => retry::of_address(&request, address)?,
    };
    let drawn = Attempt::draw(attempt.as_ref())?;
    let done = retry::once(&state, attempt, async move |conn, earlier| {
        let Some(earlier) = earlier else {
            let row = clubs::create(conn, new.clone(), &drawn.secret, Utc::now()).await?;
            return Ok(Made::new(row.id, (row, drawn.secret.clone())).with_key(&drawn));
        };
        Ok(Made::new(earlier.made, (clubs::read_created(conn, earlier.made).await?, earlier.key()?)))
    });
    let created = retry::created(done.await?, |(row, key)| {
        let Club { id, name, time_zone, visibility, created_at } = row.into();
        let key = key.reveal().to_owned();
        (format!("/v1/clubs/{id}"), CreatedClub { id, name, time_zone, visibility, created_at, key })
    });
    Ok(retry::secret(created))
}

/// Read a club.
///
/// A public club answers without a key. A private one answers to its own keys only, and not to those of
/// one game; to others it does not exist.
#[utoipa::path(
    tag = "clubs", operation_id = "getClub", security((), ("bearerAuth" = [])),
    responses((status = 200, description = "The club", body = Club)),
)]
#[get("/clubs/{club}")]
pub async fn get_club(state: Data<State>, reader: Reader, club: Path<Uuid>) -> ApiResult<Json<Club>> {
    let mut conn = state.db.get().await?;
    let row = clubs::read(&mut conn, &reader, club.into_inner()).await?;
    Ok(Json(row.into()))
}

/// Change a club.
///
/// Takes any of its members; what is absent or null stays as it is. Needs the scope `manage`.
#[utoipa::path(
    tag = "clubs", operation_id = "updateClub",
    request_body(content = UpdateClub, description = "The fields to change"),
    responses((status = 200, description = "The club as it is now", body = Club)),
)]
#[patch("/clubs/{club}")]
pub async fn update_club(
    request: WriteRequest<NoQuery>,
    club: Path<Uuid>,
    Body(edit): Body<UpdateClub>,
) -> ApiResult<HttpResponse> {
    let club = club.into_inner();
    let edit = ClubEdit { name: edit.name, time_zone: edit.time_zone, visibility: edit.visibility };
    let work = request.change((club, Scope::Manage), Club::from, async move |conn, by, earlier| {
        let row = match earlier {
            None => clubs::change(conn, &by.caller, club, edit.clone()).await?,
            Some(_) => clubs::read_created(conn, club).await?,
        };
        Ok(Made::new(club, row))
    });
    work.await
}

/// Delete a club.
///
/// Needs the scope `manage`, and the name of the club as a confirmation. Its players, games and
/// keys go with it, and nothing brings them back: export it first.
#[utoipa::path(
    tag = "clubs", operation_id = "deleteClub",
    request_body(content = DeleteClub, description = "The confirmation"),
    responses((status = 204, description = "The club is gone")),
)]
#[delete("/clubs/{club}")]
pub async fn delete_club(
    _query: NoQuery,
    state: Data<State>,
    caller: Caller,
    club: Path<Uuid>,
    Body(body): Body<DeleteClub>,
) -> ApiResult<HttpResponse> {
    let club = club.into_inner();
    // Finished even if the client goes away: this process has to forget the keys too.
    let work = rt::spawn(async move {
        let done = retry::once(&state, None, async move |conn, _| {
            clubs::delete(conn, &caller, club, &body.confirm).await?;
            Ok(Made::new(club, ()))
        });
        let done = done.await;
        state.keys.forget();
        if done.is_ok() {
            log::info!("club {club} was deleted");
        }
        done
    });
    Ok(retry::gone(work.await.map_err(Problem::internal)??))
}
