//! Pairing codes: eight characters that give a second phone a key of its own.

use chrono::{DateTime, TimeDelta, Utc};
use diesel_async::AsyncConnection;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use uuid::Uuid;

use super::auth::Caller;
use super::keys::{self, DrawnKey, KeySecret, NewKey, management};
use super::names::Name;
use super::{ServiceError, storable};
use crate::store::Connection;
use crate::store::clubs;
use crate::store::keys::{self as store_keys, KeyRow, Scope};
use crate::store::pairings::{self, PairingRow};

/// Digits and letters that cannot be taken for one another, read or heard: 32 of them, so that a
/// random byte gives each the same chance.
const LETTERS: &[u8; 32] = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/// How many characters a code has.
const LENGTH: usize = 8;

/// How many of them find the code; the others prove that it is known.
const SELECTOR: usize = 4;

/// How long a code is good.
const LIFE: TimeDelta = TimeDelta::minutes(10);

/// How many wrong second halves end a code.
const TRIES: i16 = 5;

/// What a second phone gets.
#[derive(Clone, Debug)]
pub struct NewPairing {
    pub club: Uuid,
    /// The one game its key is for, if it is not for the whole club.
    pub game: Option<Uuid>,
    pub scope: Scope,
    pub label: Name,
}

/// A pairing code in clear text.
#[derive(Clone, PartialEq, Eq)]
pub struct PairingCode(String);

impl PairingCode {
    /// The code that is made of a secret, which is drawn like a key and can be made again.
    pub fn of(secret: &KeySecret) -> PairingCode {
        let parts = Sha256::new().chain_update("pipkeeper pairing").chain_update(secret.reveal());
        let letter = |byte: u8| LETTERS.get(usize::from(byte % 32)).copied().map(char::from);
        PairingCode(parts.finalize().into_iter().take(LENGTH).filter_map(letter).collect())
    }

    /// Reads a code as a person typed it: spaces, hyphens and letter case aside.
    pub fn parse(text: &str) -> Option<PairingCode> {
        if text.len() > 4 * LENGTH {
            return None;
        }
        let typed = text.chars().filter(|c| !matches!(c, ' ' | '-'));
        let code: String = typed.map(|c| c.to_ascii_uppercase()).collect();
        let is_code = code.len() == LENGTH && code.bytes().all(|byte| LETTERS.contains(&byte));
        is_code.then_some(PairingCode(code))
    }

    /// The code with a hyphen in its middle, as people read it out.
    pub fn shown(&self) -> String {
        let (selector, rest) = self.0.split_at_checked(SELECTOR).unwrap_or_default();
        format!("{selector}-{rest}")
    }

    fn selector(&self) -> &str {
        self.0.get(..SELECTOR).unwrap_or_default()
    }

    fn hash(&self) -> [u8; 32] {
        Sha256::digest(self.0.as_bytes()).into()
    }
}

/// Keeps the code out of logs.
impl std::fmt::Debug for PairingCode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PairingCode(…)")
    }
}

/// Makes a code of the secret that `draw` gives. It is in the answer and nowhere else.
///
/// Fails if the caller may not manage the club, or it has no such game.
pub async fn offer(
    conn: &mut Connection,
    caller: &Caller,
    new: NewPairing,
    draw: impl Fn() -> Result<DrawnKey, ServiceError>,
    now: DateTime<Utc>,
) -> Result<(PairingRow, DrawnKey), ServiceError> {
    caller.club(new.club, Scope::Manage)?;
    let key = key_for(new.club, (new.game, new.scope), new.label);
    management::is_possible(conn, &key).await?;
    // The first halves of codes are unique; among a million, a second draw is rare and enough.
    for _ in 0..10 {
        let drawn = draw()?;
        let code = PairingCode::of(&drawn.secret);
        let id = Uuid::now_v7();
        let pairing = PairingRow {
            id,
            club_id: key.club,
            game_id: key.game,
            label: key.label.to_string(),
            selector: code.selector().to_owned(),
            hash: code.hash().to_vec(),
            tries: TRIES,
            created_at: storable(now),
            expires_at: expires_at(id)?,
            scope: key.scope,
        };
        if pairings::insert(conn, &pairing).await? {
            return Ok((pairing, drawn));
        }
        pairings::clear(conn, now).await?;
    }
    Err(ServiceError::Overtaken)
}

fn key_for(club: Uuid, (game, scope): (Option<Uuid>, Scope), label: Name) -> NewKey {
    NewKey { club, scope, game, label, expires_at: None, made_by: None }
}

/// When the time of a code is over. Its id says when it was made, also once it was used.
///
/// Fails if that is no id of a code.
pub fn expires_at(id: Uuid) -> Result<DateTime<Utc>, ServiceError> {
    let made = id
        .get_timestamp()
        .map(|time| time.to_unix())
        .and_then(|(seconds, nanos)| DateTime::from_timestamp(seconds.try_into().ok()?, nanos));
    let made = made.ok_or_else(|| ServiceError::Contradiction("a code has an id with a time".to_owned()))?;
    Ok(made + LIFE)
}

/// Reads the key that a code gave.
///
/// Fails if it is gone.
pub async fn redeemed(conn: &mut Connection, key: Uuid) -> Result<KeyRow, ServiceError> {
    store_keys::find_any(conn, key).await?.ok_or(ServiceError::KeyNotFound)
}

/// Counts a try of a code; none if there is no such code, it was used, or its time or tries are over.
///
/// It stays counted whatever becomes of the rest, so nothing else may be part of its transaction.
pub async fn try_code(
    conn: &mut Connection,
    code: &PairingCode,
    now: DateTime<Utc>,
) -> Result<Option<PairingRow>, ServiceError> {
    let pairing = pairings::spend_try(conn, code.selector(), now).await?;
    Ok(pairing.filter(|pairing| code.hash().ct_eq(&pairing.hash).into()))
}

/// Uses a code up and makes `secret` the key it was for.
///
/// Fails if another phone was faster.
pub async fn redeem(
    conn: &mut Connection,
    pairing: PairingRow,
    secret: &KeySecret,
    now: DateTime<Utc>,
) -> Result<KeyRow, ServiceError> {
    let PairingRow { id, club_id, game_id, scope, label, .. } = pairing;
    let label = label.parse().map_err(|why| ServiceError::Contradiction(format!("a label {why}")))?;
    conn.transaction(async |conn| {
        if !clubs::stays(conn, club_id).await? || !pairings::delete(conn, id).await? {
            return Err(ServiceError::PairingNotFound);
        }
        keys::issue(conn, key_for(club_id, (game_id, scope), label), secret, now).await
    })
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_as_people_type_it() {
        let code = PairingCode::of(&KeySecret::draw().unwrap());
        let shown = code.shown();
        assert_eq!(shown.len(), 9);

        for typed in [shown.clone(), shown.to_lowercase(), shown.replace('-', " "), format!(" {shown}")] {
            assert_eq!(PairingCode::parse(&typed), Some(code.clone()), "{typed}");
        }
        for other in ["", "ABCD-234", "ABCD-23456", "ABCD-2O45", "ÄBCD-2345", &"A".repeat(10_000)] {
            assert_eq!(PairingCode::parse(other), None, "{other}");
        }
        assert_eq!(format!("{code:?}"), "PairingCode(…)");
    }

    #[test]
    fn no_two_letters_look_alike() {
        for alike in [b"0O", b"1I"] {
            assert!(!alike.iter().any(|letter| LETTERS.contains(letter)));
        }
    }
}
