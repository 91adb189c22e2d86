//! Unions whose variants a tag tells apart, in the one shape that client generators get right.
//!
//! Each variant is a named struct with a required tag of one value, and the union is a `oneOf`
//! of references with a complete discriminator. A variant struct belongs to one union and is
//! used nowhere else.
//!
//! On the wire it is serde's internally tagged form. It is read by [`crate::reader`], which knows where
//! in the body a mistake is: a mistake in the fifth turn should say so.

use serde_json::Value;
use utoipa::openapi::schema::{ObjectBuilder, Schema, SchemaType, Type};
use utoipa::openapi::{RefOr, Schema as AnySchema};

/// The schema of a variant with its tag as the first required member.
///
/// # Panics
///
/// If the variant is not a struct with named fields; the document tests would see it first.
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

/// The reference to a schema of this name, as a discriminator's mapping writes it.
pub fn reference(name: &str) -> String {
    format!("#/components/schemas/{name}")
}

/// Declares a union: `tagged_union! { "tag"; /// About it. pub enum Name { "word" => Variant(Struct), … } }`.
///
/// The structs need `Serialize`, `Deserialize`, `Clone` and `Debug`; the union then has them too.
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
                #[derive(::serde::Deserialize)]
                enum Read { $(#[serde(rename = $word)] $variant($body)),+ }

                struct Union;

                impl<'de> ::serde::de::Visitor<'de> for Union {
                    type Value = $name;

                    fn expecting(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                        f.write_str("an object")
                    }

                    fn visit_enum<A: ::serde::de::EnumAccess<'de>>(self, access: A) -> Result<$name, A::Error> {
                        let access = ::serde::de::value::EnumAccessDeserializer::new(access);
                        Ok(match <Read as ::serde::Deserialize>::deserialize(access)? {
                            $(Read::$variant(body) => $name::$variant(body)),+
                        })
                    }
                }

                const NAME: &str = $crate::reader::tag!($tag);
                deserializer.deserialize_enum(NAME, &[$($word),+], Union)
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

pub(crate) use tagged_union;

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
        let figure: Figure = crate::reader::from_value(stored.clone()).unwrap();
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
