//! What became of a change of a game.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::people::{NamedGame, people};
use super::{CachedGame, OpenedGame};
use crate::rules::{Event, Game, Problem, Recorded};
use crate::service::ServiceError;
use crate::service::seasons::Foreseen;
use crate::store::players::{PlayerIdentity, PlayerRow};
use crate::store::{Db, games};

/// How much of a change is to be told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Extent {
    /// What was made and what was refused.
    Made,
    /// Also what is different now.
    #[default]
    News,
    /// Also the whole game.
    Whole,
}

/// What became of a change: all of it follows from the log and the request.
#[derive(Clone, Debug)]
pub struct ChangeOutcome {
    /// The game.
    pub id: Uuid,
    /// The game before it.
    pub before: Arc<Game>,
    /// What happened.
    pub events: Vec<Event>,
    /// The game after it.
    pub after: CachedGame,
    /// When it happened.
    pub at: DateTime<Utc>,
    /// Why the next command was not recorded, if one was refused.
    pub refused: Option<Vec<Problem>>,
    /// Guests who come with it.
    pub guests: Vec<PlayerRow>,
    /// Everybody whom the game names before or after it; nobody where no sentence is to be told.
    pub people: Vec<PlayerIdentity>,
    /// The game after it with what is stored beside its log, if that is to be told.
    pub whole: Option<OpenedGame>,
    /// What it would do to tables; only where nothing was stored.
    pub foreseen: Option<Foreseen>,
}

impl ChangeOutcome {
    /// A change of a game before, by what happened, to the game after.
    pub(super) fn new(
        id: Uuid,
        (before, events, after): (Arc<Game>, Vec<Event>, CachedGame),
        at: DateTime<Utc>,
        refused: Option<Vec<Problem>>,
    ) -> ChangeOutcome {
        let (guests, people) = (Vec::new(), Vec::new());
        ChangeOutcome { id, before, events, after, at, refused, guests, people, whole: None, foreseen: None }
    }

    /// The same with what is needed to tell so much of it.
    pub(super) async fn described(mut self, db: &Db, extent: Extent) -> Result<ChangeOutcome, ServiceError> {
        let names_nobody = extent == Extent::Made || extent == Extent::News && self.is_in_mid_round();
        if !names_nobody || self.refused.is_some() {
            let (ids, versions) = ((self.after.club, self.id), [&*self.before, &*self.after.game]);
            self.people = people(&mut *db.get().await?, ids, versions, &self.guests).await?;
        }
        if extent == Extent::Whole {
            let row = games::find(&mut *db.get().await?, self.id).await?;
            let row = row.ok_or(ServiceError::GameNotFound)?;
            self.whole = Some(OpenedGame::at(row, self.after.clone(), self.people.clone(), self.at)?);
        }
        Ok(self)
    }

    /// The game before it, with what its people are called.
    pub fn named_before(&self) -> NamedGame<'_> {
        NamedGame { game: &self.before, people: &self.people }
    }

    /// The game after it, with what its people are called.
    pub fn named_after(&self) -> NamedGame<'_> {
        NamedGame { game: &self.after.game, people: &self.people }
    }

    /// The round that it is about, if it is about one.
    pub fn round(&self) -> Option<usize> {
        self.events.last()?.round(&self.after.game)
    }

    /// Whether it is more than the next part of the game: a correction, or about something beside rounds.
    pub fn corrects(&self) -> bool {
        let goes_on = |event: &Event| {
            matches!(
                event,
                Event::RoundStarted(_) | Event::RoundRecorded(_) | Event::TurnTaken(_) | Event::HandsShown(_)
            )
        };
        !self.events.iter().all(goes_on)
    }

    /// Whether it is only turns after which the round goes on and everybody is where they were: no sentence
    /// of what is different names anybody then.
    fn is_in_mid_round(&self) -> bool {
        let game = &self.after.game;
        let is_open = |running: &Recorded| {
            running.conflicts.is_empty()
                && running.round.table.as_ref().is_some_and(|it| it.ended().is_none())
        };
        self.events.iter().all(|event| matches!(event, Event::TurnTaken(_)))
            && game.running().is_some_and(|(_, running)| is_open(running))
            && game.standing().plays_on.is_none()
            && present(&self.before) == present(game)
    }

    /// Whether this would be the id of a guest, who was not stored.
    pub fn is_made_up(&self, player: Uuid) -> bool {
        self.foreseen.is_some() && self.guests.iter().any(|guest| guest.id == player)
    }

    /// Whether who sits where is another now.
    pub fn moves_seats(&self) -> bool {
        self.before.chairs() != self.after.game.chairs()
    }
}

/// Who of the seats plays now. Somebody who has left does so until the round that goes on without them.
fn present(game: &Game) -> Vec<bool> {
    game.seating().seats().map(|seat| game.is_playing(seat)).collect()
}
