//! Who leads?

use actix_web::post;
use actix_web::web::Json;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;
use utoipa::ToSchema;

use super::*;
use crate::api::codes::games::{DRAWS_NEEDED, ONE_OF};
use crate::api::json::Body;
use crate::api::query::NoQuery;
use crate::reader::filled;
use crate::rules::{Lead, LeadDuty, LeadFirst, lead_by_double, lead_by_draw, lead_otherwise};

question! {
    /// Hands, the doubles in them, or the tiles that were drawn for the lead.
    #[schema(as = LeadQuestion, example = json!({
        "variant": "hathaway", "hands": {"A": ["5-5", "0-1"], "B": ["6-6", "1-2"]}}))]
    pub struct Question {
        /// The hands.
        #[schema(value_type = Option<BTreeMap<String, Vec<Tile>>>)]
        #[serde(default, deserialize_with = "filled")]
        hands: Option<BTreeMap<Seat, Vec<Tile>>>,
        /// The doubles that each seat says it holds; a seat without any has an empty list.
        #[schema(value_type = Option<BTreeMap<String, Vec<Tile>>>)]
        #[serde(default, deserialize_with = "filled")]
        doubles: Option<BTreeMap<Seat, Vec<Tile>>>,
        /// The tile that each seat drew for the lead. When the tied draw again, only these draw: then say
        /// who plays (`players` or `seats`).
        #[schema(value_type = Option<BTreeMap<String, Tile>>)]
        #[serde(default, deserialize_with = "filled")]
        draws: Option<BTreeMap<Seat, Tile>>,
    }
}

/// Who leads, or what must be done to find out.
#[skip_serializing_none]
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LeadAnswer)]
pub struct Answer {
    /// Who leads; absent if it has to be dealt or drawn again.
    leader: Option<Seat>,
    /// The tile that has to be led, or that won the draw.
    tile: Option<Tile>,
    /// Whose turn is next after the leader's.
    next: Option<Seat>,
    /// Whether all tiles go back and are dealt again.
    redeal: bool,
    /// Who draws again for the lead.
    redraw: Vec<Seat>,
    /// The dots that each seat drew.
    #[schema(value_type = BTreeMap<String, u16>)]
    totals: BTreeMap<Seat, u16>,
    /// The answer as a sentence.
    detail: String,
}

/// Ask who leads.
///
/// From hands, from the doubles that the players say they hold, or from tiles drawn for the lead.
#[utoipa::path(
    tag = "assistant", operation_id = "askLead", security(()),
    request_body(content = Question, description = "What the players hold or drew"),
    responses((status = 200, description = "Who leads", body = Answer)),
)]
#[post("/lead")]
pub async fn ask_lead(_query: NoQuery, Body(question): Body<Question>) -> ApiResult<Json<Answer>> {
    let table = question.table()?;
    let given = [question.hands.is_some(), question.doubles.is_some(), question.draws.is_some()];
    if given.into_iter().filter(|given| *given).count() != 1 {
        return Err(Problem::new(&ONE_OF, "Send one of `hands`, `doubles` and `draws`."));
    }
    let (lead, seating) = match (&question.hands, &question.doubles, &question.draws) {
        // Where a double gives the lead, what counts of the drawn tiles are the doubles.
        (_, _, Some(draws)) if leads_by_double(&table.rules) => {
            let hands = draws.iter().map(|(seat, tile)| (*seat, vec![*tile])).collect();
            by_double(&table, &hands, "/draws")?
        }
        (_, _, Some(draws)) => by_draw(&table, draws)?,
        (Some(hands), ..) => by_double(&table, hands, "/hands")?,
        (_, Some(doubles), _) => by_double(&table, doubles, "/doubles")?,
        (None, None, None) => return Err(Problem::internal("a question without content was let in")),
    };
    let Lead { leader, tile, redeal, redraw, totals, text } = lead;
    let next = leader.map(|leader| seating.after(leader));
    let detail = text.to_sentence(&Names::LETTERS);
    Ok(Json(Answer { leader, tile, next, redeal, redraw, totals, detail }))
}

/// How the table sits at which `named` hold or drew something: as is said, or else these from A.
fn seating<'a>(
    table: &TableContext,
    named: impl ExactSizeIterator<Item = &'a Seat> + Clone,
    pointer: &str,
) -> ApiResult<Seating> {
    let seating = table.seating(named.clone().copied())?;
    if let Some(stranger) = named.clone().find(|seat| !seating.has(**seat)) {
        return Err(wrong(format!("{pointer}/{stranger}"), Refusal::no_seat(seating, *stranger)));
    }
    if table.given.is_none() && seating.len() != named.len() {
        let detail = "say who plays (`players` or `seats`) where not everybody from A is named";
        return Err(misshapen(pointer, detail));
    }
    Ok(seating)
}

fn leads_by_double(rules: &Ruleset) -> bool {
    rules.lines().is_some_and(|lines| lines.lead.first == LeadFirst::HighestDouble)
}

fn by_draw(table: &TableContext, draws: &BTreeMap<Seat, Tile>) -> ApiResult<(Lead, Seating)> {
    let seating = seating(table, draws.keys(), "/draws")?;
    let lead = match lead_otherwise(&table.rules, table.before.round) {
        Some(lead) => lead,
        None => lead_by_draw(&table.rules, draws)
            .map_err(|(seat, refusal)| wrong(format!("/draws/{seat}"), refusal))?,
    };
    Ok((lead, seating))
}

fn by_double(
    table: &TableContext,
    hands: &BTreeMap<Seat, Vec<Tile>>,
    pointer: &str,
) -> ApiResult<(Lead, Seating)> {
    let TableContext { rules, before, .. } = table;
    let by_double = rules.lines().filter(|lines| lines.lead.first == LeadFirst::HighestDouble);
    let Some(lines) = by_double else {
        let detail = "In this game the lead is drawn for: send the tiles that were drawn as `draws`.";
        return Err(Problem::new(&DRAWS_NEEDED, detail));
    };
    let seating = seating(table, hands.keys(), pointer)?;
    if let Some(seat) = seating.seats().find(|seat| pointer != "/draws" && !hands.contains_key(seat)) {
        return Err(wrong(format!("{pointer}/{seat}"), Refusal::HandMissing { seat }));
    }
    let mut seen = Tiles::NONE;
    let mut known = BTreeMap::new();
    for (seat, tiles) in hands {
        let place = format!("{pointer}/{seat}");
        let own = hand(rules, &place, tiles, Tiles::NONE)?;
        if let Some(tile) = own.iter().find(|tile| seen.contains(*tile)) {
            return Err(wrong(place, Refusal::TileTwice { tile }));
        }
        seen = seen.union(own);
        known.insert(*seat, own);
    }
    let duty = LeadDuty::of(rules, lines, before.round, before.led);
    let lead = lead_otherwise(rules, before.round).unwrap_or_else(|| lead_by_double(rules, &duty, &known));
    Ok((lead, seating))
}
