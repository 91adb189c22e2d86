//! A schema that has the members of another one has them itself: no schema of the document is put together
//! with `allOf`, of which generators make classes that nobody named.

use serde_json::{Map, Value};

use super::reach::{self, PREFIX};

/// Writes the parts of every `allOf` into the schema that has it, and drops the schemas that nothing refers
/// to any more.
pub(super) fn merge_parts(document: &mut Value) {
    let schemas = document.pointer("/components/schemas").cloned().unwrap_or_default();
    let Some(written) = document.pointer_mut("/components/schemas").and_then(Value::as_object_mut) else {
        return;
    };
    for schema in written.values_mut().filter_map(Value::as_object_mut) {
        if let Some(Value::Array(parts)) = schema.remove("allOf") {
            parts.iter().for_each(|part| add(schema, part, &schemas));
        }
    }
    let used = reach::schemas(document, &[document.get("paths"), document.pointer("/components/responses")]);
    if let Some(written) = document.pointer_mut("/components/schemas").and_then(Value::as_object_mut) {
        written.retain(|name, _| used.contains(name));
    }
}

/// Adds the members of one part.
fn add(schema: &mut Map<String, Value>, part: &Value, schemas: &Value) {
    let referred = part.get("$ref").and_then(Value::as_str).and_then(|place| place.strip_prefix(PREFIX));
    let part = referred.and_then(|name| schemas.get(name)).unwrap_or(part);
    for inner in part.get("allOf").and_then(Value::as_array).into_iter().flatten() {
        add(schema, inner, schemas);
    }
    schema.insert("type".to_owned(), "object".into());
    if let Some(Value::Object(members)) = part.get("properties") {
        let own = schema.entry("properties").or_insert_with(|| Value::Object(Map::new()));
        own.as_object_mut().into_iter().for_each(|own| own.extend(members.clone()));
    }
    if let Some(Value::Array(required)) = part.get("required") {
        let own = schema.entry("required").or_insert_with(|| Value::Array(Vec::new()));
        own.as_array_mut().into_iter().for_each(|own| own.extend(required.iter().cloned()));
    }
}
