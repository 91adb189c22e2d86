//! Players who come late, leave, return and are replaced, against a plain list of totals.

use std::collections::BTreeMap;

use pipkeeper::rules::*;
use serde_json::json;

use super::options::Dice;
use crate::support::{created, rules};

/// What the table would write on paper: who sits there, and the totals.
#[derive(Clone, Debug)]
struct Paper {
    totals: Vec<i32>,
    present: Vec<bool>,
}

/// Eight rounds of Chickenfoot, so that the match does not end before its rounds do.
fn table(players: usize) -> (Game, Paper) {
    let rules = rules("chickenfoot", json!({ "match": { "rounds": 8, "tie": "joint" } }));
    let game = Game::start(created(&rules, players, false)).unwrap();
    (game, Paper { totals: vec![0; players], present: vec![true; players] })
}

fn seat(index: usize) -> Seat {
    Seat::at(index).unwrap()
}

fn change(news: SeatNews, from_round: Option<usize>) -> Command {
    Command::ChangeSeats { news, from_round }
}

/// A round in which those who are present are left with some dots.
fn round(paper: &mut Paper, dice: &mut Dice) -> Report {
    let mut points = BTreeMap::new();
    for (index, present) in paper.present.iter().enumerate() {
        if *present {
            let left = i32::try_from(dice.below(20)).unwrap();
            points.insert(Side::single(seat(index)), left);
            paper.totals[index] += left;
        }
    }
    Report::Points(PointsReport { points, ..PointsReport::default() })
}

/// Plays with people who come and go, and compares with the paper after every step.
pub fn of_a_table(dice: &mut Dice) {
    let (mut game, mut paper) = table(2 + dice.below(3));
    let mut log = vec![Event::Created(game.created().clone())];
    for step in 0..20 {
        if game.is_finished() {
            break;
        }
        let who = dice.below(paper.present.len());
        let present = paper.present.iter().filter(|present| **present).count();
        let command = match dice.below(6) {
            0 => {
                let start = i32::try_from(dice.below(30)).unwrap();
                let joined = SeatNews::Joined { player: format!("late-{step}"), start };
                let fits = present < 8 && game.decide(change(joined.clone(), None)).is_ok();
                if fits {
                    paper.totals.push(start);
                    paper.present.push(true);
                }
                change(joined, None)
            }
            1 if paper.present[who] && present > 2 => {
                paper.present[who] = false;
                change(SeatNews::Left { seat: seat(who), reason: None }, None)
            }
            2 if !paper.present[who] => {
                let news = SeatNews::Returned { seat: seat(who) };
                paper.present[who] = game.decide(change(news.clone(), None)).is_ok();
                change(news, None)
            }
            3 => {
                let player = format!("instead-{step}");
                let news = SeatNews::Replaced { seat: seat(who), player, result: ResultFor::Newcomer };
                if game.decide(change(news.clone(), None)).is_ok() {
                    paper.present[who] = true;
                }
                change(news, None)
            }
            _ => Command::AddRound(round(&mut paper, dice)),
        };
        if let Ok(event) = game.decide(command) {
            game.apply(&event).unwrap();
            log.push(event);
        }
        agrees(&game, &paper);
        assert_eq!(Game::replay(log.clone()).unwrap(), game);
    }
}

fn agrees(game: &Game, paper: &Paper) {
    let standing = game.standing();
    let totals: Vec<i32> = standing.totals.values().copied().collect();
    assert_eq!(totals, paper.totals);
    let next = game.seating_in(game.rounds().len() + 1);
    let present: Vec<bool> = (0..paper.present.len()).map(|index| next.has(seat(index))).collect();
    assert_eq!(present, paper.present);
    for (index, present) in paper.present.iter().enumerate() {
        // The lowest total leads; who left comes after everybody who plays on.
        let ahead = (0..paper.totals.len())
            .filter(|other| (!paper.present[*other], paper.totals[*other]) < (!present, paper.totals[index]));
        let side = Side::single(seat(index));
        assert_eq!(usize::from(standing.ranks[&side]), 1 + ahead.count());
        assert!(*present || !standing.winners.contains(&side), "who left does not win");
    }
    for (number, recorded) in (1..).zip(game.rounds()) {
        let score = &recorded.round.outcome.as_ref().unwrap().score;
        let played: Vec<Side> = score.points.keys().copied().collect();
        let sat: Vec<Side> = game.seating_in(number).sides().collect();
        assert_eq!((played, recorded.conflicts.len()), (sat, 0), "absent rounds have no points");
    }
}

/// Leaving that is told rounds later, with those rounds put right, is the same as told in time.
pub fn told_late(dice: &mut Dice) {
    let players = 3 + dice.below(2);
    let rounds = 2 + dice.below(5);
    let (gone, from) = (dice.below(players), 1 + dice.below(rounds));
    let left = || SeatNews::Left { seat: seat(gone), reason: None };
    let ((mut in_time, mut paper), (mut late, _)) = (table(players), table(players));
    let mut reports = Vec::new();
    for number in 1..=rounds {
        if number == from {
            paper.present[gone] = false;
            let event = in_time.decide(change(left(), None)).unwrap();
            in_time.apply(&event).unwrap();
        }
        let report = round(&mut paper, dice);
        let event = in_time.decide(Command::AddRound(report.clone())).unwrap();
        in_time.apply(&event).unwrap();
        // The phone was told that who had gone scored nothing, which is not the same.
        let Report::Points(mut zero) = report.clone() else { unreachable!() };
        zero.points.entry(Side::single(seat(gone))).or_insert(0);
        let event = late.decide(Command::AddRound(Report::Points(zero))).unwrap();
        late.apply(&event).unwrap();
        reports.push(report);
    }
    let event = late.decide(change(left(), Some(from))).unwrap();
    late.apply(&event).unwrap();
    for (number, recorded) in (1..).zip(late.rounds()) {
        assert_eq!(!recorded.conflicts.is_empty(), number >= from, "what no longer fits is named");
    }
    for (number, report) in (1..).zip(reports).skip(from - 1) {
        let event = late.decide(Command::Amend { round: number, report }).unwrap();
        late.apply(&event).unwrap();
    }
    assert_eq!((late.rounds(), late.standing()), (in_time.rounds(), in_time.standing()));
    assert_eq!(late.next_lead(), in_time.next_lead());
}
