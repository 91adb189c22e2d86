//! What is wrong in a body wherever it stands, so that no member can be forgotten: a member that is
//! given twice, and a text that cannot be stored.
//!
//! Of an object with known members serde refuses the first; of a map, such as the points by side,
//! it would keep the last in silence. PostgreSQL stores every character but NUL.

use std::collections::HashSet;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};

/// What is wrong with a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// It is given twice.
    Twice,
    /// It is a text with the character NUL, or is named so.
    Nul,
}

/// The JSON Pointer of the first member that cannot be used, and why.
#[must_use]
pub fn first(text: &str) -> Option<(String, Flaw)> {
    let mut search = Search { place: String::new(), found: None };
    let mut reader = serde_json::Deserializer::from_str(text);
    // Whatever else may be wrong was told before.
    let _ = search.deserialize(&mut reader);
    search.found
}

struct Search {
    place: String,
    found: Option<(String, Flaw)>,
}

impl Search {
    fn blame(&mut self, flaw: Flaw) {
        self.found.get_or_insert_with(|| (self.place.clone(), flaw));
    }

    /// Looks into a member or an item with this name.
    fn inside<E>(&mut self, name: &str, look: impl FnOnce(&mut Search) -> Result<(), E>) -> Result<(), E> {
        let length = self.place.len();
        self.place.push('/');
        self.place.push_str(&name.replace('~', "~0").replace('/', "~1"));
        let looked = look(self);
        self.place.truncate(length);
        looked
    }
}

impl<'de> DeserializeSeed<'de> for &mut Search {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for &mut Search {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let mut seen = HashSet::new();
        while let Some(name) = map.next_key::<String>()? {
            self.inside(&name, |search| {
                if seen.contains(&name) {
                    search.blame(Flaw::Twice);
                }
                if name.contains('\0') {
                    search.blame(Flaw::Nul);
                }
                map.next_value_seed(&mut *search)
            })?;
            seen.insert(name);
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        let mut index = 0_usize;
        loop {
            let mut more = None;
            self.inside(&index.to_string(), |search| {
                more = list.next_element_seed(&mut *search)?;
                Ok(())
            })?;
            if more.is_none() {
                return Ok(());
            }
            index += 1;
        }
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E>(self, text: &str) -> Result<(), E> {
        if text.contains('\0') {
            self.blame(Flaw::Nul);
        }
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }
}
