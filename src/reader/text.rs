//! From a text to a value, in one pass.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

use super::number::without_fraction;
use super::wrong::{Wrong, child};
use super::{MAX_DEPTH, Refusal};

/// What some programs put in front of a text.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// The value that a text writes.
pub fn value(bytes: &[u8]) -> Result<Value, Refusal> {
    let text = std::str::from_utf8(bytes)
        .map_err(|error| Refusal::Malformed(format!("it is not UTF-8 at byte {}", error.valid_up_to())))?;
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    if text.trim_ascii().is_empty() {
        return Err(Refusal::NotAnObject("nothing"));
    }
    let mut found = Found::default();
    let mut reader = serde_json::Deserializer::from_str(text);
    let read = Place { found: &mut found, pointer: String::new(), depth: 0 }.deserialize(&mut reader);
    if found.too_deep {
        return Err(Refusal::TooDeep);
    }
    let malformed = |error: serde_json::Error| Refusal::Malformed(error.to_string());
    let value = read.map_err(malformed)?;
    reader.end().map_err(malformed)?;
    found.flaw.map_or(Ok(value), |flaw| Err(Refusal::Member(flaw)))
}

/// What is wrong wherever it stands, so that no member can be forgotten. Of an object with known members
/// serde would refuse the second of a name; of a map, such as the points by side, it would keep the last
/// in silence. PostgreSQL stores every character but NUL.
#[derive(Default)]
struct Found {
    too_deep: bool,
    flaw: Option<Wrong>,
}

/// A place in the text.
struct Place<'f> {
    found: &'f mut Found,
    pointer: String,
    depth: usize,
}

impl Place<'_> {
    fn inside(&mut self, name: &str) -> Place<'_> {
        let pointer = child(&self.pointer, name);
        Place { found: self.found, pointer, depth: self.depth }
    }

    fn blame(&mut self, detail: &str, code: &'static str) {
        let pointer = &self.pointer;
        self.found.flaw.get_or_insert_with(|| Wrong::at(pointer, detail, code));
    }

    fn check_text(&mut self, text: &str) {
        if text.contains('\0') {
            self.blame("must not have the character NUL (U+0000) in it", "invalid_value");
        }
    }

    fn deeper<E: Error>(&mut self) -> Result<(), E> {
        self.depth += 1;
        self.found.too_deep |= self.depth > MAX_DEPTH;
        if self.found.too_deep { Err(E::custom("too deep")) } else { Ok(()) }
    }
}

impl<'de> DeserializeSeed<'de> for Place<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Place<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<Value, A::Error> {
        self.deeper()?;
        let mut members = Map::new();
        while let Some(name) = map.next_key::<String>()? {
            let mut place = self.inside(&name);
            if members.contains_key(&name) {
                place.blame("is given twice", "duplicate");
            }
            place.check_text(&name);
            let value = map.next_value_seed(place)?;
            members.insert(name, value);
        }
        Ok(Value::Object(members))
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut list: A) -> Result<Value, A::Error> {
        self.deeper()?;
        let mut items = Vec::new();
        while let Some(item) = list.next_element_seed(self.inside(&items.len().to_string()))? {
            items.push(item);
        }
        Ok(Value::Array(items))
    }

    fn visit_str<E: Error>(mut self, text: &str) -> Result<Value, E> {
        self.check_text(text);
        Ok(Value::String(text.to_owned()))
    }

    fn visit_bool<E: Error>(self, truth: bool) -> Result<Value, E> {
        Ok(Value::Bool(truth))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Value, E> {
        Ok(Value::Number(number.into()))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Value, E> {
        Ok(Value::Number(number.into()))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Value, E> {
        let whole = without_fraction(number).map(Number::from).or_else(|| Number::from_f64(number));
        Ok(whole.map_or(Value::Null, Value::Number))
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }
}
