//! Files of clubs with seasons.

use serde_json::{Value, json};
use uuid::Uuid;

use super::{imported, key, refused, run, stored, taken, with_time};
use crate::support::{Club, Match, NOBODY, Service, query};

struct Spring {
    club: Club,
    season: String,
}

/// A club with a season in which points were taken.
fn spring(service: &Service) -> Spring {
    let club = Club::found(&service.client, "Friday");
    let game = Match { manager: club.manager.clone(), path: club.start_drawing_game() };
    game.points(100, 0);
    let body = json!({ "name": "Spring", "from": "2026-01-01", "to": "2026-12-31" });
    let made = club.manager.post(&format!("{}/seasons", club.path), &body);
    assert_eq!(made.status, 201, "{made:?}");
    let spring = Spring { season: made.header("location").to_owned(), club };
    spring.take("Ann", -2);
    spring
}

impl Spring {
    fn take(&self, name: &str, points: i32) {
        let players = self.club.manager.get(&format!("{}/players", self.club.path)).json();
        let player = players["items"].as_array().unwrap().iter().find(|player| player["name"] == name);
        let body = json!({ "player": player.unwrap()["id"], "points": points, "reason": "came late" });
        let made = self.club.manager.post(&format!("{}/adjustments", self.season), &body);
        assert_eq!(made.status, 201, "{made:?}");
    }

    fn close(&self) {
        let closed = self.club.manager.post(&format!("{}/close", self.season), &Value::Null);
        assert_eq!(closed.status, 200, "{closed:?}");
    }

    fn file(&self) -> Value {
        taken(&self.club.manager, &self.club.path)
    }
}

#[test]
fn seasons_come_along_and_go_on() {
    let here = Service::start();
    let spring = spring(&here);
    let file = spring.file();
    assert_eq!(file["seasons"][0]["adjustments"][0]["points"], -2);
    let there = Service::start();
    let said = imported(&there.database, &with_time(&file));
    assert!(said.contains("Seasons added or extended: 1."), "{said}");
    let manager = there.client.with_key(key(&said));
    assert_eq!(taken(&manager, &spring.club.path), file);
    let before = stored(&there.database);
    assert!(imported(&there.database, &with_time(&file)).starts_with("Nothing had to change"));
    assert!(stored(&there.database) == before);

    spring.take("Bob", 3);
    spring.close();
    let closed = spring.file();
    assert!(closed["seasons"][0]["table"].is_object(), "{closed}");
    imported(&there.database, &with_time(&closed));
    assert_eq!(taken(&manager, &spring.club.path), closed);
    for rest in ["", "/standings", "/log", "/adjustments"] {
        let path = format!("{}{rest}", spring.season);
        assert_eq!(manager.get(&path).text, spring.club.manager.get(&path).text, "{path}");
    }
    // What was there before is no news.
    let said = imported(&there.database, &with_time(&file));
    assert!(
        said.starts_with("Nothing was imported") && said.contains("the season Spring is otherwise"),
        "{said}"
    );
    assert_eq!(taken(&manager, &spring.club.path), closed);
    assert!(run(&there.database, &["rebuild", "--check"]).done);

    // It goes on there and here.
    let reason = json!({ "reason": "a game was missing" });
    assert_eq!(manager.post(&format!("{}/reopen", spring.season), &reason).status, 200);
    assert_eq!(spring.club.manager.post(&format!("{}/reopen", spring.season), &reason).status, 200);
    let said = refused(&there.database, &with_time(&spring.file()).to_string(), &[]);
    assert!(said.contains("went on differently here"), "{said}");
}

#[test]
fn seasons_that_cannot_be_are_refused() {
    let here = Service::start();
    let spring = spring(&here);
    let open = with_time(&spring.file());
    spring.close();
    let closed = with_time(&spring.file());
    let database = Service::start().database.clone();
    let id = open["seasons"][0]["id"].as_str().unwrap();
    for (pointer, value, wanted) in [
        ("to", json!("2025-12-31"), "before it begins on 2026-01-01"),
        ("players", json!(1), "`games/players` must be a whole number from 2 to 12"),
        ("variant", json!("chess"), "unknown variant `chess`"),
        ("name", json!(""), "must not be empty"),
        ("owner", json!("me"), "unknown field `owner`"),
        ("chain", json!({ "rank_by": ["luck"] }), "`chain`: "),
        ("table", json!({ "rows": [] }), "an open one has none"),
        ("closed_at", json!("2026-11-30T12:00:00Z"), "a closed season has the copy"),
        (
            "changes",
            json!([{ "id": NOBODY, "at": "2026-11-30T12:00:00Z", "change": { "what": "sold" } }]),
            "unknown variant `sold`",
        ),
        (
            "changes",
            json!([{ "id": NOBODY, "at": "2026-11-30T12:00:00Z", "change": { "what": "name", "by": 1 } }]),
            "/by is not known",
        ),
        (
            "adjustments",
            json!([{ "id": NOBODY, "player": NOBODY, "points": 1, "reason": "x", "created_at": "2026-11-30T12:00:00Z" }]),
            "`adjustments` is not what its log says",
        ),
    ] {
        let mut file = open.clone();
        file["seasons"][0][pointer] = value;
        let said = refused(&database, &file.to_string(), &[]);
        assert!(said.contains(wanted), "{pointer}: {said}");
    }
    let about = &open["seasons"][0]["changes"][1]["change"]["adjustment"];
    for (file, pointer, value, wanted) in [
        (&open, "chain/rank_by", json!([]), "`chain/rank_by` must have at least one criterion"),
        (&open, "chain/rank_by", json!(["won", "won"]), "`chain/rank_by` has `won` twice"),
        (&open, "chain/rank_by", json!(["won", "lots"]), "`chain/seed` is missing"),
        (&open, "chain/min_games", json!(-5), "`chain/min_games` must be a whole number from 1 to 1000"),
        (&open, "chain/win", json!(i64::MAX), "`chain/win` must be a whole number from -1000 to 1000"),
        (&open, "chain/seed", json!("x".repeat(101)), "`chain/seed` must have 1 to 100 characters"),
        (&open, "chain/seed", json!("a\0b"), "/seed is not known"),
        (&open, "chain/house", Value::Null, "unknown field `house`"),
        (&open, "chain/win", json!(5), "`chain` is not what its log says"),
        (&open, "name", json!("Summer"), "`name` is not what its log says"),
        (&open, "partners", json!(true), "which games count is not what its log says"),
        (&open, "from", json!("-0001-01-01"), "must be a day of the years 1 to 9999"),
        (&open, "changes", json!([]), "its log is empty"),
        (&open, "changes/0/change/after/chain/win", json!(1001), "change 1: `chain/win` must be"),
        (&open, "changes/0/change/after/luck", Value::Null, "/after/luck is not known"),
        (&open, "changes/0/change/after/name", json!("a\0b"), "/after/name is not known"),
        (&open, "changes/1/change/adjustment/points", json!(i32::MIN), "change 2: `points` must be"),
        (&open, "changes/1/change/adjustment/player", json!(NOBODY), "is not in the file"),
        (&open, "changes/1/change/what", json!("adjustment_cancelled"), "change 2: there is no adjustment"),
        (&open, "changes/1/change", json!({ "what": "adjusted" }), "it does not say which adjustment"),
        (&open, "changes/1/change", json!({ "what": "adjusted", "adjustment": about }), "it gives no reason"),
        (&open, "adjustments/0/reason", json!("other"), "`adjustments` is not what its log says"),
        (&open, "adjustments/0/points", json!(-3), "`adjustments` is not what its log says"),
        (&closed, "closed_at", json!("2026-11-30T12:00:00Z"), "`closed_at` is not what its log says"),
        (&closed, "table/rows/0/ranked/rank", json!(0), "row 1: the rank 0 is not possible"),
        (&closed, "table/rows/0/ranked/points", json!(7), "row 1: its totals are inconsistent"),
        (
            &closed,
            "table/rows/0/ranked/entrant/tally/won",
            json!(i64::MAX),
            "row 1: its totals are inconsistent",
        ),
        (&closed, "table/rows/0/luck", Value::Null, "/rows/0/luck is not known"),
    ] {
        let mut file = file.clone();
        let (place, member) = pointer.rsplit_once('/').unwrap_or(("", pointer));
        let place = if place.is_empty() { String::new() } else { format!("/{place}") };
        file["seasons"][0].pointer_mut(&place).unwrap()[member] = value;
        let said = refused(&database, &file.to_string(), &[]);
        // What is no day is found as soon as it is read, and its place is the one in the file.
        let is_placed = said.contains(&format!("season {id}: ")) || said.contains(" at line 1 column ");
        assert!(is_placed && said.contains(wanted), "{pointer}: {said}");
    }
    for list in ["seasons", "seasons/0/changes", "seasons/0/adjustments"] {
        let mut file = open.clone();
        let list = file.pointer_mut(&format!("/{list}")).unwrap().as_array_mut().unwrap();
        list.push(list[0].clone());
        let said = refused(&database, &file.to_string(), &[]);
        assert!(said.ends_with("is in the file twice"), "{said}");
    }
    let mut torn = closed.clone();
    torn["seasons"][0]["table"] = json!({ "rows": 7 });
    assert!(refused(&database, &torn.to_string(), &[]).contains(&format!("season {id}: `table` is no copy")));
    let mut twice = closed.clone();
    let season = twice["seasons"][0].clone();
    let adjustment = season["adjustments"][0]["id"].as_str().unwrap();
    let other = season.to_string().replace(adjustment, &Uuid::now_v7().to_string());
    let mut other: Value = serde_json::from_str(&other).unwrap();
    other["id"] = json!(NOBODY);
    for change in other["changes"].as_array_mut().unwrap() {
        change["id"] = json!(Uuid::now_v7());
    }
    twice["seasons"] = json!([season, other]);
    assert!(refused(&database, &twice.to_string(), &[]).contains("`Spring` is the season"));
}

#[test]
fn a_table_may_name_who_has_no_games_any_more() {
    let here = Service::start();
    let club = Club::found(&here.client, "Friday");
    let game = Match { manager: club.manager.clone(), path: club.start_drawing_game() };
    game.points(100, 0);
    let body = json!({ "name": "Spring", "from": "2026-01-01", "to": "2026-12-31" });
    let season = club.manager.post(&format!("{}/seasons", club.path), &body).header("location").to_owned();
    assert_eq!(club.manager.post(&format!("{season}/close"), &Value::Null).status, 200);
    let bob = club.manager.get(&format!("{}/players", club.path)).json()["items"][1]["id"].clone();
    let seats = json!({ "seats": { "B": { "name": "Bert" } } });
    assert_eq!(game.send("PUT", "/seats", Some(&seats)).status, 200);
    let gone = club.manager.delete(&format!("{}/players/{}", club.path, bob.as_str().unwrap()));
    assert_eq!(gone.status, 204, "{gone:?}");

    let file = taken(&club.manager, &club.path);
    let there = Service::start();
    let manager = there.client.with_key(key(&imported(&there.database, &with_time(&file))));
    assert_eq!(taken(&manager, &club.path), file);
    let table = format!("{}/standings?season={}", club.path, season.rsplit('/').next().unwrap());
    assert_eq!(manager.get(&table).json(), club.manager.get(&table).json());
    assert_eq!(manager.get(&table).json()["rows"][1]["player"]["name"], "Bob");
}

#[test]
fn changes_that_crossed_or_went_by_a_wrong_clock_come_along() {
    let here = Service::start();
    let spring = spring(&here);
    let id = spring.season.rsplit('/').next().unwrap();
    let rename = |name: &str| {
        let renamed = spring.club.manager.patch(&spring.season, &json!({ "name": name }));
        assert_eq!(renamed.status, 200, "{renamed:?}");
    };
    // Two renamed it at once, and who was first came second.
    rename("May");
    rename("June");
    let told_late = format!(
        "UPDATE season_changes SET at = at - interval '1 hour' \
         WHERE season_id = '{id}' AND body #>> '{{after,name}}' = 'June'"
    );
    query(&here.database, &told_late);
    // The clock was ahead for a while.
    let ahead = format!(
        "UPDATE season_changes SET at = '2126-01-01' WHERE season_id = '{id}' AND body->>'what' = 'adjusted'"
    );
    query(&here.database, &ahead);
    spring.close();
    let reason = json!({ "reason": "a game was missing" });
    assert_eq!(spring.club.manager.post(&format!("{}/reopen", spring.season), &reason).status, 200);
    spring.close();
    let log = spring.club.manager.get(&format!("{}/log", spring.season)).json();
    let whats: Vec<&str> =
        log["items"].as_array().unwrap().iter().rev().map(|it| it["what"].as_str().unwrap()).collect();
    assert_eq!(whats[..3], ["closed", "reopened", "closed"]);

    let file = spring.file();
    let there = Service::start();
    let manager = there.client.with_key(key(&imported(&there.database, &with_time(&file))));
    assert_eq!(taken(&manager, &spring.club.path), file);
    assert_eq!(file["seasons"][0]["name"], "June");
}
