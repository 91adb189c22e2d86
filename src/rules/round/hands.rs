//! Rounds of which the end and the hands that were left are known.

use std::collections::BTreeMap;

use super::bounds::Room;
use super::{Before, Outcome, Round, RoundEnd, check_leader};
use crate::rules::hand::{self, Left, ShownHand};
use crate::rules::line::Ending;
use crate::rules::refusal::Refusal;
use crate::rules::report::{EndingWord, HandsReport, Problem};
use crate::rules::ruleset::{
    Family, LineRules, OutOnDouble, PartnerTiles, PartnersEnd, Ruleset, StackRules, StackScore,
};
use crate::rules::scoring::{Counted, Ended, StackEnd, score_line, score_stacks};
use crate::rules::scrutiny::Broken;
use crate::rules::seat::{Seat, Seating};
use crate::rules::stacks::{TOPS, hand_size};

pub(super) fn round(
    rules: &Ruleset,
    seating: Seating,
    before: &Before,
    report: &HandsReport,
) -> Result<Round, Vec<Problem>> {
    let mut broken = before.weighed(report.over.as_ref()).map_err(|problem| vec![problem])?;
    let leader =
        check_leader(seating, before, report.leader, &mut broken).map_err(|problem| vec![problem])?;
    let room = Room { rules, seating, before };
    let outcome = match rules.family() {
        Family::Lines(lines) => line_outcome(&room, lines, report, leader, &mut broken)?,
        Family::Stacks(stacks) => stack_outcome(&room, stacks, report, &mut broken)?,
    };
    Ok(Round { leader, broken: broken.rules, outcome: Some(outcome), ..Round::default() })
}

fn line_outcome(
    room: &Room<'_>,
    lines: &LineRules,
    report: &HandsReport,
    leader: Option<Seat>,
    broken: &mut Broken,
) -> Result<Outcome, Vec<Problem>> {
    let Room { rules, seating, before } = *room;
    let mut left = hand::read(rules, seating, &report.hands).map_err(at_hands)?;
    if report.set_aside.is_some() {
        let what = "only Build Up sets tiles aside";
        return Err(vec![Problem::at("/set_aside", Refusal::WrongShape { what })]);
    }
    let ending = ending(lines, seating, report, &left).map_err(|problem| vec![problem])?;
    let mut problems = Vec::new();
    for seat in seating.seats() {
        let verdict = match left.get(&seat) {
            None if ending == Ending::Domino(seat) => {
                left.insert(seat, Left::Tiles(Default::default()));
                Ok(())
            }
            None if is_needed(lines, seating, ending, seat) => Err(Refusal::HandMissing { seat }),
            None => Ok(()),
            Some(hand) => check_hand(lines, seating, ending, seat, hand),
        };
        problems.extend(verdict.err().map(|refusal| (seat, refusal)));
    }
    if problems.is_empty() {
        problems = weigh_all(broken, room.check_hands(lines, left.iter()));
    }
    if !problems.is_empty() {
        return Err(at_hands(problems));
    }
    let out_on_double = report.out_on_double.unwrap_or(false);
    if out_on_double && !matches!(ending, Ending::Domino(_)) {
        return Err(vec![Problem::at("/out_on_double", Refusal::OutInBlocked)]);
    }
    let ended = Ended { ending, leader, left: &left, out_on_double, reckoning: before.reckoning };
    let score = score_line(lines, seating, &ended).map_err(|refusal| vec![Problem::at("/hands", refusal)])?;
    Ok(Outcome { end: Some(RoundEnd::Lines(ending)), left, score })
}

/// Those of the problems that refuse the report.
pub(super) fn weigh_all(broken: &mut Broken, problems: Vec<hand::AtSeat>) -> Vec<hand::AtSeat> {
    let weighed = problems.into_iter().map(|(seat, refusal)| (seat, broken.weigh_new(Err(refusal))));
    weighed.filter_map(|(seat, verdict)| Some((seat, verdict.err()?))).collect()
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
    room: &Room<'_>,
    stacks: &StackRules,
    report: &HandsReport,
    broken: &mut Broken,
) -> Result<Outcome, Vec<Problem>> {
    let Room { rules, seating, before } = *room;
    if report.ending.is_some() || report.out.is_some() {
        let what = "a hand of Build Up is played to its end: leave out \"ending\" and \"out\"";
        return Err(vec![Problem::at("/ending", Refusal::WrongShape { what })]);
    }
    let mut end = StackEnd::default();
    let mut showing = BTreeMap::new();
    for seat in seating.seats() {
        let shown = report.hands.get(&seat).ok_or_else(|| missing(seat))?;
        let left = one(rules, seating, seat, shown)?;
        let counted = match &left {
            Left::Pips(pips) => Counted::dots(*pips),
            Left::Tiles(tiles) => Counted::tiles(tiles.sorted()),
        };
        end.counted.insert(seat, counted);
        showing.insert(seat, left);
    }
    if let Some(seat) = report.hands.keys().find(|seat| !seating.has(**seat)) {
        let refusal = Refusal::no_seat(seating, *seat);
        return Err(vec![Problem::at(format!("/hands/{seat}"), refusal)]);
    }
    let tiles: Option<usize> = showing.values().map(|shown| Some(shown.tiles()?.len())).sum();
    let all_show = stacks.score == StackScore::TopsOfOwnColour;
    if let Some(given) = tiles.filter(|tiles| all_show && *tiles != TOPS) {
        let tops = broken.weigh(Err(Refusal::WrongTops { given }));
        tops.map_err(|refusal| vec![Problem::at("/hands", refusal)])?;
    }
    let problems = weigh_all(broken, room.check_colours(stacks, &showing));
    if !problems.is_empty() {
        return Err(at_hands(problems));
    }
    let at_aside = |problems: Vec<Problem>| -> Vec<Problem> {
        let at = |it: Problem| Problem::at(it.pointer.replace("/hands", "/set_aside"), it.refusal);
        problems.into_iter().map(at).collect()
    };
    for (seat, shown) in report.set_aside.iter().flatten() {
        let left = one(rules, seating, *seat, shown).map_err(at_aside)?;
        end.set_aside.insert(*seat, left);
    }
    let size = hand_size(before.round);
    let problems = end.set_aside.iter().flat_map(|(seat, left)| room.check_colour(*seat, left, size));
    let problems = weigh_all(broken, problems.collect());
    if !problems.is_empty() {
        return Err(at_aside(at_hands(problems)));
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
