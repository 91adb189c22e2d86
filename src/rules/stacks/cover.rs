//! What covers what, and how many tiles a hand has.

use crate::rules::ruleset::StackRules;
use crate::rules::tile::Tile;

/// The stacks of each line.
pub(super) const LINE: usize = 6;

/// All stacks, each of which has a top.
pub const TOPS: usize = 2 * LINE;

/// The hands of a game.
const HANDS: usize = 4;

/// The tiles in each player's hand in round `round`, from 1: six, and in the last hand of a game four.
pub fn hand_size(round: usize) -> usize {
    if round.is_multiple_of(HANDS) { 4 } else { 6 }
}

/// Which round was the first of the four hands of the game that `round` belongs to.
pub fn first_hand(round: usize) -> usize {
    round - round.saturating_sub(1) % HANDS
}

/// Whether a round starts a game of four hands, with new lines.
pub fn starts_game(round: usize) -> bool {
    first_hand(round) == round
}

/// Whether `tile` may cover `top` (docs/rules/buildup.md).
///
/// Errors: the rule that forbids it.
pub fn cover(rules: &StackRules, tile: Tile, top: Tile) -> Result<(), &'static str> {
    match (tile.is_double(), top.is_double()) {
        (true, false) => Ok(()),
        (true, true) if tile.pips() > top.pips() => Ok(()),
        (true, true) => Err("a double covers another double only if that one has fewer dots"),
        (false, false) if tile.pips() >= top.pips() => Ok(()),
        (false, false) => Err("it has fewer dots"),
        (false, true) if tile.pips() > top.pips() => Ok(()),
        (false, true) if tile.pips() == top.pips() && rules.cover_double_equal => Ok(()),
        (false, true) if tile.pips() == top.pips() => Err("it needs more dots than the double"),
        (false, true) => Err("it needs at least as many dots as the double"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_four_hands_use_up_a_set() {
        let dealt: usize = (1..=4).map(hand_size).sum();
        assert_eq!(dealt + LINE, 28);
        assert_eq!(hand_size(5), 6);
        assert!(starts_game(1) && starts_game(5) && !starts_game(4));
    }
}
