//! Random choices and random options.

use pipkeeper::rules::*;
use serde_json::{Map, Value, json};

use crate::support::nested;

/// A small generator of random numbers, so that a seed gives a game.
pub struct Dice(pub u64);

impl Dice {
    fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.roll() % u64::try_from(limit).unwrap()).unwrap()
    }

    /// True `percent` times of a hundred.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last + 1));
        }
    }
}

/// The values that a parameter lists, or some numbers where it does not.
pub fn values(parameter: &Parameter) -> Vec<Value> {
    match parameter.key.as_str() {
        "hand_size" => {
            let sizes = [2, 3, 5, 6].into_iter().flat_map(|tiles| [json!({"2": tiles}), json!({"3": tiles})]);
            sizes.chain([json!({"2": 10}), json!({"9": 3})]).collect()
        }
        "match.target" => vec![json!(30), json!(60), json!(150)],
        "match.rounds" => vec![json!(2), json!(3), json!(4)],
        "match.doubled_rounds" => vec![json!(0), json!(1), json!(2), json!(200)],
        "pips.double_blank" => vec![json!(0), json!(25), json!(50)],
        "penalties" => {
            vec![json!({"late": {"title": "Late", "amount": {"points": 20}, "awarded": "own_side"},
            "pass": {"title": "Pass while able", "amount": {"hand_pips": true, "at_least": 5}, "awarded": "other_side"}})]
        }
        "players.min" | "players.max" => vec![json!(2), json!(3), json!(4)],
        _ => {
            let words = parameter.values.iter().map(|known| &known.value);
            words.map(|word| serde_json::from_str(word).unwrap_or_else(|_| json!(word))).collect()
        }
    }
}

/// Two dotted options in one object of dotted options.
fn with(options: &Value, key: &str, value: &Value) -> Value {
    let mut options = options.clone();
    options[key] = value.clone();
    options
}

/// Options that go together only.
const PAIRS: [&str; 7] = [
    r#"{"draw.count": "none", "draw.play_drawn": false, "draw.reserve": 0}"#,
    r#"{"draw.count": "until", "draw.play_drawn": true}"#,
    r#"{"arms.opening_double": 6, "obligation.opening": 6}"#,
    r#"{"arms.later_double": 3, "obligation.later": 3, "end.out_on_double": "foot_must_be_finished"}"#,
    r#"{"score.method": "own_penalty", "match.goal": "low", "players.partners": false}"#,
    r#"{"score.method": "winner_takes", "match.goal": "high", "match.tie": "joint"}"#,
    r#"{"lead.first": "highest_double", "lead.tile": "that_tile", "lead.none": "redeal", "lead.later": "same_as_first"}"#,
];

/// A ruleset with up to `count` options, each kept where it contradicts none before.
pub fn accepted(variant: Variant, count: usize, dice: &mut Dice) -> (Ruleset, Map<String, Value>) {
    let make = |options: &Value| {
        let overrides: Overrides = serde_json::from_value(nested(options)).unwrap();
        Ruleset::new(variant, &overrides)
    };
    let mut options = json!({});
    let parameters = Ruleset::standard(variant).parameters();
    for _ in 0..count {
        let mut tried = options.clone();
        if dice.chance(25) {
            let pair: Value = serde_json::from_str(PAIRS[dice.below(PAIRS.len())]).unwrap();
            for (key, value) in pair.as_object().unwrap() {
                tried = with(&tried, key, value);
            }
        } else {
            let parameter = dice.pick(&parameters);
            tried = with(&tried, &parameter.key, dice.pick(&values(parameter)));
        }
        if make(&tried).is_ok() {
            options = tried;
        }
    }
    let rules = make(&options).unwrap();
    let Value::Object(options) = options else { unreachable!() };
    (rules, options)
}

/// Overrides with right and wrong values in right and wrong places.
pub fn wild(variant: Variant, dice: &mut Dice) -> Value {
    let other = *dice.pick(&Variant::ALL);
    let mut parameters = Ruleset::standard(variant).parameters();
    if dice.chance(15) {
        parameters.extend(Ruleset::standard(other).parameters());
    }
    let mut options = json!({});
    for _ in 0..dice.below(12) {
        let parameter = dice.pick(&parameters);
        let value = match dice.below(10) {
            0 => json!(dice.below(70_000)),
            1 => json!(dice.below(256)),
            2 => json!(null),
            3 => json!([1, "x"]),
            4 => json!({"2": dice.below(256), "9": dice.below(12)}),
            _ => dice.pick(&values(parameter)).clone(),
        };
        options = with(&options, &parameter.key, &value);
    }
    if dice.chance(5) {
        options["nonsense.more"] = json!(true);
    }
    nested(&options)
}
