//! The assistant over HTTP: every worked example of the rules with every alternative, and the
//! rounds that other engines have judged.

mod build_up;
mod context;
mod oracle;
mod positions;
mod rounds;
mod shapes;

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::support::{Answer, Service, club};

const FILES: [(&str, &str); 5] = [
    ("block", include_str!("../../vectors/block.json")),
    ("hathaway", include_str!("../../vectors/hathaway.json")),
    ("basic12", include_str!("../../vectors/basic12.json")),
    ("chickenfoot", include_str!("../../vectors/chickenfoot.json")),
    ("buildup", include_str!("../../vectors/buildup.json")),
];

/// One worked example, and the service that is asked about it.
struct Example<'a> {
    service: &'a Service,
    id: String,
    game: &'a str,
    /// What the table plays differently, nested as in a question.
    rules: Value,
    vector: Value,
}

impl Example<'_> {
    /// Asks the assistant; `null` members count as absent.
    fn ask(&self, what: &str, mut question: Value) -> Value {
        question["variant"] = json!(self.game);
        if self.rules != json!({}) {
            question["rules"] = self.rules.clone();
        }
        let answer = self.service.client.post(&format!("/v1/assistant/{what}"), &question);
        assert_eq!(answer.status, 200, "{}: {answer:?}", self.id);
        let body = answer.json();
        shapes::check(what, &body, &self.id);
        body
    }

    fn expect(&self) -> &Value {
        &self.vector["expect"]
    }
}

#[test]
fn every_worked_example_holds_over_http() {
    let service = Service::start();
    let mut run = BTreeMap::<String, usize>::new();
    let mut expected = BTreeMap::<String, usize>::new();
    for (game, text) in FILES {
        let file: Value = serde_json::from_str(text).unwrap();
        for vector in file["vectors"].as_array().unwrap() {
            let kind = vector["kind"].as_str().unwrap();
            let others = alternatives(vector);
            *expected.entry(kind.to_owned()).or_default() += 1 + others.len();
            let told = others.iter().map(|other| (&other["options"], with(vector, other)));
            for (options, vector) in [(&json!({}), vector.clone())].into_iter().chain(told) {
                let id = format!("{} {options}", vector["id"].as_str().unwrap());
                let rules = nested(options);
                check(kind, &Example { service: &service, id, game, rules, vector });
                *run.entry(kind.to_owned()).or_default() += 1;
            }
        }
    }
    assert_eq!(run, expected, "no example is skipped");
    assert_eq!((run.len(), run.values().sum::<usize>()), (14, 88 + 18), "{run:?}");
}

fn alternatives(vector: &Value) -> Vec<Value> {
    let lists = [&vector["alternatives"], &vector["expect"]["alternatives"]];
    lists.into_iter().filter_map(Value::as_array).flatten().cloned().collect()
}

/// The example with what an alternative expects instead.
fn with(vector: &Value, other: &Value) -> Value {
    let mut changed = vector.clone();
    if let Some(aside) = other.get("set_aside") {
        changed["set_aside"] = aside.clone();
    }
    match other.get("expect") {
        // Alternative scores name only what differs.
        Some(expect) if changed["expect"]["pips"].is_object() => {
            for (key, value) in expect.as_object().unwrap() {
                changed["expect"][key] = value.clone();
            }
        }
        Some(expect) => changed["expect"] = expect.clone(),
        None => {}
    }
    if let Some(points) = other.get("points") {
        changed["expect"]["points"] = points.clone();
    }
    if other["options"]["pips.double_blank"] == 50 {
        changed["expect"]["pips"]["B"] = json!(50);
    }
    changed
}

/// Dotted keys as nested JSON: `{"a.b": 1}` to `{"a": {"b": 1}}`.
fn nested(options: &Value) -> Value {
    let mut out = json!({});
    for (key, value) in options.as_object().unwrap() {
        let mut place = &mut out;
        for part in key.split('.') {
            place = &mut place[part];
        }
        *place = value.clone();
    }
    out
}

fn check(kind: &str, example: &Example<'_>) {
    match kind {
        "placement" => positions::placement(example),
        "dead_end" => positions::dead_end(example),
        "turn" => positions::turn(example),
        "lead" => positions::lead(example),
        "opening" => positions::opening(example),
        "order" => positions::order(example),
        "cover" => positions::cover(example),
        "bu_turn" => positions::stack_turn(example),
        "score" => rounds::score(example),
        "round" => rounds::round(example),
        "bu_score" => rounds::stack_score(example),
        "bu_game" => rounds::stack_game(example),
        "setup" => setup(example),
        "match" => a_match(example),
        other => panic!("{}: no such kind {other}", example.id),
    }
}

/// The ruleset that `GET /v1/variants/{variant}` shows; of another set, the one of a game with it.
fn setup(example: &Example<'_>) {
    let client = &example.service.client;
    let variant = client.get(&format!("/v1/variants/{}", example.game)).json();
    for case in example.vector["cases"].as_array().unwrap() {
        if example.game == "buildup" {
            let rounds = variant["rules"]["match"]["rounds"].as_u64().unwrap();
            assert_eq!(json!(rounds), case["hands"].as_array().unwrap().len());
            continue;
        }
        let rules = if variant["rules"]["set"]["max_pip"] == case["set"] {
            variant["rules"].clone()
        } else {
            let body = json!({"variant": example.game, "rules": {"set": {"max_pip": case["set"]}},
                "seats": [{"name": "Ann"}, {"name": "Bob"}]});
            club(example.service, "Sets").start(&body).state()["rules"].clone()
        };
        for hand in rules["hand_size"].as_object().unwrap().values() {
            assert_eq!(*hand, case["hand"], "{}", example.id);
        }
        assert_eq!(rules["match"]["rounds"], case["rounds"], "{}", example.id);
    }
}

/// A match of which only the points are known.
fn a_match(example: &Example<'_>) {
    let Example { vector, id, .. } = example;
    let rounds = vector["rounds"].as_array().unwrap();
    let players = rounds.iter().map(|round| round.as_object().unwrap().len()).max().unwrap().max(2);
    let mut rules = example.rules.clone();
    if vector["target"].is_number() {
        rules["match"]["target"] = vector["target"].clone();
    }
    let seats: Vec<Value> = (1..=players).map(|n| json!({ "name": format!("Player {n}") })).collect();
    let body = json!({"variant": example.game, "rules": rules, "seats": seats});
    let table = club(example.service, "Matches").start(&body);
    for points in rounds {
        let answer = table.post("/rounds", &json!({"detail": "points", "points": points}));
        assert_eq!(answer.status, 201, "{id}: {answer:?}");
    }
    let score = &table.state()["score"];
    for (side, total) in example.expect()["totals"].as_object().into_iter().flatten() {
        assert_eq!(score["totals"][side], *total, "{id}");
    }
    let winners = match &example.expect()["winner"] {
        Value::Null => json!([]),
        Value::String(one) => json!([one]),
        list @ Value::Array(_) => list.clone(),
        other @ (Value::Bool(_) | Value::Number(_) | Value::Object(_)) => panic!("{other}"),
    };
    assert_eq!(score["winners"], winners, "{id}");
    assert_eq!(score["finished_after"], example.expect()["finished_after"], "{id}");
    let over = !example.expect()["finished_after"].is_null();
    assert_eq!(score["status"], if over { "finished" } else { "running" }, "{id}");
    let more = table.post("/rounds", &json!({"detail": "points", "points": rounds[0]}));
    assert_eq!(more.status, if over { 409 } else { 201 }, "{id}: {more:?}");
}

/// What the service answers to a question that is refused.
fn refused(service: &Service, what: &str, question: &Value) -> Answer {
    service.client.post(&format!("/v1/assistant/{what}"), question)
}
