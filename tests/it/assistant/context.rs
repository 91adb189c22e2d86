//! What every question says of the table that it is about.

use serde_json::{Value, json};

use crate::support::{Answer, Service, refusal};

fn with(mut question: Value, more: &Value) -> Value {
    for (member, value) in more.as_object().unwrap() {
        question[member] = value.clone();
    }
    question
}

fn questions() -> [(&'static str, Value); 5] {
    let lead = json!([{"tile": "6-6", "at": "lead"}]);
    let hand = |tiles: [&str; 1]| json!({ "tiles": tiles });
    [
        ("placement", json!({"layout": lead, "tile": "0-6"})),
        ("moves", json!({"layout": lead, "hand": ["0-6"]})),
        ("lead", json!({"hands": {"A": ["1-1"], "B": ["2-2"], "C": ["3-3"]}})),
        (
            "score",
            json!({"ending": "blocked",
            "hands": {"A": hand(["1-1"]), "B": hand(["2-2"]), "C": hand(["3-3"])}}),
        ),
        ("round", json!({"turns": []})),
    ]
}

fn ask(service: &Service, what: &str, question: &Value) -> Answer {
    let question = with(question.clone(), &json!({"variant": "chickenfoot"}));
    service.client.post(&format!("/v1/assistant/{what}"), &question)
}

#[test]
fn all_questions_take_the_same_table() {
    let service = Service::start();
    for (what, question) in questions() {
        for table in [
            json!({"players": 3, "round": 2, "led": ["6-6"]}),
            json!({"seats": ["A", "B", "C"], "round": 1, "led": []}),
            json!({"seats": ["C", "A", "B"]}),
        ] {
            let answer = ask(&service, what, &with(question.clone(), &table));
            assert_eq!(answer.status, 200, "{what} {table}: {answer:?}");
        }
        for (table, code) in [
            (json!({"players": 3, "seats": ["A", "B", "C"]}), "wrong_shape"),
            (json!({"players": 5}), "wrong_number_of_players"),
            (json!({"seats": ["A"]}), "wrong_number_of_players"),
            (json!({"seats": ["A", "B", "B"]}), "wrong_shape"),
            (json!({"players": 3, "led": ["7-7"]}), "not_in_set"),
            (json!({"players": 3, "led": ["1-2"]}), "wrong_shape"),
        ] {
            let answer = ask(&service, what, &with(question.clone(), &table));
            assert_eq!(refusal(&answer), (422, code.into()), "{what} {table}: {answer:?}");
        }
    }
}

#[test]
fn the_tied_draw_again_and_the_next_is_who_sits_there() {
    let service = Service::start();
    let draw = |more: &Value| {
        let question = with(json!({"variant": "block", "draws": {"B": "1-2", "C": "3-4"}}), more);
        service.client.post("/v1/assistant/lead", &question)
    };
    for (table, next) in [
        (json!({"players": 4}), "D"),
        (json!({"players": 3}), "A"),
        (json!({"seats": ["A", "B", "C"]}), "A"),
        (json!({"seats": ["B", "C", "D"]}), "D"),
        (json!({"seats": ["B", "C"]}), "B"),
    ] {
        let answer = draw(&table).json();
        assert_eq!((&answer["leader"], &answer["next"]), (&json!("C"), &json!(next)), "{table}: {answer}");
    }
    assert_eq!(refusal(&draw(&json!({}))), (422, "wrong_shape".into()), "it is not said who plays");
    assert_eq!(refusal(&draw(&json!({"players": 2}))), (422, "no_such_seat".into()));
    let away = draw(&json!({"seats": ["A", "B", "D"]}));
    assert_eq!(refusal(&away), (422, "seat_empty".into()));
    assert_eq!(away.json()["errors"][0]["pointer"], "/draws/C");
}

#[test]
fn the_lead_of_a_later_round_follows_from_what_opened_the_earlier_ones() {
    let service = Service::start();
    let rules = json!({"lead": {"schedule": "highest_unused_held"}});
    let table = json!({"variant": "chickenfoot", "rules": rules, "round": 2, "led": ["6-6"]});
    let ask = |what: &str, question: &Value| {
        let answer = service.client.post(&format!("/v1/assistant/{what}"), &with(question.clone(), &table));
        assert_eq!(answer.status, 200, "{answer:?}");
        answer.json()
    };
    let placed = ask("placement", &json!({"layout": [], "tile": "6-6"}));
    assert_eq!(placed["reason"], "double_led_before");
    let moves = ask("moves", &json!({"layout": [], "hand": ["6-6", "5-5", "4-4"]}));
    assert_eq!(moves["plays"], json!([{"tile": "5-5", "at": "lead"}]));
    let lead = ask("lead", &json!({"hands": {"A": ["6-6"], "B": ["5-5"]}}));
    assert_eq!((&lead["leader"], &lead["tile"]), (&json!("B"), &json!("5-5")));
    let turns = json!([{"seat": "A", "play": {"tile": "6-6"}}]);
    let round = with(json!({"turns": turns, "players": 2}), &table);
    let refused = service.client.post("/v1/assistant/round", &round);
    assert_eq!(refusal(&refused), (422, "double_led_before".into()));
}

/// Where the lead goes round or to the winner, neither hands nor drawn tiles tell who leads later.
#[test]
fn who_leads_a_later_round_is_not_made_up() {
    let service = Service::start();
    let lead = |question: Value| service.client.post("/v1/assistant/lead", &question).json();
    let rules = json!({"lead": {"later": "rotate", "tile": "any"}});
    let hands = json!({"A": ["5-6"], "B": ["1-1"]});
    let hathaway =
        |round: u8| lead(json!({"variant": "hathaway", "rules": rules, "round": round, "hands": hands}));
    assert_eq!(hathaway(1)["leader"], "B", "1-1 is the highest double, and 5-6 is none");
    assert!(hathaway(1).get("tile").is_none(), "any tile may be led");
    let later = hathaway(2);
    assert!(later.get("leader").is_none() && later["redeal"] == false, "{later}");
    assert_eq!(later["detail"], "The player to the left of the one who led the previous round leads.");
    let nobody = lead(json!({"variant": "hathaway", "hands": {"A": ["5-6"], "B": ["1-2"]}}));
    assert_eq!(nobody["redeal"], true);
    assert_eq!(nobody["detail"], "Nobody holds a double: all tiles go back and are dealt again.");
    let block = lead(json!({"variant": "block", "round": 2, "draws": {"A": "5-6", "B": "1-1"}}));
    assert!(block.get("leader").is_none(), "{block}");
}
