//! The log: lines with a time, a level and a place, and never so many warnings that they fill a disk.

use std::io::Write;
use std::sync::Mutex;
use std::time::Instant;

use chrono::{SecondsFormat, Utc};
use env_logger::{Builder, Env, Logger};
use log::{Level, Log, Metadata, Record};

use super::progress::aside;

/// How many warnings and errors are written in a second. Anybody can cause them, with broken requests.
const MOST: u32 = 20;

/// Starts the log of this process: what `RUST_LOG` says, by default warnings and what Pipkeeper does.
pub fn start() {
    let mut log = Builder::from_env(Env::default().default_filter_or("warn,pipkeeper=info"));
    // As env_logger writes them, but in whole seconds of UTC like every time of the API.
    log.format(|line, record| {
        let (level, place) = (record.level(), record.target());
        let style = line.default_level_style(level);
        let time = Utc::now().to_rfc3339_opts(SecondsFormat::Secs, true);
        writeln!(line, "[{time} {style}{level:<5}{style:#} {place}] {}", record.args())
    });
    let lines = log.build();
    log::set_max_level(lines.filter());
    let limited = Limited { lines, started: Instant::now(), count: Mutex::default() };
    // A log that runs already, as in tests, is as good.
    let _ = log::set_boxed_logger(Box::new(limited));
}

/// Writes at most [`MOST`] warnings and errors a second, and then how many it left out.
struct Limited {
    lines: Logger,
    started: Instant,
    count: Mutex<Count>,
}

impl Log for Limited {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        self.lines.enabled(metadata)
    }

    fn log(&self, record: &Record<'_>) {
        if !self.lines.matches(record) {
            return;
        }
        if record.level() <= Level::Warn {
            let second = self.started.elapsed().as_secs();
            // Whoever panicked while counting lost nothing but a count.
            let mut count = self.count.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            let left_out = count.left_out_before(second);
            let is_written = count.take();
            drop(count);
            if left_out > 0 {
                let more =
                    format_args!("{left_out} more warnings and errors of an earlier second were left out");
                let record = Record::builder().level(Level::Warn).target(module_path!()).args(more).build();
                aside(|| self.lines.log(&record));
            }
            if !is_written {
                return;
            }
        }
        aside(|| self.lines.log(record));
    }

    fn flush(&self) {
        self.lines.flush();
    }
}

/// The warnings and errors of a second.
#[derive(Debug, Default)]
struct Count {
    second: u64,
    written: u32,
    left_out: u32,
}

impl Count {
    /// Begins to count anew if this is another second; answers how many lines the last one left out.
    fn left_out_before(&mut self, second: u64) -> u32 {
        if second == self.second {
            return 0;
        }
        let left_out = self.left_out;
        *self = Count { second, ..Count::default() };
        left_out
    }

    /// Counts a line, and whether it is written.
    fn take(&mut self) -> bool {
        let is_written = self.written < MOST;
        let count = if is_written { &mut self.written } else { &mut self.left_out };
        *count = count.saturating_add(1);
        is_written
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_out_in_a_second_is_counted_and_told_in_the_next() {
        let mut count = Count::default();
        let written = (0..MOST + 7).filter(|_| count.take()).count();
        assert_eq!(u32::try_from(written).unwrap(), MOST);
        assert_eq!(count.left_out_before(0), 0);
        assert_eq!(count.left_out_before(1), 7);
        assert!(count.take());
        assert_eq!(count.left_out_before(2), 0);
    }
}
