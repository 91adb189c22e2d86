//! Reading a file, one part after the other.

use std::collections::HashSet;
use std::fmt;
use std::io::{BufRead, BufReader, Read};

use chrono::{DateTime, Utc};
use serde::de::{DeserializeSeed, Error, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use uuid::Uuid;

use super::ImportError;
use super::format::{
    self, ExportedClub, ExportedGame, ExportedMerge, ExportedPlayer, ExportedSeason, VERSION, log,
};
use super::guard::Guard;
use super::limits::{MAX_PLAYERS, MAX_SEASONS};
use super::list::{Each, up_to};

/// What a file is about.
#[derive(Debug)]
pub enum Subject {
    /// A whole club.
    Club(ExportedClub),
    /// A game of this club.
    Game(Uuid),
}

/// Everything in a file but its games.
#[derive(Debug)]
pub struct Head {
    pub subject: Subject,
    pub players: Vec<ExportedPlayer>,
    pub merges: Vec<ExportedMerge>,
    pub seasons: Vec<ExportedSeason>,
    /// The ids of its games.
    pub games: Vec<Uuid>,
}

/// A game of which only is seen which it is, and whether its log is too long.
#[derive(Deserialize)]
struct Skimmed {
    id: Uuid,
    #[serde(default, deserialize_with = "log", rename = "log")]
    _log: Vec<IgnoredAny>,
}

/// Reads everything of a file but its games, and the file to its end.
///
/// Fails if it is not a file that this version can read.
pub fn head(file: impl Read) -> Result<Head, ImportError> {
    let mut parts = Parts::default();
    let mut ids = Vec::new();
    let mut skim = |game: Skimmed| {
        ids.push(game.id);
        Ok(())
    };
    document(file, Document { parts: Some(&mut parts), take: &mut skim })?;
    let Parts { format, version, club, of_club, games, game, players, merges, seasons } = parts;
    let missing = |member: &str| ImportError::Malformed(format!("the member `{member}` is missing"));
    let form = match format.as_deref() {
        Some(form @ (format::CLUB | format::GAME)) => form,
        _ => return Err(ImportError::NotOurs),
    };
    version.ok_or_else(|| missing("version"))?;
    let subject = match (form, of_club) {
        (format::CLUB, None) if !game => Subject::Club(club.ok_or_else(|| missing("club"))?),
        (format::GAME, Some(of_club))
            if !games && club.is_none() && merges.is_empty() && seasons.is_empty() =>
        {
            Subject::Game(of_club)
        }
        (format::GAME, None) if club.is_none() => return Err(missing("club")),
        _ => return Err(ImportError::Malformed(format!("its parts are not those of a `{form}`"))),
    };
    if form == format::GAME && !game {
        return Err(missing("game"));
    }
    Ok(Head { subject, players, merges, seasons, games: ids })
}

/// Hands the games of a file to `take`, one after the other.
///
/// Fails if it cannot be read, or what `take` says against a game, with the place in the file.
pub fn games(file: impl Read, take: &mut Take<'_, ExportedGame>) -> Result<(), ImportError> {
    document(file, Document { parts: None, take })
}

/// What is done with each item of a list.
type Take<'a, T> = dyn FnMut(T) -> Result<(), String> + 'a;

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
    club: Option<ExportedClub>,
    /// The club of a game.
    of_club: Option<Uuid>,
    games: bool,
    game: bool,
    players: Vec<ExportedPlayer>,
    merges: Vec<ExportedMerge>,
    seasons: Vec<ExportedSeason>,
}

/// The club itself, or only its id.
#[derive(Deserialize)]
#[serde(untagged)]
enum WhichClub {
    Id(Uuid),
    Whole(Value),
}

/// A file whose games are handed on one after the other.
struct Document<'a, 'b, G> {
    /// What else is in it, if that is wanted.
    parts: Option<&'a mut Parts>,
    take: &'a mut Take<'b, G>,
}

impl<'de, G: Deserialize<'de>> DeserializeSeed<'de> for Document<'_, '_, G> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de, G: Deserialize<'de>> Visitor<'de> for Document<'_, '_, G> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an export of Pipkeeper")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut members: A) -> Result<(), A::Error> {
        let mut seen = HashSet::new();
        while let Some(member) = members.next_key::<String>()? {
            if !seen.insert(member.clone()) {
                return Err(A::Error::custom(format!("the member `{member}` is there twice")));
            }
            match member.as_str() {
                "games" => members.next_value_seed(Each::with(&mut *self.take))?,
                "game" => (self.take)(members.next_value()?).map_err(A::Error::custom)?,
                _ => match &mut self.parts {
                    Some(parts) => parts.read(&member, &mut members)?,
                    None => drop(members.next_value::<IgnoredAny>()?),
                },
            }
            if let Some(parts) = &mut self.parts {
                parts.games |= member == "games";
                parts.game |= member == "game";
            }
        }
        Ok(())
    }
}

impl Parts {
    /// Reads a member that is no game.
    fn read<'de, A: MapAccess<'de>>(&mut self, member: &str, members: &mut A) -> Result<(), A::Error> {
        match member {
            "format" => self.format = Some(members.next_value()?),
            "version" => self.version = Some(known(members.next_value()?).map_err(A::Error::custom)?),
            "exported_at" => drop(members.next_value::<DateTime<Utc>>()?),
            "club" => match members.next_value()? {
                WhichClub::Id(id) => self.of_club = Some(id),
                WhichClub::Whole(club) => {
                    self.club = Some(ExportedClub::deserialize(club).map_err(A::Error::custom)?);
                }
            },
            "players" => members.next_value_seed(of_file(&mut self.players, MAX_PLAYERS, "players"))?,
            "seasons" => members.next_value_seed(of_file(&mut self.seasons, MAX_SEASONS, "seasons"))?,
            "merges" => members.next_value_seed(of_file(&mut self.merges, MAX_PLAYERS, "players"))?,
            other => return Err(A::Error::custom(format!("`{other}` is not known to this version"))),
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

/// A list of a file of which no more is read than there may be.
fn of_file<T>(list: &mut Vec<T>, most: usize, items: &str) -> Each<T, impl FnMut(T) -> Result<(), String>> {
    up_to(list, most, format!("a file has at most {most} {items}"))
}
