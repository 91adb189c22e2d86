//! Changing a game: decide on what is known, append if that is still so, else look again.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use diesel_async::AsyncConnection;
use uuid::Uuid;

use super::{Games, Known};
use crate::rules::{Command, Event, Game, Problem};
use crate::service::auth::Caller;
use crate::service::standings::{Projected, project};
use crate::service::version::Expected;
use crate::service::{ServiceError, storable};
use crate::store::games::{self, Append, Status};
use crate::store::keys::Scope;
use crate::store::{Connection, Db};

/// How often a change is decided anew because others were faster.
const ATTEMPTS: usize = 20;

/// What is to be changed.
#[derive(Clone, Debug)]
pub struct Change {
    /// The game.
    pub game: Uuid,
    /// The versions on which the change is welcome.
    pub expected: Expected,
    /// What the table asks for, in order.
    pub commands: Vec<Command>,
    /// Whether those before the first that is refused are recorded all the same.
    pub partial: bool,
}

/// What became of a change.
#[derive(Clone, Debug)]
pub struct Changed {
    /// The game before it.
    pub before: Arc<Game>,
    /// The game after it.
    pub after: Known,
    /// How many commands were recorded.
    pub recorded: usize,
    /// Why the next one was not.
    pub refused: Option<Vec<Problem>>,
}

/// Changes a game.
///
/// # Errors
///
/// If the caller may not, the version is another, or the rules refuse; then nothing is recorded.
pub async fn change(
    db: &Db,
    cache: &Games,
    caller: &Caller,
    change: Change,
    now: DateTime<Utc>,
) -> Result<Changed, ServiceError> {
    let mut conn = db.get().await?;
    for attempt in 0..ATTEMPTS {
        // What is kept may be old; the append finds out, and then the database is asked.
        let kept = if attempt == 0 { cache.get(change.game) } else { None };
        let known = match kept {
            Some(known) => known,
            None => current(&mut conn, cache, change.game).await?,
        };
        may_change(caller, &known, change.game)?;
        if !change.expected.admits(known.version()) {
            let version = actual(&mut conn, change.game).await?;
            if version == known.version() {
                return Err(ServiceError::Stale { version });
            }
            continue;
        }
        let decided = decide(&known.game, &change);
        if decided.refused.is_some() && (decided.events.is_empty() || !change.partial) {
            // A refusal must be about the position as it is, not about one that is gone.
            if actual(&mut conn, change.game).await? != known.version() {
                continue;
            }
            let Decided { refused, recorded, .. } = decided;
            let problems = refused.unwrap_or_default();
            return Err(ServiceError::Refused { problems, index: recorded, game: known.game });
        }
        if append(&mut conn, &known, &decided, (change.game, caller.key_id), now).await? {
            let Decided { game, recorded, refused, .. } = decided;
            let after = Known { club: known.club, game: Arc::new(game) };
            cache.keep(change.game, after.clone());
            return Ok(Changed { before: known.game, after, recorded, refused });
        }
    }
    Err(ServiceError::TooSlow)
}

/// What the rules say to a change.
struct Decided {
    game: Game,
    events: Vec<Event>,
    recorded: usize,
    refused: Option<Vec<Problem>>,
}

fn decide(game: &Game, change: &Change) -> Decided {
    let mut decided = Decided { game: game.clone(), events: Vec::new(), recorded: 0, refused: None };
    for command in &change.commands {
        let taken = decided.game.decide(command.clone()).and_then(|event| {
            decided.game.apply(&event)?;
            Ok(event)
        });
        match taken {
            Ok(event) => {
                decided.events.push(event);
                decided.recorded += 1;
            }
            Err(problems) => {
                decided.refused = Some(problems);
                break;
            }
        }
    }
    decided
}

fn may_change(caller: &Caller, known: &Known, id: Uuid) -> Result<(), ServiceError> {
    caller.game(known.club, id, Scope::Score).map_err(|refusal| match refusal {
        ServiceError::ClubNotFound => ServiceError::GameNotFound,
        refusal => refusal,
    })
}

async fn current(conn: &mut Connection, cache: &Games, id: Uuid) -> Result<Known, ServiceError> {
    let row = games::find(conn, id).await?.ok_or(ServiceError::GameNotFound)?;
    cache.at(conn, &row).await
}

async fn actual(conn: &mut Connection, id: Uuid) -> Result<i64, ServiceError> {
    Ok(games::find(conn, id).await?.ok_or(ServiceError::GameNotFound)?.version)
}

async fn append(
    conn: &mut Connection,
    known: &Known,
    decided: &Decided,
    (game, key): (Uuid, Uuid),
    now: DateTime<Utc>,
) -> Result<bool, ServiceError> {
    let bodies = decided.events.iter().map(serde_json::to_string).collect::<Result<Vec<String>, _>>();
    let bodies = bodies.map_err(ServiceError::UnwritableEvent)?;
    let append = Append {
        game,
        version: known.version(),
        count: i64::try_from(bodies.len()).unwrap_or(i64::MAX),
        bodies: &bodies,
        status: if decided.game.is_finished() { Status::Finished } else { Status::Running },
        at: storable(now),
        key: Some(key),
    };
    // The seam to standings: a change that means nothing for them stays one statement.
    let ids = (known.club, game);
    let Some(projected) = Projected::after(ids, &known.game, &decided.game)? else {
        return Ok(games::append(conn, append).await?);
    };
    let both = conn.transaction(async |conn| {
        let appended = games::append(conn, append).await?;
        if appended {
            project(conn, &projected).await?;
        }
        Ok::<bool, diesel::result::Error>(appended)
    });
    Ok(both.await?)
}
