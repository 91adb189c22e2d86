//! `--demo`: a club with games of every variant, recorded once.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::support::{Client, Program, Start, TIMEOUT, folder};

const CLUB: &str = "/v1/clubs/0190d0e0-0000-7000-8000-000000000001";

/// The key of the demonstration among what the program prints.
fn key(program: &Program) -> String {
    let mut lines = std::iter::from_fn(|| program.lines.recv_timeout(TIMEOUT).ok());
    lines.find(|line| line.starts_with("A club `Demonstration` with 12 games")).unwrap();
    lines.find_map(|line| line.trim().strip_prefix("pk_").map(|rest| format!("pk_{rest}"))).unwrap()
}

fn games(client: &Client) -> Vec<Value> {
    let page = client.get(&format!("{CLUB}/games?limit=100"));
    assert_eq!(page.status, 200, "{page:?}");
    page.json()["items"].as_array().unwrap().clone()
}

#[test]
fn the_demonstration_has_finished_and_running_games_of_every_variant() {
    let folder = folder();
    let program = Start::with(folder.path()).arg("--demo").serve();
    let client = program.client.with_key(&key(&program));
    assert_eq!(client.get(CLUB).json()["name"], "Demonstration");

    let mut seen = BTreeMap::<String, Vec<String>>::new();
    for summary in games(&client) {
        let game = client.get(&format!("/v1/games/{}", summary["id"].as_str().unwrap())).json();
        let status = game["score"]["status"].as_str().unwrap();
        assert_eq!(summary["status"], status, "{summary}");
        match status {
            "finished" => assert!(game.get("table").is_none() && game["score"]["finished_after"].is_u64()),
            _ => assert!(game["table"]["to_play"].is_string(), "{game}"),
        }
        let variant = summary["variant"].as_str().unwrap().to_owned();
        seen.entry(variant).or_default().push(status.to_owned());
    }
    let variants: Vec<&String> = seen.keys().collect();
    assert_eq!(variants, ["basic12", "block", "buildup", "chickenfoot", "hathaway"]);
    for (variant, statuses) in &seen {
        assert!(["finished", "running"].iter().all(|it| statuses.iter().any(|s| s == it)), "{variant}");
    }
}

#[test]
fn a_second_start_records_nothing_more_and_an_interrupted_one_is_made_anew() {
    let folder = folder();
    let program = Start::with(folder.path()).arg("--demo").serve();
    let client = program.client.with_key(&key(&program));
    let before = games(&client);
    assert!(program.stop().0.success());

    let program = Start::with(folder.path()).arg("--demo").serve();
    let client = Client::new(&program.base).with_key(client.key().unwrap());
    assert_eq!(games(&client), before);
    // As if the program had been stopped while it recorded.
    program.query("UPDATE clubs SET name = 'Demonstration, being recorded' WHERE name = 'Demonstration'");
    program.query("DELETE FROM games WHERE ctid IN (SELECT ctid FROM games LIMIT 5)");
    assert!(program.stop().0.success());

    let program = Start::with(folder.path()).arg("--demo").serve();
    let client = program.client.with_key(&key(&program));
    assert_eq!(games(&client).len(), 12);
    let seats = games(&client)[0]["players"].as_array().unwrap().len();
    assert!(seats >= 2);
    let more = json!({"variant": "block", "seats": [{"name": "ann"}, {"name": "Zoe"}]});
    assert_eq!(client.post(&format!("{CLUB}/games"), &more).status, 201, "it is a club like any other");
}
