//! A game with what its people are called.

use uuid::Uuid;

use crate::rules::{Game, Names, SeatHistory};
use crate::service::{ServiceError, player_of};
use crate::store::Connection;
use crate::store::players::{self, PlayerIdentity, PlayerRow};

/// A game, and who the players of its record are.
#[derive(Clone, Copy, Debug)]
pub struct NamedGame<'a> {
    /// The game.
    pub game: &'a Game,
    /// Everybody whom its record names.
    pub people: &'a [PlayerIdentity],
}

impl NamedGame<'_> {
    /// What those are called who play in round `round`, from 1.
    pub fn names_in(self, round: usize) -> Names {
        let name = |player: &str| {
            let id = Uuid::try_parse(player).ok()?;
            self.people.iter().find(|person| person.named == id).map(|person| person.name.clone())
        };
        self.game.players_in(round).filter_map(|(seat, player)| Some((seat, name(player)?))).collect()
    }

    /// What those are called who play in the round that is running, or in the next.
    pub fn names_now(self) -> Names {
        self.names_in(self.game.round_now())
    }
}

/// A guest who is stored with the change, or would be.
fn newcomer(guest: &PlayerRow) -> PlayerIdentity {
    let PlayerRow { id, ref name, guest, .. } = *guest;
    PlayerIdentity { named: id, id, name: name.clone(), guest, renamed_at: None }
}

/// The ids of all who sit or sat at the table of game `id`.
///
/// Fails if the record names players that are none.
pub(super) fn players_of(id: Uuid, game: &Game) -> Result<Vec<Uuid>, ServiceError> {
    let occupants = game.chairs().iter().flat_map(|chair: &SeatHistory| &chair.players);
    occupants.map(|occupant| player_of(id, &occupant.player)).collect()
}

/// Everybody whom game `id` names, at these versions; `newcomers` are stored only with the change.
///
/// Fails if the record names players that are none, or with the game somebody whom it names is gone.
pub(super) async fn people<'a>(
    conn: &mut Connection,
    (club, id): (Uuid, Uuid),
    versions: impl IntoIterator<Item = &'a Game>,
    newcomers: &[PlayerRow],
) -> Result<Vec<PlayerIdentity>, ServiceError> {
    let mut ids = Vec::new();
    for game in versions {
        ids.extend(players_of(id, game)?);
    }
    ids.sort_unstable();
    ids.dedup();
    let mut people = players::people(conn, club, &ids).await?;
    people.extend(newcomers.iter().map(newcomer));
    let is_known = |id: &Uuid| people.iter().any(|person| person.named == *id);
    if ids.iter().all(is_known) { Ok(people) } else { Err(ServiceError::GameNotFound) }
}
