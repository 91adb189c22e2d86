//! Names of clubs, players, keys and games: what is a name, and when two are the same.

use std::fmt;
use std::ops::Deref;
use std::str::FromStr;

use icu_casemap::CaseMapper;
use icu_properties::CodePointSetData;
use icu_properties::props::DefaultIgnorableCodePoint;
use serde::{Deserialize, Deserializer};
use thiserror::Error;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// A name that people can read: 1 to 200 characters, trimmed, in Unicode's composed form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name(String);

/// Why a text is not a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NameError {
    #[error("must not be empty")]
    Empty,
    #[error("must have something that can be seen")]
    Invisible,
    #[error("must have at most 200 characters, not {0}")]
    TooLong(usize),
    #[error("must not contain control characters such as line breaks")]
    ControlCharacter,
}

impl Name {
    /// How many characters a name may have.
    pub const MAX: usize = 200;

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The name with letter case, spacing and invisible characters folded away.
    ///
    /// Two names with the same key are the same name.
    pub fn key(&self) -> String {
        folded(&self.0)
    }

    /// A name as some version recorded it: older ones took names that show nothing.
    ///
    /// Fails if no version would have taken it.
    pub fn recorded(text: &str) -> Result<Name, NameError> {
        // Tabs and line breaks at the ends come from pasting; inside they are a mistake.
        let name = Name(text.trim().nfc().collect());
        if !is_readable(&name.0) {
            return Err(NameError::ControlCharacter);
        }
        match name.0.chars().count() {
            0 => Err(NameError::Empty),
            1..=Name::MAX => Ok(name),
            length => Err(NameError::TooLong(length)),
        }
    }
}

/// What a name is compared by: Unicode's case folding of what can be seen of it. The keys are stored; a
/// migration that empties them has the next start compute them anew.
pub fn folded(name: &str) -> String {
    let seen: String = name.chars().filter(|c| !is_ignorable(*c)).map(unblank).nfd().collect();
    let folded = CaseMapper::new().fold_string(&seen);
    let words: Vec<&str> = folded.split_whitespace().collect();
    words.join(" ").nfc().collect()
}

impl FromStr for Name {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Name, NameError> {
        let name = Name::recorded(text)?;
        // An accent without a letter goes to whatever stands before it.
        if name.key().chars().all(is_combining_mark) { Err(NameError::Invisible) } else { Ok(name) }
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

/// A name in a record, which may be older than what is asked of a new one.
#[derive(Clone, Debug)]
pub struct RecordedName(Name);

impl Deref for RecordedName {
    type Target = Name;

    fn deref(&self) -> &Name {
        &self.0
    }
}

impl<'de> Deserialize<'de> for RecordedName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<RecordedName, D::Error> {
        let name = Name::recorded(&String::deserialize(deserializer)?);
        name.map(RecordedName).map_err(serde::de::Error::custom)
    }
}

/// Whether it is written as a name or a reason is stored.
pub fn is_recorded(text: &str) -> bool {
    Name::recorded(text).is_ok_and(|name| name.as_str() == text)
}

/// Whether a text has no characters that control how it and what follows is shown.
pub fn is_readable(text: &str) -> bool {
    !text.chars().any(|c| c.is_control() || is_direction(c))
}

/// Characters that are not shown: two names that differ in them look the same.
fn is_ignorable(c: char) -> bool {
    CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(c) || matches!(c, '\u{fff9}'..='\u{fffb}')
}

/// Signs that are shown as nothing, an empty pattern of Braille and an empty note, are spaces.
const fn unblank(c: char) -> char {
    match c {
        '\u{2800}' | '\u{1d159}' => ' ',
        c => c,
    }
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
            ("STRAUSS", "Strauß"),
            ("Ὀδυσσεύς", "ὈΔΥΣΣΕΎΣ"),
            ("Ann", "A\u{fe0f}n\u{61c}n\u{e0061}"),
            ("Ann Lee", "Ann\u{3164} \u{2800}Lee"),
            // The mark below comes first, and is no reason to keep the case.
            ("\u{1d6}\u{323}", "\u{1d5}\u{323}"),
        ];
        for (one, other) in same {
            assert_eq!(key(one), key(other), "{one:?} {other:?}");
        }
        assert_ne!(key("Ann"), key("Anna"));
        assert_ne!(key("Mary Ann"), key("MaryAnn"));
        assert_ne!(key("Zoë"), key("Zoe"));
    }

    #[test]
    fn what_is_no_name_is_refused_with_the_reason() {
        let cases = [
            (String::new(), NameError::Empty),
            (" \t ".to_owned(), NameError::Empty),
            ("\u{200b}".to_owned(), NameError::Invisible),
            ("\u{3164}".to_owned(), NameError::Invisible),
            ("\u{2800} \u{fe0f}".to_owned(), NameError::Invisible),
            ("\u{301}".to_owned(), NameError::Invisible),
            ("a\0b".to_owned(), NameError::ControlCharacter),
            ("a\nb".to_owned(), NameError::ControlCharacter),
            ("\u{202e}nnA".to_owned(), NameError::ControlCharacter),
            ("x".repeat(201), NameError::TooLong(201)),
        ];
        for (text, why) in cases {
            assert_eq!(text.parse::<Name>(), Err(why), "{text:?}");
        }
        assert!("ü".repeat(200).parse::<Name>().is_ok());
        assert!(Name::recorded("\u{3164}").is_ok());
    }
}
