//! Clubs and games as files: taken away, brought in, and handed to other people's logs.

mod hostile;
mod law;
mod merging;
mod moment;
mod people;
mod plays;
mod seasons;
mod sheets;

use std::io::Write;
use std::process::{Command, Stdio};

use chrono::Utc;
use pipkeeper::testing::{DEMONSTRATION, Db, Progress, record_demonstration};
use serde_json::{Value, json};

use crate::support::{Client, Club, Folder, Match, Service, folder, fresh_schema, query, report};

/// What `pipkeeper import` did with a file.
#[derive(Debug)]
pub struct Import {
    pub done: bool,
    pub said: String,
}

/// Runs a command of the program on a database.
pub fn run(database: &str, args: &[&str]) -> Import {
    let ran = Command::new(env!("CARGO_BIN_EXE_pipkeeper"))
        .args(args)
        .args(["--database-url", database])
        .output()
        .unwrap();
    Import { done: ran.status.success(), said: String::from_utf8([ran.stdout, ran.stderr].concat()).unwrap() }
}

/// Imports a text with these flags.
pub fn import(database: &str, text: &str, flags: &[&str]) -> Import {
    let folder = folder();
    let path = folder.path().join("export.json");
    std::fs::write(&path, text).unwrap();
    run(database, &[&["import", path.to_str().unwrap()], flags].concat())
}

/// Imports what has to be imported, and answers what was said.
pub(crate) fn imported(database: &str, file: &Value) -> String {
    let import = import(database, &file.to_string(), &[]);
    assert!(import.done, "{}", import.said);
    import.said
}

/// Why a file is not imported; nothing of it may be stored.
fn refused(database: &str, text: &str, flags: &[&str]) -> String {
    let before = stored(database);
    let import = import(database, text, flags);
    assert!(!import.done && import.said.starts_with("pipkeeper: nothing was imported: "), "{}", import.said);
    assert!(stored(database) == before, "something was stored: {}", import.said);
    import.said.trim_start_matches("pipkeeper: nothing was imported: ").trim_end().to_owned()
}

/// Everything in a database, with the transactions that wrote it; of keys only their ids, as it is
/// noted when they are used.
fn stored(database: &str) -> Vec<Vec<String>> {
    let tables = [
        "clubs",
        "players",
        "games",
        "game_seats",
        "game_events",
        "merges",
        "game_results",
        "tallies",
        "pair_tallies",
        "seasons",
        "season_changes",
        "season_tables",
    ];
    let rows = tables.map(|table| format!("SELECT '{table}', xmin::text, t::text FROM {table} t"));
    let keys = "SELECT 'keys', '', id::text FROM keys";
    query(database, &format!("{} UNION ALL {keys} ORDER BY 1, 3", rows.join(" UNION ALL ")))
}

/// The export of a club, without its time.
fn taken(manager: &Client, club: &str) -> Value {
    let answer = manager.get(&format!("{club}/export"));
    assert_eq!(answer.status, 200, "{answer:?}");
    without_time(answer.json())
}

fn without_time(mut file: Value) -> Value {
    assert!(file.as_object_mut().unwrap().remove("exported_at").is_some());
    file
}

/// The key that an import made.
pub(crate) fn key(said: &str) -> &str {
    said.split_whitespace().find(|word| word.starts_with("pk_")).unwrap_or_else(|| panic!("{said}"))
}

/// The demonstration, which has games of every variant and in every detail.
fn demonstration(service: &Service) -> Client {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let made = runtime.block_on(async {
        let db = Db::connect(&service.database).await.unwrap();
        record_demonstration(&db, Utc::now(), &Progress::default()).await.unwrap().unwrap()
    });
    service.client.with_key(made.key.reveal())
}

/// A match to 100 with everything that can be done to one: it is decided, corrected and taken up again.
fn corrected(club: &Club) -> Match {
    let body =
        json!({ "variant": "block", "seats": [{ "name": "Ann" }, { "name": "Zoë \"Z\"" }], "name": "Final" });
    let made = club.manager.post(&format!("{}/games", club.path), &body);
    let game = Match { manager: club.manager.clone(), path: made.header("location").to_owned() };
    game.points(60, 0);
    game.points(0, 30);
    game.points(45, 0);
    assert_eq!(game.state()["score"]["status"], "finished");
    let fine = json!({ "seat": "B", "amount": { "points": 50 }, "reason": "=1+1" });
    for (method, rest, body) in [
        ("PUT", "/rounds/1", Some(report(10, 0))),
        ("DELETE", "/rounds/2?reason=misdeal", None),
        ("POST", "/penalties", Some(fine)),
        ("POST", "/rounds/2/restore", None),
        ("POST", "/penalties/1/cancel", Some(json!({ "reason": "they looked again" }))),
        ("PATCH", "", Some(json!({ "name": "Final, corrected", "played_on": "2026-02-03" }))),
        ("POST", "/end", Some(json!({ "kind": "time_limit", "reason": "the pub closed" }))),
    ] {
        let answer = game.send(method, rest, body.as_ref());
        assert!(answer.status < 300, "{method} {rest}: {answer:?}");
    }
    game
}

// Own the data (need 14 of the summary): all of it comes out, and goes in elsewhere.
#[test]
fn what_is_taken_away_is_brought_in_without_loss() {
    let here = Service::start();
    let club =
        Club { id: String::new(), path: demo_path(), key: String::new(), manager: demonstration(&here) };
    corrected(&club);
    let file = taken(&club.manager, &club.path);
    let whole = club.manager.get(&format!("{}/export", club.path)).text;

    let there = Service::start();
    let dry = import(&there.database, &whole, &["--dry-run"]);
    assert!(dry.done && dry.said.contains("dry run") && !dry.said.contains("pk_"), "{}", dry.said);
    assert_eq!(query(&there.database, "SELECT count(*) FROM clubs")[0][0], "0");
    let said = import(&there.database, &whole, &[]).said;
    assert!(said.contains("5 players and 13 games are new"), "{said}");
    let manager = there.client.with_key(key(&said));

    assert_eq!(taken(&manager, &club.path), file);
    for path in games(&file).chain([format!("{}/standings", club.path)]) {
        assert_eq!(manager.get(&path).json(), club.manager.get(&path).json(), "{path}");
        let log = |client: &Client| {
            let mut log = client.get(&format!("{path}/log?limit=100")).json();
            // Keys are not brought along, and so their labels are not.
            let entries = log["items"].as_array_mut().into_iter().flatten();
            entries.for_each(|entry| drop(entry.as_object_mut().unwrap().remove("key_label")));
            log
        };
        assert_eq!(log(&manager), log(&club.manager), "{path}");
    }
    let check = run(&there.database, &["rebuild", "--check"]);
    assert!(check.done, "{}", check.said);

    // Again, from a pipe too: nothing is new.
    let before = stored(&there.database);
    assert!(imported(&there.database, &full(&whole)).starts_with("Nothing had to change"));
    assert!(piped(&there.database, &whole).starts_with("Nothing had to change"));
    assert!(stored(&there.database) == before);
}

fn demo_path() -> String {
    format!("/v1/clubs/{}", DEMONSTRATION)
}

fn full(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// The paths of the games of a file.
fn games(file: &Value) -> impl Iterator<Item = String> {
    let ids = file["games"].as_array().unwrap().iter().map(|game| game["id"].as_str().unwrap());
    ids.map(|id| format!("/v1/games/{id}"))
}

/// Imports a text from the standard input.
fn piped(database: &str, text: &str) -> String {
    let mut ran = Command::new(env!("CARGO_BIN_EXE_pipkeeper"))
        .args(["import", "-", "--database-url", database])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    ran.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    let output = ran.wait_with_output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn need_14_what_was_corrected_after_the_final_score_is_in_the_file() {
    let service = Service::start();
    let game = Match::start_with_draws(&service);
    game.points(100, 0);
    let file = || game.manager.get(&format!("{}/export", game.path)).json();
    let before = file();
    assert_eq!(before["game"]["log"].as_array().unwrap().len(), 2);
    assert_eq!(game.amend(1, &report(0, 120)).status, 200);
    let after = file();
    assert_eq!(after["game"]["log"][2]["event"]["event"], "round_amended");

    let there = Service::start();
    let club = Club::found(&there.client, "Elsewhere");
    let into = |file: &Value| import(&there.database, &file.to_string(), &["--into", &club.id]);
    assert!(into(&before).done);
    let totals = || club.manager.get(&game.path).json()["score"]["totals"].clone();
    assert_eq!(totals(), json!({ "A": 100, "B": 0 }));
    let went_on = into(&after);
    assert!(went_on.said.contains("1 game extended"), "{}", went_on.said);
    assert_eq!((totals(), totals()), (json!({ "A": 0, "B": 120 }), game.totals()));
    let rows = club.manager.get(&format!("{}/standings", club.path)).json()["rows"].clone();
    assert_eq!((&rows[0]["player"]["name"], &rows[0]["won"]), (&json!("Bob"), &json!(1)));
    assert!(run(&there.database, &["rebuild", "--check"]).done);
    // What was known before is no news.
    assert!(into(&before).said.starts_with("Nothing had to change"));
}

#[test]
fn need_90_the_first_matches_are_there_after_an_import() {
    let here = Service::start();
    let club = Club::found(&here.client, "Friday");
    // More than are read, or written, at once.
    let played: Vec<String> = (0..130)
        .map(|points| {
            let game = club.start_drawing_game();
            let round = report(100 + points % 60, 0);
            assert_eq!(club.manager.post(&format!("{game}/rounds"), &round).status, 201);
            game
        })
        .collect();
    let file = taken(&club.manager, &club.path);
    let there = Service::start();
    let said = imported(&there.database, &with_time(&file));
    let manager = there.client.with_key(key(&said));
    for (points, game) in played.iter().enumerate() {
        assert_eq!(manager.get(game).json()["score"]["totals"]["A"], json!(100 + points % 60), "{game}");
    }
    let rows = manager.get(&format!("{}/standings", club.path)).json()["rows"].clone();
    assert_eq!(rows[0]["played"], 130);
    let pages = |client: &Client| -> Vec<Value> {
        let mut path = format!("{}/games?limit=50", club.path);
        let mut items = Vec::new();
        loop {
            let page = client.get(&path).json();
            items.extend(page["items"].as_array().unwrap().clone());
            let Some(cursor) = page["next_cursor"].as_str() else { return items };
            path = format!("{}/games?limit=50&cursor={cursor}", club.path);
        }
    };
    assert_eq!(pages(&manager), pages(&club.manager), "in the same order");
    assert_eq!(taken(&manager, &club.path), file);
}

fn with_time(file: &Value) -> Value {
    let mut file = file.clone();
    file["exported_at"] = json!("2026-11-30T12:00:00Z");
    file
}

#[test]
fn a_club_is_imported_while_the_service_runs() {
    let here = Service::start();
    let club = Club::found(&here.client, "Friday");
    corrected(&club);
    let file = with_time(&taken(&club.manager, &club.path));
    let place: Folder = folder();
    let program = crate::support::Start::with(place.path()).serve();
    let path = place.path().join("club.json");
    std::fs::write(&path, file.to_string()).unwrap();
    let ran = Command::new(env!("CARGO_BIN_EXE_pipkeeper"))
        .arg("import")
        .arg(&path)
        .env_remove("DATABASE_URL")
        .env("PIPKEEPER_DATA_DIR", place.path())
        .output()
        .unwrap();
    let said = String::from_utf8([ran.stdout, ran.stderr].concat()).unwrap();
    assert!(ran.status.success(), "{said}");
    let manager = program.client.with_key(key(&said));
    assert_eq!(taken(&manager, &club.path), taken(&club.manager, &club.path));
    assert!(program.stop().0.success());
}
