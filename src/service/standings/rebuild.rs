//! Making projections anew from the logs.
//!
//! On a healthy database nothing is written. Every game is read as one moment shows it; only those
//! whose projections are wrong are locked and written, so the service may go on meanwhile.

use std::collections::HashMap;

use diesel_async::AsyncConnection;
use serde::Serialize;
use uuid::Uuid;

use super::{Projected, ServiceError, project, ratings};
use crate::progress::Progress;
use crate::rules::{Event, Game, Projection};
use crate::service::games::{brief, event, seats, status};
use crate::service::names::folded;
use crate::service::{day_of, seasons};
use crate::store::games::{self, EventRow, GameFilter, GameRow, SeatRow};
use crate::store::results::{self, ResultRow, audit};
use crate::store::{After, Connection, clubs, projections};

/// The version of the rules that say what follows from a log. Raise it when a stored log comes to mean
/// another result, so that the next start works out again what older programs have written.
const VERSION: i32 = 4;

/// How many games are read at once.
const BATCH: i64 = 500;

/// What was found wrong, and was put right unless it was only to be checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Rebuilt {
    /// The games that were looked at.
    pub games: usize,
    /// Those with wrong results, seats or columns of their own.
    pub wrong_games: usize,
    /// The seasons with wrong settings.
    pub wrong_seasons: usize,
    /// Games and seasons whose logs cannot be read, so that they stay as they are; the log of the program
    /// names them.
    pub unreadable: usize,
    /// The sums that were wrong, once the results were right.
    pub wrong_sums: i64,
    /// The states of ratings that were wrong, once the results were right.
    pub wrong_ratings: usize,
}

impl Rebuilt {
    /// Whether nothing was wrong.
    pub fn is_healthy(&self) -> bool {
        *self == Rebuilt { games: self.games, ..Rebuilt::default() }
    }
}

/// Looks at every game of every club and, unless `check`, puts right what is wrong. A log that cannot be
/// read is no reason to leave the others as they are.
pub async fn rebuild(
    conn: &mut Connection,
    check: bool,
    progress: &Progress,
) -> Result<Rebuilt, ServiceError> {
    let mut done = Rebuilt::default();
    let clubs = clubs::ids(conn).await?;
    progress.count("comparing with the logs", "games", games::count(conn, None).await?);
    let mut seen = 0;
    for club in &clubs {
        let mut after = None;
        while let Some(last) = batch(conn, *club, after, check, &mut done).await? {
            after = Some(last);
            progress.add(done.games - seen);
            seen = done.games;
        }
    }
    progress.count("comparing seasons, sums and ratings", "clubs", clubs.len());
    for club in clubs {
        let (wrong, unreadable) = seasons::audit(conn, club, check).await?;
        done.wrong_seasons += wrong;
        done.unreadable += unreadable;
        let wrong = audit::wrong_sums(conn, club).await?;
        done.wrong_sums += wrong;
        if wrong > 0 && !check {
            conn.transaction(async |conn| audit::remake_sums(conn, club).await).await?;
        }
        let wrong = ratings::audit::wrong_states(conn, club).await?;
        done.wrong_ratings += wrong;
        if wrong > 0 && !check {
            ratings::audit::remake(conn, club).await?;
        }
        progress.add(1_u64);
    }
    if !check {
        projections::set_version(conn, VERSION).await?;
    }
    Ok(done)
}

/// Makes projections anew if an older program wrote them; `None` if there was no need.
pub async fn upgrade(conn: &mut Connection, progress: &Progress) -> Result<Option<Rebuilt>, ServiceError> {
    // Programs that start together may both do it: each game is put right once.
    if projections::version(conn).await? >= VERSION {
        return Ok(None);
    }
    rebuild(conn, false, progress).await.map(Some)
}

/// Looks at the games of a club after `after`, the newest first; the place of the last one.
async fn batch(
    conn: &mut Connection,
    club: Uuid,
    after: Option<After>,
    check: bool,
    done: &mut Rebuilt,
) -> Result<Option<After>, ServiceError> {
    let mut moment = conn.build_transaction().repeatable_read().read_only();
    let (last, found) = moment
        .run(async |conn| {
            let all = GameFilter { with_deleted: true, ..GameFilter::default() };
            let rows = games::page(conn, club, &all, after, BATCH).await?;
            done.games += rows.len();
            let last = rows.last().map(|row| (row.created_at, row.id));
            Ok::<_, ServiceError>((last, wrong_games(conn, &rows).await?))
        })
        .await?;
    let Wrong { games, briefs, unreadable } = found;
    done.wrong_games += games.len() + briefs.len();
    done.unreadable += unreadable;
    if !check {
        games::write_briefs(conn, &briefs).await?;
        for game in games {
            put_right(conn, game).await?;
        }
    }
    Ok(last)
}

/// What is wrong with games.
#[derive(Default)]
struct Wrong {
    games: Vec<Uuid>,
    /// Those of which only lists show something else, as they should be: many can be written at once.
    briefs: Vec<GameRow>,
    /// How many logs cannot be read.
    unreadable: usize,
}

/// Finds what is wrong with the projections of these games.
async fn wrong_games(conn: &mut Connection, rows: &[GameRow]) -> Result<Wrong, ServiceError> {
    let ids: Vec<Uuid> = rows.iter().map(|row| row.id).collect();
    let mut kept: HashMap<Uuid, Vec<ResultRow>> = HashMap::new();
    for row in audit::of_games(conn, &ids).await? {
        kept.entry(row.game_id).or_default().push(row);
    }
    let mut seated: HashMap<Uuid, Vec<SeatRow>> = HashMap::new();
    for seat in games::seat_rows(conn, &ids).await? {
        seated.entry(seat.game_id).or_default().push(seat);
    }
    let mut logs: HashMap<Uuid, Vec<EventRow>> = HashMap::new();
    for event in games::logs(conn, &ids).await? {
        logs.entry(event.game_id).or_default().push(event);
    }
    let mut wrong = Wrong::default();
    for row in rows {
        let right = match Right::of(row, logs.remove(&row.id).unwrap_or_default()) {
            Ok(right) => right,
            Err(error) => {
                log::error!("the results of game {} are not worked out: {error}", row.id);
                wrong.unreadable += 1;
                continue;
            }
        };
        let kept = kept.remove(&row.id).unwrap_or_default();
        let results = results::as_identities(conn, right.projected.rows()).await?;
        let seated = seated.remove(&row.id).unwrap_or_default();
        let but_brief = GameRow { brief: right.row.brief.clone(), ..row.clone() };
        if results != kept || seated != right.seats || but_brief != right.row {
            wrong.games.push(row.id);
        } else if row.brief != right.row.brief {
            wrong.briefs.push(right.row);
        }
    }
    Ok(wrong)
}

/// What is to be stored of a game, as its log says.
struct Right {
    row: GameRow,
    seats: Vec<SeatRow>,
    projected: Projected,
}

impl Right {
    fn of(row: &GameRow, log: Vec<EventRow>) -> Result<Right, ServiceError> {
        let version = log.last().map_or(row.version, |event| event.seq);
        let events = log.into_iter().map(event).collect::<Result<Vec<Event>, ServiceError>>()?;
        let game = Game::replay(events).map_err(|broken| ServiceError::BrokenLog { game: row.id, broken })?;
        let projected = Projected::of((row.club_id, row.id), Projection::of(&game))?;
        Ok(Right { seats: seats::rows(row.id, &game)?, projected, row: columns(row, &game, version)? })
    }
}

async fn put_right(conn: &mut Connection, id: Uuid) -> Result<(), ServiceError> {
    conn.transaction(async |conn| {
        let Some(row) = games::lock(conn, id).await? else { return Ok(()) };
        let log = games::log(conn, id).await?;
        let right = Right::of(&row, log)?;
        games::put_right(conn, &right.row).await?;
        project(conn, &right.projected).await?;
        Ok(games::replace_seats(conn, id, &right.seats).await?)
    })
    .await
}

/// The columns of a game as its log says.
fn columns(row: &GameRow, game: &Game, version: i64) -> Result<GameRow, ServiceError> {
    let about = game.about();
    let day = day_of(row.id, about.played_on.as_deref())?;
    Ok(GameRow {
        version,
        status: status(game),
        variant: game.rules().variant().word().to_owned(),
        name: about.name.clone(),
        name_key: about.name.as_deref().map(folded),
        played_on: day.unwrap_or(row.played_on),
        counts: about.counts,
        partners: game.seating().is_partners(),
        brief: brief(game)?,
        ..row.clone()
    })
}
