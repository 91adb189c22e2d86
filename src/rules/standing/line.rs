//! The lines by which totals are reached.

use std::collections::BTreeMap;

use crate::rules::seat::Side;

/// What a line of the totals is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineSource {
    /// The round with this number.
    Round(usize),
    /// The penalty with this number.
    Penalty(u32),
    /// The bonus with this number.
    Bonus(u32),
    /// A side that joined later, with what it started at.
    Joined(Side),
    /// The totals that the table declared at the end.
    Declared,
}

/// Why less or more was added than a line is worth by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Note {
    /// The parameter of the ruleset that decides it.
    pub rule: &'static str,
    /// The same for people.
    pub text: &'static str,
}

pub(super) const DOUBLED: Note = Note { rule: "match.doubled_rounds", text: "counts double" };
pub(super) const BEYOND: Note =
    Note { rule: "match.overshoot", text: "points beyond the target do not count" };
pub(super) const FLOOR: Note = Note { rule: "match.penalty_floor", text: "a total does not fall below 0" };

/// One line of how the totals were reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// What it is about.
    pub source: LineSource,
    /// What was added to each total.
    pub added: BTreeMap<Side, i32>,
    /// The totals after it.
    pub totals: BTreeMap<Side, i32>,
    /// Why less or more was added than it is worth by itself.
    pub notes: Vec<Note>,
}
