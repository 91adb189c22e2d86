//! How a match ends.

use super::*;

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
    assert_eq!(
        standing("block", json!({"match": {"target": 150}}), &["A 60", "A 60", "A 29"]),
        (None, "".into())
    );
    assert_eq!(
        standing("block", json!({"match": {"target": 150}}), &["A 60", "A 60", "A 30"]),
        (Some(3), "A".into())
    );
    let rounds = json!({"match": {"type": "rounds", "rounds": 2}});
    assert_eq!(standing("block", rounds, &["A 60", "B 65"]), (Some(2), "B".into()));
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
