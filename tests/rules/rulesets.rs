//! Each option is selectable and changes what it says; contradictions are all named.

use pipkeeper::rules::*;
use serde_json::{Value, json};

use crate::support::*;

/// Points and winners of a round reported as hands.
fn scored(word: &str, options: Value, players: usize, partners: bool, report: HandsReport) -> String {
    let rules = rules(word, options);
    let seating = rules.seating(players, partners).unwrap();
    let score = score(&rules, seating, report);
    format!("{} | {}", points(&score), winners(&score))
}

fn of_plays(word: &str, options: Value, players: usize, report: PlaysReport) -> Result<Round, String> {
    let rules = rules(word, options);
    let seating = rules.seating(players, false).unwrap();
    round(&rules, seating, Report::Plays(report)).map_err(|problems| problems[0].refusal.code().to_owned())
}

fn line(round: &Round) -> &LineRound {
    match &round.table {
        Some(Table::Lines(table)) => table,
        _ => panic!("a line"),
    }
}

#[test]
fn block_tie() {
    let tied = |tie: &str, hands: &str, leader: &str| {
        let report = HandsReport { leader: Some(seat(leader)), ..blocked(hands) };
        scored("block", json!({"block": {"tie": tie}}), 3, false, report)
    };
    let hands = "A: 0-2 5-6; B: 1-5 0-1; C: 0-3 0-4";
    assert_eq!(tied("none", hands, "A"), "A 0, B 0, C 0 | ");
    assert_eq!(tied("lightest_tile", hands, "A"), "A 0, B 13, C 0 | B");
    assert_eq!(tied("share", hands, "A"), "A 0, B 13, C 13 | B C");
    assert_eq!(tied("opener", hands, "C"), "A 0, B 0, C 13 | C");
    assert_eq!(tied("opener", hands, "A"), "A 0, B 13, C 0 | B", "the next in order of turns");
    let same_lightest = "A: 6-6; B: 0-2 0-3 1-5; C: 1-1 0-4 2-3";
    assert_eq!(tied("lightest_tile", same_lightest, "A"), "A 0, B 0, C 0 | ");
    assert_eq!(tied("lightest_tile_then_next", same_lightest, "A"), "A 0, B 12, C 0 | B");
    let equal_all = "A: 6-6; B: 0-2 1-4; C: 1-1 0-5";
    assert_eq!(tied("lightest_tile_then_next", equal_all, "A"), "A 0, B 0, C 0 | ");
    // A tie among others than the lowest is none.
    assert_eq!(tied("none", "A: 0-1; B: 6-6; C: 5-5 0-2", "A"), "A 23, B 0, C 0 | A");
}

#[test]
fn score_block() {
    let by = |option: &str| {
        let report = blocked("A: 1-2; B: 5-6; C: 2-3");
        scored("block", json!({"score": {"block": option}}), 3, false, report)
    };
    assert_eq!(by("sum_minus_own"), "A 13, B 0, C 0 | A");
    assert_eq!(by("sum_of_differences"), "A 10, B 0, C 0 | A");
    assert_eq!(by("opponents_total"), "A 16, B 0, C 0 | A");
    assert_eq!(by("each_vs_higher"), "A 10, B 0, C 6 | A");
}

#[test]
fn block_winner_and_the_floor_of_a_round() {
    // A has the lightest hand, but B+D the lower total.
    let hands = "A: 0-1; B: 0-5; C: 6-6; D: 0-6";
    let by = |options: Value| scored("hathaway", options, 4, true, blocked(hands));
    assert_eq!(by(json!({})), "A+C 0, B+D 2 | B+D");
    assert_eq!(by(json!({"block": {"winner": "lowest_team_total"}})), "A+C 0, B+D 2 | B+D");
    let lowest_hand = json!({"block": {"winner": "team_of_lowest_hand"}});
    assert_eq!(by(lowest_hand), "A+C 11, B+D 0 | A+C");
    let balance = |floor: &str| {
        json!({"block": {"winner": "team_of_lowest_hand"},
               "score": {"partner_tiles": "subtract", "min_round": floor}})
    };
    assert_eq!(by(balance("zero")), "A+C 0, B+D 0 | A+C");
    assert_eq!(by(balance("unlimited")), "A+C -2, B+D 0 | A+C");
    // Going out with a partner who holds more than both opponents.
    let out = |floor: &str| {
        let options = json!({"score": {"partner_tiles": "subtract", "min_round": floor}});
        scored("hathaway", options, 4, true, domino("A", "B: 0-1; C: 6-6; D: 0-2"))
    };
    assert_eq!(out("zero"), "A+C 0, B+D 0 | A+C");
    assert_eq!(out("unlimited"), "A+C -9, B+D 0 | A+C");
}

#[test]
fn partner_tiles() {
    let by = |option: &str| {
        let options = json!({"score": {"partner_tiles": option}});
        scored("hathaway", options, 4, true, domino("C", "A: 0-3; B: 2-4; D: 1-3"))
    };
    assert_eq!(by("ignore"), "A+C 10, B+D 0 | A+C");
    assert_eq!(by("subtract"), "A+C 7, B+D 0 | A+C");
    assert_eq!(by("add"), "A+C 13, B+D 0 | A+C");
}

#[test]
fn end_partners() {
    let play = |option: &str| {
        let rules = rules(
            "hathaway",
            json!({"end": {"partners": option}, "hand_size": {"2": 1}, "draw": {"count": "none", "play_drawn": false}}),
        );
        let report = plays("A", "A 6-6@lead; B 0-6@6-6/W; C 1-6@6-6/E");
        round(&rules, Seating::partners(), Report::Plays(report)).map(|round| line(&round).ending())
    };
    // The first who is out ends the round, and B cannot play on.
    assert!(play("first_out").is_err());
    assert_eq!(play("both_out").unwrap(), Some(Ending::Domino(seat("C"))));
    let both = rules("hathaway", json!({"end": {"partners": "both_out"}}));
    let by_hands = |report| round(&both, Seating::partners(), Report::Hands(report));
    let together = HandsReport { out: None, ..domino("A", "A:; C:; B: 1-1; D: 2-2") };
    let score = by_hands(together).unwrap().outcome.unwrap().score;
    assert_eq!(points(&score), "A+C 6, B+D 0");
    let refused = by_hands(domino("A", "C: 5-5; B: 1-1; D: 2-2")).unwrap_err();
    assert_eq!(refused[0].refusal.code(), "out_with_tiles", "the partner is not out yet");
    assert!(by_hands(blocked("A:; B: 1-1; C: 2-2; D: 3-3")).is_ok(), "A may be out in a blocked round");
}

#[test]
fn must_play() {
    let pass = |must: bool| {
        let deal = deal("A: 6-6 0-1 0-2 0-3 0-4 0-5 1-2; B: 0-6 1-1 1-3 1-4 1-5 2-2 2-3");
        let report = PlaysReport { deal: Some(deal), ..plays("A", "A 6-6@lead; B pass") };
        of_plays("block", json!({"must_play": must}), 2, report)
    };
    assert_eq!(pass(true).unwrap_err(), "must_play");
    let round = pass(false).unwrap();
    assert_eq!(line(&round).turn(), Some(seat("A")));
    let free = rules("block", json!({"must_play": false}));
    let before = of_plays(
        "block",
        json!({"must_play": false}),
        2,
        PlaysReport {
            deal: Some(deal("A: 6-6 0-1 0-2 0-3 0-4 0-5 1-2; B: 0-6 1-1 1-3 1-4 1-5 2-2 2-3")),
            ..plays("A", "A 6-6@lead")
        },
    );
    assert_eq!(line(&before.unwrap()).may(free.lines().unwrap()), [May::Play, May::Pass]);
}

#[test]
fn draw_count_and_play_drawn() {
    let turn = |draw: Value, turn: &str| {
        let options = json!({"draw": draw});
        of_plays("chickenfoot", options, 2, plays("A", &format!("A 6-6@lead; {turn}"))).map(|_| ())
    };
    let once = json!({"count": "one", "play_drawn": false});
    let play = json!({"count": "one", "play_drawn": true});
    let until = json!({"count": "until", "play_drawn": true});
    let none = json!({"count": "none", "play_drawn": false});
    assert_eq!(turn(once.clone(), "B draw:0-6 pass"), Ok(()));
    assert_eq!(turn(once.clone(), "B draw:0-6 0-6@6-6/W"), Err("drew_and_played".into()));
    assert_eq!(turn(once.clone(), "B drew:2 pass"), Err("drew_too_many".into()));
    assert_eq!(turn(once, "B pass"), Err("must_draw".into()));
    assert_eq!(turn(play.clone(), "B draw:0-6 0-6@6-6/W"), Ok(()));
    assert_eq!(turn(play, "B draw:0-6 pass"), Err("must_play".into()));
    assert_eq!(turn(until.clone(), "B draw:1-1,0-6 0-6@6-6/W"), Ok(()));
    assert_eq!(turn(until.clone(), "B draw:0-6,1-1 0-6@6-6/W"), Err("must_play".into()));
    assert_eq!(turn(until, "B drew:3 pass"), Err("must_draw".into()));
    assert_eq!(turn(none.clone(), "B pass"), Ok(()));
    assert_eq!(turn(none, "B drew:1 pass"), Err("no_drawing".into()));
}

#[test]
fn draw_reserve() {
    for (reserve, most) in [(0, 18), (1, 17), (2, 16)] {
        let pass = |drew: usize| {
            let options = json!({"draw": {"reserve": reserve}});
            of_plays("hathaway", options, 2, plays("A", &format!("A 6-6@lead; B drew:{drew} pass")))
        };
        assert!(pass(most).is_ok(), "{reserve}");
        assert_eq!(pass(most - 1).unwrap_err(), "must_draw");
        if reserve > 0 {
            assert_eq!(pass(most + 1).unwrap_err(), "drew_too_many");
        } else {
            assert_eq!(pass(most + 1).unwrap_err(), "boneyard_empty");
        }
        let round = pass(most).unwrap();
        assert_eq!(line(&round).boneyard(), reserve);
    }
}

#[test]
fn arms() {
    for (arms, sides) in [(2, "W E"), (4, "W E N S"), (6, "W E N S NE SW"), (8, "W E N S NE SW NW SE")] {
        let rules = rules("hathaway", json!({"arms": {"opening_double": arms}}));
        let open = layout(&rules, &[(tile("5-5"), At::Lead)]).open_places();
        let names: Vec<String> = open.iter().map(|place| place.at.to_string()).collect();
        let expected: Vec<String> = sides.split(' ').map(|side| format!("5-5/{side}")).collect();
        assert_eq!(names, expected);
    }
    for (arms, places) in [(1, "4-4/far"), (2, "4-4/end1 4-4/end2"), (3, "4-4/far 4-4/end1 4-4/end2")] {
        let rules = rules("hathaway", json!({"arms": {"later_double": arms}}));
        let placed = [(tile("4-5"), At::Lead), (tile("4-4"), at("4-5/4"))];
        let open = layout(&rules, &placed).open_places();
        let names: Vec<String> = open.iter().map(|place| place.at.to_string()).collect();
        assert_eq!(names.join(" "), format!("4-5/5 {places}"));
    }
}

#[test]
fn obligations() {
    let six = rules("chickenfoot", json!({"arms": {"opening_double": 6}, "obligation": {"opening": 6}}));
    let two = rules("chickenfoot", json!({"arms": {"opening_double": 2}, "obligation": {"opening": 2}}));
    let none = rules("chickenfoot", json!({"obligation": {"opening": 0, "later": 0}}));
    let placed = [(tile("6-6"), At::Lead), (tile("1-6"), at("6-6/W")), (tile("2-6"), at("6-6/E"))];
    assert_eq!(layout(&six, &placed).owed(), 4);
    assert_eq!(layout(&two, &placed).owed(), 0);
    assert!(layout(&two, &placed).locked_places().is_empty());
    assert_eq!(layout(&none, &placed).open_values(), [6, 1, 2]);
    // A foot of which one toe is owed keeps the others open afterwards.
    let one = rules("chickenfoot", json!({"obligation": {"opening": 0, "later": 1}}));
    let mut table = layout(&one, &[(tile("1-6"), At::Lead), (tile("1-1"), at("1-6/1"))]);
    assert_eq!(table.open_values(), [1]);
    let toe = table.judge(tile("1-2"), Some(&at("1-1/toe2"))).unwrap();
    table.join(tile("1-2"), toe, None);
    assert_eq!(table.open_values(), [6, 1, 2]);
}

/// A dead foot: all sevens ones lie, and 1-1 has one toe of three.
const DEAD_FOOT: &str = "A 6-6@lead; B 1-6@6-6/W; A 3-6@6-6/E; B 0-6@6-6/N; A 4-6@6-6/S; \
    B 0-1@0-6/0; A 1-2@0-1/1; B 1-4@4-6/4; A 1-3@3-6/3; B 1-1@1-6/1; A 1-5@1-1/toe1";

#[test]
fn waive_if_impossible_and_dead_ends() {
    let ends = |options: Value, more: &str| {
        let mut options = options;
        options["hand_size"] = json!({"2": 8});
        options["players"] = json!({"max": 2});
        of_plays("chickenfoot", options, 2, plays("A", &format!("{DEAD_FOOT}{more}")))
            .map(|round| line(&round).ending())
    };
    let dead = Ok(Some(Ending::Blocked { dead: true }));
    assert_eq!(ends(json!({}), ""), dead);
    assert_eq!(ends(json!({"block": {"dead_ends": "exhaust"}}), ""), Ok(None));
    let waived = json!({"obligation": {"waive_if_impossible": true}});
    assert_eq!(ends(waived.clone(), ""), Ok(None));
    assert_eq!(ends(waived, "; B 2-3@1-2/2"), Ok(None));
    let exhaust = json!({"block": {"dead_ends": "exhaust"}});
    assert_eq!(ends(exhaust, "; B 2-3@1-2/2"), Err("obligation".into()));
    // With `exhaust` the boneyard is drawn dry, one by one.
    let passes = "; B drew:1 pass; A drew:1 pass".repeat(6);
    assert_eq!(ends(json!({"block": {"dead_ends": "exhaust"}}), &passes), dead);
}

#[test]
fn out_on_double() {
    let play = |option: &str, more: &str| {
        let options = json!({"end": {"out_on_double": option}, "hand_size": {"2": 2},
                             "obligation": {"opening": 0}});
        let report = plays("A", &format!("A 6-6@lead; B 1-6@6-6/W; A 1-1@1-6/1{more}"));
        of_plays("chickenfoot", options, 2, PlaysReport { hands: Some(shown("B: 7")), ..report })
    };
    let end = |round: Result<Round, String>| {
        let outcome = round.unwrap().outcome.unwrap();
        (outcome.end, points(&outcome.score))
    };
    let domino = Some(RoundEnd::Lines(Ending::Domino(seat("A"))));
    assert_eq!(end(play("allowed", "")), (domino, "A 0, B 7".to_owned()));
    assert_eq!(end(play("penalty_50", "")), (domino, "A 50, B 7".to_owned()));
    assert_eq!(play("foot_must_be_finished", "").unwrap_err(), "round_not_over");
    let filled =
        "; B drew:1 pass; B 1-2@1-1/toe1; B drew:1 pass; B 1-3@1-1/toe2; B drew:1 pass; B 1-4@1-1/toe3";
    assert_eq!(end(play("foot_must_be_finished", filled)), (domino, "A 0, B 7".to_owned()));
    // As hands, the table says so.
    let rules = rules("chickenfoot", json!({"end": {"out_on_double": "penalty_50"}}));
    let report = HandsReport { out_on_double: Some(true), ..self::domino("A", "B: 7") };
    assert_eq!(points(&score(&rules, seating(&rules, 2), report)), "A 50, B 7");
}

use crate::support::domino;

#[test]
fn double_blank() {
    for (value, expected) in [(0, "A 0, B 3"), (25, "A 0, B 28"), (50, "A 0, B 53")] {
        let options = json!({"pips": {"double_blank": value}});
        let scored = scored("chickenfoot", options, 2, false, domino("A", "B: 0-0 1-2"));
        assert_eq!(scored, format!("{expected} | A"));
    }
}

#[test]
fn score_method() {
    let penalty =
        json!({"score": {"method": "own_penalty"}, "match": {"goal": "low"}, "players": {"partners": false}});
    assert_eq!(scored("block", penalty, 2, false, domino("A", "B: 5-6")), "A 0, B 11 | A");
    let takes = json!({"score": {"method": "winner_takes"}, "match": {"goal": "high"}});
    assert_eq!(scored("chickenfoot", takes, 2, false, domino("A", "B: 5-6")), "A 11, B 0 | A");
}

#[test]
fn lead_tile() {
    let leads = |tile: &str| {
        let rules = rules("block", json!({"lead": {"tile": tile}}));
        LeadDuty::of(&rules, rules.lines().unwrap(), 1, Tiles::NONE).leads(set("0-1 1-1 2-2"))
    };
    assert_eq!(leads("any"), tiles("0-1 1-1 2-2"));
    assert_eq!(leads("double_if_held"), tiles("1-1 2-2"));
    let hathaway = rules("hathaway", json!({}));
    let duty = LeadDuty::of(&hathaway, hathaway.lines().unwrap(), 1, Tiles::NONE);
    assert_eq!(duty.leads(set("0-1 1-1 2-2")), tiles("2-2"), "that_tile");
}

#[test]
fn lead_none() {
    let nobody = || std::collections::BTreeMap::from([(seat("A"), set("0-1")), (seat("B"), set("0-2"))]);
    for (none, redeal, drawn) in [("redeal", true, false), ("draw_in_turn", false, true)] {
        let rules = rules("chickenfoot", json!({"lead": {"none": none}}));
        let duty = LeadDuty::of(&rules, rules.lines().unwrap(), 1, Tiles::NONE);
        let lead = lead_by_double(&rules, &duty, &nobody());
        assert_eq!((lead.leader, lead.redeal, duty.is_drawn_for()), (None, redeal, drawn));
    }
    // Drawn for in turn, one each; who draws a double opens.
    let round = |turns| of_plays("chickenfoot", json!({}), 2, plays("", turns));
    let opened = round("B draw:0-1 pass; A draw:0-2 pass; B draw:3-3 3-3@lead").unwrap();
    assert_eq!((opened.leader, opened.lead), (Some(seat("B")), Some(tile("3-3"))));
    assert_eq!(line(&opened).turn(), Some(seat("A")));
    assert_eq!(line(&opened).boneyard(), 28 - 10 - 3);
    assert_eq!(round("B drew:2 pass").unwrap_err(), "drew_too_many");
    assert_eq!(round("B draw:1-1 pass; A drew:1 pass").unwrap_err(), "must_play");
    // In Block any tile may be led (`any`).
    assert!(of_plays("block", json!({}), 2, plays("A", "A 0-1@lead")).is_ok());
}

#[test]
fn lead_first() {
    let duty = |options: Value| {
        let rules = rules("block", options);
        let lead = next_lead_text(&rules);
        (lead.contains("highest double"), lead)
    };
    assert!(!duty(json!({})).0);
    assert!(!duty(json!({"lead": {"first": "lot"}})).0);
    let by_double = json!({"lead": {"first": "highest_double", "tile": "that_tile", "none": "redeal", "later": "same_as_first"}});
    assert!(duty(by_double).0);
}

fn next_lead_text(rules: &Ruleset) -> String {
    game(rules, 2, false).next_lead().unwrap().text
}

/// The leader of the second round after one that B led and A won.
fn second_leader(word: &str, options: Value) -> Option<String> {
    let rules = rules(word, options);
    let mut game = game(&rules, 3, false);
    let mut first = points_report("A 9, B 0, C 0");
    if let Report::Points(points) = &mut first {
        points.leader = Some(seat("B"));
    }
    send(&mut game, Command::AddRound(first)).unwrap();
    game.next_lead().unwrap().seat.map(|seat| seat.to_string())
}

#[test]
fn lead_later() {
    let later = |word: &str, later: &str| second_leader(word, json!({"lead": {"later": later}}));
    assert_eq!(second_leader("block", json!({})).as_deref(), Some("C"), "rotate");
    assert_eq!(later("block", "rotate").as_deref(), Some("C"));
    assert_eq!(later("block", "round_winner").as_deref(), Some("A"));
    assert_eq!(later("block", "redraw"), None);
    assert_eq!(later("hathaway", "same_as_first"), None);
    assert_eq!(later("hathaway", "round_winner").as_deref(), Some("A"));
    // After a drawn round the same seat leads again.
    let rules = rules("block", json!({"lead": {"later": "round_winner"}}));
    let mut game = game(&rules, 2, false);
    let report = HandsReport { leader: Some(seat("B")), ..blocked("A: 1-3; B: 2-2") };
    send(&mut game, Command::AddRound(Report::Hands(report))).unwrap();
    assert_eq!(game.next_lead().unwrap().seat, Some(seat("B")));
}

#[test]
fn lead_schedule() {
    let duty = |schedule: &str, round: usize, led: &str| {
        let rules = rules("chickenfoot", json!({"lead": {"schedule": schedule}}));
        LeadDuty::of(&rules, rules.lines().unwrap(), round, set(led))
    };
    let hand = set("6-6 5-5 3-3 1-2");
    assert_eq!(duty("highest_held", 3, "6-6 5-5").leads(hand), tiles("6-6"));
    assert_eq!(duty("descending_draw", 1, "").leads(hand), tiles("6-6"));
    assert_eq!(duty("descending_draw", 3, "").leads(hand), tiles(""));
    assert!(duty("descending_draw", 3, "").is_drawn_for());
    assert_eq!(duty("descending_draw", 7, "").leads(set("0-0")), tiles("0-0"));
    assert_eq!(duty("descending_draw", 8, "").leads(hand), tiles("6-6"), "an extra round starts again");
    assert_eq!(duty("descending_burn", 2, "5-5").leads(hand), tiles("3-3"), "6-6 was skipped for good");
    assert_eq!(duty("descending_burn", 5, "0-0").leads(hand), tiles("6-6"), "none is left, so from the top");
    assert_eq!(duty("highest_unused_held", 2, "5-5").leads(hand), tiles("6-6"));
    assert_eq!(duty("highest_unused_held", 3, "5-5 6-6").leads(hand), tiles("3-3"));
    // In a game: the double that opened before is refused.
    let unused = rules("chickenfoot", json!({"lead": {"schedule": "highest_unused_held"}}));
    let before = Before { round: 2, led: set("6-6"), ..Before::default() };
    let report = Report::Plays(plays("A", "A 6-6@lead"));
    let refused = Round::of(&unused, Seating::individual(2), &before, &report).unwrap_err();
    assert_eq!(refused[0].refusal.code(), "double_led_before");
    let scheduled = rules("chickenfoot", json!({"lead": {"schedule": "descending_draw"}}));
    let refused = Round::of(&scheduled, Seating::individual(2), &before, &report).unwrap_err();
    assert_eq!(refused[0].refusal.code(), "wrong_lead");
}

/// The standing after rounds of points.
fn standing(word: &str, options: Value, rounds: &[&str]) -> (Option<usize>, String) {
    let rules = rules(word, options);
    let mut game = game(&rules, 2, false);
    for round in rounds {
        if game.is_finished() {
            break;
        }
        send(&mut game, Command::AddRound(points_report(round))).unwrap();
    }
    let standing = game.standing();
    let winners: Vec<String> = standing.winners.iter().map(ToString::to_string).collect();
    (standing.finished_after, winners.join(" "))
}

#[test]
fn match_tie() {
    let level = ["A 5, B 0", "A 0, B 4", "A 0, B 1"];
    let with = |tie: &str, more: &[&str]| {
        let rounds: Vec<&str> = level.iter().chain(more).copied().collect();
        standing("chickenfoot", json!({"match": {"tie": tie, "rounds": 3}}), &rounds)
    };
    assert_eq!(with("joint", &[]), (Some(3), "A B".into()));
    // A won two rounds (0 points), B one.
    assert_eq!(with("most_rounds_won", &[]), (Some(3), "A".into()));
    assert_eq!(with("extra_round", &[]), (None, String::new()));
    assert_eq!(with("extra_round", &["A 3, B 3"]), (None, String::new()));
    assert_eq!(with("extra_round", &["A 3, B 3", "A 2, B 0"]), (Some(5), "B".into()));
    let even = ["A 5, B 0", "A 0, B 5"];
    let options = json!({"match": {"tie": "most_rounds_won", "rounds": 2}});
    assert_eq!(standing("chickenfoot", options, &even), (Some(2), "A B".into()), "equal there too");
    let four = ["A 10, B 10"; 4];
    assert_eq!(standing("buildup", json!({}), &four), (Some(4), "A B".into()));
    let extra = json!({"match": {"tie": "extra_game"}});
    let eight = [&four[..], &["A 50, B 0", "A 1, B 1", "A 1, B 1", "A 1, B 1"][..]].concat();
    assert_eq!(standing("buildup", extra.clone(), &eight[..7]), (None, String::new()));
    assert_eq!(standing("buildup", extra, &eight), (Some(8), "A".into()));
}

#[test]
fn match_type_target_rounds_and_goal() {
    assert_eq!(standing("block", json!({"match": {"target": 150}}), &["A 120", "A 29"]), (None, "".into()));
    assert_eq!(
        standing("block", json!({"match": {"target": 150}}), &["A 120", "A 30"]),
        (Some(2), "A".into())
    );
    let rounds = json!({"match": {"type": "rounds", "rounds": 2}});
    assert_eq!(standing("block", rounds, &["A 120", "B 130"]), (Some(2), "B".into()));
    let low = json!({"match": {"type": "target", "target": 20}});
    assert_eq!(standing("chickenfoot", low.clone(), &["A 19, B 0"]), (None, "".into()));
    assert_eq!(standing("chickenfoot", low, &["A 19, B 0", "A 1, B 0"]), (Some(2), "B".into()));
    // Equal totals over the target are played on.
    let share = json!({"block": {"tie": "share"}, "match": {"target": 10}});
    let rules = rules("hathaway", share);
    let mut game = game(&rules, 3, false);
    let report = || Report::Hands(blocked("A: 2-6; B: 3-5; C: 6-6 5-6"));
    send(&mut game, Command::AddRound(report())).unwrap();
    assert_eq!(points(&game.rounds()[0].round.outcome.as_ref().unwrap().score), "A 15, B 15, C 0");
    assert!(!game.is_finished());
    send(&mut game, Command::AddRound(points_report("B 1"))).unwrap();
    assert_eq!(game.standing().winners, [side("B")]);
}

const LINES: &str = "A1 0-0 A2 1-2 A3 1-3 A4 1-4 A5 1-5 A6 1-6 B1 0-1 B2 0-2 B3 0-3 B4 0-4 B5 0-5 B6 0-6";

pub fn initial() -> Vec<Top> {
    let words: Vec<&str> = LINES.split_whitespace().collect();
    words.chunks(2).map(|pair| Top { at: at(pair[0]), tile: tile(pair[1]), seat: None }).collect()
}

/// A first hand: A covers with 6-6 and 5-6, B with 5-5; the rest is set aside or placed.
fn hand_of_build_up(options: Value) -> Score {
    let rules = rules("buildup", options);
    let report = PlaysReport {
        initial: Some(initial()),
        hands: Some(shown("A: 0-1 0-2; B: 0-0")),
        ..plays(
            "A",
            "A 6-6@B1; B 5-5@A2; A 5-6@B2; B 4-4@A3; A 4-6@B3; B 3-3@A4; A 4-5@B4; B 2-2@A5; A pass; \
                 B 1-1@A6; A pass; B pass",
        )
    };
    round(&rules, Seating::individual(2), Report::Plays(report)).unwrap().outcome.unwrap().score
}

#[test]
fn buildup_score_and_set_aside() {
    let by = |options: Value| points(&hand_of_build_up(json!({"buildup": options})));
    // A shows 0-0 and 12 + 11 + 10 + 9; B shows 10 + 8 + 6 + 4 + 2 and 0-5, 0-6.
    assert_eq!(by(json!({})), "A 42, B 41");
    assert_eq!(by(json!({"score": "tops_excluding_initial"})), "A 42, B 30");
    assert_eq!(by(json!({"score": "played_this_hand"})), "A 42, B 30");
    assert_eq!(by(json!({"set_aside_penalty": true})), "A 39, B 41");
}

#[test]
fn buildup_cover_double_equal() {
    for (equal, allowed) in [(true, true), (false, false)] {
        let rules = rules("buildup", json!({"buildup": {"cover_double_equal": equal}}));
        assert_eq!(cover(rules.stacks().unwrap(), tile("1-3"), tile("2-2")).is_ok(), allowed);
        assert!(cover(rules.stacks().unwrap(), tile("1-4"), tile("2-2")).is_ok());
        assert!(cover(rules.stacks().unwrap(), tile("1-2"), tile("2-2")).is_err());
    }
}

#[test]
fn buildup_leader_later_hands() {
    let second = |option: &str, first_points: &str| {
        let rules = rules("buildup", json!({"buildup": {"leader_later_hands": option}}));
        let mut game = game(&rules, 2, false);
        let mut report = points_report(first_points);
        if let Report::Points(points) = &mut report {
            points.leader = Some(seat("A"));
        }
        send(&mut game, Command::AddRound(report)).unwrap();
        game.next_lead().unwrap().seat.map(|seat| seat.to_string())
    };
    assert_eq!(second("same", "A 1, B 2").as_deref(), Some("A"));
    assert_eq!(second("alternate", "A 1, B 2").as_deref(), Some("B"));
    assert_eq!(second("loser", "A 2, B 1").as_deref(), Some("B"));
    assert_eq!(second("loser", "A 1, B 1").as_deref(), Some("A"), "level: who led");
    assert_eq!(second("continue_turn", "A 1, B 2"), None, "the plays are not known");
    // As plays: B placed the last tile, so A goes on.
    let rules = rules("buildup", json!({"buildup": {"leader_later_hands": "continue_turn"}}));
    let mut game = game(&rules, 2, false);
    let report = PlaysReport {
        initial: Some(initial()),
        hands: Some(shown("A: 0-1 0-2 1-1 3-4 2-3; B: 0-0 1-2 1-3 1-4 2-4")),
        ..plays("A", "A 6-6@B1; B 5-5@A2")
    };
    let refused = send(&mut game, Command::AddRound(Report::Plays(report.clone()))).unwrap_err();
    assert_eq!(refused[0].refusal.code(), "not_blocked", "hands that could go on are refused");
    let turns = "A 6-6@B1; B 5-5@A2; A 5-6@B2; B 4-4@A3; A 4-6@B3; B 3-3@A4; A 4-5@B4; B 2-2@A5; A pass; \
                 B 1-1@A6; A pass; B pass";
    let report = PlaysReport { hands: None, turns: crate::support::turns(turns), ..report };
    send(&mut game, Command::AddRound(Report::Plays(report))).unwrap();
    assert_eq!(game.next_lead().unwrap().seat, Some(seat("A")));
}

#[test]
fn set_hand_size_and_players() {
    let nine = rules("chickenfoot", json!({"set": {"max_pip": 9}}));
    assert_eq!((nine.tiles(), nine.players().max, nine.matching().rounds), (55, 6, Some(10)));
    let twelve = rules("chickenfoot", json!({"set": {"max_pip": 12}}));
    assert_eq!((twelve.players().max, twelve.lines().unwrap().hand_size.of(10)), (10, 7));
    let sizes = rules("hathaway", json!({"hand_size": {"2": 7, "3": 6, "4": 5}}));
    let sizes: Vec<u8> = (2..=4).map(|players| sizes.lines().unwrap().hand_size.of(players)).collect();
    assert_eq!(sizes, [7, 6, 5]);
    let many = rules("basic12", json!({"players": {"max": 12}}));
    assert!(many.seating(12, false).is_ok());
    assert!(rules("block", json!({})).seating(5, false).is_err());
    assert!(rules("block", json!({"players": {"partners": false}})).seating(4, true).is_err());
    let right = rules("block", json!({"players": {"direction": "counter_clockwise"}}));
    assert_eq!(right.players().direction, Direction::CounterClockwise);
}

/// Every parameter of every variant can be set to every word that it lists, on its own or with
/// what the contradiction names; and what is accepted says so when it is read back.
#[test]
fn every_listed_value_is_selectable() {
    for variant in Variant::ALL {
        for parameter in Ruleset::standard(variant).parameters() {
            for word in &parameter.values {
                let value: Value = serde_json::from_str(word).unwrap_or_else(|_| json!(word));
                if value.is_string() && word.contains(' ') {
                    continue;
                }
                let options = nested(&json!({ parameter.key.as_str(): value }));
                let overrides: Overrides = serde_json::from_value(options).unwrap();
                match Ruleset::new(variant, &overrides) {
                    Ok(rules) => {
                        let set = rules.parameters().into_iter().find(|p| p.key == parameter.key).unwrap();
                        assert_eq!(set.value, *word, "{variant:?} {}", parameter.key);
                    }
                    Err(problems) => {
                        assert!(
                            problems.iter().all(|problem| !problem.message.contains("expected")),
                            "{variant:?} {} = {word}: {problems:?}",
                            parameter.key
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn contradictions_are_all_reported_at_once() {
    let found = problems(
        "chickenfoot",
        json!({"arms": {"opening_double": 2, "later_double": 1}, "match": {"goal": "high", "target": 5},
               "draw": {"count": "until"}, "lead": {"tile": "any", "schedule": "descending_draw", "later": "rotate"},
               "end": {"partners": "both_out"}, "players": {"min": 9, "max": 3}}),
    );
    let paths: Vec<&str> = found.iter().filter_map(|text| text.split(':').next()).collect();
    for path in [
        "/obligation/opening",
        "/obligation/later",
        "/match/goal",
        "/match/target",
        "/draw/play_drawn",
        "/lead/schedule",
        "/end/partners",
        "/players/max",
    ] {
        assert!(paths.contains(&path), "{path} of {found:#?}");
    }
    for (word, options, path) in [
        ("block", json!({"draw": {"reserve": 1}}), "/draw/reserve"),
        ("block", json!({"hand_size": {"4": 8}}), "/players/max"),
        ("block", json!({"hand_size": {"2": 0}}), "/hand_size"),
        ("block", json!({"match": {"tie": "extra_round"}}), "/match/tie"),
        ("block", json!({"match": {"tie": "extra_game"}}), "/match/tie"),
        ("block", json!({"match": {"target": 0}}), "/match/target"),
        ("block", json!({"end": {"out_on_double": "penalty_50"}}), "/end/out_on_double"),
        ("block", json!({"lead": {"first": "highest_double"}}), "/lead/none"),
        ("block", json!({"lead": {"tile": "that_tile"}}), "/lead/tile"),
        ("chickenfoot", json!({"players": {"partners": true}}), "/players/partners"),
        ("chickenfoot", json!({"match": {"rounds": 0}}), "/match/rounds"),
        ("chickenfoot", json!({"pips": {"double_blank": 60000}}), "/pips/double_blank"),
        ("buildup", json!({"match": {"rounds": 6}}), "/match/rounds"),
        ("buildup", json!({"players": {"max": 3}}), "/players"),
        ("buildup", json!({"set": {"max_pip": 9}}), "/set/max_pip"),
        ("buildup", json!({"draw": {"count": "one"}}), "/draw"),
        ("block", json!({"buildup": {"score": "played_this_hand"}}), "/buildup"),
        ("block", json!({"set": {"max_pip": 7}}), "/set/max_pip"),
        ("block", json!({"set": {"max_pip": 255}}), "/set/max_pip"),
        ("basic12", json!({"players": {"max": 13}}), "/players/max"),
    ] {
        let found = problems(word, options.clone());
        assert!(
            found.iter().any(|text| text.starts_with(&format!("{path}: "))),
            "{word} {options}: {found:?}"
        );
    }
}

#[test]
fn unknown_keys_and_wrong_words_are_named() {
    let found = problems(
        "block",
        json!({"blok": {}, "block": {"ties": "share", "tie": "sher"}, "must_play": "yes", "match": 7,
               "hand_size": {"two": 7}, "draw": {"reserve": -1, "count": 3}, "lead": null}),
    );
    let text = found.join("\n");
    for part in [
        "/blok: there is no such section",
        "/block/ties: there is no such parameter",
        "/block/tie: \"sher\" is not possible here; expected: none, lightest_tile, lightest_tile_then_next, share, opener",
        "/must_play: \"yes\" is not possible here; expected: true, false",
        "/match: expected an object",
        "/hand_size: ",
        "/draw/reserve: -1 is not possible here",
        "/draw/count: 3 is not possible here; expected: none, one, until",
    ] {
        assert!(text.contains(part), "{part} in\n{text}");
    }
    assert_eq!(found.len(), 8, "{text}");
    assert_eq!(problems("block", json!([])), [": expected an object"]);
    assert!(problems("block", json!({"match": {"target": 150.0}})).is_empty(), "a whole number is one");
    assert_eq!(problems("block", json!({"match": {"target": 150.5}})).len(), 1);
}
