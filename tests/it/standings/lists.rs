//! Score sheets, and lists of games by what is asked for.

use serde_json::{Value, json};

use super::{blamed, club};
use crate::support::Service;

#[test]
fn a_score_sheet_has_a_row_for_each_round() {
    let service = Service::start();
    let club = club(&service);
    let game = club.start(json!({"variant": "block"}), &["@Ann", "Bob"]);
    club.round(&game, json!({"A": 60, "B": 0}));
    club.round(&game, json!({"A": 0, "B": 30}));
    let sheet = club.manager.get(&format!("{game}/scoresheet.csv"));
    assert_eq!(sheet.header("content-type"), "text/csv; charset=utf-8; header=present");
    let lines: Vec<&str> = sheet.text.split("\r\n").collect();
    assert_eq!(
        lines,
        [
            "round,detail,leader,lead,ending,out,winners,points: @Ann,total: @Ann,points: Bob,total: Bob,note",
            "1,points,,,,,'@Ann,60,60,0,0,",
            "2,points,,,,,Bob,0,60,30,30,",
            "total,,,,,,,,60,,30,",
            "",
        ]
    );
    assert_eq!(service.client.get(&format!("{game}/scoresheet.csv")).status, 401);
}

fn ids(page: &Value) -> Vec<String> {
    page["items"].as_array().unwrap().iter().map(|item| item["id"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn games_are_listed_by_player_variant_status_day_and_text() {
    let service = Service::start();
    let club = club(&service);
    let id = |path: &str| path.rsplit('/').next().unwrap().to_owned();
    let one = id(&club.play("2026-04-01", &["Ann", "Bob"], json!({"A": 100})));
    let two = id(&club.play("2026-04-02", &["Bob", "Cem"], json!({"A": 100})));
    let named = json!({"variant": "hathaway", "name": "100% Finals_A", "played_on": "2026-04-03"});
    let three = id(&club.start(named, &["Ann", "Dee"]));
    let list = |query: &str| {
        let answer = club.manager.get(&format!("{}/games?{query}", club.path));
        assert_eq!(answer.status, 200, "{query}: {answer:?}");
        ids(&answer.json())
    };
    assert_eq!(list(&format!("player={}", club.player("Ann"))), [&*three, &*one]);
    assert_eq!(list("variant=block"), [&*two, &*one]);
    assert_eq!(list("status=running"), [&*three]);
    assert_eq!(list("status=finished&from=2026-04-02"), [&*two]);
    assert_eq!(list("to=2026-04-01"), [&*one]);
    assert_eq!(list("text=finals"), [&*three]);
    assert_eq!(list("text=0%25%20f"), [&*three]);
    assert_eq!(list("text=_"), [&*three], "no wildcard");
    assert_eq!(list("text=CEM"), [&*two]);
    assert_eq!(list("text=ann&variant=block"), [&*one]);
    for (query, start) in [
        ("player=x", "player must be an id"),
        ("status=over", "status must be one of `running`, `finished`"),
        ("variant=go", "variant must be one of `block`"),
        ("from=2026-04-02&to=2026-04-01", "to must not be a day before"),
        ("text=", "text must not be empty"),
        ("cursor=00", "cursor must be the next_cursor"),
        ("name=x", "name is not known here"),
    ] {
        let told = blamed(&club.manager.get(&format!("{}/games?{query}", club.path)));
        assert!(told.starts_with(start), "{query}: {told}");
    }
}

#[test]
fn pages_of_games_neither_skip_nor_repeat_while_games_are_added() {
    let service = Service::start();
    let club = club(&service);
    let made: Vec<String> =
        (0..7).map(|_| club.play("2026-04-01", &["Ann", "Bob"], json!({"A": 100}))).collect();
    let mut seen = Vec::new();
    let mut path = format!("{}/games?variant=block&limit=3", club.path);
    loop {
        let page = club.manager.get(&path).json();
        seen.extend(ids(&page));
        club.play("2026-04-01", &["Ann", "Bob"], json!({"A": 100}));
        let Some(cursor) = page["next_cursor"].as_str() else { break };
        path = format!("{}/games?variant=block&limit=3&cursor={cursor}", club.path);
        // The place is one in this very list.
        for other in ["", "variant=hathaway&", "variant=block&status=finished&"] {
            let told = blamed(&club.manager.get(&format!("{}/games?{other}cursor={cursor}", club.path)));
            assert!(told.starts_with("cursor "), "{told}");
        }
    }
    let expected: Vec<&str> = made.iter().rev().map(|path| path.rsplit('/').next().unwrap()).collect();
    assert_eq!(seen, expected);
}
