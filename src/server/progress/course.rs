//! A step as it goes on, and what is said of it. Times are counted from when the work began.

use std::time::Duration;

use indicatif::{HumanCount, HumanDuration};

use crate::progress::Step;

/// How long a step goes on before the log mentions it.
const FIRST: Duration = Duration::from_secs(2);
/// How long it is from one line of the log to the next.
const NEXT: Duration = Duration::from_secs(5);

/// A step as it goes on.
pub struct Course {
    step: Step,
    begun: Duration,
    done: u64,
    /// When the last ones were done.
    counted: Duration,
    /// When the log mentions it next.
    due: Duration,
}

impl Course {
    pub fn new(step: Step, now: Duration) -> Course {
        Course { step, begun: now, done: 0, counted: now, due: now.saturating_add(FIRST) }
    }

    pub fn add(&mut self, count: u64, now: Duration) {
        self.done = self.done.saturating_add(count);
        self.counted = now;
    }

    pub fn done(&self) -> u64 {
        self.done
    }

    pub fn total(&self) -> Option<u64> {
        self.step.total
    }

    /// How long it has gone on.
    pub fn lasts(&self, now: Duration) -> Duration {
        now.saturating_sub(self.begun)
    }

    /// How far it is: `importing: 4,000 of 20,000 games, about 40 seconds left`.
    pub fn line(&self, now: Duration) -> String {
        let Step { doing, unit, total } = &self.step;
        let (done, lasts) = (HumanCount(self.done), HumanDuration(self.lasts(now)));
        match (total, unit) {
            (_, &"") => format!("{doing}, for {lasts} so far"),
            (None, unit) => format!("{doing}: {done} {unit} so far, for {lasts}"),
            (Some(total), unit) => {
                let left = self.left(now).map(HumanDuration);
                let left = left.map_or_else(String::new, |left| format!(", about {left} left"));
                format!("{doing}: {done} of {} {unit}{left}", HumanCount(*total))
            }
        }
    }

    /// The line, if it is time for one.
    pub fn line_if_due(&mut self, now: Duration) -> Option<String> {
        (now >= self.due).then(|| {
            self.due = now.saturating_add(NEXT);
            self.line(now)
        })
    }

    /// The last line of a step of which there were others.
    pub fn last_line(self, now: Duration) -> Option<String> {
        let was_mentioned = self.due > self.begun.saturating_add(FIRST);
        let Step { doing, unit, .. } = &self.step;
        let counted =
            if unit.is_empty() { String::new() } else { format!(": {} {unit}", HumanCount(self.done)) };
        was_mentioned.then(|| format!("{doing}{counted}, done in {}", HumanDuration(self.lasts(now))))
    }

    /// How long it will still take at the pace so far; nothing before there is one, or once all are done.
    fn left(&self, now: Duration) -> Option<Duration> {
        let left = self.step.total?.checked_sub(self.done).filter(|left| *left > 0)?;
        let pace = self.counted.saturating_sub(self.begun).as_millis().checked_mul(u128::from(left));
        let millis = pace?.checked_div(u128::from(self.done))?;
        let since_counted = now.saturating_sub(self.counted);
        let left = Duration::from_millis(u64::try_from(millis).ok()?).saturating_sub(since_counted);
        Some(left.max(Duration::from_secs(1)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn at(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn games(total: Option<u64>) -> Course {
        Course::new(Step { doing: "importing".to_owned(), unit: "games", total }, at(100))
    }

    #[test]
    fn a_line_says_what_is_left() {
        let mut course = games(Some(20_000));
        assert_eq!(course.line(at(101)), "importing: 0 of 20,000 games");
        course.add(4_000, at(110));
        assert_eq!(course.line(at(110)), "importing: 4,000 of 20,000 games, about 40 seconds left");
        assert_eq!(course.line(at(113)), "importing: 4,000 of 20,000 games, about 37 seconds left");
        assert_eq!(
            course.line(at(200)),
            "importing: 4,000 of 20,000 games, about 1 second left",
            "it is late"
        );
        course.add(1_000, at(1_300));
        assert_eq!(course.line(at(1_300)), "importing: 5,000 of 20,000 games, about 60 minutes left");
        course.add(15_000, at(1_400));
        assert_eq!(course.line(at(1_400)), "importing: 20,000 of 20,000 games");
        course.add(1, at(1_400));
        assert_eq!(course.line(at(1_400)), "importing: 20,001 of 20,000 games", "more than there were");
    }

    #[test]
    fn a_line_says_how_long_it_takes_where_nobody_knows_what_is_left() {
        let mut course = games(None);
        course.add(1_234, at(107));
        assert_eq!(course.line(at(107)), "importing: 1,234 games so far, for 7 seconds");
        let step = Step { doing: "working out the sums".to_owned(), unit: "", total: None };
        assert_eq!(Course::new(step, at(0)).line(at(7)), "working out the sums, for 7 seconds so far");
    }

    #[test]
    fn the_log_has_a_line_now_and_then_and_none_of_what_is_short() {
        let mut course = games(Some(40));
        assert_eq!(course.line_if_due(at(101)), None);
        course.add(10, at(101));
        assert_eq!(course.last_line(at(101)), None, "it was short");

        let mut course = games(Some(40));
        let lines: Vec<u64> = (100..120)
            .filter(|second| {
                course.add(1, at(*second));
                course.line_if_due(at(*second)).is_some()
            })
            .collect();
        assert_eq!(lines, [102, 107, 112, 117]);
        assert_eq!(course.last_line(at(120)).unwrap(), "importing: 20 games, done in 20 seconds");
    }
}
