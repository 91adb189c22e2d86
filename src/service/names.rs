//! Names of clubs, players, keys and games: what is a name, and when two are the same.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer};
use thiserror::Error;
use unicode_normalization::UnicodeNormalization;

/// A name that people can read: 1 to 200 characters, trimmed, in Unicode's composed form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name(String);

/// Why a text is not a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NameError {
    #[error("must not be empty")]
    Empty,
    #[error("must have at most 200 characters, not {0}")]
    TooLong(usize),
    #[error("must not contain control characters such as line breaks")]
    ControlCharacter,
}

impl Name {
    /// How many characters a name may have.
    pub const MAX: usize = 200;

    /// The name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The name with letter case, spacing and invisible characters folded away.
    ///
    /// Two names with the same key are the same name.
    #[must_use]
    pub fn key(&self) -> String {
        let visible: String = self.0.chars().filter(|c| !is_invisible(*c)).collect();
        let words: Vec<&str> = visible.split_whitespace().collect();
        words.join(" ").to_lowercase().nfc().collect()
    }
}

impl FromStr for Name {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Name, NameError> {
        // Tabs and line breaks at the ends come from pasting; inside they are a mistake.
        let name = Name(text.trim().nfc().collect());
        if !is_readable(&name.0) {
            return Err(NameError::ControlCharacter);
        }
        match name.0.chars().count() {
            _ if name.key().is_empty() => Err(NameError::Empty),
            1..=Name::MAX => Ok(name),
            length => Err(NameError::TooLong(length)),
        }
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Name, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// Whether a text has no characters that control how it and what follows is shown.
#[must_use]
pub fn is_readable(text: &str) -> bool {
    !text.chars().any(|c| c.is_control() || is_direction(c))
}

/// Characters without a width: two names that differ in them look the same.
const fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}' | '\u{feff}')
}

/// Characters that turn the direction of the text that follows, also outside the name.
const fn is_direction(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{2028}' | '\u{2029}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(text: &str) -> String {
        text.parse::<Name>().unwrap().key()
    }

    #[test]
    fn names_that_look_the_same_are_the_same() {
        let same = [
            ("Ann", "  ann "),
            ("Mary Ann", "MARY \u{a0}  ann"),
            ("Zoë", "Zoe\u{308}"),
            ("Ann", "A\u{200b}nn"),
            ("ÉMILE", "émile"),
        ];
        for (one, other) in same {
            assert_eq!(key(one), key(other), "{one:?} {other:?}");
        }
        assert_ne!(key("Ann"), key("Anna"));
        assert_ne!(key("Mary Ann"), key("MaryAnn"));
    }

    #[test]
    fn what_is_no_name_is_refused_with_the_reason() {
        let cases = [
            (String::new(), NameError::Empty),
            (" \t ".to_owned(), NameError::Empty),
            ("\u{200b}".to_owned(), NameError::Empty),
            ("a\0b".to_owned(), NameError::ControlCharacter),
            ("a\nb".to_owned(), NameError::ControlCharacter),
            ("\u{202e}nnA".to_owned(), NameError::ControlCharacter),
            ("x".repeat(201), NameError::TooLong(201)),
        ];
        for (text, why) in cases {
            assert_eq!(text.parse::<Name>(), Err(why), "{text:?}");
        }
        assert!("ü".repeat(200).parse::<Name>().is_ok());
    }
}
