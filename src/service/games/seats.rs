//! Who sits at a table: players found or made for a seat, and the rows that say so.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::people::players_of;
use crate::rules::{Game, Seat, SeatHistory};
use crate::service::names::Name;
use crate::service::{Named, ServiceError, broken, player_of, storable};
use crate::store::Connection;
use crate::store::games::SeatRow;
use crate::store::players::{self, PlayerIdentity, PlayerRow};

/// What is said of a seat.
#[derive(Clone, Debug)]
pub enum NewSeat {
    /// A player of the club.
    Player(Uuid),
    /// The club's player of this name, or else a new guest.
    Named(Name),
}

/// A player for a seat.
#[derive(Clone, Debug)]
pub struct ResolvedSeat {
    /// The player's id.
    pub id: Uuid,
    /// The player's name.
    pub name: String,
    /// What is still to be stored of a player who was only named.
    pub guest: Option<PlayerRow>,
}

impl ResolvedSeat {
    /// Whether both are the same player, or the same guest.
    pub fn is(&self, other: &ResolvedSeat) -> bool {
        let guests = self.guest.as_ref().zip(other.guest.as_ref());
        self.id == other.id || guests.is_some_and(|(one, other)| one.name_key == other.name_key)
    }
}

/// Finds the player who is named for a seat; of a name that nobody has, a guest is made up, but not stored.
///
/// Fails if the club has no player of that id.
pub(super) async fn resolve_seat(
    conn: &mut Connection,
    club: Uuid,
    seat: &NewSeat,
    (named, letter): (Named, Option<Seat>),
    now: DateTime<Utc>,
) -> Result<ResolvedSeat, ServiceError> {
    let player = match seat {
        NewSeat::Player(id) => *id,
        NewSeat::Named(name) => match meant(conn, club, (name.as_str(), &name.key())).await? {
            Meant::One(player) => player,
            Meant::Nobody => return Ok(guest(club, name, now)),
            Meant::Several(names) => return Err(ServiceError::SeveralOfName { names, named }),
        },
    };
    let person = players::people(conn, club, &[player]).await?.into_iter().next();
    let person = person.ok_or(ServiceError::SeatUnknown { seat: letter, named })?;
    Ok(ResolvedSeat { id: person.id, name: person.name, guest: None })
}

/// Who is meant by a name.
enum Meant {
    Nobody,
    /// The player of this id.
    One(Uuid),
    /// Any of those who have these names.
    Several(Vec<String>),
}

/// Finds the player whose name it is, letter by letter or else as names are compared.
async fn meant(conn: &mut Connection, club: Uuid, (name, key): (&str, &str)) -> Result<Meant, ServiceError> {
    let holders = players::of_name(conn, club, key).await?;
    match (holders.iter().find(|holder| holder.name == name), holders.as_slice()) {
        (Some(one), _) | (None, [one]) => return Ok(Meant::One(one.id)),
        (None, []) => return Ok(Meant::Nobody),
        (None, _) => {}
    }
    let ids: Vec<Uuid> = holders.iter().map(|holder| holder.id).collect();
    let people = players::people(conn, club, &ids).await?;
    let mut identities = people.into_iter().map(|person| person.id);
    match identities.next() {
        Some(first) if identities.all(|other| other == first) => Ok(Meant::One(first)),
        _ => Ok(Meant::Several(holders.into_iter().map(|holder| holder.name).collect())),
    }
}

/// The id of the player who has a guest's name by now.
pub(super) async fn known(conn: &mut Connection, guest: &PlayerRow) -> Result<Option<Uuid>, ServiceError> {
    let Meant::One(there) = meant(conn, guest.club_id, (&guest.name, &guest.name_key)).await? else {
        return Ok(None);
    };
    let people = players::people(conn, guest.club_id, &[there]).await?;
    Ok(people.into_iter().next().map(|person| person.id))
}

/// How often a guest is looked for whom others bring and lose at the same time.
const ATTEMPTS: usize = 5;

/// Stores a guest, unless somebody else has just brought the same one; answers the id of who is
/// there then.
///
/// Fails if the guest is neither there nor can be.
pub(super) async fn bring(conn: &mut Connection, guest: &PlayerRow) -> Result<Uuid, ServiceError> {
    for _ in 0..ATTEMPTS {
        if players::insert(conn, guest).await? {
            return Ok(guest.id);
        }
        if let Some(there) = known(conn, guest).await? {
            return Ok(there);
        }
    }
    Err(ServiceError::Overtaken)
}

fn guest(club: Uuid, name: &Name, now: DateTime<Utc>) -> ResolvedSeat {
    let row = PlayerRow {
        id: Uuid::now_v7(),
        club_id: club,
        name: name.to_string(),
        name_key: name.key(),
        created_at: storable(now),
        guest: true,
    };
    ResolvedSeat { id: row.id, name: row.name.clone(), guest: Some(row) }
}

/// The rows of a game's seats.
///
/// Fails if the record names players that are none.
pub fn rows(id: Uuid, game: &Game) -> Result<Vec<SeatRow>, ServiceError> {
    let mut rows = Vec::new();
    for (seat, chair) in (0..).zip(game.chairs()) {
        for occupant in &chair.players {
            let player_id = player_of(id, &occupant.player)?;
            let since = i32::try_from(occupant.from_round);
            let since = since.map_err(|why| broken(id, &format!("round {}: {why}", occupant.from_round)))?;
            rows.push(SeatRow { game_id: id, seat, player_id, since });
        }
    }
    Ok(rows)
}

/// A player who sits in two chairs of a game, by whatever name, and one of the two: one that is not
/// as it was before, if there is one.
pub(super) async fn seated_twice(
    conn: &mut Connection,
    (club, id): (Uuid, Uuid),
    game: &Game,
    before: &[SeatHistory],
) -> Result<Option<(Seat, String)>, ServiceError> {
    let people = players::people(conn, club, &players_of(id, game)?).await?;
    let mut seated: HashMap<Uuid, Seat> = HashMap::new();
    for (seat, chair) in game.seating().seats().zip(game.chairs()) {
        let is_new = before.get(seat.index()) != Some(chair);
        let sat =
            |person: &&PlayerIdentity| chair.players.iter().any(|it| it.player == person.named.to_string());
        for person in people.iter().filter(sat) {
            match seated.insert(person.id, seat).filter(|other| *other != seat) {
                Some(_) if is_new => return Ok(Some((seat, person.name.clone()))),
                Some(other) => return Ok(Some((other, person.name.clone()))),
                None => {}
            }
        }
    }
    Ok(None)
}
