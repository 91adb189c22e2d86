//! The program as people start it.

use std::io::{BufRead, BufReader, Read};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread::{self, JoinHandle};

use rustix::process::{Pid, Signal, kill_process, test_kill_process};
use serde_json::Value;

use super::{Client, TIMEOUT, postgres, wait_until};

/// How to start the program.
pub struct Start {
    command: Command,
    data_dir: PathBuf,
}

impl Start {
    /// With its data in `data_dir`, on a free port.
    pub fn with(data_dir: &Path) -> Start {
        Start::copy(Path::new(env!("CARGO_BIN_EXE_pipkeeper")), data_dir)
    }

    /// The same, running a copy of the program.
    pub fn copy(program: &Path, data_dir: &Path) -> Start {
        let mut command = Command::new(program);
        for name in ["DATABASE_URL", "PG_BIN", "PIPKEEPER_ADMIN_KEY", "RUST_LOG"] {
            command.env_remove(name);
        }
        command.env("PIPKEEPER_LISTEN", "127.0.0.1:0").env("PIPKEEPER_DATA_DIR", data_dir);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        Start { command, data_dir: data_dir.to_owned() }
    }

    pub fn env(mut self, name: &str, value: impl AsRef<std::ffi::OsStr>) -> Start {
        self.command.env(name, value);
        self
    }

    pub fn arg(mut self, arg: &str) -> Start {
        self.command.arg(arg);
        self
    }

    /// As another user; only root can.
    pub fn user(mut self, id: u32) -> Start {
        self.command.uid(id).gid(id);
        self
    }

    /// Starts it and waits until it listens.
    pub fn serve(self) -> Program {
        let mut program = self.spawn();
        let line = program.lines.recv_timeout(TIMEOUT);
        let base = |line: &String| match line.strip_prefix("Pipkeeper listens on ") {
            Some(rest) => Some(rest.split(' ').next()?.to_owned()),
            None => Some(serde_json::from_str::<Value>(line).ok()?["listens_on"].as_str()?.to_owned()),
        };
        match line.as_ref().ok().and_then(base) {
            Some(base) => {
                program.announced = line.unwrap_or_default();
                program.client = Client::new(&base);
                program.base = base;
                program
            }
            None => {
                program.kill();
                panic!("it did not start: {}", program.log());
            }
        }
    }

    /// Starts it, waits until it has given up, and answers what it said.
    pub fn refusal(self) -> String {
        let mut program = self.spawn();
        let status = program.wait();
        let said = program.log();
        assert!(!status.success(), "it did not refuse: {said}");
        said
    }

    fn spawn(mut self) -> Program {
        let mut child = self.command.spawn().unwrap();
        let (out, mut err) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(out).lines().map_while(Result::ok) {
                // The test may not listen any more.
                let _ = sender.send(line);
            }
        });
        let errors = thread::spawn(move || {
            let mut said = String::new();
            err.read_to_string(&mut said).unwrap();
            said
        });
        let (base, client) = (String::new(), Client::new(""));
        let (data_dir, announced) = (self.data_dir, String::new());
        Program { child: Some(child), data_dir, base, announced, client, lines, errors: Some(errors) }
    }
}

/// Whether a process runs. One that has ended but that nobody has asked about does not.
pub fn is_running(pid: Pid) -> bool {
    if cfg!(target_os = "linux") {
        std::fs::read_link(format!("/proc/{}/cwd", pid.as_raw_nonzero())).is_ok()
    } else {
        test_kill_process(pid).is_ok()
    }
}

/// The running program, killed when dropped.
pub struct Program {
    /// Where it answers.
    pub base: String,
    /// The first line that it prints.
    pub announced: String,
    /// A client without a key.
    pub client: Client,
    /// What it prints after the first line.
    pub lines: mpsc::Receiver<String>,
    child: Option<Child>,
    data_dir: PathBuf,
    errors: Option<JoinHandle<String>>,
}

impl Program {
    /// Sends a signal.
    pub fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(self.child.as_ref().unwrap()), signal).unwrap();
    }

    /// Waits for its end.
    pub fn wait(&mut self) -> ExitStatus {
        let mut status = None;
        wait_until("the program ends", || {
            status = self.child.as_mut().unwrap().try_wait().unwrap();
            status.is_some()
        });
        status.unwrap()
    }

    /// Asks it to stop, and answers how it ended and what it logged.
    pub fn stop(mut self) -> (ExitStatus, String) {
        self.signal(Signal::TERM);
        (self.wait(), self.log())
    }

    /// `kill -9`: it gets no chance to tidy up.
    pub fn kill(&mut self) {
        self.signal(Signal::KILL);
        self.wait();
    }

    /// What it logged, once it has ended.
    pub fn log(&mut self) -> String {
        self.errors.take().map_or_else(String::new, |errors| errors.join().unwrap())
    }

    /// The process number of its private PostgreSQL.
    pub fn postgres(&self) -> Pid {
        let note = std::fs::read_to_string(self.data_dir.join("postgres/postmaster.pid")).unwrap();
        note.lines().next().and_then(|line| Pid::from_raw(line.parse().ok()?)).unwrap()
    }

    /// The URL of its private PostgreSQL, by its own note of where its socket is.
    pub fn database(&self) -> String {
        let note = std::fs::read_to_string(self.data_dir.join("postgres/postmaster.pid")).unwrap();
        let socket = note.lines().nth(4).unwrap().replace('/', "%2F");
        format!("postgres://pipkeeper@{socket}/postgres")
    }

    /// Runs SQL in its private PostgreSQL.
    pub fn query(&self, sql: &str) -> Vec<Vec<String>> {
        postgres::query(&self.database(), sql)
    }

    /// Whether its private PostgreSQL answers.
    pub fn has_database(&self) -> bool {
        let note = std::fs::read_to_string(self.data_dir.join("postgres/postmaster.pid"));
        note.is_ok_and(|note| note.lines().count() > 5)
            && postgres::try_query(&self.database(), "SELECT 1").is_ok()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take() {
            // It may have ended already.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}
