//! A club to test with.

use serde_json::{Value, json};

use super::{Answer, Client, Service};

/// An id that nothing has.
pub const NOBODY: &str = "019aa000-0000-7000-8000-000000000000";

/// A club with its manager's client.
pub struct Club {
    pub id: String,
    pub path: String,
    pub key: String,
    pub manager: Client,
}

/// Founds a club.
pub fn club(service: &Service, name: &str) -> Club {
    Club::found(&service.client, name)
}

impl Club {
    /// Founds a club.
    pub fn found(client: &Client, name: &str) -> Club {
        let made = client.post("/v1/clubs", &json!({ "name": name })).json();
        let text = |member: &str| made[member].as_str().unwrap_or_else(|| panic!("{made}")).to_owned();
        let (id, key) = (text("id"), text("key"));
        Club { manager: client.with_key(&key), path: format!("/v1/clubs/{id}"), id, key }
    }

    pub fn add(&self, name: &str) -> Answer {
        self.manager.post(&format!("{}/players", self.path), &json!({ "name": name }))
    }

    /// Makes a key as this body says, and answers it with its id.
    pub fn make_key(&self, body: &Value) -> (String, String) {
        let made = self.manager.post(&format!("{}/keys", self.path), body);
        assert_eq!(made.status, 201, "{made:?}");
        let text = |member: &str| made.json()[member].as_str().unwrap().to_owned();
        (text("key"), text("id"))
    }

    /// A client with a new key of this scope.
    pub fn client_with(&self, scope: &str) -> Client {
        self.manager.with_key(&self.make_key(&json!({ "scope": scope, "label": scope })).0)
    }

    /// Starts a game of Block for two and answers its path.
    pub fn start_game(&self) -> String {
        self.start_for_two(json!({ "variant": "block" }))
    }

    /// The same with draws, so that a round can be worth 100 points.
    pub fn start_drawing_game(&self) -> String {
        self.start_for_two(with_draws(json!({ "variant": "block" })))
    }

    fn start_for_two(&self, mut body: Value) -> String {
        body["seats"] = json!([{ "name": "Ann" }, { "name": "Bob" }]);
        let made = self.manager.post(&format!("{}/games", self.path), &body);
        assert_eq!(made.status, 201, "{made:?}");
        made.header("location").to_owned()
    }
}

/// The same game of Block, in which tiles are drawn: only then can a hand hold 100 points and more.
pub fn with_draws(mut game: Value) -> Value {
    if game["variant"] == "block" && game["rules"]["draw"].is_null() {
        game["rules"]["draw"] = json!({ "count": "until", "play_drawn": true });
    }
    game
}

/// A finished round of which only the points are known.
pub fn points(points: u32) -> Value {
    json!({ "detail": "points", "points": { "A": points } })
}

/// The status and the code of a refusal, which is a problem in every respect.
pub fn refusal(answer: &Answer) -> (u16, String) {
    let body = answer.json();
    let code = body["code"].as_str().unwrap_or_else(|| panic!("no problem: {answer:?}")).to_owned();
    assert_eq!(answer.header("content-type"), "application/problem+json");
    assert_eq!(body["status"], answer.status);
    assert_eq!(body["type"], format!("/problems/{code}"));
    assert!(body["title"].is_string() && body["detail"].is_string(), "{body}");
    (answer.status, code)
}
