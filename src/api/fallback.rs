//! Requests that no handler takes: unknown paths and wrong methods.
//!
//! actix answers a wrong method like an unknown path. The document knows better, so it is
//! asked.

use std::sync::LazyLock;

use actix_web::HttpRequest;
use actix_web::dev::ResourceDef;

use super::codes::request::NOT_FOUND;
use super::problem::{ApiResult, Problem};
use super::{openapi, pages};

/// Each path with the methods that it answers to.
static METHODS: LazyLock<Vec<(ResourceDef, String)>> = LazyLock::new(|| {
    let documented = openapi::methods().map(|(path, methods)| (path, methods.join(", ")));
    let for_people = pages::PATHS.iter().map(|path| ((*path).to_owned(), "GET".to_owned()));
    documented.chain(for_people).map(|(path, methods)| (ResourceDef::new(path), methods)).collect()
});

/// Refuses the request: 405 where the path exists, else 404.
pub async fn answer(request: HttpRequest) -> ApiResult<&'static str> {
    let path = request.path();
    let known = METHODS.iter().find(|(resource, _)| resource.is_match(path));
    if let Some((_, allowed)) = known {
        return Err(Problem::method_not_allowed(request.method().as_str(), allowed));
    }
    Err(Problem::new(&NOT_FOUND, format!("Nothing is at {path}.")))
}
