//! Whether a turn of Build Up can be so, and what can be done now.

use super::{STACKS, StackRound, cover};
use crate::rules::line::May;
use crate::rules::placement::Position;
use crate::rules::refusal::Refusal;
use crate::rules::ruleset::{Ruleset, StackRules};
use crate::rules::scrutiny::{Broken, Scrutiny};
use crate::rules::seat::Seat;
use crate::rules::tile::Tile;
use crate::rules::turn::{Play, Turn};

/// A turn that may be recorded, and the rules that it breaks by override.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgedStack {
    /// The tile and its stack; `None` for a pass.
    pub play: Option<(Tile, Position)>,
    /// What the turn breaks.
    pub broken: Vec<Refusal>,
}

impl StackRound {
    /// Whether `turn` can be recorded now.
    ///
    /// Errors: the first rule that it breaks; with an override only what the table cannot have done.
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
        let mut broken = Broken::none(Scrutiny::New, turn.over.is_some());
        if turn.drew() > 0 {
            return Err(Refusal::NoDrawing);
        }
        broken.weigh(self.on_turn(seat, play))?;
        let Some(play) = play else {
            if rules.must_play() {
                let held = self.fit(stacks, self.hand(seat).known);
                broken.weigh(held.map_or(Ok(()), |tile| Err(Refusal::MustPlay { seat, tile })))?;
            }
            return Ok(JudgedStack { play: None, broken: broken.rules });
        };
        let tile = play.tile;
        self.can_have(seat, tile)?;
        if self.hand(seat).is_open() && !self.hand(seat).known.contains(tile) {
            return Err(Refusal::NotInHand { seat, tile });
        }
        let at = self.place(stacks, play)?;
        if let Some((_, top)) = self.shown().find(|(place, _)| **place == at) {
            broken.weigh(cover(stacks, tile, top).map_err(|why| Refusal::NoCover { tile, top, why }))?;
        }
        Ok(JudgedStack { play: Some((tile, at)), broken: broken.rules })
    }

    fn on_turn(&self, seat: Seat, play: Option<&Play>) -> Result<(), Refusal> {
        let leads = self.last.is_none() && self.passes == 0 && play.is_some();
        match self.turn.filter(|turn| *turn != seat) {
            Some(expected) if leads => Err(Refusal::WrongLeader { leader: seat, expected, double: None }),
            Some(turn) => Err(Refusal::OutOfTurn { seat, turn }),
            None => Ok(()),
        }
    }

    /// The stack that a play names, or the only one that it can cover.
    fn place(&self, rules: &StackRules, play: &Play) -> Result<Position, Refusal> {
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

    /// What the seat on turn may do; before it is known who leads, what somebody may.
    pub fn may(&self, rules: &Ruleset, stacks: &StackRules) -> Vec<May> {
        if self.over {
            return Vec::new();
        }
        let hand = self.turn.map(|seat| self.hand(seat));
        let holds_fit = hand.is_some_and(|hand| self.fit(stacks, hand.known).is_some());
        let may = [
            (May::Play, holds_fit || hand.is_none_or(|hand| !hand.is_open())),
            (May::Pass, !(holds_fit && rules.must_play())),
        ];
        may.into_iter().filter(|(_, may)| *may).map(|(may, _)| may).collect()
    }
}
