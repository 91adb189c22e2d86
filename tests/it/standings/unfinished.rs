//! Totals that were not played to the end flatter nobody.

use pipkeeper::testing::{Progress, rebuild};
use serde_json::{Value, json};

use super::laws::{Bench, bench};

fn row(table: &Value, name: &str) -> Value {
    table["rows"].as_array().unwrap().iter().find(|row| row["player"]["name"] == name).unwrap().clone()
}

fn names(table: &Value) -> Vec<String> {
    let name = |row: &Value| row["player"]["name"].as_str().unwrap().to_owned();
    table["rows"].as_array().unwrap().iter().map(name).collect()
}

fn members(row: &Value, members: &[&str]) -> Vec<Value> {
    members.iter().map(|member| row[member].clone()).collect()
}

const OF_TOTALS: [&str; 7] =
    ["unfinished", "points_for", "points_against", "difference", "average", "best", "worst"];

#[test]
fn an_agreed_draw_is_drawn_everywhere() {
    let bench = bench(0);
    let game = bench.club.start(json!({"variant": "block", "played_on": "2026-03-01"}), &["Ann", "Bob"]);
    bench.club.round(&game, json!({"A": 10}));
    end(&bench, &game, &json!({"kind": "draw", "reason": "closing"}));
    let streak = row(&bench.club.standings(""), "Ann")["streak"].clone();
    assert_eq!(streak, json!({"result": "drawn", "length": 1}));
    let stats = format!("{}/players/{}/stats", bench.club.path, bench.club.player("Ann"));
    assert_eq!(bench.club.manager.get(&stats).json()["form"][0]["result"], "drawn");
}

/// Three players of a game of four rounds in which few points win; Cy leaves after the first.
fn left_early(bench: &Bench) -> String {
    let rules = json!({"match": {"type": "rounds", "rounds": 4, "tie": "joint"}});
    let game = json!({"variant": "chickenfoot", "rules": rules, "played_on": "2026-03-01"});
    let game = bench.club.start(game, &["Ann", "Bob", "Cy"]);
    bench.club.round(&game, json!({"A": 20, "B": 30, "C": 0}));
    let left = bench.club.manager.post(&format!("{game}/seats/C/leave"), &json!({"reason": "the bus"}));
    assert_eq!(left.status, 200, "{left:?}");
    for _ in 0..3 {
        bench.club.round(&game, json!({"A": 20, "B": 30}));
    }
    game
}

fn end(bench: &Bench, game: &str, end: &Value) {
    let ended = bench.club.manager.post(&format!("{game}/end"), end);
    assert!(ended.status < 300, "{ended:?}");
}

fn is_healthy(bench: &Bench) -> bool {
    let found = bench.runtime.block_on(async {
        rebuild(&mut bench.db.get().await.unwrap(), true, &Progress::default()).await.unwrap()
    });
    found.is_healthy()
}

#[test]
fn who_leaves_early_does_not_gain_where_few_points_win() {
    let bench = bench(0);
    let game = left_early(&bench);
    for criterion in ["average", "difference", "points_for"] {
        let table = bench.club.standings(&format!("?rank_by={criterion}"));
        assert_eq!(names(&table), ["Ann", "Bob", "Cy"], "{criterion}");
    }
    let table = bench.club.standings("?rank_by=won,average");
    assert_eq!(
        members(&row(&table, "Ann"), &OF_TOTALS),
        json!([0, 80, 120, 40, 80.0, 80, 80]).as_array().unwrap()[..]
    );
    assert_eq!(
        members(&row(&table, "Cy"), &OF_TOTALS),
        json!([1, 0, 0, 0, null, null, null]).as_array().unwrap()[..]
    );
    let detail = row(&table, "Cy")["detail"].clone();
    assert_eq!(detail, "Level with 1 other until average decided: no total was played to the end.");
    let stats = format!("{}/players/{}/stats", bench.club.path, bench.club.player("Ann"));
    let opponents = bench.club.manager.get(&stats).json()["by_opponent"].clone();
    let pairs: Vec<Vec<Value>> = opponents
        .as_array()
        .unwrap()
        .iter()
        .map(|pair| members(pair, &["won", "unfinished", "points_for", "points_against"]))
        .collect();
    assert_eq!(json!(pairs), json!([[1, 0, 80, 120], [1, 1, 0, 0]]));
    let csv = bench.club.manager.get(&format!("{}/standings.csv", bench.club.path)).text;
    let lines: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    let column = lines[0].iter().position(|name| *name == "unfinished").expect("a column");
    assert_eq!(lines[1..].iter().map(|line| line[column]).collect::<Vec<_>>(), ["0", "0", "1"], "{csv}");
    assert!(is_healthy(&bench));

    // He came back for the last round; of the others he still has no points.
    let back = bench.club.manager.post(&format!("{game}/seats/C/return"), &json!({"from_round": 4}));
    assert_eq!(back.status, 200, "{back:?}");
    let amended = bench.club.manager.send(
        "PUT",
        &format!("{game}/rounds/4"),
        &[("If-Match", "*")],
        Some(&json!({"detail": "points", "points": {"A": 20, "B": 30, "C": 100}})),
    );
    assert_eq!(amended.status, 200, "{amended:?}");
    assert_eq!(members(&row(&bench.club.standings(""), "Cy"), &OF_TOTALS[..2]), [json!(1), json!(0)]);
    assert!(is_healthy(&bench));
}

#[test]
fn who_comes_late_flatters_himself_where_few_points_win_unless_the_table_gave_a_start() {
    let bench = bench(0);
    let play = |variant: &str, [first, second]: [Value; 2], late: Value| {
        let rules = json!({"match": {"type": "rounds", "rounds": 2, "tie": "joint"}});
        let game = json!({"variant": variant, "rules": rules, "played_on": "2026-03-01"});
        let game = bench.club.start(game, &["Ann", "Bob"]);
        bench.club.round(&game, first);
        let joined = bench.club.manager.post(&format!("{game}/seats"), &late);
        assert_eq!(joined.status, 201, "{joined:?}");
        bench.club.round(&game, second);
    };
    let rounds = || [json!({"A": 20, "B": 30}), json!({"A": 20, "B": 30, "C": 5})];
    play("chickenfoot", rounds(), json!({"name": "Cy"}));
    play("chickenfoot", rounds(), json!({"name": "Dee", "start": 30}));
    play("block", [json!({"A": 20}), json!({"C": 5})], json!({"name": "Eve"}));
    let table = bench.club.standings("");
    let totals = |name: &str| members(&row(&table, name), &["won", "unfinished", "points_for"]);
    assert_eq!(totals("Cy"), [json!(1), json!(1), json!(0)], "the table gave no start; the match is won");
    assert_eq!(totals("Dee"), [json!(1), json!(0), json!(35)]);
    assert_eq!(totals("Eve"), [json!(0), json!(0), json!(5)], "more points win here");
    assert!(is_healthy(&bench));
}

#[test]
fn a_match_that_the_table_ended_adds_no_points_to_anybody() {
    let bench = bench(0);
    let start = || bench.club.start(json!({"variant": "block", "played_on": "2026-03-01"}), &["Ann", "Bob"]);
    let whole = start();
    bench.club.round(&whole, json!({"A": 100}));
    for cause in [
        json!({"kind": "time_limit", "reason": "closing"}),
        json!({"kind": "forfeit", "by": "B", "reason": "ill"}),
    ] {
        let game = start();
        bench.club.round(&game, json!({"A": 60}));
        end(&bench, &game, &cause);
    }
    let table = bench.club.standings("");
    let ann = row(&table, "Ann");
    assert_eq!((&ann["won"], &ann["played"]), (&json!(3), &json!(3)), "it was won all the same");
    assert_eq!(members(&ann, &OF_TOTALS), json!([2, 100, 0, 100, 100.0, 100, 100]).as_array().unwrap()[..]);
    assert!(is_healthy(&bench));
    // The match goes on, and its total counts.
    let running = start();
    bench.club.round(&running, json!({"B": 90}));
    end(&bench, &running, &json!({"kind": "time_limit", "reason": "closing"}));
    assert_eq!(row(&bench.club.standings(""), "Bob")["best"], 0);
    assert_eq!(bench.club.manager.post(&format!("{running}/reopen"), &json!({})).status, 200);
    bench.club.round(&running, json!({"B": 20}));
    assert_eq!(row(&bench.club.standings(""), "Bob")["best"], 110);
    assert!(is_healthy(&bench));
}

#[test]
fn partners_who_are_left_alone_have_no_finished_total() {
    let bench = bench(0);
    let game = json!({"variant": "hathaway", "partners": true, "played_on": "2026-03-01"});
    let game = bench.club.start(game, &["Ann", "Bob", "Cy", "Dee"]);
    bench.club.round(&game, json!({"A+C": 40}));
    let left = bench.club.manager.post(&format!("{game}/seats/C/leave"), &json!({}));
    assert_eq!(left.status, 200, "{left:?}");
    let table = bench.club.standings("?rank_by=average");
    for name in ["Ann", "Bob", "Cy", "Dee"] {
        assert_eq!(
            members(&row(&table, name), &["unfinished", "average"]),
            [json!(1), Value::Null],
            "{name}"
        );
        assert_eq!(row(&table, name)["rank"], 1, "nothing tells them apart: {table}");
    }
    assert_eq!(row(&table, "Bob")["won"], 1);
    let stats = format!("{}/players/{}/stats", bench.club.path, bench.club.player("Bob"));
    let partner = bench.club.manager.get(&stats).json()["by_partner"][0].clone();
    assert_eq!(members(&partner, &["won", "unfinished", "points_against"]), [json!(1), json!(1), json!(0)]);
    assert!(is_healthy(&bench));
}
