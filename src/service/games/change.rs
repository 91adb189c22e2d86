//! Changing a game: decide on what is known, append if that is still so, else look again.
//!
//! What is answered to a request that may come again is known before the append, and stored by it.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use diesel_async::AsyncConnection;
use uuid::Uuid;

use super::day::check_new_day;
use super::people::{newcomer, people};
use super::{Games, Known, NamedGame, seats};
use crate::rules::{Command, Event, Game, Problem, SeatNews};
use crate::service::auth::Caller;
use crate::service::names::folded;
use crate::service::retries::{self, Attempt, Reply, Running};
use crate::service::seasons::{TableChange, foresee_tables};
use crate::service::standings::{Foreseen, Projected, foresee, project};
use crate::service::version::Expected;
use crate::service::{ServiceError, storable};
use crate::store::games::{self, Append, SeatRow, Status};
use crate::store::keys::Scope;
use crate::store::players::{self, Person, PlayerRow};
use crate::store::replies::ReplyRow;
use crate::store::{Connection, Db, clubs, results};

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
    /// Whether nothing is to be stored: only what would become of it is asked.
    pub dry_run: bool,
    /// Guests that the commands name and that are to be stored with them.
    pub guests: Vec<PlayerRow>,
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
    /// What it does to the club's table.
    pub foreseen: Foreseen,
    /// Everybody whom the game names before or after it.
    pub people: Vec<Person>,
    /// What it would do to other tables, if that was asked.
    pub tables: Option<Vec<TableChange>>,
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
    let (changed, _) = try_change((db, &mut conn), cache, caller, change, None, now).await?;
    Ok(changed)
}

/// Changes a game as a request asks for that may come again; `shape` says what is answered.
///
/// # Errors
///
/// As [`change`], unless it was done before; and if it is being done just now, or something else
/// was asked under the same `Idempotency-Key`.
pub async fn change_once(
    (db, running): (&Db, &Running),
    cache: &Games,
    caller: &Caller,
    change: Change,
    (attempt, shape): (&Attempt, &Shape<'_>),
    now: DateTime<Utc>,
) -> Result<Reply, ServiceError> {
    let mut conn = db.get().await?;
    // What was answered is only for those who may do it themselves.
    let known = known(&mut conn, cache, caller, change.game).await?;
    may_change(caller, &known, change.game)?;
    let turn = running.enter(attempt);
    match retries::answered(&mut conn, attempt).await? {
        Some(reply) => return Ok(reply),
        None if turn.is_none() => return Err(ServiceError::InProgress),
        None => {}
    }
    let changed = try_change((db, &mut conn), cache, caller, change, Some((attempt, shape)), now).await;
    match changed {
        Ok((_, Some(reply))) => Ok(reply),
        Ok((_, None)) => Err(ServiceError::Contradiction("a change without a reply".to_owned())),
        Err(refusal) => retries::answered_or(&mut conn, attempt, refusal).await,
    }
}

/// What is answered to a change.
pub type Shape<'a> = dyn Fn(&Changed) -> Result<Reply, ServiceError> + Sync + 'a;

async fn try_change(
    (db, conn): (&Db, &mut Connection),
    cache: &Games,
    caller: &Caller,
    mut change: Change,
    told: Option<(&Attempt, &Shape<'_>)>,
    now: DateTime<Utc>,
) -> Result<(Changed, Option<Reply>), ServiceError> {
    for attempt in 0..ATTEMPTS {
        // The append finds out whether it is old, and then the database is asked.
        let known = match attempt {
            0 => known(conn, cache, caller, change.game).await?,
            _ => current(conn, cache, caller, change.game).await?,
        };
        may_change(caller, &known, change.game)?;
        if !change.expected.admits(known.version()) {
            let version = actual(conn, change.game).await?;
            if version == known.version() {
                return Err(ServiceError::Stale { version });
            }
            continue;
        }
        check_new_day(conn, &known, &change, now).await?;
        let decided = decide(&known.game, &change);
        if decided.refused.is_some() && (decided.events.is_empty() || !change.partial) {
            // A refusal must be about the position as it is, not about one that is gone.
            if actual(conn, change.game).await? != known.version() {
                continue;
            }
            // The position that was judged is the one after those before it in the batch.
            let Decided { game, refused, recorded, .. } = decided;
            let problems = refused.unwrap_or_default();
            let people = people(conn, known.club, [&game]).await?;
            let round = change.commands.get(recorded).and_then(Command::round);
            let named = NamedGame { game: &game, people: &people };
            let names = round.map_or_else(|| named.names_now(), |round| named.names_in(round));
            let game = Arc::new(game);
            return Err(ServiceError::Refused { problems, index: recorded, game, names });
        }
        let events = written(&decided)?;
        let status = if decided.game.is_finished() { Status::Finished } else { Status::Running };
        let version = known.version();
        let Decided { game, recorded, refused, .. } = decided;
        let after = Known { club: known.club, game: Arc::new(game) };
        // The seam to standings: a change that means nothing for them stays one statement.
        let ids = (known.club, change.game);
        let projected = Projected::after(ids, &known.game, &after.game)?;
        let mut people = people(conn, known.club, [&*known.game, &*after.game]).await?;
        people.extend(change.guests.iter().map(newcomer));
        let to_store: Vec<Uuid> = change.guests.iter().filter(|_| change.dry_run).map(|it| it.id).collect();
        let foreseen = foresee(conn, ids, &known.game, projected.as_ref(), (&people, &to_store)).await?;
        let tables = match &projected {
            Some(projected) if change.dry_run => {
                Some(foresee_tables(conn, ids, projected, &change.guests).await?)
            }
            _ => change.dry_run.then(Vec::new),
        };
        let changed = Changed { before: known.game, after, recorded, refused, foreseen, people, tables };
        let reply = told.map(|(_, shape)| shape(&changed)).transpose()?;
        let stored = told.zip(reply.as_ref()).map(|((attempt, _), reply)| reply.row(attempt));
        if change.dry_run {
            if changed.before.chairs() != changed.after.game.chairs() {
                nobody_twice(conn, &changed, change.corrects()).await?;
            }
            return Ok((changed, reply.map(Reply::dry)));
        }
        let about = changed.after.game.about();
        let name_key = about.name.as_deref().map(folded);
        let append = Append {
            name: about.name.as_deref(),
            name_key: name_key.as_deref(),
            played_on: about.played_on.as_deref().and_then(|day| day.parse().ok()),
            counts: about.counts,
            game: change.game,
            version,
            count: i64::try_from(events.len()).unwrap_or(i64::MAX),
            bodies: &events,
            status,
            at: storable(now),
            key: Some(caller.key_id),
        };
        let seats = match changed.before.chairs() == changed.after.game.chairs() {
            true => None,
            false => Some(seats::rows(change.game, &changed.after.game)?),
        };
        let besides = Besides {
            projected: projected.as_ref(),
            seats: seats.as_deref(),
            guests: &change.guests,
            changed: &changed,
            corrects: change.corrects(),
        };
        match record(conn, append, stored.as_ref(), &besides).await {
            Ok(true) => {
                cache.keep(change.game, changed.after.clone());
                return Ok((changed, reply));
            }
            Ok(false) => {}
            Err(Halt::GuestIsThere) => change.meet(conn).await?,
            Err(Halt::Failed(error)) if error.passes(db) => {}
            Err(Halt::Failed(error)) => return Err(error),
        }
    }
    Err(ServiceError::Overtaken)
}

/// What is written with a change besides its events.
struct Besides<'a> {
    projected: Option<&'a Projected>,
    seats: Option<&'a [SeatRow]>,
    guests: &'a [PlayerRow],
    changed: &'a Changed,
    corrects: bool,
}

/// Why nothing was recorded, besides that the version is another.
enum Halt {
    /// Somebody else has just brought the same guest.
    GuestIsThere,
    /// It failed.
    Failed(ServiceError),
}

impl<E: Into<ServiceError>> From<E> for Halt {
    fn from(error: E) -> Halt {
        Halt::Failed(error.into())
    }
}

impl Change {
    /// Whether it says of several seats who sat there.
    fn corrects(&self) -> bool {
        matches!(*self.commands, [Command::CorrectPlayers(_)])
    }

    /// Names those in the place of guests whom others have brought meanwhile.
    async fn meet(&mut self, conn: &mut Connection) -> Result<(), ServiceError> {
        for guest in std::mem::take(&mut self.guests) {
            match seats::known(conn, &guest).await? {
                Some(there) => self.commands.iter_mut().for_each(|it| seat(it, guest.id, there)),
                None => self.guests.push(guest),
            }
        }
        Ok(())
    }
}

/// Seats another player than was asked for.
fn seat(command: &mut Command, player: Uuid, other: Uuid) {
    let (player, other) = (player.to_string(), other.to_string());
    let named: Vec<&mut String> = match command {
        Command::ChangeSeats {
            news: SeatNews::Joined { player, .. } | SeatNews::Replaced { player, .. },
            ..
        } => vec![player],
        Command::CorrectPlayers(players) => players.values_mut().collect(),
        _ => Vec::new(),
    };
    named.into_iter().filter(|named| **named == player).for_each(|named| named.clone_from(&other));
}

/// Refuses a table at which a player sits twice, by whatever name.
async fn nobody_twice(conn: &mut Connection, changed: &Changed, several: bool) -> Result<(), ServiceError> {
    let Changed { before, after, .. } = changed;
    let Some((seat, name)) = seats::twice(conn, after.club, &after.game, before.chairs()).await? else {
        return Ok(());
    };
    // A correction names several seats, everything else one player.
    let place = if several { format!("/seats/{seat}") } else { "/player".to_owned() };
    Err(ServiceError::SitsTwice { name, place: Some(place) })
}

/// Appends, and writes what that means for standings and seats in the same transaction.
async fn record(
    conn: &mut Connection,
    append: Append<'_>,
    reply: Option<&ReplyRow>,
    besides: &Besides<'_>,
) -> Result<bool, Halt> {
    let Besides { projected, seats, guests, changed, corrects } = *besides;
    if projected.is_none() && seats.is_none() {
        return Ok(games::append(conn, append, reply).await?);
    }
    let (id, club) = (append.game, changed.after.club);
    conn.transaction(async |conn| {
        if !clubs::stays(conn, club).await? || !games::append(conn, append, reply).await? {
            return Ok(false);
        }
        if projected.is_some() {
            results::take_turn(conn, club).await?;
        }
        if seats.is_some() {
            players::hold(conn, &seats::players_of(&changed.after.game)).await?;
        }
        for guest in guests {
            if !players::insert(conn, guest).await? {
                return Err(Halt::GuestIsThere);
            }
        }
        if let Some(projected) = projected {
            project(conn, projected).await?;
        }
        if let Some(rows) = seats {
            games::replace_seats(conn, id, rows).await?;
            nobody_twice(conn, changed, corrects).await?;
        }
        Ok(true)
    })
    .await
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
        ServiceError::ClubNotFound | ServiceError::KeyOfOneGame => ServiceError::GameNotFound,
        refusal => refusal,
    })
}

/// The game as it is kept in memory, or else as it is. What is kept may be old; a foreign game is not
/// looked for there, as one that does not exist would not be found.
async fn known(
    conn: &mut Connection,
    cache: &Games,
    caller: &Caller,
    id: Uuid,
) -> Result<Known, ServiceError> {
    match cache.get(id).filter(|known| known.club == caller.club_id) {
        Some(known) => Ok(known),
        None => current(conn, cache, caller, id).await,
    }
}

async fn current(
    conn: &mut Connection,
    cache: &Games,
    caller: &Caller,
    id: Uuid,
) -> Result<Known, ServiceError> {
    let row = games::find_own(conn, id, caller.club_id).await?.ok_or(ServiceError::GameNotFound)?;
    cache.at(conn, &row).await
}

async fn actual(conn: &mut Connection, id: Uuid) -> Result<i64, ServiceError> {
    Ok(games::find(conn, id).await?.ok_or(ServiceError::GameNotFound)?.version)
}

fn written(decided: &Decided) -> Result<Vec<String>, ServiceError> {
    let bodies = decided.events.iter().map(serde_json::to_string).collect::<Result<Vec<String>, _>>();
    bodies.map_err(ServiceError::UnwritableEvent)
}
