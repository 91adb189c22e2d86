//! What every change of a game has in common: how much of it is answered, its version, and its refusals.

use utoipa::ToSchema;
use utoipa::openapi::header::HeaderBuilder;
use utoipa::openapi::path::{Operation, ParameterBuilder, ParameterIn};
use utoipa::openapi::{Ref, RefOr, Required, Response};

use super::form::{text, text_header};
use crate::api::view::GameChange;

/// What may be preferred.
const PREFERENCES: [&str; 2] = ["return=minimal", "return=representation"];

/// Adds to a change of a game what it has in common with all others.
pub fn describe(operation: &mut Operation) {
    let responses = operation.responses.responses.values_mut().filter_map(changes);
    let mut count = 0;
    for response in responses {
        count += 1;
        response.headers.insert("ETag".to_owned(), text_header("The version of the game").into());
        let applied = HeaderBuilder::new().schema(Some(text().enum_values(Some(PREFERENCES))));
        let applied = applied.description(Some("There if the answer is as was preferred")).build();
        response.headers.insert("Preference-Applied".to_owned(), applied.into());
    }
    if count == 0 {
        return;
    }
    let parameters = operation.parameters.get_or_insert_default();
    let needs_version = parameters.iter().any(
        |it| matches!(it, RefOr::T(it) if it.name == "If-Match" && matches!(it.required, Required::True)),
    );
    let prefer = ParameterBuilder::new()
        .name("Prefer")
        .parameter_in(ParameterIn::Header)
        .required(Required::False)
        .description(Some(
            "How much of the change is answered: only what was made (`return=minimal`), or also the whole game \
             (`return=representation`); by default what is different now. Other preferences are ignored.",
        ))
        .schema(Some(text()))
        .example(Some("return=minimal".into()))
        .build();
    parameters.push(prefer.into());
    let mut refusals = vec![("409", "Conflict"), ("412", "PreconditionFailed")];
    if needs_version {
        refusals.push(("428", "PreconditionRequired"));
    }
    for (status, name) in refusals {
        let responses = &mut operation.responses.responses;
        responses.entry(status.to_owned()).or_insert_with(|| Ref::from_response_name(name).into());
    }
}

/// The response, if it has a change of a game.
fn changes(response: &mut RefOr<Response>) -> Option<&mut Response> {
    let RefOr::T(response) = response else { return None };
    let change = Ref::from_schema_name(GameChange::name());
    let is_change = response.content.values().any(|content| {
        let RefOr::T(content) = content else { return false };
        matches!(&content.schema, Some(RefOr::Ref(schema)) if schema.ref_location == change.ref_location)
    });
    is_change.then_some(response)
}
