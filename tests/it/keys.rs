//! Keys, share links and pairing codes, over HTTP.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::{Club, NOBODY, Service, club, points, query, refusal, wait_until};

fn keys(club: &Club) -> Vec<Value> {
    club.manager.get(&format!("{}/keys", club.path)).json()["items"].as_array().unwrap().clone()
}

#[test]
fn a_key_is_made_shown_once_and_listed_without_itself() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let end = "2999-01-02T03:04:05Z";
    let asked = json!({ "scope": "score", "label": "Ann's phone", "expires_at": end });
    let made = club.manager.post(&format!("{}/keys", club.path), &asked);

    assert_eq!((made.status, made.header("cache-control")), (201, "no-store"));
    let body = made.json();
    let (key, id) = (body["key"].as_str().unwrap(), body["id"].as_str().unwrap());
    assert!(key.starts_with("pk_") && key.len() == 67, "{key}");
    assert_eq!((&body["scope"], &body["expires_at"]), (&json!("score"), &json!(end)));

    let listed = club.manager.get(&format!("{}/keys", club.path));
    assert!(!listed.text.contains(key) && !listed.text.contains("hash"));
    let read = club.manager.get(made.header("location")).json();
    assert_eq!(listed.json()["items"][1], read);
    assert_eq!((&read["id"], &read["label"]), (&json!(id), &json!("Ann's phone")));
    assert!(read["last_used_at"].is_null());

    assert_eq!(service.client.with_key(key).get(&club.path).status, 200);
    assert!(club.manager.get(made.header("location")).json()["last_used_at"].is_string());
    let stored = query(&service.database, "SELECT keys::text FROM keys");
    assert!(!stored.concat().concat().contains(key.trim_start_matches("pk_")));
}

#[test]
fn a_key_that_makes_no_sense_is_refused_at_its_member() {
    let service = Service::start();
    let (ours, theirs) = (club(&service, "Ours"), club(&service, "Theirs"));
    let game = ours.start_game().rsplit('/').next().unwrap().to_owned();
    let foreign = theirs.start_game().rsplit('/').next().unwrap().to_owned();
    let cases = [
        (
            json!({ "scope": "view", "label": "x", "expires_at": "2001-01-01T00:00:00Z" }),
            "invalid_body",
            "/expires_at",
        ),
        (json!({ "scope": "view", "label": "x", "game": NOBODY }), "game_unknown", "/game"),
        (json!({ "scope": "view", "label": "x", "game": foreign }), "game_unknown", "/game"),
        (json!({ "scope": "manage", "label": "x", "game": game }), "manager_of_one_game", "/scope"),
        (json!({ "scope": "admin", "label": "x" }), "invalid_body", "/scope"),
        (json!({ "scope": "view", "label": "" }), "invalid_body", "/label"),
    ];
    for (body, code, pointer) in cases {
        let answer = ours.manager.post(&format!("{}/keys", ours.path), &body);
        assert_eq!(refusal(&answer), (422, code.to_owned()), "{body}");
        assert_eq!(answer.json()["errors"][0]["pointer"], pointer, "{body}");
    }
    let made = ours
        .client_with("score")
        .post(&format!("{}/keys", ours.path), &json!({ "scope": "view", "label": "x" }));
    assert_eq!(refusal(&made), (403, "scope_too_small".to_owned()));
    assert_eq!(
        refusal(&ours.manager.get(&format!("{}/keys/{NOBODY}", ours.path))),
        (404, "key_not_found".to_owned())
    );
}

#[test]
fn a_revoked_key_is_no_good_at_once() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let (key, id) = club.make_key(&json!({ "scope": "view", "label": "TV" }));
    let viewer = service.client.with_key(&key);
    let stopped = AtomicBool::new(false);

    // Each of these requests begins after the answer to the revocation or ends before it.
    thread::scope(|scope| {
        let streams: Vec<_> = (0..3)
            .map(|_| {
                scope.spawn(|| {
                    let mut seen = 0;
                    loop {
                        let after = stopped.load(Ordering::SeqCst);
                        let answer = viewer.get(&club.path);
                        match answer.status {
                            200 => assert!(!after, "a revoked key was taken for good"),
                            status => return assert_eq!((status, seen > 0), (401, true)),
                        }
                        seen += 1;
                    }
                })
            })
            .collect();
        thread::sleep(Duration::from_millis(200));
        assert_eq!(club.manager.delete(&format!("{}/keys/{id}", club.path)).status, 204);
        stopped.store(true, Ordering::SeqCst);
        streams.into_iter().for_each(|stream| stream.join().unwrap());
    });
    assert_eq!(club.manager.delete(&format!("{}/keys/{id}", club.path)).status, 204);
    assert!(keys(&club)[1]["revoked_at"].is_string());
}

#[test]
fn a_revoked_key_is_no_good_in_another_process_within_two_seconds() {
    let service = Service::start();
    let other = Service::start_on(&service.database);
    let club = club(&service, "Friday");
    let (key, id) = club.make_key(&json!({ "scope": "view", "label": "TV" }));
    let elsewhere = other.client.with_key(&key);
    assert_eq!(elsewhere.get(&club.path).status, 200);

    club.manager.delete(&format!("{}/keys/{id}", club.path));
    let revoked = Instant::now();
    wait_until("the other process knows", || elsewhere.get(&club.path).status == 401);
    assert!(revoked.elapsed() < Duration::from_secs(2), "{:?}", revoked.elapsed());
}

#[test]
fn the_last_key_that_manages_stays() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let own = keys(&club)[0]["id"].as_str().unwrap().to_owned();
    club.make_key(&json!({ "scope": "score", "label": "no manager" }));
    let revoke = |id: &str| club.manager.delete(&format!("{}/keys/{id}", club.path));
    assert_eq!(refusal(&revoke(&own)), (409, "last_manage_key".to_owned()));

    // Of two managers who revoke each other at once, one stays.
    let (key, id) = club.make_key(&json!({ "scope": "manage", "label": "second" }));
    let second = service.client.with_key(&key);
    thread::scope(|scope| {
        let one = scope.spawn(|| revoke(&id).status);
        let two = scope.spawn(|| second.delete(&format!("{}/keys/{own}", club.path)).status);
        let mut statuses = [one.join().unwrap(), two.join().unwrap()];
        statuses.sort_unstable();
        assert!(matches!(statuses, [204, 401 | 409]), "{statuses:?}");
    });
}

#[test]
fn a_share_link_shows_its_game_and_nothing_else() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let (shared, other) = (club.start_game(), club.start_game());
    let id = shared.rsplit('/').next().unwrap();
    let (key, _) = club.make_key(&json!({
        "scope": "view", "label": "link", "game": id, "expires_at": "2999-01-01T00:00:00Z",
    }));
    let guest = service.client.with_key(&key);

    assert_eq!(guest.get(&shared).json()["id"], id);
    let unknown = guest.get(&format!("/v1/games/{NOBODY}"));
    assert_eq!(refusal(&unknown), (403, "key_of_one_game".to_owned()));
    assert_eq!(guest.get(&other).text, unknown.text);
    assert_eq!(guest.post(&format!("{other}/rounds"), &points(5)).text, unknown.text);
    assert_eq!(refusal(&guest.post(&format!("{shared}/rounds"), &points(5))).0, 403);
    let listed = guest.get(&format!("{}/games", club.path)).json();
    assert_eq!(listed["items"].as_array().unwrap().len(), 1);
    assert_eq!(refusal(&guest.get(&format!("{}/players", club.path))), (403, "key_of_one_game".to_owned()));

    // A key must not do worse than none.
    club.manager.patch(&club.path, &json!({ "visibility": "public" }));
    assert_eq!(guest.get(&other).status, 200);
    assert_eq!(guest.get(&format!("{}/players", club.path)).status, 200);
}

#[test]
fn a_link_ends_when_it_says() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let (key, id) = club.make_key(&json!({
        "scope": "view", "label": "link", "expires_at": "2999-01-01T00:00:00Z",
    }));
    let guest = service.client.with_key(&key);
    assert_eq!(guest.get(&club.path).status, 200);

    query(&service.database, &format!("UPDATE keys SET expires_at = now() WHERE id = '{id}'"));
    wait_until("the key has expired", || guest.get(&club.path).status == 401);
    assert!(guest.get(&club.path).text.contains("expired"));
}

fn offer(club: &Club) -> String {
    let made = club.manager.post(&format!("{}/pairings", club.path), &json!({ "label": "Bob's phone" }));
    assert_eq!(made.status, 201, "{made:?}");
    made.json()["code"].as_str().unwrap().to_owned()
}

#[test]
fn a_pairing_code_gives_one_phone_a_key() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let code = offer(&club);
    assert_eq!(code.len(), 9, "{code}");

    let typed = json!({ "code": code.to_lowercase().replace('-', " ") });
    let phone = service.client.post("/v1/pairings", &typed);
    assert_eq!((phone.status, phone.header("cache-control")), (201, "no-store"));
    let body = phone.json();
    assert_eq!(
        (&body["scope"], &body["club"], &body["label"]),
        (&json!("score"), &json!(club.id), &json!("Bob's phone"))
    );
    let phone = service.client.with_key(body["key"].as_str().unwrap());
    assert_eq!(phone.post(&format!("{}/players", club.path), &json!({ "name": "Bob" })).status, 201);

    assert_eq!(refusal(&service.client.post("/v1/pairings", &typed)), (404, "pairing_not_found".to_owned()));
    let too_weak = phone.post(&format!("{}/pairings", club.path), &json!({ "label": "x" }));
    assert_eq!(refusal(&too_weak), (403, "scope_too_small".to_owned()));
}

#[test]
fn a_request_for_a_pairing_code_is_answered_the_same_when_it_comes_again() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let path = format!("{}/pairings", club.path);
    let ask = || {
        let body = json!({ "label": "Bob's phone" });
        club.manager.send("POST", &path, &[("Idempotency-Key", "phone")], Some(&body))
    };
    let first = ask();
    let code = first.json()["code"].as_str().unwrap().to_owned();
    assert_eq!((ask().status, ask().text), (201, first.text.clone()));
    assert_eq!(service.client.post("/v1/pairings", &json!({ "code": code })).status, 201);
    let again = ask();
    assert_eq!((again.status, &again.text), (201, &first.text), "also when the code was used");
    assert_eq!((again.header("idempotent-replayed"), again.header("cache-control")), ("true", "no-store"));
    let used = service.client.post("/v1/pairings", &json!({ "code": code }));
    assert_eq!(refusal(&used), (404, "pairing_not_found".to_owned()));
}

#[test]
fn a_pairing_code_ends_after_ten_minutes_or_a_few_tries() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let old = offer(&club);
    query(&service.database, "UPDATE pairings SET expires_at = now()");
    let unknown = service.client.post("/v1/pairings", &json!({ "code": old }));
    assert_eq!(refusal(&unknown), (404, "pairing_not_found".to_owned()));

    let code = offer(&club);
    let last = if code.ends_with('2') { "3" } else { "2" };
    let wrong = json!({ "code": format!("{}{last}", &code[..8]) });
    for attempt in 0..5 {
        // A header that makes requests safe to repeat must not make guesses free.
        let name = attempt.to_string();
        let answer = service.client.send("POST", "/v1/pairings", &[("Idempotency-Key", &name)], Some(&wrong));
        assert_eq!(answer.text, unknown.text);
    }
    assert_eq!(service.client.post("/v1/pairings", &json!({ "code": code })).text, unknown.text);
}

#[test]
fn who_guesses_pairing_codes_is_told_to_wait() {
    let service = Service::start();
    let statuses: Vec<u16> = (0..12)
        .map(|_| service.client.post("/v1/pairings", &json!({ "code": "ABCD-2345" })).status)
        .collect();
    assert_eq!(statuses[..10], [404; 10]);
    assert_eq!(statuses[11], 429);
}
