//! What generators of clients make of the document: no name that a language has already, no shape that
//! becomes a class without a name.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{document, operations, walk};

/// Names that a language, its library or what apps are mostly built with keeps to itself: Dart and Flutter,
/// Java, Kotlin, Python, Rust, Swift and `SwiftUI`, TypeScript.
const TAKEN: &str = "Action Any Array Boolean Box Button Byte Calendar Card Char Character Class Color Column \
    Comparable Container Data Date DateTime Decoder Dictionary Divider Double Duration Encoder Enum Error Event \
    Exception Expression File Float Form Function Future Group Icon Image Int Integer Iterable Key Label List \
    Locale Long Map Math Menu Module Never Nothing Null Number Object Operation Option Optional Override Package \
    Pair Path Process Promise Protocol Record Request Response Result Row Scene Section Sequence Set Shape Short \
    State Stream String Symbol System Table Task Text Thread Timer Triple Type URL UUID Unit Vec View Visibility \
    Void Widget";

/// Words that enums keep to themselves in Dart, Java, Kotlin or Swift.
const TAKEN_WORDS: [&str; 9] =
    ["name", "values", "value", "valueOf", "index", "ordinal", "hashCode", "toString", "self"];

#[test]
fn no_name_shadows_one_that_a_language_has() {
    let taken: BTreeSet<&str> = TAKEN.split_whitespace().collect();
    let document = document();
    for (name, schema) in document["components"]["schemas"].as_object().expect("schemas") {
        assert!(!taken.contains(name.as_str()), "{name} is also a name of a language: #[schema(as = …)]");
        let words = schema["enum"].as_array().into_iter().flatten().filter_map(Value::as_str);
        for word in words {
            assert!(!TAKEN_WORDS.contains(&word), "{name}: {word} is a name that enums have already");
        }
    }
}

#[test]
fn unions_are_choices_of_named_schemas() {
    let document = document();
    walk(&document, "", &mut |place, value| {
        let Some(choices) = value["oneOf"].as_array() else {
            return;
        };
        let named: BTreeSet<&str> =
            choices.iter().map(|choice| choice["$ref"].as_str().unwrap_or(place)).collect();
        let mapping = value["discriminator"]["mapping"].as_object();
        let mapped: BTreeSet<&str> =
            mapping.into_iter().flatten().filter_map(|(_, to)| to.as_str()).collect();
        assert_eq!(named, mapped, "{place}");
        assert!(value["discriminator"]["propertyName"].is_string(), "{place}");
    });
}

#[test]
fn nothing_is_in_it_that_generators_stumble_over() {
    let document = document();
    walk(&document, "", &mut |place, value| {
        for word in ["allOf", "anyOf", "prefixItems", "propertyNames"] {
            assert!(value.get(word).is_none() || place.ends_with("/properties"), "{place}: {word}");
        }
        if value["type"] == "array" {
            assert!(value["items"].is_object(), "{place}: a list of what?");
        }
        for part in ["items", "additionalProperties"] {
            let format = value[part]["format"].as_str().unwrap_or_default();
            let is_bare = !["uuid", "date", "date-time"].contains(&format);
            assert!(is_bare, "{place}: Kotlin cannot read a list or a map of these; let a member have it");
        }
        let is_named = !place.starts_with("/components/schemas/") || place.matches('/').count() == 3;
        let is_object = value["type"] == "object" && value["properties"].is_object();
        assert!(is_named || !is_object, "{place}: an object without a name");
    });
    for name in answered_schemas(&document) {
        let schema = &document["components"]["schemas"][&name];
        walk(schema, &name, &mut |place, value| {
            let is_null = |kind: &Value| kind == "null";
            let kinds = value["type"].as_array();
            let nullable = is_null(&value["type"]) || kinds.is_some_and(|k| k.iter().any(is_null));
            assert!(!nullable, "{place}: answers leave members out, they never say null");
            assert_ne!(value["additionalProperties"], false, "{place}: answers may grow");
            let is_any = value["type"] == "object"
                && ["properties", "additionalProperties"].iter().all(|word| value.get(word).is_none());
            assert!(!is_any, "{place}: an object of what?");
            let words = value["enum"].as_array().map_or(0, Vec::len);
            let is_closed = ["Awarded", "EndingWord"].contains(&place);
            assert!(words < 2 || is_closed, "{place}: a later version may have more words");
        });
    }
}

/// The schemas that are reached from an answer.
fn answered_schemas(document: &Value) -> BTreeSet<String> {
    let mut waiting = vec![&document["components"]["responses"]];
    for (_, operation) in operations(document) {
        waiting.push(&operation["responses"]);
    }
    let mut found = BTreeSet::new();
    while let Some(value) = waiting.pop() {
        walk(value, "", &mut |_, part| {
            let name = part["$ref"].as_str().and_then(|r| r.strip_prefix("#/components/schemas/"));
            if let Some(name) = name
                && found.insert(name.to_owned())
            {
                waiting.push(&document["components"]["schemas"][name]);
            }
        });
    }
    found
}
