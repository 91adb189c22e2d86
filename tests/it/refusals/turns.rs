//! Turns that cannot be so.

use serde_json::{Value, json};

use super::{check, on_the_table, refuse_all, sit};
use crate::support::{Service, club};

fn play(seat: &str, tile: &str, at: &str) -> Value {
    json!({"seat": seat, "play": {"tile": tile, "at": at}})
}

const TURNS: &str = "/rounds/1/turns";

#[test]
fn a_turn_that_cannot_be_is_refused_at_the_member_to_blame() {
    let service = Service::start();
    let table = on_the_table(&service);
    let over = |reason: &str| json!({"seat": "A", "play": {"tile": "5-6", "at": "left"}, "override": {"reason": reason}});
    refuse_all(
        &table,
        TURNS,
        &[
            (play("A", "1-7", "1-2/1"), "not_in_set", "/play/tile"),
            (play("A", "2-3", "1-2/1"), "tile_used", "/play/tile"),
            (play("A", "3-4", "4-4/N"), "not_open", "/play/at"),
            (play("A", "3-4", "1-2/2"), "not_open", "/play/at"),
            (play("A", "5-6", "2-3/3"), "no_match", "/play/tile"),
            (json!({"seat": "A", "play": {"tile": "5-6"}}), "no_match", "/play/tile"),
            (json!({"seat": "A", "play": {"tile": "1-3"}}), "ambiguous_outlet", "/play/at"),
            (play("B", "3-4", "2-3/3"), "out_of_turn", "/seat"),
            (play("C", "3-4", "2-3/3"), "no_such_seat", "/seat"),
            (json!({"seat": "A"}), "play_or_pass", ""),
            (json!({"seat": "A", "pass": false}), "play_or_pass", ""),
            (json!({"seat": "A", "pass": true, "play": {"tile": "3-4"}}), "play_or_pass", ""),
            (json!({"seat": "A", "drew": 1, "pass": true}), "no_drawing", "/drew"),
            (over(""), "reason_needed", "/override/reason"),
            (over(&"x".repeat(501)), "reason_needed", "/override/reason"),
            (over("The table let it stand"), "wrong_shape", "/play/outward"),
            (json!({"turns": []}), "one_of", "/turns"),
            (json!({}), "one_of", "/seat"),
            (json!({"seat": "A", "pass": true, "turns": [{"seat": "A", "pass": true}]}), "one_of", "/seat"),
            (json!({"override": {"reason": "?"}, "turns": []}), "one_of", "/override"),
            (json!({"seat": "A", "pass": true, "partial": true}), "one_of", "/partial"),
        ],
    );
}

#[test]
fn a_refused_turn_says_what_would_have_been_right() {
    let service = Service::start();
    let table = on_the_table(&service);
    let open = json!([{"at": "1-2/1", "value": 1}, {"at": "2-3/3", "value": 3}]);
    let both = |tile: &str| {
        check(
            &table.post(TURNS, &json!({"seat": "A", "play": {"tile": tile}})),
            422,
            "no_match",
            "/play/tile",
        )
    };

    let misread = both("5-6");
    assert_eq!((&misread["to_play"], &misread["outlets"]), (&json!("A"), &open));
    let suggestions = misread["suggestions"].as_array().unwrap();
    assert!(suggestions.contains(&json!("3-5")) && suggestions.contains(&json!("1-6")), "{misread}");
    assert!(suggestions.iter().all(|tile| !["1-2", "2-3"].contains(&tile.as_str().unwrap())), "{misread}");

    let several = check(
        &table.post(TURNS, &json!({"seat": "A", "play": {"tile": "1-3"}})),
        422,
        "ambiguous_outlet",
        "/play/at",
    );
    assert_eq!(several["outlets"], open);
    assert_eq!(several["detail"], "1-3 fits at 1-2/1 and 2-3/3: say where in \"at\".");

    let early = check(&table.post(TURNS, &play("B", "3-4", "right")), 422, "out_of_turn", "/seat");
    assert_eq!(early["to_play"], "A");
}

#[test]
fn in_a_batch_the_place_begins_with_the_turn() {
    let service = Service::start();
    let table = on_the_table(&service);
    let good = play("A", "1-4", "1-2/1");
    refuse_all(
        &table,
        TURNS,
        &[
            (json!({"turns": [good, play("B", "5-6", "1-4/4")]}), "no_match", "/turns/1/play/tile"),
            (json!({"turns": [good, play("A", "4-4", "1-4/4")]}), "out_of_turn", "/turns/1/seat"),
            (json!({"turns": [good, {"seat": "B", "pass": true}, good]}), "tile_used", "/turns/2/play/tile"),
            (
                json!({"turns": [good, {"seat": "B", "play": {"tile": "4-9x"}}]}),
                "invalid_body",
                "/turns/1/play/tile",
            ),
        ],
    );
    // What was offline is kept as far as it can be, and each turn is told its fate.
    let batch =
        json!({"turns": [good, play("B", "5-6", "1-4/4"), play("A", "3-3", "2-3/3")], "partial": true});
    let answer = table.post(TURNS, &batch);
    assert_eq!(answer.status, 201);
    let told = answer.json();
    assert_eq!((&told["turn"], &told["refused"]["index"]), (&json!(3), &json!(1)), "{told}");
    assert_eq!(told["refused"]["code"], "no_match");
    assert_eq!(told["table"]["turns"].as_array().unwrap().len(), 1, "{told}");
    assert_eq!(table.state()["rounds"][0]["turn_count"], 3);
}

#[test]
fn draws_and_obligations_that_cannot_be_are_refused() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let chicken = sit(&club, "chickenfoot", 2, &json!({"set": {"max_pip": 6}}));
    let started = json!({"detail": "plays", "turns": [play("A", "6-6", "lead"), play("B", "1-6", "6-6/W")]});
    assert_eq!(chicken.post("/rounds", &started).status, 201);
    refuse_all(
        &chicken,
        TURNS,
        &[
            (play("A", "1-1", "1-6/1"), "obligation", "/play/at"),
            (json!({"seat": "A", "play": {"tile": "1-1"}}), "obligation", "/play/tile"),
            (json!({"seat": "A", "drew": 2, "pass": true}), "drew_too_many", "/drew"),
            (json!({"seat": "A", "drew": 1, "play": {"tile": "2-6"}}), "drew_and_played", "/drew"),
            (json!({"seat": "A", "pass": true}), "must_draw", "/pass"),
            (json!({"seat": "A", "drew": 2, "drawn": ["0-1"], "pass": true}), "drawn_mismatch", "/drawn"),
            (json!({"seat": "A", "drawn": ["1-6"], "pass": true}), "tile_used", "/drawn"),
            (json!({"seat": "A", "drawn": ["7-8"], "pass": true}), "not_in_set", "/drawn"),
            (json!({"seat": "A", "drew": 200, "pass": true}), "boneyard_empty", "/drew"),
        ],
    );
    let owing = chicken.post(TURNS, &play("A", "1-1", "1-6/1")).json();
    let toes: Vec<&Value> = owing["outlets"].as_array().unwrap().iter().map(|place| &place["at"]).collect();
    assert_eq!(toes, ["6-6/E", "6-6/N", "6-6/S"]);
}

/// Whoever has drawn the double that opens plays it: nobody may draw on, and the reason names that tile.
#[test]
fn nobody_may_draw_once_the_opening_double_is_drawn() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let table = sit(&club, "chickenfoot", 2, &json!({"set": {"max_pip": 6}}));
    let deal = json!({"A": ["0-1", "0-2", "0-3", "0-4", "0-5"], "B": ["0-6", "1-2", "1-3", "1-4", "1-5"]});
    let started = json!({"detail": "plays", "leader": "A", "deal": deal});
    assert_eq!(table.post("/rounds", &started).status, 201);
    let may = || table.state()["table"]["may"].clone();
    assert_eq!(may(), json!(["draw"]), "nobody holds a double");
    let drawn = |seat: &str, tile: &str| json!({"seat": seat, "drew": 1, "drawn": [tile], "pass": true});
    assert_eq!(table.post(TURNS, &drawn("A", "2-3")).status, 201);
    assert_eq!(may(), json!(["draw"]));
    let kept = check(&table.post(TURNS, &drawn("B", "5-5")), 422, "must_lead", "/drew");
    assert_eq!(kept["detail"], "Player 2 holds 5-5 and has to lead.");
    let leads = json!({"seat": "B", "drew": 1, "drawn": ["5-5"], "play": {"tile": "5-5", "at": "lead"}});
    assert_eq!(table.post(TURNS, &leads).status, 201);
    // A may hold a higher double than the one that B is known to hold: then A leads it, but draws for none.
    let table = sit(&club, "chickenfoot", 2, &json!({"set": {"max_pip": 6}}));
    let deal = json!({"B": ["5-5", "1-2", "1-3", "1-4", "1-5"]});
    let started = json!({"detail": "plays", "leader": "A", "deal": deal});
    assert_eq!(table.post("/rounds", &started).status, 201);
    let before = table.state()["table"].clone();
    assert_eq!((&before["to_play"], &before["may"]), (&json!("A"), &json!(["play"])));
    let refused = check(&table.post(TURNS, &drawn("A", "2-3")), 422, "draw_on_lead", "/drew");
    assert_eq!(refused["detail"], "Nothing is drawn for the lead here.");
    check(&table.post(TURNS, &play("A", "4-4", "lead")), 422, "wrong_lead", "/play/tile");
    assert_eq!(table.post(TURNS, &play("A", "6-6", "lead")).status, 201);
}

#[test]
fn known_hands_are_held_against_a_turn() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let table = sit(&club, "block", 2, &json!({"lead": {"tile": "any"}}));
    let deal = json!({"A": ["1-2", "1-3", "1-4", "0-0", "5-5", "5-6", "4-6"],
        "B": ["2-3", "2-4", "0-1", "0-2", "0-3", "0-4", "0-5"]});
    let begin = json!({"detail": "plays", "leader": "A", "deal": deal});
    assert_eq!(table.post("/rounds", &begin).status, 201);
    refuse_all(
        &table,
        TURNS,
        &[
            (json!({"seat": "A", "pass": true}), "pass_on_lead", "/pass"),
            (play("B", "2-3", "lead"), "wrong_leader", "/seat"),
            (play("A", "2-3", "lead"), "held_by_other", "/play/tile"),
            (play("A", "6-6", "lead"), "not_in_hand", "/play/tile"),
            (play("A", "1-2", "1-2/1"), "not_open", "/play/at"),
        ],
    );
    assert_eq!(table.post(TURNS, &play("A", "1-2", "lead")).status, 201);
    refuse_all(&table, TURNS, &[(json!({"seat": "B", "pass": true}), "must_play", "/pass")]);
}

#[test]
fn a_lead_that_the_game_does_not_allow_is_refused() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let hathaway = sit(&club, "hathaway", 2, &json!({}));
    assert_eq!(hathaway.post("/rounds", &json!({"detail": "plays"})).status, 201);
    refuse_all(
        &hathaway,
        TURNS,
        &[
            (play("A", "5-6", "lead"), "must_lead_double", "/play/tile"),
            (json!({"seat": "A", "pass": true}), "pass_on_lead", "/pass"),
        ],
    );
    let rules = json!({"set": {"max_pip": 6}, "lead": {"schedule": "descending_draw"}});
    let descending = sit(&club, "chickenfoot", 2, &rules);
    assert_eq!(descending.post("/rounds", &json!({"detail": "plays"})).status, 201);
    refuse_all(&descending, TURNS, &[(play("A", "5-5", "lead"), "wrong_lead", "/play/tile")]);
}

#[test]
fn covers_that_build_up_does_not_allow_are_refused() {
    let service = Service::start();
    let table = sit(&club(&service, "Friday"), "buildup", 2, &json!({}));
    let line = |letter: &str| {
        let tiles = ["6-6", "0-1", "0-2", "0-3", "0-4", "0-5"].into_iter().zip(1..);
        tiles.map(|(tile, n)| json!({"at": format!("{letter}{n}"), "tile": tile})).collect::<Vec<Value>>()
    };
    let missing = table.post("/rounds", &json!({"detail": "plays", "leader": "A"}));
    check(&missing, 422, "wrong_shape", "/initial");
    let initial = [line("A"), line("B")].concat();
    let begin = json!({"detail": "plays", "leader": "A", "initial": initial});
    assert_eq!(table.post("/rounds", &begin).status, 201);
    refuse_all(
        &table,
        TURNS,
        &[
            (play("A", "5-6", "A1"), "no_cover", "/play/at"),
            (play("A", "0-1", "A3"), "tile_used", "/play/tile"),
            (play("A", "5-6", "left"), "not_open", "/play/at"),
            (json!({"seat": "A", "play": {"tile": "5-6"}}), "ambiguous_outlet", "/play/at"),
            (play("B", "5-6", "A2"), "wrong_leader", "/seat"),
            (json!({"seat": "A", "drew": 1, "pass": true}), "no_drawing", "/drew"),
        ],
    );
}
