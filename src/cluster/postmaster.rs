//! The server process: started, watched until it is ready, stopped.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{ErrorKind, Read, Seek, SeekFrom};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use super::account::Account;
use super::binaries::{Binaries, Places};
use super::error::{ClusterError, while_doing};
use super::folder::Folder;
use super::{PORT, initdb, leftovers, program, socket};

/// How often to look at a server that starts or stops.
const POLL: Duration = Duration::from_millis(3);
/// How long a start may take: after a crash the server first repeats what its log holds.
const START_PATIENCE: Duration = Duration::from_secs(300);
/// How long each step of a stop may take.
const STOP_PATIENCE: Duration = Duration::from_secs(30);
/// How much of the log an error shows.
const SHOWN: usize = 4000;

/// All that it takes to start the server.
#[derive(Debug)]
pub(super) struct Recipe {
    folder: Folder,
    account: Account,
    binaries: Binaries,
    durable: bool,
    /// The folder of the socket.
    pub socket: PathBuf,
}

impl Recipe {
    /// Locks the data folder, creates the data on first use, and clears what a crash has left.
    pub(super) fn prepare(folder: &Path, durable: bool, places: &Places) -> Result<Recipe, ClusterError> {
        let folder = Folder::open(folder)?;
        let data = folder.data();
        let account = Account::choose(fs::symlink_metadata(&data).ok().as_ref(), &data)?;
        folder.remove_scratch()?;
        folder.grant_access(&account)?;

        let written = written_version(&data)?;
        let binaries = places.find(written.as_deref())?;
        match written {
            None => initdb::create(&folder, &account, &binaries, durable)?,
            Some(written) if written != binaries.major => {
                let installed = binaries.major;
                return Err(ClusterError::OtherVersion { folder: data, written, installed });
            }
            Some(_) => leftovers::clear(&data)?,
        }
        let socket = socket::make_folder(&folder, &account)?;
        Ok(Recipe { folder, account, binaries, durable, socket })
    }

    /// What the server said.
    pub(super) fn log(&self) -> PathBuf {
        self.folder.log()
    }

    fn arguments(&self) -> Vec<OsString> {
        let mut arguments: Vec<OsString> = vec!["-D".into(), self.folder.data().into()];
        let mut set = |name: &str, value: OsString| {
            let mut setting = OsString::from(format!("{name}="));
            setting.push(value);
            arguments.extend(["-c".into(), setting]);
        };
        set("listen_addresses", OsString::new());
        set("port", PORT.to_string().into());
        set("unix_socket_directories", quoted(&self.socket));
        set("unix_socket_permissions", "0700".into());
        set("logging_collector", "off".into());
        set("log_destination", "stderr".into());
        if !self.durable {
            for name in ["fsync", "synchronous_commit", "full_page_writes"] {
                set(name, "off".into());
            }
        }
        arguments
    }
}

/// The version that wrote the data; `None` when there is no data yet.
fn written_version(data: &Path) -> Result<Option<String>, ClusterError> {
    let file = data.join("PG_VERSION");
    match fs::read(&file) {
        Ok(version) => {
            let version = String::from_utf8_lossy(&version).trim().to_owned();
            let is_number = version.starts_with(|first: char| first.is_ascii_digit());
            if is_number { Ok(Some(version)) } else { Err(ClusterError::NoVersion { file }) }
        }
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let is_empty = !fs::read_dir(data).is_ok_and(|mut entries| entries.next().is_some());
            if is_empty { Ok(None) } else { Err(ClusterError::NotData { folder: data.to_owned() }) }
        }
        Err(error) => Err(while_doing("read", &file)(error)),
    }
}

/// A path as one element of a list setting.
fn quoted(path: &Path) -> OsString {
    use std::os::unix::ffi::{OsStrExt, OsStringExt};

    let mut quoted = vec![b'"'];
    for byte in path.as_os_str().as_bytes() {
        if *byte == b'"' {
            quoted.push(b'"');
        }
        quoted.push(*byte);
    }
    quoted.push(b'"');
    OsString::from_vec(quoted)
}

/// The running server.
#[derive(Debug)]
pub(super) struct Postmaster {
    child: Child,
}

impl Postmaster {
    /// Starts the server and returns when it accepts connections.
    pub(super) fn start(recipe: &Recipe) -> Result<Postmaster, ClusterError> {
        let data = recipe.folder.data();
        leftovers::clear(&data)?;
        let (log, length) = recipe.folder.open_log(&recipe.account)?;
        let program = &recipe.binaries.postgres;
        let child = program::command(program, &recipe.account, &recipe.folder.path, Signal::INT)
            .args(recipe.arguments())
            .stdout(Stdio::null())
            .stderr(log)
            // Ctrl-C in a terminal goes to a whole group of processes. The server must outlive the
            // requests that are still being answered.
            .process_group(0)
            .spawn()
            .map_err(while_doing("run", program))?;
        // From here on a refusal drops the server, which stops it.
        let mut postmaster = Postmaster { child };
        postmaster.wait_until_ready(&data, &recipe.log(), length)?;
        Ok(postmaster)
    }

    /// Reads the server's own note of its state, so that nothing is asked before it can answer.
    fn wait_until_ready(&mut self, data: &Path, log: &Path, length: u64) -> Result<(), ClusterError> {
        let started = Instant::now();
        let mut said = false;
        loop {
            if self.ended().is_some() {
                return Err(ClusterError::DidNotStart { log: log.to_owned(), said: tail(log, length) });
            }
            let note = fs::read_to_string(data.join("postmaster.pid")).unwrap_or_default();
            if says_ready(&note, self.child.id()) {
                return Ok(());
            }
            if started.elapsed() > START_PATIENCE {
                return Err(ClusterError::NotReady {
                    seconds: START_PATIENCE.as_secs(),
                    log: log.to_owned(),
                });
            }
            if !said && started.elapsed() > Duration::from_secs(5) {
                said = true;
                log::info!("PostgreSQL is still starting; {} says what it does", log.display());
            }
            thread::sleep(POLL);
        }
    }

    /// How the server ended, if it has.
    pub(super) fn ended(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().ok().flatten()
    }

    /// Shuts the server down and waits for it. What it holds in memory is written first; should that
    /// take too long, its log keeps what was acknowledged.
    fn stop(&mut self) {
        for farewell in [Signal::INT, Signal::QUIT, Signal::KILL] {
            let deadline = Instant::now() + STOP_PATIENCE;
            if self.ended().is_none() {
                // Cannot hit another process: the child has not been waited for.
                let _ = kill_process(Pid::from_child(&self.child), farewell);
            }
            while Instant::now() < deadline {
                if self.ended().is_some() {
                    return;
                }
                thread::sleep(POLL);
            }
            log::warn!("PostgreSQL does not stop; asking more firmly");
        }
    }
}

impl Drop for Postmaster {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Whether `postmaster.pid` says that the server with this process number accepts connections: the
/// number is its first line, the state its eighth.
fn says_ready(note: &str, pid: u32) -> bool {
    let mut lines = note.lines();
    lines.next().is_some_and(|line| line.trim() == pid.to_string())
        && lines.nth(6).is_some_and(|line| line.trim() == "ready")
}

/// What was added to the log after its first `length` bytes, at most the end of it.
fn tail(log: &Path, length: u64) -> String {
    let mut added = Vec::new();
    let read = File::open(log).and_then(|mut log| {
        log.seek(SeekFrom::Start(length))?;
        log.read_to_end(&mut added)
    });
    if let Err(error) = read {
        return format!("(cannot be read: {error})");
    }
    let end = added.get(added.len().saturating_sub(SHOWN)..).unwrap_or_default();
    String::from_utf8_lossy(end).trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_note_of_this_server_counts() {
        let note = "42\n/data\n1764000000\n5432\n/socket\n\n  1234  5\nready   \n";
        assert!(says_ready(note, 42));
        assert!(!says_ready(note, 43));
        assert!(!says_ready(&note.replace("ready   ", "starting"), 42));
        assert!(!says_ready("42\n/data\n", 42));
    }

    #[test]
    fn a_path_is_one_element_of_a_list_whatever_is_in_it() {
        assert_eq!(quoted(Path::new("/a, \"b")), OsString::from("\"/a, \"\"b\""));
    }
}
