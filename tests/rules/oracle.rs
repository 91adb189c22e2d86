//! Two hundred rounds that two engines which nobody here wrote have played and judged.

use std::collections::BTreeMap;

use pipkeeper::rules::*;
use serde::Deserialize;
use serde_json::json;

use crate::support::*;

const ROUNDS: &str = include_str!("../oracle/block.jsonl");

#[derive(Deserialize)]
struct Judged {
    players: usize,
    deal: BTreeMap<Seat, Vec<Tile>>,
    leader: Seat,
    turns: Vec<JudgedTurn>,
    ending: String,
    last: Seat,
    left: BTreeMap<Seat, Vec<Tile>>,
    open: Vec<String>,
}

#[derive(Deserialize)]
struct JudgedTurn {
    seat: Seat,
    legal: Vec<String>,
    #[serde(default)]
    play: Option<Play>,
    #[serde(default)]
    pass: bool,
}

#[test]
fn other_engines_judge_every_position_alike() {
    let rules = rules("block", json!({"lead": {"tile": "any"}}));
    let mut rounds = 0;
    for (index, line) in ROUNDS.lines().enumerate() {
        let judged: Judged = serde_json::from_str(line).unwrap();
        replay(&rules, &judged, &format!("line {}", index + 1));
        rounds += 1;
    }
    assert_eq!(rounds, 200);
}

/// Every legal play of `hand`, written as the other engines write it.
fn legal(table: &LineRound, hand: Tiles) -> Vec<String> {
    let layout = table.layout();
    let mut list = Vec::new();
    for tile in hand.sorted() {
        if layout.is_empty() {
            list.push(tile.to_string());
            continue;
        }
        let mut values: Vec<u8> = layout.fitting(tile).map(|outlet| layout.value(outlet)).collect();
        values.sort_unstable();
        values.dedup();
        list.extend(values.into_iter().map(|value| format!("{tile}@{value}")));
    }
    list.sort();
    list
}

fn replay(rules: &Ruleset, judged: &Judged, id: &str) {
    let seating = rules.seating(judged.players, false).unwrap();
    let start = PlaysReport {
        leader: Some(judged.leader),
        deal: Some(judged.deal.clone()),
        ..PlaysReport::default()
    };
    let mut round = Round::start(rules, seating, &Before::first(), &start).unwrap();
    let mut last = None;
    let mut turns = Vec::new();
    for (index, expected) in judged.turns.iter().enumerate() {
        let id = format!("{id}, turn {}", index + 1);
        let Some(Table::Lines(table)) = &round.table else { panic!("{id}") };
        assert_eq!((table.turn(), table.ending()), (Some(expected.seat), None), "{id}");
        let hand = table.hand(expected.seat).known;
        let mut allowed = expected.legal.clone();
        allowed.sort();
        assert_eq!(legal(table, hand), allowed, "{id}");
        let may = table.may(rules.lines().unwrap());
        assert_eq!(may.contains(&May::Pass), expected.pass, "{id}");
        assert_eq!(may.contains(&May::Play), !expected.pass, "{id}");
        let pass = Turn::pass(expected.seat);
        let turn = match &expected.play {
            None => pass,
            Some(play) => {
                let refused = round.judge(rules, &pass).unwrap_err().code();
                assert_eq!(refused, if index == 0 { "pass_on_lead" } else { "must_play" }, "{id}");
                let at = play.at.clone().unwrap();
                refuse_all_else(rules, &round, expected, hand, &id);
                Turn::play(expected.seat, play.tile, at)
            }
        };
        let verdict = round.judge(rules, &turn).unwrap_or_else(|refusal| panic!("{id}: {refusal:?}"));
        assert_eq!(verdict.at(), expected.play.as_ref().and_then(|play| play.at.as_ref()), "{id}");
        if turn.play.is_some() {
            last = Some(expected.seat);
        }
        round.apply(rules, &turn, verdict);
        turns.push(turn);
    }
    let Some(Table::Lines(table)) = &round.table else { panic!("{id}") };
    let ending = match table.ending() {
        Some(Ending::Domino(_)) => "domino",
        Some(Ending::Blocked { .. }) => "blocked",
        None => "running",
    };
    assert_eq!((ending, last), (judged.ending.as_str(), Some(judged.last)), "{id}");
    if let Some(Ending::Domino(out)) = table.ending() {
        assert_eq!(out, judged.last, "{id}");
    }
    for seat in seating.seats() {
        let left: Tiles = judged.left[&seat].iter().copied().collect();
        assert_eq!(table.hand(seat).known, left, "{id}");
    }
    let mut open: Vec<String> =
        table.layout().open_places().into_iter().map(|place| place.at.to_string()).collect();
    open.sort();
    assert_eq!(open, judged.open, "{id}");
    let whole = Report::Plays(PlaysReport { turns, ..start });
    let reported = Round::of(rules, seating, &Before::first(), &whole).unwrap();
    assert!(reported.outcome.is_some_and(|outcome| outcome.end.is_some()), "{id}");
}

/// What is not among the legal plays is refused, wherever it is put.
fn refuse_all_else(rules: &Ruleset, round: &Round, expected: &JudgedTurn, hand: Tiles, id: &str) {
    let Some(Table::Lines(table)) = &round.table else { panic!("{id}") };
    let layout = table.layout();
    for place in layout.open_places() {
        for tile in hand.iter() {
            let turn = Turn::play(expected.seat, tile, place.at.clone());
            let allowed = expected.legal.contains(&format!("{tile}@{}", place.value));
            assert_eq!(round.judge(rules, &turn).is_ok(), allowed, "{id}: {tile} at {}", place.at);
        }
    }
}
