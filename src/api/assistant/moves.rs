//! What can this hand play?

use actix_web::post;
use actix_web::web::Json;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::*;
use crate::api::json::Body;
use crate::api::query::NoQuery;
use crate::rules::{DeadEnds, DrawCount, LeadDuty};

question! {
    /// A position and a hand.
    #[schema(as = MovesQuestion, example = json!({
        "variant": "block", "layout": [{"tile": "2-2", "at": "lead"}], "hand": ["2-3", "4-4"]}))]
    pub struct Question {
        /// The tiles on the table, each after the one that it is joined to; in Build Up the stacks.
        #[schema(max_items = 190)]
        layout: Vec<LaidTile>,
        /// The hand.
        #[schema(max_items = 190)]
        hand: Vec<Tile>,
        /// How many tiles are in the boneyard; by default there are some to draw.
        #[schema(maximum = 190)]
        #[serde(default, deserialize_with = "crate::reader::whole::<_, _, 0, 190>")]
        boneyard: Option<u8>,
    }
}

/// What a hand has to do.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = HandAction)]
pub enum Action {
    /// Play one of the plays.
    Play,
    /// Draw.
    Draw,
    /// Pass.
    Pass,
}

/// A tile and a place where it may be put.
#[derive(Debug, Serialize, ToSchema)]
pub struct PossiblePlay {
    /// The tile.
    tile: Tile,
    /// The place.
    #[schema(value_type = String)]
    at: Position,
}

/// Every legal play of the hand.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MovesAnswer)]
pub struct Answer {
    /// What the player has to do.
    action: Action,
    /// Every legal play.
    plays: Vec<PossiblePlay>,
    /// The places that may be used.
    open: Vec<Place>,
    /// The free places that an obligation locks.
    locked: Vec<Place>,
    /// Whether nobody can ever play again.
    dead: bool,
    /// The answer as a sentence.
    detail: String,
}

/// Ask what a hand can play.
///
/// Every legal play; draw or pass if there is none. With an empty layout: what may be led.
#[utoipa::path(
    tag = "assistant", operation_id = "askMoves", security(()),
    request_body(content = Question, description = "The position and the hand"),
    responses((status = 200, description = "Every legal play", body = Answer)),
)]
#[post("/moves")]
pub async fn ask_moves(_query: NoQuery, Body(question): Body<Question>) -> ApiResult<Json<Answer>> {
    let table = question.table()?;
    let rules = &table.rules;
    let mut answer = match rules.family() {
        Family::Lines(lines) => on_lines(&table, lines, &question)?,
        Family::Stacks(options) => {
            let stacks = stacks(rules, &question.layout)?;
            let hand = hand(rules, "/hand", &question.hand, Tiles::NONE)?.sorted();
            let plays = hand.into_iter().flat_map(|tile| {
                let covered = stacks.iter().filter(move |(_, top)| cover(options, tile, **top).is_ok());
                covered.map(move |(at, _)| PossiblePlay { tile, at: at.clone() })
            });
            Answer::of(plays.collect(), Action::Pass)
        }
    };
    answer.detail = sentence(&answer, question.layout.is_empty());
    Ok(Json(answer))
}

impl Answer {
    fn of(plays: Vec<PossiblePlay>, otherwise: Action) -> Answer {
        let action = if plays.is_empty() { otherwise } else { Action::Play };
        Answer { action, plays, open: Vec::new(), locked: Vec::new(), dead: false, detail: String::new() }
    }
}

fn on_lines(table: &TableContext, lines: &LineRules, question: &Question) -> ApiResult<Answer> {
    let TableContext { rules, before, .. } = table;
    let layout = lay(rules, lines, &question.layout)?;
    let hand = hand(rules, "/hand", &question.hand, layout.tiles())?;
    let reserve = usize::from(lines.draw.reserve);
    let can_draw = lines.draw.count != DrawCount::None
        && question.boneyard.is_none_or(|boneyard| usize::from(boneyard) > reserve);
    let is_over = layout.is_dead() && lines.block.dead_ends == DeadEnds::EndRound;
    let otherwise = if can_draw && !is_over { Action::Draw } else { Action::Pass };
    if layout.is_empty() {
        let duty = LeadDuty::of(rules, lines, before.round, before.led);
        let leads = duty.leads(hand).into_iter().map(|tile| PossiblePlay { tile, at: Position::Lead });
        let otherwise = if duty.drawn_for { otherwise } else { Action::Pass };
        return Ok(Answer::of(leads.collect(), otherwise));
    }
    let plays = hand.sorted().into_iter().flat_map(|tile| {
        let places = layout.fitting(tile).map(|outlet| layout.at(outlet));
        places.map(move |at| PossiblePlay { tile, at }).collect::<Vec<_>>()
    });
    let answer = Answer::of(plays.collect(), otherwise);
    Ok(Answer {
        open: layout.open_places(),
        locked: layout.locked_places(),
        dead: layout.is_dead(),
        ..answer
    })
}

fn sentence(answer: &Answer, leads: bool) -> String {
    let mut tiles: Vec<Tile> = answer.plays.iter().map(|play| play.tile).collect();
    tiles.dedup();
    match (answer.action, leads) {
        (Action::Play, true) => format!("{} can be led.", and_list(tiles)),
        (Action::Play, false) => format!("{} can be played.", and_list(tiles)),
        (Action::Draw, true) => "No tile of the hand can be led: draw.".to_owned(),
        (Action::Pass, true) => "No tile of the hand can be led.".to_owned(),
        (Action::Draw, false) => "No tile fits: draw.".to_owned(),
        (Action::Pass, false) if answer.dead => "Nobody can ever play again.".to_owned(),
        (Action::Pass, false) => "No tile fits: pass.".to_owned(),
    }
}
