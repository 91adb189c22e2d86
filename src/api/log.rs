//! The audit trail of a game.

mod record;

use std::collections::BTreeMap;

use actix_web::get;
use actix_web::web::{Data, Json, Path};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;
use utoipa::{IntoParams, ToSchema};
use utoipa_actix_web::service_config::ServiceConfig;
use uuid::Uuid;

use self::record::LogRecord;
use super::State;
use super::page::DEFAULT_LIMIT;
use super::problem::ApiResult;
use super::query::Query;
use super::time::seconds;
use super::view::Irregular;
use crate::reader::whole;
use crate::rules::{
    Amendment, Event, Game, Names, Play, Position, ResultFor, Seat, SeatChange, SeatNews, Side, Turn,
    and_list,
};
use crate::service::auth::Reader;
use crate::service::games::{self, LogStep, NamedGame};
use crate::store::players::PlayerIdentity;

/// The addresses of this file.
pub fn routes_of_game(game: &mut ServiceConfig) {
    game.service(get_log);
}

/// Which part of the log is asked for.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct LogQuery {
    /// Only what happened after this version.
    #[serde(default, deserialize_with = "whole::<_, _, 0, { i64::MAX }>")]
    #[param(minimum = 0, default = 0)]
    after: Option<i64>,
    /// How many entries at most.
    #[serde(default, deserialize_with = "whole::<_, _, 1, 100>")]
    #[param(minimum = 1, maximum = 100, default = 50)]
    limit: Option<u8>,
}

/// Something that happened to a game.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LogEntry {
    /// The version that the game had after it.
    #[schema(minimum = 1)]
    pub version: i64,
    #[serde(serialize_with = "seconds")]
    pub recorded_at: DateTime<Utc>,
    /// The id of the key with which it was recorded.
    pub key: Option<Uuid>,
    /// What that key is called; for keys of the club only.
    #[schema(examples("Ann's phone"))]
    pub key_label: Option<String>,
    /// What happened, as a word.
    #[schema(examples("round_amended"))]
    pub event: String,
    /// The round that it is about.
    #[schema(minimum = 1)]
    pub round: Option<usize>,
    /// What happened, as a sentence.
    pub text: String,
    /// What is recorded with it although it breaks a rule, and why.
    pub irregular: Option<Vec<Irregular>>,
    /// What was recorded before, if something was changed or undone.
    pub before: Option<LogRecord>,
    /// What is recorded now.
    pub recorded: Option<LogRecord>,
    /// The totals after it; absent where they would tell of hands that are being played again.
    #[schema(value_type = Option<BTreeMap<String, i32>>)]
    pub totals: Option<BTreeMap<Side, i32>>,
}

/// A part of the log of a game.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LogPage {
    pub items: Vec<LogEntry>,
    /// Ask for what comes after this version; absent when there is nothing more now.
    #[schema(minimum = 1)]
    pub next_after: Option<i64>,
}

/// Read the log of a game.
///
/// What was changed, from what, to what, with which key and when; the oldest first. A client that
/// polls asks with `after` for what is new.
#[utoipa::path(
    tag = "games", operation_id = "getLog", security((), ("bearerAuth" = [])),
    params(LogQuery),
    responses((status = 200, description = "A part of the log", body = LogPage)),
)]
#[get("/{game}/log")]
pub async fn get_log(
    state: Data<State>,
    reader: Reader,
    game: Path<Uuid>,
    Query(query): Query<LogQuery>,
) -> ApiResult<Json<LogPage>> {
    let (after, limit) = (query.after.unwrap_or(0), u16::from(query.limit.unwrap_or(DEFAULT_LIMIT)));
    let mut conn = state.db.get().await?;
    let (happened, people) =
        games::log(&mut conn, &state.games, &reader, game.into_inner(), (after, limit + 1)).await?;
    let limit = usize::from(limit);
    let more = happened.len() > limit;
    let items: Vec<LogEntry> = happened.iter().take(limit).map(|it| LogEntry::of(it, &people)).collect();
    let next_after = items.last().map(|entry| entry.version).filter(|_| more);
    Ok(Json(LogPage { items, next_after }))
}

impl LogEntry {
    fn of(happened: &LogStep, people: &[PlayerIdentity]) -> LogEntry {
        let LogStep { seq, at, key, label, event, before, after, held, totals_tell } = happened;
        let round = event.round(after);
        // Who was removed is at the table only before it.
        let told = before.as_ref().filter(|_| matches!(event, Event::SeatRemoved(_))).unwrap_or(after);
        LogEntry {
            version: *seq,
            recorded_at: *at,
            key: *key,
            key_label: label.clone(),
            event: word(event).to_owned(),
            round,
            text: describe(event, NamedGame { game: told, people }),
            irregular: Some(irregular(event, round, after)).filter(|list| !list.is_empty()),
            before: before.as_ref().and_then(|before| LogRecord::before(event, before, *held)),
            recorded: if *held { LogRecord::of(&event.without_hands()) } else { LogRecord::of(event) },
            totals: (!totals_tell).then(|| after.standing().totals.clone()),
        }
    }
}

/// What an event records although it breaks a rule.
fn irregular(event: &Event, round: Option<usize>, after: &Game) -> Vec<Irregular> {
    let Some(recorded) = round.and_then(|round| after.round(round)) else { return Vec::new() };
    let mut list = Irregular::list(recorded);
    match event {
        Event::RoundStarted(_) | Event::RoundRecorded(_) | Event::RoundAmended(_) => list,
        Event::TurnTaken(_) => {
            list.retain(|it| it.turn == Some(recorded.round.turns.len()));
            list
        }
        Event::HandsShown(_) => Irregular::of_shown(recorded).into_iter().collect(),
        Event::Created(_)
        | Event::TurnUndone
        | Event::RoundUndone
        | Event::RoundVoided(_)
        | Event::RoundRestored(_)
        | Event::PenaltyAdded(_)
        | Event::PenaltyCancelled(_)
        | Event::BonusAdded(_)
        | Event::BonusCancelled(_)
        | Event::MatchEnded(_)
        | Event::MatchReopened
        | Event::GameDeleted(_)
        | Event::GameRestored
        | Event::AboutChanged(_)
        | Event::RulesAmended(_)
        | Event::SeatsChanged(_)
        | Event::PlayersCorrected(_)
        | Event::SeatRemoved(_) => Vec::new(),
    }
}

fn word(event: &Event) -> &'static str {
    match event {
        Event::Created(_) => "created",
        Event::RoundStarted(_) => "round_started",
        Event::RoundRecorded(_) => "round_recorded",
        Event::TurnTaken(_) => "turn_taken",
        Event::TurnUndone => "turn_undone",
        Event::HandsShown(_) => "hands_shown",
        Event::RoundUndone => "round_undone",
        Event::RoundAmended(_) => "round_amended",
        Event::RoundVoided(_) => "round_voided",
        Event::RoundRestored(_) => "round_restored",
        Event::PenaltyAdded(_) => "penalty_added",
        Event::PenaltyCancelled(_) => "penalty_cancelled",
        Event::BonusAdded(_) => "bonus_added",
        Event::BonusCancelled(_) => "bonus_cancelled",
        Event::MatchEnded(_) => "match_ended",
        Event::MatchReopened => "match_reopened",
        Event::GameDeleted(_) => "game_deleted",
        Event::GameRestored => "game_restored",
        Event::AboutChanged(_) => "about_changed",
        Event::RulesAmended(_) => "rules_amended",
        Event::SeatsChanged(_) => "seats_changed",
        Event::PlayersCorrected(_) => "players_corrected",
        Event::SeatRemoved(_) => "seat_removed",
    }
}

/// An event as a sentence.
fn describe(event: &Event, named: NamedGame<'_>) -> String {
    let now = named.names_now();
    match event {
        Event::Created(_) => "The game was created.".to_owned(),
        Event::RoundStarted(_) => "The round was started.".to_owned(),
        Event::RoundRecorded(report) => format!("The round was recorded as {}.", report.detail()),
        Event::TurnTaken(turn) => describe_turn(turn, &now),
        Event::TurnUndone => "The last turn was undone.".to_owned(),
        Event::HandsShown(_) => "The remaining hands were shown.".to_owned(),
        Event::RoundUndone => "The last round was undone.".to_owned(),
        Event::RoundAmended(Amendment { report, .. }) => {
            format!("The round was corrected; it is now recorded as {}.", report.detail())
        }
        Event::RoundVoided(voiding) => {
            format!("The round was voided: {}.", voiding.reason)
        }
        Event::RoundRestored(_) => "The round counts again.".to_owned(),
        Event::PenaltyAdded(penalty) => {
            format!("{} got a penalty: {}.", now.seat(penalty.seat), penalty.reason)
        }
        Event::PenaltyCancelled(cancelled) => {
            format!("Penalty {} was cancelled: {}.", cancelled.penalty, cancelled.reason)
        }
        Event::BonusAdded(bonus) => {
            format!("{} got a bonus of {}: {}.", now.side(bonus.side), bonus.points, bonus.reason)
        }
        Event::BonusCancelled(cancelled) => {
            format!("Bonus {} was cancelled: {}.", cancelled.bonus, cancelled.reason)
        }
        Event::MatchEnded(declared) => {
            let why = declared.kind.why(declared.by.as_slice()).describe(&now);
            format!("The table ended the match, because {why}: {}.", declared.reason)
        }
        Event::MatchReopened => "The match was reopened.".to_owned(),
        Event::GameDeleted(deletion) => format!("The game was deleted: {}.", deletion.reason),
        Event::GameRestored => "The game was restored.".to_owned(),
        Event::AboutChanged(_) => "The details of the game were changed.".to_owned(),
        Event::RulesAmended(amendment) => format!("The rules were corrected: {}.", amendment.reason),
        Event::SeatsChanged(change) => describe_seats(change, named),
        Event::PlayersCorrected(players) => {
            format!("The players were corrected: {}.", seated(players.keys(), &now))
        }
        Event::SeatRemoved(seat) => format!("{} was removed from the table.", now.seat(*seat)),
    }
}

fn describe_seats(change: &SeatChange, named: NamedGame<'_>) -> String {
    let from = change.from_round;
    let names = named.names_in(from);
    match &change.news {
        SeatNews::Joined { start, .. } => {
            let seat = named.game.seating().seats().last().unwrap_or(Seat::A);
            format!("{} joined in round {from}, starting at {start}.", names.seat(seat))
        }
        SeatNews::Left { seat, reason, after_turns } => {
            let why = reason.as_ref().map_or_else(String::new, |reason| format!(": {reason}"));
            let who = names.seat(*seat);
            match after_turns {
                None => format!("{who} left the table before round {from}{why}."),
                Some(1) => format!("{who} left the table in the middle of a round, after 1 turn{why}."),
                Some(turns) => {
                    format!("{who} left the table in the middle of a round, after {turns} turns{why}.")
                }
            }
        }
        SeatNews::Returned { seat, .. } => format!("{} returned for round {from}.", names.seat(*seat)),
        SeatNews::StayedAway { seat } => {
            format!("{} did not return for round {from} after all.", names.seat(*seat))
        }
        SeatNews::Replaced { seat, result, .. } => {
            let (left, came) = (named.names_in(from - 1).seat(*seat), names.seat(*seat));
            let whose = match result {
                ResultFor::Newcomer => &came,
                ResultFor::Leaver => &left,
            };
            format!("{came} took over from {left} in round {from}; the result belongs to {whose}.")
        }
    }
}

/// Seats with who sits there.
fn seated<'a>(seats: impl IntoIterator<Item = &'a Seat>, names: &Names) -> String {
    and_list(seats.into_iter().map(|seat| format!("{} in seat {seat}", names.seat(*seat))))
}

fn describe_turn(turn: &Turn, names: &Names) -> String {
    let seat = names.seat(turn.seat);
    let drew = match turn.drew() {
        0 => String::new(),
        1 => "drew a tile and ".to_owned(),
        drew => format!("drew {drew} tiles and "),
    };
    match &turn.play {
        None => format!("{seat} {drew}passed."),
        Some(Play { tile, at: Some(Position::Lead), .. }) => format!("{seat} {drew}led {tile}."),
        Some(play) => {
            let at = play.at.as_ref().map_or_else(String::new, |at| format!(" at {at}"));
            format!("{seat} {drew}played {}{at}.", play.tile)
        }
    }
}
