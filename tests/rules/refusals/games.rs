//! The cases of points and of games.

use super::*;

pub fn cases_of_points_and_games() -> Vec<Case> {
    let left = || seated(SeatNews::Left { seat: seat("B"), reason: None, after_turns: None });
    let back = |from_round| Command::ChangeSeats {
        news: SeatNews::Returned { seat: seat("B"), after_turns: None },
        from_round,
    };
    let replaced = |letter: &str| {
        let player = "player-9".to_owned();
        seated(SeatNews::Replaced { seat: seat(letter), player, result: ResultFor::Leaver })
    };
    let round_of = |points: &str| Command::AddRound(points_report(points));
    let numbered = |round: usize, points: &str| match points_report(points) {
        Report::Points(report) => Report::Points(PointsReport { round: Some(round), ..report }),
        other @ (Report::Hands(_) | Report::Plays(_)) => other,
    };
    let started = |leader: &str| Command::AddRound(Report::Plays(plays(leader, "")));
    let seats = |word: &str, players: usize, partners: bool| {
        Game::start(created(&rules(word, json!({})), players, partners)).unwrap_err()
    };
    let amended = |rules: Value| {
        let rules = serde_json::from_value(rules).unwrap();
        Command::AmendRules { rules, reason: "it was agreed before".into() }
    };
    let pass = |round: usize| Command::TakeTurn { round, turn: turn("A pass") };
    vec![
        (
            "no_such_side",
            of_points("block", json!({"C": 5})),
            "/points/C",
            "there is no side \"C\" at this table; the sides are \"A\" and \"B\"",
        ),
        (
            "points_missing",
            of_points("chickenfoot", json!({"A": 5})),
            "/points/B",
            "B's points are missing: enter 0 if there were none",
        ),
        (
            "points_out_of_range",
            of_points("block", json!({"A": 70})),
            "/points/A",
            "A cannot have 70 points: from 0 to 69 are possible here",
        ),
        (
            "loser_scored",
            of_points("block", json!({"A": 5, "B": 6})),
            "/points/B",
            "A and B cannot both score: only the winner of a round scores",
        ),
        (
            "wrong_winner",
            of_won("A", json!({"B": 5})),
            "/winner",
            "A cannot have won: B scored, and only the winner of a round scores",
        ),
        (
            "game_finished",
            of_game(&["A 60", "A 40"], Command::AddRound(points_report("A 1"))),
            "",
            "the game is finished: A won (A 100, B 0)",
        ),
        (
            "round_running",
            of_game(&["turns A 6-6@lead"], Command::AddRound(points_report("A 1"))),
            "",
            "round 1 is still being played: finish it first",
        ),
        (
            "other_round",
            of_game(&["A 9"], Command::AddRound(numbered(1, "A 1"))),
            "/round",
            "round 1 is there already; the next one is round 2",
        ),
        ("no_such_round", of_game(&["A 9"], pass(2)), "", "there is no round 2: the game has 1 round"),
        (
            "no_turns",
            of_game(&["A 9"], pass(1)),
            "",
            "round 1 was recorded as points, not as plays, so it has no turns",
        ),
        (
            "nothing_to_undo",
            of_game(&["turns "], Command::UndoTurn { round: 1 }),
            "",
            "there is nothing to undo",
        ),
        (
            "round_voided",
            of_game(&["A 9", "void 1"], Command::Void { round: 1, reason: "again".into() }),
            "",
            "round 1 is voided: restore it first",
        ),
        ("not_voided", of_game(&["A 9"], Command::Restore { round: 1 }), "", "round 1 is not voided"),
        (
            "no_such_penalty",
            of_game(&["A 9"], Command::CancelPenalty { penalty: 3, reason: "gone".into() }),
            "",
            "there is no penalty 3: the game has 0 penalties",
        ),
        (
            "penalty_cancelled",
            of_game(&["fine", "pardon"], Command::CancelPenalty { penalty: 1, reason: "again".into() }),
            "",
            "penalty 1 is already cancelled",
        ),
        (
            "seat_empty",
            of_four(false, vec![left()], started("B")),
            "/leader",
            "B is not at the table in this round: the players are A, C and D",
        ),
        ("seat_taken", of_four(false, vec![], back(None)), "", "B has not left the table"),
        (
            "seat_unchanged",
            of_four(false, vec![round_of("A 5, B 0, C 0, D 0"), left()], back(Some(1))),
            "/from_round",
            "B's seat last changed in round 2 and cannot change before that",
        ),
        (
            "not_played_yet",
            of_four(false, vec![], replaced("B")),
            "/from_round",
            "B has not played before round 1, so nobody can take over: correct who sits there instead, with PUT …/seats",
        ),
        (
            "player_sits",
            of_four(false, vec![], seated(SeatNews::Joined { player: "player-2".to_owned(), start: 0 })),
            "",
            "C already plays in this game, or has played in it",
        ),
        (
            "seat_played",
            of_four(false, vec![], Command::RemoveSeat(seat("B"))),
            "",
            "B cannot be taken out of the game: this takes back that the last player joined or that a player returned, as long as nothing has been reported of the player since",
        ),
        (
            "partners_fixed",
            of_four(true, vec![], seated(SeatNews::Joined { player: "new".to_owned(), start: 0 })),
            "",
            "partners are four players: somebody can take over a seat, but nobody can join",
        ),
        (
            "amount_or_code",
            of_game(&["A 9"], fine(PenaltyAmount::default())),
            "/amount",
            "a penalty needs either an \"amount\" or the \"code\" of a penalty in the rules, but not both",
        ),
        (
            "no_such_penalty_code",
            agreed("early", None),
            "/code",
            "the rules of this game have no penalty \"early\"; they have \"late\"",
        ),
        (
            "bad_awarded_to",
            agreed("late", Some("A")),
            "/awarded_to",
            "\"awarded_to\" does not go with this penalty: its points count against the side that incurred it",
        ),
        (
            "no_such_bonus",
            of_game(&["A 9"], Command::CancelBonus { bonus: 3, reason: "gone".into() }),
            "",
            "there is no bonus 3: the game has 0 bonuses",
        ),
        (
            "bonus_cancelled",
            of_game(&["bonus", "take back"], Command::CancelBonus { bonus: 1, reason: "again".into() }),
            "",
            "bonus 1 is already cancelled",
        ),
        (
            "bonus_out_of_range",
            of_game(&["A 9"], Command::AddBonus(bonus("A", 0))),
            "/points",
            "a bonus is from 1 to 10000 points, not 0",
        ),
        (
            "bad_amount",
            of_game(&["A 9"], fine(PenaltyAmount { at_least: Some(9), ..PenaltyAmount::default() })),
            "/amount",
            "a penalty has exactly one of \"points\", \"percent_of_target\" (in a match to a target) and \"hand_pips\"",
        ),
        (
            "hand_unknown",
            of_game(&["A 9"], fine(PenaltyAmount { hand_pips: Some(true), ..PenaltyAmount::default() })),
            "/amount",
            "B's hand in round 0 is not known: give the \"points\" of the penalty in \"amount\"",
        ),
        (
            "amount_out_of_range",
            of_game(&["A 9"], fine(PenaltyAmount { points: Some(0), ..PenaltyAmount::default() })),
            "/amount/points",
            "\"points\" of a penalty must be from 1 to 10000, not 0",
        ),
        (
            "not_declared",
            of_game(&["A 9"], Command::Reopen),
            "",
            "the table did not end this match, so it cannot be reopened",
        ),
        (
            "game_deleted",
            of_game(&["A 9", "delete"], Command::UndoRound),
            "",
            "the game was deleted: restore it first",
        ),
        ("not_deleted", of_game(&["A 9"], Command::RestoreGame), "", "the game was not deleted"),
        (
            "forfeit_by",
            of_game(&["A 9"], ended(EndKind::Forfeit, None)),
            "/by",
            "a forfeit names the side that gave up in \"by\", and no other end does",
        ),
        (
            "result_missing",
            of_game(&[], ended(EndKind::ResultOnly, None)),
            "/scores",
            "a match of which only the result was noted needs the totals in \"scores\", or who won in \"winners\"",
        ),
        (
            "rounds_recorded",
            of_game(&["A 9"], ended(EndKind::ResultOnly, None)),
            "",
            "rounds of this match are recorded, so its result is not all that was noted: amend the rounds, or end the match in another way",
        ),
        (
            "too_many_rounds",
            of_large_game(MAX_ROUNDS, |_| Command::AddRound(points_report("A 1")), one_more()),
            "",
            "a game has at most 2000 rounds",
        ),
        (
            "too_many_turns",
            of_game(&[], Command::AddRound(Report::Plays(plays("A", &"A pass;".repeat(MAX_TURNS + 1))))),
            "/turns",
            "a round has at most 500 turns",
        ),
        (
            "too_many_game_turns",
            of_many_turns(0, one_more()),
            "",
            "a game that has 12000 turns takes no further round",
        ),
        (
            "too_many_corrections",
            of_large_game(
                usize::try_from(MAX_CORRECTIONS).unwrap() + 1,
                |change| match change {
                    0 => Command::AddRound(points_report("A 1")),
                    _ => Command::Amend { round: 1, report: points_report("A 2") },
                },
                Command::UndoRound,
            ),
            "",
            "a game can be corrected at most 500 times, and less often if each correction changes many rounds",
        ),
        (
            "too_many_changes",
            of_large_game(
                usize::try_from(MAX_EVENTS).unwrap() - 1,
                |_| Command::ChangeAbout { name: None, played_on: None, counts: Some(true), over: None },
                one_more(),
            ),
            "",
            "a game can be changed at most 20000 times",
        ),
        (
            "wrong_number_of_players",
            seats("block", 5, false),
            "/seats",
            "5 players cannot play this game: it is for 2 to 4",
        ),
        (
            "invalid_rules",
            of_game(&[], amended(json!({ "match": { "target": 0 } }))),
            "/rules/match/target",
            "a match to a target needs the total that ends it, at least 1 (match.target)",
        ),
        (
            "rules_unchanged",
            of_game(&[], amended(json!({ "match": { "target": 100 } }))),
            "/rules",
            "the game already has these rules",
        ),
        (
            "rules_misfit",
            of_game(&["A 9", "A 60"], amended(json!({ "hand_size": { "2": 3 } }))),
            "/rules",
            "round 2 does not fit these rules: A cannot have 60 points: from 0 to 33 are possible here",
        ),
        (
            "seated_as_partners",
            of_four(true, vec![], amended(json!({ "players": { "partners": false } }))),
            "/rules",
            "four play as partners in this game, so its rules must allow partners: to play without them, record another game",
        ),
        ("no_partners", seats("basic12", 4, true), "/seats", "this game is not played by partners"),
        ("partners_need_four", seats("hathaway", 3, true), "/seats", "partners must be four players, not 3"),
    ]
}
