//! The games that can be played.

use actix_web::get;
use actix_web::web::{Json, Path};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use super::codes::games::VARIANT_NOT_FOUND;
use super::problem::{ApiResult, Problem};
use super::rulebook;
use crate::rules::{Parameter, Ruleset, RulesetForm, Variant, and_list};

/// The addresses of this file.
pub fn routes(app: &mut ServiceConfig) {
    app.service(list_variants).service(get_variant);
}

/// A game that can be played, in short.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct VariantSummary {
    pub variant: Variant,
    /// The name for people.
    pub name: String,
    /// The game in a few sentences.
    pub summary: String,
    /// The fewest players.
    pub min_players: u8,
    /// The most players.
    pub max_players: u8,
    /// Whether four players may play as partners.
    pub partners: bool,
    /// The page that explains the game to players.
    #[schema(format = "uri-reference", examples("/rules/block"))]
    pub link: String,
}

impl VariantSummary {
    fn of(variant: Variant) -> VariantSummary {
        let rules = Ruleset::standard(variant);
        let players = rules.players();
        VariantSummary {
            variant,
            name: variant.name().to_owned(),
            summary: variant.summary().to_owned(),
            min_players: players.min,
            max_players: players.max,
            partners: players.partners,
            link: rulebook::address(variant.word()),
        }
    }
}

/// All games that can be played.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct VariantList {
    pub items: Vec<VariantSummary>,
}

/// A parameter of a game, with a link to its paragraph.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct VariantOption {
    #[serde(flatten)]
    #[schema(inline)]
    parameter: Parameter,
    /// Where the page of the game explains it.
    #[schema(format = "uri-reference", examples("/rules/block#match.target"))]
    link: String,
}

/// A game that can be played, with its parameters.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct VariantView {
    #[serde(flatten)]
    #[schema(inline)]
    summary: VariantSummary,
    /// The ruleset of the variant as it is.
    #[schema(value_type = RulesetForm)]
    rules: Ruleset,
    /// Every parameter, what it may be, what it decides and where its value comes from.
    options: Vec<VariantOption>,
}

/// List the variants.
///
/// The games that can be played. No key is needed.
#[utoipa::path(
    tag = "variants", operation_id = "listVariants", security(()),
    responses((status = 200, description = "The games", body = VariantList)),
)]
#[get("/variants")]
pub async fn list_variants() -> Json<VariantList> {
    Json(VariantList { items: Variant::ALL.into_iter().map(VariantSummary::of).collect() })
}

/// Read a variant.
///
/// The ruleset, and for each option its values, its meaning, its source and a link to the page that
/// explains it. No key is needed.
#[utoipa::path(
    tag = "variants", operation_id = "getVariant", security(()),
    params(("variant" = Variant, Path, description = "The word for the game")),
    responses((status = 200, description = "The game", body = VariantView)),
)]
#[get("/variants/{variant}")]
pub async fn get_variant(word: Path<String>) -> ApiResult<Json<VariantView>> {
    let variant =
        Variant::ALL.into_iter().find(|variant| variant.word() == word.as_str()).ok_or_else(|| {
            let words = and_list(Variant::ALL.into_iter().map(Variant::word));
            Problem::new(&VARIANT_NOT_FOUND, format!("There is no such variant; the variants are {words}."))
        })?;
    let rules = Ruleset::standard(variant);
    let options = rules.parameters().into_iter().map(|parameter| {
        let link = rulebook::link(variant, &parameter.key);
        VariantOption { parameter, link }
    });
    let options = options.collect();
    Ok(Json(VariantView { summary: VariantSummary::of(variant), rules, options }))
}
