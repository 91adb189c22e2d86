//! Reads what people send: JSON and queries, strictly, and with the place of a mistake.
//!
//! A text becomes a [`Value`] in one pass, which refuses what no request means: depth, a member that is
//! given twice, the character NUL. A type is then read from the value by serde, with three differences
//! from `serde_json`: a struct is read from an object only, never from a list; null is the same as an absent
//! member of a struct; and whoever is to blame is known by a JSON Pointer.

pub(crate) mod day;
mod filled;
mod number;
mod part;
mod query;
mod text;
mod wrong;

use serde::de::DeserializeOwned;
use serde_json::Value;

pub use self::filled::filled;
pub use self::number::whole;
use self::part::Part;
pub(crate) use self::part::tag;
pub use self::query::QueryParameters;
pub use self::wrong::Wrong;

/// How many lists and objects may be inside each other.
pub const MAX_DEPTH: usize = 32;

/// Why a text is not what was to be read.
#[derive(Clone, Debug, PartialEq)]
pub enum Refusal {
    /// It is not JSON.
    Malformed(String),
    /// It has too many lists and objects inside each other.
    TooDeep,
    /// It is JSON, but no object; what it is instead.
    NotAnObject(&'static str),
    /// A member cannot be used.
    Member(Wrong),
}

/// Reads an object.
///
/// Fails if it is not JSON, not an object, or has a member that cannot be used.
pub fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Refusal> {
    let value = text::value(bytes)?;
    let found = match value {
        Value::Object(_) => return from_value(value).map_err(Refusal::Member),
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
    };
    Err(Refusal::NotAnObject(found))
}

/// Reads a value.
///
/// Fails if something in it cannot be used.
pub fn from_value<T: DeserializeOwned>(value: Value) -> Result<T, Wrong> {
    T::deserialize(Part::json(value))
}

#[cfg(test)]
mod tests;
