//! Times on the wire: RFC 3339 in UTC, whole seconds.
//!
//! Strict clients refuse fractions. Use with `#[serde(serialize_with = "seconds")]`.

use chrono::{DateTime, SecondsFormat, Utc};
use serde::Serializer;

/// Writes a time as `2026-11-29T20:44:10Z`.
pub fn seconds<S: Serializer>(time: &DateTime<Utc>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&time.to_rfc3339_opts(SecondsFormat::Secs, true))
}

/// The same for a time that may be absent, in a struct with `skip_serializing_none`.
pub fn maybe_seconds<S: Serializer>(time: &Option<DateTime<Utc>>, serializer: S) -> Result<S::Ok, S::Error> {
    match time {
        Some(time) => seconds(time, serializer),
        None => serializer.serialize_none(),
    }
}
