//! The players of a club.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::result::DatabaseErrorKind;
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::schema::players;
use super::{After, Connection};

/// A player as it is stored.
#[derive(Clone, Debug, Queryable, Selectable, Insertable)]
#[diesel(table_name = players, check_for_backend(diesel::pg::Pg))]
pub struct PlayerRow {
    pub id: Uuid,
    pub club_id: Uuid,
    pub name: String,
    /// The name with letter case and spacing folded away; unique in the club.
    pub name_key: String,
    pub created_at: DateTime<Utc>,
    /// Whether the player was only named when a game was made.
    pub guest: bool,
}

/// Adds a player, unless the club has one of that name; says whether it did.
pub async fn insert(conn: &mut Connection, player: &PlayerRow) -> QueryResult<bool> {
    let added = diesel::insert_into(players::table)
        .values(player)
        .on_conflict((players::club_id, players::name_key))
        .do_nothing()
        .execute(conn)
        .await?;
    Ok(added == 1)
}

/// Reads a player of a club.
pub async fn find(conn: &mut Connection, club: Uuid, id: Uuid) -> QueryResult<Option<PlayerRow>> {
    players::table
        .find(id)
        .filter(players::club_id.eq(club))
        .select(PlayerRow::as_select())
        .first(conn)
        .await
        .optional()
}

/// Reads of which clubs these players are; those who do not exist are left out.
pub async fn clubs_of(conn: &mut Connection, ids: &[Uuid]) -> QueryResult<Vec<(Uuid, Uuid)>> {
    let known = players::table.filter(players::id.eq_any(ids));
    known.select((players::id, players::club_id)).load(conn).await
}

/// Reads the player of a club whose name folds to `name_key`.
pub async fn find_by_name(
    conn: &mut Connection,
    club: Uuid,
    name_key: &str,
) -> QueryResult<Option<PlayerRow>> {
    players::table
        .filter(players::club_id.eq(club))
        .filter(players::name_key.eq(name_key))
        .select(PlayerRow::as_select())
        .first(conn)
        .await
        .optional()
}

/// Reads up to `limit` players of a club, the oldest first.
pub async fn page(
    conn: &mut Connection,
    club: Uuid,
    after: Option<After>,
    limit: i64,
) -> QueryResult<Vec<PlayerRow>> {
    let mut query = players::table
        .filter(players::club_id.eq(club))
        .select(PlayerRow::as_select())
        .order((players::created_at, players::id))
        .limit(limit)
        .into_boxed();
    if let Some((time, id)) = after {
        let same_time = players::created_at.eq(time).and(players::id.gt(id));
        query = query.filter(players::created_at.gt(time).or(same_time));
    }
    query.load(conn).await
}

/// Gives a player of a club another name and returns the player.
pub async fn rename(
    conn: &mut Connection,
    (club, id): (Uuid, Uuid),
    (name, name_key): (&str, &str),
) -> QueryResult<Option<PlayerRow>> {
    diesel::update(players::table.find(id).filter(players::club_id.eq(club)))
        .set((players::name.eq(name), players::name_key.eq(name_key)))
        .returning(PlayerRow::as_returning())
        .get_result(conn)
        .await
        .optional()
}

/// Whether `error` says that another player of the club has that name.
#[must_use]
pub fn is_name_taken(error: &diesel::result::Error) -> bool {
    matches!(
        error,
        diesel::result::Error::DatabaseError(DatabaseErrorKind::UniqueViolation, info)
            if info.constraint_name() == Some("players_name")
    )
}
