//! Query parameters: strict, and refused with their names.

use std::fmt::Display;
use std::future::{Ready, ready};

use actix_web::{FromRequest, HttpRequest, dev, web};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use utoipa::IntoParams;

use super::codes::request::INVALID_QUERY;
use super::problem::{ApiResult, FieldError, Problem};

/// The query of a request. Put `#[serde(deny_unknown_fields)]` on `T`.
///
/// Take parameters that need a sentence of their own as text and refuse them with [`invalid`].
#[derive(Debug)]
pub struct Query<T>(pub T);

impl<T: DeserializeOwned> FromRequest for Query<T> {
    type Error = Problem;
    type Future = Ready<ApiResult<Query<T>>>;

    fn from_request(request: &HttpRequest, _: &mut dev::Payload) -> Self::Future {
        ready(parse(request.query_string()).map(Query))
    }
}

/// The refusal of one parameter; `why` completes a sentence that begins with its name.
#[must_use]
pub fn invalid(parameter: &str, why: impl Display) -> Problem {
    Problem::new(&INVALID_QUERY, format!("The parameter {parameter} {why}."))
        .error(FieldError::parameter(parameter, why))
}

/// Whether nothing is to be stored.
#[derive(Clone, Copy, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct DryRun {
    /// `true` validates as always and answers what would become of it, but stores nothing.
    #[param(nullable = false)]
    dry_run: Option<bool>,
}

impl DryRun {
    /// Whether nothing is to be stored.
    #[must_use]
    pub fn run(self) -> bool {
        self.dry_run.unwrap_or(false)
    }
}

fn parse<T: DeserializeOwned>(query: &str) -> ApiResult<T> {
    // PostgreSQL stores every character but this one.
    if let Some(parameter) = query.split('&').find(|parameter| parameter.contains("%00")) {
        return Err(invalid(name(parameter), "must not have the character NUL (%00) in it"));
    }
    read(query).map_err(|message| refusal::<T>(query, &message))
}

fn read<T: DeserializeOwned>(query: &str) -> Result<T, String> {
    let read = web::Query::from_query(query).map(web::Query::into_inner);
    read.map_err(|error| error.to_string().trim_start_matches("Query deserialize error: ").to_owned())
}

/// The name of a parameter with its value.
fn name(parameter: &str) -> &str {
    parameter.split('=').next().unwrap_or_default()
}

fn refusal<T: DeserializeOwned>(query: &str, message: &str) -> Problem {
    let named = message.split('`').nth(1);
    match named {
        Some(name) if message.starts_with("unknown field") => return invalid(name, "is not known here"),
        Some(name) if message.starts_with("missing field") => return invalid(name, "is required"),
        Some(name) if message.starts_with("duplicate field") => return invalid(name, "is given twice"),
        _ => {}
    }
    // What is wrong with a value is told without its name; alone it is wrong in the same way.
    let is_wrong = |parameter: &&str| read::<T>(parameter).is_err_and(|alone| alone == message);
    match query.split('&').find(is_wrong) {
        Some(parameter) if message.starts_with("provided string was not `true`") => {
            invalid(name(parameter), "must be true or false")
        }
        Some(parameter) => invalid(name(parameter), format_args!("cannot be used: {message}")),
        None => Problem::new(&INVALID_QUERY, format!("The query cannot be used: {message}.")),
    }
}
