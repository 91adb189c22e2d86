//! Which problems an operation answers, and which scope its key needs, for programs.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use utoipa::openapi::path::Operation;

use crate::api::codes::{self, Code, club, games, request};

/// The codes that tests were answered: an operation and a code a line. What follows from an operation's form
/// is added to them.
const SEEN: &str = include_str!("../../../openapi/codes.txt");

/// The scope that an operation says it needs. One that says nothing needs the least, if it takes a key for a
/// club or a game.
fn scope<'o>(path: &str, operation: &'o Operation) -> Option<&'o str> {
    let description = operation.description.as_deref().unwrap_or_default();
    let said = description.split_once("Needs the scope `").and_then(|(_, rest)| rest.split('`').next());
    let takes_key = operation.security.is_none() || is_guarded(operation) && path.contains('{');
    said.or(takes_key.then_some("view"))
}

/// Whether an operation takes keys.
fn is_guarded(operation: &Operation) -> bool {
    !operation.security.as_ref().is_some_and(Vec::is_empty)
}

/// Adds what an operation answers and needs.
pub(super) fn describe(path: &str, operation: &mut Operation) {
    let id = operation.operation_id.clone().unwrap_or_default();
    let seen = SEEN.lines().filter_map(|line| line.split_once(' ')).filter(|(of, _)| *of == id);
    let mut names: BTreeSet<&str> = seen.map(|(_, code)| code).collect();
    let answers = |code: &&Code| operation.responses.responses.contains_key(code.status.as_str());
    names.extend(of_form(path, operation).into_iter().filter(answers).map(|code| code.name));
    let scope = scope(path, operation).map(str::to_owned);
    let extensions = operation.extensions.get_or_insert_default();
    extensions.insert("x-problem-codes".to_owned(), json!(names));
    if let Some(scope) = scope {
        extensions.insert("x-required-scope".to_owned(), json!(scope));
    }
}

/// The codes that follow from the form of an operation.
fn of_form(path: &str, operation: &Operation) -> Vec<&'static Code> {
    let mut found = vec![
        &request::INVALID_QUERY,
        &request::TOO_MANY_REQUESTS,
        &request::INTERNAL_ERROR,
        &request::UNAVAILABLE,
        &club::UNAUTHENTICATED,
    ];
    if operation.request_body.is_some() {
        found.extend([
            &request::MALFORMED_JSON,
            &request::JSON_TOO_DEEP,
            &request::NOT_AN_OBJECT,
            &request::UNREADABLE_BODY,
            &request::INVALID_BODY,
            &request::BODY_TOO_LARGE,
            &request::UNSUPPORTED_MEDIA_TYPE,
        ]);
    }
    if is_guarded(operation) && path.contains('{') {
        found.extend([&club::SCOPE_TOO_SMALL, &club::KEY_OF_ONE_GAME]);
    }
    if path.contains("{club}") {
        found.push(&club::CLUB_NOT_FOUND);
    }
    if path.contains("{game}") {
        found.push(&games::GAME_NOT_FOUND);
    }
    found
}

/// Says which codes there are.
pub(super) fn name_all(document: &mut Value) {
    let names: BTreeSet<&str> = codes::all().map(|code| code.name).collect();
    let code =
        document.pointer_mut("/components/schemas/Problem/properties/code").and_then(Value::as_object_mut);
    code.into_iter().for_each(|code| {
        code.insert("x-extensible-enum".to_owned(), json!(names));
    });
}
