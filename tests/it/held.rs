//! What the players of a running round hold is nobody else's business.

use serde_json::{Value, json};

use crate::support::{Answer, Club, Match, Service, club, refusal, report};

const DEAL: [&str; 2] =
    [r#"["6-6","6-5","5-5","1-2","0-1","0-2","0-0"]"#, r#"["6-4","4-4","3-4","2-3","1-3","3-3","1-1"]"#];

/// A round whose hands are known; B draws in Hathaway's game.
fn dealt() -> Value {
    let hand = |index: usize| serde_json::from_str::<Value>(DEAL[index]).unwrap();
    json!({ "detail": "plays", "leader": "A", "deal": { "A": hand(0), "B": hand(1) } })
}

/// Somebody with a share link, somebody with a key that reads, and another club's manager.
fn onlookers(service: &Service, club: &Club, game: &str) -> Vec<(crate::support::Client, &'static str)> {
    let id = game.rsplit('/').next().unwrap();
    let (link, _) = club.make_key(&json!({ "scope": "view", "label": "link", "game": id }));
    let stranger = Club::found(&service.client, "Strangers").manager;
    club.manager.patch(&club.path, &json!({ "visibility": "public" }));
    vec![
        (service.client.with_key(&link), "a share link"),
        (club.client_with("view"), "a reader"),
        (service.client.clone(), "nobody"),
        (stranger, "a stranger"),
    ]
}

/// Whether a tile is named; ids may have its numbers in them.
fn tells(answer: &Answer, tile: &str) -> bool {
    answer.text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').any(|word| word == tile)
}

/// Everything that is read of a game.
fn readers(game: &str) -> Vec<String> {
    let mut paths = vec![game.to_owned()];
    for place in [
        "/rounds/1",
        "/log",
        "/log?after=1&limit=1",
        "/export",
        "/scoresheet.csv",
        "/bgstats",
        "/boardgamegeek",
    ] {
        paths.push(format!("{game}{place}"));
    }
    paths.extend((1..9).map(|version| format!("{game}?version={version}")));
    paths
}

#[test]
fn dealt_hands_are_seen_by_those_who_record_them_until_the_round_is_over() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let game = club.start_game();
    let turns = [("A", "6-6"), ("B", "6-4"), ("A", "6-5")];
    assert_eq!(club.manager.post(&format!("{game}/rounds"), &dealt()).status, 201);
    let play = |seat: &str, tile: &str| {
        let turn = json!({ "seat": seat, "play": { "tile": tile } });
        assert_eq!(club.manager.post(&format!("{game}/rounds/1/turns"), &turn).status, 201);
    };
    turns.iter().for_each(|(seat, tile)| play(seat, tile));

    let hidden = |answer: &Answer| !tells(answer, "1-2") && !tells(answer, "3-3");
    let others = onlookers(&service, &club, &game);
    for (client, who) in &others {
        for path in readers(&game) {
            let answer = client.get(&path);
            assert!(hidden(&answer), "{who} {path}: {answer:?}");
            let is_export = path.ends_with("export");
            let expected = if is_export { (403, "hands_hidden".to_owned()) } else { (200, String::new()) };
            let got = if is_export { refusal(&answer) } else { (answer.status, String::new()) };
            let is_play = path.ends_with("/bgstats") || path.ends_with("/boardgamegeek");
            if !path.contains("version=") && !is_play {
                assert_eq!(got, expected, "{who} {path}");
            }
        }
        let read = client.get(&game).json();
        assert_eq!((&read["table"]["to_play"], &read["table"]["may"]), (&json!("B"), &Value::Null), "{who}");
        assert_eq!(read["table"]["tiles_left"], json!({ "A": 5, "B": 6 }));
    }
    for client in [&club.manager, &club.client_with("score")] {
        let log = client.get(&format!("{game}/log")).json();
        assert!(log["items"][1]["recorded"].to_string().contains("1-2"), "{log}");
        assert_eq!(client.get(&game).json()["table"]["may"], json!(["play"]));
        assert_eq!(client.get(&format!("{game}/export")).status, 200);
    }

    play("B", "4-4");
    play("A", "5-5");
    play("B", "3-4");
    let voided =
        club.manager.send("DELETE", &format!("{game}/rounds/1?reason=misdeal"), &[("If-Match", "*")], None);
    assert_eq!(voided.status, 200, "{voided:?}");
    for (client, who) in &others {
        let log = client.get(&format!("{game}/log"));
        assert!(hidden(&log), "{who}: it may be restored and played on: {log:?}");
    }
    assert_eq!(club.manager.post(&format!("{game}/rounds"), &report(5, 0)).status, 201);
    for (client, who) in &others {
        assert!(client.get(&format!("{game}/log")).text.contains("3-3"), "{who}: nobody plays it any more");
        assert_eq!(client.get(&format!("{game}/export")).status, 200, "{who}");
    }
}

#[test]
fn what_was_taken_back_stays_hidden_while_the_round_is_played_again() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let game = club.start_game();
    let rounds = format!("{game}/rounds");
    let any = [("If-Match", "*")];
    // Recorded whole with its hands, taken back, voided unfinished, and begun once more.
    let hands = json!({ "detail": "hands", "ending": "domino", "out": "A", "hands": { "B": { "tiles": ["1-3", "3-3"] } } });
    assert_eq!(club.manager.post(&rounds, &hands).status, 201);
    assert_eq!(club.manager.send("DELETE", &format!("{rounds}/last"), &any, None).status, 200);
    assert_eq!(club.manager.post(&rounds, &dealt()).status, 201);
    assert_eq!(club.manager.send("DELETE", &format!("{rounds}/1?reason=leader"), &any, None).status, 200);
    let others = onlookers(&service, &club, &game);
    for (client, who) in &others {
        let log = client.get(&format!("{game}/log"));
        assert!(!tells(&log, "3-3"), "{who}: the same deal may be played again: {log:?}");
        assert_eq!(client.get(&format!("{game}/export")).status, 403, "{who}");
    }
    let start = json!({ "detail": "plays", "leader": "A" });
    assert_eq!(club.manager.post(&rounds, &start).status, 201);

    let viewer = others[0].0.clone();
    for (client, who) in others {
        for path in readers(&game) {
            let answer = client.get(&path);
            assert!(!tells(&answer, "3-3"), "{who} {path}: {answer:?}");
        }
        let then = client.get(&format!("{game}?version=2"));
        assert_eq!(refusal(&then), (403, "hands_hidden".to_owned()), "{who}");
    }
    assert!(club.manager.get(&format!("{game}?version=2")).text.contains("3-3"));
    // Totals of that version tell what the hand held.
    let totals = |client: &crate::support::Client| {
        client.get(&format!("{game}/log?after=1&limit=1")).json()["items"][0]["totals"].clone()
    };
    assert_eq!(totals(&club.manager), json!({ "A": 10, "B": 0 }));
    assert_eq!(totals(&viewer), json!(null));
}

#[test]
fn what_was_taken_back_stays_hidden_until_the_next_round_is_over() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let game = club.start_game();
    let rounds = format!("{game}/rounds");
    assert_eq!(club.manager.post(&rounds, &report(5, 0)).status, 201);
    assert_eq!(club.manager.post(&rounds, &dealt()).status, 201);
    let turn = json!({ "seat": "A", "play": { "tile": "6-6" } });
    assert_eq!(club.manager.post(&format!("{rounds}/2/turns"), &turn).status, 201);
    assert_eq!(
        club.manager.send("DELETE", &format!("{rounds}/last"), &[("If-Match", "*")], None).status,
        200
    );
    let others = onlookers(&service, &club, &game);
    let hidden = |when: &str| {
        for (client, who) in &others {
            for path in readers(&game) {
                let answer = client.get(&path);
                assert!(!answer.text.contains("3-3"), "{when}: {who} {path}: {answer:?}");
            }
            assert_eq!(
                refusal(&client.get(&format!("{game}/export"))),
                (403, "hands_hidden".to_owned()),
                "{who}"
            );
        }
        assert!(club.manager.get(&format!("{game}/log")).text.contains("3-3"), "{when}");
        assert_eq!(club.manager.get(&format!("{game}/export")).status, 200, "{when}");
    };
    hidden("the same tiles may be dealt again");
    // The table may take the match up again.
    let end = json!({ "kind": "abandoned", "reason": "rain" });
    assert_eq!(club.manager.post(&format!("{game}/end"), &end).status, 200);
    hidden("the match is declared over");
    assert_eq!(club.manager.post(&format!("{game}/reopen"), &json!({})).status, 200);
    assert_eq!(club.manager.post(&rounds, &report(0, 5)).status, 201);
    for (client, who) in &others {
        assert!(client.get(&format!("{game}/log")).text.contains("3-3"), "{who}: nobody plays it any more");
        assert_eq!(client.get(&format!("{game}/export")).status, 200, "{who}");
    }
}

#[test]
fn hands_stay_hidden_when_the_match_is_over_in_the_middle_of_a_round() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let ends: [(&str, &str, Value); 3] = [
        ("Block", "/end", json!({ "kind": "abandoned", "reason": "rain" })),
        ("Block", "/end", json!({ "kind": "forfeit", "by": "B", "reason": "went home" })),
        (
            "a penalty",
            "/penalties",
            json!({ "seat": "B", "round": 1, "amount": { "points": 100 }, "awarded_to": "A", "reason": "peeked" }),
        ),
    ];
    for (what, place, body) in ends {
        let rules = json!({ "match": { "penalty_ends": true } });
        let game = club.start(
            &json!({ "variant": "block", "rules": rules, "seats": [{ "name": "Ann" }, { "name": "Bob" }] }),
        );
        assert_eq!(game.post("/rounds", &dealt()).status, 201);
        let turn = json!({ "seat": "A", "play": { "tile": "6-6" } });
        assert_eq!(game.post("/rounds/1/turns", &turn).status, 201);
        let ended = game.post(place, &body);
        assert!(ended.status < 300, "{what}: {ended:?}");
        assert_eq!(game.state()["score"]["status"], "finished", "{what}: {body}");
        for (client, who) in onlookers(&service, &club, &game.path) {
            for path in readers(&game.path) {
                let answer = client.get(&path);
                assert!(!answer.text.contains("3-3"), "{what}: {who} {path}: {answer:?}");
            }
        }
        assert!(game.client.get(&format!("{}/rounds/1", game.path)).status == 200);
        assert!(game.client.get(&format!("{}/log", game.path)).text.contains("3-3"));
    }
}

#[test]
fn drawn_tiles_are_hidden_and_counted() {
    let service = Service::start();
    let game = Match::with(
        &service,
        json!({ "variant": "hathaway", "seats": [{ "name": "Ann" }, { "name": "Bob" }] }),
    );
    assert_eq!(game.send("POST", "/rounds", Some(&json!({ "detail": "plays", "leader": "A" }))).status, 201);
    for turn in [
        json!({ "seat": "A", "play": { "tile": "6-6" } }),
        json!({ "seat": "B", "drew": 2, "drawn": ["1-1", "3-6"], "play": { "tile": "3-6" } }),
    ] {
        let added = game.send("POST", "/rounds/1/turns", Some(&turn));
        assert_eq!(added.status, 201, "{added:?}");
    }
    let club = game.state()["club"].as_str().unwrap().to_owned();
    let key = json!({ "scope": "view", "label": "TV" });
    let made = game.manager.post(&format!("/v1/clubs/{club}/keys"), &key).json();
    let viewer = game.manager.with_key(made["key"].as_str().unwrap());
    for path in readers(&game.path) {
        assert!(!viewer.get(&path).text.contains("1-1\""), "{path}");
    }
    let turn = viewer.get(&format!("{}/rounds/1", game.path)).json()["turns"][1].clone();
    assert_eq!((&turn["drew"], &turn["tile"], turn.get("drawn")), (&json!(2), &json!("3-6"), None));
    let log = viewer.get(&format!("{}/log", game.path)).json();
    let told = &log["items"][3]["recorded"]["turn"];
    assert_eq!((&told["drew"], told.get("drawn")), (&json!(2), None));
    assert!(game.send("GET", "/rounds/1", None).text.contains("1-1"));

    // Whoever may see more has another edition.
    let tag = viewer.get(&game.path).header("etag").to_owned();
    let read =
        |client: &crate::support::Client| client.send("GET", &game.path, &[("If-None-Match", &tag)], None);
    assert_eq!((read(&viewer).status, read(&game.manager).status), (304, 200));
}

#[test]
fn a_share_link_does_not_read_the_settings_of_the_club() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let game = club.start_game();
    club.manager.post(&format!("{game}/rounds"), &report(5, 0));
    for scope in ["view", "score"] {
        let id = game.rsplit('/').next().unwrap();
        let (key, _) = club.make_key(&json!({ "scope": scope, "label": "link", "game": id }));
        let guest = service.client.with_key(&key);
        assert_eq!(guest.get(&game).status, 200);
        assert_eq!(refusal(&guest.get(&club.path)), (403, "key_of_one_game".to_owned()));
    }
    assert_eq!(club.client_with("view").get(&club.path).json()["name"], "Friday");
}
