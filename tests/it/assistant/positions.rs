//! Positions: what may be put where, what a hand can play, who leads.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{Example, refused};

/// `[["2-2","lead"],…]` as a question has it.
pub fn layout(pairs: &Value) -> Value {
    pairs.as_array().unwrap().iter().map(|pair| json!({"tile": pair[0], "at": pair[1]})).collect()
}

/// A list of places as `{"2-2/W": 2}`.
pub fn places(list: &Value) -> Value {
    let list = list.as_array().unwrap().iter();
    list.map(|place| (place["at"].as_str().unwrap().to_owned(), place["value"].clone())).collect()
}

fn expect_places(example: &Example<'_>, found: &Value, expected: Option<&Value>) {
    if let Some(expected) = expected {
        assert_eq!(places(found), *expected, "{}", example.id);
    }
}

pub fn placement(example: &Example<'_>) {
    let Example { vector, id, .. } = example;
    let attempt = &vector["try"];
    let question = json!({"layout": layout(&vector["layout"]), "tile": attempt["tile"], "at": attempt["at"]});
    let answer = example.ask("placement", question.clone());
    let expect = example.expect();
    if expect["legal"].is_null() {
        // With six toes on the centre two are still owed, and the tile may be one of them.
        let freely = example.ask("placement", json!({"layout": question["layout"], "tile": attempt["tile"]}));
        assert_eq!((&freely["legal"], answer["open"].as_array().unwrap().len()), (&json!(true), 2), "{id}");
        return;
    }
    assert_eq!(answer["legal"], expect["legal"], "{id}: {answer}");
    assert_eq!(answer["reason"], expect["reason"], "{id}");
    expect_places(example, &answer["open"], vector.get("open_before"));
    expect_places(example, &answer["locked"], vector.get("locked"));
    expect_places(example, &answer["open_after"], expect.get("open_after"));
    expect_places(example, &answer["locked_after"], expect.get("locked_after"));
    // The same tile among the moves of a hand that has only this tile.
    if answer["reason"] != "tile_used" {
        let hand = json!([attempt["tile"]]);
        let moves = example.ask("moves", json!({"layout": question["layout"], "hand": hand}));
        let named = json!({"tile": attempt["tile"], "at": answer["at"]});
        assert_eq!(moves["plays"].as_array().unwrap().contains(&named), answer["legal"] == true, "{id}");
    }
}

pub fn dead_end(example: &Example<'_>) {
    let Example { vector, id, .. } = example;
    let answer = example.ask("moves", json!({"layout": layout(&vector["layout"]), "hand": []}));
    let expect = example.expect();
    assert_eq!(answer["dead"], expect["dead"], "{id}");
    if expect["end"].is_string() {
        expect_places(example, &answer["open"], vector.get("open_before"));
        expect_places(example, &answer["locked"], vector.get("locked"));
    }
    expect_places(example, &answer["open"], expect.get("open"));
    let on_table = |value: &str| {
        let tiles = vector["layout"].as_array().unwrap().iter().map(|pair| pair[0].as_str().unwrap());
        tiles.filter(|tile| tile.split('-').any(|half| half == value)).count()
    };
    for (value, count) in expect["count_of_value_on_table"].as_object().into_iter().flatten() {
        assert_eq!(json!(on_table(value)), *count, "{id}");
    }
}

/// A player asks what to do, draws as told, and asks again.
pub fn turn(example: &Example<'_>) {
    let Example { vector, id, .. } = example;
    let table = layout(&vector["layout"]);
    let mut hand = vector["hand"].as_array().unwrap().clone();
    let mut boneyard = vector["boneyard"].as_array().cloned().unwrap_or_default();
    let ask = |hand: &[Value], boneyard: Option<usize>| {
        example.ask("moves", json!({"layout": table, "hand": hand, "boneyard": boneyard}))
    };
    let variant = example.service.client.get(&format!("/v1/variants/{}", example.game)).json();
    let until = variant["rules"]["draw"]["count"] == "until";
    let play_drawn = until || example.rules["draw"]["play_drawn"] == true;
    let count = vector["boneyard_count"].as_u64().map_or(boneyard.len(), |count| count.try_into().unwrap());
    let mut answer = ask(&hand, Some(count));
    let mut drawn = Vec::new();
    while answer["action"] == "draw" && (until || drawn.is_empty()) {
        let tile = boneyard.remove(0);
        drawn.push(tile.clone());
        hand.push(tile);
        answer = ask(&hand, Some(boneyard.len()));
    }
    let plays = answer["plays"].as_array().unwrap();
    let able = !plays.is_empty() && (drawn.is_empty() || play_drawn);
    let action = match (drawn.len(), until, able) {
        (0, _, true) => "play",
        (0, _, false) => "pass",
        (_, true, _) => "draw_until",
        (_, false, true) => "draw_one",
        (_, false, false) => "draw_one_pass",
    };
    let expect = example.expect();
    assert_eq!(expect["action"], action, "{id}: {answer}");
    if let Some(playable) = expect.get("playable") {
        let found: Vec<Value> = plays.iter().map(|play| json!([play["tile"], play["at"]])).collect();
        assert_eq!(json!(found), *playable, "{id}");
    }
    if expect.get("draws").is_some() {
        assert_eq!(json!(drawn), expect["draws"], "{id}");
        assert_eq!(expect["then"], if able { "play" } else { "pass" }, "{id}");
        assert_eq!(json!(boneyard.len()), expect["boneyard_left"], "{id}");
        if able {
            assert_eq!(plays[0]["tile"], expect["play"], "{id}");
            hand.retain(|tile| *tile != expect["play"]);
        }
        assert_eq!(json!(hand), expect["hand_after"], "{id}");
    }
}

/// With an empty layout, the moves are what may be led.
pub fn lead(example: &Example<'_>) {
    let answer = example.ask("moves", json!({"layout": [], "hand": example.vector["hand"]}));
    let plays = answer["plays"].as_array().unwrap();
    let leads: Vec<&Value> = plays.iter().map(|play| &play["tile"]).collect();
    assert_eq!(json!(leads), example.expect()["legal_leads"], "{}", example.id);
    assert!(plays.iter().all(|play| play["at"] == "lead"), "{}", example.id);
    for tile in leads {
        let answer = example.ask("placement", json!({"layout": [], "tile": tile}));
        assert_eq!((&answer["legal"], &answer["at"]), (&json!(true), &json!("lead")), "{}", example.id);
    }
}

/// From whole hands, and from only the doubles in them.
pub fn opening(example: &Example<'_>) {
    let hands = &example.vector["hands"];
    let doubles: BTreeMap<&String, Vec<&Value>> = hands
        .as_object()
        .unwrap()
        .iter()
        .map(|(seat, hand)| {
            let is_double = |tile: &&Value| {
                let (low, high) = tile.as_str().unwrap().split_once('-').unwrap();
                low == high
            };
            (seat, hand.as_array().unwrap().iter().filter(is_double).collect())
        })
        .collect();
    for question in [json!({ "hands": hands }), json!({ "doubles": doubles })] {
        let answer = example.ask("lead", question);
        for member in ["leader", "tile", "redeal"] {
            assert_eq!(answer[member], example.expect()[member], "{}: {member}", example.id);
        }
        assert_eq!(answer["next"], example.expect()["next"], "{}", example.id);
    }
}

pub fn order(example: &Example<'_>) {
    let answer = example.ask("lead", json!({ "draws": example.vector["draws"] }));
    for member in ["totals", "leader", "redraw"] {
        assert_eq!(answer[member], example.expect()[member], "{}: {member}", example.id);
    }
}

/// A cover is a placement on a stack.
pub fn cover(example: &Example<'_>) {
    let Example { vector, id, .. } = example;
    let stack = json!([{"tile": vector["on"], "at": "A1"}]);
    let question = json!({"layout": stack, "tile": vector["tile"], "at": "A1"});
    let answer = example.ask("placement", question.clone());
    assert_eq!(answer["legal"], example.expect()["legal"], "{id}: {answer}");
    if answer["legal"] == false {
        assert_eq!(answer["reason"], "no_cover", "{id}");
    }
    // Without a place the only stack is meant.
    let only = example.ask("placement", json!({"layout": stack, "tile": vector["tile"]}));
    assert_eq!(only["legal"], answer["legal"], "{id}");
    let other = json!({"variant": "buildup", "layout": [{"tile": vector["on"], "at": "C1"}], "tile": "0-0"});
    assert_eq!(refused(example.service, "placement", &other).status, 422, "{id}");
}

pub fn stack_turn(example: &Example<'_>) {
    let Example { vector, id, .. } = example;
    let places = ["A1", "A2", "A3", "A4", "A5", "A6", "B1", "B2", "B3", "B4", "B5", "B6"];
    let tops = vector["tops"].as_array().unwrap();
    let stacks: Value = places.iter().zip(tops).map(|(at, tile)| json!({"tile": tile, "at": at})).collect();
    let answer = example.ask("moves", json!({"layout": stacks, "hand": vector["hand"]}));
    assert_eq!(answer["action"], example.expect()["action"], "{id}");
    let top = |at: &Value| &tops[places.iter().position(|place| at == place).unwrap()];
    let plays = answer["plays"].as_array().unwrap().iter();
    let found: Vec<Value> = plays.map(|play| json!([play["tile"], top(&play["at"])])).collect();
    assert_eq!(json!(found), example.expect()["playable"], "{id}");
}
