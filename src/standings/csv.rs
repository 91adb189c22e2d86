//! CSV as RFC 4180 has it, safe to open in a spreadsheet.

/// Rows as CSV, every one ended by CR LF.
///
/// A text that a spreadsheet would take for a formula gets an apostrophe in front; numbers do not.
#[derive(Clone, Debug, Default)]
pub struct Csv {
    text: String,
}

/// A value of a row.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// What people wrote.
    Text(String),
    /// A whole number.
    Whole(i64),
    /// A place or the number of a round.
    Number(usize),
    /// A number with a fraction.
    Fraction(f64),
    /// Nothing, which is not 0.
    Empty,
}

impl From<&str> for Cell {
    fn from(text: &str) -> Cell {
        Cell::Text(text.to_owned())
    }
}

impl From<i64> for Cell {
    fn from(number: i64) -> Cell {
        Cell::Whole(number)
    }
}

impl From<usize> for Cell {
    fn from(number: usize) -> Cell {
        Cell::Number(number)
    }
}

impl From<i32> for Cell {
    fn from(number: i32) -> Cell {
        Cell::Whole(i64::from(number))
    }
}

impl<T: Into<Cell>> From<Option<T>> for Cell {
    fn from(value: Option<T>) -> Cell {
        value.map_or(Cell::Empty, Into::into)
    }
}

impl From<f64> for Cell {
    fn from(number: f64) -> Cell {
        Cell::Fraction(number)
    }
}

impl Csv {
    /// Adds a row.
    pub fn row(&mut self, cells: impl IntoIterator<Item = Cell>) {
        for (index, cell) in cells.into_iter().enumerate() {
            if index > 0 {
                self.text.push(',');
            }
            self.text.push_str(&written(&cell));
        }
        self.text.push_str("\r\n");
    }

    /// The rows as text.
    pub fn into_text(self) -> String {
        self.text
    }
}

fn written(cell: &Cell) -> String {
    match cell {
        Cell::Empty => String::new(),
        Cell::Whole(number) => number.to_string(),
        Cell::Number(number) => number.to_string(),
        Cell::Fraction(number) => number.to_string(),
        Cell::Text(text) => {
            let safe = defused(text);
            let needs_quotes = safe.contains([',', '"', '\r', '\n', ';']) || safe.trim() != safe;
            if needs_quotes { format!("\"{}\"", safe.replace('"', "\"\"")) } else { safe }
        }
    }
}

/// The text, unable to be a formula: spreadsheets look at the first character, some after spaces and
/// after what cannot be seen.
fn defused(text: &str) -> String {
    let blank = |c: char| c.is_whitespace() || c.is_control() || is_invisible(c);
    let first = text.trim_start_matches(blank).chars().next();
    let control = text.starts_with(['\t', '\r', '\n']);
    match first {
        Some('=' | '+' | '-' | '@' | '＝' | '＋' | '－' | '＠') => format!("'{text}"),
        _ if control => format!("'{text}"),
        _ => text.to_owned(),
    }
}

/// Characters without a width.
const fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_quoted_and_formulas_defused() {
        let mut csv = Csv::default();
        csv.row(["a,b", "say \"hi\"", "two\nlines", "plain", "Å"].map(Cell::from));
        csv.row(["=1+1", "+1", "-2", "@x", " =x", "\t=x"].map(Cell::from));
        csv.row([Cell::Whole(-5), Cell::Fraction(0.5), Cell::Empty]);
        assert_eq!(
            csv.into_text(),
            "\"a,b\",\"say \"\"hi\"\"\",\"two\nlines\",plain,Å\r\n\
             '=1+1,'+1,'-2,'@x,' =x,'\t=x\r\n\
             -5,0.5,\r\n"
        );
    }
}
