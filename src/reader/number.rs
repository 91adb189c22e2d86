//! Whole numbers, as JSON Schema means them: `6.0` is one.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, Visitor};

/// The largest whole number below which every one can be told from its neighbours in a float, 2^53.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// The whole number that is meant by a float, if it says which.
pub fn without_fraction(number: f64) -> Option<i64> {
    let is_whole = number.fract() == 0.0 && number.abs() <= EXACT;
    #[expect(clippy::cast_possible_truncation, clippy::as_conversions, reason = "whole and in range")]
    is_whole.then_some(number as i64)
}

/// Reads a whole number of a range that may be absent:
/// `#[serde(default, deserialize_with = "whole::<_, _, 1, 100>")]`.
///
/// Fails if it is there, but no whole number of the range.
pub fn whole<'de, D, T, const LEAST: i64, const MOST: i64>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: TryFrom<i64>,
{
    struct Whole<const LEAST: i64, const MOST: i64>;

    impl<const LEAST: i64, const MOST: i64> Whole<LEAST, MOST> {
        fn in_range<E: Error>(number: Option<i64>) -> Result<i64, E> {
            let range = || E::custom(format_args!("must be a whole number from {LEAST} to {MOST}"));
            number.filter(|number| (LEAST..=MOST).contains(number)).ok_or_else(range)
        }
    }

    impl<const LEAST: i64, const MOST: i64> Visitor<'_> for Whole<LEAST, MOST> {
        type Value = i64;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "a whole number from {LEAST} to {MOST}")
        }

        fn visit_i64<E: Error>(self, number: i64) -> Result<i64, E> {
            Whole::<LEAST, MOST>::in_range(Some(number))
        }

        fn visit_u64<E: Error>(self, number: u64) -> Result<i64, E> {
            Whole::<LEAST, MOST>::in_range(i64::try_from(number).ok())
        }

        fn visit_f64<E: Error>(self, number: f64) -> Result<i64, E> {
            Whole::<LEAST, MOST>::in_range(without_fraction(number))
        }
    }

    struct Read<const LEAST: i64, const MOST: i64>(i64);

    impl<'de, const LEAST: i64, const MOST: i64> Deserialize<'de> for Read<LEAST, MOST> {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            deserializer.deserialize_i64(Whole::<LEAST, MOST>).map(Read)
        }
    }

    let Some(Read(number)) = Option::<Read<LEAST, MOST>>::deserialize(deserializer)? else { return Ok(None) };
    let Ok(number) = T::try_from(number) else {
        return Err(D::Error::custom(format_args!("must be from {LEAST} to {MOST}")));
    };
    Ok(Some(number))
}
