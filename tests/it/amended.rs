//! Rules that were wrong from the start are put right.

use serde_json::{Value, json};

use crate::support::{Answer, Club, Match, Service, Table, refusal, report};

fn body(rules: Value) -> Value {
    json!({ "rules": rules, "reason": "the club plays so" })
}

fn amend(table: &Table, rules: Value) -> Answer {
    table.change("PATCH", "/rules", table.version(), Some(&body(rules)))
}

fn chickenfoot(service: &Service, players: usize, rules: Value) -> Table {
    let names = ["Ann", "Bob", "Cem", "Dora"];
    let seats: Vec<Value> = names[..players].iter().map(|name| json!({ "name": name })).collect();
    let club = Club::found(&service.client, "Friday");
    club.start(&json!({ "variant": "chickenfoot", "rules": rules, "seats": seats }))
}

#[test]
fn a_wrong_target_is_put_right_and_the_match_goes_on_or_ends() {
    let service = Service::start();
    let game = Match::start(&service);
    for (a, b) in [(60, 0), (0, 20), (40, 0)] {
        game.points(a, b);
    }
    assert_eq!(game.state()["score"]["finished_after"], 3);
    let send = |rest: &str, target: u32| {
        game.send("PATCH", &format!("/rules{rest}"), Some(&body(json!({ "match": { "target": target } }))))
    };

    let tried = send("?dry_run=true", 150).json();
    assert_eq!(tried["impact"]["winner_changes"], true, "{tried}");
    assert_eq!(game.state()["rules"]["match"]["target"], 100, "it was only tried");
    let amended = send("", 150);
    assert_eq!(amended.status, 200, "{amended:?}");
    assert_eq!(amended.header("etag"), "\"5\"");
    assert_eq!(amended.json()["score"]["status"], "running");
    let state = game.state();
    assert_eq!(
        (&state["rules"]["match"]["target"], &state["score"]["needs"]["A"]),
        (&json!(150), &json!(50))
    );
    assert_eq!(refusal(&send("", 150)), (409, "rules_unchanged".into()));
    game.points(50, 0);
    assert_eq!(game.state()["score"]["finished_after"], 4);

    // With a lower target the match was over before its last rounds, which stay and do not count.
    assert_eq!(send("", 60).json()["score"]["finished_after"], 1);
    let state = game.state();
    let after_end: Vec<&Value> =
        state["rounds"].as_array().unwrap().iter().map(|round| &round["after_end"]).collect();
    assert_eq!(after_end, [&json!(false), &json!(true), &json!(true), &json!(true)]);
    assert_eq!(state["score"]["winners"], json!(["A"]));

    let log = game.send("GET", "/log", None).json();
    let entry = &log["items"][4];
    assert_eq!((&entry["event"], &entry["version"]), (&json!("rules_amended"), &json!(5)));
    assert_eq!(entry["text"], "The rules were corrected: the club plays so.");
    let target = |member: &str| entry[member]["rules"]["match"]["target"].clone();
    assert_eq!((target("before"), target("recorded")), (json!(100), json!(150)));
    let earlier = game.send("GET", "?version=4", None).json();
    assert_eq!(
        (&earlier["rules"]["match"]["target"], &earlier["score"]["finished_after"]),
        (&json!(100), &json!(3))
    );
}

/// As entered right the first time: everything but the log.
#[test]
fn an_amended_game_is_the_same_as_one_with_these_rules_from_the_start() {
    let service = Service::start();
    let rules = json!({ "set": { "max_pip": 9 }, "pips": { "double_blank": 50 } });
    let (wrong, right) = (chickenfoot(&service, 3, json!({})), chickenfoot(&service, 3, rules.clone()));
    let rounds = [
        json!({ "detail": "points", "points": { "A": 3, "B": 5, "C": 0 } }),
        json!({ "detail": "hands", "ending": "domino", "out": "B",
            "hands": { "A": { "tiles": ["0-0"] }, "C": { "tiles": ["2-3", "3-6"] } } }),
    ];
    for round in &rounds {
        for table in [&wrong, &right] {
            assert_eq!(table.post("/rounds", round).status, 201);
        }
    }
    assert_eq!(wrong.state()["score"]["totals"], json!({ "A": 3, "B": 5, "C": 14 }));
    let amended = amend(&wrong, rules);
    assert_eq!(amended.status, 200, "{amended:?}");
    assert_eq!(amended.json()["impact"]["totals_after"], json!({ "A": 53, "B": 5, "C": 14 }));
    let [wrong, right] = [wrong, right].map(|table| table.state());
    for member in ["rules", "rounds", "score", "next_lead"] {
        assert_eq!(wrong[member], right[member], "{member}");
    }
    assert_eq!(wrong["rules"]["players"]["max"], 6, "what belongs to the set comes with it");
}

#[test]
fn a_game_of_partners_stays_one() {
    let service = Service::start();
    let club = Club::found(&service.client, "Friday");
    let seats: Vec<Value> =
        ["Ann", "Bob", "Cem", "Dora"].iter().map(|name| json!({ "name": name })).collect();
    let table = club.start(&json!({ "variant": "hathaway", "partners": true, "seats": seats }));
    let refused = amend(&table, json!({ "players": { "partners": false } }));
    assert_eq!(refusal(&refused), (409, "seated_as_partners".into()));
    assert_eq!(
        refused.json()["detail"],
        "Four play as partners in this game, so its rules must allow partners: to play without them, record another game."
    );
}

/// A penalty that was reported by its code keeps its amount, and the answer says so.
#[test]
fn a_catalogue_is_amended_and_a_code_taken_out_again() {
    let service = Service::start();
    let game = Match::start(&service);
    let send = |fix: Value| game.send("PATCH", "/rules", Some(&body(json!({ "penalties": { "fix": fix } }))));
    let agreed =
        |points: u16| json!({ "title": "Fix", "amount": { "points": points }, "awarded": "own_side" });
    assert_eq!(send(agreed(10)).json()["impact"].get("unsettled"), None);
    assert_eq!(game.send("POST", "/penalties", Some(&json!({ "seat": "A", "code": "fix" }))).status, 201);
    let kept = |fix: Value, why: Value, text: &str| {
        let answer = send(fix).json();
        let expected = json!([{ "penalty": 1, "why": why, "text": text }]);
        match why.is_null() {
            true => assert_eq!(answer["impact"]["unsettled"][0]["text"], text, "{answer}"),
            false => assert_eq!(answer["impact"]["unsettled"], expected, "{answer}"),
        }
        let penalty = &game.state()["penalties"][0];
        assert_eq!((&penalty["change"], &penalty["unsettled"]), (&json!(-10), &why), "{penalty}");
    };
    let still = "Penalty 1 still counts although the rules now say something else of its code: cancel it, or leave it as it is.";
    let again = "Penalty 1 is what the rules say of its code again.";
    kept(agreed(25), json!("agreed_otherwise"), still);
    kept(agreed(10), Value::Null, again);
    kept(Value::Null, json!("agreed_otherwise"), still);
    assert_eq!(game.state()["rules"].get("penalties"), None);
    assert_eq!(refusal(&send(Value::Null)), (409, "rules_unchanged".into()));
}

#[test]
fn what_was_reported_must_be_possible_by_the_new_rules() {
    let service = Service::start();
    let game = Match::start(&service);
    game.points(9, 0);
    game.points(0, 60);
    let small = json!({ "hand_size": { "2": 3 } });
    let send = |rules: &Value| game.send("PATCH", "/rules", Some(&body(rules.clone())));
    let refused = send(&small);
    assert_eq!(refusal(&refused), (409, "rules_misfit".into()));
    assert_eq!(
        refused.json()["detail"],
        "Round 2 does not fit these rules: Bob cannot have 60 points: from 0 to 33 are possible here."
    );
    assert_eq!(refused.json()["errors"][0]["pointer"], "/rules");
    assert_eq!(game.state()["version"], 3);
    // What does not count does not have to fit.
    assert_eq!(game.send("DELETE", "/rounds/2?reason=misdeal", None).status, 200);
    assert_eq!(send(&small).status, 200);

    let fine = json!({ "seat": "B", "amount": { "percent_of_target": 20 }, "reason": "late" });
    assert_eq!(game.send("POST", "/penalties", Some(&fine)).status, 201);
    assert_eq!(game.state()["penalties"][0]["change"], -20);
    assert_eq!(
        send(&json!({ "match": { "target": 200 } })).json()["score"]["totals"],
        json!({ "A": 9, "B": -40 })
    );
    let by_rounds = send(&json!({ "match": { "type": "rounds", "rounds": 4 } }));
    assert_eq!(refusal(&by_rounds), (409, "rules_misfit".into()));
    assert!(
        by_rounds.json()["detail"].as_str().unwrap().starts_with("Penalty 1 does not fit"),
        "{by_rounds:?}"
    );

    let without = json!({ "rules": small });
    assert_eq!(refusal(&game.send("PATCH", "/rules", Some(&without))), (422, "invalid_body".into()));
    let reasonless = json!({ "rules": { "match": { "target": 90 } }, "reason": " " });
    let refused = game.send("PATCH", "/rules", Some(&reasonless));
    assert_eq!((refused.status, &refused.json()["errors"][0]["pointer"]), (422, &json!("/reason")));
    let wrong = send(&json!({ "match": { "target": 0 }, "arms": { "later_double": 5 } }));
    assert_eq!(refusal(&wrong), (422, "invalid_rules".into()));
    let places: Vec<Value> =
        wrong.json()["errors"].as_array().unwrap().iter().map(|error| error["pointer"].clone()).collect();
    assert_eq!(places, ["/rules/match/target", "/rules/arms/later_double"]);
    let unguarded =
        game.manager.patch(&format!("{}/rules", game.path), &body(json!({ "match": { "target": 90 } })));
    assert_eq!(unguarded.status, 428);
}

/// Plays are judged turn by turn, and a round that is running goes on by the new rules.
#[test]
fn a_running_round_is_judged_by_the_new_rules() {
    let service = Service::start();
    let table = chickenfoot(&service, 2, json!({}));
    let started = json!({ "detail": "plays", "leader": "A", "turns": [
        { "seat": "A", "play": { "tile": "6-6", "at": "lead" } },
        { "seat": "B", "play": { "tile": "1-6", "at": "6-6/N" } },
    ] });
    assert_eq!(table.post("/rounds", &started).status, 201);
    let two_ends = json!({ "arms": { "opening_double": 2 }, "obligation": { "opening": 2 } });
    let refused = amend(&table, two_ends.clone());
    assert_eq!(refusal(&refused), (409, "rules_misfit".into()));
    let detail = refused.json()["detail"].as_str().unwrap().to_owned();
    let why = "Round 1 does not fit these rules: there is no open place \"6-6/N\"";
    assert!(detail.starts_with(why), "{detail}");
    assert_eq!(table.change("DELETE", "/rounds/1/turns/last", table.version(), None).status, 200);
    let line = amend(&table, two_ends);
    assert_eq!(line.status, 200, "{line:?}");
    let open = table.state()["table"]["open"].clone();
    assert_eq!(open, json!([{ "at": "6-6/W", "value": 6 }, { "at": "6-6/E", "value": 6 }]));
}

#[test]
fn those_who_sit_there_can_play_by_the_new_rules_and_others_can_join() {
    let service = Service::start();
    let table = chickenfoot(&service, 4, json!({}));
    let eve = || table.post("/seats", &json!({ "name": "Eve" }));
    let refused = eve();
    assert_eq!(refusal(&refused), (422, "wrong_number_of_players".into()));
    let need = "5 players cannot play this game: it is for 2 to 4; 5 players need the double-nine set.";
    assert_eq!(refused.json()["detail"], need);
    let club = table.state()["club"].as_str().unwrap().to_owned();
    let seats: Vec<Value> = (0..5).map(|number| json!({ "name": format!("P{number}") })).collect();
    let new = json!({ "variant": "chickenfoot", "seats": seats });
    assert_eq!(table.client.post(&format!("/v1/clubs/{club}/games"), &new).json()["detail"], need);

    let too_few = amend(&table, json!({ "players": { "max": 3 } }));
    assert_eq!(refusal(&too_few), (422, "wrong_number_of_players".into()));
    assert_eq!(amend(&table, json!({ "set": { "max_pip": 9 } })).status, 200);
    assert_eq!(eve().status, 201);
    let back = amend(&table, json!({ "set": { "max_pip": 6 } }));
    assert_eq!(
        (refusal(&back).1.as_str(), &back.json()["detail"]),
        ("wrong_number_of_players", &json!(need))
    );
}

#[test]
fn the_same_amendment_is_done_once() {
    let service = Service::start();
    let game = Match::start(&service);
    let path = format!("{}/rules", game.path);
    let send = || {
        let headers = [("If-Match", "\"1\""), ("Idempotency-Key", "one")];
        game.manager.send("PATCH", &path, &headers, Some(&body(json!({ "match": { "target": 150 } }))))
    };
    let (first, again) = (send(), send());
    assert_eq!((first.status, again.status), (200, 200), "{again:?}");
    assert_eq!(again.header("idempotent-replayed"), "true");
    assert_eq!(first.json(), again.json());
    assert_eq!(game.state()["version"], 2);
    assert_eq!(game.send("POST", "/rounds", Some(&report(5, 0))).status, 201);
}
