//! Tables of a few players, ranked.

use std::collections::HashMap;

use super::super::meeting::Meeting;
use super::super::tally::Tally;
use super::*;

fn criteria_of(words: &str) -> Vec<Criterion> {
    let words: Vec<&str> = words.split(',').collect();
    serde_json::from_value(serde_json::json!(words)).unwrap()
}

fn entrant(number: u128, name: &str, (won, drawn, lost): (i64, i64, i64), ahead: i64) -> Entrant {
    let tally = Tally { played: won + drawn + lost, won, drawn, lost, ahead, ..Tally::default() };
    Entrant { player: Uuid::from_u128(number), name: name.to_owned(), tally }
}

fn chain(criteria: &str) -> Chain {
    Chain { criteria: criteria_of(criteria), seed: "x".to_owned(), ..Chain::default() }
}

fn told(table: &[Ranked]) -> Vec<String> {
    let by = |row: &Ranked| row.decided_by.map_or("", Criterion::word);
    table.iter().map(|row| format!("{} {} {}", row.rank, row.entrant.name, by(row))).collect()
}

/// Who won how often against whom, as the table asks for it.
fn meetings(players: &[Entrant], chain: &Chain, list: &[(u128, u128, i64, i64)]) -> Meetings {
    let mut meetings = Meetings::new();
    while let Some((criterion, groups)) = level_before_meetings(players, chain, &meetings) {
        let sums: &mut HashMap<Uuid, Meeting> = meetings.entry(criterion).or_default();
        for (a, b, won, lost) in list {
            let pair = [Uuid::from_u128(*a), Uuid::from_u128(*b)];
            if groups.iter().any(|group| pair.iter().all(|player| group.contains(player))) {
                for (player, won, lost) in [(pair[0], won, lost), (pair[1], lost, won)] {
                    let sum = sums.entry(player).or_default();
                    (sum.won, sum.lost, sum.ahead) = (sum.won + won, sum.lost + lost, sum.ahead + won - lost);
                }
            }
        }
    }
    meetings
}

#[test]
fn shared_ranks_leave_a_gap_or_none() {
    let players = || {
        vec![
            entrant(1, "A", (2, 0, 0), 0),
            entrant(2, "b", (1, 0, 1), 0),
            entrant(3, "C", (1, 0, 1), 0),
            entrant(4, "d", (0, 0, 2), 0),
        ]
    };
    let competition = rank(players(), &chain("points"), &Meetings::new());
    assert_eq!(told(&competition), ["1 A points", "2 b points", "2 C points", "4 d points"]);
    assert!(competition[1].tied && competition[2].tied && !competition[3].tied);
    let dense = Chain { ranks: Ranks::Dense, ..chain("points") };
    assert_eq!(rank(players(), &dense, &Meetings::new())[3].rank, 3);
}

#[test]
fn each_rank_says_what_decided_it() {
    let players =
        vec![entrant(1, "A", (1, 0, 1), 5), entrant(2, "B", (1, 0, 1), 9), entrant(3, "C", (0, 0, 2), 0)];
    let table = rank(players, &chain("points,difference"), &Meetings::new());
    assert_eq!(told(&table), ["1 B difference", "2 A difference", "3 C points"]);
    assert_eq!(
        table[0].detail.as_deref(),
        Some("Level with 1 other until difference decided: a difference of 9.")
    );
    assert_eq!(table[2].detail, None);
}

#[test]
fn a_mini_table_looks_only_at_those_who_are_level() {
    // A, B and C are level; A lost to D often, which must not matter.
    let players = vec![
        entrant(1, "A", (2, 0, 2), 0),
        entrant(2, "B", (2, 0, 2), 50),
        entrant(3, "C", (2, 0, 2), 0),
        entrant(4, "D", (4, 0, 0), 0),
    ];
    let chain = chain("points,mini_table,difference");
    let met = meetings(&players, &chain, &[(1, 2, 1, 0), (1, 3, 1, 0), (2, 3, 1, 0), (1, 4, 0, 9)]);
    let level = level_before_meetings(&players, &chain, &Meetings::new());
    assert_eq!(level, Some((Criterion::MiniTable, vec![[1, 2, 3].map(Uuid::from_u128).to_vec()])));
    assert_eq!(
        told(&rank(players, &chain, &met)),
        ["1 D points", "2 A mini_table", "3 B mini_table", "4 C mini_table"]
    );
}

#[test]
fn a_circle_of_wins_goes_on_to_the_next_criterion() {
    let players =
        vec![entrant(1, "A", (1, 0, 1), 1), entrant(2, "B", (1, 0, 1), 2), entrant(3, "C", (1, 0, 1), 3)];
    let chain = chain("points,head_to_head,difference");
    let met = meetings(&players, &chain, &[(1, 2, 1, 0), (2, 3, 1, 0), (3, 1, 1, 0)]);
    let table = rank(players, &chain, &met);
    assert_eq!(told(&table), ["1 C difference", "2 B difference", "3 A difference"]);
}

#[test]
fn a_win_rate_needs_enough_games() {
    let players = vec![
        entrant(1, "Once", (1, 0, 0), 0),
        entrant(2, "Often", (6, 0, 4), 0),
        entrant(3, "Less", (5, 1, 4), 0),
    ];
    let table = rank(players, &Chain { min_games: 5, ..chain("win_rate") }, &Meetings::new());
    assert_eq!(told(&table), ["1 Often win_rate", "2 Less win_rate", "3 Once win_rate"]);
}

#[test]
fn lots_can_be_drawn_again() {
    let players = || (1..=6).map(|n| entrant(n, "P", (1, 0, 0), 0)).collect::<Vec<_>>();
    let order = |seed: &str| {
        let chain = Chain { seed: seed.to_owned(), ..chain("points,lots") };
        rank(players(), &chain, &Meetings::new()).iter().map(|row| row.entrant.player).collect::<Vec<_>>()
    };
    assert_eq!(order("2026"), order("2026"));
    assert_ne!(order("2026"), order("2027"));
}

#[test]
fn criteria_are_read_strictly() {
    let wrong = |criteria| Chain { criteria, ..Chain::default() }.check().unwrap_err().to_string();
    assert_eq!(wrong(criteria_of("won,won")), "`rank_by` has `won` twice");
    assert_eq!(wrong(Vec::new()), "`rank_by` must have at least one criterion");
}

#[test]
fn sentences_say_one_or_many() {
    let penalties = |number, name: &str, penalties| {
        let mut entrant = entrant(number, name, (1, 0, 1), 0);
        entrant.tally.penalties = penalties;
        entrant
    };
    let players = vec![penalties(1, "A", 1), penalties(2, "B", 2), penalties(3, "C", 2)];
    let table = rank(players, &chain("points,penalties"), &Meetings::new());
    let details: Vec<&str> = table.iter().map(|row| row.detail.as_deref().unwrap()).collect();
    assert_eq!(details[0], "Level with 2 others until penalties decided: 1 penalty.");
    assert_eq!(
        details[1],
        "Level with 2 others until penalties decided: 2 penalties. Shares the rank with 1 other."
    );
}

#[test]
fn bonus_points_are_for_rounds_won_and_narrow_losses() {
    let tally = Tally { won: 1, lost: 2, rounds_won: 12, narrow_losses: 1, adjusted: -2, ..Tally::default() };
    // Two points a match and one a round; and a loss by one round at one point.
    let by_rounds = Chain { win: 2, draw: 0, round_won: 1, ..Chain::default() };
    assert_eq!(by_rounds.points(&tally), 12);
    assert_eq!(
        by_rounds.explained(&tally),
        "1 win at 2, 12 rounds won at 1, 2 points taken by the club: 12 points"
    );
    let by_matches = Chain { narrow_loss: 1, ..Chain::default() };
    let tally = Tally { adjusted: 0, ..tally };
    assert_eq!(by_matches.explained(&tally), "1 win at 3, 1 narrow loss at 1: 4 points");
    assert_eq!(Chain::default().explained(&Tally::default()), "0 points");
}

#[test]
fn a_chain_is_stored_and_read_again() {
    // Forms that were stored once stay readable.
    let stored = [
        r#"{"rank_by":["points","mini_table","lots"],"win":2,"draw":1,"loss":0,"round_won":1,"narrow_loss":1,"min_games":5,"seed":"x","ranks":"dense"}"#,
    ];
    for form in stored {
        let read: Chain = serde_json::from_str(form).unwrap();
        assert_eq!(serde_json::to_string(&read).unwrap(), form);
    }
}
