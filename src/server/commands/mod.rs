//! Commands that work on the database without serving. A service may be running on it meanwhile.
//!
//! What a command has done is shown to people by `Display`, and to programs as the JSON of `Serialize`,
//! whose members only ever grow.

mod export;
mod import;
mod new_key;
mod offline;
mod rebuild;
mod seed;

pub use export::export;
pub use import::{import, open};
pub use new_key::new_key;
pub use rebuild::rebuild;
pub use seed::seed;
