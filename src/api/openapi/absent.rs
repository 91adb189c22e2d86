//! What has no value is absent: no schema of the document says that something may be null.

use serde_json::{Map, Value};

/// Takes null out of every schema. A member that may be absent is not `required`, which is enough; a
/// generated client that may send null, or must expect it, has a second way to say the same.
pub(super) fn forbid_null(value: &mut Value) {
    match value {
        Value::Object(members) => {
            only_type(members);
            only_choice(members);
            for (name, member) in members {
                // Their contents are not the document's own words.
                if !matches!(name.as_str(), "example" | "examples" | "default") {
                    forbid_null(member);
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(forbid_null),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// `type: [string, null]` as `type: string`.
fn only_type(members: &mut Map<String, Value>) {
    let Some(Value::Array(kinds)) = members.get_mut("type") else { return };
    kinds.retain(|kind| kind != "null");
    if let [kind] = kinds.as_slice() {
        let kind = kind.clone();
        members.insert("type".to_owned(), kind);
    }
}

/// `oneOf: [{type: null}, reference]` as the reference.
fn only_choice(members: &mut Map<String, Value>) {
    let Some(Value::Array(choices)) = members.get_mut("oneOf") else { return };
    choices.retain(|choice| choice["type"] != "null");
    if let [Value::Object(only)] = choices.as_slice() {
        let only = only.clone();
        members.remove("oneOf");
        members.extend(only);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn no_schema_may_be_null() {
        let cases = [
            (json!({ "type": ["string", "null"] }), json!({ "type": "string" })),
            (
                json!({ "oneOf": [{ "type": "null" }, { "$ref": "#/x" }], "description": "d" }),
                json!({ "$ref": "#/x", "description": "d" }),
            ),
            (
                json!({ "oneOf": [{ "$ref": "#/x", "description": "d" }, { "type": "null" }] }),
                json!({ "$ref": "#/x", "description": "d" }),
            ),
            (
                json!({ "oneOf": [{ "$ref": "#/x" }, { "$ref": "#/y" }] }),
                json!({ "oneOf": [{ "$ref": "#/x" }, { "$ref": "#/y" }] }),
            ),
            (
                json!({ "examples": [{ "type": ["string", "null"] }] }),
                json!({ "examples": [{ "type": ["string", "null"] }] }),
            ),
        ];
        for (before, after) in cases {
            let mut value = before.clone();
            forbid_null(&mut value);
            assert_eq!(value, after, "{before}");
        }
    }
}
