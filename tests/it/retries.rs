//! The header `Idempotency-Key`: a request that comes again is done once.

mod old;
mod scopes;

use std::thread;

use serde_json::{Value, json};

use crate::support::{Answer, Client, Club, Service, club, points, query, refusal};

fn post(client: &Client, path: &str, name: &str, body: &Value) -> Answer {
    client.send("POST", path, &[("Idempotency-Key", name)], Some(body))
}

/// Whether the second answer is the first, given again.
fn assert_replayed(first: &Answer, second: &Answer) {
    assert_eq!(first.status / 100, 2, "{first:?}");
    assert_eq!((first.status, &first.text), (second.status, &second.text));
    for header in ["etag", "location", "content-type", "cache-control"] {
        assert_eq!(first.header(header), second.header(header), "{header}");
    }
    assert_eq!((first.header("idempotent-replayed"), second.header("idempotent-replayed")), ("", "true"));
}

#[test]
fn everything_that_is_made_is_made_once() {
    let service = Service::start();
    // Who sends the same is told the key of the club, so this has to be a secret.
    let guessed = post(&service.client, "/v1/clubs", "a", &json!({ "name": "Friday" }));
    assert_eq!(refusal(&guessed), (400, "invalid_header".to_owned()));
    let secret = "5f0c9a1e-2b7d-4c36-9e4f-8a1d6b3c7e20";
    let founded = post(&service.client, "/v1/clubs", secret, &json!({ "name": "Friday" }));
    let again = post(&service.client, "/v1/clubs", secret, &json!({ "name": "Friday" }));
    assert_replayed(&founded, &again);
    assert_eq!(query(&service.database, "SELECT count(*) FROM clubs")[0][0], "1");

    let path = founded.header("location");
    let manager = service.client.with_key(founded.json()["key"].as_str().unwrap());
    let seats = json!([{ "name": "Ann" }, { "name": "Bob" }]);
    let bodies = [
        ("players", json!({ "name": "Cid" })),
        ("keys", json!({ "scope": "view", "label": "TV" })),
        ("pairings", json!({ "label": "Bob's phone" })),
        ("games", json!({ "variant": "block", "seats": seats })),
    ];
    for (noun, body) in bodies {
        let path = format!("{path}/{noun}");
        assert_replayed(&post(&manager, &path, noun, &body), &post(&manager, &path, noun, &body));
    }
    let count =
        |table: &str| query(&service.database, &format!("SELECT count(*) FROM {table}"))[0][0].clone();
    assert_eq!(["players", "keys", "pairings", "games"].map(count), ["3", "2", "1", "1"]);
}

#[test]
fn a_key_in_an_answer_is_good_and_not_kept() {
    let service = Service::start();
    let name = "8e03978e-40d5-43dd-bc93-6894a57f9324";
    let body = json!({ "name": "Friday" });
    post(&service.client, "/v1/clubs", name, &body);
    let again = post(&service.client, "/v1/clubs", name, &body).json();
    let key = again["key"].as_str().unwrap();

    let club = format!("/v1/clubs/{}", again["id"].as_str().unwrap());
    assert_eq!(service.client.with_key(key).get(&club).status, 200);
    let made =
        post(&service.client.with_key(key), &format!("{club}/pairings"), name, &json!({ "label": "x" }));
    let code = made.json()["code"].as_str().unwrap().to_owned();
    let stored = query(&service.database, "SELECT replies::text FROM replies").concat().concat();
    for secret in [key.trim_start_matches("pk_"), name, code.as_str()] {
        assert!(!stored.contains(secret), "{stored}");
    }
}

#[test]
fn a_pairing_whose_answer_was_lost_is_answered_again() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let made = club.manager.post(&format!("{}/pairings", club.path), &json!({ "label": "phone" })).json();
    let typed = json!({ "code": made["code"] });
    let first = post(&service.client, "/v1/pairings", "p", &typed);
    assert_replayed(&first, &post(&service.client, "/v1/pairings", "p", &typed));
}

#[test]
fn a_round_and_its_turns_are_recorded_once() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let game = club.start_game();
    let rounds = format!("{game}/rounds");

    let first = post(&club.manager, &rounds, "r1", &points(10));
    assert_eq!((first.header("etag"), first.header("location")), ("\"2\"", format!("{rounds}/1").as_str()));
    // The game goes on; the answer stays what it was.
    post(&club.manager, &rounds, "r2", &points(20));
    assert_replayed(&first, &post(&club.manager, &rounds, "r1", &points(10)));

    let start = json!({ "detail": "plays", "leader": "A" });
    assert_replayed(&post(&club.manager, &rounds, "r3", &start), &post(&club.manager, &rounds, "r3", &start));
    let turn = json!({ "seat": "A", "play": { "tile": "6-6" } });
    let turns = format!("{rounds}/3/turns");
    let played = post(&club.manager, &turns, "t1", &turn);
    assert_replayed(&played, &post(&club.manager, &turns, "t1", &turn));

    // Another process has no cache of it, and a version that is gone does not matter.
    let other = Service::start_on(&service.database);
    let headers = [("Idempotency-Key", "t1"), ("If-Match", "\"4\"")];
    let again = other.client.with_key(&club.key).send("POST", &turns, &headers, Some(&turn));
    assert_replayed(&played, &again);
    assert_eq!(club.manager.get(&game).json()["version"], 5);
}

#[test]
fn a_batch_is_safe_to_send_again() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let game = club.start_game();
    club.manager.post(&format!("{game}/rounds"), &json!({ "detail": "plays", "leader": "A" }));
    let turns = json!([
        { "seat": "A", "play": { "tile": "6-6" } },
        { "seat": "B", "play": { "tile": "6-5" } },
        { "seat": "A", "play": { "tile": "0-0" } },
    ]);
    let path = format!("{game}/rounds/1/turns");
    let whole = post(&club.manager, &path, "b", &json!({ "turns": turns }));
    assert_eq!(refusal(&whole).0, 422);

    // What was refused did not use the name up.
    let part = post(&club.manager, &path, "b", &json!({ "turns": turns, "partial": true }));
    assert_replayed(&part, &post(&club.manager, &path, "b", &json!({ "turns": turns, "partial": true })));
    assert_eq!((&part.json()["turn"], &part.json()["refused"]["index"]), (&json!(2), &json!(2)));
}

#[test]
fn another_request_under_the_same_name_is_refused() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let (one, other) = (club.start_game(), club.start_game());
    let (rounds, players) = (format!("{one}/rounds"), format!("{}/players", club.path));
    assert_eq!(post(&club.manager, &rounds, "a", &points(10)).status, 201);
    assert_eq!(post(&club.manager, &players, "p", &json!({ "name": "Cid" })).status, 201);

    let others = [
        post(&club.manager, &rounds, "a", &points(11)),
        post(&club.client_with("score"), &rounds, "a", &points(11)),
        post(&club.manager, &format!("{one}/reopen"), "a", &json!({})),
        post(&club.manager, &players, "p", &json!({ "name": "Dot" })),
        post(&club.client_with("score"), &players, "p", &json!({ "name": "Dot" })),
    ];
    for answer in others {
        assert_eq!(refusal(&answer), (422, "idempotency_mismatch".to_owned()));
    }
    // The names of a game are its own, and so are those of its club.
    assert_eq!(post(&club.manager, &format!("{other}/rounds"), "a", &points(10)).status, 201);
    assert_eq!(post(&club.manager, &players, "a", &json!({ "name": "Dot" })).status, 201);
    let games = query(&service.database, "SELECT version FROM games ORDER BY version");
    assert_eq!(games.concat(), ["2", "2"]);
}

#[test]
fn a_refused_request_does_not_use_its_name_up() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let players = format!("{}/players", club.path);
    for (body, status) in
        [(json!({ "name": "" }), 422), (json!({ "nickname": "Cid" }), 422), (json!({ "name": "Cid" }), 201)]
    {
        assert_eq!(post(&club.manager, &players, "a", &body).status, status, "{body}");
    }
    assert_eq!(post(&club.manager, &players, "b", &json!({ "name": "cid" })).status, 409);
    assert_eq!(post(&club.manager, &players, "b", &json!({ "name": "Dot" })).status, 201);
}

#[test]
fn the_same_request_at_the_same_moment_is_done_once() {
    let service = Service::start();
    let other = Service::start_on(&service.database);
    let club = club(&service, "Friday");
    let game = club.start_game();
    for (path, body) in
        [(format!("{game}/rounds"), points(5)), (format!("{}/players", club.path), json!({ "name": "Cid" }))]
    {
        let clients = [service.client.with_key(&club.key), other.client.with_key(&club.key)];
        let answers: Vec<Answer> = thread::scope(|scope| {
            let sending: Vec<_> = (0..16)
                .map(|index| {
                    let (client, path, body) = (&clients[index % 2], &path, &body);
                    scope.spawn(move || post(client, path, path, body))
                })
                .collect();
            sending.into_iter().map(|it| it.join().unwrap()).collect()
        });
        let (done, waiting): (Vec<_>, Vec<_>) = answers.iter().partition(|answer| answer.status == 201);
        assert_eq!(done.iter().filter(|answer| answer.header("idempotent-replayed").is_empty()).count(), 1);
        assert!(done.iter().all(|answer| answer.text == done[0].text));
        for answer in waiting {
            assert_eq!(refusal(answer), (409, "idempotency_in_progress".to_owned()));
            assert_eq!(answer.header("retry-after"), "1");
        }
    }
    assert_eq!(club.manager.get(&game).json()["version"], 2);
}

#[test]
fn a_request_that_is_still_running_says_so() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let players = format!("{}/players", club.path);
    thread::scope(|scope| {
        // The first request waits for a lock that this transaction holds for two seconds.
        let locking = scope.spawn(|| {
            query(&service.database, "BEGIN; LOCK TABLE players; SELECT pg_sleep(2); COMMIT");
        });
        thread::sleep(std::time::Duration::from_millis(300));
        let first = scope.spawn(|| post(&club.manager, &players, "a", &json!({ "name": "Cid" })));
        thread::sleep(std::time::Duration::from_millis(300));
        let second = post(&club.manager, &players, "a", &json!({ "name": "Cid" }));
        assert_eq!(refusal(&second), (409, "idempotency_in_progress".to_owned()));
        let first = first.join().unwrap();
        locking.join().unwrap();
        assert_replayed(&first, &post(&club.manager, &players, "a", &json!({ "name": "Cid" })));
    });
}

#[test]
fn answers_are_kept_with_their_game_and_others_for_seven_days() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let rounds = format!("{}/rounds", club.start_game());
    post(&club.manager, &rounds, "r", &points(5));
    post(&club.manager, &format!("{}/players", club.path), "p", &json!({ "name": "Cid" }));
    let kept = query(&service.database, "SELECT (expires_at - now())::text FROM replies");
    assert!(kept.len() == 1 && kept[0][0].starts_with("6 days 23:59:"), "{kept:?}");
}

/// What a round takes in the record if it was sent so that it can come again, and if it was not.
fn stored(service: &Service, club: &Club, method: &str, rest: &str, body: Option<&Value>) -> [f64; 2] {
    [
        &[("If-Match", "*"), ("Idempotency-Key", "8e03978e-40d5-43dd-bc93-6894a57f9324")][..],
        &[("If-Match", "*")],
    ]
    .map(|headers| {
        let game = club.start_game();
        club.manager.post(&format!("{game}/rounds"), &json!({ "detail": "plays", "leader": "A" }));
        let sent = club.manager.send(method, &format!("{game}{rest}"), headers, body);
        assert!(sent.status < 300, "{sent:?}");
        let id = game.rsplit('/').next().unwrap();
        let events = format!(
            "SELECT pg_column_size(e.*) + coalesce((SELECT sum(pg_column_size(r.*)) FROM replies r), 0) \
                 FROM game_events e WHERE game_id = '{id}' AND seq > 2"
        );
        query(&service.database, &events).concat().concat().parse().unwrap()
    })
}

#[test]
fn what_lets_a_change_come_again_takes_less_than_half_of_the_change() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let turn = json!({ "seat": "A", "play": { "tile": "6-6" } });
    let amended = json!({ "detail": "points", "points": { "A": 15 } });
    let changes = [
        ("POST", "/rounds/1/turns", Some(&turn)),
        ("PUT", "/rounds/1", Some(&amended)),
        ("DELETE", "/rounds/last", None),
    ];
    for (method, rest, body) in changes {
        let [with, without] = stored(&service, &club, method, rest, body);
        assert!(without > 0.0 && with <= 1.5 * without, "{method} {rest}: {with} and {without} bytes");
        println!("{method} {rest}: {with} bytes with a key, {without} without");
    }
}

#[test]
fn an_answer_follows_from_the_record() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let game = club.start_game();
    let start = json!({ "detail": "plays", "leader": "A" });
    club.manager.post(&format!("{game}/rounds"), &start);
    let seats = json!({ "seats": { "A": { "name": "Dee" } } });
    let reason = json!({ "reason": "looked again" });
    let late = json!({ "seat": "A", "amount": { "points": 5 }, "reason": "late" });
    let changes = [
        ("POST", "/rounds/1/turns", Some(json!({ "seat": "A", "play": { "tile": "6-6" } }))),
        ("POST", "/rounds/1/turns", Some(json!({ "seat": "B", "play": { "tile": "5-6" } }))),
        ("DELETE", "/rounds/1/turns/last", None),
        ("PUT", "/rounds/1", Some(points(15))),
        ("POST", "/rounds", Some(points(10))),
        ("DELETE", "/rounds/1?reason=misdeal", None),
        ("POST", "/rounds/1/restore", None),
        ("POST", "/penalties", Some(late)),
        ("POST", "/penalties/1/cancel", Some(reason)),
        ("POST", "/bonuses", Some(json!({ "side": "B", "points": 5, "reason": "capicúa" }))),
        ("PATCH", "", Some(json!({ "name": "Final" }))),
        ("PUT", "/seats", Some(seats)),
        ("POST", "/seats", Some(json!({ "name": "Cy" }))),
        ("DELETE", "/seats/C", None),
        ("POST", "/seats/B/replace", Some(json!({ "name": "Eve", "result_for": "leaver" }))),
        ("POST", "/seats/B/leave", Some(json!({}))),
        ("POST", "/seats/B/return", Some(json!({}))),
        ("POST", "/end", Some(json!({ "kind": "abandoned", "reason": "it rained" }))),
        ("POST", "/reopen", None),
        ("DELETE", "/rounds/last", None),
    ];
    let send = |name: &str, (method, rest, body): &(&str, &str, Option<Value>)| {
        let prefer = ["", "return=minimal", "return=representation"][name.len() % 3];
        let headers = [("If-Match", "*"), ("Idempotency-Key", name), ("Prefer", prefer)];
        club.manager.send(method, &format!("{game}{rest}"), &headers, body.as_ref())
    };
    let first: Vec<Answer> =
        (0..).zip(&changes).map(|(name, change)| send(&"n".repeat(name + 1), change)).collect();
    let state = club.manager.get(&game).text;
    for (name, (change, first)) in (0..).zip(changes.iter().zip(&first)) {
        assert_replayed(first, &send(&"n".repeat(name + 1), change));
    }
    assert_eq!(club.manager.get(&game).text, state);
}
