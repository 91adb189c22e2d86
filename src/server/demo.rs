//! What a person is shown of the demonstration club after it was recorded.

use std::fmt;

use serde::{Serialize, Serializer};
use serde_json::json;

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

impl Serialize for Tour<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Demonstration { key, games } = self.demonstration;
        let games: Vec<_> = games.iter().map(|(id, name)| json!({ "id": id, "name": name })).collect();
        json!({ "club": DEMONSTRATION, "key": key.reveal(), "games": games }).serialize(serializer)
    }
}
