//! Whether the stored states are what the games give from the first one on.

use diesel_async::AsyncConnection;
use uuid::Uuid;

use super::{ServiceError, WIDEST, games, since, state};
use crate::standings::Ladder;
use crate::store::Connection;
use crate::store::ratings::{self, Group, LAST, StateRow};
use crate::store::results;

/// How many seats are read at once.
const PART: i64 = 30_000;

/// How many states of a club are not what its results give, bit by bit. A variant that nobody is
/// known to have played counts as one, and so does one whose next state is due too late.
pub async fn wrong_states(conn: &mut Connection, club: Uuid) -> Result<usize, ServiceError> {
    let mut moment = conn.build_transaction().repeatable_read().read_only();
    moment
        .run(async |conn| {
            let (known, played) = (ratings::groups(conn, club).await?, ratings::played(conn, club).await?);
            let mut wrong = played.iter().filter(|variant| !known.contains(variant)).count();
            for variant in known.iter().chain(played.iter().filter(|variant| !known.contains(variant))) {
                wrong += wrong_in(conn, (club, variant)).await?;
            }
            Ok(wrong)
        })
        .await
}

/// Deletes all states of a club and makes them anew.
pub async fn remake(conn: &mut Connection, club: Uuid) -> Result<(), ServiceError> {
    conn.transaction(async |conn| {
        // Whoever changes results takes it too, and only then a variant.
        results::lock_results(conn, club).await?;
        ratings::restart(conn, club).await
    })
    .await?;
    fill(conn, club).await
}

/// Brings all variants of a club up to date.
pub async fn fill(conn: &mut Connection, club: Uuid) -> Result<(), ServiceError> {
    for variant in ratings::groups(conn, club).await? {
        super::advance::advance(conn, (club, &variant)).await?;
    }
    Ok(())
}

async fn wrong_in(conn: &mut Connection, group: Group<'_>) -> Result<usize, ServiceError> {
    let (mut ladder, mut span, mut wrong) = (Ladder::default(), 0, 0);
    loop {
        let (after, _) = since(&ladder);
        let (games, more) = games(conn, group, since(&ladder), PART).await?;
        let last = games.last().map(|game| game.place).filter(|_| more).unwrap_or(LAST);
        let mut kept = ratings::states(conn, group, (after, last)).await?.into_iter().peekable();
        for game in &games {
            ladder.play(game);
            span += 1;
            let is_of = |state: &StateRow| (state.played_on, state.game_id) <= game.place;
            while let Some(found) = kept.next_if(is_of) {
                // One of a game that is no more comes first and is another one's.
                let is_right = state(group, &ladder, span).is_some_and(|right| right == found);
                wrong += usize::from(!is_right);
                span = 0;
            }
        }
        wrong += kept.count();
        if !more {
            // With more to spare, a reader would once have too many games to rate.
            let spare = ratings::spare(conn, group).await?;
            return Ok(wrong + usize::from(spare.is_some_and(|spare| spare > WIDEST - span)));
        }
    }
}
