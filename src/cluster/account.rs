//! The user that PostgreSQL runs as. It refuses root, so a service run by root needs another.

use std::fs::{self, Metadata};
use std::os::unix::fs::MetadataExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::error::ClusterError;

/// The user that PostgreSQL runs as.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Account {
    /// The user that runs the service.
    Ours,
    /// Another user, which only root can switch to.
    Other { name: String, uid: u32, gid: u32 },
}

impl Account {
    /// The user to run as, given the data that may already be there.
    ///
    /// Root takes the owner of existing data, so that a service that is sometimes run by an ordinary
    /// user and sometimes by root does not lock the former out.
    pub(super) fn choose(data: Option<&Metadata>, folder: &Path) -> Result<Account, ClusterError> {
        let ourselves = rustix::process::geteuid();
        let owner = data.map(|data| (data.uid(), data.gid()));
        if !ourselves.is_root() {
            return match owner {
                Some((owner, _)) if owner != ourselves.as_raw() => {
                    Err(ClusterError::ForeignOwner { folder: folder.to_owned(), owner })
                }
                Some(_) | None => Ok(Account::Ours),
            };
        }
        let users = fs::read_to_string("/etc/passwd").unwrap_or_default();
        if let Some((uid, gid)) = owner.filter(|(uid, _)| *uid != 0) {
            return Ok(Account::Other { name: uid.to_string(), uid, gid });
        }
        ["postgres", "_postgres", "nobody"]
            .iter()
            .find_map(|name| look_up(&users, name))
            .ok_or(ClusterError::NoAccount)
    }

    /// The user's id.
    pub(super) fn uid(&self) -> u32 {
        match self {
            Account::Ours => rustix::process::geteuid().as_raw(),
            Account::Other { uid, .. } => *uid,
        }
    }

    /// Makes `command` run as this user.
    pub(super) fn run(&self, command: &mut Command) {
        if let Account::Other { uid, gid, .. } = self {
            command.uid(*uid).gid(*gid);
        }
    }

    /// Gives a file or a folder to this user.
    pub(super) fn own(&self, path: &Path) -> std::io::Result<()> {
        match self {
            Account::Ours => Ok(()),
            Account::Other { uid, gid, .. } => std::os::unix::fs::lchown(path, Some(*uid), Some(*gid)),
        }
    }

    /// Checks that this user can reach `folder`, and names the first folder on the way that it
    /// cannot enter.
    pub(super) fn check_reach(&self, folder: &Path) -> Result<(), ClusterError> {
        let Account::Other { name, uid, gid } = self else { return Ok(()) };
        if self.can_enter(folder) {
            return Ok(());
        }
        let mut way: Vec<&Path> = folder.ancestors().collect();
        way.reverse();
        let closed = way
            .into_iter()
            .find(|step| fs::metadata(step).is_ok_and(|metadata| !is_passable(&metadata, *uid, *gid)));
        let folder = closed.map_or_else(|| folder.to_owned(), PathBuf::from);
        Err(ClusterError::Unreachable { folder, account: name.clone() })
    }

    /// Tries it, because permission bits do not tell the whole truth (access control lists).
    fn can_enter(&self, folder: &Path) -> bool {
        let mut probe = Command::new("/bin/sh");
        self.run(probe.args(["-c", ":"]).current_dir(folder));
        probe.status().is_ok()
    }
}

/// Whether the permission bits let a user enter a folder.
fn is_passable(folder: &Metadata, uid: u32, gid: u32) -> bool {
    let shift = if folder.uid() == uid {
        6
    } else if folder.gid() == gid {
        3
    } else {
        0
    };
    (folder.mode() >> shift) & 1 == 1
}

/// Finds a user in the text of `/etc/passwd`.
fn look_up(users: &str, wanted: &str) -> Option<Account> {
    users.lines().find_map(|line| {
        let mut fields = line.split(':');
        let name = fields.next().filter(|name| *name == wanted)?;
        let uid = fields.nth(1)?.parse().ok().filter(|uid| *uid != 0)?;
        let gid = fields.next()?.parse().ok()?;
        Some(Account::Other { name: name.to_owned(), uid, gid })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn users_are_found_by_their_whole_name() {
        let users = "root:x:0:0:root:/root:/bin/sh\npostgres2:x:7:7::/:\npostgres:x:103:112:p:/v:/b\n";
        let found = look_up(users, "postgres");
        assert_eq!(found, Some(Account::Other { name: "postgres".into(), uid: 103, gid: 112 }));
        assert_eq!(look_up(users, "nobody"), None);
        assert_eq!(look_up(users, "root"), None);
    }
}
