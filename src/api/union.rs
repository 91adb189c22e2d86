//! Unions whose variants a tag tells apart, in the one shape that client generators get right.
//!
//! Each variant is a named struct with a required tag of one value, and the union is a `oneOf`
//! of references with a complete discriminator. A variant struct belongs to one union and is
//! used nowhere else.
//!
//! On the wire it is serde's internally tagged form. Reading is done here, because serde's own
//! forgets where in the body a mistake is, and a mistake in the fifth turn should say so.

use std::fmt;

use serde::de::{DeserializeOwned, Deserializer, Error, MapAccess, Visitor};
use serde_json::{Map, Value};
use utoipa::openapi::schema::{ObjectBuilder, Schema, SchemaType, Type};
use utoipa::openapi::{RefOr, Schema as AnySchema};

/// The schema of a variant with its tag as the first required member.
///
/// # Panics
///
/// If the variant is not a struct with named fields; the document tests would see it first.
#[must_use]
pub fn with_tag(mut schema: RefOr<AnySchema>, tag: &str, value: &str) -> RefOr<AnySchema> {
    let RefOr::T(Schema::Object(object)) = &mut schema else {
        panic!("{value}: a variant must be a struct with named fields");
    };
    let only = ObjectBuilder::new()
        .schema_type(SchemaType::Type(Type::String))
        .enum_values(Some([value]))
        .default(Some(value.into()));
    object.properties.insert(tag.to_owned(), only.into());
    if let Some(Value::Object(example)) = &mut object.example {
        example.insert(tag.to_owned(), value.into());
    }
    object.required.insert(0, tag.to_owned());
    schema
}

/// Takes an object apart into the word of its tag and the other members.
///
/// # Errors
///
/// If it is no object, has a member twice, or its tag is not one of `words`.
pub fn split<'de, D: Deserializer<'de>>(
    deserializer: D,
    tag: &'static str,
    words: &'static [&'static str],
) -> Result<(String, Map<String, Value>), D::Error> {
    let mut members = deserializer.deserialize_map(Members)?;
    let word = match members.remove(tag) {
        None | Some(Value::Null) => return Err(D::Error::missing_field(tag)),
        Some(Value::String(word)) => word,
        Some(other) => {
            let wrong = format!("must be a word, not {other}");
            return Err(D::Error::custom(Located::new(&format!("/{tag}"), &wrong)));
        }
    };
    if !words.contains(&word.as_str()) {
        let wrong = serde_json::Error::unknown_variant(&word, words);
        return Err(D::Error::custom(Located::new(&format!("/{tag}"), &wrong)));
    }
    Ok((word, members))
}

/// Reads a variant from the members that are left without the tag.
///
/// # Errors
///
/// If they are not this variant's; the message tells [`Located`] where.
pub fn variant<T: DeserializeOwned, E: Error>(members: Map<String, Value>) -> Result<T, E> {
    serde_path_to_error::deserialize(Value::Object(members)).map_err(|error| {
        let pointer = super::json::pointer(error.path());
        E::custom(Located::new(&pointer, error.inner()))
    })
}

/// A message that carries the place of the mistake through serde, which keeps only text.
pub struct Located(String);

/// Around the place; no message begins with it otherwise.
const MARK: char = '\u{0}';

impl Located {
    fn new(pointer: &str, message: &dyn fmt::Display) -> Located {
        Located(format!("{MARK}{pointer}{MARK}{message}"))
    }

    /// The place, relative to the union, and the message, if there is a place in it.
    #[must_use]
    pub fn read(message: &str) -> Option<(&str, &str)> {
        message.strip_prefix(MARK)?.split_once(MARK)
    }
}

impl fmt::Display for Located {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Collects the members of an object, each once.
struct Members;

impl<'de> Visitor<'de> for Members {
    type Value = Map<String, Value>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Self::Value, A::Error> {
        let mut members = Map::new();
        while let Some((name, value)) = access.next_entry::<String, Value>()? {
            if members.contains_key(&name) {
                return Err(A::Error::custom(format_args!("duplicate field `{name}`")));
            }
            members.insert(name, value);
        }
        Ok(members)
    }
}

/// The reference to a schema of this name, as a discriminator's mapping writes it.
#[must_use]
pub fn reference(name: &str) -> String {
    format!("#/components/schemas/{name}")
}

/// Declares a union: `tagged_union! { "tag"; /// About it. pub enum Name { "word" => Variant(Struct), … } }`.
///
/// The structs need `Serialize`, `Deserialize`, `Clone` and `Debug`; the union then has them too.
#[macro_export]
macro_rules! tagged_union {
    (
        $tag:literal;
        $(#[doc = $doc:literal])+
        $vis:vis enum $name:ident { $($word:literal => $variant:ident($body:ident)),+ $(,)? }
    ) => {
        $(#[doc = $doc])+
        #[derive(::serde::Serialize, Clone, Debug)]
        #[serde(tag = $tag)]
        $vis enum $name { $(#[serde(rename = $word)] $variant($body)),+ }

        impl<'de> ::serde::Deserialize<'de> for $name {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                const WORDS: &[&str] = &[$($word),+];
                let (word, members) = $crate::api::union::split(deserializer, $tag, WORDS)?;
                match word.as_str() {
                    $($word => $crate::api::union::variant(members).map($name::$variant),)+
                    other => Err(<D::Error as ::serde::de::Error>::unknown_variant(other, WORDS)),
                }
            }
        }

        impl ::utoipa::PartialSchema for $name {
            fn schema() -> ::utoipa::openapi::RefOr<::utoipa::openapi::Schema> {
                use ::utoipa::ToSchema as _;
                let about: Vec<&str> = [$($doc),+].into_iter().map(str::trim).collect();
                ::utoipa::openapi::schema::OneOfBuilder::new()
                    .description(Some(about.join("\n")))
                    $(.item(::utoipa::openapi::Ref::from_schema_name(<$body>::name())))+
                    .discriminator(Some(::utoipa::openapi::Discriminator::with_mapping($tag, [
                        $((
                            $word.to_string(),
                            $crate::api::union::reference(&<$body>::name()),
                        )),+
                    ])))
                    .into()
            }
        }

        impl ::utoipa::ToSchema for $name {
            fn name() -> ::std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn schemas(
                out: &mut Vec<(
                    String,
                    ::utoipa::openapi::RefOr<::utoipa::openapi::Schema>,
                )>,
            ) {
                use ::utoipa::PartialSchema as _;
                $(
                    out.push((
                        <$body>::name().into_owned(),
                        $crate::api::union::with_tag(<$body>::schema(), $tag, $word),
                    ));
                    <$body>::schemas(out);
                )+
            }
        }
    };
}

pub use tagged_union;

#[cfg(test)]
mod tests {
    use serde::{Deserialize, Serialize};
    use serde_json::{Value, json};
    use utoipa::{PartialSchema, ToSchema};

    #[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
    #[serde(deny_unknown_fields)]
    pub struct Circle {
        pub radius: u8,
    }

    #[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
    #[serde(deny_unknown_fields)]
    pub struct Group {
        #[schema(no_recursion)]
        pub figures: Vec<Figure>,
    }

    tagged_union! {
        "shape";
        /// A figure.
        pub enum Figure { "circle" => Circle(Circle), "group" => Group(Group) }
    }

    #[test]
    fn a_union_is_a_choice_of_named_structs() {
        let schema = serde_json::to_value(Figure::schema()).unwrap();
        assert_eq!(
            schema,
            json!({
                "description": "A figure.",
                "oneOf": [
                    { "$ref": "#/components/schemas/Circle" },
                    { "$ref": "#/components/schemas/Group" },
                ],
                "discriminator": {
                    "propertyName": "shape",
                    "mapping": {
                        "circle": "#/components/schemas/Circle",
                        "group": "#/components/schemas/Group",
                    },
                },
            }),
        );
    }

    #[test]
    fn every_variant_requires_its_tag() {
        let mut schemas = Vec::new();
        Figure::schemas(&mut schemas);
        let (name, circle) = schemas.first().unwrap();
        let circle = serde_json::to_value(circle).unwrap();

        assert_eq!(name, "Circle");
        assert_eq!(circle["required"], json!(["shape", "radius"]));
        assert_eq!(circle["properties"]["shape"]["enum"], json!(["circle"]));
    }

    #[test]
    fn what_is_written_is_read_back() {
        let stored: Value = json!({ "shape": "circle", "radius": 3 });
        let figure: Figure = serde_json::from_value(stored.clone()).unwrap();
        assert_eq!(serde_json::to_value(figure).unwrap(), stored);
    }

    /// The pointer and the sentence of the refusal.
    fn refused(text: &str) -> (String, String) {
        let problem = crate::api::json::parse::<Figure>(text.as_bytes()).unwrap_err();
        let error = problem.errors().first().unwrap();
        (error.pointer.clone().unwrap(), error.detail.clone())
    }

    #[test]
    fn mistakes_are_found_however_deep_they_are() {
        let cases = [
            (r#"{"radius":1}"#, "/shape", "is required"),
            (r#"{"shape":null}"#, "/shape", "is required"),
            (r#"{"shape":3}"#, "/shape", "must be a word, not 3"),
            (r#"{"shape":"dot"}"#, "/shape", "must be `circle` or `group`, not `dot`"),
            (r#"{"shape":"circle","radius":-1}"#, "/radius", "must be a larger whole number, not -1"),
            (r#"{"shape":"circle"}"#, "/radius", "is required"),
            (r#"{"radius":1,"shape":"circle","x":1}"#, "/x", "is not a member here; known: `radius`"),
            (r#"{"shape":"circle","radius":1,"radius":2}"#, "/radius", "is given twice"),
            (
                r#"{"shape":"group","figures":[{"shape":"circle","radius":1},{"shape":"group","figures":[{"shape":"circle"}]}]}"#,
                "/figures/1/figures/0/radius",
                "is required",
            ),
            (r#"{"shape":"group","figures":[[]]}"#, "/figures/0", "must be an object, not a list"),
        ];
        for (text, pointer, sentence) in cases {
            assert_eq!(refused(text), (pointer.to_owned(), sentence.to_owned()), "{text}");
        }
    }
}
