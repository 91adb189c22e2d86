//! Lists of games.

use chrono::NaiveDate;
use diesel::dsl::exists;
use diesel::prelude::*;
use diesel::sql_types::{Bool, Text};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::{GameRow, Status};
use crate::store::schema::{game_seats, games, players};
use crate::store::{After, Connection};

/// Which games of a club are wanted; what is `None` does not matter.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// Only this game, for a key that is for one.
    pub only: Option<Uuid>,
    /// The names of a player who sits or sat at the table.
    pub players: Option<Vec<Uuid>>,
    pub variant: Option<String>,
    pub status: Option<Status>,
    /// The first day.
    pub from: Option<NaiveDate>,
    /// The last day.
    pub to: Option<NaiveDate>,
    /// A part of the game's name or of a player's, folded as `players.name_key` is.
    pub text: Option<String>,
}

/// Reads up to `limit` games of a club, the newest first.
pub async fn page(
    conn: &mut Connection,
    club: Uuid,
    wanted: &Wanted,
    after: Option<After>,
    limit: i64,
) -> QueryResult<Vec<GameRow>> {
    let mut query = games::table
        .filter(games::club_id.eq(club))
        .select(GameRow::as_select())
        .order((games::created_at.desc(), games::id.desc()))
        .limit(limit)
        .into_boxed();
    if let Some((time, id)) = after {
        let same_time = games::created_at.eq(time).and(games::id.lt(id));
        query = query.filter(games::created_at.lt(time).or(same_time));
    }
    if let Some(only) = wanted.only {
        query = query.filter(games::id.eq(only));
    }
    if let Some(players) = &wanted.players {
        let seats = game_seats::table.filter(game_seats::game_id.eq(games::id));
        query = query.filter(exists(seats.filter(game_seats::player_id.eq_any(players))));
    }
    if let Some(variant) = &wanted.variant {
        query = query.filter(games::variant.eq(variant));
    }
    if let Some(status) = wanted.status {
        query = query.filter(games::status.eq(status));
    }
    if let Some(from) = wanted.from {
        query = query.filter(games::played_on.ge(from));
    }
    if let Some(to) = wanted.to {
        query = query.filter(games::played_on.le(to));
    }
    if let Some(text) = &wanted.text {
        // Not LIKE: what people look for may have `%` and `_` in it.
        let has = |column: &str| {
            diesel::dsl::sql::<Bool>(&format!("strpos(lower({column}), "))
                .bind::<Text, _>(text.clone())
                .sql(") > 0")
        };
        let named = players::table
            .filter(players::club_id.eq(club))
            .filter(has("players.name_key"))
            .select(players::id);
        let seats = game_seats::table.filter(game_seats::game_id.eq(games::id));
        let seated = exists(seats.filter(game_seats::player_id.eq_any(named)));
        query = query.filter(seated.or(has("coalesce(games.name, '')")));
    }
    query.load(conn).await
}
