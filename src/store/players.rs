//! The players of a club.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use diesel::dsl::{exists, max, not};
use diesel::prelude::*;
use diesel::result::DatabaseErrorKind;
use diesel::sql_types::{Array, Bool, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel::upsert::on_constraint;
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::schema::{merges, players};
use super::statement::statement;
use super::{After, Connection};

/// A player as it is stored.
#[derive(Clone, Debug, Queryable, Selectable, Insertable)]
#[diesel(table_name = players, check_for_backend(diesel::pg::Pg))]
pub struct PlayerRow {
    pub id: Uuid,
    pub club_id: Uuid,
    pub name: String,
    /// What the name is compared by.
    pub name_key: String,
    pub created_at: DateTime<Utc>,
    /// Whether the player was only named when a game was made.
    pub guest: bool,
}

/// Adds a player, unless the club has one of that name; says whether it did.
pub async fn insert(conn: &mut Connection, player: &PlayerRow) -> QueryResult<bool> {
    if !of_name(conn, player.club_id, &player.name_key).await?.is_empty() {
        return Ok(false);
    }
    let added = diesel::insert_into(players::table).values(player).on_conflict(on_constraint("players_name"));
    Ok(added.do_nothing().execute(conn).await? == 1)
}

/// Adds a player beside those who have the same name by now and had another one when they came. The
/// caller holds the club.
pub async fn insert_twin(conn: &mut Connection, player: &PlayerRow) -> QueryResult<()> {
    let twins = players::table.filter(players::club_id.eq(player.club_id));
    let twins = twins.filter(players::name_key.eq(&player.name_key));
    let last: Option<i16> = twins.select(max(players::twin)).first(conn).await?;
    let twin = players::twin.eq(last.map_or(0, |last| last + 1));
    diesel::insert_into(players::table).values((player, twin)).execute(conn).await?;
    Ok(())
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

/// Keeps players from being merged, renamed or deleted until the transaction ends.
pub async fn hold(conn: &mut Connection, ids: &[Uuid]) -> QueryResult<()> {
    let known = players::table.filter(players::id.eq_any(ids)).order(players::id);
    let _held: Vec<Uuid> = known.select(players::id).for_key_share().load(conn).await?;
    Ok(())
}

/// Reads of which clubs these players are; those who do not exist are left out.
pub async fn clubs_of(conn: &mut Connection, ids: &[Uuid]) -> QueryResult<Vec<(Uuid, Uuid)>> {
    let known = players::table.filter(players::id.eq_any(ids));
    known.select((players::id, players::club_id)).load(conn).await
}

/// Reads these players of a club.
pub async fn of(conn: &mut Connection, club: Uuid, ids: &[Uuid]) -> QueryResult<Vec<PlayerRow>> {
    let known = players::table.filter(players::club_id.eq(club).and(players::id.eq_any(ids)));
    known.select(PlayerRow::as_select()).load(conn).await
}

/// Reads which of these players of a club are guests.
pub async fn guests_among(conn: &mut Connection, club: Uuid, ids: &[Uuid]) -> QueryResult<Vec<Uuid>> {
    let guests = players::table.filter(players::club_id.eq(club).and(players::id.eq_any(ids)));
    guests.filter(players::guest).select(players::id).load(conn).await
}

/// Reads the members of a club by id and name: who is no guest and no other name of somebody.
pub async fn members(conn: &mut Connection, club: Uuid) -> QueryResult<Vec<(Uuid, String)>> {
    let merged = exists(merges::table.filter(merges::player_id.eq(players::id)));
    let members = players::table.filter(players::club_id.eq(club)).filter(not(players::guest));
    members.filter(not(merged)).select((players::id, players::name)).load(conn).await
}

/// Reads the names of these players of a club.
pub async fn names(conn: &mut Connection, club: Uuid, ids: &[Uuid]) -> QueryResult<HashMap<Uuid, String>> {
    let rows = of(conn, club, ids).await?;
    Ok(rows.into_iter().map(|row| (row.id, row.name)).collect())
}

/// Reads what these players are called and when that changed: they were renamed, merged, or that was
/// taken back.
pub async fn renamed(
    conn: &mut Connection,
    ids: &[Uuid],
) -> QueryResult<Vec<(Uuid, String, Option<DateTime<Utc>>)>> {
    let known = players::table.filter(players::id.eq_any(ids));
    known.select((players::id, players::name, players::renamed_at)).load(conn).await
}

/// Reads the players of a club whose names fold to `name_key`: at most one, but for those who had
/// different names when they came.
pub async fn of_name(conn: &mut Connection, club: Uuid, name_key: &str) -> QueryResult<Vec<PlayerRow>> {
    players::table
        .filter(players::club_id.eq(club))
        .filter(players::name_key.eq(name_key))
        .order(players::twin)
        .select(PlayerRow::as_select())
        .load(conn)
        .await
}

/// Reads who else has the names of these players, without those who are the same person: (player, other).
pub async fn namesakes(conn: &mut Connection, ids: &[Uuid]) -> QueryResult<Vec<(Uuid, Uuid)>> {
    let rows: Vec<Namesake> = statement(
        "SELECT one.id AS player, other.id AS other FROM players one \
         JOIN players other ON (other.club_id, other.name_key) = (one.club_id, one.name_key) \
         LEFT JOIN merges m ON m.player_id = one.id LEFT JOIN merges n ON n.player_id = other.id \
         WHERE one.id = ANY($1) AND coalesce(m.identity, one.id) <> coalesce(n.identity, other.id) \
         ORDER BY other.created_at, other.id",
    )
    .bind::<Array<SqlUuid>, _>(ids)
    .load(conn)
    .await?;
    Ok(rows.into_iter().map(|row| (row.player, row.other)).collect())
}

#[derive(QueryableByName)]
struct Namesake {
    #[diesel(sql_type = SqlUuid)]
    player: Uuid,
    #[diesel(sql_type = SqlUuid)]
    other: Uuid,
}

/// Reads up to `limit` players of a club, the oldest first: all of them, or only those who are
/// merged into another, or only those who are not.
pub async fn page(
    conn: &mut Connection,
    club: Uuid,
    merged: Option<bool>,
    after: Option<After>,
    limit: i64,
) -> QueryResult<Vec<PlayerRow>> {
    let mut query = players::table
        .filter(players::club_id.eq(club))
        .select(PlayerRow::as_select())
        .order((players::created_at, players::id))
        .limit(limit)
        .into_boxed();
    let merges = merges::table.filter(merges::player_id.eq(players::id));
    query = match merged {
        Some(true) => query.filter(exists(merges)),
        Some(false) => query.filter(not(exists(merges))),
        None => query,
    };
    if let Some((time, id)) = after {
        let same_time = players::created_at.eq(time).and(players::id.gt(id));
        // The first condition says where to begin in the index.
        query = query.filter(players::created_at.ge(time).and(players::created_at.gt(time).or(same_time)));
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
        .set((
            players::name.eq(name),
            players::name_key.eq(name_key),
            players::twin.eq(0),
            players::renamed_at.eq(diesel::dsl::now.into_sql::<Timestamptz>().nullable()),
        ))
        .returning(PlayerRow::as_returning())
        .get_result(conn)
        .await
        .optional()
}

/// Says whether a player of a club is a guest and returns the player.
pub async fn set_guest(
    conn: &mut Connection,
    (club, id): (Uuid, Uuid),
    guest: bool,
) -> QueryResult<Option<PlayerRow>> {
    diesel::update(players::table.find(id).filter(players::club_id.eq(club)))
        .set((
            players::guest.eq(guest),
            players::renamed_at.eq(diesel::dsl::now.into_sql::<Timestamptz>().nullable()),
        ))
        .returning(PlayerRow::as_returning())
        .get_result(conn)
        .await
        .optional()
}

/// Deletes a player whom nothing names.
pub async fn delete(conn: &mut Connection, id: Uuid) -> QueryResult<()> {
    diesel::delete(players::table.find(id)).execute(conn).await?;
    Ok(())
}

/// A player as others see them: who they are, if they were merged.
#[derive(Clone, Debug, PartialEq, Eq, QueryableByName)]
pub struct PlayerIdentity {
    /// The id by which the player was named.
    #[diesel(sql_type = SqlUuid)]
    pub named: Uuid,
    /// The id of the player that this is.
    #[diesel(sql_type = SqlUuid)]
    pub id: Uuid,
    /// That player's name.
    #[diesel(sql_type = Text)]
    pub name: String,
    /// Whether that player is a guest.
    #[diesel(sql_type = Bool)]
    pub guest: bool,
    /// When the name by which this player is shown last changed, if it has.
    #[diesel(sql_type = Nullable<Timestamptz>)]
    pub renamed_at: Option<DateTime<Utc>>,
}

/// Reads who these players of a club are.
pub async fn people(conn: &mut Connection, club: Uuid, ids: &[Uuid]) -> QueryResult<Vec<PlayerIdentity>> {
    statement(
        "SELECT named.id AS named, p.id, p.name, p.guest, greatest(named.renamed_at, p.renamed_at) AS renamed_at \
         FROM players named LEFT JOIN merges m ON m.player_id = named.id \
         JOIN players p ON p.id = coalesce(m.identity, named.id) \
         WHERE named.club_id = $1 AND named.id = ANY($2)",
    )
    .bind::<SqlUuid, _>(club)
    .bind::<Array<SqlUuid>, _>(ids)
    .load(conn)
    .await
}

/// Whether `error` says that another player of the club has that name.
pub fn is_name_taken(error: &diesel::result::Error) -> bool {
    matches!(
        error,
        diesel::result::Error::DatabaseError(DatabaseErrorKind::UniqueViolation, info)
            if info.constraint_name() == Some("players_name")
    )
}
