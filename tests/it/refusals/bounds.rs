//! Rounds that are worth more than hands can hold.

use serde_json::{Value, json};

use super::{check, sit};
use crate::support::{Service, Table, club, round_of};

fn points(points: Value) -> Value {
    json!({"detail": "points", "points": points})
}

fn blocked(hands: Value) -> Value {
    json!({"detail": "hands", "ending": "blocked", "hands": hands})
}

fn with_reason(report: &Value) -> Value {
    let mut report = report.clone();
    report["override"] = json!({"reason": "So it stands on the sheet"});
    report
}

/// It is refused with this sentence, and recorded as irregular with a reason.
fn refused_but_recorded(table: &Table, report: &Value, code: &str, pointer: &str, sentence: &str) {
    let before = table.state();
    let refused = check(&table.post("/rounds", report), 422, code, pointer);
    assert_eq!(refused["detail"], sentence);
    assert_eq!(table.state(), before, "nothing is stored");
    let recorded = table.post("/rounds", &with_reason(report));
    assert_eq!(recorded.status, 201, "{recorded:?}");
    let round = &round_of(&recorded.json());
    assert_eq!(round["irregular"][0]["codes"], json!([code]), "{round}");
    assert_eq!(round["irregular"][0]["reason"], "So it stands on the sheet");
}

#[test]
fn a_round_is_worth_no_more_than_the_hands_can_hold() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let rules = json!({"match": {"target": 5000}});
    let two = sit(&club, "block", 2, &rules);
    let more = points(json!({"A": 168, "B": 0}));
    let sentence = "Player 1 cannot have 168 points: from 0 to 69 are possible here.";
    refused_but_recorded(&two, &more, "points_out_of_range", "/points/A", sentence);
    assert_eq!(two.state()["score"]["totals"]["A"], 168);
    assert_eq!(two.post("/rounds", &points(json!({"A": 69}))).status, 201);
    // Whoever wins alone of four takes what three hands hold, and one of partners what two do.
    let four = sit(&club, "block", 4, &rules);
    let sentence = "Player 1 cannot have 162 points: from 0 to 153 are possible here.";
    refused_but_recorded(&four, &points(json!({"A": 162})), "points_out_of_range", "/points/A", sentence);
    // Where tiles are drawn, a hand may hold nearly all.
    let drawing = sit(&club, "hathaway", 2, &rules);
    assert_eq!(drawing.post("/rounds", &points(json!({"A": 150}))).status, 201);
    let sentence = "Player 1 cannot have 169 points: from 0 to 168 are possible here.";
    refused_but_recorded(&drawing, &points(json!({"A": 169})), "points_out_of_range", "/points/A", sentence);
    // Penalty points of all hands together are no more than the set has.
    let penalties = sit(&club, "chickenfoot", 3, &json!({}));
    let together = points(json!({"A": 100, "B": 60, "C": 20}));
    let sentence = "Player 1 cannot have 100 points beside Player 2's 60 and Player 3's 20: from 0 to 88 are possible here.";
    refused_but_recorded(&penalties, &together, "points_out_of_range", "/points/A", sentence);
    // Six tiles show in each colour, or twelve in one.
    let stacks = sit(&club, "buildup", 2, &json!({}));
    let together = points(json!({"A": 90, "B": 40}));
    let sentence = "Player 1 cannot have 90 points beside Player 2's 40: from 0 to 82 are possible here.";
    refused_but_recorded(&stacks, &together, "points_out_of_range", "/points/A", sentence);
    let whatever = with_reason(&points(json!({"A": 20_000, "B": 0})));
    check(&two.post("/rounds", &whatever), 422, "points_out_of_range", "/points/A");
}

#[test]
fn hands_have_no_more_dots_than_their_tiles() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let rules = json!({"match": {"target": 5000}});
    let two = sit(&club, "block", 2, &rules);
    let out = json!({"detail": "hands", "ending": "domino", "out": "A", "hands": {"B": {"pips": 126}}});
    let sentence = "Player 2's hand cannot have 126 dots: at most 69.";
    refused_but_recorded(&two, &out, "too_many_pips", "/hands/B", sentence);
    assert_eq!(two.state()["score"]["totals"]["A"], 126);
    let both = blocked(json!({"A": {"pips": 60}, "B": {"pips": 69}}));
    let sentence = "Player 2's hand cannot have 69 dots beside Player 1's 60: at most 58.";
    refused_but_recorded(&two, &both, "too_many_pips", "/hands/B", sentence);
    // The tiles of one hand are not in the other.
    let shown = json!(["6-6", "5-6", "4-6", "5-5"]);
    let other = blocked(json!({"A": {"tiles": shown}, "B": {"pips": 60}}));
    let sentence = "Player 2's hand cannot have 60 dots beside Player 1's tiles: at most 56.";
    refused_but_recorded(&two, &other, "too_many_pips", "/hands/B", sentence);
    let eight = json!(["0-0", "0-1", "0-2", "0-3", "0-4", "0-5", "0-6", "1-1"]);
    let more = json!({"detail": "hands", "ending": "domino", "out": "A", "hands": {"B": {"tiles": eight}}});
    let sentence = "Player 2 must have 7 tiles here, not 8.";
    refused_but_recorded(&two, &more, "hand_size", "/hands/B", sentence);
    // What was set aside in Build Up, and what shows.
    let stacks = sit(&club, "buildup", 2, &json!({"buildup": {"set_aside_penalty": true}}));
    let showing = |pips: u16, aside: u16| {
        json!({"detail": "hands", "hands": {"A": {"pips": pips}, "B": {"pips": 40}},
            "set_aside": {"A": {"pips": aside}}})
    };
    let sentence = "Player 1's hand cannot have 110 dots: at most 106.";
    refused_but_recorded(&stacks, &showing(110, 0), "too_many_pips", "/hands/A", sentence);
    let sentence = "Player 1's hand cannot have 62 dots: at most 61.";
    refused_but_recorded(&stacks, &showing(50, 62), "too_many_pips", "/set_aside/A", sentence);
}

#[test]
fn a_correction_is_held_to_the_same_bounds() {
    let service = Service::start();
    let table = sit(&club(&service, "Friday"), "block", 2, &json!({}));
    table.post("/rounds", &points(json!({"A": 15})));
    let more = points(json!({"A": 70}));
    let amend = |body: &Value| table.change("PUT", "/rounds/1", table.version(), Some(body));
    check(&amend(&more), 422, "points_out_of_range", "/points/A");
    assert_eq!(amend(&with_reason(&more)).status, 200);
    assert_eq!(table.state()["rounds"][0]["irregular"][0]["codes"], json!(["points_out_of_range"]));
    // A round that gets its hands later is looked at again.
    let plays = json!({"detail": "plays", "leader": "A", "hands": {"A": {"pips": 40}, "B": {"pips": 5}}, "turns": [
        {"seat": "A", "play": {"tile": "6-6"}}, {"seat": "B", "pass": true}, {"seat": "A", "pass": true}]});
    let refused = check(&amend(&plays), 422, "too_few_pips", "/hands/B");
    assert_eq!(refused["detail"], "Player 2's hand cannot have 5 dots: at least 15.");
    let mut overridden = plays.clone();
    overridden["hands_override"] = json!({"reason": ""});
    check(&amend(&overridden), 422, "reason_needed", "/hands_override");
    overridden["hands_override"] = json!({"reason": "Counted twice"});
    let amended = amend(&overridden);
    assert_eq!(amended.status, 200, "{amended:?}");
    let irregular = json!([{"codes": ["too_few_pips"], "reason": "Counted twice"}]);
    assert_eq!(table.state()["rounds"][0]["irregular"], irregular);
}

/// Hands that are shown after the turns, each with what they cannot have.
#[test]
fn hands_shown_after_the_turns_are_recorded_all_the_same() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let blocked = json!({"detail": "plays", "leader": "A", "turns": [{"seat": "A", "play": {"tile": "6-6"}},
        {"seat": "B", "pass": true}, {"seat": "A", "pass": true}]});
    for (hands, code, pointer, sentence, points) in [
        // Six tiles of one hand, and seven of the other.
        (
            json!({"A": {"pips": 40}, "B": {"pips": 5}}),
            "too_few_pips",
            "/hands/B",
            "Player 2's hand cannot have 5 dots: at least 15.",
            35,
        ),
        (
            json!({"A": {"pips": 80}, "B": {"pips": 20}}),
            "too_many_pips",
            "/hands/A",
            "Player 1's hand cannot have 80 dots: at most 57.",
            60,
        ),
    ] {
        let table = sit(&club, "block", 2, &json!({}));
        assert_eq!(table.post("/rounds", &blocked).status, 201);
        let finish = |over: Option<&str>| {
            let mut body = json!({ "hands": hands });
            if let Some(reason) = over {
                body["override"] = json!({ "reason": reason });
            }
            table.change("POST", "/rounds/1/finish", table.version(), Some(&body))
        };
        assert_eq!(check(&finish(None), 422, code, pointer)["detail"], sentence);
        check(&finish(Some(" ")), 422, "reason_needed", "/override");
        let finished = finish(Some("So they lay on the table"));
        assert_eq!(finished.status, 200, "{finished:?}");
        let irregular = json!([{"codes": [code], "reason": "So they lay on the table"}]);
        assert_eq!(table.state()["rounds"][0]["irregular"], irregular);
        let totals = &table.state()["score"]["totals"];
        assert_eq!(totals["A"].as_i64().unwrap() + totals["B"].as_i64().unwrap(), points);
        assert_eq!(
            table.client.get(&format!("{}/log", table.path)).json()["items"][2]["irregular"],
            irregular
        );
        // What is taken back takes its reason with it.
        let undone = table.change("DELETE", "/rounds/1/turns/last", table.version(), None);
        assert_eq!(undone.status, 200, "{undone:?}");
        assert_eq!(undone.json()["removed"]["shown"]["override"]["reason"], "So they lay on the table");
        assert_eq!(table.state()["rounds"][0].get("irregular"), None);
    }
    // The same of what is set aside in Build Up.
    let table = sit(&club, "buildup", 2, &json!({"buildup": {"set_aside_penalty": true}}));
    let initial: Vec<Value> = ["A", "B"]
        .iter()
        .flat_map(|line| {
            (1..=6).map(
                move |at| json!({"at": format!("{line}{at}"), "tile": format!("6-{}", at % 6), "seat": line}),
            )
        })
        .collect();
    let hand = json!({"detail": "plays", "leader": "A", "initial": initial, "turns": [
        {"seat": "A", "pass": true}, {"seat": "B", "pass": true}]});
    assert_eq!(table.post("/rounds", &hand).status, 201);
    let shown = json!({"hands": {"A": {"pips": 100}, "B": {"pips": 20}}});
    let finish = |body: &Value| table.change("POST", "/rounds/1/finish", table.version(), Some(body));
    check(&finish(&shown), 422, "too_many_pips", "/hands/A");
    assert_eq!(finish(&with_reason(&shown)).status, 200);
    assert_eq!(table.state()["rounds"][0]["irregular"][0]["codes"], json!(["too_many_pips"]));
}

/// Eleven tiles that show on twelve stacks.
#[test]
fn too_few_tops_are_recorded_all_the_same() {
    let service = Service::start();
    let table = sit(&club(&service, "Friday"), "buildup", 2, &json!({}));
    let tops = json!({"detail": "hands", "hands": {"A": {"tiles": ["6-6", "5-5", "4-4", "3-3", "2-2", "1-1"]},
        "B": {"tiles": ["6-6", "5-5", "4-4", "3-3", "2-2"]}}});
    let sentence = "11 tiles cannot show: there are 12 stacks, and each has a top.";
    refused_but_recorded(&table, &tops, "wrong_tops", "/hands", sentence);
    assert_eq!(table.state()["score"]["totals"], json!({"A": 42, "B": 40}));
}

/// Who left in the middle of a round left after turns that the round has.
#[test]
fn nobody_leaves_after_turns_that_were_not_taken() {
    let service = Service::start();
    let table = sit(&club(&service, "Friday"), "block", 3, &json!({}));
    let plays = |after: u64| {
        json!({"detail": "plays", "leader": "A", "left": {"B": after}, "turns": [
            {"seat": "A", "play": {"tile": "6-6"}}]})
    };
    let refused = check(&table.post("/rounds", &plays(2)), 422, "wrong_shape", "/left/B");
    assert_eq!(refused["detail"], "The round does not have so many turns.");
    assert_eq!(table.post("/rounds", &plays(1)).status, 201);
}
