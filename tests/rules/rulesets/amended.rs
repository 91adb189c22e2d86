//! Rules that were wrong from the start, put right.

use super::*;
use crate::properties::options::{Dice, accepted};

fn amended(rules: &Ruleset, options: Value) -> Result<Ruleset, Vec<RuleProblem>> {
    rules.amended(&serde_json::from_value(options).unwrap())
}

/// The rules of a table that forgot its options at first are those of one that named them at once.
#[test]
fn options_that_are_named_later_are_the_same() {
    for variant in Variant::ALL {
        for seed in 0..200 {
            let (rules, options) = accepted(variant, 4, &mut Dice(seed));
            let late = amended(&Ruleset::standard(variant), nested(&Value::Object(options.clone())));
            assert_eq!(late, Ok(rules), "{variant:?} {options:?}");
        }
    }
}

#[test]
fn another_set_brings_what_the_variant_plays_with_it() {
    let nine = json!({ "set": { "max_pip": 9 } });
    let standard = Ruleset::standard(Variant::Chickenfoot);
    assert_eq!(amended(&standard, nine.clone()), Ok(rules("chickenfoot", nine.clone())));
    // What the table had chosen stays, and so does what it did not name.
    let chosen = json!({ "match": { "rounds": 5 }, "pips": { "double_blank": 50 } });
    let both = json!({ "set": { "max_pip": 9 }, "match": { "rounds": 5 }, "pips": { "double_blank": 50 } });
    let own = rules("chickenfoot", chosen);
    assert_eq!(amended(&own, nine.clone()), Ok(rules("chickenfoot", both)));
    let to_target = json!({ "match": { "type": "target", "target": 60 } });
    let low = amended(&rules("chickenfoot", to_target), nine).unwrap();
    assert_eq!((low.matching().target, low.matching().rounds), (Some(60), None));
    let back = amended(
        &amended(&own, json!({ "set": { "max_pip": 12 } })).unwrap(),
        json!({ "set": { "max_pip": 6 } }),
    );
    assert_eq!(back, Ok(own));
}

#[test]
fn too_many_players_are_told_which_set_they_need() {
    let refused =
        |rules: Ruleset, players: usize| rules.seating(players, false).unwrap_err().describe(&Names::LETTERS);
    let chickenfoot = || rules("chickenfoot", json!({}));
    assert_eq!(
        refused(chickenfoot(), 5),
        "5 players cannot play this game: it is for 2 to 4; 5 players need the double-nine set"
    );
    assert_eq!(
        refused(chickenfoot(), 9),
        "9 players cannot play this game: it is for 2 to 4; 9 players need the double-twelve set"
    );
    assert_eq!(refused(chickenfoot(), 1), "1 player cannot play this game: it is for 2 to 4");
    assert_eq!(refused(chickenfoot(), 11), "11 players cannot play this game: it is for 2 to 4");
    // No set helps where the game is for four, or the table said so.
    assert_eq!(refused(rules("block", json!({})), 5), "5 players cannot play this game: it is for 2 to 4");
    let three = rules("chickenfoot", json!({ "players": { "max": 3 } }));
    assert_eq!(refused(three, 5), "5 players cannot play this game: it is for 2 to 3");
}
