//! A database that was written by the version at commit 386fca6: the demonstration, and a club with every
//! kind of event, corrections, people who come and go, merged players, seasons and requests under keys.
//!
//! `tests/stored/386fca6` has the database as SQL, what was asked with which `Idempotency-Key` (the body to the byte), what was
//! answered to GETs, and the exports. It is never changed.

use serde_json::Value;

use crate::archives::{import, run};
use crate::support::{Client, Program, Start, folder, fresh_schema, query};

const DATABASE: &str = include_str!("../stored/386fca6/database.sql");
const KEYS: &str = include_str!("../stored/386fca6/keys.json");
const ANSWERS: &str = include_str!("../stored/386fca6/answers.jsonl");
const REQUESTS: &str = include_str!("../stored/386fca6/requests.jsonl");
const EXPORTS: [&str; 2] =
    [include_str!("../stored/386fca6/feathers.json"), include_str!("../stored/386fca6/demonstration.json")];

/// What is not as it was where somebody has totals that were not played to the end: those do not count
/// with the others any more.
const OF_TOTALS: [&str; 7] =
    ["points_for", "points_against", "difference", "average", "best", "worst", "detail"];

/// What else is new: in a game where few points win, Bob was away for a round, so his 17 points are in
/// nobody's sums any more, and a season that was closed with them differs.
const WITHOUT_BOBS_TOTAL: [&str; 10] = [
    r#"/v1/clubs/01a22ede-7dda-70be-bad5-4ea8c0bcab7b/standings/rows/3/detail: "Level with 2 others until difference decided: a difference of 21." is now "Level with 2 others until difference decided: a difference of 4.""#,
    r#"/v1/clubs/01a22ede-7dda-70be-bad5-4ea8c0bcab7b/standings/rows/3/difference: 21 is now 4"#,
    r#"/v1/clubs/01a22ede-7dda-70be-bad5-4ea8c0bcab7b/standings/rows/3/points_against: 30 is now 13"#,
    r#"/v1/clubs/01a22ede-7dda-70be-bad5-4ea8c0bcab7b/players/01a22ede-7e04-77a4-ac3f-e07ca344decd/stats/variants/chickenfoot/difference: 13 is now -4"#,
    r#"/v1/clubs/01a22ede-7dda-70be-bad5-4ea8c0bcab7b/players/01a22ede-7e04-77a4-ac3f-e07ca344decd/stats/variants/chickenfoot/points_against: 26 is now 9"#,
    r#"/v1/clubs/01a22ede-7dda-70be-bad5-4ea8c0bcab7b/players/01a22ede-7f8d-72e0-876f-19fb2f327db0/stats/total/difference: 21 is now 4"#,
    r#"/v1/clubs/01a22ede-7dda-70be-bad5-4ea8c0bcab7b/players/01a22ede-7f8d-72e0-876f-19fb2f327db0/stats/total/points_against: 30 is now 13"#,
    r#"/v1/clubs/01a22ede-7dda-70be-bad5-4ea8c0bcab7b/players/01a22ede-7f8d-72e0-876f-19fb2f327db0/stats/variants/chickenfoot/difference: 21 is now 4"#,
    r#"/v1/clubs/01a22ede-7dda-70be-bad5-4ea8c0bcab7b/players/01a22ede-7f8d-72e0-876f-19fb2f327db0/stats/variants/chickenfoot/points_against: 30 is now 13"#,
    r#"/v1/clubs/01a22ede-7dda-70be-bad5-4ea8c0bcab7b/standings?season=01a22ede-8247-7739-8a35-903efb922a1b/season/differs: false is now true"#,
];

/// The old database in a schema of its own.
fn old_database() -> String {
    let url = fresh_schema();
    query(&url, DATABASE);
    url
}

fn serve(database: &str) -> Program {
    Start::with(folder().path()).env("DATABASE_URL", database).serve()
}

fn client(program: &Program, key: &Value) -> Client {
    let keys: Value = serde_json::from_str(KEYS).unwrap();
    program.client.with_key(keys[key.as_str().unwrap()].as_str().unwrap())
}

fn lines(text: &str) -> impl Iterator<Item = Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap())
}

/// Members that have another name by now.
const RENAMED: [(&str, &str); 5] = [
    ("adjustment", "adjusted"),
    ("opponents", "by_opponent"),
    ("partners", "by_partner"),
    ("seats", "by_seat"),
    ("variants", "by_variant"),
];

/// Where `new` lacks something that `old` has. Members that were added since are nobody's loss.
fn differences(place: &str, old: &Value, new: &Value, found: &mut Vec<String>) {
    match (old, new) {
        (Value::Object(old), Value::Object(new)) => {
            let has_unfinished = new.get("unfinished").is_some_and(|number| *number != 0);
            for (name, value) in old {
                if has_unfinished && OF_TOTALS.contains(&name.as_str()) {
                    continue;
                }
                let place = format!("{place}/{name}");
                let now = RENAMED.iter().find(|(then, _)| then == name).map_or(name.as_str(), |(_, now)| now);
                let new = new.get(name).or(new.get(now)).unwrap_or(&Value::Null);
                differences(&place, value, new, found);
            }
        }
        (Value::Array(old), Value::Array(new)) if old.len() == new.len() => {
            for (index, (old, new)) in old.iter().zip(new).enumerate() {
                differences(&format!("{place}/{index}"), old, new, found);
            }
        }
        _ if old == new => {}
        _ => found.push(format!("{place}: {old} is now {new}")),
    }
}

#[test]
fn a_database_of_an_older_version_opens_and_means_the_same() {
    let database = old_database();
    let program = serve(&database);
    let mut found = Vec::new();
    for line in lines(ANSWERS) {
        let path = line["path"].as_str().unwrap();
        let answer = client(&program, &line["key"]).get(path);
        assert_eq!(answer.status, 200, "{path}: {answer:?}");
        differences(path, &line["answer"], &answer.json(), &mut found);
    }
    assert_eq!(found, WITHOUT_BOBS_TOTAL, "{}", found.join("\n"));

    let (status, log) = program.stop();
    assert!(status.success() && log.contains("games again after an upgrade"), "{log}");
    let check = run(&database, &["rebuild", "--check"]);
    assert!(check.done, "{}", check.said);
    let (_, log) = serve(&database).stop();
    assert!(!log.contains("after an upgrade"), "once is enough: {log}");
}

#[test]
fn a_request_that_an_older_version_did_is_not_done_again() {
    let program = serve(&old_database());
    for request in lines(REQUESTS) {
        let text = |name: &str| request[name].as_str();
        let headers = [("If-Match", "*"), ("Idempotency-Key", text("idempotency_key").unwrap())];
        let sends_version = !text("path").unwrap().ends_with("/games");
        let headers = if sends_version { &headers[..] } else { &headers[1..] };
        let answer = client(&program, &request["key"]).send_text(
            text("method").unwrap(),
            text("path").unwrap(),
            headers,
            text("body"),
        );
        assert_eq!(answer.status, request["status"], "{request}: {answer:?}");
        assert_eq!(answer.header("idempotent-replayed"), "true", "{request}: {answer:?}");
        assert_eq!(answer.header("etag"), text("etag").unwrap_or_default(), "{request}");
        assert_eq!(answer.header("location"), text("location").unwrap_or_default(), "{request}");
    }
}

#[test]
fn what_an_older_version_exported_is_imported() {
    let database = fresh_schema();
    for export in EXPORTS {
        let import = import(&database, export, &[]);
        assert!(import.done, "{}", import.said);
    }
    let program = serve(&database);
    for line in lines(ANSWERS).filter(|line| line["key"] != "public") {
        let path = line["path"].as_str().unwrap();
        if let Some(id) = path.strip_prefix("/v1/games/") {
            let events =
                query(&database, &format!("SELECT count(*) FROM game_events WHERE game_id = '{id}'"));
            assert_eq!(events[0][0], line["answer"]["version"].to_string(), "{path}");
        }
    }
    drop(program);
    assert!(run(&database, &["rebuild", "--check"]).done);
}
