//! Corrected games stand as if they had been entered right, and a rebuild finds nothing to do.

use pipkeeper::testing::{Progress, Status, find_game, rebuild, upgrade_results};
use serde_json::{Value, json};

use super::laws::{Bench, Chance, bench};
use crate::support::query;

#[test]
fn a_log_that_cannot_be_read_keeps_nobody_from_theirs() {
    let bench = bench(0);
    let games = [json!({"A": 100}), json!({"B": 120})]
        .map(|points| bench.club.play("2026-04-01", &["Ann", "Bob"], points));
    let [broken, right] = games.map(|path| path.rsplit('/').next().unwrap().to_owned());
    let database = &bench.service.database;
    query(database, &format!("UPDATE game_events SET body = '{{}}' WHERE seq = 2 AND game_id = '{broken}'"));
    query(database, "UPDATE game_results SET points_for = 1; UPDATE projection_version SET version = 0");
    let upgraded = || {
        bench.runtime.block_on(async {
            upgrade_results(&mut bench.db.get().await.unwrap(), &Progress::default()).await.unwrap()
        })
    };
    let done = upgraded().unwrap();
    assert_eq!((done.games, done.wrong_games, done.unreadable), (2, 1, 1));
    assert_eq!(upgraded(), None, "once is enough");
    let points = |id: &str| {
        query(database, &format!("SELECT points_for FROM game_results WHERE game_id = '{id}' ORDER BY seat"))
    };
    assert_eq!(
        (points(&broken), points(&right)),
        (vec![vec!["1".to_owned()]; 2], vec![vec!["0".to_owned()], vec!["120".to_owned()]])
    );
    for args in [&["rebuild"][..], &["rebuild", "--check"]] {
        let ran = crate::archives::run(database, args);
        assert!(
            !ran.done && ran.said.contains(&broken) && ran.said.contains("1 unreadable log"),
            "{}",
            ran.said
        );
        assert!(!ran.said.contains(&right), "{}", ran.said);
    }
    let undone = r#"{"event": "turn_undone"}"#;
    query(
        database,
        &format!("UPDATE game_events SET body = '{undone}' WHERE seq = 2 AND game_id = '{broken}'"),
    );
    let ran = crate::archives::run(database, &["rebuild"]);
    let why = "event 2 of the log does not follow from those before it: there is nothing to undo";
    assert!(!ran.done && ran.said.contains(&format!("{broken}: {why}")), "{}", ran.said);
}

/// Need 13: totals can be made anew on demand, and it can be asked whether they have to be.
#[test]
fn need_13_a_rebuild_changes_nothing_unless_something_is_wrong() {
    let bench = bench(0);
    for points in [json!({"A": 100}), json!({"B": 120})] {
        bench.club.play("2026-04-01", &["Ann", "Bob"], points);
    }
    let running = bench.club.start(json!({"variant": "block"}), &["Ann", "Bob"]);
    let database = &bench.service.database;
    let run = |check| {
        bench.runtime.block_on(async {
            rebuild(&mut bench.db.get().await.unwrap(), check, &Progress::default()).await.unwrap()
        })
    };
    // The transaction that last wrote each row tells whether it was written again.
    let written = || {
        let tables = ["game_results", "tallies", "pair_tallies", "games"];
        tables.map(|table| query(database, &format!("SELECT xmin, t::text FROM {table} t ORDER BY 2")))
    };
    let before = written();
    let done = run(false);
    assert!(done.is_healthy(), "{done:?}");
    assert_eq!((done.games, written()), (3, before.clone()));

    let command = |args: &[&str]| {
        let program = env!("CARGO_BIN_EXE_pipkeeper");
        let ran = std::process::Command::new(program)
            .args(args)
            .args(["--database-url", database])
            .output()
            .unwrap();
        let said = [ran.stdout, ran.stderr].concat();
        (ran.status.code(), String::from_utf8(said).unwrap())
    };
    let (status, said) = command(&["rebuild"]);
    assert!(status == Some(0) && said.contains("Nothing had to change: 3 games"), "{said}");
    query(database, "UPDATE tallies SET lost = 9");
    let (status, said) = command(&["rebuild", "--check"]);
    assert!(status == Some(3) && said.contains("wrong sums"), "{said}");
    let (status, said) = command(&["rebuild"]);
    assert!(status == Some(0) && said.contains("Put right"), "{said}");
    assert_eq!(command(&["rebuild", "--check"]).0, Some(0));

    let text = |tables: &[Vec<Vec<String>>; 4]| {
        tables.clone().map(|rows| rows.into_iter().map(|row| row[1].clone()).collect::<Vec<_>>())
    };
    for harm in [
        "UPDATE game_results SET points_for = 1, result = 0",
        "DELETE FROM game_results",
        "UPDATE tallies SET won = 7 WHERE span = 'year'",
        "DELETE FROM pair_tallies",
        "INSERT INTO tallies SELECT club_id, 'day', DATE '2020-01-01', player_id, variant, seats, partners, low, \
            1, 1, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1 FROM game_results LIMIT 1",
        "UPDATE games SET name = 'Other', played_on = played_on - 1",
        "UPDATE games SET counts = false, variant = 'draw', version = version + 1",
        &format!("UPDATE games SET status = 'finished' WHERE id = '{}'", running.rsplit('/').next().unwrap()),
    ] {
        query(database, harm);
        let harmed = written();
        assert!(!run(true).is_healthy(), "{harm}");
        assert_eq!(written(), harmed, "a check changes nothing: {harm}");
        assert!(!run(false).is_healthy(), "{harm}");
        assert_eq!(text(&written()), text(&before), "{harm}");
        assert!(run(true).is_healthy(), "{harm}");
    }
    let row = bench.runtime.block_on(async {
        find_game(&mut bench.db.get().await.unwrap(), running.rsplit('/').next().unwrap().parse().unwrap())
            .await
    });
    assert_eq!(row.unwrap().unwrap().status, Status::Running);
}

/// A correction over HTTP, of the game's version as it is.
fn correct(bench: &Bench, method: &str, path: &str, body: Option<&Value>) -> u16 {
    let game = path.split("/rounds").next().unwrap().split("/penalties").next().unwrap();
    let version = bench.club.manager.get(game).header("etag").to_owned();
    let answer = bench.club.manager.send(method, path, &[("If-Match", &version)], body);
    assert!(answer.status < 500, "{answer:?}");
    answer.status
}

#[test]
fn corrected_games_stand_as_if_they_had_been_entered_right() {
    let bench = bench(0);
    let mut chance = Chance(11);
    let names = ["Ann", "Bob", "Cem", "Dee"];
    let mut games = Vec::new();
    let mut done = 0;
    for _ in 0..120 {
        let game: String = match chance.below(4) {
            0 | 1 if !games.is_empty() => {
                chance.of(&games.iter().map(String::as_str).collect::<Vec<_>>()).to_owned()
            }
            _ => {
                let first = usize::try_from(chance.below(4)).unwrap();
                let day = format!("2026-0{}-11", 1 + chance.below(3));
                let made = json!({"variant": "block", "played_on": day});
                let path = bench.club.start(made, &[names[first], names[(first + 1) % 4]]);
                games.push(path.clone());
                path
            }
        };
        let points = json!({"detail": "points", "points": {chance.of(&["A", "B"]): 5 * chance.below(24)}});
        let round = format!("{game}/rounds/{}", 1 + chance.below(2));
        let status = match chance.below(6) {
            0 => correct(&bench, "PUT", &round, Some(&points)),
            1 => correct(&bench, "DELETE", &round, Some(&json!({"reason": "misdeal"}))),
            2 => correct(
                &bench,
                "PATCH",
                &game,
                Some(&json!({"counts": chance.below(3) > 0, "played_on": "2025-12-31"})),
            ),
            3 => {
                let penalty =
                    json!({"seat": "A", "amount": {"points": 50}, "awarded_to": "B", "reason": "late"});
                correct(&bench, "POST", &format!("{game}/penalties"), Some(&penalty))
            }
            _ => correct(&bench, "POST", &format!("{game}/rounds"), Some(&points)),
        };
        done += usize::from(status < 300);
    }
    assert!(done > 60, "most corrections are possible, {done} were");
    let sums = ["SELECT * FROM tallies ORDER BY 2, 3, 4", "SELECT * FROM pair_tallies ORDER BY 2, 3"];
    let results = query(&bench.service.database, "SELECT count(*) FROM game_results");
    assert_ne!(results, [["0"]], "some games are over");
    let kept = sums.map(|sql| query(&bench.service.database, sql));
    let healthy = bench.runtime.block_on(async {
        rebuild(&mut bench.db.get().await.unwrap(), true, &Progress::default()).await.unwrap()
    });
    assert!(healthy.is_healthy(), "{healthy:?}");
    query(&bench.service.database, "DELETE FROM game_results; DELETE FROM tallies; DELETE FROM pair_tallies");
    bench.runtime.block_on(async {
        rebuild(&mut bench.db.get().await.unwrap(), false, &Progress::default()).await.unwrap()
    });
    assert_eq!(sums.map(|sql| query(&bench.service.database, sql)), kept);
    // A club that is deleted leaves nothing.
    let deleted =
        bench.club.manager.send("DELETE", &bench.club.path, &[], Some(&json!({"confirm": "Friday"})));
    assert_eq!(deleted.status, 204, "{deleted:?}");
    let left = "SELECT (SELECT count(*) FROM game_results) + (SELECT count(*) FROM tallies) \
        + (SELECT count(*) FROM pair_tallies)";
    assert_eq!(query(&bench.service.database, left), [["0"]]);
}
