//! The pages of rules: each lists the options of its game as they are, and its examples hold.

mod examples;
mod markdown;

use std::fmt::Write as _;
use std::fs;

use pipkeeper::rules::*;
use serde_json::{Value, json};

use self::markdown::{code_spans, items_of};
use crate::support::nested;

/// What stands above the part of a page that is written by a test.
const WRITTEN: &str =
    "<!-- From here on the page is written by `UPDATE_RULES=1 cargo test --test rules pages`. -->";

fn path(name: &str) -> String {
    format!("{}/docs/rules/{name}.md", env!("CARGO_MANIFEST_DIR"))
}

fn read(name: &str) -> String {
    fs::read_to_string(path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The parameters of a game as it is.
fn parameters(variant: Variant) -> Vec<Parameter> {
    Ruleset::standard(variant).parameters()
}

/// Asserts that a page ends with `heading` and what is `written` below it; or makes it so.
fn assert_ends_with(name: &str, heading: &str, written: &str) {
    let page = read(name);
    let start = page.find(&format!("\n{heading}\n")).map_or(page.len(), |line| line + 1);
    let expected = format!("{}\n\n{heading}\n\n{WRITTEN}\n\n{}\n", page[..start].trim(), written.trim());
    if std::env::var_os("UPDATE_RULES").is_some() {
        // Other tests read the pages at the same time: they see the old one or the new one.
        let new = path(&format!(".{name}"));
        fs::write(&new, expected).and_then(|()| fs::rename(&new, path(name))).unwrap();
    } else {
        assert!(page == expected, "docs/rules/{name}.md is not up to date: see the note in it");
    }
}

/// `a`, `b` or `c`.
fn or_list(values: &[String]) -> String {
    let (last, others) = values.split_last().unwrap();
    if others.is_empty() { last.clone() } else { format!("{} or {last}", others.join(", ")) }
}

fn paragraph(parameter: &Parameter) -> String {
    let Parameter { key, value, values, range, meaning, source } = parameter;
    let source = source.as_ref().map_or_else(String::new, |source| format!(" Source: {source}."));
    let mut text = format!("### `{key}`\n\n{meaning}{source}\n\n");
    let others: Vec<String> = values
        .iter()
        .filter(|other| other.value != *value)
        .map(|other| format!("`{}`", other.value))
        .collect();
    match (range, values.iter().any(|value| value.meaning.is_some())) {
        (Some(range), _) => writeln!(text, "Default: `{value}`. Possible: {range}.").unwrap(),
        (None, false) => writeln!(text, "Default: `{value}`. Also: {}.", or_list(&others)).unwrap(),
        (None, true) => {
            text += "| Value | Meaning |\n|---|---|\n";
            for ParameterValue { value: other, meaning } in values {
                let default = if other == value { " (default)" } else { "" };
                writeln!(text, "| `{other}`{default} | {} |", meaning.as_deref().unwrap()).unwrap();
            }
        }
    }
    text
}

#[test]
fn the_pages_list_the_options_of_their_games() {
    let mut games = String::new();
    for variant in Variant::ALL {
        let options: Vec<String> = parameters(variant).iter().map(paragraph).collect();
        assert_ends_with(variant.word(), "## Options", &options.join("\n"));
        writeln!(games, "- [{}]({}.md). {}", variant.name(), variant.word(), variant.summary()).unwrap();
    }
    assert_ends_with("index", "## Games", &games);
}

#[test]
fn every_source_is_described_on_its_page() {
    for variant in Variant::ALL {
        let page = read(variant.word());
        for source in parameters(variant).into_iter().filter_map(|parameter| parameter.source) {
            assert!(page.contains(&format!("**{source}**:")), "{variant:?}: {source}");
        }
    }
}

/// The options that a passage sets: each with the values it names for it, the first of which counts.
fn settings(passage: &str, keys: &[String]) -> Vec<(String, Vec<Value>)> {
    let mut settings: Vec<(String, Vec<Value>)> = Vec::new();
    for span in code_spans(passage) {
        if keys.contains(&span) {
            settings.push((span, Vec::new()));
        } else if let Some((_, values)) = settings.last_mut() {
            values.push(serde_json::from_str(&span).unwrap_or(json!(span)));
        }
    }
    settings
}

fn keys(variant: Variant) -> Vec<String> {
    parameters(variant).into_iter().map(|parameter| parameter.key).collect()
}

#[test]
fn every_house_rule_can_be_chosen_and_is_another_than_the_default() {
    for variant in Variant::ALL {
        let page = read(variant.word());
        let house_rules = items_of(&page, "## House rules");
        assert!(!house_rules.is_empty(), "{variant:?}");
        for rule in house_rules {
            let settings = settings(&rule, &keys(variant));
            assert!(!settings.is_empty(), "{variant:?}: {rule}");
            for (key, values) in &settings {
                assert!(!values.is_empty(), "{key} in {rule}");
                for value in values {
                    let mut options: Value =
                        settings.iter().map(|(key, values)| (key.clone(), values[0].clone())).collect();
                    options[key] = value.clone();
                    let overrides: Overrides = serde_json::from_value(nested(&options)).unwrap();
                    let rules = Ruleset::new(variant, &overrides);
                    let rules = rules.unwrap_or_else(|problems| panic!("{rule}: {problems:?}"));
                    let is_changed = |known: &Parameter| {
                        let now = rules.parameters().into_iter().find(|now| now.key == known.key);
                        known.key == *key && now.unwrap().value != known.value
                    };
                    assert!(
                        parameters(variant).iter().any(is_changed),
                        "{key} {value} is the default: {rule}"
                    );
                }
            }
        }
    }
}

#[test]
fn every_option_that_a_page_names_is_one() {
    let all: Vec<String> = Variant::ALL.into_iter().flat_map(keys).collect();
    let games = Variant::ALL.map(|variant| (variant.word(), keys(variant)));
    let pages = games.into_iter().chain([("common", all.clone()), ("index", all)]);
    for (name, known) in pages {
        for span in code_spans(&read(name)) {
            let parts: Vec<&str> = span.split('.').collect();
            let is_key = parts.len() == 2
                && parts
                    .iter()
                    .all(|part| !part.is_empty() && part.chars().all(|c| c.is_ascii_lowercase() || c == '_'));
            assert!(!is_key || known.contains(&span), "{name}: {span}");
        }
    }
}
