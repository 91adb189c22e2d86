//! Founding, reading, changing and deleting a club.

use chrono::{DateTime, Utc};
use diesel_async::AsyncConnection;
use uuid::Uuid;

use super::auth::{Caller, Reader};
use super::keys::{self, KeySecret, NewKey};
use super::names::Name;
use super::time_zone::TimeZone;
use super::{ServiceError, storable};
use crate::store::Connection;
use crate::store::clubs::{self, ClubChanges, ClubRow, Visibility};
use crate::store::keys::{KeyRow, Scope};

/// What is said of a club that is founded.
#[derive(Clone, Debug)]
pub struct NewClub {
    pub name: Name,
    pub time_zone: TimeZone,
    pub visibility: Visibility,
}

/// The fields to change about a club.
#[derive(Clone, Debug, Default)]
pub struct ClubEdit {
    pub name: Option<Name>,
    pub time_zone: Option<TimeZone>,
    pub visibility: Option<Visibility>,
}

/// Founds a club and makes `secret` its first key, which may do everything in it.
pub async fn create(
    conn: &mut Connection,
    club: NewClub,
    secret: &KeySecret,
    now: DateTime<Utc>,
) -> Result<ClubRow, ServiceError> {
    Ok(found_as(conn, Uuid::now_v7(), club, secret, now).await?.0)
}

/// Reads a club as whoever founded or manages it.
///
/// Fails if it is gone.
pub async fn read_created(conn: &mut Connection, id: Uuid) -> Result<ClubRow, ServiceError> {
    clubs::find(conn, id).await?.ok_or(ServiceError::ClubNotFound)
}

/// Founds a club under this id.
pub(super) async fn found_as(
    conn: &mut Connection,
    id: Uuid,
    club: NewClub,
    secret: &KeySecret,
    now: DateTime<Utc>,
) -> Result<(ClubRow, KeyRow), ServiceError> {
    let row = ClubRow {
        id,
        name: club.name.to_string(),
        time_zone: club.time_zone.to_string(),
        visibility: club.visibility,
        created_at: storable(now),
    };
    let key = NewKey {
        club: row.id,
        scope: Scope::Manage,
        game: None,
        label: club.name,
        expires_at: None,
        made_by: None,
    };
    conn.transaction(async |conn| {
        clubs::insert(conn, &row).await?;
        let key = keys::issue(conn, key, secret, now).await?;
        Ok((row, key))
    })
    .await
}

/// Founds the club `Home` if there is no club at all.
pub async fn found_home(
    conn: &mut Connection,
    time_zone: TimeZone,
    now: DateTime<Utc>,
) -> Result<Option<(ClubRow, KeySecret)>, ServiceError> {
    if clubs::exist(conn).await? {
        return Ok(None);
    }
    let name = "Home".parse().map_err(|why| ServiceError::Contradiction(format!("the name Home {why}")))?;
    let home = NewClub { name, time_zone, visibility: Visibility::Private };
    let secret = KeySecret::draw()?;
    Ok(Some((create(conn, home, &secret, now).await?, secret)))
}

/// Reads a club.
///
/// Fails if there is none that the reader may know of, or the reader may only know one game of it.
pub async fn read(conn: &mut Connection, reader: &Reader, id: Uuid) -> Result<ClubRow, ServiceError> {
    reader.whole_club(conn, id).await
}

/// Changes what the edit names of a club.
///
/// Fails if the caller may not manage the club.
pub async fn change(
    conn: &mut Connection,
    caller: &Caller,
    id: Uuid,
    edit: ClubEdit,
) -> Result<ClubRow, ServiceError> {
    caller.club(id, Scope::Manage)?;
    let changes = ClubChanges {
        name: edit.name.map(|name| name.to_string()),
        time_zone: edit.time_zone.map(|zone| zone.to_string()),
        visibility: edit.visibility,
    };
    let club = if changes == ClubChanges::default() {
        clubs::find(conn, id).await?
    } else {
        clubs::update(conn, id, &changes).await?
    };
    club.ok_or(ServiceError::ClubNotFound)
}

/// Deletes a club and all that belongs to it, if `name` is its name, in the caller's transaction; the caller
/// [forgets](super::keys::KeyCache::forget) its keys when that is stored.
///
/// Fails if the caller may not manage it, or that is not its name.
pub async fn delete(
    conn: &mut Connection,
    caller: &Caller,
    club: Uuid,
    name: &str,
) -> Result<(), ServiceError> {
    caller.club(club, Scope::Manage)?;
    let row = clubs::lock(conn, club).await?.ok_or(ServiceError::ClubNotFound)?;
    if row.name != name {
        return Err(ServiceError::OtherName);
    }
    Ok(clubs::delete(conn, club).await?)
}
