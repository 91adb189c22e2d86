//! How PostgreSQL's programs are run: as the right user, and never longer than this process.

use std::path::Path;
use std::process::{Command, Stdio};

use rustix::process::Signal;

use super::account::Account;

/// What a program is told of this process's environment. The rest may hold keys and passwords, or settings
/// of another PostgreSQL.
const PASSED_ON: [&str; 5] = ["PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "TMPDIR", "TZDIR"];

/// A command that runs as `account` in `folder`, and gets `farewell` when the thread that runs it dies.
pub(super) fn command(program: &Path, account: &Account, folder: &Path, farewell: Signal) -> Command {
    let mut command = Command::new(program);
    account.run(&mut command);
    command.env_clear();
    command.envs(PASSED_ON.into_iter().filter_map(|name| Some((name, std::env::var_os(name)?))));
    // English messages, because some are read here. A given time zone spares initdb from comparing
    // the system's with every one that it knows.
    command.env("LC_ALL", "C").env("TZ", "UTC").current_dir(folder).stdin(Stdio::null());
    die_with_parent(&mut command, farewell);
    command
}

/// Asks the kernel to send `farewell` to the child when the thread that made it dies, so that not
/// even `kill -9` leaves a server behind.
#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "only the child itself can ask for this, between fork and exec")]
fn die_with_parent(command: &mut Command, farewell: Signal) {
    use std::os::unix::process::CommandExt;

    let parent = rustix::process::getpid();
    let ask = move || {
        rustix::process::set_parent_process_death_signal(Some(farewell))?;
        // The parent may have died before the call; then no signal would ever come.
        if rustix::process::getppid() == Some(parent) { Ok(()) } else { Err(rustix::io::Errno::CHILD.into()) }
    };
    // SAFETY: the closure makes two system calls and nothing else. It allocates nothing, takes no
    // lock and touches no memory that another thread of the parent could have left in disorder.
    unsafe {
        command.pre_exec(ask);
    }
}

/// Other systems have no such wish. There the next start stops what a crash has left.
#[cfg(not(target_os = "linux"))]
fn die_with_parent(_command: &mut Command, _farewell: Signal) {}
