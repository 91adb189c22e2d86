//! The day of a game, which is not still to come.

use chrono::{DateTime, NaiveDate, Utc};
use uuid::Uuid;

use super::CachedGame;
use crate::rules::{Command, Override};
use crate::service::time_zone::TimeZone;
use crate::service::{ServiceError, day_of};
use crate::store::{Db, clubs};

/// Refuses a day that is still to come, unless there is a reason. Tomorrow may be today where the table is.
///
/// Fails if it is later.
pub(super) fn check_day(
    day: NaiveDate,
    today: NaiveDate,
    over: Option<&Override>,
) -> Result<(), ServiceError> {
    if over.is_none() && day > today.succ_opt().unwrap_or(today) {
        return Err(ServiceError::FutureDay { day, today });
    }
    Ok(())
}

/// Refuses to move a game to a day that is still to come.
pub(super) async fn check_new_day(
    db: &Db,
    id: Uuid,
    known: &CachedGame,
    commands: &[Command],
    now: DateTime<Utc>,
) -> Result<(), ServiceError> {
    for command in commands {
        if let Command::ChangeAbout { played_on: new @ Some(_), over, .. } = command
            && *new != known.game.about().played_on
            && let Some(club) = clubs::find(&mut *db.get().await?, known.club).await?
            && let Some(day) = day_of(id, new.as_deref())?
        {
            let zone = TimeZone::of_club(&club)?;
            check_day(day, zone.day(now), over.as_ref())?;
        }
    }
    Ok(())
}
