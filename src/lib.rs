//! Pipkeeper keeps the score of dominoes played with real tiles on a real table.

pub mod rules;
