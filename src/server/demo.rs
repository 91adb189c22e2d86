//! What a person is shown of the demonstration club after it was recorded.

use std::fmt;

use crate::service::demo::{DEMONSTRATION, Demonstration};

/// The demonstration club with its key and its games.
pub struct Tour<'a> {
    /// What was recorded.
    pub demonstration: &'a Demonstration,
    /// Where the service listens: `http://127.0.0.1:8080`.
    pub base: &'a str,
}

impl fmt::Display for Tour<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tour { demonstration: Demonstration { key, games }, base } = self;
        let key = key.reveal();
        writeln!(
            f,
            "\nA club `Demonstration` with {} games was recorded. Its key is shown only this once:\n\n    {key}\n",
            games.len()
        )?;
        for (id, name) in games {
            writeln!(f, "    {base}/v1/games/{id}  {name}")?;
        }
        writeln!(f, "\n    curl -sS {base}/v1/clubs/{DEMONSTRATION}/games -H 'Authorization: Bearer {key}'")
    }
}
