//! What a player did in some games, summed up.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::measures::measures;

/// The sums, and what adds them up.
macro_rules! tally {
    ($($(#[$about:meta])* $name:ident = $adds:literal,)+) => {
        /// The sums of a player's results. Is stored as JSON when a season is closed.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(default)]
        pub struct Tally {
            $($(#[$about])* pub $name: i64,)+
            /// Points for, where the lowest total wins with the sign turned: more is always better.
            pub merit: i64,
            /// Points ahead of the other sides, turned likewise: more is always better.
            pub ahead: i64,
            /// Points that the club gave or took, apart from games.
            pub adjusted: i64,
            /// The best total of a game; none where games with different goals are mixed.
            pub best: Option<i32>,
            /// The worst total of a game.
            pub worst: Option<i32>,
        }

        impl Tally {
            /// The sums of both kinds of games. Totals of different kinds cannot be compared, so there is
            /// no best and no worst.
            pub fn with(self, other: Tally) -> Tally {
                Tally {
                    $($name: self.$name + other.$name,)+
                    merit: self.merit + other.merit,
                    ahead: self.ahead + other.ahead,
                    adjusted: self.adjusted + other.adjusted,
                    best: None,
                    worst: None,
                }
            }

            /// The sums by their names.
            pub fn sums(&self) -> impl Iterator<Item = (&'static str, i64)> {
                [$((stringify!($name), self.$name)),+].into_iter()
            }
        }
    };
}
measures!(tally);

impl Tally {
    /// The share of games won, a shared first place as half of one; none without games.
    pub fn win_rate(&self) -> Option<f64> {
        ratio(2 * self.won + self.drawn, 2 * self.played)
    }

    /// Games whose totals were played to the end.
    pub const fn finished(&self) -> i64 {
        self.played - self.unfinished
    }

    /// Points a game.
    pub fn average(&self) -> Option<f64> {
        ratio(self.points_for, self.finished())
    }

    /// Dots left in the hand, a round.
    pub fn average_left(&self) -> Option<f64> {
        ratio(self.left_pips, self.left_rounds)
    }

    /// The share of rounds that ended blocked.
    pub fn block_rate(&self) -> Option<f64> {
        ratio(self.blocks, self.ended)
    }
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
