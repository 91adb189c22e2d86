//! Ratings: everybody's, and a player's by game.
//!
//! What is stored are states: how everybody stood after some games. A reader takes the last one and
//! rates the few games since. After a correction of long ago there are many; then [`advance`] works
//! in the background, and until it is done readers are told how far the ratings go.

pub mod advance;
pub mod audit;
mod history;

use std::collections::{BTreeMap, HashMap};

use diesel::QueryResult;
use diesel::result::Error as DatabaseError;
use uuid::Uuid;

pub use history::{GameRating, history};

use super::ServiceError;
use crate::service::auth::Reader;
use crate::standings::rating::Rating;
use crate::standings::{GameOrder, Ladder, Rated, RatedGame, RatedRank, RatedSeat, name_order};
use crate::store::Connection;
use crate::store::ratings::{self, FIRST, GameRange, Group, LAST, RatedRow, SPACING, StateRow};

/// How many games there are at most between two states.
const WIDEST: i64 = 1024;
/// How many seats a reader rates at most: more than there can be between two states, as a game has
/// no more than twelve.
const LOOK: i64 = 15_000;

/// How the players of a club stand in a variant.
#[derive(Clone, Debug)]
pub struct Ratings {
    /// The word of the variant.
    pub variant: String,
    /// Whether there are games after these that are not rated yet.
    pub pending: bool,
    /// The last game that is rated.
    pub through: Option<GameOrder>,
    /// The players with their names, the best first.
    pub players: Vec<(RatedRank, String)>,
}

/// How the players of a club stand in each variant, or in one.
///
/// Fails if there is no such club that the reader may know of.
pub async fn ratings(
    conn: &mut Connection,
    reader: &Reader,
    club: Uuid,
    variant: Option<&str>,
) -> Result<Vec<Ratings>, ServiceError> {
    reader.whole_club(conn, club).await?;
    // One moment: a state and the games after it belong together.
    let mut moment = conn.build_transaction().repeatable_read().read_only();
    moment
        .run(async |conn| {
            let variants = match variant {
                Some(variant) => vec![variant.to_owned()],
                None => ratings::groups(conn, club).await?,
            };
            let mut found = Vec::new();
            for variant in variants {
                found.push(current(conn, (club, &variant)).await?);
            }
            Ok(found)
        })
        .await
}

async fn current(conn: &mut Connection, group: Group<'_>) -> QueryResult<Ratings> {
    let mut ladder = ratings::last_state(conn, group).await?.map(ladder).unwrap_or_default();
    let (games, pending) = games(conn, group, since(&ladder), LOOK).await?;
    for game in &games {
        ladder.play(game);
    }
    let ids: Vec<Uuid> = ladder.players.keys().copied().collect();
    let names: HashMap<Uuid, String> = ratings::names(conn, &ids).await?.into_iter().collect();
    let named = |row: RatedRank| Some((row, names.get(&row.player)?.clone()));
    let players: Option<Vec<(RatedRank, String)>> = ladder.ranked().into_iter().map(named).collect();
    let mut players = players.ok_or(DatabaseError::NotFound)?;
    players.sort_by_cached_key(|(row, name)| (row.rank, name_order(name), row.player));
    Ok(Ratings { variant: group.1.to_owned(), pending, through: ladder.through, players })
}

/// What comes after the last game of a ladder.
fn since(ladder: &Ladder) -> GameRange {
    (ladder.through.unwrap_or(FIRST), LAST)
}

/// Reads the games of a span as far as `limit` seats go, and whether there are more.
async fn games(
    conn: &mut Connection,
    group: Group<'_>,
    span: GameRange,
    limit: i64,
) -> QueryResult<(Vec<RatedGame>, bool)> {
    let rows = ratings::games(conn, group, span, limit).await?;
    let more = i64::try_from(rows.len()).is_ok_and(|read| read >= limit);
    let mut games: Vec<RatedGame> =
        rows.chunk_by(|a, b| a.game_id == b.game_id).filter_map(rated_game).collect();
    if more {
        // The limit may have cut it off.
        games.pop();
    }
    Ok((games, more))
}

fn rated_game(rows: &[RatedRow]) -> Option<RatedGame> {
    let first = rows.first()?;
    let place = (first.played_on, first.game_id);
    let mut rows: Vec<&RatedRow> = rows.iter().collect();
    rows.sort_by_key(|row| row.seat);
    let seat = |row: &RatedRow| RatedSeat { player: row.player_id, side: row.side, place: row.place };
    Some(RatedGame { place, seats: rows.into_iter().map(seat).collect() })
}

/// After how many games since the last one a state is due. A state has a number for each player: the
/// more there are, the fewer states, so that they take no more room than the games.
fn spacing(ladder: &Ladder) -> i64 {
    i64::try_from(ladder.players.len()).unwrap_or(i64::MAX).clamp(SPACING, WIDEST)
}

/// The ladder that was stored.
fn ladder(state: StateRow) -> Ladder {
    let StateRow { played_on, game_id, players, mu, sigma, games, change, last_played_on, .. } = state;
    let ratings = mu.into_iter().zip(sigma).map(|(mu, sigma)| Rating { mu, sigma });
    let rated = ratings.zip(games).zip(change).zip(last_played_on);
    let rated = rated.map(|(((rating, games), change), last_played_on)| Rated {
        rating,
        games,
        change,
        last_played_on,
    });
    let players: BTreeMap<Uuid, Rated> = players.into_iter().zip(rated).collect();
    Ladder { through: Some((played_on, game_id)), players }
}

/// A ladder as it is stored, so many games after the state before; none before the first game.
fn state((club, variant): Group<'_>, ladder: &Ladder, span: i64) -> Option<StateRow> {
    let (played_on, game_id) = ladder.through?;
    let rated = || ladder.players.values();
    Some(StateRow {
        club_id: club,
        variant: variant.to_owned(),
        played_on,
        game_id,
        span,
        players: ladder.players.keys().copied().collect(),
        mu: rated().map(|it| it.rating.mu).collect(),
        sigma: rated().map(|it| it.rating.sigma).collect(),
        games: rated().map(|it| it.games).collect(),
        change: rated().map(|it| it.change).collect(),
        last_played_on: rated().map(|it| it.last_played_on).collect(),
    })
}
