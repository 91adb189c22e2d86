//! By what players are ranked, in which order.

use std::str::FromStr;

use thiserror::Error;

macro_rules! criteria {
    ($($(#[$about:meta])* $variant:ident = $word:literal),+ $(,)?) => {
        /// Something by which players can be told apart.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
    /// So many points a win, a draw and a loss.
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
    /// Games won less games lost against those who are still level.
    HeadToHead = "head_to_head",
    /// Points a win, a draw and a loss, then difference, in the games among those who are still level.
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ranks {
    /// 1, 2, 2, 4.
    #[default]
    Competition,
    /// 1, 2, 2, 3.
    Dense,
}

/// A ranking: criteria in order, and what they need to know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    /// The criteria; each one tells apart only those whom all before left level.
    pub criteria: Vec<Criterion>,
    /// The points of a win.
    pub win: i64,
    /// The points of a draw.
    pub draw: i64,
    /// The points of a loss.
    pub loss: i64,
    /// With fewer games a win rate does not count.
    pub min_games: i64,
    /// The seed of lots.
    pub seed: String,
    /// How ranks are numbered.
    pub ranks: Ranks,
}

impl Default for Chain {
    fn default() -> Chain {
        let criteria = vec![Criterion::Points, Criterion::Difference, Criterion::PointsFor];
        let seed = String::new();
        Chain { criteria, win: 3, draw: 1, loss: 0, min_games: 1, seed, ranks: Ranks::default() }
    }
}

/// Why a text is no order of criteria.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ChainProblem {
    /// A word is no criterion.
    #[error("has `{0}`, which is none of {all}", all = words())]
    Unknown(String),
    /// A criterion stands in it twice.
    #[error("has `{0}` twice")]
    Twice(&'static str),
}

fn words() -> String {
    Criterion::ALL.iter().map(|criterion| criterion.word()).collect::<Vec<_>>().join(", ")
}

impl Chain {
    /// Reads criteria as words between commas.
    ///
    /// # Errors
    ///
    /// If a word is no criterion or stands there twice.
    pub fn criteria(text: &str) -> Result<Vec<Criterion>, ChainProblem> {
        let mut criteria = Vec::new();
        for word in text.split(',').map(str::trim) {
            let unknown = |()| ChainProblem::Unknown(word.chars().take(40).collect());
            let criterion: Criterion = word.parse().map_err(unknown)?;
            if criteria.contains(&criterion) {
                return Err(ChainProblem::Twice(criterion.word()));
            }
            criteria.push(criterion);
        }
        Ok(criteria)
    }
}
