//! Parts of sentences.

use crate::rules::phrase::{Phrase, Say, phrase};
use crate::rules::placement::and_list;
use crate::rules::seat::{Seat, Side};
use crate::rules::tile::Tile;

/// So many of something: "1 tile", "2 tiles".
pub fn count(number: usize, one: &str) -> String {
    count_of(number, one, &format!("{one}s"))
}

/// So many of something, where the plural is a word of its own.
pub fn count_of(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// So many tiles.
pub fn tiles(number: usize) -> String {
    count(number, "tile")
}

/// From one number to another.
pub fn range(min: usize, max: usize) -> String {
    if min == max { min.to_string() } else { format!("{min} to {max}") }
}

/// The larger set that so many players need, if there is one.
pub fn needs_set(players: usize, set: Option<&str>) -> String {
    set.map_or_else(String::new, |set| format!("; {players} players need the {set} set"))
}

/// The key of the option that is to blame, if it is one.
pub fn option_key(key: &str) -> String {
    if key.is_empty() { String::new() } else { format!(" ({key})") }
}

/// What so many were.
pub const fn were(number: usize) -> &'static str {
    if number == 1 { "was" } else { "were" }
}

/// What so many are.
pub const fn are(number: usize) -> &'static str {
    if number == 1 { "is" } else { "are" }
}

/// So many places of a double, and their verb.
pub fn places_are(left: u8) -> String {
    if left == 1 { "1 of its places is".to_owned() } else { format!("{left} of its places are") }
}

/// How many tiles may be drawn.
fn at_most(available: usize) -> String {
    if available == 0 {
        "none may be drawn now".to_owned()
    } else {
        format!("at most {available} may be drawn")
    }
}

/// What the boneyard has.
pub fn boneyard_has(tiles: usize) -> String {
    if tiles == 0 { "is empty".to_owned() } else { format!("has only {tiles}") }
}

/// What rules have of penalties.
pub fn rules_have(known: &str) -> String {
    if known.is_empty() { "they have none".to_owned() } else { format!("they have {known}") }
}

/// Sides as they are written in a request.
pub fn quoted(sides: &[Side]) -> String {
    and_list(sides.iter().map(|side| format!("\"{side}\"")))
}

/// Why a report that is meant for round `asked` is none of round `next`.
pub fn other_round(asked: usize, next: usize) -> String {
    if asked < next {
        format!("round {asked} is there already; the next one is round {next}")
    } else {
        format!("the next round is round {next}, not round {asked}")
    }
}

/// How many tiles may be drawn, if so many stay.
pub fn limit(available: usize, stay: usize) -> String {
    match (available, stay) {
        (0, 1) => "the last tile stays in the boneyard".to_owned(),
        (0, 2..) => format!("the last {stay} tiles stay in the boneyard"),
        _ => at_most(available),
    }
}

/// What the others have, if the bound comes from it.
pub fn beside<Who: Say, Number: Say>(others: impl IntoIterator<Item = (Who, Number)>) -> Option<Phrase> {
    let others: Vec<Phrase> =
        others.into_iter().map(|(who, number)| phrase!("{who}'s {number}", who, number)).collect();
    (!others.is_empty()).then(|| phrase!(" beside {others}", others))
}

/// Who leads, and by which double if that is known.
pub fn who_leads(expected: Seat, double: Option<Tile>) -> Phrase {
    match double {
        Some(double) => phrase!("{expected} holds {double}", expected, double),
        None => phrase!("{expected} leads", expected),
    }
}
