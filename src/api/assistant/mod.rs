//! Answers for a table that records nothing: five questions, no key, nothing stored.

mod context;
mod lead;
mod moves;
mod placement;
mod round;
mod score;

use std::collections::BTreeMap;

use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_actix_web::scope;
use utoipa_actix_web::service_config::ServiceConfig;

use super::codes::games::SIDES;
use super::played;
use super::problem::{ApiResult, FieldError, Problem};
use context::{TableContext, question};

use crate::rules::{
    Family, Layout, LineRules, Misfit, Names, Overrides, Place, Position, Problem as RulesProblem, Refusal,
    Ruleset, STACKS, Seat, Seating, Tile, Tiles, Top, Variant, and_list, cover, open_places,
};

/// The addresses of this folder.
pub fn routes(app: &mut ServiceConfig) {
    app.service(scope("/assistant").configure(|assistant| {
        assistant
            .service(placement::ask_placement)
            .service(moves::ask_moves)
            .service(lead::ask_lead)
            .service(score::ask_score)
            .service(round::ask_round);
    }));
}

/// A tile on the table, and where it was put.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"tile": "2-5", "at": "2-2/W"}))]
pub struct LaidTile {
    /// The tile.
    tile: Tile,
    /// `lead` for the first, `TILE/SLOT` for the others; a stack of Build Up.
    #[schema(value_type = String, max_length = 40)]
    at: Position,
}

/// Something in the body that cannot be so.
fn wrong(pointer: impl Into<String>, refusal: Refusal) -> Problem {
    played::refusal(&[RulesProblem::at(pointer, refusal)], "", &Names::LETTERS)
}

/// A member that the game does not have or needs.
fn misshapen(pointer: &str, what: &'static str) -> Problem {
    wrong(pointer, Refusal::WrongShape { what })
}

/// Lays the tiles of a position. Only geometry and numbers are judged: a position says what lies
/// on the table, not in which order the obligations were met.
fn lay(rules: &Ruleset, lines: &LineRules, tiles: &[LaidTile]) -> ApiResult<Layout> {
    let mut layout = Layout::new(rules.max_pip(), lines);
    for (index, LaidTile { tile, at, .. }) in tiles.iter().enumerate() {
        let pointer = || format!("/layout/{index}");
        if !rules.has_tile(*tile) {
            return Err(wrong(pointer(), Refusal::NotInSet { tile: *tile, set: rules.set_name() }));
        }
        if layout.tiles().contains(*tile) {
            return Err(wrong(pointer(), Refusal::TileUsed { tile: *tile }));
        }
        if layout.is_empty() && *at == Position::Lead {
            layout.lead_with(*tile);
            continue;
        }
        let open = || {
            if layout.is_empty() {
                "the lead comes first".into()
            } else {
                open_places(&open(&layout).into_iter().map(|place| place.at).collect::<Vec<Position>>())
            }
        };
        let Some(outlet) = layout.find(at) else {
            return Err(wrong(pointer(), Refusal::NotOpen { at: at.clone(), open: open() }));
        };
        if !tile.has(layout.value(outlet)) {
            let misfit = Misfit::NoMatch(outlet);
            return Err(wrong(pointer(), layout.explain(rules, (*tile, Some(at)), misfit)));
        }
        layout.join(*tile, outlet, None);
    }
    Ok(layout)
}

/// Every free place, locked or not.
fn open(layout: &Layout) -> Vec<Place> {
    let mut places = layout.open_places();
    places.extend(layout.locked_places());
    places
}

/// Lays the stacks of Build Up that a question names; there may be fewer than twelve.
fn stacks(rules: &Ruleset, tiles: &[LaidTile]) -> ApiResult<BTreeMap<Position, Tile>> {
    let mut stacks = BTreeMap::new();
    for (index, LaidTile { tile, at, .. }) in tiles.iter().enumerate() {
        let pointer = || format!("/layout/{index}");
        if !rules.has_tile(*tile) {
            return Err(wrong(pointer(), Refusal::NotInSet { tile: *tile, set: rules.set_name() }));
        }
        if !matches!(at, Position::Stack(..)) {
            let open = STACKS.to_owned();
            return Err(wrong(pointer(), Refusal::NotOpen { at: at.clone(), open }));
        }
        if stacks.insert(at.clone(), *tile).is_some() {
            return Err(misshapen(&pointer(), "a stack is named twice"));
        }
    }
    Ok(stacks)
}

/// Reads a hand: tiles of the set, each once, none on the table.
fn hand(rules: &Ruleset, pointer: &str, tiles: &[Tile], on_table: Tiles) -> ApiResult<Tiles> {
    let mut hand = Tiles::NONE;
    for (index, tile) in tiles.iter().enumerate() {
        let refusal = if !rules.has_tile(*tile) {
            Some(Refusal::NotInSet { tile: *tile, set: rules.set_name() })
        } else if on_table.contains(*tile) {
            Some(Refusal::TileUsed { tile: *tile })
        } else if !hand.insert(*tile) {
            Some(Refusal::TileTwice { tile: *tile })
        } else {
            None
        };
        if let Some(refusal) = refusal {
            return Err(wrong(format!("{pointer}/{index}"), refusal));
        }
    }
    Ok(hand)
}
