//! What is shown together is of one moment, whatever changes between the questions to the database.

use std::thread;

use serde_json::json;

use super::club;
use crate::seasons::id;
use crate::support::{Service, query, wait_until};

/// Turns all results around as soon as somebody waits to read them.
const TURNED: &str = "BEGIN; LOCK TABLE game_results; UPDATE game_results SET result = -result; \
    DO $$ BEGIN WHILE NOT EXISTS (SELECT 1 FROM pg_locks WHERE NOT granted \
        AND relation = 'game_results'::regclass) LOOP END LOOP; END $$; COMMIT";

#[test]
fn tables_and_statistics_are_of_one_moment() {
    let service = Service::start();
    let club = club(&service);
    club.play("2026-03-01", &["Ann", "Bob"], json!({"A": 100}));
    let season = club.season(&json!({"name": "Spring", "from": "2026-03-01", "to": "2026-05-31"}));
    let table = club.standings("");
    let ann = table["rows"][0]["player"]["id"].as_str().unwrap().to_owned();
    let place = &club.path;
    for path in [
        format!("{place}/standings"),
        format!("{place}/standings?season={}", id(&season)),
        format!("{place}/players/{ann}/stats"),
    ] {
        let before = club.manager.get(&path).json();
        thread::scope(|scope| {
            scope.spawn(|| query(&service.database, TURNED));
            wait_until("the results are held", || {
                let held = "SELECT count(*)::text FROM pg_locks WHERE granted \
                    AND mode = 'AccessExclusiveLock' AND relation = 'game_results'::regclass";
                query(&service.database, held) == [["1"]]
            });
            assert_eq!(club.manager.get(&path).json(), before, "{path}");
        });
        query(&service.database, "UPDATE game_results SET result = -result");
    }
}
