//! Every worked example of the rules, and every alternative under other options.

mod rounds;
mod stacks;

use std::collections::{BTreeMap, BTreeSet};

use pipkeeper::rules::*;
use serde_json::{Value, json};

use self::rounds::a_round;
use self::stacks::{stack_game, stack_score, stack_turn};
use crate::support::*;

const FILES: [(&str, &str); 5] = [
    ("block", include_str!("../vectors/block.json")),
    ("hathaway", include_str!("../vectors/hathaway.json")),
    ("basic12", include_str!("../vectors/basic12.json")),
    ("chickenfoot", include_str!("../vectors/chickenfoot.json")),
    ("buildup", include_str!("../vectors/buildup.json")),
];

/// How many examples of each kind were run.
#[derive(Default)]
struct Run(BTreeMap<String, usize>);

#[test]
fn every_worked_example_holds() {
    let mut run = Run::default();
    for (game, text) in FILES {
        let file: Value = serde_json::from_str(text).unwrap();
        for vector in file["vectors"].as_array().unwrap() {
            assert_eq!(vector["game"], game);
            check(game, vector, &json!({}), &mut run);
            for other in alternatives(vector) {
                check(game, &vector_with(vector, other), &other["options"], &mut run);
                *run.0.entry("alternative".into()).or_default() += 1;
            }
        }
    }
    let mut expected = BTreeMap::new();
    for (_, text) in FILES {
        for vector in serde_json::from_str::<Value>(text).unwrap()["vectors"].as_array().unwrap() {
            let others = alternatives(vector).count();
            *expected.entry(vector["kind"].as_str().unwrap().to_owned()).or_default() += 1 + others;
            *expected.entry("alternative".to_owned()).or_default() += others;
        }
    }
    assert_eq!(run.0, expected, "no example is skipped");
    let total: usize = run.0.values().sum::<usize>() - run.0["alternative"];
    assert_eq!((total, run.0["alternative"]), (88 + 18, 18));
    assert_eq!(run.0.len(), 15, "fourteen or more kinds: {:?}", run.0);
}

fn alternatives(vector: &Value) -> impl Iterator<Item = &Value> {
    let inner = vector["expect"].get("alternatives").and_then(Value::as_array);
    let outer = vector.get("alternatives").and_then(Value::as_array);
    outer.into_iter().flatten().chain(inner.into_iter().flatten())
}

/// The example with what an alternative expects instead.
fn vector_with(vector: &Value, other: &Value) -> Value {
    let mut changed = vector.clone();
    if let Some(aside) = other.get("set_aside") {
        changed["set_aside"] = aside.clone();
    }
    match (other.get("expect"), other.get("points")) {
        (Some(expect), _) if changed["expect"]["pips"].is_object() => {
            // Alternative scores name only what differs.
            for (key, value) in expect.as_object().unwrap() {
                changed["expect"][key] = value.clone();
            }
        }
        (Some(expect), _) => changed["expect"] = expect.clone(),
        (None, Some(points)) => changed["expect"]["points"] = points.clone(),
        (None, None) => {}
    }
    if changed["id"] == "cf-16" && changed["expect"]["points"]["B"] == 50 {
        changed["expect"]["pips"]["B"] = json!(50);
    }
    changed
}

fn check(game: &str, vector: &Value, options: &Value, run: &mut Run) {
    let kind = vector["kind"].as_str().unwrap();
    let id = format!("{} {options}", vector["id"].as_str().unwrap());
    let mut options = nested(options);
    if kind == "match" && vector["target"].is_number() {
        options["match"]["target"] = vector["target"].clone();
    }
    let rules = rules(game, options);
    match kind {
        "placement" => placement(&id, &rules, vector),
        "dead_end" => dead_end(&id, &rules, vector),
        "turn" => a_turn(&id, &rules, vector),
        "opening" => opening(&id, &rules, vector),
        "lead" => leads(&id, &rules, vector),
        "order" => order(&id, &rules, vector),
        "setup" => setup(&id, game, vector),
        "score" => a_score(&id, &rules, vector),
        "match" => a_match(&id, &rules, vector),
        "round" => a_round(&id, &rules, vector),
        "cover" => {
            let covers = cover(rules.stacks().unwrap(), tile_of(&vector["tile"]), tile_of(&vector["on"]));
            assert_eq!(covers.is_ok(), vector["expect"]["legal"].as_bool().unwrap(), "{id}");
        }
        "bu_turn" => stack_turn(&id, &rules, vector),
        "bu_score" => stack_score(&id, &rules, vector),
        "bu_game" => stack_game(&id, &rules, vector),
        other => panic!("{id}: no such kind {other}"),
    }
    *run.0.entry(kind.to_owned()).or_default() += 1;
}

fn tile_of(value: &Value) -> Tile {
    tile(value.as_str().unwrap())
}

fn tiles_of(value: &Value) -> Vec<Tile> {
    value.as_array().unwrap().iter().map(tile_of).collect()
}

fn at_of(value: &Value) -> Position {
    at(value.as_str().unwrap())
}

fn hands_of(value: &Value) -> BTreeMap<Seat, Vec<Tile>> {
    value.as_object().unwrap().iter().map(|(who, held)| (seat(who), tiles_of(held))).collect()
}

fn shown_of(value: &Value) -> ShownHands {
    hands_of(value).into_iter().map(|(who, held)| (who, ShownHand::of(held))).collect()
}

fn layout_of(rules: &Ruleset, value: &Value) -> Layout {
    let placed = value.as_array().unwrap().iter();
    let placed: Vec<(Tile, Position)> = placed.map(|pair| (tile_of(&pair[0]), at_of(&pair[1]))).collect();
    let layout = layout(rules, &placed);
    assert_eq!(layout.placements().collect::<Vec<_>>(), placed);
    layout
}

fn places(list: &[Place]) -> Value {
    list.iter()
        .map(|place| (place.at.to_string(), json!(place.value)))
        .collect::<serde_json::Map<_, _>>()
        .into()
}

fn expect_places(id: &str, found: &[Place], expected: Option<&Value>) {
    if let Some(expected) = expected {
        assert_eq!(places(found), *expected, "{id}");
    }
}

fn placement(id: &str, rules: &Ruleset, vector: &Value) {
    let before = layout_of(rules, &vector["layout"]);
    let (played, place) = (tile_of(&vector["try"]["tile"]), at_of(&vector["try"]["at"]));
    let expect = &vector["expect"];
    let verdict = before.judge(played, Some(&place));
    if expect["legal"].is_null() {
        // cf-06 with six arms: two more are owed and the sixth tile may be one of them.
        let free = before.owing().collect::<Vec<_>>();
        assert_eq!((free.as_slice(), before.owed()), ([tile("6-6")].as_slice(), 2), "{id}");
        assert!(before.fits(played), "{id}");
        return;
    }
    expect_places(id, &before.open_places(), vector.get("open_before"));
    expect_places(id, &before.locked_places(), vector.get("locked"));
    let reason = match verdict {
        Ok(outlet) => {
            assert_eq!(expect["legal"], true, "{id}");
            let mut after = before.clone();
            after.join(played, outlet, None);
            expect_places(id, &after.open_places(), expect.get("open_after"));
            expect_places(id, &after.locked_places(), expect.get("locked_after"));
            return;
        }
        Err(Misfit::NotInSet) => "not_in_set",
        Err(Misfit::Used) => "tile_used",
        Err(Misfit::NotOpen) => "not_open",
        Err(Misfit::Obligation { .. }) => "obligation",
        Err(Misfit::NoMatch(_)) => "no_match",
        Err(Misfit::Ambiguous) => "ambiguous_outlet",
    };
    assert_eq!((&json!(false), &json!(reason)), (&expect["legal"], &expect["reason"]), "{id}");
}

fn dead_end(id: &str, rules: &Ruleset, vector: &Value) {
    let layout = layout_of(rules, &vector["layout"]);
    let expect = &vector["expect"];
    if expect["end"].is_string() {
        expect_places(id, &layout.open_places(), vector.get("open_before"));
        expect_places(id, &layout.locked_places(), vector.get("locked"));
    }
    expect_places(id, &layout.open_places(), expect.get("open"));
    assert_eq!(layout.is_dead(), expect["dead"].as_bool().unwrap(), "{id}");
    for (value, count) in expect["count_of_value_on_table"].as_object().into_iter().flatten() {
        let out = layout.still_out(value.parse().unwrap());
        assert_eq!(u64::from(rules.max_pip() + 1 - out), count.as_u64().unwrap(), "{id}");
    }
}

/// What the rules allow a player who holds `hand`, drawing from `boneyard` in order.
fn a_turn(id: &str, rules: &Ruleset, vector: &Value) {
    let (layout, expect) = (layout_of(rules, &vector["layout"]), &vector["expect"]);
    let lines = rules.lines().unwrap();
    let mut hand = tiles_of(&vector["hand"]);
    let playable: Vec<Value> = hand
        .iter()
        .flat_map(|held| layout.fitting(*held).map(|id| json!([held, layout.at(id)])).collect::<Vec<_>>())
        .collect();
    if expect.get("playable").is_some() {
        assert_eq!(json!(playable), expect["playable"], "{id}");
    }
    let mut boneyard = vector.get("boneyard").map(tiles_of).unwrap_or_default();
    let mut drawn = Vec::new();
    let allowed = match lines.draw.count {
        DrawCount::None => 0,
        DrawCount::One => 1,
        DrawCount::Until => usize::MAX,
    };
    let may_play = |drawn: &[Tile], held: &[Tile]| {
        let fresh = if lines.draw.play_drawn { 0 } else { drawn.len() };
        held.iter().rev().skip(fresh).find(|held| layout.fits(**held)).copied()
    };
    while may_play(&drawn, &hand).is_none() && drawn.len() < allowed && !boneyard.is_empty() {
        let tile = boneyard.remove(0);
        drawn.push(tile);
        hand.push(tile);
    }
    let play = may_play(&drawn, &hand);
    let action = match (lines.draw.count, drawn.len(), play) {
        (_, 0, Some(_)) => "play",
        (_, 0, None) => "pass",
        (DrawCount::Until, ..) => "draw_until",
        (_, _, Some(_)) => "draw_one",
        (_, _, None) => "draw_one_pass",
    };
    assert_eq!(expect["action"], action, "{id}");
    if expect.get("draws").is_some() {
        assert_eq!(json!(drawn), expect["draws"], "{id}");
        assert_eq!(expect["then"], if play.is_some() { "play" } else { "pass" }, "{id}");
        assert_eq!(json!(play), expect["play"], "{id}");
        assert_eq!(json!(boneyard.len()), expect["boneyard_left"], "{id}");
        hand.retain(|held| Some(*held) != play);
        assert_eq!(json!(hand), expect["hand_after"], "{id}");
    }
}

fn duty(rules: &Ruleset) -> LeadDuty {
    LeadDuty::of(rules, rules.lines().unwrap(), 1, Tiles::NONE)
}

fn opening(id: &str, rules: &Ruleset, vector: &Value) {
    let hands = hands_of(&vector["hands"]);
    let seats = hands.len();
    let sets = hands.iter().map(|(who, held)| (*who, held.iter().copied().collect())).collect();
    let lead = lead_by_double(rules, &duty(rules), &sets);
    let expect = &vector["expect"];
    assert_eq!(json!(lead.leader), expect["leader"], "{id}");
    assert_eq!(json!(lead.tile), expect["tile"], "{id}");
    assert_eq!(json!(lead.redeal), expect["redeal"], "{id}");
    assert_eq!(json!(lead.leader.map(|leader| leader.next(seats))), expect["next"], "{id}");
    // The same deal, played: the round knows who leads, and lets nobody else lead.
    if let (Some(leader), Some(tile)) = (lead.leader, lead.tile) {
        let report = PlaysReport { deal: Some(hands), ..PlaysReport::default() };
        let round = round(rules, seating(rules, seats), Report::Plays(report)).unwrap();
        assert_eq!(round.leader, Some(leader), "{id}");
        assert!(round.judge(rules, &Turn::play(leader, tile, Position::Lead)).is_ok(), "{id}");
        assert!(round.judge(rules, &Turn::play(leader.next(seats), tile, Position::Lead)).is_err(), "{id}");
    }
}

fn leads(id: &str, rules: &Ruleset, vector: &Value) {
    let hand: Tiles = tiles_of(&vector["hand"]).into_iter().collect();
    assert_eq!(json!(duty(rules).leads(hand)), vector["expect"]["legal_leads"], "{id}");
}

fn order(id: &str, rules: &Ruleset, vector: &Value) {
    let draws: BTreeMap<Seat, Tile> =
        vector["draws"].as_object().unwrap().iter().map(|(who, tile)| (seat(who), tile_of(tile))).collect();
    let lead = lead_by_draw(rules, &draws).unwrap();
    assert_eq!(
        json!({"totals": lead.totals, "leader": lead.leader, "redraw": lead.redraw}),
        vector["expect"],
        "{id}"
    );
}

fn setup(id: &str, game: &str, vector: &Value) {
    for case in vector["cases"].as_array().unwrap() {
        if game == "buildup" {
            let hands: Vec<usize> = (1..=4).map(hand_size).collect();
            assert_eq!(json!(hands), case["hands"], "{id}");
            assert_eq!(json!(hands.iter().sum::<usize>() + 6), case["sum"], "{id}");
            assert_eq!(case["line"], 6);
        } else {
            let rules = rules(game, json!({"set": {"max_pip": case["set"]}}));
            let max = usize::from(rules.players().max);
            for players in 2..=max {
                assert_eq!(json!(rules.lines().unwrap().hand_size.of(players)), case["hand"], "{id}");
            }
            assert_eq!(json!(rules.tiles()), case["tiles"], "{id}");
            assert_eq!(json!(rules.matching().rounds), case["rounds"], "{id}");
        }
    }
}

fn sides(value: &Value) -> BTreeSet<String> {
    match value {
        Value::Null => BTreeSet::new(),
        Value::String(one) => BTreeSet::from([one.clone()]),
        Value::Array(list) => list.iter().map(|side| side.as_str().unwrap().to_owned()).collect(),
        other @ (Value::Bool(_) | Value::Number(_) | Value::Object(_)) => panic!("{other}"),
    }
}

fn expect_score(id: &str, score: &Score, expect: &Value) {
    if expect.get("pips").is_some() {
        assert_eq!(json!(score.pips), expect["pips"], "{id}");
    }
    assert_eq!(json!(score.points), expect["points"], "{id}");
    if let Some(winner) = expect.get("winner") {
        let won: BTreeSet<String> = score.winners.iter().map(ToString::to_string).collect();
        assert_eq!(won, sides(winner), "{id}");
    }
    if let Some(words) = expect.get("tiebreak").and_then(Value::as_str) {
        let decided = score.items.iter().any(|item| item.kind == ItemKind::TieBreak);
        assert!(decided && words.starts_with("lightest_tile"), "{id}");
    }
}

fn a_score(id: &str, rules: &Ruleset, vector: &Value) {
    let hands = shown_of(&vector["hands"]);
    let seating = rules.seating(hands.len(), vector.get("teams").is_some()).unwrap();
    let out = vector.get("out").and_then(Value::as_str).map(seat);
    let ending = Some(if out.is_some() { EndingWord::Domino } else { EndingWord::Blocked });
    assert_eq!(vector["end"], if out.is_some() { "domino" } else { "block" });
    let report = HandsReport { ending, out, hands, ..HandsReport::default() };
    expect_score(id, &score(rules, seating, report), &vector["expect"]);
}

fn a_match(id: &str, rules: &Ruleset, vector: &Value) {
    let rounds = vector["rounds"].as_array().unwrap();
    let players = rounds.iter().map(|round| round.as_object().unwrap().len()).max().unwrap().max(2);
    if let Some(total) = vector["rounds_total"].as_u64() {
        assert_eq!(rules.matching().rounds.map(u64::from), Some(total), "{id}");
    }
    assert_eq!(json!(rules.matching().goal), vector["goal"], "{id}");
    let mut game = game(rules, players, false);
    for points in rounds {
        let report = json!({"detail": "points", "points": points});
        send(&mut game, Command::AddRound(serde_json::from_value(report).unwrap())).unwrap();
    }
    let (standing, expect) = (game.standing(), &vector["expect"]);
    for (side, total) in expect.get("totals").and_then(Value::as_object).into_iter().flatten() {
        assert_eq!(json!(standing.totals[&side.parse().unwrap()]), *total, "{id}");
    }
    let won: BTreeSet<String> = standing.winners.iter().map(ToString::to_string).collect();
    assert_eq!(won, sides(&expect["winner"]), "{id}");
    assert_eq!(json!(standing.finished_after), expect["finished_after"], "{id}");
    assert_eq!(
        game.decide(Command::AddRound(points_report("A 1"))).is_err(),
        game.is_finished() || players > 2 || rules.matching().goal == MatchGoal::Low,
        "{id}"
    );
}
