//! The examples on the pages: every table of them is worked out by the rules.

use std::collections::BTreeMap;

use pipkeeper::rules::*;
use serde_json::{Value, json};

use super::markdown::{Table, tables};
use super::{keys, read, settings};
use crate::support::*;

/// The ruleset of a row: the game, with what its column `Option` says.
fn rules_of(word: &str, table: &Table, row: &[String]) -> Ruleset {
    let variant = variant(word);
    let options =
        if table.has("Option") { settings(table.cell(row, "Option"), &keys(variant)) } else { Vec::new() };
    let options: Value = options.into_iter().map(|(key, values)| (key, values[0].clone())).collect();
    rules(word, if options == json!([]) { json!({}) } else { nested(&options) })
}

fn tiles_of(cell: &str) -> Vec<Tile> {
    if cell == "–" { Vec::new() } else { tiles(cell) }
}

fn hands_of(table: &Table, row: &[String]) -> BTreeMap<Seat, Vec<Tile>> {
    table.seats().map(|name| (seat(name), tiles_of(table.cell(row, name)))).collect()
}

/// The value of a sum such as `(11 − 3) + 5 = 13`, whose result is checked.
fn sum(text: &str) -> i32 {
    let (terms, result) = text.split_once(" = ").unwrap_or((text, text));
    let terms = terms.replace(['(', ')'], "").replace(" − ", " + -");
    let total: i32 = terms.split(" + ").map(|term| term.trim().parse::<i32>().unwrap()).sum();
    assert_eq!(total, result.trim().parse::<i32>().unwrap(), "{text}");
    total
}

/// A round: what is left in the hands, how it ended, and what is scored.
fn a_score(word: &str, table: &Table, row: &[String]) {
    let rules = rules_of(word, table, row);
    let hands = hands_of(table, row);
    let said = table.cell(row, "Score");
    let seating =
        rules.seating(hands.len(), said.contains('+') && said.contains("+C") || said.contains("+D"));
    let out = table.cell(row, "Round").strip_suffix(" goes out").map(seat);
    assert!(out.is_some() || table.cell(row, "Round") == "blocked", "{row:?}");
    let ending = Some(if out.is_some() { EndingWord::Domino } else { EndingWord::Blocked });
    let hands = hands.into_iter().map(|(who, held)| (who, ShownHand::of(held))).collect();
    let score = score(&rules, seating.unwrap(), HandsReport { ending, out, hands, ..HandsReport::default() });
    let mut expected = BTreeMap::new();
    for part in said.split(", ").filter(|_| said != "nobody") {
        let (who, points) = part.split_once(' ').unwrap();
        expected.insert(side(who), sum(points));
    }
    let mut scored = score.points.clone();
    scored.retain(|side, points| *points != 0 || expected.contains_key(side));
    assert_eq!(scored, expected, "{word}: {row:?}");
    if rules.matching().goal == MatchGoal::High && out.is_none() {
        let winners: Vec<Side> = expected.into_keys().collect();
        let is_shared = table.cell(row, "Option").contains("each_vs_higher");
        assert!(is_shared || score.winners == winners, "{word}: {row:?}");
    }
}

/// The lead: who holds what, and who leads.
fn a_lead(word: &str, table: &Table, row: &[String]) {
    let rules = rules_of(word, table, row);
    let hands =
        hands_of(table, row).into_iter().map(|(who, held)| (who, held.into_iter().collect())).collect();
    let duty = LeadDuty::of(&rules, rules.lines().unwrap(), 1, Tiles::NONE);
    let lead = lead_by_double(&rules, &duty, &hands);
    let said = match (lead.leader, lead.tile) {
        (Some(leader), Some(tile)) => format!("{leader} with {tile}"),
        _ if lead.redeal => "deal again".to_owned(),
        _ => "draw in turn".to_owned(),
    };
    assert_eq!(said, table.cell(row, "Leads"), "{word}: {row:?}");
}

/// A match: the points of each round, the totals, and in bold who won.
fn a_match(word: &str, table: &Table) {
    let rules = rules(word, json!({}));
    let (total, rounds) = table.rows.split_last().unwrap();
    let seats: Vec<&String> = table.seats().collect();
    let mut game = game(&rules, seats.len(), false);
    for row in rounds {
        assert!(!game.is_finished(), "{word}: {row:?}");
        let points: Vec<String> =
            seats.iter().map(|name| format!("{name} {}", table.cell(row, name))).collect();
        send(&mut game, Command::AddRound(points_report(&points.join(", ")))).unwrap();
    }
    let standing = game.standing();
    assert!(game.is_finished(), "{word}");
    for name in seats {
        let (cell, side) = (table.cell(total, name), side(name));
        assert_eq!(standing.totals[&side].to_string(), cell.trim_matches('*'), "{word}: {name}");
        assert_eq!(standing.winners.contains(&side), cell.starts_with('*'), "{word}: {name}");
    }
}

/// The deal: how many tiles each takes, and how many are left over.
fn a_deal(word: &str, table: &Table, row: &[String]) {
    let rules = rules(word, json!({}));
    let players: usize = table.cell(row, "Players").parse().unwrap();
    let each = usize::from(rules.lines().unwrap().hand_size.of(players));
    assert_eq!(table.cell(row, "Tiles each"), each.to_string(), "{word}: {row:?}");
    let rest = if table.has("Boneyard") { "Boneyard" } else { "Not used" };
    assert_eq!(table.cell(row, rest), (rules.tiles() - players * each).to_string(), "{word}: {row:?}");
    assert!(rules.seating(players, false).is_ok(), "{word}: {row:?}");
}

/// A set of tiles: what it has, or how a game is played with it.
fn a_set(word: &str, table: &Table, row: &[String]) {
    let of = |max_pip: u8| rules(word, json!({"set": {"max_pip": max_pip}}));
    let rules = [6, 9, 12, 15, 18].map(of).into_iter().find(|rules| rules.set_name() == row[0]).unwrap();
    for (column, cell) in table.columns.iter().zip(row).skip(1) {
        let is = match column.as_str() {
            "Tiles" => rules.tiles(),
            "Dots" => usize::from(rules.set_pips()),
            "Tiles with each number" => usize::from(rules.max_pip()) + 1,
            "Tiles each" => usize::from(rules.lines().unwrap().hand_size.of(2)),
            "Players at most" => usize::from(rules.players().max),
            "Rounds" => usize::from(rules.matching().rounds.unwrap()),
            other => panic!("{other}"),
        };
        assert_eq!(*cell, is.to_string(), "{word}: {column} of {}", row[0]);
    }
}

/// Build Up: what covers a tile, and what does not.
fn covers(table: &Table, row: &[String]) {
    let rules = rules("buildup", json!({}));
    let top = tile(table.cell(row, "On top"));
    for (column, may) in [("May be covered with", true), ("But not with", false)] {
        for covering in table.cell(row, column).split(", ").filter(|cell| !cell.is_empty()) {
            let verdict = cover(rules.stacks().unwrap(), tile(covering), top);
            assert_eq!(verdict.is_ok(), may, "{covering} on {top}");
        }
    }
}

/// Build Up: what shows in each colour, and what that scores.
fn shows(table: &Table) {
    let rules = rules("buildup", json!({}));
    let hands = table
        .rows
        .iter()
        .map(|row| (seat(table.cell(row, "Colour")), ShownHand::of(tiles(table.cell(row, "Shows")))));
    let score = score(
        &rules,
        Seating::individual(2),
        HandsReport { hands: hands.collect(), ..HandsReport::default() },
    );
    for row in &table.rows {
        assert_eq!(score.points[&side(table.cell(row, "Colour"))], sum(table.cell(row, "Score")), "{row:?}");
    }
}

#[test]
fn every_example_on_the_pages_holds() {
    let pages = Variant::ALL.into_iter().map(Variant::word).chain(["common"]);
    let mut examples = 0;
    for page in pages {
        // What all games share is shown with the plainest of them.
        let word = if page == "common" { "block" } else { page };
        for table in tables(&read(page)) {
            let columns: Vec<&str> = table.columns.iter().map(String::as_str).collect();
            let rows = table.rows.iter();
            match columns.as_slice() {
                ["Value", "Meaning"] => continue,
                ["Option", .., "Round", "Score"] => rows.for_each(|row| a_score(word, &table, row)),
                [.., "Leads"] => rows.for_each(|row| a_lead(word, &table, row)),
                ["Round", ..] => a_match(word, &table),
                ["Players", ..] => rows.for_each(|row| a_deal(word, &table, row)),
                ["Set", ..] => rows.for_each(|row| a_set(word, &table, row)),
                ["Hand", "Tiles each"] => {
                    let hand = |row: &Vec<String>| {
                        assert_eq!(hand_size(row[0].parse().unwrap()).to_string(), row[1])
                    };
                    rows.for_each(hand);
                }
                ["On top", ..] => rows.for_each(|row| covers(&table, row)),
                ["Colour", ..] => shows(&table),
                other => panic!("{page}: nothing works out a table of {other:?}"),
            }
            examples += table.rows.len();
        }
    }
    assert!(examples >= 60, "{examples}");
}
