//! Requests that may come again: each is done once, and answered the same whenever it comes.
//!
//! A client that got no answer cannot know whether its request was done. With the header
//! `Idempotency-Key` it may simply send it again: the answer is stored in the very transaction
//! that does what was asked, so there is either both or neither, whatever breaks in between.
//! Only what was done is remembered; a request that was refused may come again and be done.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};
use diesel_async::{AnsiTransactionManager, TransactionManager};
use serde::Serialize;
use sha2::{Digest, Sha256};
use uuid::{Builder, Uuid};

use super::keys::{Drawn, Secret};
use super::{ServiceError, storable};
use crate::store::replies::{self, ReplyRow};
use crate::store::{Connection, Db};

/// How long an answer is kept that does not belong to a game.
const LIFE: TimeDelta = TimeDelta::days(7);

/// Stands in a body where a key belongs. No name has a control character in it, so nothing else
/// in a body is the same.
pub const KEY_MARK: &str = "\u{1}key";

/// A request that may come again.
#[derive(Clone)]
pub struct Attempt {
    owner: Uuid,
    token: Uuid,
    request: [u8; 32],
    idempotency_key: String,
}

impl Attempt {
    /// A request of `owner` under this `Idempotency-Key`; `parts` are all that was asked.
    #[must_use]
    pub fn new(owner: Uuid, idempotency_key: &str, parts: &[&[u8]]) -> Attempt {
        let mut request = Sha256::new();
        for part in parts {
            // With its length, so that nothing moves from one part to the next unseen.
            request.update(part.len().to_be_bytes());
            request.update(part);
        }
        Attempt {
            owner,
            token: hashed(idempotency_key.as_bytes()),
            request: request.finalize().into(),
            idempotency_key: idempotency_key.to_owned(),
        }
    }

    /// The owner of requests that come without a key: their address.
    #[must_use]
    pub fn owner_at(address: &str) -> Uuid {
        hashed(address.as_bytes())
    }

    /// Draws the key that the request makes.
    ///
    /// # Errors
    ///
    /// If the system has no random numbers.
    pub fn draw(attempt: Option<&Attempt>) -> Result<Drawn, ServiceError> {
        Drawn::new(attempt.map(|attempt| attempt.idempotency_key.as_str()))
    }
}

fn hashed(bytes: &[u8]) -> Uuid {
    let hash: [u8; 32] = Sha256::digest(bytes).into();
    let mut half = [0; 16];
    half.iter_mut().zip(hash).for_each(|(to, from)| *to = from);
    Builder::from_custom_bytes(half).into_uuid()
}

/// What is answered to a request that was done.
#[derive(Clone, Debug)]
pub struct Reply {
    pub status: u16,
    /// The version for the `ETag`.
    pub version: Option<i64>,
    /// The path of what was made.
    pub location: Option<String>,
    /// JSON; [`KEY_MARK`] stands for the key.
    pub body: String,
    /// The key that was made.
    pub key: Option<Secret>,
    /// Whether it was done when the request came before.
    pub replayed: bool,
    salt: Option<Vec<u8>>,
    /// Whether it is kept for as long as there is its game.
    lasting: bool,
}

impl Reply {
    /// An answer that is kept for some days.
    ///
    /// # Errors
    ///
    /// If the body cannot be written.
    pub fn new(status: u16, body: &impl Serialize) -> Result<Reply, ServiceError> {
        let body = serde_json::to_string(body).map_err(ServiceError::UnwritableEvent)?;
        Ok(Reply {
            status,
            version: None,
            location: None,
            body,
            key: None,
            replayed: false,
            salt: None,
            lasting: false,
        })
    }

    /// The same answer with the path of what was made.
    #[must_use]
    pub fn at(self, location: String) -> Reply {
        Reply { location: Some(location), ..self }
    }

    /// The same answer about a game at this version, kept for as long as there is the game.
    #[must_use]
    pub fn of_game(self, version: i64) -> Reply {
        Reply { version: Some(version), lasting: true, ..self }
    }

    /// The same answer to a question what would be: nothing was made and no version is new.
    #[must_use]
    pub fn dry(self) -> Reply {
        Reply { status: 200, version: None, location: None, ..self }
    }

    /// The same answer with the key that was made.
    #[must_use]
    pub fn with_key(self, drawn: &Drawn) -> Reply {
        Reply { key: Some(drawn.secret.clone()), salt: Some(drawn.salt.to_vec()), ..self }
    }

    /// How the answer to this attempt is stored.
    pub(super) fn row(&self, attempt: &Attempt, now: DateTime<Utc>) -> ReplyRow {
        ReplyRow {
            owner: attempt.owner,
            token: attempt.token,
            request: attempt.request.to_vec(),
            status: i16::try_from(self.status).unwrap_or_default(),
            version: self.version,
            location: self.location.clone(),
            body: self.body.clone(),
            salt: self.salt.clone(),
            expires_at: (!self.lasting).then(|| storable(now + LIFE)),
        }
    }

    fn again(row: ReplyRow, attempt: &Attempt) -> Reply {
        let ReplyRow { owner: _, token: _, request: _, status, version, location, body, salt, expires_at } =
            row;
        Reply {
            status: u16::try_from(status).unwrap_or_default(),
            version,
            location,
            body,
            key: salt.as_ref().map(|salt| Drawn::again(salt, &attempt.idempotency_key)),
            replayed: true,
            salt,
            lasting: expires_at.is_none(),
        }
    }
}

/// The requests that are being done in this process.
#[derive(Clone, Default)]
pub struct Running(Arc<Mutex<HashSet<(Uuid, Uuid)>>>);

/// A request that is being done, until this is dropped.
pub(super) struct Turn {
    running: Running,
    id: (Uuid, Uuid),
}

impl Running {
    /// Takes the turn of a request, unless it is being done already.
    pub(super) fn enter(&self, attempt: &Attempt) -> Option<Turn> {
        let id = (attempt.owner, attempt.token);
        let is_new = self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(id);
        is_new.then(|| Turn { running: self.clone(), id })
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.running.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.id);
    }
}

/// What was answered when the request came before, if it did.
///
/// # Errors
///
/// If something else was asked then.
pub async fn earlier(conn: &mut Connection, attempt: &Attempt) -> Result<Option<Reply>, ServiceError> {
    match replies::find(conn, attempt.owner, attempt.token).await? {
        None => Ok(None),
        Some(row) if row.request == attempt.request => Ok(Some(Reply::again(row, attempt))),
        Some(_) => Err(ServiceError::OtherRequest),
    }
}

/// What was answered before, or else the refusal.
pub(super) async fn earlier_or(
    conn: &mut Connection,
    attempt: &Attempt,
    refusal: ServiceError,
) -> Result<Reply, ServiceError> {
    match earlier(conn, attempt).await {
        Ok(Some(reply)) => Ok(reply),
        Err(ServiceError::OtherRequest) => Err(ServiceError::OtherRequest),
        Ok(None) | Err(_) => Err(refusal),
    }
}

/// Does what a request asks for, unless it was done before.
///
/// # Errors
///
/// Whatever `work` refuses, if the request is being done just now, or if something else was asked
/// under the same `Idempotency-Key`.
pub async fn once<F>(
    db: &Db,
    running: &Running,
    attempt: Option<&Attempt>,
    now: DateTime<Utc>,
    work: F,
) -> Result<Reply, ServiceError>
where
    F: AsyncFnOnce(&mut Connection) -> Result<Reply, ServiceError>,
{
    let mut conn = db.get().await?;
    let Some(attempt) = attempt else { return work(&mut conn).await };
    let Some(_turn) = running.enter(attempt) else {
        return earlier_or(&mut conn, attempt, ServiceError::InProgress).await;
    };
    if let Some(reply) = earlier(&mut conn, attempt).await? {
        return Ok(reply);
    }
    // Another process may be doing the same: then the database lets one of them store its answer.
    match in_transaction(&mut conn, attempt, now, work).await {
        Ok(reply) => Ok(reply),
        Err(refusal) => earlier_or(&mut conn, attempt, refusal).await,
    }
}

async fn in_transaction<F>(
    conn: &mut Connection,
    attempt: &Attempt,
    now: DateTime<Utc>,
    work: F,
) -> Result<Reply, ServiceError>
where
    F: AsyncFnOnce(&mut Connection) -> Result<Reply, ServiceError>,
{
    AnsiTransactionManager::begin_transaction(conn).await?;
    let done = match work(conn).await {
        Ok(reply) => {
            replies::insert(conn, &reply.row(attempt, now)).await.map(|()| reply).map_err(Into::into)
        }
        Err(refusal) => Err(refusal),
    };
    match done {
        Ok(reply) => {
            AnsiTransactionManager::commit_transaction(conn).await?;
            Ok(reply)
        }
        Err(refusal) => {
            // The refusal says more than a failure to go back, and the pool drops such a connection.
            let _ = AnsiTransactionManager::rollback_transaction(conn).await;
            Err(refusal)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_known_by_all_its_parts() {
        let owner = Uuid::now_v7();
        let attempt = |parts: &[&[u8]]| Attempt::new(owner, "a", parts);

        assert_eq!(attempt(&[b"ab", b"c"]).request, attempt(&[b"ab", b"c"]).request);
        assert_ne!(attempt(&[b"ab", b"c"]).request, attempt(&[b"a", b"bc"]).request);
        assert_ne!(Attempt::new(owner, "b", &[]).token, Attempt::new(owner, "a", &[]).token);
    }

    #[test]
    fn a_request_has_its_turn_once() {
        let running = Running::default();
        let attempt = Attempt::new(Uuid::now_v7(), "a", &[]);

        let turn = running.enter(&attempt);
        assert!(turn.is_some() && running.enter(&attempt).is_none());
        drop(turn);
        assert!(running.enter(&attempt).is_some());
    }
}
