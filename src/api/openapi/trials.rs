//! The parameter `dry_run`: who only tries makes nothing, so that the answer is not 201.

use utoipa::openapi::RefOr;
use utoipa::openapi::path::{Operation, Parameter};

/// Adds the answer to a try where a success is told otherwise.
pub fn describe(operation: &mut Operation) {
    let is_try = |parameter: &RefOr<Parameter>| matches!(parameter, RefOr::T(it) if it.name == "dry_run");
    let tries = operation.parameters.iter().flatten().any(is_try);
    let responses = &mut operation.responses.responses;
    let Some(RefOr::T(made)) = responses.get("201").filter(|_| tries) else { return };
    let mut tried = made.clone();
    "With `dry_run=true`: what would become of it".clone_into(&mut tried.description);
    tried.headers.clear();
    responses.entry("200".to_owned()).or_insert(tried.into());
}
