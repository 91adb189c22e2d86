//! Creates the data on first use.
//!
//! initdb works in a scratch folder that is renamed when it is complete, so a start that was
//! interrupted leaves nothing that the next one could take for data.

use std::ffi::OsStr;
use std::fs::{self, DirBuilder, File};
use std::os::unix::fs::DirBuilderExt;

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
    let scratch = folder.path.join(format!("{SCRATCH}{}", std::process::id()));
    DirBuilder::new().mode(0o700).create(&scratch).map_err(while_doing("create", &scratch))?;
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

/// Removes the scratch folders of starts that were interrupted.
pub(super) fn remove_scratch(folder: &Folder) -> Result<(), ClusterError> {
    let entries = fs::read_dir(&folder.path).map_err(while_doing("look into", &folder.path))?;
    for entry in entries.flatten() {
        let name = entry.file_name();
        if name.as_encoded_bytes().starts_with(OsStr::new(SCRATCH).as_encoded_bytes()) {
            let path = entry.path();
            fs::remove_dir_all(&path).map_err(while_doing("remove", &path))?;
        }
    }
    Ok(())
}
