//! Words that a later version may have more of: a request may only use those that are known, and an answer
//! may have others, which generated clients would refuse to read if they were told of a closed set.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::reach::{self, PREFIX};

/// The words that never become more. A schema that requests and answers share has no others.
const CLOSED: [&str; 2] = ["Awarded", "EndingWord"];

/// Says of every other word of an answer that there may be more: its known ones are `x-extensible-enum`. What
/// requests use as well is there twice: answers have it under its name with `Any` before it.
pub(super) fn open(document: &mut Value) {
    let (answers, requests) = (reach::of_answers(document), reach::of_requests(document));
    let Some(schemas) = document.pointer("/components/schemas").and_then(Value::as_object).cloned() else {
        return;
    };
    let is_open =
        |name: &String| schemas.get(name).is_some_and(has_choice) && !CLOSED.contains(&name.as_str());
    let grows = |name: &String| {
        let part = schemas.get(name);
        is_open(name) || reach::schemas(document, &[part]).iter().any(is_open)
    };
    let shared: BTreeSet<&String> = answers.intersection(&requests).filter(|name| grows(name)).collect();
    let names: BTreeMap<String, String> =
        shared.iter().map(|name| (format!("{PREFIX}{name}"), format!("{PREFIX}Any{name}"))).collect();
    let mut opened = schemas.clone();
    for name in &answers {
        let Some(schema) = schemas.get(name) else { continue };
        if shared.contains(name) {
            let mut copy = schema.clone();
            loosen(&mut copy, &names);
            opened.insert(format!("Any{name}"), copy);
        } else if !requests.contains(name) {
            opened.get_mut(name).into_iter().for_each(|schema| loosen(schema, &names));
        }
    }
    if let Some(schemas) = document.pointer_mut("/components/schemas").and_then(Value::as_object_mut) {
        *schemas = opened;
    }
    for item in
        document.get_mut("paths").and_then(Value::as_object_mut).into_iter().flat_map(|it| it.values_mut())
    {
        let operations = item.as_object_mut().into_iter().flat_map(|item| item.values_mut());
        operations.filter_map(|it| it.get_mut("responses")).for_each(|it| loosen(it, &names));
    }
}

fn has_choice(schema: &Value) -> bool {
    schema.get("enum").and_then(Value::as_array).is_some_and(|words| words.len() > 1)
}

/// Opens the words of a schema, and refers to the open ones of others.
fn loosen(value: &mut Value, names: &BTreeMap<String, String>) {
    let is_open = has_choice(value);
    match value {
        Value::Object(members) => {
            if is_open && let Some(words) = members.remove("enum") {
                members.insert("x-extensible-enum".to_owned(), words);
            }
            // What an answer leaves out has no value; only the one word of a tag is its own.
            let is_schema = members.contains_key("$ref") || members.get("type").is_some_and(Value::is_string);
            if is_schema && !members.contains_key("enum") {
                members.remove("default");
            }
            members
                .iter_mut()
                .filter(|(name, _)| !name.starts_with("example"))
                .for_each(|(_, member)| loosen(member, names));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| loosen(item, names)),
        Value::String(text) => names.get(text).into_iter().for_each(|name| text.clone_from(name)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}
