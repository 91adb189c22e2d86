//! Bad input: every refusal has its status, a code of its own, a sentence and the place, and nothing
//! is stored.

mod bodies;
mod bounds;
mod games;
mod hands;
mod turns;

use serde_json::{Value, json};

use crate::support::{Answer, Club, Service, Table, club, refusal};

/// A request that is refused: its body, the code and the place to blame (`-` for none).
type Case = (Value, &'static str, &'static str);

/// What a refusal says besides its code.
fn check(answer: &Answer, status: u16, code: &str, pointer: &str) -> Value {
    assert_eq!(refusal(answer), (status, code.to_owned()), "{answer:?}");
    let body = answer.json();
    let detail = body["detail"].as_str().unwrap();
    let starts = detail.chars().next().is_some_and(|first| !first.is_lowercase());
    assert!(starts && detail.ends_with('.'), "no sentence: {detail:?}");
    let places: Vec<&str> = body["errors"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|error| error["pointer"].as_str().unwrap())
        .collect();
    if pointer == "-" {
        assert!(places.is_empty(), "{body}");
    } else {
        assert!(places.contains(&pointer), "{code} at {places:?}, not at {pointer:?}: {body}");
        let why = &body["errors"][0]["code"];
        assert!(if code == "invalid_body" { why.is_string() } else { why == code }, "{body}");
    }
    body
}

/// Sends each case to a place of the table; all are 422 or 409, and nothing is stored.
fn refuse_all(table: &Table, place: &str, cases: &[Case]) {
    for (body, code, pointer) in cases {
        let before = table.state();
        let answer = table.post(place, body);
        let conflict =
            ["round_over", "no_turns", "game_finished", "round_running", "rounds_recorded"].contains(code);
        check(&answer, if conflict { 409 } else { 422 }, code, pointer);
        assert_eq!(table.state(), before, "{code}: nothing is stored");
    }
}

/// A game of a variant for so many, by its rules.
fn sit(club: &Club, variant: &str, seats: usize, rules: &Value) -> Table {
    let seats: Vec<Value> = (1..=seats).map(|n| json!({ "name": format!("Player {n}") })).collect();
    club.start(&json!({"variant": variant, "rules": rules, "seats": seats}))
}

/// A game of Block for two, in which A led 1-2 and B joined 2-3; A is on turn.
fn on_the_table(service: &Service) -> Table {
    let table = sit(&club(service, "Friday"), "block", 2, &json!({"lead": {"tile": "any"}}));
    let report = json!({"detail": "plays", "leader": "A", "turns": [
        {"seat": "A", "play": {"tile": "1-2"}}, {"seat": "B", "play": {"tile": "2-3", "at": "1-2/2"}}]});
    let started = table.post("/rounds", &report);
    assert_eq!(started.status, 201, "{started:?}");
    table
}
