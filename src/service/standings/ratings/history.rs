//! A player's ratings by game: each as it was then.

use std::collections::{BTreeMap, HashMap};

use diesel::result::Error as DatabaseError;
use uuid::Uuid;

use super::{LOOK, ServiceError, games, ladder};
use crate::service::auth::Reader;
use crate::service::players;
use crate::standings::rating::Rating;
use crate::standings::{GameOrder, Ladder};
use crate::store::Connection;
use crate::store::ratings::{self, FIRST, Group, LAST};

/// What a game did to a player's rating.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRating {
    /// Where the game stands in the order of games.
    pub place: GameOrder,
    /// The word of its variant.
    pub variant: String,
    /// The rating before and after it; none while it is not rated yet.
    pub ratings: Option<(Rating, Rating)>,
}

/// What up to `limit` games before a place did to a player's ratings, the newest first.
///
/// Fails if there is no such player in a club that the reader may know of.
pub async fn history(
    conn: &mut Connection,
    reader: &Reader,
    (club, player): (Uuid, Uuid),
    variant: Option<&str>,
    (before, limit): (Option<GameOrder>, i64),
) -> Result<Vec<GameRating>, ServiceError> {
    let player = players::identified(conn, reader, club, player).await?.id;
    let before = before.unwrap_or(LAST);
    // One moment: a state and the games after it belong together.
    let mut moment = conn.build_transaction().repeatable_read().read_only();
    moment
        .run(async |conn| {
            let rows = ratings::of_player(conn, (club, player), variant, before, limit).await?;
            let mut places: BTreeMap<&str, Vec<GameOrder>> = BTreeMap::new();
            for (day, game, variant) in &rows {
                places.entry(variant).or_default().push((*day, *game));
            }
            let mut found = HashMap::new();
            for (variant, places) in places {
                rate(conn, (club, variant), player, places, &mut found).await?;
            }
            let rating = |(day, game, variant)| GameRating {
                place: (day, game),
                variant,
                ratings: found.get(&game).copied(),
            };
            Ok(rows.into_iter().map(rating).collect())
        })
        .await
}

/// Finds a player's ratings before and after the games at these places.
async fn rate(
    conn: &mut Connection,
    group: Group<'_>,
    player: Uuid,
    places: Vec<GameOrder>,
    found: &mut HashMap<Uuid, (Rating, Rating)>,
) -> Result<(), ServiceError> {
    let nearest: HashMap<Uuid, Option<GameOrder>> =
        ratings::nearest(conn, group, &places).await?.into_iter().collect();
    // Where to begin, and the last game that is wanted from there.
    let mut stretches: BTreeMap<Option<GameOrder>, GameOrder> = BTreeMap::new();
    for place in places {
        let begin = nearest.get(&place.1).copied().flatten();
        let last = stretches.entry(begin).or_insert(place);
        *last = place.max(*last);
    }
    for (begin, last) in stretches {
        let mut ladder = match begin {
            None => Ladder::default(),
            Some(begin) => {
                let state = ratings::state(conn, group, begin).await?;
                state.map(ladder).ok_or(DatabaseError::NotFound)?
            }
        };
        let (games, _) = games(conn, group, (begin.unwrap_or(FIRST), last), LOOK).await?;
        for game in &games {
            let before = ladder.rating(player);
            ladder.play(game);
            if game.seats.iter().any(|seat| seat.player == player) {
                found.insert(game.place.1, (before, ladder.rating(player)));
            }
        }
    }
    Ok(())
}
