//! What is this round worth?

use actix_web::post;
use actix_web::web::Json;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::*;
use crate::api::json::Body;
use crate::api::query::NoQuery;
use crate::api::view::ItemView;
use crate::rules::{
    Before, EndingWord, HandsReport, Phrase, Report, Round, Score, ShownHands, Side, StackEnd, StackRules,
    phrase, score_stacks, totals,
};

/// How a round ended and what was left.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ScoreQuestion, example = json!({
    "variant": "block", "ending": "domino", "out": "A", "hands": {"A": {"tiles": []}, "B": {"tiles": ["5-6", "0-4"]}}}))]
pub struct Question {
    /// The game.
    variant: Variant,
    /// What the table plays differently.
    rules: Option<Overrides>,
    /// How the round ended. Not for Build Up.
    ending: Option<EndingWord>,
    /// Who went out.
    out: Option<Seat>,
    /// Whether the player who went out did so on a double that was still to be filled.
    out_on_double: Option<bool>,
    /// Partners: `[["A","C"],["B","D"]]`.
    #[schema(max_items = 12)]
    sides: Option<Vec<Vec<Seat>>>,
    /// Who led the round, where a tie depends on it.
    leader: Option<Seat>,
    /// What was left in the hands; in Build Up the dots that show in each colour.
    #[schema(value_type = Option<BTreeMap<String, crate::rules::ShownHand>>)]
    hands: Option<ShownHands>,
    /// Build Up: what shows on the stacks.
    #[schema(max_items = 12)]
    tops: Option<Vec<Top>>,
    /// Build Up: the stacks whose first tile was never covered, where the score depends on it.
    #[schema(value_type = Option<Vec<String>>, max_items = 12)]
    uncovered: Option<Vec<At>>,
    /// Build Up: the tiles that each player set aside.
    #[schema(value_type = Option<BTreeMap<String, Vec<Tile>>>)]
    set_aside: Option<BTreeMap<Seat, Vec<Tile>>>,
}

/// The points of the round, itemised.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ScoreAnswer)]
pub struct Answer {
    /// The dots that count for each seat.
    #[schema(value_type = BTreeMap<String, u16>)]
    pips: BTreeMap<Seat, u16>,
    /// Who won the round; none if it was drawn.
    winners: Vec<Side>,
    /// The points of each side.
    #[schema(value_type = BTreeMap<String, i32>)]
    points: BTreeMap<Side, i32>,
    /// How the points come about.
    items: Vec<ItemView>,
    /// The answer as a sentence.
    detail: String,
}

/// Ask what a round is worth.
///
/// The points of each side with every step of their calculation.
#[utoipa::path(
    tag = "assistant", operation_id = "askScore", security(()),
    request_body(content = Question, description = "How the round ended and what was left"),
    responses((status = 200, description = "The points", body = Answer)),
)]
#[post("/score")]
pub async fn ask_score(_query: NoQuery, Body(question): Body<Question>) -> ApiResult<Json<Answer>> {
    let rules = ruleset(question.variant, question.rules.as_ref())?;
    let Score { pips, winners, points, items } = match (rules.stacks(), &question.tops) {
        (Some(options), Some(tops)) => on_stacks(&rules, options, tops, &question)?,
        (None, Some(_)) => return Err(misshapen("/tops", "only Build Up has stacks")),
        (_, None) => by_hands(&rules, &question)?,
    };
    let detail = detail(&winners, &points);
    let items = ItemView::list(&items, &Names::LETTERS);
    Ok(Json(Answer { pips, winners, points, items, detail }))
}

/// The points as a sentence.
pub(super) fn detail(winners: &[Side], points: &BTreeMap<Side, i32>) -> String {
    let won: Phrase = match winners {
        [] => phrase!("nobody wins the round"),
        [winner] => phrase!("{winner} {win} the round", winner, win = winner.verb("wins", "win")),
        winners => phrase!("{winners} share the round", winners),
    };
    phrase!("{won}: {points}", won, points = totals(points)).to_sentence(&Names::LETTERS)
}

fn by_hands(rules: &Ruleset, question: &Question) -> ApiResult<Score> {
    let hands = question.hands.clone().unwrap_or_default();
    let named = hands.keys().copied().chain(question.out);
    let seating = seating(rules, named, None, question.sides.as_ref())?;
    let set_aside = question.set_aside.as_ref().map(|aside| {
        aside.iter().map(|(seat, tiles)| (*seat, crate::rules::ShownHand::of(tiles.clone()))).collect()
    });
    let report = HandsReport {
        round: None,
        ending: question.ending,
        out: question.out,
        hands,
        set_aside,
        leader: question.leader,
        out_on_double: question.out_on_double,
        over: None,
    };
    let round = Round::of(rules, seating, &Before::first(), &Report::Hands(report));
    let round = round.map_err(|problems| played::refusal(&problems, "", &Names::LETTERS))?;
    round
        .outcome
        .map(|outcome| outcome.score)
        .ok_or_else(|| Problem::internal("a finished round has no outcome"))
}

fn on_stacks(rules: &Ruleset, options: &StackRules, tops: &[Top], question: &Question) -> ApiResult<Score> {
    let laid: Vec<LaidTile> =
        tops.iter().map(|top| LaidTile { tile: top.tile, at: top.at.clone() }).collect();
    stacks(rules, &laid).map_err(|problem| problem.under("/layout", "/tops"))?;
    let mut end =
        StackEnd { uncovered: question.uncovered.clone().unwrap_or_default(), ..StackEnd::default() };
    let mut seen = [Tiles::NONE; 2];
    for (index, top) in tops.iter().enumerate() {
        let line = match top.at {
            At::Stack(line, _) => line,
            _ => Seat::A,
        };
        let seat = top.seat.unwrap_or(line);
        let Some(own) = seen.get_mut(seat.index()) else {
            return Err(wrong(format!("/tops/{index}/seat"), Refusal::NoSuchSeat { seat, seats: 2 }));
        };
        if !own.insert(top.tile) {
            return Err(wrong(format!("/tops/{index}"), Refusal::TileTwice { tile: top.tile }));
        }
        end.tops.push(Top { seat: Some(seat), ..top.clone() });
    }
    for (seat, tiles) in question.set_aside.iter().flatten() {
        let Some(own) = seen.get(seat.index()) else {
            return Err(wrong(format!("/set_aside/{seat}"), Refusal::NoSuchSeat { seat: *seat, seats: 2 }));
        };
        let aside = hand(rules, &format!("/set_aside/{seat}"), tiles, *own)?;
        end.set_aside.insert(*seat, crate::rules::Left::Tiles(aside));
    }
    Ok(score_stacks(options, &end))
}
