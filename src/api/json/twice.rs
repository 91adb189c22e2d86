//! Members that are given twice in an object whose names are free, such as the points by side. Of
//! an object with known members serde refuses them; of a map it would keep the last in silence.

use std::collections::HashSet;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};

/// The JSON Pointer of the first member that is given twice.
#[must_use]
pub fn first(text: &str) -> Option<String> {
    let mut search = Search { place: String::new(), found: None };
    let mut reader = serde_json::Deserializer::from_str(text);
    // Whatever else may be wrong was told before.
    let _ = search.deserialize(&mut reader);
    search.found
}

struct Search {
    place: String,
    found: Option<String>,
}

impl Search {
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
                    search.found.get_or_insert_with(|| search.place.clone());
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

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }
}
