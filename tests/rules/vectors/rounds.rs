//! Whole rounds, told in every way in which a table can tell them.

use super::*;

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

pub fn a_round(id: &str, rules: &Ruleset, vector: &Value) {
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
        let shown = HandsShown { hands: hands.clone(), ..HandsShown::default() };
        send(&mut game, Command::Finish { round: 1, shown }).unwrap_or_else(|e| panic!("{id}: {e:?}"));
    }
    assert_eq!(game.rounds()[0].round.outcome, whole.outcome, "{id}");
}
