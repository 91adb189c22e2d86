//! Values of a file that are read more strictly than elsewhere.

use chrono::{DateTime, Datelike, Utc};
use serde::de::Error;
use serde::{Deserialize, Deserializer};

use crate::service::storable;

/// A time as it can be stored, so that it is found again as it was written.
pub fn time<'de, D: Deserializer<'de>>(deserializer: D) -> Result<DateTime<Utc>, D::Error> {
    let time = DateTime::<Utc>::deserialize(deserializer)?;
    if (1..=9999).contains(&time.year()) {
        Ok(storable(time))
    } else {
        Err(D::Error::custom("a time is in one of the years 1 to 9999"))
    }
}

/// The same for a time that may be absent.
pub fn maybe_time<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<DateTime<Utc>>, D::Error> {
    #[derive(Deserialize)]
    struct Time(#[serde(deserialize_with = "time")] DateTime<Utc>);

    Ok(Option::<Time>::deserialize(deserializer)?.map(|time| time.0))
}
