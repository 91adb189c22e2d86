//! How a file is written: a whole club, or a game with those who sit in it.
//!
//! Members that this version does not know are refused when a file is read, as they may be what matters.
//! A part that is added later is another arm in [`read`](super::read); files that have it get a higher
//! version if a reader of the old form would go wrong. Events, changes, rankings and tables are in the form
//! that is stored.

use chrono::{DateTime, Datelike, NaiveDate, SecondsFormat, Utc};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use serde_with::skip_serializing_none;
use uuid::Uuid;

use super::list::list;
use crate::reader::day::day;
use crate::rules::{MAX_EVENTS, MAX_ROUNDS, Variant};
use crate::seasons::Adjustment;
use crate::service::names::RecordedName;
use crate::service::storable;
use crate::service::time_zone::TimeZone;
use crate::standings::GameKinds;
use crate::store::clubs::Visibility;

/// The word for the form of a whole club.
pub const CLUB: &str = "pipkeeper-club";
/// The word for the form of a game.
pub const GAME: &str = "pipkeeper-game";
/// The version of both forms. It grows when a reader of the old one would go wrong.
pub const VERSION: u32 = 1;

/// A game with the players who sit in it.
#[derive(Debug, Serialize)]
pub struct GameExport {
    /// Always `pipkeeper-game`.
    pub format: String,
    /// The version of the form, 1.
    pub version: u32,
    #[serde(serialize_with = "seconds")]
    pub exported_at: DateTime<Utc>,
    /// The id of the club that owns the game.
    pub club: Uuid,
    pub game: ExportedGame,
    /// The players who sit or sat there, seat by seat.
    pub players: Vec<ExportedPlayer>,
}

/// A club without what belongs to it.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExportedClub {
    pub id: Uuid,
    #[serde(deserialize_with = "name")]
    pub name: String,
    /// The IANA time zone whose calendar the club plays by.
    #[serde(deserialize_with = "zone")]
    pub time_zone: String,
    pub visibility: Visibility,
    /// The time as it is kept, with fractions of a second.
    #[serde(deserialize_with = "time")]
    pub created_at: DateTime<Utc>,
}

/// A player.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExportedPlayer {
    pub id: Uuid,
    #[serde(deserialize_with = "name")]
    pub name: String,
    /// Whether the player was only named when a game was made.
    pub guest: bool,
    /// The time as it is kept, with fractions of a second.
    #[serde(deserialize_with = "time")]
    pub created_at: DateTime<Utc>,
}

/// A game with its log, from which everything else follows.
#[skip_serializing_none]
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExportedGame {
    pub id: Uuid,
    pub name: Option<String>,
    /// The word of the variant.
    #[serde(deserialize_with = "variant")]
    pub variant: String,
    #[serde(deserialize_with = "day")]
    pub played_on: NaiveDate,
    /// Whether the game counts in standings.
    pub counts: bool,
    /// The time as it is kept, with fractions of a second.
    #[serde(deserialize_with = "time")]
    pub created_at: DateTime<Utc>,
    /// The players in order of turns, by id; of a seat that was taken over all, the first one first.
    pub seats: Vec<Uuid>,
    #[serde(deserialize_with = "log")]
    pub log: Vec<ExportedEvent>,
}

/// What happened to a game once.
#[skip_serializing_none]
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExportedEvent {
    /// The number of the event, from 1: the version of the game after it.
    pub seq: i64,
    /// The time as it is kept, with fractions of a second.
    #[serde(deserialize_with = "time")]
    pub at: DateTime<Utc>,
    /// The id of the key that it was recorded with.
    pub key: Option<Uuid>,
    /// What happened, in the form that is stored.
    pub event: Value,
}

/// A player who is another one.
#[skip_serializing_none]
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExportedMerge {
    /// The id of the player.
    pub player: Uuid,
    /// The id of the player that this one is.
    pub into: Uuid,
    /// The time as it is kept, with fractions of a second.
    #[serde(deserialize_with = "time")]
    pub at: DateTime<Utc>,
    /// The id of the key that it was recorded with.
    pub key: Option<Uuid>,
}

/// A season with all that belongs to it.
#[skip_serializing_none]
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExportedSeason {
    pub id: Uuid,
    #[serde(deserialize_with = "name")]
    pub name: String,
    /// The first day.
    #[serde(deserialize_with = "day")]
    pub from: NaiveDate,
    /// The last day.
    #[serde(deserialize_with = "day")]
    pub to: NaiveDate,
    #[serde(flatten)]
    pub games: GameKinds,
    /// The ranking, in the form that is stored.
    pub chain: Value,
    /// The time as it is kept, with fractions of a second.
    #[serde(deserialize_with = "time")]
    pub created_at: DateTime<Utc>,
    /// The time as it is kept, if the season is closed.
    #[serde(default, deserialize_with = "maybe_time")]
    pub closed_at: Option<DateTime<Utc>>,
    /// What was changed about it, in order.
    pub changes: Vec<ExportedChange>,
    /// Points that the club added or deducted, in order.
    pub adjustments: Vec<Adjustment>,
    /// The copy of the table of a closed season, in the form that is stored.
    pub table: Option<Value>,
}

/// What was changed about a season once.
#[skip_serializing_none]
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExportedChange {
    pub id: Uuid,
    /// The time as it is kept, with fractions of a second.
    #[serde(deserialize_with = "time")]
    pub at: DateTime<Utc>,
    /// The id of the key that it was done with.
    pub key: Option<Uuid>,
    /// What was changed, in the form that is stored.
    pub change: Value,
}

/// A name as some version recorded it.
fn name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    RecordedName::deserialize(deserializer).map(|name| name.to_string())
}

fn zone<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    TimeZone::deserialize(deserializer).map(|zone| zone.to_string())
}

fn variant<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    Variant::deserialize(deserializer).map(|variant| variant.word().to_owned())
}

/// A log of which no more is read than there may be.
pub(super) fn log<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Vec<T>, D::Error> {
    let why = format!("a game has at most {MAX_ROUNDS} rounds and {MAX_EVENTS} events; this one has more");
    list(usize::try_from(MAX_EVENTS).unwrap_or(usize::MAX), why, deserializer)
}

fn seconds<S: Serializer>(time: &DateTime<Utc>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&time.to_rfc3339_opts(SecondsFormat::Secs, true))
}

/// A time as it can be stored, so that it is found again as it was written.
fn time<'de, D: Deserializer<'de>>(deserializer: D) -> Result<DateTime<Utc>, D::Error> {
    let time = DateTime::<Utc>::deserialize(deserializer)?;
    if (1..=9999).contains(&time.year()) {
        Ok(storable(time))
    } else {
        Err(D::Error::custom("a time is in one of the years 1 to 9999"))
    }
}

/// The same for a time that may be absent.
fn maybe_time<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<DateTime<Utc>>, D::Error> {
    #[derive(Deserialize)]
    struct Time(#[serde(deserialize_with = "time")] DateTime<Utc>);
    Ok(Option::<Time>::deserialize(deserializer)?.map(|time| time.0))
}
