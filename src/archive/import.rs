//! Bringing in what another Pipkeeper gave out: a club or a game, all of it or nothing.
//!
//! The file is read up to three times: first to its end, for what it is about and for its players; then
//! for the games that are here already, each replayed through the rules and compared while nobody has to
//! wait; then for those that are new, which are written before the next ones are read. So a file that is
//! cut off is refused before anything is written, and no more is in memory than a few games and those
//! that go on. What others have to wait for comes last.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::{Seek, SeekFrom};
use std::sync::Arc;

use chrono::{DateTime, Utc};
use diesel_async::AsyncConnection;
use tokio::sync::mpsc;
use tokio::task::{JoinHandle, spawn_blocking};
use uuid::Uuid;

use super::check::{Checked, check};
use super::format::ExportedPlayer;
use super::limits::MAX_BYTES;
use super::read::{self, Head, Subject};
use super::write::Writer;
use super::{ImportError, Imported, guard, season};
use crate::progress::Progress;
use crate::store::Connection;

/// How many games are written at once, and at most wait for it.
const BATCH: usize = 100;

/// What is wanted of an import.
#[derive(Clone, Copy, Debug, Default)]
pub struct ImportOptions {
    /// The club that a game goes into; without it the one that it comes from.
    pub into: Option<Uuid>,
    /// Whether nothing is to be stored.
    pub dry_run: bool,
}

/// Imports a file.
///
/// Fails if it is not good to its end, or contradicts what is stored; then nothing is stored.
pub async fn import(
    conn: &mut Connection,
    mut file: File,
    options: ImportOptions,
    now: DateTime<Utc>,
    progress: &Progress,
) -> Result<Imported, ImportError> {
    let told = progress.clone();
    let reading = spawn_blocking(move || {
        let bytes = file.metadata().map_err(unreadable)?.len();
        if bytes > MAX_BYTES {
            return Err(ImportError::Malformed(guard::too_long()));
        }
        let head = read::head(told.reading("reading the file", &mut file, Some(bytes)))?;
        Ok((file, head))
    });
    let (file, head) = reading.await.map_err(|error| ImportError::Broken(error.to_string()))??;
    let mut done = None;
    let ended = conn
        .transaction(async |conn| {
            done = Some(write_all(conn, (file, head), options, now, progress).await?);
            if options.dry_run { Err(Stop::DryRun) } else { Ok(()) }
        })
        .await;
    match (ended, done) {
        (Ok(()) | Err(Stop::DryRun), Some(done)) => Ok(done),
        (Err(Stop::Error(error)), _) => Err(error),
        (_, None) => Err(ImportError::Broken("nothing was done".to_owned())),
    }
}

/// Why the transaction is taken back.
enum Stop {
    DryRun,
    Error(ImportError),
}

impl From<ImportError> for Stop {
    fn from(error: ImportError) -> Stop {
        Stop::Error(error)
    }
}

impl From<diesel::result::Error> for Stop {
    fn from(error: diesel::result::Error) -> Stop {
        Stop::Error(error.into())
    }
}

async fn write_all(
    conn: &mut Connection,
    (file, head): (File, Head),
    options: ImportOptions,
    now: DateTime<Utc>,
    progress: &Progress,
) -> Result<Imported, ImportError> {
    let Head { subject, players, merges, seasons, games } = head;
    let ids = distinct(&players)?;
    season::distinct(&seasons)?;
    let mut seen = HashSet::new();
    if let Some(id) = games.iter().find(|game| !seen.insert(**game)) {
        return Err(ImportError::Twice { what: "game", id: *id });
    }
    let mut writer = match (subject, options.into) {
        (Subject::Club(club), Some(into)) if into != club.id => {
            return Err(ImportError::IntoAnother { club: club.id });
        }
        (Subject::Club(club), _) => Writer::of_club(conn, club, now).await?,
        (Subject::Game(club), into) => Writer::of_game(conn, into.unwrap_or(club)).await?,
    };
    let club = writer.club();
    let there = writer.known(conn, &games).await?;
    let of_players = Arc::new(ids);
    let mut longer = Vec::new();
    if !there.is_empty() {
        let (sender, mut checked) = mpsc::channel(BATCH);
        let (wanted, players) = (there.clone(), Arc::clone(&of_players));
        let reading = checked_games(
            file.try_clone().map_err(unreadable)?,
            (club, players),
            move |id| wanted.contains(&id),
            sender,
        );
        let mut batch = Vec::new();
        progress.count("comparing", "games", there.len());
        while checked.recv_many(&mut batch, BATCH).await > 0 {
            progress.add(batch.len());
            longer.extend(writer.compare(conn, std::mem::take(&mut batch)).await?);
        }
        reading.await.map_err(|error| ImportError::Broken(error.to_string()))??;
    }
    writer.players(conn, players, progress).await?;
    let new = games.len() - there.len();
    if new > 0 {
        let (sender, mut checked) = mpsc::channel(BATCH);
        let players = Arc::clone(&of_players);
        let reading = checked_games(file, (club, players), move |id| !there.contains(&id), sender);
        let mut batch = Vec::new();
        progress.count("importing", "games", new);
        while checked.recv_many(&mut batch, BATCH).await > 0 {
            progress.add(batch.len());
            writer.games(conn, std::mem::take(&mut batch)).await?;
        }
        reading.await.map_err(|error| ImportError::Broken(error.to_string()))??;
    }
    writer.finish(conn, longer, (seasons, &of_players), merges, progress).await
}

fn unreadable(error: std::io::Error) -> ImportError {
    ImportError::Broken(error.to_string())
}

/// Checks those games of a file that are wanted on a thread of its own, until nobody wants them any more.
fn checked_games(
    mut file: File,
    (club, players): (Uuid, Arc<HashSet<Uuid>>),
    wanted: impl Fn(Uuid) -> bool + Send + 'static,
    checked: mpsc::Sender<Checked>,
) -> JoinHandle<Result<(), ImportError>> {
    spawn_blocking(move || {
        file.seek(SeekFrom::Start(0)).map_err(unreadable)?;
        read::games(file, &mut |game| {
            if !wanted(game.id) {
                return Ok(());
            }
            let game = check(game, club, &players)?;
            checked.blocking_send(game).or(Err("it is not wanted any more".to_owned()))
        })
    })
}

/// The ids of the players, if no two have the same, or the same name letter by letter: what more makes
/// names the same has changed over time.
fn distinct(players: &[ExportedPlayer]) -> Result<HashSet<Uuid>, ImportError> {
    let mut names = HashMap::new();
    let mut ids = HashSet::new();
    for player in players {
        if !ids.insert(player.id) {
            return Err(ImportError::Twice { what: "player", id: player.id });
        }
        if let Some(other) = names.insert(player.name.as_str(), player.id) {
            let name = player.name.as_str();
            let why = format!("the players {other} and {} of the file are both called `{name}`", player.id);
            return Err(ImportError::Malformed(why));
        }
    }
    Ok(ids)
}
