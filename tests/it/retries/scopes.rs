//! Whose requests are told apart by their names: a game's, or else a club's.

use serde_json::{Value, json};

use super::{assert_replayed, post};
use crate::support::{Answer, Client, Service, club, points, query, refusal};

fn send(client: &Client, method: &str, path: &str, headers: &[(&str, &str)], body: Option<&Value>) -> Answer {
    let headers = [headers, &[("Idempotency-Key", "n")]].concat();
    client.send(method, path, &headers, body)
}

#[test]
fn a_phone_that_was_paired_anew_does_it_once() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let (before, after) = (club.client_with("score"), club.client_with("score"));
    let game = club.start_game();
    let rounds = format!("{game}/rounds");
    let first = post(&before, &rounds, "r", &points(10));
    assert_replayed(&first, &post(&after, &rounds, "r", &points(10)));
    assert_eq!(club.manager.get(&game).json()["version"], 2);

    let players = format!("{}/players", club.path);
    let first = post(&before, &players, "p", &json!({ "name": "Cid" }));
    assert_replayed(&first, &post(&after, &players, "p", &json!({ "name": "Cid" })));
}

#[test]
fn what_was_done_is_told_to_those_only_who_may_do_it() {
    let service = Service::start();
    let (ours, theirs) = (club(&service, "Ours"), club(&service, "Theirs"));
    let (game, players) = (ours.start_game(), format!("{}/players", ours.path));
    let rounds = format!("{game}/rounds");
    post(&ours.manager, &rounds, "r", &points(10));
    post(&ours.manager, &players, "p", &json!({ "name": "Cid" }));

    let other = ours.start_game();
    let id = other.rsplit('/').next().unwrap();
    let (key, _) = ours.make_key(&json!({ "scope": "score", "label": "one game", "game": id }));
    let one_game = ours.manager.with_key(&key);
    let cases = [
        (ours.client_with("view"), 403, "scope_too_small", 403, "scope_too_small"),
        (one_game, 403, "key_of_one_game", 403, "key_of_one_game"),
        (theirs.manager, 404, "game_not_found", 404, "club_not_found"),
    ];
    for (client, status, code, of_club, code_of_club) in cases {
        let answer = post(&client, &rounds, "r", &points(10));
        assert_eq!(refusal(&answer), (status, code.to_owned()));
        let answer = post(&client, &players, "p", &json!({ "name": "Cid" }));
        assert_eq!(refusal(&answer), (of_club, code_of_club.to_owned()));
    }
}

#[test]
fn an_answer_with_a_key_is_the_senders_own() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let other = club.client_with("manage");
    let keys = format!("{}/keys", club.path);
    let body = json!({ "scope": "view", "label": "TV" });
    let (one, two) = (post(&club.manager, &keys, "k", &body), post(&other, &keys, "k", &body));
    assert_eq!((one.status, two.status, two.header("idempotent-replayed")), (201, 201, ""));
    assert_ne!(one.json()["key"], two.json()["key"]);
    assert_replayed(&one, &post(&club.manager, &keys, "k", &body));
}

#[test]
fn a_lost_amendment_is_told_from_that_of_somebody_else() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let game = club.start_game();
    club.manager.post(&format!("{game}/rounds"), &points(10));
    let round = format!("{game}/rounds/1");
    let tag = ("If-Match", "\"2\"");
    let first = send(&club.manager, "PUT", &round, &[tag], Some(&points(12)));
    assert_replayed(&first, &send(&club.manager, "PUT", &round, &[tag], Some(&points(12))));
    let other = club.manager.send("PUT", &round, &[tag, ("Idempotency-Key", "m")], Some(&points(12)));
    assert_eq!(refusal(&other), (412, "stale_version".to_owned()));
}

#[test]
fn what_was_taken_back_once_is_not_taken_back_again() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let game = club.start_game();
    let rounds = format!("{game}/rounds");
    club.manager.post(&rounds, &points(10));
    club.manager.post(&rounds, &points(20));
    let any = ("If-Match", "*");
    let undo = || send(&club.manager, "DELETE", &format!("{rounds}/last"), &[any], None);
    assert_replayed(&undo(), &undo());
    assert_eq!(club.manager.get(&game).json()["rounds"].as_array().unwrap().len(), 1);

    let start = json!({ "detail": "plays", "leader": "A", "turns": [
        { "seat": "A", "play": { "tile": "6-6" } }, { "seat": "B", "play": { "tile": "6-5" } },
    ] });
    club.manager.post(&rounds, &start);
    let path = format!("{rounds}/2/turns/last");
    let undo = || club.manager.send("DELETE", &path, &[any, ("Idempotency-Key", "t")], None);
    assert_replayed(&undo(), &undo());
    assert_eq!(club.manager.get(&game).json()["table"]["to_play"], "B");
}

/// Every change of a club under one name each, twice.
#[test]
fn whatever_changes_something_may_be_sent_again() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let id = |answer: Answer| answer.json()["id"].as_str().unwrap().to_owned();
    let (cid, dot) = (id(club.add("Cid")), id(club.add("Dot")));
    let (_, key) = club.make_key(&json!({ "scope": "view", "label": "TV" }));
    let days = json!({ "name": "Spring", "from": "2026-01-01", "to": "2026-03-31" });
    let season = id(club.manager.post(&format!("{}/seasons", club.path), &days));
    let game = club.start_game();
    let at = |place: &str| format!("{}/{place}", club.path);
    let adjustments = at(&format!("seasons/{season}/adjustments"));
    let points = json!({ "player": cid, "points": 3, "reason": "fair play" });
    let given = id(club.manager.post(&adjustments, &points));
    let why = json!({ "reason": "a mistake" });
    let changes = [
        ("PATCH", club.path.clone(), Some(json!({ "name": "Monday" }))),
        ("PATCH", at(&format!("players/{cid}")), Some(json!({ "name": "Cyd" }))),
        ("POST", at(&format!("players/{dot}/merge")), Some(json!({ "into": cid }))),
        ("POST", at(&format!("players/{dot}/unmerge")), None),
        ("DELETE", at(&format!("players/{dot}")), None),
        ("DELETE", at(&format!("keys/{key}")), None),
        ("PATCH", at(&format!("seasons/{season}")), Some(json!({ "name": "Winter" }))),
        ("POST", adjustments.clone(), Some(points)),
        ("POST", format!("{adjustments}/{given}/cancel"), Some(why.clone())),
        ("POST", at(&format!("seasons/{season}/close")), None),
        ("POST", at(&format!("seasons/{season}/reopen")), Some(why)),
        ("DELETE", at(&format!("seasons/{season}")), None),
        ("PATCH", game, Some(json!({ "name": "Final" }))),
    ];
    for (number, (method, path, body)) in changes.into_iter().enumerate() {
        let name = format!("n{number}");
        let change = || club.manager.send(method, &path, &[("Idempotency-Key", &name)], body.as_ref());
        let first = change();
        assert_replayed(&first, &change());
        let retried = query(&service.database, "SELECT count(*) FROM replies");
        assert!(retried.concat().concat().parse::<usize>().unwrap() > 0, "{method} {path}");
    }
}
