//! Penalties, bonuses and points that a table may report.

use pipkeeper::rules::*;
use serde_json::json;

use crate::properties::options::Dice;

pub fn award(dice: &mut Dice, players: usize, partners: bool) -> Option<Command> {
    let seating = if partners { Seating::partners() } else { Seating::individual(players) };
    let seats: Vec<Seat> = seating.seats().collect();
    let (seat, other) = (*dice.pick(&seats), *dice.pick(&seats));
    let points = u16::try_from(10 + 10 * dice.below(6)).unwrap();
    let reason = "so be it".to_owned();
    match dice.below(6) {
        0 => {
            let side = seating.side(seat);
            Some(Command::AwardLast(Bonus { side, round: 0, points, reason }))
        }
        1 | 2 => {
            let awarded_to = Some(seating.side(other)).filter(|side| *side != seating.side(seat));
            let code = dice.chance(20).then(|| "late".to_owned());
            let amount = match code {
                Some(_) => PenaltyAmount::default(),
                None => serde_json::from_value(json!({ "points": points })).unwrap(),
            };
            let awarded_to = awarded_to.filter(|_| code.is_none() && dice.chance(50));
            Some(Command::PenalizeLast(Penalty { seat, round: 0, code, amount, awarded_to, reason }))
        }
        _ => None,
    }
}

/// The points of a round, as far as the variant has such.
pub fn scored(rules: &Ruleset, players: usize, partners: bool, level: bool, dice: &mut Dice) -> Report {
    let seating = if partners { Seating::partners() } else { Seating::individual(players) };
    let sides: Vec<Side> = seating.sides().collect();
    let takes = rules.lines().is_some_and(|lines| lines.score.method == ScoreMethod::WinnerTakes);
    let winner = *dice.pick(&sides);
    let some = |dice: &mut Dice| if level { 10 } else { i32::try_from(dice.below(40)).unwrap() };
    let points = match takes {
        true => sides.iter().map(|side| (*side, if *side == winner { some(dice) } else { 0 })).collect(),
        false => sides.iter().map(|side| (*side, some(dice))).collect(),
    };
    let winner = (level || takes).then_some(winner);
    let leader = Seat::at(dice.below(players));
    Report::Points(PointsReport { points, winner, leader, ..PointsReport::default() })
}
