//! The numbers that parameters may be.

/// The numbers that a parameter may have, where they are few.
pub(in crate::rules) fn allowed(key: &str) -> Option<&'static [u16]> {
    match key {
        "set.max_pip" => Some(&[6, 9, 12, 15, 18]),
        "arms.opening_double" => Some(&[2, 4, 6, 8]),
        "arms.later_double" => Some(&[1, 2, 3]),
        "obligation.opening" => Some(&[0, 2, 4, 6, 8]),
        "obligation.later" => Some(&[0, 1, 2, 3]),
        "draw.reserve" => Some(&[0, 1, 2]),
        _ => None,
    }
}

/// The least and the most that a parameter can be, where that is a range.
pub(super) fn range(key: &str) -> Option<(u16, u16)> {
    match key {
        "players.min" | "players.max" => Some((2, 12)),
        "pips.double_blank" => Some((0, 100)),
        "match.target" => Some((1, u16::MAX)),
        "match.rounds" => Some((1, 1000)),
        "match.doubled_rounds" => Some((0, 255)),
        _ => None,
    }
}
