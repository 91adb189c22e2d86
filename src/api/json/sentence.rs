//! serde's messages as sentences for people, each with a pointer and a code.
//!
//! serde describes Rust types ("invalid type: integer `3`, expected u8"); a client's author
//! knows JSON. A message that is not recognised is passed on as it is: it is one of ours.

use serde_path_to_error::{Error, Path, Segment};

use crate::api::problem::FieldError;
use crate::api::union::Located;

/// What is wrong with which member.
pub fn field_error(error: &Error<serde_json::Error>) -> FieldError {
    let message = error.inner().to_string();
    let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(text, _)| text);
    let (mut pointer, mut message) = (pointer(error.path()), message);
    // A union reads its variant on its own and says where in it the mistake is.
    while let Some((place, inner)) = Located::read(message) {
        pointer.push_str(place);
        message = inner;
    }

    let (detail, code) = if let Some(name) = quoted(message, "missing field ") {
        pointer = child(&pointer, name);
        ("is required".to_owned(), "required")
    } else if let Some(name) = quoted(message, "unknown field ") {
        if !pointer.ends_with(&child("", name)) {
            pointer = child(&pointer, name);
        }
        (unknown(message), "unknown_member")
    } else if let Some(name) = quoted(message, "unknown variant ") {
        (format!("must be {}, not `{name}`", expected(message)), "unknown_value")
    } else if let Some(name) = quoted(message, "duplicate field ") {
        pointer = child(&pointer, name);
        ("is given twice".to_owned(), "duplicate")
    } else if message.starts_with("invalid type: null, ") {
        ("is required".to_owned(), "required")
    } else if message.starts_with("UUID parsing failed") {
        ("must be an id (a UUID)".to_owned(), "invalid_value")
    } else if message.starts_with("input ") || message == "premature end of input" {
        let forms = "must be a day such as 2026-11-29, or a time such as 2026-11-29T20:15:00Z";
        (forms.to_owned(), "invalid_value")
    } else if let Some(found) = message.strip_prefix("invalid type: ") {
        (mismatch(found), "wrong_type")
    } else if let Some(found) = message.strip_prefix("invalid value: ") {
        (mismatch(found), "invalid_value")
    } else {
        (message.to_owned(), "invalid_value")
    };
    FieldError::at(pointer, detail).code(code)
}

/// The path as a JSON Pointer.
pub fn pointer(path: &Path) -> String {
    path.iter().fold(String::new(), |pointer, segment| match segment {
        Segment::Seq { index } => format!("{pointer}/{index}"),
        Segment::Map { key } => child(&pointer, key),
        Segment::Enum { .. } | Segment::Unknown => pointer,
    })
}

/// The pointer to a member of what `pointer` points to.
fn child(pointer: &str, key: &str) -> String {
    format!("{pointer}/{}", key.replace('~', "~0").replace('/', "~1"))
}

/// The text in backticks after `prefix`, which may have backticks itself.
fn quoted<'m>(message: &'m str, prefix: &str) -> Option<&'m str> {
    let rest = message.strip_prefix(prefix)?.strip_prefix('`')?;
    let end = rest.find("`, ").or_else(|| rest.rfind('`'))?;
    rest.get(..end)
}

fn unknown(message: &str) -> String {
    match message.rsplit_once("`, expected ") {
        Some((_, known)) => {
            format!("is not a member here; known: {}", known.trim_start_matches("one of "))
        }
        None => "is not a member here; there are none".to_owned(),
    }
}

/// What an unknown word should have been.
fn expected(message: &str) -> &str {
    message.rsplit_once("`, expected ").map_or("something else", |(_, known)| known)
}

/// `integer \`3\`, expected a string` as `must be a text, not 3`.
fn mismatch(found_and_expected: &str) -> String {
    let (found, wanted) =
        found_and_expected.rsplit_once(", expected ").unwrap_or((found_and_expected, "a value"));
    let (mut wanted, found) = (wanted_in_json(wanted), found_in_json(found));
    // What a type can hold is more than what a member may be, so its range is not told.
    if let ("a whole number", Ok(number)) = (wanted, found.parse::<i128>()) {
        wanted = if number < 0 { "a larger whole number" } else { "a smaller whole number" };
    }
    format!("must be {wanted}, not {found}")
}

fn wanted_in_json(wanted: &str) -> &str {
    match wanted {
        "a string" | "a borrowed string" | "a formatted UUID string" => "a text",
        "u8" | "u16" | "u32" | "u64" | "usize" | "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number",
        "f32" | "f64" => "a number",
        "a boolean" => "true or false",
        "a map" => "an object",
        wanted if wanted.starts_with("a sequence") => "a list",
        wanted if wanted.starts_with("struct ") => "an object",
        wanted if wanted.starts_with("internally tagged enum ") => "an object",
        wanted if wanted.starts_with("enum ") || wanted.contains("variant") => "a word",
        wanted if wanted.starts_with("tuple ") || wanted.starts_with("an array of ") => "a list",
        other => other,
    }
}

fn found_in_json(found: &str) -> String {
    let found = found.strip_prefix("integer ").unwrap_or(found);
    let found = found.strip_prefix("floating point ").unwrap_or(found);
    let found = found.strip_prefix("boolean ").unwrap_or(found);
    let text = found.replace('`', "");
    match text.as_str() {
        "sequence" => "a list".to_owned(),
        "map" => "an object".to_owned(),
        _ => match text.strip_prefix("string ") {
            Some(word) => format!("the text {word}"),
            None => text,
        },
    }
}
