//! Many games made up by chance but legal, to measure with.
//!
//! Every game is decided by the rules, round by round, like one that a table reports. Only its way
//! into the database is shorter: many games at once, and the sums at the end.

use chrono::{DateTime, Days, NaiveDate, TimeDelta, Utc};
use diesel_async::AsyncConnection;
use uuid::{NoContext, Timestamp, Uuid};

use super::games::{brief, seats, version};
use super::names::folded;
use super::standings::{Projected, ratings};
use super::{ServiceError, storable};
use crate::progress::Progress;
use crate::rules::{
    About, Command, Created, EndingWord, Event, Game, HandsReport, Overrides, Projection, Reckoning, Report,
    Ruleset, Seat, ShownHand, Tile, Variant,
};
use crate::store::Connection;
use crate::store::clubs::{self, ClubRow, Visibility};
use crate::store::games::{self, EventRow, GameRow, SeatRow, Status};
use crate::store::players::{self, PlayerRow};
use crate::store::results::{self, ResultRow, audit};

/// How many games are written at once.
const BATCH: usize = 500;
/// Over how many days the games are spread, up to the day that they are made.
const DAYS: u64 = 3650;

/// What is made.
#[derive(Clone, Copy, Debug)]
pub struct Seeding {
    /// How many games.
    pub games: usize,
    /// How many players they have between them.
    pub players: usize,
    /// Random seed; the same number creates the same games.
    pub seed: u64,
}

/// Makes a public club with games, and answers its id.
pub async fn seed(
    conn: &mut Connection,
    seeding: Seeding,
    now: DateTime<Utc>,
    progress: &Progress,
) -> Result<Uuid, ServiceError> {
    let now = storable(now);
    let club = Uuid::now_v7();
    let name = format!("{} games of {} players", seeding.games, seeding.players);
    let row = ClubRow {
        id: club,
        name,
        time_zone: "UTC".to_owned(),
        visibility: Visibility::Public,
        created_at: now,
    };
    clubs::insert(conn, &row).await?;
    let players = add_players(conn, club, seeding.players.max(4), now, progress).await?;
    let mut maker = Maker { club, players, chance: Chance(seeding.seed), now, games: seeding.games };
    let mut made = 0;
    progress.count("playing", "games", seeding.games);
    while made < seeding.games {
        let count = BATCH.min(seeding.games - made);
        let mut batch = Batch::default();
        for number in made..made + count {
            maker.game(number, &mut batch)?;
        }
        write(conn, &batch).await?;
        made += count;
        progress.add(count);
    }
    progress.step("working out the sums");
    conn.transaction(async |conn| audit::remake_sums(conn, club).await).await?;
    progress.step("rating the players");
    ratings::audit::fill(conn, club).await?;
    Ok(club)
}

async fn add_players(
    conn: &mut Connection,
    club: Uuid,
    count: usize,
    now: DateTime<Utc>,
    progress: &Progress,
) -> Result<Vec<Uuid>, ServiceError> {
    let mut ids = Vec::new();
    progress.count("creating", "players", count);
    for number in 1..=count {
        let name = format!("Player {number}");
        let name_key = folded(&name);
        let row =
            PlayerRow { id: Uuid::now_v7(), club_id: club, name, name_key, created_at: now, guest: false };
        players::insert(conn, &row).await?;
        ids.push(row.id);
        progress.add(1_u64);
    }
    Ok(ids)
}

#[derive(Default)]
struct Batch {
    games: Vec<GameRow>,
    seats: Vec<SeatRow>,
    events: Vec<EventRow>,
    results: Vec<ResultRow>,
}

async fn write(conn: &mut Connection, batch: &Batch) -> Result<(), ServiceError> {
    conn.transaction(async |conn| {
        games::insert_many(conn, &batch.games, &batch.seats, &batch.events).await?;
        Ok(results::insert(conn, &batch.results).await?)
    })
    .await
}

/// Numbers that look random and follow from the seed (`SplitMix64`).
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        let limit = u64::try_from(limit.max(1)).unwrap_or(1);
        usize::try_from(self.next() % limit).unwrap_or(0)
    }

    fn shuffle<T>(&mut self, list: &mut [T]) {
        for at in (1..list.len()).rev() {
            list.swap(at, self.below(at + 1));
        }
    }
}

struct Maker {
    club: Uuid,
    players: Vec<Uuid>,
    chance: Chance,
    now: DateTime<Utc>,
    games: usize,
}

impl Maker {
    /// Plays a game to its end and adds it to the batch.
    fn game(&mut self, number: usize, batch: &mut Batch) -> Result<(), ServiceError> {
        let (created, at) = self.start(number)?;
        let played_on = at.date_naive();
        let variant = created.rules.variant();
        let id = id_at(at);
        let first = Event::Created(created.clone());
        let mut game = Game::start(created).map_err(|problem| ServiceError::unexpected(&problem.refusal))?;
        let mut events = vec![first];
        while !game.is_finished() {
            let report = Report::Hands(self.round(&game));
            // A tie that the hands do not settle is refused: then another round was played.
            if let Ok(event) = game.decide(Command::AddRound(report)) {
                game.apply(&event).map_err(|problem| ServiceError::unexpected(&problem.refusal))?;
                events.push(event);
            }
        }
        batch.seats.extend(seats::rows(id, &game)?);
        let projected = Projected::of((self.club, id), Projection::of(&game))?;
        batch.results.extend_from_slice(projected.rows());
        batch.games.push(GameRow {
            id,
            club_id: self.club,
            version: version(&game),
            status: Status::Finished,
            variant: variant.word().to_owned(),
            name: None,
            name_key: None,
            played_on,
            counts: true,
            created_at: at,
            changed_at: at,
            partners: game.seating().is_partners(),
            brief: brief(&game)?,
        });
        for (seq, event) in (1..).zip(&events) {
            let body = serde_json::to_value(event).map_err(ServiceError::UnwritableEvent)?;
            batch.events.push(EventRow { game_id: id, seq, at, key_id: None, body });
        }
        Ok(())
    }

    /// Who plays what, and when: the games are spread evenly over the days.
    fn start(&mut self, number: usize) -> Result<(Created, DateTime<Utc>), ServiceError> {
        let kind = self.chance.below(10);
        let variant = match kind {
            0..=4 => Variant::Block,
            5..=8 => Variant::Hathaway,
            _ => Variant::Chickenfoot,
        };
        let partners = kind == 8;
        let seats = if partners { 4 } else { 2 + self.chance.below(3) };
        let first = self.chance.below(self.players.len());
        let step = 1 + self.chance.below(self.players.len() / 4);
        let players =
            (0..seats).filter_map(|seat| self.players.get((first + seat * step) % self.players.len()));
        let seats = players.map(Uuid::to_string).collect();
        let part = u64::try_from(number).unwrap_or(0) * DAYS * 86_400
            / u64::try_from(self.games.max(1)).unwrap_or(1);
        let begin = self.now - Days::new(DAYS);
        let at = storable(begin + TimeDelta::seconds(i64::try_from(part).unwrap_or(0)));
        let day: NaiveDate = at.date_naive();
        let about = About { name: None, played_on: Some(day.to_string()), counts: true, over: None };
        let rules = Ruleset::new(variant, &Overrides::default()).map_err(ServiceError::BadRules)?;
        Ok((Created { rules, seats, partners, about, reckoning: Reckoning::default() }, at))
    }

    /// The end of a round: everybody was dealt a hand, one went out, the others kept some tiles.
    fn round(&mut self, game: &Game) -> HandsReport {
        let max = game.rules().max_pip();
        let mut tiles: Vec<Tile> =
            (0..=max).flat_map(|high| (0..=high).filter_map(move |low| Tile::new(low, high))).collect();
        self.chance.shuffle(&mut tiles);
        let seating = game.seating();
        let out = Seat::at(self.chance.below(seating.len())).unwrap_or(Seat::A);
        let hand = game.rules().lines().map_or(1, |lines| usize::from(lines.hand_size.of(seating.len())));
        let mut hands = crate::rules::ShownHands::new();
        for seat in seating.seats().filter(|seat| *seat != out) {
            let kept = 1 + self.chance.below(hand);
            hands.insert(seat, ShownHand::of(tiles.split_off(tiles.len().saturating_sub(kept))));
        }
        HandsReport { ending: Some(EndingWord::Domino), out: Some(out), hands, ..HandsReport::default() }
    }
}

/// An id that sorts as if it had been made then.
fn id_at(at: DateTime<Utc>) -> Uuid {
    let seconds = u64::try_from(at.timestamp()).unwrap_or(0);
    Uuid::new_v7(Timestamp::from_unix(NoContext, seconds, at.timestamp_subsec_nanos()))
}
