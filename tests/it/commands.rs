//! The command line as programs use it: JSON, exit codes and completions.

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::support::{Club, Match, Service, Start, folder, fresh_schema, query};

/// What a command has done.
struct Ran {
    code: i32,
    out: String,
    err: String,
}

impl Ran {
    /// The result, which is all of the standard output, on one line.
    fn json(&self) -> Value {
        assert_eq!(self.out.lines().count(), 1, "{}{}", self.out, self.err);
        serde_json::from_str(&self.out).unwrap()
    }
}

fn program(args: &[&str]) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pipkeeper"));
    let ran = command.args(args).env_remove("RUST_LOG").output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Ran { code: ran.status.code().unwrap(), out: text(ran.stdout), err: text(ran.stderr) }
}

/// Runs a command on a database.
fn on(database: &str, args: &[&str]) -> Ran {
    program(&[args, &["--database-url", database]].concat())
}

fn path(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn a_program_reads_what_an_export_and_an_import_did() {
    let here = Service::start();
    let game = Match::start_with_draws(&here);
    game.points(60, 0);
    let shown = game.state();
    let id = query(&here.database, "SELECT id FROM clubs")[0][0].clone();
    let place = folder();
    let file = place.path().join("club.json");

    let exported = on(&here.database, &["export", path(&file), "--json"]);
    let written = std::fs::read_to_string(&file).unwrap();
    let name = exported.json()["name"].clone();
    let expected = json!({ "club": id, "name": name, "file": path(&file), "bytes": written.len() });
    assert_eq!((exported.code, exported.json()), (0, expected));
    let without_time = |text: &str| {
        let mut file: Value = serde_json::from_str(text).unwrap();
        assert!(file["exported_at"].take().is_string());
        file
    };
    let over_http = game.manager.get(&format!("/v1/clubs/{id}/export")).text;
    assert_eq!(without_time(&written), without_time(&over_http));
    let printed = on(&here.database, &["export", "-", "--club", &id]);
    assert_eq!(without_time(&printed.out), without_time(&written), "and nothing else");
    assert!(on(&here.database, &["export", path(&file)]).out.contains(&format!("{} bytes", written.len())));

    let there = Service::start();
    let result = |new: usize, dry_run: bool, key: Value| {
        json!({
            "dry_run": dry_run, "club": id, "name": name, "key": key, "new_players": 2 * new, "new_games": new,
            "extended_games": 0, "unchanged_games": 1 - new, "seasons": 0, "merged_players": 0, "left": [],
        })
    };
    let dry = on(&there.database, &["import", path(&file), "--json", "--dry-run"]);
    assert_eq!((dry.code, dry.json()), (0, result(1, true, Value::Null)));
    let imported = on(&there.database, &["import", path(&file), "--json"]).json();
    assert_eq!(imported, result(1, false, imported["key"].clone()));
    let manager = there.client.with_key(imported["key"].as_str().unwrap());
    assert_eq!(manager.get(&game.path).json(), shown);
    let again = on(&there.database, &["import", path(&file), "--json"]);
    assert_eq!(again.json(), result(0, false, Value::Null));
}

#[test]
fn a_program_reads_a_new_key_and_a_seeded_club() {
    let service = Service::start();
    let seeded = on(&service.database, &["seed", "--games", "7", "--players", "5", "--json"]).json();
    let club = seeded["club"].as_str().unwrap();
    assert_eq!(seeded, json!({ "club": club, "games": 7 }));
    let key = on(&service.database, &["key", "--label", "Backup", "--json"]).json();
    assert_eq!((&key["club"], &key["label"]), (&json!(club), &json!("Backup")));
    let manager = service.client.with_key(key["key"].as_str().unwrap());
    assert_eq!(manager.get(&format!("/v1/clubs/{club}/keys")).status, 200);
    let games = manager.get(&format!("/v1/clubs/{club}/games")).json();
    assert_eq!(games["items"].as_array().unwrap().len(), 7);
}

#[test]
fn a_program_reads_what_a_rebuild_found() {
    let service = Service::start();
    let club = Club::found(&service.client, "Friday");
    club.start_game();
    let game = club.start_drawing_game();
    let round = json!({ "detail": "points", "points": { "A": 100 } });
    assert_eq!(club.manager.post(&format!("{game}/rounds"), &round).status, 201);
    query(&service.database, "UPDATE game_results SET points_for = points_for + 1");
    let found = |check: bool, leaves_wrong: bool, wrong: usize| {
        json!({
            "leaves_wrong": leaves_wrong, "check": check, "games": 2, "wrong_games": wrong, "wrong_seasons": 0,
            "wrong_sums": 0, "wrong_ratings": 0, "unreadable": 0,
        })
    };
    for (args, code, expected) in [
        (&["rebuild", "--check", "--json"][..], 3, Some(found(true, true, 1))),
        (&["rebuild", "--json"], 0, Some(found(false, false, 1))),
        (&["rebuild", "--check", "--json"], 0, Some(found(true, false, 0))),
    ] {
        let ran = on(&service.database, args);
        let mut shown = ran.json();
        // How many sums a wrong result spoils is no matter here.
        shown["wrong_sums"] = json!(0);
        assert_eq!((ran.code, Some(shown)), (code, expected), "{args:?}: {}", ran.err);
    }
}

#[test]
fn a_program_reads_where_a_service_listens_and_its_first_key() {
    let place = folder();
    let program = Start::with(place.path()).arg("--json").arg("--demo").serve();
    let announced: Value = serde_json::from_str(&program.announced).unwrap();
    assert_eq!(announced["listens_on"], program.base);
    for (club, games) in [(&announced["home"], 0), (&announced["demonstration"], 12)] {
        let manager = program.client.with_key(club["key"].as_str().unwrap());
        let list = manager.get(&format!("/v1/clubs/{}/games?limit=100", club["club"].as_str().unwrap()));
        assert_eq!(list.json()["items"].as_array().unwrap().len(), games, "{announced}");
    }
    assert_eq!(announced["demonstration"]["games"].as_array().unwrap().len(), 12);
    assert!(program.stop().0.success());

    let second = Start::with(place.path()).arg("--json").serve();
    let announced: Value = serde_json::from_str(&second.announced).unwrap();
    assert_eq!(announced, json!({ "listens_on": second.base, "home": null, "demonstration": null }));
}

#[test]
fn exit_codes_are_those_that_the_help_lists() {
    let database = fresh_schema();
    let place = folder();
    let missing = place.path().join("missing/club.json");
    assert_eq!(program(&["openapi"]).code, 0);
    for (args, why) in [
        (&["import", path(&missing)][..], "cannot read"),
        (&["key"], "there is no club yet"),
        (&["export", path(&missing)], "there is no club yet"),
    ] {
        let ran = on(&database, args);
        assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{args:?}: {}", ran.err);
        assert!(ran.err.contains(&format!("pipkeeper: {why}")), "{}", ran.err);
    }
    assert_eq!(on(&database, &["seed", "--games", "3"]).code, 0);
    let unwritten = on(&database, &["export", path(&missing)]);
    assert_eq!((unwritten.code, unwritten.err.contains("cannot write")), (1, true), "{}", unwritten.err);
    for wrong in [&["import"][..], &["--nonsense"], &["seed", "--games", "many"], &["completions", "tcsh"]] {
        assert_eq!(program(wrong).code, 2, "{wrong:?}");
    }
    let both = on(&database, &["export", "-", "--json"]);
    assert_eq!((both.code, both.out.as_str()), (2, ""));
    assert!(both.err.contains("--json needs a file"), "{}", both.err);
    query(&database, "UPDATE game_events SET body = '{}' WHERE seq = 1");
    for args in [&["rebuild"][..], &["rebuild", "--check"]] {
        let ran = on(&database, args);
        assert_eq!(ran.code, 3, "{args:?}: {}", ran.err);
        assert!(ran.out.contains("3 unreadable logs"), "{}", ran.out);
    }

    for command in [&["--help"][..], &["rebuild", "--help"], &["-h"]] {
        let help = program(command).out;
        let codes = help.split_once("Exit codes:\n").unwrap().1.lines();
        let listed: Vec<&str> = codes.filter_map(|line| line.split_whitespace().next()).collect();
        assert_eq!(listed, ["0", "1", "2", "3"], "{help}");
    }
}

#[test]
fn every_shell_can_complete_every_command() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let ran = program(&["completions", shell]);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{shell}");
        for name in ["serve", "key", "openapi", "rebuild", "import", "export", "seed", "completions", "json"]
        {
            assert!(ran.out.contains(name), "{shell} does not know {name}");
        }
    }
}
