//! What is recorded against the rules, and what shown hands prove.

use serde_json::{Value, json};

use super::points;
use crate::support::{Match, Service, refusal, round_of};

#[test]
fn a_differing_leader_is_recorded_with_a_reason_at_every_detail() {
    let service = Service::start();
    let reports = [
        points(json!({ "A": 10, "B": 0 })),
        json!({ "detail": "hands", "ending": "domino", "out": "A", "hands": { "B": { "pips": 10 } } }),
        json!({ "detail": "plays", "turns": [] }),
    ];
    for mut report in reports {
        let game = Match::start(&service);
        game.send(
            "POST",
            "/rounds",
            Some(&json!({ "detail": "points", "points": { "A": 10 }, "leader": "A" })),
        );
        report["leader"] = json!("A");
        let refused = game.send("POST", "/rounds", Some(&report));
        assert_eq!(refusal(&refused), (422, "wrong_leader".into()), "{report}");
        report["override"] = json!({ "reason": "" });
        assert_eq!(refusal(&game.send("POST", "/rounds", Some(&report))), (422, "reason_needed".into()));
        report["override"] = json!({ "reason": "the table let her" });
        let added = game.send("POST", "/rounds", Some(&report));
        assert_eq!(added.status, 201, "{added:?}");
        let kept = json!([{ "seat": "A", "codes": ["wrong_leader"], "reason": "the table let her" }]);
        assert_eq!(round_of(&added.json())["irregular"], kept, "{report}");
        let state = game.state();
        assert_eq!((&state["rounds"][1]["irregular"], &state["rounds"][1]["leader"]), (&kept, &json!("A")));
        let log = game.send("GET", "/log", None).json();
        assert_eq!(log["items"].as_array().unwrap().last().unwrap()["irregular"], kept);
        let sheet = game.send("GET", "/scoresheet.csv", None).text;
        assert!(sheet.contains("wrong_leader (the table let her)"), "{sheet}");
        if report["detail"] == "plays" {
            assert_eq!(state["table"]["to_play"], "A", "she leads");
            continue;
        }
        assert_eq!(state["next_lead"]["seat"], "B", "after the one who led");
        // When it turns out that it was her turn, nothing is irregular any more.
        let by_b = json!({ "detail": "points", "points": { "A": 10 }, "leader": "B" });
        assert_eq!(game.amend(1, &by_b).status, 200);
        assert!(game.state()["rounds"][1].get("irregular").is_none());
    }
}

#[test]
fn an_override_breaks_no_more_than_who_leads() {
    let service = Service::start();
    let game = Match::start(&service);
    let over = json!({ "reason": "the table let her" });
    let stranger = json!({ "detail": "points", "points": { "A": 10 }, "leader": "C", "override": over });
    assert_eq!(refusal(&game.send("POST", "/rounds", Some(&stranger))), (422, "no_such_seat".into()));
}

#[test]
fn irregular_turns_are_in_the_state_the_log_and_on_the_sheet_with_their_reasons() {
    let service = Service::start();
    let game = Match::start(&service);
    let turns = json!([
        { "seat": "A", "play": { "tile": "6-6", "at": "lead" } },
        { "seat": "B", "play": { "tile": "3-4", "at": "6-6/W", "outward": 4 }, "override": { "reason": "nobody noticed" } },
        { "seat": "B", "play": { "tile": "4-5", "at": "3-4/4" }, "override": { "reason": "he went on" } },
    ]);
    let started = json!({ "detail": "plays", "leader": "A", "turns": turns });
    assert_eq!(game.send("POST", "/rounds", Some(&started)).status, 201);
    let kept = json!([
        { "turn": 2, "seat": "B", "codes": ["no_match"], "reason": "nobody noticed" },
        { "turn": 3, "seat": "B", "codes": ["out_of_turn"], "reason": "he went on" },
    ]);
    assert_eq!(game.state()["rounds"][0]["irregular"], kept);
    let log = game.send("GET", "/log", None).json();
    assert_eq!(log["items"][1]["irregular"], kept);
    let more = json!({ "seat": "B", "play": { "tile": "5-5" }, "override": { "reason": "and on" } });
    assert_eq!(game.send("POST", "/rounds/1/turns", Some(&more)).status, 201);
    let log = game.send("GET", "/log", None).json();
    assert_eq!(
        log["items"][2]["irregular"],
        json!([{ "turn": 4, "seat": "B", "codes": ["out_of_turn"], "reason": "and on" }])
    );
    let sheet = game.send("GET", "/scoresheet.csv", None).text;
    assert!(sheet.contains("turn 2: no_match (nobody noticed); turn 3: out_of_turn (he went on)"), "{sheet}");
}

/// A hand of Build Up in which both pass at once, and A shows these tiles.
fn passed(service: &Service, rules: Value, hands: Value) -> Value {
    let seats = json!([{ "name": "Ann" }, { "name": "Bob" }]);
    let game = Match::with(service, json!({ "variant": "buildup", "rules": rules, "seats": seats }));
    let line = |letter: &str| -> Vec<Value> {
        (1..=6).map(|n| json!({ "at": format!("{letter}{n}"), "tile": format!("{}-6", n - 1) })).collect()
    };
    let turns = json!([{ "seat": "A", "pass": true }, { "seat": "B", "pass": true }]);
    let initial = [line("A"), line("B")].concat();
    let round =
        json!({ "detail": "plays", "leader": "A", "initial": initial, "turns": turns, "hands": hands });
    let added = game.send("POST", "/rounds", Some(&round));
    assert_eq!(added.status, 201, "{added:?}");
    game.send("GET", "/rounds/1", None).json()["findings"].clone()
}

#[test]
fn tiles_that_were_set_aside_prove_a_pass_in_build_up_wrong() {
    let service = Service::start();
    let low = json!({ "A": { "tiles": ["0-1", "0-2", "0-3", "0-4", "1-2", "1-3"] } });
    assert_eq!(passed(&service, json!({}), low), json!([]), "none of them covers anything");
    let able = json!({ "A": { "tiles": ["0-1", "0-2", "0-3", "0-4", "1-2", "1-1"] } });
    let found = passed(&service, json!({}), able.clone());
    assert_eq!(
        found,
        json!([{ "kind": "pass_while_able", "seat": "A", "turn": 1, "tiles": ["1-1"],
                 "text": "Ann passed in turn 1 but held 1-1" }])
    );
    assert_eq!(passed(&service, json!({ "must_play": false }), able), json!([]), "a pass is never wrong");
}
