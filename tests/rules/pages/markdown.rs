//! As much of Markdown as the pages need: code, lists and tables.

/// What stands between backticks, in order.
pub fn code_spans(text: &str) -> Vec<String> {
    text.split('`').skip(1).step_by(2).map(|span| span.replace('\n', " ")).collect()
}

/// The items of the list under `heading`, each in one line.
pub fn items_of(page: &str, heading: &str) -> Vec<String> {
    let (_, rest) = page.split_once(&format!("{heading}\n")).unwrap_or_else(|| panic!("{heading}"));
    let section = rest.split("\n## ").next().unwrap();
    section.split("\n- ").skip(1).map(|item| item.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

/// A table: its columns and its rows.
#[derive(Debug)]
pub struct Table {
    pub columns: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// The cell of a row under a column.
    pub fn cell<'a>(&self, row: &'a [String], column: &str) -> &'a str {
        let index = self.columns.iter().position(|name| name == column);
        &row[index.unwrap_or_else(|| panic!("{column} in {self:?}"))]
    }

    pub fn has(&self, column: &str) -> bool {
        self.columns.iter().any(|name| name == column)
    }

    /// The columns that are seats.
    pub fn seats(&self) -> impl Iterator<Item = &String> {
        self.columns.iter().filter(|name| name.len() == 1 && name.chars().all(|c| c.is_ascii_uppercase()))
    }
}

/// The tables of a page.
pub fn tables(page: &str) -> Vec<Table> {
    let mut tables: Vec<Table> = Vec::new();
    let mut lines = page.lines().peekable();
    while let Some(line) = lines.next() {
        if !line.starts_with('|') {
            continue;
        }
        let cells = |line: &str| {
            let inner = line.trim().trim_matches('|');
            inner.split('|').map(|cell| cell.trim().to_owned()).collect::<Vec<_>>()
        };
        let columns = cells(line);
        let mut rows = Vec::new();
        while let Some(row) = lines.next_if(|line| line.starts_with('|')) {
            if !row.starts_with("|---") {
                rows.push(cells(row));
            }
        }
        assert!(rows.iter().all(|row| row.len() == columns.len()), "{columns:?}");
        tables.push(Table { columns, rows });
    }
    tables
}
