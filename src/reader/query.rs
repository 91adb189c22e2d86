//! The parameters of a query.

use serde::de::{DeserializeOwned, Deserializer, Error, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::{Map, Value};

use super::part::Part;
use super::wrong::Wrong;

/// The parameters of a query that nobody has taken yet.
#[derive(Debug)]
pub struct QueryParameters(Map<String, Value>);

impl QueryParameters {
    /// The parameters of a query.
    ///
    /// Fails if one is given twice, or has the character NUL in it.
    pub fn parse(query: &str) -> Result<QueryParameters, Wrong> {
        let mut parameters = Map::new();
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            if parameters.contains_key(&*name) {
                return Err(Wrong::at("", "is given twice", "duplicate").under(&name));
            }
            if name.contains('\0') || value.contains('\0') {
                let detail = "must not have the character NUL (%00) in it";
                return Err(Wrong::at("", detail, "invalid_value").under(&name.replace('\0', "%00")));
            }
            parameters.insert(name.into_owned(), Value::from(value.into_owned()));
        }
        Ok(QueryParameters(parameters))
    }

    /// Takes the parameters that a struct has as members, and reads them.
    ///
    /// Fails if one of them cannot be used, or is missing.
    pub fn take<T: DeserializeOwned>(&mut self) -> Result<T, Wrong> {
        let names = members::<T>();
        let mut taken = Map::new();
        for name in names {
            if let Some((name, value)) = self.0.remove_entry(*name) {
                taken.insert(name, value);
            }
        }
        T::deserialize(Part::query(taken))
    }

    /// The name of a parameter that nobody has taken.
    pub fn left(&self) -> Option<&str> {
        self.0.keys().next().map(String::as_str)
    }

    /// Whether everything was taken.
    ///
    /// Fails if not, with a parameter that nobody knows.
    pub fn end(&self) -> Result<(), Wrong> {
        let unknown = |name: &str| Wrong::at("", "is not known here", "unknown_member").under(name);
        self.left().map_or(Ok(()), |name| Err(unknown(name)))
    }
}

/// The names of the members of a struct.
fn members<T: DeserializeOwned>() -> &'static [&'static str] {
    let mut names: &'static [&'static str] = &[];
    // It only says what it would read.
    let _ = T::deserialize(Ask(&mut names));
    names
}

/// Nothing to read: remembers which members a struct asks for.
struct Ask<'n>(&'n mut &'static [&'static str]);

impl<'de> Deserializer<'de> for Ask<'_> {
    type Error = Wrong;

    fn deserialize_any<V: Visitor<'de>>(self, _visitor: V) -> Result<V::Value, Wrong> {
        Err(Wrong::custom("is no struct"))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        *self.0 = fields;
        self.deserialize_any(visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}
