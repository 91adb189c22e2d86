//! Whole numbers as JSON Schema means them: `6.0` is one.

use serde::de::{Deserializer, Error, Visitor};
use std::fmt;
use std::marker::PhantomData;

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
