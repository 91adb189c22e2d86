//! What became of a change of a game.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::Known;
use super::people::NamedGame;
use crate::rules::{Event, Game, Problem};
use crate::service::seasons::TableChange;
use crate::service::standings::Foreseen;
use crate::store::players::{Person, PlayerRow};

/// What became of a change: all of it follows from the log and the request.
#[derive(Clone, Debug)]
pub struct Changed {
    /// The game.
    pub id: Uuid,
    /// The game before it.
    pub before: Arc<Game>,
    /// What happened.
    pub events: Vec<Event>,
    /// The game after it.
    pub after: Known,
    /// When it happened.
    pub at: DateTime<Utc>,
    /// Why the next command was not recorded, if one was refused.
    pub refused: Option<Vec<Problem>>,
    /// Guests who come with it.
    pub guests: Vec<PlayerRow>,
    /// Everybody whom the game names before or after it.
    pub people: Vec<Person>,
    /// What it would do to tables; only where nothing was stored.
    pub foreseen: Option<TablesForeseen>,
}

/// What a change would do to the tables of the club.
#[derive(Clone, Debug)]
pub struct TablesForeseen {
    /// The ranks in the table of the game's variant.
    pub ranks: Foreseen,
    /// The club's own table and those of its open seasons.
    pub tables: Vec<TableChange>,
}

impl Changed {
    /// The game before it, with what its people are called.
    #[must_use]
    pub fn named_before(&self) -> NamedGame<'_> {
        NamedGame { game: &self.before, people: &self.people }
    }

    /// The game after it, with what its people are called.
    #[must_use]
    pub fn named_after(&self) -> NamedGame<'_> {
        NamedGame { game: &self.after.game, people: &self.people }
    }

    /// Whether who sits where is another now.
    pub(super) fn moves_seats(&self) -> bool {
        self.before.chairs() != self.after.game.chairs()
    }
}
