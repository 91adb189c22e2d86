//! Why the private PostgreSQL cannot run, as sentences that say what to do.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// Why the private PostgreSQL cannot run.
#[derive(Debug, Error)]
pub enum ClusterError {
    #[error(
        "PostgreSQL is not installed, or not where it was looked for ({looked}). {install} If it is \
         installed elsewhere, set PG_BIN to the folder with initdb and postgres. To use a running \
         server instead, set DATABASE_URL"
    )]
    NoBinaries { looked: String, install: String },

    #[error(
        "PG_BIN is {}, but there is no initdb and postgres in it. Name the folder with both, or unset \
         PG_BIN to have them looked for. To use a running server instead, set DATABASE_URL",
        folder.display()
    )]
    WrongPgBin { folder: PathBuf },

    #[error(
        "PostgreSQL refuses to run as root, and this system has no user `postgres` or `nobody` to run \
         it as. Start the service as an ordinary user, or set DATABASE_URL to use a running server"
    )]
    NoAccount,

    #[error(
        "PostgreSQL refuses to run as root, so it runs as user {account}, who cannot enter {}. Choose a \
         folder that this user can reach with --data-dir (PIPKEEPER_DATA_DIR), such as \
         /var/lib/pipkeeper",
        folder.display()
    )]
    Unreachable { folder: PathBuf, account: String },

    #[error(
        "the data folder {} is in use by another pipkeeper{holder}. Stop that one, or choose another \
         folder with --data-dir (PIPKEEPER_DATA_DIR)",
        folder.display()
    )]
    InUse { folder: PathBuf, holder: String },

    #[error(
        "the data folder {} belongs to another user (id {owner}). Start the service as that user, or \
         choose another folder with --data-dir (PIPKEEPER_DATA_DIR)",
        folder.display()
    )]
    ForeignOwner { folder: PathBuf, owner: u32 },

    #[error(
        "the data in {} was written by PostgreSQL {written}, but the installed version is {installed}. \
         Install PostgreSQL {written} (or set PG_BIN to it), or move the data over with pg_upgrade",
        folder.display()
    )]
    OtherVersion { folder: PathBuf, written: String, installed: String },

    #[error(
        "{} is not empty and holds no PostgreSQL data. Move it away, or choose another folder with \
         --data-dir (PIPKEEPER_DATA_DIR)",
        folder.display()
    )]
    NotData { folder: PathBuf },

    #[error(
        "the version of PostgreSQL that wrote the data is not readable in {}. Bring this file back from \
         a backup: it holds the number of the version, such as 15",
        file.display()
    )]
    NoVersion { file: PathBuf },

    #[error(
        "{} must be a folder of user {account}, for PostgreSQL's socket. Move away what is there, or \
         choose another data folder with --data-dir (PIPKEEPER_DATA_DIR)",
        path.display()
    )]
    WrongSocketFolder { path: PathBuf, account: u32 },

    #[error(
        "no folder for PostgreSQL's socket: the data folder's path is too long for one (at most 107 \
         bytes), and every short name under /tmp is taken. Choose a shorter --data-dir"
    )]
    NoSocketFolder,

    #[error("initdb could not create the data folder. It said:\n{said}")]
    Initdb { said: String },

    #[error("PostgreSQL did not start. The end of {}:\n{said}", log.display())]
    DidNotStart { log: PathBuf, said: String },

    #[error("PostgreSQL was not ready after {seconds} s; {} says why", log.display())]
    NotReady { seconds: u64, log: PathBuf },

    #[error(
        "an earlier PostgreSQL{} still runs in {} and does not stop. Stop it, then start again",
        pid.map_or_else(String::new, |pid| format!(" (process {pid})")), folder.display()
    )]
    StillRunning { pid: Option<i32>, folder: PathBuf },

    #[error("cannot {action} {}: {source}", path.display())]
    Io { action: &'static str, path: PathBuf, source: io::Error },
}

/// Adds to an I/O error what was being done, and to what.
pub(super) fn while_doing(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> ClusterError {
    let path = path.to_owned();
    move |source| ClusterError::Io { action, path, source }
}
