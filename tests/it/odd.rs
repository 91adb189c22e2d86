//! Input that nobody should send: odd headers, odd names, text that is meant to do harm.

use serde_json::json;

use crate::support::{Answer, Client, Club, Service, Start, club, folder, points, query, refusal};

/// Sends the same header twice, or a value that is no text, as no client library would.
fn raw(service: &Service, head: &str, body: &str) -> (u16, String) {
    use std::io::{Read, Write};
    let address = service.base.strip_prefix("http://").unwrap();
    let mut stream = std::net::TcpStream::connect(address).unwrap();
    let length = body.len();
    let request =
        format!("{head}Host: {address}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}");
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let status = answer.split(' ').nth(1).unwrap().parse().unwrap();
    (status, answer)
}

#[test]
fn odd_authorization_is_no_authorization() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let key = &club.key;
    let long = "x".repeat(10_000);
    let values = [
        String::new(),
        "Bearer".to_owned(),
        "Bearer ".to_owned(),
        key.clone(),
        format!("Bearer  {key} x"),
        format!("Bearer {key}0"),
        format!("Bearer {}", key.to_uppercase()),
        format!("Token {key}"),
        format!("Basic {long}"),
        format!("Bearer {long}"),
        "Bearer pk_'; DROP TABLE keys; --".to_owned(),
    ];
    for value in values {
        let answer = service.client.send("GET", &club.path, &[("Authorization", &value)], None);
        assert_eq!(refusal(&answer), (401, "unauthenticated".to_owned()), "{value}");
        assert!(!answer.text.contains(key.as_str()), "{answer:?}");
    }
    for twice in [
        format!("Authorization: Bearer {key}\r\nAuthorization: Bearer {key}\r\n"),
        format!("Authorization: Bearer {key}\r\nAuthorization:\r\n"),
    ] {
        let (status, answer) = raw(&service, &format!("GET {} HTTP/1.1\r\n{twice}", club.path), "");
        assert_eq!(status, 401, "{answer}");
    }
    // Only the spelling of the scheme is free.
    let spelled =
        service.client.send("GET", &club.path, &[("Authorization", &format!("bearer {key}"))], None);
    assert_eq!(spelled.status, 200);
}

#[test]
fn odd_versions_and_names_of_requests_are_refused() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let rounds = format!("{}/rounds", club.start_game());
    let long = "x".repeat(10_000);
    for header in ["If-Match", "Idempotency-Key"] {
        let odd: &[&str] = match header {
            "If-Match" => &["", "x", "\"1", "\"1\", x", "'1'", &long],
            _ => &["", "a b", "a\tb", &long],
        };
        for value in odd {
            let answer = club.manager.send("POST", &rounds, &[(header, value)], Some(&points(5)));
            assert_eq!(refusal(&answer), (400, "invalid_header".to_owned()), "{header}: {value:.40}");
            assert!(answer.text.contains(header) || answer.text.contains("if-match"), "{answer:?}");
        }
    }
    // Versions that are no version of the game are stale ones.
    for value in ["\"x\"", "\"99999999999999999999\"", "\"-1\"", "W/\"2\"", "\"\""] {
        let answer = club.manager.send("POST", &rounds, &[("If-Match", value)], Some(&points(5)));
        assert_eq!(refusal(&answer), (412, "stale_version".to_owned()), "{value}");
        assert_eq!(answer.json()["version"], 1);
    }
    let head = format!(
        "POST {rounds} HTTP/1.1\r\nAuthorization: Bearer {}\r\nContent-Type: application/json\r\n\
         Idempotency-Key: a\r\nIdempotency-Key: b\r\n",
        club.key
    );
    assert_eq!(raw(&service, &head, &points(5).to_string()).0, 400);
    assert_eq!(query(&service.database, "SELECT max(version) FROM games")[0][0], "1");
}

#[test]
fn headers_that_mean_nothing_here_change_nothing() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let plain = club.manager.get(&club.path);
    let long = "x".repeat(10_000);
    for header in ["Range", "Accept", "If-None-Match", "Accept-Encoding", "X-Forwarded-For", "Cookie"] {
        for value in ["", "bytes=0-1", "bytes=5-2", "text/html;q=", "'; DROP TABLE clubs", &long] {
            let answer = club.manager.try_send("GET", &club.path, &[(header, value)], None);
            // Some values cannot even be sent.
            let Ok(answer) = answer else { continue };
            assert_eq!((answer.status, &answer.text), (200, &plain.text), "{header}: {value:.40}");
        }
    }
}

/// Texts that have done harm elsewhere.
const HARMFUL: [&str; 8] = [
    "Robert'); DROP TABLE players;--",
    "<script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)>",
    "{{7*7}} ${7*7} %s %n",
    "../../../../etc/passwd",
    "=1+1",
    "\\u0041\\n\\\"",
    "💣 ZWJ 👨‍👩‍👧‍👦 é ñ Ω 漢字 עברית",
];

#[test]
fn text_is_kept_as_text_wherever_it_may_stand() {
    let service = Service::start();
    let club = club(&service, "Friday");
    for text in HARMFUL {
        let player = club.add(text);
        assert_eq!(player.status, 201, "{player:?}");
        assert_eq!(club.manager.get(player.header("location")).json()["name"], text);
        assert_eq!(player.header("content-type"), "application/json");

        let club_now = club.manager.patch(&club.path, &json!({ "name": text }));
        assert_eq!(club_now.json()["name"], text);
        let key =
            club.manager.post(&format!("{}/keys", club.path), &json!({ "scope": "view", "label": text }));
        assert_eq!(key.json()["label"], text);
        let seats = json!([{ "name": text }, { "name": format!("{text}!") }]);
        let game = json!({ "variant": "block", "seats": seats, "name": text });
        let game = club.manager.post(&format!("{}/games", club.path), &game);
        assert_eq!((game.status, &game.json()["name"]), (201, &json!(text)), "{game:?}");
        assert_eq!(game.json()["seats"][0]["player"], player.json()["id"]);
    }
    let rows = query(&service.database, "SELECT count(*) FROM players");
    assert_eq!(rows[0][0], (2 * HARMFUL.len()).to_string());
}

#[test]
fn names_have_one_to_two_hundred_characters_that_can_be_seen() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let good = ["a".to_owned(), "é".repeat(200), "💣".repeat(200), "o\u{301}".repeat(200), "ر".repeat(5)];
    for name in good {
        assert_eq!(club.add(&name).status, 201, "{name}");
    }
    let bad = [
        String::new(),
        " ".repeat(10),
        "\u{a0}\u{2003}".to_owned(),
        "\u{200b}\u{200d}".to_owned(),
        "a".repeat(201),
        "💣".repeat(201),
        "\u{202e}nnA".to_owned(),
        "Ann\u{2066}".to_owned(),
        "An\0n".to_owned(),
        "An\u{1b}[31mn".to_owned(),
        "An\nn".to_owned(),
    ];
    let before = club.manager.get(&format!("{}/players", club.path)).text;
    for name in bad {
        for (path, body) in [
            (format!("{}/players", club.path), json!({ "name": name })),
            (format!("{}/keys", club.path), json!({ "label": name, "scope": "view" })),
            (format!("{}/pairings", club.path), json!({ "label": name })),
            ("/v1/clubs".to_owned(), json!({ "name": name })),
        ] {
            let answer = club.manager.post(&path, &body);
            assert_eq!(refusal(&answer), (422, "invalid_body".to_owned()), "{path} {name:?}");
        }
        let seats = json!({ "variant": "block", "seats": [{ "name": "Ann" }, { "name": name }] });
        let answer = club.manager.post(&format!("{}/games", club.path), &seats);
        assert_eq!(answer.json()["errors"][0]["pointer"], "/seats/1/name", "{name:?}");
    }
    assert_eq!(club.manager.get(&format!("{}/players", club.path)).text, before);
}

#[test]
fn no_text_has_the_character_that_cannot_be_stored() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let game = club.start_game();
    let nul = "a\0b";
    let season = json!({ "name": "Spring", "from": "2026-01-01", "to": "2026-12-31" });
    let season = club.manager.post(&format!("{}/seasons", club.path), &season);
    let season = season.header("location").to_owned();
    let seats = json!([{ "name": "Ann" }, { "name": "Bob" }]);
    let over = json!({ "reason": nul });
    for (path, body, pointer) in [
        (
            format!("{game}/penalties"),
            json!({ "seat": "A", "amount": { "points": 5 }, "reason": nul }),
            "/reason",
        ),
        (format!("{game}/penalties"), json!({ "seat": "A", "code": nul }), "/code"),
        (format!("{game}/penalties/1/cancel"), json!({ "reason": nul }), "/reason"),
        (format!("{game}/bonuses"), json!({ "side": "A", "points": 5, "reason": nul }), "/reason"),
        (format!("{game}/bonuses/1/cancel"), json!({ "reason": nul }), "/reason"),
        (format!("{game}/seats/A/leave"), json!({ "reason": nul }), "/reason"),
        (format!("{game}/end"), json!({ "kind": "abandoned", "reason": nul }), "/reason"),
        (
            format!("{game}/rounds"),
            json!({ "detail": "plays", "turns": [{ "seat": "A", "pass": true, "override": over }] }),
            "/turns/0/override/reason",
        ),
        (
            format!("{}/games", club.path),
            json!({ "variant": "block", "seats": seats, "rules": { "penalties": { "a": {
                "title": nul, "amount": { "points": 5 }, "awarded": "own_side" } } } }),
            "/rules/penalties/a/title",
        ),
        (format!("{season}/reopen"), json!({ "reason": nul }), "/reason"),
    ] {
        let refused = club.manager.post(&path, &body);
        assert_eq!(refusal(&refused), (422, "invalid_body".to_owned()), "{path}: {refused:?}");
        assert_eq!(refused.json()["errors"][0]["pointer"], pointer, "{path}");
    }
    let voided = format!("{game}/rounds/1?reason=a%00b");
    let refused = club.manager.send("DELETE", &voided, &[("If-Match", "*")], None);
    assert_eq!(refusal(&refused), (400, "invalid_query".to_owned()));
    assert_eq!(refused.json()["errors"][0]["parameter"], "reason");
    // A line break is a character like others, and so is what only looks like an escape.
    let reason = json!({ "side": "A", "points": 5, "reason": "first hand\nand a \\u0000" });
    let awarded = club.manager.post(&format!("{game}/bonuses"), &reason);
    assert_eq!(awarded.status, 201, "{awarded:?}");
}

#[test]
fn what_is_wrong_in_a_path_or_a_query_is_named() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let game = club.start_game();
    for (path, says) in [
        ("seats/Z/leave", "a seat is a letter from A to L."),
        ("penalties/99999999999/cancel", "no penalty has the number 99999999999."),
        ("bonuses/x/cancel", "no bonus has the number x."),
        ("rounds/999999999999999999999/restore", "no round has the number 999999999999999999999."),
    ] {
        let refused = club.manager.post(&format!("{game}/{path}"), &json!({ "reason": "?" }));
        assert_eq!(refusal(&refused), (404, "not_found".to_owned()));
        assert!(refused.json()["detail"].as_str().unwrap().ends_with(says), "{refused:?}");
    }
    let refused = club.manager.post(&format!("{game}/rounds?dry_run=1"), &points(5));
    assert_eq!(refusal(&refused), (400, "invalid_query".to_owned()));
    assert_eq!(refused.json()["detail"], "The parameter dry_run must be `true` or `false`.");
    assert_eq!(refused.json()["errors"][0]["parameter"], "dry_run");
}

#[test]
fn names_that_look_the_same_are_one_player() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let ann = club.add("Mary Ann").json();
    for alike in [
        "mary ann",
        "MARY  ANN",
        " Mary\tAnn".trim(),
        "Mary\u{a0}Ann",
        "Mary Ann\u{200b}",
        "\u{200f}Mary Ann",
    ] {
        let answer = club.add(alike);
        if answer.status == 422 {
            // A tab inside a name is a mistake of its own.
            assert!(alike.contains('\t'), "{alike:?}: {answer:?}");
            continue;
        }
        assert_eq!(refusal(&answer), (409, "player_exists".to_owned()), "{alike:?}");
        assert_eq!(answer.json()["player"], ann["id"]);
    }
}

fn answers_of(client: &Client, club: &Club) -> Vec<Answer> {
    let odd = json!({ "name": "Secretly Named" });
    vec![
        client.post(&format!("{}/players", club.path), &odd),
        client.post(&format!("{}/players", club.path), &odd),
        client.post(&format!("{}/pairings", club.path), &json!({ "label": "Secretly Named" })),
        client.get(&format!("{}/players?cursor=Secretly%20Named", club.path)),
        client.send(
            "POST",
            &format!("{}/players", club.path),
            &[("Idempotency-Key", "secret-request")],
            Some(&odd),
        ),
    ]
}

#[test]
fn nothing_secret_and_nobody_is_in_the_log() {
    let folder = folder();
    let program = Start::with(folder.path()).env("RUST_LOG", "debug").serve();
    let club = Club::found(&program.client, "Secretly Named");
    let answers = answers_of(&program.client.with_key(&club.key), &club);
    let code = answers[2].json()["code"].as_str().unwrap().to_owned();
    let paired = program.client.post("/v1/pairings", &json!({ "code": code }));
    assert_eq!(paired.status, 201);
    program.client.with_key("pk_wrong-but-secret").get(&club.path);

    let (_, log) = program.stop();
    assert!(log.contains("/v1/pairings 201"), "{log}");
    let new_key = paired.json()["key"].as_str().unwrap().to_owned();
    let secrets = [&club.key, &new_key, &code, &code.replace('-', "")]
        .map(|secret| secret.trim_start_matches("pk_").to_owned());
    for secret in secrets.iter().map(String::as_str).chain(["Secretly", "wrong-but-secret", "secret-request"])
    {
        let line = log.lines().find(|line| line.contains(secret));
        assert!(line.is_none(), "{secret} is in the log: {line:?}");
    }
}
