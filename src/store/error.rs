//! Why the database cannot be used, as sentences that say what to check.

use std::error::Error;

use diesel::result::{DatabaseErrorKind, Error as DatabaseError};
use thiserror::Error;
use tokio_postgres::error::SqlState;

/// Why the database cannot be used.
#[derive(Debug, Error)]
pub enum StoreError {
    #[error(
        "the database URL (DATABASE_URL) cannot be used: {why}. Expected postgres://user:password@host:5432/database"
    )]
    BadUrl { why: String },

    #[error("cannot connect to PostgreSQL at {target}: {why}. {advice}")]
    Unreachable { target: String, why: String, advice: &'static str },

    #[error("no database connection became free in time")]
    Busy,

    #[error("much is being read at once")]
    Crowded,

    #[error("cannot open a database connection: {why}")]
    NoConnection { why: String },

    #[error("the database could not be brought up to date: {why}")]
    Migration { why: String },
}

/// The driver tells TLS from other trouble only in words.
const TLS_ADVICE: &str = "Check sslmode in DATABASE_URL, and name a file with the authority that signed \
    the server's certificate with sslrootcert";

impl StoreError {
    pub(super) fn unreachable(target: &str, error: &tokio_postgres::Error) -> StoreError {
        // The server's own words, if it said any, without its severity and code.
        let why = error.as_db_error().map_or_else(|| sentence(error), |said| said.message().to_owned());
        let advice = if why.contains("TLS") { TLS_ADVICE } else { advice(error.code()) };
        StoreError::Unreachable { target: target.to_owned(), why, advice }
    }
}

/// What to check, by what the server said; nothing was said when it did not answer.
fn advice(code: Option<&SqlState>) -> &'static str {
    match code {
        None => {
            "Check that it runs and listens there, and that DATABASE_URL (--database-url) has the right \
             host, port and sslmode; without that setting, a private PostgreSQL is used"
        }
        Some(code) if *code == SqlState::INVALID_PASSWORD => {
            "Check the user and the password in DATABASE_URL"
        }
        Some(code) if *code == SqlState::INVALID_AUTHORIZATION_SPECIFICATION => {
            "Check the user in DATABASE_URL, and that pg_hba.conf lets it in from here"
        }
        Some(code) if *code == SqlState::INVALID_CATALOG_NAME => {
            "Create the database (createdb), or check its name in DATABASE_URL"
        }
        Some(code) if *code == SqlState::TOO_MANY_CONNECTIONS => {
            "Raise max_connections there, or stop what holds the connections"
        }
        Some(code) if *code == SqlState::CANNOT_CONNECT_NOW => "It is starting or stopping: try again soon",
        Some(_) => "The server's log may say more",
    }
}

/// An error and all that led to it.
pub(super) fn sentence(error: &dyn Error) -> String {
    let mut sentence = error.to_string();
    let mut cause = error.source();
    while let Some(inner) = cause {
        let text = inner.to_string();
        // Some errors repeat their cause themselves.
        if !sentence.contains(&text) {
            sentence = format!("{sentence}: {text}");
        }
        cause = inner.source();
    }
    sentence
}

/// What an error of the database means for whoever asked for something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// Others held what it needed, and everything was taken back: it may be done if it is tried again.
    Clash,
    /// The disk is full.
    Full,
    /// The connection is gone, or the server stops, starts or only reads.
    Gone,
    /// The statement took longer than it may.
    TooLong,
    /// The statement is to blame, or what it says.
    Other,
}

impl Trouble {
    /// What this error means.
    ///
    /// diesel hands on few codes of the server (not 40P01, 53100 or 57P01), so what it said has to do. It
    /// says it in English: every connection asks for that.
    pub fn of(error: &DatabaseError) -> Trouble {
        use DatabaseErrorKind::{
            ClosedConnection, ReadOnlyTransaction, SerializationFailure, UnableToSendCommand, Unknown,
        };
        let DatabaseError::DatabaseError(kind, said) = error else {
            let is_gone = matches!(error, DatabaseError::BrokenTransactionManager);
            return if is_gone { Trouble::Gone } else { Trouble::Other };
        };
        let hint = said.hint().unwrap_or_default();
        match said.message() {
            _ if matches!(kind, SerializationFailure) => Trouble::Clash,
            _ if matches!(kind, ClosedConnection | ReadOnlyTransaction | UnableToSendCommand) => {
                Trouble::Gone
            }
            _ if !matches!(kind, Unknown) => Trouble::Other,
            "deadlock detected" => Trouble::Clash,
            "canceling statement due to statement timeout" => Trouble::TooLong,
            text if text.contains("No space left on device") => Trouble::Full,
            text if text.contains("Disk quota exceeded") => Trouble::Full,
            _ if hint.contains("free disk space") => Trouble::Full,
            text if text.starts_with("terminating connection") => Trouble::Gone,
            text if text.starts_with("the database system is") => Trouble::Gone,
            _ => Trouble::Other,
        }
    }
}
