//! The cases of points and of games.

use super::*;

pub fn cases_of_points_and_games() -> Vec<Case> {
    let left = || seated(SeatNews::Left { seat: seat("B"), reason: None });
    let back = |from_round| Command::ChangeSeats { news: SeatNews::Returned { seat: seat("B") }, from_round };
    let round_of = |points: &str| Command::AddRound(points_report(points));
    let started = |leader: &str| Command::AddRound(Report::Plays(plays(leader, "")));
    let seats = |word: &str, players: usize, partners: bool| {
        Game::start(created(&rules(word, json!({})), players, partners)).unwrap_err()
    };
    let pass = |round: usize| Command::TakeTurn { round, turn: turn("A pass") };
    vec![
        (
            "no_such_side",
            of_points("block", json!({"C": 5})),
            "/points/C",
            "there is no side \"C\" at this table; the sides are A and B",
        ),
        (
            "points_missing",
            of_points("chickenfoot", json!({"A": 5})),
            "/points/B",
            "the points of B are missing: 0 has to be said",
        ),
        (
            "points_out_of_range",
            of_points("block", json!({"A": 169})),
            "/points/A",
            "169 points for A are not possible: they are from 0 to 168 here",
        ),
        (
            "loser_scored",
            of_points("block", json!({"A": 5, "B": 6})),
            "/points/B",
            "A and B cannot both score: only the winner of a round gets points",
        ),
        (
            "wrong_winner",
            of_won("A", json!({"B": 5})),
            "/winner",
            "A cannot be the winner: B scored, and only the winner of a round gets points",
        ),
        (
            "game_finished",
            of_game(&["A 100"], Command::AddRound(points_report("A 1"))),
            "",
            "the game is finished: A won, A 100 : B 0",
        ),
        (
            "round_running",
            of_game(&["turns A 6-6@lead"], Command::AddRound(points_report("A 1"))),
            "",
            "round 1 is still being played: finish it first",
        ),
        ("no_such_round", of_game(&["A 9"], pass(2)), "", "there is no round 2: the game has 1"),
        (
            "no_turns",
            of_game(&["A 9"], pass(1)),
            "",
            "round 1 is recorded as points, not as plays: it has no turns",
        ),
        (
            "nothing_to_undo",
            of_game(&["turns "], Command::UndoTurn { round: 1 }),
            "",
            "there is nothing to take back",
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
            "there is no penalty 3: the game has 0",
        ),
        (
            "penalty_cancelled",
            of_game(&["fine", "pardon"], Command::CancelPenalty { penalty: 1, reason: "again".into() }),
            "",
            "penalty 1 is cancelled already",
        ),
        (
            "seat_empty",
            of_four(false, vec![left()], started("B")),
            "/leader",
            "B is not at the table in this round: A, C and D play",
        ),
        ("seat_taken", of_four(false, vec![], back(None)), "", "B has not left the table"),
        (
            "seat_unchanged",
            of_four(false, vec![round_of("A 5, B 0, C 0, D 0"), left()], back(Some(1))),
            "/from_round",
            "B is as it is since round 2: nothing about it can change before",
        ),
        (
            "player_sits",
            of_four(false, vec![], seated(SeatNews::Joined { player: "player-2".to_owned(), start: 0 })),
            "",
            "this player has seat C in this game: nobody sits in two",
        ),
        (
            "seat_played",
            of_four(false, vec![], Command::RemoveSeat(seat("B"))),
            "",
            "seat B cannot be taken away: only the last seat can, and only if nothing was recorded since it was there",
        ),
        (
            "partners_fixed",
            of_four(true, vec![], seated(SeatNews::Joined { player: "new".to_owned(), start: 0 })),
            "",
            "partners are four: somebody can take a seat over, but nobody can join",
        ),
        (
            "amount_or_code",
            of_game(&["A 9"], fine(PenaltyAmount::default())),
            "/amount",
            "a penalty has exactly one of an \"amount\" and the \"code\" of one in the catalogue of the rules",
        ),
        (
            "no_such_penalty_code",
            agreed("early", None),
            "/code",
            "there is no penalty \"early\" in the rules of this game; they have \"late\"",
        ),
        (
            "bad_awarded_to",
            agreed("late", Some("A")),
            "/awarded_to",
            "\"awarded_to\" is not for this penalty: its points count against the side that incurred it",
        ),
        (
            "no_such_bonus",
            of_game(&["A 9"], Command::CancelBonus { bonus: 3, reason: "gone".into() }),
            "",
            "there is no bonus 3: the game has 0",
        ),
        (
            "bonus_cancelled",
            of_game(&["bonus", "take back"], Command::CancelBonus { bonus: 1, reason: "again".into() }),
            "",
            "bonus 1 is cancelled already",
        ),
        (
            "bonus_out_of_range",
            of_game(&["A 9"], Command::AddBonus(bonus("A", 0))),
            "/points",
            "0 points are no bonus: it is from 1 to 10000",
        ),
        (
            "bad_amount",
            of_game(&["A 9"], fine(PenaltyAmount { at_least: Some(9), ..PenaltyAmount::default() })),
            "/amount",
            "a penalty is exactly one of \"points\", \"percent_of_target\" (in a match to a target) and \"hand_pips\"",
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
            "the match was not ended by the table, so it cannot be taken up again",
        ),
        (
            "forfeit_by",
            of_game(&["A 9"], ended(EndKind::Forfeit, None)),
            "/by",
            "a forfeit names the side that gave up (\"by\"), and nothing else does",
        ),
        (
            "too_many_rounds",
            of_large_game(2 * MAX_ROUNDS, |change| match change % 2 {
                0 => Command::AddRound(points_report("A 1")),
                _ => Command::Void { round: change / 2 + 1, reason: "misdeal".into() },
            }),
            "",
            "a game has at most 2000 rounds",
        ),
        (
            "too_many_turns",
            of_game(&[], Command::AddRound(Report::Plays(plays("A", &"A pass;".repeat(MAX_TURNS + 1))))),
            "/turns",
            "a round has at most 2000 turns",
        ),
        (
            "too_many_changes",
            of_large_game(usize::try_from(MAX_EVENTS).unwrap() - 1, |_| Command::SetAbout(About::default())),
            "",
            "a game is changed at most 20000 times",
        ),
        (
            "wrong_number_of_players",
            seats("block", 5, false),
            "/seats",
            "5 players cannot play this game: it is for 2 to 4",
        ),
        ("no_partners", seats("basic12", 4, true), "/seats", "this game is not played by partners"),
        (
            "partners_need_four",
            seats("hathaway", 3, true),
            "/seats",
            "partners need four players, and there are 3",
        ),
    ]
}
