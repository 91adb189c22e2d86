//! Files that are cut off, doubled, newer or meant to do harm: refused with the reason, and nothing is
//! stored.

use std::fmt::Write as _;
use std::fs::File;

use serde_json::{Value, json};

use super::{corrected, folder, fresh_schema, refused, run, taken, with_time};
use crate::support::{Club, Service, club, refusal};

/// A club with a game, as a file.
fn whole() -> Value {
    let service = Service::start();
    let club = Club::found(&service.client, "Friday");
    corrected(&club);
    with_time(&taken(&club.manager, &club.path))
}

/// A database that has nothing but its tables.
fn empty() -> String {
    Service::start().database.clone()
}

#[test]
fn a_file_that_is_cut_off_or_doubled_is_refused() {
    let database = empty();
    let text = whole().to_string();
    for part in 0..8 {
        let mut end = text.len() * part / 8;
        while !text.is_char_boundary(end) {
            end += 1;
        }
        let said = refused(&database, &text[..end], &[]);
        assert!(said.starts_with("the file is cut off: it ends at line 1, column"), "{end}: {said}");
    }
    let said = refused(&database, &text[..text.len() - 1], &[]);
    assert!(said.starts_with("the file is cut off"), "{said}");
    let twice = format!("{text}{text}");
    assert!(refused(&database, &twice, &[]).starts_with("trailing characters at line 1 column"));
}

#[test]
fn what_this_version_does_not_know_is_refused_by_name() {
    let database = empty();
    let file = whole();
    let changed = |pointer: &str, value: Value| {
        let mut file = file.clone();
        let (place, member) = pointer.rsplit_once('/').unwrap();
        match file.pointer_mut(place).unwrap() {
            Value::Array(list) => list.push(value),
            Value::Object(members) => drop(members.insert(member.to_owned(), value)),
            other @ (Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_)) => panic!("{other}"),
        }
        refused(&database, &file.to_string(), &[])
    };
    let id = file["games"][0]["id"].as_str().unwrap();
    let game = file["games"][0].clone();
    let player = file["players"][0].clone();
    let body = "/games/0/log/0/event/body";
    let log = "/games/0/log";
    let event = |seq: u32, event: Value| json!({ "seq": seq, "at": "2026-11-30T12:00:00Z", "event": event });
    let cases: Vec<(String, Value, &str)> = vec![
        (
            "/version".into(),
            json!(2),
            "the file has version 2 and comes from a newer Pipkeeper; this one reads version 1",
        ),
        ("/version".into(), json!(0), "there is no version 0"),
        ("/version".into(), json!("1"), "invalid type: string \"1\""),
        ("/format".into(), json!("pipkeeper-league"), "it is no export of Pipkeeper"),
        ("/format".into(), json!("pipkeeper-game"), "its parts are not those of a `pipkeeper-game`"),
        ("/leagues".into(), json!([]), "`leagues` is not known to this version"),
        ("/club/owner".into(), json!("me"), "unknown field `owner`"),
        ("/club/id".into(), json!("1234"), "UUID parsing failed"),
        ("/club/name".into(), json!("a\nb"), "must not contain control characters"),
        ("/club/name".into(), json!("x".repeat(201)), "must have at most 200 characters"),
        ("/club/time_zone".into(), json!("Mars/Phobos"), "must be an IANA time zone"),
        ("/club/visibility".into(), json!("secret"), "unknown variant `secret`"),
        ("/club/created_at".into(), json!("yesterday"), "input contains invalid characters"),
        ("/club/created_at".into(), json!("0000-01-01T00:00:00Z"), "one of the years 1 to 9999"),
        ("/players/-".into(), player.clone(), "is in the file twice"),
        ("/players/0/admin".into(), json!(true), "unknown field `admin`"),
        ("/games/-".into(), game, "is in the file twice"),
        ("/games/0/score".into(), json!({}), "unknown field `score`"),
        ("/games/0/id".into(), json!("not-one"), "UUID parsing failed"),
        ("/games/0/name".into(), json!("Another"), "`name` is not what its log says"),
        ("/games/0/played_on".into(), json!("2020-01-01"), "`played_on` is not what its log says"),
        ("/games/0/played_on".into(), json!("2026-02-30"), "must be a day of the years 1 to 9999"),
        ("/games/0/counts".into(), json!(false), "`counts` is not what its log says"),
        ("/games/0/variant".into(), json!("chess"), "unknown variant `chess`"),
        ("/games/0/variant".into(), json!("hathaway"), "`variant` is not what its log says"),
        ("/games/0/seats".into(), json!([]), "`seats` is not what its log says"),
        ("/games/0/log".into(), json!([]), "its log is empty"),
        (format!("{log}/1/seq"), json!(7), "event 2: its `seq` is 7"),
        (format!("{log}/1/event"), json!({ "event": "dealt" }), "event 2: unknown variant `dealt`"),
        (format!("{log}/1/event/body/luck"), json!(1), "event 2: unknown field `luck`"),
        (
            format!("{log}/1/event/body/points/A"),
            json!(1_000_000_000),
            "event 2: does not follow: /points/A: A cannot have 1000000000 points",
        ),
        (format!("{log}/1/event/body/points/A"), json!(1e99), "event 2: "),
        (
            format!("{log}/0/event"),
            json!({ "event": "round_undone" }),
            "event 1: a log begins with `created`",
        ),
        (
            format!("{log}/-"),
            event(12, json!({ "event": "round_restored", "body": 99 })),
            "event 12: does not follow: there is no round 99",
        ),
        (
            format!("{log}/-"),
            event(12, json!({ "event": "round_voided", "body": { "round": 1, "reason": "a\u{0}b" } })),
            "/body/reason",
        ),
        (
            format!("{log}/-"),
            event(12, json!({ "event": "round_voided", "body": { "round": 1, "reason": "x".repeat(501) } })),
            "a reason of 1 to 500 characters",
        ),
        (
            format!("{log}/-"),
            event(
                12,
                json!({ "event": "round_voided", "body": { "round": 1, "reason": "x".repeat(300_000) } }),
            ),
            "a text has more than 262144 bytes",
        ),
        (format!("{body}/rules/set/max_pip"), json!(250), "250 is not possible here"),
        (format!("{body}/rules/hand_size"), json!({ "2": 200 }), "each need"),
        (format!("{body}/rules/house"), json!("ours"), "/body/rules/house is not known"),
        (format!("{body}/about/played_on"), json!("yesterday"), "`played_on` is no day"),
        (format!("{body}/seats"), json!(["a", "b"]), "`seats` is not what its log says"),
        (format!("{body}/seats"), json!(["a", "b", "c", "d", "e"]), "5 players cannot play this game"),
    ];
    for (pointer, value, wanted) in cases {
        let said = changed(&pointer, value);
        assert!(said.contains(wanted), "{pointer}: {said}");
        // A game is named where something in it is wrong.
        assert!(!said.contains("event ") || said.contains(id), "{pointer}: {said}");
    }
    // A player whose name another has.
    let mut twin = file.clone();
    twin["players"][1]["name"] = player["name"].clone();
    assert!(refused(&database, &twin.to_string(), &[]).contains("are both called `Ann`"));
    // Somebody who is not in the file.
    let mut lonely = file.clone();
    lonely["players"].as_array_mut().unwrap().pop();
    assert!(refused(&database, &lonely.to_string(), &[]).contains("is not in the file"));
    for nonsense in
        ["[]", "null", "{}", "[[[[", "{\"format\":\"pipkeeper-club\"}", "\u{feff}{}", "PK\u{3}\u{4}"]
    {
        refused(&database, nonsense, &[]);
    }
    // The place is said.
    let said = changed("/games/0/counts", json!(false));
    assert!(said.contains("at line 1 column "), "{said}");
}

/// A game with as many rounds as are wanted, as a file of its own.
fn long(rounds: usize) -> String {
    let mut file = whole();
    file["format"] = json!("pipkeeper-game");
    let club = file["club"]["id"].take();
    file["club"] = club;
    let mut game = file["games"][0].take();
    let first = game["log"][0].to_string();
    game["log"] = json!([]);
    game["name"] = json!("Final");
    file.as_object_mut().unwrap().remove("games");
    file["game"] = game;
    let round = r#","at":"2026-11-30T12:00:00Z","event":{"event":"round_recorded","body":{"detail":"points","points":{"A":0,"B":0}}}}"#;
    let mut log = first;
    for seq in 2..rounds + 2 {
        write!(log, ",{{\"seq\":{seq}{round}").unwrap();
    }
    file.to_string().replace("\"log\":[]", &format!("\"log\":[{log}]"))
}

#[test]
fn a_game_of_a_million_rounds_is_refused_at_once() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let into = ["--into", &*club.id];
    let said = refused(&service.database, &long(1_000_000), &into);
    assert!(said.starts_with("a game has at most 2000 rounds and 20000 events; this one has more"), "{said}");
}

#[test]
fn files_that_would_fill_the_memory_are_not_read_to_their_end() {
    let database = empty();
    let deep = format!("{{\"format\":{}", "[".repeat(1_000_000));
    assert!(refused(&database, &deep, &[]).contains("more than 32 deep inside each other"));
    let wide = format!("{{\"games\":[{{\"log\":[{}", "1,".repeat(1 << 20));
    let said = refused(&database, &wide, &[]);
    assert!(said.contains("a game has"), "{said}");
    let text = format!("{{\"format\":\"{}", "x".repeat(1 << 20));
    assert!(refused(&database, &text, &[]).contains("a text has more than 262144 bytes"));

    // Longer than a file may be, though nothing of it is on the disk.
    let place = folder();
    let path = place.path().join("huge.json");
    File::create(&path).unwrap().set_len((4 << 30) + 1).unwrap();
    let ran = run(&fresh_schema(), &["import", path.to_str().unwrap()]);
    assert!(!ran.done && ran.said.contains("the file has more than 4 GiB"), "{}", ran.said);
    let ran = run(&fresh_schema(), &["import", place.path().join("missing.json").to_str().unwrap()]);
    assert!(
        !ran.done && ran.said.contains("cannot read") && ran.said.contains("missing.json"),
        "{}",
        ran.said
    );
    assert!(!run(&fresh_schema(), &["import", place.path().to_str().unwrap()]).done);
}

#[test]
fn a_table_is_told_when_a_round_has_too_many_turns() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let game = club.start_game();
    let turns: Vec<Value> = (0..2001).map(|_| json!({ "seat": "A", "pass": true })).collect();
    let round = json!({ "detail": "plays", "leader": "A", "turns": turns });
    let answer = club.manager.post(&format!("{game}/rounds"), &round);
    assert_eq!(refusal(&answer), (422, "too_many_turns".to_owned()));
    assert_eq!(answer.json()["errors"][0]["pointer"], "/turns");
}
