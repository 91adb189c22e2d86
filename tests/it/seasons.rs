//! Seasons over HTTP: their tables, what closing keeps, what is recorded, what is refused.

mod adjustments;
mod derived;
mod refused;

use serde_json::{Value, json};

use crate::standings::{Club, blamed, club};
use crate::support::{Answer, Service, query};

impl Club {
    /// Makes a season and answers its path.
    pub fn season(&self, body: &Value) -> String {
        let made = self.manager.post(&format!("{}/seasons", self.path), body);
        assert_eq!(made.status, 201, "{made:?}");
        made.header("location").to_owned()
    }

    /// The table of a season, with more parameters.
    pub fn table(&self, season: &str, more: &str) -> Value {
        self.standings(&format!("?season={}{more}", id(season)))
    }

    fn log(&self, season: &str) -> Vec<Value> {
        let log = self.manager.get(&format!("{season}/log"));
        assert_eq!(log.status, 200, "{log:?}");
        log.json()["items"].as_array().unwrap().clone()
    }
}

pub fn id(path: &str) -> &str {
    path.rsplit('/').next().unwrap()
}

/// Rank and name of each row.
fn names(table: &Value) -> Vec<String> {
    let row = |row: &Value| format!("{} {}", row["rank"], row["player"]["name"].as_str().unwrap());
    table["rows"].as_array().unwrap().iter().map(row).collect()
}

fn spring() -> Value {
    json!({"name": "Spring", "from": "2026-03-01", "to": "2026-05-31"})
}

/// The member of a body that a refusal blames, and why.
fn at_fault(answer: &Answer) -> String {
    assert_eq!(answer.status, 422, "{answer:?}");
    let error = &answer.json()["errors"][0];
    format!("{} {}", error["pointer"].as_str().unwrap(), error["detail"].as_str().unwrap())
}

#[test]
fn a_season_has_its_own_days_games_and_ranking() {
    let service = Service::start();
    let club = club(&service);
    club.play("2026-02-28", &["Ann", "Bob"], json!({"A": 100}));
    club.play("2026-03-01", &["Bob", "Ann"], json!({"A": 100}));
    club.play("2026-05-31", &["Cem", "Bob"], json!({"A": 150}));
    club.play("2026-06-01", &["Ann", "Cem"], json!({"A": 100}));
    let four = json!({"variant": "hathaway", "partners": true, "played_on": "2026-04-03"});
    club.round(&club.start(four, &["Ann", "Bob", "Cem", "Dee"]), json!({"A+C": 120, "B+D": 0}));

    let season = club.season(&spring());
    assert_eq!(names(&club.table(&season, "")), ["1 Cem", "2 Ann", "3 Bob", "4 Dee"]);
    let about = &club.table(&season, "")["season"];
    assert_eq!(
        (&about["name"], &about["from"], &about["to"]),
        (&json!("Spring"), &json!("2026-03-01"), &json!("2026-05-31"))
    );
    assert!(about["frozen_at"].is_null() && about["differs"].is_null(), "it is open: {about}");
    // Another one on the same days: seasons may overlap, and each ranks as it likes.
    let league = json!({"name": "League", "from": "2026-03-01", "to": "2026-12-31",
        "games": {"variant": "block", "players": 2, "partners": false},
        "chain": {"rank_by": ["won", "penalties"], "ranks": "dense"}});
    let league = club.season(&league);
    let table = club.table(&league, "");
    assert_eq!(names(&table), ["1 Ann", "1 Bob", "1 Cem"]);
    assert_eq!((&table["rank_by"], &table["ranks"]), (&json!(["won", "penalties"]), &json!("dense")));
    // A later season takes it in as well, right away.
    club.play("2026-11-28", &["Cem", "Dee"], json!({"A": 100}));
    assert_eq!(names(&club.table(&league, "")), ["1 Cem", "2 Ann", "2 Bob", "3 Dee"]);
    let file = club.manager.get(&format!("{}/standings.csv?season={}", club.path, id(&league)));
    assert!(file.text.lines().nth(1).unwrap().starts_with("1,false,Cem,"), "{file:?}");

    let bob = format!("{}/players/{}/stats?season={}", club.path, club.player("Bob"), id(&league));
    assert_eq!(club.manager.get(&bob).json()["total"]["played"], 2);
    assert!(blamed(&club.manager.get(&format!("{bob}&to=2026-04-01"))).starts_with("to cannot be given"));

    let list = club.manager.get(&format!("{}/seasons?limit=1", club.path)).json();
    let next = list["next_cursor"].as_str().unwrap();
    for other in ["players", "games", "seasons/019aa000-0000-7000-8000-000000000000/log"] {
        let refused = club.manager.get(&format!("{}/{other}?cursor={next}", club.path));
        let told = blamed(&refused);
        assert!(told.starts_with("cursor is of another query: keep all else as it was"), "{other}: {told}");
    }
    let rest = club.manager.get(&format!("{}/seasons?cursor={next}", club.path)).json();
    assert_eq!((&list["items"][0]["name"], &rest["items"][0]["name"]), (&json!("Spring"), &json!("League")));
    assert_eq!(rest["items"][0], club.manager.get(&league).json());
    assert_eq!(rest["items"][0]["games"], json!({"variant": "block", "players": 2, "partners": false}));
}

#[test]
fn a_closed_season_keeps_its_table_and_says_when_it_would_be_another() {
    let service = Service::start();
    let club = club(&service);
    let game = club.play("2026-03-01", &["Ann", "Bob"], json!({"A": 100}));
    let season = club.season(&spring());
    let open = club.table(&season, "");
    let closed = club.manager.post(&format!("{season}/close"), &Value::Null);
    assert_eq!(closed.status, 200, "{closed:?}");
    let since = closed.json()["closed_at"].clone();
    let frozen = club.table(&season, "");
    // A copy says of each row whether the live table has another one.
    let with = |differs: bool| {
        let mut rows = open["rows"].clone();
        rows.as_array_mut().unwrap().iter_mut().for_each(|row| row["differs"] = differs.into());
        rows
    };
    assert_eq!(frozen["rows"], with(false));
    assert_eq!((&frozen["season"]["frozen_at"], &frozen["season"]["differs"]), (&since, &json!(false)));
    // Somebody is called otherwise: that is no other table.
    club.manager.patch(&format!("{}/players/{}", club.path, club.player("Ann")), &json!({"name": "Zoe"}));
    assert_eq!(club.table(&season, ""), frozen);

    // A correction of a game of the season shows everywhere else.
    let version = club.manager.get(&game).header("etag").to_owned();
    let other = json!({"detail": "points", "points": {"B": 120}});
    let amended =
        club.manager.send("PUT", &format!("{game}/rounds/1"), &[("If-Match", &version)], Some(&other));
    assert_eq!(amended.status, 200, "{amended:?}");
    let later = club.table(&season, "");
    assert_eq!((&later["rows"], &later["season"]["differs"]), (&with(true), &json!(true)));
    let live = club.table(&season, "&live=true");
    assert_eq!(names(&live), ["1 Bob", "2 Zoe"]);
    assert_eq!((&live["season"]["frozen_at"], &live["season"]["differs"]), (&since, &json!(true)));
    assert_eq!(names(&club.standings("")), ["1 Bob", "2 Zoe"]);

    let reason = json!({"reason": "the sheet was misread"});
    let opened = club.manager.post(&format!("{season}/reopen"), &reason);
    assert_eq!((opened.status, &opened.json()["closed_at"]), (200, &Value::Null));
    assert_eq!(names(&club.table(&season, "")), ["1 Bob", "2 Zoe"]);
    assert_eq!(club.manager.post(&format!("{season}/close"), &Value::Null).status, 200);
    assert_eq!(club.table(&season, "")["season"]["differs"], false);
    let what: Vec<Value> = club.log(&season).iter().map(|entry| entry["what"].clone()).collect();
    assert_eq!(what, ["created", "closed", "reopened", "closed"]);
    assert_eq!(club.log(&season)[2]["reason"], "the sheet was misread");
}

#[test]
fn every_change_of_a_season_is_recorded() {
    let service = Service::start();
    let club = club(&service);
    let season = club.season(&spring());
    let change = |body: &Value| {
        let changed = club.manager.patch(&season, body);
        assert_eq!(changed.status, 200, "{changed:?}");
        changed.json()
    };
    let now = change(&json!({"name": "Spring 2026", "to": "2026-06-15"}));
    assert_eq!(
        (&now["name"], &now["from"], &now["to"]),
        (&json!("Spring 2026"), &json!("2026-03-01"), &json!("2026-06-15"))
    );
    change(&json!({"chain": {"rank_by": ["points", "lots"], "win": 2}}));
    change(&json!({"games": {"variant": "block"}}));
    change(&json!({"games": {}, "name": "Spring 2026"}));
    // Nothing new is no change.
    change(&json!({"name": "Spring 2026", "from": "2026-03-01"}));
    let log = club.log(&season);
    let what: Vec<&str> = log.iter().map(|entry| entry["what"].as_str().unwrap()).collect();
    assert_eq!(what, ["created", "name", "range", "chain", "games", "games"]);
    assert_eq!(log[0]["after"]["chain"]["rank_by"], json!(["points", "difference", "points_for"]));
    assert_eq!(
        (&log[1]["before"], &log[1]["after"]),
        (&json!({"name": "Spring"}), &json!({"name": "Spring 2026"}))
    );
    assert_eq!(log[2]["before"], json!({"from": "2026-03-01", "to": "2026-05-31"}));
    assert_eq!(log[2]["after"], json!({"from": "2026-03-01", "to": "2026-06-15"}));
    assert_eq!((&log[3]["before"]["chain"]["win"], &log[3]["after"]["chain"]["win"]), (&json!(3), &json!(2)));
    assert_eq!(log[5]["after"], json!({"games": {}}));
    let keys = club.manager.get(&format!("{}/keys", club.path)).json();
    assert!(
        log.iter().all(|entry| entry["key"] == keys["items"][0]["id"] && entry["recorded_at"].is_string())
    );
    let page = club.manager.get(&format!("{season}/log?limit=4")).json();
    let next = page["next_cursor"].as_str().unwrap();
    let rest = club.manager.get(&format!("{season}/log?cursor={next}")).json();
    assert_eq!(rest["items"].as_array().unwrap()[..], log[4..]);
}

#[test]
fn lots_are_drawn_by_a_seed_that_is_recorded() {
    let service = Service::start();
    let club = club(&service);
    for pair in [["Ann", "Bob"], ["Bob", "Cem"], ["Cem", "Dee"], ["Dee", "Ann"]] {
        club.play("2026-03-01", &pair, json!({"A": 100}));
    }
    let mut lots = spring();
    lots["chain"] = json!({"rank_by": ["points", "lots"]});
    let season = club.season(&lots);
    let seed = club.manager.get(&season).json()["chain"]["seed"].as_str().unwrap().to_owned();
    assert_eq!(seed.len(), 32, "{seed}");
    assert_eq!(club.log(&season)[0]["after"]["chain"]["seed"], *seed);
    let table = club.table(&season, "");
    assert_eq!(table["seed"], *seed);
    assert_eq!(table["rows"], club.standings(&format!("?rank_by=points,lots&seed={seed}"))["rows"]);
    assert!(
        table["rows"]
            .as_array()
            .unwrap()
            .iter()
            .all(|row| row["decided_by"] == "lots" && row["tied"] == false)
    );
    // Whatever else is changed, the lots stay; a seed that everybody has seen being drawn takes its place.
    let chain =
        |body: Value| club.manager.patch(&season, &json!({"chain": body})).json()["chain"]["seed"].clone();
    assert_eq!(chain(json!({"rank_by": ["won", "lots"]})), *seed);
    assert_eq!(chain(json!({"rank_by": ["won", "lots"], "seed": "6 of 49"})), "6 of 49");
}

#[test]
fn a_change_of_the_zone_moves_no_game_into_or_out_of_a_season() {
    // Need 111.
    let service = Service::start();
    let club = club(&service);
    club.play("2026-05-31", &["Ann", "Bob"], json!({"A": 100}));
    club.play("2026-06-01", &["Bob", "Ann"], json!({"A": 100}));
    let season = club.season(&spring());
    let before = club.table(&season, "");
    assert_eq!(names(&before), ["1 Ann", "2 Bob"]);
    for zone in ["Pacific/Pago_Pago", "Pacific/Kiritimati"] {
        assert_eq!(club.manager.patch(&club.path, &json!({"time_zone": zone})).status, 200);
        assert_eq!(club.table(&season, ""), before, "{zone}");
    }
    assert_eq!(club.manager.post(&format!("{season}/close"), &Value::Null).status, 200);
    club.manager.patch(&club.path, &json!({"time_zone": "America/Sao_Paulo"}));
    assert_eq!(club.table(&season, "")["season"]["differs"], false);
}

#[test]
fn a_dry_run_of_a_season_stores_nothing_and_a_retry_stores_once() {
    let service = Service::start();
    let club = club(&service);
    let seasons = format!("{}/seasons", club.path);
    let tried = club.manager.post(&format!("{seasons}?dry_run=true"), &spring());
    assert_eq!((tried.status, tried.header("location")), (200, ""));
    assert_eq!(club.manager.get(&seasons).json()["items"], json!([]));
    let key = [("Idempotency-Key", "e0c8d0c2")];
    let first = club.manager.send("POST", &seasons, &key, Some(&spring()));
    let again = club.manager.send("POST", &seasons, &key, Some(&spring()));
    assert_eq!((first.status, &first.text), (201, &again.text));
    assert_eq!(again.header("idempotent-replayed"), "true");
    let season = first.header("location");
    assert_eq!(
        club.manager.patch(&format!("{season}?dry_run=true"), &json!({"name": "x"})).json()["name"],
        "x"
    );
    assert!(
        club.manager.post(&format!("{season}/close?dry_run=true"), &Value::Null).json()["closed_at"]
            .is_string()
    );
    let now = club.manager.get(season).json();
    assert_eq!((&now["name"], &now["closed_at"]), (&json!("Spring"), &Value::Null));
    assert_eq!(club.log(season).len(), 1);
    let closed = [(); 2]
        .map(|()| club.manager.send("POST", &format!("{season}/close"), &[("Idempotency-Key", "c")], None));
    assert_eq!((closed[0].status, &closed[0].text), (200, &closed[1].text));
    assert_eq!(club.log(season).len(), 2);

    let deleted = club.manager.send("DELETE", &club.path, &[], Some(&json!({"confirm": "Friday"})));
    assert_eq!(deleted.status, 204, "{deleted:?}");
    let left = "SELECT (SELECT count(*) FROM seasons) + (SELECT count(*) FROM season_tables) \
        + (SELECT count(*) FROM season_changes)";
    assert_eq!(query(&service.database, left), [["0"]]);
}

#[test]
fn a_season_that_is_closed_while_games_finish_keeps_a_table_that_adds_up() {
    let service = Service::start();
    let club = club(&service);
    let season = club.season(&spring());
    let games: Vec<String> = (0..8)
        .map(|_| club.start(json!({"variant": "block", "played_on": "2026-03-01"}), &["Ann", "Bob"]))
        .collect();
    std::thread::scope(|scope| {
        let club = &club;
        for game in &games {
            scope.spawn(move || club.round(game, json!({"A": 100})));
        }
        let season = &season;
        scope.spawn(move || {
            assert_eq!(club.manager.post(&format!("{season}/close"), &Value::Null).status, 200)
        });
    });
    let table = club.table(&season, "");
    let sum = |member: &str| -> i64 {
        table["rows"].as_array().unwrap().iter().map(|row| row[member].as_i64().unwrap()).sum()
    };
    assert_eq!((sum("won"), sum("points_for")), (sum("lost"), sum("points_against")));
    assert_eq!(table["season"]["differs"], sum("won") < 8);
    assert_eq!(club.table(&season, "&live=true")["rows"][0]["won"], 8);
}

#[test]
fn closing_a_season_names_the_games_that_are_still_running() {
    let service = Service::start();
    let club = club(&service);
    club.play("2026-03-01", &["Ann", "Bob"], json!({"A": 100}));
    let start = |variant: &str, day: &str, seats: &[&str]| {
        let game = club.start(json!({"variant": variant, "played_on": day}), seats);
        json!({"id": id(&game), "played_on": day})
    };
    let late = start("block", "2026-05-31", &["Ann", "Bob"]);
    let early = start("block", "2026-03-01", &["Ann", "Bob"]);
    start("block", "2026-06-01", &["Ann", "Bob"]);
    let three = start("block", "2026-04-01", &["Ann", "Bob", "Cem"]);
    let four = json!({"variant": "hathaway", "partners": true, "played_on": "2026-04-03", "name": "Final"});
    let four = club.start(four, &["Ann", "Bob", "Cem", "Dee"]);
    let four = json!({"id": id(&four), "played_on": "2026-04-03", "name": "Final"});
    let uncounted =
        club.start(json!({"variant": "block", "played_on": "2026-04-01", "counts": false}), &["Ann", "Bob"]);
    assert!(!uncounted.is_empty());
    for (name, games, wanted) in [
        ("All", json!({}), vec![&early, &three, &four, &late]),
        ("Two", json!({"players": 2}), vec![&early, &late]),
        ("Block", json!({"variant": "block"}), vec![&early, &three, &late]),
        ("Pairs", json!({"partners": true}), vec![&four]),
        ("None", json!({"variant": "buildup"}), vec![]),
    ] {
        let season = json!({"name": name, "from": "2026-03-01", "to": "2026-05-31", "games": games});
        let season = club.season(&season);
        assert!(club.manager.get(&season).json().get("running").is_none());
        for dry in ["?dry_run=true", ""] {
            let closed = club.manager.post(&format!("{season}/close{dry}"), &Value::Null);
            assert_eq!(closed.json()["running"], json!(wanted), "{name}: {closed:?}");
        }
    }
}
