//! A game that is being played, for tests that correct it.

use serde_json::{Value, json};

use super::{Answer, Client, Club, Service};

/// A game of Block between Ann (A) and Bob (B).
pub struct Match {
    pub manager: Client,
    pub path: String,
}

impl Match {
    pub fn start(service: &Service) -> Match {
        let club = Club::found(&service.client, "Friday");
        Match { path: club.start_game(), manager: club.manager }
    }

    /// The same with draws, so that a round can be worth 100 points.
    pub fn start_with_draws(service: &Service) -> Match {
        let club = Club::found(&service.client, "Friday");
        Match { path: club.start_drawing_game(), manager: club.manager }
    }

    pub fn with(service: &Service, body: Value) -> Match {
        let club = Club::found(&service.client, "Friday");
        let made = club.manager.post(&format!("{}/games", club.path), &body);
        assert_eq!(made.status, 201, "{made:?}");
        Match { path: made.header("location").to_owned(), manager: club.manager }
    }

    pub fn state(&self) -> Value {
        self.manager.get(&self.path).json()
    }

    pub fn totals(&self) -> Value {
        self.state()["score"]["totals"].clone()
    }

    pub fn send(&self, method: &str, rest: &str, body: Option<&Value>) -> Answer {
        let path = format!("{}{rest}", self.path);
        self.manager.send(method, &path, &[("If-Match", "*")], body)
    }

    pub fn points(&self, a: i32, b: i32) -> Value {
        let added = self.send("POST", "/rounds", Some(&report(a, b)));
        assert_eq!(added.status, 201, "{added:?}");
        added.json()
    }

    pub fn amend(&self, round: usize, body: &Value) -> Answer {
        self.send("PUT", &format!("/rounds/{round}"), Some(body))
    }
}

/// A round of which only the points are known.
pub fn report(a: i32, b: i32) -> Value {
    json!({ "detail": "points", "points": { "A": a, "B": b } })
}
