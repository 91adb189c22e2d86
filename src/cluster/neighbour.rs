//! The private PostgreSQL that another process of ours is running.

use std::fs;
use std::path::Path;

use super::{DATABASE, PORT, ROLE, percent_encoded};

/// The URL of the server that runs on the data in `folder`, by its own note of where it listens.
pub fn url_of_running(folder: &Path) -> Option<String> {
    let note = fs::read_to_string(folder.join("postgres/postmaster.pid")).ok()?;
    let socket = note.lines().nth(4).filter(|socket| !socket.is_empty())?;
    Some(format!("postgres://{ROLE}@{}:{PORT}/{DATABASE}", percent_encoded(Path::new(socket))))
}
