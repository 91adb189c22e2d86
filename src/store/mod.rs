//! The database: connections, migrations, and the tables as functions.
//!
//! Store functions take a connection, return `QueryResult` and decide nothing. [`Db`] hands out the
//! connections; [`migrate`] brings the tables up to date before anything else looks at them.
//!
//! Whoever holds several things takes them in one order, so that nobody waits for somebody who waits
//! for him: the club, the turn to import, games by their ids, the turn to write results, seasons,
//! players by their ids, and then new players by their names.

pub(crate) mod clubs;
mod endpoint;
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
use deadpool::managed::{QueueMode, TimeoutType, Timeouts};
use diesel::ConnectionError;
use diesel::result::QueryResult;
use diesel_async::SimpleAsyncConnection;
use diesel_async::pooled_connection::deadpool::{Object, Pool, PoolError};
use diesel_async::pooled_connection::{AsyncDieselConnectionManager, ManagerConfig, RecyclingMethod};
use futures_util::FutureExt;
use tokio::runtime::Handle;
use uuid::Uuid;

use self::endpoint::Endpoint;
use self::games::{Append, Appended, Gathered, WRITER_SETTINGS, Writer};
pub use error::{StoreError, Trouble};
pub use migrations::migrate;

/// A connection, as store functions take it.
pub type Connection = diesel_async::AsyncPgConnection;
/// A connection of the pool, which goes back when it is dropped.
pub type Pooled = Object<Connection>;

/// Where a page begins: after the row with this time and id.
pub type After = (DateTime<Utc>, Uuid);

/// How many connections there are at most for what is short.
const CONNECTIONS: usize = 32;
/// How many there are for each share of what reads many rows: as it takes the processor for long, few at once.
const READING: usize = 2;
/// How long a statement may take that reads many rows.
const READING_SETTINGS: &str = "SET statement_timeout = '5s'";
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
    public: Pool<Connection>,
    keyed: Pool<Connection>,
    writer: Writer,
    /// Whether something could not be stored because the disk was full.
    full: Arc<AtomicBool>,
}

/// Who reads many rows: these have connections of their own, so that neither waits for the other, and nobody
/// who changes something for either.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    /// Whoever asks without a key.
    Public,
    /// Whoever has a key.
    Keyed,
}

impl Db {
    /// Opens a pool, and its first connection to see that the database answers.
    ///
    /// Fails when the URL cannot be read or the server cannot be reached, with advice.
    pub async fn connect(url: &str) -> Result<Db, StoreError> {
        let endpoint = Endpoint::parse(url)?;
        endpoint.open("").await?;

        let reading = |endpoint: &Endpoint| pool(url, endpoint.clone(), READING, READING_SETTINGS);
        let (public, keyed) = (reading(&endpoint)?, reading(&endpoint)?);
        let writer = Writer::start(pool(url, endpoint.clone(), 1, WRITER_SETTINGS)?);
        let pool = pool(url, endpoint, CONNECTIONS, "")?;
        Ok(Db { pool, public, keyed, writer, full: Arc::default() })
    }

    /// Adds events to the log of a game, in one statement with what others add to theirs meanwhile. Holding
    /// a connection while waiting for that would keep one from somebody who needs it.
    ///
    /// Fails if there is no connection, or if it is not known whether they were added.
    pub async fn append(&self, append: Append) -> Result<QueryResult<Appended>, StoreError> {
        let append = Arc::new(append);
        match self.writer.append(Arc::clone(&append)).await {
            Gathered::Written => Ok(Ok(Appended::Now)),
            Gathered::Left => Ok(games::append(&mut *self.get().await?, &append).await),
            Gathered::Lost(why) => Err(StoreError::NoConnection { why }),
        }
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
        connection(&self.pool).await
    }

    /// A connection to read many rows, whose statements may take 5 seconds.
    ///
    /// Fails when none becomes free in time, or a new one cannot be opened.
    pub async fn reading(&self, share: Share) -> Result<Pooled, StoreError> {
        let read = connection(match share {
            Share::Public => &self.public,
            Share::Keyed => &self.keyed,
        });
        // Others read; the database is not to blame.
        read.await
            .map_err(|error| if matches!(error, StoreError::Busy) { StoreError::Crowded } else { error })
    }
}

/// A pool of at most so many connections, each opened when it is first needed.
fn pool(
    url: &str,
    endpoint: Endpoint,
    most: usize,
    settings: &'static str,
) -> Result<Pool<Connection>, StoreError> {
    let runtime = Handle::current();
    let mut config = ManagerConfig::default();
    // Asking `SELECT 1` at each checkout would cost a fifth of the throughput. A connection that the server
    // has closed is seen without asking.
    config.recycling_method = RecyclingMethod::Fast;
    config.custom_setup = Box::new(move |_url| {
        let endpoint = endpoint.clone();
        let opening = runtime.spawn(async move { endpoint.open(settings).await });
        async move {
            match opening.await {
                Ok(opened) => opened.map_err(|error| ConnectionError::BadConnection(error.to_string())),
                Err(stopped) => Err(ConnectionError::BadConnection(stopped.to_string())),
            }
        }
        .boxed()
    });
    Pool::builder(AsyncDieselConnectionManager::new_with_config(url, config))
        .max_size(most)
        // The connection that was used last has its caches warm, here and in the server.
        .queue_mode(QueueMode::Lifo)
        .timeouts(Timeouts { wait: Some(TIMEOUT), create: Some(TIMEOUT), recycle: Some(TIMEOUT) })
        .runtime(Runtime::Tokio1)
        .build()
        .map_err(|error| StoreError::NoConnection { why: error.to_string() })
}

async fn connection(pool: &Pool<Connection>) -> Result<Pooled, StoreError> {
    pool.get().await.map_err(|error| {
        let is_busy = matches!(error, PoolError::Timeout(TimeoutType::Wait));
        if is_busy { StoreError::Busy } else { StoreError::NoConnection { why: error::sentence(&error) } }
    })
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
