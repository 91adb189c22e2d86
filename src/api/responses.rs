//! The refusals of the document: one shared response a status.
//!
//! Say `(status = 409, response = Conflict)` where an operation has one of its own. What
//! follows from an operation's form (401 of a key, 422 of a body) is added by
//! [`super::openapi`].

use actix_web::ResponseError as _;
use utoipa::ToResponse;
use utoipa::openapi::header::Header;
use utoipa::openapi::schema::{ObjectBuilder, SchemaType, Type};
use utoipa::openapi::{ContentBuilder, Ref, RefOr, Response, ResponseBuilder};

use super::codes::{Code, club, request};
use super::problem::Problem;

/// Declares a response for each status, with an example.
macro_rules! problem_responses {
    ($($name:ident = $description:literal, $example:expr;)+) => {
        $(
            #[doc = $description]
            #[derive(Debug)]
            pub struct $name;

            impl<'r> ToResponse<'r> for $name {
                fn response() -> (&'r str, RefOr<Response>) {
                    (stringify!($name), response($description, &$example).into())
                }
            }
        )+

        /// Every response, by name.
        pub fn all() -> Vec<(&'static str, RefOr<Response>)> {
            vec![$($name::response()),+]
        }
    };
}

problem_responses! {
    BadRequest = "The request cannot be read.",
        example(&request::MALFORMED_JSON, "The body is not JSON: expected `:` at line 1 column 8.");
    Unauthorized = "A valid key is needed.",
        Problem::unauthenticated("The key has expired.");
    Forbidden = "The key may not do this.",
        example(&club::SCOPE_TOO_SMALL, "This needs a key with the scope `manage`, and this key has `view`.");
    NotFound = "There is no such thing, or none that the caller may know of.",
        example(&club::CLUB_NOT_FOUND, "There is no such club.");
    Conflict = "It does not fit with what is there already.",
        example(&club::PLAYER_EXISTS, "The club already has a player named `Ann`.");
    PreconditionFailed = "It has changed since the version in If-Match.", super::etag::stale(4);
    ContentTooLarge = "The body is too large.",
        example(&request::BODY_TOO_LARGE, "The body has more than 256 KiB.");
    UnsupportedMediaType = "The body is not sent as JSON.",
        example(&request::UNSUPPORTED_MEDIA_TYPE, "The body is sent as text/plain; send application/json.");
    UnprocessableContent = "The body cannot be used as it is.",
        Problem::invalid_member("/name", "is required", "required");
    PreconditionRequired = "The change must name a version in If-Match.",
        example(&request::PRECONDITION_REQUIRED, "Send If-Match with the ETag of the version that you read.");
    TooManyRequests = "There were too many requests; the header Retry-After says when to try again.",
        example(&request::TOO_MANY_REQUESTS, "There were too many requests; go on in 1 s.");
    InternalServerError = "Something went wrong in the service.", Problem::internal("");
    ServiceUnavailable = "The database cannot be used now, or much is asked at once.", Problem::unavailable("");
}

fn example(code: &'static Code, detail: &str) -> Problem {
    Problem::new(code, detail)
}

/// A response whose body is a problem, with this one as its example.
fn response(description: &str, problem: &Problem) -> Response {
    let example = problem.example();
    let content = ContentBuilder::new().schema(Some(Ref::from_schema_name("Problem"))).example(Some(example));
    let mut response = ResponseBuilder::new()
        .description(description)
        .content("application/problem+json", content.build())
        .build();
    if [409, 429, 503].contains(&problem.status_code().as_u16()) {
        let mut header = Header::new(ObjectBuilder::new().schema_type(SchemaType::Type(Type::Integer)));
        header.description = Some("In how many seconds to send it again, if that is to help".to_owned());
        response.headers.insert("Retry-After".to_owned(), header.into());
    }
    response
}
