//! `pipkeeper import`: a club or a game out of a file.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use chrono::Utc;
use uuid::Uuid;

use super::{ServeError, offline};
use crate::archive::{self, ImportOptions, Imported, MAX_BYTES};
use crate::config::DatabaseSettings;

/// Opens a file that can be read more than once; `-` is what comes from the standard input.
///
/// Fails when it cannot be read, with its name.
pub fn open(file: &Path) -> Result<File, ServeError> {
    let opened = if file == Path::new("-") { keep(io::stdin().lock()) } else { readable(file) };
    opened.map_err(|source| ServeError::File { file: file.display().to_string(), source })
}

fn readable(file: &Path) -> io::Result<File> {
    let file = File::open(file)?;
    match file.metadata()? {
        data if data.is_dir() => Err(io::Error::from(io::ErrorKind::IsADirectory)),
        // A pipe has no beginning to go back to.
        data if !data.is_file() => keep(file),
        _ => Ok(file),
    }
}

/// Keeps what can be read only once in a file that has no name and goes with this process.
fn keep(input: impl Read) -> io::Result<File> {
    let path = std::env::temp_dir().join(format!("pipkeeper-import-{}", Uuid::now_v7()));
    let mut file = OpenOptions::new().read(true).write(true).create_new(true).mode(0o600).open(&path)?;
    fs::remove_file(&path)?;
    // One byte more than is possible, so that the limit is seen.
    io::copy(&mut input.take(MAX_BYTES + 1), &mut file)?;
    file.seek(SeekFrom::Start(0))?;
    Ok(file)
}

/// Imports a file. The service may run meanwhile.
///
/// Errors: whatever keeps it from being done, as a sentence for the person who asked.
pub async fn import(
    database: &DatabaseSettings,
    file: File,
    options: ImportOptions,
) -> Result<Imported, ServeError> {
    offline::on(database, async |db| {
        let mut conn = db.get().await?;
        Ok(archive::import(&mut conn, file, options, Utc::now()).await?)
    })
    .await
}
