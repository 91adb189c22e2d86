//! Penalties, and matches that the table ends before the rules do.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;
use utoipa::ToSchema;

use super::hand::Left;
use super::phrase::{Phrase, phrase};
use super::refusal::Refusal;
use super::report::Problem;
use super::ruleset::{Awarded, MatchGoal, PenaltyAmount, Ruleset};
use super::seat::{Seat, Seating, Side};

/// A penalty, as the table reports it.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportedPenalty)]
pub struct Penalty {
    /// Who incurred it.
    pub seat: Seat,
    /// The round it belongs to, from 1; 0 before the first.
    pub round: usize,
    /// The code in the catalogue of the ruleset, which then says how much it is and for whom.
    pub code: Option<String>,
    /// How much it is.
    pub amount: PenaltyAmount,
    /// The side that gets the points; without it they count against the side that incurred it.
    pub awarded_to: Option<Side>,
    /// Why.
    pub reason: String,
}

impl Penalty {
    /// The penalty with all that the catalogue says of its code.
    ///
    /// Errors: what the catalogue does not have, or what is missing or too much beside it.
    pub fn agreed(mut self, rules: &Ruleset, seating: Seating) -> Result<Penalty, Problem> {
        let own = seating.side(self.seat);
        if self.awarded_to == Some(own) {
            return wrongly_awarded("must be a side other than the one that incurred the penalty");
        }
        let is_free = self.amount != PenaltyAmount::default();
        match (&self.code, is_free) {
            (None, false) => return Err(Problem::at("/amount", Refusal::AmountOrCode)),
            (None, true) => return in_range(&self.amount).map(|()| self),
            (Some(_), _) => {}
        }
        let code = self.code.clone().unwrap_or_default();
        let Some(agreed) = rules.penalties().get(&code) else {
            let known = rules.penalties().keys().map(|code| format!("\"{code}\"")).collect::<Vec<_>>();
            let code = code.chars().take(40).collect();
            return Err(Problem::at("/code", Refusal::NoSuchCode { code, known: known.join(", ") }));
        };
        let mut others = seating.sides().filter(|side| *side != own);
        self.awarded_to = match (agreed.awarded, self.awarded_to, others.next(), others.next()) {
            (Awarded::OwnSide, None, ..) => None,
            (Awarded::OwnSide, Some(_), ..) => {
                return wrongly_awarded(
                    "does not go with this penalty: its points count against the side that incurred it",
                );
            }
            (Awarded::OtherSide, Some(side), ..) => Some(side),
            (Awarded::OtherSide, None, Some(only), None) => Some(only),
            (Awarded::OtherSide, None, ..) => {
                return wrongly_awarded("is missing: say which of the other sides gets the points");
            }
        };
        // Where a hand is not known, the table says what was in it.
        let told = agreed.amount.with_reported(self.amount.points);
        if is_free && told == agreed.amount {
            return Err(Problem::at("/amount", Refusal::AmountOrCode));
        }
        self.amount = told;
        in_range(&self.amount)?;
        if self.reason.trim().is_empty() {
            self.reason.clone_from(&agreed.title);
        }
        Ok(self)
    }

    /// Its points, for a seat that was left with `left` in the round.
    fn points(&self, rules: &Ruleset, left: Option<&Left>) -> i32 {
        let share = |percent: u8| {
            let target = i32::from(rules.matching().target.unwrap_or(0));
            target * i32::from(percent) / 100
        };
        let double_blank = rules.lines().map_or(0, |lines| lines.pips.double_blank);
        let pips = || left.map_or(0, |left| i32::from(left.pips(double_blank)));
        let PenaltyAmount { points, percent_of_target, at_least, .. } = &self.amount;
        let points = points.map(i32::from).or(percent_of_target.map(share)).unwrap_or_else(pips);
        points.max(at_least.map_or(0, i32::from))
    }

    /// Whether it is what the catalogue says of its code, or has none.
    pub(in crate::rules) fn is_as_agreed(&self, rules: &Ruleset) -> bool {
        let Some(code) = &self.code else { return true };
        rules.penalties().get(code).is_some_and(|agreed| {
            let amount = self.amount == agreed.amount
                || self.amount == agreed.amount.with_reported(self.amount.points);
            amount && self.awarded_to.is_some() == (agreed.awarded == Awarded::OtherSide)
        })
    }

    /// Whose total the penalty changes, and by how much.
    pub fn change(&self, rules: &Ruleset, own: Side, left: Option<&Left>) -> (Side, i32) {
        let points = self.points(rules, left);
        let low = rules.matching().goal == MatchGoal::Low;
        match self.awarded_to {
            // What helps is a point more where the highest total wins, and one less where the lowest does.
            Some(side) => (side, if low { -points } else { points }),
            None => (own, if low { points } else { -points }),
        }
    }
}

/// Whether each part of an amount is neither nothing nor too much.
fn in_range(amount: &PenaltyAmount) -> Result<(), Problem> {
    amount.out_of_range().map_or(Ok(()), |(member, given, most)| {
        Err(Problem::at(format!("/amount/{member}"), Refusal::AmountOutOfRange { member, given, most }))
    })
}

fn wrongly_awarded<T>(why: &'static str) -> Result<T, Problem> {
    Err(Problem::at("/awarded_to", Refusal::Awarded { why }))
}

/// Why a match ended before its rules ended it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum EndKind {
    /// The time was up; who leads has won.
    TimeLimit,
    /// A side gave up; the best of the others has won.
    Forfeit,
    /// It was broken off; nobody has won.
    Abandoned,
    /// The sides agreed on a draw, whatever the totals: all who play on share it.
    Draw,
    /// Only the result was noted, and no round: the totals, by which who leads has won, or only who won.
    ResultOnly,
}

impl EndKind {
    /// Why the match ended, as a clause; `by` are the sides that gave up.
    pub fn why(self, by: &[Side]) -> Phrase {
        match (self, by) {
            (EndKind::TimeLimit, _) => phrase!("the time was up"),
            (EndKind::Forfeit, []) => phrase!("a side gave up"),
            (EndKind::Forfeit, by) => phrase!("{by} gave up", by),
            (EndKind::Abandoned, _) => phrase!("it was broken off"),
            (EndKind::Draw, _) => phrase!("the sides agreed on a draw"),
            (EndKind::ResultOnly, _) => phrase!("only its result was noted"),
        }
    }
}

/// A match that the table ended.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportedEnd)]
pub struct DeclaredEnd {
    /// Why.
    pub kind: EndKind,
    /// The side that gave up.
    pub by: Option<Side>,
    /// Totals that the table declares instead of those that were reached.
    #[schema(value_type = Option<BTreeMap<String, i32>>)]
    pub scores: Option<BTreeMap<Side, i32>>,
    /// Who won, where only the result was noted and no totals.
    #[serde(default)]
    pub winners: Option<Vec<Side>>,
    /// The reason, for those who read the score sheet later.
    pub reason: String,
}
