//! The keys that were used just now, which saves asking the database about each request.

use std::num::NonZero;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use lru::LruCache;

use crate::store::keys::KeyRow;

/// How many keys are remembered.
const KEPT: NonZero<usize> = NonZero::new(4096).expect("4096 is not 0");

/// How long a key is taken for good without asking: a key that another process revokes is good
/// here for so long.
const FRESH: Duration = Duration::from_secs(1);

/// The keys that were used just now, by their hashes.
#[derive(Clone)]
pub struct KeyCache(Arc<Mutex<Inner>>);

struct Inner {
    keys: LruCache<[u8; 32], (KeyRow, Instant)>,
    /// How often everything was forgotten.
    epoch: u64,
}

impl Default for KeyCache {
    fn default() -> KeyCache {
        KeyCache(Arc::new(Mutex::new(Inner { keys: LruCache::new(KEPT), epoch: 0 })))
    }
}

impl KeyCache {
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The key with this hash, or else the mark to [keep](KeyCache::keep) it under when it has
    /// been read.
    pub(in crate::service) fn get(&self, hash: &[u8; 32]) -> Result<KeyRow, u64> {
        let mut inner = self.lock();
        let fresh = inner.keys.get(hash).filter(|(_, read)| read.elapsed() < FRESH);
        match fresh {
            Some((key, _)) => Ok(key.clone()),
            None => Err(inner.epoch),
        }
    }

    /// Remembers a key, unless all were forgotten since the mark: it may have been read before it
    /// was revoked.
    pub(in crate::service) fn keep(&self, hash: [u8; 32], key: &KeyRow, mark: u64) {
        let mut inner = self.lock();
        if inner.epoch == mark {
            inner.keys.put(hash, (key.clone(), Instant::now()));
        }
    }

    /// Forgets all of them, so that what was just revoked is no good at once.
    pub fn forget(&self) {
        let mut inner = self.lock();
        inner.epoch += 1;
        inner.keys.clear();
    }
}

#[cfg(test)]
mod tests {
    use chrono::Utc;
    use uuid::Uuid;

    use super::*;
    use crate::store::keys::Scope;

    fn key() -> KeyRow {
        KeyRow {
            id: Uuid::now_v7(),
            club_id: Uuid::now_v7(),
            scope: Scope::View,
            game_id: None,
            label: "TV".to_owned(),
            hash: vec![7; 32],
            expires_at: None,
            created_at: Utc::now(),
            last_used_at: None,
            revoked_at: None,
            made_by: None,
        }
    }

    #[test]
    fn a_key_that_was_read_before_all_were_forgotten_is_not_kept() {
        let known = KeyCache::default();
        let mark = known.get(&[7; 32]).unwrap_err();
        known.forget();
        known.keep([7; 32], &key(), mark);
        assert!(known.get(&[7; 32]).is_err());

        let mark = known.get(&[7; 32]).unwrap_err();
        known.keep([7; 32], &key(), mark);
        assert!(known.get(&[7; 32]).is_ok());
        known.forget();
        assert!(known.get(&[7; 32]).is_err());
    }
}
