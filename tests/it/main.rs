//! The tests that need a database, a port or the program itself: one binary, one PostgreSQL.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::too_many_lines,
    reason = "a test may panic, and tables of cases are long"
)]

mod admin;
mod amended;
mod archives;
mod assistant;
mod called;
mod cellar;
mod changes;
mod clashes;
mod clubs;
mod commands;
mod corrections;
mod crash;
mod crowd;
mod database;
mod days;
mod demo;
mod editions;
mod generated;
mod held;
mod keys;
mod limits;
mod matches;
mod merges;
mod names;
mod needs;
mod numbered;
mod odd;
mod outage;
mod penalties;
mod people;
mod progress;
mod refusals;
mod retries;
mod rulebook;
mod screens;
mod seasons;
mod seats;
mod sentences;
mod serve;
mod shutdown;
mod standings;
#[expect(dead_code, reason = "the tests of the API will use the rest")]
mod support;
mod told;
mod upgrade;
mod walk;
mod writers;
