//! What can be done now.

use super::*;

/// What a seat may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum May {
    /// Play a tile that fits.
    Play,
    /// Draw from the boneyard.
    Draw,
    /// Pass.
    Pass,
}

impl LineRound {
    /// What the seat on turn may do; before it is known who leads, what somebody may.
    pub fn may(&self, lines: &LineRules) -> Vec<May> {
        if self.ending.is_some() {
            return Vec::new();
        }
        if self.layout.is_empty() {
            return self.may_lead();
        }
        let Some(seat) = self.turn() else { return Vec::new() };
        let hand = self.hand(seat);
        let holds_fit = hand.known.iter().any(|tile| self.layout.fits(tile));
        let has_to_play = holds_fit && self.must_play;
        let can_draw = self.available(lines) > 0;
        let may = [
            (May::Play, (holds_fit || !hand.is_open()) && !self.layout.is_dead()),
            (May::Draw, can_draw && !has_to_play),
            (May::Pass, !has_to_play && (!can_draw || !self.must_play)),
        ];
        may.into_iter().filter(|(_, may)| *may).map(|(may, _)| may).collect()
    }

    /// Before the first tile: nobody passes, and drawing is for what gives the lead.
    fn may_lead(&self) -> Vec<May> {
        let opens = match (self.turn, self.opener()) {
            // What is not known of the own hand may be a higher double.
            (Some(seat), Some(_)) if self.duty.drawn_for => self.check_leader(seat, self.hand(seat)).is_ok(),
            (_, Some(_)) => true,
            (Some(seat), None) => self.duty.by.is_none() || !self.hand(seat).is_open(),
            (None, None) => !self.nobody_opens(),
        };
        let draws = self.duty.drawn_for && self.boneyard > 0 && self.opener().is_none();
        let may = [(May::Play, opens), (May::Draw, draws)];
        may.into_iter().filter(|(_, may)| *may).map(|(may, _)| may).collect()
    }
}
