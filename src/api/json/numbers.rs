//! Whole numbers as JSON Schema means them: `6.0` is one.

use serde::de::{Deserializer, Error, Visitor};
use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

/// The same JSON with `6.0` written `6`, for readers that would take it for a fraction.
#[must_use]
pub fn without_empty_fractions(text: &str) -> Cow<'_, str> {
    let mut plain = String::new();
    let (mut kept, mut rest) = (0, 0);
    let bytes = text.as_bytes();
    while let Some(byte) = bytes.get(rest) {
        let end = match byte {
            b'"' => after_text(bytes, rest),
            b'-' | b'0'..=b'9' => rest + number(bytes.get(rest..).unwrap_or_default()),
            _ => rest + 1,
        };
        let token = text.get(rest..end).unwrap_or_default();
        if let Some(whole) = whole_part(token) {
            plain.push_str(text.get(kept..rest).unwrap_or_default());
            plain.push_str(whole);
            kept = end;
        }
        rest = end;
    }
    if kept == 0 {
        return Cow::Borrowed(text);
    }
    plain.push_str(text.get(kept..).unwrap_or_default());
    Cow::Owned(plain)
}

/// Where the text that begins at `start` has ended.
fn after_text(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => return at + 1,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    at
}

/// How many bytes belong to a number.
fn number(bytes: &[u8]) -> usize {
    let part = |byte: &&u8| byte.is_ascii_digit() || matches!(byte, b'+' | b'-' | b'.' | b'e' | b'E');
    bytes.iter().take_while(part).count()
}

/// What stands before a fraction of zeros.
fn whole_part(token: &str) -> Option<&str> {
    let (whole, fraction) = token.split_once('.')?;
    let digits = whole.strip_prefix('-').unwrap_or(whole);
    let is_number = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    let is_empty = !fraction.is_empty() && fraction.bytes().all(|digit| digit == b'0');
    (is_number && is_empty).then_some(whole)
}

/// Reads a whole number, also one written `6.0`: `#[serde(deserialize_with = "whole")]`.
///
/// # Errors
///
/// If it is no number, not whole or not in the range of `T`.
pub fn whole<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: TryFrom<i64>,
{
    deserializer.deserialize_any(Whole(PhantomData))
}

/// Reads a whole number that may be absent or null: `#[serde(default, deserialize_with = "optional_whole")]`.
///
/// # Errors
///
/// If it is there, but no number, not whole or not in the range of `T`.
pub fn optional_whole<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: TryFrom<i64>,
{
    deserializer.deserialize_option(Optional(PhantomData))
}

struct Whole<T>(PhantomData<T>);

impl<T: TryFrom<i64>> Visitor<'_> for Whole<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a whole number")
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<T, E> {
        T::try_from(number).map_err(|_| E::custom(format_args!("{number} is out of range")))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<T, E> {
        let in_range = i64::try_from(number).ok().and_then(|number| T::try_from(number).ok());
        in_range.ok_or_else(|| E::custom(format_args!("{number} is out of range")))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<T, E> {
        // Beyond 2^53 a float no longer says which whole number is meant.
        if number.fract() != 0.0 || number.abs() > 9_007_199_254_740_992.0 {
            return Err(E::custom(format_args!("must be a whole number, not {number}")));
        }
        #[expect(clippy::cast_possible_truncation, reason = "whole and in range, checked above")]
        self.visit_i64(number as i64)
    }
}

struct Optional<T>(PhantomData<T>);

impl<'de, T: TryFrom<i64>> Visitor<'de> for Optional<T> {
    type Value = Option<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a whole number")
    }

    fn visit_none<E: Error>(self) -> Result<Option<T>, E> {
        Ok(None)
    }

    fn visit_unit<E: Error>(self) -> Result<Option<T>, E> {
        Ok(None)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Option<T>, D::Error> {
        whole(deserializer).map(Some)
    }
}
