//! What the table is told: the right position, the right player, what was taken back.

use serde_json::{Value, json};

use crate::support::{Club, Match, Service, refusal, report};

/// A round of Block in which A has led 6-6.
fn started(service: &Service) -> Match {
    let table = Match::start(service);
    let led = json!({ "seat": "A", "play": { "tile": "6-6" } });
    let body = json!({ "detail": "plays", "leader": "A", "turns": [led] });
    assert_eq!(table.send("POST", "/rounds", Some(&body)).status, 201);
    table
}

#[test]
fn a_voided_round_takes_no_turns_and_gives_none_back() {
    let service = Service::start();
    let table = started(&service);
    assert_eq!(table.send("DELETE", "/rounds/1?reason=misdeal", None).status, 200);
    let pass = json!({ "seat": "B", "pass": true });
    assert_eq!(refusal(&table.send("POST", "/rounds/1/turns", Some(&pass))), (409, "round_voided".into()));
    assert_eq!(refusal(&table.send("DELETE", "/rounds/1/turns/last", None)), (409, "round_voided".into()));
    assert_eq!(table.send("POST", "/rounds/1/restore", None).json()["table"]["to_play"], "B");
}

#[test]
fn a_refusal_in_a_batch_is_about_the_position_that_was_judged() {
    let service = Service::start();
    let table = started(&service);
    let turns =
        json!([{ "seat": "B", "play": { "tile": "4-6" } }, { "seat": "A", "play": { "tile": "5-5" } }]);
    let refused = table.send("POST", "/rounds/1/turns", Some(&json!({ "turns": turns })));
    assert_eq!(refusal(&refused), (422, "no_match".into()));
    let told = refused.json();
    assert_eq!(told["to_play"], "A");
    assert_eq!(told["outlets"], json!([{ "at": "6-6/E", "value": 6 }, { "at": "4-6/4", "value": 4 }]));
    assert_eq!(told["suggestions"], json!(["4-5", "5-6"]));
    assert_eq!(table.state()["table"]["to_play"], "B", "nothing is recorded");
}

#[test]
fn tiles_that_may_have_been_meant_are_in_the_set() {
    let service = Service::start();
    let table = started(&service);
    let refused =
        table.send("POST", "/rounds/1/turns", Some(&json!({ "seat": "B", "play": { "tile": "6-7" } })));
    assert_eq!(refusal(&refused), (422, "not_in_set".into()));
    assert_eq!(refused.json()["suggestions"], json!(["0-6", "1-6", "2-6", "3-6", "4-6", "5-6"]));
}

#[test]
fn the_hands_that_an_undo_takes_back_can_be_shown_again() {
    let service = Service::start();
    let table = Match::with(
        &service,
        json!({ "variant": "block", "seats": [{ "name": "Ann" }, { "name": "Bob" }], "rules": { "hand_size": { "2": 1 } } }),
    );
    let led = json!({ "seat": "A", "play": { "tile": "6-6" } });
    table.send("POST", "/rounds", Some(&json!({ "detail": "plays", "leader": "A", "turns": [led] })));
    let hands = json!({ "hands": { "B": { "tiles": ["1-2"] } } });
    assert_eq!(table.send("POST", "/rounds/1/finish", Some(&hands)).status, 200);
    let before = table.state();
    let undone = table.send("DELETE", "/rounds/1/turns/last", None).json();
    assert_eq!(undone["removed"]["shown"], hands);
    assert_eq!(table.send("POST", "/rounds/1/turns", Some(&undone["removed"]["turn"])).status, 201);
    assert_eq!(table.send("POST", "/rounds/1/finish", Some(&undone["removed"]["shown"])).status, 200);
    assert_eq!((&table.state()["rounds"], &table.state()["score"]), (&before["rounds"], &before["score"]));
}

#[test]
fn the_next_lead_is_told_as_far_as_it_is_known() {
    let service = Service::start();
    let table = Match::start(&service);
    table.points(10, 0);
    let lead = table.state()["next_lead"].clone();
    assert_eq!(
        lead["text"],
        "round 2: the player to the left of the one who led the previous round leads, with a double if the hand has one"
    );
    assert_eq!(table.send("DELETE", "/rounds/1?reason=misdeal", None).status, 200);
    assert_eq!(table.state()["next_lead"]["round"], 2, "a voided round keeps its number");
    assert_eq!(table.send("POST", "/rounds", Some(&report(5, 0))).json()["round"], 2);
}

#[test]
fn where_a_double_leads_a_drawn_double_leads_too() {
    let service = Service::start();
    let ask = |variant: &str, draws: Value| {
        service.client.post("/v1/assistant/lead", &json!({ "variant": variant, "draws": draws })).json()
    };
    assert_eq!(ask("chickenfoot", json!({ "A": "5-6", "B": "1-1" }))["leader"], "B");
    assert_eq!(ask("hathaway", json!({ "A": "5-6", "B": "1-2" }))["redeal"], true);
    assert_eq!(ask("block", json!({ "A": "5-6", "B": "1-1" }))["leader"], "A");
}

#[test]
fn a_pass_after_drawing_a_tile_that_fits_is_found() {
    let service = Service::start();
    let turns = json!([
        { "seat": "A", "play": { "tile": "6-6", "at": "lead" } },
        { "seat": "B", "drew": 18, "pass": true },
        { "seat": "A", "pass": true },
    ]);
    let all = ["0-6", "1-6", "2-6", "3-6", "4-6", "5-6", "0-0", "0-1", "0-2", "0-3", "0-4", "0-5"];
    let more = ["1-1", "1-2", "1-3", "1-4", "1-5", "2-2", "2-3", "2-4", "2-5", "3-3", "3-4"];
    let b: Vec<&str> = all.into_iter().chain(more).collect();
    let asked = json!({ "variant": "hathaway", "players": 2, "leader": "A", "turns": turns,
        "hands": { "A": { "tiles": ["3-5", "4-4", "4-5", "5-5"] }, "B": { "tiles": b } } });
    let answer = service.client.post("/v1/assistant/round", &asked).json();
    assert_eq!(answer["findings"][0]["kind"], "pass_while_able", "{answer}");
    assert_eq!(answer["findings"][0]["seat"], "B");
}

#[test]
fn the_last_key_that_lasts_is_kept_though_another_lives_for_minutes() {
    let service = Service::start();
    let club = Club::found(&service.client, "Friday");
    let soon = (chrono::Utc::now() + chrono::TimeDelta::minutes(6)).to_rfc3339();
    club.make_key(&json!({ "scope": "manage", "label": "tonight", "expires_at": soon }));
    let keys = club.manager.get(&format!("{}/keys", club.path)).json();
    let first = keys["items"][0]["id"].as_str().unwrap().to_owned();
    let revoked = club.manager.delete(&format!("{}/keys/{first}", club.path));
    assert_eq!(refusal(&revoked).0, 409);
    club.make_key(&json!({ "scope": "manage", "label": "the other phone" }));
    assert_eq!(club.manager.delete(&format!("{}/keys/{first}", club.path)).status, 204);
}

#[test]
fn whatever_is_read_is_not_sent_again_to_those_who_have_it() {
    let service = Service::start();
    let club = Club::found(&service.client, "Friday");
    club.add("Ann");
    let game = club.start_game();
    let players = format!("{}/players", club.path);
    let log = format!("{game}/log");
    for path in ["/v1/variants", "/v1/variants/block", &club.path, &players, &game, &log] {
        let read = club.manager.get(path);
        let tag = read.header("etag").to_owned();
        assert!(read.status == 200 && tag.starts_with('"'), "{path}: {read:?}");
        let again = club.manager.send("GET", path, &[("If-None-Match", &tag)], None);
        assert_eq!(
            (again.status, again.text.as_str(), again.header("etag")),
            (304, "", tag.as_str()),
            "{path}"
        );
        let other = club.manager.send("GET", path, &[("If-None-Match", "\"0\"")], None);
        assert_eq!((other.status, &other.text), (200, &read.text), "{path}");
    }
    let before = club.manager.get(&players).header("etag").to_owned();
    club.add("Zoe");
    let changed = club.manager.send("GET", &players, &[("If-None-Match", &before)], None);
    assert_eq!(changed.status, 200, "a list that has grown is sent");
}

#[test]
fn where_the_table_says_who_leads_no_drawn_tile_does() {
    let service = Service::start();
    let ask = |lead: Value, round: u8| {
        let question = json!({ "variant": "block", "rules": { "lead": lead }, "round": round,
            "draws": { "A": "5-6", "B": "1-1" } });
        let answer = service.client.post("/v1/assistant/lead", &question).json();
        (answer["leader"].clone(), answer["detail"].as_str().unwrap().to_owned())
    };
    assert_eq!(ask(json!({}), 1).0, "A");
    let by_lot = (Value::Null, "The table says who leads.".to_owned());
    assert_eq!(ask(json!({ "first": "lot" }), 1), by_lot);
    assert_eq!(ask(json!({ "first": "lot", "later": "same_as_first" }), 2), by_lot);
    assert_eq!(ask(json!({ "first": "lot", "later": "redraw" }), 2).0, "A");
}
