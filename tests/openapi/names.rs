//! A name means one thing: what has the same name has the same type, or is the same thing in another form.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::{document, operations};

const PREFIX: &str = "#/components/schemas/";

/// A thing that is named by its id or number where it is only meant, and shown as it is elsewhere.
const MEANT_OR_SHOWN: [&str; 8] =
    ["adjustment", "bonus", "game", "penalty", "player", "round", "season", "turn"];

/// Lists that other places only count, as the columns of a table do.
const LISTED_OR_COUNTED: [&str; 7] =
    ["findings", "layout", "lines", "penalties", "players", "rounds", "turns"];

/// One thing that is told with more or less about it: as it is sent, and as it is answered.
const BRIEF_OR_FULL: [&str; 13] = [
    "chain",
    "ending",
    "hands",
    "irregular",
    "result",
    "rules",
    "scope",
    "seats",
    "set_aside",
    "tables",
    "items",
    "kind",
    "rows",
];

/// What is before and after a change is whatever is changed.
const CHANGED: [&str; 2] = ["after", "before"];

/// Terms of the field that are two things, each the only word for it, and the reason.
const TERMS: [(&str, &str); 9] = [
    ("amount", "how much: of a penalty in one of several measures, of a step of a score in points"),
    ("detail", "how detailed a round is reported; of a problem its sentence, as RFC 9457 has it"),
    ("drawn", "tiles that were drawn, and games that nobody won"),
    ("games", "which games count for a season, and how many a player has"),
    ("ranks", "how equal ranks are numbered, and the ranks"),
    ("status", "of a game; of a problem its HTTP status, as RFC 9457 has it; of the service"),
    ("unsettled", "why an award is not settled, and the awards that are not"),
    ("value", "of an end the number it shows, of an option its setting"),
    ("version", "of a game a number, of the service that of the program"),
];

/// The schemas that other forms prescribe, and those of the parameters of games.
fn is_apart(name: &str, rules: &BTreeSet<String>) -> bool {
    name.starts_with("BgStats") || name.starts_with("BoardGameGeek") || rules.contains(name)
}

/// The schemas that these refer to, and they themselves.
fn reached(document: &Value, names: &[&str]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut waiting: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    while let Some(name) = waiting.pop() {
        super::walk(&document["components"]["schemas"][&name], "", &mut |_, value| {
            waiting.extend(value["$ref"].as_str().and_then(|it| it.strip_prefix(PREFIX)).map(str::to_owned));
        });
        waiting.retain(|name| !found.contains(name));
        found.insert(name);
    }
    found
}

/// The type of a schema in a word. A map by seat or side has the type of its values.
fn word(schema: &Value) -> String {
    if let Some(name) = schema["$ref"].as_str().and_then(|it| it.strip_prefix(PREFIX)) {
        return name.strip_prefix("Any").unwrap_or(name).to_owned();
    }
    match schema["type"].as_str().unwrap_or_default() {
        "array" => format!("[{}]", word(&schema["items"])),
        "object" if schema["additionalProperties"].is_object() => word(&schema["additionalProperties"]),
        other => other.to_owned(),
    }
}

/// Every name of a member or parameter with its types.
fn names(document: &Value) -> BTreeMap<String, BTreeSet<String>> {
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut add = |name: &str, schema| {
        found.entry(name.to_owned()).or_default().insert(word(schema));
    };
    let rules = reached(document, &["Ruleset", "RulesetOverrides"]);
    let schemas = document["components"]["schemas"].as_object().expect("schemas");
    for (_, schema) in schemas.iter().filter(|(name, _)| !is_apart(name, &rules)) {
        for (name, member) in schema["properties"].as_object().into_iter().flatten() {
            add(name, member);
        }
    }
    for (_, operation) in operations(document) {
        for parameter in operation["parameters"].as_array().into_iter().flatten() {
            add(parameter["name"].as_str().expect("a name"), &parameter["schema"]);
        }
    }
    found
}

#[test]
fn a_name_means_one_thing() {
    let mut known: BTreeSet<&str> = TERMS.iter().map(|(name, _)| *name).collect();
    known.extend(MEANT_OR_SHOWN);
    known.extend(LISTED_OR_COUNTED);
    known.extend(BRIEF_OR_FULL);
    known.extend(CHANGED);
    let several = names(&document()).into_iter().filter(|(_, types)| types.len() > 1);
    let several: BTreeMap<String, BTreeSet<String>> = several.collect();
    for (name, types) in &several {
        assert!(known.contains(name.as_str()), "{name} is {types:?}: choose another name, or say here why");
    }
    for name in known {
        assert!(several.contains_key(name), "{name} has one type now");
    }
}
