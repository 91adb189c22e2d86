//! Objects are read as objects only.
//!
//! serde takes a list for a struct, member by member; a table that sends one has made a mistake.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, DeserializeOwned, Deserializer, MapAccess, Visitor};

use super::seat::Seat;

/// A value that is read from an object and from nothing else.
pub struct Object<T>(T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Object<T>, D::Error> {
        struct Members<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for Members<T> {
            type Value = T;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map")
            }

            fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<T, A::Error> {
                T::deserialize(MapAccessDeserializer::new(members))
            }
        }

        deserializer.deserialize_map(Members(PhantomData)).map(Object)
    }
}

/// Something that has objects in it.
pub trait Nested: Sized {
    /// The same with each of them read strictly.
    type Strict: DeserializeOwned;

    /// The value itself.
    fn take(strict: Self::Strict) -> Self;
}

impl<T: Nested> Nested for Option<T> {
    type Strict = Option<T::Strict>;

    fn take(strict: Self::Strict) -> Self {
        strict.map(T::take)
    }
}

impl<T: Nested> Nested for Vec<T> {
    type Strict = Vec<T::Strict>;

    fn take(strict: Self::Strict) -> Self {
        strict.into_iter().map(T::take).collect()
    }
}

impl<T: Nested> Nested for BTreeMap<Seat, T> {
    type Strict = BTreeMap<Seat, T::Strict>;

    fn take(strict: Self::Strict) -> Self {
        strict.into_iter().map(|(seat, value)| (seat, T::take(value))).collect()
    }
}

/// Reads a member that has objects in it: `#[serde(deserialize_with = "strict")]`.
///
/// # Errors
///
/// When something else stands in the place of an object.
pub fn strict<'de, D: Deserializer<'de>, T: Nested>(deserializer: D) -> Result<T, D::Error> {
    T::Strict::deserialize(deserializer).map(T::take)
}

/// Says of structs that they are read from objects only, where they are members of others.
macro_rules! objects {
    ($($name:ty),+ $(,)?) => { $(
        impl $crate::rules::object::Nested for $name {
            type Strict = $crate::rules::object::Object<$name>;

            fn take(strict: Self::Strict) -> Self {
                $crate::rules::object::inner(strict)
            }
        }
    )+ };
}
pub(crate) use objects;

/// The value that was read.
pub fn inner<T>(object: Object<T>) -> T {
    object.0
}

#[cfg(test)]
mod tests {
    use crate::rules::{Report, Turn};

    #[test]
    fn a_list_is_not_taken_for_an_object() {
        let of = |play: &str| serde_json::from_str::<Turn>(&format!(r#"{{"seat":"A","play":{play}}}"#));
        assert!(of(r#"{"tile":"6-6","at":"lead"}"#).is_ok());
        assert!(of("null").is_ok());
        for wrong in [r#"["6-6","lead"]"#, "[]", r#""6-6""#] {
            assert!(of(wrong).is_err(), "{wrong}");
        }
        for wrong in [
            r#"{"detail":"hands","hands":{"B":[["5-6"],null]}}"#,
            r#"{"detail":"plays","turns":[["A",null,null,["6-6","lead"]]]}"#,
        ] {
            let error = serde_json::from_str::<Report>(wrong).unwrap_err().to_string();
            assert!(error.contains("expected a map"), "{error}");
        }
    }
}
