//! Who wins when players come and go, and seats that are told late or again.

use serde_json::json;

use crate::people::Table;
use crate::standings::club;
use crate::support::{Match, Service, missing_in, refusal, round_of};

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
    assert_eq!(two.state()["table"]["to_play"], "A");
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
fn who_is_told_late_is_missing_in_what_was_reported_until_it_is_filled_in() {
    let service = Service::start();
    let club = club(&service);
    let table = |name: &str| {
        let path = club.start(json!({ "variant": "chickenfoot" }), &[&format!("Ann {name}"), "Bob"]);
        let table = Table { manager: &club.manager, path };
        for _ in 0..3 {
            table.round(json!({ "A": 0, "B": 5 }));
        }
        table
    };
    let cy = json!({ "name": "Cy", "from_round": 2 });
    let joins = table("joins");
    let before = joins.state();
    let dry = joins.post("/seats?dry_run=true", &cy).json();
    let joined = joins.done("/seats", &cy);
    assert!(dry.get("player").is_none(), "a guest who would be new has no id: {dry}");
    assert_eq!(joined["player"], joins.seat("C")["player"]);
    let missing = json!([{ "round": 2, "seats": ["C"] }, { "round": 3, "seats": ["C"] }]);
    for answer in [&dry, &joined] {
        assert_eq!(missing_in(answer), missing, "{answer}");
        assert_eq!(answer["score"]["totals"], json!({ "A": 0, "B": 15, "C": 0 }));
        assert_eq!(answer["score"]["ranks"], json!({ "A": 1, "B": 2, "C": 3 }), "missing helps nobody");
    }
    let second = joins.state()["rounds"][1].clone();
    assert_eq!((&second["points"], &second["missing"]), (&json!({ "A": 0, "B": 5 }), &json!(["C"])));
    assert!(second.get("conflicts").is_none(), "{second}");
    let sheet = joins.manager.get(&format!("{}/scoresheet.csv", joins.path)).text;
    assert!(sheet.contains("\r\n2,points,,,,,Ann joins,0,0,5,10,,0,missing: Cy\r\n"), "{sheet}");
    // It was a mistake: nothing is left of it.
    assert_eq!(joins.send("DELETE", "/seats/C", None).status, 200);
    let after = joins.state();
    for member in ["seats", "rounds", "score", "next_lead"] {
        assert_eq!(after[member], before[member], "{member}");
    }
    // It was none: one round after the other is filled in, and the next one needs everybody.
    joins.done("/seats", &cy);
    let full = json!({ "detail": "points", "points": { "A": 0, "B": 5, "C": 2 } });
    assert_eq!(joins.send("PUT", "/rounds/2", Some(&full)).status, 200);
    let state = joins.state();
    assert_eq!(state["score"]["totals"], json!({ "A": 0, "B": 15, "C": 2 }));
    assert_eq!(refusal(&joins.send("DELETE", "/seats/C", None)), (409, "seat_played".into()));
    let two = json!({ "detail": "points", "points": { "A": 0, "B": 5 } });
    assert_eq!(refusal(&joins.post("/rounds", &two)), (422, "points_missing".into()));
    assert_eq!(joins.send("PUT", "/rounds/3", Some(&two)).status, 200, "it may stay missing");
    assert_eq!(joins.state()["rounds"][2]["missing"], json!(["C"]));
}

#[test]
fn who_is_back_for_rounds_that_were_reported_is_missing_in_them() {
    let service = Service::start();
    let club = club(&service);
    let path = club.start(json!({ "variant": "block" }), &["Ann", "Bob", "Cy"]);
    let table = Table { manager: &club.manager, path };
    table.done("/seats/C/leave", &json!({ "reason": "the last bus" }));
    let hands =
        json!({ "detail": "hands", "ending": "domino", "out": "B", "hands": { "A": { "pips": 15 } } });
    for _ in 0..3 {
        table.done("/rounds", &hands);
    }
    let before = table.state();
    let back = table.done("/seats/C/return", &json!({ "from_round": 2 }));
    assert_eq!(back["score"]["totals"], json!({ "A": 0, "B": 45, "C": 0 }));
    assert_eq!(missing_in(&back), json!([{ "round": 2, "seats": ["C"] }, { "round": 3, "seats": ["C"] }]));
    // The same for somebody who takes the empty seat.
    assert_eq!(table.send("DELETE", "/seats/C", None).status, 200);
    let after = table.state();
    assert_eq!((&after["seats"], &after["rounds"]), (&before["seats"], &before["rounds"]));
    let log = table.manager.get(&format!("{}/log", table.path)).json();
    let last = log["items"].as_array().unwrap().last().unwrap();
    assert_eq!(last["text"], "Cy did not return for round 2 after all.");
    let dora = json!({ "name": "Dora", "result_for": "newcomer", "from_round": 3 });
    let replaced = table.done("/seats/C/replace", &dora);
    assert_eq!(missing_in(&replaced), json!([{ "round": 3, "seats": ["C"] }]));
    assert_eq!(replaced["score"]["totals"]["B"], 45);
    assert_eq!(refusal(&table.send("DELETE", "/seats/A", None)), (409, "seat_played".into()));
}

#[test]
fn a_running_round_goes_on_without_who_leaves_it() {
    let service = Service::start();
    let club = club(&service);
    let path = club.start(
        json!({ "variant": "block", "rules": { "draw": { "count": "none" } } }),
        &["Ann", "Bob", "Cy"],
    );
    let table = Table { manager: &club.manager, path };
    table.done("/rounds", &json!({ "detail": "points", "points": { "A": 9 }, "leader": "A" }));
    table.done("/seats/B/leave", &json!({}));
    let plays = json!({ "detail": "plays", "leader": "C" });
    let begun = table.done("/rounds", &plays);
    assert_eq!(begun["table"]["tiles_left"], json!({ "A": 7, "C": 7 }), "{begun}");
    assert_eq!(table.send("DELETE", "/rounds/last", None).status, 200);
    table.done("/seats/B/return", &json!({}));
    let play = |seat: &str, tile: &str| json!({ "seat": seat, "play": { "tile": tile } });
    table.done("/rounds", &json!({ "detail": "plays", "turns": [play("B", "6-6"), play("C", "5-6")] }));
    table.done("/rounds/2/turns", &json!({ "seat": "A", "pass": true }));
    // It is B's turn, and B goes home: at once it is C's.
    let left = table.done("/seats/B/leave", &json!({ "reason": "the last bus" }));
    assert_eq!(left["score"]["status"], "running");
    let state = table.state();
    assert_eq!(state["table"]["to_play"], "C", "{}", state["table"]);
    assert_eq!(state["table"]["tiles_left"], json!({ "A": 7, "C": 6 }));
    assert_eq!(state["rounds"][1]["left"], json!({ "B": 3 }));
    assert_eq!(table.seat("B")["present"], false);
    let late = table.post("/rounds/2/turns", &play("B", "0-6"));
    assert_eq!(refusal(&late), (422, "seat_empty".into()));
    assert_eq!(late.json()["detail"], "Bob is not at the table in this round: the players are Ann and Cy.");
    let log = table.manager.get(&format!("{}/log", table.path)).json();
    let told = log["items"].as_array().unwrap().last().unwrap()["text"].clone();
    assert_eq!(told, "Bob left the table in the middle of a round, after 3 turns: the last bus.");
    // C passes too: nobody is left who could play, and the hand that B left counts.
    let passed = table.done("/rounds/2/turns", &json!({ "seat": "C", "pass": true }));
    assert!(passed["table"]["plays_ended"].as_str().is_some(), "{}", passed["table"]);
    let hands = json!({ "A": { "pips": 30 }, "B": { "pips": 20 }, "C": { "pips": 12 } });
    let ended = table.send("POST", "/rounds/2/finish", Some(&json!({ "hands": hands }))).json();
    assert_eq!(round_of(&ended)["points"], json!({ "A": 0, "B": 0, "C": 38 }), "{ended}");
    assert_eq!(table.state()["next_lead"]["seat"], "C");
}

#[test]
fn when_both_sides_leave_nobody_wins_whoever_is_told_first() {
    let service = Service::start();
    let club = club(&service);
    let leave = |seat: &str| (format!("/seats/{seat}/leave"), json!({}));
    let give_up =
        |side: &str| ("/end".to_owned(), json!({ "kind": "forfeit", "by": side, "reason": "fled" }));
    let alone = [leave("A"), leave("B"), give_up("A"), give_up("B")];
    let orders: [&[usize]; 6] = [&[0, 1], &[1, 0], &[0, 3], &[3, 0], &[2, 3], &[3, 2]];
    for (number, order) in orders.into_iter().enumerate() {
        let path = club.start(json!({ "variant": "block" }), &[&format!("Ann {number}"), "Bob"]);
        let table = Table { manager: &club.manager, path };
        table.done("/rounds", &json!({ "detail": "points", "points": { "A": 5 } }));
        for step in order {
            let (place, body) = &alone[*step];
            table.done(place, body);
            assert_eq!(refusal(&table.post(place, body)).0 / 100, 4, "not twice");
        }
        let score = table.state()["score"].clone();
        assert_eq!((&score["status"], &score["winners"]), (&json!("finished"), &json!([])), "{score}");
        assert_eq!(score["text"], format!("nobody won: everybody left or gave up (Ann {number} 5, Bob 0)"));
    }
    assert_eq!(club.standings("")["rows"], json!([]), "a match that nobody won has no result");
    // The last one of each pair.
    for order in [["C", "B"], ["B", "C"]] {
        let game = json!({ "variant": "hathaway", "partners": true });
        let path = club.start(game, &["Ann", "Bob", "Cy", "Dora"]);
        let table = Table { manager: &club.manager, path };
        for seat in order {
            table.done(&format!("/seats/{seat}/leave"), &json!({}));
        }
        assert_eq!(table.state()["score"]["winners"], json!([]));
        table.done("/seats/B/return", &json!({}));
        assert_eq!(table.state()["score"]["winners"], json!(["B+D"]), "who is back is there");
    }
}

#[test]
fn a_round_that_is_open_again_is_finished_before_another_counts_again() {
    let service = Service::start();
    let club = club(&service);
    let path =
        club.start(json!({ "variant": "block", "rules": { "draw": { "count": "none" } } }), &["Ann", "Bob"]);
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

#[test]
fn who_holds_the_double_may_leave_before_leading_and_the_next_highest_leads() {
    let service = Service::start();
    let club = club(&service);
    let path = club.start(json!({ "variant": "hathaway" }), &["Ann", "Bob", "Cy"]);
    let table = Table { manager: &club.manager, path };
    let deal = json!({ "A": ["5-5", "0-1", "0-2", "0-3", "0-4"], "B": ["6-6", "1-2", "1-3", "1-4", "1-5"],
        "C": ["2-3", "2-4", "2-5", "2-6", "3-4"] });
    table.done("/rounds", &json!({ "detail": "plays", "deal": deal, "leader": "B" }));
    table.done("/seats/B/leave", &json!({}));
    assert_eq!(table.state()["table"]["to_play"], "A", "{}", table.state()["table"]);
    table.done("/rounds/1/turns", &json!({ "seat": "A", "play": { "tile": "5-5" } }));
    assert_eq!(table.state()["table"]["to_play"], "C");
}

#[test]
fn who_leaves_after_a_forfeit_may_be_told_in_any_order() {
    let service = Service::start();
    let a = json!({ "from_round": 2 });
    let b = json!({ "from_round": 3 });
    let told = [[("A", &a), ("B", &b)], [("B", &b), ("A", &a)]].map(|order| {
        let game = Match::start(&service);
        game.points(5, 0);
        game.points(0, 5);
        for (seat, body) in order {
            let left = game.send("POST", &format!("/seats/{seat}/leave"), Some(body));
            assert_eq!(left.status, 200, "{left:?}");
        }
        let state = game.state();
        (state["score"]["winners"].clone(), state["score"]["status"].clone())
    });
    assert_eq!(told, [(json!(["B"]), json!("finished")), (json!(["B"]), json!("finished"))]);
}
