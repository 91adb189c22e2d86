//! Requests that may come again: each is done once, and answered whenever it comes.
//!
//! A client that got no answer cannot know whether its request was done. With the header
//! `Idempotency-Key` it may simply send it again: what it made is noted in the very transaction
//! that does what was asked, so there is either both or neither, whatever breaks in between.
//! Only what was done is remembered; a request that was refused may come again and be done.

mod running;

use chrono::{DateTime, TimeDelta, Utc};
use diesel_async::{AnsiTransactionManager, TransactionManager};
use sha2::{Digest, Sha256};
use uuid::{Builder, Uuid};

pub use self::running::InFlight;
use super::keys::{DrawnKey, KeySecret};
use super::{ServiceError, storable};
use crate::store::replies::{self, ReplyRow};
use crate::store::{Connection, Db};

/// How long is known of a request what it made, unless that is a change of a game.
const LIFE: TimeDelta = TimeDelta::days(7);

/// How often something is done anew because others held what it needed.
const ATTEMPTS: usize = 5;

/// A request that may come again.
#[derive(Clone)]
pub struct Attempt {
    scope: Uuid,
    sender: Uuid,
    token: Uuid,
    request: [u8; 32],
    idempotency_key: String,
}

impl Attempt {
    /// A request under this `Idempotency-Key`; `parts` are all that was asked.
    ///
    /// No two requests about `scope` have the same key: a game, a club, or its `sender` where the
    /// answer is for nobody else.
    pub fn new((scope, sender): (Uuid, Uuid), idempotency_key: &str, parts: &[&[u8]]) -> Attempt {
        let mut request = Sha256::new();
        for part in parts {
            // With its length, so that nothing moves from one part to the next unseen.
            request.update(part.len().to_be_bytes());
            request.update(part);
        }
        Attempt {
            scope,
            sender,
            token: hashed(idempotency_key.as_bytes()),
            request: request.finalize().into(),
            idempotency_key: idempotency_key.to_owned(),
        }
    }

    /// The sender of requests that come without a key: their address.
    pub fn sender_at(address: &str) -> Uuid {
        hashed(address.as_bytes())
    }

    /// Draws the key that the request makes.
    ///
    /// Fails if the system has no random numbers.
    pub fn draw(attempt: Option<&Attempt>) -> Result<DrawnKey, ServiceError> {
        DrawnKey::new(attempt.map(|attempt| attempt.idempotency_key.as_str()))
    }

    /// Which of the requests about its scope it is.
    pub(super) const fn token(&self) -> Uuid {
        self.token
    }

    /// A hash of what was asked.
    pub(super) fn fingerprint(&self) -> Uuid {
        half(&self.request)
    }

    fn note<T>(&self, made: &Made<T>, now: DateTime<Utc>) -> ReplyRow {
        ReplyRow {
            owner: self.scope,
            token: self.token,
            request: self.request.to_vec(),
            made: Some(made.id),
            status: None,
            version: None,
            location: None,
            body: None,
            salt: made.salt.clone(),
            expires_at: (!made.lasts).then(|| storable(now + LIFE)),
        }
    }
}

fn hashed(bytes: &[u8]) -> Uuid {
    half(&Sha256::digest(bytes).into())
}

/// Sixteen bytes of a hash.
fn half(hash: &[u8; 32]) -> Uuid {
    let mut half = [0; 16];
    half.iter_mut().zip(hash).for_each(|(to, from)| *to = *from);
    Builder::from_custom_bytes(half).into_uuid()
}

/// What a request made or changed: noted, so that it is found when the request comes again.
#[derive(Clone, Debug)]
pub struct Made<T> {
    id: Uuid,
    salt: Option<Vec<u8>>,
    lasts: bool,
    what: T,
}

impl<T> Made<T> {
    /// What has this id.
    pub const fn new(id: Uuid, what: T) -> Made<T> {
        Made { id, salt: None, lasts: false, what }
    }

    /// The same, and it is known for as long as there is the game that was made.
    pub fn lasting(self) -> Made<T> {
        Made { lasts: true, ..self }
    }

    /// The same with the key that it brings.
    pub fn with_key(self, drawn: &DrawnKey) -> Made<T> {
        Made { salt: Some(drawn.salt.to_vec()), ..self }
    }
}

/// What a request made when it came before.
#[derive(Clone, Debug)]
pub struct Earlier {
    /// Its id.
    pub made: Uuid,
    key: Option<KeySecret>,
}

impl Earlier {
    /// The key that it brought.
    ///
    /// Fails if it brought none.
    pub fn key(self) -> Result<KeySecret, ServiceError> {
        let none = || ServiceError::Contradiction("a request that makes a key brought none".to_owned());
        self.key.ok_or_else(none)
    }
}

/// What became of a request.
#[derive(Clone, Debug)]
pub enum Done<T> {
    /// It was done.
    Now(T),
    /// It was done when it came before; this is what it made.
    Before(T),
    /// It was done when it came before, and its answer is stored.
    Stored(Reply),
}

/// An answer that an older program stored whole.
#[derive(Clone, Debug)]
pub struct Reply {
    pub status: u16,
    /// The version for the `ETag`.
    pub version: Option<i64>,
    /// The path of what was made.
    pub location: Option<String>,
    /// JSON, with a mark where the key belongs.
    pub body: String,
    /// The key that was made.
    pub key: Option<KeySecret>,
}

/// What is stored of a request that was done: what it made, or its whole answer.
enum Note {
    Made(Earlier),
    Answer(Reply),
}

impl Note {
    fn read(row: ReplyRow, attempt: &Attempt) -> Result<Note, ServiceError> {
        if row.request != attempt.request {
            return Err(ServiceError::OtherRequest);
        }
        let key = row.salt.as_ref().map(|salt| DrawnKey::derive(salt, &attempt.idempotency_key));
        match (row.made, row.status.map(u16::try_from), row.body) {
            (Some(made), ..) => Ok(Note::Made(Earlier { made, key })),
            (None, Some(Ok(status)), Some(body)) => {
                let ReplyRow { version, location, .. } = row;
                Ok(Note::Answer(Reply { status, version, location, body, key }))
            }
            _ => Err(ServiceError::Contradiction("a stored answer has no body".to_owned())),
        }
    }
}

/// What is stored of the request when it came before, if it did.
///
/// Fails if something else was asked then.
async fn note(conn: &mut Connection, attempt: &Attempt) -> Result<Option<Note>, ServiceError> {
    // Before scopes there were only senders.
    let row = replies::find(conn, (attempt.scope, attempt.sender), attempt.token).await?;
    row.map(|row| Note::read(row, attempt)).transpose()
}

/// Whether the request was done when it came before.
///
/// Fails if something else was asked then.
pub async fn is_done(conn: &mut Connection, attempt: &Attempt) -> Result<bool, ServiceError> {
    Ok(note(conn, attempt).await?.is_some())
}

/// The answer to a change of a game that an older program stored, if the request came before.
pub(super) async fn stored(conn: &mut Connection, attempt: &Attempt) -> Result<Option<Reply>, ServiceError> {
    let row = replies::find(conn, (attempt.scope, attempt.sender), attempt.token).await?;
    match row.filter(|row| row.body.is_some()).map(|row| Note::read(row, attempt)).transpose()? {
        Some(Note::Answer(reply)) => Ok(Some(reply)),
        Some(Note::Made(_)) | None => Ok(None),
    }
}

/// Does what a request asks for in one transaction, unless it was done before: then `work` gets what
/// it made, to read it. It is asked anew where others held what it needed.
///
/// Errors: whatever `work` refuses, if the request is being done just now, or if something else was
/// asked under the same `Idempotency-Key`.
pub async fn once<T, F>(
    (db, running): (&Db, &InFlight),
    attempt: Option<&Attempt>,
    now: DateTime<Utc>,
    work: F,
) -> Result<Done<T>, ServiceError>
where
    F: AsyncFn(&mut Connection, Option<Earlier>) -> Result<Made<T>, ServiceError>,
{
    let mut conn = db.get().await?;
    let Some(attempt) = attempt else {
        return Ok(Done::Now(in_transaction(db, &mut conn, None, now, &work).await?));
    };
    let turn = running.enter(attempt);
    match note(&mut conn, attempt).await? {
        Some(note) => return answer(&mut conn, note, &work).await,
        None if turn.is_none() => return Err(ServiceError::InProgress),
        None => {}
    }
    // Another process may be doing the same: then the database lets one of them note what it made.
    match in_transaction(db, &mut conn, Some(attempt), now, &work).await {
        Ok(what) => Ok(Done::Now(what)),
        Err(refusal) => match note(&mut conn, attempt).await {
            Ok(Some(note)) => answer(&mut conn, note, &work).await,
            Err(ServiceError::OtherRequest) => Err(ServiceError::OtherRequest),
            Ok(None) | Err(_) => Err(refusal),
        },
    }
}

/// Reads what a request made when it came before.
async fn answer<T, F>(conn: &mut Connection, note: Note, work: &F) -> Result<Done<T>, ServiceError>
where
    F: AsyncFn(&mut Connection, Option<Earlier>) -> Result<Made<T>, ServiceError>,
{
    match note {
        Note::Made(earlier) => Ok(Done::Before(work(conn, Some(earlier)).await?.what)),
        Note::Answer(reply) => Ok(Done::Stored(reply)),
    }
}

async fn in_transaction<T, F>(
    db: &Db,
    conn: &mut Connection,
    attempt: Option<&Attempt>,
    now: DateTime<Utc>,
    work: &F,
) -> Result<T, ServiceError>
where
    F: AsyncFn(&mut Connection, Option<Earlier>) -> Result<Made<T>, ServiceError>,
{
    for _ in 1..ATTEMPTS {
        match try_once(conn, attempt, now, work).await {
            Err(error) if error.passes(db) => {}
            done => return done,
        }
    }
    try_once(conn, attempt, now, work).await
}

async fn try_once<T, F>(
    conn: &mut Connection,
    attempt: Option<&Attempt>,
    now: DateTime<Utc>,
    work: &F,
) -> Result<T, ServiceError>
where
    F: AsyncFn(&mut Connection, Option<Earlier>) -> Result<Made<T>, ServiceError>,
{
    AnsiTransactionManager::begin_transaction(conn).await?;
    let done = async {
        let made = work(conn, None).await?;
        if let Some(attempt) = attempt {
            replies::insert(conn, &attempt.note(&made, now)).await?;
        }
        Ok(made.what)
    };
    match done.await {
        Ok(what) => {
            AnsiTransactionManager::commit_transaction(conn).await?;
            Ok(what)
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
        let scope = (Uuid::now_v7(), Uuid::now_v7());
        let attempt = |parts: &[&[u8]]| Attempt::new(scope, "a", parts);

        assert_eq!(attempt(&[b"ab", b"c"]).request, attempt(&[b"ab", b"c"]).request);
        assert_ne!(attempt(&[b"ab", b"c"]).request, attempt(&[b"a", b"bc"]).request);
        assert_ne!(Attempt::new(scope, "b", &[]).token, Attempt::new(scope, "a", &[]).token);
    }
}
