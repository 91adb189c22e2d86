//! How a file is written: the same members as the export has, read one part after the other.
//!
//! Members that this version does not know are refused, as they may be what matters. A part that is
//! added to the form later is another arm in [`Head`]; files that have it get a higher version if a
//! reader of the old form would go wrong.

use std::fmt;
use std::io::{BufRead, BufReader, Read};
use std::marker::PhantomData;

use chrono::{DateTime, NaiveDate, Utc};
use serde::de::{DeserializeSeed, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use uuid::Uuid;

use super::ImportError;
use super::guard::Guard;
use super::limits::{MAX_PLAYERS, MAX_SEASONS};
use super::season::SeasonForm;
use super::value::time;
use crate::rules::{MAX_EVENTS, MAX_ROUNDS, Variant};
use crate::service::archive::{CLUB_FORM, GAME_FORM, VERSION};
use crate::service::day::day;
use crate::service::names::RecordedName;
use crate::service::time_zone::TimeZone;
use crate::store::clubs::Visibility;

/// What a file is about.
#[derive(Debug)]
pub enum Subject {
    /// A whole club.
    Club(ClubForm),
    /// A game of this club.
    Game(Uuid),
}

/// Everything in a file but its games.
#[derive(Debug)]
pub struct Head {
    pub subject: Subject,
    pub players: Vec<PlayerForm>,
    pub merges: Vec<MergeForm>,
    pub seasons: Vec<SeasonForm>,
    /// The ids of its games.
    pub games: Vec<Uuid>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClubForm {
    pub id: Uuid,
    pub name: RecordedName,
    pub time_zone: TimeZone,
    pub visibility: Visibility,
    #[serde(deserialize_with = "time")]
    pub created_at: DateTime<Utc>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerForm {
    pub id: Uuid,
    pub name: RecordedName,
    pub guest: bool,
    #[serde(deserialize_with = "time")]
    pub created_at: DateTime<Utc>,
}

/// A player who is another one.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MergeForm {
    pub player: Uuid,
    pub into: Uuid,
    #[serde(deserialize_with = "time")]
    pub at: DateTime<Utc>,
    #[serde(default)]
    pub key: Option<Uuid>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameForm {
    pub id: Uuid,
    #[serde(default)]
    pub name: Option<String>,
    pub variant: Variant,
    #[serde(deserialize_with = "day")]
    pub played_on: NaiveDate,
    pub counts: bool,
    #[serde(deserialize_with = "time")]
    pub created_at: DateTime<Utc>,
    pub seats: Vec<Uuid>,
    #[serde(deserialize_with = "log")]
    pub log: Vec<EventForm>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EventForm {
    pub seq: i64,
    #[serde(deserialize_with = "time")]
    pub at: DateTime<Utc>,
    #[serde(default)]
    pub key: Option<Uuid>,
    pub event: Value,
}

/// A list of which no more is read than there may be.
struct List<T> {
    most: usize,
    /// What is said of a longer one.
    why: String,
    of: PhantomData<T>,
}

impl<T> List<T> {
    fn players() -> List<T> {
        List { most: MAX_PLAYERS, why: format!("a file has at most {MAX_PLAYERS} players"), of: PhantomData }
    }

    fn seasons() -> List<T> {
        List { most: MAX_SEASONS, why: format!("a file has at most {MAX_SEASONS} seasons"), of: PhantomData }
    }

    fn log() -> List<T> {
        let why =
            format!("a game has at most {MAX_ROUNDS} rounds and {MAX_EVENTS} events; this one has more");
        List { most: usize::try_from(MAX_EVENTS).unwrap_or(usize::MAX), why, of: PhantomData }
    }
}

impl<'de, T: Deserialize<'de>> DeserializeSeed<'de> for List<T> {
    type Value = Vec<T>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Vec<T>, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de, T: Deserialize<'de>> Visitor<'de> for List<T> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Vec<T>, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            if list.len() >= self.most {
                return Err(A::Error::custom(self.why));
            }
            list.push(item);
        }
        Ok(list)
    }
}

/// A game of which only is seen which it is, and whether its log is too long.
#[derive(Deserialize)]
struct Skimmed {
    id: Uuid,
    #[serde(default, deserialize_with = "log", rename = "log")]
    _log: Vec<IgnoredAny>,
}

fn log<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Vec<T>, D::Error> {
    List::log().deserialize(deserializer)
}

/// Reads everything of a file but its games, and the file to its end.
///
/// # Errors
///
/// If it is not a file that this version can read.
pub fn head(file: impl Read) -> Result<Head, ImportError> {
    let mut parts = Parts::default();
    document(file, HeadOf(&mut parts))?;
    let Parts { format, version, club, of_club, games, game, ids, players, merges, seasons } = parts;
    let missing = |member: &str| ImportError::Malformed(format!("the member `{member}` is missing"));
    let form = match format.as_deref() {
        Some(form @ (CLUB_FORM | GAME_FORM)) => form,
        _ => return Err(ImportError::NotOurs),
    };
    version.ok_or_else(|| missing("version"))?;
    let subject = match (form, of_club) {
        (CLUB_FORM, None) if !game => Subject::Club(club.ok_or_else(|| missing("club"))?),
        (GAME_FORM, Some(of_club)) if !games && club.is_none() && merges.is_empty() && seasons.is_empty() => {
            Subject::Game(of_club)
        }
        (GAME_FORM, None) if club.is_none() => return Err(missing("club")),
        _ => return Err(ImportError::Malformed(format!("its parts are not those of a `{form}`"))),
    };
    if form == GAME_FORM && !game {
        return Err(missing("game"));
    }
    Ok(Head { subject, players, merges, seasons, games: ids })
}

/// Hands the games of a file to `take`, one after the other.
///
/// # Errors
///
/// If it cannot be read, or what `take` says against a game, with the place in the file.
pub fn games(file: impl Read, take: &mut Take<'_>) -> Result<(), ImportError> {
    document(file, GamesOf(take))
}

/// What is done with a game.
pub type Take<'a> = dyn FnMut(GameForm) -> Result<(), String> + 'a;

fn document<'de, T: DeserializeSeed<'de>>(file: impl Read, seed: T) -> Result<T::Value, ImportError> {
    let mut file = BufReader::with_capacity(64 * 1024, Guard::new(file));
    skip_mark(&mut file)?;
    let mut reader = serde_json::Deserializer::from_reader(file);
    let value = seed.deserialize(&mut reader).map_err(ImportError::of)?;
    reader.end().map_err(ImportError::of)?;
    Ok(value)
}

/// Leaves out the mark by which editors say that a file is UTF-8.
fn skip_mark(file: &mut impl BufRead) -> Result<(), ImportError> {
    let begin = file.fill_buf().map_err(|error| ImportError::Malformed(error.to_string()))?;
    match begin {
        [0xef, 0xbb, 0xbf, ..] => file.consume(3),
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => {
            return Err(ImportError::Malformed("the file is UTF-16: save it as UTF-8".to_owned()));
        }
        _ => {}
    }
    Ok(())
}

#[derive(Default)]
struct Parts {
    format: Option<String>,
    version: Option<u64>,
    club: Option<ClubForm>,
    /// The club of a game.
    of_club: Option<Uuid>,
    games: bool,
    game: bool,
    ids: Vec<Uuid>,
    players: Vec<PlayerForm>,
    merges: Vec<MergeForm>,
    seasons: Vec<SeasonForm>,
}

/// The club itself, or only its id.
#[derive(Deserialize)]
#[serde(untagged)]
enum WhichClub {
    Id(Uuid),
    Whole(Value),
}

struct HeadOf<'a>(&'a mut Parts);

impl<'de> DeserializeSeed<'de> for HeadOf<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for HeadOf<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an export of Pipkeeper")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<(), A::Error> {
        let parts = self.0;
        let mut seen = std::collections::HashSet::new();
        while let Some(member) = members.next_key::<String>()? {
            if !seen.insert(member.clone()) {
                return Err(A::Error::custom(format!("the member `{member}` is there twice")));
            }
            match member.as_str() {
                "format" => parts.format = Some(members.next_value()?),
                "version" => parts.version = Some(known(members.next_value()?).map_err(A::Error::custom)?),
                "exported_at" => {
                    members.next_value::<DateTime<Utc>>()?;
                }
                "club" => match members.next_value()? {
                    WhichClub::Id(id) => parts.of_club = Some(id),
                    WhichClub::Whole(club) => {
                        parts.club = Some(ClubForm::deserialize(club).map_err(A::Error::custom)?);
                    }
                },
                "players" => parts.players = members.next_value_seed(List::players())?,
                "seasons" => parts.seasons = members.next_value_seed(List::seasons())?,
                "merges" => parts.merges = members.next_value_seed(List::players())?,
                "games" => {
                    let ids = &mut parts.ids;
                    let skim = |game: Skimmed| {
                        ids.push(game.id);
                        Ok(())
                    };
                    members.next_value_seed(Each::with(skim))?;
                    parts.games = true;
                }
                "game" => {
                    parts.ids.push(members.next_value::<Skimmed>()?.id);
                    parts.game = true;
                }
                other => return Err(A::Error::custom(format!("`{other}` is not known to this version"))),
            }
        }
        Ok(())
    }
}

fn known(version: u64) -> Result<u64, String> {
    match version {
        0 => Err("there is no version 0".to_owned()),
        version if version > u64::from(VERSION) => Err(format!(
            "the file has version {version} and comes from a newer Pipkeeper; this one reads version {VERSION}"
        )),
        version => Ok(version),
    }
}

struct GamesOf<'a, 'b>(&'a mut Take<'b>);

impl<'de> DeserializeSeed<'de> for GamesOf<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for GamesOf<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an export of Pipkeeper")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<(), A::Error> {
        while let Some(member) = members.next_key::<String>()? {
            match member.as_str() {
                "games" => members.next_value_seed(Each::with(&mut *self.0))?,
                "game" => (self.0)(members.next_value()?).map_err(A::Error::custom)?,
                _ => {
                    members.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(())
    }
}

/// A list of games that are handed on one after the other.
struct Each<T, F> {
    take: F,
    of: PhantomData<T>,
}

impl<T, F: FnMut(T) -> Result<(), String>> Each<T, F> {
    fn with(take: F) -> Each<T, F> {
        Each { take, of: PhantomData }
    }
}

impl<'de, T: Deserialize<'de>, F: FnMut(T) -> Result<(), String>> DeserializeSeed<'de> for Each<T, F> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de, T: Deserialize<'de>, F: FnMut(T) -> Result<(), String>> Visitor<'de> for Each<T, F> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of games")
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut games: A) -> Result<(), A::Error> {
        while let Some(game) = games.next_element()? {
            (self.take)(game).map_err(A::Error::custom)?;
        }
        Ok(())
    }
}
