//! What is this round worth?

use actix_web::post;
use actix_web::web::Json;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::*;
use crate::api::json::Body;
use crate::api::query::NoQuery;
use crate::api::view::ItemView;
use crate::reader::filled;
use crate::rules::{
    Coloured, EndingWord, HandsReport, Phrase, Report, Round, Score, ShownHands, Side, StackEnd, StackRound,
    StackRules, StackScore, counted, phrase, score_stacks, starts_game, totals,
};

question! {
    /// How a round ended and what was left.
    #[schema(as = ScoreQuestion, example = json!({
        "variant": "block", "ending": "domino", "out": "A", "hands": {"A": {"tiles": []}, "B": {"tiles": ["5-6", "0-4"]}}}))]
    pub struct Question {
        /// How the round ended. Not for Build Up.
        ending: Option<EndingWord>,
        /// Who went out.
        out: Option<Seat>,
        /// Whether the player who went out did so on a double that was still to be filled.
        out_on_double: Option<bool>,
        /// Who led the round, where a tie depends on it.
        leader: Option<Seat>,
        /// What was left in the hands; in Build Up the dots that show in each colour.
        #[schema(value_type = Option<BTreeMap<String, crate::rules::ShownHand>>)]
        hands: Option<ShownHands>,
        /// Build Up: the twelve stacks after the hand.
        #[schema(max_items = 12)]
        #[serde(default, deserialize_with = "filled")]
        tops: Option<Vec<Top>>,
        /// Build Up: the twelve stacks before the hand, where the score depends on what was placed in it.
        /// In the first hand of a game they are what lies at the bottom.
        #[schema(max_items = 12)]
        #[serde(default, deserialize_with = "filled")]
        initial: Option<Vec<Top>>,
        /// Build Up: the tiles that each player set aside.
        #[schema(value_type = Option<BTreeMap<String, Vec<Tile>>>)]
        #[serde(default, deserialize_with = "filled")]
        set_aside: Option<BTreeMap<Seat, Vec<Tile>>>,
    }
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
    let table = question.table()?;
    let Score { pips, winners, points, items } = match (table.rules.stacks(), &question.tops) {
        (Some(options), Some(tops)) => on_stacks(&table, options, tops, &question)?,
        (None, Some(_)) => return Err(misshapen("/tops", "only Build Up has stacks")),
        (_, None) => by_hands(&table, &question)?,
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

fn by_hands(table: &TableContext, question: &Question) -> ApiResult<Score> {
    if question.initial.is_some() {
        return Err(misshapen("/initial", "this goes with `tops`"));
    }
    let hands = question.hands.clone().unwrap_or_default();
    let seating = table.seating(hands.keys().copied().chain(question.out))?;
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
    let round = Round::of(&table.rules, seating, &table.before, &Report::Hands(report));
    let round = round.map_err(|problems| played::refusal(&problems, "", &Names::LETTERS))?;
    round
        .outcome
        .map(|outcome| outcome.score)
        .ok_or_else(|| Problem::internal("a finished round has no outcome"))
}

fn on_stacks(
    table: &TableContext,
    options: &StackRules,
    tops: &[Top],
    question: &Question,
) -> ApiResult<Score> {
    let besides = [
        ("/ending", question.ending.is_some()),
        ("/out", question.out.is_some()),
        ("/out_on_double", question.out_on_double.is_some()),
        ("/hands", question.hands.is_some()),
    ];
    if let Some((pointer, _)) = besides.into_iter().find(|(_, given)| *given) {
        return Err(misshapen(pointer, "this does not go with `tops`"));
    }
    let after = StackRound::first(tops, None).map_err(|refusal| wrong("/tops", refusal))?;
    tells_first_lines(options, tops, "/tops")?;
    let placed = match options.score {
        StackScore::PlayedThisHand => placed(table, tops, question.initial.as_deref())?,
        StackScore::TopsOfOwnColour | StackScore::TopsExcludingInitial => BTreeMap::new(),
    };
    let of = |seat: Seat| placed.get(&seat).copied().unwrap_or_default();
    let mut end = StackEnd { counted: counted(options, &after.tops(), of), ..StackEnd::default() };
    for (seat, tiles) in question.set_aside.iter().flatten() {
        if seat.index() > 1 {
            return Err(wrong(format!("/set_aside/{seat}"), Refusal::NoSuchSeat { seat: *seat, seats: 2 }));
        }
        let aside = hand(&table.rules, &format!("/set_aside/{seat}"), tiles, after.laid(*seat))?;
        end.set_aside.insert(*seat, crate::rules::Left::Tiles(aside));
    }
    Ok(score_stacks(options, &end))
}

/// Where tiles of the first lines do not count, what lies below each tile has to be known.
pub(super) fn tells_first_lines(options: &StackRules, stacks: &[Top], pointer: &str) -> ApiResult<()> {
    let is_told = stacks.iter().all(|top| top.below.is_some());
    if options.score == StackScore::TopsExcludingInitial && !is_told {
        return Err(misshapen(pointer, "say what lies `below` each: tiles of the first lines do not count"));
    }
    Ok(())
}

/// The tiles that were placed in the hand: what lies above the stacks before it.
fn placed(table: &TableContext, tops: &[Top], initial: Option<&[Top]>) -> ApiResult<BTreeMap<Seat, Tiles>> {
    let bottoms = |top: &Top| {
        let bottom = top.below.as_ref()?.first().copied();
        let bottom = bottom.map(|bottom| Top { tile: bottom.tile, seat: Some(bottom.seat), ..top.clone() });
        Some(bottom.unwrap_or_else(|| top.clone()))
    };
    let initial = match initial {
        Some(initial) => initial.to_vec(),
        None if starts_game(table.before.round) => {
            let bottoms: Option<Vec<Top>> = tops.iter().map(bottoms).collect();
            bottoms.ok_or_else(|| misshapen("/tops", "say what lies `below` each: all placed tiles count"))?
        }
        None => return Err(misshapen("/initial", "say what lay on the stacks before the hand")),
    };
    let mut placed: BTreeMap<Seat, Tiles> = BTreeMap::new();
    for (index, top) in tops.iter().enumerate() {
        let under = initial.iter().find(|under| under.at == top.at);
        let above = under.and_then(|under| top.above(under));
        let above = above.ok_or_else(|| {
            misshapen(&format!("/tops/{index}"), "what lay here before the hand is not in the stack")
        })?;
        for Coloured { tile, seat } in above {
            placed.entry(seat).or_default().insert(tile);
        }
    }
    Ok(placed)
}
