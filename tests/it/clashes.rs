//! What the database takes back because others were there, and what it has no room for.

use std::thread;

use serde_json::json;

use crate::support::{Answer, Club, Service, club, fresh_schema, points, query, refusal};

/// Has the database refuse the first changes of a table as it refuses when others hold what is needed.
fn refuse_first(service: &Service, table: &str, times: usize, code: &str, message: &str) {
    let sql = format!(
        "CREATE SEQUENCE refused_{table}; \
         CREATE FUNCTION refuse_{table}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
             IF nextval('refused_{table}') <= {times} THEN \
                 RAISE EXCEPTION USING ERRCODE = '{code}', MESSAGE = '{message}'; \
             END IF; \
             RETURN NULL; \
         END $$; \
         CREATE TRIGGER refuse AFTER INSERT OR UPDATE OR DELETE ON {table} \
             FOR EACH STATEMENT EXECUTE FUNCTION refuse_{table}()"
    );
    query(&service.database, &sql);
}

#[test]
fn what_was_taken_back_for_others_is_done_all_the_same() {
    let clashes =
        [("40P01", "deadlock detected"), ("40001", "could not serialize access due to concurrent update")];
    for (code, message) in clashes {
        let service = Service::start();
        let club = club(&service, "Friday");
        let game = club.start_game();
        let (ann, bob) = (club.add("Anna").json(), club.add("Bobby").json());
        let tables =
            ["game_events", "players", "games", "merges", "keys", "game_seats", "game_results", "clubs"];
        for table in tables {
            refuse_first(&service, table, 2, code, message);
        }
        let id = |player: &serde_json::Value| player["id"].as_str().unwrap().to_owned();
        let seats = json!([{ "name": "Cid" }, { "name": "Dot" }]);
        let changes = [
            ("POST", format!("{game}/rounds"), json!({ "detail": "points", "points": { "A": 5 } }), 201),
            ("PATCH", game.clone(), json!({ "name": "Final" }), 200),
            ("POST", format!("{game}/seats"), json!({ "name": "Eva" }), 201),
            ("POST", format!("{}/games", club.path), json!({ "variant": "block", "seats": seats }), 201),
            ("POST", format!("{}/players/{}/merge", club.path, id(&ann)), json!({ "into": id(&bob) }), 200),
            ("PATCH", format!("{}/players/{}", club.path, id(&bob)), json!({ "name": "Robert" }), 200),
            ("POST", format!("{}/keys", club.path), json!({ "scope": "view", "label": "TV" }), 201),
        ];
        for (number, (method, path, body, status)) in changes.into_iter().enumerate() {
            let name = format!("n{number}");
            let done = club.manager.send(method, &path, &[("Idempotency-Key", &name)], Some(&body));
            assert_eq!(done.status, status, "{code} {method} {path}: {done:?}");
        }
        assert_eq!(club.manager.get(&game).json()["version"], 4);
        // What is only foreseen is written and taken back.
        let declared = json!({ "kind": "time_limit", "reason": "closing" });
        let dry = club.manager.post(&format!("{game}/end?dry_run=true"), &declared);
        assert_eq!(dry.status, 200, "{code}: {dry:?}");
        let gone = club.manager.send("DELETE", &club.path, &[], Some(&json!({ "confirm": "Friday" })));
        assert_eq!(gone.status, 204, "{code}: {gone:?}");
    }
}

#[test]
fn a_full_disk_is_said_and_the_service_is_not_ready() {
    let plain = fresh_schema();
    let schema = plain.rsplit("%3D").next().unwrap().to_owned();
    // What this schema has goes before what the server brings.
    let service = Service::start_on(&format!("{plain}%2Cpg_catalog"));
    let club = club(&service, "Friday");
    let rounds = format!("{}/rounds", club.start_game());
    assert_eq!(service.client.get("/health/ready").status, 200);

    let full = "could not extend file \"base/1/2\": No space left on device";
    let (fresh, game) = (club.client_with("view"), rounds.replace("/rounds", ""));
    let offered = club.manager.post(&format!("{}/pairings", club.path), &json!({ "label": "phone" })).json();
    refuse_first(&service, "keys", 1_000_000, "53100", full);
    let no_room = format!(
        "CREATE FUNCTION {schema}.generate_series(integer, integer) RETURNS SETOF integer LANGUAGE plpgsql \
         AS $$ BEGIN RAISE EXCEPTION USING ERRCODE = '53100', MESSAGE = '{full}'; END $$"
    );
    query(&service.database, &no_room);
    let not_ready = (503, "unavailable".to_owned());
    let ready = || service.client.get("/health/ready");
    assert_eq!(fresh.get(&game).status, 200, "a key is used although that cannot be noted");
    assert_eq!(refusal(&ready()), not_ready);
    for table in ["game_events", "players", "clubs", "pairings"] {
        refuse_first(&service, table, 1_000_000, "53100", full);
    }
    let add = |path: &str, body| club.manager.post(path, &body);
    let gone = club.manager.send("DELETE", &club.path, &[], Some(&json!({ "confirm": "Friday" })));
    let code = json!({ "code": offered["code"] });
    for answer in [gone, service.client.post("/v1/pairings", &code)] {
        assert_eq!(refusal(&answer), not_ready, "{answer:?}");
    }
    for answer in [add(&rounds, points(5)), add(&format!("{}/players", club.path), json!({ "name": "Cid" }))]
    {
        assert_eq!(refusal(&answer), not_ready);
        assert!(answer.text.contains("The disk of the database is full"), "{answer:?}");
        assert!(!answer.text.contains("base/1/2") && !answer.header("retry-after").is_empty(), "{answer:?}");
    }
    assert_eq!(refusal(&ready()), not_ready);
    assert_eq!(club.manager.get(&game).status, 200, "what is there can be read");

    let room = format!(
        "DROP FUNCTION {schema}.generate_series(integer, integer); \
         DROP TRIGGER refuse ON game_events; DROP TRIGGER refuse ON players; \
         DROP TRIGGER refuse ON keys; DROP TRIGGER refuse ON pairings"
    );
    query(&service.database, &room);
    assert_eq!(ready().status, 200);
    assert_eq!(service.client.post("/v1/pairings", &code).status, 201, "the code was not used up");
    assert_eq!(add(&rounds, points(5)).status, 201);
}

/// Games are made, played and handed over, players are merged and renamed, and clubs deleted, all at once.
#[test]
fn everybody_at_once_is_told_nothing_is_broken() {
    let service = Service::start();
    for round in 0..4 {
        let club = Club::found(&service.client, &format!("Club {round}"));
        let ids: Vec<String> = ["Ann", "Bob", "Cid", "Dot"]
            .iter()
            .map(|name| club.add(name).json()["id"].as_str().unwrap().to_owned())
            .collect();
        let work = |worker: usize| -> Vec<Answer> {
            let mut answers = Vec::new();
            let mut send = |method: &str, path: String, body: Option<serde_json::Value>| {
                let answer = club.manager.send(method, &path, &[("If-Match", "*")], body.as_ref());
                let place = answer.header("location").to_owned();
                answers.push(answer);
                place
            };
            for turn in 0..8 {
                let (one, other) = (&ids[(turn + worker) % 4], &ids[(turn + worker + 1) % 4]);
                let players = format!("{}/players", club.path);
                match worker {
                    0 | 1 => {
                        let seats = json!([{ "player": one }, { "name": format!("Guest {turn}") }, { "player": other }]);
                        let rules = json!({ "match": { "target": 10 } });
                        let body = json!({ "variant": "block", "rules": rules, "seats": seats });
                        let game = send("POST", format!("{}/games", club.path), Some(body));
                        send("POST", format!("{game}/rounds"), Some(points(20)));
                        let new = json!({ "name": format!("Guest {}", turn + 1), "result_for": "newcomer" });
                        send("POST", format!("{game}/seats/B/replace"), Some(new));
                    }
                    2 => {
                        send("POST", format!("{players}/{one}/merge"), Some(json!({ "into": other })));
                        send("POST", format!("{players}/{one}/unmerge"), None);
                    }
                    _ => {
                        let name = json!({ "name": format!("Guest {turn}") });
                        send("PATCH", format!("{players}/{one}"), Some(name));
                        if turn == 7 && round % 2 == 1 {
                            let name = json!({ "confirm": format!("Club {round}") });
                            send("DELETE", club.path.clone(), Some(name));
                        }
                    }
                }
            }
            answers
        };
        let answers: Vec<Answer> = thread::scope(|scope| {
            let workers: Vec<_> = (0..4).map(|worker| scope.spawn(move || work(worker))).collect();
            workers.into_iter().flat_map(|worker| worker.join().unwrap()).collect()
        });
        let broken: Vec<&Answer> = answers.iter().filter(|answer| answer.status >= 500).collect();
        assert!(broken.is_empty(), "{broken:?}");
    }
}
