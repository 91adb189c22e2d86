//! What a player did in some games, summed up.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// The sums of a player's results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Tally {
    /// Games.
    pub played: i64,
    /// Games won alone.
    pub won: i64,
    /// Games in which the first place was shared.
    pub drawn: i64,
    /// The other games.
    pub lost: i64,
    /// Those of them in which the winner won at most one round more.
    pub narrow_losses: i64,
    /// Games whose totals were not played to the end: their points are in no sum, not the best and not
    /// the worst.
    #[serde(skip_serializing_if = "is_zero")]
    pub unfinished: i64,
    /// Points of the player's side.
    pub points_for: i64,
    /// Points of the other sides together.
    pub points_against: i64,
    /// Points for, where the lowest total wins with the sign turned: more is always better.
    pub merit: i64,
    /// Points ahead of the other sides, turned likewise: more is always better.
    pub ahead: i64,
    /// Rounds.
    pub rounds: i64,
    /// Rounds won.
    pub rounds_won: i64,
    /// Rounds of which it is known how they ended.
    pub ended: i64,
    /// Rounds that ended blocked.
    pub blocks: i64,
    /// Rounds in which the player went out.
    pub outs: i64,
    /// Penalties.
    pub penalties: i64,
    /// Dots left in the hand.
    pub left_pips: i64,
    /// Over so many rounds.
    pub left_rounds: i64,
    /// Turns that shown hands proved wrong.
    pub findings: i64,
    /// Points that the club gave or took, apart from games.
    pub adjusted: i64,
    /// The best total of a game; none where games with different goals are mixed.
    pub best: Option<i32>,
    /// The worst total of a game.
    pub worst: Option<i32>,
}

impl Tally {
    /// The sums of both kinds of games. Totals of different kinds cannot be compared, so there is no
    /// best and no worst.
    #[must_use]
    pub fn with(self, other: Tally) -> Tally {
        Tally {
            played: self.played + other.played,
            won: self.won + other.won,
            drawn: self.drawn + other.drawn,
            lost: self.lost + other.lost,
            narrow_losses: self.narrow_losses + other.narrow_losses,
            unfinished: self.unfinished + other.unfinished,
            points_for: self.points_for + other.points_for,
            points_against: self.points_against + other.points_against,
            merit: self.merit + other.merit,
            ahead: self.ahead + other.ahead,
            rounds: self.rounds + other.rounds,
            rounds_won: self.rounds_won + other.rounds_won,
            ended: self.ended + other.ended,
            blocks: self.blocks + other.blocks,
            outs: self.outs + other.outs,
            penalties: self.penalties + other.penalties,
            left_pips: self.left_pips + other.left_pips,
            left_rounds: self.left_rounds + other.left_rounds,
            findings: self.findings + other.findings,
            adjusted: self.adjusted + other.adjusted,
            best: None,
            worst: None,
        }
    }

    /// The share of games won, a shared first place as half of one; none without games.
    #[must_use]
    pub fn win_rate(&self) -> Option<f64> {
        ratio(2 * self.won + self.drawn, 2 * self.played)
    }

    /// Games whose totals were played to the end.
    #[must_use]
    pub const fn finished(&self) -> i64 {
        self.played - self.unfinished
    }

    /// Points a game.
    #[must_use]
    pub fn average(&self) -> Option<f64> {
        ratio(self.points_for, self.finished())
    }

    /// Dots left in the hand, a round.
    #[must_use]
    pub fn average_left(&self) -> Option<f64> {
        ratio(self.left_pips, self.left_rounds)
    }

    /// The share of rounds that ended blocked.
    #[must_use]
    pub fn block_rate(&self) -> Option<f64> {
        ratio(self.blocks, self.ended)
    }
}

// A copy of a table that was made before there were such games stays as it is.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes it so")]
const fn is_zero(number: &i64) -> bool {
    *number == 0
}

/// A quotient to four places, so that every machine writes it alike.
#[expect(clippy::as_conversions, clippy::cast_precision_loss, reason = "numbers of games are far below 2^53")]
fn ratio(part: i64, whole: i64) -> Option<f64> {
    (whole > 0).then(|| (part as f64 / whole as f64 * 10_000.0).round() / 10_000.0)
}

/// A player in a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entrant {
    /// The player's id.
    pub player: Uuid,
    /// The player's name.
    pub name: String,
    /// What the player did.
    pub tally: Tally,
}
