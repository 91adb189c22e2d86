//! `pipkeeper export`: a club as a file that `pipkeeper import` reads.

use std::fmt;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

use serde::Serialize;
use tempfile::NamedTempFile;
use uuid::Uuid;

use super::offline::{on, the_club};
use crate::archive::Archive;
use crate::config::DatabaseSettings;
use crate::progress::Progress;
use crate::server::ServeError;

/// A club that was exported.
#[derive(Debug, Serialize)]
pub struct Exported {
    club: Uuid,
    name: String,
    file: String,
    bytes: u64,
}

impl fmt::Display for Exported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Exported { club, name, file, bytes } = self;
        writeln!(f, "The club {name} ({club}) is in {file}: {bytes} bytes.")
    }
}

/// Writes a club to a file, or to the standard output if that is `-`: then nothing else is to be printed.
///
/// Errors: whatever keeps it from being done, as a sentence for the person who asked.
pub async fn export(
    database: &DatabaseSettings,
    club: Option<Uuid>,
    file: &Path,
    progress: &Progress,
) -> Result<Option<Exported>, ServeError> {
    let (club, spooled) = on(database, progress, async |db| {
        let club = the_club(&mut *db.get().await?, club).await?;
        let archive = Archive::of(&db, club.id).await?;
        Ok((club, archive.collect(progress).await?))
    })
    .await?;
    let (bytes, is_output) = (spooled.size, file == Path::new("-"));
    let document = progress.reading("writing the file", spooled.into_file(), Some(bytes));
    let written = if is_output { write(document, io::stdout().lock()) } else { create(document, file) };
    let file = file.display().to_string();
    match written {
        Err(source) => Err(ServeError::Unwritable { file, source }),
        Ok(()) if is_output => Ok(None),
        Ok(()) => Ok(Some(Exported { club: club.id, name: club.name, file, bytes })),
    }
}

fn create(document: impl Read, file: &Path) -> io::Result<()> {
    if file.exists() && !file.is_file() {
        // A pipe or a device, say.
        return write(document, File::create(file)?);
    }
    // Beside it first, so that an older export stays if this fails.
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut beside = NamedTempFile::new_in(folder)?;
    write(document, &mut beside)?;
    beside.persist(file)?;
    Ok(())
}

fn write(mut document: impl Read, mut out: impl Write) -> io::Result<()> {
    io::copy(&mut document, &mut out)?;
    out.flush()
}
