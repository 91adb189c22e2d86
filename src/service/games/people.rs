//! A game with what its people are called.

use uuid::Uuid;

use super::seats;
use crate::rules::{Game, Names};
use crate::service::ServiceError;
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
pub(super) fn newcomer(guest: &PlayerRow) -> PlayerIdentity {
    let PlayerRow { id, ref name, guest, .. } = *guest;
    PlayerIdentity { named: id, id, name: name.clone(), guest, renamed_at: None }
}

/// Everybody whom these games name.
pub(super) async fn people<'a>(
    conn: &mut Connection,
    club: Uuid,
    games: impl IntoIterator<Item = &'a Game>,
) -> Result<Vec<PlayerIdentity>, ServiceError> {
    let mut ids: Vec<Uuid> = games.into_iter().flat_map(seats::players_of).collect();
    ids.sort_unstable();
    ids.dedup();
    Ok(players::people(conn, club, &ids).await?)
}
