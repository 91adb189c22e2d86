//! How the refusals of use cases are told to clients: codes and statuses side by side.

use std::io::ErrorKind;

use diesel::result::{DatabaseErrorKind, Error as DatabaseError};

use super::codes::{Code, club, games as codes, request, seasons};
use super::problem::{FieldError, Problem};
use crate::rules::{self, Names};
use crate::service::{Named, ServiceError};
use crate::store::{StoreError, Trouble};

/// Where a body names a player.
fn pointer(named: Named) -> String {
    match named {
        Named::Alone => "/player".to_owned(),
        Named::InList(index) => format!("/seats/{index}"),
        Named::BySeat(seat) => format!("/seats/{seat}"),
    }
}

impl From<ServiceError> for Problem {
    fn from(error: ServiceError) -> Problem {
        let sentence = rules::sentence(&error.to_string());
        match error {
            ServiceError::Unauthenticated(_) => Problem::unauthenticated(sentence),
            ServiceError::ScopeTooSmall { needs, has } => Problem::new(&club::SCOPE_TOO_SMALL, sentence)
                .with("needs", needs.as_str())
                .with("has", has.as_str()),
            ServiceError::KeyOfOneGame => Problem::new(&club::KEY_OF_ONE_GAME, sentence),
            ServiceError::HandsHidden => Problem::new(&club::HANDS_HIDDEN, sentence),
            ServiceError::ClubNotFound => Problem::new(&club::CLUB_NOT_FOUND, sentence),
            ServiceError::OtherName => blame("/confirm", &club::WRONG_CONFIRMATION, sentence),
            ServiceError::KeyNotFound => Problem::new(&club::KEY_NOT_FOUND, sentence),
            ServiceError::LastManager => Problem::new(&club::LAST_MANAGE_KEY, sentence),
            ServiceError::ManagerOfOneGame => blame("/scope", &club::MANAGER_OF_ONE_GAME, sentence),
            ServiceError::LikeUnknown => blame("/like", &club::GAME_UNKNOWN, sentence),
            ServiceError::GameUnknown => blame("/game", &club::GAME_UNKNOWN, sentence),
            ServiceError::PairingNotFound => Problem::new(&club::PAIRING_NOT_FOUND, sentence),
            ServiceError::OtherRequest => Problem::new(&request::IDEMPOTENCY_MISMATCH, sentence),
            ServiceError::InProgress => super::retry::in_progress(),
            ServiceError::PlayerNotFound => Problem::new(&club::PLAYER_NOT_FOUND, sentence),
            ServiceError::PlayerExists { id, .. } => Problem::new(&club::PLAYER_EXISTS, sentence).player(id),
            ServiceError::PlayerUnknown => blame("/player", &club::PLAYER_UNKNOWN, sentence),
            ServiceError::SeasonNotFound => Problem::new(&seasons::SEASON_NOT_FOUND, sentence),
            ServiceError::SeasonExists { id, .. } => {
                Problem::new(&seasons::SEASON_EXISTS, sentence).with("season", id.to_string())
            }
            ServiceError::SeasonReversed { begins } => {
                blame(if begins { "/from" } else { "/to" }, &seasons::SEASON_REVERSED, sentence)
            }
            ServiceError::SeasonClosed(_) => Problem::new(&seasons::SEASON_CLOSED, sentence),
            ServiceError::SeasonOpen(_) => Problem::new(&seasons::SEASON_OPEN, sentence),
            ServiceError::AdjustmentNotFound => Problem::new(&seasons::ADJUSTMENT_NOT_FOUND, sentence),
            ServiceError::AdjustmentCancelled => Problem::new(&seasons::ADJUSTMENT_CANCELLED, sentence),
            ServiceError::OtherPlayerUnknown => blame("/into", &club::OTHER_PLAYER_UNKNOWN, sentence),
            ServiceError::PlayerMerged { into, .. } => {
                Problem::new(&club::PLAYER_MERGED, sentence).player(into)
            }
            ServiceError::NotMerged => Problem::new(&club::NOT_MERGED, sentence),
            ServiceError::SamePlayer { .. } => blame("/into", &club::SAME_PLAYER, sentence),
            ServiceError::PlayersMet { game, .. } => {
                Problem::new(&club::PLAYERS_MET, sentence).with("game", game.to_string())
            }
            ServiceError::PlayerHasGames { .. } => Problem::new(&club::PLAYER_HAS_GAMES, sentence),
            ServiceError::SitsTwice { named, .. } => {
                blame(&named.map(pointer).unwrap_or_default(), &codes::PLAYER_TWICE, sentence)
            }
            ServiceError::FutureDay { .. } => blame("/played_on", &club::FUTURE_DAY, sentence),
            ServiceError::SeveralOfName { named, .. } => {
                blame(&pointer(named), &club::PLAYER_AMBIGUOUS, sentence)
            }
            ServiceError::GameNotFound => Problem::new(&codes::GAME_NOT_FOUND, sentence),
            ServiceError::BadRules(problems) => super::played::bad_rules(problems),
            ServiceError::Seating(refusal) => {
                super::played::refusal(&[rules::Problem::at("/seats", refusal)], "", &Names::LETTERS)
            }
            ServiceError::SeatUnknown { named, .. } => blame(&pointer(named), &codes::SEAT_UNKNOWN, sentence),
            ServiceError::NoSuchVersion { .. } => Problem::new(&codes::NO_SUCH_VERSION, sentence),
            ServiceError::Stale { version } => super::etag::stale(version),
            ServiceError::Refused { problems, game, names, .. } => {
                super::played::refused(&problems, "", &game, &names)
            }
            ServiceError::ExportTooLarge(_) => Problem::new(&club::EXPORT_TOO_LARGE, sentence),
            ServiceError::Spool(cause) if cause.kind() == ErrorKind::StorageFull => {
                Problem::unavailable(cause)
            }
            ServiceError::Spool(cause) => Problem::internal(cause),
            ServiceError::BrokenTimeZone { .. }
            | ServiceError::BrokenLog { .. }
            | ServiceError::UnreadableEvent { .. }
            | ServiceError::UnwritableEvent(_)
            | ServiceError::Contradiction(_) => Problem::internal(error),
            ServiceError::Unavailable(cause) => cause.into(),
            ServiceError::TooSlow | ServiceError::Overtaken => Problem::unavailable(error),
            ServiceError::Busy => Problem::busy(),
            // Whatever was to be added, its club was deleted meanwhile.
            ServiceError::Database(DatabaseError::DatabaseError(
                DatabaseErrorKind::ForeignKeyViolation,
                _,
            )) => ServiceError::ClubNotFound.into(),
            ServiceError::Database(cause) => match Trouble::of(&cause) {
                Trouble::Gone | Trouble::Clash => Problem::unavailable(cause),
                Trouble::Full => Problem::full(cause),
                Trouble::TooLong => Problem::busy(),
                Trouble::Other => Problem::internal(cause),
            },
            ServiceError::NoChance(cause) => Problem::internal(cause),
        }
    }
}

fn blame(pointer: &str, code: &Code, sentence: String) -> Problem {
    let error = FieldError::at(pointer, &sentence).code(code.name);
    Problem::new(code, sentence).error(error)
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Problem {
        if matches!(error, StoreError::Crowded) { Problem::busy() } else { Problem::unavailable(error) }
    }
}
