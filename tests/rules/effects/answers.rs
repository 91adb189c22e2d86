//! What a table is told: whatever somebody can see of a game, and nothing else. How it is worded is no
//! part of it.

use std::fmt::Write;

use pipkeeper::rules::*;

/// All that a game tells after a change.
pub fn of_game(game: &Game) -> String {
    let mut told = String::new();
    if let Some((number, recorded)) = game.last_round() {
        write!(told, "round {number} {} ", of_round(game.rules(), recorded)).unwrap();
    }
    let standing = game.standing();
    write!(
        told,
        "{:?} {:?} {:?} {:?} {:?} {:?} {:?}",
        standing.totals,
        standing.ranks,
        standing.winners,
        standing.finished_after,
        standing.needs,
        standing.rounds_left,
        standing.declared
    )
    .unwrap();
    if let Some(NextLead { round, seat, tile, text: _ }) = game.next_lead() {
        write!(told, " {round} {seat:?} {tile:?}").unwrap();
    }
    told
}

fn of_round(rules: &Ruleset, recorded: &Recorded) -> String {
    let Round { leader, broken, lead, table, turns, outcome, broken_at_end } = &recorded.round;
    let codes = |broken: &[Refusal]| broken.iter().map(Refusal::code).collect::<Vec<_>>();
    let turns: Vec<_> = turns.iter().map(|turn| (&turn.at, codes(&turn.broken))).collect();
    let findings: Vec<_> = recorded.findings.iter().map(|found| (found.kind, found.turn)).collect();
    let score = outcome.as_ref().map(|outcome| {
        let Outcome { end, left, score } = outcome;
        (end, left, &score.pips, &score.winners, &score.points)
    });
    let table = table.as_ref().map(|table| of_table(rules, table));
    let (broken, at_end) = (codes(broken), codes(broken_at_end));
    format!("{leader:?} {lead:?} {broken:?} {turns:?} {findings:?} {score:?} {table:?} {at_end:?}")
}

fn of_table(rules: &Ruleset, table: &Table) -> String {
    match (table, rules.family()) {
        (Table::Lines(table), Family::Lines(lines)) => {
            let layout = table.layout();
            let hands: Vec<usize> = Seat::first(12).map(|seat| table.hand(seat).size).collect();
            let places = (layout.open_places(), layout.locked_places());
            format!(
                "{:?} {:?} {hands:?} {} {places:?} {} {:?}",
                table.turn(),
                table.may(lines),
                table.boneyard(),
                layout.is_dead(),
                table.how()
            )
        }
        (Table::Stacks(table), Family::Stacks(stacks)) => {
            let may = table.may(rules, stacks);
            format!("{:?} {may:?} {:?} {}", table.turn(), table.tops(), table.is_over())
        }
        _ => unreachable!("a table of another game"),
    }
}

/// Who leads with these hands, and which of the tiles may be led.
pub fn of_lead(rules: &Ruleset, hands: &std::collections::BTreeMap<Seat, Tiles>, led: Tiles) -> String {
    let Some(lines) = rules.lines() else { return String::new() };
    let mut told = String::new();
    for round in 1..=3 {
        let duty = LeadDuty::of(rules, lines, round, led);
        let Lead { leader, tile, redeal, .. } = lead_by_double(rules, &duty, hands);
        let leads: Vec<Vec<Tile>> = hands.values().map(|hand| duty.leads(*hand)).collect();
        write!(told, "{leader:?} {tile:?} {redeal} {leads:?} {}", duty.drawn_for).unwrap();
    }
    told
}

/// Who leads where these tiles were drawn for it.
pub fn of_draw(rules: &Ruleset, draws: &std::collections::BTreeMap<Seat, Tile>) -> String {
    let mut told = String::new();
    for round in 1..=3 {
        let lead = lead_otherwise(rules, round).map_or_else(|| lead_by_draw(rules, draws), Ok);
        let lead = lead.map(|Lead { leader, tile, redeal, redraw, .. }| (leader, tile, redeal, redraw));
        write!(told, "{lead:?}").unwrap();
    }
    told
}
