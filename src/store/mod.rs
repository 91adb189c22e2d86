//! Tables as functions: each takes a connection, returns a `QueryResult` and decides nothing.

pub mod clubs;
pub mod keys;
pub mod players;
pub mod schema;
pub mod words;

use std::time::Duration;

use chrono::{DateTime, Utc};
use deadpool::Runtime;
use diesel_async::pooled_connection::AsyncDieselConnectionManager;
use diesel_async::pooled_connection::deadpool::{Object, Pool};
use thiserror::Error;
use uuid::Uuid;

/// A connection to PostgreSQL.
pub type Connection = diesel_async::AsyncPgConnection;

/// A connection on loan from the pool.
pub type Pooled = Object<Connection>;

/// Where a page begins: after the row with this time and id.
pub type After = (DateTime<Utc>, Uuid);

/// The database cannot be reached.
#[derive(Debug, Error)]
#[error("the database cannot be reached: {0}")]
pub struct StoreError(String);

/// The database, through a pool of connections.
#[derive(Clone)]
pub struct Db {
    pool: Pool<Connection>,
}

impl Db {
    /// Opens a pool on the database at `url`; connections are made when they are asked for.
    ///
    /// # Errors
    ///
    /// If the pool cannot be built.
    pub async fn connect(url: &str) -> Result<Db, StoreError> {
        let manager = AsyncDieselConnectionManager::<Connection>::new(url);
        let pool = Pool::builder(manager)
            .max_size(10)
            .runtime(Runtime::Tokio1)
            .wait_timeout(Some(Duration::from_secs(5)))
            .create_timeout(Some(Duration::from_secs(5)))
            .build()
            .map_err(|error| StoreError(error.to_string()))?;
        Ok(Db { pool })
    }

    /// Takes a connection out of the pool.
    ///
    /// # Errors
    ///
    /// If none becomes free in time or none can be made.
    pub async fn get(&self) -> Result<Pooled, StoreError> {
        self.pool.get().await.map_err(|error| StoreError(error.to_string()))
    }
}
