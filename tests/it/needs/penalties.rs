//! E: negative scores and penalties, also those that a table has agreed on.

use serde_json::{Value, json};

use super::{block, points, told};
use crate::support::{Match, Service, club, refusal, report};

fn agreed() -> Value {
    json!({ "penalties": {
        "false_pass": { "title": "Pass while able", "amount": { "hand_pips": true, "at_least": 50 }, "awarded": "other_side" },
        "late": { "title": "Late", "amount": { "percent_of_target": 20.0 }, "awarded": "own_side" },
    } })
}

#[test]
fn need_70_the_floor_is_one_rule_for_the_running_and_the_finished_match() {
    let service = Service::start();
    for (floor, total) in [("zero", 0), ("unlimited", -20)] {
        let game = block(&service, json!({ "match": { "penalty_floor": floor } }));
        game.points(30, 0);
        let fine = json!({ "seat": "A", "amount": { "points": 50 }, "reason": "late" });
        let live = game.send("POST", "/penalties", Some(&fine)).json();
        assert_eq!(live["score"]["totals"]["A"], total, "{floor}");
        let rules = &live["game"]["score"]["lines"][1]["rules"];
        match floor {
            "zero" => assert_eq!(*rules, json!(["match.penalty_floor"])),
            _ => assert!(rules.is_null(), "{rules}"),
        }
        let last = game.points(0, 100);
        assert_eq!(
            (&last["score"]["status"], &last["score"]["totals"]["A"]),
            (&json!("finished"), &json!(total))
        );
        let sheet = game.send("GET", "/scoresheet.csv", None).text;
        assert!(sheet.contains(&format!("\r\ntotal,,,,,,,,{total},,100,\r\n")), "{sheet}");
    }
}

#[test]
fn needs_71_and_73_negative_totals_are_kept() {
    let service = Service::start();
    let game = Match::start(&service);
    let fine = json!({ "seat": "A", "amount": { "points": 100 }, "reason": "abuse" });
    assert_eq!(game.send("POST", "/penalties", Some(&fine)).status, 201);
    assert_eq!(game.totals(), json!({ "A": -100, "B": 0 }));
    assert_eq!(game.state()["score"]["needs"], json!({ "A": 200, "B": 100 }));
}

#[test]
fn need_77_a_penalty_never_helps_the_one_who_incurred_it() {
    let service = Service::start();
    let fine = |awarded_to: Option<&str>| {
        let fine = json!({ "seat": "A", "amount": { "points": 50 }, "reason": "late" });
        match awarded_to {
            Some(side) => {
                json!({ "seat": "A", "amount": { "points": 50 }, "reason": "late", "awarded_to": side })
            }
            None => fine,
        }
    };
    for (variant, own, award) in [("block", -50, 50), ("chickenfoot", 50, -50)] {
        let seats = json!([{ "name": "Ann" }, { "name": "Bob" }]);
        let game = Match::with(&service, json!({ "variant": variant, "seats": seats }));
        game.send("POST", "/penalties", Some(&fine(None)));
        game.send("POST", "/penalties", Some(&fine(Some("B"))));
        assert_eq!(game.totals(), json!({ "A": own, "B": award }), "{variant}");
        let refused = game.send("POST", "/penalties", Some(&fine(Some("A"))));
        assert_eq!(refusal(&refused), (422, "bad_awarded_to".into()));
    }
}

#[test]
fn need_78_everything_that_changes_a_total_is_listed_and_adds_up() {
    let service = Service::start();
    let game = block(&service, json!({ "match": { "doubled_rounds": 1, "overshoot": "dropped" } }));
    game.points(20, 0);
    let fine = json!({ "seat": "B", "amount": { "percent_of_target": 10 }, "awarded_to": "A", "reason": "false pass" });
    game.send("POST", "/penalties", Some(&fine));
    let bonus = json!({ "side": "B", "points": 25, "reason": "capicúa" });
    game.send("POST", "/bonuses", Some(&bonus));
    game.points(70, 0);
    let state = game.state();
    assert_eq!(
        told(&state),
        [
            "Round 1: Ann +40, Bob +0; counts double",
            "Bonus 1 (capicúa): Bob +25",
            "Penalty 1 (false pass): Ann +10",
            "Round 2: Ann +50, Bob +0; points beyond the target do not count",
        ]
    );
    let mut sums = (0, 0);
    for line in state["score"]["lines"].as_array().unwrap() {
        let added = |side: &str| line["added"][side].as_i64().unwrap_or(0);
        sums = (sums.0 + added("A"), sums.1 + added("B"));
        assert_eq!(line["totals"], json!({ "A": sums.0, "B": sums.1 }));
    }
    assert_eq!(state["score"]["totals"], json!({ "A": 100, "B": 25 }));
    assert_eq!(state["penalties"][0]["text"], "10 % of the target of 100: Ann's total changes by +10");
    assert_eq!(state["score"]["lines"][3]["rules"], json!(["match.overshoot"]));
}

#[test]
fn totals_that_the_table_declares_are_a_line_too() {
    let service = Service::start();
    let game = Match::start(&service);
    game.points(30, 0);
    let forfeit =
        json!({ "kind": "forfeit", "by": "A", "scores": { "A": 0, "B": 100 }, "reason": "Ann had to go" });
    game.send("POST", "/end", Some(&forfeit));
    let state = game.state();
    assert_eq!(
        told(&state),
        ["Round 1: Ann +30, Bob +0", "Declared at the end (Ann had to go): Ann -30, Bob +100"]
    );
    let sheet = game.send("GET", "/scoresheet.csv", None).text;
    assert!(sheet.contains("\r\ndeclared,,,,,,,-30,0,100,100,Ann gave up: Ann had to go\r\n"), "{sheet}");
    let log = game.send("GET", "/log", None).json();
    let ended = log["items"].as_array().unwrap().last().unwrap();
    assert_eq!(
        (&ended["event"], &ended["text"]),
        (&json!("match_ended"), &json!("The table ended the match, because Ann gave up: Ann had to go."))
    );
}

#[test]
fn a_penalty_that_the_table_agreed_on_is_named_by_its_code() {
    let service = Service::start();
    let game = block(&service, agreed());
    let frozen = game.state()["rules"]["penalties"].clone();
    assert_eq!(frozen["late"]["amount"], json!({ "percent_of_target": 20 }));
    let hands =
        json!({ "detail": "hands", "ending": "domino", "out": "A", "hands": { "B": { "pips": 60 } } });
    game.send("POST", "/rounds", Some(&hands));
    let by_code = json!({ "seat": "B", "code": "false_pass" });
    let added = game.send("POST", "/penalties", Some(&by_code));
    assert_eq!((added.status, &added.json()["score"]["totals"]["A"]), (201, &json!(120)), "{added:?}");
    game.send("POST", "/penalties", Some(&json!({ "seat": "B", "code": "late", "reason": "ten minutes" })));
    let listed = game.state()["penalties"].clone();
    assert_eq!(
        (&listed[0]["code"], &listed[0]["reason"], &listed[0]["awarded_to"], &listed[0]["change"]),
        (&json!("false_pass"), &json!("Pass while able"), &json!("A"), &json!(60))
    );
    assert_eq!(
        listed[0]["text"],
        "the dots in Bob's hand in round 1, at least 50: Ann's total changes by +60"
    );
    assert_eq!(
        (&listed[1]["reason"], &listed[1]["side"], &listed[1]["change"]),
        (&json!("ten minutes"), &json!("B"), &json!(-20))
    );
}

#[test]
fn a_penalty_whose_hand_is_no_longer_known_says_so() {
    let service = Service::start();
    let game = block(&service, agreed());
    let hands =
        json!({ "detail": "hands", "ending": "domino", "out": "A", "hands": { "B": { "pips": 60 } } });
    game.send("POST", "/rounds", Some(&hands));
    game.send("POST", "/penalties", Some(&json!({ "seat": "B", "code": "false_pass" })));
    assert_eq!(game.totals(), json!({ "A": 120, "B": 0 }));
    game.send("POST", "/reopen", Some(&json!({})));
    let points = json!({ "detail": "points", "points": { "A": 60 } });
    let amended = game.send("PUT", "/rounds/1", Some(&points));
    assert_eq!(amended.status, 200, "{amended:?}");
    assert_eq!(game.totals(), json!({ "A": 110, "B": 0 }), "50 at least");
    let says = "Penalty 1 goes by a hand that is not known, so its dots count for nothing: cancel it and report its points.";
    let unsettled = json!([{ "penalty": 1, "why": "hand_unknown", "text": says }]);
    assert_eq!(amended.json()["impact"]["unsettled"], unsettled, "{amended:?}");
}

#[test]
fn a_code_that_nobody_agreed_on_is_answered_with_those_that_there_are() {
    let service = Service::start();
    let game = block(&service, agreed());
    let unknown = game.send("POST", "/penalties", Some(&json!({ "seat": "B", "code": "early" })));
    assert_eq!(refusal(&unknown), (422, "no_such_penalty_code".into()));
    assert_eq!(
        unknown.json()["detail"],
        "The rules of this game have no penalty \"early\"; they have \"false_pass\", \"late\"."
    );
    assert_eq!(unknown.json()["errors"][0]["pointer"], "/code");
    let none =
        Match::start(&service).send("POST", "/penalties", Some(&json!({ "seat": "B", "code": "late" })));
    assert!(none.json()["detail"].as_str().unwrap().ends_with("they have none."), "{none:?}");
    let both = json!({ "seat": "B", "code": "late", "amount": { "points": 5 } });
    assert_eq!(refusal(&game.send("POST", "/penalties", Some(&both))), (422, "amount_or_code".into()));
    let neither = json!({ "seat": "B", "reason": "late" });
    assert_eq!(refusal(&game.send("POST", "/penalties", Some(&neither))), (422, "amount_or_code".into()));
    let free = json!({ "seat": "B", "amount": { "points": 5 } });
    assert_eq!(refusal(&game.send("POST", "/penalties", Some(&free))), (422, "reason_needed".into()));
    for (amount, member, says) in [
        (json!({ "points": 0 }), "/amount/points", "from 1 to 10000, not 0"),
        (json!({ "percent_of_target": 101 }), "/amount/percent_of_target", "from 1 to 100, not 101"),
        (json!({ "points": 5, "at_least": 10_001 }), "/amount/at_least", "from 1 to 10000, not 10001"),
    ] {
        let much = json!({ "seat": "B", "amount": amount, "reason": "late" });
        let refused = game.send("POST", "/penalties", Some(&much));
        assert_eq!(refusal(&refused), (422, "amount_out_of_range".into()));
        assert_eq!(refused.json()["errors"][0]["pointer"], member);
        assert!(refused.json()["detail"].as_str().unwrap().contains(says), "{refused:?}");
    }
    let itself = json!({ "seat": "B", "code": "late", "awarded_to": "B" });
    let refused = game.send("POST", "/penalties", Some(&itself));
    let says = "\"awarded_to\" must be a side other than the one that incurred the penalty.";
    assert_eq!(refused.json()["detail"], says);
    let own = json!({ "seat": "B", "code": "late", "awarded_to": "A" });
    assert_eq!(refusal(&game.send("POST", "/penalties", Some(&own))), (422, "bad_awarded_to".into()));
}

#[test]
fn of_several_other_sides_one_is_named() {
    let service = Service::start();
    let seats = json!([{ "name": "Ann" }, { "name": "Bob" }, { "name": "Cy" }]);
    let game = Match::with(&service, json!({ "variant": "block", "rules": agreed(), "seats": seats }));
    let refused = game.send("POST", "/penalties", Some(&json!({ "seat": "B", "code": "false_pass" })));
    assert_eq!(refusal(&refused), (422, "bad_awarded_to".into()));
    assert_eq!(refused.json()["errors"][0]["pointer"], "/awarded_to");
    let to_c = json!({ "seat": "B", "code": "false_pass", "awarded_to": "C" });
    assert_eq!(refusal(&game.send("POST", "/penalties", Some(&to_c))), (422, "hand_unknown".into()));
    let to_c = json!({ "seat": "B", "code": "false_pass", "awarded_to": "C", "amount": { "points": 12 } });
    assert_eq!(game.send("POST", "/penalties", Some(&to_c)).status, 201);
    assert_eq!(game.totals(), json!({ "A": 0, "B": 0, "C": 50 }));
    let stranger = json!({ "seat": "B", "amount": { "points": 5 }, "awarded_to": "D", "reason": "late" });
    let refused = game.send("POST", "/penalties", Some(&stranger));
    assert_eq!(refusal(&refused), (422, "no_such_side".into()), "a side that is not in the game");
}

#[test]
fn a_catalogue_that_cannot_be_is_refused_at_its_place() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let seats = json!([{ "name": "Ann" }, { "name": "Bob" }]);
    let one = |code: &str, agreed: Value| json!({ "penalties": { code: agreed } });
    let fine = |amount: Value| json!({ "title": "Late", "amount": amount, "awarded": "own_side" });
    for (variant, rules, pointer) in [
        ("block", one("Late!", fine(json!({ "points": 5 }))), "/rules/penalties/Late!"),
        ("block", one("late", fine(json!({}))), "/rules/penalties/late/amount"),
        (
            "block",
            one("late", fine(json!({ "points": 5, "hand_pips": true }))),
            "/rules/penalties/late/amount",
        ),
        (
            "chickenfoot",
            one("late", fine(json!({ "percent_of_target": 20 }))),
            "/rules/penalties/late/amount",
        ),
        (
            "block",
            one("late", json!({ "title": "Late", "amount": { "points": 5 } })),
            "/rules/penalties/late",
        ),
        ("block", one("late", json!("50")), "/rules/penalties/late"),
        (
            "block",
            one("late", json!({ "title": " ", "amount": { "points": 5 }, "awarded": "own_side" })),
            "/rules/penalties/late/title",
        ),
        ("block", json!({ "penalties": ["late"] }), "/rules/penalties"),
    ] {
        let made = json!({ "variant": variant, "rules": rules, "seats": seats });
        let refused = club.manager.post(&format!("{}/games", club.path), &made);
        assert_eq!(refusal(&refused), (422, "invalid_rules".into()), "{rules}");
        assert_eq!(refused.json()["errors"][0]["pointer"], pointer, "{refused:?}");
    }
    let options = service.client.get("/v1/variants/block").json()["options"].clone();
    let option = options.as_array().unwrap().iter().find(|option| option["option"] == "penalties").unwrap();
    assert_eq!(option["value"], "none", "no source gives penalties for this game");
}

#[test]
fn need_21_a_cancelled_penalty_is_told_as_such_wherever_it_stands() {
    let service = Service::start();
    let game = Match::start(&service);
    game.points(30, 0);
    let fine = json!({ "seat": "B", "amount": { "points": 50 }, "reason": "false pass" });
    game.send("POST", "/penalties", Some(&fine));
    let reason = json!({ "reason": "the referee looked again" });
    let dry = game.send("POST", "/penalties/1/cancel?dry_run=true", Some(&reason)).json();
    assert_eq!(dry["impact"]["totals_before"]["B"], -50);
    assert_eq!(dry["impact"]["totals_after"]["B"], 0);
    game.send("POST", "/penalties/1/cancel", Some(&reason));
    let sheet = game.send("GET", "/scoresheet.csv", None).text;
    let row = "\r\npenalty 1,,,,,,,,,,,\"Bob: false pass; cancelled: the referee looked again\"\r\n";
    assert!(sheet.contains(row), "{sheet}");
    let log = game.send("GET", "/log", None).json();
    let last = log["items"].as_array().unwrap().last().unwrap();
    assert_eq!(last["text"], "Penalty 1 was cancelled: the referee looked again.");
    assert_eq!(last["before"]["penalty"]["reason"], "false pass", "{last}");
    assert_eq!(
        refusal(&game.send("POST", "/penalties/2/cancel", Some(&reason))),
        (404, "no_such_penalty".into())
    );
    let late = json!({ "seat": "B", "amount": { "points": 5 }, "round": 9, "reason": "late" });
    assert_eq!(refusal(&game.send("POST", "/penalties", Some(&late))), (404, "no_such_round".into()));
    assert_eq!(game.send("POST", "/rounds", Some(&points(json!({ "B": 1 })))).status, 201);
}

#[test]
fn a_penalty_whose_round_is_gone_is_marked_and_the_table_decides() {
    let service = Service::start();
    let game = Match::start(&service);
    game.points(30, 0);
    let fine = json!({ "seat": "B", "amount": { "points": 50 }, "reason": "late" });
    game.send("POST", "/penalties", Some(&fine));
    let bonus = json!({ "side": "A", "points": 5, "reason": "first hand" });
    game.send("POST", "/bonuses", Some(&bonus));
    for (place, why, clause) in [
        ("/rounds/last", "round_undone", "its round was undone"),
        ("/rounds/1?reason=misdeal", "round_voided", "its round is voided"),
    ] {
        let gone = game.send("DELETE", place, None).json();
        let [penalty, bonus] = ["Penalty", "Bonus"]
            .map(|what| format!("{what} 1 still counts although {clause}: cancel it, or leave it as it is."));
        let expected = json!([{ "penalty": 1, "why": why, "text": penalty },
            { "bonus": 1, "why": why, "text": bonus }]);
        assert_eq!(gone["impact"]["unsettled"], expected, "{gone}");
        assert_eq!(game.totals(), json!({ "A": 5, "B": -50 }));
        let state = game.state();
        assert_eq!(state["penalties"][0]["unsettled"], why);
        assert_eq!(state["penalties"][0]["text"], format!("50 points: Bob's total changes by -50; {clause}"));
        assert_eq!(state["bonuses"][0]["unsettled"], why);
        let lines: Vec<&Value> = state["score"]["lines"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|line| line["kind"] != "round")
            .collect();
        assert!(lines.iter().all(|line| line["unsettled"] == why && line["note"] == clause), "{lines:?}");
        let mut told: Vec<&str> = lines.iter().map(|line| line["text"].as_str().unwrap()).collect();
        told.sort_unstable();
        let bonus = format!("Bonus 1 (first hand): Ann +5; {clause}");
        assert_eq!(told, [bonus, format!("Penalty 1 (late): Bob -50; {clause}")]);
        let sheet = game.send("GET", "/scoresheet.csv", None).text;
        assert!(sheet.contains(&format!(",\"Bob: late; {clause}\"\r\n")), "{sheet}");
        assert!(sheet.contains(&format!(",\"Ann: first hand; {clause}\"\r\n")), "{sheet}");
        if why == "round_undone" {
            let plain = [("Prefer", "handling=lenient")];
            let body = report(20, 0);
            let again =
                game.manager.send("POST", &format!("{}/rounds", game.path), &plain, Some(&body)).json();
            let told = again["impact"]["unsettled"][0]["text"].clone();
            assert_eq!(told, "Penalty 1 counts for round 1 again.", "{again}");
        }
    }
    let cancelled = json!({ "reason": "misdeal" });
    game.send("POST", "/penalties/1/cancel", Some(&cancelled));
    assert!(game.state()["penalties"][0].get("unsettled").is_none());
    assert_eq!(game.totals(), json!({ "A": 5, "B": 0 }));
}

#[test]
fn a_match_that_goes_on_says_why_and_one_that_is_over_needs_nothing() {
    let service = Service::start();
    let game = block(&service, json!({ "match": { "type": "rounds", "rounds": 1, "tie": "extra_round" } }));
    let level = json!({ "detail": "points", "points": { "A": 0 }, "winner": "A" });
    let level = game.send("POST", "/rounds", Some(&level)).json();
    assert_eq!(level["score"]["rounds_left"], 0);
    assert_eq!(level["score"]["plays_on"], "Ann and Bob are level, so the match goes on.");
    let over = game.points(10, 0);
    assert!(over["score"].get("plays_on").is_none(), "{over}");
    let game = Match::start(&service);
    let running = game.points(60, 0);
    assert_eq!(running["score"]["needs"], json!({ "A": 40, "B": 100 }));
    let fine = json!({ "seat": "B", "amount": { "points": 45 }, "awarded_to": "A", "reason": "false pass" });
    let reached = game.send("POST", "/penalties", Some(&fine)).json();
    assert_eq!(reached["score"]["plays_on"], "The match is decided when the next round is over.");
    let won = game.points(10, 0);
    assert!(won["score"].get("needs").is_none() && won["score"].get("plays_on").is_none(), "{won}");
}
