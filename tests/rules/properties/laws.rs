//! The laws.

use std::collections::{BTreeMap, BTreeSet};

use pipkeeper::rules::*;

use super::options::Dice;
use super::table::{Hands, Played, whole_set};

/// After every turn.
pub fn of_layout(played: &Played, hands: &Hands, was_dead: &mut bool, dice: &mut Dice) {
    let (rules, lines, table) = (played.game.rules(), played.lines(), played.line());
    let (layout, name) = (table.layout(), &played.name);
    let held = hands.held.iter().fold(Tiles::NONE, |all, hand| all.union(*hand));
    let boneyard: Tiles = hands.boneyard.iter().copied().collect();
    let set: Tiles = whole_set(rules).into_iter().collect();
    assert_eq!(layout.tiles().union(held).union(boneyard), set, "{name}: no tile is lost");
    assert_eq!(layout.tiles().len() + held.len() + boneyard.len(), rules.tiles(), "{name}: or twice");
    assert_eq!(layout.tiles().pips() + held.pips() + boneyard.pips(), rules.set_pips(), "{name}");
    assert_eq!(table.boneyard(), boneyard.len(), "{name}");
    for seat in played.game.seating().seats() {
        let (told, own) = (table.hand(seat), hands.held[seat.index()]);
        assert_eq!(told.size, own.len(), "{name}: hand of {seat}");
        assert!(told.known.without(own).is_empty(), "{name}: hand of {seat}");
        assert!(!hands.told || told.known == own, "{name}: hand of {seat}");
    }
    if layout.is_empty() {
        return;
    }
    let (open, locked) = (layout.open_places(), layout.locked_places());
    if layout.is_line() {
        assert_eq!(open.len() + locked.len(), 2, "{name}: a line has two ends");
    }
    let owing: Vec<Tile> = layout.owing().collect();
    for place in &open {
        let Position::Outlet(tile, _) = place.at else { panic!("{name}: {place:?}") };
        assert!(owing.is_empty() || owing.contains(&tile), "{name}: {} while {owing:?} owe", place.at);
    }
    let used: BTreeSet<Position> = layout.placements().map(|(_, at)| at).collect();
    assert!(open.iter().chain(&locked).all(|place| !used.contains(&place.at)), "{name}");
    assert!(!*was_dead || layout.is_dead() || lines.obligation.waive_if_impossible, "{name}: dead is final");
    *was_dead = layout.is_dead();
    if layout.is_dead() {
        assert!(held.iter().all(|tile| !layout.fits(tile)), "{name}: nobody can play on a dead layout");
    }
    if dice.chance(12) {
        moves_and_judging_agree(layout, &set, &used);
    }
}

fn moves_and_judging_agree(layout: &Layout, set: &Tiles, used: &BTreeSet<Position>) {
    let places: Vec<Position> =
        layout.open_places().into_iter().chain(layout.locked_places()).map(|place| place.at).collect();
    for tile in set.iter() {
        let free = !layout.tiles().contains(tile);
        let fitting: BTreeSet<Position> = layout.fitting(tile).map(|outlet| layout.at(outlet)).collect();
        assert_eq!(layout.fits(tile), free && !fitting.is_empty());
        for place in places.iter().chain(used) {
            let verdict = layout.judge(tile, Some(place));
            assert_eq!(verdict.is_ok(), free && fitting.contains(place), "{tile} at {place}");
            if let Ok(outlet) = verdict {
                assert_eq!(layout.at(outlet), *place);
            }
        }
        match layout.judge(tile, None) {
            Ok(outlet) => assert!(fitting.contains(&layout.at(outlet))),
            Err(Misfit::Ambiguous) => assert!(fitting.len() > 1),
            Err(_) => assert!(!free || fitting.is_empty()),
        }
    }
}

/// What a seat may do is what is not refused.
pub fn of_may(played: &Played) {
    let Some((_, Recorded { round, .. })) = played.game.running() else { return };
    let (rules, name) = (played.game.rules(), &played.name);
    let accepts = |turn: &Turn| round.judge(rules, turn).is_ok();
    let (seat, may, hand, drawable) = match (round.table.as_ref().unwrap(), rules.family()) {
        (Table::Lines(table), Family::Lines(lines)) => {
            let Some(seat) = table.turn() else { return };
            (seat, table.may(lines), table.hand(seat), table.boneyard())
        }
        (Table::Stacks(table), Family::Stacks(stacks)) => {
            let Some(seat) = table.turn() else { return };
            (seat, table.may(rules, stacks), table.hand(seat), 0)
        }
        _ => panic!("{name}: a table of another game"),
    };
    let passes = accepts(&Turn::pass(seat));
    let draws = (1..=drawable).any(|drew| {
        let drew = u8::try_from(drew).ok();
        accepts(&Turn { drew, ..Turn::pass(seat) })
    });
    assert_eq!((may.contains(&May::Pass), may.contains(&May::Draw)), (passes, draws), "{name}: {may:?}");
    if hand.is_open() {
        let places = places(round.table.as_ref().unwrap());
        let plays = hand
            .known
            .iter()
            .any(|tile| places.iter().any(|place| accepts(&Turn::play(seat, tile, place.clone()))));
        assert_eq!(may.contains(&May::Play), plays, "{name}: {may:?}");
    }
}

/// Where something can be put.
fn places(table: &Table) -> Vec<Position> {
    match table {
        Table::Lines(table) if table.layout().is_empty() => vec![Position::Lead],
        Table::Lines(table) => table.layout().open_places().into_iter().map(|place| place.at).collect(),
        Table::Stacks(table) => table.tops().into_iter().map(|top| top.at).collect(),
    }
}

fn last_score(game: &Game) -> &Outcome {
    game.rounds().last().and_then(|recorded| recorded.round.outcome.as_ref()).expect("the round is over")
}

/// After every round.
pub fn of_line_score(played: &Played, hands: &Hands) {
    let (rules, lines, name) = (played.game.rules(), played.lines(), &played.name);
    let outcome = last_score(&played.game);
    let score = &outcome.score;
    let seating = played.game.seating();
    match lines.score.method {
        ScoreMethod::WinnerTakes => {
            if lines.score.min_round == MinRound::Zero {
                assert!(score.points.values().all(|points| *points >= 0), "{name}");
            }
            let all_score = lines.score.block == ScoreBlock::EachVsHigher;
            let winners = |side: &Side| score.winners.contains(side);
            assert!(all_score || score.points.iter().all(|(side, own)| *own == 0 || winners(side)), "{name}");
        }
        ScoreMethod::OwnPenalty => {
            let penalty = lines.end.out_on_double == OutOnDouble::Penalty50 && played.line().out_on_double();
            let boneyard: u16 = hands.boneyard.iter().map(|tile| tile.pips()).sum();
            let elsewhere = i32::from(played.line().layout().tiles().pips() + boneyard);
            let total: i32 = score.points.values().sum();
            if lines.pips.double_blank == 0 {
                let extra = if penalty { 50 } else { 0 };
                assert_eq!(total + elsewhere, i32::from(rules.set_pips()) + extra, "{name}");
            }
        }
    }
    let Some(RoundEnd::Lines(ending)) = outcome.end else { panic!("{name}") };
    if matches!(ending, Ending::Blocked { .. }) && !seating.is_partners() {
        formulas(lines, seating, &outcome.left, played.line());
    }
}

/// `sum_of_differences` is `sum_minus_own` less (k - 2) times the own dots.
fn formulas(lines: &LineRules, seating: Seating, left: &BTreeMap<Seat, Left>, table: &LineRound) {
    let by = |block: ScoreBlock| {
        let mut lines = lines.clone();
        lines.score.method = ScoreMethod::WinnerTakes;
        lines.score.block = block;
        lines.score.min_round = MinRound::Unlimited;
        let ending = Ending::Blocked { dead: false };
        let reckoning = Reckoning::default();
        let ended = Ended { ending, leader: table.leader(), left, out_on_double: false, reckoning };
        score_line(&lines, seating, &ended).unwrap()
    };
    let (minus, differences) = (by(ScoreBlock::SumMinusOwn), by(ScoreBlock::SumOfDifferences));
    assert_eq!(minus.winners, differences.winners);
    let others = i32::try_from(seating.len()).unwrap() - 2;
    for side in &minus.winners {
        let own: i32 = side.seats().map(|seat| i32::from(minus.pips[&seat])).sum();
        assert_eq!(differences.points[side], minus.points[side] - others * own);
    }
}

/// The round told in less detail is worth the same.
pub fn of_detail(played: &Played, before: &Before) {
    let (rules, seating, name) = (played.game.rules(), played.game.seating(), &played.name);
    let recorded = played.game.rounds().last().unwrap();
    let outcome = last_score(&played.game);
    let Some(RoundEnd::Lines(ending)) = outcome.end else { panic!("{name}") };
    let (word, out) = match ending {
        Ending::Domino(out) => (EndingWord::Domino, Some(out)),
        Ending::Blocked { .. } => (EndingWord::Blocked, None),
    };
    let hand = |left: &Left| match left {
        Left::Tiles(tiles) => ShownHand::of(tiles.sorted()),
        Left::Pips(pips) => ShownHand { tiles: None, pips: Some(*pips) },
    };
    let hands = HandsReport {
        ending: Some(word),
        out,
        out_on_double: (out.is_some() && played.line().out_on_double()).then_some(true),
        hands: outcome.left.iter().map(|(seat, left)| (*seat, hand(left))).collect(),
        set_aside: None,
        leader: recorded.round.leader,
        ..HandsReport::default()
    };
    let told = |report: Report| {
        let before = Before { leader: None, ..before.clone() };
        let round = Round::of(rules, seating, &before, &report);
        round.unwrap_or_else(|problems| panic!("{name}: {report:?}: {problems:?}")).outcome.unwrap().score
    };
    let by_hands = told(Report::Hands(hands));
    assert_eq!(
        (&by_hands.points, &by_hands.winners),
        (&outcome.score.points, &outcome.score.winners),
        "{name}"
    );
    assert_eq!(by_hands.pips, outcome.score.pips, "{name}");
    of_points(outcome, told, name);
}

fn of_points(outcome: &Outcome, told: impl Fn(Report) -> Score, name: &str) {
    let score = &outcome.score;
    let winner = match score.winners.as_slice() {
        [winner] => Some(*winner),
        _ => None,
    };
    let report = PointsReport { points: score.points.clone(), winner, ..PointsReport::default() };
    let by_points = told(Report::Points(report));
    assert_eq!(by_points.points, score.points, "{name}");
    if winner.is_some() {
        assert_eq!(by_points.winners, score.winners, "{name}");
    }
}

/// The hand of Build Up told in less detail is worth the same, and what shows is what counts.
pub fn of_stack_score(played: &Played, held: &[Tiles], before: &Before) {
    let (rules, name) = (played.game.rules(), &played.name);
    let outcome = last_score(&played.game);
    let stacks = rules.stacks().unwrap();
    let Some(Table::Stacks(table)) = &played.game.rounds().last().unwrap().round.table else {
        panic!("{name}")
    };
    for seat in Seat::first(2) {
        let tops = table.tops().into_iter().filter(|top| top.seat == Some(seat));
        let showing: u16 = tops.map(|top| top.tile.pips()).sum();
        let aside = held[seat.index()].pips();
        if stacks.score == StackScore::TopsOfOwnColour {
            let cost = if stacks.set_aside_penalty { i32::from(aside) } else { 0 };
            assert_eq!(outcome.score.points[&Side::single(seat)], i32::from(showing) - cost, "{name}");
        }
    }
    let pips = |pips: u16| ShownHand { tiles: None, pips: Some(pips) };
    let hands = HandsReport {
        hands: outcome.score.pips.iter().map(|(seat, shows)| (*seat, pips(*shows))).collect(),
        set_aside: Some(
            Seat::first(2).map(|seat| (seat, ShownHand::of(held[seat.index()].sorted()))).collect(),
        ),
        ..HandsReport::default()
    };
    let told = |report: Report| {
        let before = Before { leader: None, ..before.clone() };
        let round = Round::of(rules, Seating::individual(2), &before, &report);
        round.unwrap_or_else(|problems| panic!("{name}: {report:?}: {problems:?}")).outcome.unwrap().score
    };
    let by_hands = told(Report::Hands(hands));
    assert_eq!(
        (&by_hands.points, &by_hands.winners),
        (&outcome.score.points, &outcome.score.winners),
        "{name}"
    );
    of_points(outcome, told, name);
}

/// Taking the last turn back gives the game before it; repeating it gives the game again.
pub fn of_undo(played: &Played) {
    let name = &played.name;
    let shown = usize::from(matches!(played.log.last(), Some(Event::HandsShown(_))));
    let Some(Event::TurnTaken(_)) = played.log.iter().rev().nth(shown) else { return };
    let prefix = Game::replay(played.log[..played.log.len() - 1 - shown].to_vec()).unwrap();
    let mut undone = played.game.clone();
    let event = undone.decide(Command::UndoTurn { round: undone.rounds().len() }).unwrap();
    assert_eq!(undone.validate(&event), Ok(()), "{name}");
    undone.apply(&event).unwrap();
    assert_eq!((undone.rounds(), undone.standing()), (prefix.rounds(), prefix.standing()), "{name}");
    for event in &played.log[played.log.len() - 1 - shown..] {
        undone.apply(event).unwrap();
    }
    assert_eq!(
        (undone.rounds(), undone.standing()),
        (played.game.rounds(), played.game.standing()),
        "{name}"
    );
}

/// The log, stored and read back, is admitted event by event and gives the same game; so does every
/// report on its own.
pub fn of_replay(played: &Played) {
    let (game, name) = (&played.game, &played.name);
    let stored: Vec<String> = played.log.iter().map(|event| serde_json::to_string(event).unwrap()).collect();
    let read: Vec<Event> = stored.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(read, played.log, "{name}");
    let mut again = Game::start(game.created().clone()).unwrap();
    for event in &read[1..] {
        assert_eq!(again.validate(event), Ok(()), "{name}: {event:?}");
        again.apply(event).unwrap();
    }
    assert_eq!(
        again.validate(&read[0]).map_err(|problems| problems.len()),
        Err(1),
        "{name}: no second beginning"
    );
    assert_eq!((&again, &Game::replay(read).unwrap()), (game, game), "{name}");
    assert_eq!(game.version(), u32::try_from(played.log.len()).unwrap());
    for (index, recorded) in game.rounds().iter().enumerate() {
        let round = Round::of(game.rules(), game.seating(), &game.before(index), &recorded.report);
        assert_eq!(round.as_ref(), Ok(&recorded.round), "{name}: round {}", index + 1);
    }
    let scores = (1..).zip(game.rounds()).filter_map(|(number, recorded)| {
        recorded.round.outcome.as_ref().map(|outcome| Step::Round(number, &outcome.score))
    });
    let standing = Standing::of(game.rules(), game.seating(), scores, &[]);
    assert_eq!(standing, *game.standing(), "{name}");
}
