//! An export shows a club as it is at one moment, and is never larger than what is imported.

use std::thread;

use serde_json::json;

use super::imported;
use crate::support::{Holding, Service, club, fresh_schema, query, refusal, wait_until};

#[test]
fn what_is_changed_while_a_club_is_read_is_in_no_part_of_its_export() {
    let service = Service::start();
    let club = club(&service, "Friday");
    club.start_game();
    let path = format!("{}/export", club.path);
    let export = club.manager.get(&path);
    assert_eq!(export.header("content-length"), export.text.len().to_string());
    let before = export.json();
    let database = &service.database;
    let ann = &before["players"][0];
    assert_eq!(ann["name"], "Ann");

    let held = Holding::of(database, "LOCK TABLE seasons IN ACCESS EXCLUSIVE MODE");
    let mut during = thread::scope(|scope| {
        let export = scope.spawn(|| club.manager.get(&path).json());
        let waiting = "SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'seasons'::regclass";
        wait_until("the export has read the games", || !query(database, waiting).is_empty());
        let player = format!("{}/players/{}", club.path, ann["id"].as_str().unwrap());
        assert_eq!(club.manager.patch(&player, &json!({ "name": "Anna" })).status, 200);
        assert_eq!(club.add("Eva").status, 201);
        drop(held);
        export.join().unwrap()
    });
    let after = club.manager.get(&path).json();
    assert_eq!(after["players"].as_array().unwrap().len(), 3);
    during["exported_at"] = before["exported_at"].clone();
    assert_eq!(during, before);
    imported(&fresh_schema(), &during);
}

#[test]
fn a_club_that_could_not_be_imported_is_not_exported() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let sql = format!(
        "INSERT INTO players (id, club_id, name, name_key, created_at, guest) \
         SELECT gen_random_uuid(), '{}', 'P' || n, 'p' || n, now() + n * interval '1 microsecond', false \
         FROM generate_series(1, 100001) n",
        club.id
    );
    query(&service.database, &sql);
    let refused = club.manager.get(&format!("{}/export", club.path));
    assert_eq!(refusal(&refused), (409, "export_too_large".to_owned()));
    assert!(refused.json()["detail"].as_str().unwrap().contains("more than 100000 players"), "{refused:?}");
}
