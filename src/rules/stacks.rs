//! A hand of Build Up, as it is being played: twelve stacks, and tiles that cover tiles
//! (docs/rules/buildup.md).

mod cover;
mod judge;
pub mod top;

use std::collections::BTreeMap;

use cover::LINE;
pub use cover::{TOPS, cover, first_hand, hand_size, starts_game};
pub use judge::JudgedStack;
pub use top::{Coloured, Top};

use super::hand::Hand;
use super::phrase::{Phrase, phrase};
use super::placement::Position;
use super::refusal::Refusal;
use super::ruleset::StackRules;
use super::seat::Seat;
use super::tile::{Tile, Tiles};
use super::turn::Turn;

/// Where tiles can be put, as a clause.
pub const STACKS: &str = "the stacks are A1 to A6 and B1 to B6";

/// What lies in one place, from the bottom to the top; never empty.
type Stack = Vec<Coloured>;

/// A hand of Build Up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StackRound {
    stacks: BTreeMap<Position, Stack>,
    hands: [Hand; 2],
    /// The tiles of each colour on the table, covered or not.
    laid: [Tiles; 2],
    /// The tiles of each colour that were set aside.
    aside: [Tiles; 2],
    /// The tiles that each player placed in this hand.
    placed: [Tiles; 2],
    leader: Option<Seat>,
    turn: Option<Seat>,
    last: Option<Seat>,
    passes: usize,
    over: bool,
}

fn of<T>(pair: &[T; 2], seat: Seat) -> &T {
    let [a, b] = pair;
    if seat == Seat::A { a } else { b }
}

fn of_mut<T>(pair: &mut [T; 2], seat: Seat) -> &mut T {
    let [a, b] = pair;
    if seat == Seat::A { a } else { b }
}

impl StackRound {
    /// A hand on what lies in the twelve places: in the first of a game the two lines.
    ///
    /// Fails when these are not twelve stacks of different tiles of each colour.
    pub fn first(initial: &[Top], leader: Option<Seat>) -> Result<StackRound, Refusal> {
        let mut stacks = BTreeMap::new();
        let mut laid = [Tiles::NONE; 2];
        for top in initial {
            let Position::Stack(line, _) = top.at else {
                return Err(Refusal::NotOpen { at: top.at.clone(), open: STACKS.to_owned() });
            };
            let stack = top.stack(line);
            for Coloured { tile, seat } in &stack {
                if tile.high() > 6 {
                    return Err(Refusal::NotInSet { tile: *tile, set: "double-six".into() });
                }
                if seat.index() > 1 {
                    return Err(Refusal::NoSuchSeat { seat: *seat, seats: 2 });
                }
                if !of_mut(&mut laid, *seat).insert(*tile) {
                    return Err(Refusal::TileTwice { tile: *tile });
                }
            }
            if stacks.insert(top.at.clone(), stack).is_some() {
                return Err(Refusal::TileTwice { tile: top.tile });
            }
        }
        if stacks.len() != TOPS {
            return Err(Refusal::WrongShape {
                what: "there are twelve stacks: say what lies on A1 to A6 and B1 to B6",
            });
        }
        Ok(StackRound::start(1, stacks, laid, [Tiles::NONE; 2], leader))
    }

    /// The next hand of the same game, on what this one left.
    pub fn next(&self, round: usize, leader: Option<Seat>) -> StackRound {
        let aside = [self.aside[0].union(self.hands[0].known), self.aside[1].union(self.hands[1].known)];
        StackRound::start(round, self.stacks.clone(), self.laid, aside, leader)
    }

    fn start(
        round: usize,
        stacks: BTreeMap<Position, Stack>,
        laid: [Tiles; 2],
        aside: [Tiles; 2],
        leader: Option<Seat>,
    ) -> StackRound {
        StackRound {
            stacks,
            hands: [Hand { size: hand_size(round), known: Tiles::NONE }; 2],
            laid,
            aside,
            placed: [Tiles::NONE; 2],
            leader,
            turn: leader,
            last: None,
            passes: 0,
            over: false,
        }
    }

    /// Says which tiles a player was dealt.
    ///
    /// Fails when there are too many or too few, or one of them lies on the table.
    pub fn deal(&mut self, seat: Seat, tiles: &[Tile]) -> Result<(), Refusal> {
        let expected = of(&self.hands, seat).size;
        if tiles.len() != expected {
            return Err(Refusal::HandSize { seat, given: tiles.len(), expected });
        }
        if let Some(tile) = super::tile::named_twice(tiles) {
            return Err(Refusal::TileTwice { tile });
        }
        for tile in tiles {
            self.can_have(seat, *tile)?;
        }
        of_mut(&mut self.hands, seat).known = tiles.iter().copied().collect();
        self.over = self.hands.iter().all(|hand| hand.size == 0);
        Ok(())
    }

    fn can_have(&self, seat: Seat, tile: Tile) -> Result<(), Refusal> {
        if tile.high() > 6 {
            return Err(Refusal::NotInSet { tile, set: "double-six".into() });
        }
        if of(&self.laid, seat).contains(tile) {
            return Err(Refusal::TileUsed { tile });
        }
        if of(&self.aside, seat).contains(tile) { Err(Refusal::SetAside { tile }) } else { Ok(()) }
    }

    /// Whether the table is that of a new game: nothing is covered, and six tiles of each colour show.
    pub(super) fn is_fresh(&self) -> bool {
        let own = |stack: &&Stack| matches!(stack.as_slice(), [only] if only.seat == Seat::A);
        self.stacks.values().all(|stack| stack.len() == 1) && self.stacks.values().filter(own).count() == LINE
    }

    /// Whether the hand has been played to its end.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// How it ended.
    pub fn how(&self) -> Phrase {
        phrase!("both hands are played as far as they can be")
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Option<Seat> {
        self.turn.filter(|_| !self.over)
    }

    /// Who led, or leads.
    pub fn leader(&self) -> Option<Seat> {
        self.leader
    }

    /// Who made the last play.
    pub fn last(&self) -> Option<Seat> {
        self.last
    }

    /// What is known of the hand of `seat`.
    pub fn hand(&self, seat: Seat) -> Hand {
        *of(&self.hands, seat)
    }

    /// The tiles of `seat` on the table, covered or not.
    pub fn laid(&self, seat: Seat) -> Tiles {
        *of(&self.laid, seat)
    }

    /// The tiles that `seat` placed in this hand.
    pub fn placed(&self, seat: Seat) -> Tiles {
        *of(&self.placed, seat)
    }

    /// What shows on the stacks, and what lies below.
    pub fn tops(&self) -> Vec<Top> {
        self.stacks.iter().filter_map(|(at, stack)| Top::of(at, stack)).collect()
    }

    /// The stacks with the tile that shows on each.
    fn shown(&self) -> impl Iterator<Item = (&Position, Tile)> {
        self.stacks.iter().filter_map(|(at, stack)| Some((at, stack.last()?.tile)))
    }

    /// The stacks that `tile` may cover.
    pub fn fitting<'a>(
        &'a self,
        rules: &'a StackRules,
        tile: Tile,
    ) -> impl Iterator<Item = &'a Position> + 'a {
        self.shown().filter(move |(_, top)| cover(rules, tile, *top).is_ok()).map(|(at, _)| at)
    }

    /// One of `tiles` that can be placed.
    pub fn fit(&self, rules: &StackRules, tiles: Tiles) -> Option<Tile> {
        tiles.iter().find(|tile| self.fitting(rules, *tile).next().is_some())
    }

    /// Records a turn that [`judge`](StackRound::judge) has allowed.
    pub fn apply(&mut self, rules: &StackRules, turn: &Turn, judged: &JudgedStack) {
        let seat = turn.seat;
        if self.leader.is_none() {
            self.leader = Some(seat);
        }
        match &judged.play {
            None => self.passes += 1,
            Some((tile, at)) => {
                self.passes = 0;
                self.last = Some(seat);
                of_mut(&mut self.placed, seat).insert(*tile);
                of_mut(&mut self.laid, seat).insert(*tile);
                of_mut(&mut self.hands, seat).give(*tile);
                if let Some(stack) = self.stacks.get_mut(at) {
                    stack.push(Coloured { tile: *tile, seat });
                }
            }
        }
        let other = seat.next(2);
        self.turn = Some(if self.hand(other).size > 0 { other } else { seat });
        let stuck = self.hands.iter().all(|hand| hand.is_open() && self.fit(rules, hand.known).is_none());
        self.over = self.passes >= self.active() || stuck;
    }

    /// How many players have tiles left.
    fn active(&self) -> usize {
        self.hands.iter().filter(|hand| hand.size > 0).count()
    }

    /// Sets the hands to the size of hand `round` of the match.
    pub(super) fn resize(&mut self, round: usize) {
        for hand in &mut self.hands {
            hand.size = hand_size(round);
        }
    }

    /// Whether `tiles` can be what `seat` was left with.
    ///
    /// Fails when there are too many or too few, or one of them lies on the table.
    pub fn can_be_left(&self, seat: Seat, tiles: Tiles) -> Result<(), Refusal> {
        let hand = self.hand(seat);
        if tiles.len() != hand.size {
            return Err(Refusal::HandSize { seat, given: tiles.len(), expected: hand.size });
        }
        if let Some(tile) = hand.known.without(tiles).iter().next() {
            return Err(Refusal::KnownInHand { seat, tile });
        }
        tiles.iter().try_for_each(|tile| self.can_have(seat, tile))
    }

    /// Shows what a player could not place; these tiles are out of the game.
    pub fn set_aside(&mut self, seat: Seat, tiles: Tiles) {
        let aside = of_mut(&mut self.aside, seat);
        *aside = aside.union(tiles);
    }
}
