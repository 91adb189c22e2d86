//! Changing a game: decide on what is known, append if that is still so, else look again.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::action::{Action, resolve};
use super::changed::{ChangeOutcome, Extent};
use super::day::check_new_day;
use super::decision::{Decision, Refused};
use super::people::{NamedGame, people};
use super::record::{AppendError, nobody_twice, record};
use super::repeated::repeated;
use super::{CachedGame, Games};
use crate::rules::Game;
use crate::service::auth::Caller;
use crate::service::retries::{Attempt, Done};
use crate::service::seasons::{Foreseen, foresee};
use crate::service::standings::Projected;
use crate::service::version::Expected;
use crate::service::{ServiceError, storable};
use crate::store::keys::Scope;
use crate::store::{Db, games};

/// How often a change is decided anew because others were faster.
const ATTEMPTS: usize = 20;

/// What is to be changed.
#[derive(Clone, Debug)]
pub struct Change {
    /// The game.
    pub game: Uuid,
    /// The versions on which the change is welcome.
    pub expected: Expected,
    /// What is wanted, in order.
    pub actions: Vec<Action>,
    /// Whether what comes before the first that is refused is recorded all the same.
    pub partial: bool,
    /// Whether nothing is to be stored: only what would become of it is asked.
    pub dry_run: bool,
    /// How much of it is to be told.
    pub extent: Extent,
}

/// Changes a game, unless the request was done before: then it is answered what it changed.
///
/// Fails if the caller may not, the version is another, or the rules refuse; then nothing is recorded.
/// And if something else was asked under the same `Idempotency-Key`.
pub async fn change(
    (db, cache): (&Db, &Games),
    caller: &Caller,
    change: &Change,
    attempt: Option<&Attempt>,
    now: DateTime<Utc>,
) -> Result<Done<ChangeOutcome>, ServiceError> {
    caller.only(change.game)?;
    // What was done is told only to those who may do it themselves.
    let mut known = known(db, cache, caller, change.game).await?;
    let ids = (known.club, change.game);
    may_change(caller, ids)?;
    let _turn = if change.dry_run { None } else { Some(cache.turn(change.game).await?) };
    known = cache.get(change.game).unwrap_or(known);
    for _ in 0..ATTEMPTS {
        let halt = match try_change(db, &known, (caller, attempt), change, now).await {
            Ok(changed) => {
                if !change.dry_run {
                    cache.keep(change.game, changed.after.clone());
                }
                return Ok(Done::Now(changed));
            }
            Err(halt) => halt,
        };
        if let Some(attempt) = attempt {
            match repeated(db, ids, attempt, (&change.actions, change.extent)).await {
                Ok(Some(done)) => return Ok(done),
                Err(ServiceError::OtherRequest) => return Err(ServiceError::OtherRequest),
                // The refusal says more than what is wrong with looking back.
                Ok(None) | Err(_) => {}
            }
        }
        match halt {
            AppendError::Overtaken => {}
            AppendError::Failed(error) if error.passes(db) => {}
            AppendError::Failed(error) => return Err(error),
        }
        // The append finds out whether what is kept in memory is old, and then the database is asked.
        known = current(db, cache, caller, change.game).await?;
    }
    Err(ServiceError::Overtaken)
}

async fn try_change(
    db: &Db,
    known: &CachedGame,
    (caller, attempt): (&Caller, Option<&Attempt>),
    change: &Change,
    now: DateTime<Utc>,
) -> Result<ChangeOutcome, AppendError> {
    let ids = (known.club, change.game);
    if !change.expected.matches(known.version()) {
        return Err(still(db, ids.1, known, ServiceError::Stale { version: known.version() }).await?);
    }
    let (commands, guests) = resolve(db, known.club, &change.actions, now).await?;
    check_new_day(db, ids.1, known, &commands, now).await?;
    let Decision { game, events, refused } = Decision::on(Game::clone(&known.game), commands).await?;
    let refused = match refused {
        // The position that was judged is the one after those before it in the batch.
        Some(refused) if events.is_empty() || !change.partial => {
            let refusal = refusal(db, ids, game, refused, events.len()).await?;
            return Err(still(db, ids.1, known, refusal).await?);
        }
        refused => refused.map(|refused| refused.problems),
    };
    let projected = Projected::after(ids, &known.game, &game)?;
    let after = CachedGame { club: known.club, game: Arc::new(game) };
    let changed = ChangeOutcome::new(ids.1, (known.game.clone(), events, after), storable(now), refused);
    let mut changed = ChangeOutcome { guests, ..changed }.described(db, change.extent).await?;
    if !change.dry_run {
        record(db, &changed, projected.as_ref(), (caller.key_id, attempt)).await?;
    } else {
        let mut conn = db.get().await?;
        if changed.moves_seats() {
            nobody_twice(&mut conn, &changed).await?;
        }
        let of = (ids.0, ids.1, changed.before.rules().variant());
        changed.foreseen = Some(match &projected {
            Some(projected) => foresee(&mut conn, of, projected, &changed.guests).await?,
            None => Foreseen::default(),
        });
    }
    Ok(changed)
}

/// A refusal, which must be about the game as it is and not about one that is gone.
async fn still(
    db: &Db,
    id: Uuid,
    known: &CachedGame,
    refusal: ServiceError,
) -> Result<AppendError, ServiceError> {
    let row = games::find(&mut *db.get().await?, id).await?.ok_or(ServiceError::GameNotFound)?;
    Ok(if row.version == known.version() { AppendError::Failed(refusal) } else { AppendError::Overtaken })
}

/// The refusal of a command after so many that were taken, with what the people in its round are called.
async fn refusal(
    db: &Db,
    ids: (Uuid, Uuid),
    game: Game,
    Refused { problems, round }: Refused,
    index: usize,
) -> Result<ServiceError, ServiceError> {
    let people = people(&mut *db.get().await?, ids, [&game], &[]).await?;
    let named = NamedGame { game: &game, people: &people };
    let names = round.map_or_else(|| named.names_now(), |round| named.names_in(round));
    Ok(ServiceError::Refused { problems, index, game: Arc::new(game), names })
}

fn may_change(caller: &Caller, (club, id): (Uuid, Uuid)) -> Result<(), ServiceError> {
    caller.game(club, id, Scope::Score).map_err(|refusal| {
        if matches!(refusal, ServiceError::ClubNotFound) { ServiceError::GameNotFound } else { refusal }
    })
}

/// The game as it is kept in memory, or else as it is. What is kept may be old; a foreign game is not
/// looked for there, as one that does not exist would not be found.
async fn known(db: &Db, cache: &Games, caller: &Caller, id: Uuid) -> Result<CachedGame, ServiceError> {
    match cache.get(id).filter(|known| known.club == caller.club_id) {
        Some(known) => Ok(known),
        None => current(db, cache, caller, id).await,
    }
}

async fn current(db: &Db, cache: &Games, caller: &Caller, id: Uuid) -> Result<CachedGame, ServiceError> {
    let mut conn = db.get().await?;
    let row = games::find_own(&mut conn, id, caller.club_id).await?.ok_or(ServiceError::GameNotFound)?;
    cache.at(&mut conn, &row).await
}
