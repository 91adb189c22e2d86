//! Pipkeeper keeps the score of dominoes played with real tiles on a real table.

pub mod cluster;
pub mod config;
pub mod server;
pub mod store;
