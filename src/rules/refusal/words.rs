//! Words that follow a number.

/// So many tiles.
pub fn tiles(count: usize) -> String {
    if count == 1 { "1 tile".to_owned() } else { format!("{count} tiles") }
}

/// What so many were.
pub const fn were(count: usize) -> &'static str {
    if count == 1 { "was" } else { "were" }
}

/// What so many are.
pub const fn are(count: usize) -> &'static str {
    if count == 1 { "is" } else { "are" }
}
