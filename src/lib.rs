//! Pipkeeper keeps the score of dominoes played with real tiles on a real table.
//!
//! Layers point one way: [`api`] takes requests and shapes answers, [`service`] has the use
//! cases, [`store`] has the tables.

pub mod api;
pub mod service;
pub mod store;
