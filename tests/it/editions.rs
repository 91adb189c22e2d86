//! Which edition of a game an answer is: its entity tag, and the game as it was.

use serde_json::{Value, json};

use crate::support::{Answer, Match, Service, club, points, query, refusal, report};

#[test]
fn a_weak_tag_is_the_version_that_it_was_made_of() {
    let service = Service::start();
    let game = Match::start(&service);
    game.points(10, 0);
    // As nginx, Apache and Jetty make them when they compress.
    for (points, tag) in [(11, "W/\"2\""), (12, "\"3-gzip\""), (13, "W/\"4--gzip\"")] {
        let round = format!("{}/rounds/1", game.path);
        let amended = game.manager.send("PUT", &round, &[("If-Match", tag)], Some(&report(points, 0)));
        assert_eq!(amended.status, 200, "{tag}: {amended:?}");
        let stale = game.manager.send("PUT", &round, &[("If-Match", tag)], Some(&report(points, 0)));
        assert_eq!(refusal(&stale), (412, "stale_version".to_owned()), "{tag}");
    }
    for tag in ["W/\"5\"", "\"5-gzip\"", "\"4\", W/\"5\""] {
        let read = game.manager.send("GET", &game.path, &[("If-None-Match", tag)], None);
        assert_eq!(read.status, 304, "{tag}");
    }
    let list = game.manager.get("/v1/variants");
    let tag = format!("W/{}", list.header("etag").replace("\"", "-gzip\"").replacen("-gzip", "", 1));
    assert_eq!(game.manager.send("GET", "/v1/variants", &[("If-None-Match", &tag)], None).status, 304);
}

#[test]
fn a_game_whose_player_was_renamed_is_sent_once_more_and_then_known() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let game = club.start_game();
    club.manager.post(&format!("{game}/rounds"), &points(10));
    let players = club.manager.get(&format!("{}/players", club.path)).json();
    let ann = format!("{}/players/{}", club.path, players["items"][0]["id"].as_str().unwrap());
    let mut tag = club.manager.get(&game).header("etag").to_owned();
    let read = |tag: &str, place: &str| {
        club.manager.send("GET", &format!("{game}{place}"), &[("If-None-Match", tag)], None)
    };
    for name in ["Anna", "Annie"] {
        assert_eq!(read(&tag, "").status, 304);
        assert_eq!(club.manager.patch(&ann, &json!({ "name": name })).status, 200);
        for place in ["", "/rounds/1", "?version=1", "?version=2"] {
            assert_eq!(read(&tag, place).status, 200, "{name}{place}");
            let names = read(&tag, place).text;
            assert!(names.contains(name) && !names.contains("\"Ann\""), "{names}");
        }
        let renamed = read(&tag, "");
        assert_eq!(renamed.json()["seats"][0]["name"], name);
        tag = renamed.header("etag").to_owned();
        assert_eq!((read(&tag, "").status, read(&tag, "/rounds/1").status), (304, 304), "{tag}");
    }
    // It is still the tag of the version.
    let amended =
        club.manager.send("PUT", &format!("{game}/rounds/1"), &[("If-Match", &tag)], Some(&points(5)));
    assert_eq!((amended.status, amended.header("etag")), (200, "\"3\""));
    assert_eq!(read(&tag, "").status, 200);
}

#[test]
fn an_earlier_version_is_all_as_it_was() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let path = club.start_game();
    let state = |place: &str| club.manager.get(&format!("{path}{place}")).json();
    let done = |answer: Answer| assert_eq!(answer.status / 100, 2, "{answer:?}");
    let mut versions = vec![state("")];
    let mut step = |change: &dyn Fn()| {
        // A second later, so that every version has a time of its own.
        let later = "UPDATE game_events SET at = at - interval '1 second'; \
            UPDATE games SET changed_at = changed_at - interval '1 second', created_at = created_at - interval '1 second'";
        query(&service.database, later);
        change();
        versions.push(state(""));
    };
    step(&|| done(club.manager.post(&format!("{path}/rounds"), &points(10))));
    step(&|| done(club.manager.patch(&path, &json!({ "name": "Final", "played_on": "2026-01-02" }))));
    step(&|| done(club.manager.patch(&path, &json!({ "counts": false }))));
    step(&|| done(club.manager.patch(&path, &json!({ "name": "Semifinal", "played_on": "2026-01-03" }))));
    step(&|| done(club.manager.post(&format!("{path}/rounds"), &points(20))));

    let seconds = |view: &Value| {
        let read = |member: &str| view[member].as_str().unwrap().parse::<chrono::DateTime<chrono::Utc>>();
        (read("changed_at").unwrap() - read("created_at").unwrap()).num_seconds()
    };
    for (number, then) in (1..).zip(&versions) {
        let read = club.manager.get(&format!("{path}?version={number}"));
        let now = read.json();
        for member in ["version", "name", "played_on", "counts", "score", "rounds", "next_lead"] {
            assert_eq!(now.get(member), then.get(member), "version {number}: {member}");
        }
        assert_eq!(seconds(&now), seconds(then), "version {number}: changed_at");
        let tag = format!("\"{number}\"");
        assert_eq!(read.header("etag"), tag);
        let again =
            club.manager.send("GET", &format!("{path}?version={number}"), &[("If-None-Match", &tag)], None);
        assert_eq!(again.status, 304);
    }
    let newest = club.manager.send("GET", &format!("{path}?version=2"), &[("If-None-Match", "\"6\"")], None);
    assert_eq!(newest.status, 200, "the newest version is another one");
}

/// A log that is replayed apart from the threads that answer requests.
#[test]
fn a_long_log_is_read_page_by_page_and_as_it_was() {
    let service = Service::start();
    let game = Match::start(&service);
    for number in 1..=400 {
        let name = json!({ "name": format!("Game {number}") });
        assert_eq!(game.send("PATCH", "", Some(&name)).status, 200);
    }
    let page = game.send("GET", "/log?after=396&limit=3", None).json();
    let texts: Vec<&Value> =
        page["items"].as_array().unwrap().iter().map(|entry| &entry["version"]).collect();
    assert_eq!(texts, [397, 398, 399]);
    assert_eq!(page["next_after"], 399);
    assert_eq!(page["items"][0]["recorded"]["about"], page["items"][1]["before"]["about"], "{page}");
    assert_eq!(game.send("GET", "?version=351", None).json()["name"], "Game 350");
    let last = game.send("GET", "/log?after=400&limit=3", None).json();
    assert_eq!((last["items"].as_array().unwrap().len(), &last["next_after"]), (1, &Value::Null));
}
