//! A whole round as turns: every position judged, ending, score.

use actix_web::post;
use actix_web::web::Json;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;
use utoipa::ToSchema;

use super::score::tells_first_lines;
use super::*;
use crate::api::json::Body;
use crate::api::query::NoQuery;
use crate::api::responses::Conflict;
use crate::api::view::{FindingView, ItemView, RoundEnding, ending, shown};
use crate::reader::filled;
use crate::rules::{
    Before, EndingWord, Left, MAX_TURNS, PlaysReport, Report, Round, RoundEnd, ShownHand, ShownHands, Side,
    Table, Turn, findings, starts_game,
};
use crate::service::apart;
use crate::store::Share;

question! {
    /// A round from its first turn to its last.
    #[schema(as = RoundQuestion, example = json!({
        "variant": "block", "players": 2, "leader": "A", "turns": [{"seat": "A", "play": {"tile": "6-6", "at": "lead"}}]}))]
    pub struct Question {
        /// The hands that were dealt.
        #[schema(value_type = Option<BTreeMap<String, Vec<Tile>>>)]
        #[serde(default, deserialize_with = "filled")]
        deal: Option<BTreeMap<Seat, Vec<Tile>>>,
        /// Who leads.
        leader: Option<Seat>,
        /// Build Up: the twelve tiles of the two lines, or before a later hand what lies on the stacks.
        #[schema(max_items = 12)]
        #[serde(default, deserialize_with = "filled")]
        initial: Option<Vec<Top>>,
        /// The turns in order.
        #[schema(max_items = 500)]
        turns: Vec<Turn>,
        /// How the round ended, if the plays do not show it.
        ending: Option<EndingWord>,
        /// The hands that were left.
        #[schema(value_type = Option<BTreeMap<String, crate::rules::ShownHand>>)]
        #[serde(default, deserialize_with = "filled")]
        hands: Option<ShownHands>,
    }
}

/// A turn as it was judged.
#[skip_serializing_none]
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = JudgedTurn)]
pub struct TurnAnswer {
    /// Whose turn it was.
    seat: Seat,
    /// Where the tile went; absent for a pass.
    #[schema(value_type = Option<String>)]
    at: Option<Position>,
    /// The places that may be used after the turn; absent for a pass, which changes none.
    open_after: Option<Vec<Place>>,
    /// The free places that an obligation locks after the turn; absent for a pass.
    locked_after: Option<Vec<Place>>,
    /// How many tiles are in the boneyard after the turn. Not in Build Up.
    #[schema(minimum = 0)]
    boneyard: Option<usize>,
    /// The codes of the rules that the turn breaks, recorded by override.
    irregular: Vec<String>,
}

/// The round: how it ended and what it was worth, as far as it is known.
#[skip_serializing_none]
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RoundAnswer)]
pub struct Answer {
    /// How the round ended; absent while it goes on.
    ending: Option<RoundEnding>,
    /// Who went out.
    out: Option<Seat>,
    /// Of a blocked round: whether every number that could be joined was used up.
    dead: Option<bool>,
    /// Who led, or leads.
    leader: Option<Seat>,
    /// Whose turn it is, while the round goes on.
    to_play: Option<Seat>,
    /// What was left in the hands, as far as it is known.
    #[schema(value_type = BTreeMap<String, ShownHand>)]
    hands: BTreeMap<Seat, ShownHand>,
    /// The dots that count for each seat.
    #[schema(value_type = BTreeMap<String, u16>)]
    pips: BTreeMap<Seat, u16>,
    /// Who won the round.
    winners: Vec<Side>,
    /// The points of each side; empty until the hands are known.
    #[schema(value_type = BTreeMap<String, i32>)]
    points: BTreeMap<Side, i32>,
    /// How the points come about.
    items: Vec<ItemView>,
    /// The places that may be used at the end.
    open: Vec<Place>,
    /// The free places that an obligation locks at the end.
    locked: Vec<Place>,
    /// How many tiles are in the boneyard at the end. Not in Build Up.
    #[schema(minimum = 0)]
    boneyard: Option<usize>,
    /// Build Up: what shows on the stacks at the end.
    tops: Vec<Top>,
    /// Every turn as it was judged.
    turns: Vec<TurnAnswer>,
    /// What the hands prove about the turns.
    findings: Vec<FindingView>,
    /// The answer as a sentence.
    detail: String,
}

/// Ask about a whole round.
///
/// Judges each turn by the position before it; the first impossible turn is refused with its place. From
/// a deal the remaining hands are derived.
#[utoipa::path(
    tag = "assistant", operation_id = "askRound", security(()),
    request_body(content = Question, description = "The round"),
    responses((status = 200, description = "How it ended and what it was worth", body = Answer),
        (status = 409, response = Conflict)),
)]
#[post("/round")]
pub async fn ask_round(_query: NoQuery, Body(question): Body<Question>) -> ApiResult<Json<Answer>> {
    let table = question.table()?;
    if question.turns.len() > MAX_TURNS {
        return Err(wrong("/turns", Refusal::TooManyTurns { most: MAX_TURNS }));
    }
    let dealt = question.deal.iter().flat_map(BTreeMap::keys);
    let shown = question.hands.iter().flat_map(BTreeMap::keys);
    let seating = table.seating(dealt.chain(shown).copied())?;
    let TableContext { rules, before, .. } = table;
    if let (Some(options), Some(initial)) = (rules.stacks(), &question.initial)
        && !starts_game(before.round)
    {
        tells_first_lines(options, initial, "/initial")?;
    }
    let report = PlaysReport {
        leader: question.leader,
        deal: question.deal,
        initial: question.initial,
        turns: question.turns,
        ending: question.ending,
        hands: question.hands,
        ..PlaysReport::default()
    };
    let refuse = |problems: Vec<RulesProblem>| played::refusal(&problems, "", &Names::LETTERS);
    let judged = apart::shown(Share::Public, report.turns.len(), move || {
        let turns = judge_turns(&rules, seating, &before, &report).map_err(refuse)?;
        let report = Report::Plays(report);
        let round = Round::of(&rules, seating, &before, &report).map_err(refuse)?;
        Ok(Json(answer(&rules, seating, &before, &report, round, turns)))
    });
    judged.await?
}

/// Steps through the turns and notes what is open after each.
fn judge_turns(
    rules: &Ruleset,
    seating: Seating,
    before: &Before,
    report: &PlaysReport,
) -> Result<Vec<TurnAnswer>, Vec<RulesProblem>> {
    let mut round = Round::start(rules, seating, before, report)?;
    let mut answers = Vec::new();
    for (index, turn) in report.turns.iter().enumerate() {
        let at_turn = |refusal| vec![RulesProblem::in_turn(&format!("/turns/{index}"), turn, refusal)];
        let judged = round.judge(rules, turn).map_err(at_turn)?;
        let at = judged.at().cloned();
        round.apply(rules, turn, judged);
        let lines = match &round.table {
            Some(Table::Lines(table)) => Some(table),
            Some(Table::Stacks(_)) | None => None,
        };
        // Places change where a tile was played.
        let layout = lines.map(|table| table.layout()).filter(|_| at.is_some());
        let boneyard = lines.map(|table| table.boneyard());
        let irregular =
            round.turns.last().map(|turn| turn.broken.iter().map(|rule| rule.code().to_owned()).collect());
        answers.push(TurnAnswer {
            seat: turn.seat,
            at,
            open_after: layout.map(Layout::open_places),
            locked_after: layout.map(Layout::locked_places),
            boneyard,
            irregular: irregular.unwrap_or_default(),
        });
    }
    Ok(answers)
}

fn answer(
    rules: &Ruleset,
    seating: Seating,
    before: &Before,
    report: &Report,
    round: Round,
    turns: Vec<TurnAnswer>,
) -> Answer {
    let (mut open, mut locked, mut boneyard, mut tops) = (Vec::new(), Vec::new(), None, Vec::new());
    let mut turn = None;
    let mut end = round.outcome.as_ref().and_then(|outcome| outcome.end);
    let mut known: BTreeMap<Seat, Left> = BTreeMap::new();
    match &round.table {
        Some(Table::Lines(table)) => {
            open = table.layout().open_places();
            locked = table.layout().locked_places();
            boneyard = Some(table.boneyard());
            turn = table.turn();
            end = end.or(table.ending().map(RoundEnd::Lines));
            let hands = seating.seats().map(|seat| (seat, table.hand(seat)));
            known.extend(
                hands.filter(|(_, hand)| hand.is_open()).map(|(seat, hand)| (seat, Left::Tiles(hand.known))),
            );
        }
        Some(Table::Stacks(table)) => {
            tops = table.tops();
            turn = table.turn();
            end = end.or(table.is_over().then_some(RoundEnd::Stacks));
        }
        None => {}
    }
    let (word, out, dead) =
        end.map(ending).map_or((None, None, None), |(word, out, dead)| (Some(word), out, dead));
    let score = round.outcome.as_ref().map(|outcome| &outcome.score);
    if let Some(outcome) = &round.outcome {
        known = outcome.left.clone();
    }
    let findings = match report {
        Report::Plays(plays) => findings(rules, seating, before, plays, &known),
        Report::Points(_) | Report::Hands(_) => Vec::new(),
    };
    let detail = match (score, end) {
        (Some(score), _) => super::score::detail(&score.winners, &score.points),
        (None, Some(_)) => "The round is over; show the hands that were left to score it.".to_owned(),
        (None, None) => {
            turn.map_or_else(|| "The round goes on.".into(), |seat| format!("It is {seat}'s turn."))
        }
    };
    Answer {
        ending: word,
        out,
        dead,
        leader: round.leader,
        to_play: turn.filter(|_| end.is_none()),
        hands: shown(&known),
        pips: score.map(|score| score.pips.clone()).unwrap_or_default(),
        winners: score.map(|score| score.winners.clone()).unwrap_or_default(),
        points: score.map(|score| score.points.clone()).unwrap_or_default(),
        items: score.map(|score| ItemView::list(&score.items, &Names::LETTERS)).unwrap_or_default(),
        open,
        locked,
        boneyard,
        tops,
        turns,
        findings: FindingView::list(&findings, &Names::LETTERS),
        detail,
    }
}
