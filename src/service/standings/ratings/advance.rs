//! Rating the games after the last state, and adding states on the way.
//!
//! A step is a transaction that holds the variant: whoever finishes a game of it waits for that long,
//! and so does another service that wants to do the same. Steps are short.

use diesel_async::AsyncConnection;

use super::{ServiceError, games, ladder, since, spacing, state};
use crate::store::Connection;
use crate::store::ratings::{self, Group};

/// How many seats a step rates.
const STEP: i64 = 12_000;
/// How many variants are looked for at once.
const BATCH: i64 = 100;

/// Brings every variant of every club up to date for which a state is due.
pub async fn advance_all(conn: &mut Connection) -> Result<(), ServiceError> {
    loop {
        let due = ratings::due(conn, BATCH).await?;
        if due.is_empty() {
            return Ok(());
        }
        for (club, variant) in due {
            advance(conn, (club, &variant)).await?;
        }
    }
}

/// Brings a variant of a club up to date.
pub async fn advance(conn: &mut Connection, group: Group<'_>) -> Result<(), ServiceError> {
    while step(conn, group).await? {}
    Ok(())
}

/// Rates the next games; whether there are more.
async fn step(conn: &mut Connection, group: Group<'_>) -> Result<bool, ServiceError> {
    conn.transaction(async |conn| {
        if !ratings::lock(conn, group).await? {
            return Ok(false);
        }
        let mut ladder = ratings::last_state(conn, group).await?.map(ladder).unwrap_or_default();
        let (games, more) = games(conn, group, since(&ladder), STEP).await?;
        let (mut span, mut states) = (0, Vec::new());
        for game in &games {
            ladder.play(game);
            span += 1;
            if span >= spacing(&ladder) {
                states.extend(state(group, &ladder, span));
                span = 0;
            }
        }
        if more && states.is_empty() {
            // So that the next step begins further on.
            states.extend(state(group, &ladder, span));
        }
        ratings::insert(conn, &states).await?;
        ratings::set_spare(conn, group, if more { 0 } else { spacing(&ladder) - span }).await?;
        Ok(more)
    })
    .await
}
