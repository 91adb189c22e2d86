//! The games, tested from outside: worked examples, games judged by other engines, laws that
//! hold for every game, each option, each refusal, and the stored forms.

mod oracle;
mod pages;
mod properties;
mod refusals;
mod rulesets;
mod stored;
mod support;
mod vectors;
