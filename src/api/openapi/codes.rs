//! Which problems an operation answers, and which scope its key needs, for programs.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::reach;
use crate::api::codes::{self, Code, club, games, request, seasons};

/// The codes that tests were answered: an operation and a code a line. A schema in the place of the operation
/// stands for all operations that are sent such. What follows from an operation's form is added to them.
const SEEN: &str = include_str!("../../../openapi/codes.txt");

/// What a path refers to, and the code of it if it is not there.
const IN_PATH: [(&str, &str); 11] = [
    ("{club}", club::CLUB_NOT_FOUND.name),
    ("{game}", games::GAME_NOT_FOUND.name),
    ("{season}", seasons::SEASON_NOT_FOUND.name),
    ("{adjustment}", seasons::ADJUSTMENT_NOT_FOUND.name),
    ("{player}", club::PLAYER_NOT_FOUND.name),
    ("{key}", club::KEY_NOT_FOUND.name),
    ("{link}", club::KEY_NOT_FOUND.name),
    ("{round}", "no_such_round"),
    ("{seat}", "no_such_seat"),
    ("{penalty}", "no_such_penalty"),
    ("{bonus}", "no_such_bonus"),
];

/// What may be wrong with what parameters say. Who may prefer an answer changes a game.
const OF_PARAMETER: [(&str, &[&str]); 4] = [
    ("If-Match", &[request::INVALID_HEADER.name]),
    (
        "Idempotency-Key",
        &[
            request::INVALID_HEADER.name,
            request::IDEMPOTENCY_MISMATCH.name,
            request::IDEMPOTENCY_IN_PROGRESS.name,
        ],
    ),
    ("Prefer", &["game_deleted", "too_many_changes"]),
    ("season", &[seasons::SEASON_NOT_FOUND.name]),
];

/// What may be wrong with any body.
const OF_BODY: [&Code; 7] = [
    &request::MALFORMED_JSON,
    &request::JSON_TOO_DEEP,
    &request::NOT_AN_OBJECT,
    &request::UNREADABLE_BODY,
    &request::INVALID_BODY,
    &request::BODY_TOO_LARGE,
    &request::UNSUPPORTED_MEDIA_TYPE,
];

/// Says of every operation what it answers and needs.
pub(super) fn describe(document: &mut Value) {
    let before = document.clone();
    for (path, item) in document.get_mut("paths").and_then(Value::as_object_mut).into_iter().flatten() {
        for (method, operation) in item.as_object_mut().into_iter().flatten() {
            let Some(operation) = operation.as_object_mut() else { continue };
            let scope = scope(path, operation).map(str::to_owned);
            let mut names = seen(&before, operation);
            names.extend(of_form(path, method, operation));
            names.retain(|name| answers(operation, name));
            operation.insert("x-problem-codes".to_owned(), json!(names));
            if let Some(scope) = scope {
                operation.insert("x-required-scope".to_owned(), json!(scope));
            }
        }
    }
}

type Operation = Map<String, Value>;

/// The scope that an operation says it needs. One that says nothing needs the least, if it takes a key for a
/// club or a game.
fn scope<'o>(path: &str, operation: &'o Operation) -> Option<&'o str> {
    let description = operation.get("description").and_then(Value::as_str).unwrap_or_default();
    let said = description.split_once("Needs the scope `").and_then(|(_, rest)| rest.split('`').next());
    let takes_key = !operation.contains_key("security") || is_guarded(operation) && path.contains('{');
    said.or(takes_key.then_some("view"))
}

/// Whether an operation takes keys.
fn is_guarded(operation: &Operation) -> bool {
    operation.get("security") != Some(&json!([]))
}

/// Whether an operation answers with the status of a code.
fn answers(operation: &Operation, name: &str) -> bool {
    let status = codes::find(name).map(|code| code.status);
    status.is_some_and(|status| operation.get("responses").and_then(|it| it.get(status.as_str())).is_some())
}

/// The codes of [`SEEN`] that are of an operation or of what it is sent.
fn seen(document: &Value, operation: &Operation) -> BTreeSet<&'static str> {
    let mut places = reach::schemas(document, &[operation.get("requestBody")]);
    places.extend(operation.get("operationId").and_then(Value::as_str).map(str::to_owned));
    let lines = SEEN.lines().filter_map(|line| line.split_once(' '));
    lines.filter(|(place, _)| places.contains(*place)).map(|(_, code)| code).collect()
}

/// The codes that follow from the form of an operation.
fn of_form(path: &str, method: &str, operation: &Operation) -> Vec<&'static str> {
    let mut found = vec![
        request::INVALID_QUERY.name,
        request::TOO_MANY_REQUESTS.name,
        request::INTERNAL_ERROR.name,
        request::UNAVAILABLE.name,
        request::PRECONDITION_REQUIRED.name,
        request::STALE_VERSION.name,
        club::UNAUTHENTICATED.name,
    ];
    // What is posted where nothing is expected is read, too.
    if operation.contains_key("requestBody") || method == "post" {
        found.extend(OF_BODY.map(|code| code.name));
    }
    if is_guarded(operation) && path.contains('{') {
        found.extend([club::SCOPE_TOO_SMALL.name, club::KEY_OF_ONE_GAME.name]);
    }
    if path.contains('{') {
        found.push(request::NOT_FOUND.name);
    }
    if ["{club}", "{game}"].iter().any(|part| path.contains(part)) {
        // Long games and tables are read by few at once.
        found.push(request::BUSY.name);
    }
    found.extend(IN_PATH.iter().filter(|(part, _)| path.contains(part)).map(|(_, name)| name));
    let parameters = operation.get("parameters").and_then(Value::as_array).into_iter().flatten();
    for name in parameters.filter_map(|it| it.get("name")).filter_map(Value::as_str) {
        let codes = OF_PARAMETER.iter().find(|(of, _)| *of == name).map(|(_, codes)| *codes);
        found.extend(codes.into_iter().flatten());
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
