//! A hand of Build Up, as it is being played: twelve stacks, and tiles that cover tiles
//! (docs/rules/buildup.md).

mod cover;

use std::collections::BTreeMap;

use cover::LINE;
pub use cover::{cover, hand_size, starts_game};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::at::At;
use super::hand::Hand;
use super::phrase::{Phrase, phrase};
use super::refusal::Refusal;
use super::ruleset::{Ruleset, StackRules};
use super::seat::Seat;
use super::tile::{Tile, Tiles};
use super::turn::{Play, Turn};

/// Where tiles can be put, as a clause.
pub const STACKS: &str = "the stacks are A1 to A6 and B1 to B6";

/// What shows on a stack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Top {
    /// The stack: `A1` to `B6`.
    #[schema(value_type = String, pattern = "^[AB][1-6]$", examples("A1"))]
    pub at: At,
    /// The tile on top.
    pub tile: Tile,
    /// Whose colour it is; by default the owner of the line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub seat: Option<Seat>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stack {
    seat: Seat,
    tile: Tile,
    height: usize,
}

/// A hand of Build Up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StackRound {
    stacks: BTreeMap<At, Stack>,
    hands: [Hand; 2],
    /// The tiles of each colour that cannot be in a hand any more.
    gone: [Tiles; 2],
    /// The dots that each player placed in this hand.
    placed: [u16; 2],
    leader: Option<Seat>,
    turn: Option<Seat>,
    last: Option<Seat>,
    passes: usize,
    over: bool,
}

/// A turn that may be recorded, and the rules that it breaks by override.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgedStack {
    /// The tile and its stack; `None` for a pass.
    pub play: Option<(Tile, At)>,
    /// What the turn breaks.
    pub broken: Vec<Refusal>,
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
    /// The first hand of a game, on the two lines of `initial`.
    ///
    /// # Errors
    ///
    /// When these are not six different tiles of each colour on twelve stacks.
    pub fn first(initial: &[Top], leader: Option<Seat>) -> Result<StackRound, Refusal> {
        let mut stacks = BTreeMap::new();
        let mut gone = [Tiles::NONE; 2];
        for top in initial {
            let At::Stack(line, _) = top.at else {
                return Err(Refusal::NotOpen { at: top.at.clone(), open: STACKS.to_owned() });
            };
            let seat = top.seat.unwrap_or(line);
            if top.tile.high() > 6 {
                return Err(Refusal::NotInSet { tile: top.tile, set: "double-six".into() });
            }
            if seat.index() > 1 {
                return Err(Refusal::NoSuchSeat { seat, seats: 2 });
            }
            if !of_mut(&mut gone, seat).insert(top.tile)
                || stacks.insert(top.at.clone(), Stack { seat, tile: top.tile, height: 1 }).is_some()
            {
                return Err(Refusal::TileTwice { tile: top.tile });
            }
        }
        if stacks.len() != 2 * LINE {
            return Err(Refusal::WrongShape {
                what: "the two lines have twelve tiles: give \"initial\" for A1 to A6 and B1 to B6",
            });
        }
        let hands = [Hand { size: hand_size(1), known: Tiles::NONE }; 2];
        Ok(StackRound {
            stacks,
            hands,
            gone,
            placed: [0; 2],
            leader,
            turn: leader,
            last: None,
            passes: 0,
            over: false,
        })
    }

    /// The next hand of the same game, on what this one left.
    #[must_use]
    pub fn next(&self, round: usize, leader: Option<Seat>) -> StackRound {
        let hands = [Hand { size: hand_size(round), known: Tiles::NONE }; 2];
        let gone = [self.gone[0].union(self.hands[0].known), self.gone[1].union(self.hands[1].known)];
        StackRound {
            stacks: self.stacks.clone(),
            hands,
            gone,
            placed: [0; 2],
            leader,
            turn: leader,
            last: None,
            passes: 0,
            over: false,
        }
    }

    /// Says which tiles a player was dealt.
    ///
    /// # Errors
    ///
    /// When there are too many or too few, or one of them lies on the table.
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
        self.settle_known();
        Ok(())
    }

    fn can_have(&self, seat: Seat, tile: Tile) -> Result<(), Refusal> {
        if tile.high() > 6 {
            return Err(Refusal::NotInSet { tile, set: "double-six".into() });
        }
        if of(&self.gone, seat).contains(tile) { Err(Refusal::TileUsed { tile }) } else { Ok(()) }
    }

    /// Whether six tiles of each colour show, as in the two lines of a new game.
    pub(super) fn has_even_lines(&self) -> bool {
        self.stacks.values().filter(|stack| stack.seat == Seat::A).count() == LINE
    }

    /// Whether the hand has been played to its end.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// How it ended.
    #[must_use]
    pub fn how(&self) -> Phrase {
        phrase!("both hands are played as far as they can be")
    }

    /// Whose turn it is.
    #[must_use]
    pub fn turn(&self) -> Option<Seat> {
        self.turn.filter(|_| !self.over)
    }

    /// Who led, or leads.
    #[must_use]
    pub fn leader(&self) -> Option<Seat> {
        self.leader
    }

    /// Who made the last play.
    #[must_use]
    pub fn last(&self) -> Option<Seat> {
        self.last
    }

    /// What is known of the hand of `seat`.
    #[must_use]
    pub fn hand(&self, seat: Seat) -> Hand {
        *of(&self.hands, seat)
    }

    /// The dots that `seat` placed in this hand.
    #[must_use]
    pub fn placed(&self, seat: Seat) -> u16 {
        *of(&self.placed, seat)
    }

    /// What shows on the stacks.
    #[must_use]
    pub fn tops(&self) -> Vec<Top> {
        let stacks = self.stacks.iter();
        stacks.map(|(at, stack)| Top { at: at.clone(), tile: stack.tile, seat: Some(stack.seat) }).collect()
    }

    /// The stacks whose first tile was never covered.
    #[must_use]
    pub fn uncovered(&self) -> Vec<At> {
        self.stacks.iter().filter(|(_, stack)| stack.height == 1).map(|(at, _)| at.clone()).collect()
    }

    /// The stacks that `tile` may cover.
    pub fn fitting<'a>(&'a self, rules: &'a StackRules, tile: Tile) -> impl Iterator<Item = &'a At> + 'a {
        self.stacks.iter().filter(move |(_, stack)| cover(rules, tile, stack.tile).is_ok()).map(|(at, _)| at)
    }

    fn first_fit(&self, rules: &StackRules, tiles: Tiles) -> Option<Tile> {
        tiles.iter().find(|tile| self.fitting(rules, *tile).next().is_some())
    }

    /// Whether `turn` can be recorded now.
    ///
    /// # Errors
    ///
    /// The first rule that it breaks; with an override only what the table cannot have done.
    pub fn judge(&self, rules: &Ruleset, stacks: &StackRules, turn: &Turn) -> Result<JudgedStack, Refusal> {
        let play = turn.action()?;
        let seat = turn.seat;
        if seat.index() > 1 {
            return Err(Refusal::NoSuchSeat { seat, seats: 2 });
        }
        if self.over {
            // Passes are still heard until everybody with tiles has passed once.
            return match play {
                None if self.passes < self.active() => Ok(JudgedStack { play: None, broken: Vec::new() }),
                _ => Err(Refusal::RoundOver { how: self.how() }),
            };
        }
        let mut broken = Vec::new();
        let mut weigh = |verdict: Result<(), Refusal>| match verdict {
            Err(refusal) if turn.over.is_some() && refusal.is_overridable() => {
                broken.push(refusal);
                Ok(())
            }
            verdict => verdict,
        };
        if turn.drew() > 0 {
            return Err(Refusal::NoDrawing);
        }
        if let Some(on_turn) = self.turn.filter(|on_turn| *on_turn != seat) {
            weigh(Err(Refusal::OutOfTurn { seat, turn: on_turn }))?;
        }
        let Some(play) = play else {
            if rules.must_play() {
                let held = self.first_fit(stacks, self.hand(seat).known);
                weigh(held.map_or(Ok(()), |tile| Err(Refusal::MustPlay { seat, tile })))?;
            }
            return Ok(JudgedStack { play: None, broken });
        };
        let tile = play.tile;
        self.can_have(seat, tile)?;
        if self.hand(seat).is_open() && !self.hand(seat).known.contains(tile) {
            return Err(Refusal::NotInHand { seat, tile });
        }
        let at = self.place(stacks, play)?;
        let top = self.stacks.get(&at).map(|stack| stack.tile);
        if let Some(top) = top {
            weigh(cover(stacks, tile, top).map_err(|why| Refusal::NoCover { tile, top, why }))?;
        }
        Ok(JudgedStack { play: Some((tile, at)), broken })
    }

    /// The stack that a play names, or the only one that it can cover.
    fn place(&self, rules: &StackRules, play: &Play) -> Result<At, Refusal> {
        let tile = play.tile;
        if let Some(at) = &play.at {
            return match self.stacks.contains_key(at) {
                true => Ok(at.clone()),
                false => Err(Refusal::NotOpen { at: at.clone(), open: STACKS.to_owned() }),
            };
        }
        let mut fitting = self.fitting(rules, tile);
        match (fitting.next(), fitting.next()) {
            (Some(only), None) => Ok(only.clone()),
            (Some(_), Some(_)) => {
                Err(Refusal::AmbiguousOutlet { tile, places: self.fitting(rules, tile).cloned().collect() })
            }
            (None, _) => Err(Refusal::NoMatch {
                tile,
                place: String::new(),
                open: "it can cover none of the twelve stacks".into(),
            }),
        }
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
                *of_mut(&mut self.placed, seat) += tile.pips();
                of_mut(&mut self.gone, seat).insert(*tile);
                of_mut(&mut self.hands, seat).give(*tile);
                if let Some(stack) = self.stacks.get_mut(at) {
                    *stack = Stack { seat, tile: *tile, height: stack.height + 1 };
                }
            }
        }
        let other = seat.next(2);
        self.turn = Some(if self.hand(other).size > 0 { other } else { seat });
        let stuck =
            self.hands.iter().all(|hand| hand.is_open() && self.first_fit(rules, hand.known).is_none());
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
    /// # Errors
    ///
    /// When there are too many or too few, or one of them lies on the table.
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

    /// One of `tiles` that can be placed.
    #[must_use]
    pub fn fit(&self, rules: &StackRules, tiles: Tiles) -> Option<Tile> {
        self.first_fit(rules, tiles)
    }

    /// Shows what a player could not place; these tiles are out of the game.
    pub fn set_aside(&mut self, seat: Seat, tiles: Tiles) {
        let gone = of_mut(&mut self.gone, seat);
        *gone = gone.union(tiles);
    }

    fn settle_known(&mut self) {
        self.over = self.hands.iter().all(|hand| hand.size == 0);
    }
}
