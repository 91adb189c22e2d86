//! Pipkeeper keeps the score of dominoes played with real tiles on a real table.
//!
//! Layers point one way: [`server`] runs what [`api`] answers; [`service`] has the use cases,
//! [`store`] has the tables, [`seasons`] replays their logs, [`standings`] ranks players, [`rules`] are the games. Start reading with
//! [`rules`].

pub mod access;
pub mod api;
pub mod archive;
pub mod cluster;
pub mod config;
mod measures;
pub mod reader;
pub mod rules;
pub mod seasons;
pub mod server;
pub mod service;
pub mod standings;
pub mod store;
