//! Why a file was not imported.

use serde_json::error::Category;
use thiserror::Error;
use uuid::Uuid;

use super::format;
use crate::service::ServiceError;

/// Why a file was not imported. Nothing of it was stored.
#[derive(Debug, Error)]
pub enum ImportError {
    /// Something else than an export.
    #[error(
        "it is no export of Pipkeeper: its `format` is neither `{}` nor `{}`",
        format::CLUB,
        format::GAME
    )]
    NotOurs,
    /// The end is missing.
    #[error("the file is cut off: it ends at line {line}, column {column}, in the middle")]
    CutOff { line: usize, column: usize },
    /// Something in it cannot be so.
    #[error("{0}")]
    Malformed(String),
    /// The club of a game is not there.
    #[error("there is no club {club} here; name the one that the game goes into with --into")]
    NoClub { club: Uuid },
    /// A club is not imported into another.
    #[error("--into is for a game; a club is imported as itself, and this is the club {club}")]
    IntoAnother { club: Uuid },
    /// The id of a player is one of another club.
    #[error("the player {player} belongs to another club")]
    ForeignPlayer { player: Uuid },
    /// The id of a game is one of another club.
    #[error("the game {game} belongs to another club")]
    ForeignGame { game: Uuid },
    /// The id of a season is one of another club.
    #[error("the season {season} belongs to another club")]
    ForeignSeason { season: Uuid },
    /// Two seasons would have the same name.
    #[error("`{name}` is the season {theirs} in the file and the season {ours} in the club: rename one")]
    SeasonNameTaken { name: String, theirs: Uuid, ours: Uuid },
    /// A season went on differently here.
    #[error("the season {season} went on differently here: the change {change} is not in the file")]
    SeasonDiverged { season: Uuid, change: Uuid },
    /// Two players would have the same name.
    #[error(
        "`{name}` is the player {theirs} in the file and the player {ours} in the club: if they are two, \
         rename one; if they are one, rename one for now and merge them after the import"
    )]
    NameTaken { name: String, theirs: Uuid, ours: Uuid },
    /// A player or game is there twice.
    #[error("the {what} {id} is in the file twice")]
    Twice { what: &'static str, id: Uuid },
    /// A game went on differently here.
    #[error("the game {game} went on differently here: event {seq} is another one")]
    Diverged { game: Uuid, seq: i64 },
    /// Something went wrong on the way.
    #[error(transparent)]
    Service(#[from] ServiceError),
    /// The file was read by a task that broke.
    #[error("the file was not read to its end: {0}")]
    Broken(String),
}

impl ImportError {
    /// What a reader of JSON says.
    pub(super) fn of(error: serde_json::Error) -> ImportError {
        let (line, column) = (error.line(), error.column());
        match error.classify() {
            Category::Eof => ImportError::CutOff { line, column },
            Category::Io | Category::Syntax | Category::Data => ImportError::Malformed(error.to_string()),
        }
    }
}

impl From<diesel::result::Error> for ImportError {
    fn from(error: diesel::result::Error) -> ImportError {
        ImportError::Service(error.into())
    }
}
