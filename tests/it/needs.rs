//! What users of scorekeepers asked for, row by row of the list of needs: the number of the row is in
//! the name of its test. Rows that stand in other files: 1 to 3, 5, 16, 17, 19, 22, 23 and 27 in
//! `corrections`, 21, 71, 73, 74, 76, 78 and 79 in `penalties`, 13 in `standings/corrections`.

mod bonuses;
mod corrected;
mod detail;
mod entry;
mod irregular;
mod penalties;
mod ties;

use serde_json::{Value, json};

use crate::support::{Club, Match, Service, with_draws};

/// A club's table of a variant, as "rank name won-drawn-lost".
fn table(club: &Club, query: &str) -> Vec<String> {
    let answer = club.manager.get(&format!("{}/standings{query}", club.path));
    assert_eq!(answer.status, 200, "{answer:?}");
    let row = |row: &Value| {
        let name = row["player"]["name"].as_str().unwrap();
        format!("{} {name} {}-{}-{}", row["rank"], row["won"], row["drawn"], row["lost"])
    };
    answer.json()["rows"].as_array().unwrap().iter().map(row).collect()
}

/// A game of a club between players of these names.
fn sit(club: &Club, game: Value, names: &[&str]) -> Match {
    let mut game = with_draws(game);
    game["seats"] = names.iter().map(|name| json!({ "name": name })).collect();
    let made = club.manager.post(&format!("{}/games", club.path), &game);
    assert_eq!(made.status, 201, "{made:?}");
    Match { path: made.header("location").to_owned(), manager: club.manager.clone() }
}

/// A game of Block between Ann and Bob with these rules.
fn block(service: &Service, rules: Value) -> Match {
    let seats = json!([{ "name": "Ann" }, { "name": "Bob" }]);
    Match::with(service, with_draws(json!({ "variant": "block", "rules": rules, "seats": seats })))
}

/// A round of which only these points are known.
fn points(points: Value) -> Value {
    json!({ "detail": "points", "points": points })
}

/// What a change does, as a dry run and the change itself both say it: only the former looks at tables.
fn impact(answer: &Value) -> Value {
    let mut impact = answer["impact"].clone();
    for of_tables in ["tables", "standings", "standings_order_changes"] {
        impact.as_object_mut().unwrap().remove(of_tables);
    }
    impact
}

/// What a line of the score says.
fn told(state: &Value) -> Vec<&str> {
    state["score"]["lines"].as_array().unwrap().iter().map(|line| line["text"].as_str().unwrap()).collect()
}
