//! Many writers at once: of one game, of many games, and by several processes on one database.

use std::thread;

use serde_json::json;

use crate::support::{Answer, Service, club, points, query};

/// Lets so many tables work at the same time, and collects what they were answered.
fn at_once(tables: usize, work: impl Fn(usize) -> Vec<Answer> + Sync) -> Vec<Answer> {
    thread::scope(|scope| {
        let work = &work;
        let tables: Vec<_> = (0..tables).map(|table| scope.spawn(move || work(table))).collect();
        tables.into_iter().flat_map(|table| table.join().unwrap()).collect()
    })
}

#[test]
fn all_who_write_in_one_game_are_answered() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let game = club.start_game();
    let answers = at_once(16, |_| {
        let report = || club.manager.post(&format!("{game}/rounds"), &points(1));
        (0..5).map(|_| report()).collect()
    });
    let mut versions: Vec<i64> =
        answers.iter().map(|answer| answer.json()["version"].as_i64().unwrap()).collect();
    assert!(answers.iter().all(|answer| answer.status == 201));
    versions.sort_unstable();
    assert_eq!(versions, (2..=81).collect::<Vec<i64>>(), "each has a version of its own");
    assert_eq!(club.manager.get(&game).json()["score"]["totals"]["A"], 80);
}

#[test]
fn what_is_written_together_fails_alone() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let games: Vec<String> = (0..16).map(|_| club.start_game()).collect();
    let refused = games[0].rsplit('/').next().unwrap();
    let sql = format!(
        "CREATE SEQUENCE statements; \
         CREATE FUNCTION count_statement() RETURNS trigger LANGUAGE plpgsql AS \
             $$ BEGIN PERFORM nextval('statements'); RETURN NULL; END $$; \
         CREATE TRIGGER count AFTER INSERT ON game_events FOR EACH STATEMENT EXECUTE FUNCTION count_statement(); \
         CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS \
             $$ BEGIN RAISE EXCEPTION 'not this game'; END $$; \
         CREATE TRIGGER refuse BEFORE INSERT ON game_events FOR EACH ROW WHEN (NEW.game_id = '{refused}') \
             EXECUTE FUNCTION refuse()"
    );
    query(&service.database, &sql);
    let report = |table: usize| {
        let report = || club.manager.post(&format!("{}/rounds", games[table]), &points(1));
        (0..20).map(|_| report()).collect()
    };
    assert!(at_once(1, report).iter().all(|answer| answer.status == 500));
    for game in &games[1..] {
        assert_eq!(club.manager.post(&format!("{game}/rounds"), &points(1)).status, 201);
    }
    let good = at_once(16, report).iter().filter(|answer| answer.status == 201).count();
    assert_eq!(good, 15 * 20, "the others are recorded");
    assert!(games[1..].iter().all(|game| club.manager.get(game).json()["score"]["totals"]["A"] == 21));

    query(&service.database, "DROP TRIGGER refuse ON game_events; ALTER SEQUENCE statements RESTART");
    assert!(at_once(16, report).iter().all(|answer| answer.status == 201));
    let statements: i64 =
        query(&service.database, "SELECT last_value FROM statements")[0][0].parse().unwrap();
    assert!(statements < 16 * 20, "{statements} statements");
}

#[test]
fn three_processes_on_one_database_record_everything_once() {
    let first = Service::start();
    let club = club(&first, "Friday");
    let others = [Service::start_on(&first.database), Service::start_on(&first.database)];
    let clients = [&first, &others[0], &others[1]].map(|service| service.client.with_key(&club.key));
    let games: Vec<String> = (0..2).map(|_| club.start_game()).collect();
    let answers = at_once(6, |table| {
        let once = |number: usize| {
            let (path, key) = (format!("{}/rounds", games[number % 2]), format!("{table}-{number}"));
            // Whoever was always slower than the others is told to ask again.
            let send = |client: usize| {
                let headers = [("Idempotency-Key", key.as_str())];
                let asked = || clients[client % 3].send("POST", &path, &headers, Some(&points(1)));
                std::iter::repeat_with(asked).find(|answer| answer.status != 503).unwrap()
            };
            let (answer, again) = (send(table), send(table + 1));
            assert_eq!(again.header("idempotent-replayed"), "true", "{again:?}");
            assert_eq!(again.json()["version"], answer.json()["version"]);
            answer
        };
        (0..20).map(once).collect()
    });
    assert!(answers.iter().all(|answer| answer.status == 201));
    for (client, game) in clients.iter().flat_map(|client| games.iter().map(move |game| (client, game))) {
        let shown = client.get(game).json();
        assert_eq!((&shown["version"], &shown["score"]["totals"]["A"]), (&json!(61), &json!(60)));
    }
}
