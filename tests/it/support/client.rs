//! A small HTTP client. Whatever the service answers is an answer; only silence is a panic.

use serde_json::Value;
use ureq::Agent;
use ureq::http::{HeaderMap, Request};

use super::{TIMEOUT, documented};

/// A client of one service, perhaps with a key.
#[derive(Clone)]
pub struct Client {
    agent: Agent,
    base: String,
    key: Option<String>,
}

/// What the service answered.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: HeaderMap,
    pub text: String,
}

impl Answer {
    /// The body, `null` when it is empty.
    pub fn json(&self) -> Value {
        if self.text.is_empty() {
            return Value::Null;
        }
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error} in {self:?}"))
    }

    /// A header's value, empty when there is none.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }
}

impl Client {
    pub fn new(base: &str) -> Client {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .timeout_global(Some(TIMEOUT));
        Client { agent: config.build().into(), base: base.to_owned(), key: None }
    }

    /// The same client with another key.
    pub fn with_key(&self, key: &str) -> Client {
        Client { key: Some(key.to_owned()), ..self.clone() }
    }

    /// The key that it sends.
    pub fn key(&self) -> Option<&str> {
        self.key.as_deref()
    }

    /// The same client without a key.
    pub fn without_key(&self) -> Client {
        Client { key: None, ..self.clone() }
    }

    pub fn get(&self, path: &str) -> Answer {
        self.send("GET", path, &[], None)
    }

    pub fn post(&self, path: &str, body: &Value) -> Answer {
        self.send("POST", path, &[], Some(body))
    }

    pub fn put(&self, path: &str, body: &Value) -> Answer {
        self.send("PUT", path, &[], Some(body))
    }

    pub fn patch(&self, path: &str, body: &Value) -> Answer {
        self.send("PATCH", path, &[], Some(body))
    }

    pub fn delete(&self, path: &str) -> Answer {
        self.send("DELETE", path, &[], None)
    }

    /// Sends any request, with more headers. A `Content-Type` among them replaces JSON's.
    pub fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: Option<&Value>) -> Answer {
        let text = body.map(Value::to_string);
        self.send_text(method, path, headers, text.as_deref())
    }

    /// Sends any request with any text as its body, well-formed or not.
    pub fn send_text(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<&str>,
    ) -> Answer {
        let answered = self.try_send(method, path, headers, body);
        answered.unwrap_or_else(|error| panic!("{method} {path}: {error}"))
    }

    /// As [`Client::send_text`], for a service that may be gone.
    pub fn try_send(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<&str>,
    ) -> Result<Answer, ureq::Error> {
        let mut request = Request::builder().method(method).uri(format!("{}{path}", self.base));
        if let Some(key) = &self.key {
            request = request.header("Authorization", format!("Bearer {key}"));
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        // Tests ask for the whole game, unless the answer itself is what they are about.
        if method != "GET" && !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("prefer")) {
            request = request.header("Prefer", "return=representation");
        }
        let typed = headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("content-type"));
        if body.is_some() && !typed {
            request = request.header("Content-Type", "application/json");
        }
        let mut response = match body {
            Some(text) => {
                let request = self.agent.configure_request(request.body(text).unwrap());
                self.agent.run(request.allow_non_standard_methods(true).build())
            }
            None => {
                let request = self.agent.configure_request(request.body(()).unwrap());
                self.agent.run(request.allow_non_standard_methods(true).build())
            }
        }?;
        let answer = Answer {
            status: response.status().as_u16(),
            headers: response.headers().clone(),
            text: response.body_mut().read_to_string()?,
        };
        documented::check(method, path, &answer);
        Ok(answer)
    }
}
