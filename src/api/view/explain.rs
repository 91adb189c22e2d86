//! How points come about and what hands prove, told to people.

use serde::Serialize;
use serde_with::skip_serializing_none;
use utoipa::ToSchema;

use crate::rules::{Finding, FindingKind, Item, ItemKind, Names, Seat, Side, Tile};

/// One step of a score.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = ScoreItem)]
pub struct ItemView {
    /// What the step is about.
    pub kind: ItemKind,
    /// The seat that it is about.
    pub seat: Option<Seat>,
    /// The side that it is about.
    pub side: Option<Side>,
    /// The tiles that it is about.
    pub tiles: Option<Vec<Tile>>,
    /// The dots or points.
    pub amount: Option<i32>,
    /// The parameter of the ruleset that decides the step.
    #[schema(value_type = Option<String>)]
    pub rule: Option<&'static str>,
    /// The step as a sentence.
    pub text: String,
}

impl ItemView {
    /// The steps of a score.
    pub fn list(items: &[Item], names: &Names) -> Vec<ItemView> {
        let view = |item: &Item| {
            let Item { kind, seat, side, tiles, amount, rule, text } = item.clone();
            ItemView { kind, seat, side, tiles, amount, rule, text: text.describe(names) }
        };
        items.iter().map(view).collect()
    }
}

/// Something that the shown hands prove about a turn.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Finding)]
pub struct FindingView {
    /// What is certain.
    pub kind: FindingKind,
    /// Whose turn it was.
    pub seat: Seat,
    /// Which turn, from 1.
    #[schema(minimum = 1)]
    pub turn: usize,
    /// The tiles that fitted and that the player was shown to hold or played later.
    pub tiles: Vec<Tile>,
    /// The finding as a sentence.
    pub text: String,
}

impl FindingView {
    /// The findings of a round.
    pub fn list(findings: &[Finding], names: &Names) -> Vec<FindingView> {
        let view = |finding: &Finding| {
            let Finding { kind, seat, turn, tiles, text } = finding.clone();
            FindingView { kind, seat, turn, tiles, text: text.describe(names) }
        };
        findings.iter().map(view).collect()
    }
}
