//! Versions in headers: `ETag`, `If-Match`, `If-None-Match`.
//!
//! The version 3 of a game is the entity tag `"3"`, or `"3-5f21c0"` where one of its players was
//! renamed since it was made: the answer has names in it, which the version does not count. What is
//! answered to somebody who must not see hands ends in `-held`.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::http::header::{ETAG, HeaderMap, HeaderName, HeaderValue, IF_MATCH, IF_NONE_MATCH};
use actix_web::{FromRequest, HttpRequest, HttpResponse};
use serde::Serialize;
use utoipa::IntoParams;

use super::codes::request::{INVALID_HEADER, PRECONDITION_REQUIRED, STALE_VERSION};
use super::problem::{ApiResult, Problem};
use crate::service::games::Edition;
use crate::service::version::Expected;

/// What proxies add inside a tag when they compress what it stands for.
const COMPRESSIONS: [&str; 5] = ["-gzip", "-br", "-zstd", "-deflate", ";gzip"];

/// What the caller says in `If-Match`. Extracting it refuses malformed headers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IfMatch(Option<Expected>);

/// The header `If-Match` for the document, where it must be sent.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
#[expect(dead_code, reason = "describes a header; `IfMatch` reads it")]
pub struct IfMatchHeader {
    /// The ETag of the version that you read, its `version`, or `*`. A weak one (`W/"3"`), as proxies make it that
    /// compress answers, is taken as the same version.
    #[param(
        rename = "If-Match",
        pattern = r#"^(\*|[0-9]+|(W/)?"[0-9]+([-;][0-9a-z-]+)?")$"#,
        example = "\"3\""
    )]
    etag: String,
}

/// The header `If-Match` for the document, where it may be sent.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
#[expect(dead_code, reason = "describes a header; `IfMatch` reads it")]
pub struct OptionalIfMatchHeader {
    /// The ETag of the version that you read, or its `version`; without it the newest is meant.
    #[param(rename = "If-Match", pattern = r#"^(\*|[0-9]+|(W/)?"[0-9]+([-;][0-9a-z-]+)?")$"#)]
    etag: Option<String>,
}

/// The header `If-None-Match` for the document.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
#[expect(dead_code, reason = "describes a header; `respond` reads it")]
pub struct IfNoneMatchHeader {
    /// The ETag of the version that you have; if it is current, the answer is 304.
    #[param(rename = "If-None-Match", example = "\"3\"")]
    etag: Option<String>,
}

impl IfMatch {
    /// The versions that the caller names; without any, every version will do.
    pub fn or_any(self) -> Expected {
        self.0.unwrap_or(Expected::Any)
    }

    /// The versions that the caller names.
    ///
    /// Errors: 428 if there are none.
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
        let tags = match tags(request.headers(), &IF_MATCH) {
            None => return ready(Ok(IfMatch(None))),
            Some(Err(problem)) => return ready(Err(problem)),
            Some(Ok(tags)) => tags,
        };
        // RFC 9110 has weak tags never match here. But a version is not less exact for having been
        // compressed on its way, and the client cannot send what its proxy did not let through.
        let versions = tags.iter().filter_map(|tag| version(tag)).collect();
        let any = tags.iter().any(|tag| tag == "*");
        let expected = if any { Expected::Any } else { Expected::Versions(versions) };
        ready(Ok(IfMatch(Some(expected))))
    }
}

/// The refusal of a change that was meant for another version: 412.
pub fn stale(current: i64) -> Problem {
    let detail = format!("It has changed: the current version is {current}.");
    Problem::new(&STALE_VERSION, detail).version(current).header(ETAG, header(current))
}

/// Answers what is said of an edition of a game, or 304 if the caller has that already.
pub fn respond(request: &HttpRequest, edition: &Edition, thing: &impl Serialize) -> HttpResponse {
    let tag = tag(edition);
    let header = (ETAG, tag.as_str());
    if is_known(request.headers(), &tag) {
        return HttpResponse::NotModified().insert_header(header).finish();
    }
    HttpResponse::Ok().insert_header(header).json(thing)
}

/// The entity tag of an edition of a game.
fn tag(edition: &Edition) -> String {
    let Edition { version, renamed_at, held } = edition;
    let renamed = renamed_at.map_or_else(String::new, |at| format!("-{:x}", at.timestamp_micros()));
    format!("\"{version}{renamed}{}\"", if *held { "-held" } else { "" })
}

/// Whether `If-None-Match` names this tag. A malformed header names none.
pub fn is_known(headers: &HeaderMap, tag: &str) -> bool {
    let Some(Ok(tags)) = tags(headers, &IF_NONE_MATCH) else {
        return false;
    };
    tags.iter().any(|known| known == "*" || opaque(known) == opaque(tag))
}

/// The entity tag of a version.
#[expect(clippy::expect_used, reason = "digits between quotes may stand in a header")]
pub fn header(version: i64) -> HeaderValue {
    HeaderValue::try_from(format!("\"{version}\"")).expect("a version may stand in a header")
}

/// The tags in a header of this name, if there is one.
fn tags(headers: &HeaderMap, name: &HeaderName) -> Option<ApiResult<Vec<String>>> {
    let mut found = Vec::new();
    let mut values = headers.get_all(name).peekable();
    values.peek()?;
    for value in values {
        for tag in value.to_str().unwrap_or("?").split(',').map(str::trim) {
            if tag != "*" && opaque(tag).is_none() {
                let detail =
                    format!("{name} must be `*`, a version such as `3`, or entity tags such as `\"3\"`.");
                return Some(Err(Problem::new(&INVALID_HEADER, detail)));
            }
            found.push(tag.to_owned());
        }
    }
    Some(Ok(found))
}

/// What a tag stands for, whether it is weak and however it was compressed on its way.
fn opaque(tag: &str) -> Option<&str> {
    // A version as it stands in the body is its tag without the quotes.
    if !tag.is_empty() && tag.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some(tag);
    }
    let text = tag.strip_prefix("W/").unwrap_or(tag).strip_prefix('"')?.strip_suffix('"')?;
    let plain = COMPRESSIONS.iter().find_map(|compressed| text.strip_suffix(compressed));
    Some(plain.unwrap_or(text).trim_end_matches('-'))
}

/// The version that a tag is of.
fn version(tag: &str) -> Option<i64> {
    let text = opaque(tag)?;
    text.split_once('-').map_or(text, |(version, _)| version).parse().ok()
}

#[cfg(test)]
mod tests {
    use actix_web::http::StatusCode;
    use actix_web::test::TestRequest;
    use chrono::DateTime;

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
        for same in ["W/\"3\"", "\"3-5f21c0\"", "\"3-gzip\"", "W/\"3-5f21c0--gzip\"", "\"3;gzip\""] {
            assert_eq!(if_match(same).unwrap().or_any(), Expected::Versions(vec![3]), "{same}");
        }
        for other in ["\"\"", "\"x\"", "\"3x\"", "W/\"-3\""] {
            assert_eq!(if_match(other).unwrap().or_any(), Expected::Versions(vec![]), "{other}");
        }
        assert_eq!(if_match("3").unwrap().or_any(), Expected::Versions(vec![3]));
        for wrong in ["", "x", "3x", "\"3", "-3"] {
            assert_eq!(if_match(wrong).unwrap_err().code(), "invalid_header", "{wrong}");
        }
    }

    #[test]
    fn a_change_without_a_version_asks_for_one() {
        let request = TestRequest::default().to_http_request();
        let none = IfMatch::from_request(&request, &mut Payload::None).into_inner().unwrap();

        assert_eq!(none.clone().or_any(), Expected::Any);
        assert_eq!(none.required().unwrap_err().code(), "precondition_required");
    }

    #[test]
    fn a_known_edition_is_not_sent_again() {
        let sent = |known: &str, version: i64, renamed_at: Option<i64>| {
            let request = TestRequest::default().insert_header((IF_NONE_MATCH, known)).to_http_request();
            let renamed_at = renamed_at.and_then(DateTime::from_timestamp_micros);
            respond(&request, &Edition { version, renamed_at, held: false }, &()).status() == StatusCode::OK
        };
        for known in ["\"3\"", "W/\"3\"", "\"3-gzip\"", "\"2\", W/\"3\"", "*"] {
            assert!(!sent(known, 3, None), "{known}");
            assert!(known == "*" || sent(known, 4, None) && sent(known, 3, Some(255)), "{known}");
        }
        assert!(!sent("\"3-ff\"", 3, Some(255)) && !sent("W/\"3-ff--gzip\"", 3, Some(255)));
        assert!(sent("\"3-ff\"", 3, Some(256)) && sent("\"3-ff\"", 3, None));
    }
}
