//! A corrected game equals the same game entered right the first time.

use pipkeeper::rules::*;

use serde_json::json;

use super::options::{self, Dice};
use super::table::Played;
use crate::support::nested;

/// Corrects a game at random places and compares it with the corrected game entered fresh, and
/// with its own log.
pub fn of_a_game(played: Played, dice: &mut Dice) {
    let Played { mut game, mut log, name, .. } = played;
    for _ in 0..8 {
        let rounds = game.rounds().len();
        if rounds == 0 {
            return;
        }
        let round = 1 + dice.below(rounds);
        let command = match dice.below(12) {
            0 => Command::Void { round, reason: "misdeal".into() },
            1 => Command::Restore { round },
            2 => Command::AddPenalty(penalty(&game, round, dice)),
            3 => Command::CancelPenalty { penalty: 1, reason: "looked again".into() },
            4 => Command::AddBonus(bonus(&game, round, dice)),
            5 => Command::CancelBonus { bonus: 1, reason: "looked again".into() },
            6 => Command::Amend { round, report: led_by_anybody(&game, dice) },
            7..9 => Command::AmendRules { rules: any_option(&game, dice), reason: "it was agreed".into() },
            _ => Command::Amend { round, report: points_of_another(&game, dice) },
        };
        let before = game.clone();
        // What is asked for to see what would become of it is what then happens.
        let foreseen = before.decide(command.clone()).map(|event| {
            let mut would_be = before.clone();
            would_be.apply(&event).unwrap();
            would_be
        });
        match game.decide(command) {
            Ok(event) => {
                assert_eq!(before.validate(&event), Ok(()), "{name}");
                game.apply(&event).unwrap();
                assert_eq!(foreseen.unwrap(), game, "{name}");
                log.push(event);
            }
            Err(problems) => {
                assert!(!problems.is_empty(), "{name}");
                assert_eq!(before, game, "{name}: a refusal changes nothing");
            }
        }
        assert_eq!(Game::replay(log.clone()).unwrap(), game, "{name}");
        equals_fresh(&game, &name);
    }
}

/// Any option of the game with any value.
fn any_option(game: &Game, dice: &mut Dice) -> Overrides {
    let parameters = game.rules().parameters();
    let parameter = dice.pick(&parameters);
    let values = options::values(parameter);
    serde_json::from_value(nested(&json!({ parameter.key.as_str(): dice.pick(&values) }))).unwrap()
}

/// The points of some round, as if another had been worth so much.
fn points_of_another(game: &Game, dice: &mut Dice) -> Report {
    let recorded = &game.rounds()[dice.below(game.rounds().len())];
    let score = recorded.round.outcome.as_ref().map(|outcome| &outcome.score);
    let points = score.map_or_else(|| game.seating().by_side(&0), |score| score.points.clone());
    let winner = score.and_then(|score| match score.winners.as_slice() {
        [winner] => Some(*winner),
        _ => None,
    });
    Report::Points(PointsReport { points, winner, ..PointsReport::default() })
}

/// The same with somebody as its leader, whoever should have led.
fn led_by_anybody(game: &Game, dice: &mut Dice) -> Report {
    let Report::Points(points) = points_of_another(game, dice) else { panic!("points") };
    let leader = Seat::at(dice.below(game.seating().len()));
    let over = Some(Override { reason: "nobody noticed".into() });
    Report::Points(PointsReport { leader, over, ..points })
}

fn bonus(game: &Game, round: usize, dice: &mut Dice) -> Bonus {
    let sides: Vec<Side> = game.seating().sides().collect();
    let points = [10, 25, 100][dice.below(3)];
    Bonus { side: *dice.pick(&sides), round, points, reason: "capicúa".into() }
}

fn penalty(game: &Game, round: usize, dice: &mut Dice) -> Penalty {
    let seat = Seat::at(dice.below(game.seating().len())).unwrap();
    let agreed: Vec<&String> = game.rules().penalties().keys().collect();
    if !agreed.is_empty() && dice.chance(70) {
        let code = Some((*dice.pick(&agreed)).clone());
        let awarded_to =
            Some(game.seating().side(seat.next(game.seating().len()))).filter(|_| dice.chance(50));
        let reason = String::new();
        return Penalty { seat, round, code, amount: PenaltyAmount::default(), awarded_to, reason };
    }
    let amount = match dice.below(2) {
        0 => PenaltyAmount { points: Some(25), ..PenaltyAmount::default() },
        _ => PenaltyAmount { hand_pips: Some(true), at_least: Some(5), ..PenaltyAmount::default() },
    };
    Penalty { seat, round, code: None, amount, awarded_to: None, reason: "drew though able".into() }
}

/// Enters what is recorded now, without what is voided, as a game of its own.
fn equals_fresh(game: &Game, name: &str) {
    let mut fresh = Game::start(game.created().clone()).unwrap();
    let mut numbers = vec![0];
    for recorded in game.rounds() {
        if recorded.voided.is_none() {
            fresh.apply(&Event::RoundRecorded(recorded.report.clone())).unwrap();
        }
        numbers.push(fresh.rounds().len());
    }
    for recorded in game.penalties().iter().filter(|recorded| recorded.cancelled.is_none()) {
        let counted = numbers[recorded.penalty.round];
        let hand = game.round(recorded.penalty.round).is_some_and(|round| round.voided.is_some());
        if hand {
            // The hand that the penalty depends on is in no round that counts.
            return;
        }
        fresh.apply(&Event::PenaltyAdded(Penalty { round: counted, ..recorded.penalty.clone() })).unwrap();
    }
    for recorded in game.bonuses().iter().filter(|recorded| recorded.cancelled.is_none()) {
        let counted = numbers[recorded.bonus.round];
        if game.round(recorded.bonus.round).is_some_and(|round| round.voided.is_some()) {
            return;
        }
        fresh.apply(&Event::BonusAdded(Bonus { round: counted, ..recorded.bonus.clone() })).unwrap();
    }
    let counting = (1..).zip(game.rounds()).filter(|(_, recorded)| recorded.voided.is_none());
    for ((number, now), (then_number, then)) in counting.zip((1..).zip(fresh.rounds())) {
        assert_eq!(now.round, then.round, "{name}");
        assert_eq!(now.conflicts, then.conflicts, "{name}");
        assert_eq!(now.findings, then.findings, "{name}");
        assert_eq!(game.is_after_end(number), fresh.is_after_end(then_number), "{name}");
    }
    let (now, then) = (game.standing(), fresh.standing());
    assert_eq!((&now.totals, &now.ranks, &now.winners), (&then.totals, &then.ranks, &then.winners), "{name}");
    assert_eq!((&now.rounds_won, &now.needs), (&then.rounds_won, &then.needs), "{name}");
    assert_eq!(now.finished_after.map(|round| numbers[round]), then.finished_after, "{name}");
    assert_eq!(game.next_lead().map(|lead| lead.seat), fresh.next_lead().map(|lead| lead.seat), "{name}");
}
