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
        let parsed = web::Query::<T>::from_query(request.query_string());
        ready(parsed.map(|query| Query(query.into_inner())).map_err(|error| refusal(&error)))
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

fn refusal(error: &impl Display) -> Problem {
    let message = error.to_string();
    let message = message.trim_start_matches("Query deserialize error: ");
    let named = message.split('`').nth(1);
    match named {
        Some(name) if message.starts_with("unknown field") => invalid(name, "is not known here"),
        Some(name) if message.starts_with("missing field") => invalid(name, "is required"),
        Some(name) if message.starts_with("duplicate field") => invalid(name, "is given twice"),
        _ => Problem::new(&INVALID_QUERY, format!("The query cannot be used: {message}.")),
    }
}
