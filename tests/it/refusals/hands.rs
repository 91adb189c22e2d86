//! Rounds whose hands or points cannot be so.

use serde_json::{Value, json};

use super::{check, on_the_table, refuse_all, sit};
use crate::support::{Service, club, round_of};

fn domino(out: &Value, hands: &Value) -> Value {
    json!({"detail": "hands", "ending": "domino", "out": out, "hands": hands})
}

fn blocked(hands: &Value) -> Value {
    json!({"detail": "hands", "ending": "blocked", "hands": hands})
}

#[test]
fn hands_that_cannot_be_are_refused() {
    let service = Service::start();
    let table = sit(&club(&service, "Friday"), "block", 2, &json!({}));
    let (a, none) = (json!("A"), json!(null));
    let eight = ["0-0", "0-1", "0-2", "0-3", "0-4", "0-5", "0-6", "1-1"];
    refuse_all(
        &table,
        "/rounds",
        &[
            (domino(&a, &json!({"B": {"tiles": ["7-7"]}})), "not_in_set", "/hands/B"),
            (domino(&a, &json!({"B": {"tiles": ["5-6", "5-6"]}})), "tile_twice", "/hands/B"),
            (blocked(&json!({"A": {"tiles": ["5-6"]}, "B": {"tiles": ["5-6"]}})), "tile_twice", "/hands/B"),
            (domino(&a, &json!({"B": {"tiles": eight}})), "hand_size", "/hands/B"),
            (domino(&a, &json!({"B": {"tiles": []}})), "both_out", "/hands/B"),
            (domino(&a, &json!({"A": {"tiles": ["1-1"]}, "B": {"pips": 3}})), "out_with_tiles", "/hands/A"),
            (domino(&a, &json!({})), "hand_missing", "/hands/B"),
            (domino(&a, &json!({"B": {}})), "tiles_or_pips", "/hands/B"),
            (domino(&a, &json!({"B": {"tiles": ["1-1"], "pips": 2}})), "tiles_or_pips", "/hands/B"),
            (domino(&a, &json!({"B": {"pips": 70}})), "too_many_pips", "/hands/B"),
            (domino(&a, &json!({"B": {"pips": 1}, "C": {"pips": 1}})), "no_such_seat", "/hands/C"),
            (domino(&json!("D"), &json!({"B": {"pips": 1}})), "no_such_seat", "/out"),
            (domino(&none, &json!({"A": {"pips": 1}, "B": {"pips": 1}})), "out_missing", "/out"),
            (blocked(&json!({"A": {"tiles": []}, "B": {"pips": 1}})), "blocked_with_out", "/hands/A"),
            (blocked(&json!({"A": {"pips": 4}, "B": {"pips": 4}})), "tie_needs_tiles", "/hands"),
            (
                json!({"detail": "hands", "hands": {"A": {"pips": 4}, "B": {"pips": 5}}}),
                "ending_missing",
                "/ending",
            ),
            (
                json!({"detail": "hands", "ending": "blocked", "out": "A", "hands": {"A": {"pips": 4}, "B": {"pips": 5}}}),
                "out_in_blocked",
                "/out",
            ),
        ],
    );
}

#[test]
fn points_that_no_round_gives_are_refused() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let block = sit(&club, "block", 2, &json!({}));
    let points = |points: Value| json!({"detail": "points", "points": points});
    refuse_all(
        &block,
        "/rounds",
        &[
            (points(json!({"A": 15, "B": 3})), "loser_scored", "/points/B"),
            (points(json!({"A": -1, "B": 0})), "points_out_of_range", "/points/A"),
            (points(json!({"A": 70, "B": 0})), "points_out_of_range", "/points/A"),
            (points(json!({"A": 2_000_000_000, "B": 0})), "points_out_of_range", "/points/A"),
            (points(json!({"A": 3_000_000_000_u64, "B": 0})), "invalid_body", "/points/A"),
            (points(json!({"A": 1e30, "B": 0})), "invalid_body", "/points/A"),
            (points(json!({"A": 1.5, "B": 0})), "invalid_body", "/points/A"),
            (points(json!({"A": "15", "B": 0})), "invalid_body", "/points/A"),
            (points(json!({"C": 15})), "no_such_side", "/points/C"),
            (points(json!({"A+C": 15})), "no_such_side", "/points/A+C"),
            (points(json!({"Ann": 15})), "invalid_body", "/points/Ann"),
        ],
    );
    let chickenfoot = sit(&club, "chickenfoot", 3, &json!({}));
    refuse_all(&chickenfoot, "/rounds", &[(points(json!({"A": 0, "B": 4})), "points_missing", "/points/C")]);
}

#[test]
fn a_deal_that_cannot_be_is_refused() {
    let service = Service::start();
    let table = sit(&club(&service, "Friday"), "block", 2, &json!({}));
    let a = ["0-0", "0-1", "0-2", "0-3", "0-4", "0-5", "0-6"];
    let b = ["1-1", "1-2", "1-3", "1-4", "1-5", "1-6", "0-6"];
    let deal = |deal: Value| json!({"detail": "plays", "deal": deal});
    refuse_all(
        &table,
        "/rounds",
        &[
            (deal(json!({"A": a, "B": b})), "tile_twice", "/deal/B"),
            (deal(json!({"A": &a[..6]})), "hand_size", "/deal/A"),
            (deal(json!({"C": a})), "no_such_seat", "/deal/C"),
            (json!({"detail": "plays", "leader": "C"}), "no_such_seat", "/leader"),
            (
                json!({"detail": "plays", "turns": [{"seat": "A", "pass": true}]}),
                "pass_on_lead",
                "/turns/0/pass",
            ),
            (json!({"detail": "plays", "initial": [{"at": "A1", "tile": "0-3"}]}), "wrong_shape", "/initial"),
        ],
    );
}

#[test]
fn hands_that_contradict_the_plays_are_refused() {
    let service = Service::start();
    let table = on_the_table(&service);
    let finish = |hands: Value, code: &str, pointer: &str| {
        let before = table.state();
        let version = before["version"].as_i64().unwrap();
        let answer = table.change("POST", "/rounds/1/finish", version, Some(&json!({ "hands": hands })));
        let status = if code == "round_not_over" { 409 } else { 422 };
        check(&answer, status, code, pointer);
        assert_eq!(table.state(), before, "{code}: nothing is stored");
    };
    let six = ["0-0", "0-2", "0-4", "0-5", "0-6", "4-4"];
    let other = ["2-2", "2-4", "2-5", "2-6", "4-5", "4-6"];
    finish(json!({"A": {"tiles": &six[..5]}, "B": {"tiles": other}}), "hand_size", "/hands/A");
    let laid = ["1-2", "0-2", "0-4", "0-5", "0-6", "4-4"];
    finish(json!({"A": {"tiles": laid}, "B": {"tiles": other}}), "tile_used", "/hands/A");
    finish(json!({"A": {"tiles": six}, "B": {"tiles": six}}), "tile_twice", "/hands/B");
    finish(json!({"A": {"pips": 200}, "B": {"tiles": other}}), "too_many_pips", "/hands/A");
    finish(json!({"A": {"tiles": six}}), "round_not_over", "");
    let able = ["0-1", "0-2", "0-4", "0-5", "0-6", "4-4"];
    finish(json!({"A": {"tiles": able}, "B": {"tiles": other}}), "not_blocked", "/hands/A");
    // Neither has a 1 or a 3: the same hands in truth end the round.
    let answer = table.change(
        "POST",
        "/rounds/1/finish",
        table.version(),
        Some(&json!({"hands": {"A": {"tiles": six}, "B": {"tiles": other}}})),
    );
    assert_eq!((answer.status, &round_of(&answer.json())["ending"]), (200, &json!("blocked")), "{answer:?}");
}
