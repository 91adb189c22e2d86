//! A ranking as it is shown.

use std::borrow::Cow;

use serde::Serialize;
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::Chain;

/// A ranking as it is shown: with every member, but for a seed that is not needed.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct Ranking(pub Chain);

impl PartialSchema for Ranking {
    fn schema() -> RefOr<Schema> {
        let mut schema = Chain::schema();
        if let RefOr::T(Schema::Object(object)) = &mut schema {
            object.example = None;
            object.required = object.properties.keys().filter(|name| *name != "seed").cloned().collect();
            for member in object.properties.values_mut() {
                match member {
                    RefOr::T(Schema::Object(member)) => member.default = None,
                    RefOr::T(Schema::Array(member)) => member.default = None,
                    RefOr::T(_) | RefOr::Ref(_) => {}
                }
            }
        }
        schema
    }
}

impl ToSchema for Ranking {
    fn name() -> Cow<'static, str> {
        "Ranking".into()
    }

    fn schemas(out: &mut Vec<(String, RefOr<Schema>)>) {
        Chain::schemas(out);
    }
}
