//! A document that is collected in a file before it is sent: the database is not kept waiting by whoever
//! takes it away slowly, and what cannot be read to its end is not sent at all.

use std::fs::File;
use std::io::{self, Read, Seek, Write};

use futures_util::stream::{Stream, unfold};
use serde::Serialize;
use tokio::sync::mpsc::{Sender, channel};
use tokio::task::{JoinHandle, spawn_blocking};

use super::limits::{MAX_BYTES, MAX_PART};
use crate::service::ServiceError;

/// How many bytes are read of the file at a time.
const CHUNK: usize = 64 * 1024;

/// A file that is being written.
pub struct Spool {
    parts: Sender<String>,
    file: JoinHandle<io::Result<File>>,
    size: u64,
    before: &'static str,
}

/// A file that is whole.
pub struct Spooled {
    file: File,
    /// How many bytes it has.
    pub size: u64,
}

impl Spool {
    /// Opens a file that nobody else can see and that is gone when it is closed.
    pub fn open() -> Spool {
        let (parts, mut receiver) = channel::<String>(2);
        let file = spawn_blocking(move || {
            let mut file = io::BufWriter::new(tempfile::tempfile()?);
            while let Some(part) = receiver.blocking_recv() {
                file.write_all(part.as_bytes())?;
            }
            file.into_inner().map_err(io::IntoInnerError::into_error)
        });
        Spool { parts, file, size: 0, before: "" }
    }

    /// Adds text.
    ///
    /// Fails if a file that is so long could not be imported.
    pub async fn text(&mut self, text: String) -> Result<(), ServiceError> {
        self.size += u64::try_from(text.len()).unwrap_or(u64::MAX);
        if self.size > MAX_BYTES {
            return Err(ServiceError::ExportTooLarge(format!("{} GiB", MAX_BYTES >> 30)));
        }
        // Whoever cannot write any more says why at the end.
        let _ = self.parts.send(text).await;
        Ok(())
    }

    /// Begins a list of the document.
    ///
    /// Errors: as [`Spool::text`].
    pub async fn begin(&mut self, name: &str) -> Result<(), ServiceError> {
        self.before = "";
        self.text(format!(r#","{name}":["#)).await
    }

    /// Ends the list.
    ///
    /// Errors: as [`Spool::text`].
    pub async fn end(&mut self) -> Result<(), ServiceError> {
        self.text("]".to_owned()).await
    }

    /// Adds to the list.
    ///
    /// Errors: as [`Spool::text`].
    pub async fn item(&mut self, item: &impl Serialize) -> Result<(), ServiceError> {
        let item = serde_json::to_string(item).map_err(ServiceError::UnwritableEvent)?;
        if item.len() > MAX_PART {
            return Err(ServiceError::ExportTooLarge(format!("{} MiB in one game", MAX_PART >> 20)));
        }
        let before = std::mem::replace(&mut self.before, ",");
        self.text(format!("{before}{item}")).await
    }

    /// The file, once all of it is written.
    ///
    /// Fails if it could not be written.
    pub async fn close(self) -> Result<Spooled, ServiceError> {
        let Spool { parts, file, size, .. } = self;
        drop(parts);
        let mut file = file.await.map_err(io::Error::from).flatten().map_err(ServiceError::Spool)?;
        file.rewind().map_err(ServiceError::Spool)?;
        Ok(Spooled { file, size })
    }
}

impl Spooled {
    /// The file itself, at its beginning.
    pub fn into_file(self) -> File {
        self.file
    }

    /// What is in the file, part by part.
    pub fn stream(self) -> impl Stream<Item = io::Result<Vec<u8>>> {
        unfold(Some(self.file), async |file| {
            let mut file = file?;
            let read = spawn_blocking(move || {
                let mut part = vec![0; CHUNK];
                let length = file.read(&mut part)?;
                part.truncate(length);
                Ok((part, file))
            });
            match read.await.map_err(io::Error::from).flatten() {
                Ok((part, _)) if part.is_empty() => None,
                Ok((part, file)) => Some((Ok(part), Some(file))),
                Err(error) => Some((Err(error), None)),
            }
        })
    }
}
