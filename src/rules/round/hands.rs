//! Rounds of which the end and the hands that were left are known.

use std::collections::BTreeMap;

use super::{Before, Outcome, Round, RoundEnd, check_leader};
use crate::rules::hand::{self, Left, ShownHand};
use crate::rules::line::{Ending, LeadDuty};
use crate::rules::refusal::Refusal;
use crate::rules::report::{EndingWord, HandsReport, Problem};
use crate::rules::ruleset::{
    DrawCount, Family, LineRules, OutOnDouble, PartnerTiles, PartnersEnd, Ruleset, StackRules, StackScore,
};
use crate::rules::scoring::{Ended, StackEnd, score_line, score_stacks};
use crate::rules::seat::{Seat, Seating};
use crate::rules::stacks::Top;

pub(super) fn round(
    rules: &Ruleset,
    seating: Seating,
    before: &Before,
    report: &HandsReport,
) -> Result<Round, Vec<Problem>> {
    let (leader, broken) = check_leader(seating, before, report.leader, report.over.as_ref())
        .map_err(|problem| vec![problem])?;
    let outcome = match rules.family() {
        Family::Lines(lines) => {
            let drawn_for = LeadDuty::of(rules, lines, before.round, before.led).is_drawn_for();
            let can_grow = drawn_for || lines.draw.count != DrawCount::None;
            line_outcome(rules, lines, seating, report, leader, can_grow)?
        }
        Family::Stacks(stacks) => stack_outcome(rules, stacks, seating, report)?,
    };
    Ok(Round { leader, broken, outcome: Some(outcome), ..Round::default() })
}

fn line_outcome(
    rules: &Ruleset,
    lines: &LineRules,
    seating: Seating,
    report: &HandsReport,
    leader: Option<Seat>,
    can_grow: bool,
) -> Result<Outcome, Vec<Problem>> {
    let mut left = hand::read(rules, seating, &report.hands).map_err(at_hands)?;
    if report.set_aside.is_some() {
        let what = "only Build Up sets tiles aside";
        return Err(vec![Problem::at("/set_aside", Refusal::WrongShape { what })]);
    }
    let ending = ending(lines, seating, report, &left).map_err(|problem| vec![problem])?;
    let mut problems = Vec::new();
    let dealt = usize::from(lines.hand_size.of(seating.len()));
    for seat in seating.seats() {
        let pointer = format!("/hands/{seat}");
        match left.get(&seat) {
            None if ending == Ending::Domino(seat) => {
                left.insert(seat, Left::Tiles(Default::default()));
            }
            None if is_needed(lines, seating, ending, seat) => {
                problems.push(Problem::at(pointer, Refusal::HandMissing { seat }));
            }
            None => {}
            Some(hand) => {
                if let Err(refusal) = check_hand(lines, seating, ending, seat, hand) {
                    problems.push(Problem::at(pointer, refusal));
                } else if let Some(tiles) = hand.tiles().filter(|tiles| !can_grow && tiles.len() > dealt) {
                    let refusal = Refusal::HandSize { seat, given: tiles.len(), expected: dealt };
                    problems.push(Problem::at(pointer, refusal));
                }
            }
        }
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let out_on_double = report.out_on_double.unwrap_or(false);
    if out_on_double && !matches!(ending, Ending::Domino(_)) {
        return Err(vec![Problem::at("/out_on_double", Refusal::OutInBlocked)]);
    }
    let ended = Ended { ending, leader, left: &left, out_on_double };
    let score = score_line(lines, seating, &ended).map_err(|refusal| vec![Problem::at("/hands", refusal)])?;
    Ok(Outcome { end: Some(RoundEnd::Lines(ending)), left, score })
}

/// A hand's problem as a problem of the report.
pub(super) fn at_hands(problems: Vec<hand::AtSeat>) -> Vec<Problem> {
    problems.into_iter().map(|(seat, refusal)| Problem::at(format!("/hands/{seat}"), refusal)).collect()
}

/// Whether the score depends on the hand of `seat`.
pub(super) fn is_needed(lines: &LineRules, seating: Seating, ending: Ending, seat: Seat) -> bool {
    match ending {
        Ending::Blocked { .. } => true,
        Ending::Domino(out) => {
            seating.side(out) != seating.side(seat) || lines.score.partner_tiles != PartnerTiles::Ignore
        }
    }
}

fn ending(
    lines: &LineRules,
    seating: Seating,
    report: &HandsReport,
    left: &BTreeMap<Seat, Left>,
) -> Result<Ending, Problem> {
    let empty: Vec<Seat> = left.iter().filter(|(_, hand)| hand.is_empty()).map(|(seat, _)| *seat).collect();
    if let Some(out) = report.out.filter(|out| !seating.has(*out)) {
        return Err(Problem::at("/out", Refusal::no_seat(seating, out)));
    }
    match (report.ending, report.out) {
        (Some(EndingWord::Blocked), Some(_)) => Err(Problem::at("/out", Refusal::OutInBlocked)),
        (Some(EndingWord::Blocked), None) => Ok(Ending::Blocked { dead: false }),
        (_, Some(out)) => Ok(Ending::Domino(out)),
        (word, None) => match (empty.as_slice(), word) {
            ([out], _) => Ok(Ending::Domino(*out)),
            ([first, second], _) if are_out_together(lines, seating, *first, *second) => {
                Ok(Ending::Domino(*first))
            }
            ([first, second, ..], _) => {
                let refusal = Refusal::BothOut { first: *first, second: *second };
                Err(Problem::at(format!("/hands/{second}"), refusal))
            }
            ([], Some(_)) => Err(Problem::at("/out", Refusal::OutMissing)),
            ([], None) => Err(Problem::at("/ending", Refusal::EndingMissing)),
        },
    }
}

/// Whether the round ends when these two have no tiles left, and not before.
fn are_out_together(lines: &LineRules, seating: Seating, one: Seat, other: Seat) -> bool {
    lines.end.partners == PartnersEnd::BothOut && seating.side(one) == seating.side(other)
}

/// Whether a player can be without tiles while the round goes on.
fn plays_on_when_out(lines: &LineRules, seating: Seating) -> bool {
    seating.is_partners() && lines.end.partners == PartnersEnd::BothOut
        || lines.end.out_on_double == OutOnDouble::FootMustBeFinished
}

fn check_hand(
    lines: &LineRules,
    seating: Seating,
    ending: Ending,
    seat: Seat,
    hand: &Left,
) -> Result<(), Refusal> {
    match ending {
        Ending::Blocked { .. } if hand.is_empty() && !plays_on_when_out(lines, seating) => {
            Err(Refusal::BlockedWithOut { seat })
        }
        Ending::Blocked { .. } => Ok(()),
        Ending::Domino(out) if out == seat => {
            if hand.is_empty() || *hand == Left::Pips(0) {
                Ok(())
            } else {
                Err(Refusal::OutWithTiles { seat })
            }
        }
        Ending::Domino(out) => {
            let empty = hand.is_empty() || *hand == Left::Pips(0);
            match are_out_together(lines, seating, out, seat) {
                true if !empty => Err(Refusal::OutWithTiles { seat }),
                false if hand.is_empty() && !plays_on_when_out(lines, seating) => {
                    Err(Refusal::BothOut { first: out, second: seat })
                }
                _ => Ok(()),
            }
        }
    }
}

fn stack_outcome(
    rules: &Ruleset,
    stacks: &StackRules,
    seating: Seating,
    report: &HandsReport,
) -> Result<Outcome, Vec<Problem>> {
    if report.ending.is_some() || report.out.is_some() {
        let what = "a hand of Build Up is played to its end: leave out \"ending\" and \"out\"";
        return Err(vec![Problem::at("/ending", Refusal::WrongShape { what })]);
    }
    let mut end = StackEnd::default();
    for seat in seating.seats() {
        let shown = report.hands.get(&seat).ok_or_else(|| missing(seat))?;
        match one(rules, seating, seat, shown)? {
            Left::Pips(pips) => {
                end.showing.insert(seat, pips);
            }
            Left::Tiles(tiles) => {
                end.showing.insert(seat, tiles.pips());
                let tops = tiles.sorted().into_iter();
                end.tops.extend(tops.map(|tile| Top { at: crate::rules::At::Lead, tile, seat: Some(seat) }));
            }
        }
    }
    if let Some(seat) = report.hands.keys().find(|seat| !seating.has(**seat)) {
        let refusal = Refusal::no_seat(seating, *seat);
        return Err(vec![Problem::at(format!("/hands/{seat}"), refusal)]);
    }
    let all_tiles = report.hands.values().all(|hand| hand.tiles.is_some());
    if all_tiles && stacks.score == StackScore::TopsOfOwnColour && end.tops.len() != 12 {
        let what = "twelve tiles show on the twelve stacks";
        return Err(vec![Problem::at("/hands", Refusal::WrongShape { what })]);
    }
    for (seat, shown) in report.set_aside.iter().flatten() {
        let left = one(rules, seating, *seat, shown).map_err(|problems| {
            problems
                .into_iter()
                .map(|p| Problem::at(p.pointer.replace("/hands", "/set_aside"), p.refusal))
                .collect::<Vec<_>>()
        })?;
        end.set_aside.insert(*seat, left);
    }
    let score = score_stacks(stacks, &end);
    Ok(Outcome { end: Some(RoundEnd::Stacks), left: end.set_aside, score })
}

/// Reads the hand of one colour; the colours have a set each.
fn one(rules: &Ruleset, seating: Seating, seat: Seat, shown: &ShownHand) -> Result<Left, Vec<Problem>> {
    let alone = BTreeMap::from([(seat, shown.clone())]);
    let read = hand::read(rules, seating, &alone).map_err(at_hands)?;
    read.into_values().next().ok_or_else(|| missing(seat))
}

fn missing(seat: Seat) -> Vec<Problem> {
    vec![Problem::at(format!("/hands/{seat}"), Refusal::HandMissing { seat })]
}
