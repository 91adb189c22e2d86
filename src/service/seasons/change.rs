//! Making, changing, closing and reopening seasons.

use chrono::{DateTime, Utc};
use data_encoding::HEXLOWER;
use uuid::Uuid;

use super::record::Held;
use super::{Season, in_transaction_or_dry_run};
use crate::seasons::{Change, ChangeKind, Settings};
use crate::service::auth::Caller;
use crate::service::names::{Name, folded};
use crate::service::{ServiceError, storable};
use crate::standings::Chain;
use crate::store::games::GameRow;
use crate::store::keys::Scope;
use crate::store::seasons::{self, SeasonRow};
use crate::store::{Connection, results};

/// Makes a season; where lots need a seed and have none, one is drawn.
///
/// Fails if the caller may not manage the club, it has a season of that name, or the days are reversed.
pub async fn create(
    conn: &mut Connection,
    caller: &Caller,
    club: Uuid,
    new: Season,
    (dry_run, now): (bool, DateTime<Utc>),
) -> Result<Season, ServiceError> {
    caller.club(club, Scope::Manage)?;
    if new.to < new.from {
        return Err(ServiceError::SeasonReversed { begins: false });
    }
    let new = Season { chain: seeded(new.chain, "")?, created_at: storable(now), ..new };
    let row = new.row(club)?;
    in_transaction_or_dry_run(conn, dry_run, async |conn| {
        if !seasons::insert(conn, &row).await? {
            return Err(taken(conn, club, &row.name_key).await?);
        }
        let created = Change::created(new.settings());
        Held::new(row).record(conn, caller, now, vec![created]).await
    })
    .await
}

/// Changes what the edit names of a season, and notes each difference. A ranking without a seed keeps the
/// old one.
///
/// Fails if the caller may not manage the club, the name is taken, the days are reversed, or the season
/// is closed and more than its name would change.
pub async fn update(
    conn: &mut Connection,
    caller: &Caller,
    (club, id): (Uuid, Uuid),
    edit: Settings,
    (dry_run, now): (bool, DateTime<Utc>),
) -> Result<Season, ServiceError> {
    let name_key = edit.name.as_deref().map(folded);
    let done = in_transaction_or_dry_run(conn, dry_run, async |conn| {
        let held = Held::take(conn, caller, (club, id)).await?;
        let before = &held.season.settings;
        let begins = edit.to.is_none();
        let seed = before.chain.as_ref().map_or("", |chain| chain.seed.as_str());
        let chain = edit.chain.clone().map(|chain| seeded(chain, seed)).transpose()?;
        let after = Settings { chain, ..edit }.or(before);
        if after.to < after.from {
            return Err(ServiceError::SeasonReversed { begins });
        }
        let changes = before.changes_to(&after);
        if held.season.closed_at.is_some() && changes.iter().any(|it| it.what != ChangeKind::Name) {
            return Err(held.is_closed());
        }
        held.record(conn, caller, now, changes).await
    })
    .await;
    match (done, name_key) {
        (Err(ServiceError::Database(error)), Some(key)) if seasons::is_name_taken(&error) => {
            Err(taken(conn, club, &key).await?)
        }
        (done, _) => done,
    }
}

/// How many running games are named when a season is closed.
const MOST_NAMED: i64 = 100;

/// Closes a season: its table stays as it is now, whatever becomes of its games. Answers also the first
/// of those that are running and so not in it.
///
/// Fails if the caller may not manage the club, or the season is closed.
pub async fn close(
    conn: &mut Connection,
    caller: &Caller,
    (club, id): (Uuid, Uuid),
    (dry_run, now): (bool, DateTime<Utc>),
) -> Result<(Season, Vec<GameRow>), ServiceError> {
    caller.club(club, Scope::Manage)?;
    in_transaction_or_dry_run(conn, dry_run, async |conn| {
        // No game finishes between the questions of which the table is made. The turn comes before the
        // season: whoever imports one takes both, too.
        results::lock_results(conn, club).await?;
        let held = Held::take(conn, caller, (club, id)).await?.open()?;
        let season = held.record(conn, caller, now, vec![Change::plain(ChangeKind::Closed)]).await?;
        let running = results::filter::running(conn, club, &season.filter(), MOST_NAMED).await?;
        Ok((season, running))
    })
    .await
}

/// Reads a season that was closed, with what [`close`] answers beside it.
///
/// Fails if the caller may not manage the club, or it has no such season.
pub async fn closed(
    conn: &mut Connection,
    caller: &Caller,
    (club, id): (Uuid, Uuid),
) -> Result<(Season, Vec<GameRow>), ServiceError> {
    caller.club(club, Scope::Manage)?;
    let season = Season::read(seasons::find(conn, club, id).await?.ok_or(ServiceError::SeasonNotFound)?)?;
    let running = results::filter::running(conn, club, &season.filter(), MOST_NAMED).await?;
    Ok((season, running))
}

/// Reopens a season: its table is live again, and the copy is given up.
///
/// Fails if the caller may not manage the club, or the season is open.
pub async fn reopen(
    conn: &mut Connection,
    caller: &Caller,
    (club, id): (Uuid, Uuid),
    reason: &Name,
    (dry_run, now): (bool, DateTime<Utc>),
) -> Result<Season, ServiceError> {
    in_transaction_or_dry_run(conn, dry_run, async |conn| {
        let held = Held::take(conn, caller, (club, id)).await?;
        if held.season.closed_at.is_none() {
            return Err(held.is_open());
        }
        held.record(conn, caller, now, vec![Change::because(ChangeKind::Reopened, reason.as_str())]).await
    })
    .await
}

/// Deletes an open season with its log; games are not touched.
///
/// Fails if the caller may not manage the club, or the season is closed.
pub async fn remove(
    conn: &mut Connection,
    caller: &Caller,
    (club, id): (Uuid, Uuid),
) -> Result<(), ServiceError> {
    in_transaction_or_dry_run(conn, false, async |conn| {
        Held::take(conn, caller, (club, id)).await?.open()?;
        Ok(seasons::delete(conn, id).await?)
    })
    .await
}

/// Says which season has the name that another one was to have.
async fn taken(conn: &mut Connection, club: Uuid, name_key: &str) -> Result<ServiceError, ServiceError> {
    let holder = seasons::find_by_name(conn, club, name_key).await?;
    // What had the name a moment ago may have been renamed since: then trying again works.
    let SeasonRow { id, name, .. } = holder.ok_or(ServiceError::Overtaken)?;
    Ok(ServiceError::SeasonExists { id, name })
}

/// The ranking with a seed if it draws lots: its own, the old one, or one that is drawn now.
fn seeded(chain: Chain, old: &str) -> Result<Chain, ServiceError> {
    let seed = match (chain.seed.as_str(), old) {
        ("", "") if chain.draws_lots() => {
            let mut bytes = [0; 16];
            getrandom::fill(&mut bytes)?;
            HEXLOWER.encode(&bytes)
        }
        ("", old) => old.to_owned(),
        (own, _) => own.to_owned(),
    };
    Ok(Chain { seed, ..chain })
}
