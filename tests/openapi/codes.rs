//! The problem codes of operations: `tests/it/support/documented.rs` holds each answer of each test against them.

use std::collections::BTreeSet;

use pipkeeper::testing::problem_codes;
use serde_json::Value;

use super::{FOLDER, document, operations};

/// What is refused before there is an operation: a wrong method, a body that never comes, a long path.
const EARLY: [&str; 3] = ["method_not_allowed", "body_too_slow", "uri_too_long"];

fn codes(operation: &Value) -> impl Iterator<Item = &str> {
    operation["x-problem-codes"].as_array().expect("codes").iter().filter_map(Value::as_str)
}

#[test]
fn every_code_is_of_an_operation_that_answers_its_status() {
    let document = document();
    let mut listed = BTreeSet::new();
    for (place, operation) in operations(&document) {
        for name in codes(operation) {
            let code = problem_codes().find(|code| code.name == name).expect(name);
            let is_answered = operation["responses"].get(code.status.as_str()).is_some();
            assert!(is_answered, "{place} answers {name} with {}", code.status);
            listed.insert(name);
        }
    }
    for code in problem_codes() {
        assert_ne!(listed.contains(code.name), EARLY.contains(&code.name), "{}", code.name);
    }
}

#[test]
fn every_line_of_the_codes_is_of_something() {
    let document = document();
    let text = std::fs::read_to_string(format!("{FOLDER}/codes.txt")).expect("codes.txt");
    for line in text.lines() {
        let (place, code) = line.split_once(' ').expect(line);
        let is_operation = operations(&document).iter().any(|(_, it)| it["operationId"] == place);
        assert!(is_operation || document["components"]["schemas"].get(place).is_some(), "{line}");
        assert!(problem_codes().any(|known| known.name == code), "{line}");
    }
}
