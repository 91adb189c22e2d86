//! A round of a game that joins tiles by their numbers, as it is being played.
//!
//! [`LineRound::judge`] reads and refuses, [`LineRound::apply`] writes and decides nothing that
//! `judge` has not allowed.

mod ending;
mod judge;
mod lead;
mod may;

use std::collections::BTreeMap;

pub use lead::{LeadDouble, LeadDuty};
pub use may::May;

use super::hand::Hand;
use super::layout::{Layout, OutletId};
use super::placement::Position;
use super::refusal::Refusal;
use super::ruleset::{DrawCount, LineRules, Ruleset};
use super::seat::{Seat, Seating};
use super::tile::{Tile, Tiles};
use super::turn::Turn;

/// How a round came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// This player has no tiles left.
    Domino(Seat),
    /// Nobody could go on; `dead` if that was certain from the table alone.
    Blocked {
        /// Whether every number that could be joined was used up.
        dead: bool,
    },
}

/// How a round starts.
#[derive(Clone, Debug)]
pub struct Start {
    /// Who sits at the table.
    pub seating: Seating,
    /// Who leads, where that is known before the first tile is played.
    pub leader: Option<Seat>,
    /// What may be led.
    pub duty: LeadDuty,
    /// The hands that were dealt, as far as they are known.
    pub deal: BTreeMap<Seat, Tiles>,
}

/// A round as it is being played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineRound {
    seating: Seating,
    /// Those who have not left meanwhile.
    playing: Seating,
    layout: Layout,
    hands: Vec<Hand>,
    boneyard: usize,
    leader: Option<Seat>,
    turn: Option<Seat>,
    /// Who played the last tile.
    last: Option<Seat>,
    duty: LeadDuty,
    must_play: bool,
    /// Who has passed since the last play, able neither to play nor to draw.
    passed: Vec<Seat>,
    /// Who went out on a double that has to be filled before the round ends.
    waiting: Option<Seat>,
    /// Whether the last tile of the player who went out was a double with places still owed.
    out_on_double: bool,
    ending: Option<Ending>,
}

/// What a judged turn does to the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Move {
    Lead(Tile),
    Join {
        tile: Tile,
        outlet: OutletId,
        outward: Option<u8>,
    },
    Pass,
    /// A pass after the end that only says what everybody saw.
    ClosingPass,
}

/// A turn that may be recorded, and the rules that it breaks by override.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgedLine {
    pub(super) action: Move,
    /// Where the tile goes.
    pub at: Option<Position>,
    /// What the turn breaks.
    pub broken: Vec<Refusal>,
}

impl LineRound {
    /// A round before its first tile.
    pub fn new(rules: &Ruleset, lines: &LineRules, start: Start) -> LineRound {
        let Start { seating, leader, duty, deal } = start;
        let size = usize::from(lines.hand_size.of(seating.len()));
        let hand = |seat| match seating.has(seat) {
            true => Hand { size, known: deal.get(&seat).copied().unwrap_or_default() },
            false => Hand::default(),
        };
        let hands: Vec<Hand> = Seat::first(seating.chairs()).map(hand).collect();
        LineRound {
            layout: Layout::new(rules.max_pip(), lines),
            boneyard: rules.tiles().saturating_sub(size * seating.len()),
            seating,
            playing: seating,
            hands,
            leader,
            turn: leader,
            last: None,
            duty,
            must_play: rules.must_play(),
            passed: Vec::new(),
            waiting: None,
            out_on_double: false,
            ending: None,
        }
    }

    /// Who plays: those who sat down to the round and have not left it.
    pub fn playing(&self) -> Seating {
        self.playing
    }

    /// The tiles on the table.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// How the round ended, if it has.
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Whose turn it is; `None` when the round is over or before it is known who leads.
    pub fn turn(&self) -> Option<Seat> {
        self.turn.filter(|_| self.ending.is_none())
    }

    /// Who led, or leads.
    pub fn leader(&self) -> Option<Seat> {
        self.leader
    }

    /// How many tiles are in the boneyard.
    pub fn boneyard(&self) -> usize {
        self.boneyard
    }

    /// How many of them may be drawn.
    pub fn available(&self, lines: &LineRules) -> usize {
        match lines.draw.count {
            DrawCount::None => 0,
            DrawCount::One | DrawCount::Until => {
                self.boneyard.saturating_sub(usize::from(lines.draw.reserve))
            }
        }
    }

    /// What is known of the hand of `seat`.
    pub fn hand(&self, seat: Seat) -> Hand {
        self.hands.get(seat.index()).copied().unwrap_or_default()
    }

    /// Whether the player who went out did so on a double that was still to be filled.
    pub fn out_on_double(&self) -> bool {
        self.out_on_double
    }

    /// Who is still in play: has tiles.
    fn active(&self) -> usize {
        self.playing.seats().filter(|seat| self.hand(*seat).size > 0).count()
    }

    /// Skips a player who leaves in the middle of the round. The hand stays, and counts.
    pub fn leave(&mut self, lines: &LineRules, seat: Seat) {
        self.playing = self.playing.without(seat);
        self.passed.retain(|other| *other != seat);
        if self.turn == Some(seat) {
            // What gives the lead may have left the table, or another holds the highest now.
            let drawn_for = self.duty.drawn_for || self.duty.by.is_none();
            self.turn = match self.opener().filter(|_| self.layout.is_empty()) {
                Some((holder, _)) => Some(holder),
                None if self.layout.is_empty() && !drawn_for => None,
                None => self.after(seat),
            };
            self.leader = self.leader.filter(|_| !self.layout.is_empty()).or(self.turn);
        }
        if self.ending.is_none() && self.active() > 0 {
            self.settle(lines);
        }
    }

    /// Records a turn that [`judge`](LineRound::judge) has allowed.
    pub fn apply(&mut self, lines: &LineRules, turn: &Turn, judged: &JudgedLine) {
        if judged.action == Move::ClosingPass {
            self.passed.push(turn.seat);
            self.turn = self.after(turn.seat);
            return;
        }
        self.boneyard = self.boneyard.saturating_sub(turn.drew());
        if let Some(hand) = self.hands.get_mut(turn.seat.index()) {
            hand.take(turn.drew(), turn.drawn());
        }
        match judged.action {
            Move::Lead(tile) => {
                self.layout.lead_with(tile);
                self.leader = Some(turn.seat);
                self.played(turn.seat, tile);
            }
            Move::Join { tile, outlet, outward } => {
                self.layout.join(tile, outlet, outward);
                self.played(turn.seat, tile);
            }
            Move::Pass => self.passed(lines, turn),
            Move::ClosingPass => {}
        }
        self.turn = self.after(turn.seat);
        self.settle(lines);
    }

    fn played(&mut self, seat: Seat, tile: Tile) {
        self.passed.clear();
        self.last = Some(seat);
        if let Some(hand) = self.hands.get_mut(seat.index()) {
            hand.give(tile);
            self.out_on_double =
                hand.size == 0 && tile.is_double() && self.layout.owing().any(|owing| owing == tile);
        }
    }

    /// A pass counts towards the end only if it shows that the player can do nothing more.
    fn passed(&mut self, lines: &LineRules, turn: &Turn) {
        let drawn_tile_waits =
            lines.draw.count == DrawCount::One && !lines.draw.play_drawn && turn.drew() > 0;
        let stuck = !self.layout.is_empty() && self.available(lines) == 0 && !drawn_tile_waits;
        match stuck {
            true => self.passed.push(turn.seat),
            false => self.passed.clear(),
        }
    }

    /// The next seat with tiles.
    fn after(&self, seat: Seat) -> Option<Seat> {
        self.playing.from(self.playing.after(seat)).find(|next| self.hand(*next).size > 0)
    }
}
