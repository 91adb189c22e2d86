//! The header `Idempotency-Key`, which everything takes that stores something.

use utoipa::openapi::header::HeaderBuilder;
use utoipa::openapi::path::{HttpMethod, Operation, ParameterBuilder, ParameterIn};
use utoipa::openapi::{Ref, RefOr, Required};

use super::form::text;
use crate::api::retry::LONGEST;

/// Whether requests to this operation are known when they come again. Answers of the assistant
/// depend on nothing but the request, and with a club its keys are gone.
pub fn are_known(path: &str, method: &HttpMethod) -> bool {
    match method {
        HttpMethod::Post => !path.starts_with("/v1/assistant"),
        HttpMethod::Delete => path != "/v1/clubs/{club}",
        HttpMethod::Put | HttpMethod::Patch => true,
        HttpMethod::Get | HttpMethod::Head | HttpMethod::Options | HttpMethod::Trace => false,
    }
}

/// Adds the header and its refusals to an operation.
pub fn describe(operation: &mut Operation) {
    let key = ParameterBuilder::new()
        .name("Idempotency-Key")
        .parameter_in(ParameterIn::Header)
        .required(Required::False)
        .description(Some(
            "Names this request, best with a random UUID. If it comes again under the same name, it is not \
             done again, whichever key of the club sends it; where the answer brings a key or a code, only \
             for the same sender. A change of a game is answered as it was then, with the names of now; \
             anything else with what was made or changed as it is now. In a dry run it has no effect.",
        ))
        .schema(Some(text().min_length(Some(1)).max_length(Some(LONGEST)).pattern(Some("^[!-~]+$"))))
        .build();
    operation.parameters.get_or_insert_default().push(key.into());
    let replayed = HeaderBuilder::new()
        .schema(Some(text().enum_values(Some(["true"]))))
        .description(Some("There if the request was done when it came before"))
        .build();
    for (status, response) in &mut operation.responses.responses {
        if let (true, RefOr::T(response)) = (status.starts_with('2'), response) {
            response.headers.insert("Idempotent-Replayed".to_owned(), replayed.clone().into());
        }
    }
    for (status, name) in [("409", "Conflict"), ("422", "UnprocessableContent")] {
        let responses = &mut operation.responses.responses;
        responses.entry(status.to_owned()).or_insert_with(|| Ref::from_response_name(name).into());
    }
}
