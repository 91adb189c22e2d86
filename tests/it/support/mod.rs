//! What the tests stand on.
//!
//! - [`Service`]: the service in this process, on a schema of its own in a PostgreSQL that all tests
//!   share.
//! - [`Program`]: the program as people start it, with a data folder of its own.
//! - [`Client`]: a small HTTP client for both.

mod client;
mod postgres;
mod program;
mod service;

use std::os::unix::fs::PermissionsExt;
use std::thread;
use std::time::{Duration, Instant};

pub use client::{Answer, Client};
pub use postgres::{fresh_schema, query};
pub use program::{Program, Start};
pub use service::Service;

/// Long enough for the slowest machine; reached only when something is broken.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// Polls until `done`.
pub fn wait_until(what: &str, mut done: impl FnMut() -> bool) {
    let deadline = Instant::now() + PATIENCE;
    while !done() {
        assert!(Instant::now() < deadline, "waited in vain until {what}");
        thread::sleep(Duration::from_millis(5));
    }
}

/// A folder that is removed at the end and that every user may enter, as PostgreSQL's must when the
/// tests run as root.
pub fn folder() -> tempfile::TempDir {
    let open = std::fs::Permissions::from_mode(0o755);
    tempfile::Builder::new().prefix("pipkeeper-it-").permissions(open).tempdir().unwrap()
}

/// Whether the tests run as root.
pub fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}
