//! By what players are ranked, in which order.

use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use utoipa::ToSchema;

use super::tally::Tally;

/// The most that a result may be worth, and the most points that a club gives or takes at once.
pub const MOST_POINTS: i64 = 1000;
/// The most games that a win rate may ask for.
const MOST_GAMES: i64 = 1000;
/// The longest seed, in characters.
pub const MAX_SEED: usize = 100;

macro_rules! criteria {
    ($($(#[$about:meta])* $variant:ident = $word:literal),+ $(,)?) => {
        /// A criterion by which players are ranked.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum Criterion { $($(#[$about])* $variant),+ }

        impl Criterion {
            /// All of them.
            pub const ALL: &[Criterion] = &[$(Criterion::$variant),+];

            /// The word for it.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self { $(Criterion::$variant => $word),+ }
            }
        }
    };
}

criteria! {
    /// So many points a win, a draw and a loss, and bonus points.
    Points = "points",
    /// The share of games won; players with too few games come last.
    WinRate = "win_rate",
    /// Games won alone.
    Won = "won",
    /// Points ahead of the other sides.
    Difference = "difference",
    /// Points; where the lowest total wins, the fewer the better.
    PointsFor = "points_for",
    /// Points a game; where the lowest total wins, the fewer the better.
    Average = "average",
    /// Rounds won.
    RoundsWon = "rounds_won",
    /// Games.
    Played = "played",
    /// The fewest penalties.
    Penalties = "penalties",
    /// Meetings won less meetings lost with those who are still level. A game is a meeting with each
    /// opponent: one of three players, each for themselves, is two meetings of everybody.
    HeadToHead = "head_to_head",
    /// Points a win, a draw and a loss, then difference, in the meetings among those who are still level,
    /// counted as for `head_to_head`; without bonus points.
    MiniTable = "mini_table",
    /// Lots, drawn by a seed that anybody can use to draw them again.
    Lots = "lots",
}

impl FromStr for Criterion {
    type Err = ();

    fn from_str(word: &str) -> Result<Criterion, ()> {
        Criterion::ALL.iter().copied().find(|criterion| criterion.word() == word).ok_or(())
    }
}

impl Criterion {
    /// Whether it looks at the games of players against each other.
    #[must_use]
    pub const fn is_about_meetings(self) -> bool {
        matches!(self, Criterion::HeadToHead | Criterion::MiniTable)
    }
}

/// How ranks are numbered after a shared one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = TableRanks)]
pub enum Ranks {
    /// 1, 2, 2, 4.
    #[default]
    Competition,
    /// 1, 2, 2, 3.
    Dense,
}

/// A ranking: criteria in order, and what they need to know. Is stored as JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chain {
    /// The criteria; each breaks ties left by the ones before.
    #[serde(rename = "rank_by")]
    pub criteria: Vec<Criterion>,
    /// The points of a win.
    pub win: i64,
    /// The points of a draw.
    pub draw: i64,
    /// The points of a loss.
    pub loss: i64,
    /// The points of each round won, whatever becomes of the game.
    #[serde(default)]
    pub round_won: i64,
    /// The points of a narrow loss, on top of those of a loss.
    #[serde(default)]
    pub narrow_loss: i64,
    /// With fewer games a win rate does not count.
    pub min_games: i64,
    /// The seed of lots.
    #[serde(default)]
    pub seed: String,
    /// How ranks are numbered.
    pub ranks: Ranks,
}

impl Default for Chain {
    fn default() -> Chain {
        Chain {
            criteria: vec![Criterion::Points, Criterion::Difference, Criterion::PointsFor],
            win: 3,
            draw: 1,
            loss: 0,
            round_won: 0,
            narrow_loss: 0,
            min_games: 1,
            seed: String::new(),
            ranks: Ranks::default(),
        }
    }
}

impl Chain {
    /// The points of a player: for games, rounds won and narrow losses, and what the club gave or took.
    #[must_use]
    pub fn points(&self, tally: &Tally) -> i64 {
        let games = self.win * tally.won + self.draw * tally.drawn + self.loss * tally.lost;
        let bonus = self.round_won * tally.rounds_won + self.narrow_loss * tally.narrow_losses;
        games + bonus + tally.adjusted
    }

    /// Whether lots are drawn at the end.
    #[must_use]
    pub fn draws_lots(&self) -> bool {
        self.criteria.contains(&Criterion::Lots)
    }
}

/// Why criteria are no order.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ChainProblem {
    /// There is none.
    #[error("needs at least one criterion")]
    Empty,
    /// A word is no criterion.
    #[error("has `{0}`, which is none of {all}", all = words())]
    Unknown(String),
    /// A criterion stands in it twice.
    #[error("has `{0}` twice")]
    Twice(&'static str),
}

/// What is wrong with a member of a ranking.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{member}` {why}")]
pub struct BadMember {
    /// The member.
    pub member: &'static str,
    /// Why it cannot be so.
    pub why: String,
}

fn words() -> String {
    Criterion::ALL.iter().map(|criterion| criterion.word()).collect::<Vec<_>>().join(", ")
}

impl Chain {
    /// Reads criteria as words between commas.
    ///
    /// # Errors
    ///
    /// If there is no word, or one is no criterion or stands there twice.
    pub fn criteria(text: &str) -> Result<Vec<Criterion>, ChainProblem> {
        if text.trim().is_empty() {
            return Err(ChainProblem::Empty);
        }
        let read = |word: &str| {
            let unknown = |()| ChainProblem::Unknown(word.chars().take(40).collect());
            word.parse().map_err(unknown)
        };
        let criteria = text.split(',').map(str::trim).map(read).collect::<Result<Vec<Criterion>, _>>()?;
        Chain::once(&criteria)?;
        Ok(criteria)
    }

    /// Whether tables can be made by it: its numbers are never too large to be added up.
    ///
    /// # Errors
    ///
    /// The first member that cannot be so.
    pub fn check(&self) -> Result<(), BadMember> {
        let bad = |member, why: String| Err(BadMember { member, why });
        if self.criteria.is_empty() {
            return bad("rank_by", "must have at least one criterion".to_owned());
        }
        if let Err(twice) = Chain::once(&self.criteria) {
            return bad("rank_by", twice.to_string());
        }
        if self.seed.chars().count() > MAX_SEED {
            return bad("seed", format!("must have 1 to {MAX_SEED} characters"));
        }
        if self.seed.contains('\0') {
            return bad("seed", "must not contain NUL".to_owned());
        }
        let numbers = [
            ("win", self.win, -MOST_POINTS, MOST_POINTS),
            ("draw", self.draw, -MOST_POINTS, MOST_POINTS),
            ("loss", self.loss, -MOST_POINTS, MOST_POINTS),
            ("round_won", self.round_won, -MOST_POINTS, MOST_POINTS),
            ("narrow_loss", self.narrow_loss, -MOST_POINTS, MOST_POINTS),
            ("min_games", self.min_games, 1, MOST_GAMES),
        ];
        let outside = numbers.into_iter().find(|(_, value, least, most)| !(least..=most).contains(&value));
        match outside {
            Some((member, _, least, most)) => {
                bad(member, format!("must be a whole number from {least} to {most}"))
            }
            None => Ok(()),
        }
    }

    /// Whether each criterion stands there once.
    ///
    /// # Errors
    ///
    /// If one stands there twice.
    pub fn once(criteria: &[Criterion]) -> Result<(), ChainProblem> {
        let mut seen = Vec::new();
        for criterion in criteria {
            if seen.contains(criterion) {
                return Err(ChainProblem::Twice(criterion.word()));
            }
            seen.push(*criterion);
        }
        Ok(())
    }
}
