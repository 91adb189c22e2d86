//! Pairing codes: a second phone gets a key of its own without anybody typing one.

use std::net::IpAddr;

use actix_web::http::StatusCode;
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse, post};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;
use uuid::Uuid;

use super::State;
use super::caller;
use super::codes::club::PAIRING_NOT_FOUND;
use super::json::Body;
use super::keys::CreatedKey;
use super::links::LinkScope;
use super::problem::{ApiResult, Problem};
use super::query::NoQuery;
use super::responses::NotFound;
use super::retry;
use super::time::seconds;
use crate::service::ServiceError;
use crate::service::auth::Caller;
use crate::service::names::Name;
use crate::service::pairings::{self, NewPairing, PairingCode};
use crate::service::retries::{self, Attempt, Done, Made};
use crate::store::pairings::PairingRow;

/// The addresses of this file.
pub fn routes(app: &mut ServiceConfig) {
    app.service(create_pairing).service(redeem_pairing);
}

/// What a second phone gets.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"label": "Bob's phone"}))]
pub struct CreatePairing {
    /// The only game that the phone may record or read; without it, the whole club.
    game: Option<Uuid>,
    /// What the phone may do; by default `score`.
    scope: Option<LinkScope>,
    /// What the key will be called, in 1 to 200 characters.
    #[schema(value_type = String, min_length = 1, max_length = 200, examples("Bob's phone"))]
    label: Name,
}

/// A pairing code.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Pairing {
    /// The code, to be typed into the second phone. It is shown only once.
    #[schema(pattern = "^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$", examples("7KQM-2XWP"))]
    pub code: String,
    /// When the code expires.
    #[serde(serialize_with = "seconds")]
    pub expires_at: DateTime<Utc>,
}

/// A code that a person typed.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"code": "7kqm 2xwp"}))]
pub struct RedeemPairing {
    /// The code; letter case, spaces and the hyphen do not matter.
    #[schema(min_length = 8, max_length = 32)]
    code: String,
}

/// Pair a second phone.
///
/// Needs the scope `manage`. The answer has a code of eight characters for the second phone to send. It
/// works once, within ten minutes, and gives a key with the scope `score`, or `view` for a screen that only shows. The request is answered the same
/// when it comes again under its `Idempotency-Key`, also once the code was used.
#[utoipa::path(
    tag = "keys", operation_id = "createPairing",
    request_body(content = CreatePairing, description = "What the phone gets"),
    responses((status = 201, description = "The code", body = Pairing)),
)]
#[post("/clubs/{club}/pairings")]
pub async fn create_pairing(
    _query: NoQuery,
    state: Data<State>,
    caller: Caller,
    club: Path<Uuid>,
    Body(pairing): Body<CreatePairing>,
    request: HttpRequest,
) -> ApiResult<HttpResponse> {
    let CreatePairing { game, scope, label } = pairing;
    let scope = scope.unwrap_or(LinkScope::Score).into();
    let new = NewPairing { club: club.into_inner(), game, scope, label };
    let attempt = retry::of_sender(&request, caller.key_id)?;
    let draw = attempt.clone();
    let done = retry::once(&state, attempt, async move |conn, earlier| {
        let Some(earlier) = earlier else {
            let draw = || Attempt::draw(draw.as_ref());
            let (row, drawn) = pairings::offer(conn, &caller, new.clone(), draw, Utc::now()).await?;
            return Ok(Made::new(row.id, (row.expires_at, drawn.secret.clone())).with_key(&drawn));
        };
        Ok(Made::new(earlier.made, (pairings::expires_at(earlier.made)?, earlier.key()?)))
    });
    let created = retry::answer(done.await?, StatusCode::CREATED, |answer, (expires_at, key)| {
        answer.json(Pairing { code: PairingCode::of(&key).shown(), expires_at })
    });
    Ok(retry::secret(created))
}

/// Exchange a pairing code for a key.
///
/// Needs no key. A code that is unknown, used, expired or was mistyped too often is answered with 404,
/// and a caller who tries many has to wait (429).
#[utoipa::path(
    tag = "keys", operation_id = "redeemPairing", security(()),
    request_body(content = RedeemPairing, description = "The code"),
    responses((status = 201, description = "The key", body = CreatedKey), (status = 404, response = NotFound)),
)]
#[post("/pairings")]
pub async fn redeem_pairing(
    _query: NoQuery,
    state: Data<State>,
    Body(typed): Body<RedeemPairing>,
    request: HttpRequest,
) -> ApiResult<HttpResponse> {
    let address = caller::origin(&request);
    let attempt = retry::of_sender(&request, Attempt::sender_at(&address.to_string()))?;
    let pairing = check_code(&state, attempt.as_ref(), address, typed.code).await?;
    let drawn = Attempt::draw(attempt.as_ref())?;
    let done = retry::once(&state, attempt, async move |conn, earlier| {
        let Some(earlier) = earlier else {
            let pairing = pairing.clone().ok_or(ServiceError::PairingNotFound)?;
            let row = pairings::redeem(conn, pairing, &drawn.secret, Utc::now()).await?;
            return Ok(Made::new(row.id, (row, drawn.secret.clone())).with_key(&drawn));
        };
        Ok(Made::new(earlier.made, (pairings::redeemed(conn, earlier.made).await?, earlier.key()?)))
    });
    let created = retry::answer(done.await?, StatusCode::CREATED, |answer, (row, key)| {
        answer.json(CreatedKey::of(row, &key))
    });
    Ok(retry::secret(created))
}

/// What a code is good for. Its tries are counted whatever becomes of the request, unless the request
/// was done before.
async fn check_code(
    state: &Data<State>,
    attempt: Option<&Attempt>,
    address: IpAddr,
    typed: String,
) -> ApiResult<Option<PairingRow>> {
    if let Some(attempt) = attempt
        && retries::is_done(&mut *state.db.get().await?, attempt).await?
    {
        return Ok(None);
    }
    state.limits.pairing(address)?;
    let unknown = || Problem::new(&PAIRING_NOT_FOUND, "The pairing code is invalid, used or expired.");
    let code = PairingCode::parse(&typed).ok_or_else(unknown)?;
    let known = retry::once(state, None, async move |conn, _| {
        let pairing = pairings::try_code(conn, &code, Utc::now()).await?;
        Ok(Made::new(Uuid::nil(), pairing))
    });
    match known.await? {
        Done::Now(Some(pairing)) => Ok(Some(pairing)),
        Done::Now(None) | Done::Before(_) | Done::Stored(_) => Err(unknown()),
    }
}
