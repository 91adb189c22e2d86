//! What decided about a rank, and what points are made of, as sentences.

use super::chain::{Chain, Criterion};
use super::meeting::Meeting;
use super::tally::Tally;

/// The criterion that told a player apart from others who were level.
pub(super) struct Decision {
    pub by: Criterion,
    /// How many others were level before.
    pub others: usize,
    /// The player's meetings with them.
    pub met: Meeting,
    pub lot: u128,
}

impl Decision {
    pub fn describe(&self, chain: &Chain, tally: &Tally) -> String {
        let label = self.by.word().replace('_', " ");
        format!(
            "Level with {} until {label} decided: {}.",
            counted_others(self.others),
            self.value(chain, tally)
        )
    }

    fn value(&self, chain: &Chain, tally: &Tally) -> String {
        match self.by {
            Criterion::Points => count(chain.points(tally), "point"),
            Criterion::WinRate if tally.played < chain.min_games => {
                format!("fewer than {}", count(chain.min_games, "game"))
            }
            Criterion::WinRate => format!("a win rate of {}", tally.win_rate().unwrap_or(0.0)),
            Criterion::Won => format!("{} won", count(tally.won, "game")),
            Criterion::Difference | Criterion::PointsFor | Criterion::Average if tally.finished() == 0 => {
                "no total was played to the end".to_owned()
            }
            Criterion::Difference => format!("a difference of {}", tally.ahead),
            Criterion::PointsFor => format!("a total of {}", count(tally.points_for, "point")),
            Criterion::Average => format!("an average of {}", tally.average().unwrap_or(0.0)),
            Criterion::RoundsWon => format!("{} won", count(tally.rounds_won, "round")),
            Criterion::Played => format!("{} played", count(tally.played, "game")),
            Criterion::Penalties => count_of(tally.penalties, "penalty", "penalties"),
            Criterion::HeadToHead => {
                let Meeting { won, drawn, lost, .. } = self.met;
                format!("{} won, {drawn} drawn and {lost} lost among them", count(won, "meeting"))
            }
            Criterion::MiniTable => {
                let points = count(self.met.points(chain), "point");
                format!("{points} in meetings and a difference of {} among them", self.met.ahead)
            }
            Criterion::Lots => format!("the lot {:032x}", self.lot),
        }
    }
}

/// Says that so many others have the same rank.
pub(super) fn level(others: usize) -> String {
    format!("Shares the rank with {}.", counted_others(others))
}

impl Chain {
    /// What a player's points are made of.
    pub fn explained(&self, tally: &Tally) -> String {
        let parts = [
            (tally.won, "win", "wins", self.win),
            (tally.drawn, "draw", "draws", self.draw),
            (tally.lost, "loss", "losses", self.loss),
            (tally.rounds_won, "round won", "rounds won", self.round_won),
            (tally.narrow_losses, "narrow loss", "narrow losses", self.narrow_loss),
        ];
        let worth = parts.into_iter().filter(|(number, _, _, worth)| *number != 0 && *worth != 0);
        let mut told: Vec<String> = worth
            .map(|(number, one, many, worth)| format!("{} at {worth}", count_of(number, one, many)))
            .collect();
        match tally.adjusted {
            0 => {}
            taken @ ..0 => told.push(format!("{} taken by the club", count(taken.saturating_abs(), "point"))),
            given => told.push(format!("{} given by the club", count(given, "point"))),
        }
        let points = count(self.points(tally), "point");
        if told.is_empty() { points } else { format!("{}: {points}", told.join(", ")) }
    }
}

fn counted_others(others: usize) -> String {
    if others == 1 { "1 other".to_owned() } else { format!("{others} others") }
}

fn count(number: i64, one: &str) -> String {
    count_of(number, one, &format!("{one}s"))
}

fn count_of(number: i64, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}
