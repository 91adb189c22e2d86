//! Short ways to say tiles, seats, places, rulesets and reports.

use std::collections::BTreeMap;

use pipkeeper::rules::*;
use serde_json::Value;

pub fn tile(text: &str) -> Tile {
    text.parse().unwrap()
}

pub fn tiles(text: &str) -> Vec<Tile> {
    text.split_whitespace().map(tile).collect()
}

pub fn set(text: &str) -> Tiles {
    tiles(text).into_iter().collect()
}

pub fn seat(text: &str) -> Seat {
    text.parse().unwrap()
}

pub fn side(text: &str) -> Side {
    text.parse().unwrap()
}

pub fn at(text: &str) -> Position {
    text.parse().unwrap()
}

pub fn variant(word: &str) -> Variant {
    Variant::ALL.into_iter().find(|variant| variant.word() == word).unwrap()
}

/// A ruleset with options given as JSON.
pub fn rules(word: &str, options: Value) -> Ruleset {
    let overrides: Overrides = serde_json::from_value(options).unwrap();
    Ruleset::new(variant(word), &overrides).unwrap()
}

/// The problems of a ruleset with options given as JSON, as "path: message".
pub fn problems(word: &str, options: Value) -> Vec<String> {
    let overrides: Overrides = serde_json::from_value(options).unwrap();
    let problems = Ruleset::new(variant(word), &overrides).err().unwrap_or_default();
    problems.into_iter().map(|problem| format!("{}: {}", problem.path, problem.message)).collect()
}

/// Dotted keys as nested JSON: `{"a.b": 1}` to `{"a": {"b": 1}}`.
pub fn nested(options: &Value) -> Value {
    let mut out = serde_json::json!({});
    for (key, value) in options.as_object().unwrap() {
        let mut place = &mut out;
        for part in key.split('.') {
            place = &mut place[part];
        }
        *place = value.clone();
    }
    out
}

/// The layout after these placements, `TILE@PLACE` each, by geometry only.
pub fn layout(rules: &Ruleset, placements: &[(Tile, Position)]) -> Layout {
    let mut layout = Layout::new(rules.max_pip(), rules.lines().unwrap());
    for (tile, at) in placements {
        if *at == Position::Lead {
            layout.lead_with(*tile);
        } else {
            let outlet = layout.find(at).unwrap_or_else(|| panic!("{at} is not open"));
            layout.join(*tile, outlet, None);
        }
    }
    layout
}

/// Turns as words: `A 2-2@lead`, `B draw:1-1,0-3 3-6@2-3/3`, `C pass`, `D drew:2 pass`.
pub fn turns(text: &str) -> Vec<Turn> {
    text.split(';').map(str::trim).filter(|turn| !turn.is_empty()).map(turn).collect()
}

pub fn turn(text: &str) -> Turn {
    let mut words = text.split_whitespace();
    let mut turn = Turn::pass(seat(words.next().unwrap()));
    for word in words {
        if word == "pass" {
        } else if let Some(list) = word.strip_prefix("draw:") {
            turn = turn.drawing(list.split(',').map(tile).collect());
        } else if let Some(count) = word.strip_prefix("drew:") {
            turn.drew = count.parse().ok();
        } else if word == "!" {
            turn.over = Some(Override { reason: "the table let it stand".into() });
        } else if let Some(outward) = word.strip_prefix('>') {
            turn.play.as_mut().unwrap().outward = outward.parse().ok();
        } else {
            let (played, place) =
                word.split_once('@').map_or((word, None), |(tile, place)| (tile, Some(at(place))));
            turn.play = Some(Play { tile: tile(played), at: place, outward: None });
            turn.pass = None;
        }
    }
    turn
}

/// Hands as words: `A: 1-1 2-2; B: 3-3; C: 12`.
pub fn shown(text: &str) -> ShownHands {
    let hands = text.split(';').filter(|hand| !hand.trim().is_empty());
    hands
        .map(|hand| {
            let (who, what) = hand.split_once(':').unwrap();
            let what = what.trim();
            let shown = match what.parse::<u16>() {
                Ok(pips) => ShownHand { tiles: None, pips: Some(pips) },
                Err(_) => ShownHand::of(tiles(what)),
            };
            (seat(who.trim()), shown)
        })
        .collect()
}

pub fn deal(text: &str) -> BTreeMap<Seat, Vec<Tile>> {
    let hands = text.split(';').filter(|hand| !hand.trim().is_empty());
    hands
        .map(|hand| {
            let (who, what) = hand.split_once(':').unwrap();
            (seat(who.trim()), tiles(what))
        })
        .collect()
}

pub fn seating(rules: &Ruleset, players: usize) -> Seating {
    rules.seating(players, false).unwrap()
}

/// The hands report of a blocked round.
pub fn blocked(hands: &str) -> HandsReport {
    HandsReport { ending: Some(EndingWord::Blocked), hands: shown(hands), ..HandsReport::default() }
}

/// The hands report of a round in which `out` went out.
pub fn domino(out: &str, hands: &str) -> HandsReport {
    HandsReport {
        ending: Some(EndingWord::Domino),
        out: Some(seat(out)),
        hands: shown(hands),
        ..HandsReport::default()
    }
}

pub fn plays(leader: &str, turn_text: &str) -> PlaysReport {
    PlaysReport {
        leader: (!leader.is_empty()).then(|| seat(leader)),
        turns: turns(turn_text),
        ..PlaysReport::default()
    }
}

/// What follows from a first round.
pub fn round(rules: &Ruleset, seating: Seating, report: Report) -> Result<Round, Vec<Problem>> {
    Round::of(rules, seating, &Before::first(), &report)
}

/// The points of a round as text: `A 15, B 0`.
pub fn points(score: &Score) -> String {
    let sides: Vec<String> = score.points.iter().map(|(side, points)| format!("{side} {points}")).collect();
    sides.join(", ")
}

/// The points of a first round that is reported as hands.
pub fn score(rules: &Ruleset, seating: Seating, report: HandsReport) -> Score {
    round(rules, seating, Report::Hands(report)).unwrap().outcome.unwrap().score
}

pub fn winners(score: &Score) -> String {
    score.winners.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// A game of `players` before its first round.
pub fn game(rules: &Ruleset, players: usize, partners: bool) -> Game {
    Game::start(created(rules, players, partners)).unwrap()
}

pub fn created(rules: &Ruleset, players: usize, partners: bool) -> Created {
    let seats = (0..players).map(|n| format!("player-{n}")).collect();
    Created {
        rules: rules.clone(),
        seats,
        partners,
        about: About::default(),
        reckoning: Reckoning::default(),
    }
}

/// Decides and applies; the event comes back.
pub fn send(game: &mut Game, command: Command) -> Result<Event, Vec<Problem>> {
    let event = game.decide(command)?;
    game.apply(&event).expect("what was decided can be applied");
    Ok(event)
}

/// A finished round of which only the points are known.
pub fn points_report(points: &str) -> Report {
    let points = points.split(',').map(|part| {
        let (who, points) = part.trim().split_once(' ').unwrap();
        (side(who), points.parse().unwrap())
    });
    Report::Points(PointsReport { points: points.collect(), ..PointsReport::default() })
}
