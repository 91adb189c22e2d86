//! Games that cannot be made, and changes that a game is not ready for.

use serde_json::{Value, json};

use super::{check, on_the_table, refuse_all, sit};
use crate::support::{NOBODY, Service, club, refusal, with_draws};

fn seats(count: usize) -> Vec<Value> {
    (1..=count).map(|n| json!({ "name": format!("Player {n}") })).collect()
}

#[test]
fn a_table_that_cannot_sit_down_is_refused_and_makes_no_guests() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let path = format!("{}/games", club.path);
    let game = |variant: &str, count: usize| json!({"variant": variant, "seats": seats(count)});
    let mut partners = game("hathaway", 3);
    partners["partners"] = json!(true);
    let mut alone = game("basic12", 4);
    alone["partners"] = json!(true);
    let named =
        |names: [&str; 2]| json!({"variant": "block", "seats": [{"name": names[0]}, {"name": names[1]}]});
    for (body, code, pointer) in [
        (partners, "partners_need_four", "/seats"),
        (alone, "no_partners", "/seats"),
        (game("block", 5), "wrong_number_of_players", "/seats"),
        (game("block", 1), "wrong_number_of_players", "/seats"),
        (game("buildup", 3), "wrong_number_of_players", "/seats"),
        (game("basic12", 9), "wrong_number_of_players", "/seats"),
        (game("block", 0), "wrong_number_of_players", "/seats"),
        (game("block", 200), "wrong_number_of_players", "/seats"),
        (named(["Ann", " ANN "]), "player_twice", "/seats/1"),
        (json!({"variant": "block", "seats": [{"name": "Ann"}, {}]}), "seat_needs_player", "/seats/1"),
        (
            json!({"variant": "block", "seats": [{"name": "Ann"}, {"player": NOBODY}]}),
            "seat_unknown",
            "/seats/1",
        ),
        (
            json!({"variant": "block", "seats": [{"name": "Ann"}, {"player": "7"}]}),
            "invalid_body",
            "/seats/1/player",
        ),
        (json!({"variant": "chess", "seats": seats(2)}), "invalid_body", "/variant"),
        (
            json!({"variant": "block", "seats": seats(2), "played_on": "2026-02-30"}),
            "invalid_body",
            "/played_on",
        ),
        (json!({"variant": "block", "seats": {"A": "Ann"}}), "invalid_body", "/seats"),
        (json!({"seats": seats(2)}), "invalid_body", "/variant"),
    ] {
        check(&club.manager.post(&path, &body), 422, code, pointer);
    }
    let three = club.manager.post(&path, &game("buildup", 3)).json();
    assert_eq!(three["detail"], "3 players cannot play this game: it is for 2.");
    assert_eq!(club.manager.get(&path).json()["items"], json!([]));
    assert_eq!(club.manager.get(&format!("{}/players", club.path)).json()["items"], json!([]));
}

#[test]
fn a_game_has_a_day_on_which_it_can_finish() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let path = format!("{}/games", club.path);
    let on = |day: &str| with_draws(json!({"variant": "block", "seats": seats(2), "played_on": day}));
    let game = club.manager.post(&path, &on("0001-01-01")).header("location").to_owned();
    for day in ["-0001-01-01", "0000-12-31", "+12000-01-01", "2026-02-30", "2026-02-20T00:00:00Z", "2026-2-3"]
    {
        let edit = json!({"played_on": day});
        let refused =
            [club.manager.post(&path, &on(day)), club.manager.send("PATCH", &game, &[], Some(&edit))];
        for refused in refused {
            let body = check(&refused, 422, "invalid_body", "/played_on");
            let why = "/played_on must be a day of the years 1 to 9999, such as 2026-11-29.";
            assert_eq!(body["detail"], why, "{day}");
        }
    }
    let mut last = on("9999-12-31");
    last["override"] = json!({"reason": "a match of the far future"});
    let last = club.manager.post(&path, &last).header("location").to_owned();
    for game in [game, last] {
        let won = json!({"detail": "points", "points": {"A": 100}});
        assert_eq!(club.manager.post(&format!("{game}/rounds"), &won).status, 201);
        assert!(club.manager.get(&game).json()["score"]["finished_after"].is_u64());
    }
}

#[test]
fn rules_that_contradict_each_other_are_refused_with_all_that_is_wrong() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let rules = json!({"set": {"max_pip": 7}, "hand_size": {"2": 20}, "match": {"type": "target", "target": 0},
        "draw": {"count": "none", "reserve": 2}});
    let body = json!({"variant": "chickenfoot", "rules": rules, "seats": seats(2)});
    let refused = check(
        &club.manager.post(&format!("{}/games", club.path), &body),
        422,
        "invalid_rules",
        "/rules/set/max_pip",
    );
    let places: Vec<&Value> =
        refused["errors"].as_array().unwrap().iter().map(|error| &error["pointer"]).collect();
    assert!(places.len() >= 3, "{places:?}");
    // The assistant says the same of the same rules.
    let question = json!({"variant": "chickenfoot", "rules": rules, "layout": [], "hand": []});
    let asked = service.client.post("/v1/assistant/moves", &question);
    assert_eq!(asked.json()["errors"], refused["errors"]);
    for (rules, pointer) in [
        (json!({"arms": {"opening_dubble": 4}}), "/rules/arms/opening_dubble"),
        (json!({"arms": {"opening_double": 5}}), "/rules/arms/opening_double"),
        (json!({"buildup": {"set_aside_penalty": true}}), "/rules/buildup"),
    ] {
        let body = json!({"variant": "block", "rules": rules, "seats": seats(2)});
        let answer = club.manager.post(&format!("{}/games", club.path), &body);
        let problem = answer.json();
        assert_eq!(answer.status, 422, "{problem}");
        assert!(problem["errors"][0]["pointer"].as_str().unwrap().starts_with(pointer), "{problem}");
    }
}

/// A number that is too large is refused with the largest, and a hand that is too large for more players
/// than sit down with what can be done about it.
#[test]
fn rules_that_are_refused_say_what_is_possible() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let make = |rules: &Value| {
        let body = json!({"variant": "block", "rules": rules, "seats": seats(2)});
        club.manager.post(&format!("{}/games", club.path), &body)
    };
    let refused = |rules: Value, pointer: &str| {
        let problem = check(&make(&rules), 422, "invalid_rules", pointer);
        problem["errors"][0]["detail"].as_str().unwrap().to_owned()
    };
    let target = refused(json!({"match": {"target": 65_536}}), "/rules/match/target");
    assert_eq!(target, "65536 is not possible here; expected: a whole number from 1 to 65535 (match.target)");
    assert_eq!(make(&json!({"match": {"target": 65_535}})).status, 201);

    // Of more players than the tiles are for nobody speaks: the game is for as many as can sit down.
    let ten = make(&json!({"hand_size": {"2": 10}}));
    assert_eq!((ten.status, &ten.json()["rules"]["players"]["max"]), (201, &json!(2)), "{ten:?}");
    let three = refused(
        json!({"hand_size": {"2": 10}, "players": {"max": 3, "partners": false}}),
        "/rules/players/max",
    );
    assert_eq!(three, "3 players with 10 tiles each need 30, and the double-six set has 28 (players.max)");
    let twenty = refused(json!({"hand_size": {"2": 20}}), "/rules/hand_size");
    assert_eq!(twenty, "2 players with 20 tiles each need 40, and the double-six set has 28 (hand_size)");
}

#[test]
fn a_finished_game_and_a_running_round_take_nothing_else() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let table = sit(&club, "block", 2, &json!({}));
    let points = |a: i32| json!({"detail": "points", "points": {"A": a, "B": 0}});
    let plays = json!({"detail": "plays", "leader": "A"});
    assert_eq!(table.post("/rounds", &points(60)).status, 201);
    let turn = json!({"seat": "A", "play": {"tile": "6-6"}});
    refuse_all(&table, "/rounds/1/turns", &[(turn.clone(), "no_turns", "")]);
    assert_eq!(table.post("/rounds", &json!({"detail": "plays"})).status, 201);
    refuse_all(&table, "/rounds", &[(points(1), "round_running", ""), (plays.clone(), "round_running", "")]);
    let undo = table.change("DELETE", "/rounds/2/turns/last", table.version(), None);
    check(&undo, 409, "nothing_to_undo", "");

    let other = sit(&club, "block", 2, &json!({"match": {"target": 60}}));
    assert_eq!(other.post("/rounds", &points(60)).status, 201);
    refuse_all(&other, "/rounds", &[(points(1), "game_finished", ""), (plays, "game_finished", "")]);
    refuse_all(&other, "/rounds/1/turns", &[(turn, "no_turns", "")]);
    let finish = json!({"hands": {"A": {"tiles": []}}});
    check(&other.change("POST", "/rounds/1/finish", 2, Some(&finish)), 409, "no_turns", "");
}

/// Where few points win, who is left out of the totals would win with 0.
#[test]
fn totals_that_the_table_declares_leave_nobody_out() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let end = |kind: &str, scores: Value| json!({"kind": kind, "reason": "r", "scores": scores});
    let two = || json!({"A": 3, "B": 4});
    let all = || json!({"A": 3, "B": 4, "C": 9});
    let table = sit(&club, "chickenfoot", 3, &json!({}));
    for kind in ["result_only", "time_limit", "draw", "abandoned"] {
        refuse_all(&table, "/end", &[(end(kind, two()), "points_missing", "/scores/C")]);
    }
    let mut forfeit = end("forfeit", two());
    forfeit["by"] = json!("A");
    refuse_all(&table, "/end", &[(forfeit, "points_missing", "/scores/C")]);
    let none = table.post("/end", &end("result_only", json!({})));
    assert_eq!(none.json()["errors"].as_array().map(Vec::len), Some(3), "{none:?}");
    let noted = table.post("/end", &end("result_only", all())).json();
    assert_eq!((&noted["score"]["winners"], &noted["score"]["totals"]), (&json!(["A"]), &all()), "{noted}");

    // A penalty alone is no total; who has played keeps what was reached.
    let table = sit(&club, "chickenfoot", 3, &json!({}));
    let fine = json!({"seat": "C", "amount": {"points": 1}, "reason": "late"});
    assert_eq!(table.post("/penalties", &fine).status, 201);
    refuse_all(&table, "/end", &[(end("time_limit", two()), "points_missing", "/scores/C")]);
    let round = json!({"detail": "points", "points": {"A": 5, "B": 6, "C": 7}});
    assert_eq!(table.post("/rounds", &round).status, 201);
    assert_eq!(table.post("/seats", &json!({"name": "Dee"})).status, 201);
    refuse_all(&table, "/end", &[(end("time_limit", two()), "points_missing", "/scores/D")]);
    let timed = table.post("/end", &end("time_limit", json!({"A": 3, "B": 4, "D": 9}))).json();
    assert_eq!(timed["score"]["totals"], json!({"A": 3, "B": 4, "C": 8, "D": 9}), "{timed}");
}

#[test]
fn of_a_match_with_rounds_it_is_not_only_the_result_that_was_noted() {
    let service = Service::start();
    let table = sit(&club(&service, "Friday"), "block", 2, &json!({}));
    let noted = json!({"kind": "result_only", "reason": "r", "scores": {"A": 3, "B": 4}});
    assert_eq!(table.post("/rounds", &json!({"detail": "points", "points": {"A": 60}})).status, 201);
    refuse_all(&table, "/end", &[(noted.clone(), "rounds_recorded", "")]);
    let voided = table.change("DELETE", "/rounds/1?reason=misdeal", table.version(), None);
    assert_eq!(voided.status, 200, "{voided:?}");
    assert_eq!(table.post("/end", &noted).json()["score"]["totals"], json!({"A": 3, "B": 4}));
    // Nor does a round come to count afterwards, before the match is taken up again.
    refuse_all(&table, "/rounds/1/restore", &[(json!({}), "game_finished", "")]);
    assert_eq!(table.post("/reopen", &json!({})).status, 200);
    assert_eq!(table.post("/rounds/1/restore", &json!({})).json()["score"]["totals"]["A"], 60);
}

#[test]
fn ids_that_lead_nowhere_are_not_found() {
    let service = Service::start();
    let table = on_the_table(&service);
    let turn = json!({"seat": "A", "pass": true});
    for (path, code) in [
        ("/v1/games/7".to_owned(), "not_found"),
        (format!("/v1/games/{NOBODY}"), "game_not_found"),
        (format!("/v1/games/{NOBODY}/rounds/1"), "game_not_found"),
        (format!("{}/rounds/0", table.path), "no_such_round"),
        (format!("{}/rounds/2", table.path), "no_such_round"),
        (format!("{}/rounds/-1", table.path), "not_found"),
        (format!("{}/rounds/x", table.path), "not_found"),
        (format!("{}/rounds/99999999999999999999999", table.path), "not_found"),
        ("/v1/variants/chess".to_owned(), "variant_not_found"),
    ] {
        let answer = table.client.get(&path);
        assert_eq!(refusal(&answer), (404, code.to_owned()), "{path}");
    }
    for path in [format!("/v1/games/{NOBODY}/rounds/1/turns"), format!("{}/rounds/2/turns", table.path)] {
        assert_eq!(table.client.post(&path, &turn).status, 404, "{path}");
    }
}
