//! Creates the data on first use.
//!
//! initdb works in a scratch folder that is renamed when it is complete, so a start that was
//! interrupted leaves nothing that the next one could take for data.

use std::fs::{self, File};

use rustix::process::Signal;

use super::ROLE;
use super::account::Account;
use super::binaries::Binaries;
use super::error::{ClusterError, while_doing};
use super::folder::Folder;
use super::program;

/// Creates the data in `folder` as `account`.
pub(super) fn create(
    folder: &Folder,
    account: &Account,
    binaries: &Binaries,
    durable: bool,
) -> Result<(), ClusterError> {
    let scratch = folder.make_scratch()?;
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
