//! How far long work has come. Those who do it say so here, without knowing who looks or how it is shown.

use std::io::{self, Read};
use std::sync::Arc;

const MIB: u64 = 1 << 20;

/// A part of the work, which ends when the next one begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What is done: `importing`, `working out the sums`.
    pub doing: String,
    /// What is counted meanwhile, in the plural: `games`. Nothing where nothing can be.
    pub unit: &'static str,
    /// How many there are, where that is known before.
    pub total: Option<u64>,
}

/// Somebody who looks.
pub trait Watch: Send + Sync {
    /// A step begins, and the one before has ended.
    fn begin(&self, step: Step);
    /// So many more are done.
    fn add(&self, count: u64);
}

/// Where work says how far it has come; by default nobody looks. The last step ends when the last of its
/// clones is dropped.
#[derive(Clone, Default)]
pub struct Progress(Option<Arc<dyn Watch>>);

impl Progress {
    /// Told to `watch`.
    pub fn to(watch: Arc<dyn Watch>) -> Progress {
        Progress(Some(watch))
    }

    /// Begins a step in which nothing can be counted.
    pub fn step(&self, doing: impl Into<String>) {
        self.begin(doing.into(), "", None);
    }

    /// Begins a step in which so many `unit` are done one after the other.
    pub fn count(&self, doing: impl Into<String>, unit: &'static str, total: impl TryInto<u64>) {
        self.begin(doing.into(), unit, total.try_into().ok());
    }

    /// Begins a step in which nobody knows how many there will be.
    pub fn count_up(&self, doing: impl Into<String>, unit: &'static str) {
        self.begin(doing.into(), unit, None);
    }

    /// So many more are done of what is counted.
    pub fn add(&self, count: impl TryInto<u64>) {
        if let (Some(watch), Ok(count)) = (&self.0, count.try_into()) {
            watch.add(count);
        }
    }

    /// Begins to read `input`, which has so many bytes if that is known; it is told as it is read.
    pub fn reading<R: Read>(&self, doing: &str, input: R, bytes: Option<u64>) -> Reading<'_, R> {
        self.begin(doing.to_owned(), "MiB", bytes.map(|bytes| bytes.div_ceil(MIB)));
        Reading { progress: self, input, bytes: 0 }
    }

    fn begin(&self, doing: String, unit: &'static str, total: Option<u64>) {
        if let Some(watch) = &self.0 {
            watch.begin(Step { doing, unit, total });
        }
    }
}

/// An input that is read.
pub struct Reading<'a, R> {
    progress: &'a Progress,
    input: R,
    bytes: u64,
}

impl<R: Read> Read for Reading<'_, R> {
    fn read(&mut self, part: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(part)?;
        let before = self.bytes.div_ceil(MIB);
        self.bytes = self.bytes.saturating_add(u64::try_from(read).unwrap_or(u64::MAX));
        self.progress.add(self.bytes.div_ceil(MIB) - before);
        Ok(read)
    }
}
