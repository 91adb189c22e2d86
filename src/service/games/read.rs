//! Reading games.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use serde::Deserialize;
use uuid::Uuid;

use super::people::people;
use super::{CachedGame, Games, NamedGame};
use crate::rules::{About, Brief, Game, Names};
use crate::service::auth::Reader;
use crate::service::{ServiceError, day_of, seasons};
use crate::standings::{GameKinds, ResultFilter};
use crate::store::games::{self, GameFilter, GameRow, SeatedRow, Status};
use crate::store::keys::Scope;
use crate::store::merges;
use crate::store::players::PlayerIdentity;
use crate::store::{After, Connection};

/// A game with what is stored beside its log.
#[derive(Clone, Debug)]
pub struct OpenedGame {
    /// What is stored beside the log.
    pub row: GameRow,
    /// Who the players of its record are.
    pub people: Vec<PlayerIdentity>,
    /// The game.
    pub known: CachedGame,
    /// The first round whose hands the reader must not see: the players may still hold them.
    pub held_from: Option<usize>,
}

/// What an answer about a game depends on, besides what is asked: who has it has the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edition {
    /// The version of the game.
    pub version: i64,
    /// When one of its players was renamed last, or merged, since it was made.
    pub renamed_at: Option<DateTime<Utc>>,
    /// Whether hands are left out.
    pub held: bool,
}

impl OpenedGame {
    /// The game as it was or would be at another version than that of `row`, for somebody who may see all
    /// of it.
    ///
    /// Fails if its day is none.
    pub(super) fn at(
        row: GameRow,
        known: CachedGame,
        people: Vec<PlayerIdentity>,
        changed_at: DateTime<Utc>,
    ) -> Result<OpenedGame, ServiceError> {
        let About { name, played_on, counts, .. } = known.game.about().clone();
        let played_on = day_of(row.id, played_on.as_deref())?.unwrap_or(row.played_on);
        let row = GameRow { version: known.version(), name, played_on, counts, changed_at, ..row };
        Ok(OpenedGame { row, people, known, held_from: None })
    }

    /// The game with what its people are called.
    pub fn named(&self) -> NamedGame<'_> {
        NamedGame { game: &self.known.game, people: &self.people }
    }

    /// The edition of the game that this is.
    pub fn edition(&self) -> Edition {
        let renamed_at = self.people.iter().filter_map(|person| person.renamed_at).max();
        Edition {
            version: self.known.version(),
            renamed_at: renamed_at.filter(|at| *at > self.row.created_at),
            held: self.held_from.is_some_and(|from| from <= self.known.game.rounds().len()),
        }
    }

    /// Whether the reader must not see the hands of a round.
    pub fn is_held(&self, round: usize) -> bool {
        self.held_from.is_some_and(|from| round >= from)
    }

    /// Whether an earlier version of the game shows hands that the reader must not see.
    pub(super) fn shows_hands_of(&self, then: &Game) -> bool {
        self.held_from.is_some_and(|from| then.has_ended_from(from))
    }
}

/// Which games are to be listed.
#[derive(Clone, Debug, Default)]
pub struct ListRequest {
    /// What they have in common.
    pub filter: GameFilter,
    /// The season whose games they are; it has its own days and kinds of games.
    pub season: Option<Uuid>,
}

impl ListRequest {
    /// Whether the list goes by the day of the game.
    pub fn is_by_day(&self) -> bool {
        self.season.is_some() || self.filter.is_by_day()
    }
}

/// A game in a list.
#[derive(Clone, Debug)]
pub struct Summary {
    /// What is stored beside the log.
    pub row: GameRow,
    /// Who sits where.
    pub seats: Vec<SeatedRow>,
    /// How the match stands.
    pub brief: Brief,
}

impl Summary {
    /// What those are called who sit there.
    pub fn names(&self) -> Names {
        self.seats.iter().map(|row| (row.seat, row.name.clone())).collect()
    }
}

/// Reads a game.
///
/// Fails if there is none that the reader may know of.
pub async fn open(
    conn: &mut Connection,
    cache: &Games,
    reader: &Reader,
    id: Uuid,
) -> Result<OpenedGame, ServiceError> {
    let (own, only) = reader.reach();
    let row = games::find_readable(conn, id, own, only).await?;
    let row = row.ok_or_else(|| reader.unknown_game(id))?;
    let known = cache.at(conn, &row).await?;
    let people = people(conn, (row.club_id, id), [&*known.game], &[]).await?;
    let held_from = if reader.may_score(row.club_id, id) { None } else { known.game.held_from() };
    Ok(OpenedGame { row, people, known, held_from })
}

/// Reads up to `limit` games of a club, the newest first, or the latest day first if days are asked for.
///
/// Fails if there is no such club, or no such season in it, that the reader may know of; and if deleted games
/// are asked for and the reader may not manage the club.
pub async fn list(
    conn: &mut Connection,
    reader: &Reader,
    club: Uuid,
    request: &ListRequest,
    part: (Option<After>, i64),
) -> Result<Vec<Summary>, ServiceError> {
    let only = reader.only_game(&reader.club(conn, club).await?);
    let mut filter = GameFilter { only, ..request.filter.clone() };
    if filter.status == Some(Status::Deleted) {
        // What was a mistake concerns those who put mistakes right.
        match reader {
            Reader::Caller(caller) => caller.club(club, Scope::Manage)?,
            Reader::Anyone => return Err(reader.unknown(ServiceError::ClubNotFound)),
        }
    }
    if let Some([player]) = filter.players.as_deref() {
        filter.players = Some(merges::names(conn, *player).await?);
    }
    if let Some(season) = request.season {
        let ResultFilter { games, days } = seasons::read(conn, reader, (club, season)).await?.filter();
        let GameKinds { variant, players: seats, partners } = games;
        filter = GameFilter { variant, seats, partners, days, counts: Some(true), ..filter };
    }
    summaries(conn, club, &filter, part).await
}

async fn summaries(
    conn: &mut Connection,
    club: Uuid,
    filter: &GameFilter,
    (after, limit): (Option<After>, i64),
) -> Result<Vec<Summary>, ServiceError> {
    let rows = games::page(conn, club, filter, after, limit).await?;
    let ids: Vec<Uuid> = rows.iter().map(|row| row.id).collect();
    let mut seats: HashMap<Uuid, Vec<SeatedRow>> = HashMap::new();
    for seat in games::seats(conn, &ids).await? {
        seats.entry(seat.game_id).or_default().push(seat);
    }
    let summary = |row: GameRow| {
        let broken = |why| ServiceError::Contradiction(format!("game {}: {why}", row.id));
        let brief = Brief::deserialize(&row.brief).map_err(broken)?;
        Ok(Summary { seats: seats.remove(&row.id).unwrap_or_default(), row, brief })
    };
    rows.into_iter().map(summary).collect()
}
