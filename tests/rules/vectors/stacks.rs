//! Build Up.

use super::*;

pub fn stack_turn(id: &str, rules: &Ruleset, vector: &Value) {
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
        Top { at: at(place), tile: tile.parse().unwrap(), seat: Some(seat(who)), below: None }
    };
    value.as_object().unwrap().iter().map(top_of).collect()
}

pub fn stack_score(id: &str, rules: &Ruleset, vector: &Value) {
    let aside = vector.get("set_aside").map(hands_of).unwrap_or_default();
    let set_aside: BTreeMap<Seat, Left> =
        aside.iter().map(|(who, held)| (*who, Left::Tiles(held.iter().copied().collect()))).collect();
    let tops = tops_of(&vector["tops"]);
    let counted = counted(rules.stacks().unwrap(), &tops, |_| Tiles::NONE);
    let end = StackEnd { counted, set_aside };
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

pub fn stack_game(id: &str, rules: &Ruleset, vector: &Value) {
    let draw = vector["lead_draws"].as_array().unwrap().last().unwrap();
    let draws = BTreeMap::from([(seat("A"), tile_of(&draw[0])), (seat("B"), tile_of(&draw[1]))]);
    let first = seat(vector["first"].as_str().unwrap());
    assert_eq!(lead_by_draw(rules, &draws).unwrap().leader, Some(first), "{id}");
    let lines = vector["initial"].as_object().unwrap().iter();
    let initial: Vec<Top> = lines
        .map(|(place, tile)| Top { at: at(place), tile: tile_of(tile), seat: None, below: None })
        .collect();
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
            let shown = |top: Top| Top { below: None, ..top };
            let mut tops: Vec<Top> = table.tops().into_iter().map(shown).collect();
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
