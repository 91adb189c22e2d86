//! Files of clubs with seasons.

use serde_json::{Value, json};

use super::{imported, key, refused, run, stored, taken, with_time};
use crate::support::{Club, Match, NOBODY, Service};

struct Spring {
    club: Club,
    season: String,
}

/// A club with a season in which points were taken.
fn spring(service: &Service) -> Spring {
    let club = Club::found(&service.client, "Friday");
    let game = Match { manager: club.manager.clone(), path: club.start_game() };
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
    assert!(said.contains("New or further on: 1 season."), "{said}");
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
    assert!(imported(&there.database, &with_time(&file)).starts_with("Nothing had to change"));
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
        ("players", json!(1), "`players` is a number from 2 to 12"),
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
            "is not in the file",
        ),
    ] {
        let mut file = open.clone();
        file["seasons"][0][pointer] = value;
        let said = refused(&database, &file.to_string(), &[]);
        assert!(said.contains(wanted), "{pointer}: {said}");
    }
    let mut many = open.clone();
    many["seasons"][0]["adjustments"][0]["points"] = json!(2_000_000_000);
    assert!(refused(&database, &many.to_string(), &[]).contains("so many points are not possible"));
    let mut torn = closed.clone();
    torn["seasons"][0]["table"] = json!({ "rows": 7 });
    assert!(refused(&database, &torn.to_string(), &[]).contains(&format!("season {id}: `table` is no copy")));
    let mut twice = closed.clone();
    let season = twice["seasons"][0].clone();
    let mut other = season.clone();
    other["id"] = json!(NOBODY);
    twice["seasons"] = json!([season, other]);
    assert!(refused(&database, &twice.to_string(), &[]).contains("`Spring` is the season"));
}
