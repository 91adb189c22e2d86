//! What is wrong with a member, as a sentence for people.
//!
//! serde describes Rust types ("invalid type: integer `3`, expected u8"); a client's author knows JSON.

use std::fmt;

use serde::de::{Error, Expected, Unexpected};

/// What is wrong with which member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// The names from the member outwards.
    place: Vec<String>,
    detail: String,
    code: &'static str,
}

impl Wrong {
    /// What is wrong at a place.
    pub(super) fn at(pointer: &str, detail: &str, code: &'static str) -> Wrong {
        let unescaped = |name: &str| name.replace("~1", "/").replace("~0", "~");
        let mut place: Vec<String> = pointer.split('/').skip(1).map(unescaped).collect();
        place.reverse();
        Wrong { place, detail: detail.to_owned(), code }
    }

    fn new(detail: impl Into<String>, code: &'static str) -> Wrong {
        Wrong { place: Vec::new(), detail: detail.into(), code }
    }

    /// The same inside a member or an item of this name.
    pub(super) fn under(mut self, name: &str) -> Wrong {
        self.place.push(name.to_owned());
        self
    }

    /// The place as a JSON Pointer.
    pub fn pointer(&self) -> String {
        self.place.iter().rev().fold(String::new(), |pointer, name| child(&pointer, name))
    }

    /// The name of the outermost member, if it is not about the whole.
    pub fn member(&self) -> Option<&str> {
        self.place.last().map(String::as_str)
    }

    /// The end of a sentence that begins with the place.
    pub const fn detail(&self) -> &String {
        &self.detail
    }

    /// What kind of mistake it is, for machines.
    pub const fn code(&self) -> &'static str {
        self.code
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.pointer().as_str() {
            "" => f.write_str(&self.detail),
            pointer => write!(f, "{pointer} {}", self.detail),
        }
    }
}

impl std::error::Error for Wrong {}

/// The pointer to a member of what `pointer` points to.
pub fn child(pointer: &str, name: &str) -> String {
    format!("{pointer}/{}", name.replace('~', "~0").replace('/', "~1"))
}

impl Error for Wrong {
    fn custom<T: fmt::Display>(message: T) -> Wrong {
        let message = message.to_string();
        let detail = if message.starts_with("UUID parsing failed") {
            "must be an id (a UUID)"
        } else if message.starts_with("input ") || message == "premature end of input" {
            "must be a day such as 2026-11-29, or a time such as 2026-11-29T20:15:00Z"
        } else {
            message.as_str()
        };
        Wrong::new(detail, "invalid_value")
    }

    fn invalid_type(found: Unexpected<'_>, wanted: &dyn Expected) -> Wrong {
        if found == Unexpected::Unit {
            return Wrong::new("is required", "required");
        }
        Wrong::new(mismatch(found, wanted), "wrong_type")
    }

    fn invalid_value(found: Unexpected<'_>, wanted: &dyn Expected) -> Wrong {
        Wrong::new(mismatch(found, wanted), "invalid_value")
    }

    fn unknown_variant(word: &str, known: &'static [&'static str]) -> Wrong {
        Wrong::new(format!("must be {}, not `{word}`", one_of(known)), "unknown_value")
    }

    fn unknown_field(_name: &str, known: &'static [&'static str]) -> Wrong {
        let detail = match known {
            [] => "is not a member here; there are none".to_owned(),
            known => format!("is not a member here; known: {}", one_of(known).trim_start_matches("one of ")),
        };
        Wrong::new(detail, "unknown_member")
    }

    fn missing_field(name: &'static str) -> Wrong {
        Wrong::new("is required", "required").under(name)
    }

    fn duplicate_field(name: &'static str) -> Wrong {
        Wrong::new("is given twice", "duplicate").under(name)
    }
}

/// Words as a choice.
fn one_of(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    match quoted.as_slice() {
        [one, other] => format!("{one} or {other}"),
        [_, _, ..] => format!("one of {}", quoted.join(", ")),
        _ => quoted.concat(),
    }
}

/// `must be a text, not 3`.
fn mismatch(found: Unexpected<'_>, wanted: &dyn Expected) -> String {
    let wanted = wanted.to_string();
    let wanted = match (in_json(&wanted), found) {
        // What a type can hold is more than what a member may be, so its range is not told.
        ("a whole number", Unexpected::Signed(_)) => "a larger whole number",
        ("a whole number", Unexpected::Unsigned(_)) => "a smaller whole number",
        (wanted, _) => wanted,
    };
    let found = match found {
        Unexpected::Bool(truth) => truth.to_string(),
        Unexpected::Unsigned(number) => number.to_string(),
        Unexpected::Signed(number) => number.to_string(),
        Unexpected::Float(number) => number.to_string(),
        Unexpected::Str(text) => format!("the text {text:?}"),
        Unexpected::Seq => "a list".to_owned(),
        Unexpected::Map => "an object".to_owned(),
        Unexpected::Char(_)
        | Unexpected::Bytes(_)
        | Unexpected::Unit
        | Unexpected::Option
        | Unexpected::NewtypeStruct
        | Unexpected::Enum
        | Unexpected::UnitVariant
        | Unexpected::NewtypeVariant
        | Unexpected::TupleVariant
        | Unexpected::StructVariant
        | Unexpected::Other(_) => found.to_string(),
    };
    format!("must be {wanted}, not {found}")
}

fn in_json(wanted: &str) -> &str {
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
