//! Ratings over HTTP: right after every game and every correction, and as they were then.

mod formula;
mod laws;

use serde_json::{Value, json};

use super::{Club, blamed, club};
use crate::support::Service;

impl Club {
    fn ratings(&self, query: &str) -> Value {
        let answer = self.manager.get(&format!("{}/ratings{query}", self.path));
        assert_eq!(answer.status, 200, "{query}: {answer:?}");
        answer.json()
    }

    /// The table of Block: rank, name and rating.
    fn rated(&self) -> Vec<String> {
        let table = self.ratings("?variant=block")["tables"][0].clone();
        assert_eq!(table["pending"], false);
        let row = |row: &Value| format!("{} {} {}", row["rank"], name(row), row["rating"]);
        table["rows"].as_array().unwrap().iter().map(row).collect()
    }

    /// A player's games, the newest first.
    fn history(&self, player: &str, query: &str) -> Vec<Value> {
        let path = format!("{}/players/{}/ratings{query}", self.path, self.player(player));
        let answer = self.manager.get(&path);
        assert_eq!(answer.status, 200, "{answer:?}");
        answer.json()["items"].as_array().unwrap().clone()
    }
}

fn name(row: &Value) -> &str {
    row["player"]["name"].as_str().unwrap()
}

fn id(path: &str) -> &str {
    path.rsplit('/').next().unwrap()
}

#[test]
fn a_finished_game_is_in_the_ratings_at_once() {
    let service = Service::start();
    let club = club(&service);
    assert_eq!(club.ratings(""), json!({"tables": []}));
    let empty = json!({"tables": [{"variant": "block", "pending": false, "rows": []}]});
    assert_eq!(club.ratings("?variant=block"), empty);

    let game = club.start(json!({"variant": "block", "played_on": "2026-04-01"}), &["Ann", "Bob"]);
    club.round(&game, json!({"A": 60}));
    assert_eq!(club.rated(), [""; 0], "a running game does not count");
    club.round(&game, json!({"A": 60}));
    let table = &club.ratings("")["tables"][0];
    assert_eq!(table["through"], json!({"game": id(&game), "played_on": "2026-04-01"}));
    let ann = &table["rows"][0];
    assert_eq!((&ann["rank"], &ann["tied"], name(ann)), (&json!(1), &json!(false), "Ann"));
    assert_eq!((&ann["games"], &ann["last_played_on"]), (&json!(1), &json!("2026-04-01")));
    // Worked out by hand: two newcomers, of whom one wins.
    assert!(formula::is(ann, (27.635_389_493_140, 8.065_901_413_544)), "{ann}");
    assert_eq!(ann["last_change"].as_i64().unwrap(), ann["rating"].as_i64().unwrap() - 1000);
    let bob = &table["rows"][1];
    let sum = ann["mu"].as_f64().unwrap() + bob["mu"].as_f64().unwrap();
    assert!((sum - 50.0).abs() < 1e-9 && bob["rank"] == 2, "what one wins the other loses: {bob}");
}

#[test]
fn ties_partners_and_guests_are_rated_each_variant_by_itself() {
    let service = Service::start();
    let club = club(&service);
    let joint = json!({"match": {"type": "rounds", "rounds": 1, "tie": "joint"}});
    let level = club.start(json!({"variant": "chickenfoot", "rules": joint}), &["Ann", "Bob", "Cem"]);
    club.round(&level, json!({"A": 5, "B": 5, "C": 40}));
    let four = json!({"variant": "hathaway", "partners": true});
    let pairs = club.start(four, &["Ann", "Bob", "Cem", "Dee"]);
    club.round(&pairs, json!({"A+C": 120, "B+D": 0}));
    club.play("2026-04-01", &["Bob", "Ann"], json!({"A": 100}));

    let tables = club.ratings("")["tables"].as_array().unwrap().clone();
    let short = |table: &Value| {
        let row = |row: &Value| format!("{}{}", row["rank"], name(row));
        let rows = table["rows"].as_array().unwrap().iter().map(row).collect::<Vec<_>>().join(" ");
        format!("{}: {rows}", table["variant"].as_str().unwrap())
    };
    assert_eq!(
        tables.iter().map(short).collect::<Vec<_>>(),
        ["block: 1Bob 2Ann", "chickenfoot: 1Ann 1Bob 3Cem", "hathaway: 1Ann 1Cem 3Bob 3Dee"]
    );
    assert_eq!((&tables[1]["rows"][0]["tied"], &tables[1]["rows"][2]["tied"]), (&json!(true), &json!(false)));
    for step in formula::from_scratch(&club, &[level, pairs], "hathaway") {
        let rows = tables[2]["rows"].as_array().unwrap();
        let row = rows.iter().find(|row| row["player"]["id"] == step.player).unwrap();
        assert!(formula::is(row, step.after), "{row}");
    }
    let variants: Vec<Value> = club.history("Ann", "").iter().map(|it| it["variant"].clone()).collect();
    assert_eq!(variants.len(), 3);
    assert_eq!(club.history("Ann", "?variant=hathaway").len(), 1);
}

/// Need 98.
#[test]
fn an_old_game_shows_the_rating_of_then() {
    let service = Service::start();
    let club = club(&service);
    let days = ["2026-04-01", "2026-04-02", "2026-04-03"];
    let games: Vec<String> =
        days.iter().map(|day| club.play(day, &["Ann", "Bob"], json!({"A": 100}))).collect();
    let before = club.history("Ann", "");
    let ids: Vec<&str> = before.iter().map(|it| it["game"].as_str().unwrap()).collect();
    assert_eq!(ids, [id(&games[2]), id(&games[1]), id(&games[0])]);
    let first = &before[2];
    assert_eq!((&first["played_on"], &first["pending"]), (&json!("2026-04-01"), &json!(false)));
    assert_eq!(first["before"]["rating"], 1000);
    assert_eq!(first["after"], before[1]["before"], "what one game leaves the next one finds");
    let change = |it: &Value| it["change"].as_i64().unwrap();
    assert!(change(first) > change(&before[1]) && change(&before[1]) > 0);

    club.play("2026-04-04", &["Bob", "Ann"], json!({"A": 100}));
    let after = club.history("Ann", "");
    assert_eq!(after[1..], before[..], "what is played later says nothing about then");
    assert!(change(&after[0]) < 0);
    let now = club.ratings("")["tables"][0]["rows"].as_array().unwrap().clone();
    let ann = now.iter().find(|row| name(row) == "Ann").unwrap();
    assert_eq!((&ann["mu"], &ann["last_change"]), (&after[0]["after"]["mu"], &after[0]["change"]));
}

/// Need 95.
#[test]
fn a_corrected_old_game_changes_all_ratings_since_as_if_it_had_been_entered_right() {
    let service = Service::start();
    let (wrong, right) = (club(&service), club(&service));
    let rest = |club: &Club| {
        for (day, names) in [("2026-04-02", ["Bob", "Cem"]), ("2026-04-03", ["Cem", "Ann"])] {
            club.play(day, &names, json!({"A": 100}));
        }
    };
    let game = wrong.play("2026-04-01", &["Ann", "Bob"], json!({"A": 100}));
    right.play("2026-04-01", &["Ann", "Bob"], json!({"B": 100}));
    rest(&wrong);
    rest(&right);
    assert_ne!(wrong.rated(), right.rated());
    let report = json!({"detail": "points", "points": {"B": 100}});
    change(&wrong, "PUT", &format!("{game}/rounds/1"), &report);
    let told = |club: &Club| -> Vec<Value> {
        let rows = club.ratings("")["tables"][0]["rows"].as_array().unwrap().clone();
        rows.iter().map(|row| json!([name(row), row["mu"], row["sigma"], row["last_change"]])).collect()
    };
    assert_eq!(told(&wrong), told(&right), "to the last bit");
    for player in ["Ann", "Bob", "Cem"] {
        let steps = |club: &Club| -> Vec<Value> {
            club.history(player, "").iter().map(|it| json!([it["before"], it["after"]])).collect()
        };
        assert_eq!(steps(&wrong), steps(&right), "{player}");
    }
    // More or fewer points between the same places change nothing.
    let report = json!({"detail": "points", "points": {"B": 130}});
    change(&wrong, "PUT", &format!("{game}/rounds/1"), &report);
    assert_eq!(told(&wrong), told(&right));
}

fn change(club: &Club, method: &str, path: &str, body: &Value) {
    let game = path.split("/rounds").next().unwrap();
    let version = club.manager.get(game).header("etag").to_owned();
    let answer =
        club.manager.send(method, path, &[("If-Match", &version)], Some(body).filter(|body| !body.is_null()));
    assert!(answer.status < 300, "{answer:?}");
}

/// Needs 96 and 100.
#[test]
fn voided_games_and_those_that_do_not_count_leave_no_trace() {
    let service = Service::start();
    let club = club(&service);
    club.play("2026-04-02", &["Ann", "Bob"], json!({"A": 100}));
    let before = (club.rated(), club.history("Ann", ""));
    let game = club.play("2026-04-01", &["Cem", "Ann"], json!({"A": 100}));
    assert_ne!(club.rated(), before.0);
    change(&club, "DELETE", &format!("{game}/rounds/1?reason=misdeal"), &Value::Null);
    assert_eq!((club.rated(), club.history("Ann", "")), before);
    assert_eq!(club.history("Cem", ""), [""; 0]);
    let restore = club.manager.post(&format!("{game}/rounds/1/restore"), &json!({}));
    assert!(restore.status < 300, "{restore:?}");
    assert_ne!(club.rated(), before.0);

    change(&club, "PATCH", &game, &json!({"counts": false}));
    assert_eq!((club.rated(), club.history("Ann", "")), before);
    change(&club, "PATCH", &game, &json!({"counts": true}));
    // Moved behind the other game: it is rated after it.
    change(&club, "PATCH", &game, &json!({"played_on": "2026-04-03"}));
    let ann = club.history("Ann", "");
    assert_eq!(ann[0]["game"], id(&game));
    assert_eq!(ann[1..], before.1[..]);
}

#[test]
fn pages_of_a_history_neither_skip_nor_repeat_while_games_are_added() {
    let service = Service::start();
    let club = club(&service);
    let play = |day: &str| club.play(day, &["Ann", "Bob"], json!({"A": 100}));
    let made: Vec<String> = (0..7).map(|day| play(&format!("19{}-04-01", 60 + day % 4))).collect();
    let mut expected: Vec<(usize, &str)> =
        made.iter().enumerate().map(|(number, path)| (number % 4, id(path))).collect();
    expected.sort_unstable();
    let mut seen = Vec::new();
    let base = format!("{}/players/{}/ratings?limit=2", club.path, club.player("Ann"));
    let mut path = base.clone();
    loop {
        let page = club.manager.get(&path);
        let items = page.json()["items"].as_array().unwrap().clone();
        seen.extend(items.iter().map(|it| it["game"].as_str().unwrap().to_owned()));
        play("2026-04-01");
        let Some(cursor) = page.json()["next_cursor"].as_str().map(str::to_owned) else { break };
        assert!(page.header("link").contains(&cursor));
        path = format!("{base}&cursor={cursor}");
    }
    let expected: Vec<&str> = expected.iter().rev().map(|(_, id)| *id).collect();
    assert_eq!(seen, expected);
    let no_day = format!("cursor=0fffffffffffffff{}", "0".repeat(32));
    for (query, start) in [
        ("limit=0", "limit must be a whole number from 1 to 100"),
        ("cursor=00", "cursor must be the next_cursor"),
        (&*no_day, "cursor must be the next_cursor"),
        ("variant=go", "variant must be one of `block`"),
        ("name=x", "name is not known here"),
    ] {
        let told = blamed(&club.manager.get(&base.replace("limit=2", query)));
        assert!(told.starts_with(start), "{query}: {told}");
    }
    let told = blamed(&club.manager.get(&format!("{}/ratings?variant=go", club.path)));
    assert!(told.starts_with("variant must be one of `block`"), "{told}");
}

#[test]
fn the_ratings_of_a_private_club_are_told_to_nobody_else() {
    let service = Service::start();
    let (ours, theirs) = (club(&service), club(&service));
    let game = ours.play("2026-04-01", &["Ann", "Bob"], json!({"A": 100}));
    let asked = json!({"scope": "view", "label": "table", "game": id(&game)});
    let made = ours.manager.post(&format!("{}/keys", ours.path), &asked).json();
    let table = ours.manager.with_key(made["key"].as_str().unwrap());
    for part in ["/ratings", &format!("/players/{}/ratings", ours.player("Ann"))] {
        let path = format!("{}{part}", ours.path);
        assert_eq!(service.client.get(&path).status, 401, "{part}");
        assert_eq!(theirs.manager.get(&path).json()["code"], "club_not_found", "{part}");
        assert_eq!(table.get(&path).json()["code"], "key_of_one_game", "{part}");
    }
    let nobody = format!("{}/players/{}/ratings", theirs.path, ours.player("Ann"));
    assert_eq!(theirs.manager.get(&nobody).json()["code"], "player_not_found");
    ours.manager.patch(&ours.path, &json!({"visibility": "public"}));
    assert_eq!(service.client.get(&format!("{}/ratings", ours.path)).status, 200);
}
