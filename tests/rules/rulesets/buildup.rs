//! The options of Build Up.

use super::*;

const LINES: &str = "A1 0-0 A2 1-2 A3 1-3 A4 1-4 A5 1-5 A6 1-6 B1 0-1 B2 0-2 B3 0-3 B4 0-4 B5 0-5 B6 0-6";

pub fn initial() -> Vec<Top> {
    let words: Vec<&str> = LINES.split_whitespace().collect();
    words
        .chunks(2)
        .map(|pair| Top { at: at(pair[0]), tile: tile(pair[1]), seat: None, below: None })
        .collect()
}

/// The turns of a first hand on these lines.
pub const PLAYED_HAND: &str = "A 6-6@B1; B 5-5@A2; A 5-6@B2; B 4-4@A3; A 4-6@B3; B 3-3@A4; A 4-5@B4; B 2-2@A5; \
    A pass; B 1-1@A6; A pass; B pass";

/// A first hand: A covers with 6-6 and 5-6, B with 5-5; the rest is set aside or placed.
fn hand_of_build_up(options: Value) -> Score {
    let rules = rules("buildup", options);
    let report = PlaysReport {
        initial: Some(initial()),
        hands: Some(shown("A: 0-1 0-2; B: 0-0")),
        ..plays("A", PLAYED_HAND)
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
    // The lead is drawn for anew in each game of four hands, and stays within it.
    for (reckoning, sixth) in [(Reckoning::Second, "B"), (Reckoning::First, "A")] {
        let rules = rules("buildup", json!({"match": {"rounds": 8}}));
        let mut game = Game::start(Created { reckoning, ..created(&rules, 2, false) }).unwrap();
        for leader in [Some("A"), None, None, None, Some("B")] {
            let points = PointsReport {
                points: [(side("A"), 1), (side("B"), 2)].into(),
                leader: leader.map(seat),
                ..PointsReport::default()
            };
            send(&mut game, Command::AddRound(Report::Points(points))).unwrap();
        }
        assert_eq!(game.next_lead().unwrap().seat, Some(seat(sixth)), "{reckoning:?}");
    }
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
    let report = PlaysReport { hands: None, turns: crate::support::turns(PLAYED_HAND), ..report };
    send(&mut game, Command::AddRound(Report::Plays(report))).unwrap();
    assert_eq!(game.next_lead().unwrap().seat, Some(seat("A")));
}
