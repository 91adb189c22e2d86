//! The cases.

use super::*;

pub fn cases_of_turns() -> Vec<Case> {
    let three_toes = "A 6-6@lead; B 1-6@6-6/W; A 3-6@6-6/E; B 1-4@1-6/1";
    let both = json!({"seat": "A", "play": {"tile": "6-6"}, "pass": true});
    let both = PlaysReport { turns: vec![serde_json::from_value(both).unwrap()], ..plays("A", "") };
    let mut no_reason = plays("A", "A 6-6@lead; B 1-2@6-6/W ! >1");
    no_reason.turns[1].over = Some(Override { reason: "  ".into() });
    let mut mismatch = plays("A", "A 6-6@lead; B draw:0-1 0-6@6-6/W");
    mismatch.turns[1].drew = Some(2);
    let hathaway = |turns| of_plays("hathaway", json!({}), 2, plays("A", turns));
    let unused = rules("chickenfoot", json!({"lead": {"schedule": "highest_unused_held"}}));
    let before = Before { round: 2, led: set("5-5"), ..Before::default() };
    let led_before =
        Round::of(&unused, Seating::individual(2), &before, &Report::Plays(plays("A", "A 5-5@lead")));
    let any_tile = json!({"lead": {"tile": "any", "none": "draw_in_turn"}, "hand_size": {"2": 1}});
    let without_double = of_plays("hathaway", any_tile, 2, with_deal(plays("A", "A 0-1@lead"), "A: 0-1"));
    let build_up = PlaysReport { initial: Some(initial()), ..plays("A", "A 0-2@A6") };
    vec![
        (
            "not_in_set",
            of_turns("block", "A 7-7@lead"),
            "/turns/0/play/tile",
            "7-7 is not in the double-six set",
        ),
        (
            "tile_used",
            of_turns("block", "A 6-6@lead; B 6-6@6-6/W"),
            "/turns/1/play/tile",
            "6-6 is already on the table",
        ),
        (
            "held_by_other",
            of_plays("block", json!({}), 2, with_deal(plays("A", "A 6-6@lead; B 0-1@6-6/W"), HAND_A)),
            "/turns/1/play/tile",
            "0-1 is in A's hand",
        ),
        (
            "not_open",
            of_turns("block", "A 2-5@lead; B 5-6@2-5/6"),
            "/turns/1/play/at",
            "there is no open place \"2-5/6\"; the open places are 2-5/2 and 2-5/5",
        ),
        (
            "obligation",
            of_turns("chickenfoot", three_toes),
            "/turns/3/play/at",
            "6-6 must be filled first: 2 of its places are still free, so 1-6/1 is locked",
        ),
        (
            "no_match",
            of_turns("block", "A 2-5@lead; B 3-4@left"),
            "/turns/1/play/tile",
            "3-4 does not fit at 2-5/2: the open ends are 2 and 5",
        ),
        (
            "ambiguous_outlet",
            of_turns("block", "A 2-4@lead; B 2-3@left; A 4-5@right; B 3-5"),
            "/turns/3/play/at",
            "3-5 fits at 2-3/3 and 4-5/5: say where in \"at\"",
        ),
        (
            "no_cover",
            of_plays("buildup", json!({}), 2, build_up),
            "/turns/0/play/at",
            "0-2 cannot cover 1-6: it has fewer dots",
        ),
        (
            "out_of_turn",
            of_turns("block", "A 2-5@lead; A 5-6@right"),
            "/turns/1/seat",
            "it is B's turn, not A's",
        ),
        (
            "no_such_seat",
            of_turns("block", "A 2-5@lead; C pass"),
            "/turns/1/seat",
            "there is no seat C at this table of 2",
        ),
        (
            "play_or_pass",
            of_plays("block", json!({}), 2, both),
            "/turns/0",
            "a turn is either a play or a pass: give \"play\" or \"pass\": true, but not both",
        ),
        (
            "must_play",
            of_plays("block", json!({}), 2, with_deal(plays("A", "A 6-6@lead; B 1-6@6-6/W; A pass"), HAND_A)),
            "/turns/2/pass",
            "A holds 0-1, which fits, and a player who can play must play",
        ),
        (
            "must_draw",
            hathaway("A 6-6@lead; B drew:3 pass"),
            "/turns/1/pass",
            "B must draw before passing: 15 tiles can be drawn",
        ),
        (
            "no_drawing",
            of_turns("block", "A 6-6@lead; B drew:1 pass"),
            "/turns/1/drew",
            "there is no drawing in this game: a player who cannot play passes",
        ),
        (
            "drew_too_many",
            of_turns("chickenfoot", "A 6-6@lead; B drew:2 pass"),
            "/turns/1/drew",
            "2 tiles cannot be drawn: at most 1 may be drawn",
        ),
        (
            "boneyard_empty",
            hathaway("A 6-6@lead; B drew:19 pass"),
            "/turns/1/drew",
            "19 tiles cannot be drawn: the boneyard has only 18",
        ),
        (
            "drew_and_played",
            of_turns("chickenfoot", "A 6-6@lead; B draw:0-6 0-6@6-6/W"),
            "/turns/1/drew",
            "a drawn tile cannot be played in the same turn: draw one and pass",
        ),
        (
            "drawn_mismatch",
            of_plays("hathaway", json!({}), 2, mismatch),
            "/turns/1/drawn",
            "2 tiles were drawn, but 1 is named",
        ),
        (
            "not_in_hand",
            of_plays("block", json!({}), 2, with_deal(plays("A", "A 5-5@lead"), HAND_A)),
            "/turns/0/play/tile",
            "A does not hold 5-5",
        ),
        (
            "pass_on_lead",
            of_turns("block", "A pass"),
            "/turns/0/pass",
            "nothing has been played yet: A leads and cannot pass",
        ),
        (
            "must_lead_double",
            of_plays("block", json!({}), 2, with_deal(plays("A", "A 0-1@lead"), HAND_A)),
            "/turns/0/play/tile",
            "0-1 cannot be led: the lead must be a double",
        ),
        (
            "wrong_lead",
            of_plays("hathaway", json!({}), 2, with_deal(plays("B", "B 5-5@lead"), "A: 6-6 0-1 0-2 0-3 0-4")),
            "/turns/0/play/tile",
            "5-5 cannot be led: 6-6 must be led",
        ),
        (
            "draw_on_lead",
            hathaway("A drew:1 6-6@lead"),
            "/turns/0/drew",
            "nothing is drawn for the lead here",
        ),
        (
            "must_lead",
            of_plays("chickenfoot", json!({}), 2, plays("", "A draw:5-5 pass")),
            "/turns/0/drew",
            "A holds 5-5 and has to lead",
        ),
        (
            "lead_needs_double",
            without_double,
            "/turns/0/seat",
            "A cannot lead this round: whoever leads holds a double",
        ),
        (
            "redeal",
            of_plays(
                "hathaway",
                json!({"hand_size": {"2": 1}}),
                2,
                with_deal(plays("", ""), "A: 0-1; B: 0-2"),
            ),
            "/deal",
            "nobody holds a double: all tiles go back and are dealt again",
        ),
        (
            "double_led_before",
            first(led_before),
            "/turns/0/play/tile",
            "5-5 has already opened a round of this match and cannot open another",
        ),
        (
            "wrong_leader",
            of_turns("block", "B 6-6@lead"),
            "/turns/0/seat",
            "B cannot lead this round: A leads",
        ),
        (
            "reason_needed",
            of_plays("block", json!({}), 2, no_reason),
            "/turns/1/override/reason",
            "a reason of 1 to 500 characters is needed",
        ),
    ]
}

pub fn cases_of_plays() -> Vec<Case> {
    let deal_of = |dealt: &str| of_plays("block", json!({}), 2, with_deal(plays("A", ""), dealt));
    let blocked = "A 6-6@lead; B pass; A pass";
    let hands_after =
        |turns: &str, hands: &str| of_plays("block", json!({}), 2, with_hands(plays("A", turns), hands));
    let known = "A: 0-1 0-2 0-3 0-4 0-5 1-2; B: 0-6 1-1 1-3 1-4 1-5 2-2 2-3";
    let known_hand = with_hands(with_deal(plays("A", blocked), HAND_A), "A: 9; B: 20");
    let other_tiles = with_hands(with_deal(plays("A", blocked), HAND_A), "A: 0-1 0-2 0-3 0-4 0-5 5-5; B: 20");
    let out = "A 6-6@lead; B pass; A 1-6@left; B pass";
    let short = json!({"hand_size": {"2": 2}});
    let ended = PlaysReport {
        ending: Some(EndingWord::Blocked),
        ..with_hands(plays("A", "A 6-6@lead; B pass; A 1-6@left"), "B: 3")
    };
    vec![
        (
            "tile_twice",
            deal_of("A: 6-6 0-1 0-2 0-3 0-4 0-5 1-2; B: 6-6 1-1 1-3 1-4 1-5 2-2 2-3"),
            "/deal/B",
            "6-6 is named twice",
        ),
        ("hand_size", deal_of("A: 6-6 0-1"), "/deal/A", "A must have 7 tiles here, not 2"),
        (
            "round_over",
            of_plays("block", short.clone(), 2, plays("A", out)),
            "/turns/3",
            "the round is over: A is out",
        ),
        (
            "round_not_over",
            hands_after("A 6-6@lead", "A: 30; B: 40"),
            "",
            "the round is not over: record the passes, or show all hands as tiles, to say that it is blocked",
        ),
        (
            "not_blocked",
            hands_after("A 6-6@lead", known),
            "/hands/B",
            "B holds 0-6, which fits, so the round is not blocked",
        ),
        (
            "wrong_ending",
            of_plays("block", short, 2, ended),
            "/ending",
            "the plays ended differently: A is out",
        ),
        (
            "known_in_hand",
            of_plays("block", json!({}), 2, other_tiles),
            "/hands/A",
            "A is known to hold 1-2, which is missing here",
        ),
        (
            "too_few_pips",
            hands_after(blocked, "A: 40; B: 14"),
            "/hands/B",
            "B's hand cannot have 14 dots: at least 15",
        ),
        ("set_aside", tile_set_aside(), "/turns/0/play/tile", "0-1 was set aside and is out of the game"),
        (
            "wrong_pips",
            of_plays("block", json!({}), 2, known_hand),
            "/hands/A",
            "A's hand cannot have 9 dots: its known tiles have 18",
        ),
        (
            "wrong_shape",
            of_plays("buildup", json!({}), 2, plays("A", "")),
            "/initial",
            "give \"initial\": what lies on A1 to A6 and B1 to B6 before the first turn",
        ),
    ]
}

fn eleven_tops() -> HandsReport {
    HandsReport {
        hands: shown("A: 6-6 5-5 4-4 3-3 2-2 1-1; B: 6-6 5-5 4-4 3-3 2-2"),
        ..HandsReport::default()
    }
}

pub fn cases_of_hands() -> Vec<Case> {
    let block = |report| of_hands("block", json!({}), 2, report);
    let opener = json!({"block": {"tie": "opener"}});
    let no_out = HandsReport { out: None, ..domino("A", "B: 5") };
    let both = json!({"ending": "domino", "out": "A", "hands": {"B": {"pips": 3, "tiles": ["1-2"]}}});
    vec![
        (
            "wrong_tops",
            of_hands("buildup", json!({}), 2, eleven_tops()),
            "/hands",
            "11 tiles cannot show: there are 12 stacks, and each has a top",
        ),
        (
            "hand_missing",
            block(blocked("A: 5")),
            "/hands/B",
            "B's hand is missing: give its tiles or its pips",
        ),
        (
            "tiles_or_pips",
            block(serde_json::from_value(both).unwrap()),
            "/hands/B",
            "B's hand must have either \"tiles\" or \"pips\"",
        ),
        (
            "too_many_pips",
            block(domino("A", "B: 70")),
            "/hands/B",
            "B's hand cannot have 70 dots: at most 69",
        ),
        (
            "out_with_tiles",
            block(domino("A", "A: 1-1; B: 5")),
            "/hands/A",
            "A went out and cannot have tiles left",
        ),
        (
            "both_out",
            block(domino("A", "A:; B:")),
            "/hands/B",
            "A and B cannot both be out: the round ends when the first player goes out",
        ),
        (
            "blocked_with_out",
            block(blocked("A:; B: 5")),
            "/hands/A",
            "A has no tiles left, so the round was not blocked: it ended with a domino",
        ),
        (
            "out_missing",
            block(no_out.clone()),
            "/out",
            "nobody is said to have gone out: name the player in \"out\"",
        ),
        (
            "out_in_blocked",
            block(HandsReport { out: Some(seat("A")), ..blocked("A: 1; B: 2") }),
            "/out",
            "nobody goes out in a blocked round: leave out \"out\" and \"out_on_double\"",
        ),
        (
            "ending_missing",
            block(HandsReport { ending: None, ..no_out }),
            "/ending",
            "say how the round ended: \"ending\" is \"domino\" or \"blocked\"",
        ),
        (
            "tie_needs_tiles",
            block(blocked("A: 5; B: 5")),
            "/hands",
            "A and B are level: the lightest tile decides, so give their tiles and not only their dots",
        ),
        (
            "tie_needs_leader",
            of_hands("block", opener, 2, blocked("A: 5; B: 5")),
            "/hands",
            "A and B are level: who led the round decides, so name the \"leader\"",
        ),
    ]
}

/// A tile that was set aside in the first hand of Build Up, and is played in the second.
fn tile_set_aside() -> Problem {
    let mut game = game(&rules("buildup", json!({})), 2, false);
    let first = PlaysReport { initial: Some(initial()), ..plays("A", PLAYED_HAND) };
    send(&mut game, Command::AddRound(Report::Plays(with_hands(first, "A: 0-1 0-2; B: 0-0")))).unwrap();
    game.decide(Command::AddRound(Report::Plays(plays("", "A 0-1@A1")))).expect_err("refused").remove(0)
}
