//! The penalties that a table has agreed on, by their codes.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::{Domain, PenaltyAmount, RuleProblem, Ruleset, Setting};
use crate::reader;

/// The most penalties of a catalogue.
const MOST: usize = 100;

/// Whose total a penalty of the catalogue changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Awarded {
    /// The points count against the side that incurred it.
    OwnSide,
    /// Another side gets the points; where there are several, the table says which.
    OtherSide,
}

/// A penalty that the table has agreed on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"title": "Pass while able", "amount": {"points": 50}, "awarded": "other_side"}))]
pub struct AgreedPenalty {
    /// What it is for, 1 to 200 characters.
    #[schema(min_length = 1, max_length = 200)]
    pub title: String,
    /// How much it is.
    pub amount: PenaltyAmount,
    /// Whose total it changes.
    pub awarded: Awarded,
}

/// The penalties that a table has agreed on, by their codes. Where the rules of a game are amended, null takes
/// one out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(value_type = BTreeMap<String, AgreedPenalty>,
    example = json!({"false_pass": {"title": "Pass while able", "amount": {"points": 50}, "awarded": "other_side"}}))]
pub struct Catalogue(pub BTreeMap<String, AgreedPenalty>);

impl Setting for Catalogue {
    fn domain() -> Domain {
        Domain::Range(r#"an object that maps codes to penalties, such as {"false_pass": {"title": "Pass while able", "amount": {"points": 50}, "awarded": "other_side"}}"#.to_owned())
    }
}

impl Catalogue {
    /// Whether nothing is agreed on.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Reads what a table has agreed on; whatever is wrong becomes a problem.
    pub(super) fn read(value: &Value, path: &str, problems: &mut Vec<RuleProblem>) -> Catalogue {
        let mut catalogue = Catalogue::default();
        let Some(members) = value.as_object() else {
            problems.push(RuleProblem::new(path, "expected an object"));
            return catalogue;
        };
        for (code, value) in members.iter().filter(|(_, value)| !value.is_null()) {
            match reader::from_value::<AgreedPenalty>(value.clone()) {
                Ok(agreed) => drop(catalogue.0.insert(code.clone(), agreed)),
                Err(error) => {
                    let expected = "expected an object with `title`, `amount` and `awarded`";
                    problems.push(RuleProblem::new(at(path, code), format!("{expected}: {error}")));
                }
            }
        }
        catalogue
    }

    /// What is wrong with it in a game of these rules.
    pub(super) fn problems(&self, rules: &Ruleset) -> Vec<RuleProblem> {
        let mut problems = Vec::new();
        let mut that = |holds: bool, path: String, message: &str| {
            if !holds {
                problems.push(RuleProblem::new(path, message));
            }
        };
        that(self.0.len() <= MOST, "/penalties".to_owned(), "a catalogue has at most 100 penalties");
        for (code, agreed) in &self.0 {
            let place = at("/penalties", code);
            let is_code = (1..=40).contains(&code.len())
                && code.starts_with(|first: char| first.is_ascii_lowercase())
                && code.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
            that(
                is_code,
                place.clone(),
                "a code is a letter from a to z, then up to 39 of these letters, digits and `_`",
            );
            let title = agreed.title.trim().chars().count();
            that((1..=200).contains(&title), format!("{place}/title"), "a title has 1 to 200 characters");
            that(
                agreed.amount.is_possible(rules),
                format!("{place}/amount"),
                "exactly one of `points` (1 to 10,000), `percent_of_target` (1 to 100, in a match to a target) and `hand_pips`; `at_least` (1 to 10,000) may be added",
            );
        }
        problems
    }
}

/// The JSON Pointer to the penalty with this code.
fn at(path: &str, code: &str) -> String {
    let code: String = code.chars().take(60).collect();
    format!("{path}/{}", code.replace('~', "~0").replace('/', "~1"))
}
