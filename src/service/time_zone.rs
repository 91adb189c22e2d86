//! IANA time zones.

use std::fmt;
use std::str::FromStr;

use chrono::{DateTime, NaiveDate, NaiveTime, TimeDelta, TimeZone as _, Utc};
use serde::{Deserialize, Deserializer};
use thiserror::Error;

use super::ServiceError;
use crate::store::clubs::ClubRow;

/// A time zone of the IANA database, such as `Europe/Berlin`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeZone(chrono_tz::Tz);

/// The text is not the name of a time zone.
#[derive(Debug, Error)]
#[error("must be an IANA time zone such as `Europe/Berlin` or `UTC`")]
pub struct UnknownTimeZone;

impl Default for TimeZone {
    fn default() -> TimeZone {
        TimeZone(chrono_tz::UTC)
    }
}

impl FromStr for TimeZone {
    type Err = UnknownTimeZone;

    fn from_str(text: &str) -> Result<TimeZone, UnknownTimeZone> {
        text.trim().parse().map(TimeZone).or(Err(UnknownTimeZone))
    }
}

impl TimeZone {
    /// The time zone of this machine, or UTC if it is not known.
    pub fn of_machine() -> TimeZone {
        iana_time_zone::get_timezone().ok().and_then(|zone| zone.parse().ok()).unwrap_or_default()
    }

    /// The time zone of a club.
    ///
    /// Fails if what is stored there is not the name of one.
    pub fn of_club(club: &ClubRow) -> Result<TimeZone, ServiceError> {
        let unknown =
            |UnknownTimeZone| ServiceError::BrokenTimeZone { club: club.id, name: club.time_zone.clone() };
        club.time_zone.parse().map_err(unknown)
    }

    /// The day that `now` is in this zone.
    pub fn day(self, now: DateTime<Utc>) -> NaiveDate {
        now.with_timezone(&self.0).date_naive()
    }

    /// Noon of a day in this zone.
    pub fn noon(self, day: NaiveDate) -> DateTime<Utc> {
        let noon = day.and_time(NaiveTime::MIN) + TimeDelta::hours(12);
        let there = self.0.from_local_datetime(&noon).earliest();
        // A zone may have left out the whole day, as Samoa did in 2011.
        there.map_or_else(|| noon.and_utc(), |there| there.to_utc())
    }
}

impl fmt::Display for TimeZone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.name())
    }
}

impl<'de> Deserialize<'de> for TimeZone {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<TimeZone, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(zone: &str, time: &str) -> String {
        zone.parse::<TimeZone>().unwrap().day(time.parse().unwrap()).to_string()
    }

    #[test]
    fn an_evening_belongs_to_the_day_of_the_place() {
        // Half past nine in the evening at UTC-3, on the last day of a month.
        assert_eq!(day("America/Sao_Paulo", "2026-12-01T00:30:00Z"), "2026-11-30");
        assert_eq!(day("Europe/Lisbon", "2026-07-14T23:30:00Z"), "2026-07-15");
        assert_eq!(day("Pacific/Kiritimati", "2026-12-31T10:00:00Z"), "2027-01-01");
        assert_eq!(day("UTC", "2026-12-31T23:59:59Z"), "2026-12-31");
    }
}
