//! Tables that are shared by who scores them, and who did what.

use serde_json::{Value, json};

use crate::support::{Answer, Client, Club, NOBODY, Service, club, points, query, refusal};

fn share(client: &Client, game: &str, body: Value) -> Answer {
    client.post(&format!("{game}/links"), &body)
}

fn key(client: &Client, made: &Answer) -> Client {
    assert_eq!(made.status, 201, "{made:?}");
    client.with_key(made.json()["key"].as_str().unwrap())
}

fn links(client: &Client, game: &str) -> Vec<String> {
    let page = client.get(&format!("{game}/links")).json();
    page["items"].as_array().unwrap().iter().map(|it| it["label"].as_str().unwrap().to_owned()).collect()
}

fn id_of(game: &str) -> &str {
    game.rsplit('/').next().unwrap()
}

/// A scorer of one game and nothing else.
fn scorer(club: &Club, game: &str) -> Client {
    let body = json!({"scope": "score", "label": "Ann's phone", "game": id_of(game), "expires_at": "2999-01-01T00:00:00Z"});
    club.manager.with_key(&club.make_key(&body).0)
}

#[test]
fn a_scorer_shares_the_own_table_and_takes_it_back() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let (game, other) = (club.start_game(), club.start_game());
    let ann = scorer(&club, &game);

    let made = share(&ann, &game, json!({"scope": "view", "label": "Grandma"}));
    assert_eq!(made.header("cache-control"), "no-store");
    let link = made.json();
    assert_eq!(
        (&link["scope"], &link["game"], &link["club"]),
        (&json!("view"), &json!(id_of(&game)), &json!(club.id))
    );
    assert_eq!(link["expires_at"], "2999-01-01T00:00:00Z", "no longer than the key that shares");
    let grandma = key(&service.client, &made);
    assert_eq!(grandma.get(&game).status, 200);
    assert_eq!(
        refusal(&grandma.post(&format!("{game}/rounds"), &points(5))),
        (403, "scope_too_small".to_owned())
    );
    assert_eq!(
        refusal(&share(&grandma, &game, json!({"scope": "view", "label": "x"}))),
        (403, "scope_too_small".to_owned())
    );

    let bob = key(&service.client, &share(&ann, &game, json!({"scope": "score", "label": "Bob"})));
    assert_eq!(bob.post(&format!("{game}/rounds"), &points(5)).status, 201);
    let cem =
        share(&bob, &game, json!({"scope": "view", "label": "Cem", "expires_at": "2998-01-01T00:00:00Z"}));
    assert_eq!(cem.json()["expires_at"], "2998-01-01T00:00:00Z");

    // Each sees what it made, and managers all.
    assert_eq!(links(&ann, &game), ["Grandma", "Bob"]);
    assert_eq!(links(&bob, &game), ["Cem"]);
    assert_eq!(links(&club.manager, &game), ["Ann's phone", "Grandma", "Bob", "Cem"]);
    let page = club.manager.get(&format!("{game}/links?limit=3")).json();
    let rest = club
        .manager
        .get(&format!("{game}/links?limit=3&cursor={}", page["next_cursor"].as_str().unwrap()))
        .json();
    assert_eq!(rest["items"][0]["label"], "Cem");
    assert!(!club.manager.get(&format!("{game}/links")).text.contains("pk_"));

    let revoke = |client: &Client, made: &Answer| {
        client.delete(&format!("{game}/links/{}", made.json()["id"].as_str().unwrap()))
    };
    assert_eq!(refusal(&revoke(&bob, &made)), (404, "key_not_found".to_owned()), "another's");
    assert_eq!(refusal(&revoke(&ann, &cem)), (404, "key_not_found".to_owned()));
    assert_eq!((revoke(&ann, &made).status, revoke(&ann, &made).status), (204, 204));
    assert_eq!(grandma.get(&game).status, 401);
    assert_eq!(revoke(&club.manager, &cem).status, 204);
    assert_eq!(service.client.with_key(cem.json()["key"].as_str().unwrap()).get(&game).status, 401);
    let of_club = club.make_key(&json!({"scope": "view", "label": "TV"})).1;
    assert_eq!(
        refusal(&club.manager.delete(&format!("{game}/links/{of_club}"))),
        (404, "key_not_found".to_owned())
    );

    // Of another table nothing is shared, and the refusal says why.
    for path in [&*other, &format!("/v1/games/{NOBODY}")] {
        for answer in [
            share(&ann, path, json!({"scope": "view", "label": "x"})),
            ann.get(&format!("{path}/links")),
            ann.get(path),
            ann.get(&format!("{path}/export")),
            ann.post(&format!("{path}/rounds"), &points(5)),
        ] {
            assert_eq!(refusal(&answer), (403, "key_of_one_game".to_owned()), "{path}");
        }
    }
}

#[test]
fn whoever_is_taken_back_takes_along_whom_they_let_in() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let game = club.start_game();
    let ann = scorer(&club, &game);
    let let_in = |by: &Client, scope: &str| {
        key(&service.client, &share(by, &game, json!({"scope": scope, "label": "x"})))
    };
    let made = share(&ann, &game, json!({"scope": "score", "label": "Bob"}));
    let bob = key(&service.client, &made);
    let cem = let_in(&bob, "score");
    let dee = let_in(&cem, "view");
    let eve = let_in(&ann, "view");
    let taken = ann.delete(&format!("{game}/links/{}", made.json()["id"].as_str().unwrap()));
    assert_eq!(taken.status, 204);
    assert_eq!([&bob, &cem, &dee].map(|gone| gone.get(&game).status), [401; 3]);
    assert_eq!([&ann, &eve].map(|stays| stays.get(&game).status), [200; 2]);
    // What a manager shared outlives the manager's key.
    let (second, id) = club.make_key(&json!({"scope": "manage", "label": "second"}));
    let board = let_in(&service.client.with_key(&second), "view");
    assert_eq!(club.manager.delete(&format!("{}/keys/{id}", club.path)).status, 204);
    assert_eq!(board.get(&game).status, 200);
}

#[test]
fn a_link_that_makes_no_sense_is_refused_at_its_member() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let game = club.start_game();
    for (body, pointer) in [
        (json!({"scope": "manage", "label": "x"}), "/scope"),
        (json!({"label": "x"}), "/scope"),
        (json!({"scope": "view"}), "/label"),
        (json!({"scope": "view", "label": "x", "expires_at": "2001-01-01T00:00:00Z"}), "/expires_at"),
    ] {
        let answer = share(&club.manager, &game, body.clone());
        assert_eq!(
            (refusal(&answer).1, &answer.json()["errors"][0]["pointer"]),
            ("invalid_body".to_owned(), &json!(pointer)),
            "{body}"
        );
    }
    let body = json!({"scope": "view", "label": "once"});
    let send =
        || club.manager.send("POST", &format!("{game}/links"), &[("Idempotency-Key", "one")], Some(&body));
    let (first, again) = (send(), send());
    assert_eq!((again.header("idempotent-replayed"), &again.text), ("true", &first.text));
    assert_eq!(links(&club.manager, &game), ["once"]);
}

#[test]
fn a_pairing_code_may_be_for_watching_only() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let game = club.start_game();
    let pair = |body: Value| {
        let made = club.manager.post(&format!("{}/pairings", club.path), &body);
        assert_eq!(made.status, 201, "{made:?}");
        let redeemed = service.client.post("/v1/pairings", &json!({"code": made.json()["code"]})).json();
        (redeemed["scope"].clone(), service.client.with_key(redeemed["key"].as_str().unwrap()))
    };
    let (scope, screen) =
        pair(json!({"label": "The screen in the hall", "scope": "view", "game": id_of(&game)}));
    assert_eq!((scope, screen.get(&game).status), (json!("view"), 200));
    assert_eq!(
        refusal(&screen.post(&format!("{game}/rounds"), &points(5))),
        (403, "scope_too_small".to_owned())
    );
    assert_eq!(pair(json!({"label": "Bob's phone"})).0, "score");
    let manage =
        club.manager.post(&format!("{}/pairings", club.path), &json!({"label": "x", "scope": "manage"}));
    assert_eq!(
        (refusal(&manage).1, &manage.json()["errors"][0]["pointer"]),
        ("invalid_body".to_owned(), &json!("/scope"))
    );
}

#[test]
fn the_log_says_which_phone_did_what() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let game = club.start_game();
    let ann = scorer(&club, &game);
    ann.post(&format!("{game}/rounds"), &points(5));
    query(&service.database, "UPDATE game_events SET key_id = gen_random_uuid() WHERE seq = 1");
    let said = |client: &Client| {
        let log = client.get(&format!("{game}/log")).json();
        log["items"].as_array().unwrap().iter().map(|it| it["key_label"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(said(&ann), [Value::Null, json!("Ann's phone")], "a key of elsewhere has no label here");
    club.manager.patch(&club.path, &json!({"visibility": "public"}));
    assert_eq!(said(&service.client), [Value::Null, Value::Null], "who has no key is not told of phones");
}
