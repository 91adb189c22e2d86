//! What may be led, and by whom.

use super::*;

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
    game(rules, 2, false).next_lead().unwrap().text.describe(&Names::LETTERS)
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
