//! How much a client may send, how fast and how slowly; and what answers carry for browsers.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::num::NonZero;
use std::time::{Duration, Instant};

use pipkeeper::Access;
use serde_json::json;

use crate::support::{Service, club, fresh_schema, refusal};

fn with(access: Access) -> Service {
    Service::start_with(&fresh_schema(), access)
}

#[test]
fn a_key_that_asks_too_often_is_told_to_wait() {
    let service = with(Access { rate_per_key: NonZero::new(2), ..Access::default() });
    let (ours, theirs) = (club(&service, "Ours"), club(&service, "Theirs"));
    let mut answers = (0..40).map(|_| ours.manager.get(&ours.path));
    let refused = answers.find(|answer| answer.status != 200).unwrap();

    assert_eq!(refusal(&refused), (429, "too_many_requests".to_owned()));
    let wait: u64 = refused.header("retry-after").parse().unwrap();
    assert!((1..=2).contains(&wait), "{wait}");
    assert_eq!(theirs.manager.get(&theirs.path).status, 200);
    std::thread::sleep(Duration::from_secs(wait));
    assert_eq!(ours.manager.get(&ours.path).status, 200);
}

#[test]
fn an_address_that_asks_too_often_is_told_to_wait() {
    let service = with(Access { rate_per_address: NonZero::new(1), behind_proxy: true, ..Access::default() });
    let from = |address: &str| {
        service.client.send(
            "GET",
            "/health/live",
            &[("X-Forwarded-For", &format!("10.9.9.9, {address}"))],
            None,
        )
    };
    let refused = (0..20).map(|_| from("192.0.2.1")).find(|answer| answer.status != 200).unwrap();
    assert_eq!(refusal(&refused), (429, "too_many_requests".to_owned()));
    assert_eq!(from("192.0.2.2").status, 200);
}

#[test]
fn what_is_too_much_is_refused_with_its_limit() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let players = format!("{}/players", club.path);

    let long = format!("{}?cursor={}", players, "0".repeat(9000));
    assert_eq!(refusal(&club.manager.get(&long)), (414, "uri_too_long".to_owned()));
    let large = json!({ "name": "x".repeat(256 * 1024) });
    assert_eq!(refusal(&club.manager.post(&players, &large)), (413, "body_too_large".to_owned()));
    let deep = format!("{{\"name\":{}{}}}", "[".repeat(40), "]".repeat(40));
    let answer = club.manager.send_text("POST", &players, &[], Some(&deep));
    assert_eq!(refusal(&answer), (400, "json_too_deep".to_owned()));
    let page = club.manager.get(&format!("{players}?limit=101"));
    assert_eq!(refusal(&page), (400, "invalid_query".to_owned()));

    let game = club.start_game();
    club.manager.post(&format!("{game}/rounds"), &json!({ "detail": "plays", "leader": "A" }));
    let turns = vec![json!({ "seat": "A", "play": { "tile": "6-6" } }); 501];
    let batch = club.manager.post(&format!("{game}/rounds/1/turns"), &json!({ "turns": turns }));
    assert_eq!(refusal(&batch), (422, "one_of".to_owned()));
}

/// Sends a beginning, waits for what comes, and answers it with the time it took.
fn dawdle(base: &str, beginning: &str) -> (String, Duration) {
    let began = Instant::now();
    let mut stream = TcpStream::connect(base.strip_prefix("http://").unwrap()).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(50))).unwrap();
    stream.write_all(beginning.as_bytes()).unwrap();
    let mut answer = Vec::new();
    // The end may be a reset, because the rest of the request was never read.
    let _ = stream.read_to_end(&mut answer);
    (String::from_utf8(answer).unwrap(), began.elapsed())
}

#[test]
fn who_sends_a_request_drop_by_drop_is_hung_up_on() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let body = format!(
        "POST {}/players HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {}\r\nContent-Type: application/json\r\n\
         Content-Length: 100\r\nConnection: close\r\n\r\n{{",
        club.path, club.key
    );
    std::thread::scope(|scope| {
        let head = scope.spawn(|| dawdle(&service.base, "GET /health/live HTTP/1.1\r\nHost:"));
        let body = scope.spawn(|| dawdle(&service.base, &body));
        let (answer, took) = head.join().unwrap();
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 408"), "{answer}");
        assert!(took < Duration::from_secs(20), "{took:?}");
        let (answer, took) = body.join().unwrap();
        assert!(answer.starts_with("HTTP/1.1 408") && answer.contains("body_too_slow"), "{answer}");
        assert!(took < Duration::from_secs(30), "{took:?}");
    });
}

#[test]
fn head_is_get_without_the_body() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let game = club.start_game();
    for path in ["/health/live", "/openapi.json", "/problems", &club.path, &game] {
        let (get, head) = (club.manager.get(path), club.manager.send("HEAD", path, &[], None));
        assert_eq!((head.status, head.text.as_str()), (get.status, ""), "{path}");
        for header in ["content-type", "content-length", "etag", "cache-control"] {
            assert_eq!(head.header(header), get.header(header), "{header} of {path}");
        }
    }
    assert_eq!(refusal_status(&service, "HEAD", "/v1/nothing"), 404);
}

fn refusal_status(service: &Service, method: &str, path: &str) -> u16 {
    service.client.send(method, path, &[], None).status
}

#[test]
fn browsers_are_told_to_do_nothing_more() {
    let service = Service::start();
    let made = service.client.post("/v1/clubs", &json!({ "name": "Friday" }));
    assert_eq!(made.header("cache-control"), "no-store");
    let answers = [
        ("/docs/", "default-src 'self'"),
        ("/problems", "default-src 'none'; style-src 'unsafe-inline'"),
        ("/problems/unavailable", "default-src 'none'; style-src 'unsafe-inline'"),
        ("/rules", "default-src 'none'; style-src 'unsafe-inline'"),
        ("/rules/block", "default-src 'none'; style-src 'unsafe-inline'"),
        ("/health/live", "default-src 'none'"),
        ("/v1/nothing", "default-src 'none'"),
    ];
    for (path, policy) in answers {
        let answer = service.client.get(path);
        let said = answer.header("content-security-policy");
        assert!(said.starts_with(policy) && said.contains("frame-ancestors 'none'"), "{path}: {said}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(answer.header("access-control-allow-origin"), "", "{path}");
    }
    // The policy lets the documentation work: no script or style of it is written into the page.
    let page = service.client.get("/docs/").text;
    assert!(!page.contains("<script>") && !page.contains("onload="), "{page}");
}

#[test]
fn pages_of_set_origins_may_call() {
    let service = with(Access { cors_origins: vec!["https://app.example".to_owned()], ..Access::default() });
    let ask = |method: &str, origin: &str| {
        let headers = [("Origin", origin), ("Access-Control-Request-Method", "POST")];
        service.client.send(method, "/v1/clubs", &headers, None)
    };
    let preflight = ask("OPTIONS", "https://app.example");
    assert_eq!(preflight.status, 204);
    assert_eq!(preflight.header("access-control-allow-origin"), "https://app.example");
    assert!(preflight.header("access-control-allow-headers").contains("Idempotency-Key"));
    assert_eq!(preflight.header("access-control-allow-credentials"), "");

    let get = service.client.send("GET", "/health/live", &[("Origin", "https://app.example")], None);
    assert_eq!(get.header("access-control-allow-origin"), "https://app.example");
    assert!(get.header("access-control-expose-headers").contains("ETag"));
    let stranger = ask("OPTIONS", "https://evil.example");
    assert_eq!((stranger.status, stranger.header("access-control-allow-origin")), (405, ""));
    assert_eq!(stranger.header("vary"), "Origin");
}
