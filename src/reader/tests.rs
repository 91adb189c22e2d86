//! What is refused, and with which words.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::json;

use super::{QueryParameters, Refusal, Wrong, from_value, read, whole};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Seat {
    #[expect(dead_code, reason = "only read")]
    name: String,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Ending {
    Domino,
    Blocked,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Round {
    seats: Vec<Seat>,
    points: u8,
    drew: Option<i32>,
    #[serde(default)]
    note: String,
    ending: Option<Ending>,
    #[serde(default, deserialize_with = "whole::<_, _, 1, 20>")]
    small: Option<u8>,
    #[serde(default)]
    by_side: BTreeMap<String, u8>,
}

/// The pointer and the sentence about the member of a body that cannot be used.
fn refused(text: &str) -> (String, String) {
    match read::<Round>(text.as_bytes()) {
        Err(Refusal::Member(wrong)) => (wrong.pointer(), wrong.detail().clone()),
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn members_to_blame_are_named_in_plain_words() {
    let cases = [
        (r#"{}"#, "/seats", "is required"),
        (r#"{"seats":[{"name":"a"},{}]}"#, "/seats/1/name", "is required"),
        (r#"{"seats":null}"#, "/seats", "is required"),
        (r#"{"seats":[{"name":3}]}"#, "/seats/0/name", "must be a text, not 3"),
        (r#"{"seats":[{"name":"a","nmae":"b"}]}"#, "/seats/0/nmae", "is not a member here; known: `name`"),
        (r#"{"seats":[{"name":"a","nmae":null}]}"#, "/seats/0/nmae", "is not a member here; known: `name`"),
        (r#"{"seats":[3]}"#, "/seats/0", "must be an object, not 3"),
        (r#"{"seats":[["a"]]}"#, "/seats/0", "must be an object, not a list"),
        (r#"{"ending":"bloked"}"#, "/ending", "must be `domino` or `blocked`, not `bloked`"),
        (r#"{"ending":3}"#, "/ending", "must be a word, not 3"),
        (r#"{"points":300}"#, "/points", "must be a smaller whole number, not 300"),
        (r#"{"points":-3}"#, "/points", "must be a larger whole number, not -3"),
        (r#"{"points":6.5}"#, "/points", "must be a whole number, not 6.5"),
        (r#"{"points":"6"}"#, "/points", "must be a whole number, not the text \"6\""),
        (r#"{"small":21}"#, "/small", "must be a whole number from 1 to 20"),
        (r#"{"small":"3"}"#, "/small", "must be a whole number from 1 to 20, not the text \"3\""),
        (r#"{"points":1,"points":2}"#, "/points", "is given twice"),
        (r#"{"seats":[],"points":1,"by_side":{"A":1,"B":2,"A":2}}"#, "/by_side/A", "is given twice"),
        (r#"{"by_side":{"A/~":"x"}}"#, "/by_side/A~1~0", "must be a whole number, not the text \"x\""),
        (
            r#"{"seats":[{"name":"a\u0000"}],"points":1}"#,
            "/seats/0/name",
            "must not have the character NUL (U+0000) in it",
        ),
        (r#"{"by_side":{"\u0000":1}}"#, "/by_side/\0", "must not have the character NUL (U+0000) in it"),
    ];
    for (text, pointer, sentence) in cases {
        assert_eq!(refused(text), (pointer.to_owned(), sentence.to_owned()), "{text}");
    }
}

#[test]
fn what_is_no_json_object_is_refused_first() {
    let deep = format!("{{\"note\":{}", "[".repeat(40));
    let cases = [
        (r#"{"seats":3,"#, "Malformed"),
        (r#"{"seats":[]} x"#, "Malformed"),
        (r#"{'seats':[]}"#, "Malformed"),
        (r#"{"note":"\ud800"}"#, "Malformed"),
        ("", "NotAnObject(\"nothing\")"),
        (" \n", "NotAnObject(\"nothing\")"),
        ("[null,null]", "NotAnObject(\"a list\")"),
        ("[null,null", "Malformed"),
        ("\"text\"", "NotAnObject(\"a text\")"),
        ("null", "NotAnObject(\"null\")"),
        ("nonsense", "Malformed"),
        (&deep, "TooDeep"),
    ];
    for (text, kind) in cases {
        let refusal = read::<Round>(text.as_bytes()).unwrap_err();
        assert!(format!("{refusal:?}").starts_with(kind), "{text}: {refusal:?}");
    }
    assert!(matches!(read::<Round>(b"{\"note\":\"\xff\"}"), Err(Refusal::Malformed(_))));
}

#[test]
fn whole_floats_are_whole_numbers_and_null_is_absent() {
    let text = "{\"seats\":[],\"points\":6.0,\"drew\":null,\"note\":null,\"ending\":null,\"small\":2.00}";
    let round: Round = read(text.as_bytes()).unwrap();
    assert!(round.seats.is_empty() && round.by_side.is_empty());
    assert_eq!((round.points, round.drew, round.small), (6, None, Some(2)));
    assert!(round.note.is_empty() && round.ending.is_none());

    let round: Round =
        read(br#"{"seats":[],"points":0,"drew":-2.0,"ending":"blocked","note":"6.0"}"#).unwrap();
    assert_eq!((round.drew, round.ending, round.note.as_str()), (Some(-2), Some(Ending::Blocked), "6.0"));
    // Beyond 2^53 a float no longer says which whole number is meant.
    assert_eq!(refused(r#"{"drew":1e300}"#).0, "/drew");
}

#[test]
fn a_byte_order_mark_is_no_part_of_a_text() {
    assert!(read::<Round>("\u{feff}{\"seats\":[],\"points\":0}".as_bytes()).is_ok());
    assert!(read::<Round>("{\u{feff}\"seats\":[],\"points\":0}".as_bytes()).is_err());
}

#[test]
fn a_value_is_read_as_strictly_as_a_text() {
    let wrong = from_value::<Round>(json!({ "seats": [["a"]], "points": 1 })).unwrap_err();
    assert_eq!(wrong.to_string(), "/seats/0 must be an object, not a list");
}

#[derive(Debug, PartialEq, Deserialize)]
struct Filter {
    ending: Option<Ending>,
    partners: Option<bool>,
    #[serde(default, deserialize_with = "whole::<_, _, 2, 12>")]
    players: Option<u8>,
}

#[derive(Debug, PartialEq, Deserialize)]
struct Order {
    #[serde(default)]
    by: Vec<Ending>,
}

fn asked(query: &str) -> Result<(Filter, Order), Wrong> {
    let mut asked = QueryParameters::parse(query)?;
    let read = (asked.take()?, asked.take()?);
    asked.end()?;
    Ok(read)
}

#[test]
fn parameters_are_read_by_those_who_know_them() {
    let (filter, order) = asked("by=blocked,+domino&players=04&partners=true&ending=domino").unwrap();
    let wanted = Filter { ending: Some(Ending::Domino), partners: Some(true), players: Some(4) };
    assert_eq!((filter, order.by), (wanted, vec![Ending::Blocked, Ending::Domino]));
    assert_eq!(asked("by=").unwrap().1.by, []);

    let cases = [
        ("players=13", "/players must be a whole number from 2 to 12"),
        ("players=two", "/players must be a whole number from 2 to 12, not the text \"two\""),
        ("partners=yes", "/partners must be `true` or `false`"),
        ("ending=over", "/ending must be `domino` or `blocked`, not `over`"),
        ("by=domino,x", "/by/1 must be `domino` or `blocked`, not `x`"),
        ("seat=A", "/seat is not known here"),
        ("by=domino&by=domino", "/by is given twice"),
        ("ending=%00", "/ending must not have the character NUL (%00) in it"),
    ];
    for (query, sentence) in cases {
        assert_eq!(asked(query).unwrap_err().to_string(), sentence, "{query}");
    }
}
