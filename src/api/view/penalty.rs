//! How penalties and bonuses are shown, and matches that the table ended.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_with::skip_serializing_none;
use utoipa::ToSchema;

use crate::rules::{
    Bonus, DeclaredEnd, EndKind, Game, Penalty, PenaltyAmount, RecordedBonus, RecordedPenalty, Seat, Side,
    Unsettled,
};
use crate::service::games::NamedGame;

/// A penalty.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Penalty)]
pub struct PenaltyView {
    /// Its number, from 1.
    #[schema(minimum = 1)]
    pub penalty: u32,
    /// Who incurred it.
    pub seat: Seat,
    /// The round it belongs to; 0 before the first.
    #[schema(minimum = 0)]
    pub round: usize,
    /// Its code, if it is one of those that the table agreed on (`rules.penalties`).
    pub code: Option<String>,
    /// How much it is.
    pub amount: PenaltyAmount,
    /// The side whose total it changes.
    pub side: Side,
    /// What it does to that total, unless it is cancelled.
    pub change: i32,
    /// The side that gets the points, if they do not count against the one that incurred it.
    pub awarded_to: Option<Side>,
    /// The reason.
    pub reason: String,
    /// Why it does not count, if it is cancelled.
    pub cancelled: Option<String>,
    /// What is to be decided about it: it counts, but its round is gone, it goes by a hand that is not
    /// known, or the rules were amended and say something else of its code. It can be cancelled, or left as it is.
    pub unsettled: Option<Unsettled>,
    /// How it comes to its points, as a sentence.
    pub text: String,
}

impl PenaltyView {
    /// The penalties of a game as they are shown.
    pub fn list(named: NamedGame<'_>) -> Vec<PenaltyView> {
        named.game.penalties().iter().map(|recorded| PenaltyView::of(named, recorded)).collect()
    }

    fn of(named: NamedGame<'_>, recorded: &RecordedPenalty) -> PenaltyView {
        let RecordedPenalty { number, penalty, cancelled } = recorded.clone();
        let (side, change) = recorded.change(named.game);
        let text = explained(named, recorded);
        let Penalty { seat, round, code, amount, awarded_to, reason } = penalty;
        PenaltyView {
            penalty: number,
            seat,
            round,
            code,
            amount,
            side,
            change,
            awarded_to,
            reason,
            cancelled,
            unsettled: named.game.unsettled_penalty(recorded),
            text,
        }
    }
}

/// How a penalty comes to its points, as a sentence.
fn explained(named: NamedGame<'_>, recorded: &RecordedPenalty) -> String {
    let RecordedPenalty { penalty, cancelled, .. } = recorded;
    let (side, change) = recorded.change(named.game);
    let names = named.names_in(penalty.round);
    let PenaltyAmount { points, percent_of_target, hand_pips: _, at_least } = &penalty.amount;
    let amount = match (points, percent_of_target) {
        (Some(points), _) => format!("{points} points"),
        (None, Some(percent)) => {
            let target = named.game.rules().matching().target.unwrap_or(0);
            format!("{percent} % of the target of {target}")
        }
        (None, None) => format!("the dots in {}'s hand in round {}", names.seat(penalty.seat), penalty.round),
    };
    let least = at_least.map(|least| format!(", at least {least}")).unwrap_or_default();
    let unsettled = named.game.unsettled_penalty(recorded);
    let unsettled = unsettled.map(|it| format!("; {}", why(it))).unwrap_or_default();
    let verb = if cancelled.is_some() { "would change by" } else { "changes by" };
    format!("{amount}{least}: {}'s total {verb} {change:+}{unsettled}", names.side(side))
}

/// What is to be decided about a penalty or a bonus, as a clause.
pub(super) const fn why(unsettled: Unsettled) -> &'static str {
    match unsettled {
        Unsettled::RoundUndone => "its round was undone",
        Unsettled::RoundVoided => "its round is voided",
        Unsettled::HandUnknown => "the hand is not known",
        Unsettled::AgreedOtherwise => "the rules now say something else of its code",
    }
}

/// A bonus.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Bonus)]
pub struct BonusView {
    /// Its number, from 1.
    #[schema(minimum = 1)]
    pub bonus: u32,
    /// The side that gets it.
    pub side: Side,
    /// The round it belongs to; 0 before the first.
    #[schema(minimum = 0)]
    pub round: usize,
    /// How much it is.
    #[schema(minimum = 1, maximum = 10000)]
    pub points: u16,
    /// What it does to the total of the side, unless it is cancelled.
    pub change: i32,
    /// The reason.
    pub reason: String,
    /// Why it does not count, if it is cancelled.
    pub cancelled: Option<String>,
    /// What is to be decided about it: it counts, but its round is gone. It can be cancelled, or left as
    /// it is.
    pub unsettled: Option<Unsettled>,
}

impl BonusView {
    /// The bonuses of a game as they are shown.
    pub fn list(game: &Game) -> Vec<BonusView> {
        game.bonuses().iter().map(|recorded| BonusView::of(game, recorded)).collect()
    }

    fn of(game: &Game, recorded: &RecordedBonus) -> BonusView {
        let (side, change) = recorded.change(game);
        let RecordedBonus { number, bonus, cancelled } = recorded.clone();
        let Bonus { side: _, round, points, reason } = bonus;
        let unsettled = game.unsettled_bonus(recorded);
        BonusView { bonus: number, side, round, points, change, reason, cancelled, unsettled }
    }
}

/// A penalty or a bonus about which the table has to decide, or no longer has to.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = UnsettledAward)]
pub struct UnsettledView {
    /// The number of the penalty.
    #[schema(minimum = 1)]
    pub penalty: Option<u32>,
    /// The number of the bonus.
    #[schema(minimum = 1)]
    pub bonus: Option<u32>,
    /// What is to be decided; absent if nothing is any more.
    pub why: Option<Unsettled>,
    /// The same as a sentence.
    pub text: String,
}

impl UnsettledView {
    /// What a change unsettles, and what it settles.
    pub fn list(before: &Game, after: &Game) -> Vec<UnsettledView> {
        let penalties = after.penalties().iter().filter(|it| it.cancelled.is_none()).filter_map(|it| {
            let old = before.penalties().iter().find(|old| old.number == it.number);
            let (was, is) = (old.and_then(|old| before.unsettled_penalty(old)), after.unsettled_penalty(it));
            (was != is).then(|| {
                let text = UnsettledView::text(("Penalty", it.number), it.penalty.round, (was, is));
                UnsettledView { penalty: Some(it.number), bonus: None, why: is, text }
            })
        });
        let bonuses = after.bonuses().iter().filter(|it| it.cancelled.is_none()).filter_map(|it| {
            let old = before.bonuses().iter().find(|old| old.number == it.number);
            let (was, is) = (old.and_then(|old| before.unsettled_bonus(old)), after.unsettled_bonus(it));
            (was != is).then(|| {
                let text = UnsettledView::text(("Bonus", it.number), it.bonus.round, (was, is));
                UnsettledView { penalty: None, bonus: Some(it.number), why: is, text }
            })
        });
        penalties.chain(bonuses).collect()
    }

    fn text(
        (what, number): (&str, u32),
        round: usize,
        (was, now): (Option<Unsettled>, Option<Unsettled>),
    ) -> String {
        match now {
            None if was == Some(Unsettled::AgreedOtherwise) => {
                format!("{what} {number} is what the rules say of its code again.")
            }
            None => format!("{what} {number} counts for round {round} again."),
            Some(Unsettled::HandUnknown) => {
                format!(
                    "{what} {number} goes by a hand that is not known, so its dots count for nothing: cancel it and report its points."
                )
            }
            Some(unsettled) => {
                let why = why(unsettled);
                format!("{what} {number} still counts although {why}: cancel it, or leave it as it is.")
            }
        }
    }
}

/// How the table ended the match.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = DeclaredEnd)]
pub struct DeclaredView {
    pub kind: EndKind,
    /// The side that gave up; of several the one of which it was told first.
    pub by: Option<Side>,
    /// Other sides that gave up too.
    pub also_by: Option<Vec<Side>>,
    /// Totals that the table declared.
    #[schema(value_type = Option<BTreeMap<String, i32>>)]
    pub scores: Option<BTreeMap<Side, i32>>,
    /// Who won, where that was noted without totals.
    pub winners: Option<Vec<Side>>,
    /// The reason.
    pub reason: String,
}

impl DeclaredView {
    /// An end as it is shown, where there is one.
    pub fn of(ends: &[DeclaredEnd]) -> Option<DeclaredView> {
        let (first, others) = ends.split_first()?;
        let scores: BTreeMap<Side, i32> =
            ends.iter().filter_map(|end| end.scores.clone()).flatten().collect();
        let reasons: Vec<&str> = ends.iter().map(|end| end.reason.as_str()).collect();
        Some(DeclaredView {
            kind: first.kind,
            by: first.by,
            also_by: Some(others.iter().filter_map(|end| end.by).collect())
                .filter(|list: &Vec<Side>| !list.is_empty()),
            scores: ends.iter().any(|end| end.scores.is_some()).then_some(scores),
            winners: first.winners.clone(),
            reason: reasons.join("; "),
        })
    }
}
