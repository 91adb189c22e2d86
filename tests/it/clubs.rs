//! Clubs, their players and their keys, over HTTP.

use std::thread;

use serde_json::{Value, json};

use crate::support::{Answer, NOBODY, Service, club, query, refusal};

/// The pointer and the sentence of the one member that is to blame.
fn blamed(answer: &Answer) -> (String, String) {
    let body = answer.json();
    let error = &body["errors"][0];
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    (text(&error["pointer"]), text(&error["detail"]))
}

#[test]
fn a_founded_club_answers_to_its_key() {
    let service = Service::start();
    let asked = json!({ "name": " Friday ", "time_zone": "Europe/Berlin", "visibility": null });
    let made = service.client.post("/v1/clubs", &asked);

    assert_eq!(made.status, 201);
    let mut club = made.json();
    let key = club.as_object_mut().unwrap().remove("key").unwrap();
    let path = format!("/v1/clubs/{}", club["id"].as_str().unwrap());
    assert_eq!(made.header("location"), path);
    assert_eq!((&club["name"], &club["time_zone"]), (&json!("Friday"), &json!("Europe/Berlin")));
    assert_eq!(club["visibility"], "private");
    // Strict clients refuse fractions of a second.
    assert_eq!(club["created_at"].as_str().unwrap().len(), "2026-11-29T20:44:10Z".len());

    let read = service.client.with_key(key.as_str().unwrap()).get(&path);
    assert_eq!((read.status, read.json()), (200, club));
}

#[test]
fn a_key_is_kept_as_a_hash_only() {
    let service = Service::start();
    let club = club(&service, "Friday");

    let stored = query(&service.database, "SELECT keys::text, length(hash) FROM keys");
    assert_eq!(stored.len(), 1);
    assert_eq!(stored[0][1], "32");
    assert!(!stored[0][0].contains(club.key.trim_start_matches("pk_")));
}

#[test]
fn a_club_is_changed_member_by_member() {
    let service = Service::start();
    let club = club(&service, "Friday");

    let changed = club.manager.patch(&club.path, &json!({ "name": "Saturday", "time_zone": null }));
    assert_eq!(changed.status, 200);
    assert_eq!((&changed.json()["name"], &changed.json()["time_zone"]), (&json!("Saturday"), &json!("UTC")));

    let unchanged = club.manager.patch(&club.path, &json!({}));
    assert_eq!((unchanged.status, unchanged.json()), (200, changed.json()));
}

#[test]
fn a_private_club_is_told_to_nobody_else() {
    let service = Service::start();
    let (ours, theirs) = (club(&service, "Ours"), club(&service, "Theirs"));
    let missing = format!("/v1/clubs/{NOBODY}");

    // Without a key, private and missing ask for one; with another club's, both do not exist.
    for path in [&theirs.path, &missing, &format!("{}/players", theirs.path)] {
        let anonymous = service.client.get(path);
        assert_eq!(refusal(&anonymous), (401, "unauthenticated".to_owned()));
        let foreign = ours.manager.get(path);
        assert_eq!(refusal(&foreign), (404, "club_not_found".to_owned()));
        assert_eq!(anonymous.text, service.client.get(&missing).text);
        assert_eq!(foreign.text, ours.manager.get(&missing).text);
    }
    let write = ours.manager.patch(&theirs.path, &json!({ "name": "Mine now" }));
    assert_eq!(write.text, ours.manager.patch(&missing, &json!({ "name": "Mine now" })).text);
    assert_eq!(refusal(&write), (404, "club_not_found".to_owned()));
}

#[test]
fn a_public_club_is_read_by_anyone_and_changed_by_its_keys_only() {
    let service = Service::start();
    let (ours, other) = (club(&service, "Ours"), club(&service, "Other"));
    ours.add("Ann");
    assert_eq!(ours.manager.patch(&ours.path, &json!({ "visibility": "public" })).status, 200);

    let players = format!("{}/players", ours.path);
    for reader in [&service.client, &other.manager] {
        assert_eq!(reader.get(&ours.path).status, 200);
        assert_eq!(reader.get(&players).json()["items"][0]["name"], "Ann");
    }
    let anonymous = service.client.post(&players, &json!({ "name": "Bob" }));
    assert_eq!(refusal(&anonymous), (401, "unauthenticated".to_owned()));
    let foreign = other.manager.post(&players, &json!({ "name": "Bob" }));
    assert_eq!(refusal(&foreign), (404, "club_not_found".to_owned()));
}

#[test]
fn a_key_that_is_no_longer_good_is_refused_even_where_none_is_needed() {
    let service = Service::start();
    let club = club(&service, "Friday");
    club.manager.patch(&club.path, &json!({ "visibility": "public" }));
    let unknown = format!("pk_{}", "0".repeat(64));
    for key in ["", "pk_", "nonsense", unknown.as_str()] {
        let answer =
            service.client.send("GET", &club.path, &[("Authorization", &format!("Bearer {key}"))], None);
        assert_eq!(refusal(&answer), (401, "unauthenticated".to_owned()), "{key}");
        assert!(answer.header("www-authenticate").starts_with("Bearer"));
    }
    for change in ["expires_at = now()", "expires_at = NULL, revoked_at = now()"] {
        // A key of its own, which nobody has looked up yet: behind its back, a service notices late.
        let (key, id) = club.make_key(&json!({ "scope": "view", "label": "TV" }));
        query(&service.database, &format!("UPDATE keys SET {change} WHERE id = '{id}'"));
        let answer = service.client.with_key(&key).get(&club.path);
        assert_eq!(refusal(&answer), (401, "unauthenticated".to_owned()));
    }
}

#[test]
fn a_small_key_may_do_little() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let players = format!("{}/players", club.path);
    let scorer = club.client_with("score");
    assert_eq!(scorer.post(&players, &json!({ "name": "Ann" })).status, 201);
    let refused = scorer.patch(&club.path, &json!({ "name": "x" }));
    assert_eq!(refusal(&refused), (403, "scope_too_small".to_owned()));
    assert_eq!((&refused.json()["needs"], &refused.json()["has"]), (&json!("manage"), &json!("score")));

    let viewer = club.client_with("view");
    assert_eq!(viewer.get(&players).status, 200);
    let bob = json!({ "name": "Bob" });
    assert_eq!(refusal(&viewer.post(&players, &bob)), (403, "scope_too_small".to_owned()));

    let game = club.start_game().rsplit('/').next().unwrap().to_owned();
    let (key, _) = club.make_key(&json!({ "scope": "score", "label": "one", "game": game }));
    let one_game = service.client.with_key(&key);
    assert_eq!(refusal(&one_game.post(&players, &bob)), (403, "key_of_one_game".to_owned()));
}

#[test]
fn the_same_name_is_the_same_player() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let ann = club.add("Mary Ann");
    let (ann_id, ann_path) = (ann.json()["id"].clone(), ann.header("location").to_owned());
    let bob_path = club.add("Bob").header("location").to_owned();

    for name in ["mary ann", " MARY   ANN ", "Mary\u{a0}Ann"] {
        let taken = club.add(name);
        assert_eq!(refusal(&taken), (409, "player_exists".to_owned()), "{name}");
        assert_eq!(taken.json()["player"], ann_id);
    }
    let taken = club.manager.patch(&bob_path, &json!({ "name": "MARY ann" }));
    assert_eq!((refusal(&taken).1.as_str(), &taken.json()["player"]), ("player_exists", &ann_id));

    // One's own name may be written another way.
    let renamed = club.manager.patch(&ann_path, &json!({ "name": "mary ANN" }));
    assert_eq!((renamed.status, &renamed.json()["name"]), (200, &json!("mary ANN")));
    assert_eq!(club.manager.get(&ann_path).json(), renamed.json());
}

#[test]
fn two_phones_that_add_the_same_player_add_one() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let statuses = thread::scope(|scope| {
        let adding: Vec<_> = (0..8).map(|_| scope.spawn(|| club.add("Ann").status)).collect();
        adding.into_iter().map(|thread| thread.join().unwrap()).collect::<Vec<u16>>()
    });
    assert_eq!(statuses.iter().filter(|status| **status == 201).count(), 1, "{statuses:?}");
    assert_eq!(statuses.iter().filter(|status| **status == 409).count(), 7, "{statuses:?}");
}

#[test]
fn pages_show_every_player_once_while_others_are_added() {
    let service = Service::start();
    let club = club(&service, "Friday");
    for number in 1..=7 {
        club.add(&format!("Player {number}"));
    }
    // All at the same time: the id must break the tie.
    query(&service.database, "UPDATE players SET created_at = now()");

    let mut path = format!("{}/players?limit=3", club.path);
    let mut names = Vec::new();
    loop {
        let page = club.manager.get(&path);
        let body = page.json();
        let items = body["items"].as_array().unwrap();
        names.extend(items.iter().map(|player| player["name"].as_str().unwrap().to_owned()));
        club.add(&format!("Late {}", names.len()));
        let Some(cursor) = body["next_cursor"].as_str() else { break };
        let next = format!("{}/players?limit=3&cursor={cursor}", club.path);
        assert_eq!(page.header("link"), format!("<{next}>; rel=\"next\""));
        path = next;
        assert!(names.len() < 30, "the pages do not end");
    }
    let first: Vec<String> = (1..=7).map(|number| format!("Player {number}")).collect();
    assert_eq!(names.get(..7), Some(first.as_slice()));
    let mut unique = names.clone();
    unique.sort();
    unique.dedup();
    assert_eq!(unique.len(), names.len(), "{names:?}");
}

#[test]
fn a_place_that_cannot_be_is_named() {
    let service = Service::start();
    let club = club(&service, "Friday");
    for (query, parameter) in [
        ("limit=0", "limit"),
        ("limit=101", "limit"),
        ("limit=ten", "limit"),
        ("limit=1&limit=2", "limit"),
        ("cursor=x", "cursor"),
        ("lmit=3", "lmit"),
    ] {
        let answer = club.manager.get(&format!("{}/players?{query}", club.path));
        assert_eq!(refusal(&answer), (400, "invalid_query".to_owned()), "{query}");
        assert_eq!(answer.json()["errors"][0]["parameter"], parameter, "{query}");
    }
}

#[test]
fn what_is_no_name_is_refused_at_its_member() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let long = "x".repeat(201);
    for (name, why) in [
        ("", "must not be empty"),
        ("  ", "must not be empty"),
        (long.as_str(), "must have at most 200 characters, not 201"),
        ("a\0b", "must not have the character NUL (U+0000) in it"),
        ("a\nb", "must not contain control characters such as line breaks"),
    ] {
        for answer in [club.add(name), service.client.post("/v1/clubs", &json!({ "name": name }))] {
            assert_eq!(refusal(&answer), (422, "invalid_body".to_owned()), "{name:?}");
            assert_eq!(blamed(&answer), ("/name".to_owned(), why.to_owned()));
        }
    }
    assert_eq!(club.add(&"ü".repeat(200)).status, 201);
}

#[test]
fn bodies_are_refused_with_the_member_to_blame() {
    let service = Service::start();
    for (body, pointer, why) in [
        (json!({}), "/name", "is required"),
        (json!({ "name": null }), "/name", "is required"),
        (
            json!({ "name": "x", "nmae": 1 }),
            "/nmae",
            "is not a member here; known: `name`, `time_zone`, `visibility`",
        ),
        (
            json!({ "name": "x", "visibility": "secret" }),
            "/visibility",
            "must be `private` or `public`, not `secret`",
        ),
        (
            json!({ "name": "x", "time_zone": "Mars" }),
            "/time_zone",
            "must be an IANA time zone such as `Europe/Berlin` or `UTC`",
        ),
    ] {
        let answer = service.client.post("/v1/clubs", &body);
        assert_eq!(refusal(&answer), (422, "invalid_body".to_owned()), "{body}");
        assert_eq!(blamed(&answer), (pointer.to_owned(), why.to_owned()));
    }
}

#[test]
fn what_is_no_body_is_refused_before_it_is_read() {
    let service = Service::start();
    let large = format!("{{\"name\":\"{}\"}}", "x".repeat(300_000));
    let deep = format!("{{\"name\":{}1{}}}", "[".repeat(50), "]".repeat(50));
    let json = [("Content-Type", "application/json; charset=utf-8")];
    for (headers, body, status, code) in [
        (json.as_slice(), "{\"name\":", 400, "malformed_json"),
        (json.as_slice(), "[null,null]", 400, "not_an_object"),
        (json.as_slice(), "", 400, "not_an_object"),
        (json.as_slice(), deep.as_str(), 400, "json_too_deep"),
        (json.as_slice(), large.as_str(), 413, "body_too_large"),
        ([("Content-Type", "text/plain")].as_slice(), "{\"name\":\"x\"}", 415, "unsupported_media_type"),
    ] {
        let answer = service.client.send_text("POST", "/v1/clubs", headers, Some(body));
        assert_eq!(refusal(&answer), (status, code.to_owned()));
    }
}

#[test]
fn addresses_that_are_not_there_are_problems() {
    let service = Service::start();
    let club = club(&service, "Friday");
    for path in ["/nothing", "/v1", "/v1/nothing", "/v1/clubs/7", "/v1/clubs/7/players"] {
        assert_eq!(refusal(&club.manager.get(path)), (404, "not_found".to_owned()), "{path}");
    }
    let player = format!("{}/players/{NOBODY}", club.path);
    assert_eq!(refusal(&club.manager.get(&player)), (404, "player_not_found".to_owned()));
    let wrong = club.manager.put(&club.path, &json!({}));
    assert_eq!(refusal(&wrong), (405, "method_not_allowed".to_owned()));
    assert_eq!(wrong.header("allow"), "DELETE, GET, HEAD, PATCH");
}

#[test]
fn a_player_belongs_to_one_club() {
    let service = Service::start();
    let (ours, theirs) = (club(&service, "Ours"), club(&service, "Theirs"));
    let ann = theirs.add("Ann").json()["id"].as_str().unwrap().to_owned();

    let path = format!("{}/players/{ann}", ours.path);
    assert_eq!(refusal(&ours.manager.get(&path)), (404, "player_not_found".to_owned()));
    let renamed = ours.manager.patch(&path, &json!({ "name": "Bob" }));
    assert_eq!(refusal(&renamed), (404, "player_not_found".to_owned()));
    assert_ne!(ours.id, theirs.id);
    assert_eq!(ours.add("Ann").status, 201, "each club has names of its own");
}

#[test]
fn a_failure_of_the_database_is_told_without_its_cause() {
    let service = Service::start();
    assert_eq!(service.client.get("/health/ready").status, 200);
    query(&service.database, "ALTER TABLE clubs RENAME COLUMN name TO nom");

    let answer = service.client.post("/v1/clubs", &json!({ "name": "Friday" }));

    assert_eq!(refusal(&answer), (500, "internal_error".to_owned()));
    assert!(!answer.text.contains("nom") && !answer.text.contains("column"), "{answer:?}");
    assert!(!answer.header("x-request-id").is_empty());
}

#[test]
fn a_time_zone_that_is_no_longer_known_is_not_taken_for_another() {
    let service = Service::start();
    let club = club(&service, "Friday");
    query(&service.database, "UPDATE clubs SET time_zone = 'Mars/Olympus_Mons'");

    let game = json!({ "variant": "block", "seats": [{ "name": "Ann" }, { "name": "Bob" }] });
    let answer = club.manager.post(&format!("{}/games", club.path), &game);

    assert_eq!(refusal(&answer), (500, "internal_error".to_owned()));
}
