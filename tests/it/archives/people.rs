//! Files of clubs whose players came late, left, took seats over, or turned out to be others.

use serde_json::{Value, json};

use super::{games, imported, key, refused, run, stored, taken, with_time};
use crate::support::{Client, Club, Match, NOBODY, Service, club, report, with_draws};

fn id(club: &Club, name: &str) -> String {
    let players = club.manager.get(&format!("{}/players?limit=100", club.path)).json();
    let found = players["items"].as_array().unwrap().iter().find(|player| player["name"] == name);
    found.unwrap_or_else(|| panic!("{players}"))["id"].as_str().unwrap().to_owned()
}

fn merge(club: &Club, name: &str, into: &str) {
    let path = format!("{}/players/{}/merge", club.path, id(club, name));
    let done = club.manager.post(&path, &json!({ "into": id(club, into) }));
    assert_eq!(done.status, 200, "{done:?}");
}

fn play(club: &Club, seats: &[&str], a: i32) -> String {
    let seats: Vec<Value> = seats.iter().map(|name| json!({ "name": name })).collect();
    let made = club
        .manager
        .post(&format!("{}/games", club.path), &with_draws(json!({ "variant": "block", "seats": seats })));
    assert_eq!(made.status, 201, "{made:?}");
    let game = Match { manager: club.manager.clone(), path: made.header("location").to_owned() };
    if a > 0 {
        game.points(a, 0);
    }
    game.path
}

/// A game in which people came and went.
fn lively(club: &Club) -> Match {
    let game = Match { manager: club.manager.clone(), path: play(club, &["Ann", "Bob", "Cy"], 10) };
    let steps = [
        ("POST", "/seats", json!({ "name": "Dora" })),
        ("POST", "/seats/C/leave", json!({ "reason": "the bus" })),
        ("POST", "/rounds", report(20, 0)),
        ("POST", "/seats/C/return", json!({})),
        ("POST", "/seats/A/replace", json!({ "name": "Eve", "result_for": "newcomer" })),
        ("POST", "/rounds", report(30, 0)),
        ("PUT", "/seats", json!({ "seats": { "B": { "name": "Gus" } } })),
        ("POST", "/rounds", report(60, 0)),
    ];
    for (method, rest, body) in steps {
        let answer = game.send(method, rest, Some(&body));
        assert!(answer.status < 300, "{method} {rest}: {answer:?}");
    }
    assert_eq!(game.state()["score"]["status"], "finished");
    game
}

fn is_same(one: &Client, other: &Client, club: &Club, file: &Value) {
    for path in
        games(file).chain(["/standings", "/players", "/games"].map(|rest| format!("{}{rest}", club.path)))
    {
        assert_eq!(one.get(&path).json(), other.get(&path).json(), "{path}");
    }
}

#[test]
fn who_sat_where_and_who_is_who_comes_along() {
    let here = Service::start();
    let club = Club::found(&here.client, "Friday");
    let game = lively(&club);
    for (names, points) in [(["Bobby", "Ann"], 100), (["Robert", "Cy"], 101), (["Bob", "Dora"], 102)] {
        play(&club, &names, points);
    }
    merge(&club, "Bobby", "Robert");
    merge(&club, "Robert", "Bob");
    let file = taken(&club.manager, &club.path);
    assert_eq!(file["merges"].as_array().unwrap().len(), 2);

    let there = Service::start();
    let said = imported(&there.database, &with_time(&file));
    assert!(said.contains("2 players merged into others"), "{said}");
    let manager = there.client.with_key(key(&said));
    assert_eq!(taken(&manager, &club.path), file);
    is_same(&manager, &club.manager, &club, &file);
    let check = run(&there.database, &["rebuild", "--check"]);
    assert!(check.done, "{}", check.said);
    let before = stored(&there.database);
    assert!(imported(&there.database, &with_time(&file)).starts_with("Nothing had to change"));
    assert!(stored(&there.database) == before);

    // A game alone has everybody who ever sat in it.
    let alone = game.manager.get(&format!("{}/export", game.path)).json();
    let names: Vec<&str> =
        alone["players"].as_array().unwrap().iter().map(|it| it["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["Ann", "Eve", "Gus", "Cy", "Dora"]);
    let elsewhere = Service::start();
    let other = club_of(&elsewhere);
    let done = super::import(&elsewhere.database, &alone.to_string(), &["--into", &other.id]);
    assert!(done.done, "{}", done.said);
    assert_eq!(other.manager.get(&game.path).json()["seats"], game.state()["seats"]);
}

fn club_of(service: &Service) -> Club {
    club(service, "Elsewhere")
}

#[test]
fn what_changed_about_people_since_comes_along_too() {
    let here = Service::start();
    let club = Club::found(&here.client, "Friday");
    play(&club, &["Bobby", "Ann"], 100);
    let running = Match { manager: club.manager.clone(), path: play(&club, &["Bob", "Cy"], 0) };
    let there = Service::start();
    let said = imported(&there.database, &with_time(&taken(&club.manager, &club.path)));
    let manager = there.client.with_key(key(&said));

    merge(&club, "Bobby", "Bob");
    running.points(5, 0);
    let replaced = json!({ "name": "Dee", "result_for": "leaver" });
    let replaced = running.send("POST", "/seats/B/replace", Some(&replaced));
    assert!(replaced.status < 300, "{replaced:?}");
    running.points(120, 0);
    play(&club, &["Bob", "Dee"], 105);
    let file = taken(&club.manager, &club.path);
    let said = imported(&there.database, &with_time(&file));
    assert!(said.contains("1 game extended") && said.contains("1 player merged"), "{said}");
    assert_eq!(taken(&manager, &club.path), file);
    let standings = format!("{}/standings", club.path);
    assert_eq!(manager.get(&standings).json(), club.manager.get(&standings).json());
    let check = run(&there.database, &["rebuild", "--check"]);
    assert!(check.done, "{}", check.said);
}

#[test]
fn what_was_changed_here_stays_and_is_listed() {
    let here = Service::start();
    let club = Club::found(&here.client, "Friday");
    play(&club, &["Bobby", "Ann"], 100);
    play(&club, &["Bob", "Cy"], 100);
    let bobby = format!("{}/players/{}", club.path, id(&club, "Bobby"));
    merge(&club, "Bobby", "Bob");
    let file = with_time(&taken(&club.manager, &club.path));
    assert_eq!(club.manager.post(&format!("{bobby}/unmerge"), &json!({})).status, 200);
    let ann = format!("{}/players/{}", club.path, id(&club, "Ann"));
    assert_eq!(club.manager.patch(&ann, &json!({ "name": "Anne" })).status, 200);
    let before = stored(&here.database);
    let said = imported(&here.database, &file);
    assert!(said.starts_with("Nothing was imported"), "{said}");
    assert!(said.contains("Left as it is: the player Anne is named Ann in the file."), "{said}");
    assert!(said.contains("the player Bobby is merged into Bob in the file"), "{said}");
    assert!(stored(&here.database) == before);
}

#[test]
fn players_who_cannot_be_one_are_not_made_one() {
    let here = Service::start();
    let club = Club::found(&here.client, "Friday");
    play(&club, &["Ann", "Bob"], 100);
    play(&club, &["Ann", "Cy"], 100);
    let (ann, bob, cy) = (id(&club, "Ann"), id(&club, "Bob"), id(&club, "Cy"));
    let file = with_time(&taken(&club.manager, &club.path));
    let database = Service::start().database.clone();
    let merge =
        |player: &str, into: &str| json!({ "player": player, "into": into, "at": "2026-11-30T12:00:00Z" });
    for (merges, wanted) in [
        (json!([merge(&ann, &bob)]), "have met in game"),
        (json!([merge(&bob, &cy), merge(&ann, &bob)]), "have met in game"),
        (json!([merge(&bob, &cy), merge(&cy, &bob)]), "is already this player"),
        (json!([merge(&bob, &bob)]), "is already this player"),
        (json!([merge(&bob, &cy), merge(&bob, &ann)]), "is already merged into"),
        (json!([merge(&bob, NOBODY)]), "no player of the id in `into`"),
        (json!([merge(NOBODY, &bob)]), "the club has no such player"),
        (json!([{ "player": bob }]), "missing field `into`"),
    ] {
        let mut file = file.clone();
        file["merges"] = merges;
        let said = refused(&database, &file.to_string(), &[]);
        assert!(said.contains(wanted), "{wanted}: {said}");
    }

    // Two who are one here do not meet in a game from elsewhere.
    let there = Service::start();
    let manager = there.client.with_key(key(&imported(&there.database, &file)));
    let path = format!("{}/players/{bob}/merge", club.path);
    assert_eq!(manager.post(&path, &json!({ "into": cy })).status, 200);
    play(&club, &["Bob", "Cy"], 100);
    let newer = with_time(&taken(&club.manager, &club.path));
    assert!(
        refused(&there.database, &newer.to_string(), &[]).contains("`Cy` already has a seat in this game")
    );
}

/// Imports the club and, into another, the game alone; both give out what they took in.
fn comes_through(club: &Club, game: &Match) {
    let file = taken(&club.manager, &club.path);
    let there = Service::start();
    let manager = there.client.with_key(key(&imported(&there.database, &with_time(&file))));
    assert_eq!(taken(&manager, &club.path), file);
    let alone = game.manager.get(&format!("{}/export", game.path)).json();
    let elsewhere = Service::start();
    let other = club_of(&elsewhere);
    let done = super::import(&elsewhere.database, &alone.to_string(), &["--into", &other.id]);
    assert!(done.done, "{}", done.said);
    let again = other.manager.get(&format!("{}/export", game.path)).json();
    assert_eq!((&again["game"], &again["players"]), (&alone["game"], &alone["players"]));
}

fn replace(game: &Match, name: &str) {
    let done = game.send("POST", "/seats/B/replace", Some(&json!({ "name": name, "result_for": "leaver" })));
    assert!(done.status < 300, "{done:?}");
}

#[test]
fn who_gets_a_seat_back_comes_along() {
    let here = Service::start();
    let club = Club::found(&here.client, "Friday");
    let game = Match { manager: club.manager.clone(), path: play(&club, &["Ann", "Bob"], 10) };
    replace(&game, "Cem");
    game.points(20, 0);
    replace(&game, "Bob");
    comes_through(&club, &game);
}

#[test]
fn two_who_shared_a_seat_can_be_one_person_and_come_along() {
    let here = Service::start();
    let club = Club::found(&here.client, "Friday");
    let game = Match { manager: club.manager.clone(), path: play(&club, &["Ann", "Bobby"], 10) };
    replace(&game, "Bob");
    game.points(100, 0);
    merge(&club, "Bobby", "Bob");
    let rows = club.manager.get(&format!("{}/standings", club.path)).json()["rows"].clone();
    assert_eq!((&rows[1]["player"]["name"], &rows[1]["played"]), (&json!("Bob"), &json!(1)));
    comes_through(&club, &game);
}

#[test]
fn a_reason_as_long_as_a_request_comes_along() {
    let here = Service::start();
    let club = Club::found(&here.client, "Friday");
    let game = Match { manager: club.manager.clone(), path: play(&club, &["Ann", "Bob"], 10) };
    let fine =
        json!({ "seat": "B", "amount": { "points": 5 }, "reason": format!("{}late", " ".repeat(200_000)) });
    assert_eq!(game.send("POST", "/penalties", Some(&fine)).status, 201);
    comes_through(&club, &game);
}
