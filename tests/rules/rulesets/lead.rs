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
        assert_eq!((lead.leader, lead.redeal, duty.drawn_for), (None, redeal, drawn));
    }
    // Drawn for in turn, one each; who draws a double opens.
    let round = |turns| of_plays("chickenfoot", json!({}), 2, plays("", turns));
    let opened = round("B draw:0-1 pass; A draw:0-2 pass; B draw:3-3 3-3@lead").unwrap();
    assert_eq!((opened.leader, opened.lead), (Some(seat("B")), Some(tile("3-3"))));
    assert_eq!(line(&opened).turn(), Some(seat("A")));
    assert_eq!(line(&opened).boneyard(), 28 - 10 - 3);
    assert_eq!(round("B drew:2 pass").unwrap_err(), "drew_too_many");
    assert_eq!(round("B draw:1-1 pass").unwrap_err(), "must_lead", "who drew the double opens");
    assert_eq!(round("B drew:1 pass; A draw:1-1 pass").unwrap_err(), "must_lead");
    // If the table let it stand, the others do not draw on; whoever holds a higher double leads it.
    let passed = round("B draw:1-1 pass !").unwrap();
    assert_eq!(line(&passed).may(rules("chickenfoot", json!({})).lines().unwrap()), [May::Play]);
    assert_eq!(round("B draw:1-1 pass !; A drew:1 pass").unwrap_err(), "draw_on_lead");
    assert_eq!(round("B draw:1-1 pass !; A 0-0@lead").unwrap_err(), "wrong_lead");
    assert!(round("B draw:1-1 pass !; A 2-2@lead").is_ok());
    let opened = round("B draw:1-1 pass !; B 1-1@lead !").unwrap();
    assert_eq!((opened.leader, line(&opened).turn()), (Some(seat("B")), Some(seat("A"))));
    // In Block any tile may be led (`any`).
    assert!(of_plays("block", json!({}), 2, plays("A", "A 0-1@lead")).is_ok());
}

/// Where the highest double gives the lead but another tile may be led, its holder leads all the same.
#[test]
fn the_highest_double_leads_with_another_tile() {
    let dealt = |hands: &str, turns: &str, tile: &str, none: &str| {
        let options = json!({"lead": {"tile": tile, "none": none}, "hand_size": {"2": 2}});
        of_plays("hathaway", options, 2, PlaysReport { deal: Some(deal(hands)), ..plays("", turns) })
    };
    let hands = "A: 5-6 4-6; B: 1-1 0-3";
    let led = |turns: &str, tile: &str| dealt(hands, turns, tile, "redeal").map(|round| round.lead);
    assert_eq!(led("B 0-3@lead", "any"), Ok(Some(tile("0-3"))));
    assert_eq!(led("B 0-3@lead", "double_if_held"), Err("must_lead_double".into()));
    assert_eq!(led("B 1-1@lead", "double_if_held"), Ok(Some(tile("1-1"))));
    assert_eq!(led("A 5-6@lead", "any"), Err("wrong_leader".into()), "B holds the only double");
    let start = dealt(hands, "", "any", "redeal").unwrap();
    assert_eq!((start.leader, line(&start).turn()), (Some(seat("B")), Some(seat("B"))));
    // Nobody has a double: dealt again, or drawn for.
    let none = "A: 5-6 4-6; B: 0-1 0-3";
    assert_eq!(dealt(none, "", "any", "redeal").unwrap_err(), "redeal");
    assert_eq!(dealt(none, "", "that_tile", "redeal").unwrap_err(), "redeal");
    let drawn = |turns: &str| dealt(none, turns, "any", "draw_in_turn");
    assert_eq!(drawn("A 5-6@lead").unwrap_err(), "lead_needs_double");
    assert_eq!(drawn("A draw:2-2 pass").unwrap_err(), "must_lead");
    let opened = drawn("A draw:0-2 pass; B draw:2-2 0-3@lead").unwrap();
    assert_eq!((opened.leader, opened.lead), (Some(seat("B")), Some(tile("0-3"))));
    // Of hands that are not told, the double may be anywhere.
    let options = json!({"lead": {"tile": "any"}});
    assert!(of_plays("hathaway", options, 2, plays("", "A 5-6@lead")).is_ok());
}

#[test]
fn lead_by_double_names_who_leads_and_not_the_highest_tile() {
    let hands = || std::collections::BTreeMap::from([(seat("A"), set("5-6")), (seat("B"), set("1-1"))]);
    let lead = |options: Value, round: usize| {
        let rules = rules("hathaway", options);
        let duty = LeadDuty::of(&rules, rules.lines().unwrap(), round, Tiles::NONE);
        lead_by_double(&rules, &duty, &hands())
    };
    let first = lead(json!({"lead": {"tile": "any"}}), 1);
    assert_eq!((first.leader, first.tile), (Some(seat("B")), None), "{first:?}");
    let text = |lead: &Lead| lead.text.describe(&Names::LETTERS);
    assert_eq!(text(&first), "B holds 1-1 and leads with any tile; the turn then passes to the left");
    let first = lead(json!({"lead": {"later": "rotate"}}), 1);
    assert_eq!((first.leader, first.tile), (Some(seat("B")), Some(tile("1-1"))));
    let later = lead(json!({"lead": {"later": "rotate"}}), 2);
    assert_eq!((later.leader, later.redeal), (None, false), "{later:?}");
    let right = lead(json!({"players": {"direction": "counter_clockwise"}}), 1);
    assert_eq!(text(&right), "B leads with 1-1; the turn then passes to the right");
}

/// What was shown or played later proves that another double went before.
#[test]
fn shown_hands_prove_that_another_double_goes_before() {
    let found = |word: &str, options: Value, turns: &str, hands: &str| {
        let rules = rules(word, options);
        let report = PlaysReport { hands: Some(shown(hands)), ..plays("", turns) };
        let round = round(&rules, seating(&rules, 2), Report::Plays(report.clone())).unwrap();
        let left = round.outcome.unwrap().left;
        let found = findings(&rules, seating(&rules, 2), &Before::first(), &report, &left);
        found.iter().map(|it| (it.kind, it.text.describe(&Names::LETTERS))).collect::<Vec<_>>()
    };
    let hathaway = |turns: &str, hands: &str| {
        let options = json!({"hand_size": {"2": 2}, "draw": {"count": "none", "play_drawn": false}});
        found("hathaway", options, turns, hands)
    };
    let wrong = |text: &str| vec![(FindingKind::WrongLead, text.to_owned())];
    let short = "A 5-5@lead; B pass; A 1-5@5-5/W";
    assert_eq!(hathaway(short, "B: 6-6 0-0"), wrong("B held 6-6 when A led 5-5"));
    assert_eq!(hathaway(short, "B: 4-4 0-0"), []);
    assert_eq!(
        hathaway("A 5-5@lead; B 5-6@5-5/W; A pass; B 6-6@5-6/6", "A: 0-0"),
        wrong("B held 6-6 when A led 5-5")
    );
    // What was drawn since may have been drawn: one double of one unknown tile proves nothing.
    let drawing = |hands: &str| {
        found(
            "hathaway",
            json!({"hand_size": {"2": 2}}),
            "A 5-5@lead; B drew:1 0-5@5-5/E; A 1-5@5-5/W",
            hands,
        )
    };
    assert_eq!(drawing("B: 6-6 0-0"), []);
    // A double has to be led if the leader holds one; nobody has to play.
    let block = |options: Value, hands: &str| {
        let mut options = options;
        options["hand_size"] = json!({"2": 2});
        options["must_play"] = json!(false);
        found("block", options, "A 5-6@lead; B 0-5@left; A pass; B 0-1@0-5/0", hands)
    };
    assert_eq!(block(json!({}), "A: 3-3"), wrong("A held 3-3 when A led 5-6"));
    assert_eq!(block(json!({"lead": {"tile": "any"}}), "A: 3-3"), []);
}

/// The sentence says how the lead is found by these rules, and not by others.
#[test]
fn the_next_lead_in_words() {
    let text = |word: &str, options: Value, rounds: &[(&str, &str)]| {
        let mut game = game(&rules(word, options), 3, false);
        for (points, leader) in rounds {
            let mut report = points_report(points);
            if let Report::Points(report) = &mut report {
                report.leader = (!leader.is_empty()).then(|| seat(leader));
            }
            send(&mut game, Command::AddRound(report)).unwrap();
        }
        game.next_lead().unwrap().text.describe(&Names::LETTERS)
    };
    let block = |lead: Value, rounds: &[(&str, &str)]| text("block", json!({ "lead": lead }), rounds);
    let double = ", with a double if the hand has one";
    assert_eq!(
        block(json!({}), &[]),
        format!("round 1: the lead is drawn for, and the highest total leads{double}")
    );
    assert_eq!(block(json!({"first": "lot"}), &[]), format!("round 1: the table says who leads{double}"));
    let again = block(json!({"first": "lot", "later": "same_as_first"}), &[("A 1", "A")]);
    assert_eq!(again, format!("round 2: the table says who leads{double}"));
    let redraw = block(json!({"later": "redraw"}), &[("A 1", "A")]);
    assert_eq!(redraw, format!("round 2: the lead is drawn for, and the highest total leads{double}"));
    let rotate = "round 2: the player to the left of the one who led the previous round leads";
    assert_eq!(block(json!({}), &[("A 1", "")]), format!("{rotate}{double}"));
    assert_eq!(block(json!({}), &[("A 1", "C")]), format!("A leads round 2{double}"));
    let hathaway = |options: Value| text("hathaway", json!({ "lead": options }), &[]);
    assert_eq!(hathaway(json!({})), "round 1: whoever holds the highest double leads with it");
    assert_eq!(hathaway(json!({"tile": "any"})), "round 1: whoever holds the highest double leads");
    let scheduled = text("chickenfoot", json!({"lead": {"schedule": "descending_draw"}}), &[]);
    assert_eq!(scheduled, "round 1 opens with 6-6: whoever holds it leads with it");
    // The winner has left.
    let mut game = game(&rules("block", json!({"lead": {"later": "round_winner"}})), 3, false);
    send(&mut game, Command::AddRound(points_report("B 9"))).unwrap();
    let left = SeatNews::Left { seat: seat("B"), reason: None, after_turns: None };
    send(&mut game, Command::ChangeSeats { news: left, from_round: None }).unwrap();
    let text = game.next_lead().unwrap().text.describe(&Names::LETTERS);
    assert_eq!(
        text,
        format!("round 2: the winner of the previous round has left, so the table says who leads{double}")
    );
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
    assert!(duty("descending_draw", 3, "").drawn_for);
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
