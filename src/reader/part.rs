//! A value as serde reads it: strictly, and each mistake with its place.

use serde::de::value::{StrDeserializer, StringDeserializer};
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, IntoDeserializer, MapAccess, SeqAccess, Unexpected,
    VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use serde_json::{Map, Value, map};

use super::wrong::Wrong;

/// What the name of an enum begins with that is read from an object, by the word in the member whose name
/// follows.
const TAG: &str = "by the member ";

/// The name of an enum that is read from an object, by the word in this member.
macro_rules! tag {
    ($member:literal) => {
        concat!("by the member ", $member)
    };
}
pub(crate) use tag;

/// Part of what was sent.
pub struct Part {
    value: Value,
    /// Whether it comes from a query, where everything is written as a text.
    is_query: bool,
}

impl Part {
    /// A part of a body.
    pub fn json(value: Value) -> Part {
        Part { value, is_query: false }
    }

    /// The parameters of a query.
    pub fn query(parameters: Map<String, Value>) -> Part {
        Part { value: Value::Object(parameters), is_query: true }
    }

    /// The value that a parameter of a query means where a number or a truth is wanted.
    fn meant(&mut self, read: impl FnOnce(&str) -> Option<Value>) {
        if let (Value::String(text), true) = (&self.value, self.is_query)
            && let Some(meant) = read(text)
        {
            self.value = meant;
        }
    }

    fn members(self, wanted: &dyn serde::de::Expected) -> Result<Map<String, Value>, Wrong> {
        let wrong = Wrong::invalid_type(unexpected(&self.value), wanted);
        if let Value::Object(members) = self.value { Ok(members) } else { Err(wrong) }
    }
}

fn unexpected(value: &Value) -> Unexpected<'_> {
    match value {
        Value::Null => Unexpected::Unit,
        Value::Bool(truth) => Unexpected::Bool(*truth),
        Value::Number(number) => match (number.as_u64(), number.as_i64()) {
            (Some(number), _) => Unexpected::Unsigned(number),
            (None, Some(number)) => Unexpected::Signed(number),
            (None, None) => number.as_f64().map_or(Unexpected::Other("a number"), Unexpected::Float),
        },
        Value::String(text) => Unexpected::Str(text),
        Value::Array(_) => Unexpected::Seq,
        Value::Object(_) => Unexpected::Map,
    }
}

/// Reads numbers, which in a query are texts.
macro_rules! numbers {
    ($($method:ident)+) => { $(
        fn $method<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Wrong> {
            self.meant(|text| text.parse::<i64>().ok().map(Value::from));
            self.deserialize_any(visitor)
        }
    )+ };
}

impl<'de> Deserializer<'de> for Part {
    type Error = Wrong;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        let is_query = self.is_query;
        match self.value {
            Value::Null => visitor.visit_unit(),
            Value::Bool(truth) => visitor.visit_bool(truth),
            Value::Number(number) => match (number.as_u64(), number.as_i64(), number.as_f64()) {
                (Some(number), ..) => visitor.visit_u64(number),
                (_, Some(number), _) => visitor.visit_i64(number),
                (_, _, Some(number)) => visitor.visit_f64(number),
                (None, None, None) => Err(Wrong::invalid_type(Unexpected::Other("a number"), &visitor)),
            },
            Value::String(text) => visitor.visit_string(text),
            Value::Array(items) => visitor.visit_seq(Items { items: items.into_iter(), at: 0, is_query }),
            Value::Object(members) => visitor.visit_map(Members::of(members, is_query)),
        }
    }

    numbers! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
    }

    fn deserialize_bool<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Wrong> {
        self.meant(|text| text.parse::<bool>().ok().map(Value::from));
        if self.is_query && self.value.is_string() {
            return Err(Wrong::custom("must be `true` or `false`"));
        }
        self.deserialize_any(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        if self.value.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Wrong> {
        // In a query a list stands between commas.
        self.meant(|text| {
            let words = text.split(',').map(str::trim).filter(|_| !text.trim().is_empty());
            Some(words.map(Value::from).collect())
        });
        self.deserialize_any(visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        let is_query = self.is_query;
        let mut members = self.members(&"a map")?;
        // A member that is known and null is absent; one that is not known is still refused.
        members.retain(|name, value| !value.is_null() || !fields.contains(&name.as_str()));
        visitor.visit_map(Members::of(members, is_query))
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        let is_query = self.is_query;
        visitor.visit_map(Members::of(self.members(&"a map")?, is_query))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        words: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        if let Some(tag) = name.strip_prefix(TAG) {
            return visitor.visit_enum(self.tagged(tag, words)?);
        }
        let none = Wrong::invalid_type(unexpected(&self.value), &"a word");
        if let Value::String(word) = self.value {
            let word: StringDeserializer<Wrong> = word.into_deserializer();
            return visitor.visit_enum(word);
        }
        let Value::Object(members) = self.value else { return Err(none) };
        let mut members = members.into_iter();
        match (members.next(), members.next()) {
            (Some((word, value)), None) => {
                visitor.visit_enum(Variant { place: word.clone(), word, part: Part::json(value) })
            }
            (None, _) | (Some(_), Some(_)) => Err(none),
        }
    }

    forward_to_deserialize_any! {
        i128 u128 f32 f64 char str string bytes byte_buf unit unit_struct tuple tuple_struct identifier
        ignored_any
    }
}

impl Part {
    /// The variant that the word in a member says, read from the other members.
    fn tagged(self, tag: &'static str, words: &'static [&'static str]) -> Result<Variant, Wrong> {
        let mut members = self.members(&"a map")?;
        let word = match members.remove(tag) {
            None | Some(Value::Null) => return Err(Wrong::missing_field(tag)),
            Some(Value::String(word)) => word,
            Some(other) => return Err(Wrong::custom(format_args!("must be a word, not {other}")).under(tag)),
        };
        if !words.contains(&word.as_str()) {
            return Err(Wrong::unknown_variant(&word, words).under(tag));
        }
        Ok(Variant { place: String::new(), word, part: Part::json(Value::Object(members)) })
    }
}

/// The members of an object, one after the other.
struct Members {
    members: map::IntoIter,
    next: Option<(String, Value)>,
    is_query: bool,
}

impl Members {
    fn of(members: Map<String, Value>, is_query: bool) -> Members {
        Members { members: members.into_iter(), next: None, is_query }
    }
}

impl<'de> MapAccess<'de> for Members {
    type Error = Wrong;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Wrong> {
        self.next = self.members.next();
        let Some((name, _)) = &self.next else { return Ok(None) };
        let key: StrDeserializer<'_, Wrong> = name.as_str().into_deserializer();
        seed.deserialize(key).map(Some).map_err(|wrong| wrong.under(name))
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, Wrong> {
        let (name, value) = self.next.take().ok_or_else(|| Wrong::custom("has a value without a name"))?;
        seed.deserialize(Part { value, is_query: self.is_query }).map_err(|wrong| wrong.under(&name))
    }
}

/// The items of a list, one after the other.
struct Items {
    items: std::vec::IntoIter<Value>,
    at: usize,
    is_query: bool,
}

impl<'de> SeqAccess<'de> for Items {
    type Error = Wrong;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Wrong> {
        let Some(value) = self.items.next() else { return Ok(None) };
        let at = self.at.to_string();
        self.at += 1;
        let part = Part { value, is_query: self.is_query };
        seed.deserialize(part).map(Some).map_err(|wrong| wrong.under(&at))
    }
}

/// A variant with what is in it.
struct Variant {
    /// Where that stands, relative to the enum; empty if it is the enum's own object.
    place: String,
    word: String,
    part: Part,
}

impl<'de> EnumAccess<'de> for Variant {
    type Error = Wrong;
    type Variant = Variant;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Variant), Wrong> {
        let word: StrDeserializer<'_, Wrong> = self.word.as_str().into_deserializer();
        Ok((seed.deserialize(word)?, self))
    }
}

impl<'de> VariantAccess<'de> for Variant {
    type Error = Wrong;

    fn unit_variant(self) -> Result<(), Wrong> {
        Err(Wrong::invalid_type(unexpected(&self.part.value), &"a word"))
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Wrong> {
        let Variant { place, part, .. } = self;
        seed.deserialize(part).map_err(|wrong| if place.is_empty() { wrong } else { wrong.under(&place) })
    }

    fn tuple_variant<V: Visitor<'de>>(self, _length: usize, visitor: V) -> Result<V::Value, Wrong> {
        self.part.deserialize_seq(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        let place = self.place;
        self.part.deserialize_struct("", fields, visitor).map_err(|wrong| wrong.under(&place))
    }
}
