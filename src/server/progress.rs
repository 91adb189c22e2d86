//! How far long work has come, shown on the standard error: as a bar on a terminal, as lines in the log
//! elsewhere. What takes less than a second is not mentioned.

mod course;

use std::io::{IsTerminal, stderr};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{MultiProgress, ProgressBar, ProgressStyle};

use self::course::Course;
use crate::progress::{Progress, Step, Watch};

/// How often it is looked whether there is something to show.
const TICK: Duration = Duration::from_millis(200);
/// How long a step goes on before a terminal shows it.
const PATIENCE: Duration = Duration::from_secs(1);
/// A bar, where it is known how long it will be.
const BAR: &str = "{spinner} [{bar:24}] {msg}";
const SPINNER: &str = "{spinner} {msg}";

/// The bars of this process, if its standard error is a terminal, which they share with the log.
static BARS: LazyLock<Option<MultiProgress>> =
    LazyLock::new(|| stderr().is_terminal().then(MultiProgress::new));

/// Runs `write`, which writes to the standard error, with no bar in the way.
pub(super) fn aside<T>(write: impl FnOnce() -> T) -> T {
    match &*BARS {
        Some(bars) => bars.suspend(write),
        None => write(),
    }
}

/// Shows progress until the last clone of it is dropped.
pub fn watch() -> Progress {
    let meter = Arc::new(Meter { start: Instant::now(), shown: Mutex::default() });
    let looked_at = Arc::downgrade(&meter);
    // Where no thread can be had, only what is added is seen.
    let _ = thread::Builder::new().name("progress".to_owned()).spawn(move || tick(&looked_at));
    Progress::to(Arc::new(Watching(meter)))
}

/// Shows now and then how far it is, also while nothing is added.
fn tick(meter: &Weak<Meter>) {
    while let Some(meter) = meter.upgrade() {
        meter.show();
        drop(meter);
        thread::sleep(TICK);
    }
}

/// The step that goes on, and where it is shown.
struct Meter {
    start: Instant,
    shown: Mutex<Shown>,
}

#[derive(Default)]
struct Shown {
    course: Option<Course>,
    bar: Option<ProgressBar>,
}

impl Meter {
    fn lock(&self) -> MutexGuard<'_, Shown> {
        // Whoever panicked while counting lost nothing but a count.
        self.shown.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn show(&self) {
        let now = self.start.elapsed();
        let mut shown = self.lock();
        let Shown { course: Some(course), bar } = &mut *shown else { return };
        let Some(bars) = &*BARS else {
            if let Some(line) = course.line_if_due(now) {
                log::info!("{line}");
            }
            return;
        };
        if course.lasts(now) >= PATIENCE {
            let bar = bar.get_or_insert_with(|| bars.add(new_bar(course)));
            bar.set_position(course.done());
            bar.set_message(course.line(now));
            bar.tick();
        }
    }

    fn end(&self) {
        let now = self.start.elapsed();
        let Shown { course, bar } = std::mem::take(&mut *self.lock());
        if let Some(bar) = bar {
            bar.finish_and_clear();
        }
        if let Some(line) = course.and_then(|course| course.last_line(now)) {
            log::info!("{line}");
        }
    }
}

/// What work holds of a meter. It ends the last step itself: the thread that looks may still hold the meter.
struct Watching(Arc<Meter>);

impl Watch for Watching {
    fn begin(&self, step: Step) {
        self.0.end();
        self.0.lock().course = Some(Course::new(step, self.0.start.elapsed()));
    }

    fn add(&self, count: u64) {
        let now = self.0.start.elapsed();
        if let Some(course) = &mut self.0.lock().course {
            course.add(count, now);
        }
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        self.0.end();
    }
}

fn new_bar(course: &Course) -> ProgressBar {
    let (bar, template) = match course.total() {
        Some(total) => (ProgressBar::new(total), BAR),
        None => (ProgressBar::new_spinner(), SPINNER),
    };
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    bar.with_style(style.progress_chars("=> "))
}
