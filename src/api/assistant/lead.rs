//! Who leads?

use actix_web::post;
use actix_web::web::Json;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::*;
use crate::api::codes::games::{DRAWS_NEEDED, ONE_OF};
use crate::api::json::Body;
use crate::api::query::NoQuery;
use crate::rules::{Lead, LeadDuty, LeadFirst, lead_by_double, lead_by_draw};

/// Hands, the doubles in them, or the tiles that were drawn for the lead.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = LeadQuestion, example = json!({
    "variant": "hathaway", "hands": {"A": ["5-5", "0-1"], "B": ["6-6", "1-2"]}}))]
pub struct Question {
    /// The game.
    variant: Variant,
    /// What the table plays differently.
    rules: Option<Overrides>,
    /// The hands.
    #[schema(value_type = Option<BTreeMap<String, Vec<Tile>>>)]
    hands: Option<BTreeMap<Seat, Vec<Tile>>>,
    /// The doubles that each seat says it holds; a seat without any has an empty list.
    #[schema(value_type = Option<BTreeMap<String, Vec<Tile>>>)]
    doubles: Option<BTreeMap<Seat, Vec<Tile>>>,
    /// The tile that each seat drew for the lead.
    #[schema(value_type = Option<BTreeMap<String, Tile>>)]
    draws: Option<BTreeMap<Seat, Tile>>,
    /// The number of the round, where the lead depends on it.
    #[schema(minimum = 1, maximum = 1000)]
    round: Option<u16>,
    /// The doubles that opened earlier rounds, where the lead depends on them.
    #[schema(max_items = 19)]
    led: Option<Vec<Tile>>,
}

/// Who leads, or what must be done to find out.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LeadAnswer)]
pub struct Answer {
    /// Who leads; absent if it has to be dealt or drawn again.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    leader: Option<Seat>,
    /// The tile that has to be led, or that won the draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    tile: Option<Tile>,
    /// Whose turn is next after the leader's.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
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
    let rules = ruleset(question.variant, question.rules.as_ref())?;
    let given = [question.hands.is_some(), question.doubles.is_some(), question.draws.is_some()];
    if given.into_iter().filter(|given| *given).count() != 1 {
        return Err(Problem::new(&ONE_OF, "Send one of `hands`, `doubles` and `draws`."));
    }
    let (lead, players) = match (&question.hands, &question.doubles, &question.draws) {
        // Where a double gives the lead, what counts of the drawn tiles are the doubles.
        (_, _, Some(draws)) if leads_by_double(&rules) => {
            let hands = draws.iter().map(|(seat, tile)| (*seat, vec![*tile])).collect();
            (by_double(&rules, &question, &hands, "/draws")?, draws.len())
        }
        (_, _, Some(draws)) => (by_draw(&rules, draws)?, draws.len()),
        (Some(hands), ..) => (by_double(&rules, &question, hands, "/hands")?, hands.len()),
        (_, Some(doubles), _) => (by_double(&rules, &question, doubles, "/doubles")?, doubles.len()),
        (None, None, None) => return Err(Problem::internal("a question without content was let in")),
    };
    let Lead { leader, tile, redeal, redraw, totals, text } = lead;
    let next = leader.map(|leader| leader.next(players));
    let detail = text.to_sentence(&Names::LETTERS);
    Ok(Json(Answer { leader, tile, next, redeal, redraw, totals, detail }))
}

/// All seats from A, as many as the game takes.
fn all_seats<'a>(rules: &Ruleset, seats: impl ExactSizeIterator<Item = &'a Seat>) -> ApiResult<()> {
    let count = seats.len();
    seating(rules, seats.copied(), Some(count), None).and_then(|seating| {
        if seating.len() == count {
            Ok(())
        } else {
            Err(misshapen("", "the seats are lettered from A without a gap"))
        }
    })
}

fn leads_by_double(rules: &Ruleset) -> bool {
    rules.lines().is_some_and(|lines| lines.lead.first == LeadFirst::HighestDouble)
}

fn by_draw(rules: &Ruleset, draws: &BTreeMap<Seat, Tile>) -> ApiResult<Lead> {
    all_seats(rules, draws.keys())?;
    lead_by_draw(rules, draws).map_err(|(seat, refusal)| wrong(format!("/draws/{seat}"), refusal))
}

fn by_double(
    rules: &Ruleset,
    question: &Question,
    hands: &BTreeMap<Seat, Vec<Tile>>,
    pointer: &str,
) -> ApiResult<Lead> {
    let by_double = rules.lines().filter(|lines| lines.lead.first == LeadFirst::HighestDouble);
    let Some(lines) = by_double else {
        let detail = "In this game the lead is drawn for: send the tiles that were drawn as `draws`.";
        return Err(Problem::new(&DRAWS_NEEDED, detail));
    };
    all_seats(rules, hands.keys())?;
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
    let led = question.led.iter().flatten().copied().collect();
    let duty = LeadDuty::of(rules, lines, question.round.map_or(1, usize::from), led);
    Ok(lead_by_double(rules, &duty, &known))
}
