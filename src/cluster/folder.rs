//! The data folder: made, locked, and readable for the user that PostgreSQL runs as.

use std::ffi::OsStr;
use std::fs::{self, DirBuilder, File, OpenOptions, Permissions};
use std::io::{self, ErrorKind, Read, Seek, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::{FlockOperation, OFlags, flock};

use super::account::Account;
use super::error::{ClusterError, while_doing};

/// What the names of scratch folders begin with.
const SCRATCH: &str = "postgres.new-";

/// A log that is longer than this is put aside at the next start.
const LONG_LOG: u64 = 8 * 1024 * 1024;

/// The locked data folder.
#[derive(Debug)]
pub(super) struct Folder {
    /// The folder itself, as an absolute path without symbolic links.
    pub path: PathBuf,
    lock: File,
}

impl Folder {
    /// Makes the folder if need be and locks it for the life of the returned value. The kernel gives
    /// the lock back when the process dies, however it does.
    pub(super) fn open(path: &Path) -> Result<Folder, ClusterError> {
        make(path)?;
        let path = path.canonicalize().map_err(while_doing("find", path))?;
        let lock_path = path.join("lock");
        let mut lock = open(&lock_path, OpenOptions::new().read(true).write(true).create(true))
            .map_err(|error| unless_foreign(error, &path, &lock_path))?;
        match flock(&lock, FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => {}
            Err(rustix::io::Errno::WOULDBLOCK) => {
                let holder = holder(&mut lock);
                return Err(ClusterError::InUse { folder: path, holder });
            }
            Err(error) => return Err(while_doing("lock", &lock_path)(error.into())),
        }
        lock.set_len(0)
            .and_then(|()| write!(lock, "{}", std::process::id()))
            .map_err(while_doing("write to", &lock_path))?;
        Ok(Folder { path, lock })
    }

    /// Where PostgreSQL keeps the data.
    pub(super) fn data(&self) -> PathBuf {
        self.path.join("postgres")
    }

    /// What the server said.
    pub(super) fn log(&self) -> PathBuf {
        self.path.join("postgres.log")
    }

    /// Makes a folder to create the data in, under a name that is free: one that could not be removed may
    /// have the first.
    pub(super) fn make_scratch(&self) -> Result<PathBuf, ClusterError> {
        let mut number = std::process::id();
        loop {
            let scratch = self.path.join(format!("{SCRATCH}{number}"));
            match DirBuilder::new().mode(0o700).create(&scratch) {
                Ok(()) => return Ok(scratch),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => number = number.wrapping_add(1),
                Err(error) => return Err(while_doing("create", &scratch)(error)),
            }
        }
    }

    /// Removes the scratch folders of starts that were interrupted. What cannot be removed is in nobody's
    /// way: initdb may still be writing there, or another user may own it.
    pub(super) fn remove_scratch(&self) -> Result<(), ClusterError> {
        let entries = fs::read_dir(&self.path).map_err(while_doing("look into", &self.path))?;
        for entry in entries.flatten().filter(|entry| is_scratch(&entry.file_name())) {
            let path = entry.path();
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            let removed = if is_folder { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
            if let Err(error) = removed {
                let path = path.display();
                log::warn!("{path} was left by an interrupted start and cannot be removed: {error}");
            }
        }
        Ok(())
    }

    /// Lets `account` in, and gives it what a later service run by that user must be able to open.
    pub(super) fn grant_access(&self, account: &Account) -> Result<(), ClusterError> {
        if let Account::Other { uid, gid, .. } = account {
            std::os::unix::fs::fchown(&self.lock, Some(*uid), Some(*gid))
                .map_err(while_doing("give away", &self.path.join("lock")))?;
            self.make_passable()?;
        }
        account.check_reach(&self.path)
    }

    /// Root's own data folder may be closed to others; the user that PostgreSQL runs as must get
    /// through. A folder that has other things in it is somebody else's to open.
    fn make_passable(&self) -> Result<(), ClusterError> {
        let looking = while_doing("look into", &self.path);
        let metadata = fs::metadata(&self.path).map_err(looking)?;
        let entries = fs::read_dir(&self.path).map_err(while_doing("look into", &self.path))?;
        let ours = ["lock", "postgres", "postgres.log", "postgres.log.old", "socket"];
        let is_ours = |name: &OsStr| is_scratch(name) || ours.iter().any(|ours| name == *ours);
        let only_ours = entries.flatten().all(|entry| is_ours(&entry.file_name()));
        if metadata.uid() == 0 && only_ours {
            fs::set_permissions(&self.path, Permissions::from_mode(metadata.mode() | 0o011))
                .map_err(while_doing("open", &self.path))?;
        }
        Ok(())
    }

    /// Opens the log to add to it, and says how long it is already.
    pub(super) fn open_log(&self, account: &Account) -> Result<(File, u64), ClusterError> {
        let path = self.log();
        if fs::symlink_metadata(&path).is_ok_and(|log| log.len() > LONG_LOG) {
            fs::rename(&path, self.path.join("postgres.log.old")).map_err(while_doing("put aside", &path))?;
        }
        let log =
            open(&path, OpenOptions::new().append(true).create(true)).map_err(while_doing("open", &path))?;
        account.own(&path).map_err(while_doing("give away", &path))?;
        let length = log.metadata().map_err(while_doing("read", &path))?.len();
        Ok((log, length))
    }
}

/// Whether a file of the data folder is what an interrupted start has left.
fn is_scratch(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(SCRATCH.as_bytes())
}

/// Opens a file that only its owner may read, and follows no link: in a folder that belongs to an
/// ordinary user, root must not be led elsewhere.
fn open(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    options.mode(0o600).custom_flags(OFlags::NOFOLLOW.bits().cast_signed()).open(path)
}

fn make(path: &Path) -> Result<(), ClusterError> {
    if path.is_dir() {
        return Ok(());
    }
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent).map_err(while_doing("create", parent))?;
    }
    DirBuilder::new().mode(0o700).create(path).map_err(while_doing("create", path))
}

/// The process in the lock file, for the refusal's sentence.
fn holder(lock: &mut File) -> String {
    let mut pid = String::new();
    let read = lock.rewind().and_then(|()| lock.read_to_string(&mut pid));
    if read.is_ok() && !pid.is_empty() { format!(" (process {pid})") } else { String::new() }
}

/// A folder of another user deserves a better sentence than "permission denied".
fn unless_foreign(error: io::Error, folder: &Path, file: &Path) -> ClusterError {
    let owner = fs::metadata(file).or_else(|_| fs::metadata(folder)).map(|metadata| metadata.uid());
    match owner {
        Ok(owner)
            if error.kind() == ErrorKind::PermissionDenied
                && owner != rustix::process::geteuid().as_raw() =>
        {
            ClusterError::ForeignOwner { folder: folder.to_owned(), owner }
        }
        Ok(_) | Err(_) => while_doing("open", file)(error),
    }
}
