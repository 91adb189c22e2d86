//! Request bodies: strict JSON objects, refused with the member to blame and a sentence.
//!
//! A body that is no JSON at all is 400 (`malformed_json`, `json_too_deep`, `not_an_object`).
//! JSON that says something we cannot use is 422 (`invalid_body`): a member that is missing,
//! unknown, of the wrong type or out of range. null counts as absent.

use std::pin::Pin;
use std::time::Duration;

use actix_web::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use actix_web::web::Bytes;
use actix_web::{FromRequest, HttpMessage, HttpRequest, dev, web};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use tokio::time::timeout;

use super::codes::request::{
    BODY_TOO_LARGE, BODY_TOO_SLOW, INVALID_BODY, JSON_TOO_DEEP, MALFORMED_JSON, NOT_AN_OBJECT,
    UNREADABLE_BODY, UNSUPPORTED_MEDIA_TYPE,
};
use super::problem::{ApiResult, FieldError, Problem};
use super::retry::{IDEMPOTENCY_KEY, Sent};
use crate::reader::{self, MAX_DEPTH, Refusal, Wrong};

/// How many bytes a body may have.
pub const MAX_BYTES: usize = 256 * 1024;

/// How long a client may take to send a body: enough for 256 KiB at 100 kbit/s.
pub const SLOWEST_BODY: Duration = Duration::from_secs(20);

/// The body of a request. Put `#[serde(deny_unknown_fields)]` on `T` and what is in it.
#[derive(Debug)]
pub struct Body<T>(pub T);

impl<T: DeserializeOwned + 'static> FromRequest for Body<T> {
    type Error = Problem;
    type Future = Pin<Box<dyn Future<Output = ApiResult<Body<T>>>>>;

    fn from_request(request: &HttpRequest, payload: &mut dev::Payload) -> Self::Future {
        let acceptable = check_headers(request);
        let payload = web::Payload::from_request(request, payload);
        let request = request.clone();
        Box::pin(async move {
            acceptable?;
            let payload = payload.await.map_err(|error| Problem::internal(&error))?;
            let bytes = collect(payload).await?;
            let body = parse(&bytes).map(Body);
            if request.headers().contains_key(IDEMPOTENCY_KEY) {
                request.extensions_mut().insert(Sent(bytes));
            }
            body
        })
    }
}

/// No body: nothing at all, null, or an object without members.
#[derive(Debug)]
pub struct NoBody;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

impl FromRequest for NoBody {
    type Error = Problem;
    type Future = Pin<Box<dyn Future<Output = ApiResult<NoBody>>>>;

    fn from_request(request: &HttpRequest, payload: &mut dev::Payload) -> Self::Future {
        let payload = web::Payload::from_request(request, payload);
        Box::pin(async move {
            let bytes = collect(payload.await.map_err(|error| Problem::internal(&error))?).await?;
            if matches!(bytes.trim_ascii(), b"" | b"null") {
                return Ok(NoBody);
            }
            parse::<Nothing>(&bytes).map(|Nothing {}| NoBody)
        })
    }
}

/// Refuses what is not JSON or too large, before any of it is read.
fn check_headers(request: &HttpRequest) -> ApiResult<()> {
    let media_type = request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    if !media_type.is_some_and(is_json) {
        let detail = match media_type {
            Some(other) => format!("The body is sent as {other}; send application/json."),
            None => "Send the body with the header Content-Type: application/json.".to_owned(),
        };
        return Err(Problem::new(&UNSUPPORTED_MEDIA_TYPE, detail));
    }
    let length = request.headers().get(CONTENT_LENGTH).and_then(|value| value.to_str().ok());
    if length
        .and_then(|text| text.parse().ok())
        .is_some_and(|length: u64| !usize::try_from(length).is_ok_and(|length| length <= MAX_BYTES))
    {
        return Err(too_large());
    }
    Ok(())
}

/// Whether a media type is JSON, whatever its parameters.
fn is_json(media_type: &str) -> bool {
    let essence = media_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    essence == "application/json" || (essence.starts_with("application/") && essence.ends_with("+json"))
}

async fn collect(payload: web::Payload) -> ApiResult<Bytes> {
    let Ok(collected) = timeout(SLOWEST_BODY, payload.to_bytes_limited(MAX_BYTES)).await else {
        let detail = format!("The body took more than {} s to arrive.", SLOWEST_BODY.as_secs());
        return Err(Problem::new(&BODY_TOO_SLOW, detail));
    };
    match collected {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(_)) => Err(Problem::new(&UNREADABLE_BODY, "The body broke off before it was complete.")),
        Err(_) => Err(too_large()),
    }
}

fn too_large() -> Problem {
    Problem::new(&BODY_TOO_LARGE, format!("The body has more than {} KiB.", MAX_BYTES / 1024))
}

/// Reads an object of type `T`.
///
/// Errors: 400 if it is not a JSON object, 422 if it is not this one.
pub fn parse<T: DeserializeOwned>(bytes: &[u8]) -> ApiResult<T> {
    reader::read(bytes).map_err(Into::into)
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Problem {
        match refusal {
            Refusal::Malformed(why) => Problem::new(&MALFORMED_JSON, format!("The body is not JSON: {why}.")),
            Refusal::TooDeep => {
                let detail =
                    format!("The body has more than {MAX_DEPTH} lists and objects inside each other.");
                Problem::new(&JSON_TOO_DEEP, detail)
            }
            Refusal::NotAnObject(found) => {
                let detail = format!("The body must be a JSON object in curly braces, not {found}.");
                Problem::new(&NOT_AN_OBJECT, detail)
            }
            Refusal::Member(wrong) => invalid(&wrong),
        }
    }
}

fn invalid(wrong: &Wrong) -> Problem {
    let pointer = wrong.pointer();
    let place = if pointer.is_empty() { "The body".to_owned() } else { pointer.replace('\0', "\\u0000") };
    let error = FieldError::at(pointer, wrong.detail()).code(wrong.code());
    Problem::new(&INVALID_BODY, format!("{place} {}.", wrong.detail())).error(error)
}
