//! What the clients of code generators send, which a person would not write.

use serde_json::json;

use crate::support::{Service, club};

#[test]
fn lists_and_objects_that_were_not_set_come_empty_and_are_absent() {
    let service = Service::start();
    let club = club(&service, "Home");
    let game = club
        .start(&json!({ "variant": "block", "seats": [{ "name": "Ann" }, { "name": "Bob" }], "rounds": [] }));
    let start = json!({ "detail": "plays", "leader": "A", "initial": [], "deal": {}, "left": {}, "hands": {}, "turns": [] });
    let started = game.post("/rounds", &start);
    assert_eq!((started.status, &started.json()["game"]["table"]["turns"]), (201, &json!([])), "{started:?}");

    let play = json!({ "seat": "A", "drew": null, "drawn": [], "play": { "tile": "6-6" }, "turns": [], "override": null });
    assert_eq!(game.post("/rounds/1/turns", &play).status, 201);
    let version = game.version().to_string();
    let undone =
        game.client.send("DELETE", &format!("{}/rounds/last", game.path), &[("If-Match", &version)], None);
    assert_eq!(undone.status, 200, "a version is as good as its tag: {undone:?}");

    let hands = json!({ "detail": "hands", "ending": "domino", "out": "A", "set_aside": {},
        "hands": { "A": { "tiles": [], "pips": null }, "B": { "tiles": [], "pips": 5 } } });
    let recorded = game.post("/rounds", &hands);
    assert_eq!(recorded.status, 201, "{recorded:?}");
    let shown = &recorded.json()["rounds"][0]["hands"];
    assert_eq!(*shown, json!({ "A": { "tiles": [] }, "B": { "pips": 5 } }), "a hand that is out is empty");
    let end = json!({ "kind": "time_limit", "reason": "late", "scores": {} });
    assert_eq!(game.post("/end", &end).json()["score"]["totals"], json!({ "A": 5, "B": 0 }));

    let question = json!({ "variant": "block", "ending": "domino", "out": "A", "seats": [], "sides": [], "led": [],
        "tops": [], "initial": [], "set_aside": {}, "hands": { "B": { "tiles": [], "pips": 5 } } });
    let answer = club.manager.post("/v1/assistant/score", &question);
    assert_eq!((answer.status, &answer.json()["points"]["A"]), (200, &json!(5)), "{answer:?}");
}
