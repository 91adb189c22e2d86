//! Requests that may come again: the header `Idempotency-Key`.
//!
//! Everything that stores something goes through [`once`], mostly as a [`WriteRequest`], or is a
//! [`ChangeRequest`] if it changes a game.
//!
//! [`ChangeRequest`]: super::change::ChangeRequest
//! [`WriteRequest`]: super::write::WriteRequest

use std::net::IpAddr;

use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, ETAG, HeaderName, HeaderValue, LOCATION, RETRY_AFTER};
use actix_web::web::{Bytes, Data};
use actix_web::{HttpMessage, HttpRequest, HttpResponse, HttpResponseBuilder, ResponseError, rt};
use chrono::Utc;
use serde::Serialize;
use uuid::Uuid;

use super::State;
use super::codes::request::{IDEMPOTENCY_IN_PROGRESS, INVALID_HEADER};
use super::etag;
use super::problem::{ApiResult, Problem};
use crate::service::ServiceError;
use crate::service::auth::Caller;
use crate::service::retries::{self, Attempt, Done, Earlier, Made, Reply};
use crate::store::Connection;
use crate::store::keys::Scope;

/// The header of requests.
pub const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");
/// The header of answers that were given before.
pub const IDEMPOTENT_REPLAYED: HeaderName = HeaderName::from_static("idempotent-replayed");

const REPLAYED: (HeaderName, HeaderValue) = (IDEMPOTENT_REPLAYED, HeaderValue::from_static("true"));

/// How many characters an `Idempotency-Key` may have.
pub const LONGEST: usize = 255;

/// How many characters it has at least where it is the only secret of who sends it.
const SECRET: usize = 32;

/// Stands in a stored body where a key belongs, as JSON. No name has a control character in it, so nothing
/// else in a body is the same.
const KEY_MARK: &str = r#""\u0001key""#;

/// The bytes of a body, kept beside what was read of them to tell whether a request is the same.
pub(super) struct Sent(pub Bytes);

/// A request about a club as one that may come again, if it has the header. Every key of the club that
/// may do it is told what it made.
///
/// Fails if the caller may not do it, or 400 if the header cannot be used.
pub fn of_club(
    request: &HttpRequest,
    caller: &Caller,
    club: Uuid,
    needs: Scope,
) -> ApiResult<Option<Attempt>> {
    caller.club(club, needs)?;
    attempt(request, (club, caller.key_id))
}

/// A request whose answer has a key as one that may come again: nobody else than the sender, a key or
/// an address, is told.
///
/// Errors: 400 if the header cannot be used.
pub fn of_sender(request: &HttpRequest, sender: Uuid) -> ApiResult<Option<Attempt>> {
    attempt(request, (sender, sender))
}

/// The same of somebody who has no key: whoever sends the same from the same address is told, so the header has
/// to be a secret.
///
/// Errors: 400 if the header cannot be used, or is short enough to be guessed.
pub fn of_address(request: &HttpRequest, address: IpAddr) -> ApiResult<Option<Attempt>> {
    let is_short = |value: &HeaderValue| value.len() < SECRET;
    if request.headers().get(IDEMPOTENCY_KEY).is_some_and(is_short) {
        let detail = format!(
            "Idempotency-Key must have at least {SECRET} characters that nobody can guess, such as a random UUID: \
             whoever sends it again from your network is given the key of the club."
        );
        return Err(Problem::new(&INVALID_HEADER, detail));
    }
    of_sender(request, Attempt::sender_at(&address.to_string()))
}

/// A request to change a game as one that may come again: every key that may change the game is told.
///
/// Errors: 400 if the header cannot be used.
pub fn of_game(request: &HttpRequest, caller: &Caller, game: Uuid) -> ApiResult<Option<Attempt>> {
    attempt(request, (game, caller.key_id))
}

/// The request as one that may come again, if it has the header; it is empty, too long, there twice or
/// not made of visible characters where it is refused.
fn attempt(request: &HttpRequest, ids: (Uuid, Uuid)) -> ApiResult<Option<Attempt>> {
    let mut values = request.headers().get_all(IDEMPOTENCY_KEY);
    let Some(value) = values.next() else { return Ok(None) };
    let text = value.to_str().unwrap_or_default();
    let is_key = (1..=LONGEST).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic());
    if !is_key || values.next().is_some() {
        let detail = "Idempotency-Key must be there once, with 1 to 255 visible characters; a UUID is good.";
        return Err(Problem::new(&INVALID_HEADER, detail));
    }
    let extensions = request.extensions();
    let body = extensions.get::<Sent>().map_or(&[][..], |sent| &sent.0);
    let uri = request.uri().to_string();
    let parts = [request.method().as_str().as_bytes(), uri.as_bytes(), body];
    Ok(Some(Attempt::new(ids, text, &parts)))
}

/// Does what a request asks for, unless it was done before, and even if the client goes away
/// meanwhile; see [`retries::once`].
pub async fn once<T, F>(state: &Data<State>, attempt: Option<Attempt>, work: F) -> ApiResult<Done<T>>
where
    T: 'static,
    F: AsyncFn(&mut Connection, Option<Earlier>) -> Result<Made<T>, ServiceError> + 'static,
{
    let state = state.clone();
    let work = rt::spawn(async move {
        retries::once((&state.db, &state.running), attempt.as_ref(), Utc::now(), work).await
    });
    Ok(work.await.map_err(Problem::internal)??)
}

/// Answers with what a request made, and its path.
pub fn created<T, V: Serialize>(done: Done<T>, show: impl FnOnce(T) -> (String, V)) -> HttpResponse {
    answer(done, StatusCode::CREATED, |answer, what| {
        let (place, view) = show(what);
        answer.insert_header((LOCATION, place)).json(view)
    })
}

/// Answers with what a request made or changed.
pub fn shown<T, V: Serialize>(done: Done<T>, show: impl FnOnce(T) -> V) -> HttpResponse {
    answer(done, StatusCode::OK, |answer, what| answer.json(show(what)))
}

/// Answers that something is gone.
pub fn gone(done: Done<()>) -> HttpResponse {
    answer(done, StatusCode::NO_CONTENT, |answer, ()| answer.finish())
}

/// The same answer, which nobody may keep.
pub fn secret(mut answer: HttpResponse) -> HttpResponse {
    answer.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    answer
}

/// Answers with what a request made, or as it was answered before.
pub fn answer<T>(
    done: Done<T>,
    status: StatusCode,
    show: impl FnOnce(&mut HttpResponseBuilder, T) -> HttpResponse,
) -> HttpResponse {
    let mut answer = HttpResponse::build(status);
    match done {
        Done::Now(what) => show(&mut answer, what),
        Done::Before(what) => show(answer.insert_header(REPLAYED), what),
        Done::Stored(reply) => respond(&reply),
    }
}

/// The refusal of a request that is being done just now.
pub fn in_progress() -> Problem {
    let detail = "The same request is still running; ask again in a moment for its answer.";
    Problem::new(&IDEMPOTENCY_IN_PROGRESS, detail).header(RETRY_AFTER, HeaderValue::from_static("1"))
}

/// The answer that an older program stored.
fn respond(reply: &Reply) -> HttpResponse {
    let status = match StatusCode::from_u16(reply.status) {
        Ok(status) => status,
        Err(error) => return Problem::internal(error).error_response(),
    };
    let mut answer = HttpResponse::build(status);
    answer.content_type("application/json");
    if let Some(version) = reply.version {
        answer.insert_header((ETAG, etag::header(version)));
    }
    if let Some(location) = &reply.location {
        answer.insert_header((LOCATION, location.as_str()));
    }
    answer.insert_header(REPLAYED);
    match &reply.key {
        Some(key) => {
            let body = reply.body.replace(KEY_MARK, &format!("\"{}\"", key.reveal()));
            secret(answer.body(body))
        }
        None => answer.body(reply.body.clone()),
    }
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    #[test]
    fn the_header_is_there_once_and_visible() {
        let with = |values: &[&str]| {
            let mut request = TestRequest::post();
            for value in values {
                request = request.append_header((IDEMPOTENCY_KEY, *value));
            }
            of_sender(&request.to_http_request(), Uuid::nil()).map(|attempt| attempt.is_some())
        };
        assert!(!with(&[]).unwrap());
        assert!(with(&["8e03978e-40d5-43dd-bc93-6894a57f9324"]).unwrap());
        assert!(with(&["\"a\""]).unwrap());
        for wrong in [&[""][..], &["a", "a"], &["a b"], &["é"], &[&"x".repeat(256)]] {
            assert_eq!(with(wrong).unwrap_err().code(), "invalid_header", "{wrong:?}");
        }
    }
}
