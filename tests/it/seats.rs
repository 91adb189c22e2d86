//! Who wins when players come and go, and seats that are told late or again.

use serde_json::json;

use crate::people::Table;
use crate::standings::club;
use crate::support::{Service, refusal};

#[test]
fn the_last_who_is_left_wins_and_who_gave_up_is_behind() {
    let service = Service::start();
    let club = club(&service);
    let path = club.start(json!({ "variant": "block" }), &["Ann", "Bob", "Cy"]);
    let three = Table { manager: &club.manager, path };
    three.done("/rounds", &json!({ "detail": "points", "points": { "A": 5 } }));
    three.done("/seats/A/leave", &json!({}));
    let left = three.done("/seats/B/leave", &json!({}));
    assert_eq!(left["score"]["winners"], json!(["C"]), "{left}");
    assert_eq!(left["score"]["ranks"], json!({ "A": 2, "B": 3, "C": 1 }));
    // Who declares to give up is behind too, whatever the totals, even in the middle of a hand.
    let path = club.start(json!({ "variant": "block" }), &["Ann", "Bob"]);
    let two = Table { manager: &club.manager, path };
    two.done("/rounds", &json!({ "detail": "points", "points": { "A": 60 }, "leader": "A" }));
    two.done("/rounds", &json!({ "detail": "plays", "turns": [{ "seat": "B", "play": { "tile": "6-6" } }] }));
    let late = json!({ "kind": "time_limit", "reason": "last hand" });
    assert_eq!(refusal(&two.post("/end", &late)), (409, "round_running".into()), "the last hand is played");
    let ended = two.done("/end", &json!({ "kind": "forfeit", "by": "A", "reason": "fled" }));
    assert_eq!(
        (&ended["score"]["winners"], &ended["score"]["ranks"]),
        (&json!(["B"]), &json!({ "A": 2, "B": 1 }))
    );
    assert!(two.state().get("table").is_none(), "nobody is on turn");
    two.done("/reopen", &json!({}));
    assert_eq!(two.state()["table"]["turn"], "A");
}

#[test]
fn who_is_still_to_come_wins_nothing() {
    let service = Service::start();
    let club = club(&service);
    let rules = json!({ "match": { "type": "target", "target": 100 } });
    let path = club.start(json!({ "variant": "chickenfoot", "rules": rules }), &["Ann", "Bob"]);
    let table = Table { manager: &club.manager, path };
    table.round(json!({ "A": 10, "B": 0 }));
    table.round(json!({ "A": 0, "B": 10 }));
    table.done("/seats", &json!({ "name": "Dora", "start": 20 }));
    // Round 1 decides the match now, before Dora joined.
    let right = json!({ "detail": "points", "points": { "A": 150, "B": 0 } });
    let amended = table.send("PUT", "/rounds/1", Some(&right)).json();
    assert_eq!(amended["score"]["winners"], json!(["B"]), "{amended}");
    assert_eq!(amended["score"]["totals"], json!({ "A": 150, "B": 0 }));
    assert_eq!(club.short("?rank_by=won"), ["1 Bob 1-0-0", "2 Ann 0-0-1"]);
}

#[test]
fn seats_are_told_for_all_rounds_since_and_may_be_told_again_after_an_undo() {
    let service = Service::start();
    let club = club(&service);
    let path = club.start(json!({ "variant": "block" }), &["Ann", "Bob", "Cy", "Dora"]);
    let table = Table { manager: &club.manager, path };
    let round = |side: &str| {
        table.done("/rounds", &json!({ "detail": "points", "points": { side: 1 } }));
    };
    round("A");
    table.done("/seats/D/leave", &json!({}));
    round("A");
    table.done("/seats/D/return", &json!({}));
    round("D");
    table.done("/seats/D/leave", &json!({}));
    let eve = json!({ "name": "Eve", "from_round": 2 });
    assert_eq!(
        refusal(&table.post("/seats", &eve)),
        (422, "wrong_number_of_players".into()),
        "round 3 had four"
    );
    // A round is taken back, so that the last leave is still to come: it may come sooner, or not.
    assert_eq!(table.send("DELETE", "/rounds/last", None).status, 200);
    table.done("/seats/D/leave", &json!({}));
    let absences = json!([{ "from_round": 2, "until": 3 }, { "from_round": 3 }]);
    assert_eq!(table.seat("D")["absences"], absences);
    table.done("/seats/D/return", &json!({}));
    assert_eq!(table.seat("D")["absences"], json!([{ "from_round": 2, "until": 3 }]));
    // Who was replaced may have the seat back.
    round("D");
    table.done("/seats/D/replace", &json!({ "name": "Eve", "result_for": "newcomer" }));
    round("D");
    table.done("/seats/D/replace", &json!({ "name": "Dora", "result_for": "newcomer" }));
    let names: Vec<String> =
        table.seat("D")["players"].as_array().unwrap().iter().map(|it| it["name"].to_string()).collect();
    assert_eq!(names, ["\"Dora\"", "\"Eve\"", "\"Dora\""]);
    let again = json!({ "name": "Dora", "result_for": "newcomer" });
    round("D");
    assert_eq!(refusal(&table.post("/seats/D/replace", &again)), (409, "player_sits".into()));
}

#[test]
fn a_round_that_is_open_again_is_finished_before_another_counts_again() {
    let service = Service::start();
    let club = club(&service);
    let path = club.start(json!({ "variant": "block" }), &["Ann", "Bob"]);
    let table = Table { manager: &club.manager, path };
    let dealt = json!({ "A": ["6-6", "0-1", "0-2", "0-3", "0-4", "0-5", "1-2"],
        "B": ["1-1", "1-3", "1-4", "1-5", "2-2", "2-3", "2-4"] });
    let plays = json!({ "detail": "plays", "leader": "A", "deal": dealt, "turns": [{ "seat": "A", "play": { "tile": "6-6" } }] });
    table.done("/rounds", &plays);
    table.done("/rounds", &json!({ "detail": "points", "points": { "A": 3 } }));
    assert_eq!(table.send("DELETE", "/rounds/2?reason=misdeal", None).status, 200);
    assert_eq!(table.state()["next_lead"]["round"], 3);
    assert!(
        table.state()["next_lead"]["text"].as_str().unwrap().contains("3"),
        "{}",
        table.state()["next_lead"]
    );
    assert_eq!(table.send("DELETE", "/rounds/1/turns/last", None).status, 200);
    assert_eq!(refusal(&table.post("/rounds/2/restore", &json!({}))), (409, "round_running".into()));
    table.done("/rounds/1/turns", &json!({ "seat": "A", "play": { "tile": "6-6" } }));
    table.done("/rounds/2/restore", &json!({}));
}
