//! Examples of requests and answers. `openapi/check --write examples` takes them from the running service.

use serde_json::{Map, Value, json};

use crate::api::written::written;

/// The examples of each operation, by its id.
const EXAMPLES: &str = include_str!("../../../openapi/examples.json");

/// Adds its examples to every operation.
pub(super) fn add(document: &mut Value) {
    let examples: Map<String, Value> = written(serde_json::from_str(EXAMPLES));
    let paths = document.get_mut("paths").and_then(Value::as_object_mut);
    let items = paths.into_iter().flat_map(Map::values_mut).filter_map(Value::as_object_mut);
    for operation in items.flat_map(Map::values_mut) {
        let id = operation.get("operationId").and_then(Value::as_str);
        let Some(examples) = id.and_then(|id| examples.get(id)) else { continue };
        if let Some(requests) = examples.get("requests").and_then(Value::as_object) {
            show(operation.pointer_mut("/requestBody/content"), requests);
        }
        for (status, answer) in examples.get("answers").and_then(Value::as_object).into_iter().flatten() {
            let only = Map::from_iter([("example".to_owned(), answer.clone())]);
            show(operation.pointer_mut(&format!("/responses/{status}/content")), &only);
        }
    }
}

/// Writes examples beside the schema of a body: one as it is, several with their names.
fn show(content: Option<&mut Value>, examples: &Map<String, Value>) {
    let bodies = content.and_then(Value::as_object_mut).into_iter().flat_map(Map::values_mut);
    for body in bodies.filter_map(Value::as_object_mut) {
        body.remove("example");
        match examples.values().next().filter(|_| examples.len() == 1) {
            Some(only) => body.insert("example".to_owned(), only.clone()),
            None => {
                let named =
                    examples.iter().map(|(name, it)| (name.clone(), json!({ "value": it }))).collect();
                body.insert("examples".to_owned(), Value::Object(named))
            }
        };
    }
}
