//! The PostgreSQL that the tests of this process share.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use pipkeeper::{Cluster, ClusterSettings};
use rustix::process::{Pid, test_kill_process};
use tokio_postgres::{NoTls, SimpleQueryMessage};

const PREFIX: &str = "pipkeeper-tests-";

/// The URL of the shared server, started by the first test that asks. It ends with this process; its
/// folder is removed by the next.
fn shared() -> &'static str {
    static SHARED: OnceLock<Cluster> = OnceLock::new();
    SHARED.get_or_init(start).url()
}

fn start() -> Cluster {
    let place = std::env::temp_dir();
    remove_leftovers(&place);
    let folder = place.join(format!("{PREFIX}{}", std::process::id()));
    fs::create_dir(&folder).unwrap();
    // Root's PostgreSQL runs as another user, who must be able to enter.
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
    Cluster::start(ClusterSettings::new(folder).throw_away()).unwrap()
}

/// Removes the folders of test processes that are gone.
fn remove_leftovers(place: &Path) {
    for entry in fs::read_dir(place).unwrap().flatten() {
        let name = entry.file_name();
        let pid = name.to_str().and_then(|name| name.strip_prefix(PREFIX)?.parse().ok());
        if pid.and_then(Pid::from_raw).is_some_and(|pid| test_kill_process(pid).is_err()) {
            // Another user's folder stays.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// Makes an empty schema in the shared server, and answers the URL that leads to it.
pub fn fresh_schema() -> String {
    static NEXT: AtomicUsize = AtomicUsize::new(1);
    let schema = format!("t{}", NEXT.fetch_add(1, Ordering::Relaxed));
    query(shared(), &format!("CREATE SCHEMA {schema}"));
    format!("{}?options=-c%20search_path%3D{schema}", shared())
}

/// Runs SQL and answers the rows, every value as text, NULL as an empty one.
pub fn query(url: &str, sql: &str) -> Vec<Vec<String>> {
    try_query(url, sql).unwrap()
}

/// As [`query`], for a server that may not answer.
pub fn try_query(url: &str, sql: &str) -> Result<Vec<Vec<String>>, tokio_postgres::Error> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let (client, connection) = tokio_postgres::connect(url, NoTls).await?;
        let driver = tokio::spawn(connection);
        let messages = client.simple_query(sql).await?;
        drop(client);
        // Wait for the goodbye, so that the server has forgotten the connection.
        let _ = driver.await;
        let rows = messages.iter().filter_map(|message| {
            let SimpleQueryMessage::Row(row) = message else { return None };
            Some((0..row.len()).map(|at| row.get(at).unwrap_or_default().to_owned()).collect())
        });
        Ok(rows.collect())
    })
}

/// A transaction that is open until it is dropped.
pub struct Holding {
    runtime: tokio::runtime::Runtime,
    client: tokio_postgres::Client,
}

impl Holding {
    /// Opens a transaction that has run this SQL.
    pub fn of(url: &str, sql: &str) -> Holding {
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let client = runtime.block_on(async {
            let (client, connection) = tokio_postgres::connect(url, NoTls).await.unwrap();
            tokio::spawn(connection);
            client.batch_execute(&format!("BEGIN; {sql}")).await.unwrap();
            client
        });
        Holding { runtime, client }
    }
}

impl Drop for Holding {
    fn drop(&mut self) {
        self.runtime.block_on(self.client.batch_execute("ROLLBACK")).unwrap();
    }
}
