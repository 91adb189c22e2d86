//! What a crash has left: a server that still runs, and a file that claims one does.
//!
//! The data folder is locked when this runs, so no other service uses the server that is found.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process, test_kill_process};

use super::error::{ClusterError, while_doing};

/// How long a server may take for a fast shutdown, which writes what it holds in memory.
const TIMEOUT: Duration = Duration::from_secs(60);
/// How long it may take to drop everything.
const LAST_PATIENCE: Duration = Duration::from_secs(10);
const POLL: Duration = Duration::from_millis(5);

/// Waits until no server of an earlier run works in `data`, asking it to stop if it does not.
pub(super) fn clear(data: &Path) -> Result<(), ClusterError> {
    let file = data.join("postmaster.pid");
    let text = match fs::read(&file) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(while_doing("read", &file)(error)),
    };
    let pid = named_in(&text);
    if let Some(pid) = pid.filter(|pid| works_in(*pid, data)) {
        log::info!(
            "an earlier PostgreSQL (process {pid}) still runs; stopping it",
            pid = pid.as_raw_nonzero()
        );
        let _ = kill_process(pid, Signal::INT);
        if !wait_until(TIMEOUT, || !works_in(pid, data)) {
            let _ = kill_process(pid, Signal::QUIT);
        }
    }
    // Its children outlive it for a moment, and may still write.
    if !wait_until(LAST_PATIENCE, || !anyone_works_in(pid, data)) {
        let pid = pid.map(|pid| pid.as_raw_nonzero().get());
        return Err(ClusterError::StillRunning { pid, folder: data.to_owned() });
    }
    // PostgreSQL does not start beside a file without a number, as a full disk leaves it. Or the number
    // belongs to another process by now, common in containers. Otherwise PostgreSQL cleans up best itself.
    let is_in_the_way = pid.is_none_or(|pid| test_kill_process(pid).is_ok());
    if is_in_the_way && file.exists() {
        fs::remove_file(&file).map_err(while_doing("remove", &file))?;
    }
    Ok(())
}

/// The process that `postmaster.pid` names in its first line; a lone backend writes its number as a
/// negative one.
fn named_in(text: &[u8]) -> Option<Pid> {
    let line = text.split(|byte| *byte == b'\n').next()?;
    let number: i32 = std::str::from_utf8(line).ok()?.trim().parse().ok()?;
    Pid::from_raw(number.checked_abs()?)
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
fn anyone_works_in(_pid: Option<Pid>, data: &Path) -> bool {
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
fn anyone_works_in(pid: Option<Pid>, data: &Path) -> bool {
    pid.is_some_and(|pid| works_in(pid, data))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_number_names_a_process() {
        let named = |text: &[u8]| named_in(text).map(|pid| pid.as_raw_nonzero().get());
        assert_eq!(named(b"42\n/data\n1764000000\n"), Some(42));
        assert_eq!(named(b"-42\n"), Some(42));
        for garbled in [&b""[..], b"\n", b"0\n", b"-2147483648\n", b"99999999999\n", b"\xff\xfe", b"4 2\n"] {
            assert_eq!(named(garbled), None, "{garbled:?}");
        }
    }
}
