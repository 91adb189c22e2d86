//! What a crash has left: a server that still runs, and a file that claims one does.
//!
//! The data folder is locked when this runs, so no other service uses the server that is found.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process, test_kill_process};

use super::error::{ClusterError, while_doing};

/// How long a server may take for a fast shutdown, which writes what it holds in memory.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long it may take to drop everything.
const LAST_PATIENCE: Duration = Duration::from_secs(10);
const POLL: Duration = Duration::from_millis(5);

/// Waits until no server of an earlier run works in `data`, asking it to stop if it does not.
pub(super) fn clear(data: &Path) -> Result<(), ClusterError> {
    let file = data.join("postmaster.pid");
    let Ok(text) = fs::read_to_string(&file) else { return Ok(()) };
    let pid = text.lines().next().and_then(|line| line.trim().parse::<i32>().ok());
    // A lone backend writes its number as a negative one.
    let Some(pid) = pid.map(i32::abs).and_then(Pid::from_raw) else { return Ok(()) };

    if works_in(pid, data) {
        log::info!(
            "an earlier PostgreSQL (process {pid}) still runs; stopping it",
            pid = pid.as_raw_nonzero()
        );
        let _ = kill_process(pid, Signal::INT);
        if !wait_until(PATIENCE, || !works_in(pid, data)) {
            let _ = kill_process(pid, Signal::QUIT);
        }
    }
    // Its children outlive it for a moment, and may still write.
    if !wait_until(LAST_PATIENCE, || !anyone_works_in(pid, data)) {
        let folder = data.to_owned();
        return Err(ClusterError::StillRunning { pid: pid.as_raw_nonzero().get(), folder });
    }
    // The number may belong to another process by now, common in containers, where it would keep
    // PostgreSQL from starting. Otherwise PostgreSQL cleans up best by itself.
    if file.exists() && test_kill_process(pid).is_ok() {
        fs::remove_file(&file).map_err(while_doing("remove", &file))?;
    }
    Ok(())
}

fn wait_until(patience: Duration, done: impl Fn() -> bool) -> bool {
    let deadline = Instant::now() + patience;
    while !done() {
        if Instant::now() > deadline {
            return false;
        }
        thread::sleep(POLL);
    }
    true
}

/// Whether the process is a PostgreSQL on `data`: all of its processes work in that folder.
#[cfg(target_os = "linux")]
fn works_in(pid: Pid, data: &Path) -> bool {
    fs::read_link(format!("/proc/{}/cwd", pid.as_raw_nonzero())).is_ok_and(|folder| folder == data)
}

#[cfg(target_os = "linux")]
fn anyone_works_in(_pid: Pid, data: &Path) -> bool {
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    processes.into_iter().any(|process| {
        process.file_name().as_encoded_bytes().first().is_some_and(u8::is_ascii_digit)
            && fs::read_link(process.path().join("cwd")).is_ok_and(|folder| folder == data)
    })
}

/// Elsewhere the command line must do, in which `-D` names the folder.
#[cfg(not(target_os = "linux"))]
fn works_in(pid: Pid, data: &Path) -> bool {
    let listed = std::process::Command::new("ps")
        .args(["-ww", "-o", "command=", "-p", &pid.as_raw_nonzero().to_string()])
        .output();
    let data = data.as_os_str().as_encoded_bytes();
    listed.is_ok_and(|listed| listed.stdout.windows(data.len()).any(|part| part == data))
}

#[cfg(not(target_os = "linux"))]
fn anyone_works_in(pid: Pid, data: &Path) -> bool {
    works_in(pid, data)
}
