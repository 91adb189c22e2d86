//! Words that follow a number.

use crate::rules::at::and_list;
use crate::rules::seat::Side;

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
pub fn at_most(available: usize) -> String {
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
