//! Versions in headers: `ETag`, `If-Match`, `If-None-Match`.
//!
//! The version 3 of a thing is the entity tag `"3"`.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::http::StatusCode;
use actix_web::http::header::{ETAG, HeaderName, IF_MATCH, IF_NONE_MATCH};
use actix_web::{FromRequest, HttpRequest, HttpResponse};
use serde::Serialize;
use utoipa::IntoParams;

use super::codes::request::{INVALID_HEADER, PRECONDITION_REQUIRED, STALE_VERSION};
use super::problem::{ApiResult, Problem};
use crate::service::version::Expected;

/// What the caller says in `If-Match`. Extracting it refuses malformed headers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IfMatch(Option<Expected>);

/// The header `If-Match` for the document, where it must be sent.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
#[expect(dead_code, reason = "describes a header; `IfMatch` reads it")]
pub struct IfMatchHeader {
    /// The ETag of the version that you read, or `*`.
    #[param(rename = "If-Match", pattern = r#"^(\*|"[0-9]+")$"#, example = "\"3\"")]
    etag: String,
}

/// The header `If-Match` for the document, where it may be sent.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
#[expect(dead_code, reason = "describes a header; `IfMatch` reads it")]
pub struct OptionalIfMatchHeader {
    /// The ETag of the version that you read; without it the newest is meant.
    #[param(rename = "If-Match", nullable = false, pattern = r#"^(\*|"[0-9]+")$"#)]
    etag: Option<String>,
}

/// The header `If-None-Match` for the document.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
#[expect(dead_code, reason = "describes a header; `respond` reads it")]
pub struct IfNoneMatchHeader {
    /// The ETag of the version that you have; if it is current, the answer is 304.
    #[param(rename = "If-None-Match", nullable = false, example = "\"3\"")]
    etag: Option<String>,
}

impl IfMatch {
    /// The versions that the caller names; without any, every version will do.
    #[must_use]
    pub fn or_any(self) -> Expected {
        self.0.unwrap_or(Expected::Any)
    }

    /// The versions that the caller names.
    ///
    /// # Errors
    ///
    /// 428 if there are none.
    pub fn required(self) -> ApiResult<Expected> {
        self.0.ok_or_else(|| {
            let detail = "Send If-Match with the ETag of the version that you read.";
            Problem::new(&PRECONDITION_REQUIRED, detail)
        })
    }
}

impl FromRequest for IfMatch {
    type Error = Problem;
    type Future = Ready<ApiResult<IfMatch>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let tags = match tags(request, &IF_MATCH) {
            None => return ready(Ok(IfMatch(None))),
            Some(Err(problem)) => return ready(Err(problem)),
            Some(Ok(tags)) => tags,
        };
        // A weak tag never equals anything here (RFC 9110, 13.1.1): it is known, but stale.
        let versions = tags.iter().filter_map(|tag| version(tag)).collect();
        let any = tags.iter().any(|tag| tag == "*");
        let expected = if any { Expected::Any } else { Expected::Versions(versions) };
        ready(Ok(IfMatch(Some(expected))))
    }
}

/// The refusal of a change that was meant for another version: 412.
#[must_use]
pub fn stale(current: i64) -> Problem {
    let detail = format!("It has changed: the current version is {current}.");
    Problem::new(&STALE_VERSION, detail).version(current).header(ETAG, header(current))
}

/// Answers a thing with its version, or with 304 if the caller has that version already.
pub fn respond(
    request: &HttpRequest,
    status: StatusCode,
    version: i64,
    thing: &impl Serialize,
) -> HttpResponse {
    if status == StatusCode::OK && is_known(request, version) {
        return HttpResponse::NotModified().insert_header((ETAG, header(version))).finish();
    }
    respond_anew(status, version, thing)
}

/// Answers a thing with its version, whatever the caller has already.
pub fn respond_anew(status: StatusCode, version: i64, thing: &impl Serialize) -> HttpResponse {
    HttpResponse::build(status).insert_header((ETAG, header(version))).json(thing)
}

/// Whether `If-None-Match` names this version. A malformed header names none.
#[must_use]
pub fn is_known(request: &HttpRequest, current: i64) -> bool {
    let Some(Ok(tags)) = tags(request, &IF_NONE_MATCH) else {
        return false;
    };
    tags.iter().any(|tag| tag == "*" || version(tag.trim_start_matches("W/")) == Some(current))
}

/// The entity tag of a version.
#[must_use]
pub fn header(version: i64) -> actix_web::http::header::HeaderValue {
    let mut value = actix_web::http::header::HeaderValue::from(version);
    if let Ok(quoted) = format!("\"{version}\"").parse() {
        value = quoted;
    }
    value
}

/// The tags in a header of this name, if there is one.
fn tags(request: &HttpRequest, name: &HeaderName) -> Option<ApiResult<Vec<String>>> {
    let mut found = Vec::new();
    let mut values = request.headers().get_all(name).peekable();
    values.peek()?;
    for value in values {
        for tag in value.to_str().unwrap_or("?").split(',').map(str::trim) {
            let quoted = tag.trim_start_matches("W/");
            let is_tag = quoted.len() >= 2 && quoted.starts_with('"') && quoted.ends_with('"');
            if tag != "*" && !is_tag {
                let detail = format!("{name} must be `*` or entity tags such as `\"3\"`.");
                return Some(Err(Problem::new(&INVALID_HEADER, detail)));
            }
            found.push(tag.to_owned());
        }
    }
    Some(Ok(found))
}

/// The version that a strong tag stands for.
fn version(tag: &str) -> Option<i64> {
    tag.strip_prefix('"')?.strip_suffix('"')?.parse().ok()
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    fn if_match(value: &str) -> ApiResult<IfMatch> {
        let request = TestRequest::default().insert_header((IF_MATCH, value)).to_http_request();
        IfMatch::from_request(&request, &mut Payload::None).into_inner()
    }

    #[test]
    fn if_match_names_versions() {
        assert_eq!(if_match("\"3\"").unwrap().or_any(), Expected::Versions(vec![3]));
        assert_eq!(if_match("\"3\", \"4\"").unwrap().or_any(), Expected::Versions(vec![3, 4]));
        assert_eq!(if_match("*").unwrap().or_any(), Expected::Any);
        assert_eq!(if_match("W/\"3\"").unwrap().or_any(), Expected::Versions(vec![]));
        assert_eq!(if_match("3").unwrap_err().code(), "invalid_header");
    }

    #[test]
    fn a_change_without_a_version_asks_for_one() {
        let request = TestRequest::default().to_http_request();
        let none = IfMatch::from_request(&request, &mut Payload::None).into_inner().unwrap();

        assert_eq!(none.clone().or_any(), Expected::Any);
        assert_eq!(none.required().unwrap_err().code(), "precondition_required");
    }

    #[test]
    fn a_known_version_is_not_sent_again() {
        let request = TestRequest::default().insert_header((IF_NONE_MATCH, "W/\"3\"")).to_http_request();

        assert_eq!(respond(&request, StatusCode::OK, 3, &()).status(), StatusCode::NOT_MODIFIED);
        assert_eq!(respond(&request, StatusCode::OK, 4, &()).status(), StatusCode::OK);
    }
}
