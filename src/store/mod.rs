//! The database: connections, migrations, and the tables as functions.
//!
//! Store functions take a connection, return `QueryResult` and decide nothing. [`Db`] hands out the
//! connections; [`migrate`] brings the tables up to date before anything else looks at them.
//!
//! Whoever holds several things takes them in one order, so that nobody waits for somebody who waits
//! for him: the club, the turn to import, games by their ids, the turn to write results, seasons,
//! players by their ids, and then new players by their names.

pub(crate) mod clubs;
mod error;
pub mod games;
pub(crate) mod keys;
pub(crate) mod merges;
mod migrations;
pub(crate) mod names;
mod numbers;
pub(crate) mod pairings;
pub(crate) mod players;
pub(crate) mod projections;
pub(crate) mod ratings;
pub(crate) mod replies;
pub mod results;
pub(crate) mod schema;
pub(crate) mod seasons;
mod statement;
pub(crate) mod text_enum;
mod tls;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use chrono::{DateTime, Utc};
use deadpool::Runtime;
use deadpool::managed::{QueueMode, Timeouts};
use diesel::ConnectionError;
use diesel::result::QueryResult;
use diesel_async::SimpleAsyncConnection;
use diesel_async::pooled_connection::deadpool::{Object, Pool, PoolError};
use diesel_async::pooled_connection::{AsyncDieselConnectionManager, ManagerConfig, RecyclingMethod};
use futures_util::FutureExt;
use tokio::runtime::Handle;
use tokio_postgres::Config;
use tokio_postgres::config::Host;
use tokio_postgres_rustls::MakeRustlsConnect;
use uuid::Uuid;

pub use error::{StoreError, Trouble};
pub use migrations::migrate;

/// A connection, as store functions take it.
pub type Connection = diesel_async::AsyncPgConnection;
/// A connection of the pool, which goes back when it is dropped.
pub type Pooled = Object<Connection>;

/// Where a page begins: after the row with this time and id.
pub type After = (DateTime<Utc>, Uuid);

/// How many connections the pool opens at most.
const CONNECTIONS: usize = 32;
/// How statements are run: each is short, so that compiling it, or starting workers for it, takes longer
/// than it does. And in English, which only some may ask for: see [`Trouble::of`].
const SESSION_SETTINGS: &str = "SET jit = off; SET max_parallel_workers_per_gather = 0; \
    DO $$ BEGIN SET lc_messages = 'C'; EXCEPTION WHEN insufficient_privilege THEN NULL; END $$";
/// How long a request waits for a connection, and how long opening one may take.
const TIMEOUT: Duration = Duration::from_secs(5);

/// The pool of connections. Cloning it is cheap and shares the connections.
///
/// Connections are opened when they are first needed and are replaced when the server has closed
/// them. All live on the runtime that called [`Db::connect`], whichever thread asks for one, so they
/// do not end with an HTTP worker.
#[derive(Clone)]
pub struct Db {
    pool: Pool<Connection>,
    /// Whether something could not be stored because the disk was full.
    full: Arc<AtomicBool>,
}

impl Db {
    /// Opens a pool, and its first connection to see that the database answers.
    ///
    /// Fails when the URL cannot be read or the server cannot be reached, with advice.
    pub async fn connect(url: &str) -> Result<Db, StoreError> {
        let endpoint = Endpoint::parse(url)?;
        endpoint.open().await?;

        let runtime = Handle::current();
        let mut config = ManagerConfig::default();
        // Asking `SELECT 1` at each checkout would cost a fifth of the throughput. A connection that
        // the server has closed is seen without asking.
        config.recycling_method = RecyclingMethod::Fast;
        config.custom_setup = Box::new(move |_url| {
            let endpoint = endpoint.clone();
            let opening = runtime.spawn(async move { endpoint.open().await });
            async move {
                match opening.await {
                    Ok(opened) => opened.map_err(|error| ConnectionError::BadConnection(error.to_string())),
                    Err(stopped) => Err(ConnectionError::BadConnection(stopped.to_string())),
                }
            }
            .boxed()
        });
        let pool = Pool::builder(AsyncDieselConnectionManager::new_with_config(url, config))
            .max_size(CONNECTIONS)
            // The connection that was used last has its caches warm, here and in the server.
            .queue_mode(QueueMode::Lifo)
            .timeouts(Timeouts { wait: Some(TIMEOUT), create: Some(TIMEOUT), recycle: Some(TIMEOUT) })
            .runtime(Runtime::Tokio1)
            .build()
            .map_err(|error| StoreError::NoConnection { why: error.to_string() })?;
        Ok(Db { pool, full: Arc::default() })
    }

    /// Says what an error means, and remembers a full disk.
    pub fn notice(&self, error: &diesel::result::Error) -> Trouble {
        let trouble = Trouble::of(error);
        if trouble == Trouble::Full {
            self.full.store(true, Ordering::Relaxed);
        }
        trouble
    }

    /// Whether the disk was full when something was to be stored.
    pub fn is_full(&self) -> bool {
        self.full.load(Ordering::Relaxed)
    }

    /// Says that there is room again.
    pub fn has_room(&self) {
        self.full.store(false, Ordering::Relaxed);
    }

    /// A connection of the pool.
    ///
    /// Fails when none becomes free in time, or a new one cannot be opened.
    pub async fn get(&self) -> Result<Pooled, StoreError> {
        self.pool.get().await.map_err(|error| {
            let is_busy = matches!(error, PoolError::Timeout(_));
            if is_busy { StoreError::Busy } else { StoreError::NoConnection { why: error::sentence(&error) } }
        })
    }
}

/// Asks the server for a sign of life.
pub async fn ping(conn: &mut Connection) -> QueryResult<()> {
    conn.batch_execute("SELECT 1").await
}

/// Has the server write a little that nobody needs, to see whether there is room. What is sorted goes to
/// the disk once it is more than fits into its memory; an ordinary row might find a place that was free.
pub async fn take_room(conn: &mut Connection) -> QueryResult<()> {
    conn.batch_execute(
        "SET LOCAL work_mem = '64kB'; \
         SELECT count(*) FROM (SELECT n FROM generate_series(1, 50000) AS n ORDER BY n DESC) AS sorted",
    )
    .await
}

/// Waits until no other service on this database is in its turn; ends with the transaction.
///
/// What is made only once at the start takes turns, because services may start together.
pub async fn lock_start(conn: &mut Connection) -> QueryResult<()> {
    conn.batch_execute("SELECT pg_advisory_xact_lock(7310579624)").await
}

/// A server to connect to, and how.
#[derive(Clone)]
struct Endpoint {
    config: Config,
    tls: MakeRustlsConnect,
}

impl Endpoint {
    fn parse(url: &str) -> Result<Endpoint, StoreError> {
        let bad_url = |why: String| StoreError::BadUrl { why };
        let (url, wish) = tls::TlsOptions::take_from(url).map_err(bad_url)?;
        let mut config: Config = url.parse().map_err(|error| bad_url(error::sentence(&error)))?;
        if config.get_hosts().is_empty() && config.get_hostaddrs().is_empty() {
            return Err(bad_url("it names no host".to_owned()));
        }
        config.ssl_mode(wish.mode().map_err(bad_url)?);
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(TIMEOUT);
        }
        if config.get_application_name().is_none() {
            config.application_name("pipkeeper");
        }
        Ok(Endpoint { config, tls: wish.connector().map_err(bad_url)? })
    }

    /// Opens a connection, which lives on the runtime that polls this.
    async fn open(&self) -> Result<Connection, StoreError> {
        let (client, connection) = self
            .config
            .connect(self.tls.clone())
            .await
            .map_err(|error| StoreError::unreachable(&self.target(), &error))?;
        let opened = async {
            let mut opened = Connection::try_from_client_and_connection(client, connection).await?;
            opened
                .batch_execute(SESSION_SETTINGS)
                .await
                .map_err(ConnectionError::CouldntSetupConfiguration)?;
            Ok::<_, ConnectionError>(opened)
        };
        opened.await.map_err(|error| StoreError::NoConnection { why: error.to_string() })
    }

    /// Where and as whom, for people; never the password.
    fn target(&self) -> String {
        let ports = self.config.get_ports();
        let hosts = self.config.get_hosts().iter().enumerate().map(|(at, host)| {
            let port = ports.get(at).or(ports.first()).copied().unwrap_or(5432);
            match host {
                Host::Tcp(name) => format!("{name}:{port}"),
                Host::Unix(folder) => folder.display().to_string(),
            }
        });
        let mut target = hosts.collect::<Vec<_>>().join(", ");
        if let Some(user) = self.config.get_user() {
            target = format!("{target} as {user}");
        }
        target
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(url: &str) -> String {
        Endpoint::parse(url).err().unwrap().to_string()
    }

    #[test]
    fn a_bad_url_is_named_without_its_password() {
        for url in ["postgres://u:hunter2@", "postgres://u:hunter2@h/d?sslmode=x", "u:hunter2@h", ""] {
            let said = refusal(url);
            assert!(said.contains("DATABASE_URL") && !said.contains("hunter2"), "{url}: {said}");
        }
    }

    #[test]
    fn a_target_has_no_password() {
        let endpoint = Endpoint::parse("postgres://ann:hunter2@db.example:6543/pips").unwrap();
        assert_eq!(endpoint.target(), "db.example:6543 as ann");
    }
}
