//! The document as OpenAPI 3.0.3, for tools that do not read 3.1.
//!
//! Says the same in older words: there is one `example`, and a reference has nothing beside it.

use serde_json::{Map, Value, json};

/// Rewrites a document of OpenAPI 3.1 as 3.0.3.
pub fn rewrite(document: &mut Value) {
    let Some(root) = document.as_object_mut() else { return };
    root.insert("openapi".to_owned(), "3.0.3".into());
    let license = root.get_mut("info").and_then(|info| info.get_mut("license"));
    if let Some(license) = license.and_then(Value::as_object_mut) {
        license.remove("identifier");
        // 3.0 knows pages only, and no page is about a choice: this is the first of the two.
        license.insert("url".to_owned(), "https://spdx.org/licenses/MIT.html".into());
    }
    for named in document.pointer_mut("/components/schemas").and_then(Value::as_object_mut).into_iter() {
        named.values_mut().for_each(schema);
    }
    find_schemas(document);
}

/// Rewrites the schemas that operations, parameters and headers have of their own.
fn find_schemas(value: &mut Value) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                match name.as_str() {
                    "schema" => schema(member),
                    // Their contents are not the document's own words.
                    "schemas" | "example" | "examples" => {}
                    _ => find_schemas(member),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(find_schemas),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn schema(value: &mut Value) {
    let Some(members) = value.as_object_mut() else { return };
    for name in ["items", "additionalProperties", "not"] {
        members.get_mut(name).map(schema);
    }
    for name in ["oneOf", "allOf", "anyOf"] {
        members.get_mut(name).and_then(Value::as_array_mut).into_iter().flatten().for_each(schema);
    }
    let properties = members.get_mut("properties").and_then(Value::as_object_mut);
    properties.into_iter().flat_map(Map::values_mut).for_each(schema);

    if let Some(examples) = members.remove("examples")
        && let Some(first) = examples.get(0)
    {
        members.insert("example".to_owned(), first.clone());
    }
    if let Some(only) = members.remove("const") {
        members.insert("enum".to_owned(), json!([only]));
    }
    if members.len() > 1
        && let Some(reference) = members.remove("$ref")
    {
        members.insert("allOf".to_owned(), json!([{ "$ref": reference }]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schemas_are_said_in_older_words() {
        let cases = [
            (
                json!({ "type": "string", "examples": ["a", "b"] }),
                json!({ "type": "string", "example": "a" }),
            ),
            (json!({ "$ref": "#/x" }), json!({ "$ref": "#/x" })),
            (
                json!({ "$ref": "#/x", "description": "d" }),
                json!({ "allOf": [{ "$ref": "#/x" }], "description": "d" }),
            ),
            (
                json!({ "type": "object", "properties": { "examples": { "type": "integer", "examples": [1] } } }),
                json!({ "type": "object", "properties": { "examples": { "type": "integer", "example": 1 } } }),
            ),
        ];
        for (newer, older) in cases {
            let mut rewritten = newer.clone();
            schema(&mut rewritten);
            assert_eq!(rewritten, older, "{newer}");
        }
    }
}
