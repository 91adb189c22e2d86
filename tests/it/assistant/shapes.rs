//! The shapes of the answers, as the documentation of the interface promises them.

use serde_json::Value;

/// Members that are always there, and members that may be.
fn members(what: &str) -> (&'static [&'static str], &'static [&'static str]) {
    match what {
        "placement" => {
            (&["legal", "detail", "open", "locked", "dead"], &["at", "reason", "open_after", "locked_after"])
        }
        "moves" => (&["action", "plays", "open", "locked", "dead", "detail"], &[]),
        "lead" => (&["redeal", "redraw", "totals", "detail"], &["leader", "tile", "next"]),
        "score" => (&["pips", "winners", "points", "items", "detail"], &[]),
        "round" => (
            &[
                "hands", "pips", "winners", "points", "items", "open", "locked", "tops", "turns", "findings",
                "detail",
            ],
            &["ending", "out", "dead", "leader", "to_play", "boneyard"],
        ),
        other => panic!("no such question: {other}"),
    }
}

pub fn check(what: &str, answer: &Value, id: &str) {
    let (always, perhaps) = members(what);
    let answer = answer.as_object().unwrap();
    for name in always {
        assert!(answer.contains_key(*name), "{id}: {name} is missing in {answer:?}");
    }
    for (name, value) in answer {
        assert!(always.contains(&name.as_str()) || perhaps.contains(&name.as_str()), "{id}: {name}");
        no_nulls(value, id);
    }
    sentence(&answer["detail"], id);
    for list in ["open", "locked", "open_after", "locked_after"] {
        places(answer.get(list), id);
    }
    match what {
        "placement" if answer["legal"] == true => {
            assert!(!answer.contains_key("reason"), "{id}");
            assert!(answer.contains_key("at"), "{id}");
        }
        "placement" => {
            assert!(answer["reason"].is_string() && !answer.contains_key("open_after"), "{id}");
        }
        "moves" => {
            let action = answer["action"].as_str().unwrap();
            assert!(["play", "draw", "pass"].contains(&action), "{id}");
            assert_eq!(action == "play", !answer["plays"].as_array().unwrap().is_empty(), "{id}");
        }
        "score" | "round" => {
            for item in answer["items"].as_array().unwrap() {
                assert!(item["kind"].is_string() && item["text"].is_string(), "{id}: {item}");
            }
        }
        _ => {}
    }
    if what == "round" {
        turns(&answer["turns"], id);
    }
}

fn turns(turns: &Value, id: &str) {
    for turn in turns.as_array().unwrap() {
        assert!(turn["seat"].is_string() && turn["irregular"].is_array(), "{id}: {turn}");
        for list in ["open_after", "locked_after"] {
            assert!(turn.get("at").is_some() || turn.get(list).is_none(), "{id}: a pass changes no place");
            places(turn.get(list), id);
        }
    }
}

fn places(list: Option<&Value>, id: &str) {
    for place in list.and_then(Value::as_array).into_iter().flatten() {
        let members = place.as_object().unwrap();
        assert!(members.len() == 2 && place["at"].is_string() && place["value"].is_u64(), "{id}: {place}");
    }
}

/// What is absent is left out.
fn no_nulls(value: &Value, id: &str) {
    match value {
        Value::Null => panic!("{id}: null in an answer"),
        Value::Array(list) => list.iter().for_each(|value| no_nulls(value, id)),
        Value::Object(members) => members.values().for_each(|value| no_nulls(value, id)),
        Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn sentence(detail: &Value, id: &str) {
    let text = detail.as_str().unwrap();
    let starts = text.chars().next().is_some_and(|first| first.is_uppercase() || first.is_ascii_digit());
    assert!(starts && text.ends_with('.'), "{id}: no sentence: {text:?}");
}
