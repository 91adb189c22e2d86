//! Bodies that are no reports, and those that are but look odd.

use serde_json::json;

use super::{check, on_the_table, sit};
use crate::support::{Service, club, refusal, round_of};

#[test]
fn what_is_no_object_is_refused_wherever_it_is_sent() {
    let service = Service::start();
    let table = on_the_table(&service);
    let before = table.state();
    let deep = format!("{{\"turns\":{}1{}}}", "[".repeat(200), "]".repeat(200));
    let large = format!("{{\"name\":\"{}\"}}", "x".repeat(2 << 20));
    let club_games = format!("/v1/clubs/{}/games", before["club"].as_str().unwrap());
    for path in [
        format!("{}/rounds", table.path),
        format!("{}/rounds/1/turns", table.path),
        format!("{}/rounds/1/finish", table.path),
        club_games,
        "/v1/assistant/round".to_owned(),
    ] {
        for (body, status, code) in [
            ("{\"seat\":", 400, "malformed_json"),
            ("{\"seat\":\"A\"}}", 400, "malformed_json"),
            ("{\"a\":1,}", 400, "malformed_json"),
            ("[{\"seat\":\"A\"}]", 400, "not_an_object"),
            ("\"pass\"", 400, "not_an_object"),
            ("null", 400, "not_an_object"),
            (deep.as_str(), 400, "json_too_deep"),
            (large.as_str(), 413, "body_too_large"),
        ] {
            let answer = table.client.send_text("POST", &path, &[("If-Match", "*")], Some(body));
            assert_eq!(refusal(&answer), (status, code.to_owned()), "{path}: {:.40}", body);
        }
    }
    assert_eq!(table.state(), before, "nothing is stored");
}

#[test]
fn members_that_nobody_knows_are_named() {
    let service = Service::start();
    let table = on_the_table(&service);
    let before = table.state();
    let play = json!({"tile": "1-4", "at": "left"});
    for (place, body, pointer) in [
        ("/rounds/1/turns", json!({"seat": "A", "plays": play}), "/plays"),
        ("/rounds/1/turns", json!({"seat": "A", "play": {"tile": "1-4", "att": "left"}}), "/play/att"),
        ("/rounds/1/turns", json!({"turns": [{"seat": "A", "tile": "1-4"}]}), "/turns/0/tile"),
        ("/rounds/1/turns", json!({"seat": "AA", "pass": true}), "/seat"),
        ("/rounds/1/turns", json!({"seat": "A", "drew": -1, "pass": true}), "/drew"),
        ("/rounds/1/turns", json!({"seat": "A", "drew": 256, "pass": true}), "/drew"),
        ("/rounds", json!({"detail": "points", "points": {"A": 1}, "hands": {}}), "/hands"),
        ("/rounds", json!({"detail": "score", "points": {"A": 1}}), "/detail"),
        ("/rounds", json!({"points": {"A": 1}}), "/detail"),
        ("/rounds", json!({"detail": "hands", "hands": {"A": {"tile": []}}}), "/hands/A/tile"),
    ] {
        check(&table.post(place, &body), 422, "invalid_body", pointer);
    }
    assert_eq!(table.state(), before, "nothing is stored");
}

#[test]
fn null_is_absent_and_a_whole_number_may_have_a_point() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let body = json!({"variant": "chickenfoot", "rules": {"set": {"max_pip": 6.0}, "match": null}, "name": null,
        "partners": null, "seats": [{"name": "Ann", "player": null}, {"name": "Bob"}], "played_on": null,
        "counts": null});
    let table = club.start(&body);
    assert_eq!(table.state()["rules"]["set"]["max_pip"], 6);
    let text = "{\"detail\":\"points\",\"points\":{\"A\":6.0,\"B\":0.0},\"winner\":null,\"leader\":null}";
    let path = format!("{}/rounds", table.path);
    let answer = table.client.send_text("POST", &path, &[], Some(text));
    assert_eq!(answer.status, 201, "{answer:?}");
    assert_eq!(round_of(&answer.json())["points"], json!({"A": 6, "B": 0}));
    let begin = json!({"detail": "plays", "leader": null, "deal": null, "turns": [], "hands": null});
    assert_eq!(table.post("/rounds", &begin).status, 201);
    let turn = json!({"seat": "B", "drew": 0.0, "drawn": null, "play": {"tile": "6-6", "at": null, "outward": null},
        "pass": null, "override": null, "turns": null, "partial": null});
    let answer = table.post("/rounds/2/turns", &turn);
    assert_eq!(answer.status, 201, "{answer:?}");
    assert_eq!(answer.json()["table"]["turns"][0]["at"], "lead");
}

#[test]
fn questions_are_refused_at_the_member_to_blame() {
    let service = Service::start();
    let ask = |what: &str, body, code: &str, pointer: &str| {
        check(&service.client.post(&format!("/v1/assistant/{what}"), &body), 422, code, pointer);
    };
    let lead = json!({"tile": "2-2", "at": "lead"});
    let layout = json!([lead, {"tile": "3-4", "at": "2-2/W"}]);
    ask("placement", json!({"variant": "block", "layout": layout, "tile": "1-1"}), "no_match", "/layout/1");
    let layout = json!([lead, lead]);
    ask("moves", json!({"variant": "block", "layout": layout, "hand": []}), "tile_used", "/layout/1");
    let layout = json!([lead, {"tile": "2-4", "at": "2-2/N"}]);
    ask("moves", json!({"variant": "block", "layout": layout, "hand": []}), "not_open", "/layout/1");
    ask("moves", json!({"variant": "block", "layout": [lead], "hand": ["2-2"]}), "tile_used", "/hand/0");
    ask("moves", json!({"variant": "block", "layout": [], "hand": ["0-1", "1-0"]}), "tile_twice", "/hand/1");
    ask("moves", json!({"variant": "block", "layout": [], "hand": ["0-7"]}), "not_in_set", "/hand/0");
    ask("lead", json!({"variant": "hathaway"}), "one_of", "-");
    ask("lead", json!({"variant": "block", "hands": {"A": [], "B": []}}), "draws_needed", "-");
    ask("lead", json!({"variant": "block", "draws": {"A": "1-1", "B": "1-1"}}), "tile_twice", "/draws/B");
    let three = json!({"A": {"tiles": []}, "B": {"pips": 1}, "C": {"pips": 1}});
    let sides = json!([["A", "B"], ["C"]]);
    let score = json!({"variant": "block", "ending": "domino", "out": "A", "hands": three, "sides": sides});
    ask("score", score, "sides", "/sides");
    let pass =
        json!({"variant": "block", "players": 2, "leader": "A", "turns": [{"seat": "A", "pass": true}]});
    ask("round", pass, "pass_on_lead", "/turns/0/pass");
    let five = json!({"variant": "block", "players": 5, "turns": []});
    ask("round", five, "wrong_number_of_players", "/players");
    for round in [0, 1001] {
        let body = json!({"variant": "block", "layout": [], "hand": [], "round": round});
        check(&service.client.post("/v1/assistant/moves", &body), 422, "invalid_body", "/round");
    }
    let body = json!({"variant": "block", "layout": [], "hand": [], "boneyard": 191});
    check(&service.client.post("/v1/assistant/moves", &body), 422, "invalid_body", "/boneyard");
}

#[test]
fn a_tile_may_be_written_high_low() {
    let service = Service::start();
    let table = sit(&club(&service, "Friday"), "block", 2, &json!({"lead": {"tile": "any"}}));
    let report = json!({"detail": "plays", "leader": "A", "turns": [{"seat": "A", "play": {"tile": "2-1"}}]});
    let answer = table.post("/rounds", &report);
    assert_eq!(answer.status, 201, "{answer:?}");
    assert_eq!(answer.json()["table"]["layout"][0]["tile"], "1-2");
}
