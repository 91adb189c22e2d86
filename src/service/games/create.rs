//! Making a game: who sits where, by which rules.

use std::sync::Arc;

use chrono::{DateTime, NaiveDate, Utc};
use diesel_async::AsyncConnection;
use uuid::Uuid;

use super::day::check_day;
use super::seats::{self, NewSeat, ResolvedSeat, resolve_seat};
use super::{CachedGame, Games, OpenedGame};
use crate::rules::{About, Created, Event, Game, Override, Overrides, Reckoning, Ruleset, Seat, Variant};
use crate::service::auth::{Caller, Reader};
use crate::service::names::Name;
use crate::service::time_zone::TimeZone;
use crate::service::{Named, ServiceError, storable};
use crate::store::Connection;
use crate::store::clubs;
use crate::store::games::{self, EventRow, GameRow, Status};
use crate::store::keys::Scope;
use crate::store::players::{self, PlayerRow};

/// What is said of a game that is made.
#[derive(Clone, Debug)]
pub struct NewGame {
    pub variant: Variant,
    pub rules: Overrides,
    pub seats: Vec<NewSeat>,
    pub partners: bool,
    pub name: Option<Name>,
    pub played_on: Option<NaiveDate>,
    /// Why that day is recorded although it is still to come.
    pub over: Option<Override>,
    pub counts: bool,
}

/// Makes a game.
///
/// Fails if the caller may not, the rules contradict each other, or the players cannot sit down so.
pub async fn create(
    conn: &mut Connection,
    cache: &Games,
    caller: &Caller,
    club: Uuid,
    new: NewGame,
    now: DateTime<Utc>,
) -> Result<OpenedGame, ServiceError> {
    caller.club(club, Scope::Score)?;
    let rules = Ruleset::new(new.variant, &new.rules).map_err(ServiceError::BadRules)?;
    // Before anybody is looked up, so that a refusal makes no guests.
    rules.seating(new.seats.len(), new.partners).map_err(ServiceError::Seating)?;
    let reader = Reader::Caller(caller.clone());
    let zone = TimeZone::of_club(&reader.club(conn, club).await?)?;
    let today = zone.day(now);
    let played_on = new.played_on.unwrap_or(today);
    check_day(played_on, today, new.over.as_ref())?;
    let now = storable(now);
    conn.transaction(async |conn| {
        if !clubs::stays(conn, club).await? {
            return Err(ServiceError::ClubNotFound);
        }
        let players = seat_all(conn, club, &new.seats, now).await?;
        let about = About {
            name: new.name.as_ref().map(ToString::to_string),
            played_on: Some(played_on.to_string()),
            counts: new.counts,
            over: new.over,
        };
        let seats = players.iter().map(Uuid::to_string).collect();
        let created =
            Created { rules, seats, partners: new.partners, about, reckoning: Reckoning::default() };
        let event = Event::Created(created.clone());
        let game = Game::start(created).map_err(|problem| ServiceError::unexpected(&problem.refusal))?;
        let row = GameRow {
            id: Uuid::now_v7(),
            club_id: club,
            version: 1,
            status: Status::Running,
            variant: new.variant.word().to_owned(),
            name_key: new.name.as_ref().map(Name::key),
            name: new.name.map(|name| name.to_string()),
            played_on,
            counts: new.counts,
            created_at: now,
            changed_at: now,
        };
        let body = serde_json::to_value(&event).map_err(ServiceError::UnwritableEvent)?;
        let first = EventRow { game_id: row.id, seq: 1, at: now, key_id: Some(caller.key_id), body };
        let chairs = seats::rows(row.id, &game)?;
        games::insert(conn, &row, &chairs, &first).await?;
        if let Some((seat, name)) = seats::seated_twice(conn, (club, row.id), &game, &[]).await? {
            return Err(ServiceError::SitsTwice { name, named: Some(Named::InList(seat.index())) });
        }
        let people = players::people(conn, club, &players).await?;
        let known = CachedGame { club, game: Arc::new(game) };
        cache.keep(row.id, known.clone());
        Ok(OpenedGame { row, people, known, held_from: None })
    })
    .await
}

/// Finds the players of the seats, and makes guests of names that nobody has.
async fn seat_all(
    conn: &mut Connection,
    club: Uuid,
    seats: &[NewSeat],
    now: DateTime<Utc>,
) -> Result<Vec<Uuid>, ServiceError> {
    let mut sitters: Vec<ResolvedSeat> = Vec::new();
    for (index, seat) in seats.iter().enumerate() {
        let named = Named::InList(index);
        let sitter = resolve_seat(conn, club, seat, (named, Seat::at(index)), now).await?;
        if sitters.iter().any(|other| other.is(&sitter)) {
            return Err(ServiceError::SitsTwice { name: sitter.name, named: Some(named) });
        }
        sitters.push(sitter);
    }
    let known = sitters.iter().filter(|sitter| sitter.guest.is_none());
    players::hold(conn, &known.map(|sitter| sitter.id).collect::<Vec<_>>()).await?;
    let mut guests: Vec<(&mut Uuid, PlayerRow)> = Vec::new();
    for ResolvedSeat { id, guest, .. } in &mut sitters {
        guests.extend(guest.take().map(|guest| (id, guest)));
    }
    // In the order of their names, so that two tables with the same guests do not wait for each other.
    guests.sort_by(|(_, one), (_, other)| one.name_key.cmp(&other.name_key));
    for (id, guest) in guests {
        *id = seats::bring(conn, &guest).await?;
    }
    Ok(sitters.into_iter().map(|sitter| sitter.id).collect())
}
