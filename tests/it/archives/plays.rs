//! Games as plays of BG Stats and BoardGameGeek.

use serde_json::{Value, json};

use crate::support::{Club, Match, Service, points, refusal, with_draws};

/// What a link carries, read as the app reads it.
fn carried(link: &str) -> Value {
    let (place, data) = link.split_once("?data=").unwrap();
    assert!(place.ends_with("://app.bgstatsapp.com/createPlay.html"), "{place}");
    assert!(data.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~%".contains(&byte)), "{data}");
    let mut bytes = Vec::new();
    let mut rest = data.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'%' => {
                let digits = [rest.next().unwrap(), rest.next().unwrap()];
                u8::from_str_radix(std::str::from_utf8(&digits).unwrap(), 16).unwrap()
            }
            byte => byte,
        });
    }
    serde_json::from_slice(&bytes).unwrap()
}

#[test]
fn a_finished_game_is_a_play_of_bg_stats() {
    let service = Service::start();
    let body = with_draws(json!({
        "variant": "block", "name": "Friday & \"friends\"", "played_on": "2026-01-02",
        "seats": [{ "name": "Ann" }, { "name": "Björn +1" }],
    }));
    let game = Match::with(&service, body);
    let path = format!("{}/bgstats", game.path);
    assert_eq!(refusal(&game.manager.get(&path)), (409, "game_not_finished".to_owned()));
    let round = json!({ "detail": "points", "points": { "A": 0, "B": 120 }, "leader": "B" });
    assert_eq!(game.send("POST", "/rounds", Some(&round)).status, 201);

    let answer = game.manager.get(&format!("{path}?bgg_id=123")).json();
    let play = &answer["play"];
    assert_eq!(&carried(answer["link"].as_str().unwrap()), play);
    assert_eq!(&carried(answer["app_link"].as_str().unwrap()), play);
    assert!(answer["link"].as_str().unwrap().starts_with("https://"));
    assert!(answer["app_link"].as_str().unwrap().starts_with("bgstats://"));
    let seats = game.state()["seats"].clone();
    assert_eq!(
        *play,
        json!({
            "sourceName": "Pipkeeper",
            "sourcePlayId": game.state()["id"],
            // It was made on another day than it was played on.
            "playDate": "2026-01-02 12:00:00",
            "game": { "name": "Block", "sourceGameId": "block", "bggId": 123, "highestWins": true, "noPoints": false },
            "comments": "Friday & \"friends\": Björn +1 won (Ann 0, Björn +1 120)",
            "players": [
                { "name": "Ann", "sourcePlayerId": seats[0]["player"], "startPlayer": false, "winner": false, "score": 0, "rank": 2 },
                { "name": "Björn +1", "sourcePlayerId": seats[1]["player"], "startPlayer": true, "winner": true, "score": 120, "rank": 1 },
            ],
        })
    );
    assert!(game.manager.get(&path).json()["play"]["game"].get("bggId").is_none());
    for wrong in ["0", "-1", "x", "100000000", ""] {
        let answer = game.manager.get(&format!("{path}?bgg_id={wrong}"));
        assert_eq!(refusal(&answer), (400, "invalid_query".to_owned()), "{wrong}");
    }
    assert_eq!(service.client.get(&path).status, 401);
}

#[test]
fn partners_are_a_team_and_the_lowest_total_can_win() {
    let service = Service::start();
    let four = json!([{ "name": "Ann" }, { "name": "Bob" }, { "name": "Cem" }, { "name": "Dee" }]);
    let game = Match::with(&service, json!({ "variant": "hathaway", "partners": true, "seats": four }));
    let round = json!({ "detail": "points", "points": { "A+C": 100, "B+D": 0 } });
    assert_eq!(game.send("POST", "/rounds", Some(&round)).status, 201);
    let play = game.manager.get(&format!("{}/bgstats", game.path)).json()["play"].clone();
    let players: Vec<_> = play["players"].as_array().unwrap().iter().collect();
    let teams: Vec<_> = players
        .iter()
        .map(|player| (player["team"].clone(), player["score"].clone(), player["winner"].clone()))
        .collect();
    let (first, second) =
        ((json!("Ann and Cem"), json!(100), json!(true)), (json!("Bob and Dee"), json!(0), json!(false)));
    assert_eq!(teams, [first.clone(), second.clone(), first, second]);
    // It was made today: then the time is known.
    let made = game.state()["created_at"].as_str().unwrap().replace('T', " ");
    assert_eq!(play["playDate"], json!(made.trim_end_matches('Z')));

    let low = json!({ "variant": "chickenfoot", "rules": { "match": { "rounds": 1 } }, "seats": [{ "name": "Ann" }, { "name": "Bob" }] });
    let game = Match::with(&service, low);
    let round = json!({ "detail": "points", "points": { "A": 7, "B": 30 } });
    assert_eq!(game.send("POST", "/rounds", Some(&round)).status, 201);
    let play = game.manager.get(&format!("{}/bgstats", game.path)).json()["play"].clone();
    assert_eq!((&play["game"]["highestWins"], &play["players"][0]["winner"]), (&json!(false), &json!(true)));
}

#[test]
fn a_game_has_the_fields_of_boardgamegeek() {
    let service = Service::start();
    let club = Club::found(&service.client, "Friday");
    let body = with_draws(json!({
        "variant": "block", "played_on": "2026-01-02", "counts": false,
        "seats": [{ "name": "Ann" }, { "name": "Bob" }],
    }));
    let made = club.manager.post(&format!("{}/games", club.path), &body);
    let path = made.header("location");
    let play = || club.manager.get(&format!("{path}/boardgamegeek?bgg_id=7")).json();
    assert_eq!(play()["incomplete"], 1);
    assert_eq!(club.manager.post(&format!("{path}/rounds"), &points(100)).status, 201);
    let player = |name: &str, score: &str, position: &str, win: u8| {
        json!({
            "username": "", "name": name, "score": score, "color": "", "position": position,
            "win": win, "new": 0, "rating": 0,
        })
    };
    assert_eq!(
        play(),
        json!({
            "ajax": 1, "action": "save", "objecttype": "thing", "objectid": 7, "playdate": "2026-01-02",
            "quantity": 1, "incomplete": 0, "nowinstats": 1, "comments": "Block: Ann won (Ann 100, Bob 0)",
            "players": [player("Ann", "100", "1", 1), player("Bob", "0", "2", 0)],
        })
    );
}
