//! Reports that say which round they are.

use std::thread;

use serde_json::{Value, json};

use crate::support::{Answer, Match, Service, points, refusal, report};

fn numbered(round: u32, points: i32) -> Value {
    let mut body = report(points, 0);
    body["round"] = round.into();
    body
}

fn add(game: &Match, body: &Value) -> Answer {
    game.manager.post(&format!("{}/rounds", game.path), body)
}

#[test]
fn a_round_that_two_phones_report_is_counted_once() {
    let service = Service::start();
    let game = Match::start(&service);
    assert_eq!(add(&game, &numbered(1, 10)).status, 201);
    let second = add(&game, &numbered(1, 12));
    assert_eq!(refusal(&second), (409, "other_round".to_owned()));
    let told = second.json();
    assert_eq!(told["errors"][0]["pointer"], "/round", "{told}");
    assert_eq!((&told["round"]["round"], &told["round"]["points"]), (&json!(1), &json!({ "A": 10, "B": 0 })));
    assert_eq!((&told["version"], &game.totals()["A"]), (&json!(2), &json!(10)));

    let ahead = add(&game, &numbered(3, 12));
    assert_eq!((refusal(&ahead), ahead.json().get("round")), ((409, "other_round".to_owned()), None));
    assert_eq!(add(&game, &numbered(2, 12)).status, 201);
    assert_eq!(add(&game, &points(1)).status, 201, "whoever does not say it means the next one");

    let hands = json!({ "detail": "hands", "ending": "domino", "out": "A", "hands": { "B": { "pips": 5 } }, "round": 4 });
    assert_eq!((add(&game, &hands).status, add(&game, &hands).status), (201, 409));
    let start = json!({ "detail": "plays", "leader": "A", "round": 5 });
    assert_eq!((add(&game, &start).status, add(&game, &start).status), (201, 409));
}

#[test]
fn the_same_round_at_the_same_moment_is_counted_once() {
    let service = Service::start();
    let game = Match::start(&service);
    for round in 1..=5 {
        let answers: Vec<u16> = thread::scope(|scope| {
            let phones: Vec<_> =
                (0..4).map(|_| scope.spawn(|| add(&game, &numbered(round, 1)).status)).collect();
            phones.into_iter().map(|phone| phone.join().unwrap()).collect()
        });
        let done = answers.iter().filter(|status| **status == 201).count();
        assert_eq!((done, answers.iter().filter(|status| **status == 409).count()), (1, 3), "{answers:?}");
    }
    assert_eq!(game.totals()["A"], 5);
}

#[test]
fn an_amendment_is_of_the_round_that_it_says() {
    let service = Service::start();
    let game = Match::start(&service);
    game.points(10, 0);
    game.points(20, 0);
    assert_eq!(game.amend(1, &numbered(1, 11)).status, 200);
    let other = game.amend(1, &numbered(2, 11));
    assert_eq!(refusal(&other), (422, "wrong_shape".to_owned()));
    assert_eq!(other.json()["errors"][0]["pointer"], "/round");
    let zero = add(&game, &numbered(0, 1));
    assert_eq!(refusal(&zero).0, 409, "{zero:?}");

    // What was recorded can be sent again as it is told.
    let undone = game.send("DELETE", "/rounds/last", None).json();
    let again = &undone["removed"]["report"];
    assert_eq!((again.get("round"), add(&game, again).status), (None, 201));
}
