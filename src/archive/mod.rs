//! Clubs and games as a whole: taken away as JSON, and brought into another Pipkeeper.
//!
//! [`format`] is how a file is written; what is written and what is read are the same types.

mod check;
mod differences;
mod error;
mod export;
pub mod format;
mod frozen_table;
mod guard;
mod import;
mod imported;
mod limits;
mod list;
mod read;
mod season;
mod spool;
mod write;

pub use error::ImportError;
pub use export::{Archive, game, open};
pub use import::{ImportOptions, import};
pub use imported::Imported;
pub use limits::MAX_BYTES;
