//! A: entry errors, undo, editing earlier rounds.

use serde_json::{Value, json};

use super::{block, impact, points, sit, table};
use crate::support::{Club, Match, Service, club, refusal, report, round_of};

/// A round in which A has led 6-6, and B is on turn.
fn led(game: &Match) {
    let led = json!({ "seat": "A", "play": { "tile": "6-6" } });
    let started = json!({ "detail": "plays", "leader": "A", "turns": [led] });
    assert_eq!(game.send("POST", "/rounds", Some(&started)).status, 201);
}

#[test]
fn need_6_what_was_judged_last_is_taken_back_to_the_very_state_before() {
    let service = Service::start();
    let game = Match::start(&service);
    led(&game);
    let before = game.state();
    let turn = json!({ "seat": "B", "play": { "tile": "4-6" } });
    assert_eq!(game.send("POST", "/rounds/1/turns", Some(&turn)).status, 201);
    let undone = game.send("DELETE", "/rounds/1/turns/last", None);
    assert_eq!(undone.json()["removed"]["turn"]["play"]["tile"], "4-6", "{undone:?}");
    for part in ["score", "rounds", "table"] {
        assert_eq!(game.state()[part], before[part], "{part}");
    }
}

#[test]
fn need_7_the_progress_of_a_game_can_be_reviewed() {
    let service = Service::start();
    let game = Match::start(&service);
    for (a, b) in [(10, 0), (0, 20), (30, 0)] {
        game.points(a, b);
    }
    let state = game.state();
    let progress: Vec<&Value> =
        state["score"]["lines"].as_array().unwrap().iter().map(|line| &line["totals"]).collect();
    assert_eq!(
        progress,
        [&json!({ "A": 10, "B": 0 }), &json!({ "A": 10, "B": 20 }), &json!({ "A": 40, "B": 20 })]
    );
    assert_eq!(game.send("GET", "/rounds/2", None).json()["points"], json!({ "A": 0, "B": 20 }));
    let then = game.send("GET", "?version=3", None).json();
    assert_eq!(then["score"]["totals"], json!({ "A": 10, "B": 20 }));
}

#[test]
fn need_8_a_wrong_score_of_a_registered_game_is_put_right() {
    let service = Service::start();
    let game = Match::start_with_draws(&service);
    game.points(100, 0);
    assert_eq!(game.amend(1, &report(0, 100)).json()["score"]["winners"], json!(["B"]));
}

#[test]
fn need_9_an_earlier_round_is_fixed_while_another_is_being_played() {
    let service = Service::start();
    let game = Match::start(&service);
    let by_b = json!({ "detail": "points", "points": { "A": 10, "B": 0 }, "leader": "B" });
    assert_eq!(game.send("POST", "/rounds", Some(&by_b)).status, 201);
    led(&game);
    let running = game.state()["table"].clone();
    assert_eq!(game.amend(1, &report(25, 0)).status, 200);
    assert_eq!(game.state()["table"], running, "the running round is as it was");
    assert_eq!(game.totals(), json!({ "A": 25, "B": 0 }));
    let turn = json!({ "seat": "B", "play": { "tile": "4-6" } });
    assert_eq!(game.send("POST", "/rounds/2/turns", Some(&turn)).status, 201);
}

#[test]
fn need_10_an_edit_undoes_nothing_after_it() {
    let service = Service::start();
    let game = Match::start(&service);
    for (a, b) in [(10, 0), (0, 20), (30, 0)] {
        game.points(a, b);
    }
    let before = game.state()["rounds"].clone();
    game.amend(1, &report(0, 5));
    let after = game.state()["rounds"].clone();
    assert_eq!((&after[1], &after[2]), (&before[1], &before[2]));
}

#[test]
fn need_11_an_edit_of_long_ago_moves_the_standings_and_reaches_those_who_watch() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let game = sit(&club, json!({ "variant": "block" }), &["Ann", "Bob"]);
    for (a, b) in [(10, 0), (0, 20), (30, 0), (60, 0)] {
        game.points(a, b);
    }
    assert_eq!(table(&club, ""), ["1 Ann 1-0-0", "2 Bob 0-0-1"]);
    let seen = game.manager.get(&game.path).header("etag").to_owned();
    let dry = game.send("PUT", "/rounds/2?dry_run=true", Some(&report(0, 100))).json();
    assert_eq!(dry["impact"]["standings_order_changes"], true, "{dry}");
    let amended = game.amend(2, &report(0, 100)).json();
    assert_eq!(impact(&amended), impact(&dry));
    assert_eq!(table(&club, ""), ["1 Bob 1-0-0", "2 Ann 0-0-1"]);
    let ranks: Vec<(&Value, &Value)> = dry["impact"]["standings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|change| (&change["before"], &change["after"]))
        .collect();
    assert!(ranks.contains(&(&json!(1), &json!(2))) && ranks.contains(&(&json!(2), &json!(1))), "{ranks:?}");
    let watched = game.manager.send("GET", &game.path, &[("If-None-Match", &seen)], None);
    assert_eq!(watched.status, 200, "whoever had the old state is sent the new one");
}

#[test]
fn a_change_that_moves_nobody_in_the_table_says_so() {
    let service = Service::start();
    let club = club(&service, "Friday");
    sit(&club, json!({ "variant": "block" }), &["Ann", "Bob"]).points(100, 0);
    let game = sit(&club, json!({ "variant": "block" }), &["Ann", "Bob"]);
    for (a, b) in [(50, 0), (60, 0)] {
        game.points(a, b);
    }
    let dry = game.send("PUT", "/rounds/1?dry_run=true", Some(&report(45, 0))).json();
    assert_eq!(dry["impact"]["standings_order_changes"], false, "{dry}");
    assert_eq!(dry["impact"]["standings"], json!([]));
    // Of another variant it is another table, in which nobody stands yet.
    let other = sit(&club, json!({ "variant": "hathaway" }), &["Ann", "Bob"]);
    let first = other.send("POST", "/rounds?dry_run=true", Some(&report(0, 120))).json();
    let changes = first["impact"]["standings"].as_array().unwrap();
    assert!(changes.iter().all(|change| change.get("before").is_none()) && changes.len() == 2, "{first}");
}

#[test]
fn needs_14_and_15_what_is_changed_after_the_end_is_in_the_score_and_on_the_sheet() {
    let service = Service::start();
    let game = Match::start(&service);
    game.points(60, 0);
    game.points(50, 0);
    game.amend(1, &report(55, 0));
    assert_eq!(game.state()["score"]["text"], "Ann won (Ann 105, Bob 0)");
    let sheet = game.send("GET", "/scoresheet.csv", None).text;
    assert!(sheet.contains("\r\n1,points,,,,,Ann,55,55,0,0,\r\n"), "{sheet}");
    assert!(sheet.contains("\r\ntotal,,,,,,,,105,,0,\r\n"), "{sheet}");
}

#[test]
fn need_24_a_match_that_was_never_played_can_be_taken_out() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let game = sit(&club, json!({ "variant": "block" }), &["Ann", "Bob"]);
    game.points(100, 0);
    let dry = game.send("PATCH", "?dry_run=true", Some(&json!({ "counts": false }))).json();
    assert_eq!(dry["impact"]["standings"][0]["before"], 1, "{dry}");
    assert_eq!(game.send("PATCH", "", Some(&json!({ "counts": false }))).status, 200);
    assert_eq!(table(&club, ""), [""; 0]);
}

#[test]
fn need_26_a_misread_tile_is_answered_with_those_that_fit() {
    let service = Service::start();
    let game = Match::start(&service);
    led(&game);
    let misread = json!({ "seat": "B", "play": { "tile": "3-4", "at": "6-6/W" } });
    let refused = game.send("POST", "/rounds/1/turns", Some(&misread));
    assert_eq!(refused.json()["suggestions"], json!(["3-6", "4-6"]), "{refused:?}");
}

#[test]
fn need_29_another_hand_at_the_end_is_another_score() {
    let service = Service::start();
    let game = Match::start(&service);
    let hands = |tiles: Value| json!({ "detail": "hands", "ending": "domino", "out": "A", "hands": { "B": { "tiles": tiles } } });
    game.send("POST", "/rounds", Some(&hands(json!(["5-6", "0-4"]))));
    let amended = game.amend(1, &hands(json!(["5-6", "0-5"]))).json();
    assert_eq!(amended["score"]["totals"], json!({ "A": 16, "B": 0 }));
}

#[test]
fn need_30_a_hand_has_no_more_tiles_than_it_can_have() {
    let service = Service::start();
    let game = Match::start(&service);
    let eight = json!(["0-0", "0-1", "0-2", "0-3", "0-4", "0-5", "0-6", "1-1"]);
    let round =
        json!({ "detail": "hands", "ending": "domino", "out": "A", "hands": { "B": { "tiles": eight } } });
    let refused = game.send("POST", "/rounds", Some(&round));
    assert_eq!(refusal(&refused), (422, "hand_size".into()));
    assert_eq!(refused.json()["errors"][0]["pointer"], "/hands/B");
}

#[test]
fn an_amendment_cannot_change_who_sits_at_the_table() {
    let service = Service::start();
    let game = Match::start(&service);
    game.points(10, 0);
    let more = points(json!({ "A": 0, "B": 0, "C": 5 }));
    let refused = game.amend(1, &more);
    assert_eq!(refusal(&refused), (422, "no_such_side".into()));
    assert_eq!(refused.json()["errors"][0]["pointer"], "/points/C");
    let hands = json!({ "detail": "hands", "ending": "domino", "out": "C", "hands": { "A": { "pips": 5 }, "B": { "pips": 5 } } });
    assert_eq!(refusal(&game.amend(1, &hands)), (422, "no_such_seat".into()));
    let partners = points(json!({ "A+C": 5, "B+D": 0 }));
    assert_eq!(refusal(&game.amend(1, &partners)), (422, "no_such_side".into()));
    assert_eq!(game.totals(), json!({ "A": 10, "B": 0 }));
}

#[test]
fn an_amendment_that_leaves_the_round_open_is_refused_where_others_follow() {
    let service = Service::start();
    let game = Match::start(&service);
    game.points(10, 0);
    game.points(10, 0);
    let open = json!({ "detail": "plays", "turns": [] });
    assert_eq!(refusal(&game.amend(1, &open)), (409, "round_not_over".into()));
    assert_eq!(round_of(&game.amend(2, &open).json())["over"], false, "the last one may be played again");
}

#[test]
fn a_match_that_is_decided_while_a_round_is_played_takes_no_more_of_it() {
    let service = Service::start();
    let game = block(&service, json!({ "match": { "penalty_ends": true } }));
    let by_b = json!({ "detail": "points", "points": { "A": 90, "B": 0 }, "leader": "B" });
    game.send("POST", "/rounds", Some(&by_b));
    led(&game);
    let fine = json!({ "seat": "B", "amount": { "points": 20 }, "awarded_to": "A", "reason": "false pass" });
    assert_eq!(game.send("POST", "/penalties", Some(&fine)).json()["score"]["winners"], json!(["A"]));
    let turn = json!({ "seat": "B", "play": { "tile": "4-6" } });
    let refused = game.send("POST", "/rounds/2/turns", Some(&turn));
    assert_eq!(refusal(&refused), (409, "game_finished".into()));
    let finish = json!({ "hands": { "A": { "pips": 5 }, "B": { "pips": 5 } } });
    assert_eq!(refusal(&game.send("POST", "/rounds/2/finish", Some(&finish))), (409, "game_finished".into()));
    assert_eq!(game.state()["rounds"][1]["after_end"], true);
    let reason = json!({ "reason": "he could not play" });
    assert_eq!(game.send("POST", "/penalties/1/cancel", Some(&reason)).json()["score"]["status"], "running");
    assert_eq!(game.send("POST", "/rounds/2/turns", Some(&turn)).status, 201, "it goes on where it was");
}

#[test]
fn what_a_key_may_not_do_a_correction_may_not_either() {
    let service = Service::start();
    let club = Club::found(&service.client, "Friday");
    let game = Match { path: club.start_game(), manager: club.manager.clone() };
    game.points(10, 0);
    let viewer = club.client_with("view");
    let bonus = json!({ "side": "A", "points": 25, "reason": "capicúa" });
    let path = format!("{}/bonuses", game.path);
    assert_eq!(refusal(&viewer.post(&path, &bonus)), (403, "scope_too_small".into()));
}
