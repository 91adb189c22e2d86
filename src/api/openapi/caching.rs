//! What the document says of reading what a client may have already.

use utoipa::openapi::path::{HttpMethod, Operation, ParameterBuilder, ParameterIn};
use utoipa::openapi::{RefOr, Required, ResponseBuilder};

use super::form::{text, text_header};

/// Whether the answers of an operation have an entity tag made of their bytes.
pub(super) fn is_tagged(path: &str, method: &HttpMethod, operation: &Operation) -> bool {
    let has_version = operation.responses.responses.contains_key("304");
    matches!(method, HttpMethod::Get)
        && path.starts_with("/v1/")
        && !path.ends_with("/export")
        && !path.ends_with("/results.csv")
        && !has_version
}

/// Adds the headers and the answer without a body.
pub(super) fn describe(operation: &mut Operation) {
    let known = ParameterBuilder::new()
        .name("If-None-Match")
        .parameter_in(ParameterIn::Header)
        .required(Required::False)
        .description(Some("The ETag of the answer that you have; if it is current, the answer is 304."))
        .schema(Some(text()))
        .build();
    operation.parameters.get_or_insert_default().push(known.into());
    let responses = &mut operation.responses.responses;
    if let Some(RefOr::T(good)) = responses.get_mut("200") {
        good.headers.insert("ETag".to_owned(), text_header("The tag of the answer").into());
    }
    let unchanged =
        ResponseBuilder::new().description("The answer is still the one in If-None-Match").build();
    responses.insert("304".to_owned(), unchanged.into());
}
