//! B: ties, ranks, who won.

use serde_json::{Value, json};

use super::{block, points, sit, table};
use crate::support::{Match, Service, club, round_of};

/// A match of three that the lowest total wins.
fn low(service: &Service, rules: Value) -> Match {
    let seats = json!([{ "name": "Ann" }, { "name": "Bob" }, { "name": "Cy" }]);
    Match::with(service, json!({ "variant": "chickenfoot", "rules": rules, "seats": seats }))
}

fn round(game: &Match, a: i32, b: i32, c: i32) -> Value {
    let added = game.send("POST", "/rounds", Some(&points(json!({ "A": a, "B": b, "C": c }))));
    assert_eq!(added.status, 201, "{added:?}");
    added.json()["score"].clone()
}

#[test]
fn need_33_all_who_are_level_have_won_and_points_alone_are_enough_for_the_statistics() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let rules = json!({ "match": { "rounds": 1 } });
    let game = sit(&club, json!({ "variant": "chickenfoot", "rules": rules }), &["Ann", "Bob", "Cy"]);
    let score = round(&game, 4, 4, 9);
    assert_eq!(score["winners"], json!(["A", "B"]));
    assert_eq!(table(&club, ""), ["1 Ann 0-1-0", "1 Bob 0-1-0", "3 Cy 0-0-1"]);
    let standings = club.manager.get(&format!("{}/standings", club.path)).json();
    assert_eq!(standings["rows"][0]["win_rate"], 0.5, "{standings}");
}

/// Whatever ended a match, what is said of it is so: in the score, the log, the sheet and what goes to apps.
#[test]
fn a_match_that_the_table_ends_is_told_as_it_ended() {
    let service = Service::start();
    let said = |ends: &[Value]| {
        let club = club(&service, "Friday");
        let game = sit(&club, json!({ "variant": "block" }), &["Ann", "Bob"]);
        // Of a match of which only the result is noted no round is recorded.
        if ends.iter().all(|end| end["kind"] != "result_only") {
            game.points(30, 0);
            game.points(0, 10);
        }
        for end in ends {
            let ended = game.send("POST", "/end", Some(end));
            assert_eq!(ended.status, 200, "{ended:?}");
        }
        let score = game.state()["score"].clone();
        let text = score["text"].as_str().unwrap().to_owned();
        let play = game.manager.get(&format!("{}/bgstats", game.path)).json()["play"].clone();
        assert!(play["comments"].as_str().unwrap().ends_with(&text), "{play}");
        let log = game.send("GET", "/log", None).json();
        let log = log["items"].as_array().unwrap().last().unwrap()["text"].clone();
        let sheet = game.send("GET", "/scoresheet.csv", None).text;
        let noted = sheet.lines().find(|line| line.starts_with("declared")).unwrap();
        let noted = noted.rsplit(',').next().unwrap().to_owned();
        (score, text, log, noted, table(&club, ""))
    };
    let end = |kind: &str, by: Option<&str>, scores: Value| {
        let mut end = json!({ "kind": kind, "reason": "so it was" });
        end["by"] = json!(by);
        end["scores"] = scores;
        end.as_object_mut().unwrap().retain(|_, value| !value.is_null());
        end
    };
    let (score, text, log, noted, rows) = said(&[end("draw", None, json!(null))]);
    assert_eq!(
        (text.as_str(), &score["ranks"]),
        ("Ann and Bob agreed on a draw (Ann 30, Bob 10)", &json!({ "A": 1, "B": 1 }))
    );
    assert_eq!(log, "The table ended the match, because the sides agreed on a draw: so it was.");
    assert_eq!(noted, "the sides agreed on a draw: so it was");
    assert_eq!(rows, ["1 Ann 0-1-0", "1 Bob 0-1-0"]);

    let (_, text, log, noted, rows) = said(&[end("result_only", None, json!({ "A": 60, "B": 105 }))]);
    assert_eq!(text, "Bob won; only the result was noted (Ann 60, Bob 105)");
    assert_eq!(log, "The table ended the match, because only its result was noted: so it was.");
    assert_eq!(noted, "only its result was noted: so it was");
    assert_eq!(rows, ["1 Bob 1-0-0", "2 Ann 0-0-1"]);
    let (_, text, ..) = said(&[end("result_only", None, json!({ "A": 60, "B": 60 }))]);
    assert_eq!(text, "Ann and Bob drew; only the result was noted (Ann 60, Bob 60)");

    let both = [end("forfeit", Some("A"), json!(null)), end("forfeit", Some("B"), json!(null))];
    let (score, text, log, noted, rows) = said(&both);
    assert_eq!(
        (text.as_str(), &score["winners"]),
        ("nobody won: everybody left or gave up (Ann 30, Bob 10)", &json!([]))
    );
    assert_eq!(log, "The table ended the match, because Bob gave up: so it was.");
    assert_eq!(noted, "\"Ann and Bob gave up: so it was; so it was\"");
    assert_eq!(rows, Vec::<String>::new());

    let (_, text, log, noted, _) = said(&[end("time_limit", None, json!({ "A": 20, "B": 20 }))]);
    assert_eq!(text, "Ann and Bob drew when the time was up (Ann 20, Bob 20)");
    assert_eq!(log, "The table ended the match, because the time was up: so it was.");
    assert_eq!(noted, "the time was up: so it was");
    let (_, text, log, noted, _) = said(&[end("abandoned", None, json!(null))]);
    assert_eq!(text, "nobody won; the match was abandoned (Ann 30, Bob 10)");
    assert_eq!(log, "The table ended the match, because it was broken off: so it was.");
    assert_eq!(noted, "it was broken off: so it was");
}

#[test]
fn need_35_a_tie_at_the_end_is_not_broken_by_where_somebody_sits() {
    let service = Service::start();
    let game = low(&service, json!({ "match": { "rounds": 1 } }));
    let score = round(&game, 7, 3, 3);
    assert_eq!(
        (&score["winners"], &score["ranks"]),
        (&json!(["B", "C"]), &json!({ "A": 3, "B": 1, "C": 1 }))
    );
    assert_eq!(score["text"], "Bob and Cy won together (Ann 7, Bob 3, Cy 3)");
}

#[test]
fn a_tie_is_played_on_or_decided_as_the_rules_say() {
    let service = Service::start();
    let more = low(&service, json!({ "match": { "rounds": 1, "tie": "extra_round" } }));
    assert_eq!(round(&more, 7, 3, 3)["status"], "running");
    assert_eq!(round(&more, 7, 3, 2)["winners"], json!(["C"]));
    let won = low(&service, json!({ "match": { "rounds": 3, "tie": "most_rounds_won" } }));
    round(&won, 9, 1, 2);
    round(&won, 9, 1, 2);
    let score = round(&won, 9, 4, 2);
    assert_eq!(score["winners"], json!(["B"]), "{score}");
    assert_eq!(score["text"], "Bob won, with the most rounds won (Ann 27, Bob 6, Cy 6)");
}

#[test]
fn need_37_leaders_who_are_level_at_the_target_play_on() {
    let service = Service::start();
    let game = block(&service, json!({ "block": { "tie": "share" } }));
    let both = |a: i32, b: i32| {
        game.send("POST", "/rounds", Some(&points(json!({ "A": a, "B": b })))).json()["score"].clone()
    };
    both(60, 60);
    assert_eq!(both(45, 45)["status"], "running", "105 each");
    let score = both(5, 0);
    assert_eq!((&score["status"], &score["winners"]), (&json!("finished"), &json!(["A"])));
}

#[test]
fn need_39_points_go_to_whom_they_are_awarded_whoever_is_on_turn() {
    let service = Service::start();
    let game = Match::start(&service);
    let led = json!({ "seat": "A", "play": { "tile": "6-6" } });
    game.send("POST", "/rounds", Some(&json!({ "detail": "plays", "leader": "A", "turns": [led] })));
    assert_eq!(game.state()["table"]["to_play"], "B");
    let bonus = json!({ "side": "A", "points": 25, "reason": "capicúa" });
    assert_eq!(game.send("POST", "/bonuses", Some(&bonus)).status, 201);
    assert_eq!(game.totals(), json!({ "A": 25, "B": 0 }));
}

#[test]
fn need_40_a_round_is_counted_for_all_before_the_match_is_decided() {
    let service = Service::start();
    let game = low(&service, json!({ "match": { "type": "target", "target": 30 } }));
    round(&game, 10, 25, 20);
    let score = round(&game, 25, 6, 7);
    assert_eq!(score["totals"], json!({ "A": 35, "B": 31, "C": 27 }), "all of the round counts");
    assert_eq!((&score["winners"], &score["finished_after"]), (&json!(["C"]), &json!(2)));
}

#[test]
fn need_40_a_bonus_ends_the_match_at_once_or_when_the_round_is_over() {
    let service = Service::start();
    for (check, now) in [("at_once", "finished"), ("round_end", "running")] {
        let game = block(&service, json!({ "match": { "bonus_ends": true, "target_check": check } }));
        game.points(90, 0);
        let started = json!({ "detail": "plays", "turns": [] });
        assert_eq!(game.send("POST", "/rounds", Some(&started)).status, 201);
        let bonus = json!({ "side": "A", "points": 25, "reason": "capicúa" });
        let awarded = game.send("POST", "/bonuses", Some(&bonus)).json();
        assert_eq!(awarded["score"]["status"], now, "{check}");
        let state = game.state();
        assert_eq!(state["rounds"][1]["after_end"], now == "finished", "{check}");
        // What was played of the round may still be reported anew; then it counts before the bonus.
        let over = points(json!({ "A": 0, "B": 40 }));
        let amended = game.amend(2, &over).json();
        assert_eq!(amended["score"]["totals"], json!({ "A": 115, "B": 40 }), "{check}");
        assert_eq!(
            (&amended["score"]["status"], &amended["score"]["finished_after"]),
            (&json!("finished"), &json!(2))
        );
    }
}

#[test]
fn need_42_a_bonus_ends_the_match_only_if_the_rules_say_so() {
    let service = Service::start();
    for (ends, status) in [(false, "running"), (true, "finished")] {
        let game = block(&service, json!({ "match": { "bonus_ends": ends } }));
        game.points(90, 0);
        let bonus = json!({ "side": "A", "points": 25, "reason": "capicúa" });
        let awarded = game.send("POST", "/bonuses", Some(&bonus)).json();
        assert_eq!(
            (&awarded["score"]["status"], &awarded["bonus"]),
            (&json!(status), &json!(1)),
            "{awarded}"
        );
        if !ends {
            assert_eq!(game.points(0, 5)["score"]["winners"], json!(["A"]), "the match ends with a round");
        }
    }
}

#[test]
fn need_43_where_the_lowest_wins_the_best_is_the_lowest() {
    let service = Service::start();
    let club = club(&service, "Friday");
    for scores in [(4, 9, 12), (9, 3, 12)] {
        let rules = json!({ "match": { "rounds": 1 } });
        let game = sit(&club, json!({ "variant": "chickenfoot", "rules": rules }), &["Ann", "Bob", "Cy"]);
        round(&game, scores.0, scores.1, scores.2);
    }
    let rows = club.manager.get(&format!("{}/standings", club.path)).json()["rows"].clone();
    let cy = rows.as_array().unwrap().iter().find(|row| row["player"]["name"] == "Cy").unwrap();
    assert_eq!((&cy["rank"], &rows[0]["player"]["name"]), (&json!(3), &json!("Bob")), "{rows}");
    assert_eq!((&rows[0]["best"], &rows[0]["worst"]), (&json!(3), &json!(9)));
}

#[test]
fn need_44_those_who_are_level_always_stand_in_the_same_order() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let rules = json!({ "match": { "rounds": 1 } });
    let game = sit(&club, json!({ "variant": "chickenfoot", "rules": rules }), &["Zoe", "Ann", "Max"]);
    round(&game, 5, 5, 5);
    let level = ["1 Ann 0-1-0", "1 Max 0-1-0", "1 Zoe 0-1-0"];
    assert_eq!(table(&club, ""), level);
    assert_eq!(table(&club, ""), level);
    let list = || {
        let page = club.manager.get(&format!("{}/games", club.path)).json();
        page["items"].as_array().unwrap().iter().map(|game| game["id"].clone()).collect::<Vec<_>>()
    };
    (0..3).for_each(|_| {
        drop(sit(&club, json!({ "variant": "block", "played_on": "2026-04-01" }), &["Ann", "Zoe"]))
    });
    assert_eq!(list(), list());
}

#[test]
fn need_45_the_share_of_games_won_can_decide() {
    let service = Service::start();
    let club = club(&service, "Friday");
    // Bob wins 4 of 7, Ann 3 of 5 and Cy 3 of 8: by games won Bob is first, by their share Ann.
    let games = [
        ("Ann", "Cy", 2),
        ("Cy", "Ann", 1),
        ("Ann", "Bob", 1),
        ("Bob", "Ann", 1),
        ("Bob", "Cy", 3),
        ("Cy", "Bob", 2),
    ];
    for (winner, loser, times) in games {
        for _ in 0..times {
            sit(&club, json!({ "variant": "block" }), &[winner, loser]).points(100, 0);
        }
    }
    assert_eq!(table(&club, "?rank_by=won"), ["1 Bob 4-0-3", "2 Ann 3-0-2", "2 Cy 3-0-5"]);
    assert_eq!(table(&club, "?rank_by=win_rate"), ["1 Ann 3-0-2", "2 Bob 4-0-3", "3 Cy 3-0-5"]);
}

#[test]
fn need_47_each_who_gets_points_is_told_why() {
    let service = Service::start();
    let seats = json!([{ "name": "Ann" }, { "name": "Bob" }, { "name": "Cy" }, { "name": "Dee" }]);
    let rules = json!({ "block": { "tie": "share" }, "score": { "block": "sum_of_differences" } });
    let game = Match::with(&service, json!({ "variant": "block", "rules": rules, "seats": seats }));
    let hands = json!({ "A": { "pips": 5 }, "B": { "pips": 5 }, "C": { "pips": 5 }, "D": { "pips": 20 } });
    let blocked = json!({ "detail": "hands", "ending": "blocked", "hands": hands });
    let scored = game.send("POST", "/rounds", Some(&blocked)).json();
    let round = round_of(&scored);
    assert_eq!(round["points"], json!({ "A": 15, "B": 15, "C": 15, "D": 0 }), "{scored}");
    let items = round["items"].as_array().unwrap();
    for (side, name) in [("A", "Ann"), ("B", "Bob"), ("C", "Cy")] {
        let own = items.iter().find(|item| item["kind"] == "points" && item["side"] == side);
        assert_eq!(own.unwrap()["text"], format!("{name} scores 15"));
    }
    let rules: Vec<&str> = items.iter().filter_map(|item| item["rule"].as_str()).collect();
    assert!(rules.contains(&"block.tie") && rules.contains(&"score.block"), "{rules:?}");
}
