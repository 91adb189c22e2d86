//! Whatever a table can have recorded, with people who come and go on top of corrections, can be held by
//! a record that is kept elsewhere.

use std::collections::{BTreeMap, HashMap};

use pipkeeper::rules::*;
use serde_json::json;

use super::options::Dice;
use crate::support::{created, rules};

const PEOPLE: [&str; 6] = ["ann", "bob", "cem", "dora", "eve", "fay"];

fn seat(dice: &mut Dice) -> Seat {
    Seat::at(dice.below(4)).unwrap()
}

fn player(dice: &mut Dice) -> String {
    (*dice.pick(&PEOPLE)).to_owned()
}

fn points(game: &Game, dice: &mut Dice) -> Report {
    let sides: Vec<Side> = game.seating().sides().collect();
    let winner = *dice.pick(&sides);
    let low = game.rules().matching().goal == MatchGoal::Low;
    let mut points = BTreeMap::new();
    for side in sides {
        let own = i32::try_from(dice.below(20)).unwrap();
        points.insert(side, if low || side == winner { own } else { 0 });
    }
    Report::Points(PointsReport { points, ..PointsReport::default() })
}

fn news(dice: &mut Dice) -> SeatNews {
    let result = *dice.pick(&[ResultFor::Leaver, ResultFor::Newcomer]);
    match dice.below(5) {
        0 => SeatNews::Joined { player: player(dice), start: i32::try_from(dice.below(9)).unwrap() },
        1 => SeatNews::Left { seat: seat(dice), reason: None, after_turns: None },
        2 => SeatNews::Returned { seat: seat(dice), after_turns: None },
        _ => SeatNews::Replaced { seat: seat(dice), player: player(dice), result },
    }
}

fn command(game: &Game, dice: &mut Dice) -> Command {
    let round = 1 + dice.below(5);
    let reason = || "looked again".to_owned();
    match dice.below(20) {
        0..5 => Command::AddRound(points(game, dice)),
        5..11 => {
            let from_round = dice.chance(40).then(|| 1 + dice.below(5));
            Command::ChangeSeats { news: news(dice), from_round }
        }
        11 => Command::CorrectPlayers([(seat(dice), player(dice)), (Seat::A, player(dice))].into()),
        12 => Command::RemoveSeat(seat(dice)),
        13 => Command::UndoRound,
        14 => Command::Void { round, reason: reason() },
        15 => Command::Restore { round },
        16 => {
            let amount = PenaltyAmount { points: Some(5), ..PenaltyAmount::default() };
            let (seat, reason) = (seat(dice), reason());
            Command::AddPenalty(Penalty { seat, round, code: None, amount, awarded_to: None, reason })
        }
        17 => {
            let kind = *dice.pick(&[EndKind::TimeLimit, EndKind::Abandoned, EndKind::Forfeit]);
            let by = (kind == EndKind::Forfeit).then(|| game.seating().side(seat(dice)));
            Command::EndMatch(DeclaredEnd { kind, by, scores: None, winners: None, reason: reason() })
        }
        18 => Command::Reopen,
        _ => Command::Amend { round, report: points(game, dice) },
    }
}

/// Tries anything at a table, and keeps what it accepts.
pub fn of_a_table(dice: &mut Dice) {
    let (word, partners) = *dice.pick(&[("block", false), ("chickenfoot", false), ("hathaway", true)]);
    let options = if word == "chickenfoot" { json!({}) } else { json!({ "match": { "target": 400 } }) };
    let players = if partners { 4 } else { 2 + dice.below(2) };
    let mut start = created(&rules(word, options), players, partners);
    start.seats = PEOPLE.iter().take(players).map(ToString::to_string).collect();
    let mut game = Game::start(start.clone()).unwrap();
    let mut log = vec![Event::Created(start)];
    for _ in 0..40 {
        let before = game.clone();
        let Ok(event) = game.decide(command(&game, dice)) else { continue };
        assert_eq!(before.validate(&event), Ok(()), "{event:?} after {log:?}");
        game.apply(&event).unwrap();
        log.push(event);
        each_sits_once(&game);
    }
    assert_eq!(Game::replay(log).unwrap(), game);
}

/// Nobody has two chairs, and of those who shared one each came after the one before.
fn each_sits_once(game: &Game) {
    let mut chairs = HashMap::new();
    for (number, chair) in game.chairs().iter().enumerate() {
        for it in &chair.players {
            assert_eq!(*chairs.entry(&it.player).or_insert(number), number, "{}", it.player);
        }
        assert!(chair.players.is_sorted_by(|one, other| one.from_round < other.from_round), "{chair:?}");
    }
}
