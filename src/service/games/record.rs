//! Writing a change: the events, and in the same transaction what they mean for standings and seats.

use std::num::TryFromIntError;

use diesel_async::AsyncConnection;
use uuid::Uuid;

use super::changed::ChangeOutcome;
use super::people::players_of;
use super::{CachedGame, seats, status, version};
use crate::rules::{Brief, Event};
use crate::service::names::folded;
use crate::service::retries::Attempt;
use crate::service::standings::{Projected, project};
use crate::service::{Named, ServiceError, day_of};
use crate::store::games::{self, Append, Appended};
use crate::store::{Connection, Db, clubs, players, results};

/// Why nothing was recorded.
pub(super) enum AppendError {
    /// Somebody else was faster: the log has other events by now, perhaps those of the same request, or
    /// there is a player by the name of a guest.
    Overtaken,
    /// It failed.
    Failed(ServiceError),
}

impl<E: Into<ServiceError>> From<E> for AppendError {
    fn from(error: E) -> AppendError {
        AppendError::Failed(error.into())
    }
}

/// Writes a change, by a key and perhaps for a request that may come again.
pub(super) async fn record(
    db: &Db,
    changed: &ChangeOutcome,
    projected: Option<&Projected>,
    by: (Uuid, Option<&Attempt>),
) -> Result<(), AppendError> {
    let append = append_of(changed, by)?;
    // The seam to standings: a change that means nothing for them stays one statement.
    if projected.is_none() && !changed.moves_seats() {
        return appended(db.append(append).await??);
    }
    record_all(&mut *db.get().await?, changed, projected, &append).await
}

/// Writes a change with what it means for standings and seats.
async fn record_all(
    conn: &mut Connection,
    changed: &ChangeOutcome,
    projected: Option<&Projected>,
    append: &Append,
) -> Result<(), AppendError> {
    let CachedGame { club, game } = &changed.after;
    conn.transaction(async |conn| {
        if !clubs::stays(conn, *club).await? {
            return Err(AppendError::Overtaken);
        }
        appended(games::append(conn, append).await?)?;
        if projected.is_some() {
            results::lock_results(conn, *club).await?;
        }
        if changed.moves_seats() {
            players::hold(conn, &players_of(changed.id, game)?).await?;
        }
        for guest in &changed.guests {
            if !players::insert(conn, guest).await? {
                return Err(AppendError::Overtaken);
            }
        }
        if let Some(projected) = projected {
            project(conn, projected).await?;
        }
        if changed.moves_seats() {
            games::replace_seats(conn, changed.id, &seats::rows(changed.id, game)?).await?;
            nobody_twice(conn, changed).await?;
        }
        Ok(())
    })
    .await
}

/// What a change adds to the log.
fn append_of(
    changed: &ChangeOutcome,
    (key, attempt): (Uuid, Option<&Attempt>),
) -> Result<Append, ServiceError> {
    let game = &changed.after.game;
    let about = game.about();
    Ok(Append {
        game: changed.id,
        version: version(&changed.before),
        events: serde_json::to_string(&changed.events).map_err(ServiceError::UnwritableEvent)?,
        count: i16::try_from(changed.events.len()).map_err(too_many)?,
        status: status(game),
        name: about.name.clone(),
        name_key: about.name.as_deref().map(folded),
        played_on: day_of(changed.id, about.played_on.as_deref())?,
        counts: about.counts,
        brief: serde_json::to_string(&Brief::of(game)).map_err(ServiceError::UnwritableEvent)?,
        at: changed.at,
        key,
        token: attempt.map(Attempt::token),
        request: attempt.map(Attempt::fingerprint),
    })
}

/// Whether what was to be appended is in the log now.
fn appended(done: Appended) -> Result<(), AppendError> {
    match done {
        Appended::Now => Ok(()),
        Appended::Not => Err(AppendError::Overtaken),
    }
}

/// Refuses a table at which a player sits twice, by whatever name.
pub(super) async fn nobody_twice(conn: &mut Connection, changed: &ChangeOutcome) -> Result<(), ServiceError> {
    let ChangeOutcome { id, before, after, events, .. } = changed;
    let Some((seat, name)) =
        seats::seated_twice(conn, (after.club, *id), &after.game, before.chairs()).await?
    else {
        return Ok(());
    };
    let named = match **events {
        [Event::PlayersCorrected(_)] => Named::BySeat(seat),
        _ => Named::Alone,
    };
    Err(ServiceError::SitsTwice { name, named: Some(named) })
}

fn too_many(why: TryFromIntError) -> ServiceError {
    ServiceError::Contradiction(format!("more events at once than a request can ask for: {why}"))
}
