//! The one shape in which every request is refused: a problem of RFC 9457.

use std::fmt;

use actix_web::body::BoxBody;
use actix_web::http::StatusCode;
use actix_web::http::header::{ALLOW, CACHE_CONTROL, HeaderName, HeaderValue, RETRY_AFTER, WWW_AUTHENTICATE};
use actix_web::{HttpResponse, ResponseError};
use serde::Serialize;
use serde_json::{Map, Value};
use serde_with::skip_serializing_none;
use utoipa::ToSchema;
use uuid::Uuid;

use super::codes::{self, Code};
use super::view::RoundView;
use super::written::written;
use crate::rules::{Help, Place, Seat, Tile};

/// What a handler answers: a good answer or a problem.
pub type ApiResult<T> = Result<T, Problem>;

/// Why a request was refused, in the form of RFC 9457.
///
/// Clients match `code`; people read `detail`.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Problem)]
struct Body {
    /// Where the kind of problem is explained.
    #[serde(rename = "type")]
    #[schema(format = "uri-reference", examples("/problems/club_not_found"))]
    kind: String,
    /// The kind of problem in a few words, always the same for a `code`.
    title: &'static str,
    /// The status of the answer.
    #[schema(minimum = 400, maximum = 599)]
    status: u16,
    /// What happened this time, a sentence for people.
    detail: String,
    /// The kind of problem, for programs.
    #[schema(examples("club_not_found"))]
    code: &'static str,
    /// The members of the request that are to blame.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    errors: Vec<FieldError>,
    /// The current version of what was to be changed.
    #[schema(minimum = 0)]
    version: Option<i64>,
    /// The player who is meant.
    player: Option<Uuid>,
    /// Whose turn it is.
    to_play: Option<Seat>,
    /// The places that may be used now.
    outlets: Option<Vec<Place>>,
    /// Tiles that would fit if one number of the reported tile was misread.
    suggestions: Option<Vec<Tile>>,
    /// The round that is there in the place of the one that was reported.
    round: Option<Box<RoundView>>,
    /// Further members that the kind of problem brings.
    #[serde(flatten)]
    #[schema(ignore)]
    more: Map<String, Value>,
}

/// What is wrong with one part of a request.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct FieldError {
    /// A JSON Pointer (RFC 6901) to the member of the body.
    #[schema(examples("/turns/3/play/tile"))]
    pub pointer: Option<String>,
    /// The query parameter.
    #[schema(examples("limit"))]
    pub parameter: Option<String>,
    /// What is wrong with it, for people.
    pub detail: String,
    /// What is wrong with it, for programs.
    #[schema(examples("required"))]
    pub code: Option<String>,
}

impl FieldError {
    /// An error in the body, at a JSON Pointer.
    pub fn at(pointer: impl Into<String>, detail: impl fmt::Display) -> FieldError {
        FieldError { pointer: Some(pointer.into()), parameter: None, detail: detail.to_string(), code: None }
    }

    /// An error in a query parameter.
    pub fn parameter(name: impl Into<String>, detail: impl fmt::Display) -> FieldError {
        FieldError { pointer: None, parameter: Some(name.into()), detail: detail.to_string(), code: None }
    }

    /// The same error with a code for programs.
    pub fn code(mut self, code: impl Into<String>) -> FieldError {
        self.code = Some(code.into());
        self
    }
}

/// A refusal on its way to the client.
#[derive(Clone, Debug)]
pub struct Problem {
    status: StatusCode,
    body: Box<Body>,
    headers: Vec<(HeaderName, HeaderValue)>,
    /// What the log says about it and the client does not learn.
    cause: Option<Box<str>>,
}

impl Problem {
    /// A problem of this kind, with a sentence about this case.
    pub fn new(code: &Code, detail: impl fmt::Display) -> Problem {
        let body = Body {
            kind: format!("/problems/{}", code.name),
            title: code.title,
            status: code.status.as_u16(),
            detail: detail.to_string(),
            code: code.name,
            errors: Vec::new(),
            version: None,
            player: None,
            to_play: None,
            outlets: None,
            suggestions: None,
            round: None,
            more: Map::new(),
        };
        Problem { status: code.status, body: Box::new(body), headers: Vec::new(), cause: None }
    }

    /// A member of the body, at a JSON Pointer, is refused; the sentence begins with it.
    pub fn at(code: &Code, pointer: &str, detail: impl fmt::Display) -> Problem {
        Problem::at_as(code, pointer, detail, code.name)
    }

    /// A member of the body, at a JSON Pointer, cannot be as it is; `word` says what is wrong with it.
    pub fn invalid_member(pointer: &str, detail: impl fmt::Display, word: &str) -> Problem {
        Problem::at_as(&codes::request::INVALID_BODY, pointer, detail, word)
    }

    fn at_as(code: &Code, pointer: &str, detail: impl fmt::Display, word: &str) -> Problem {
        let what = if pointer.is_empty() { "The body" } else { pointer };
        let sentence = format!("{what} {detail}.");
        Problem::new(code, sentence).error(FieldError::at(pointer, detail).code(word))
    }

    /// The problem as the document shows it.
    pub fn example(&self) -> Value {
        written(serde_json::to_value(&self.body))
    }

    /// A failure of the service itself. Only the log learns the cause.
    pub fn internal(cause: impl fmt::Display) -> Problem {
        let detail = "Something went wrong in the service; the request was not at fault.";
        let mut problem = Problem::new(&codes::request::INTERNAL_ERROR, detail);
        problem.cause = Some(cause.to_string().into());
        problem
    }

    /// The database cannot be used at the moment. Only the log learns the cause.
    pub fn unavailable(cause: impl fmt::Display) -> Problem {
        Problem::later("The database cannot be reached now; please try again.", cause)
    }

    /// Much is being asked at once.
    pub fn busy() -> Problem {
        let detail = "Much is being asked at once; please try again in a moment.";
        Problem::new(&codes::request::BUSY, detail).header(RETRY_AFTER, HeaderValue::from_static("1"))
    }

    /// The database has no room for more. Only the log learns the cause.
    pub fn full(cause: impl fmt::Display) -> Problem {
        Problem::later(
            "The disk of the database is full: nothing can be recorded until there is room.",
            cause,
        )
    }

    fn later(detail: &str, cause: impl fmt::Display) -> Problem {
        let mut problem = Problem::new(&codes::request::UNAVAILABLE, detail)
            .header(RETRY_AFTER, HeaderValue::from_static("5"));
        problem.cause = Some(cause.to_string().into());
        problem
    }

    /// No good key was given.
    pub fn unauthenticated(detail: impl fmt::Display) -> Problem {
        Problem::new(&codes::club::UNAUTHENTICATED, detail)
            .header(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer realm=\"pipkeeper\""))
    }

    /// The path answers to other methods only.
    pub fn method_not_allowed(asked: &str, allowed: &str) -> Problem {
        let detail = format!("This address does not answer to {asked}, only to {allowed}.");
        let problem = Problem::new(&codes::request::METHOD_NOT_ALLOWED, detail);
        match HeaderValue::from_str(allowed) {
            Ok(value) => problem.header(ALLOW, value),
            Err(_) => problem,
        }
    }

    /// The same problem, naming one more part of the request that is to blame.
    pub fn error(mut self, error: FieldError) -> Problem {
        self.body.errors.push(error);
        self
    }

    /// The same problem with places under `from` moved to `to`.
    pub fn under(mut self, from: &str, to: &str) -> Problem {
        for pointer in self.body.errors.iter_mut().filter_map(|error| error.pointer.as_mut()) {
            if let Some(rest) = pointer.strip_prefix(from) {
                *pointer = format!("{to}{rest}");
            }
        }
        self
    }

    /// The same problem with the current version of what was to be changed.
    pub fn version(mut self, version: i64) -> Problem {
        self.body.version = Some(version);
        self
    }

    /// The same problem with the player who is meant.
    pub fn player(mut self, player: Uuid) -> Problem {
        self.body.player = Some(player);
        self
    }

    /// The same problem with what would have been right at the table.
    pub fn help(mut self, help: Help) -> Problem {
        let Help { turn, outlets, suggestions } = help;
        self.body.to_play = turn;
        self.body.outlets = Some(outlets).filter(|outlets| !outlets.is_empty());
        self.body.suggestions = Some(suggestions).filter(|suggestions| !suggestions.is_empty());
        self
    }

    /// The same problem with the round that is there.
    pub fn round(mut self, round: RoundView) -> Problem {
        self.body.round = Some(Box::new(round));
        self
    }

    /// The same problem with a further member; null is left out.
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Problem {
        let value = value.into();
        if !value.is_null() {
            self.body.more.insert(name.to_owned(), value);
        }
        self
    }

    /// The same problem with a header on its answer.
    pub fn header(mut self, name: HeaderName, value: HeaderValue) -> Problem {
        self.headers.push((name, value));
        self
    }

    /// The name of the kind of problem.
    #[cfg(test)]
    pub const fn code(&self) -> &'static str {
        self.body.code
    }

    /// The parts of the request that are to blame.
    #[cfg(test)]
    pub fn errors(&self) -> &[FieldError] {
        &self.body.errors
    }

    /// What the log should say about it, if it is the service that failed.
    pub fn cause(&self) -> Option<&str> {
        self.cause.as_deref()
    }

    /// The schema of the body, under the name by which the document knows it.
    pub(super) fn schemas(out: &mut Vec<(String, utoipa::openapi::RefOr<utoipa::openapi::Schema>)>) {
        use utoipa::PartialSchema;
        out.push((Body::name().into_owned(), Body::schema()));
        Body::schemas(out);
    }
}

/// The cause of an answer that says the service failed: what the log has to say, with the request's id.
pub fn failure<B>(answer: &HttpResponse<B>) -> Option<String> {
    let error = answer.error().filter(|_| answer.status().is_server_error())?;
    match error.as_error::<Problem>() {
        Some(problem) => problem.cause().map(str::to_owned),
        None => Some(error.to_string()),
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}: {}", self.body.status, self.body.code, self.body.detail)?;
        match &self.cause {
            Some(cause) => write!(f, " ({cause})"),
            None => Ok(()),
        }
    }
}

impl ResponseError for Problem {
    fn status_code(&self) -> StatusCode {
        self.status
    }

    fn error_response(&self) -> HttpResponse<BoxBody> {
        let mut answer = HttpResponse::build(self.status);
        for header in &self.headers {
            answer.insert_header(header.clone());
        }
        // A refusal is about this moment and this caller.
        answer.insert_header((CACHE_CONTROL, HeaderValue::from_static("no-store")));
        answer.content_type("application/problem+json").body(written(serde_json::to_vec(&self.body)))
    }
}
