//! Creates the data on first use.
//!
//! initdb works in a scratch folder that is renamed when it is complete, so a start that was
//! interrupted leaves nothing that the next one could take for data.

use std::ffi::OsStr;
use std::fs::{self, DirBuilder, File};
use std::io::ErrorKind;
use std::os::unix::fs::DirBuilderExt;
use std::path::PathBuf;

use rustix::process::Signal;

use super::ROLE;
use super::account::Account;
use super::binaries::Binaries;
use super::error::{ClusterError, while_doing};
use super::folder::Folder;
use super::program;

/// What the names of scratch folders begin with.
const SCRATCH: &str = "postgres.new-";

/// Creates the data in `folder` as `account`.
pub(super) fn create(
    folder: &Folder,
    account: &Account,
    binaries: &Binaries,
    durable: bool,
) -> Result<(), ClusterError> {
    let scratch = make_scratch(folder)?;
    account.own(&scratch).map_err(while_doing("give away", &scratch))?;

    let mut initdb = program::command(&binaries.initdb, account, &folder.path, Signal::TERM);
    initdb
        .args(["--username", ROLE, "--auth", "trust", "--encoding", "UTF8", "--locale", "C"])
        .args(["--data-checksums", "--pgdata"])
        .arg(&scratch);
    if !durable {
        initdb.arg("--no-sync");
    }
    let output = initdb.output().map_err(while_doing("run", &binaries.initdb))?;
    if !output.status.success() {
        // Best effort: the next start removes what stays.
        let _ = fs::remove_dir_all(&scratch);
        let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        return Err(ClusterError::Initdb { said });
    }
    fs::rename(&scratch, folder.data()).map_err(while_doing("rename", &scratch))?;
    if durable {
        File::open(&folder.path)
            .and_then(|folder| folder.sync_all())
            .map_err(while_doing("write", &folder.path))?;
    }
    Ok(())
}

/// Makes a scratch folder under a name that is free: one that could not be removed may have the first.
fn make_scratch(folder: &Folder) -> Result<PathBuf, ClusterError> {
    let mut number = std::process::id();
    loop {
        let scratch = folder.path.join(format!("{SCRATCH}{number}"));
        match DirBuilder::new().mode(0o700).create(&scratch) {
            Ok(()) => return Ok(scratch),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => number = number.wrapping_add(1),
            Err(error) => return Err(while_doing("create", &scratch)(error)),
        }
    }
}

/// Removes the scratch folders of starts that were interrupted. What cannot be removed is in nobody's
/// way: initdb may still be writing there, or another user may own it.
pub(super) fn remove_scratch(folder: &Folder) -> Result<(), ClusterError> {
    let entries = fs::read_dir(&folder.path).map_err(while_doing("look into", &folder.path))?;
    for entry in entries.flatten() {
        if !is_scratch(&entry.file_name()) {
            continue;
        }
        let path = entry.path();
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        let removed = if is_folder { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
        if let Err(error) = removed {
            log::warn!("{} was left by an interrupted start and cannot be removed: {error}", path.display());
        }
    }
    Ok(())
}

/// Whether a file of the data folder is what an interrupted start has left.
pub(super) fn is_scratch(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(SCRATCH.as_bytes())
}
