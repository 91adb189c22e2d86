//! Rounds of which only the points are known.

use std::collections::BTreeMap;

use super::{Before, Outcome, Round, check_leader};
use crate::rules::phrase::phrase;
use crate::rules::refusal::Refusal;
use crate::rules::report::{PointsReport, Problem};
use crate::rules::ruleset::{
    BlockTie, Family, MatchGoal, MinRound, OutOnDouble, Ruleset, ScoreBlock, ScoreMethod,
};
use crate::rules::scoring::{Item, ItemKind, Score};
use crate::rules::seat::{Seating, Side};

/// What the points of a round can be.
struct Bounds {
    least: i32,
    most: i32,
    /// Whether several sides can score.
    shared: bool,
    /// Whether a side that is not named scored nothing.
    rest_is_zero: bool,
}

fn bounds(rules: &Ruleset) -> Bounds {
    let set = i32::from(rules.set_pips());
    match rules.family() {
        Family::Stacks(stacks) => Bounds {
            least: if stacks.set_aside_penalty { -set } else { 0 },
            most: set,
            shared: true,
            rest_is_zero: false,
        },
        Family::Lines(lines) => {
            let most = set + i32::from(lines.pips.double_blank);
            let penalty = if lines.end.out_on_double == OutOnDouble::Penalty50 { 50 } else { 0 };
            let takes = lines.score.method == ScoreMethod::WinnerTakes;
            Bounds {
                least: if takes && lines.score.min_round == MinRound::Unlimited { -most } else { 0 },
                most: most + penalty,
                shared: !takes
                    || lines.block.tie == BlockTie::Share
                    || lines.score.block == ScoreBlock::EachVsHigher,
                rest_is_zero: takes,
            }
        }
    }
}

pub(super) fn round(
    rules: &Ruleset,
    seating: Seating,
    before: &Before,
    report: &PointsReport,
) -> Result<Round, Vec<Problem>> {
    let bounds = bounds(rules);
    let mut problems = Vec::new();
    let (leader, broken) =
        check_leader(seating, before, report.leader, report.over.as_ref()).unwrap_or_else(|problem| {
            problems.push(problem);
            (None, Vec::new())
        });
    let known = |side: &Side| seating.sides().any(|own| own == *side);
    let sides = || seating.sides().collect();
    for (side, points) in &report.points {
        let pointer = format!("/points/{side}");
        if !known(side) {
            problems.push(Problem::at(pointer, Refusal::NoSuchSide { side: *side, sides: sides() }));
        } else if !(bounds.least..=bounds.most).contains(points) {
            let Bounds { least, most, .. } = bounds;
            let refusal = Refusal::PointsOutOfRange { side: *side, points: *points, least, most };
            problems.push(Problem::at(pointer, refusal));
        }
    }
    if let Some(side) = report.winner.filter(|side| !known(side)) {
        problems.push(Problem::at("/winner", Refusal::NoSuchSide { side, sides: sides() }));
    }
    // The dots left in all hands together are no more than the set has.
    let all: i32 = report.points.values().sum();
    let own_hands = rules.lines().is_some_and(|lines| lines.score.method == ScoreMethod::OwnPenalty);
    let too_many = own_hands && all > bounds.most && problems.is_empty();
    if let (true, Some(side)) = (too_many, report.points.keys().next_back()) {
        let points = report.points.get(side).copied().unwrap_or(0);
        let (least, most) = (bounds.least, bounds.most - (all - points));
        let refusal = Refusal::PointsOutOfRange { side: *side, points, least, most };
        problems.push(Problem::at(format!("/points/{side}"), refusal));
    }
    let scorers: Vec<Side> =
        report.points.iter().filter(|(_, points)| **points != 0).map(|(side, _)| *side).collect();
    if let ([first, second, ..], false) = (scorers.as_slice(), bounds.shared) {
        let refusal = Refusal::LoserScored { first: *first, second: *second };
        problems.push(Problem::at(format!("/points/{second}"), refusal));
    }
    if let (Some(winner), [scorer]) = (report.winner, scorers.as_slice())
        && bounds.rest_is_zero
        && winner != *scorer
    {
        problems.push(Problem::at("/winner", Refusal::WrongWinner { winner, scorer: *scorer }));
    }
    if !bounds.rest_is_zero || report.points.is_empty() {
        for side in seating.sides().filter(|side| !report.points.contains_key(side)) {
            problems.push(Problem::at(format!("/points/{side}"), Refusal::PointsMissing { side }));
        }
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let mut points = seating.by_side(&0);
    points.extend(report.points.iter().map(|(side, points)| (*side, *points)));
    let winners = report.winner.map_or_else(|| winners(rules, &points, &scorers), |winner| vec![winner]);
    let told = |side: &Side| report.points.contains_key(side);
    let items = points.iter().map(|(side, points)| reported(*side, *points, told(side))).collect();
    let score = Score { pips: BTreeMap::new(), winners, points, items };
    let outcome = Outcome { end: None, left: BTreeMap::new(), score };
    Ok(Round { leader, broken, outcome: Some(outcome), ..Round::default() })
}

/// What the table says that a side scored; who is not named scored nothing where the winner takes all.
fn reported(side: Side, points: i32, told: bool) -> Item {
    let score = side.verb("scores", "score");
    let text = match told {
        true => phrase!("{side} {score} {points}, as the table reported", side, score, points),
        false => phrase!("{side} {score} nothing: only the winner of a round scores", side, score),
    };
    Item::new(ItemKind::Reported, text).side(side).amount(points)
}

/// Who won, as far as the points tell.
fn winners(rules: &Ruleset, points: &BTreeMap<Side, i32>, scorers: &[Side]) -> Vec<Side> {
    if rules.lines().is_some_and(|lines| lines.score.method == ScoreMethod::WinnerTakes) {
        return scorers.to_vec();
    }
    let low = rules.matching().goal == MatchGoal::Low;
    let best = if low { points.values().min() } else { points.values().max() }.copied();
    let winners: Vec<Side> =
        points.iter().filter(|(_, own)| Some(**own) == best).map(|(side, _)| *side).collect();
    // In Build Up a level hand has no winner.
    if rules.stacks().is_some() && winners.len() > 1 { Vec::new() } else { winners }
}
