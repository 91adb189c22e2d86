//! May this tile be put there?

use actix_web::post;
use actix_web::web::Json;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;
use utoipa::ToSchema;

use super::*;
use crate::api::json::Body;
use crate::api::query::NoQuery;
use crate::rules::LeadDuty;

question! {
    /// A position and a tile.
    #[schema(as = PlacementQuestion, example = json!({
        "variant": "block", "layout": [{"tile": "2-2", "at": "lead"}], "tile": "2-4", "at": "2-2/E"}))]
    pub struct Question {
        /// The tiles on the table, each after the one that it is joined to; in Build Up the stacks.
        #[schema(max_items = 190)]
        layout: Vec<LaidTile>,
        /// The tile to be played.
        tile: Tile,
        /// Where. May be left out where only one place fits or all that fit are alike.
        #[schema(value_type = Option<String>)]
        at: Option<Position>,
    }
}

/// Whether the tile can be played there, and what is open before and after.
#[skip_serializing_none]
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PlacementAnswer)]
pub struct Answer {
    /// Whether it can be played.
    legal: bool,
    /// Where it goes.
    #[schema(value_type = Option<String>)]
    at: Option<Position>,
    /// The code of the rule that forbids it.
    reason: Option<String>,
    /// The answer as a sentence.
    detail: String,
    /// The places that may be used before the play.
    open: Vec<Place>,
    /// The free places that an obligation locks before the play.
    locked: Vec<Place>,
    /// The places that may be used after the play.
    open_after: Option<Vec<Place>>,
    /// The free places that an obligation locks after the play.
    locked_after: Option<Vec<Place>>,
    /// Whether nobody can ever play again: after the play if it is legal, else now.
    dead: bool,
}

impl Answer {
    fn refused(refusal: &Refusal, layout: Option<&Layout>) -> Answer {
        Answer {
            legal: false,
            at: None,
            reason: Some(refusal.code().to_owned()),
            detail: refusal.to_sentence(&Names::LETTERS),
            open: layout.map(Layout::open_places).unwrap_or_default(),
            locked: layout.map(Layout::locked_places).unwrap_or_default(),
            open_after: None,
            locked_after: None,
            dead: layout.is_some_and(Layout::is_dead),
        }
    }
}

/// Ask whether a tile can be played.
///
/// Judges only the placement: whether the player holds the tile and is on turn is not known here.
#[utoipa::path(
    tag = "assistant", operation_id = "askPlacement", security(()),
    request_body(content = Question, description = "The position and the tile"),
    responses((status = 200, description = "Whether it can be played, and why not", body = Answer)),
)]
#[post("/placement")]
pub async fn ask_placement(_query: NoQuery, Body(question): Body<Question>) -> ApiResult<Json<Answer>> {
    let table = question.table()?;
    let rules = &table.rules;
    let answer = match rules.family() {
        Family::Lines(lines) => on_lines(&table, lines, &question)?,
        Family::Stacks(options) => {
            let stacks = stacks(rules, &question.layout)?;
            on_stacks(rules, options, &stacks, &question)
        }
    };
    Ok(Json(answer))
}

fn on_lines(table: &TableContext, lines: &LineRules, question: &Question) -> ApiResult<Answer> {
    let tile = question.tile;
    let mut layout = lay(&table.rules, lines, &question.layout)?;
    let before = Answer {
        legal: true,
        at: None,
        reason: None,
        detail: String::new(),
        open: layout.open_places(),
        locked: layout.locked_places(),
        open_after: None,
        locked_after: None,
        dead: false,
    };
    let at = match judge(table, lines, &layout, question) {
        Err(refusal) => return Ok(Answer::refused(&refusal, Some(&layout))),
        Ok(None) => {
            layout.lead_with(tile);
            Position::Lead
        }
        Ok(Some(outlet)) => {
            let at = layout.at(outlet);
            layout.join(tile, outlet, None);
            at
        }
    };
    Ok(Answer {
        detail: format!("{tile} can be played at {at}; then {}.", layout.open_sentence()),
        at: Some(at),
        open_after: Some(layout.open_places()),
        locked_after: Some(layout.locked_places()),
        dead: layout.is_dead(),
        ..before
    })
}

/// The outlet for the tile, or `None` for the lead.
fn judge(
    table: &TableContext,
    lines: &LineRules,
    layout: &Layout,
    question: &Question,
) -> Result<Option<crate::rules::OutletId>, Refusal> {
    let TableContext { rules, before, .. } = table;
    let tile = question.tile;
    if layout.is_empty() {
        if !rules.has_tile(tile) {
            return Err(Refusal::NotInSet { tile, set: rules.set_name() });
        }
        if let Some(at) = question.at.as_ref().filter(|at| **at != Position::Lead) {
            return Err(Refusal::NotOpen { at: at.clone(), open: "the lead comes first".into() });
        }
        let duty = LeadDuty::of(rules, lines, before.round, before.led);
        return duty.check(tile, [tile].into_iter().collect(), Tiles::NONE).map(|()| None);
    }
    let at = question.at.as_ref();
    layout.judge(tile, at).map(Some).map_err(|misfit| layout.explain(rules, (tile, at), misfit))
}

fn on_stacks(
    rules: &Ruleset,
    options: &crate::rules::StackRules,
    stacks: &BTreeMap<Position, Tile>,
    question: &Question,
) -> Answer {
    let tile = question.tile;
    let refused = |refusal: Refusal| Answer::refused(&refusal, None);
    if !rules.has_tile(tile) {
        return refused(Refusal::NotInSet { tile, set: rules.set_name() });
    }
    let fitting: Vec<&Position> =
        stacks.iter().filter(|(_, top)| cover(options, tile, **top).is_ok()).map(|(at, _)| at).collect();
    let at = match (&question.at, fitting.as_slice()) {
        (Some(at), _) => at.clone(),
        (None, [only]) => (*only).clone(),
        (None, []) => {
            let open = "it can cover none of the stacks".to_owned();
            return refused(Refusal::NoMatch { tile, place: String::new(), open });
        }
        (None, several) => {
            return refused(Refusal::AmbiguousOutlet {
                tile,
                places: several.iter().copied().cloned().collect(),
            });
        }
    };
    let Some(top) = stacks.get(&at).copied() else {
        return refused(Refusal::NotOpen { at, open: format!("the stacks are {}", and_list(stacks.keys())) });
    };
    if let Err(why) = cover(options, tile, top) {
        return refused(Refusal::NoCover { tile, top, why });
    }
    Answer {
        legal: true,
        reason: None,
        detail: format!("{tile} can cover {top}."),
        at: Some(at),
        open: Vec::new(),
        locked: Vec::new(),
        open_after: None,
        locked_after: None,
        dead: false,
    }
}
