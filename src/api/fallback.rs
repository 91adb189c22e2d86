//! Requests that no handler takes: unknown paths, wrong methods and parts of a path that name nothing.
//!
//! actix answers a wrong method like an unknown path. The document knows better, so it is
//! asked.

use std::sync::LazyLock;

use actix_web::HttpRequest;
use actix_web::dev::ResourceDef;
use uuid::Uuid;

use super::codes::request::NOT_FOUND;
use super::problem::{ApiResult, Problem};
use super::{openapi, pages};
use crate::rules::Seat;

/// Each path with the methods that it answers to.
static METHODS: LazyLock<Vec<(ResourceDef, String)>> = LazyLock::new(|| {
    let documented = openapi::methods().map(|(path, methods)| (path, with_head(&methods)));
    let for_people = pages::PATHS.iter().map(|path| ((*path).to_owned(), "GET, HEAD".to_owned()));
    documented.chain(for_people).map(|(path, methods)| (ResourceDef::new(path), methods)).collect()
});

/// The methods as a list: whatever answers to GET answers to HEAD.
fn with_head(methods: &[String]) -> String {
    let with_head = |method: &String| match method.as_str() {
        "GET" => "GET, HEAD".to_owned(),
        other => other.to_owned(),
    };
    methods.iter().map(with_head).collect::<Vec<String>>().join(", ")
}

/// Refuses a path with a part that names nothing.
pub fn unreadable(request: &HttpRequest) -> Problem {
    let numbered = |name: &str| ["round", "penalty", "bonus"].contains(&name);
    let why = request.match_info().iter().find_map(|(name, value)| match name {
        "seat" => value.parse::<Seat>().is_err().then(|| "a seat is a letter from A to L".to_owned()),
        _ if numbered(name) => {
            value.parse::<u32>().is_err().then(|| format!("no {name} has the number {value}"))
        }
        _ => Uuid::try_parse(value).is_err().then(|| "an id in a path must be a UUID".to_owned()),
    });
    let why = why.unwrap_or_else(|| "a part of the path cannot be read".to_owned());
    Problem::new(&NOT_FOUND, format!("Nothing is at {}: {why}.", request.path()))
}

/// Refuses the request: 405 where the path exists, else 404.
pub async fn answer(request: HttpRequest) -> ApiResult<&'static str> {
    let (path, method) = (request.path(), request.method().as_str());
    // A method that the path answers to did not come here for its sake: something in the path is
    // not of the form that the handler takes, such as a round that is no number.
    let wrong = |(resource, allowed): &&(ResourceDef, String)| {
        resource.is_match(path) && !allowed.split(", ").any(|known| known == method)
    };
    match METHODS.iter().find(wrong) {
        Some((_, allowed)) => Err(Problem::method_not_allowed(method, allowed)),
        None => Err(Problem::new(&NOT_FOUND, format!("Nothing is at {path}."))),
    }
}
