//! Answers as clients get them that take gzip, and what they send back.

use std::io::Read;

use flate2::read::GzDecoder;
use serde_json::{Value, json};
use ureq::Agent;
use ureq::http::Response;

use crate::archives::run;
use crate::support::{Club, Service, club, points, query};

/// The answer to a GET, its body as it came.
fn raw(service: &Service, club: &Club, path: &str, headers: &[(&str, &str)]) -> (Response<()>, Vec<u8>) {
    let agent: Agent = Agent::config_builder().http_status_as_error(false).build().into();
    let mut request =
        agent.get(format!("{}{path}", service.base)).header("Authorization", format!("Bearer {}", club.key));
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let (parts, mut body) = request.call().unwrap().into_parts();
    (Response::from_parts(parts, ()), body.read_to_vec().unwrap())
}

fn unzipped(bytes: &[u8]) -> String {
    let mut text = String::new();
    GzDecoder::new(bytes).read_to_string(&mut text).unwrap();
    text
}

fn header<'a>(answer: &'a Response<()>, name: &str) -> &'a str {
    answer.headers().get(name).map_or("", |value| value.to_str().unwrap())
}

const GZIP: (&str, &str) = ("Accept-Encoding", "gzip, deflate, br");

#[test]
fn a_long_answer_is_compressed_for_who_takes_it_and_a_short_one_is_not() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let game = club.start_game();
    let (plain, bytes) = raw(&service, &club, &game, &[("Accept-Encoding", "identity")]);
    assert_eq!((header(&plain, "content-encoding"), header(&plain, "vary")), ("", "Accept-Encoding"));
    let (zipped, fewer) = raw(&service, &club, &game, &[GZIP]);
    assert_eq!((header(&zipped, "content-encoding"), header(&zipped, "vary")), ("gzip", "Accept-Encoding"));
    assert_eq!(unzipped(&fewer).as_bytes(), bytes);
    assert!(fewer.len() * 4 < bytes.len() * 3, "{} of {}", fewer.len(), bytes.len());
    assert_eq!((header(&plain, "etag"), header(&zipped, "etag")), ("\"1\"", "W/\"1\""));

    for path in [&*club.path, "/v1/key"] {
        let (short, bytes) = raw(&service, &club, path, &[GZIP]);
        assert!(bytes.len() < 1024 && header(&short, "content-encoding").is_empty(), "{path}");
    }
    for path in ["/openapi.json", "/docs/swagger-ui.css", "/rules/block", "/v1/variants/block"] {
        let (zipped, bytes) = raw(&service, &club, path, &[GZIP]);
        assert_eq!(header(&zipped, "content-encoding"), "gzip", "{path}");
        assert!(unzipped(&bytes).len() > 2 * bytes.len(), "{path}");
    }
    // Nobody is refused for what they take.
    assert_eq!(raw(&service, &club, &game, &[("Accept-Encoding", "br, *;q=0")]).0.status(), 200);
}

#[test]
fn tags_keep_working_through_compression_and_proxies() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let game = club.start_game();
    let tag = |path: &str| header(&raw(&service, &club, path, &[GZIP]).0, "etag").to_owned();
    for path in [&*game, &format!("{}/standings", club.path), "/v1/variants/block"] {
        let tag = tag(path);
        let (same, body) = raw(&service, &club, path, &[GZIP, ("If-None-Match", &tag)]);
        assert_eq!((same.status().as_u16(), body.len()), (304, 0), "{path} {tag}");
        assert_eq!(header(&same, "vary"), "Accept-Encoding", "{path}");
        // As Apache and nginx hand it on.
        let strong = tag.trim_start_matches("W/").to_owned();
        for handed_on in
            [strong.clone(), format!("W/{strong}"), strong.trim_end_matches('"').to_owned() + "-gzip\""]
        {
            let (same, _) = raw(&service, &club, path, &[GZIP, ("If-None-Match", &handed_on)]);
            assert_eq!(same.status(), 304, "{path} {handed_on}");
        }
    }
    let weak = tag(&game);
    let amended = |tag: &str| {
        club.manager.send("DELETE", &format!("{game}/rounds/last"), &[("If-Match", tag)], None).status
    };
    club.manager.post(&format!("{game}/rounds"), &points(5));
    assert_eq!(amended(&weak), 412, "the game is further on");
    assert_eq!(amended(&tag(&game)), 200);
}

#[test]
fn files_are_compressed_while_they_are_sent() {
    let service = Service::start();
    assert!(run(&service.database, &["seed", "--games", "600", "--players", "30"]).done);
    let id = &query(&service.database, "SELECT id::text FROM clubs WHERE visibility = 'public'")[0][0];
    let club = club(&service, "Other");
    let path = format!("/v1/clubs/{id}/results.csv");
    let plain = service.client.get(&path).text;
    let (zipped, bytes) = raw(&service, &club, &path, &[GZIP]);
    assert_eq!((header(&zipped, "content-encoding"), header(&zipped, "content-length")), ("gzip", ""));
    assert_eq!(unzipped(&bytes), plain);
    let export = format!("{}/export", club.path);
    club.start_game();
    let (zipped, bytes) = raw(&service, &club, &export, &[GZIP]);
    assert_eq!(header(&zipped, "content-encoding"), "gzip");
    let export: Value = serde_json::from_str(&unzipped(&bytes)).unwrap();
    assert_eq!(export["games"].as_array().unwrap().len(), 1);
    assert_ne!(export["club"], json!(null));
}
