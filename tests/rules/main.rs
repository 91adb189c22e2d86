//! The games, tested from outside: worked examples, games judged by other engines, laws that
//! hold for every game, each option, each refusal, and the stored forms.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::too_many_lines,
    reason = "a test may panic, and tables of cases are long"
)]

mod effects;
mod oracle;
mod pages;
mod properties;
mod refusals;
mod rulesets;
mod stored;
mod support;
mod vectors;
