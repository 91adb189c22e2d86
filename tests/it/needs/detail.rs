//! C: teams, partners, levels of detail.

use serde_json::{Value, json};

use super::{points, sit, table};
use crate::support::{Match, Service, club, refusal, round_of};

const FOUR: [&str; 4] = ["Ann", "Bob", "Cy", "Dee"];

fn partners() -> Value {
    json!({ "variant": "hathaway", "partners": true })
}

#[test]
fn need_48_partners_win_together() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let game = sit(&club, partners(), &FOUR);
    let won = game.send("POST", "/rounds", Some(&points(json!({ "A+C": 100 })))).json();
    assert_eq!(won["score"]["winners"], json!(["A+C"]));
    assert_eq!(table(&club, ""), ["1 Ann 1-0-0", "1 Cy 1-0-0", "3 Bob 0-0-1", "3 Dee 0-0-1"]);
}

#[test]
fn needs_49_and_51_a_player_is_known_with_each_partner_and_partners_may_change() {
    let service = Service::start();
    let club = club(&service, "Friday");
    for (seats, winner) in [(FOUR, "A+C"), (["Ann", "Cy", "Bob", "Dee"], "B+D"), (FOUR, "A+C")] {
        sit(&club, partners(), &seats).send("POST", "/rounds", Some(&points(json!({ winner: 100 }))));
    }
    assert_eq!(table(&club, ""), ["1 Cy 3-0-0", "2 Ann 2-0-1", "3 Dee 1-0-2", "4 Bob 0-0-3"]);
    let players = club.manager.get(&format!("{}/players", club.path)).json();
    let ann = players["items"].as_array().unwrap().iter().find(|player| player["name"] == "Ann").unwrap();
    let id = ann["id"].as_str().unwrap();
    let stats = club.manager.get(&format!("{}/players/{id}/stats", club.path)).json();
    let with: Vec<(&Value, &Value)> = stats["by_partner"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| (&it["player"]["name"], &it["won"]))
        .collect();
    assert_eq!(with, [(&json!("Cy"), &json!(2)), (&json!("Bob"), &json!(0))]);
}

#[test]
fn need_52_nobody_sits_twice_at_a_table() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let seats: Vec<Value> =
        ["Ann", "Bob", " ann", "Dee"].iter().map(|name| json!({ "name": name })).collect();
    let game = json!({ "variant": "hathaway", "partners": true, "seats": seats });
    let refused = club.manager.post(&format!("{}/games", club.path), &game);
    assert_eq!(refusal(&refused), (422, "player_twice".into()));
    assert_eq!(refused.json()["errors"][0]["pointer"], "/seats/2");
}

#[test]
fn need_54_a_match_of_nothing_but_points_is_a_whole_match() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let game = sit(&club, json!({ "variant": "basic12" }), &["Ann", "Bob", "Cy"]);
    for round in [json!({ "A": 60 }), json!({ "C": 30 }), json!({ "A": 45 })] {
        assert_eq!(game.send("POST", "/rounds", Some(&points(round))).status, 201);
    }
    let state = game.state();
    assert_eq!(state["score"]["text"], "Ann won (Ann 105, Bob 0, Cy 30)");
    assert_eq!(state["rounds"][0]["items"][0]["text"], "Ann scores 60, as the table reported");
    assert_eq!(table(&club, "?variant=basic12")[0], "1 Ann 1-0-0");
}

#[test]
fn need_55_it_is_told_whose_tiles_made_the_points_of_a_side() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let game = sit(&club, partners(), &FOUR);
    let hands =
        json!({ "B": { "tiles": ["5-6"] }, "C": { "tiles": ["1-1"] }, "D": { "tiles": ["0-4", "2-2"] } });
    let round = json!({ "detail": "hands", "ending": "domino", "out": "A", "hands": hands });
    let scored = round_of(&game.send("POST", "/rounds", Some(&round)).json());
    assert_eq!(scored["points"], json!({ "A+C": 19, "B+D": 0 }), "{scored}");
    assert_eq!(scored["pips"], json!({ "A": 0, "B": 11, "C": 2, "D": 8 }));
    let left: Vec<(&Value, &Value)> = scored["items"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|item| item["kind"] == "left")
        .map(|item| (&item["seat"], &item["tiles"]))
        .collect();
    assert_eq!(left[1], (&json!("B"), &json!(["5-6"])));
    assert_eq!(left[3], (&json!("D"), &json!(["0-4", "2-2"])));
}

#[test]
fn need_57_where_only_the_winner_scores_the_others_need_not_be_named() {
    let service = Service::start();
    let game = Match::start(&service);
    let won = game.send("POST", "/rounds", Some(&points(json!({ "B": 12 })))).json();
    assert_eq!(round_of(&won)["points"], json!({ "A": 0, "B": 12 }));
    let both = game.send("POST", "/rounds", Some(&points(json!({ "A": 3, "B": 12 }))));
    assert_eq!(refusal(&both), (422, "loser_scored".into()));
    let wrong = json!({ "detail": "points", "points": { "A": 5, "B": 0 }, "winner": "B" });
    let wrong = game.send("POST", "/rounds", Some(&wrong)).json();
    assert_eq!((&wrong["code"], &wrong["errors"][0]["pointer"]), (&json!("wrong_winner"), &json!("/winner")));
    let says = "Bob cannot have won: Ann scored, and only the winner of a round scores.";
    assert_eq!(wrong["detail"], says);
    let nothing = json!({ "detail": "points", "points": { "A": 0, "B": 0 }, "winner": "A" });
    let won = game.send("POST", "/rounds", Some(&nothing)).json();
    assert_eq!(round_of(&won)["winners"], json!(["A"]), "a win may be worth nothing");
}

#[test]
fn need_59_columns_stand_in_the_same_order_wherever_they_are() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let game = sit(&club, partners(), &FOUR);
    let round = json!({ "detail": "points", "points": { "B+D": 7, "A+C": 0 } });
    game.send("POST", "/rounds", Some(&round));
    let state = game.manager.get(&game.path).text;
    for part in ["\"totals\":{\"A+C\":0,\"B+D\":7}", "\"points\":{\"A+C\":0,\"B+D\":7}"] {
        assert!(state.contains(part), "{part} in {state}");
    }
    let sheet = game.send("GET", "/scoresheet.csv", None).text;
    let header = sheet.lines().next().unwrap();
    assert!(
        header.contains("points: Ann and Cy,total: Ann and Cy,points: Bob and Dee,total: Bob and Dee"),
        "{header}"
    );
    assert!(sheet.contains("\r\n1,points,,,,,Bob and Dee,0,0,7,7,\r\n"), "{sheet}");
}

/// Two tiles each, so that a round is short.
fn short(service: &Service) -> Match {
    let seats = json!([{ "name": "Ann" }, { "name": "Bob" }]);
    Match::with(service, json!({ "variant": "block", "rules": { "hand_size": { "2": 2 } }, "seats": seats }))
}

/// A went out with 5-6 on 6-6, and B holds what is said.
fn plays(b: &[&str]) -> Value {
    let turns = json!([
        { "seat": "A", "play": { "tile": "6-6", "at": "lead" } },
        { "seat": "B", "pass": true },
        { "seat": "A", "play": { "tile": "5-6", "at": "6-6/W" } },
    ]);
    json!({ "detail": "plays", "leader": "A", "turns": turns, "hands": { "B": { "tiles": b } } })
}

/// The fields in which an amended round differs from what was said before.
fn differing(answer: &Value) -> Vec<(String, String, String)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let list = answer["differences"].as_array().unwrap().iter();
    let after = |it: &Value| it.get("after").map_or("dropped".to_owned(), text);
    list.map(|it| (text(&it["pointer"]), text(&it["before"]), after(it))).collect()
}

#[test]
fn detail_grows_from_points_to_hands_to_plays_without_a_difference() {
    let service = Service::start();
    let game = short(&service);
    game.points(9, 0);
    let hands = json!({ "detail": "hands", "ending": "domino", "out": "A", "hands": { "B": { "pips": 9 } } });
    let tiles = json!({ "detail": "hands", "ending": "domino", "out": "A", "leader": "A", "hands": { "B": { "tiles": ["4-4", "0-1"] } } });
    for grown in [hands, tiles, plays(&["4-4", "0-1"])] {
        let amended = game.amend(1, &grown);
        assert_eq!(amended.status, 200, "{amended:?}");
        assert_eq!(amended.json()["differences"], json!([]), "{grown}");
    }
    assert_eq!(game.send("GET", "/rounds/1", None).json()["turns"].as_array().unwrap().len(), 3);
}

#[test]
fn what_finer_detail_says_otherwise_is_named_field_by_field_also_in_a_dry_run() {
    let service = Service::start();
    let game = short(&service);
    let changes = |report: &Value| {
        let dry = game.send("PUT", "/rounds/1?dry_run=true", Some(report)).json();
        let real = game.amend(1, report).json();
        assert_eq!(dry["differences"], real["differences"]);
        differing(&real)
    };
    let owned = |list: &[(&str, &str, &str)]| -> Vec<(String, String, String)> {
        list.iter().map(|(a, b, c)| ((*a).to_owned(), (*b).to_owned(), (*c).to_owned())).collect()
    };
    let said = json!({ "detail": "points", "points": { "A": 0, "B": 7 }, "winner": "B", "leader": "B" });
    game.send("POST", "/rounds", Some(&said));
    let hands = json!({ "detail": "hands", "ending": "domino", "out": "A", "leader": "A", "hands": { "B": { "pips": 9 } } });
    assert_eq!(
        changes(&hands),
        owned(&[
            ("/leader", "B", "A"),
            ("/points/A", "0", "9"),
            ("/points/B", "7", "0"),
            ("/winners", "B", "A")
        ])
    );
    let blocked = json!({ "detail": "hands", "ending": "blocked", "hands": { "A": { "pips": 11 }, "B": { "tiles": ["1-1", "0-1"] } } });
    assert_eq!(
        changes(&blocked),
        owned(&[
            ("/ending", "domino", "blocked"),
            ("/pips/A", "0", "11"),
            ("/pips/B", "9", "3"),
            ("/points/A", "9", "0"),
            ("/points/B", "0", "8"),
        ])
    );
    let out = json!({ "detail": "hands", "ending": "domino", "out": "B", "hands": { "A": { "pips": 9 } } });
    game.amend(1, &out);
    let named = changes(&plays(&["4-4", "0-1"]));
    assert!(named.contains(&("/out".to_owned(), "B".to_owned(), "A".to_owned())), "{named:?}");
    let other = changes(&plays(&["4-5", "0-0"]));
    assert_eq!(other, owned(&[("/hands/B/tiles", "0-1 4-4", "0-0 4-5")]), "as many dots");
}

#[test]
fn tiles_and_turns_that_are_replaced_by_less_are_named() {
    let service = Service::start();
    let game = short(&service);
    game.points(9, 0);
    let changes = |report: &Value| {
        let dry = game.send("PUT", "/rounds/1?dry_run=true", Some(report)).json();
        let real = game.amend(1, report).json();
        assert_eq!(dry["differences"], real["differences"]);
        let list = differing(&real).into_iter();
        list.map(|(pointer, before, after)| format!("{pointer}: {before} -> {after}")).collect::<Vec<_>>()
    };
    let points = json!({ "detail": "points", "points": { "A": 9, "B": 0 } });
    let tiles = json!({ "detail": "hands", "ending": "domino", "out": "A", "hands": { "B": { "tiles": ["4-4", "0-1"] } } });
    let pips = json!({ "detail": "hands", "ending": "domino", "out": "A", "hands": { "B": { "pips": 8 } } });
    assert!(changes(&tiles).is_empty());
    assert_eq!(changes(&points), ["/hands/B/tiles: 0-1 4-4 -> dropped"]);
    assert!(changes(&plays(&["4-4", "0-1"])).is_empty());
    assert_eq!(
        changes(&pips),
        [
            "/hands/B/tiles: 0-1 4-4 -> dropped",
            "/pips/B: 9 -> 8",
            "/points/A: 9 -> 8",
            "/turns: 3 turns -> dropped"
        ]
    );
    assert_eq!(changes(&points), ["/points/A: 8 -> 9"]);

    let dealt = game.send(
        "POST",
        "/rounds",
        Some(&json!({
            "detail": "plays",
            "leader": "B",
            "deal": {
                "A": ["0-0", "0-1"],
                "B": ["6-6", "1-1"],
            },
            "turns": [{ "seat": "B", "play": { "tile": "6-6" } }],
        })),
    );
    assert_eq!(dealt.status, 201, "{dealt:?}");
    let amended = game.send("PUT", "/rounds/2?dry_run=true", Some(&points)).json();
    let dropped = differing(&amended);
    for (pointer, before) in [("/deal/A", "0-0 0-1"), ("/deal/B", "6-6 1-1"), ("/turns", "1 turn")] {
        let is_named = |(at, was, now): &(String, String, String)| {
            (at.as_str(), was.as_str(), now.as_str()) == (pointer, before, "dropped")
        };
        assert!(dropped.iter().any(is_named), "{pointer}: {dropped:?}");
    }
}
