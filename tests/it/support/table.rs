//! A game, as a phone at the table sees it.

use serde_json::Value;

use super::{Answer, Client, Club};

impl Club {
    /// Starts a game.
    pub fn start(&self, game: &Value) -> Table {
        let made = self.manager.post(&format!("{}/games", self.path), game);
        assert_eq!(made.status, 201, "{made:?}");
        Table { client: self.manager.clone(), path: made.header("location").to_owned() }
    }
}

/// A game.
#[derive(Clone)]
pub struct Table {
    pub client: Client,
    pub path: String,
}

impl Table {
    /// The whole state of the table.
    pub fn state(&self) -> Value {
        let answer = self.client.get(&self.path);
        assert_eq!(answer.status, 200, "{answer:?}");
        answer.json()
    }

    pub fn version(&self) -> i64 {
        self.state()["version"].as_i64().unwrap()
    }

    pub fn post(&self, place: &str, body: &Value) -> Answer {
        self.client.post(&format!("{}{place}", self.path), body)
    }

    /// Sends a change that has to name the version which it is meant for.
    pub fn change(&self, method: &str, place: &str, version: i64, body: Option<&Value>) -> Answer {
        let tag = format!("\"{version}\"");
        self.client.send(method, &format!("{}{place}", self.path), &[("If-Match", &tag)], body)
    }
}
