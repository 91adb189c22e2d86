//! Whether a game of a file is one that a table can have played.

use std::collections::{HashMap, HashSet};

use chrono::NaiveDate;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use uuid::Uuid;

use super::format::{ExportedEvent, ExportedGame};
use crate::rules::{Created, Event, Game, Names, Problem, Projection};
use crate::service::games::seats::rows as rows_of_seats;
use crate::service::games::{brief, status};
use crate::service::names::{self, Name};
use crate::store::games::{EventRow, GameRow, SeatRow};

/// A game that may be stored.
#[derive(Debug)]
pub struct Checked {
    pub row: GameRow,
    pub seats: Vec<SeatRow>,
    pub log: Vec<EventRow>,
    /// What it adds to standings.
    pub projection: Option<Projection>,
}

/// The game of a file as a game of `club`, replayed event by event.
///
/// Errors: what speaks against it, with its event.
pub fn check(form: ExportedGame, club: Uuid, players: &HashSet<Uuid>) -> Result<Checked, String> {
    let ExportedGame { id, name, variant, played_on, counts, created_at, seats, log } = form;
    let at = |event: usize, why: String| format!("game {id}, event {}: {why}", event + 1);
    let mut game: Option<Game> = None;
    let mut rows = Vec::with_capacity(log.len());
    for (index, ExportedEvent { seq, at: time, key, event: body }) in log.into_iter().enumerate() {
        if usize::try_from(seq) != Ok(index + 1) {
            return Err(at(index, format!("its `seq` is {seq}")));
        }
        let event: Event = read(&body).map_err(|why| at(index, why))?;
        check_day(&event).map_err(|why| at(index, why))?;
        game = Some(step(game, &event).map_err(|why| at(index, why))?);
        rows.push(EventRow { game_id: id, seq, at: time, key_id: key, body });
    }
    let wrong = |what: &str| format!("game {id}: `{what}` is not what its log says");
    let (Some(game), Some(last)) = (game, rows.last()) else {
        return Err(format!("game {id}: its log is empty"));
    };
    let about = game.about();
    if about.name != name {
        return Err(wrong("name"));
    }
    if name.is_some_and(|name| Name::recorded(&name).ok().is_none_or(|read| read.as_str() != name)) {
        return Err(format!("game {id}: its name is no name"));
    }
    if about.played_on.as_deref() != Some(played_on.to_string().as_str()) {
        return Err(wrong("played_on"));
    }
    if about.counts != counts {
        return Err(wrong("counts"));
    }
    if game.rules().variant().word() != variant {
        return Err(wrong("variant"));
    }
    let seated = game.chairs().iter().flat_map(|chair| &chair.players).map(|occupant| &occupant.player);
    if !seated.eq(seats.iter().map(Uuid::to_string).collect::<Vec<_>>().iter()) {
        return Err(wrong("seats"));
    }
    if let Some(stranger) = seats.iter().find(|player| !players.contains(player)) {
        return Err(format!("game {id}: the player {stranger} is not in the file"));
    }
    if sits_twice(&game) {
        return Err(format!("game {id}: a player sits in two seats"));
    }
    let row = GameRow {
        id,
        club_id: club,
        version: last.seq,
        status: status(&game),
        variant,
        name: about.name.clone(),
        name_key: about.name.as_deref().map(names::folded),
        played_on,
        counts,
        created_at,
        changed_at: last.at,
        partners: game.seating().is_partners(),
        brief: brief(&game).map_err(|error| error.to_string())?,
    };
    let seats = rows_of_seats(id, &game).map_err(|error| error.to_string())?;
    Ok(Checked { row, seats, projection: Projection::of(&game), log: rows })
}

/// Whether a player has two chairs. Who leaves one may come back to it.
fn sits_twice(game: &Game) -> bool {
    let mut chairs = HashMap::new();
    game.chairs()
        .iter()
        .enumerate()
        .any(|(own, chair)| chair.players.iter().any(|it| *chairs.entry(&it.player).or_insert(own) != own))
}

/// Whether the day that an event tells is one.
fn check_day(event: &Event) -> Result<(), String> {
    let (Event::Created(Created { about, .. }) | Event::AboutChanged(about)) = event else { return Ok(()) };
    match about.played_on.as_deref().map(str::parse::<NaiveDate>) {
        None | Some(Ok(_)) => Ok(()),
        Some(Err(why)) => Err(format!("`played_on` is no day: {why}")),
    }
}

fn step(game: Option<Game>, event: &Event) -> Result<Game, String> {
    match (game, event) {
        (None, Event::Created(created)) => start(created),
        (None, _) => Err("a log begins with `created`".to_owned()),
        (Some(mut game), event) => {
            game.validate(event).map_err(|problems| sentence(&problems))?;
            game.apply(event).map_err(|problem| sentence(&[problem]))?;
            Ok(game)
        }
    }
}

fn start(created: &Created) -> Result<Game, String> {
    Game::start(created.clone()).map_err(|problem| sentence(&[problem]))
}

fn sentence(problems: &[Problem]) -> String {
    let first = problems.first();
    first.map_or_else(String::new, |Problem { pointer, refusal }| {
        let why = refusal.describe(&Names::LETTERS);
        match pointer.as_str() {
            "" => format!("does not follow: {why}"),
            pointer => format!("does not follow: {pointer}: {why}"),
        }
    })
}

/// Reads a value of which nothing may be left over: it would be lost.
pub fn read<T: DeserializeOwned + Serialize>(body: &Value) -> Result<T, String> {
    let value = T::deserialize(body).map_err(|error| error.to_string())?;
    let meant = serde_json::to_value(&value).map_err(|error| error.to_string())?;
    match left_over(body, &meant, "") {
        None => Ok(value),
        Some(pointer) => {
            Err(format!("{pointer} is not known to this version, or not written as it writes it"))
        }
    }
}

/// Where `said` has something that `meant` has not.
fn left_over(said: &Value, meant: &Value, pointer: &str) -> Option<String> {
    match (said, meant) {
        (Value::Object(said), Value::Object(meant)) => said.iter().find_map(|(member, said)| {
            let pointer = format!("{pointer}/{member}");
            match meant.get(member) {
                Some(meant) => left_over(said, meant, &pointer),
                // An empty text says as much as none.
                None if said == "" => None,
                None => Some(pointer),
            }
        }),
        (Value::Array(said), Value::Array(meant)) if said.len() == meant.len() => {
            let pairs = said.iter().zip(meant).enumerate();
            pairs
                .into_iter()
                .find_map(|(at, (said, meant))| left_over(said, meant, &format!("{pointer}/{at}")))
        }
        // PostgreSQL's JSON has no NUL in texts.
        (Value::String(said), _) if said.contains('\0') => Some(pointer.to_owned()),
        (said, meant) => (said != meant).then(|| pointer.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_form_that_was_ever_stored_is_read() {
        for line in include_str!("../../tests/stored/events.jsonl").lines() {
            let body: Value = serde_json::from_str(line).unwrap();
            assert_eq!(read::<Event>(&body).err(), None, "{line}");
        }
    }

    #[test]
    fn nothing_of_an_event_is_ignored() {
        let event = json!({"event": "round_voided", "body": {"round": 1, "reason": "misdeal"}});
        assert!(read::<Event>(&event).is_ok());
        for (pointer, value) in [("/more", json!(1)), ("/more", Value::Null), ("/body/more", json!([]))] {
            let mut more = event.clone();
            let (place, member) = pointer.rsplit_once('/').unwrap();
            more.pointer_mut(place).unwrap()[member] = value;
            let said = read::<Event>(&more).unwrap_err();
            assert!(said.starts_with(&format!("{pointer} is not known")), "{said}");
        }
        let null = json!({"event": "round_voided", "body": {"round": 1, "reason": "a\0b"}});
        assert!(read::<Event>(&null).unwrap_err().starts_with("/body/reason"));
    }
}
