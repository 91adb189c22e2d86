//! A client that costs next to nothing: one connection, one request after the other.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use pipkeeper::rules::Variant;
use serde_json::{Value, json};

pub struct Wire {
    stream: BufReader<TcpStream>,
    pub key: String,
    /// Sent as `If-Match`, unless it is empty.
    pub version: String,
    /// Sent as `Idempotency-Key`, unless it is empty.
    pub idempotency_key: String,
}

/// What was answered.
pub struct Answer {
    pub status: u16,
    pub location: Option<String>,
    pub etag: Option<String>,
    pub body: Vec<u8>,
}

impl Wire {
    pub fn connect(addr: &str) -> Wire {
        Wire::with_key(addr, "")
    }

    pub fn with_key(addr: &str, key: &str) -> Wire {
        let stream = TcpStream::connect(addr).unwrap();
        stream.set_nodelay(true).unwrap();
        let (key, version, idempotency_key) = (key.to_owned(), String::new(), String::new());
        Wire { stream: BufReader::new(stream), key, version, idempotency_key }
    }

    pub fn send(&mut self, method: &str, path: &str, body: Option<&str>) -> Answer {
        let body = body.unwrap_or_default();
        let key = match self.key.as_str() {
            "" => String::new(),
            key => format!("Authorization: Bearer {key}\r\n"),
        };
        let version = match (self.version.as_str(), method) {
            // What replaces something, or ends it, names a version.
            ("", "PUT") => "If-Match: *\r\n".to_owned(),
            ("", _) if path.ends_with("/finish") => "If-Match: *\r\n".to_owned(),
            ("", _) => String::new(),
            (version, _) => format!("If-Match: {version}\r\n"),
        };
        let name = match self.idempotency_key.as_str() {
            "" => String::new(),
            name => format!("Idempotency-Key: {name}\r\n"),
        };
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: localhost\r\n{key}{version}{name}Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        self.stream.get_mut().write_all(request.as_bytes()).unwrap();
        self.read()
    }

    fn read(&mut self) -> Answer {
        let mut line = String::new();
        self.stream.read_line(&mut line).unwrap();
        let status = line.split(' ').nth(1).and_then(|status| status.parse().ok());
        let status = status.expect("a status line");
        let mut answer = Answer { status, location: None, etag: None, body: Vec::new() };
        let mut length = 0;
        loop {
            line.clear();
            self.stream.read_line(&mut line).unwrap();
            let Some((name, value)) = line.trim_end().split_once(": ") else { break };
            match name.to_ascii_lowercase().as_str() {
                "content-length" => length = value.parse().unwrap(),
                "etag" => answer.etag = Some(value.to_owned()),
                "location" => answer.location = Some(value.to_owned()),
                _ => {}
            }
        }
        answer.body = vec![0; length];
        self.stream.read_exact(&mut answer.body).unwrap();
        answer
    }

    /// How long a request takes that is answered well.
    pub fn timed(&mut self, method: &str, path: &str, body: Option<&str>) -> Duration {
        let mut status = 0;
        let spent = time(|| status = self.send(method, path, body).status);
        assert!(status < 300, "{method} {path}: {status}");
        spent
    }

    pub fn post(&mut self, path: &str, body: &Value) -> Answer {
        let answer = self.send("POST", path, Some(&body.to_string()));
        assert_eq!(answer.status, 201, "{path}: {}", String::from_utf8_lossy(&answer.body));
        answer
    }

    /// Founds a club, takes its key and answers its path.
    pub fn found_club(&mut self) -> String {
        let made = self.post("/v1/clubs", &json!({"name": "Benchmark"}));
        let club: Value = serde_json::from_slice(&made.body).unwrap();
        self.key = club["key"].as_str().unwrap().to_owned();
        made.location.unwrap()
    }

    /// Starts a game and answers its path.
    pub fn start(&mut self, club: &str, variant: Variant, seats: usize) -> String {
        self.start_with(club, variant, &json!({}), seats)
    }

    /// The same with what the table plays differently.
    pub fn start_with(&mut self, club: &str, variant: Variant, rules: &Value, seats: usize) -> String {
        let seats: Vec<Value> = (1..=seats).map(|n| json!({ "name": format!("Player {n}") })).collect();
        let body = json!({"variant": variant, "rules": rules, "seats": seats});
        self.post(&format!("{club}/games"), &body).location.unwrap()
    }
}

/// How long `work` takes.
pub fn time(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}
