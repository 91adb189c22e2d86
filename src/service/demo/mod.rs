//! The demonstration club: finished and running games of every variant, played by chance and
//! recorded by the same use cases as any other.

mod players;

use chrono::{DateTime, Days, Utc};
use diesel_async::AsyncConnection;
use uuid::{Uuid, uuid};

use self::players::{Chance, Players};
use super::auth::Caller;
use super::clubs::{self, ClubEdit, NewClub};
use super::games::{self, Change, Extent, Games, NewGame, NewSeat, NewTable};
use super::keys::KeySecret;
use super::names::Name;
use super::time_zone::TimeZone;
use super::version::Expected;
use super::{ServiceError, storable};
use crate::progress::Progress;
use crate::rules::{Command, Game, Overrides, PlaysReport, Problem, Report, Variant};
use crate::store::clubs::{self as rows, Visibility};
use crate::store::keys::Scope;
use crate::store::{Db, lock_start};

/// The demonstration club has the same id everywhere, so that it is recorded once.
pub const DEMONSTRATION: Uuid = uuid!("0190d0e0-0000-7000-8000-000000000001");

/// Its name.
const NAME: &str = "Demonstration";
/// Its name until everything is recorded: a club of this name was interrupted, and is made anew.
const UNFINISHED: &str = "Demonstration, being recorded";

const PLAYERS: [&str; 4] = ["Ann", "Bob", "Carla", "Dilan"];

/// A game of the demonstration.
struct Show {
    variant: Variant,
    seats: usize,
    partners: bool,
    /// Whether finished rounds are recorded turn by turn.
    plays: bool,
    /// Whether it stops in the middle of a round.
    running: bool,
    /// How many days ago it was played.
    ago: u64,
}

const SHOWS: [Show; 12] = [
    Show { variant: Variant::Block, seats: 2, partners: false, plays: true, running: false, ago: 20 },
    Show { variant: Variant::Block, seats: 4, partners: false, plays: false, running: false, ago: 17 },
    Show { variant: Variant::Hathaway, seats: 3, partners: false, plays: true, running: false, ago: 14 },
    Show { variant: Variant::Hathaway, seats: 4, partners: true, plays: true, running: false, ago: 12 },
    Show { variant: Variant::Basic12, seats: 4, partners: false, plays: true, running: false, ago: 9 },
    Show { variant: Variant::Chickenfoot, seats: 4, partners: false, plays: true, running: false, ago: 6 },
    Show { variant: Variant::BuildUp, seats: 2, partners: false, plays: true, running: false, ago: 3 },
    Show { variant: Variant::Block, seats: 3, partners: false, plays: true, running: true, ago: 0 },
    Show { variant: Variant::Hathaway, seats: 4, partners: true, plays: false, running: true, ago: 0 },
    Show { variant: Variant::Basic12, seats: 3, partners: false, plays: false, running: true, ago: 0 },
    Show { variant: Variant::Chickenfoot, seats: 3, partners: false, plays: true, running: true, ago: 0 },
    Show { variant: Variant::BuildUp, seats: 2, partners: false, plays: true, running: true, ago: 0 },
];

/// What was recorded.
#[derive(Debug)]
pub struct Demonstration {
    /// The club's `manage` key, which is shown only now.
    pub key: KeySecret,
    /// The games: their ids and names.
    pub games: Vec<(Uuid, String)>,
}

/// Records the demonstration club unless it is there.
pub async fn record(
    db: &Db,
    now: DateTime<Utc>,
    progress: &Progress,
) -> Result<Option<Demonstration>, ServiceError> {
    let mut turn = db.get().await?;
    turn.transaction(async |turn| {
        lock_start(turn).await?;
        record_all(db, now, progress).await
    })
    .await
}

async fn record_all(
    db: &Db,
    now: DateTime<Utc>,
    progress: &Progress,
) -> Result<Option<Demonstration>, ServiceError> {
    let Some((caller, key)) = found(db, now).await? else { return Ok(None) };
    let cache = Games::default();
    let mut games = Vec::new();
    progress.count("recording the demonstration", "games", SHOWS.len());
    for (seed, show) in (1..).zip(&SHOWS) {
        games.push(show.record(db, &cache, &caller, seed, now).await?);
        progress.add(1_u64);
    }
    let edit = ClubEdit { name: Some(name(NAME)?), ..ClubEdit::default() };
    clubs::change(&mut *db.get().await?, &caller, DEMONSTRATION, edit).await?;
    Ok(Some(Demonstration { key, games }))
}

/// Founds the club; `None` if it is there already.
async fn found(db: &Db, now: DateTime<Utc>) -> Result<Option<(Caller, KeySecret)>, ServiceError> {
    let mut conn = db.get().await?;
    match rows::find(&mut conn, DEMONSTRATION).await? {
        Some(club) if club.name != UNFINISHED => return Ok(None),
        Some(_) => conn.transaction(async |conn| rows::delete(conn, DEMONSTRATION).await).await?,
        None => {}
    }
    let club =
        NewClub { name: name(UNFINISHED)?, time_zone: TimeZone::default(), visibility: Visibility::Private };
    let secret = KeySecret::draw()?;
    let key = clubs::found_as(&mut conn, DEMONSTRATION, club, &secret, now).await?.1;
    let caller = Caller { key_id: key.id, club_id: DEMONSTRATION, scope: Scope::Manage, game_id: None };
    Ok(Some((caller, secret)))
}

fn name(text: &str) -> Result<Name, ServiceError> {
    text.parse().map_err(|why| ServiceError::Contradiction(format!("the name {text} {why}")))
}

impl Show {
    fn named(&self) -> String {
        let with = if self.partners { " with partners" } else { "" };
        let until = if self.running { ", running" } else { "" };
        format!("{}{with}{until}", self.variant.name())
    }

    async fn record(
        &self,
        db: &Db,
        cache: &Games,
        caller: &Caller,
        seed: u64,
        now: DateTime<Utc>,
    ) -> Result<(Uuid, String), ServiceError> {
        let seats = PLAYERS.into_iter().take(self.seats).map(|it| Ok(NewSeat::Named(name(it)?)));
        let played = now - Days::new(self.ago);
        let new = NewGame {
            table: NewTable::Of {
                variant: self.variant,
                rules: Overrides::default(),
                seats: seats.collect::<Result<_, ServiceError>>()?,
                partners: self.partners,
            },
            name: Some(name(&self.named())?),
            played_on: Some(played.date_naive()),
            over: None,
            counts: true,
            rounds: Vec::new(),
            result: None,
        };
        let opened =
            games::create(&mut *db.get().await?, cache, caller, DEMONSTRATION, new, storable(now)).await?;
        let (id, game) = (opened.row.id, opened.known.game);
        let actions = self.commands(&game, seed)?.into_iter().map(Into::into).collect();
        let extent = Extent::Made;
        let (expected, partial, dry_run) = (Expected::Any, false, false);
        let change = Change { game: id, expected, actions, partial, dry_run, extent };
        games::change((db, cache), caller, &change, None, now).await?;
        Ok((id, self.named()))
    }

    /// Plays the match; a running one stops in the middle of its second round, or of the first if
    /// that would end it.
    fn commands(&self, game: &Game, seed: u64) -> Result<Vec<Command>, ServiceError> {
        let stuck = || ServiceError::Contradiction("the demonstration cannot be played".to_owned());
        let refused = |problems: Vec<Problem>| ServiceError::Contradiction(super::refused(&problems));
        let mut game = game.clone();
        let mut players = Players { chance: Chance(seed), stock: [Vec::new(), Vec::new()] };
        let mut commands = Vec::new();
        while !game.is_finished() {
            let played = players.play(&game).ok_or_else(stuck)?;
            let number = game.rounds().len() + 1;
            let plays = played.plays.clone();
            let command = Command::AddRound(played.report(self.plays));
            let event = game.decide(command.clone()).map_err(refused)?;
            game.apply(&event).map_err(|problem| refused(vec![problem]))?;
            if self.running && (number > 1 || game.is_finished()) {
                commands.extend(first_half(number, plays));
                break;
            }
            commands.push(command);
        }
        Ok(commands)
    }
}

/// Starts a round and takes half of its turns.
fn first_half(round: usize, plays: PlaysReport) -> Vec<Command> {
    let start = PlaysReport { turns: Vec::new(), hands: None, ..plays.clone() };
    let half = plays.turns.len().div_ceil(2);
    let turns = plays.turns.into_iter().take(half).map(|turn| Command::TakeTurn { round, turn });
    std::iter::once(Command::AddRound(Report::Plays(start))).chain(turns).collect()
}
