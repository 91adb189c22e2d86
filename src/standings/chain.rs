//! By what players are ranked, in which order.

use std::collections::HashSet;

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
            /// The word for it.
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

impl Criterion {
    /// Whether it looks at the games of players against each other.
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

// It is also stored as JSON.
/// By what players are ranked, and what results are worth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
#[schema(as = RankingChoice, example = json!({"rank_by": ["points", "mini_table", "lots"], "narrow_loss": 1}))]
pub struct Chain {
    /// Criteria in order; each breaks ties left by the ones before. `penalties` are the fewest;
    /// `head_to_head` and `mini_table` are about meetings: a game is one with each opponent.
    #[serde(rename = "rank_by")]
    #[schema(min_items = 1, max_items = 12)]
    pub criteria: Vec<Criterion>,
    /// The points of a win.
    #[schema(minimum = -1000, maximum = 1000)]
    pub win: i64,
    /// The points of a draw.
    #[schema(minimum = -1000, maximum = 1000)]
    pub draw: i64,
    /// The points of a loss.
    #[schema(minimum = -1000, maximum = 1000)]
    pub loss: i64,
    /// The points of each round won, whatever becomes of the game.
    #[schema(minimum = -1000, maximum = 1000)]
    pub round_won: i64,
    /// The points of a narrow loss, on top of those of a loss. A loss is narrow if the winner won at
    /// most one round more, as in 5 rounds to 4, and nobody gave up.
    #[schema(minimum = -1000, maximum = 1000)]
    pub narrow_loss: i64,
    /// With fewer games a win rate does not count.
    #[schema(minimum = 1, maximum = 1000)]
    pub min_games: i64,
    /// What lots are drawn by, if there are lots; the same seed draws the same lots.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[schema(max_length = 100)]
    pub seed: String,
    /// How ranks are numbered: `competition` (1, 2, 2, 4) or `dense` (1, 2, 2, 3).
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
    pub fn points(&self, tally: &Tally) -> i64 {
        let games = self.win * tally.won + self.draw * tally.drawn + self.loss * tally.lost;
        let bonus = self.round_won * tally.rounds_won + self.narrow_loss * tally.narrow_losses;
        games + bonus + tally.adjusted
    }

    /// Whether lots are drawn at the end.
    pub fn draws_lots(&self) -> bool {
        self.criteria.contains(&Criterion::Lots)
    }
}

/// What is wrong with a member of a ranking.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{member}` {why}")]
pub struct BadMember {
    /// The member.
    pub member: String,
    /// Why it cannot be so.
    pub why: String,
}

impl Chain {
    /// Whether tables can be made by it: its numbers are never too large to be added up.
    ///
    /// Errors: the first member that cannot be so.
    pub fn check(&self) -> Result<(), BadMember> {
        let bad = |member: &str, why: String| Err(BadMember { member: member.to_owned(), why });
        if self.criteria.is_empty() {
            return bad("rank_by", "must have at least one criterion".to_owned());
        }
        if let Some(twice) = self.twice() {
            return bad("rank_by", format!("has `{}` twice", twice.word()));
        }
        if self.seed.chars().count() > MAX_SEED {
            return bad("seed", format!("must have 1 to {MAX_SEED} characters"));
        }
        // A line break or the like would look as another seed does.
        if self.seed.contains(char::is_control) {
            return bad("seed", "must not contain control characters such as line breaks".to_owned());
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

    /// A criterion that stands there twice.
    fn twice(&self) -> Option<Criterion> {
        let mut seen = HashSet::new();
        self.criteria.iter().copied().find(|criterion| !seen.insert(*criterion))
    }
}
