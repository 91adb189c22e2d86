//! Bonus points for rounds won and narrow losses, and what is said about points and ranks.

use pipkeeper::testing::{Progress, rebuild};
use serde_json::{Value, json};

use super::laws::{Bench, bench};
use crate::support::query;

/// A match of nine rounds that ends so many to so many.
fn nine(bench: &Bench, day: &str, names: &[&str], won: usize) -> String {
    let rules = json!({"match": {"type": "rounds", "rounds": 9, "tie": "joint"}});
    let game = bench.club.start(json!({"variant": "block", "rules": rules, "played_on": day}), names);
    for round in 0..9 {
        bench.club.round(&game, if round < won { json!({"A": 1}) } else { json!({"B": 1}) });
    }
    game
}

fn row(table: &Value, name: &str) -> Value {
    table["rows"].as_array().unwrap().iter().find(|row| row["player"]["name"] == name).unwrap().clone()
}

fn is_healthy(bench: &Bench) -> bool {
    let found = bench.runtime.block_on(async {
        rebuild(&mut bench.db.get().await.unwrap(), true, &Progress::default()).await.unwrap()
    });
    found.is_healthy()
}

#[test]
fn a_loss_by_5_to_4_earns_a_point_where_the_league_says_so() {
    let bench = bench(0);
    let game = nine(&bench, "2026-03-01", &["Ann", "Bob"], 5);
    nine(&bench, "2026-03-02", &["Ann", "Cem"], 6);
    let league = "?win=3&draw=0&narrow_loss=1";
    let table = bench.club.standings(league);
    let bob = row(&table, "Bob");
    assert_eq!((&bob["lost"], &bob["narrow_losses"], &bob["points"]), (&json!(1), &json!(1), &json!(1)));
    assert_eq!(bob["points_from"], "1 narrow loss at 1: 1 point");
    assert_eq!(bob["decided_by"], "points");
    assert_eq!((&row(&table, "Cem")["narrow_losses"], &row(&table, "Cem")["points"]), (&json!(0), &json!(0)));
    assert_eq!(
        (&table["narrow_loss"], &table["win"], &table["round_won"]),
        (&json!(1), &json!(3), &json!(0))
    );
    // Two points a match and one a game.
    let other = bench.club.standings("?win=2&draw=0&round_won=1");
    assert_eq!(row(&other, "Ann")["points_from"], "2 wins at 2, 11 rounds won at 1: 15 points");
    assert_eq!((&row(&other, "Bob")["points"], &row(&other, "Cem")["points"]), (&json!(4), &json!(3)));
    assert_eq!(row(&bench.club.standings("?from=2026-03-02"), "Cem")["narrow_losses"], 0);

    // It was 6 to 3 after all.
    let version = bench.club.manager.get(&game).header("etag").to_owned();
    let round = json!({"detail": "points", "points": {"A": 1}});
    let amended =
        bench.club.manager.send("PUT", &format!("{game}/rounds/9"), &[("If-Match", &version)], Some(&round));
    assert_eq!(amended.status, 200, "{amended:?}");
    assert_eq!(row(&bench.club.standings(league), "Bob")["points"], 0);
    assert!(is_healthy(&bench));
    let stats =
        bench.club.manager.get(&format!("{}/players/{}/stats", bench.club.path, bench.club.player("Cem")));
    assert_eq!(stats.json()["total"]["narrow_losses"], 0);
}

#[test]
fn who_gives_up_has_not_lost_narrowly() {
    let bench = bench(0);
    let rules = json!({"match": {"type": "rounds", "rounds": 9, "tie": "joint"}});
    for (kind, by) in [("forfeit", Some("B")), ("time_limit", None)] {
        let made = json!({"variant": "block", "rules": rules, "played_on": "2026-03-01"});
        let game = bench.club.start(made, &["Ann", "Bob"]);
        bench.club.round(&game, json!({"A": 1}));
        let mut end = json!({"kind": kind, "reason": "late"});
        if let Some(by) = by {
            end["by"] = json!(by);
        }
        let ended = bench.club.manager.post(&format!("{game}/end"), &end);
        assert!(ended.status < 300, "{ended:?}");
    }
    let bob = row(&bench.club.standings(""), "Bob");
    assert_eq!((&bob["lost"], &bob["narrow_losses"]), (&json!(2), &json!(1)));
    assert!(is_healthy(&bench));
}

#[test]
fn games_from_before_there_were_bonus_points_get_them_when_the_tables_are_brought_up_to_date() {
    let bench = bench(0);
    nine(&bench, "2026-03-01", &["Ann", "Bob"], 5);
    nine(&bench, "2026-04-01", &["Ann", "Bob"], 4);
    nine(&bench, "2026-04-01", &["Ann", "Cem"], 7);
    let given_up =
        bench.club.start(json!({"variant": "hathaway", "played_on": "2026-04-01"}), &["Ann", "Bob"]);
    bench.club.round(&given_up, json!({"A": 10}));
    let end = json!({"kind": "forfeit", "by": "B", "reason": "had to leave"});
    assert!(bench.club.manager.post(&format!("{given_up}/end"), &end).status < 300);
    let deserted =
        bench.club.start(json!({"variant": "hathaway", "played_on": "2026-04-01"}), &["Ann", "Bob"]);
    bench.club.round(&deserted, json!({"A": 10}));
    let left = bench.club.manager.post(&format!("{deserted}/seats/B/leave"), &json!({"reason": "the bus"}));
    assert!(left.status < 300, "{left:?}");
    let before = bench.club.standings("");
    let database = &bench.service.database;
    query(database, include_str!("../../../migrations/2026-11-30-000030_narrow_losses/down.sql"));
    query(database, include_str!("../../../migrations/2026-11-30-000030_narrow_losses/up.sql"));
    assert!(is_healthy(&bench));
    assert_eq!(bench.club.standings(""), before);
    let narrow = ["Ann", "Bob", "Cem"].map(|name| row(&before, name)["narrow_losses"].clone());
    assert_eq!(narrow, [json!(1), json!(1), json!(0)]);
}

#[test]
fn each_rank_says_in_good_english_what_decided_it() {
    let bench = bench(0);
    bench.club.play("2026-03-01", &["Ann", "Bob"], json!({"A": 100}));
    bench.club.play("2026-03-02", &["Cem", "Dee"], json!({"A": 120}));
    let table = bench.club.standings("?rank_by=points,difference");
    let details: Vec<&Value> = table["rows"].as_array().unwrap().iter().map(|row| &row["detail"]).collect();
    assert_eq!(
        details,
        [
            "Level with 1 other until difference decided: a difference of 120.",
            "Level with 1 other until difference decided: a difference of 100.",
            "Level with 1 other until difference decided: a difference of -100.",
            "Level with 1 other until difference decided: a difference of -120.",
        ]
    );
    let shared = bench.club.standings("?rank_by=played");
    assert_eq!(shared["rows"][0]["detail"], "Shares the rank with 3 others.");
    let met = bench.club.standings("?rank_by=played,head_to_head");
    assert_eq!(
        met["rows"][0]["detail"],
        "Level with 3 others until head to head decided: 1 meeting won, 0 drawn and 0 lost among them. \
         Shares the rank with 1 other."
    );
}
