//! Mistakes are put right, and the score says why: what users of scorekeepers asked for. The
//! numbers are rows of the list of needs.

use serde_json::{Value, json};

use crate::support::{Match, Service, refusal, report, round_of};

#[test]
fn need_1_any_round_can_be_corrected_and_totals_follow() {
    let service = Service::start();
    let game = Match::start(&service);
    for (a, b) in [(10, 0), (0, 20), (30, 0), (0, 5)] {
        game.points(a, b);
    }
    let amended = game.amend(2, &report(12, 0));
    assert_eq!(amended.status, 200, "{amended:?}");
    assert_eq!(amended.json()["impact"]["totals_before"], json!({ "A": 40, "B": 25 }));
    assert_eq!(amended.json()["impact"]["totals_after"], json!({ "A": 52, "B": 5 }));
    assert_eq!(game.totals(), json!({ "A": 52, "B": 5 }));
    assert_eq!(game.state()["rounds"].as_array().unwrap().len(), 4);
}

#[test]
fn need_2_reading_for_an_edit_changes_nothing_and_gives_the_old_values() {
    let service = Service::start();
    let game = Match::start(&service);
    game.points(10, 0);
    let before = game.state();
    let read = game.send("GET", "/rounds/1", None).json();
    assert_eq!(read["points"], json!({ "A": 10, "B": 0 }));
    assert_eq!(game.state(), before);
}

#[test]
fn need_3_a_finished_match_goes_on_when_its_last_round_was_mistaken() {
    let service = Service::start();
    let game = Match::start(&service);
    game.points(60, 0);
    assert_eq!(game.points(41, 0)["score"]["winners"], json!(["A"]));
    assert_eq!(refusal(&game.send("POST", "/rounds", Some(&report(1, 0)))), (409, "game_finished".into()));
    let amended = game.amend(2, &report(14, 0)).json();
    assert_eq!(amended["score"]["status"], "running");
    assert_eq!(amended["impact"]["winner_changes"], true);
    assert_eq!(game.points(0, 7)["score"]["totals"], json!({ "A": 74, "B": 7 }));
}

#[test]
fn rounds_after_a_match_that_is_now_decided_earlier_stay_and_do_not_count() {
    let service = Service::start();
    let game = Match::start(&service);
    for (a, b) in [(50, 0), (10, 0), (0, 30)] {
        game.points(a, b);
    }
    let amended = game.amend(2, &report(55, 0)).json();
    assert_eq!(amended["score"]["winners"], json!(["A"]));
    assert_eq!(amended["score"]["finished_after"], 2);
    let state = game.state();
    assert_eq!(state["score"]["totals"], json!({ "A": 105, "B": 0 }));
    let after_end: Vec<&Value> =
        state["rounds"].as_array().unwrap().iter().map(|r| &r["after_end"]).collect();
    assert_eq!(after_end, [&json!(false), &json!(false), &json!(true)]);
}

#[test]
fn need_5_and_19_undo_gives_back_what_was_removed_so_that_it_can_be_sent_again() {
    let service = Service::start();
    let game = Match::start(&service);
    game.points(10, 0);
    game.points(0, 25);
    let before = game.state();
    let undone = game.send("DELETE", "/rounds/last", None);
    assert_eq!(undone.status, 200, "{undone:?}");
    assert_eq!(game.totals(), json!({ "A": 10, "B": 0 }));
    let again = &undone.json()["removed"]["report"];
    assert_eq!(game.send("POST", "/rounds", Some(again)).status, 201);
    assert_eq!((&game.state()["rounds"], &game.state()["score"]), (&before["rounds"], &before["score"]));
}

#[test]
fn need_16_a_voided_round_stays_visible_and_can_be_restored() {
    let service = Service::start();
    let game = Match::start(&service);
    game.points(10, 0);
    game.points(0, 25);
    assert_eq!(refusal(&game.send("DELETE", "/rounds/1", None)).0, 400, "a reason is needed");
    let voided = game.send("DELETE", "/rounds/1?reason=misdeal", None);
    assert_eq!(round_of(&voided.json())["voided"], "misdeal", "{voided:?}");
    assert_eq!(game.totals(), json!({ "A": 0, "B": 25 }));
    assert_eq!(refusal(&game.amend(1, &report(3, 0))), (409, "round_voided".into()));
    let reasonless = game.send("DELETE", "/rounds/1?reason=%20", None);
    assert_eq!(refusal(&reasonless), (400, "invalid_query".into()));
    assert_eq!(reasonless.json()["errors"][0]["parameter"], "reason");
    let unread = game.send("POST", "/rounds/1/restore", Some(&json!({ "reason": "no misdeal" })));
    assert_eq!(refusal(&unread), (422, "invalid_body".into()));
    assert_eq!(unread.json()["errors"][0]["pointer"], "/reason");
    assert_eq!(game.send("POST", "/rounds/1/restore", None).status, 200);
    assert_eq!(game.totals(), json!({ "A": 10, "B": 25 }));
    assert_eq!(refusal(&game.send("POST", "/rounds/1/restore", None)), (409, "not_voided".into()));
}

#[test]
fn need_17_no_round_is_too_late_to_be_corrected() {
    let service = Service::start();
    let game = Match::with(
        &service,
        json!({ "variant": "block", "seats": [{ "name": "Ann" }, { "name": "Bob" }],
                "rules": { "match": { "target": 10000 } } }),
    );
    (0..25).for_each(|_| drop(game.points(1, 0)));
    assert_eq!(game.amend(23, &report(9, 0)).status, 200);
    assert_eq!(game.totals(), json!({ "A": 33, "B": 0 }));
    assert_eq!(refusal(&game.amend(26, &report(9, 0))), (404, "no_such_round".into()));
}

#[test]
fn need_22_what_is_refused_names_the_field_and_can_be_overridden() {
    let service = Service::start();
    let game = Match::start(&service);
    let started =
        json!({ "detail": "plays", "leader": "A", "turns": [{ "seat": "A", "play": { "tile": "6-6" } }] });
    assert_eq!(game.send("POST", "/rounds", Some(&started)).status, 201);
    let mismatch = json!({ "seat": "B", "play": { "tile": "3-4", "at": "6-6/W" } });
    let refused = game.send("POST", "/rounds/1/turns", Some(&mismatch));
    assert_eq!(refusal(&refused), (422, "no_match".into()));
    assert_eq!(refused.json()["outlets"].as_array().unwrap().len(), 2);
    assert_eq!(refused.json()["suggestions"], json!(["3-6", "4-6"]), "need 26: what may have been meant");
    let mut stood = mismatch.clone();
    stood["play"]["outward"] = json!(4);
    stood["override"] = json!({ "reason": "nobody noticed" });
    let recorded = game.send("POST", "/rounds/1/turns", Some(&stood)).json();
    assert_eq!(recorded["table"]["turns"][0]["irregular"], json!(["no_match"]));
    assert_eq!(recorded["table"]["open"][1], json!({ "at": "3-4/4", "value": 4 }));
    let log = game.send("GET", "/log", None).json();
    assert_eq!(
        log["items"].as_array().unwrap().last().unwrap()["irregular"],
        json!([{ "turn": 2, "seat": "B", "codes": ["no_match"], "reason": "nobody noticed" }])
    );
}

#[test]
fn need_27_nothing_is_not_zero() {
    let service = Service::start();
    let game = Match::with(
        &service,
        json!({ "variant": "chickenfoot", "seats": [{ "name": "Ann" }, { "name": "Bob" }, { "name": "Cy" }] }),
    );
    let missing = json!({ "detail": "points", "points": { "A": 0, "B": 12 } });
    let refused = game.send("POST", "/rounds", Some(&missing));
    assert_eq!(refusal(&refused), (422, "points_missing".into()));
    assert_eq!(refused.json()["errors"][0]["pointer"], "/points/C");
    let said = json!({ "detail": "points", "points": { "A": 0, "B": 12, "C": 0 } });
    assert_eq!(game.send("POST", "/rounds", Some(&said)).status, 201);
}

#[test]
fn detail_grows_from_points_to_hands_and_a_false_claim_is_refused() {
    let service = Service::start();
    let game = Match::start(&service);
    game.points(15, 0);
    let hands = json!({ "detail": "hands", "ending": "domino", "out": "A", "hands": { "B": { "tiles": ["5-6", "0-4"] } } });
    let amended = game.amend(1, &hands).json();
    let round = round_of(&amended);
    assert_eq!((&round["detail"], &round["points"]["A"]), (&json!("hands"), &json!(15)));
    assert_eq!(amended["impact"]["totals_before"], amended["impact"]["totals_after"]);
    assert_eq!(amended["differences"], json!([]), "what was not said before is no difference");
    let other =
        json!({ "detail": "hands", "ending": "domino", "out": "A", "hands": { "B": { "tiles": ["5-6"] } } });
    assert_eq!(
        game.amend(1, &other).json()["differences"],
        json!([{ "pointer": "/pips/B", "before": "15", "after": "11" },
               { "pointer": "/points/A", "before": "15", "after": "11" }])
    );
    let twice = json!({ "detail": "hands", "ending": "domino", "out": "A", "hands": { "B": { "tiles": ["5-6", "6-5"] } } });
    assert_eq!(refusal(&game.amend(1, &twice)), (422, "tile_twice".into()));
}

#[test]
fn a_dry_run_says_what_would_be_and_stores_nothing() {
    let service = Service::start();
    let game = Match::start(&service);
    game.points(60, 0);
    game.points(0, 30);
    let before = game.state();
    let dry = game.send("PUT", "/rounds/2?dry_run=true", Some(&report(45, 0)));
    assert_eq!((dry.status, dry.header("etag")), (200, ""), "{dry:?}");
    assert_eq!(dry.json()["score"]["winners"], json!(["A"]));
    assert_eq!(game.state(), before);
    let real = game.amend(2, &report(45, 0)).json();
    let mut foreseen = dry.json();
    let mut only_foreseen = |part: &str| foreseen["impact"].as_object_mut().unwrap().remove(part).unwrap();
    assert_eq!(only_foreseen("tables")[0]["changed"], 2, "only a dry run looks at tables");
    assert_eq!(only_foreseen("standings_order_changes"), true);
    assert_eq!(only_foreseen("standings").as_array().unwrap().len(), 2);
    assert_eq!((&real["impact"], &real["score"]), (&foreseen["impact"], &foreseen["score"]));
    for (method, rest) in
        [("DELETE", "/rounds/last?dry_run=true"), ("DELETE", "/rounds/1?reason=x&dry_run=true")]
    {
        let state = game.state();
        assert_eq!(game.send(method, rest, None).status, 200, "{rest}");
        assert_eq!(game.state(), state, "{rest}");
    }
}

#[test]
fn a_correction_names_the_version_that_it_is_about() {
    let service = Service::start();
    let game = Match::start(&service);
    game.points(10, 0);
    let path = format!("{}/rounds/1", game.path);
    let body = report(11, 0);
    assert_eq!(
        refusal(&game.manager.send("PUT", &path, &[], Some(&body))),
        (428, "precondition_required".into())
    );
    let stale = game.manager.send("PUT", &path, &[("If-Match", "\"1\"")], Some(&body));
    assert_eq!(refusal(&stale), (412, "stale_version".into()));
    assert_eq!(stale.json()["version"], 2);
    assert_eq!(game.manager.send("PUT", &path, &[("If-Match", "\"2\"")], Some(&body)).status, 200);
}

#[test]
fn what_no_longer_fits_after_a_correction_is_named_and_the_round_stays() {
    let service = Service::start();
    let game = Match::start(&service);
    let by = |leader: &str| json!({ "detail": "points", "points": { "A": 10, "B": 0 }, "leader": leader });
    game.send("POST", "/rounds", Some(&by("A")));
    assert_eq!(game.send("POST", "/rounds", Some(&by("B"))).status, 201);
    assert_eq!(game.amend(1, &by("B")).status, 200);
    let second = game.send("GET", "/rounds/2", None).json();
    assert_eq!(second["conflicts"][0]["code"], "wrong_leader", "{second}");
    assert_eq!(second["points"], json!({ "A": 10, "B": 0 }));
    assert_eq!(game.totals(), json!({ "A": 20, "B": 0 }));
}

#[test]
fn need_23_every_change_is_in_the_log_with_what_stood_there_before() {
    let service = Service::start();
    let game = Match::start(&service);
    game.points(10, 0);
    game.amend(1, &report(12, 0));
    game.send("PATCH", "", Some(&json!({ "name": "Final", "counts": false })));
    let log = game.send("GET", "/log?after=1", None).json();
    let events: Vec<&str> =
        log["items"].as_array().unwrap().iter().map(|e| e["event"].as_str().unwrap()).collect();
    assert_eq!(events, ["round_recorded", "round_amended", "about_changed"]);
    let amended = &log["items"][1];
    let points = |member: &str| amended[member]["report"]["points"]["A"].clone();
    assert_eq!((points("before"), points("recorded")), (json!(10), json!(12)));
    assert_eq!((&amended["totals"], &amended["version"]), (&json!({ "A": 12, "B": 0 }), &json!(3)));
    assert!(amended["key"].is_string());
    let page = game.send("GET", "/log?limit=2", None).json();
    assert_eq!(page["next_after"], 2);
    let then = game.send("GET", "?version=2", None).json();
    assert_eq!((&then["version"], &then["score"]["totals"]["A"]), (&json!(2), &json!(10)));
    assert_eq!(refusal(&game.send("GET", "?version=9", None)), (404, "no_such_version".into()));
    assert_eq!((&game.state()["name"], &game.state()["counts"]), (&json!("Final"), &json!(false)));
}

#[test]
fn undo_on_an_empty_game_has_nothing_to_take_back() {
    let service = Service::start();
    let game = Match::start(&service);
    assert_eq!(refusal(&game.send("DELETE", "/rounds/last", None)), (409, "nothing_to_undo".into()));
}

#[test]
fn shown_hands_prove_a_pass_that_was_wrong() {
    let service = Service::start();
    let game = Match::start(&service);
    let turns = json!([
        { "seat": "A", "play": { "tile": "6-6", "at": "lead" } },
        { "seat": "B", "pass": true },
        { "seat": "A", "play": { "tile": "1-6", "at": "6-6/W" } },
        { "seat": "B", "play": { "tile": "5-6", "at": "6-6/E" } },
    ]);
    let started = json!({ "detail": "plays", "leader": "A", "turns": turns });
    assert_eq!(game.send("POST", "/rounds", Some(&started)).status, 201);
    let asked = json!({ "variant": "block", "leader": "A", "players": 2, "turns": started["turns"],
        "hands": { "A": { "tiles": ["0-0", "2-2", "3-3", "2-3", "0-2"] }, "B": { "tiles": ["4-4", "0-4", "0-3", "3-4", "2-4", "4-6"] } } });
    let answer = game.manager.post("/v1/assistant/round", &asked).json();
    assert_eq!(answer["findings"][0]["kind"], "pass_while_able", "{answer}");
    assert_eq!(answer["findings"][0]["tiles"], json!(["4-6", "5-6"]));
    assert_eq!(answer["findings"][0]["turn"], 2);
}

#[test]
fn changes_of_different_members_at_once_are_all_kept() {
    let service = Service::start();
    let game = Match::start(&service);
    let path = &game.path;
    for day in 1..=9 {
        let (name, played_on) = (format!("Table {day}"), format!("2026-01-0{day}"));
        let edits =
            [json!({ "name": name }), json!({ "played_on": played_on }), json!({ "counts": day % 2 == 0 })];
        std::thread::scope(|scope| {
            for edit in &edits {
                scope.spawn(|| assert_eq!(game.manager.patch(path, edit).status, 200));
            }
        });
        let state = game.state();
        let about = [&state["name"], &state["played_on"], &state["counts"]];
        assert_eq!(about, [&json!(name), &json!(played_on), &json!(day % 2 == 0)]);
    }
}
