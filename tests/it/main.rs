//! The tests that need a database, a port or the program itself: one binary, one PostgreSQL.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a test may panic")]

mod admin;
mod cellar;
mod clubs;
mod database;
mod keys;
mod limits;
mod odd;
mod outage;
mod retries;
mod serve;
mod shutdown;
mod standings;
#[expect(dead_code, reason = "the tests of the API will use the rest")]
mod support;
mod walk;
