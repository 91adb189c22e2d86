//! Whatever any test is answered, the document says that there are such answers and such problems, and nothing
//! in it is null.
//!
//! `UPDATE_CODES=1 cargo test --test it` adds the codes of problems that are new to `openapi/codes.txt`, of
//! which `UPDATE_OPENAPI=1 cargo test --test openapi` then makes the document.

use std::collections::BTreeSet;
use std::fs;
use std::sync::{LazyLock, Mutex, PoisonError};

use pipkeeper::openapi;
use serde_json::Value;

use super::Answer;

static DOCUMENT: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(openapi::text()).expect("the document is JSON"));

/// Checks an answer to a request that the document knows.
///
/// # Panics
///
/// If the document does not say that there are such answers.
pub fn check(method: &str, path: &str, answer: &Answer) {
    let Some(operation) = operation(method, path) else { return };
    let id = operation["operationId"].as_str().expect("an id");
    let status = answer.status.to_string();
    // What fails before there is an operation: a wrong method, a body that never comes.
    if ["405", "408", "414"].contains(&status.as_str()) {
        return;
    }
    assert!(
        operation["responses"].get(&status).is_some(),
        "the document does not say that {id} answers {status}"
    );
    let kind = answer.header("content-type");
    // A file of its own form may have nulls.
    if kind.contains("json") && !answer.text.is_empty() && !["exportClub", "exportGame"].contains(&id) {
        assert!(!has_null(&answer.json()), "{id} answers null, which the document never says: {answer:?}");
    }
    if !kind.starts_with("application/problem+json") {
        return;
    }
    let problem = answer.json();
    let code = problem["code"].as_str().expect("a code");
    let known = operation["x-problem-codes"].as_array().expect("codes");
    if known.iter().any(|known| known == code) {
        return;
    }
    assert!(
        std::env::var_os("UPDATE_CODES").is_some(),
        "the document does not say that {id} answers {code}: UPDATE_CODES=1 cargo test --test it"
    );
    add(&format!("{id} {code}"));
}

fn has_null(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(items) => items.iter().any(has_null),
        Value::Object(members) => members.values().any(has_null),
        Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}

/// The operation of the document that answers to a path.
fn operation(method: &str, path: &str) -> Option<&'static Value> {
    let path = path.split(['?', '#']).next()?;
    let fits = |template: &str| {
        let (asked, known) = (path.split('/'), template.split('/'));
        asked.clone().count() == known.clone().count()
            && asked
                .zip(known)
                .all(|(asked, known)| asked == known || known.starts_with('{') && !asked.is_empty())
    };
    let paths = DOCUMENT["paths"].as_object()?.iter().filter(|(template, _)| fits(template));
    // `rounds/last` before `rounds/{round}`.
    let found = paths.min_by_key(|(template, _)| template.matches('{').count());
    found?.1.get(method.to_lowercase())
}

fn add(line: &str) {
    static FILE: Mutex<()> = Mutex::new(());
    let _one = FILE.lock().unwrap_or_else(PoisonError::into_inner);
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/openapi/codes.txt");
    let text = fs::read_to_string(path).unwrap_or_default();
    let mut lines: BTreeSet<&str> = text.lines().collect();
    lines.insert(line);
    let lines: Vec<&str> = lines.into_iter().collect();
    fs::write(path, lines.join("\n") + "\n").expect("codes.txt can be written");
}
