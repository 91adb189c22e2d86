//! `pipkeeper import`: a club or a game out of a file.

use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use chrono::Utc;
use serde::{Serialize, Serializer};
use serde_json::json;
use uuid::Uuid;

use super::offline::on;
use crate::archive::{self, ImportOptions, Imported, MAX_BYTES};
use crate::config::DatabaseSettings;
use crate::progress::Progress;
use crate::server::ServeError;
use crate::service::keys::KeySecret;

/// Opens a file that can be read more than once; `-` is what comes from the standard input.
///
/// Fails when it cannot be read, with its name.
pub fn open(file: &Path, progress: &Progress) -> Result<File, ServeError> {
    let opened =
        if file == Path::new("-") { keep(io::stdin().lock(), progress) } else { readable(file, progress) };
    opened.map_err(|source| ServeError::File { file: file.display().to_string(), source })
}

fn readable(file: &Path, progress: &Progress) -> io::Result<File> {
    let file = File::open(file)?;
    match file.metadata()? {
        data if data.is_dir() => Err(io::Error::from(io::ErrorKind::IsADirectory)),
        // A pipe has no beginning to go back to.
        data if !data.is_file() => keep(file, progress),
        _ => Ok(file),
    }
}

/// Keeps what can be read only once in a file that has no name and goes with this process.
fn keep(input: impl Read, progress: &Progress) -> io::Result<File> {
    let path = std::env::temp_dir().join(format!("pipkeeper-import-{}", Uuid::now_v7()));
    let mut file = OpenOptions::new().read(true).write(true).create_new(true).mode(0o600).open(&path)?;
    fs::remove_file(&path)?;
    // One byte more than is possible, so that the limit is seen.
    io::copy(&mut progress.reading("receiving the file", input.take(MAX_BYTES + 1), None), &mut file)?;
    file.seek(SeekFrom::Start(0))?;
    Ok(file)
}

/// What an import did, or would do.
#[derive(Debug)]
pub struct Importing {
    dry_run: bool,
    done: Imported,
}

/// Imports a file. The service may run meanwhile.
///
/// Errors: whatever keeps it from being done, as a sentence for the person who asked.
pub async fn import(
    database: &DatabaseSettings,
    file: File,
    options: ImportOptions,
    progress: &Progress,
) -> Result<Importing, ServeError> {
    on(database, progress, async |db| {
        let mut conn = db.get().await?;
        let done = archive::import(&mut conn, file, options, Utc::now(), progress).await?;
        Ok(Importing { dry_run: options.dry_run, done })
    })
    .await
}

impl Serialize for Importing {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Imported { club, name, key, players, games, extended, seasons, merges, known, left } = &self.done;
        // A dry run has stored no key.
        let key = key.as_ref().filter(|_| !self.dry_run).map(KeySecret::reveal);
        json!({
            "dry_run": self.dry_run,
            "club": club,
            "name": name,
            "key": key,
            "new_players": players,
            "new_games": games,
            "extended_games": extended,
            "unchanged_games": known,
            "seasons": seasons,
            "merged_players": merges,
            "left": left,
        })
        .serialize(serializer)
    }
}

impl fmt::Display for Importing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Imported { club, name, key, players, games, extended, seasons, merges, known, left } = &self.done;
        match (self.done.is_idle(), left.is_empty()) {
            (true, true) => {
                return writeln!(f, "Nothing had to change: the club {name} ({club}) has all of the file.");
            }
            (true, false) => {
                writeln!(f, "Nothing was imported: the club {name} ({club}) has the rest of the file.")?;
            }
            (false, _) => {
                let (players, games) = (many(*players, "player"), many(*games, "game"));
                let (extended, known) = (many(*extended, "game"), many(*known, "game"));
                writeln!(
                    f,
                    "The club {name} ({club}): {players} and {games} are new, {extended} extended, {known} unchanged."
                )?;
            }
        }
        if *seasons > 0 {
            writeln!(f, "Seasons added or extended: {seasons}.")?;
        }
        if *merges > 0 {
            writeln!(f, "{} merged into others.", many(*merges, "player"))?;
        }
        left.iter().try_for_each(|what| writeln!(f, "Left as it is: {what}."))?;
        match key {
            _ if self.done.is_idle() => Ok(()),
            _ if self.dry_run => writeln!(f, "Nothing was stored, because this was a dry run."),
            Some(key) => writeln!(f, "Its key, shown only now: {}", key.reveal()),
            None => Ok(()),
        }
    }
}

fn many(number: usize, word: &str) -> String {
    if number == 1 { format!("1 {word}") } else { format!("{number} {word}s") }
}
