//! Penalties, declared ends and the rules of a match, as users of scorekeepers asked for them. The
//! numbers are rows of the list of needs.

use serde_json::{Value, json};

use crate::support::{Match, Service, refusal, report, with_draws};

#[test]
fn needs_70_to_79_penalties_count_once_on_the_right_side_and_can_be_cancelled() {
    let service = Service::start();
    let game = Match::start(&service);
    game.points(30, 0);
    let fine = json!({ "seat": "B", "amount": { "points": 50 }, "reason": "drew though able to play" });
    let fined = game.send("POST", "/penalties", Some(&fine));
    assert_eq!((fined.status, &fined.json()["penalty"]), (201, &json!(1)), "{fined:?}");
    assert_eq!(game.totals(), json!({ "A": 30, "B": -50 }), "needs 70 and 73: a total can be negative");
    game.points(0, 60);
    assert_eq!(game.totals(), json!({ "A": 30, "B": 10 }), "need 74: it is not applied again");
    let awarded = json!({ "seat": "B", "amount": { "percent_of_target": 20 }, "awarded_to": "A", "reason": "pass while able" });
    game.send("POST", "/penalties", Some(&awarded));
    assert_eq!(game.totals(), json!({ "A": 50, "B": 10 }), "need 76: the side that it is awarded to");
    let listed = game.state()["penalties"].clone();
    assert_eq!(
        (&listed[0]["change"], &listed[1]["side"]),
        (&json!(-50), &json!("A")),
        "need 78: they are listed"
    );
    let reason = json!({ "reason": "the referee looked again" });
    assert_eq!(game.send("POST", "/penalties/1/cancel", Some(&reason)).status, 200);
    assert_eq!(game.totals(), json!({ "A": 50, "B": 60 }), "need 21: a cancelled one does not count");
    assert_eq!(
        refusal(&game.send("POST", "/penalties/1/cancel", Some(&reason))),
        (409, "penalty_cancelled".into())
    );
    let stranger = json!({ "seat": "C", "amount": { "points": 50 }, "reason": "?" });
    assert_eq!(refusal(&game.send("POST", "/penalties", Some(&stranger))), (422, "no_such_seat".into()));
}

#[test]
fn a_penalty_by_the_hand_follows_a_correction_of_the_hand() {
    let service = Service::start();
    let game = Match::start(&service);
    let hands = |tiles: Value| json!({ "detail": "hands", "ending": "domino", "out": "A", "hands": { "B": { "tiles": tiles } } });
    game.send("POST", "/rounds", Some(&hands(json!(["6-6", "5-6"]))));
    let fine =
        json!({ "seat": "B", "amount": { "hand_pips": true, "at_least": 20 }, "reason": "false pass" });
    game.send("POST", "/penalties", Some(&fine));
    assert_eq!(game.totals(), json!({ "A": 23, "B": -23 }));
    game.amend(1, &hands(json!(["0-1"])));
    assert_eq!(game.totals(), json!({ "A": 1, "B": -20 }));
}

#[test]
fn need_79_a_rule_says_whether_a_penalty_ends_the_match() {
    let service = Service::start();
    for (ends, status) in [(false, "running"), (true, "finished")] {
        let game = Match::with(
            &service,
            with_draws(json!({ "variant": "block", "seats": [{ "name": "Ann" }, { "name": "Bob" }],
                    "rules": { "match": { "penalty_ends": ends } } })),
        );
        game.points(90, 0);
        let award =
            json!({ "seat": "B", "amount": { "points": 15 }, "awarded_to": "A", "reason": "false pass" });
        let fined = game.send("POST", "/penalties", Some(&award)).json();
        assert_eq!(fined["score"]["status"], status, "{fined}");
    }
}

#[test]
fn the_table_can_end_a_match_and_take_it_up_again() {
    let service = Service::start();
    let game = Match::start(&service);
    game.points(30, 0);
    let forfeit =
        json!({ "kind": "forfeit", "by": "A", "scores": { "A": 0, "B": 100 }, "reason": "Ann had to go" });
    let ended = game.send("POST", "/end", Some(&forfeit)).json();
    assert_eq!(
        (&ended["score"]["winners"], &ended["score"]["totals"]["B"]),
        (&json!(["B"]), &json!(100)),
        "{ended}"
    );
    assert_eq!(refusal(&game.send("POST", "/rounds", Some(&report(1, 0)))), (409, "game_finished".into()));
    assert_eq!(game.send("POST", "/reopen", None).json()["score"]["totals"], json!({ "A": 30, "B": 0 }));
    let late = json!({ "kind": "time_limit", "reason": "last hand at 22:00" });
    assert_eq!(game.send("POST", "/end", Some(&late)).json()["score"]["winners"], json!(["A"]));
}

#[test]
fn a_target_can_drop_what_goes_beyond_or_has_to_be_hit() {
    let service = Service::start();
    for (overshoot, totals, status) in
        [("dropped", 100, "finished"), ("exact", 90, "running"), ("kept", 115, "finished")]
    {
        let game = Match::with(
            &service,
            with_draws(json!({ "variant": "block", "seats": [{ "name": "Ann" }, { "name": "Bob" }],
                    "rules": { "match": { "overshoot": overshoot } } })),
        );
        game.points(90, 0);
        let last = game.points(25, 0);
        assert_eq!(
            (&last["score"]["totals"]["A"], &last["score"]["status"]),
            (&json!(totals), &json!(status)),
            "{overshoot}"
        );
    }
}

#[test]
fn needs_32_and_34_ranks_are_shared_as_the_rules_say() {
    let service = Service::start();
    for (style, ranks) in
        [("competition", json!({ "A": 1, "B": 1, "C": 3 })), ("dense", json!({ "A": 1, "B": 1, "C": 2 }))]
    {
        let seats = json!([{ "name": "Ann" }, { "name": "Bob" }, { "name": "Cy" }]);
        let game = Match::with(
            &service,
            json!({ "variant": "chickenfoot", "seats": seats, "rules": { "match": { "ranks": style } } }),
        );
        let round = json!({ "detail": "points", "points": { "A": 5, "B": 5, "C": 12 } });
        assert_eq!(game.send("POST", "/rounds", Some(&round)).json()["score"]["ranks"], ranks);
    }
}

#[test]
fn a_match_of_rounds_ends_when_a_penalty_breaks_the_tie_and_ranks_follow_its_rule() {
    let service = Service::start();
    let with = |matching: Value| {
        let seats = json!([{ "name": "Ann" }, { "name": "Bob" }]);
        Match::with(&service, json!({ "variant": "block", "seats": seats, "rules": { "match": matching } }))
    };
    let game = with(json!({ "type": "rounds", "rounds": 2, "tie": "extra_round" }));
    game.points(10, 0);
    assert_eq!(game.points(0, 10)["score"]["status"], "running", "level: another round is played");
    let fine = json!({ "seat": "B", "amount": { "points": 5 }, "reason": "late" });
    let fined = game.send("POST", "/penalties", Some(&fine)).json();
    assert_eq!((&fined["score"]["status"], &fined["score"]["winners"]), (&json!("finished"), &json!(["A"])));
    let game = with(json!({ "type": "rounds", "rounds": 3, "tie": "most_rounds_won" }));
    game.points(10, 0);
    game.points(10, 0);
    let last = game.points(0, 20);
    assert_eq!(
        (&last["score"]["winners"], &last["score"]["ranks"]),
        (&json!(["A"]), &json!({ "A": 1, "B": 2 }))
    );
}
