//! Query parameters: strict, and refused with their names.

use std::fmt::Display;
use std::future::{Ready, ready};
use std::marker::PhantomData;

use actix_web::{FromRequest, HttpRequest, dev};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn, ParameterStyle};
use utoipa::openapi::{RefOr, Required, Schema};
use utoipa::{IntoParams, PartialSchema};

use super::codes::request::INVALID_QUERY;
use super::problem::{ApiResult, FieldError, Problem};
use crate::reader::{QueryParameters, Wrong};

/// The query of a request.
#[derive(Debug)]
pub struct Query<T>(pub T);

impl<T: Parameters> FromRequest for Query<T> {
    type Error = Problem;
    type Future = Ready<ApiResult<Query<T>>>;

    fn from_request(request: &HttpRequest, _: &mut dev::Payload) -> Self::Future {
        ready(read(request.query_string()).map(Query))
    }
}

/// What can be read from a query: a struct, or several whose members stand beside each other.
pub trait Parameters: Sized {
    /// Takes the parameters that it knows.
    ///
    /// Errors: 400 if one of them cannot be used.
    fn take(asked: &mut QueryParameters) -> ApiResult<Self>;
}

impl<T: DeserializeOwned> Parameters for T {
    fn take(asked: &mut QueryParameters) -> ApiResult<T> {
        Ok(asked.take()?)
    }
}

/// Parameters beside each other.
#[derive(Debug)]
pub struct Both<A, B>(pub A, pub B);

impl<A: Parameters, B: Parameters> Parameters for Both<A, B> {
    fn take(asked: &mut QueryParameters) -> ApiResult<Both<A, B>> {
        Ok(Both(A::take(asked)?, B::take(asked)?))
    }
}

/// The members of a type of bodies as parameters, each of which may be absent.
pub struct Of<T>(PhantomData<T>);

impl<T: PartialSchema> IntoParams for Of<T> {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let RefOr::T(Schema::Object(object)) = T::schema() else { return Vec::new() };
        let parameter = |(name, schema): (String, RefOr<Schema>)| {
            let about = match &schema {
                RefOr::T(Schema::Object(member)) => member.description.clone(),
                RefOr::T(Schema::Array(member)) => member.description.clone(),
                RefOr::Ref(member) => Some(member.description.clone()),
                RefOr::T(_) => None,
            };
            let is_list = matches!(schema, RefOr::T(Schema::Array(_)));
            let parameter = ParameterBuilder::new().name(name).parameter_in(ParameterIn::Query);
            let parameter = parameter.required(Required::False).description(about).schema(Some(schema));
            // A list stands between commas.
            parameter.style(is_list.then_some(ParameterStyle::Form)).explode(is_list.then_some(false)).build()
        };
        object.properties.into_iter().map(parameter).collect()
    }
}

/// Reads a query.
///
/// Errors: 400 with the parameter that cannot be used, or that nobody knows.
pub fn read<T: Parameters>(query: &str) -> ApiResult<T> {
    let mut asked = QueryParameters::parse(query)?;
    let read = T::take(&mut asked)?;
    asked.end()?;
    Ok(read)
}

/// A request that takes no parameters: one that it has is refused rather than ignored, so that nobody
/// who only meant to try changes something.
#[derive(Clone, Copy, Debug)]
pub struct NoQuery;

impl FromRequest for NoQuery {
    type Error = Problem;
    type Future = Ready<ApiResult<NoQuery>>;

    fn from_request(request: &HttpRequest, _: &mut dev::Payload) -> Self::Future {
        ready(read(request.query_string()))
    }
}

impl Parameters for NoQuery {
    fn take(_: &mut QueryParameters) -> ApiResult<NoQuery> {
        Ok(NoQuery)
    }
}

/// The refusal of one parameter; `why` completes a sentence that begins with its name.
pub fn invalid(parameter: &str, why: impl Display) -> Problem {
    Problem::new(&INVALID_QUERY, format!("The parameter {parameter} {why}."))
        .error(FieldError::parameter(parameter, why))
}

/// What is wrong with a parameter.
impl From<Wrong> for Problem {
    fn from(wrong: Wrong) -> Problem {
        match wrong.member() {
            Some(parameter) => invalid(parameter, wrong.detail()),
            None => Problem::new(&INVALID_QUERY, format!("The query {}.", wrong.detail())),
        }
    }
}

/// Whether nothing is to be stored.
#[derive(Clone, Copy, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DryRun {
    /// `true` validates as always and answers what would become of it, but stores nothing.
    dry_run: Option<bool>,
}

/// Parameters of a query that say whether nothing is to be stored.
pub trait Try {
    /// Whether nothing is to be stored.
    fn is_dry(&self) -> bool;
}

impl Try for DryRun {
    fn is_dry(&self) -> bool {
        self.dry_run.unwrap_or(false)
    }
}

/// Why something is taken away.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Because {
    /// Why: 1 to 500 characters.
    #[param(min_length = 1, max_length = 500, example = "misdeal")]
    reason: String,
    /// `true` validates as always and answers what would become of it, but stores nothing.
    dry_run: Option<bool>,
}

impl Because {
    /// The reason.
    ///
    /// Errors: 400 unless it has 1 to 500 characters.
    pub fn reason(&self) -> ApiResult<String> {
        match self.reason.trim().chars().count() {
            1..=500 => Ok(self.reason.clone()),
            _ => Err(invalid("reason", "must have 1 to 500 characters")),
        }
    }
}

impl Try for Because {
    fn is_dry(&self) -> bool {
        self.dry_run.unwrap_or(false)
    }
}

impl Try for NoQuery {
    fn is_dry(&self) -> bool {
        false
    }
}
