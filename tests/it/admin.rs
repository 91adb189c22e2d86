//! What whoever runs the service may do: founding clubs, taking them away, finding a lost key.

use std::process::Command;

use pipkeeper::{Access, AdminKey};
use serde_json::{Value, json};

use crate::support::{
    Client, Club, NOBODY, Service, Start, club, folder, fresh_schema, points, query, refusal,
};

#[test]
fn clubs_are_founded_with_the_admin_key() {
    let access =
        Access { admin_key: Some(AdminKey::new("hunter2")), open_club_creation: false, ..Access::default() };
    let service = Service::start_with(&fresh_schema(), access);
    let found = |client: &Client| client.post("/v1/clubs", &json!({ "name": "Friday" }));

    assert_eq!(refusal(&found(&service.client)), (401, "unauthenticated".to_owned()));
    assert_eq!(refusal(&found(&service.client.with_key("hunter3"))), (401, "unauthenticated".to_owned()));
    let made = found(&service.client.with_key("hunter2"));
    assert_eq!(made.status, 201);
    let manager = service.client.with_key(made.json()["key"].as_str().unwrap());
    assert_eq!(refusal(&found(&manager)), (403, "admin_key_needed".to_owned()));

    // The admin key founds clubs; it does not look into them.
    let club = made.header("location");
    assert_eq!(refusal(&service.client.with_key("hunter2").get(club)).0, 401);
}

#[test]
fn a_service_that_others_can_reach_does_not_start_open() {
    let folder = folder();
    let start = || Start::with(folder.path()).env("PIPKEEPER_LISTEN", "0.0.0.0:0");
    let said = start().refusal();
    assert!(said.contains("PIPKEEPER_ADMIN_KEY") && said.contains("--open-club-creation"), "{said}");

    let open = start().env("PIPKEEPER_OPEN_CLUB_CREATION", "true").serve();
    assert_eq!(open.client.post("/v1/clubs", &json!({ "name": "Friday" })).status, 201);
    assert!(open.stop().0.success());
    let guarded = start().env("PIPKEEPER_ADMIN_KEY", "hunter2").serve();
    assert_eq!(guarded.client.post("/v1/clubs", &json!({ "name": "Friday" })).status, 401);
    let (_, log) = guarded.stop();
    assert!(!log.contains("hunter2"), "{log}");
}

fn export(club: &Club) -> Value {
    let answer = club.manager.get(&format!("{}/export", club.path));
    assert_eq!(
        (answer.status, answer.header("content-type")),
        (200, "application/octet-stream"),
        "{answer:?}"
    );
    answer.json()
}

#[test]
fn a_club_is_taken_away_whole() {
    let service = Service::start();
    let (ours, theirs) = (club(&service, "Ours"), club(&service, "Theirs"));
    theirs.add("Stranger");
    for index in 0..60 {
        ours.add(&format!("Player {index}"));
        let game = ours.start_game();
        assert_eq!(ours.manager.post(&format!("{game}/rounds"), &points(5)).status, 201);
    }
    let whole = export(&ours);

    assert_eq!((&whole["format"], &whole["version"]), (&json!("pipkeeper-club"), &json!(1)));
    let mut shown = ours.manager.get(&ours.path).json();
    // It is exported as precisely as it is kept.
    let second = shown["created_at"].as_str().unwrap().trim_end_matches('Z').to_owned();
    assert!(whole["club"]["created_at"].as_str().unwrap().starts_with(&second));
    shown["created_at"] = whole["club"]["created_at"].clone();
    assert_eq!(whole["club"], shown);
    let (games, players) = (whole["games"].as_array().unwrap(), whole["players"].as_array().unwrap());
    assert_eq!((games.len(), players.len()), (60, 62));
    for game in games {
        assert_eq!(game["log"].as_array().unwrap().len(), 2);
        assert_eq!(game["log"][1]["event"]["event"], "round_recorded");
        for seat in game["seats"].as_array().unwrap() {
            assert!(players.iter().any(|player| player["id"] == *seat));
        }
    }
    let text = whole.to_string();
    assert!(!text.contains("Stranger") && !text.contains("hash") && !text.contains("pk_"));
}

#[test]
fn a_deleted_club_is_gone_and_others_are_not() {
    let service = Service::start();
    let (ours, theirs) = (club(&service, "Ours"), club(&service, "Theirs"));
    for club in [&ours, &theirs] {
        let rounds = format!("{}/rounds", club.start_game());
        let answer = club.manager.send("POST", &rounds, &[("Idempotency-Key", "a")], Some(&points(5)));
        assert_eq!(answer.status, 201);
        let pairings = format!("{}/pairings", club.path);
        let label = json!({ "label": "phone" });
        let paired = club.manager.send("POST", &pairings, &[("Idempotency-Key", "a")], Some(&label));
        assert_eq!(paired.status, 201);
    }
    let kept = export(&theirs);
    let delete = |name: &str| ours.manager.send("DELETE", &ours.path, &[], Some(&json!({ "confirm": name })));
    assert_eq!(refusal(&delete("ours")), (422, "wrong_confirmation".to_owned()));
    assert_eq!(refusal(&ours.manager.send("DELETE", &ours.path, &[], Some(&json!({})))).0, 422);
    assert_eq!(delete("Ours").status, 204);

    assert_eq!(refusal(&ours.manager.get(&ours.path)).0, 401);
    let read_now = |mut whole: Value| whole.as_object_mut().unwrap().remove("exported_at").map(|_| whole);
    assert_eq!(read_now(export(&theirs)), read_now(kept));
    for table in [
        "clubs",
        "players WHERE name = 'Ann'",
        "games",
        "game_events WHERE seq = 1",
        "pairings",
        "replies",
        "keys",
    ] {
        let count = query(&service.database, &format!("SELECT count(*) FROM {table}"));
        assert_eq!(count[0][0], "1", "{table}");
    }
}

fn new_key(data_dir: &std::path::Path, more: &[&str]) -> (bool, String, String) {
    let ran = Command::new(env!("CARGO_BIN_EXE_pipkeeper"))
        .arg("key")
        .args(more)
        .env_remove("DATABASE_URL")
        .env("PIPKEEPER_DATA_DIR", data_dir)
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (ran.status.success(), text(ran.stdout), text(ran.stderr))
}

#[test]
fn a_lost_key_is_replaced_on_the_server() {
    let folder = folder();
    let program = Start::with(folder.path()).serve();
    let (done, key, _) = new_key(folder.path(), &[]);
    assert!(done && key.starts_with("pk_"), "{key}");
    let home = program.query("SELECT id FROM clubs")[0][0].clone();
    let manager = program.client.with_key(key.trim());
    assert_eq!(manager.patch(&format!("/v1/clubs/{home}"), &json!({ "name": "Found again" })).status, 200);

    program.client.post("/v1/clubs", &json!({ "name": "Another" }));
    let (done, _, said) = new_key(folder.path(), &[]);
    assert!(!done && said.contains(&home) && said.contains("Another"), "{said}");
    let (done, _, said) = new_key(folder.path(), &["--club", NOBODY]);
    assert!(!done && said.contains(&format!("there is no club {NOBODY}")), "{said}");
    assert!(said.contains(&home) && !said.contains("refused"), "{said}");
    assert!(program.stop().0.success());

    // Also while the service does not run.
    let (done, key, said) = new_key(folder.path(), &["--club", &home]);
    assert!(done && key.starts_with("pk_"), "{said}");
}
