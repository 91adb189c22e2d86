//! What the tests stand on.
//!
//! - [`Service`]: the service in this process, on a schema of its own in a PostgreSQL that all tests
//!   share.
//! - [`Program`]: the program as people start it, with a data folder of its own.
//! - [`Client`]: a small HTTP client for both.

mod change;
mod client;
mod club;
mod documented;
mod played;
mod player;
mod postgres;
mod program;
mod service;
mod table;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

pub use change::{apply, missing_in, round_of};
pub use client::{Answer, Client};
pub use club::{Club, NOBODY, club, points, refusal, with_draws};
pub use played::{Match, report};
pub use player::{Chance, Played, Players};
pub use postgres::{Holding, fresh_schema, query};
pub use program::{Program, Start, is_running};
pub use service::Service;
pub use table::Table;

/// Long enough for the slowest machine; reached only when something is broken.
pub const TIMEOUT: Duration = Duration::from_secs(60);
const POLL: Duration = Duration::from_millis(5);

/// Polls until `done`.
pub fn wait_until(what: &str, mut done: impl FnMut() -> bool) {
    let deadline = Instant::now() + TIMEOUT;
    while !done() {
        assert!(Instant::now() < deadline, "waited in vain until {what}");
        thread::sleep(POLL);
    }
}

/// A folder that is removed when dropped.
pub struct Folder(PathBuf);

/// Makes a folder that every user may enter, as PostgreSQL's must when the tests run as root.
pub fn folder() -> Folder {
    let open = fs::Permissions::from_mode(0o755);
    let made = tempfile::Builder::new().prefix("pipkeeper-it-").permissions(open).tempdir().unwrap();
    Folder(made.keep())
}

impl Folder {
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // A PostgreSQL whose service was killed may still be writing its last.
        let deadline = Instant::now() + TIMEOUT;
        while fs::remove_dir_all(&self.0).is_err() && self.0.exists() && Instant::now() < deadline {
            thread::sleep(POLL);
        }
    }
}

/// Whether the tests run as root.
pub fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}
