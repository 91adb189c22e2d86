//! What follows from an operation's form: what the parts of its path are, and the headers that its parameters
//! bring, said here once so that no operation repeats it.

use utoipa::openapi::RefOr;
use utoipa::openapi::header::Header;
use utoipa::openapi::path::{Operation, ParameterIn};
use utoipa::openapi::schema::{ObjectBuilder, SchemaType, Type};

/// The parameters of paths, and what they are.
const PATH: [(&str, &str); 11] = [
    ("club", "The club's id"),
    ("game", "The game's id"),
    ("season", "The season's id"),
    ("player", "The player's id"),
    ("key", "The key's id"),
    ("link", "The id of the link"),
    ("adjustment", "The adjustment's id"),
    ("round", "The number of the round, from 1"),
    ("penalty", "The number of the penalty, from 1"),
    ("bonus", "The number of the bonus, from 1"),
    ("seat", "The seat"),
];

/// Adds to an operation what follows from its parameters.
pub(super) fn describe(operation: &mut Operation) {
    describe_path(operation);
    if has(operation, "If-None-Match") {
        add_header(operation, "ETag", "The version of the game");
    }
    if has(operation, "cursor") {
        add_header(operation, "Link", "The next page, as rel=\"next\"");
    }
}

fn describe_path(operation: &mut Operation) {
    for parameter in operation.parameters.iter_mut().flatten() {
        if let RefOr::T(parameter) = parameter
            && matches!(parameter.parameter_in, ParameterIn::Path)
            && let Some((_, description)) = PATH.iter().find(|(name, _)| *name == parameter.name)
        {
            parameter.description = Some((*description).to_owned());
        }
    }
}

fn has(operation: &Operation, name: &str) -> bool {
    let mut parameters = operation.parameters.iter().flatten();
    parameters.any(|parameter| matches!(parameter, RefOr::T(parameter) if parameter.name == name))
}

/// Adds a header to every good answer.
fn add_header(operation: &mut Operation, name: &str, description: &str) {
    for (status, response) in &mut operation.responses.responses {
        if let (true, RefOr::T(response)) = (status.starts_with('2'), response) {
            response.headers.insert(name.to_owned(), text_header(description).into());
        }
    }
}

/// A schema of any text.
pub(super) fn text() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(SchemaType::Type(Type::String))
}

/// A header that is any text.
pub(super) fn text_header(description: &str) -> Header {
    let mut header = Header::new(text());
    header.description = Some(description.to_owned());
    header
}
