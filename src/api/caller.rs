//! Who calls, taken from the header `Authorization`.
//!
//! A handler that takes a `Caller` cannot be reached without a good key. One that takes a
//! `Reader` can be reached without a key, but not with a bad one. The caller is found before the
//! body is read, so that nobody's bodies are looked at without need.

use std::future::{Ready, ready};
use std::net::{IpAddr, Ipv4Addr};

use actix_web::dev::ServiceRequest;
use actix_web::http::header::AUTHORIZATION;
use actix_web::{FromRequest, HttpMessage, HttpRequest, dev, web};
use chrono::Utc;
use uuid::Uuid;

use super::State;
use super::codes::club::ADMIN_KEY_NEEDED;
use super::problem::{ApiResult, Problem};
use crate::service::auth::{self, Caller, Reader};
use crate::service::keys::KeySecret;
use crate::service::retries::Attempt;

/// Whose key a request has.
#[derive(Clone, Debug)]
pub(super) enum Identity {
    /// There is none.
    Nobody,
    /// Somebody's of a club.
    Caller(Caller),
    /// Whoever runs the service.
    Admin,
}

/// Where a request came from, in the form that limits are counted by.
#[derive(Clone, Debug)]
pub(crate) struct Origin(pub IpAddr);

/// Somebody who may found clubs.
#[derive(Clone, Copy, Debug)]
pub enum ClubCreator {
    /// Who has a key: a hash of it, or its id.
    Known(Uuid),
    /// Anybody at this address.
    At(IpAddr),
}

impl FromRequest for Caller {
    type Error = Problem;
    type Future = Ready<ApiResult<Caller>>;

    fn from_request(request: &HttpRequest, _: &mut dev::Payload) -> Self::Future {
        ready(match identity(request) {
            Identity::Caller(caller) => Ok(caller),
            Identity::Nobody => {
                Err(Problem::unauthenticated("A key is needed: send Authorization: Bearer pk_…."))
            }
            Identity::Admin => Err(Problem::unauthenticated("The admin key only makes clubs.")),
        })
    }
}

impl FromRequest for Reader {
    type Error = Problem;
    type Future = Ready<ApiResult<Reader>>;

    fn from_request(request: &HttpRequest, _: &mut dev::Payload) -> Self::Future {
        ready(match identity(request) {
            Identity::Caller(caller) => Ok(Reader::Caller(caller)),
            Identity::Nobody | Identity::Admin => Ok(Reader::Anyone),
        })
    }
}

impl FromRequest for ClubCreator {
    type Error = Problem;
    type Future = Ready<ApiResult<ClubCreator>>;

    fn from_request(request: &HttpRequest, _: &mut dev::Payload) -> Self::Future {
        ready(creator(request))
    }
}

fn creator(request: &HttpRequest) -> ApiResult<ClubCreator> {
    let state = request.app_data::<web::Data<State>>();
    let is_open = state.is_some_and(|state| state.access.open_club_creation);
    match identity(request) {
        Identity::Admin => Ok(ClubCreator::Known(Attempt::sender_at("admin"))),
        Identity::Caller(caller) if is_open => Ok(ClubCreator::Known(caller.key_id)),
        Identity::Nobody if is_open => Ok(ClubCreator::At(origin(request))),
        Identity::Caller(_) => Err(Problem::new(&ADMIN_KEY_NEEDED, "Here only the admin key makes clubs.")),
        Identity::Nobody => Err(Problem::unauthenticated("Here the admin key is needed to make a club.")),
    }
}

/// The address that a request came from.
pub(super) fn origin(request: &HttpRequest) -> IpAddr {
    let origin = request.extensions().get::<Origin>().map(|origin| origin.0);
    origin.unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED))
}

fn identity(request: &HttpRequest) -> Identity {
    request.extensions().get::<Identity>().cloned().unwrap_or(Identity::Nobody)
}

/// Finds out whose key the request has.
///
/// Errors: 401 if there is a key and it is no good.
pub(super) async fn identify(request: &ServiceRequest, state: &State) -> ApiResult<Identity> {
    let mut headers = request.headers().get_all(AUTHORIZATION);
    let Some(header) = headers.next() else { return Ok(Identity::Nobody) };
    let malformed = || {
        let form = "`Bearer pk_` and 64 hexadecimal digits";
        Problem::unauthenticated(format!("The header Authorization must be {form}, and there once."))
    };
    let token = header
        .to_str()
        .ok()
        .and_then(|text| text.split_once(' '))
        .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"))
        .map(|(_, token)| token.trim())
        .filter(|_| headers.next().is_none())
        .ok_or_else(malformed)?;
    if state.access.admin_key.as_ref().is_some_and(|admin| admin.is(token)) {
        return Ok(Identity::Admin);
    }
    let secret = KeySecret::parse(token).ok_or_else(malformed)?;
    Ok(Identity::Caller(auth::recognise(&state.db, &state.keys, &secret, Utc::now()).await?))
}
