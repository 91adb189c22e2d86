//! Standings as screens show them: the top, members and guests, and what a closed season kept.

use serde_json::{Value, json};

use crate::standings::{Club, blamed, club};
use crate::support::Service;

fn names(table: &Value) -> Vec<String> {
    let row = |row: &Value| format!("{} {}", row["rank"], row["player"]["name"].as_str().unwrap());
    table["rows"].as_array().unwrap().iter().map(row).collect()
}

fn member(club: &Club, name: &str) {
    let made = club.manager.post(&format!("{}/players", club.path), &json!({"name": name}));
    assert_eq!(made.status, 201, "{made:?}");
}

/// Ann and Bob are members who play, Zoe is one who does not, Gil is a guest.
fn evening(club: &Club) {
    for name in ["Ann", "Bob", "Zoe"] {
        member(club, name);
    }
    club.play("2026-04-01", &["Gil", "Ann"], json!({"A": 100}));
    club.play("2026-04-02", &["Gil", "Bob"], json!({"A": 100}));
    club.play("2026-04-03", &["Ann", "Bob"], json!({"A": 100}));
}

#[test]
fn a_table_has_its_top_only_and_says_who_is_a_guest() {
    let service = Service::start();
    let club = club(&service);
    evening(&club);
    let whole = club.standings("");
    assert_eq!(names(&whole), ["1 Gil", "2 Ann", "3 Bob"]);
    let guests: Vec<&Value> = whole["rows"].as_array().unwrap().iter().map(|row| &row["guest"]).collect();
    assert_eq!(guests, [true, false, false]);

    let top = club.standings("?limit=2");
    assert_eq!((names(&top), &top["row_count"]), (vec!["1 Gil".to_owned(), "2 Ann".to_owned()], &json!(3)));
    assert_eq!(top["rows"][1], whole["rows"][1], "a row is the same in the top");
    let members = club.standings("?guests=false");
    assert_eq!(
        (names(&members), &members["row_count"]),
        (vec!["1 Ann".to_owned(), "2 Bob".to_owned()], &json!(2))
    );
    let csv = club.manager.get(&format!("{}/standings.csv?guests=false&limit=1&bom=true", club.path)).text;
    assert_eq!(csv.lines().count(), 2);
    for (query, start) in
        [("limit=0", "limit must be"), ("limit=1001", "limit must be"), ("guests=no", "guests must be")]
    {
        let told = blamed(&club.manager.get(&format!("{}/standings?{query}", club.path)));
        assert!(told.starts_with(start), "{query}: {told}");
    }
}

#[test]
fn a_season_begins_with_its_members_in_the_table() {
    let service = Service::start();
    let club = club(&service);
    for name in ["Ann", "Bob", "Zoe"] {
        member(&club, name);
    }
    let season = json!({"name": "April", "from": "2026-04-01", "to": "2026-04-30"});
    let made = club.manager.post(&format!("{}/seasons", club.path), &season).json();
    let season = format!("season={}", made["id"].as_str().unwrap());
    assert_eq!(club.standings(&format!("?{season}"))["rows"], json!([]));
    let first = club.standings(&format!("?{season}&without_games=true"));
    assert_eq!(names(&first), ["1 Ann", "1 Bob", "1 Zoe"]);
    assert_eq!((&first["rows"][0]["played"], &first["rows"][0]["tied"]), (&json!(0), &json!(true)));
    assert!(first["rows"][0].get("streak").is_none());

    club.play("2026-04-01", &["Gil", "Ann"], json!({"A": 100}));
    assert_eq!(
        names(&club.standings(&format!("?{season}&without_games=true"))),
        ["1 Gil", "2 Ann", "3 Bob", "3 Zoe"]
    );
    assert_eq!(names(&club.standings("?without_games=true&guests=false&limit=2")), ["1 Ann", "2 Bob"]);
    // Who is another name of somebody is nobody of their own.
    let (zoe, bob) = (club.player("Zoe"), club.player("Bob"));
    let merged = club.manager.post(&format!("{}/players/{zoe}/merge", club.path), &json!({"into": bob}));
    assert_eq!(merged.status, 200, "{merged:?}");
    assert_eq!(names(&club.standings("?without_games=true")), ["1 Gil", "2 Ann", "3 Bob"]);
}

#[test]
fn a_closed_table_says_which_rows_are_others_now() {
    let service = Service::start();
    let club = club(&service);
    evening(&club);
    let season = json!({"name": "April", "from": "2026-04-01", "to": "2026-04-30"});
    let made = club.manager.post(&format!("{}/seasons", club.path), &season).json();
    let path = format!("{}/seasons/{}", club.path, made["id"].as_str().unwrap());
    let query = format!("?season={}", made["id"].as_str().unwrap());
    assert!(club.standings(&query)["rows"][0].get("differs").is_none(), "an open season keeps nothing");
    assert_eq!(club.manager.post(&format!("{path}/close"), &json!({})).status, 200);
    let differing = |query: &str| {
        let table = club.standings(query);
        let rows = table["rows"].as_array().unwrap().iter().filter(|row| row["differs"] == true);
        let names = rows.map(|row| row["player"]["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>();
        (table["season"]["differs"].as_bool().unwrap(), names)
    };
    assert_eq!(differing(&query), (false, vec![]));
    // Bob's win against a newcomer is told of later; Gil's row stays, though his name does not.
    club.play("2026-04-04", &["Bob", "Kim"], json!({"A": 100}));
    let gil = club.player("Gil");
    club.manager.patch(&format!("{}/players/{gil}", club.path), &json!({"name": "Gilbert"}));
    assert_eq!(
        differing(&query),
        (true, vec!["Ann".to_owned(), "Bob".to_owned()]),
        "Ann is only ahead by difference now"
    );
    let live = differing(&format!("{query}&live=true"));
    assert_eq!(live, (true, vec!["Ann".to_owned(), "Bob".to_owned(), "Kim".to_owned()]));
    assert_eq!(
        names(&club.standings(&format!("{query}&guests=false&limit=1"))),
        ["2 Ann"],
        "the ranks were kept"
    );
}
