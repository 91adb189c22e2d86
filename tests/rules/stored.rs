//! The stored forms of events. A line that was stored once has to be read for ever, with the
//! same meaning: lines are added here, none is changed.

use pipkeeper::rules::*;
use serde_json::{Value, json};

use crate::support::*;

const RULESETS: &str = include_str!("../stored/rulesets.jsonl");
const EVENTS: &str = include_str!("../stored/events.jsonl");

/// What the line is read as is written as the same line.
fn frozen<T: serde::de::DeserializeOwned + serde::Serialize>(line: &str) -> T {
    let read: T = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
    assert_eq!(serde_json::to_string(&read).unwrap(), line);
    read
}

#[test]
fn events_are_read_and_written_as_they_were_stored() {
    let events: Vec<Event> = EVENTS.lines().map(frozen).collect();
    let mut seen = [false; 23];
    let mut details = [false; 3];
    for event in &events {
        let kind = match event {
            Event::Created(_) => 0,
            Event::RoundStarted(_) => 1,
            Event::RoundRecorded(report) => {
                details[match report {
                    Report::Points(_) => 0,
                    Report::Hands(_) => 1,
                    Report::Plays(_) => 2,
                }] = true;
                2
            }
            Event::TurnTaken(_) => 3,
            Event::TurnUndone => 4,
            Event::HandsShown(_) => 5,
            Event::RoundUndone => 6,
            Event::RoundAmended(_) => 7,
            Event::RoundVoided(_) => 8,
            Event::RoundRestored(_) => 9,
            Event::PenaltyAdded(_) => 10,
            Event::PenaltyCancelled(_) => 11,
            Event::MatchEnded(_) => 12,
            Event::MatchReopened => 13,
            Event::AboutChanged(_) => 14,
            Event::BonusAdded(_) => 15,
            Event::BonusCancelled(_) => 16,
            Event::SeatsChanged(_) => 17,
            Event::PlayersCorrected(_) => 18,
            Event::SeatRemoved(_) => 19,
            Event::RulesAmended(_) => 20,
            Event::GameDeleted(_) => 21,
            Event::GameRestored => 22,
        };
        seen[kind] = true;
    }
    assert_eq!((seen, details), ([true; 23], [true; 3]), "every form has a line");
}

/// `jsonb` puts shorter names first, so "body" before "event", and orders the rest too.
#[test]
fn events_are_read_in_any_order_of_their_members() {
    for line in EVENTS.lines() {
        let event: Event = serde_json::from_str(line).unwrap();
        let value: Value = serde_json::from_str(line).unwrap();
        let body = value.get("body").map(|body| format!(r#""body":{body},"#)).unwrap_or_default();
        let reordered = format!(r#"{{{body}"event":{}}}"#, value["event"]);
        assert_eq!(serde_json::from_str::<Event>(&reordered).unwrap(), event, "{reordered}");
        assert_eq!(serde_json::from_value::<Event>(value).unwrap(), event);
    }
}

#[test]
fn rulesets_are_read_and_written_as_they_were_stored() {
    let stored: Vec<Ruleset> = RULESETS.lines().map(frozen).collect();
    let variants: Vec<Variant> = stored.iter().map(Ruleset::variant).collect();
    assert_eq!(variants[..5], Variant::ALL);
    for (rules, variant) in stored.iter().zip(Variant::ALL) {
        assert_eq!(*rules, Ruleset::standard(variant), "{variant:?} as it was when this was stored");
    }
    assert_eq!(
        stored[5],
        rules(
            "chickenfoot",
            json!({"set": {"max_pip": 12}, "hand_size": {"4": 9},
        "match": {"type": "target", "target": 100}, "pips": {"double_blank": 50}})
        )
    );
}

/// A game that was stored: what follows from it is what followed then.
#[test]
fn a_stored_game_is_replayed_to_the_same_result() {
    let rules: Value = serde_json::from_str(RULESETS.lines().next().unwrap()).unwrap();
    let created = json!({"event": "created", "body": {"rules": rules, "seats": ["a", "b"], "partners": false,
        "about": {"counts": true}}});
    let created: Event = serde_json::from_value(created).unwrap();
    let log = [
        serde_json::to_string(&created).unwrap(),
        r#"{"event":"round_recorded","body":{"detail":"points","points":{"A":44,"B":0},"leader":"A"}}"#.into(),
        r#"{"event":"round_started","body":{"leader":"B","turns":[]}}"#.into(),
        r#"{"event":"turn_taken","body":{"seat":"B","play":{"tile":"6-6","at":"lead"}}}"#.into(),
        r#"{"event":"turn_taken","body":{"seat":"A","pass":true}}"#.into(),
        r#"{"event":"turn_undone"}"#.into(),
        r#"{"event":"turn_taken","body":{"seat":"A","pass":true}}"#.into(),
        r#"{"event":"turn_taken","body":{"seat":"B","pass":true}}"#.into(),
        r#"{"event":"hands_shown","body":{"hands":{"A":{"tiles":["0-1","0-2","0-3","0-4","0-5","1-1","1-2"]},"B":{"pips":40}}}}"#
            .into(),
    ];
    let game = Game::replay(log.iter().map(|line: &String| frozen(line))).unwrap();
    assert_eq!(game.version(), 9);
    let totals: Vec<i32> = game.standing().totals.values().copied().collect();
    assert_eq!(totals, [44 + 40 - 20, 0]);
    assert_eq!(game.next_lead().unwrap().seat, Some(seat("A")));
    // A log that no table can have reported is refused with the number of the event.
    let broken: Vec<Event> = log.iter().take(3).chain([&log[5]]).map(|line| frozen(line)).collect();
    assert_eq!(Game::replay(broken).unwrap_err().seq, 4);
    assert_eq!(Game::replay(Vec::new()).unwrap_err().seq, 1);
    assert!(
        serde_json::from_str::<Event>(r#"{"event":"turn_taken","body":{"seat":"B","pas":true}}"#).is_err()
    );
}

#[test]
fn what_stricter_rules_refuse_is_held_all_the_same() {
    let mut game = Game::start(created(&rules("block", json!({})), 2, false)).unwrap();
    // B leads the second round; nobody said that A did so in spite of it.
    let recorded =
        r#"{"event":"round_recorded","body":{"detail":"points","points":{"A":15,"B":0},"leader":"A"}}"#;
    let event: Event = frozen(recorded);
    game.apply(&event).unwrap();
    let Event::RoundRecorded(report) = event.clone() else { panic!("a round") };
    assert!(game.decide(Command::AddRound(report)).is_err());
    assert_eq!(game.validate(&event), Ok(()));
    game.apply(&event).unwrap();
    assert_eq!(game.rounds()[1].conflicts.len(), 1);
    assert_eq!(game.standing().totals.values().copied().collect::<Vec<_>>(), [30, 0]);

    // A match that is over by now was not when this was recorded.
    let won: Event =
        frozen(r#"{"event":"round_recorded","body":{"detail":"points","points":{"A":100,"B":0}}}"#);
    game.apply(&won).unwrap();
    assert!(game.is_finished());
    assert_eq!(game.validate(&won), Ok(()));

    // Of this nothing can be made.
    for line in [
        r#"{"event":"round_recorded","body":{"detail":"points","points":{"A":1000000000,"B":0}}}"#,
        r#"{"event":"round_recorded","body":{"detail":"points","points":{"A":1,"E":0}}}"#,
        r#"{"event":"round_voided","body":{"round":1,"reason":""}}"#,
        r#"{"event":"penalty_added","body":{"seat":"E","round":1,"amount":{"points":5},"reason":"late"}}"#,
        r#"{"event":"seats_changed","body":{"from_round":9,"news":{"change":"left","seat":"B"}}}"#,
        r#"{"event":"match_ended","body":{"kind":"forfeit","by":"E","reason":"no show"}}"#,
    ] {
        assert!(game.validate(&frozen(line)).is_err(), "{line}");
    }
}

/// Somebody who joined for rounds that had been reported: since it is said how many had been, what was
/// reported of them stays. Where an older version said nothing, the rounds fit no more, as then.
#[test]
fn a_join_that_was_told_late_is_replayed_as_it_was_recorded() {
    let created = created(&rules("chickenfoot", json!({})), 2, false);
    let round = r#"{"event":"round_recorded","body":{"detail":"points","points":{"A":0,"B":5}}}"#;
    for (reported, points, conflicts) in [("", [0, 0], 1), (r#""reported":3,"#, [0, 5], 0)] {
        let joined = format!(
            r#"{{"event":"seats_changed","body":{{"from_round":2,{reported}"news":{{"change":"joined","player":"c","start":0}}}}}}"#
        );
        let mut log = vec![Event::Created(created.clone())];
        log.extend([round, round, round, &joined].map(frozen::<Event>));
        let game = Game::replay(log.clone()).unwrap();
        let second = game.round(2).unwrap();
        let scored = &second.round.outcome.as_ref().unwrap().score.points;
        assert_eq!((scored[&side("A")], scored[&side("B")]), (points[0], points[1]));
        assert_eq!((second.conflicts.len(), second.missing.len()), (conflicts, 1 - conflicts));
        let mut before = Game::replay(log[..4].to_vec()).unwrap();
        assert_eq!(before.validate(&log[4]), Ok(()), "both can be brought in");
        before.apply(&log[4]).unwrap();
        assert_eq!(before, game);
    }
}

/// What could be recorded once and is refused now is replayed without a word: it was no mistake then.
#[test]
fn what_was_accepted_before_a_rule_came_is_not_questioned() {
    let replayed = |word: &str, options: Value, players: usize, lines: &[&str]| {
        let mut game = Game::start(created(&rules(word, options), players, false)).unwrap();
        for line in lines {
            let event: Event = frozen(line);
            assert_eq!(game.validate(&event), Ok(()), "{line}");
            game.apply(&event).unwrap();
        }
        let recorded = game.round(1).unwrap();
        assert_eq!((&recorded.conflicts, &recorded.round.broken), (&Vec::new(), &Vec::new()), "{lines:?}");
        game
    };
    // More than seven tiles can have.
    let points = r#"{"event":"round_recorded","body":{"detail":"points","points":{"A":168,"B":0}}}"#;
    let game = replayed("block", json!({}), 2, &[points]);
    assert_eq!(game.standing().totals[&side("A")], 168);
    let hands = r#"{"event":"round_recorded","body":{"detail":"hands","ending":"domino","out":"A","hands":{"B":{"pips":126}}}}"#;
    assert_eq!(replayed("block", json!({}), 2, &[hands]).standing().totals[&side("A")], 126);
    // The drawn tile was the double that has to open.
    let start = r#"{"event":"round_started","body":{"turns":[]}}"#;
    let passed = r#"{"event":"turn_taken","body":{"seat":"A","drew":1,"drawn":["5-5"],"pass":true}}"#;
    let led = r#"{"event":"turn_taken","body":{"seat":"B","play":{"tile":"6-6","at":"lead"}}}"#;
    replayed("chickenfoot", json!({}), 2, &[start, passed, led]);
    // A led 5-6 although B held the highest double, and although nobody held one.
    let any = json!({"lead": {"tile": "any"}, "hand_size": {"2": 1}});
    for b in ["1-1", "0-1"] {
        let start = format!(
            r#"{{"event":"round_started","body":{{"deal":{{"A":["5-6"],"B":["{b}"]}},"turns":[]}}}}"#
        );
        let led = r#"{"event":"turn_taken","body":{"seat":"A","play":{"tile":"5-6","at":"lead"}}}"#;
        let game = replayed("hathaway", any.clone(), 2, &[&start, led]);
        assert!(game.round(1).unwrap().round.turns[0].broken.is_empty());
    }
}

/// Totals that name one of two who have none yet, and a result alone of a match that has rounds.
#[test]
fn ends_that_are_refused_now_are_replayed_as_they_were_declared() {
    let rounds = r#"{"event":"round_recorded","body":{"detail":"points","points":{"A":15,"B":0}}}"#;
    let time = r#"{"event":"match_ended","body":{"kind":"time_limit","scores":{"A":40},"reason":"closing"}}"#;
    let alone =
        r#"{"event":"match_ended","body":{"kind":"result_only","scores":{"A":20,"B":90},"reason":"a note"}}"#;
    for (lines, totals) in [(vec![time], [40, 0]), (vec![rounds, alone], [20, 90])] {
        let mut game = Game::start(created(&rules("block", json!({})), 2, false)).unwrap();
        for line in lines {
            let event: Event = frozen(line);
            assert_eq!(game.validate(&event), Ok(()), "{line}");
            if let Event::MatchEnded(declared) = &event {
                assert!(game.decide(Command::EndMatch(declared.clone())).is_err(), "{line}");
            }
            game.apply(&event).unwrap();
        }
        assert!(game.is_finished());
        assert_eq!(game.standing().totals.values().copied().collect::<Vec<_>>(), totals);
    }
}

/// A game that does not say how its blocked rounds are scored: they are scored as they were, also those
/// that are recorded now.
#[test]
fn blocked_rounds_are_scored_as_when_their_game_was_made() {
    let game = |rules: &Ruleset, players: usize, reckoning: Reckoning, hands: &str| {
        let created = Created { reckoning, ..created(rules, players, players == 4) };
        let says = serde_json::to_string(&created).unwrap().contains("reckoning");
        assert_eq!(says, reckoning != Reckoning::First, "games that do not say it were made before");
        let mut game = Game::start(created).unwrap();
        let report = Report::Hands(HandsReport { leader: Some(seat("A")), ..blocked(hands) });
        let event = game.decide(Command::AddRound(report)).unwrap();
        game.apply(&event).unwrap();
        let replayed = Game::replay([Event::Created(game.created().clone()), event]).unwrap();
        assert_eq!(replayed, game);
        game
    };
    let both = [Reckoning::First, Reckoning::Second];
    let scores = |rules: Ruleset, players: usize, hands: &str| {
        both.map(|reckoning| {
            let game = game(&rules, players, reckoning, hands);
            let score = &game.round(1).unwrap().round.outcome.as_ref().unwrap().score;
            let winners: Vec<String> = score.winners.iter().map(ToString::to_string).collect();
            format!("{} | {}", points(score), winners.join(" "))
        })
    };
    let hands = "A: 0-1; B: 0-5; C: 6-6; D: 0-6";
    let partners = |score: Value| scores(rules("hathaway", json!({ "score": score })), 4, hands);
    for block in ["sum_minus_own", "sum_of_differences"] {
        let added = partners(json!({"block": block, "partner_tiles": "add"}));
        assert_eq!(added, ["A+C 0, B+D 2 | B+D", "A+C 0, B+D 13 | B+D"], "{block}");
        let deducted = partners(json!({"block": block, "partner_tiles": "subtract"}));
        assert_eq!(deducted, ["A+C 0, B+D 2 | B+D"; 2], "{block}");
    }
    let total = |tiles: &str| partners(json!({"block": "opponents_total", "partner_tiles": tiles}));
    assert_eq!(total("add"), ["A+C 0, B+D 13 | B+D", "A+C 0, B+D 24 | B+D"]);
    assert_eq!(total("subtract"), ["A+C 0, B+D 13 | B+D", "A+C 0, B+D 2 | B+D"]);
    assert_eq!(total("ignore"), ["A+C 0, B+D 13 | B+D"; 2]);
    // Tiles of partners counted already where the lightest hand wins.
    let by_hand = json!({"block": {"winner": "team_of_lowest_hand"}, "score": {"partner_tiles": "add"}});
    let by_hand = rules("hathaway", by_hand);
    assert_eq!(scores(by_hand.clone(), 4, hands), ["A+C 24, B+D 0 | A+C"; 2]);
    // So they did beside another formula, which no table can choose any more.
    let mut form = serde_json::to_value(&by_hand).unwrap();
    form["score"]["block"] = json!("sum_of_differences");
    let beside_formula = serde_json::from_value(form).unwrap();
    assert_eq!(scores(beside_formula, 4, hands), ["A+C 24, B+D 0 | A+C"; 2]);
    // Level hands, shown as tiles: all of them won, and `block.tie` was not asked.
    let each = rules("block", json!({"score": {"block": "each_vs_higher"}}));
    let level = scores(each.clone(), 3, "A: 4-5; B: 0-1 2-6; C: 6-6");
    assert_eq!(level, ["A 3, B 3, C 0 | A B", "A 3, B 3, C 0 | B"]);
    // The same with the lightest hands of partners, which no table can choose any more.
    let mut form = serde_json::to_value(&each).unwrap();
    form["block"]["winner"] = json!("team_of_lowest_hand");
    let of_hands = scores(serde_json::from_value(form).unwrap(), 4, "A: 4-5; B: 0-1 2-6; C: 6-6; D: 5-5");
    assert_eq!(of_hands, ["A+C 0, B+D 2 | A+C B+D", "A+C 0, B+D 2 | B+D"]);
    // So it stays who led next as the winner of the round.
    let options = json!({"score": {"block": "each_vs_higher"}, "lead": {"later": "round_winner"}});
    let by_winner = rules("block", options);
    let leads = both.map(|reckoning| {
        game(&by_winner, 3, reckoning, "A: 4-5; B: 0-1 2-6; C: 6-6").next_lead().unwrap().seat
    });
    assert_eq!(leads, [Some(seat("A")), Some(seat("B"))], "who led before, and who won");
    // Where only the dots were told, nobody was asked for tiles.
    let pips = r#"{"event":"round_recorded","body":{"detail":"hands","ending":"blocked","hands":{"A":{"pips":9},"B":{"pips":9},"C":{"pips":20}}}}"#;
    let old = Created { reckoning: Reckoning::First, ..created(&each, 3, false) };
    let game = Game::replay([Event::Created(old), frozen(pips)]).unwrap();
    let recorded = game.round(1).unwrap();
    assert_eq!(recorded.conflicts, []);
    assert_eq!(recorded.round.outcome.as_ref().unwrap().score.winners, [side("A"), side("B")]);
}
