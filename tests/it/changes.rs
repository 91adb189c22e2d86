//! What a change answers: what is different now, and no more however long the game is.

mod sayings;

use serde_json::{Value, json};

use self::sayings::saying;
use crate::support::{Answer, Chance, Client, Match, Service, apply, club, report};

/// Sends a change as somebody who knows the version, and says what to answer.
fn send(client: &Client, method: &str, path: &str, prefer: &str, body: Option<&Value>) -> Answer {
    client.send(method, path, &[("If-Match", "*"), ("Prefer", prefer)], body)
}

fn members(answer: &Answer) -> Vec<String> {
    answer.json().as_object().unwrap().keys().cloned().collect()
}

/// The same without when it was changed.
fn timeless(mut game: Value) -> Value {
    game.as_object_mut().unwrap().remove("changed_at");
    game
}

#[test]
fn whoever_applies_the_changes_has_the_game() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let names = ["Ann", "Bob", "Cy", "Dee"];
    let (mut done, mut refused) = (0, 0);
    for (variant, seats, partners) in [
        ("block", 2, false),
        ("block", 4, true),
        ("hathaway", 3, false),
        ("chickenfoot", 3, false),
        ("buildup", 2, false),
    ] {
        let sitting: Vec<Value> = names.iter().take(seats).map(|name| json!({ "name": name })).collect();
        for seed in 1..=4 {
            let mut chance = Chance::seeded(seed);
            let path =
                club.start(&json!({ "variant": variant, "seats": sitting, "partners": partners })).path;
            let read = || club.manager.get(&path).json();
            let mut game = read();
            for _ in 0..60 {
                let (method, rest, body) = saying(&mut chance, &game);
                let told = format!("{variant} {seed}: {method} {rest} {body:?}");
                let mark = if rest.contains('?') { '&' } else { '?' };
                let dry_path = format!("{path}{rest}{mark}dry_run=true");
                let dry = send(&club.manager, method, &dry_path, "", body.as_ref());
                assert_eq!(read(), game, "a dry run stores nothing: {told}");
                let prefer = ["", "", "", "return=representation", "return=minimal"][chance.below(5)];
                let real = send(&club.manager, method, &format!("{path}{rest}"), prefer, body.as_ref());
                assert!(real.status < 500, "{told}: {real:?}");
                assert_eq!(dry.status < 300, real.status < 300, "{told}: {dry:?} {real:?}");
                if real.status >= 300 {
                    refused += 1;
                    continue;
                }
                done += 1;
                let now = read();
                let change = real.json();
                if prefer != "return=minimal" {
                    let mut applied = game.clone();
                    apply(&mut applied, &change);
                    assert_eq!(applied, now, "{told}: {change}");
                }
                if prefer == "return=representation" {
                    assert_eq!(change["game"], now, "{told}");
                }
                // A guest who would be new has another id each time.
                if now["seats"] == game["seats"] {
                    let mut tried = game;
                    apply(&mut tried, &dry.json());
                    assert_eq!(timeless(tried), timeless(now.clone()), "{told}: {dry:?}");
                }
                game = now;
            }
        }
    }
    assert!(done > 400 && refused > 100, "{done} done, {refused} refused");
}

/// The answers to a turn and to a round of points in round `round`, and what they take in bytes.
fn sizes(game: &Match, round: usize, prefer: &str) -> [usize; 2] {
    let path = |rest: &str| format!("{}{rest}", game.path);
    let start = json!({ "detail": "plays", "leader": "A" });
    assert_eq!(game.send("POST", "/rounds", Some(&start)).status, 201);
    let turn = json!({ "seat": "A", "play": { "tile": "6-6" } });
    let played = send(&game.manager, "POST", &path(&format!("/rounds/{round}/turns")), prefer, Some(&turn));
    assert_eq!((played.status, &played.json()["turn"]), (201, &json!(1)), "{played:?}");
    assert_eq!(game.send("DELETE", "/rounds/last", None).status, 200);
    let scored = send(&game.manager, "POST", &path("/rounds"), prefer, Some(&report(1, 0)));
    assert_eq!((scored.status, &scored.json()["round"]), (201, &json!(round)), "{scored:?}");
    [played.text.len(), scored.text.len()]
}

#[test]
fn an_answer_does_not_grow_with_the_game() {
    let service = Service::start();
    let seats = json!([{ "name": "Ann" }, { "name": "Bob" }]);
    let game = Match::with(
        &service,
        json!({ "variant": "block", "seats": seats, "rules": { "match": { "target": 5000 } } }),
    );
    game.points(1, 0);
    let early = ["", "return=minimal", "return=representation"].map(|prefer| {
        let round = game.state()["rounds"].as_array().unwrap().len() + 1;
        sizes(&game, round, prefer)
    });
    for _ in 5..400 {
        game.points(1, 0);
    }
    let late = ["", "return=minimal", "return=representation"].map(|prefer| {
        let round = game.state()["rounds"].as_array().unwrap().len() + 1;
        sizes(&game, round, prefer)
    });
    println!("a turn and a round, by default, minimal and whole: {early:?}, in round 400 {late:?}");
    for (early, late) in early[..2].iter().flatten().zip(late[..2].iter().flatten()) {
        // Numbers of rounds and versions, and totals, have more digits.
        assert!(*late <= early + 48, "{early} and {late} bytes");
    }
    assert!(late[1][0] < 150, "{late:?}");
}

#[test]
fn a_turn_is_as_short_at_the_end_of_a_round_as_at_its_beginning() {
    let service = Service::start();
    let game = Match::start(&service);
    let start = json!({ "detail": "plays", "leader": "A" });
    assert_eq!(game.send("POST", "/rounds", Some(&start)).status, 201);
    let line = ["6-6", "5-6", "4-5", "3-4", "2-3", "1-2", "0-1"];
    let mut lengths = Vec::new();
    for (place, tile) in line.iter().enumerate() {
        let seat = ["A", "B"][place % 2];
        let turn = json!({ "seat": seat, "play": { "tile": tile } });
        let path = format!("{}/rounds/1/turns", game.path);
        let turn = send(&game.manager, "POST", &path, "", Some(&turn));
        assert_eq!(turn.status, 201, "{turn:?}");
        let table = turn.json()["table"].clone();
        assert_eq!(
            (&table["layout"][0]["tile"], table["turns"].as_array().unwrap().len()),
            (&json!(tile), 1)
        );
        lengths.push(turn.text.len());
    }
    assert!(lengths.iter().all(|length| length.abs_diff(lengths[1]) < 48), "{lengths:?}");
}

#[test]
fn an_answer_has_what_is_preferred() {
    let service = Service::start();
    let game = Match::start(&service);
    let rounds = format!("{}/rounds", game.path);
    let add = |prefer: &str| send(&game.manager, "POST", &rounds, prefer, Some(&report(1, 0)));

    let minimal = add("return=minimal");
    assert_eq!(members(&minimal), ["from_version", "id", "round", "version"]);
    assert_eq!(minimal.header("preference-applied"), "return=minimal");
    assert_eq!(minimal.json()["id"], game.state()["id"]);
    assert_eq!((minimal.status, minimal.header("etag")), (201, "\"2\""));
    assert_eq!(minimal.header("location"), format!("{rounds}/1"));

    let whole = add("respond-async, return=\"representation\"; strict");
    assert_eq!(whole.header("preference-applied"), "return=representation");
    assert_eq!(whole.json()["game"], game.state());

    for unknown in ["", "return=everything", "handling=strict"] {
        let plain = add(unknown);
        assert_eq!((plain.status, plain.header("preference-applied")), (201, ""), "{unknown}");
        let members = members(&plain);
        assert!(
            members.contains(&"score".to_owned()) && !members.contains(&"game".to_owned()),
            "{members:?}"
        );
    }
    // Of a correction it is told what it does.
    let amended = send(&game.manager, "PUT", &format!("{rounds}/1"), "", Some(&report(0, 7))).json();
    assert_eq!(amended["impact"]["totals_after"], json!({ "A": 4, "B": 7 }), "{amended}");
    assert_eq!(amended["kept"]["lines"], 0);
    assert_eq!(amended["rounds"].as_array().unwrap().len(), 1, "the later ones are as they were");
}

#[test]
fn a_correction_shows_the_later_rounds_that_it_changes() {
    let service = Service::start();
    let game = Match::start_with_draws(&service);
    for points in [10, 20, 30] {
        game.points(points, 0);
    }
    let path = format!("{}/rounds/1", game.path);
    let ended = send(&game.manager, "PUT", &path, "", Some(&report(90, 0))).json();
    let numbers: Vec<&Value> =
        ended["rounds"].as_array().unwrap().iter().map(|round| &round["round"]).collect();
    assert_eq!(numbers, [1, 3], "the match was over before the third: {ended}");
    assert_eq!(ended["rounds"][1]["after_end"], true);
}

#[test]
fn an_amended_round_shows_itself_whole() {
    let service = Service::start();
    let game = Match::start(&service);
    game.points(9, 0);
    let turns = json!([
        { "seat": "A", "play": { "tile": "6-6" } },
        { "seat": "B", "play": { "tile": "5-6" } },
        { "seat": "A", "pass": true },
    ]);
    let plays = json!({ "detail": "plays", "leader": "A", "turns": turns });
    let amended = send(&game.manager, "PUT", &format!("{}/rounds/1", game.path), "", Some(&plays));
    assert_eq!(amended.status, 200, "{amended:?}");
    let round = &amended.json()["rounds"][0];
    assert_eq!(*round, game.send("GET", "/rounds/1", None).json());
    assert_eq!((round["turns"].as_array().unwrap().len(), &round["detail"]), (3, &json!("plays")), "{round}");
}

#[test]
fn a_turn_that_goes_on_without_somebody_says_so() {
    let service = Service::start();
    let seats = json!([{ "name": "Ann" }, { "name": "Bob" }, { "name": "Cem" }]);
    let game = Match::with(&service, json!({ "variant": "hathaway", "seats": seats }));
    let turns = json!([
        { "seat": "A", "play": { "tile": "6-6" } },
        { "seat": "B", "play": { "tile": "5-6" } },
    ]);
    let plays = json!({ "detail": "plays", "leader": "A", "turns": turns });
    assert_eq!(game.send("POST", "/rounds", Some(&plays)).status, 201);
    assert_eq!(game.send("POST", "/seats/A/leave", Some(&json!({}))).status, 200);
    assert_eq!(game.send("DELETE", "/rounds/1/turns/last", None).status, 200);
    assert_eq!(game.state()["seats"][0]["present"], true, "the round is back at a turn before he left");
    let turn = json!({ "seat": "B", "play": { "tile": "4-6" } });
    let taken = send(&game.manager, "POST", &format!("{}/rounds/1/turns", game.path), "", Some(&turn)).json();
    assert_eq!(game.state()["seats"][0]["present"], false);
    assert_eq!(taken["seats"], game.state()["seats"], "{taken}");
}
