//! Days as they are said: written `2026-11-29`, of the years that can be stored and rated.

use chrono::{Datelike, NaiveDate};
use serde::de::Error;
use serde::{Deserialize, Deserializer};

/// The day that a text says, from 0001-01-01 to 9999-12-31.
pub fn read(text: &str) -> Option<NaiveDate> {
    let is_plain = text.len() == 10 && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    let day: NaiveDate = text.parse().ok().filter(|_| is_plain)?;
    (1..=9999).contains(&day.year()).then_some(day)
}

/// Reads a day: `#[serde(deserialize_with = "day")]`.
///
/// Fails if it is no text, or no such day.
pub fn day<'de, D: Deserializer<'de>>(deserializer: D) -> Result<NaiveDate, D::Error> {
    read(&String::deserialize(deserializer)?)
        .ok_or_else(|| D::Error::custom("must be a day of the years 1 to 9999, such as 2026-11-29"))
}

/// The same for a day that may be absent: `#[serde(default, deserialize_with = "maybe_day")]`.
///
/// Fails if it is there, but no such day.
pub fn maybe_day<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<NaiveDate>, D::Error> {
    #[derive(Deserialize)]
    struct Day(#[serde(deserialize_with = "day")] NaiveDate);

    Ok(Option::<Day>::deserialize(deserializer)?.map(|day| day.0))
}
