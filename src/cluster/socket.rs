//! The folder of the socket: short enough, and closed to other users.

use data_encoding::HEXLOWER;
use std::fs::{self, DirBuilder, OpenOptions, Permissions};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::OFlags;
use sha2::{Digest, Sha256};

use super::account::Account;
use super::error::{ClusterError, while_doing};
use super::{PORT, folder::Folder};

/// The longest path that a unix socket can have on every system that we know (macOS allows 103).
const LONGEST: usize = if cfg!(target_os = "linux") { 107 } else { 103 };
/// Where short folders go. Not `$TMPDIR`, which is long on macOS.
const SHORT: &str = "/tmp";
/// How many names under /tmp to try, should others have taken some.
const TRIES: u32 = 10;

/// Makes the folder for the socket.
pub(super) fn make_folder(folder: &Folder, account: &Account) -> Result<PathBuf, ClusterError> {
    let usual = folder.path.join("socket");
    if fits(&usual) {
        close_to_others(&usual, account).map_err(while_doing("close to others", &usual))?;
        return match make_private(&usual, account) {
            Ok(true) => Ok(usual),
            Ok(false) => Err(ClusterError::WrongSocketFolder { path: usual, account: account.uid() }),
            Err(source) => Err(while_doing("create", &usual)(source)),
        };
    }
    // Named after the data folder, so that a start after a crash finds and cleans its own.
    let hash = Sha256::digest(folder.path.as_os_str().as_bytes());
    let mut mark = HEXLOWER.encode(&hash);
    mark.truncate(12);
    (0..TRIES)
        .map(|attempt| Path::new(SHORT).join(format!("pipkeeper-{mark}-{attempt}")))
        .find(|path| make_private(path, account).unwrap_or(false))
        .ok_or(ClusterError::NoSocketFolder)
}

/// Removes a folder under /tmp again; the usual one stays.
pub(super) fn remove(path: &Path) {
    if path.parent() == Some(Path::new(SHORT)) {
        // Only when it is empty, and only for tidiness.
        let _ = fs::remove_dir(path);
    }
}

fn fits(folder: &Path) -> bool {
    folder.join(format!(".s.PGSQL.{PORT}")).as_os_str().len() <= LONGEST
}

/// Puts right whose the folder in the data folder is and who may enter it, which a start that was killed
/// or a copy of the data may have left otherwise. The data folder is locked and ours, so nobody else can
/// mean anything by it; still no link is followed.
fn close_to_others(path: &Path, account: &Account) -> std::io::Result<()> {
    let flags = OFlags::NOFOLLOW | OFlags::DIRECTORY;
    let Ok(folder) = OpenOptions::new().read(true).custom_flags(flags.bits().cast_signed()).open(path) else {
        return Ok(());
    };
    let found = folder.metadata()?;
    let ourselves = rustix::process::geteuid();
    if ourselves.is_root() && found.uid() != account.uid() {
        std::os::unix::fs::fchown(&folder, Some(account.uid()), None)?;
    }
    if found.mode() & 0o077 != 0 && (ourselves.is_root() || ourselves.as_raw() == found.uid()) {
        folder.set_permissions(Permissions::from_mode(0o700))?;
    }
    Ok(())
}

/// Makes a folder that only `account` can enter, or empties the one that is there. Answers whether
/// there is one: what belongs to another user, or is open to one, is never used.
fn make_private(path: &Path, account: &Account) -> std::io::Result<bool> {
    match DirBuilder::new().mode(0o700).create(path) {
        Ok(()) => account.own(path)?,
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
        Err(error) => return Err(error),
    }
    let found = fs::symlink_metadata(path)?;
    if !found.is_dir() || found.uid() != account.uid() || found.mode() & 0o077 != 0 {
        return Ok(false);
    }
    // Nobody uses these any more: the data folder is locked, and its old server is gone. PostgreSQL
    // would believe them if their process number had been given to another process since.
    for name in [format!(".s.PGSQL.{PORT}"), format!(".s.PGSQL.{PORT}.lock")] {
        match fs::remove_file(path.join(name)) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error),
            Ok(()) | Err(_) => {}
        }
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_path_that_fits_has_107_bytes_on_linux() {
        let folder_of = |length: usize| PathBuf::from(format!("/{}", "x".repeat(length - 1)));
        let name = "/.s.PGSQL.5432".len();
        assert!(fits(&folder_of(LONGEST - name)));
        assert!(!fits(&folder_of(LONGEST - name + 1)));
    }
}
