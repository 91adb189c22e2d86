//! Rulesets as tables make them of a variant: when a game is made, and when they turn out to have been wrong.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::super::ruleset::{Overrides, Parameter, RuleProblem, Ruleset, RulesetForm, allowed, as_json};
use crate::rules::refusal::Refusal;
use crate::rules::seat::Seating;
use crate::rules::variant::Variant;

impl Ruleset {
    /// The ruleset of `variant` with what the table plays differently.
    ///
    /// Errors: every problem of the overrides, with its path.
    pub fn new(variant: Variant, overrides: &Overrides) -> Result<Ruleset, Vec<RuleProblem>> {
        variant.preset(overrides.max_pip().unwrap_or(variant.max_pip())).with(overrides)
    }

    /// The ruleset of `variant` as it is.
    pub fn standard(variant: Variant) -> Ruleset {
        variant.preset(variant.max_pip())
    }

    /// These rules with what was wrong from the start put right.
    ///
    /// All that `overrides` do not name stays as it was frozen, whatever the variant says today. Another
    /// set brings what the variant plays differently with it, such as the hands or the rounds, except
    /// where the table had chosen something else.
    ///
    /// Errors: every problem of the overrides, with its path.
    pub fn amended(&self, overrides: &Overrides) -> Result<Ruleset, Vec<RuleProblem>> {
        let rules = self.with_set(overrides.max_pip().unwrap_or(self.max_pip()));
        rules.map_err(|problem| vec![problem])?.with(overrides)
    }

    /// How `players` sit at the table.
    ///
    /// Fails when the game is not played by so many, or not by partners.
    pub fn seating(&self, players: usize, partners: bool) -> Result<Seating, Refusal> {
        let (min, max) = (usize::from(self.players.min), usize::from(self.players.max));
        if !(min..=max).contains(&players) {
            let set = if players > max { self.set_for(players) } else { None };
            return Err(Refusal::WrongNumberOfPlayers { players, min, max, set });
        }
        match (partners, players) {
            (false, _) => Ok(Seating::individual(players)),
            (true, _) if !self.players.partners => Err(Refusal::NoPartners),
            (true, 4) => Ok(Seating::partners()),
            (true, players) => Err(Refusal::PartnersNeedFour { players }),
        }
    }

    /// Every parameter with its value, what it may be, what it means and where it comes from.
    pub fn parameters(&self) -> Vec<Parameter> {
        let mut all = self.listed();
        for parameter in &mut all {
            parameter.source = self.variant.source(&parameter.key).map(str::to_owned);
        }
        all
    }

    /// The smallest larger set with which so many can play.
    fn set_for(&self, players: usize) -> Option<String> {
        let larger = allowed("set.max_pip").unwrap_or_default().iter();
        let larger = larger.filter_map(|max_pip| u8::try_from(*max_pip).ok());
        let larger = larger.filter(|max_pip| *max_pip > self.max_pip());
        let mut sets = larger.filter_map(|max_pip| self.with_set(max_pip).ok());
        let takes = |rules: &Ruleset| usize::from(rules.players.max) >= players;
        sets.find(|rules| takes(rules) && rules.problems().is_empty()).map(|rules| rules.set_name())
    }

    /// These rules for another set: a three-way merge of the variant with the old set, these rules, and the
    /// variant with the new set.
    ///
    /// Fails if they do not go with it.
    fn with_set(&self, max_pip: u8) -> Result<Ruleset, RuleProblem> {
        let [old, own, new] =
            [&self.variant.preset(self.max_pip()), self, &self.variant.preset(max_pip)].map(as_json);
        let form = serde_json::from_value(merge(&old, own, &new)).map_err(|error| error.to_string());
        let rules = form.and_then(|form: RulesetForm| form.ruleset());
        rules.map_err(|why| RuleProblem::new("/set/max_pip", format!("does not go with these rules: {why}")))
    }
}

/// What is as it was in `old` becomes as it is in `new`; everything else stays as it is in `own`.
fn merge(old: &Value, own: Value, new: &Value) -> Value {
    match (old, own, new) {
        (Value::Object(old), Value::Object(own), Value::Object(new)) => {
            let keys: BTreeSet<&String> = own.keys().chain(new.keys()).collect();
            let member = |key: &String| {
                let of = |members: &Map<String, Value>| members.get(key).cloned().unwrap_or(Value::Null);
                (key.clone(), merge(&of(old), of(&own), &of(new)))
            };
            let members = keys.into_iter().map(member);
            Value::Object(members.filter(|(_, value)| !value.is_null()).collect())
        }
        (old, own, new) if own == *old => new.clone(),
        (_, own, _) => own,
    }
}
