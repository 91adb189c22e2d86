//! No option is silently without effect: two values that a table may choose are told apart by some
//! answer, and a value that would change nothing is refused with a sentence.

mod answers;
mod awards;
mod situations;

use pipkeeper::rules::*;
use serde_json::{Value, json};

use self::situations::{Bank, Situation};
use crate::properties::options::{Dice, accepted, values};
use crate::properties::table::Played;
use crate::support::{nested, tile};

/// Games that are played under one of two rulesets to tell them apart.
const GAMES: u64 = 40;

/// The options that say who can sit down; of any other that is no effect.
const ABOUT_SEATS: [&str; 3] = ["players.min", "players.max", "players.partners"];

/// The options that say only how the table sits: seats are lettered in the order of turns either way.
const ABOUT_THE_ROOM: [&str; 1] = ["players.direction"];

/// The dotted options of a table.
type Options = serde_json::Map<String, Value>;

fn ruleset(variant: Variant, options: &Options) -> Result<Ruleset, Vec<RuleProblem>> {
    let overrides: Overrides = serde_json::from_value(nested(&Value::Object(options.clone()))).unwrap();
    Ruleset::new(variant, &overrides)
}

fn with(options: &Options, key: &str, value: &Value) -> Options {
    let mut options = options.clone();
    options.insert(key.to_owned(), value.clone());
    options
}

/// Whether the two say the same, in other words.
fn same_hands(one: &Ruleset, other: &Ruleset) -> bool {
    let sizes = |rules: &Ruleset| {
        let players = usize::from(rules.players().min)..=usize::from(rules.players().max);
        rules.lines().map(|lines| players.map(|players| lines.hand_size.of(players)).collect::<Vec<_>>())
    };
    let without = |rules: &Ruleset| {
        let mut form = serde_json::to_value(rules).unwrap();
        form.as_object_mut().unwrap().remove("hand_size");
        form
    };
    sizes(one) == sizes(other) && without(one) == without(other)
}

struct Judge {
    bank: Bank,
    /// The situation that told the values of a parameter apart last.
    last: std::collections::BTreeMap<String, usize>,
}

impl Judge {
    fn new(variant: Variant) -> Judge {
        Judge { bank: Bank::of(variant), last: Default::default() }
    }

    /// Whether some situation is answered differently under the two.
    fn tells_apart(&mut self, key: &str, one: &Ruleset, other: &Ruleset) -> bool {
        let seats = ABOUT_SEATS.contains(&key);
        let last = self.last.get(key).copied().into_iter();
        let order: Vec<usize> = last.chain(self.bank.order(key)).collect();
        let told = |index: &usize| self.bank.situations[*index].1.tells_apart(one, other, seats);
        if let Some(index) = order.into_iter().find(told) {
            self.last.insert(key.to_owned(), index);
            return true;
        }
        let dead_ends = [one, other].into_iter().filter_map(Situation::dead_end);
        if dead_ends.into_iter().any(|dead_end| dead_end.tells_apart(one, other, seats)) {
            return true;
        }
        (0..GAMES).any(|seed| {
            let rules = if seed % 2 == 0 { one } else { other };
            let mut dice = Dice(seed);
            let played = Played::game(rules, key, &mut dice);
            Situation::of_log(&played.log).tells_apart(one, other, seats)
        })
    }

    /// Every two values of `parameter` that a table with these options may choose.
    fn check(&mut self, variant: Variant, options: &Options, parameter: &Parameter) -> usize {
        let Ok(own) = ruleset(variant, options) else { return 0 };
        if ABOUT_THE_ROOM.contains(&parameter.key.as_str()) {
            return 0;
        }
        let mut seen: Vec<(Value, Ruleset)> = vec![(json!("as it is"), own)];
        for value in values(parameter) {
            let Ok(rules) = ruleset(variant, &with(options, &parameter.key, &value)) else { continue };
            if seen.iter().any(|(_, known)| *known == rules || same_hands(known, &rules)) {
                continue;
            }
            for (known, earlier) in &seen {
                assert!(
                    self.tells_apart(&parameter.key, earlier, &rules),
                    "{variant:?} with {options:?}: {} is the same as {known} and as {value}",
                    parameter.key,
                );
            }
            seen.push((value, rules));
        }
        seen.len() - 1
    }
}

/// Every option of every variant with every value.
fn every_option_of(variant: Variant) {
    let mut judge = Judge::new(variant);
    let parameters = Ruleset::standard(variant).parameters();
    let checked: usize =
        parameters.iter().map(|parameter| judge.check(variant, &Options::new(), parameter)).sum();
    assert!(checked > 10, "{variant:?}: {checked} values differ from the variant's own");
}

#[test]
fn every_option_of_block_has_an_effect() {
    every_option_of(Variant::Block);
}

#[test]
fn every_option_of_hathaway_has_an_effect() {
    every_option_of(Variant::Hathaway);
}

#[test]
fn every_option_of_basic_double_12_has_an_effect() {
    every_option_of(Variant::Basic12);
}

#[test]
fn every_option_of_chickenfoot_has_an_effect() {
    every_option_of(Variant::Chickenfoot);
}

#[test]
fn every_option_of_build_up_has_an_effect() {
    every_option_of(Variant::BuildUp);
}

/// The same beside other options, picked at random. `OPTION_CONTEXTS` says beside how many.
#[test]
fn options_have_an_effect_beside_others() {
    let contexts = std::env::var("OPTION_CONTEXTS").ok().and_then(|count| count.parse().ok()).unwrap_or(8);
    for variant in Variant::ALL {
        let mut judge = Judge::new(variant);
        let parameters = Ruleset::standard(variant).parameters();
        for seed in 0..contexts {
            let mut dice = Dice(seed);
            let (_, options) = accepted(variant, 1 + dice.below(4), &mut dice);
            for _ in 0..4 {
                judge.check(variant, &options, dice.pick(&parameters));
            }
        }
    }
}

/// Combinations that say the same twice, or nothing, are refused where they say it.
#[test]
fn options_without_effect_are_refused_with_a_sentence() {
    for (word, options, problem) in REFUSED {
        let options: Value = serde_json::from_str(options).unwrap();
        let found = crate::support::problems(word, nested(&options));
        assert!(found.iter().any(|found| found == problem), "{word} {options}: {found:#?}");
    }
}

/// The formula that goes with the lightest hand stands in the rules where the table names none.
#[test]
fn the_lightest_hand_brings_its_formula() {
    for word in ["hathaway", "block"] {
        let by_hand = crate::support::rules(word, json!({"block": {"winner": "team_of_lowest_hand"}}));
        let form = serde_json::to_value(&by_hand).unwrap();
        assert_eq!(form["score"]["block"], "opponents_total", "{word}");
    }
    let usual = serde_json::to_value(Ruleset::standard(Variant::Hathaway)).unwrap();
    assert_eq!(usual["score"]["block"], "sum_of_differences");
}

/// What was refused once is refused at the door only: games that were made with it are read.
#[test]
fn frozen_rulesets_with_options_without_effect_are_read() {
    let mut form = serde_json::to_value(Ruleset::standard(Variant::Block)).unwrap();
    form["block"]["winner"] = json!("lowest_team_total");
    form["lead"]["none"] = json!("redeal");
    form["match"]["target_check"] = json!("round_end");
    form["hand_size"]["9"] = json!(3);
    let read: Ruleset = serde_json::from_value(form.clone()).unwrap();
    // What two words meant once has one now.
    form["block"]["winner"] = json!("lowest_hand");
    assert_eq!(serde_json::to_value(&read).unwrap(), form);
    assert!(read.has_tile(tile("6-6")));
}

const REFUSED: &[(&str, &str, &str)] = &[
    (
        "basic12",
        r#"{"block.winner": "team_of_lowest_hand"}"#,
        "/block/winner: this game is not played by partners (players.partners)",
    ),
    (
        "block",
        r#"{"block.winner": "team_of_lowest_hand", "score.block": "sum_of_differences"}"#,
        "/score/block: the side of the lowest hand scores the dots of its opponents (block.winner): `opponents_total`",
    ),
    (
        "hathaway",
        r#"{"block.winner": "team_of_lowest_hand", "score.block": "sum_of_differences"}"#,
        "/score/block: the side of the lowest hand scores the dots of its opponents (block.winner): `opponents_total`",
    ),
    (
        "hathaway",
        r#"{"block.winner": "team_of_lowest_hand", "score.block": "sum_minus_own"}"#,
        "/score/block: the side of the lowest hand scores the dots of its opponents (block.winner): `opponents_total`",
    ),
    (
        "hathaway",
        r#"{"score.block": "each_vs_higher", "score.partner_tiles": "add"}"#,
        "/score/partner_tiles: everybody scores the difference to each heavier hand (score.block), so this must be `ignore`",
    ),
    (
        "block",
        r#"{"players.max": 2, "players.partners": false, "score.block": "sum_of_differences"}"#,
        "/score/block: between two players both are the same difference",
    ),
    (
        "chickenfoot",
        r#"{"block.tie": "none"}"#,
        "/block/tie: penalty points do not depend on who wins (score.method)",
    ),
    (
        "basic12",
        r#"{"score.partner_tiles": "add"}"#,
        "/score/partner_tiles: this game is not played by partners (players.partners)",
    ),
    (
        "hathaway",
        r#"{"score.min_round": "unlimited"}"#,
        "/score/min_round: a round can be worth less than 0 only where the tiles of partners are taken off (score.partner_tiles)",
    ),
    (
        "block",
        r#"{"block.dead_ends": "exhaust"}"#,
        "/block/dead_ends: nothing is drawn here, so the round ends as soon as nobody can play",
    ),
    (
        "hathaway",
        r#"{"hand_size.2": 7, "players.min": 4, "draw.reserve": 2}"#,
        "/draw/reserve: so many tiles are dealt that none can be drawn",
    ),
    (
        "block",
        r#"{"obligation.waive_if_impossible": true}"#,
        "/obligation/waive_if_impossible: a double that has to be filled can always be filled here (obligation)",
    ),
    (
        "chickenfoot",
        r#"{"obligation.later": 0, "end.out_on_double": "penalty_50"}"#,
        "/end/out_on_double: nobody goes out on a double that has to be filled (obligation.later)",
    ),
    (
        "block",
        r#"{"lead.later": "same_as_first"}"#,
        "/lead/later: to draw for the lead again in later rounds, use `redraw`",
    ),
    (
        "block",
        r#"{"lead.none": "redeal"}"#,
        "/lead/none: no double gives the lead here (lead.first), so this must be `any`",
    ),
    (
        "hathaway",
        r#"{"lead.schedule": "descending_draw"}"#,
        "/lead/none: the players draw until the double of the round appears (lead.schedule), so this must be `draw_in_turn`",
    ),
    (
        "hathaway",
        r#"{"hand_size.2": 7, "players.min": 4, "lead.none": "draw_in_turn"}"#,
        "/lead/none: so many tiles are dealt that somebody always holds a double",
    ),
    (
        "chickenfoot",
        r#"{"lead.schedule": "highest_unused_held", "lead.tile": "any"}"#,
        "/lead/schedule: a schedule of doubles needs lead.tile `that_tile`",
    ),
    (
        "buildup",
        r#"{"players.direction": "counter_clockwise"}"#,
        "/players/direction: with two players the direction makes no difference",
    ),
    (
        "buildup",
        r#"{"match.ranks": "dense"}"#,
        "/match/ranks: two players rank first and second, or share the first rank, either way",
    ),
    (
        "buildup",
        r#"{"match.tie": "extra_round"}"#,
        "/match/tie: Build Up can only add a whole game: `extra_game`",
    ),
    (
        "chickenfoot",
        r#"{"match.penalty_ends": true}"#,
        "/match/penalty_ends: a match of rounds ends only with a round (match.type)",
    ),
    (
        "buildup",
        r#"{"match.bonus_ends": true}"#,
        "/match/bonus_ends: a match of rounds ends only with a round (match.type)",
    ),
    (
        "chickenfoot",
        r#"{"match.type": "target", "match.target": 100, "match.bonus_ends": true}"#,
        "/match/bonus_ends: where the lowest total wins a bonus takes points off, so it cannot reach the target",
    ),
    (
        "block",
        r#"{"match.target_check": "round_end"}"#,
        "/match/target_check: neither a penalty nor a bonus ends the match (match.penalty_ends, match.bonus_ends)",
    ),
    (
        "chickenfoot",
        r#"{"match.doubled_rounds": 8}"#,
        "/match/doubled_rounds: more rounds would count double than the match has (match.rounds)",
    ),
    (
        "block",
        r#"{"hand_size.5": 3}"#,
        "/hand_size/5: this entry is never used: the game is for 2 to 4 players",
    ),
];
