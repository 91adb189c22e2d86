//! The writer: appends that wait are gathered into one statement and one commit.
//!
//! There is no delay: the writer takes what waits, writes it, answers and looks again, so that alone an append
//! is written at once, and many share what a commit costs. An append that did not go through with the others is
//! tried once more by itself: then it may wait for whoever holds the game, its failure is no other's, and what
//! it finds is not older than itself.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use diesel_async::pooled_connection::deadpool::{Object, Pool};
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;
use uuid::Uuid;

use super::append::{Append, append_all};
use crate::store::{Connection, Trouble};

/// How the writer's connection works. A game that somebody holds does not keep the others waiting, and the
/// games of a statement are taken in the order of their ids, so that two writers do not wait for each other.
pub const WRITER_SETTINGS: &str = "SET lock_timeout = '20ms'; SET statement_timeout = '10s'; SET plan_cache_mode = force_generic_plan; \
    SET enable_hashjoin = off; SET enable_mergejoin = off; SET enable_seqscan = off";

/// How long the server may say nothing, which ends statements that take too long itself.
const SILENCE: Duration = Duration::from_secs(15);

/// How many appends go into one statement.
const MOST: usize = 256;

/// Hands appends to the writer. Cloning it is cheap; the writer ends with the last of them.
#[derive(Clone)]
pub struct Writer(mpsc::Sender<Waiting>);

struct Waiting {
    append: Arc<Append>,
    answer: oneshot::Sender<Gathered>,
}

/// What became of an append together with others.
pub enum Gathered {
    /// The events are in the log.
    Written,
    /// Nothing was written of it.
    Left,
    /// The connection broke, so that nobody knows.
    Lost(String),
}

impl Writer {
    /// Starts a writer, which uses one connection at a time.
    pub fn start(connections: Pool<Connection>) -> Writer {
        let (queue, waiting) = mpsc::channel(MOST);
        tokio::spawn(write(waiting, connections));
        Writer(queue)
    }

    /// Appends together with whatever else waits.
    pub async fn append(&self, append: Arc<Append>) -> Gathered {
        let (answer, answered) = oneshot::channel();
        if self.0.send(Waiting { append, answer }).await.is_err() {
            return Gathered::Left;
        }
        answered.await.unwrap_or_else(|_| Gathered::Lost("the writer has stopped".to_owned()))
    }
}

async fn write(mut queue: mpsc::Receiver<Waiting>, connections: Pool<Connection>) {
    let mut waiting = Vec::new();
    while queue.recv_many(&mut waiting, MOST).await > 0 {
        while !waiting.is_empty() {
            let batch = take_batch(&mut waiting);
            let written = write_batch(&connections, &batch).await;
            for (game, Waiting { answer, .. }) in batch {
                // Whoever asked may have gone away.
                let _ = answer.send(match &written {
                    Ok(written) if written.contains(&game) => Gathered::Written,
                    Ok(_) => Gathered::Left,
                    Err(why) => Gathered::Lost(why.clone()),
                });
            }
        }
    }
}

/// What waits, by game; of several appends to a game the first.
fn take_batch(waiting: &mut Vec<Waiting>) -> BTreeMap<Uuid, Waiting> {
    let mut batch = BTreeMap::new();
    let mut later = Vec::new();
    for it in waiting.drain(..) {
        match batch.contains_key(&it.append.game) {
            true => later.push(it),
            false => drop(batch.insert(it.append.game, it)),
        }
    }
    *waiting = later;
    batch
}

/// Writes appends and answers to which games; none if the database cannot be reached or takes none of them.
///
/// Fails, with the reason, if the connection broke.
async fn write_batch(
    connections: &Pool<Connection>,
    batch: &BTreeMap<Uuid, Waiting>,
) -> Result<HashSet<Uuid>, String> {
    let Ok(mut conn) = connections.get().await else { return Ok(HashSet::new()) };
    let appends: Vec<&Append> = batch.values().map(|it| &*it.append).collect();
    let Ok(written) = timeout(SILENCE, append_all(&mut conn, &appends)).await else {
        // It may still be written.
        drop(Object::take(conn));
        return Err("the database has fallen silent".to_owned());
    };
    match written {
        Ok(written) => Ok(written.into_iter().collect()),
        Err(error) if Trouble::of(&error) == Trouble::Gone => Err(error.to_string()),
        Err(_) => Ok(HashSet::new()),
    }
}
