//! Bonuses: points that the table awards beside what its rounds are worth.

use serde_json::{Value, json};

use super::{block, impact, sit, table, told};
use crate::support::{Match, Service, club, refusal};

fn bonus(side: &str, points: i32) -> Value {
    json!({ "side": side, "points": points, "reason": "capicúa" })
}

#[test]
fn a_bonus_is_a_line_of_its_own_and_can_be_cancelled() {
    let service = Service::start();
    let game = Match::start(&service);
    game.points(30, 0);
    let dry = game.send("POST", "/bonuses?dry_run=true", Some(&bonus("B", 25))).json();
    assert_eq!((&dry["score"]["totals"]["B"], &game.totals()["B"]), (&json!(25), &json!(0)));
    let awarded = game.send("POST", "/bonuses", Some(&bonus("B", 25)));
    assert_eq!((awarded.status, &awarded.json()["bonus"]), (201, &json!(1)), "{awarded:?}");
    assert_eq!(impact(&awarded.json()), impact(&dry));
    let first = json!({ "side": "A", "points": 100, "round": 0, "reason": "first hand" });
    game.send("POST", "/bonuses", Some(&first));
    let state = game.state();
    assert_eq!(
        told(&state),
        ["Bonus 2 (first hand): Ann +100", "Round 1: Ann +30, Bob +0", "Bonus 1 (capicúa): Bob +25"]
    );
    assert_eq!(state["score"]["lines"][2]["kind"], "bonus");
    assert_eq!(
        state["bonuses"][0],
        json!({ "bonus": 1, "side": "B", "round": 1, "points": 25, "change": 25, "reason": "capicúa" })
    );
    let reason = json!({ "reason": "it was a double" });
    assert_eq!(game.send("POST", "/bonuses/1/cancel", Some(&reason)).json()["score"]["totals"]["B"], 0);
    assert_eq!(game.state()["bonuses"][0]["cancelled"], "it was a double");
    assert_eq!(
        refusal(&game.send("POST", "/bonuses/1/cancel", Some(&reason))),
        (409, "bonus_cancelled".into())
    );
    assert_eq!(
        refusal(&game.send("POST", "/bonuses/9/cancel", Some(&reason))),
        (404, "no_such_bonus".into())
    );
    let sheet = game.send("GET", "/scoresheet.csv", None).text;
    assert!(sheet.contains("\r\nbonus 2,,,,,,,100,100,,0,Ann: first hand\r\n"), "{sheet}");
    assert!(
        sheet.contains("\r\nbonus 1,,,,,,,,,,,\"Bob: capicúa; cancelled: it was a double\"\r\n"),
        "{sheet}"
    );
    let log = game.send("GET", "/log?after=2", None).json();
    let texts: Vec<&str> =
        log["items"].as_array().unwrap().iter().map(|entry| entry["text"].as_str().unwrap()).collect();
    assert_eq!(
        texts,
        [
            "Bob got a bonus of 25: capicúa.",
            "Ann got a bonus of 100: first hand.",
            "Bonus 1 was cancelled: it was a double."
        ]
    );
}

#[test]
fn a_bonus_that_cannot_be_is_refused_at_the_member_to_blame() {
    let service = Service::start();
    let game = Match::start(&service);
    for (body, status, code, pointer) in [
        (bonus("C", 25), 422, "no_such_side", "/side"),
        (bonus("A+C", 25), 422, "no_such_side", "/side"),
        (bonus("A", 0), 422, "bonus_out_of_range", "/points"),
        (bonus("A", 10_001), 422, "bonus_out_of_range", "/points"),
        (json!({ "side": "A", "points": 25, "reason": " " }), 422, "reason_needed", "/reason"),
        (
            json!({ "side": "A", "points": 25, "round": 1, "reason": "capicúa" }),
            404,
            "no_such_round",
            "/round",
        ),
    ] {
        let refused = game.send("POST", "/bonuses", Some(&body));
        assert_eq!(refusal(&refused), (status, code.to_owned()), "{body}");
        assert_eq!(refused.json()["errors"][0]["pointer"], pointer, "{body}");
    }
    for body in [bonus("A", -5), json!({ "side": "A", "points": 25 }), json!({ "points": 25, "reason": "x" })]
    {
        let refused = game.send("POST", "/bonuses", Some(&body));
        assert!(matches!(refused.status, 400 | 422), "{refused:?}");
    }
}

#[test]
fn where_the_lowest_total_wins_a_bonus_takes_points_off() {
    let service = Service::start();
    let seats = json!([{ "name": "Ann" }, { "name": "Bob" }]);
    let game = Match::with(&service, json!({ "variant": "chickenfoot", "seats": seats }));
    game.points(30, 10);
    assert_eq!(game.send("POST", "/bonuses", Some(&bonus("A", 25))).json()["score"]["totals"]["A"], 5);
}

#[test]
fn a_bonus_obeys_the_target_and_the_floor() {
    let service = Service::start();
    for (overshoot, total) in [("dropped", 100), ("exact", 90), ("kept", 115)] {
        let game = block(&service, json!({ "match": { "overshoot": overshoot } }));
        game.points(90, 0);
        let score = game.send("POST", "/bonuses", Some(&bonus("A", 25))).json()["game"]["score"].clone();
        assert_eq!(score["totals"]["A"], total, "{overshoot}");
        assert_eq!(score["lines"][1]["rules"].is_array(), overshoot != "kept");
    }
    let seats = json!([{ "name": "Ann" }, { "name": "Bob" }]);
    let rules = json!({ "match": { "penalty_floor": "zero" } });
    let low = Match::with(&service, json!({ "variant": "chickenfoot", "rules": rules, "seats": seats }));
    low.points(10, 10);
    assert_eq!(low.send("POST", "/bonuses", Some(&bonus("A", 25))).json()["score"]["totals"]["A"], 0);
}

#[test]
fn a_bonus_in_a_finished_match_counts_where_it_belongs() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let game = sit(&club, json!({ "variant": "block" }), &["Ann", "Bob"]);
    game.points(60, 0);
    game.points(50, 0);
    let of_round = |round: usize, points: i32| json!({ "side": "B", "points": points, "round": round, "reason": "capicúa" });
    let awarded = game.send("POST", "/bonuses", Some(&of_round(1, 70))).json();
    assert_eq!(awarded["score"]["text"], "Ann won (Ann 110, Bob 70)");
    let dry = game.send("POST", "/bonuses?dry_run=true", Some(&of_round(2, 45))).json();
    assert_eq!(dry["score"]["winners"], json!(["B"]), "{dry}");
    assert_eq!(dry["impact"]["standings_order_changes"], true);
    game.send("POST", "/bonuses", Some(&of_round(2, 45)));
    assert_eq!(table(&club, ""), ["1 Bob 1-0-0", "2 Ann 0-0-1"]);
}

#[test]
fn a_bonus_that_comes_again_is_awarded_once() {
    let service = Service::start();
    let game = Match::start(&service);
    let path = format!("{}/bonuses", game.path);
    for _ in 0..2 {
        let answer = game.manager.send("POST", &path, &[("Idempotency-Key", "b-1")], Some(&bonus("A", 25)));
        assert_eq!((answer.status, &answer.json()["bonus"]), (201, &json!(1)), "{answer:?}");
    }
    assert_eq!(game.totals(), json!({ "A": 25, "B": 0 }));
}

#[test]
fn what_names_no_round_belongs_to_the_last_one_even_if_others_report_rounds() {
    let service = Service::start();
    let game = block(&service, json!({ "match": { "target": 1000 } }));
    let fine = json!({ "seat": "A", "amount": { "points": 5 }, "reason": "false pass" });
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| (0..6).for_each(|_| drop(game.points(1, 0))));
        }
        for (path, body) in [("/bonuses", bonus("B", 1)), ("/penalties", fine)] {
            let game = &game;
            scope.spawn(move || {
                for _ in 0..6 {
                    assert_eq!(game.send("POST", path, Some(&body)).status, 201);
                }
            });
        }
    });
    let log = game.send("GET", "/log?after=1", None).json();
    let mut rounds = 0;
    for entry in log["items"].as_array().unwrap() {
        if entry["event"] == "round_recorded" {
            rounds += 1;
        }
        assert_eq!(entry["round"].as_u64().unwrap_or_default(), rounds, "{entry}");
    }
    assert_eq!(rounds, 12);
}
