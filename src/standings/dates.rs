//! Any range of dates as a few stretches of whole years, months and days.

use chrono::{Datelike, Days, Months, NaiveDate};

/// A length of time over which sums are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Span {
    /// All time.
    All,
    /// A calendar year.
    Year,
    /// A calendar month.
    Month,
    /// A day.
    Day,
}

impl Span {
    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Span::All => "all",
            Span::Year => "year",
            Span::Month => "month",
            Span::Day => "day",
        }
    }
}

/// The spans of one length that begin from `first` to `last`, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    pub span: Span,
    pub first: NaiveDate,
    pub last: NaiveDate,
}

/// The first day of all.
const BEGINNING: NaiveDate = NaiveDate::from_ymd_opt(1, 1, 1).expect("a date");
/// The last day of all.
const END: NaiveDate = NaiveDate::from_ymd_opt(9999, 12, 31).expect("a date");

/// The stretches that make up the days from `from` to `to`, both included.
pub fn cover(from: Option<NaiveDate>, to: Option<NaiveDate>) -> Vec<Stretch> {
    if from.is_none() && to.is_none() {
        return vec![Stretch { span: Span::All, first: BEGINNING, last: END }];
    }
    let first = from.unwrap_or(BEGINNING).clamp(BEGINNING, END);
    let last = to.unwrap_or(END).clamp(BEGINNING, END);
    let mut stretches = Vec::new();
    within(Span::Year, first, last, &mut stretches);
    stretches
}

/// Takes whole spans out of the middle and leaves both edges to the next smaller ones.
fn within(span: Span, first: NaiveDate, last: NaiveDate, out: &mut Vec<Stretch>) {
    if first > last {
        return;
    }
    let (begin, smaller): (fn(NaiveDate) -> Option<NaiveDate>, _) = match span {
        Span::All | Span::Year => (|day| NaiveDate::from_ymd_opt(day.year(), 1, 1), Span::Month),
        Span::Month => (|day| day.with_day(1), Span::Day),
        Span::Day => {
            out.push(Stretch { span, first, last });
            return;
        }
    };
    let months = Months::new(if smaller == Span::Month { 12 } else { 1 });
    let day_after = |day: NaiveDate| day.checked_add_days(Days::new(1)).unwrap_or(day);
    let day_before = |day: NaiveDate| day.checked_sub_days(Days::new(1)).unwrap_or(day);
    // The first span that begins in the range, and the first day after the last one that ends in it.
    let begun = begin(first).unwrap_or(first);
    let start = if begun == first { first } else { begun.checked_add_months(months).unwrap_or(END) };
    let end = begin(day_after(last)).unwrap_or(last);
    if start >= end {
        // No whole span: what is left lies in at most two of them.
        return within(smaller, first, last, out);
    }
    if first < start {
        within(smaller, first, day_before(start), out);
    }
    let last_start = day_before(end);
    out.push(Stretch { span, first: start, last: begin(last_start).unwrap_or(last_start) });
    if end <= last {
        within(smaller, end, last, out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn told(from: &str, to: &str) -> Vec<String> {
        let stretches = cover(Some(day(from)), Some(day(to)));
        stretches.iter().map(|s| format!("{} {} {}", s.span.word(), s.first, s.last)).collect()
    }

    #[test]
    fn whole_spans_are_taken_whole() {
        assert_eq!(told("2024-01-01", "2025-12-31"), ["year 2024-01-01 2025-01-01"]);
        assert_eq!(told("2024-02-01", "2024-02-29"), ["month 2024-02-01 2024-02-01"]);
        assert_eq!(told("2024-02-03", "2024-02-03"), ["day 2024-02-03 2024-02-03"]);
        assert_eq!(
            told("2023-11-30", "2025-02-02"),
            [
                "day 2023-11-30 2023-11-30",
                "month 2023-12-01 2023-12-01",
                "year 2024-01-01 2024-01-01",
                "month 2025-01-01 2025-01-01",
                "day 2025-02-01 2025-02-02",
            ]
        );
        assert_eq!(cover(None, None).len(), 1);
    }

    /// How often each day from 2023-01-01 lies in the stretches.
    fn counted(stretches: &[Stretch], days: u64) -> Vec<usize> {
        let first = day("2023-01-01");
        let each = (0..days).map(|n| first.checked_add_days(Days::new(n)).unwrap());
        each.map(|date| {
            let start = |span| match span {
                Span::All => BEGINNING,
                Span::Year => date.with_day(1).and_then(|d| d.with_month(1)).unwrap(),
                Span::Month => date.with_day(1).unwrap(),
                Span::Day => date,
            };
            stretches.iter().filter(|s| (s.first..=s.last).contains(&start(s.span))).count()
        })
        .collect()
    }

    #[test]
    fn every_day_is_covered_exactly_once() {
        let first = day("2023-01-01");
        for from in (0..1200).step_by(17) {
            for length in [0, 1, 27, 30, 31, 59, 364, 365, 366, 700] {
                let (a, b) = (from, (from + length).min(1199));
                let date = |n| first.checked_add_days(Days::new(n)).unwrap();
                let counts = counted(&cover(Some(date(a)), Some(date(b))), 1200);
                for (n, count) in (0..).zip(counts) {
                    assert_eq!(
                        count,
                        usize::from((a..=b).contains(&n)),
                        "{} to {}: {}",
                        date(a),
                        date(b),
                        date(n)
                    );
                }
            }
        }
    }

    #[test]
    fn an_open_end_covers_all_that_follows() {
        assert_eq!(counted(&cover(Some(day("2023-01-02")), None), 800).iter().sum::<usize>(), 799);
        assert_eq!(counted(&cover(None, Some(day("2023-01-02"))), 800).iter().sum::<usize>(), 2);
    }
}
