//! Every worked example of the rules, and every alternative under other options.

use std::collections::{BTreeMap, BTreeSet};

use pipkeeper::rules::*;
use serde_json::{Value, json};

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

fn at_of(value: &Value) -> At {
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
    let placed: Vec<(Tile, At)> = placed.map(|pair| (tile_of(&pair[0]), at_of(&pair[1]))).collect();
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
        Err(Misfit::Obligation(_)) => "obligation",
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
        assert!(round.judge(rules, &Turn::play(leader, tile, At::Lead)).is_ok(), "{id}");
        assert!(round.judge(rules, &Turn::play(leader.next(seats), tile, At::Lead)).is_err(), "{id}");
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
        other => panic!("{other}"),
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

fn turns_of(value: &Value) -> Vec<Turn> {
    let turn_of = |event: &Value| {
        let who = seat(event["p"].as_str().unwrap());
        let turn = match event.get("play") {
            Some(played) => Turn::play(who, tile_of(played), at_of(&event["at"])),
            None => Turn::pass(who),
        };
        turn.drawing(event.get("draw").map(tiles_of).unwrap_or_default())
    };
    value.as_array().unwrap().iter().map(turn_of).collect()
}

fn a_round(id: &str, rules: &Ruleset, vector: &Value) {
    let (deal, left) = (hands_of(&vector["deal"]), shown_of(&vector["expect"]["left"]));
    let seating = rules.seating(deal.len(), false).unwrap();
    let turns = turns_of(&vector["events"]);
    let expect = &vector["expect"];
    let closing = turns.iter().rev().take_while(|turn| turn.pass == Some(true) && turn.drew() == 0).count();
    let open_end = turns[..turns.len() - closing].to_vec();
    let counted: Vec<Turn> = turns.iter().cloned().map(|turn| Turn { drawn: None, ..turn }).collect();
    let leader = Some(seat(vector["leader"].as_str().unwrap()));
    let whole = PlaysReport { leader, deal: Some(deal), turns, ..PlaysReport::default() };
    let report = |deal: bool, turns: &[Turn], hands: bool| PlaysReport {
        deal: whole.deal.clone().filter(|_| deal),
        turns: turns.to_vec(),
        hands: hands.then(|| left.clone()),
        ..whole.clone()
    };
    let reports = [
        ("whole", report(true, &whole.turns, false)),
        ("hands shown too", report(true, &whole.turns, true)),
        ("no closing passes", report(true, &open_end, false)),
        ("no deal", report(false, &whole.turns, true)),
        ("no deal, no closing passes", report(false, &open_end, true)),
        ("no deal, drawn tiles unknown", report(false, &counted, true)),
        ("no leader named", PlaysReport { leader: None, ..report(false, &whole.turns, true) }),
    ];
    for (name, report) in reports {
        let id = format!("{id}: {name}");
        let round =
            round(rules, seating, Report::Plays(report.clone())).unwrap_or_else(|e| panic!("{id}: {e:?}"));
        let outcome = round.outcome.as_ref().unwrap_or_else(|| panic!("{id}: the round is over"));
        assert_eq!(round.leader, leader, "{id}");
        let Some(Table::Lines(table)) = &round.table else { panic!("{id}") };
        assert_eq!(json!(table.boneyard()), expect["boneyard_left"], "{id}");
        let Some(RoundEnd::Lines(ending)) = outcome.end else { panic!("{id}") };
        match ending {
            Ending::Domino(out) => {
                assert_eq!((&json!("domino"), &json!(out)), (&expect["end"], &expect["out"]), "{id}");
            }
            Ending::Blocked { dead } => {
                let word = expect["end"].as_str().unwrap();
                assert!(word == if dead { "block_dead" } else { "block" } || word == "block", "{id}");
                assert!(expect["out"].is_null(), "{id}");
            }
        }
        for (who, hand) in &left {
            let expected: Tiles = hand.tiles.iter().flatten().copied().collect();
            assert_eq!(outcome.left[who].tiles(), Some(expected), "{id}");
        }
        expect_score(&id, &outcome.score, expect);
        turn_by_turn(&id, rules, seating.len(), &report, &round);
    }
    // The same round as hands scores the same.
    let out = expect["out"].as_str().map(seat);
    let ending = Some(if out.is_some() { EndingWord::Domino } else { EndingWord::Blocked });
    let hands = HandsReport { ending, out, hands: left.clone(), leader, ..HandsReport::default() };
    expect_score(id, &score(rules, seating, hands.clone()), expect);
    if let Some(partners) = expect.get("teams_variant") {
        let score = score(rules, Seating::partners(), hands);
        expect_score(id, &score, partners);
    }
}

/// Turn by turn through a game: the same outcome as in one piece.
fn turn_by_turn(id: &str, rules: &Ruleset, players: usize, report: &PlaysReport, whole: &Round) {
    let mut game = game(rules, players, false);
    let start = PlaysReport { turns: Vec::new(), hands: None, ..report.clone() };
    send(&mut game, Command::AddRound(Report::Plays(start))).unwrap_or_else(|e| panic!("{id}: {e:?}"));
    for turn in &report.turns {
        if game.running().is_none() {
            assert!(report.deal.is_some() && turn.play.is_none(), "{id}: only closing passes are left");
            break;
        }
        let command = Command::TakeTurn { round: 1, turn: turn.clone() };
        send(&mut game, command).unwrap_or_else(|e| panic!("{id}: {e:?}"));
    }
    if let (Some(_), Some(hands)) = (game.running(), &report.hands) {
        let shown = HandsShown { ending: None, hands: hands.clone() };
        send(&mut game, Command::Finish { round: 1, shown }).unwrap_or_else(|e| panic!("{id}: {e:?}"));
    }
    assert_eq!(game.rounds()[0].round.outcome, whole.outcome, "{id}");
}

fn stack_turn(id: &str, rules: &Ruleset, vector: &Value) {
    let tops = tiles_of(&vector["tops"]);
    let mut playable = Vec::new();
    for held in tiles_of(&vector["hand"]) {
        for top in tops.iter().filter(|top| cover(rules.stacks().unwrap(), held, **top).is_ok()) {
            playable.push(json!([held, top]));
        }
    }
    let action = if playable.is_empty() { "pass" } else { "play" };
    assert_eq!(json!({"playable": playable, "action": action}), vector["expect"], "{id}");
}

fn tops_of(value: &Value) -> Vec<Top> {
    let top_of = |(place, coloured): (&String, &Value)| {
        let (who, tile) = coloured.as_str().unwrap().split_once(':').unwrap();
        Top { at: at(place), tile: tile.parse().unwrap(), seat: Some(seat(who)) }
    };
    value.as_object().unwrap().iter().map(top_of).collect()
}

fn stack_score(id: &str, rules: &Ruleset, vector: &Value) {
    let aside = vector.get("set_aside").map(hands_of).unwrap_or_default();
    let set_aside: BTreeMap<Seat, Left> =
        aside.iter().map(|(who, held)| (*who, Left::Tiles(held.iter().copied().collect()))).collect();
    let tops = tops_of(&vector["tops"]);
    let end = StackEnd { tops: tops.clone(), set_aside, ..StackEnd::default() };
    assert_eq!(json!(score_stacks(rules.stacks().unwrap(), &end).points), vector["expect"], "{id}");
    // As a hands report: what shows in each colour.
    let colour =
        |who| ShownHand::of(tops.iter().filter(|top| top.seat == Some(who)).map(|top| top.tile).collect());
    let report = HandsReport {
        hands: [seat("A"), seat("B")].into_iter().map(|who| (who, colour(who))).collect(),
        set_aside: Some(aside.into_iter().map(|(who, held)| (who, ShownHand::of(held))).collect()),
        ..HandsReport::default()
    };
    assert_eq!(json!(score(rules, Seating::individual(2), report).points), vector["expect"], "{id}");
}

fn stack_game(id: &str, rules: &Ruleset, vector: &Value) {
    let draw = vector["lead_draws"].as_array().unwrap().last().unwrap();
    let draws = BTreeMap::from([(seat("A"), tile_of(&draw[0])), (seat("B"), tile_of(&draw[1]))]);
    let first = seat(vector["first"].as_str().unwrap());
    assert_eq!(lead_by_draw(rules, &draws).unwrap().leader, Some(first), "{id}");
    let lines = vector["initial"].as_object().unwrap().iter();
    let initial: Vec<Top> =
        lines.map(|(place, tile)| Top { at: at(place), tile: tile_of(tile), seat: None }).collect();
    for with_deal in [true, false] {
        let mut game = game(rules, 2, false);
        let mut totals = BTreeMap::from([("A", 0), ("B", 0)]);
        for (index, hand) in vector["hands"].as_array().unwrap().iter().enumerate() {
            let id = format!("{id}: hand {}, deal {with_deal}", index + 1);
            let turns = hand["plays"].as_array().unwrap().iter().map(|play| {
                let who = seat(play[0].as_str().unwrap());
                match play[1].as_str() {
                    Some("pass") => Turn::pass(who),
                    _ => Turn::play(who, tile_of(&play[1]), at_of(&play[2])),
                }
            });
            let report = PlaysReport {
                leader: (index == 0).then_some(first),
                deal: with_deal.then(|| hands_of(&hand["dealt"])),
                initial: (index == 0).then(|| initial.clone()),
                turns: turns.collect(),
                hands: (!with_deal).then(|| shown_of(&hand["set_aside"])),
                ..PlaysReport::default()
            };
            send(&mut game, Command::AddRound(Report::Plays(report)))
                .unwrap_or_else(|e| panic!("{id}: {e:?}"));
            let round = &game.rounds().last().unwrap().round;
            assert_eq!(round.leader, Some(first), "{id}");
            let Some(Table::Stacks(table)) = &round.table else { panic!("{id}") };
            let mut tops = table.tops();
            tops.sort_by_key(|top| top.at.clone());
            assert_eq!(tops, tops_of(&hand["tops"]), "{id}");
            let outcome = round.outcome.as_ref().unwrap_or_else(|| panic!("{id}: the hand is over"));
            for who in ["A", "B"] {
                let aside = tiles_of(&hand["set_aside"][who]);
                let cost = if rules.stacks().unwrap().set_aside_penalty {
                    aside.iter().map(|tile| i32::from(tile.pips())).sum()
                } else {
                    0
                };
                let own = i32::try_from(hand["score"][who].as_i64().unwrap()).unwrap() - cost;
                assert_eq!(outcome.left[&seat(who)].tiles(), Some(aside.into_iter().collect()), "{id}");
                assert_eq!(outcome.score.points[&side(who)], own, "{id}");
                *totals.get_mut(who).unwrap() += own;
                assert_eq!(game.standing().totals[&side(who)], totals[who], "{id}");
            }
        }
        assert_eq!(game.standing().finished_after, Some(4), "{id}");
        if !rules.stacks().unwrap().set_aside_penalty {
            assert_eq!(json!(game.standing().totals), vector["expect"], "{id}");
        }
    }
}
