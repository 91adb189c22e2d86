//! Lists of a file, of which no more is read than there may be.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{DeserializeSeed, Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// A list whose items are handed on one after the other.
pub struct Each<T, F> {
    take: F,
    of: PhantomData<T>,
}

impl<T, F: FnMut(T) -> Result<(), String>> Each<T, F> {
    /// A list of which `take` gets each item.
    pub fn with(take: F) -> Each<T, F> {
        Each { take, of: PhantomData }
    }
}

impl<'de, T: Deserialize<'de>, F: FnMut(T) -> Result<(), String>> DeserializeSeed<'de> for Each<T, F> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de, T: Deserialize<'de>, F: FnMut(T) -> Result<(), String>> Visitor<'de> for Each<T, F> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut items: A) -> Result<(), A::Error> {
        while let Some(item) = items.next_element()? {
            (self.take)(item).map_err(A::Error::custom)?;
        }
        Ok(())
    }
}

/// A list of which no more is read than there may be, and what is said of a longer one.
pub fn up_to<T>(list: &mut Vec<T>, most: usize, why: String) -> Each<T, impl FnMut(T) -> Result<(), String>> {
    Each::with(move |item| {
        if list.len() >= most {
            return Err(why.clone());
        }
        list.push(item);
        Ok(())
    })
}

/// Reads a list of which no more is read than there may be, and says `why` of a longer one.
pub fn list<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    most: usize,
    why: String,
    deserializer: D,
) -> Result<Vec<T>, D::Error> {
    let mut list = Vec::new();
    up_to(&mut list, most, why).deserialize(deserializer)?;
    Ok(list)
}
