//! Lists and objects that some generated clients send empty where nothing was set.

use serde::{Deserialize, Deserializer};

/// Reads a list or an object that may be absent, and takes an empty one for absent:
/// `#[serde(default, deserialize_with = "filled")]`.
///
/// Fails if it is there and not a `T`.
pub fn filled<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
    for<'t> &'t T: IntoIterator,
{
    let read = Option::<T>::deserialize(deserializer)?;
    Ok(read.filter(|read| read.into_iter().next().is_some()))
}
