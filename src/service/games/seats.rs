//! Who sits at a table: players found or made for a seat, and the rows that say so.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::NewSeat;
use crate::rules::{Chair, Game, Seat};
use crate::service::names::Name;
use crate::service::{ServiceError, storable};
use crate::store::Connection;
use crate::store::games::{self, SeatRow};
use crate::store::merges;
use crate::store::players::{self, PlayerRow};

/// A player for a seat.
#[derive(Clone, Debug)]
pub struct Sitter {
    /// The player's id.
    pub id: Uuid,
    /// The player's name.
    pub name: String,
    /// What is still to be stored of a player who was only named.
    pub guest: Option<PlayerRow>,
}

/// Finds the player for the seat at `index`; of a name that nobody has, a guest is made up, but
/// not stored.
///
/// # Errors
///
/// If the club has no player of that id.
pub async fn sitter(
    conn: &mut Connection,
    club: Uuid,
    seat: &NewSeat,
    index: usize,
    now: DateTime<Utc>,
) -> Result<Sitter, ServiceError> {
    let named = match seat {
        NewSeat::Player(id) => *id,
        NewSeat::Named(name) => match players::find_by_name(conn, club, &name.key()).await? {
            Some(player) => player.id,
            None => return Ok(guest(club, name, now)),
        },
    };
    let person = players::people(conn, club, &[named]).await?.into_iter().next();
    let person = person.ok_or(ServiceError::SeatUnknown { index })?;
    Ok(Sitter { id: person.id, name: person.name, guest: None })
}

fn guest(club: Uuid, name: &Name, now: DateTime<Utc>) -> Sitter {
    let row = PlayerRow {
        id: Uuid::now_v7(),
        club_id: club,
        name: name.to_string(),
        name_key: name.key(),
        created_at: storable(now),
        guest: true,
    };
    Sitter { id: row.id, name: row.name.clone(), guest: Some(row) }
}

/// The rows of a game's seats.
///
/// # Errors
///
/// If the record names players that are none.
pub fn rows(id: Uuid, game: &Game) -> Result<Vec<SeatRow>, ServiceError> {
    let none = || ServiceError::Contradiction(format!("game {id}: a player is none"));
    let mut rows = Vec::new();
    for (seat, chair) in (0..).zip(game.chairs()) {
        for occupant in &chair.players {
            let player_id = Uuid::try_parse(&occupant.player).map_err(|_| none())?;
            let since = i32::try_from(occupant.from_round).unwrap_or(i32::MAX);
            rows.push(SeatRow { game_id: id, seat, player_id, since });
        }
    }
    Ok(rows)
}

/// The ids of all who sit or sat at the table.
#[must_use]
pub fn players_of(game: &Game) -> Vec<Uuid> {
    let occupants = game.chairs().iter().flat_map(|chair: &Chair| &chair.players);
    occupants.filter_map(|occupant| Uuid::try_parse(&occupant.player).ok()).collect()
}

/// Writes the seats of a game anew, in the transaction of the event that changes them.
///
/// # Errors
///
/// If a player sits in two of them, by whatever name.
pub(super) async fn write(conn: &mut Connection, id: Uuid, rows: &[SeatRow]) -> Result<(), ServiceError> {
    games::replace_seats(conn, id, rows).await?;
    nobody_twice(conn, id).await
}

/// Refuses a table at which a player sits twice, by whatever name.
///
/// # Errors
///
/// If one does.
pub(super) async fn nobody_twice(conn: &mut Connection, id: Uuid) -> Result<(), ServiceError> {
    match merges::sits_twice(conn, &[id]).await? {
        Some(name) => Err(ServiceError::SitsTwice { name }),
        None => Ok(()),
    }
}

/// Players for several seats of a game that is there.
///
/// # Errors
///
/// If one of them is not in the club.
pub async fn sitters(
    conn: &mut Connection,
    club: Uuid,
    seats: BTreeMap<Seat, NewSeat>,
    now: DateTime<Utc>,
) -> Result<(BTreeMap<Seat, String>, Vec<PlayerRow>), ServiceError> {
    let mut players = BTreeMap::new();
    let mut guests: Vec<PlayerRow> = Vec::new();
    for (seat, new) in seats {
        let sitter = sitter(conn, club, &new, seat.index(), now).await?;
        let twin = sitter.guest.as_ref().and_then(|own| guests.iter().find(|it| it.name_key == own.name_key));
        if let Some(twin) = twin {
            return Err(ServiceError::SitsTwice { name: twin.name.clone() });
        }
        players.insert(seat, sitter.id.to_string());
        guests.extend(sitter.guest);
    }
    Ok((players, guests))
}
