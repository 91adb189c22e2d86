//! Each option is selectable and changes what it says; contradictions are all named.

mod amended;
mod buildup;
mod lead;
mod matches;
mod words;

pub use self::buildup::{PLAYED_HAND, initial};

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

/// What the winners of a blocked round are left with themselves counts as the table says.
#[test]
fn partner_tiles_count_in_blocked_rounds_too() {
    let by = |score: Value| {
        let options = json!({ "score": score });
        scored("hathaway", options, 4, true, blocked("A: 0-1; B: 0-5; C: 6-6; D: 0-6"))
    };
    assert_eq!(by(json!({})), "A+C 0, B+D 2 | B+D");
    assert_eq!(by(json!({"partner_tiles": "subtract"})), "A+C 0, B+D 2 | B+D");
    assert_eq!(
        by(json!({"partner_tiles": "add"})),
        "A+C 0, B+D 13 | B+D",
        "the difference of 2, and the own 11"
    );
    let minus_own = json!({"block": "sum_minus_own", "partner_tiles": "add"});
    assert_eq!(by(minus_own), "A+C 0, B+D 13 | B+D");
    assert_eq!(by(json!({"block": "opponents_total"})), "A+C 0, B+D 13 | B+D");
    let less_own = json!({"block": "opponents_total", "partner_tiles": "subtract"});
    assert_eq!(by(less_own), "A+C 0, B+D 2 | B+D");
    let and_own = json!({"block": "opponents_total", "partner_tiles": "add"});
    assert_eq!(by(and_own), "A+C 0, B+D 24 | B+D");
}

/// Everybody scores against the heavier hands, and one wins the round like any other.
#[test]
fn each_against_the_heavier_hands_has_a_winner() {
    let by = |tie: &str, players: usize, partners: bool, hands: &str| {
        let options = json!({"score": {"block": "each_vs_higher"}, "block": {"tie": tie}});
        scored("block", options, players, partners, blocked(hands))
    };
    let level = "A: 4-5; B: 0-1 2-6";
    assert_eq!(by("lightest_tile", 2, false, level), "A 0, B 0 | B");
    assert_eq!(by("none", 2, false, level), "A 0, B 0 | ");
    assert_eq!(by("share", 2, false, level), "A 0, B 0 | A B");
    assert_eq!(by("none", 3, false, "A: 1-2; B: 0-3; C: 6-6"), "A 9, B 9, C 0 | ");
    assert_eq!(by("none", 4, true, "A: 0-0; B: 0-1; C: 6-6; D: 0-2"), "A+C 0, B+D 9 | B+D");
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
        let open = layout(&rules, &[(tile("5-5"), Position::Lead)]).open_places();
        let names: Vec<String> = open.iter().map(|place| place.at.to_string()).collect();
        let expected: Vec<String> = sides.split(' ').map(|side| format!("5-5/{side}")).collect();
        assert_eq!(names, expected);
    }
    for (arms, places) in [(1, "4-4/far"), (2, "4-4/end1 4-4/end2"), (3, "4-4/far 4-4/end1 4-4/end2")] {
        let rules = rules("hathaway", json!({"arms": {"later_double": arms}}));
        let placed = [(tile("4-5"), Position::Lead), (tile("4-4"), at("4-5/4"))];
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
    let placed = [(tile("6-6"), Position::Lead), (tile("1-6"), at("6-6/W")), (tile("2-6"), at("6-6/E"))];
    assert_eq!(layout(&six, &placed).owed(), 4);
    assert_eq!(layout(&two, &placed).owed(), 0);
    assert!(layout(&two, &placed).locked_places().is_empty());
    assert_eq!(layout(&none, &placed).open_values(), [6, 1, 2]);
    // A foot of which one toe is owed keeps the others open afterwards.
    let one = rules("chickenfoot", json!({"obligation": {"opening": 0, "later": 1}}));
    let mut table = layout(&one, &[(tile("1-6"), Position::Lead), (tile("1-1"), at("1-6/1"))]);
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
