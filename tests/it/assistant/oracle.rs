//! The rounds that two engines which nobody here wrote have played and judged.

use serde_json::{Value, json};

use super::shapes;
use crate::support::Service;

const ROUNDS: &str = include_str!("../../oracle/block.jsonl");

#[test]
fn other_engines_end_every_round_alike() {
    let service = Service::start();
    let mut rounds = 0;
    for (index, line) in ROUNDS.lines().enumerate() {
        let id = format!("line {}", index + 1);
        let judged: Value = serde_json::from_str(line).unwrap();
        let turns: Vec<Value> = judged["turns"]
            .as_array()
            .unwrap()
            .iter()
            .map(|turn| match turn.get("play") {
                Some(play) => json!({"seat": turn["seat"], "play": play}),
                None => json!({"seat": turn["seat"], "pass": true}),
            })
            .collect();
        let question = json!({"variant": "block", "rules": {"lead": {"tile": "any"}},
            "deal": judged["deal"], "leader": judged["leader"], "turns": turns});
        let answer = service.client.post("/v1/assistant/round", &question);
        assert_eq!(answer.status, 200, "{id}: {answer:?}");
        let answer = answer.json();
        shapes::check("round", &answer, &id);
        assert_eq!(answer["ending"], judged["ending"], "{id}");
        assert_eq!(answer["findings"], json!([]), "{id}");
        if judged["ending"] == "domino" {
            assert_eq!(answer["out"], judged["last"], "{id}");
        }
        for (seat, tiles) in judged["left"].as_object().unwrap() {
            assert_eq!(words(&answer["hands"][seat]["tiles"]), words(tiles), "{id}: {seat}");
        }
        let open: Vec<Value> =
            answer["open"].as_array().unwrap().iter().map(|place| place["at"].clone()).collect();
        assert_eq!(words(&json!(open)), words(&judged["open"]), "{id}");
        rounds += 1;
    }
    assert_eq!(rounds, 200);
}

fn words(list: &Value) -> Vec<&str> {
    let mut words: Vec<&str> = list.as_array().unwrap().iter().map(|word| word.as_str().unwrap()).collect();
    words.sort_unstable();
    words
}
