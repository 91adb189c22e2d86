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
                change(SeatNews::Left { seat: seat(who), reason: None, after_turns: None }, None)
            }
            2 if !paper.present[who] => {
                let news = SeatNews::Returned { seat: seat(who), after_turns: None };
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
    let left = || SeatNews::Left { seat: seat(gone), reason: None, after_turns: None };
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

fn record(game: &mut Game, command: Command) {
    let event = game.decide(command).unwrap();
    assert_eq!(game.validate(&event), Ok(()), "what is recorded can be brought in elsewhere");
    game.apply(&event).unwrap();
}

fn points_of(game: &Game, number: usize) -> BTreeMap<Side, i32> {
    game.round(number).unwrap().round.outcome.as_ref().unwrap().score.points.clone()
}

/// Somebody who comes, or comes back, for rounds that were reported already: what was reported stays, and
/// the newcomer is missing until the rounds are reported anew. Then it is as if it had been told in time.
pub fn come_late(dice: &mut Dice) {
    let (players, rounds) = (2 + dice.below(2), 2 + dice.below(5));
    let from = 2 + dice.below(rounds - 1);
    let is_return = dice.chance(50);
    let ((mut in_time, mut paper), (mut late, _)) = (table(players), table(players));
    let late_seat = if is_return { 0 } else { players };
    let comes = || match is_return {
        true => SeatNews::Returned { seat: seat(0), after_turns: None },
        false => SeatNews::Joined { player: "late".to_owned(), start: 7 },
    };
    if is_return {
        // Somebody else comes, so that enough are left.
        for game in [&mut in_time, &mut late] {
            record(game, change(SeatNews::Joined { player: "other".to_owned(), start: 0 }, None));
            record(game, change(SeatNews::Left { seat: seat(0), reason: None, after_turns: None }, None));
        }
        paper.totals.push(0);
        paper.present.push(true);
        paper.present[0] = false;
    }
    let own = Side::single(seat(late_seat));
    let mut reports = Vec::new();
    for number in 1..=rounds {
        if number == from {
            record(&mut in_time, change(comes(), None));
            match is_return {
                true => paper.present[0] = true,
                false => {
                    paper.totals.push(7);
                    paper.present.push(true);
                }
            }
        }
        let report = round(&mut paper, dice);
        let Report::Points(mut without) = report.clone() else { unreachable!() };
        without.points.remove(&own);
        record(&mut in_time, Command::AddRound(report.clone()));
        record(&mut late, Command::AddRound(Report::Points(without)));
        reports.push(report);
    }
    let before = late.clone();
    record(&mut late, change(comes(), Some(from)));
    for number in 1..=rounds {
        assert_eq!(points_of(&late, number), points_of(&before, number), "what was reported stays");
        let recorded = late.round(number).unwrap();
        let missing = if number >= from { vec![seat(late_seat)] } else { Vec::new() };
        assert_eq!((&recorded.missing, recorded.conflicts.len()), (&missing, 0));
    }
    for (side, total) in &before.standing().totals {
        assert_eq!(late.standing().totals[side], *total);
    }
    assert!(!late.standing().winners.contains(&own), "points that are missing help nobody");
    taken_back(&late, &before, late_seat);
    for (number, report) in (1..).zip(reports).skip(from - 1) {
        record(&mut late, Command::Amend { round: number, report });
        assert!(late.decide(Command::RemoveSeat(seat(late_seat))).is_err(), "it is reported now");
    }
    assert_eq!((late.rounds(), late.standing()), (in_time.rounds(), in_time.standing()));
    assert_eq!(late.next_lead(), in_time.next_lead());
}

/// What was told by mistake is taken back, and leaves nothing.
fn taken_back(late: &Game, before: &Game, at: usize) {
    let mut back = late.clone();
    record(&mut back, Command::RemoveSeat(seat(at)));
    assert_eq!((back.rounds(), back.standing()), (before.rounds(), before.standing()));
    assert_eq!((back.chairs(), back.next_lead()), (before.chairs(), before.next_lead()));
    // A round that is reported after the undo of another is not one that was told late.
    let mut again = late.clone();
    let last = again.rounds().len();
    let report = again.round(last).unwrap().report.clone();
    record(&mut again, Command::UndoRound);
    let known = again.decide(Command::AddRound(report)).is_ok();
    assert_eq!(known, again.seating_in(last).len() == before.seating_in(last).len());
}

/// Whether by leaving or by declaring it: whoever gives up at the same moment has not won, in whichever
/// order it is told.
pub fn give_up(dice: &mut Dice) {
    let partners = dice.chance(40);
    let players = if partners { 4 } else { 2 + dice.below(3) };
    let rules = rules("block", json!({ "players": { "partners": partners } }));
    let mut game = Game::start(created(&rules, players, partners)).unwrap();
    for _ in 0..dice.below(3) {
        let winner = *dice.pick(&game.seating().sides().collect::<Vec<_>>());
        let points = BTreeMap::from([(winner, 1 + i32::try_from(dice.below(20)).unwrap())]);
        let report = PointsReport { points, ..PointsReport::default() };
        record(&mut game, Command::AddRound(Report::Points(report)));
    }
    let mut seats: Vec<Seat> = game.seating().seats().collect();
    dice.shuffle(&mut seats);
    let gone: Vec<Seat> = seats.into_iter().take(1 + dice.below(players)).collect();
    let (one, other) = (told(&game, gone.clone(), dice), told(&game, gone, dice));
    let essence = |game: &Game| {
        let Standing { totals, ranks, winners, finished_after, .. } = game.standing().clone();
        (totals, ranks, winners, finished_after, game.standing().how())
    };
    assert_eq!(essence(&one), essence(&other));
}

/// The same happening told in a random order, and of a side in random words.
fn told(game: &Game, mut gone: Vec<Seat>, dice: &mut Dice) -> Game {
    let mut game = game.clone();
    dice.shuffle(&mut gone);
    for seat in gone {
        let side = game.seating().side(seat);
        let has_ended = game.standing().declared == Some(EndKind::Forfeit);
        let gave_up = DeclaredEnd {
            kind: EndKind::Forfeit,
            by: Some(side),
            scores: None,
            winners: None,
            reason: "fled".to_owned(),
        };
        let by_word = Command::EndMatch(gave_up);
        // Before the match has ended, who gives up ends it for all; so all but the last leave.
        if has_ended && dice.chance(50) && game.decide(by_word.clone()).is_ok() {
            record(&mut game, by_word);
        } else {
            record(&mut game, change(SeatNews::Left { seat, reason: None, after_turns: None }, None));
        }
    }
    game
}

/// A round of Block with open hands that goes on without those who leave in the middle of it.
pub fn leave_in_the_middle(dice: &mut Dice) {
    let rules = rules("block", json!({}));
    let mut game = Game::start(created(&rules, 4, false)).unwrap();
    let mut set: Vec<Tile> =
        (0..=6).flat_map(|low| (low..=6).filter_map(move |high| Tile::new(low, high))).collect();
    dice.shuffle(&mut set);
    let deal = (0..4).map(seat).zip(set.chunks(7).map(<[Tile]>::to_vec)).collect();
    let start = PlaysReport { leader: Some(seat(0)), deal: Some(deal), ..PlaysReport::default() };
    let mut log = vec![Event::Created(game.created().clone())];
    let mut step = |game: &mut Game, command: Command| {
        let event = game.decide(command).unwrap();
        assert_eq!(game.validate(&event), Ok(()));
        game.apply(&event).unwrap();
        log.push(event);
    };
    step(&mut game, Command::AddRound(Report::Plays(start)));
    let mut gone = Vec::new();
    while let Some((round, recorded)) = game.running() {
        let Some(Table::Lines(table)) = &recorded.round.table else { unreachable!() };
        let on_turn = table.turn().unwrap();
        assert!(!gone.contains(&on_turn), "who has left is skipped");
        if gone.len() < 2 && dice.chance(15) {
            let who = *dice.pick(&table.playing().seats().collect::<Vec<_>>());
            step(&mut game, change(SeatNews::Left { seat: who, reason: None, after_turns: None }, None));
            if dice.chance(30) {
                step(&mut game, change(SeatNews::Returned { seat: who, after_turns: None }, None));
                assert!(game.is_playing(who), "who is back at once missed nothing");
            } else {
                gone.push(who);
            }
            continue;
        }
        let hand = table.hand(on_turn).known;
        let fitting = hand.iter().filter(|tile| table.layout().is_empty() || table.layout().fits(*tile));
        let doubles = hand.iter().filter(|tile| tile.is_double());
        let led = doubles.last().filter(|_| table.layout().is_empty());
        let turn = match led.or(fitting.last()) {
            None => Turn::pass(on_turn),
            Some(tile) => {
                let at = table.layout().open_places().into_iter().find(|place| tile.has(place.value));
                let at = at.map(|place| place.at);
                let play = Play { tile, at, outward: None };
                Turn { play: Some(play), pass: None, ..Turn::pass(on_turn) }
            }
        };
        step(&mut game, Command::TakeTurn { round, turn });
    }
    let last = game.round(1).unwrap();
    let score = &last.round.outcome.as_ref().unwrap().score;
    assert_eq!(score.pips.len(), 4, "the hands of those who left count");
    assert_eq!(Game::replay(log).unwrap(), game);
    let mut again = game.clone();
    let report = last.report.clone();
    record(&mut again, Command::Amend { round: 1, report });
    assert_eq!((again.rounds(), again.standing()), (game.rounds(), game.standing()));
}
