//! The program as people start it.

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::wire::Wire;

pub struct Program {
    pub addr: String,
    child: Child,
    folder: PathBuf,
}

/// Root's PostgreSQL runs as another user, who must be able to enter.
pub fn let_everybody_enter(folder: &Path) {
    fs::set_permissions(folder, fs::Permissions::from_mode(0o755)).unwrap();
}

impl Program {
    /// Starts it and waits until it is ready; answers how long that took.
    pub fn start(folder: &Path) -> (Program, Duration) {
        let start = Instant::now();
        let mut command = Command::new(env!("CARGO_BIN_EXE_pipkeeper"));
        command.env_remove("DATABASE_URL").env("RUST_LOG", "warn");
        // Nobody at a table asks so often.
        command.args(["--rate-per-key", "0", "--rate-per-address", "0"]);
        command.args(["--listen", "127.0.0.1:0", "--data-dir"]).arg(folder.join("data"));
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let line = lines.next().expect("it did not start").unwrap();
        let addr = line.strip_prefix("Pipkeeper listens on http://").and_then(|rest| rest.split(' ').next());
        let addr = addr.expect("an address").to_owned();
        assert_eq!(Wire::connect(&addr).send("GET", "/health/ready", None).status, 200);
        let ready = start.elapsed();
        // What else it prints is read, so that it never waits for somebody to.
        std::thread::spawn(move || lines.for_each(drop));
        (Program { addr, child, folder: folder.join("data") }, ready)
    }

    /// The memory that is resident, without PostgreSQL's.
    pub fn memory(&self) -> String {
        self.status("VmRSS:")
    }

    /// The most memory that was resident since the peak was forgotten.
    pub fn peak(&self) -> String {
        self.status("VmHWM:")
    }

    /// Begins anew to look for the peak.
    pub fn forget_peak(&self) {
        fs::write(format!("/proc/{}/clear_refs", self.child.id()), "5").unwrap();
    }

    fn status(&self, name: &str) -> String {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let resident = status.lines().find_map(|line| line.strip_prefix(name)?.trim().strip_suffix(" kB"));
        match resident.and_then(|kilobytes| kilobytes.parse::<f64>().ok()) {
            Some(kilobytes) => format!("{:.1} MB", kilobytes / 1024.0),
            None => "not known".to_owned(),
        }
    }

    /// The processor time that it has spent, without PostgreSQL's.
    pub fn processor(&self) -> Duration {
        let threads = fs::read_dir(format!("/proc/{}/task", self.child.id())).unwrap().flatten();
        // In nanoseconds, where the whole program is only counted in hundredths of a second.
        let spent = threads.filter_map(|thread| {
            let stat = fs::read_to_string(thread.path().join("schedstat")).ok()?;
            stat.split(' ').next()?.parse::<u64>().ok()
        });
        Duration::from_nanos(spent.sum())
    }

    /// The folder of the socket of its PostgreSQL.
    pub fn socket(&self) -> String {
        let note = fs::read_to_string(self.folder.join("postgres/postmaster.pid")).unwrap();
        note.lines().nth(4).unwrap().to_owned()
    }

    pub fn stop(&mut self) {
        kill_process(Pid::from_child(&self.child), Signal::TERM).unwrap();
        assert!(self.child.wait().unwrap().success());
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It has ended, unless the benchmark failed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
