//! People are called by their names in everything that a person reads; letters stay in fields.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::support::{Client, Program, Start, TIMEOUT, folder};

/// The members that people read, wherever they stand in an answer.
const TEXTS: [&str; 8] = ["text", "detail", "note", "comments", "plays_ended", "reason", "team", "color"];

/// Words after an "A" that is an article and no seat.
const NOUNS: [&str; 12] = [
    "drawn", "game", "player", "reason", "round", "tile", "total", "turn", "forfeit", "penalty", "bonus",
    "hand",
];

fn texts(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Array(list) => list.iter().for_each(|each| texts(each, found)),
        Value::Object(members) => {
            for (name, member) in members {
                match member.as_str().filter(|_| TEXTS.contains(&name.as_str())) {
                    Some(text) => found.push(text.to_owned()),
                    None => texts(member, found),
                }
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Whether a letter of a seat stands in `text` for whoever sits there.
fn names_a_letter(text: &str) -> bool {
    let words: Vec<&str> = text.split([' ', ',', ';', ':', '(', ')', '.', '\'', '\r', '\n', '+']).collect();
    words.iter().enumerate().any(|(place, word)| {
        let is_letter = matches!(word.as_bytes(), [b'A'..=b'L']);
        let before = place.checked_sub(1).and_then(|before| words.get(before)).copied().unwrap_or("");
        let article = *word == "A" && words.get(place + 1).is_some_and(|next| NOUNS.contains(next));
        is_letter && !article && !["seat", "seats"].contains(&before)
    })
}

/// A sentence with every name, number and list alike.
fn shape(text: &str) -> String {
    let mut shape = String::new();
    for c in text.chars() {
        match c {
            '0'..='9' if shape.ends_with('0') => {}
            '0'..='9' => shape.push('0'),
            c => shape.push(c),
        }
    }
    for name in ["Bob", "Carla", "Dilan", "Zoe"] {
        shape = shape.replace(name, "Ann");
    }
    for (many, one) in [
        (", 0-0", ""),
        (" and 0-0", ""),
        (", Ann -0", ""),
        (", Ann +0", ""),
        (", Ann 0", ""),
        ("-0)", "0)"),
        (" + 0", ""),
    ] {
        shape = shape.replace(many, one);
    }
    shape
}

/// Changes that are only tried: good ones, and many that the rules refuse.
fn tries(game: &Value) -> Vec<(&'static str, String, Option<Value>)> {
    let seats: Vec<&str> =
        game["seats"].as_array().unwrap().iter().map(|it| it["seat"].as_str().unwrap()).collect();
    let sides: Vec<&String> = game["score"]["totals"].as_object().unwrap().keys().collect();
    let round = game["rounds"].as_array().unwrap().len();
    let mut tries = vec![
        ("DELETE", "/rounds/1?reason=misdeal&dry_run=true".to_owned(), None),
        ("DELETE", "/rounds/last?dry_run=true".to_owned(), None),
        ("DELETE", format!("/rounds/{round}/turns/last?dry_run=true"), None),
    ];
    let mut post =
        |path: String, body: Value| tries.push(("POST", format!("{path}?dry_run=true"), Some(body)));
    for seat in &seats {
        for tile in ["6-6", "0-1", "2-5", "7-7"] {
            post(format!("/rounds/{round}/turns"), json!({ "seat": seat, "play": { "tile": tile } }));
        }
        post(format!("/rounds/{round}/turns"), json!({ "seat": seat, "pass": true }));
        post(format!("/rounds/{round}/turns"), json!({ "seat": seat, "drew": 9, "pass": true }));
        let hands = json!({ "hands": { *seat: { "pips": 300 } } });
        post(format!("/rounds/{round}/finish"), hands);
        post("/penalties".to_owned(), json!({ "seat": seat, "amount": { "points": 5 }, "reason": "late" }));
        post(
            "/penalties".to_owned(),
            json!({ "seat": seat, "amount": { "hand_pips": true }, "reason": "late", "round": 1 }),
        );
        post(format!("/seats/{seat}/leave"), json!({ "reason": "the last bus" }));
        post(format!("/seats/{seat}/return"), json!({}));
        post(format!("/seats/{seat}/replace"), json!({ "name": "Zoe", "result_for": "leaver" }));
        let out =
            json!({ "detail": "hands", "ending": "domino", "out": seat, "hands": { *seat: { "pips": 5 } } });
        post("/rounds".to_owned(), out);
    }
    for side in &sides {
        post("/bonuses".to_owned(), json!({ "side": side, "points": 5, "reason": "capicúa" }));
        post("/end".to_owned(), json!({ "kind": "forfeit", "by": side, "reason": "went home" }));
        post("/rounds".to_owned(), json!({ "detail": "points", "points": { side.as_str(): 5 } }));
        post("/rounds".to_owned(), json!({ "detail": "points", "points": { side.as_str(): 999 } }));
    }
    let all: Value =
        sides.iter().map(|side| ((*side).clone(), json!(7))).collect::<serde_json::Map<_, _>>().into();
    post("/rounds".to_owned(), json!({ "detail": "points", "points": all }));
    post("/end".to_owned(), json!({ "kind": "time_limit", "reason": "closing time" }));
    post("/seats".to_owned(), json!({ "name": "Zoe" }));
    for number in 1..=round {
        let points = json!({ "detail": "points", "points": { sides[0].as_str(): 5 } });
        tries.push(("PUT", format!("/rounds/{number}?dry_run=true"), Some(points)));
    }
    tries
}

fn key(program: &Program) -> String {
    let mut lines = std::iter::from_fn(|| program.lines.recv_timeout(TIMEOUT).ok());
    lines.find(|line| line.starts_with("A club `Demonstration`")).unwrap();
    lines.find_map(|line| line.trim().strip_prefix("pk_").map(|rest| format!("pk_{rest}"))).unwrap()
}

/// Everything that people read of a game.
fn read(client: &Client, path: &str) -> Vec<String> {
    let mut found = Vec::new();
    let game = client.get(path).json();
    texts(&game, &mut found);
    let rounds = game["rounds"].as_array().unwrap().len();
    let pages = (1..=rounds).map(|number| format!("/rounds/{number}"));
    for page in pages.chain(["/log?limit=100", "/bgstats", "/boardgamegeek"].map(str::to_owned)) {
        texts(&client.get(&format!("{path}{page}")).json(), &mut found);
    }
    found.extend(client.get(&format!("{path}/scoresheet.csv")).text.lines().map(str::to_owned));
    for (method, rest, body) in tries(&game) {
        let answer = client.send(method, &format!("{path}{rest}"), &[("If-Match", "*")], body.as_ref());
        assert!(answer.status < 500, "{method} {rest}: {answer:?}");
        texts(&answer.json(), &mut found);
    }
    found
}

#[test]
fn no_sentence_calls_anybody_by_the_letter_of_the_seat() {
    assert!(names_a_letter("A leads") && names_a_letter("it is B's turn") && names_a_letter("A+C win"));
    assert!(!names_a_letter("A round has ended") && !names_a_letter("there is no seat E at this table of 4"));
    let folder = folder();
    let program = Start::with(folder.path()).arg("--demo").serve();
    let client = program.client.with_key(&key(&program));
    let club = "/v1/clubs/0190d0e0-0000-7000-8000-000000000001";
    let games = client.get(&format!("{club}/games?limit=100")).json()["items"].clone();
    let mut all = BTreeSet::new();
    for game in games.as_array().unwrap() {
        let path = format!("/v1/games/{}", game["id"].as_str().unwrap());
        for text in read(&client, &path) {
            assert!(!names_a_letter(&text), "{}: {text}", game["variant"]);
            all.insert(text);
        }
    }
    // The words themselves, so that whoever changes a sentence reads it beside the others:
    // `INSTA_UPDATE=always cargo test --test it called` writes them down.
    let shapes: BTreeSet<String> =
        all.iter().filter(|text| !text.contains(",,")).map(|text| shape(text)).collect();
    insta::assert_snapshot!("sentences", shapes.into_iter().collect::<Vec<_>>().join("\n"));
}
