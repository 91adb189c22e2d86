//! What rounds are worth, from their end or from every turn.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::Example;

/// Hands of tiles as they are shown: `{"A": {"tiles": […]}}`.
fn shown(hands: &Value) -> Value {
    let hands = hands.as_object().unwrap().iter();
    hands.map(|(seat, tiles)| (seat.clone(), json!({ "tiles": tiles }))).collect()
}

/// The same tiles, whatever their order.
fn sorted(hands: &Value) -> BTreeMap<String, Vec<String>> {
    let hands = hands.as_object().unwrap().iter();
    hands
        .map(|(seat, hand)| {
            let tiles = hand.get("tiles").unwrap_or(hand).as_array().unwrap();
            let mut tiles: Vec<String> = tiles.iter().map(|tile| tile.as_str().unwrap().to_owned()).collect();
            tiles.sort();
            (seat.clone(), tiles)
        })
        .collect()
}

fn winners(expect: &Value) -> Value {
    match &expect["winner"] {
        Value::Null => json!([]),
        Value::String(one) => json!([one]),
        list @ Value::Array(_) => list.clone(),
        other @ (Value::Bool(_) | Value::Number(_) | Value::Object(_)) => panic!("{other}"),
    }
}

fn expect_score(id: &str, answer: &Value, expect: &Value) {
    if expect.get("pips").is_some() {
        assert_eq!(answer["pips"], expect["pips"], "{id}");
    }
    assert_eq!(answer["points"], expect["points"], "{id}: {answer}");
    if expect.get("winner").is_some() {
        assert_eq!(answer["winners"], winners(expect), "{id}");
    }
    if expect["tiebreak"].is_string() {
        let items = answer["items"].as_array().unwrap();
        assert!(items.iter().any(|item| item["kind"] == "tie_break"), "{id}: {items:?}");
    }
    assert!(!answer["items"].as_array().unwrap().is_empty(), "{id}");
}

pub fn score(example: &Example<'_>) {
    let Example { vector, id, .. } = example;
    let ending = if vector["end"] == "domino" { "domino" } else { "blocked" };
    let question = json!({"ending": ending, "out": vector["out"], "sides": vector["teams"],
        "hands": shown(&vector["hands"])});
    expect_score(id, &example.ask("score", question), example.expect());
}

fn turns(events: &Value) -> Vec<Value> {
    let turn = |event: &Value| {
        let mut turn = json!({ "seat": event["p"] });
        if let Some(drawn) = event["draw"].as_array() {
            turn["drew"] = json!(drawn.len());
            turn["drawn"] = event["draw"].clone();
        }
        match event.get("play") {
            Some(tile) => turn["play"] = json!({"tile": tile, "at": event["at"]}),
            None => turn["pass"] = json!(true),
        }
        turn
    };
    events.as_array().unwrap().iter().map(turn).collect()
}

/// The turns without the passes at the end, which only say what everybody saw.
fn open_end(turns: &[Value]) -> &[Value] {
    let closes = |turn: &&Value| turn["pass"] == true && turn.get("drew").is_none();
    &turns[..turns.len() - turns.iter().rev().take_while(closes).count()]
}

pub fn round(example: &Example<'_>) {
    let Example { vector, id, .. } = example;
    let (leader, deal) = (&vector["leader"], &vector["deal"]);
    let whole = turns(&vector["events"]);
    let left = shown(&example.expect()["left"]);
    let counted: Vec<Value> = whole
        .iter()
        .cloned()
        .map(|mut turn| {
            turn.as_object_mut().unwrap().remove("drawn");
            turn
        })
        .collect();
    let reports = [
        ("with the deal", json!({"leader": leader, "deal": deal, "turns": whole})),
        ("with deal and hands", json!({"leader": leader, "deal": deal, "turns": whole, "hands": left})),
        ("closing passes left out", json!({"leader": leader, "deal": deal, "turns": open_end(&whole)})),
        ("no deal", json!({"leader": leader, "turns": whole, "hands": left})),
        ("no deal, no closing passes", json!({"leader": leader, "turns": open_end(&whole), "hands": left})),
        ("drawn tiles unknown", json!({"leader": leader, "turns": counted, "hands": left})),
        ("no leader named", json!({"turns": whole, "hands": left})),
    ];
    for (name, report) in reports {
        let id = format!("{id}: {name}");
        let sent = report["turns"].as_array().unwrap().len();
        expect_round(&id, &example.ask("round", report), example.expect(), leader, sent);
    }
    if let Some(partners) = example.expect().get("teams_variant") {
        let report = json!({"leader": leader, "deal": deal, "turns": whole, "sides": partners["teams"]});
        expect_score(id, &example.ask("round", report), partners);
    }
}

fn expect_round(id: &str, answer: &Value, expect: &Value, leader: &Value, sent: usize) {
    let (word, dead) = match expect["end"].as_str().unwrap() {
        "domino" => ("domino", None),
        "block" => ("blocked", None),
        "block_dead" => ("blocked", Some(true)),
        other => panic!("{id}: {other}"),
    };
    assert_eq!((&answer["ending"], &answer["out"]), (&json!(word), &expect["out"]), "{id}");
    if let Some(dead) = dead {
        assert_eq!(answer["dead"], dead, "{id}");
    }
    assert_eq!(answer["leader"], *leader, "{id}");
    assert_eq!(answer["boneyard"], expect["boneyard_left"], "{id}");
    assert_eq!(sorted(&answer["hands"]), sorted(&expect["left"]), "{id}");
    assert_eq!(answer["turns"].as_array().unwrap().len(), sent, "{id}");
    let last_play =
        answer["turns"].as_array().unwrap().iter().rfind(|turn| turn.get("at").is_some()).unwrap();
    assert_eq!(last_play["open_after"], answer["open"], "{id}");
    assert_eq!(answer["findings"], json!([]), "{id}: honest players");
    assert!(answer.get("to_play").is_none(), "{id}");
    expect_score(id, answer, expect);
}

/// `{"A1": "B:4-5"}` as what shows on the stacks.
fn tops(stacks: &Value) -> Value {
    let top = |(at, coloured): (&String, &Value)| {
        let (seat, tile) = coloured.as_str().unwrap().split_once(':').unwrap();
        json!({"at": at, "seat": seat, "tile": tile})
    };
    stacks.as_object().unwrap().iter().map(top).collect()
}

pub fn stack_score(example: &Example<'_>) {
    let Example { vector, id, .. } = example;
    let tops = tops(&vector["tops"]);
    let aside = &vector["set_aside"];
    let answer = example.ask("score", json!({"tops": tops, "set_aside": aside}));
    assert_eq!(answer["points"], *example.expect(), "{id}");
    // As hands: what shows in each colour, as tiles and as dots.
    let colour = |seat: &str| {
        let own = tops.as_array().unwrap().iter().filter(|top| top["seat"] == seat);
        own.map(|top| top["tile"].clone()).collect::<Vec<Value>>()
    };
    let hands = json!({"A": {"tiles": colour("A")}, "B": {"tiles": colour("B")}});
    let answer = example.ask("score", json!({"hands": hands, "set_aside": aside}));
    assert_eq!(answer["points"], *example.expect(), "{id}");
}

/// Hand by hand: each starts from what the one before left on the stacks.
pub fn stack_game(example: &Example<'_>) {
    let Example { vector, id, .. } = example;
    let first = &vector["first"];
    let mut before: Value = vector["initial"]
        .as_object()
        .unwrap()
        .iter()
        .map(|(at, tile)| json!({"at": at, "tile": tile}))
        .collect();
    for (index, hand) in vector["hands"].as_array().unwrap().iter().enumerate() {
        let id = format!("{id}: hand {}", index + 1);
        let turn = |play: &Value| match play[1].as_str() {
            Some("pass") => json!({"seat": play[0], "pass": true}),
            _ => json!({"seat": play[0], "play": {"tile": play[1], "at": play[2]}}),
        };
        let turns: Vec<Value> = hand["plays"].as_array().unwrap().iter().map(turn).collect();
        let round = json!({"round": index + 1, "leader": first, "initial": before});
        let with = |name: &str, value: &Value, turns: &[Value]| {
            let mut question = round.clone();
            question[name] = value.clone();
            question["turns"] = json!(turns);
            example.ask("round", question)
        };
        let aside = shown(&hand["set_aside"]);
        let answers = [
            with("deal", &hand["dealt"], &turns),
            with("deal", &hand["dealt"], open_end(&turns)),
            with("hands", &aside, &turns),
            with("hands", &aside, open_end(&turns)),
        ];
        for answer in &answers {
            assert_eq!(answer["ending"], "played_out", "{id}: {answer}");
            assert_eq!(sorted(&answer["hands"]), sorted(&hand["set_aside"]), "{id}");
            assert_eq!(by_stack(&answer["tops"]), by_stack(&tops(&hand["tops"])), "{id}");
            for seat in ["A", "B"] {
                let cost = if example.rules["buildup"]["set_aside_penalty"] == true {
                    pips(&hand["set_aside"][seat])
                } else {
                    0
                };
                let points = hand["score"][seat].as_i64().unwrap() - cost;
                assert_eq!(answer["points"][seat], points, "{id}");
            }
        }
        before = answers[0]["tops"].clone();
    }
}

fn by_stack(tops: &Value) -> BTreeMap<String, String> {
    let tops = tops.as_array().unwrap().iter();
    tops.map(|top| (top["at"].as_str().unwrap().to_owned(), format!("{}:{}", top["seat"], top["tile"])))
        .collect()
}

fn pips(tiles: &Value) -> i64 {
    let halves = tiles.as_array().unwrap().iter().flat_map(|tile| tile.as_str().unwrap().split('-'));
    halves.map(|half| half.parse::<i64>().unwrap()).sum()
}
