//! Keys: how they are made, written and recognised.

mod cache;
pub mod management;

use data_encoding::HEXLOWER;
use std::fmt;

use chrono::{DateTime, Utc};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use uuid::Uuid;

pub use cache::KeyCache;

use super::names::Name;
use super::{ServiceError, storable};
use crate::store::Connection;
use crate::store::keys::{self, KeyRow, Scope};

/// What every key begins with, so that people and secret scanners know one when they see it.
const PREFIX: &str = "pk_";

/// How many random bytes a key has.
const LENGTH: usize = 32;

/// A key in clear text. It is shown once and kept nowhere.
#[derive(Clone, PartialEq, Eq)]
pub struct KeySecret(String);

impl KeySecret {
    /// Draws a new key.
    ///
    /// Fails if the system has no random numbers.
    pub fn draw() -> Result<KeySecret, ServiceError> {
        Ok(KeySecret::written(random()?))
    }

    fn written(bytes: [u8; LENGTH]) -> KeySecret {
        KeySecret(format!("{PREFIX}{}", HEXLOWER.encode(&bytes)))
    }

    /// Reads a key as a caller sent it; `None` if it cannot be one.
    pub fn parse(text: &str) -> Option<KeySecret> {
        let digits = text.strip_prefix(PREFIX)?;
        let is_key = digits.len() == 2 * LENGTH && HEXLOWER.decode(digits.as_bytes()).is_ok();
        is_key.then(|| KeySecret(text.to_owned()))
    }

    /// The key itself, to be shown to its owner.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// What is stored of the key.
    ///
    /// A plain hash is enough: a key has 256 random bits, there is nothing to guess.
    pub fn hash(&self) -> [u8; 32] {
        Sha256::digest(self.0.as_bytes()).into()
    }

    /// Whether `hash` is the one of this key; takes the same time whatever the answer.
    pub fn matches(&self, hash: &[u8]) -> bool {
        self.hash().ct_eq(hash).into()
    }
}

/// Keeps the key out of logs.
impl fmt::Debug for KeySecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("KeySecret(pk_…)")
    }
}

/// A key that was drawn, with the salt that it can be made of again.
///
/// A request that is sent again must be answered with the same key, and yet the key may not be
/// kept. So it is made of random bytes, which are kept with the answer, and of the
/// `Idempotency-Key`, of which only a hash is kept: both are needed.
#[derive(Clone, Debug)]
pub struct DrawnKey {
    /// The key.
    pub secret: KeySecret,
    /// The random bytes.
    pub salt: [u8; LENGTH],
}

impl DrawnKey {
    /// Draws a key for a request with this `Idempotency-Key`.
    ///
    /// Fails if the system has no random numbers.
    pub fn new(idempotency_key: Option<&str>) -> Result<DrawnKey, ServiceError> {
        let salt = random()?;
        Ok(DrawnKey { secret: DrawnKey::derive(&salt, idempotency_key.unwrap_or_default()), salt })
    }

    /// The key that was made of these.
    pub fn derive(salt: &[u8], idempotency_key: &str) -> KeySecret {
        let parts = Sha256::new().chain_update("pipkeeper key").chain_update(salt);
        KeySecret::written(parts.chain_update(idempotency_key).finalize().into())
    }
}

fn random() -> Result<[u8; LENGTH], ServiceError> {
    let mut bytes = [0; LENGTH];
    getrandom::fill(&mut bytes)?;
    Ok(bytes)
}

/// What a new key is for.
#[derive(Clone, Debug)]
pub struct NewKey {
    pub club: Uuid,
    pub scope: Scope,
    /// The one game it is for, if it is not for the whole club.
    pub game: Option<Uuid>,
    pub label: Name,
    pub expires_at: Option<DateTime<Utc>>,
    /// The key with which it is made.
    pub made_by: Option<Uuid>,
}

/// Stores a new key's hash.
pub async fn issue(
    conn: &mut Connection,
    key: NewKey,
    secret: &KeySecret,
    now: DateTime<Utc>,
) -> Result<KeyRow, ServiceError> {
    let row = KeyRow {
        id: Uuid::now_v7(),
        club_id: key.club,
        scope: key.scope,
        game_id: key.game,
        label: key.label.to_string(),
        hash: secret.hash().to_vec(),
        expires_at: key.expires_at.map(storable),
        created_at: storable(now),
        last_used_at: None,
        revoked_at: None,
        made_by: key.made_by,
    };
    keys::insert(conn, &row).await?;
    Ok(row)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawn_key_is_read_back_and_recognised() {
        let key = KeySecret::draw().unwrap();

        assert_eq!(KeySecret::parse(key.reveal()), Some(key.clone()));
        assert!(key.matches(&key.hash()));
        assert!(!key.matches(&KeySecret::draw().unwrap().hash()));
        assert_eq!(format!("{key:?}"), "KeySecret(pk_…)");
    }

    #[test]
    fn a_key_is_made_again_of_the_same_parts_only() {
        let drawn = DrawnKey::new(Some("a")).unwrap();

        assert_eq!(DrawnKey::derive(&drawn.salt, "a"), drawn.secret);
        assert_ne!(DrawnKey::derive(&drawn.salt, "b"), drawn.secret);
        assert_ne!(DrawnKey::new(Some("a")).unwrap().secret, drawn.secret);
        assert!(KeySecret::parse(drawn.secret.reveal()).is_some());
    }

    #[test]
    fn what_is_no_key_is_not_read() {
        let short = format!("pk_{}", "0".repeat(63));
        let upper = format!("pk_{}", "A".repeat(64));
        for text in ["", "pk_", "sk_00", &short, &upper, "pk_é"] {
            assert_eq!(KeySecret::parse(text), None, "{text}");
        }
    }
}
