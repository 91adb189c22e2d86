//! Answers that an older version stored: whole, and under the key that sent the request.

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::post;
use crate::support::{Service, club, points, query};

/// Sixteen bytes of a hash as a UUID, as owners and names are stored.
fn half(text: &str) -> String {
    let hash: [u8; 32] = Sha256::digest(text).into();
    let mut bytes: [u8; 16] = hash[..16].try_into().unwrap();
    bytes[6] = bytes[6] & 0x0f | 0x80;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    uuid::Uuid::from_bytes(bytes).to_string()
}

/// The hash of a request: each part with its length before it.
fn hash(parts: &[&str]) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(u64::try_from(part.len()).unwrap().to_be_bytes());
        hash.update(part);
    }
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn an_answer_of_before_is_given_to_the_key_that_asked() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let rounds = format!("{}/rounds", club.start_game());
    let key = query(&service.database, "SELECT id FROM keys").concat().concat();
    let store = |path: &str, name: &str, body: &Value, answer: &str, rest: &str| {
        let (token, request) = (half(name), hash(&["POST", path, &body.to_string()]));
        query(
            &service.database,
            &format!(
                "INSERT INTO replies (owner, token, request, status, body, version, location, expires_at) \
                 VALUES ('{key}', '{token}', '\\x{request}', 201, '{answer}', {rest})"
            ),
        );
    };
    let players = format!("{}/players", club.path);
    let cid = json!({ "name": "Cid" });
    store(&rounds, "r", &points(10), r#"{"old":1}"#, "2, '/v1/there', NULL");
    store(&players, "p", &cid, r#"{"old":2}"#, "NULL, '/v1/here', now() + interval '1 day'");

    for (path, body, name, version, place) in
        [(&rounds, &points(10), "r", "\"2\"", "/v1/there"), (&players, &cid, "p", "", "/v1/here")]
    {
        let again = post(&club.manager, path, name, body);
        assert_eq!((again.status, &again.text[..6]), (201, r#"{"old""#), "{again:?}");
        assert_eq!((again.header("etag"), again.header("location")), (version, place));
        assert_eq!(again.header("idempotent-replayed"), "true");
        assert_eq!(post(&club.manager, path, name, &json!({ "name": "Dot" })).status, 422);
        // It was the key's own.
        let other = post(&club.client_with("score"), path, name, body);
        assert_eq!((other.status, other.header("idempotent-replayed")), (201, ""));
    }
}
