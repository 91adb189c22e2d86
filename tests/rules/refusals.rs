//! For every refusal a case that produces it, and the sentence that players read.

mod cases;
mod games;

use std::collections::BTreeSet;

use pipkeeper::rules::*;
use serde_json::{Value, json};

use self::cases::*;
use crate::rulesets::{PLAYED_HAND, initial};
use crate::support::*;

/// One case: a code, and a refusal with the place in the report where it stands.
type Case = (&'static str, Problem, &'static str, &'static str);

fn first(result: Result<Round, Vec<Problem>>) -> Problem {
    result.expect_err("refused").remove(0)
}

/// Refused plays of a variant, by players each for himself.
fn of_plays(word: &str, options: Value, players: usize, report: PlaysReport) -> Problem {
    let rules = rules(word, options);
    first(round(&rules, seating(&rules, players), Report::Plays(report)))
}

fn of_turns(word: &str, turns: &str) -> Problem {
    of_plays(word, json!({}), 2, plays("A", turns))
}

fn of_hands(word: &str, options: Value, players: usize, report: HandsReport) -> Problem {
    let rules = rules(word, options);
    first(round(&rules, seating(&rules, players), Report::Hands(report)))
}

fn of_points(word: &str, points: Value) -> Problem {
    of_report(word, json!({ "points": points }))
}

fn of_won(winner: &str, points: Value) -> Problem {
    of_report("block", json!({ "winner": winner, "points": points }))
}

fn of_report(word: &str, report: Value) -> Problem {
    let rules = rules(word, json!({}));
    let report = Report::Points(serde_json::from_value(report).unwrap());
    first(round(&rules, seating(&rules, 2), report))
}

fn of_game(rounds: &[&str], command: Command) -> Problem {
    let rules = rules("block", json!({}));
    let mut game = game(&rules, 2, false);
    for round in rounds {
        let command = match *round {
            "void 1" => Command::Void { round: 1, reason: "misdeal".into() },
            "delete" => Command::DeleteGame { reason: "entered twice".into() },
            "fine" => fine(PenaltyAmount { points: Some(50), ..PenaltyAmount::default() }),
            "bonus" => Command::AddBonus(bonus("A", 25)),
            "take back" => Command::CancelBonus { bonus: 1, reason: "looked again".into() },
            "pardon" => Command::CancelPenalty { penalty: 1, reason: "looked again".into() },
            round => Command::AddRound(match round.strip_prefix("turns ") {
                Some(turns) => Report::Plays(plays("A", turns)),
                None => points_report(round),
            }),
        };
        send(&mut game, command).unwrap();
    }
    game.decide(command).expect_err("refused").remove(0)
}

/// What is said to the next round after so many changes.
fn of_large_game(changes: usize, change: impl Fn(usize) -> Command, command: Command) -> Problem {
    let mut game = game(&rules("block", json!({"match": {"target": 60_000}})), 2, false);
    for number in 0..changes {
        send(&mut game, change(number)).unwrap();
    }
    game.decide(command).expect_err("refused").remove(0)
}

fn one_more() -> Command {
    Command::AddRound(points_report("A 1"))
}

/// A game with as many turns as there may be, and then a round of points.
fn many_turns(rules: &Ruleset) -> Game {
    let mut game = game(rules, 2, false);
    let round = Event::RoundRecorded(Report::Plays(plays("A", &"A pass;".repeat(MAX_TURNS))));
    for _ in 0..MAX_GAME_TURNS / MAX_TURNS {
        game.apply(&round).unwrap();
    }
    game.apply(&Event::RoundRecorded(points_report("A 1"))).unwrap();
    game
}

/// What such a game refuses after its rules were amended so often.
fn of_many_turns(amendments: usize, command: Command) -> Problem {
    let rules = rules("block", json!({}));
    let mut game = many_turns(&rules);
    let amended = RulesAmendment { rules, reason: "again".to_owned() };
    for _ in 0..amendments {
        game.apply(&Event::RulesAmended(amended.clone())).unwrap();
    }
    game.decide(command).expect_err("refused").remove(0)
}

/// What a table of four refuses after these commands.
fn of_four(partners: bool, before: Vec<Command>, command: Command) -> Problem {
    let rules = rules("hathaway", json!({}));
    let mut game = game(&rules, 4, partners);
    for earlier in before {
        send(&mut game, earlier).unwrap();
    }
    game.decide(command).expect_err("refused").remove(0)
}

fn seated(news: SeatNews) -> Command {
    Command::ChangeSeats { news, from_round: None }
}

fn fine(amount: PenaltyAmount) -> Command {
    let reason = "drew though able".to_owned();
    Command::AddPenalty(Penalty { seat: seat("B"), round: 0, code: None, amount, awarded_to: None, reason })
}

fn bonus(side_word: &str, points: u16) -> Bonus {
    Bonus { side: side(side_word), round: 0, points, reason: "capicúa".to_owned() }
}

/// A refused penalty of a game whose table has agreed on one.
fn agreed(code: &str, awarded_to: Option<&str>) -> Problem {
    let penalties = json!({"late": {"title": "Late", "amount": {"points": 50}, "awarded": "own_side"}});
    let rules = rules("block", json!({ "penalties": penalties }));
    let penalty = Penalty {
        seat: seat("B"),
        round: 0,
        code: Some(code.to_owned()),
        amount: PenaltyAmount::default(),
        awarded_to: awarded_to.map(side),
        reason: String::new(),
    };
    game(&rules, 2, false).decide(Command::AddPenalty(penalty)).expect_err("refused").remove(0)
}

fn ended(kind: EndKind, by: Option<Side>) -> Command {
    Command::EndMatch(DeclaredEnd { kind, by, scores: None, winners: None, reason: "so be it".to_owned() })
}

fn with_hands(report: PlaysReport, hands: &str) -> PlaysReport {
    PlaysReport { hands: Some(shown(hands)), ..report }
}

fn with_deal(report: PlaysReport, dealt: &str) -> PlaysReport {
    PlaysReport { deal: Some(deal(dealt)), ..report }
}

const HAND_A: &str = "A: 6-6 0-1 0-2 0-3 0-4 0-5 1-2";

#[test]
fn every_refusal_has_a_case_and_a_sentence_for_players() {
    let cases = [cases_of_turns(), cases_of_plays(), cases_of_hands(), games::cases_of_points_and_games()]
        .into_iter()
        .flatten();
    let mut seen = BTreeSet::new();
    for (code, problem, pointer, sentence) in cases {
        let Problem { pointer: found, refusal } = &problem;
        let said = refusal.describe(&Names::LETTERS);
        assert_eq!((refusal.code(), found.as_str()), (code, pointer), "{said}");
        assert_eq!(said, sentence, "{code}");
        assert!(seen.insert(code), "{code} once is enough");
    }
    let known: BTreeSet<&str> = Refusal::TABLE.iter().map(|row| row.code).collect();
    assert_eq!(known.len(), Refusal::TABLE.len(), "each code stands for one refusal");
    assert_eq!(seen, known);
}

/// The order in which a placement is judged (docs/rules/common.md).
#[test]
fn a_placement_breaks_the_first_rule_first() {
    let code = |turn: &str| {
        let turns = format!("A 6-6@lead; B 1-6@6-6/W; A 3-6@6-6/E; {turn}");
        of_plays("chickenfoot", json!({}), 2, plays("A", &turns)).refusal.code()
    };
    assert_eq!(code("B 1-6@9-9/x"), "tile_used", "before not_open");
    assert_eq!(code("B 2-5@6-6/W"), "not_open", "before no_match");
    assert_eq!(code("B 2-5@1-6/1"), "obligation", "before no_match");
    assert_eq!(code("B 2-5@6-6/N"), "no_match");
}

#[test]
fn what_the_table_let_stand_is_recorded_as_irregular() {
    let broken = |word: &str, options: Value, turns: &str| -> Vec<&'static str> {
        let rules = rules(word, options);
        let report = Report::Plays(plays("A", turns));
        let round = round(&rules, seating(&rules, 2), report).unwrap();
        round.turns.last().unwrap().broken.iter().map(Refusal::code).collect()
    };
    let block = |turns: &str| broken("block", json!({}), turns);
    assert_eq!(block("A 2-5@lead; B 3-4@2-5/5 ! >4"), ["no_match"]);
    assert_eq!(block("A 2-5@lead; B 3-3@2-5/5 !"), ["no_match"]);
    assert_eq!(block("A 2-5@lead; A 3-4@2-5/5 ! >4"), ["out_of_turn", "no_match"]);
    assert_eq!(block("A 2-5@lead; B drew:1 pass !"), ["no_drawing"]);
    assert_eq!(block("A 2-5@lead; B 5-6@right !"), Vec::<&str>::new(), "nothing was broken");
    let foot = |turns: &str| broken("chickenfoot", json!({}), turns);
    assert_eq!(foot("A 6-6@lead; B 1-6@6-6/W; A 1-2@1-6/1 !"), ["obligation"]);
    assert_eq!(foot("A 6-6@lead; B 1-6@6-6/W; A 3-4@1-6/1 ! >3"), ["obligation", "no_match"]);
    assert_eq!(foot("A 6-6@lead; B pass !"), ["must_draw"]);
    assert_eq!(foot("A 1-6@lead !"), ["must_lead_double"]);
    // The mismatched tile points with the number that was named.
    let rules = rules("block", json!({}));
    let report = Report::Plays(plays("A", "A 2-5@lead; B 3-4@2-5/5 ! >4"));
    let round = round(&rules, seating(&rules, 2), report).unwrap();
    let Some(Table::Lines(table)) = round.table else { panic!() };
    assert_eq!(table.layout().open_values(), [2, 4]);
    // Geometry cannot be overridden.
    for (turns, code) in [
        ("A 2-5@lead; B 2-5@left !", "tile_used"),
        ("A 2-5@lead; B 7-7@left !", "not_in_set"),
        ("A 2-5@lead; B 5-6@2-5/far !", "not_open"),
        ("A 2-5@lead; B 3-4@2-5/5 !", "wrong_shape"),
        ("A 2-5@lead; B 3-4@2-5/5 ! >5", "wrong_shape"),
    ] {
        assert_eq!(of_plays("block", json!({}), 2, plays("A", turns)).refusal.code(), code, "{turns}");
    }
}

#[test]
fn closing_passes_are_heard_once_round_and_in_order() {
    let dealt = "A: 6-6 0-1 0-2 0-3 0-4 0-5 1-2; B: 1-1 1-3 1-4 1-5 2-2 2-3 2-4";
    let after = |more: &str| {
        let report = with_deal(plays("A", &format!("A 6-6@lead{more}")), dealt);
        let rules = rules("block", json!({}));
        round(&rules, seating(&rules, 2), Report::Plays(report)).map_err(|p| p[0].refusal.code())
    };
    for more in ["", "; B pass", "; B pass; A pass"] {
        assert!(after(more).unwrap().outcome.is_some(), "{more}");
    }
    assert_eq!(after("; A pass").unwrap_err(), "round_over");
    assert_eq!(after("; B pass; A pass; B pass").unwrap_err(), "round_over");
    assert_eq!(after("; B pass; B pass").unwrap_err(), "round_over");
}

/// Few corrections are too many if each one has the whole of a long game worked out again.
#[test]
fn corrections_end_with_the_work_that_they_make() {
    let problem = of_many_turns(MAX_WORK / MAX_GAME_TURNS, Command::UndoRound);
    assert_eq!(problem.refusal, Refusal::TooManyCorrections { most: MAX_CORRECTIONS });
}

/// Rounds that were points do not become turns beyond what a game may have.
#[test]
fn an_amendment_makes_no_more_turns_than_a_game_may_have() {
    let game = many_turns(&rules("block", json!({})));
    let amended = |round, report| game.decide(Command::Amend { round, report });
    let last = game.rounds().len();
    let refused = amended(last, Report::Plays(plays("A", "A 6-6"))).expect_err("refused").remove(0).refusal;
    assert_eq!(refused, Refusal::TooManyGameTurns { most: MAX_GAME_TURNS });
    amended(last, points_report("A 2")).unwrap();
    amended(1, points_report("A 2")).unwrap();
}

/// A misdeal of the round that is being played is no correction.
#[test]
fn a_running_round_is_taken_back_after_any_number_of_corrections() {
    let mut game = game(&rules("block", json!({})), 2, false);
    send(&mut game, one_more()).unwrap();
    for _ in 0..MAX_CORRECTIONS {
        send(&mut game, Command::Amend { round: 1, report: points_report("A 2") }).unwrap();
    }
    let refused = |game: &Game, command| game.decide(command).expect_err("refused").remove(0).refusal;
    let full = Refusal::TooManyCorrections { most: MAX_CORRECTIONS };
    assert_eq!(refused(&game, Command::UndoRound), full);
    let unknown = refused(&game, Command::Void { round: 7, reason: "misdeal".into() });
    assert_eq!(unknown, Refusal::NoSuchRound { round: 7, rounds: 1 }, "what is wrong comes first");
    let start = || Command::AddRound(Report::Plays(plays("B", "")));
    send(&mut game, start()).unwrap();
    send(&mut game, Command::Void { round: 2, reason: "misdeal".into() }).unwrap();
    send(&mut game, start()).unwrap();
    send(&mut game, Command::UndoRound).unwrap();
}

/// A voided round stands behind the one whose last turn was taken back and played again.
#[test]
fn a_round_that_ends_by_its_turns_leads_on_past_a_voided_one() {
    let rules =
        rules("block", json!({"hand_size": {"2": 2}, "lead": {"first": "lot", "later": "round_winner"}}));
    let mut game = game(&rules, 2, false);
    let deal = [("A", ["6-6", "0-1"]), ("B", ["5-6", "4-5"])];
    let deal = deal.map(|(seat, tiles)| (self::seat(seat), tiles.map(tile).to_vec())).into();
    let start = PlaysReport { leader: Some(seat("A")), deal: Some(deal), ..PlaysReport::default() };
    send(&mut game, Command::AddRound(Report::Plays(start))).unwrap();
    let turns = plays("A", "A 6-6; B 5-6; A pass; B 4-5").turns;
    for turn in turns.clone() {
        send(&mut game, Command::TakeTurn { round: 1, turn }).unwrap();
    }
    send(&mut game, one_more()).unwrap();
    send(&mut game, Command::Void { round: 2, reason: "misdeal".into() }).unwrap();
    assert_eq!(game.next_lead().unwrap().seat, Some(seat("B")));
    send(&mut game, Command::UndoTurn { round: 1 }).unwrap();
    send(&mut game, Command::TakeTurn { round: 1, turn: turns[3].clone() }).unwrap();
    assert_eq!(game.next_lead().unwrap().seat, Some(seat("B")));
    assert_eq!(game.before(2).round, 2);
}
