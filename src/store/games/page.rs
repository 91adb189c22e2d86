//! Lists of games. Whatever is asked for, a page is read along an index in the order of the list, so
//! that it costs as much in a club with a million games as in one with a thousand.

use chrono::{DateTime, NaiveDate, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Bool, Date, SmallInt, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::{GameRow, Status};
use crate::rules::Variant;
use crate::standings::Days;
use crate::store::schema::players;
use crate::store::statement::{Statement, statement};
use crate::store::{After, Connection};

/// Of so many players the games are looked for one by one; the games of more are soon met in a list
/// of all.
const FEW: usize = 20;

/// Which games of a club are listed; what is `None` does not matter.
#[derive(Clone, Debug, Default)]
pub struct GameFilter {
    /// Only this game, for a key that is for one.
    pub only: Option<Uuid>,
    /// The names of a player who sits or sat at the table.
    pub players: Option<Vec<Uuid>>,
    pub variant: Option<Variant>,
    pub status: Option<Status>,
    /// Whether games that were deleted are among them, where no status is asked for.
    pub with_deleted: bool,
    pub days: Days,
    /// Whether they count in standings.
    pub counts: Option<bool>,
    /// Whether opposite seats are partners.
    pub partners: Option<bool>,
    /// How many seats they have.
    pub seats: Option<i16>,
    /// Only games that were changed then or later.
    pub changed_since: Option<DateTime<Utc>>,
    /// A part of the game's name or of a player's, folded as their keys are.
    pub text: Option<String>,
    /// In a list by day: the day of the game after which the page begins.
    pub after_day: Option<NaiveDate>,
}

impl GameFilter {
    /// Whether the list goes by the day of the game, as it does where days are asked for.
    pub fn is_by_day(&self) -> bool {
        !self.days.is_all_time()
    }
}

/// Reads up to `limit` games of a club: the newest first, or the latest day first if days are asked
/// for.
pub async fn page(
    conn: &mut Connection,
    club: Uuid,
    filter: &GameFilter,
    after: Option<After>,
    limit: i64,
) -> QueryResult<Vec<GameRow>> {
    let named = match &filter.text {
        None => Vec::new(),
        Some(text) => named(conn, club, text).await?,
    };
    let list = List { club, filter, named: &named, after, limit };
    match (&filter.players, &filter.text) {
        _ if filter.is_by_day() => list.along_games().load(conn).await,
        (Some(players), _) => list.along_seats(players).load(conn).await,
        (None, Some(text)) if named.len() <= FEW => list.by_text(text).load(conn).await,
        _ => list.along_games().load(conn).await,
    }
}

/// The players whose names have `text` in them.
async fn named(conn: &mut Connection, club: Uuid, text: &str) -> QueryResult<Vec<Uuid>> {
    // Not LIKE: what people look for may have `%` and `_` in it.
    let has = diesel::dsl::sql::<Bool>("strpos(name_key, ").bind::<Text, _>(text).sql(") > 0");
    let named = players::table.filter(players::club_id.eq(club)).filter(has);
    named.select(players::id).load(conn).await
}

const COLUMNS: &str = "g.id, g.club_id, g.version, g.status, g.variant, g.name, g.name_key, g.played_on, g.counts, g.created_at, \
    g.changed_at, g.partners, g.brief";
const NEWEST: &str = " ORDER BY g.created_at DESC, g.id DESC LIMIT ";
const LATEST: &str = " ORDER BY g.played_on DESC, g.created_at DESC, g.id DESC LIMIT ";

struct List<'a> {
    club: Uuid,
    filter: &'a GameFilter,
    named: &'a [Uuid],
    after: Option<After>,
    limit: i64,
}

impl<'a> List<'a> {
    /// Whether the values make all the difference to how the games are found.
    fn is_planned_anew(&self) -> bool {
        !self.named.is_empty() || self.filter.changed_since.is_some()
    }

    /// The games in their order, without those that are filtered out.
    fn along_games(&self) -> Statement<'a> {
        let query =
            statement(format!("SELECT {COLUMNS} FROM games g WHERE ")).planned_anew(self.is_planned_anew());
        let query = match (self.after, self.filter.is_by_day()) {
            (Some((time, id)), true) => query
                .push("(g.played_on, g.created_at, g.id) < (")
                .value::<Date, _>(self.filter.after_day.unwrap_or(NaiveDate::MAX))
                .push(", ")
                .value::<Timestamptz, _>(time)
                .push(", ")
                .value::<SqlUuid, _>(id)
                .push(") AND "),
            _ => self.begun(query, "g.created_at, g.id"),
        };
        let query = self.filtered(query);
        let query = match &self.filter.players {
            None => query,
            Some(players) => seated_by(query.push(" AND "), players),
        };
        let order = if self.filter.is_by_day() { LATEST } else { NEWEST };
        self.with_text(query).push(order).value::<BigInt, _>(self.limit)
    }

    /// The games of these players.
    fn along_seats(&self, players: &'a [Uuid]) -> Statement<'a> {
        let query = statement(format!("SELECT {COLUMNS} FROM games g WHERE g.id IN ("));
        let query = self.seated(query.planned_anew(self.filter.text.is_some()), players);
        query.push(")").push(NEWEST).value::<BigInt, _>(self.limit)
    }

    /// The games that have the text in their own name or in a player's. Only of games with names can
    /// it be in their own.
    fn by_text(&self, text: &'a str) -> Statement<'a> {
        let query = statement(format!("SELECT {COLUMNS} FROM games g WHERE g.id IN (")).planned_anew(true);
        let query = self.seated(query, self.named);
        let query = query.push(" UNION (SELECT g.id FROM games g WHERE g.name_key IS NOT NULL AND ");
        let query = self.filtered(self.begun(query, "g.created_at, g.id"));
        let query = query.push(" AND strpos(g.name_key, ").value::<Text, _>(text).push(") > 0");
        let query = match text.chars().nth(2) {
            None => query,
            Some(_) => {
                query.push(" AND name_threes(g.name_key) @> name_threes(").value::<Text, _>(text).push(")")
            }
        };
        let query = query.push(NEWEST).value::<BigInt, _>(self.limit);
        query.push("))").push(NEWEST).value::<BigInt, _>(self.limit)
    }

    /// The ids of the first games of each of these players that the filter lets through.
    fn seated(&self, query: Statement<'a>, players: &'a [Uuid]) -> Statement<'a> {
        let query =
            query.push("SELECT seated.game_id FROM unnest(").value::<Array<SqlUuid>, _>(players).push(
                ") AS p (id) CROSS JOIN LATERAL (SELECT DISTINCT s.created_at, s.game_id FROM \
                 game_seats s JOIN games g ON g.id = s.game_id WHERE s.player_id = p.id AND ",
            );
        let query = self.filtered(self.begun(query, "s.created_at, s.game_id"));
        let query = if self.filter.players.is_some() { self.with_text(query) } else { query };
        let query = query.push(" ORDER BY s.created_at DESC, s.game_id DESC LIMIT ");
        query.value::<BigInt, _>(self.limit).push(") AS seated")
    }

    /// Begins after the page before. A comparison of rows is a place in the index.
    fn begun(&self, query: Statement<'a>, place: &str) -> Statement<'a> {
        let Some((time, id)) = self.after else { return query };
        let query = query.push("(").push(place).push(") < (").value::<Timestamptz, _>(time);
        query.push(", ").value::<SqlUuid, _>(id).push(") AND ")
    }

    /// The filter, without player and text.
    fn filtered(&self, query: Statement<'a>) -> Statement<'a> {
        let filter = self.filter;
        let mut query = query.push("g.club_id = ").value::<SqlUuid, _>(self.club);
        if let Some(only) = filter.only {
            query = query.push(" AND g.id = ").value::<SqlUuid, _>(only);
        }
        if let Some(variant) = filter.variant {
            query = query.push(" AND g.variant = ").value::<Text, _>(variant.word());
        }
        // A word of ours is said outright, so that the index of running games can be used.
        query = match filter.status {
            None if filter.with_deleted => query,
            None => query.push(" AND g.status <> 'deleted'"),
            Some(Status::Deleted) => query.push(" AND g.status = 'deleted'"),
            Some(Status::Running) => query.push(" AND g.status = 'running'"),
            Some(Status::Finished) => query.push(" AND g.status = 'finished'"),
        };
        if let Some(counts) = filter.counts {
            query = query.push(" AND g.counts = ").value::<Bool, _>(counts);
        }
        if let Some(partners) = filter.partners {
            query = query.push(" AND g.partners = ").value::<Bool, _>(partners);
        }
        if let Some(seats) = filter.seats {
            query = query
                .push(" AND (SELECT count(DISTINCT s.seat) FROM game_seats s WHERE s.game_id = g.id) = ");
            query = query.value::<SmallInt, _>(seats);
        }
        if let Some(time) = filter.changed_since {
            // The day is what the index has.
            query = query.push(" AND g.changed_at >= ").value::<Timestamptz, _>(time);
            query = query.push(" AND g.changed_on >= ").value::<Date, _>(time.date_naive());
        }
        if let Some(from) = filter.days.from {
            query = query.push(" AND g.played_on >= ").value::<Date, _>(from);
        }
        if let Some(to) = filter.days.to {
            query = query.push(" AND g.played_on <= ").value::<Date, _>(to);
        }
        query
    }

    fn with_text(&self, query: Statement<'a>) -> Statement<'a> {
        let Some(text) = &self.filter.text else { return query };
        let query = query.push(" AND (strpos(coalesce(g.name_key, ''), ").value::<Text, _>(text);
        seated_by(query.push(") > 0 OR "), self.named).push(")")
    }
}

/// Whether one of these players sits in a game.
fn seated_by<'a>(query: Statement<'a>, players: &'a [Uuid]) -> Statement<'a> {
    query
        .push("EXISTS (SELECT FROM game_seats s WHERE s.game_id = g.id AND s.player_id = ANY(")
        .value::<Array<SqlUuid>, _>(players)
        .push("))")
}
