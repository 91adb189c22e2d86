//! Rounds of which only the points are known.

use std::collections::BTreeMap;

use super::bounds::{Bounds, Room};
use super::{Before, Outcome, Round, check_leader};
use crate::rules::phrase::phrase;
use crate::rules::refusal::{Refusal, beside};
use crate::rules::report::{PointsReport, Problem};
use crate::rules::ruleset::{MatchGoal, Ruleset, ScoreMethod};
use crate::rules::scoring::{Item, ItemKind, Score};
use crate::rules::scrutiny::Broken;
use crate::rules::seat::{Seating, Side};

/// No round is worth more or less, whatever the table says.
const MOST: i32 = 10_000;

pub(super) fn round(
    rules: &Ruleset,
    seating: Seating,
    before: &Before,
    report: &PointsReport,
) -> Result<Round, Vec<Problem>> {
    let bounds = Room { rules, seating, before }.points();
    let mut problems = Vec::new();
    let mut broken = before.weighed(report.over.as_ref()).map_err(|problem| vec![problem])?;
    let leader = check_leader(seating, before, report.leader, &mut broken).unwrap_or_else(|problem| {
        problems.push(problem);
        None
    });
    let known = |side: &Side| seating.sides().any(|own| own == *side);
    let sides = || seating.sides().collect();
    for (side, points) in &report.points {
        let verdict = if known(side) {
            check_points(&bounds, *side, *points, &mut broken)
        } else {
            Err(Refusal::NoSuchSide { side: *side, sides: sides() })
        };
        problems.extend(verdict.err().map(|refusal| Problem::at(format!("/points/{side}"), refusal)));
    }
    if let Some(side) = report.winner.filter(|side| !known(side)) {
        problems.push(Problem::at("/winner", Refusal::NoSuchSide { side, sides: sides() }));
    }
    if problems.is_empty() {
        problems.extend(check_together(&bounds, &report.points, &mut broken).err());
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
    Ok(Round { leader, broken: broken.rules, outcome: Some(outcome), ..Round::default() })
}

/// Whether a side can have so many points.
fn check_points(bounds: &Bounds, side: Side, points: i32, broken: &mut Broken) -> Result<(), Refusal> {
    let out_of = |least: i32, most: i32| match (least..=most).contains(&points) {
        true => Ok(()),
        false => Err(Refusal::PointsOutOfRange { side, points, beside: None, least, most }),
    };
    broken.weigh_new(out_of(bounds.least, bounds.most))?;
    out_of(-MOST, MOST)
}

/// Whether all sides together can have so many points.
fn check_together(bounds: &Bounds, points: &BTreeMap<Side, i32>, broken: &mut Broken) -> Result<(), Problem> {
    let all: i32 = points.values().sum();
    let Some((side, own)) = points.iter().max_by_key(|(_, own)| **own).filter(|_| all > bounds.together)
    else {
        return Ok(());
    };
    let (least, most) = (bounds.least, bounds.together - (all - own));
    let others = points.iter().filter(|(other, _)| *other != side).map(|(other, own)| (*other, *own));
    let refusal =
        Refusal::PointsOutOfRange { side: *side, points: *own, beside: beside(others), least, most };
    broken.weigh_new(Err(refusal)).map_err(|refusal| Problem::at(format!("/points/{side}"), refusal))
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
