//! Rounds turn by turn: after each the table is shown as the rules core has it, and an undone turn
//! can be sent again.

use pipkeeper::rules::*;
use serde_json::{Value, json};

use super::{Sitting, created};
use crate::support::{Played, Table as Game};

/// Starts a round that is recorded turn by turn, and answers its number.
pub fn begin(table: &Game, played: &Played) -> u64 {
    let report = json!({"detail": "plays", "leader": played.leader, "initial": played.initial});
    let answer = table.post("/rounds", &report);
    let number = created(answer, "the start of a round")["round"].as_u64().unwrap();
    assert_eq!(table.state()["table"]["round"], number);
    number
}

/// Shows the hands that were left.
pub fn finish(table: &Game, number: u64, played: &Played) -> Value {
    let running = table.state();
    if running.get("table").is_none() {
        // All hands were known, so the end needs nobody to show them.
        let round = running["rounds"].as_array().unwrap().last().unwrap().clone();
        return json!({"round": round["round"], "rounds": [round], "score": running["score"], "next_lead": running.get("next_lead")})
            .as_object()
            .unwrap()
            .clone()
            .into_iter()
            .filter(|(_, value)| !value.is_null())
            .collect();
    }
    let version = running["version"].as_i64().unwrap();
    let hands = json!({ "hands": played.shown() });
    let place = format!("/rounds/{number}/finish");
    let answer = table.change("POST", &place, version, Some(&hands));
    assert_eq!(answer.status, 200, "{answer:?}");
    answer.json()
}

pub fn one_by_one(sitting: &Sitting, table: &Game, played: &Played, id: &str) -> Value {
    let number = begin(table, played);
    let rules = sitting.ruleset();
    let seating = rules.seating(sitting.seats, sitting.partners).unwrap();
    let before = before(table, sitting, number);
    let start =
        PlaysReport { leader: played.leader, initial: played.initial.clone(), ..PlaysReport::default() };
    let mut round = Round::start(&rules, seating, &before, &start).unwrap();
    let place = format!("/rounds/{number}/turns");
    for (index, turn) in played.turns.iter().enumerate() {
        let id = format!("{id}, turn {}", index + 1);
        let undo = index % 9 == 4;
        let earlier = undo.then(|| table.state());
        let update = created(table.post(&place, &json!(turn)), &id);
        let judged = round.judge(&rules, turn).unwrap();
        round.apply(&rules, turn, judged);
        if let Some(shown) = update["game"].get("table") {
            expect_table(&rules, &round, shown, &id);
            assert_eq!(update["turn"], index + 1, "{id}");
            if index % 5 == 0 {
                assert_eq!(table.state()["table"], *shown, "{id}");
            }
        } else {
            assert_eq!(index + 1, played.turns.len(), "{id}: the end needs no hands only when all are known");
        }
        if let Some(earlier) = earlier {
            undo_and_redo(table, &place, turn, &earlier, &id);
        }
    }
    finish(table, number, played)
}

/// What the round starts from, read from the service and not from the players.
fn before(table: &Game, sitting: &Sitting, number: u64) -> Before {
    let round = usize::try_from(number).unwrap();
    if sitting.variant != "buildup" || starts_game(round) {
        return Before { round, ..Before::first() };
    }
    let tops: Vec<Top> = serde_json::from_value(table.state()["table"]["tops"].clone()).unwrap();
    let stacks = StackRound::first(&tops, None).unwrap();
    Before { round, stacks: Some(stacks), ..Before::first() }
}

/// Undo gives back the turn and the state before it; sending the turn again gives the state after it.
fn undo_and_redo(table: &Game, place: &str, turn: &Turn, earlier: &Value, id: &str) {
    let later = table.state();
    let version = later["version"].as_i64().unwrap();
    let answer = table.change("DELETE", &format!("{place}/last"), version, None);
    assert_eq!(answer.status, 200, "{id}: {answer:?}");
    let removed = &answer.json()["removed"]["turn"];
    assert_eq!(*removed, json!(turn), "{id}");
    assert_eq!(timeless(table.state()), timeless(earlier.clone()), "{id}: undo");
    created(table.post(place, removed), id);
    assert_eq!(timeless(table.state()), timeless(later), "{id}: redo");
}

/// A state without what tells when it was reached.
fn timeless(mut state: Value) -> Value {
    for member in ["version", "changed_at"] {
        state.as_object_mut().unwrap().remove(member);
    }
    state
}

/// The table as the rules core has it.
fn expect_table(rules: &Ruleset, round: &Round, shown: &Value, id: &str) {
    assert_eq!(shown["turns"].as_array().unwrap().len(), round.turns.len(), "{id}");
    match round.table.as_ref().unwrap() {
        Table::Lines(table) => expect_lines(rules, table, shown, id),
        Table::Stacks(table) => {
            assert_eq!(shown.get("to_play"), table.turn().map(|seat| json!(seat)).as_ref(), "{id}");
            assert_eq!(shown["tops"], json!(table.tops()), "{id}");
            assert_eq!(shown.get("plays_ended").is_some(), table.is_over(), "{id}");
            for seat in [Seat::A, Seat::at(1).unwrap()] {
                assert_eq!(shown["tiles_left"][seat.to_string()], table.hand(seat).size, "{id}");
            }
        }
    }
}

fn expect_lines(rules: &Ruleset, table: &LineRound, shown: &Value, id: &str) {
    let (layout, lines) = (table.layout(), rules.lines().unwrap());
    let placed: Vec<(Tile, Position)> = layout.placements().collect();
    let told: Value = placed.iter().map(|(tile, at)| json!({"tile": tile, "at": at})).collect();
    assert_eq!(shown["layout"], told, "{id}");
    assert_eq!(shown["open"], json!(layout.open_places()), "{id}");
    assert_eq!(shown["locked"], json!(layout.locked_places()), "{id}");
    assert_eq!(shown["dead"], layout.is_dead(), "{id}");
    match layout.owing().next() {
        Some(tile) => {
            assert_eq!(shown["obligation"], json!({"tile": tile, "places_left": layout.owed()}), "{id}");
        }
        None => assert!(shown.get("obligation").is_none(), "{id}"),
    }
    let ended = table.ending();
    assert_eq!(shown.get("to_play"), table.turn().map(|seat| json!(seat)).as_ref(), "{id}");
    assert_eq!(shown.get("plays_ended").is_some(), ended.is_some(), "{id}");
    assert_eq!(shown["may"], json!(table.may(lines)), "{id}");
    assert_eq!(shown["may"].as_array().unwrap().is_empty(), ended.is_some(), "{id}");
    let mut counted = placed.len() + table.boneyard();
    for seat in table.playing().seats() {
        assert_eq!(shown["tiles_left"][seat.to_string()], table.hand(seat).size, "{id}");
        counted += table.hand(seat).size;
    }
    assert_eq!(shown["boneyard"], table.boneyard(), "{id}");
    assert_eq!(counted, rules.tiles(), "{id}: no tile is lost");
    for value in 0..=rules.max_pip() {
        let laid = placed.iter().filter(|(tile, _)| tile.has(value)).count();
        assert_eq!(shown["numbers_out"][value.to_string()], usize::from(rules.max_pip()) + 1 - laid, "{id}");
    }
}
