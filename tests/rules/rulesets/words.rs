//! Sets and seats; which words are taken, and what is said of the others.

use super::*;

#[test]
fn set_hand_size_and_players() {
    let nine = rules("chickenfoot", json!({"set": {"max_pip": 9}}));
    assert_eq!((nine.tiles(), nine.players().max, nine.matching().rounds), (55, 6, Some(10)));
    let twelve = rules("chickenfoot", json!({"set": {"max_pip": 12}}));
    assert_eq!((twelve.players().max, twelve.lines().unwrap().hand_size.of(10)), (10, 7));
    let sizes = rules("hathaway", json!({"hand_size": {"2": 7, "3": 6, "4": 5}}));
    let sizes: Vec<u8> = (2..=4).map(|players| sizes.lines().unwrap().hand_size.of(players)).collect();
    assert_eq!(sizes, [7, 6, 5]);
    let many = rules("basic12", json!({"players": {"max": 12}}));
    assert!(many.seating(12, false).is_ok());
    assert!(rules("block", json!({})).seating(5, false).is_err());
    assert!(rules("block", json!({"players": {"partners": false}})).seating(4, true).is_err());
    let right = rules("block", json!({"players": {"direction": "counter_clockwise"}}));
    assert_eq!(right.players().direction, Direction::CounterClockwise);
}

/// Every parameter of every variant can be set to every word that it lists, on its own or with
/// what the contradiction names; and what is accepted says so when it is read back.
#[test]
fn every_listed_value_is_selectable() {
    for variant in Variant::ALL {
        for parameter in Ruleset::standard(variant).parameters() {
            assert!(parameter.values.is_empty() == parameter.range.is_some(), "{}", parameter.key);
            for ParameterValue { value: word, .. } in &parameter.values {
                let value: Value = serde_json::from_str(word).unwrap_or_else(|_| json!(word));
                let options = nested(&json!({ parameter.key.as_str(): value }));
                let overrides: Overrides = serde_json::from_value(options).unwrap();
                match Ruleset::new(variant, &overrides) {
                    Ok(rules) => {
                        let set = rules.parameters().into_iter().find(|p| p.key == parameter.key).unwrap();
                        assert_eq!(set.value, *word, "{variant:?} {}", parameter.key);
                    }
                    Err(problems) => {
                        assert!(
                            problems.iter().all(|problem| !problem.message.contains("expected")),
                            "{variant:?} {} = {word}: {problems:?}",
                            parameter.key
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn contradictions_are_all_reported_at_once() {
    let found = problems(
        "chickenfoot",
        json!({"arms": {"opening_double": 2, "later_double": 1}, "match": {"goal": "high", "target": 5},
               "draw": {"count": "until"}, "lead": {"tile": "any", "schedule": "descending_draw", "later": "rotate"},
               "end": {"partners": "both_out"}, "players": {"min": 9, "max": 3}}),
    );
    let paths: Vec<&str> = found.iter().filter_map(|text| text.split(':').next()).collect();
    for path in [
        "/obligation/opening",
        "/obligation/later",
        "/match/goal",
        "/match/target",
        "/draw/play_drawn",
        "/lead/schedule",
        "/end/partners",
        "/players/max",
    ] {
        assert!(paths.contains(&path), "{path} of {found:#?}");
    }
    for (word, options, path) in [
        ("block", json!({"draw": {"reserve": 1}}), "/draw/reserve"),
        ("block", json!({"hand_size": {"4": 8}}), "/players/max"),
        ("block", json!({"hand_size": {"2": 0}}), "/hand_size"),
        ("block", json!({"match": {"tie": "extra_round"}}), "/match/tie"),
        ("block", json!({"match": {"tie": "extra_game"}}), "/match/tie"),
        ("block", json!({"match": {"target": 0}}), "/match/target"),
        ("block", json!({"end": {"out_on_double": "penalty_50"}}), "/end/out_on_double"),
        ("block", json!({"lead": {"first": "highest_double"}}), "/lead/none"),
        ("block", json!({"lead": {"tile": "that_tile"}}), "/lead/tile"),
        ("chickenfoot", json!({"players": {"partners": true}}), "/players/partners"),
        ("chickenfoot", json!({"match": {"rounds": 0}}), "/match/rounds"),
        ("chickenfoot", json!({"pips": {"double_blank": 60000}}), "/pips/double_blank"),
        ("buildup", json!({"match": {"rounds": 6}}), "/match/rounds"),
        ("buildup", json!({"players": {"max": 3}}), "/players"),
        ("buildup", json!({"set": {"max_pip": 9}}), "/set/max_pip"),
        ("buildup", json!({"draw": {"count": "one"}}), "/draw"),
        ("block", json!({"buildup": {"score": "played_this_hand"}}), "/buildup"),
        ("block", json!({"set": {"max_pip": 7}}), "/set/max_pip"),
        ("block", json!({"set": {"max_pip": 255}}), "/set/max_pip"),
        ("basic12", json!({"players": {"max": 13}}), "/players/max"),
    ] {
        let found = problems(word, options.clone());
        assert!(
            found.iter().any(|text| text.starts_with(&format!("{path}: "))),
            "{word} {options}: {found:?}"
        );
    }
}

#[test]
fn unknown_keys_and_wrong_words_are_named() {
    let found = problems(
        "block",
        json!({"blok": {}, "block": {"ties": "share", "tie": "sher"}, "must_play": "yes", "match": 7,
               "hand_size": {"two": 7}, "draw": {"reserve": -1, "count": 3}, "lead": null}),
    );
    let text = found.join("\n");
    for part in [
        "/blok: there is no such section",
        "/block/ties: there is no such parameter",
        "/block/tie: \"sher\" is not possible here; expected: none, lightest_tile, lightest_tile_then_next, share, opener",
        "/must_play: \"yes\" is not possible here; expected: true, false",
        "/match: expected an object",
        "/hand_size: ",
        "/draw/reserve: -1 is not possible here",
        "/draw/count: 3 is not possible here; expected: none, one, until",
    ] {
        assert!(text.contains(part), "{part} in\n{text}");
    }
    assert_eq!(found.len(), 8, "{text}");
    assert_eq!(problems("block", json!([])), [": expected an object"]);
    assert!(problems("block", json!({"match": {"target": 150.0}})).is_empty(), "a whole number is one");
    assert_eq!(problems("block", json!({"match": {"target": 150.5}})).len(), 1);
}
