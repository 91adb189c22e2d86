//! Words that follow a number.

/// So many tiles.
pub fn tiles(count: usize) -> String {
    if count == 1 { "1 tile".to_owned() } else { format!("{count} tiles") }
}

/// So many players.
pub fn players_of(count: usize) -> String {
    if count == 1 { "1 player".to_owned() } else { format!("{count} players") }
}

/// From one number to another.
pub fn range(min: usize, max: usize) -> String {
    if min == max { min.to_string() } else { format!("{min} to {max}") }
}

/// What so many were.
pub const fn were(count: usize) -> &'static str {
    if count == 1 { "was" } else { "were" }
}

/// What so many are.
pub const fn are(count: usize) -> &'static str {
    if count == 1 { "is" } else { "are" }
}

/// What rules have of penalties.
pub fn rules_have(known: &str) -> String {
    if known.is_empty() { "they have none".to_owned() } else { format!("they have {known}") }
}
