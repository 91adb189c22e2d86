//! What a request wants of a game, and the commands that come of it once its players are found.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::seats::{NewSeat, ResolvedSeat, resolve_seat};
use crate::rules::{Command, ResultFor, Seat, SeatNews};
use crate::service::{Named, ServiceError};
use crate::store::players::PlayerRow;
use crate::store::{Connection, Db};

/// Something that a request wants of a game.
#[derive(Clone, Debug)]
pub enum Action {
    /// What names no players.
    Command(Command),
    /// Seat a player who comes late.
    Join {
        who: NewSeat,
        /// The total that the player starts at.
        start: i32,
        /// The first round with the player; by default the next one.
        from_round: Option<usize>,
    },
    /// Let a player take a seat over.
    Replace {
        seat: Seat,
        who: NewSeat,
        /// Who gets the result of the seat.
        result: ResultFor,
        /// The first round of the newcomer; by default the next one.
        from_round: Option<usize>,
    },
    /// Say who really sat in these seats, all the time.
    CorrectPlayers(BTreeMap<Seat, NewSeat>),
}

impl From<Command> for Action {
    fn from(command: Command) -> Action {
        Action::Command(command)
    }
}

/// Finds the players whom actions name, or makes up guests, who are to be stored with what comes of it.
///
/// Fails if one of them is not in the club, could be several, or is named for two seats.
pub(super) async fn resolve(
    db: &Db,
    club: Uuid,
    actions: &[Action],
    now: DateTime<Utc>,
) -> Result<(Vec<Command>, Vec<PlayerRow>), ServiceError> {
    let mut guests = Vec::new();
    let mut commands = Vec::new();
    for action in actions {
        commands.push(match action {
            Action::Command(command) => command.clone(),
            Action::Join { who, start, from_round } => {
                let ResolvedSeat { id, guest, .. } =
                    resolve_seat(&mut *db.get().await?, club, who, (Named::Alone, None), now).await?;
                guests.extend(guest);
                let news = SeatNews::Joined { player: id.to_string(), start: *start };
                Command::ChangeSeats { news, from_round: *from_round }
            }
            Action::Replace { seat, who, result, from_round } => {
                let named = (Named::Alone, Some(*seat));
                let ResolvedSeat { id, guest, .. } =
                    resolve_seat(&mut *db.get().await?, club, who, named, now).await?;
                guests.extend(guest);
                let news = SeatNews::Replaced { seat: *seat, player: id.to_string(), result: *result };
                Command::ChangeSeats { news, from_round: *from_round }
            }
            Action::CorrectPlayers(seats) => {
                Command::CorrectPlayers(seat_all(&mut *db.get().await?, club, seats, &mut guests, now).await?)
            }
        });
    }
    // In the order of their names, so that two tables with the same guests do not wait for each other.
    guests.sort_by(|one, other| one.name_key.cmp(&other.name_key));
    Ok((commands, guests))
}

/// Finds the players of several seats.
async fn seat_all(
    conn: &mut Connection,
    club: Uuid,
    seats: &BTreeMap<Seat, NewSeat>,
    guests: &mut Vec<PlayerRow>,
    now: DateTime<Utc>,
) -> Result<BTreeMap<Seat, String>, ServiceError> {
    let mut players = BTreeMap::new();
    for (seat, who) in seats {
        let named = Named::BySeat(*seat);
        let ResolvedSeat { id, name, guest } =
            resolve_seat(conn, club, who, (named, Some(*seat)), now).await?;
        if let Some(guest) = guest {
            if guests.iter().any(|other| other.name_key == guest.name_key) {
                return Err(ServiceError::SitsTwice { name, named: Some(named) });
            }
            guests.push(guest);
        }
        players.insert(*seat, id.to_string());
    }
    Ok(players)
}
