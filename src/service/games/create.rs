//! Making a game: who sits where, by which rules.

use std::sync::Arc;

use chrono::{DateTime, NaiveDate, Utc};
use diesel_async::AsyncConnection;
use uuid::Uuid;

use super::day::check_day;
use super::decision::{Decision, Refused};
use super::seats::{self, NewSeat, ResolvedSeat, resolve_seat};
use super::{CachedGame, Games, NamedGame, OpenedGame, brief, status, version};
use crate::rules::{
    About, Command, Created, DeclaredEnd, Event, Game, Names, Override, Overrides, Problem, Projection,
    Reckoning, Refusal, Report, Ruleset, Seat, SeatHistory, Variant,
};
use crate::service::auth::{Caller, Reader};
use crate::service::names::{Name, folded};
use crate::service::standings::{Projected, project};
use crate::service::time_zone::TimeZone;
use crate::service::{Named, ServiceError, player_of, storable};
use crate::store::Connection;
use crate::store::games::{self, EventRow, GameRow};
use crate::store::keys::Scope;
use crate::store::players::{self, PlayerIdentity, PlayerRow};
use crate::store::{clubs, results};

/// What is played, and who sits down to it.
#[derive(Clone, Debug)]
pub enum NewTable {
    /// What is said of it.
    Of { variant: Variant, rules: Overrides, seats: Vec<NewSeat>, partners: bool },
    /// The table of another game as it was left.
    Like {
        game: Uuid,
        /// The seat there whose player sits in seat A now, the others after it.
        first: Option<Seat>,
    },
}

/// A table that is set.
struct SetTable {
    rules: Ruleset,
    seats: Vec<NewSeat>,
    partners: bool,
    name: Option<String>,
}

impl NewTable {
    /// The table with its rules.
    ///
    /// Fails if the rules contradict each other, or the other game is not in the club.
    async fn set(&self, conn: &mut Connection, cache: &Games, club: Uuid) -> Result<SetTable, ServiceError> {
        let (game, first) = match self {
            NewTable::Of { variant, rules, seats, partners } => {
                let rules = Ruleset::new(*variant, rules).map_err(ServiceError::BadRules)?;
                return Ok(SetTable { rules, seats: seats.clone(), partners: *partners, name: None });
            }
            NewTable::Like { game, first } => (*game, *first),
        };
        let row = games::find_own(conn, game, club).await?.ok_or(ServiceError::LikeUnknown)?;
        let CachedGame { game, .. } = cache.at(conn, &row).await?;
        let stays = |(seat, _): &(Seat, &SeatHistory)| game.is_playing(*seat);
        let mut seats = Vec::new();
        let mut place = None;
        for (seat, chair) in game.seating().seats().zip(game.chairs()).filter(stays) {
            place = place.or((first == Some(seat)).then_some(seats.len()));
            let last = chair.players.last().map(|occupant| occupant.player.as_str()).unwrap_or_default();
            seats.push(NewSeat::Player(player_of(row.id, last)?));
        }
        match (first, place) {
            (Some(seat), None) => {
                let seating = game.seating_in(game.rounds().len() + 1);
                let problems = vec![Problem::at("/first", Refusal::no_seat(seating, seat))];
                return Err(ServiceError::Refused { problems, index: 0, game, names: Names::LETTERS });
            }
            (_, place) => seats.rotate_left(place.unwrap_or(0)),
        }
        let partners = game.seating().is_partners();
        Ok(SetTable { rules: game.rules().clone(), seats, partners, name: row.name })
    }
}

/// What is said of a game that is made.
#[derive(Clone, Debug)]
pub struct NewGame {
    pub table: NewTable,
    pub name: Option<Name>,
    pub played_on: Option<NaiveDate>,
    /// Why that day is recorded although it is still to come.
    pub over: Option<Override>,
    pub counts: bool,
    /// The rounds that were played already.
    pub rounds: Vec<Report>,
    /// The result, where no round was noted.
    pub result: Option<DeclaredEnd>,
}

impl NewGame {
    /// The version that the game has when it is made.
    pub fn version(&self) -> i64 {
        let made = 1 + self.rounds.len() + usize::from(self.result.is_some());
        i64::try_from(made).unwrap_or(i64::MAX)
    }

    /// What was played already.
    fn commands(&self) -> Vec<Command> {
        let rounds = self.rounds.iter().cloned().map(Command::AddRound);
        rounds.chain(self.result.clone().map(Command::EndMatch)).collect()
    }
}

/// Makes a game.
///
/// Fails if the caller may not, the rules contradict each other, or the players cannot sit down so.
pub async fn create(
    conn: &mut Connection,
    cache: &Games,
    caller: &Caller,
    club: Uuid,
    new: NewGame,
    now: DateTime<Utc>,
) -> Result<OpenedGame, ServiceError> {
    caller.club(club, Scope::Score)?;
    let SetTable { rules, seats, partners, name } = new.table.set(conn, cache, club).await?;
    let variant = rules.variant();
    // Before anybody is looked up, so that a refusal makes no guests.
    rules.seating(seats.len(), partners).map_err(ServiceError::Seating)?;
    let name = new.name.as_ref().map(ToString::to_string).or(name);
    let reader = Reader::Caller(caller.clone());
    let zone = TimeZone::of_club(&reader.club(conn, club).await?)?;
    let today = zone.day(now);
    let played_on = new.played_on.unwrap_or(today);
    check_day(played_on, today, new.over.as_ref())?;
    let now = storable(now);
    conn.transaction(async |conn| {
        if !clubs::stays(conn, club).await? {
            return Err(ServiceError::ClubNotFound);
        }
        if new.version() > 1 {
            // The game may be over, and results come before players.
            results::lock_results(conn, club).await?;
        }
        let players = seat_all(conn, club, &seats, now).await?;
        let about = About {
            name: name.clone(),
            played_on: Some(played_on.to_string()),
            counts: new.counts,
            over: new.over.clone(),
        };
        let seats = players.iter().map(Uuid::to_string).collect();
        let created = Created { rules, seats, partners, about, reckoning: Reckoning::default() };
        let first = Event::Created(created.clone());
        let game = Game::start(created).map_err(|problem| ServiceError::unexpected(&problem.refusal))?;
        let people = players::people(conn, club, &players).await?;
        let (game, others) = play(game, &new, &people).await?;
        let row = GameRow {
            id: Uuid::now_v7(),
            club_id: club,
            version: version(&game),
            status: status(&game),
            variant: variant.word().to_owned(),
            name_key: name.as_deref().map(folded),
            name,
            played_on,
            counts: new.counts,
            created_at: now,
            changed_at: now,
            partners,
            brief: brief(&game)?,
        };
        let event = |(seq, event): (i64, &Event)| {
            let body = serde_json::to_value(event).map_err(ServiceError::UnwritableEvent)?;
            Ok(EventRow { game_id: row.id, seq, at: now, key_id: Some(caller.key_id), body })
        };
        let log = (1..).zip(std::iter::once(&first).chain(&others)).map(event);
        let log = log.collect::<Result<Vec<EventRow>, ServiceError>>()?;
        let chairs = seats::rows(row.id, &game)?;
        games::insert_many(conn, std::slice::from_ref(&row), &chairs, &log).await?;
        if let Some((seat, name)) = seats::seated_twice(conn, (club, row.id), &game, &[]).await? {
            return Err(ServiceError::SitsTwice { name, named: Some(Named::InList(seat.index())) });
        }
        if let Some(projection) = Projection::of(&game) {
            project(conn, &Projected::of((club, row.id), Some(projection))?).await?;
        }
        let known = CachedGame { club, game: Arc::new(game) };
        cache.keep(row.id, known.clone());
        Ok(OpenedGame { row, people, known, held_from: None })
    })
    .await
}

/// The game after what was played already, and what happened then.
///
/// Fails where the rules refuse it, with its place in the request.
async fn play(
    game: Game,
    new: &NewGame,
    people: &[PlayerIdentity],
) -> Result<(Game, Vec<Event>), ServiceError> {
    let Decision { game, events, refused } = Decision::on(game, new.commands()).await?;
    let Some(Refused { problems, .. }) = refused else { return Ok((game, events)) };
    let place =
        if events.len() < new.rounds.len() { format!("/rounds/{}", events.len()) } else { "/result".into() };
    let at = |Problem { pointer, refusal }| Problem::at(format!("{place}{pointer}"), refusal);
    let names = NamedGame { game: &game, people }.names_now();
    let problems = problems.into_iter().map(at).collect();
    Err(ServiceError::Refused { problems, index: 0, game: Arc::new(game), names })
}

/// Finds the players of the seats, and makes guests of names that nobody has.
async fn seat_all(
    conn: &mut Connection,
    club: Uuid,
    seats: &[NewSeat],
    now: DateTime<Utc>,
) -> Result<Vec<Uuid>, ServiceError> {
    let mut sitters: Vec<ResolvedSeat> = Vec::new();
    for (index, seat) in seats.iter().enumerate() {
        let named = Named::InList(index);
        let sitter = resolve_seat(conn, club, seat, (named, Seat::at(index)), now).await?;
        if sitters.iter().any(|other| other.is(&sitter)) {
            return Err(ServiceError::SitsTwice { name: sitter.name, named: Some(named) });
        }
        sitters.push(sitter);
    }
    let known = sitters.iter().filter(|sitter| sitter.guest.is_none());
    players::hold(conn, &known.map(|sitter| sitter.id).collect::<Vec<_>>()).await?;
    let mut guests: Vec<(&mut Uuid, PlayerRow)> = Vec::new();
    for ResolvedSeat { id, guest, .. } in &mut sitters {
        guests.extend(guest.take().map(|guest| (id, guest)));
    }
    // In the order of their names, so that two tables with the same guests do not wait for each other.
    guests.sort_by(|(_, one), (_, other)| one.name_key.cmp(&other.name_key));
    for (id, guest) in guests {
        *id = seats::bring(conn, &guest).await?;
    }
    Ok(sitters.into_iter().map(|sitter| sitter.id).collect())
}
