//! Unions whose variants a tag tells apart, in the one shape that client generators get right.
//!
//! Each variant is a named struct with a required tag of one value, and the union is a `oneOf`
//! of references with a complete discriminator. serde's own internally tagged form stays the
//! truth on the wire. A variant struct belongs to one union and is used nowhere else.

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
    object.required.insert(0, tag.to_owned());
    schema
}

/// The reference to a schema of this name, as a discriminator's mapping writes it.
#[must_use]
pub fn reference(name: &str) -> String {
    format!("#/components/schemas/{name}")
}

/// Declares a union: `tagged_union! { "tag"; /// About it. pub enum Name { "word" => Variant(Struct), … } }`.
///
/// Derives `Serialize`, `Deserialize`, `Clone` and `Debug`, so the structs must have them.
#[macro_export]
macro_rules! tagged_union {
    (
        $tag:literal;
        $(#[doc = $doc:literal])+
        $vis:vis enum $name:ident { $($word:literal => $variant:ident($body:ident)),+ $(,)? }
    ) => {
        $(#[doc = $doc])+
        #[derive(::serde::Serialize, ::serde::Deserialize, Clone, Debug)]
        #[serde(tag = $tag)]
        $vis enum $name { $(#[serde(rename = $word)] $variant($body)),+ }

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
    pub struct Circle {
        pub radius: u8,
    }

    #[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
    pub struct Dot {}

    tagged_union! {
        "shape";
        /// A figure.
        pub enum Figure { "circle" => Circle(Circle), "dot" => Dot(Dot) }
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
                    { "$ref": "#/components/schemas/Dot" },
                ],
                "discriminator": {
                    "propertyName": "shape",
                    "mapping": {
                        "circle": "#/components/schemas/Circle",
                        "dot": "#/components/schemas/Dot",
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
}
