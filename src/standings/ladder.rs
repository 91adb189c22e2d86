//! The ratings of the players of a club, game after game.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use uuid::Uuid;

use super::rating::{Rating, Team, rate};

/// Where a game stands in the order in which games are rated: by its day, then by its id, which says
/// when it was made.
pub type GameOrder = (NaiveDate, Uuid);

/// A finished game, as ratings see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatedGame {
    /// Where it stands.
    pub place: GameOrder,
    /// Who played, in order of seats.
    pub seats: Vec<RatedSeat>,
}

/// A player in a game, as ratings see them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatedSeat {
    /// The player's id.
    pub player: Uuid,
    /// The side; partners have the same.
    pub side: i32,
    /// The place of the side; sides that share one are level.
    pub place: i16,
}

/// How a player stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rated {
    /// The rating.
    pub rating: Rating,
    /// From so many games.
    pub games: i64,
    /// What the last game changed in the number that is shown.
    pub change: i32,
    /// The day of that game.
    pub last_played_on: NaiveDate,
}

/// How everybody stands after some game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ladder {
    /// The last game; none before the first.
    pub through: Option<GameOrder>,
    /// The players by their ids.
    pub players: BTreeMap<Uuid, Rated>,
}

impl Ladder {
    /// The rating of a player, who may be new.
    pub fn rating(&self, player: Uuid) -> Rating {
        self.players.get(&player).map(|rated| rated.rating).unwrap_or_default()
    }

    /// Rates the next game.
    pub fn play(&mut self, game: &RatedGame) {
        // Sides in order of their first seats, so that sums of numbers are always made alike.
        let mut sides: Vec<(i32, Vec<Uuid>, Team)> = Vec::new();
        for seat in &game.seats {
            let rating = self.rating(seat.player);
            match sides.iter_mut().find(|(side, ..)| *side == seat.side) {
                Some((_, players, team)) => {
                    players.push(seat.player);
                    team.members.push(rating);
                }
                None => {
                    let team = Team { place: seat.place, members: vec![rating] };
                    sides.push((seat.side, vec![seat.player], team));
                }
            }
        }
        let (players, teams): (Vec<Vec<Uuid>>, Vec<Team>) =
            sides.into_iter().map(|(_, players, team)| (players, team)).unzip();
        let ratings = rate(teams).into_iter().flat_map(|team| team.members);
        for (player, rating) in players.into_iter().flatten().zip(ratings) {
            self.settle(player, rating, game.place.0);
        }
        self.through = Some(game.place);
    }

    fn settle(&mut self, player: Uuid, rating: Rating, day: NaiveDate) {
        let (before, games) =
            self.players.get(&player).map_or((Rating::default(), 0), |rated| (rated.rating, rated.games));
        let change = rating.shown() - before.shown();
        self.players.insert(player, Rated { rating, games: games + 1, change, last_played_on: day });
    }
}

/// A player in the table of ratings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatedRank {
    /// The rank, from 1; those who are level share one (1, 2, 2, 4).
    pub rank: usize,
    /// Whether others have the same rank.
    pub tied: bool,
    /// The player.
    pub player: Uuid,
    /// How the player stands.
    pub rated: Rated,
}

impl Ladder {
    /// The players by what they can surely do, the best first; those who are level by their ids.
    pub fn ranked(&self) -> Vec<RatedRank> {
        let mut players: Vec<(&Uuid, &Rated)> = self.players.iter().collect();
        players.sort_by(|(_, a), (_, b)| b.rating.conservative().total_cmp(&a.rating.conservative()));
        let mut rows: Vec<RatedRank> = Vec::new();
        for (player, rated) in players {
            let count = rows.len();
            let is_level = |last: &&mut RatedRank| {
                last.rated.rating.conservative().total_cmp(&rated.rating.conservative()).is_eq()
            };
            let level = rows.last_mut().filter(is_level);
            let rank = level.as_ref().map_or(count + 1, |last| last.rank);
            let tied = level.is_some();
            if let Some(last) = level {
                last.tied = true;
            }
            rows.push(RatedRank { rank, tied, player: *player, rated: *rated });
        }
        rows
    }
}
