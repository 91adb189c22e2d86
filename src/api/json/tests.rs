//! What bodies are refused, and with which words.

use serde::Deserialize;
use serde_json::{Value, json};

use super::numbers::{optional_whole, whole};
use super::*;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Seat {
    #[expect(dead_code, reason = "only read")]
    name: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Ending {
    Domino,
    Blocked,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Round {
    seats: Vec<Seat>,
    #[serde(deserialize_with = "whole")]
    points: u8,
    #[serde(default, deserialize_with = "optional_whole")]
    drew: Option<i32>,
    #[serde(default, deserialize_with = "or_default")]
    note: String,
    ending: Option<Ending>,
    small: Option<u8>,
    #[serde(default)]
    #[expect(dead_code, reason = "only read")]
    by_side: std::collections::BTreeMap<String, u8>,
}

/// The code, the pointer and the sentence of a refusal.
fn refused(text: &str) -> (String, String, String) {
    let problem = parse::<Round>(text.as_bytes()).unwrap_err();
    let answer = actix_web::ResponseError::error_response(&problem);
    let bytes = actix_web::body::MessageBody::try_into_bytes(answer.into_body()).unwrap();
    let body: Value = serde_json::from_slice(&bytes).unwrap();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let pointer = text(&body["errors"][0]["pointer"]);
    (text(&body["code"]), pointer, text(&body["detail"]))
}

#[test]
fn members_to_blame_are_named_in_plain_words() {
    let cases = [
        (r#"{}"#, "/seats", "/seats is required."),
        (r#"{"seats":[{"name":"a"},{}]}"#, "/seats/1/name", "/seats/1/name is required."),
        (r#"{"seats":null}"#, "/seats", "/seats is required."),
        (r#"{"seats":[{"name":3}]}"#, "/seats/0/name", "/seats/0/name must be a text, not 3."),
        (
            r#"{"seats":[{"name":"a","nmae":"b"}]}"#,
            "/seats/0/nmae",
            "/seats/0/nmae is not a member here; known: `name`.",
        ),
        (r#"{"seats":[3]}"#, "/seats/0", "/seats/0 must be an object, not 3."),
        (r#"{"ending":"bloked"}"#, "/ending", "/ending must be `domino` or `blocked`, not `bloked`."),
        (r#"{"small":300}"#, "/small", "/small must be a smaller whole number, not 300."),
        (r#"{"points":6.5}"#, "/points", "/points must be a whole number, not 6.5."),
        (r#"{"points":"6"}"#, "/points", "/points must be a whole number, not the text \"6\"."),
        (r#"{"points":300}"#, "/points", "/points 300 is out of range."),
        (r#"{"points":1,"points":2}"#, "/points", "/points is given twice."),
        (
            r#"{"seats":[{"name":"a"}],"points":1,"by_side":{"A":1,"B":2,"A":2}}"#,
            "/by_side/A",
            "/by_side/A is given twice.",
        ),
        (
            r#"{"seats":[{"name":"a\u0000"}],"points":1}"#,
            "/seats/0/name",
            "/seats/0/name must not have the character NUL (U+0000) in it.",
        ),
        (
            r#"{"seats":[],"points":1,"by_side":{"\u0000":1}}"#,
            "/by_side/\0",
            "/by_side/\\u0000 must not have the character NUL (U+0000) in it.",
        ),
    ];
    for (text, pointer, sentence) in cases {
        let expected = ("invalid_body".to_owned(), pointer.to_owned(), sentence.to_owned());
        assert_eq!(refused(text), expected, "{text}");
    }
}

#[test]
fn what_is_no_json_object_is_refused_first() {
    let deep = format!("{{\"note\":{}", "[".repeat(40));
    let cases = [
        (r#"{"seats":3,"#, "malformed_json"),
        (r#"{"seats":[]} x"#, "malformed_json"),
        (r#"{'seats':[]}"#, "malformed_json"),
        (r#"{"note":"\ud800"}"#, "malformed_json"),
        ("", "not_an_object"),
        ("[null,null]", "not_an_object"),
        ("[null,null", "malformed_json"),
        ("\"text\"", "not_an_object"),
        ("null", "not_an_object"),
        ("nonsense", "malformed_json"),
        (&deep, "json_too_deep"),
    ];
    for (text, code) in cases {
        assert_eq!(refused(text).0, code, "{text}");
    }
    assert_eq!(parse::<Round>(b"{\"note\":\"\xff\"}").unwrap_err().code(), "malformed_json");
}

#[test]
fn whole_floats_are_whole_numbers_and_null_is_absent() {
    let text = json!({ "seats": [], "points": 6.0, "drew": null, "note": null, "ending": null });
    let round: Round = parse(text.to_string().as_bytes()).unwrap();

    assert!(round.seats.is_empty());
    assert_eq!((round.points, round.drew, round.small), (6, None, None));
    assert!(round.note.is_empty() && round.ending.is_none());

    let text = r#"{"seats":[],"points":0,"drew":-2.0,"ending":"blocked"}"#;
    let round: Round = parse(text.as_bytes()).unwrap();
    assert_eq!(round.drew, Some(-2));
    assert!(matches!(round.ending, Some(Ending::Blocked)));
}

#[test]
fn a_whole_number_may_have_an_empty_fraction() {
    use super::numbers::without_empty_fractions as plain;
    for (text, same) in [
        (r#"{"a":6.0,"b":[-7.00, 8]}"#, r#"{"a":6,"b":[-7, 8]}"#),
        ("6.0", "6"),
        (r#"{"a":"6.0","b\"":"\\","c":1.0}"#, r#"{"a":"6.0","b\"":"\\","c":1}"#),
    ] {
        assert_eq!(plain(text), same);
    }
    // What is no whole number, or no number, is left for the reader to refuse.
    for text in ["6.5", "1.0.0", "1e5.0", "1.0e5", "6.", ".0", "-.0", "\"6.0", "ü1.", "\"\\"] {
        assert_eq!(plain(text), text);
    }
}
