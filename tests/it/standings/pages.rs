//! Whatever is asked for, the pages of a list together are the games that a look at each of them
//! finds, in the order that is promised, also while games are added.

use std::cmp::Reverse;

use serde_json::{Value, json};

use super::laws::Chance;
use super::{Club, club};
use crate::support::Service;

const NAMES: [&str; 6] = ["Ann", "Bob", "Cem", "Dee", "Eve", "Hannah"];

fn any_game(club: &Club, chance: &mut Chance) {
    let first = usize::try_from(chance.below(5)).unwrap();
    let seats = [NAMES[first], NAMES[(first + 1) % 6]];
    let mut game = json!({"variant": chance.of(&["block", "hathaway"])});
    game["played_on"] = json!(format!("2026-0{}-1{}", 1 + chance.below(3), chance.below(3)));
    match chance.below(4) {
        0 => game["name"] = json!("Friday's Anniversary"),
        1 => game["name"] = json!("Xm"),
        _ => {}
    }
    let path = club.start(game, &seats);
    if chance.below(3) > 0 {
        // Only Block ends with this round.
        club.round(&path, json!({"A": 100}));
    }
}

/// Reads a list to its end, and adds a game after each page.
fn read(club: &Club, query: &str, mut between: impl FnMut()) -> Vec<Value> {
    let mut items = Vec::new();
    let mut path = format!("{}/games?limit=4&{query}", club.path);
    loop {
        let answer = club.manager.get(&path);
        assert_eq!(answer.status, 200, "{path}: {answer:?}");
        let page = answer.json();
        items.extend(page["items"].as_array().unwrap().iter().cloned());
        between();
        let Some(cursor) = page["next_cursor"].as_str() else { return items };
        assert!((48..=64).contains(&cursor.len()), "{cursor}");
        path = format!("{}/games?limit=4&{query}&cursor={cursor}", club.path);
    }
}

fn has(game: &Value, text: &str) -> bool {
    let players = game["players"].as_array().unwrap().iter().map(|player| &player["name"]);
    let mut names = players.chain([&game["name"]]).filter_map(Value::as_str);
    names.any(|name| name.to_lowercase().contains(text))
}

/// Whether a game is wanted by a query.
type IsIn<'a> = &'a dyn Fn(&Value) -> bool;

#[test]
fn pages_together_are_the_games_that_are_asked_for() {
    let service = Service::start();
    let club = club(&service);
    let mut chance = Chance(11);
    (0..40).for_each(|_| any_game(&club, &mut chance));
    let ann = club.player("Ann");
    let (ann, query) = (ann.as_str(), format!("player={ann}"));
    let seated = |game: &Value| game["players"].as_array().unwrap().iter().any(|it| it["player"] == ann);
    let february = |game: &Value| game["played_on"].as_str().unwrap().starts_with("2026-02");
    let is = |member: &'static str, value: &'static str| move |game: &Value| game[member] == value;
    let (block, running) = (is("variant", "block"), is("status", "running"));
    let with = |more: &str| format!("{query}&{more}");
    let filters: [(String, IsIn<'_>); 12] = [
        (String::new(), &|_| true),
        ("variant=block&status=running".to_owned(), &|game| block(game) && running(game)),
        (query.clone(), &seated),
        (with("variant=block"), &|game| seated(game) && block(game)),
        (with("text=xm"), &|game| seated(game) && has(game, "xm")),
        ("from=2026-02-01&to=2026-02-28".to_owned(), &february),
        (with("from=2026-02-01&to=2026-02-28"), &|game| seated(game) && february(game)),
        ("from=2026-02-01&to=2026-02-28&text=ann".to_owned(), &|game| february(game) && has(game, "ann")),
        ("text=ann".to_owned(), &|game| has(game, "ann")),
        ("text=xm".to_owned(), &|game| has(game, "xm")),
        ("text=y's%20a&variant=block".to_owned(), &|game| block(game) && has(game, "y's a")),
        ("text=nowhere".to_owned(), &|game| has(game, "nowhere")),
    ];
    for (query, is_in) in filters {
        let mut wanted = read(&club, "", || {});
        wanted.retain(is_in);
        if query.contains("from=") {
            // The list of all is the newest first; a stable sort leaves it so within a day.
            wanted.sort_by_key(|game| Reverse(game["played_on"].as_str().unwrap().to_owned()));
        }
        let before: Vec<&Value> = wanted.iter().map(|game| &game["id"]).collect();
        let list = read(&club, &query, || any_game(&club, &mut chance));
        // Games that were added meanwhile are new; a list by day may show them.
        let found: Vec<&Value> =
            list.iter().map(|game| &game["id"]).filter(|id| before.contains(id)).collect();
        assert_eq!(found, before, "{query}");
        assert!(list.iter().all(is_in), "{query}");
        let mut ids: Vec<String> = list.iter().map(|game| game["id"].to_string()).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), list.len(), "{query}: nothing twice");
    }
}
