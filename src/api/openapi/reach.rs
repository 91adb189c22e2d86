//! Which schemas requests and answers refer to.

use std::collections::BTreeSet;

use serde_json::Value;

/// What references to schemas begin with.
pub(super) const PREFIX: &str = "#/components/schemas/";

/// The names of all schemas that these parts of the document refer to, also by way of others.
pub(super) fn schemas(document: &Value, parts: &[Option<&Value>]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut waiting: Vec<&Value> = parts.iter().copied().flatten().collect();
    while let Some(value) = waiting.pop() {
        each_reference(value, &mut |name| {
            if found.insert(name.to_owned()) {
                waiting.extend(document.pointer(&format!("/components/schemas/{name}")));
            }
        });
    }
    found
}

/// Those that answers refer to.
pub(super) fn of_answers(document: &Value) -> BTreeSet<String> {
    let mut parts: Vec<Option<&Value>> =
        operations(document).map(|operation| operation.get("responses")).collect();
    parts.push(document.pointer("/components/responses"));
    schemas(document, &parts)
}

/// Those that requests refer to.
pub(super) fn of_requests(document: &Value) -> BTreeSet<String> {
    let of = |operation| ["requestBody", "parameters"].map(|name| Value::get(operation, name));
    let parts: Vec<Option<&Value>> = operations(document).flat_map(of).collect();
    schemas(document, &parts)
}

fn operations(document: &Value) -> impl Iterator<Item = &Value> {
    let paths = document.get("paths").and_then(Value::as_object).into_iter().flat_map(|paths| paths.values());
    paths.filter_map(Value::as_object).flat_map(|item| item.values())
}

fn each_reference<'v>(value: &'v Value, visit: &mut impl FnMut(&'v str)) {
    match value {
        Value::Object(members) => members.values().for_each(|member| each_reference(member, visit)),
        Value::Array(items) => items.iter().for_each(|item| each_reference(item, visit)),
        // A discriminator names its schemas without `$ref`.
        Value::String(text) => text.strip_prefix(PREFIX).into_iter().for_each(visit),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}
