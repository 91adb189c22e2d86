//! The private PostgreSQL of a service that was given no database.
//!
//! [`Cluster::start`] finds the installed programs, creates the data on first use, and runs
//! `postgres` as a child of this process that listens on a unix socket only. The socket lies in a
//! folder that one user can enter (the user that PostgreSQL runs as, who owns the data anyway), so
//! connections need no password and no other user of the machine gets one. Dropping the [`Cluster`]
//! stops the server and waits for it. (A supervisor that ends the service should signal this process
//! alone, for systemd `KillMode=mixed`: PostgreSQL must outlive the requests that are being answered.)
//!
//! The data folder:
//!
//! ```text
//! lock           held while a service uses the folder; names its process
//! postgres/      the data, owned by the user that PostgreSQL runs as
//! postgres.log   what the server said
//! socket/        the socket, unless its path would be too long (then a folder under /tmp)
//! ```

mod account;
mod binaries;
mod error;
mod folder;
mod initdb;
mod leftovers;
mod neighbour;
mod postmaster;
mod program;
mod socket;

use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_encode};

pub use error::ClusterError;
pub use neighbour::url_of_running;

use binaries::Places;
use postmaster::{Postmaster, Recipe};

/// The only role, which owns everything.
const ROLE: &str = "pipkeeper";
/// The database, which initdb makes.
const DATABASE: &str = "postgres";
/// Only a part of the socket's name: nothing listens on TCP.
const PORT: u16 = 5432;
/// How often to look whether the server still runs.
const WATCH: Duration = Duration::from_millis(500);

/// What kind of private PostgreSQL to run.
#[derive(Clone, Debug)]
pub struct ClusterSettings {
    data_dir: PathBuf,
    durable: bool,
}

impl ClusterSettings {
    /// A server that keeps its data in `data_dir`, with the programs that the environment leads to.
    pub fn new(data_dir: impl Into<PathBuf>) -> ClusterSettings {
        ClusterSettings { data_dir: data_dir.into(), durable: true }
    }

    /// Trades the safety of the data for speed: for tests, whose data nobody misses.
    pub fn throw_away(self) -> ClusterSettings {
        ClusterSettings { durable: false, ..self }
    }
}

/// A running private PostgreSQL, which stops when this is dropped.
///
/// A thread of its own starts the server, starts it again should it end by itself, and stops it. The
/// thread lives as long as the server because Linux ties a child's fate to the thread that made it.
#[derive(Debug)]
pub struct Cluster {
    url: String,
    socket_dir: PathBuf,
    stop: Sender<()>,
    keeper: Option<JoinHandle<()>>,
}

impl Cluster {
    /// Starts the server and returns once it accepts connections. Blocks: half a second or so on
    /// first use, much less later, longer after a crash.
    ///
    /// Errors: whatever keeps PostgreSQL from running here, as a sentence for the person who started it.
    pub fn start(settings: ClusterSettings) -> Result<Cluster, ClusterError> {
        let (stop, orders) = mpsc::channel();
        let (report, started) = mpsc::channel();
        let folder = settings.data_dir.clone();
        let keeper = thread::Builder::new()
            .name("postgres".to_owned())
            .spawn(move || keep(&settings, &report, &orders))
            .map_err(error::while_doing("start a thread for", &folder))?;
        let socket_dir = started.recv().unwrap_or_else(|_ended| {
            let source = io::Error::other("the thread that looks after it ended");
            Err(error::while_doing("look after", &folder)(source))
        })?;
        let host = percent_encoded(&socket_dir);
        let url = format!("postgres://{ROLE}@{host}:{PORT}/{DATABASE}");
        Ok(Cluster { url, socket_dir, stop, keeper: Some(keeper) })
    }

    /// The URL to connect to. It has no password: who can reach the socket may use it.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The folder of the socket.
    pub fn socket_dir(&self) -> &Path {
        &self.socket_dir
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        // The keeper may have ended already; then there is nobody to tell.
        let _ = self.stop.send(());
        if self.keeper.take().is_some_and(|keeper| keeper.join().is_err()) {
            log::error!("the thread that looked after PostgreSQL panicked");
        }
    }
}

/// Starts the server, reports, and looks after it until told to stop.
fn keep(settings: &ClusterSettings, report: &Sender<Result<PathBuf, ClusterError>>, orders: &Receiver<()>) {
    let begun = Recipe::prepare(&settings.data_dir, settings.durable, &Places::from_env())
        .and_then(|recipe| Ok((Postmaster::start(&recipe)?, recipe)));
    let (first, recipe) = match begun {
        Ok(begun) => begun,
        Err(refusal) => {
            let _ = report.send(Err(refusal));
            return;
        }
    };
    let mut running = Some(first);
    if report.send(Ok(recipe.socket.clone())).is_ok() {
        while orders.recv_timeout(WATCH) == Err(RecvTimeoutError::Timeout) {
            running = match running {
                Some(mut postmaster) => match postmaster.ended() {
                    None => Some(postmaster),
                    Some(status) => {
                        log::error!(
                            "the private PostgreSQL ended by itself ({status}; see {}); starting it again",
                            recipe.log().display()
                        );
                        None
                    }
                },
                None => Postmaster::start(&recipe)
                    .inspect_err(|refusal| log::error!("the private PostgreSQL is down: {refusal}"))
                    .ok(),
            };
        }
    }
    drop(running);
    socket::remove(&recipe.socket);
}

/// What a path may have in a URL as it is.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// A path as the host of a connection URL.
fn percent_encoded(path: &Path) -> String {
    percent_encode(path.as_os_str().as_bytes(), PLAIN).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_socket_paths_survive_the_url() {
        let path = Path::new("/tmp/Ann's dömino@home:5%/socket");
        let url = format!("postgres://{ROLE}@{}:{PORT}/{DATABASE}", percent_encoded(path));
        let config: tokio_postgres::Config = url.parse().unwrap();
        let host = tokio_postgres::config::Host::Unix(path.to_owned());
        assert_eq!(config.get_hosts(), [host]);
    }
}
