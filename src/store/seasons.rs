//! Seasons, and what was changed about them.

use chrono::{DateTime, NaiveDate, Utc};
use diesel::dsl::max;
use diesel::prelude::*;
use diesel::result::DatabaseErrorKind;
use diesel::upsert::on_constraint;
use diesel_async::RunQueryDsl;
use serde_json::Value;
use uuid::Uuid;

use super::schema::{season_changes, season_tables, seasons};
use super::{After, Connection};

/// A season as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable, Insertable, Identifiable, AsChangeset)]
#[diesel(table_name = seasons, check_for_backend(diesel::pg::Pg), treat_none_as_null = true)]
pub struct SeasonRow {
    pub id: Uuid,
    pub club_id: Uuid,
    pub name: String,
    /// What the name is compared by.
    pub name_key: String,
    pub first_day: NaiveDate,
    pub last_day: NaiveDate,
    /// Which games count.
    pub games: Value,
    pub chain: Value,
    pub created_at: DateTime<Utc>,
    pub closed_at: Option<DateTime<Utc>>,
}

/// What was changed about a season once.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable, Insertable)]
#[diesel(table_name = season_changes, check_for_backend(diesel::pg::Pg))]
pub struct ChangeRow {
    pub id: Uuid,
    pub season_id: Uuid,
    pub at: DateTime<Utc>,
    pub key_id: Option<Uuid>,
    pub body: Value,
}

/// Adds a season, unless the club has one of that name; says whether it did.
pub async fn insert(conn: &mut Connection, season: &SeasonRow) -> QueryResult<bool> {
    if find_by_name(conn, season.club_id, &season.name_key).await?.is_some() {
        return Ok(false);
    }
    let added = diesel::insert_into(seasons::table).values(season).on_conflict(on_constraint("seasons_name"));
    Ok(added.do_nothing().execute(conn).await? == 1)
}

/// Adds a season beside those that have the same name by now and had another one when they came. The
/// caller holds the club.
pub async fn insert_twin(conn: &mut Connection, season: &SeasonRow) -> QueryResult<()> {
    let twins = seasons::table.filter(seasons::club_id.eq(season.club_id));
    let twins = twins.filter(seasons::name_key.eq(&season.name_key));
    let last: Option<i16> = twins.select(max(seasons::twin)).first(conn).await?;
    let twin = seasons::twin.eq(last.map_or(0, |last| last + 1));
    diesel::insert_into(seasons::table).values((season, twin)).execute(conn).await?;
    Ok(())
}

/// Reads a season of a club.
pub async fn find(conn: &mut Connection, club: Uuid, id: Uuid) -> QueryResult<Option<SeasonRow>> {
    let season = seasons::table.find(id).filter(seasons::club_id.eq(club));
    season.select(SeasonRow::as_select()).first(conn).await.optional()
}

/// Reads a season of a club and holds its row until the transaction ends.
pub async fn lock(conn: &mut Connection, club: Uuid, id: Uuid) -> QueryResult<Option<SeasonRow>> {
    let season = seasons::table.find(id).filter(seasons::club_id.eq(club));
    season.select(SeasonRow::as_select()).for_update().first(conn).await.optional()
}

/// Reads the season of a club whose name folds to `name_key`, the first of several.
pub async fn find_by_name(
    conn: &mut Connection,
    club: Uuid,
    name_key: &str,
) -> QueryResult<Option<SeasonRow>> {
    let season = seasons::table.filter(seasons::club_id.eq(club).and(seasons::name_key.eq(name_key)));
    season.order(seasons::twin).select(SeasonRow::as_select()).first(conn).await.optional()
}

/// Reads up to `limit` seasons of a club, the oldest first.
pub async fn page(
    conn: &mut Connection,
    club: Uuid,
    after: Option<After>,
    limit: i64,
) -> QueryResult<Vec<SeasonRow>> {
    let mut query = seasons::table
        .filter(seasons::club_id.eq(club))
        .select(SeasonRow::as_select())
        .order((seasons::created_at, seasons::id))
        .limit(limit)
        .into_boxed();
    if let Some((time, id)) = after {
        let same_time = seasons::created_at.eq(time).and(seasons::id.gt(id));
        query = query.filter(seasons::created_at.gt(time).or(same_time));
    }
    query.load(conn).await
}

/// Reads the last `limit` open seasons of a club, the newest first.
pub async fn open(conn: &mut Connection, club: Uuid, limit: i64) -> QueryResult<Vec<SeasonRow>> {
    seasons::table
        .filter(seasons::club_id.eq(club).and(seasons::closed_at.is_null()))
        .select(SeasonRow::as_select())
        .order((seasons::created_at.desc(), seasons::id.desc()))
        .limit(limit)
        .load(conn)
        .await
}

/// Reads a season, whichever club has it.
pub async fn find_any(conn: &mut Connection, id: Uuid) -> QueryResult<Option<SeasonRow>> {
    seasons::table.find(id).select(SeasonRow::as_select()).first(conn).await.optional()
}

/// Stores a season as it is now.
pub async fn update(conn: &mut Connection, season: &SeasonRow) -> QueryResult<()> {
    diesel::update(season).set(season).execute(conn).await?;
    Ok(())
}

/// Deletes a season with all that belongs to it.
pub async fn delete(conn: &mut Connection, id: Uuid) -> QueryResult<()> {
    diesel::delete(seasons::table.find(id)).execute(conn).await?;
    Ok(())
}

/// Whether `error` says that another season of the club has that name.
pub fn is_name_taken(error: &diesel::result::Error) -> bool {
    matches!(
        error,
        diesel::result::Error::DatabaseError(DatabaseErrorKind::UniqueViolation, info)
            if info.constraint_name() == Some("seasons_name")
    )
}

/// Keeps the table of a season as it is closed.
pub async fn freeze(conn: &mut Connection, season: Uuid, body: &Value) -> QueryResult<()> {
    let row = (season_tables::season_id.eq(season), season_tables::body.eq(body));
    diesel::insert_into(season_tables::table).values(row).execute(conn).await?;
    Ok(())
}

/// Reads the table that a closed season has.
pub async fn frozen(conn: &mut Connection, season: Uuid) -> QueryResult<Option<Value>> {
    season_tables::table.find(season).select(season_tables::body).first(conn).await.optional()
}

/// Gives up the table of a season that is open again.
pub async fn unfreeze(conn: &mut Connection, season: Uuid) -> QueryResult<()> {
    diesel::delete(season_tables::table.find(season)).execute(conn).await?;
    Ok(())
}

/// Adds to what was changed.
pub async fn add_changes(conn: &mut Connection, changes: &[ChangeRow]) -> QueryResult<()> {
    diesel::insert_into(season_changes::table).values(changes).execute(conn).await?;
    Ok(())
}

/// Reads up to `limit` changes of a season, the oldest first.
pub async fn changes(
    conn: &mut Connection,
    season: Uuid,
    after: Option<After>,
    limit: i64,
) -> QueryResult<Vec<ChangeRow>> {
    let mut query = season_changes::table
        .filter(season_changes::season_id.eq(season))
        .select(ChangeRow::as_select())
        .order((season_changes::at, season_changes::id))
        .limit(limit)
        .into_boxed();
    if let Some((time, id)) = after {
        let same_time = season_changes::at.eq(time).and(season_changes::id.gt(id));
        query = query.filter(season_changes::at.gt(time).or(same_time));
    }
    query.load(conn).await
}
