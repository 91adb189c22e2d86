//! A club and a game of it, as a phone at the table sees them.

use serde_json::{Value, json};

use super::{Answer, Client, Service};

/// A club with its manager's client.
pub struct Club {
    pub path: String,
    pub manager: Client,
}

impl Club {
    pub fn found(service: &Service, name: &str) -> Club {
        Club::found_by(&service.client, name)
    }

    /// Founds a club with any client of a service.
    pub fn found_by(client: &Client, name: &str) -> Club {
        let made = client.post("/v1/clubs", &json!({ "name": name })).json();
        let path = format!("/v1/clubs/{}", made["id"].as_str().unwrap());
        Club { manager: client.with_key(made["key"].as_str().unwrap()), path }
    }

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
