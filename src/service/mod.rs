//! Use cases: load, decide, store. One noun a file; none of them sees a request.

pub mod auth;
pub mod clubs;
pub mod health;
pub mod keys;
pub mod names;
pub mod players;
pub mod time_zone;
pub mod version;

use chrono::{DateTime, DurationRound, TimeDelta, Utc};
use thiserror::Error;
use uuid::Uuid;

use crate::store::StoreError;
use crate::store::keys::Scope;

/// Why a use case did not do what it was asked.
#[derive(Debug, Error)]
pub enum ServiceError {
    /// No key was given where one is needed, or it is not (or no longer) good.
    #[error("{0}")]
    Unauthenticated(&'static str),
    /// The key is good, but may do less than this needs.
    #[error("this needs a key with the scope `{needs}`, and this key has `{has}`")]
    ScopeTooSmall { needs: Scope, has: Scope },
    /// The key is for one game, and this is about something else.
    #[error("this key is for one game only")]
    KeyOfOneGame,
    /// There is no such club, or none that the caller may know of.
    #[error("there is no such club")]
    ClubNotFound,
    /// The club has no such player.
    #[error("the club has no such player")]
    PlayerNotFound,
    /// The club has a player of that name, letter case and spacing aside.
    #[error("the club already has a player named `{name}`")]
    PlayerExists { id: Uuid, name: String },
    /// The database cannot be reached now.
    #[error(transparent)]
    Unavailable(#[from] StoreError),
    /// The database answered too late.
    #[error("the database did not answer in time")]
    TooSlow,
    /// The database refused.
    #[error(transparent)]
    Database(#[from] diesel::result::Error),
    /// The system has no random numbers to make a key of.
    #[error("no random numbers: {0}")]
    NoChance(#[from] getrandom::Error),
}

/// Times are kept as precisely as PostgreSQL can, so that what was written is what is read.
fn storable(now: DateTime<Utc>) -> DateTime<Utc> {
    now.duration_trunc(TimeDelta::microseconds(1)).unwrap_or(now)
}
