//! A corrected game equals the same game entered right the first time.

use pipkeeper::rules::*;

use super::options::Dice;
use super::table::Played;

/// Corrects a game at random places and compares it with the corrected game entered fresh, and
/// with its own log.
pub fn of_a_game(played: Played, dice: &mut Dice) {
    let Played { mut game, mut log, name, .. } = played;
    for _ in 0..6 {
        let rounds = game.rounds().len();
        if rounds == 0 {
            return;
        }
        let round = 1 + dice.below(rounds);
        let command = match dice.below(6) {
            0 => Command::Void { round, reason: "misdeal".into() },
            1 => Command::Restore { round },
            2 => Command::AddPenalty(penalty(&game, round, dice)),
            3 => Command::CancelPenalty { penalty: 1, reason: "looked again".into() },
            _ => Command::Amend { round, report: points_of_another(&game, dice) },
        };
        let before = game.clone();
        match game.decide(command) {
            Ok(event) => {
                assert_eq!(before.admits(&event), Ok(()), "{name}");
                game.apply(&event).unwrap();
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

/// The points of some round, as if another had been worth so much.
fn points_of_another(game: &Game, dice: &mut Dice) -> Report {
    let recorded = &game.rounds()[dice.below(game.rounds().len())];
    let score = recorded.round.outcome.as_ref().map(|outcome| &outcome.score);
    let points = score.map_or_else(|| game.seating().by_side(&0), |score| score.points.clone());
    let winner = score.and_then(|score| match score.winners.as_slice() {
        [winner] => Some(*winner),
        _ => None,
    });
    Report::Points(PointsReport { points, winner, leader: None })
}

fn penalty(game: &Game, round: usize, dice: &mut Dice) -> Penalty {
    let seat = Seat::at(dice.below(game.seating().len())).unwrap();
    let amount = match dice.below(2) {
        0 => PenaltyAmount { points: Some(25), ..PenaltyAmount::default() },
        _ => PenaltyAmount { hand_pips: Some(true), at_least: Some(5), ..PenaltyAmount::default() },
    };
    Penalty { seat, round, amount, awarded_to: None, reason: "drew though able".into() }
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
    let counting = game.rounds().iter().filter(|recorded| recorded.voided.is_none());
    for (now, then) in counting.zip(fresh.rounds()) {
        assert_eq!(now.round, then.round, "{name}");
        assert_eq!(now.conflicts, then.conflicts, "{name}");
        assert_eq!(now.after_end, then.after_end, "{name}");
    }
    let (now, then) = (game.standing(), fresh.standing());
    assert_eq!((&now.totals, &now.ranks, &now.winners), (&then.totals, &then.ranks, &then.winners), "{name}");
    assert_eq!((&now.rounds_won, &now.needs), (&then.rounds_won, &then.needs), "{name}");
    assert_eq!(now.finished_after.map(|round| numbers[round]), then.finished_after, "{name}");
    assert_eq!(game.next_lead().map(|lead| lead.seat), fresh.next_lead().map(|lead| lead.seat), "{name}");
}
