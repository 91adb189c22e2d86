//! Build Up hand by hand: the assistant answers what a recorded game says.

use pipkeeper::rules::*;
use serde_json::{Value, json};

use crate::support::{Players, Service};

const SCORES: [&str; 3] = ["tops_of_own_colour", "tops_excluding_initial", "played_this_hand"];

fn ask(service: &Service, what: &str, question: &Value) -> Value {
    let answer = service.client.post(&format!("/v1/assistant/{what}"), question);
    assert_eq!(answer.status, 200, "{question}: {answer:?}");
    answer.json()
}

/// What the stacks of a recorded hand are at its end.
fn tops(game: &Game, hand: usize) -> Vec<Top> {
    match &game.round(hand).unwrap().round.table {
        Some(Table::Stacks(table)) => table.tops(),
        _ => panic!("no stacks"),
    }
}

#[test]
fn each_hand_is_worth_what_it_is_in_a_recorded_game() {
    let service = Service::start();
    for (index, score) in SCORES.into_iter().cycle().take(18).enumerate() {
        let options = json!({"buildup": {"score": score, "set_aside_penalty": index % 2 == 1}});
        let overrides: Overrides = serde_json::from_value(options.clone()).unwrap();
        let rules = Ruleset::new(Variant::BuildUp, &overrides).unwrap();
        let mut players = Players::sit_down(rules, 2, false, u64::try_from(index).unwrap());
        for hand in 1..=4 {
            let played = players.play();
            let id = format!("game {index}, {score}, hand {hand}");
            let recorded = &players.game.round(hand).unwrap().round;
            let before = match hand {
                1 => played.initial.clone().unwrap(),
                _ => tops(&players.game, hand - 1),
            };
            let question = json!({"variant": "buildup", "rules": options, "round": hand,
                "leader": recorded.leader, "initial": before, "turns": played.turns, "hands": played.shown()});
            let worth = &recorded.outcome.as_ref().unwrap().score;
            let (points, winners) = (json!(worth.points), json!(worth.winners));
            let answer = ask(&service, "round", &question);
            assert_eq!((&answer["points"], &answer["winners"]), (&points, &winners), "{id}");
            assert_eq!(answer["tops"], json!(tops(&players.game, hand)), "{id}");
            let question = json!({"variant": "buildup", "rules": options, "round": hand, "initial": before,
                "tops": answer["tops"], "set_aside": played.left});
            let answer = ask(&service, "score", &question);
            assert_eq!((&answer["points"], &answer["winners"]), (&points, &winners), "{id}");
            // What is listed is what counts.
            for item in answer["items"].as_array().unwrap().iter().filter(|item| item["kind"] == "showing") {
                let tiles: Vec<Tile> =
                    serde_json::from_value(item.get("tiles").cloned().unwrap_or(json!([]))).unwrap();
                let dots: u16 = tiles.iter().map(|tile| tile.pips()).sum();
                assert_eq!(item["amount"], dots, "{id}: {item}");
            }
        }
    }
}

fn first_lines() -> Value {
    let lines = ["0-0", "1-2", "1-3", "1-4", "1-5", "1-6", "0-1", "0-2", "0-3", "0-4", "0-5", "0-6"];
    let place = |(index, tile): (usize, &&str)| {
        let line = if index < 6 { "A" } else { "B" };
        json!({"at": format!("{line}{}", index % 6 + 1), "tile": tile})
    };
    lines.iter().enumerate().map(place).collect()
}

#[test]
fn stacks_that_do_not_tell_the_score_are_refused() {
    let service = Service::start();
    let refused = |what: &str, score: &str, more: Value, pointer: &str| {
        let mut question = json!({"variant": "buildup", "rules": {"buildup": {"score": score}}});
        for (member, value) in more.as_object().unwrap() {
            question[member] = value.clone();
        }
        let answer = service.client.post(&format!("/v1/assistant/{what}"), &question);
        let body = answer.json();
        let found = (answer.status, &body["code"], &body["errors"][0]["pointer"]);
        assert_eq!(found, (422, &json!("wrong_shape"), &json!(pointer)), "{body}");
    };
    let [own, excluding, placed] = SCORES;
    let all = first_lines();
    let three: Value = all.as_array().unwrap()[..3].iter().cloned().collect();
    refused("score", own, json!({"tops": three}), "/tops");
    refused("score", excluding, json!({"tops": all}), "/tops");
    refused("score", placed, json!({"tops": all}), "/tops");
    refused("score", placed, json!({"tops": all, "round": 2}), "/initial");
    refused("score", own, json!({"tops": all, "hands": {"A": {"pips": 3}}}), "/hands");
    let other = all.to_string().replace("0-6", "6-6");
    let other: Value = serde_json::from_str(&other).unwrap();
    refused("score", placed, json!({"tops": all, "initial": other, "round": 2}), "/tops/11");
    refused("round", excluding, json!({"initial": all, "round": 2, "turns": []}), "/initial");
    let mut below = all.clone();
    below[0]["below"] = json!([{"tile": "6-6", "seat": "B"}]);
    refused("round", own, json!({"initial": below, "turns": []}), "/initial");
}

/// One tile lies below, so that the score of tiles placed in the first hand follows from the stacks.
#[test]
fn what_lies_below_counts_where_the_rules_say_so() {
    let service = Service::start();
    let mut tops: Vec<Value> = first_lines().as_array().unwrap().clone();
    for top in &mut tops {
        top["below"] = json!([]);
    }
    tops[0] = json!({"at": "A1", "tile": "6-6", "seat": "B",
        "below": [{"tile": "0-0", "seat": "A"}, {"tile": "5-6", "seat": "A"}]});
    let score = |by: &str| {
        let rules = json!({"buildup": {"score": by}});
        ask(&service, "score", &json!({"variant": "buildup", "rules": rules, "tops": tops}))["points"].clone()
    };
    let [own, excluding, placed] = SCORES;
    assert_eq!(score(own), json!({"A": 25, "B": 33}));
    assert_eq!(score(excluding), json!({"A": 0, "B": 12}));
    assert_eq!(score(placed), json!({"A": 11, "B": 12}));
}
