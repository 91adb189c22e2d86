//! When a round is over.

use super::*;
use crate::rules::phrase::{Phrase, phrase};
use crate::rules::ruleset::{DeadEnds, OutOnDouble, PartnersEnd};

impl LineRound {
    /// Looks whether the round is over after a turn.
    pub(super) fn settle(&mut self, lines: &LineRules) {
        self.ending = self.domino(lines).or_else(|| self.blocked(lines));
    }

    fn domino(&mut self, lines: &LineRules) -> Option<Ending> {
        let out = self.seating.seats().find(|seat| self.hand(*seat).size == 0 && Some(*seat) != self.waiting);
        if let Some(seat) = self.waiting {
            return (self.layout.owed() == 0).then_some(Ending::Domino(seat));
        }
        let seat = out?;
        if self.out_on_double && lines.end.out_on_double == OutOnDouble::FootMustBeFinished {
            self.waiting = Some(seat);
            return None;
        }
        let both_needed = self.seating.is_partners() && lines.end.partners == PartnersEnd::BothOut;
        if !both_needed {
            return Some(Ending::Domino(seat));
        }
        let side_is_out = |seat: &Seat| self.seating.side(*seat).seats().all(|own| self.hand(own).size == 0);
        // Of two partners the one who played the last tile went out last.
        let last = self.last.into_iter().chain(self.seating.seats());
        let out = last.into_iter().find(side_is_out);
        out.map(Ending::Domino)
    }

    fn blocked(&self, lines: &LineRules) -> Option<Ending> {
        if self.layout.is_empty() {
            return None;
        }
        let nothing_to_draw = self.available(lines) == 0;
        if self.layout.is_dead() && (lines.block.dead_ends == DeadEnds::EndRound || nothing_to_draw) {
            return Some(Ending::Blocked { dead: true });
        }
        if self.passed.len() >= self.active() || (nothing_to_draw && self.nobody_can_play()) {
            return Some(Ending::Blocked { dead: false });
        }
        None
    }

    /// Whether all hands are known and none of them has a tile that fits.
    fn nobody_can_play(&self) -> bool {
        let mut hands = self.playing.seats().map(|seat| self.hand(seat));
        hands.all(|hand| hand.is_open() && !hand.known.iter().any(|tile| self.layout.fits(tile)))
    }

    /// How the round ended, for people.
    pub fn how(&self) -> Phrase {
        match self.ending {
            None => phrase!("it is still being played"),
            Some(Ending::Domino(seat)) => phrase!("{seat} is out", seat),
            Some(Ending::Blocked { dead: true }) => {
                phrase!("it is blocked, because every number that could be joined is used up")
            }
            Some(Ending::Blocked { dead: false }) => phrase!("it is blocked, because nobody can play"),
        }
    }
}
