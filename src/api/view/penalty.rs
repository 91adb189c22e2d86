//! How penalties are shown, and matches that the table ended.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

use crate::rules::{DeclaredEnd, EndKind, Penalty, PenaltyAmount, RecordedPenalty, Seat, Side};

/// A penalty.
#[derive(Clone, Debug, Serialize, ToSchema)]
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
    /// How much it is.
    pub amount: PenaltyAmount,
    /// The side whose total it changes.
    pub side: Side,
    /// What it does to that total, unless it is cancelled.
    pub change: i32,
    /// The side that gets the points, if they do not count against the one that incurred it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub awarded_to: Option<Side>,
    /// Why.
    pub reason: String,
    /// Why it does not count, if it is cancelled.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub cancelled: Option<String>,
}

impl PenaltyView {
    /// A penalty as it is shown.
    #[must_use]
    pub fn of(recorded: &RecordedPenalty) -> PenaltyView {
        let RecordedPenalty { number, penalty, cancelled, change: (side, change) } = recorded.clone();
        let Penalty { seat, round, amount, awarded_to, reason } = penalty;
        PenaltyView { penalty: number, seat, round, amount, side, change, awarded_to, reason, cancelled }
    }
}

/// How the table ended the match.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = DeclaredEnd)]
pub struct DeclaredView {
    pub kind: EndKind,
    /// The side that gave up.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub by: Option<Side>,
    /// Totals that the table declared.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<BTreeMap<String, i32>>)]
    pub scores: Option<BTreeMap<Side, i32>>,
    /// Why.
    pub reason: String,
}

impl DeclaredView {
    /// An end as it is shown.
    #[must_use]
    pub fn of(declared: &DeclaredEnd) -> DeclaredView {
        let DeclaredEnd { kind, by, scores, reason } = declared.clone();
        DeclaredView { kind, by, scores, reason }
    }
}
