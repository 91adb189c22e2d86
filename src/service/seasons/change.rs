//! Making, changing, closing and reopening seasons.

use chrono::{DateTime, NaiveDate, Utc};
use data_encoding::HEXLOWER;
use uuid::Uuid;

use super::{Changed, Facts, Season, SeasonGames, What, note, table, tried};
use crate::service::auth::Caller;
use crate::service::names::Name;
use crate::service::{ServiceError, storable};
use crate::standings::Chain;
use crate::store::games::GameRow;
use crate::store::keys::Scope;
use crate::store::seasons::{self, SeasonRow};
use crate::store::{Connection, clubs, results};

/// A season to create.
#[derive(Clone, Debug)]
pub struct NewSeason {
    pub name: Name,
    pub from: NaiveDate,
    pub to: NaiveDate,
    pub games: SeasonGames,
    /// Where lots need a seed and have none, one is drawn.
    pub chain: Chain,
}

/// The fields to change about a season.
#[derive(Clone, Debug, Default)]
pub struct SeasonEdit {
    pub name: Option<Name>,
    pub from: Option<NaiveDate>,
    pub to: Option<NaiveDate>,
    pub games: Option<SeasonGames>,
    /// Where it has no seed, the old one stays.
    pub chain: Option<Chain>,
}

/// Makes a season.
///
/// # Errors
///
/// If the caller may not manage the club, it has a season of that name, or the days are reversed.
pub async fn create(
    conn: &mut Connection,
    caller: &Caller,
    club: Uuid,
    new: NewSeason,
    (dry_run, now): (bool, DateTime<Utc>),
) -> Result<Season, ServiceError> {
    caller.club(club, Scope::Manage)?;
    if new.to < new.from {
        return Err(ServiceError::SeasonReversed { begins: false });
    }
    let row = SeasonRow {
        id: Uuid::now_v7(),
        club_id: club,
        name: new.name.to_string(),
        name_key: new.name.key(),
        first_day: new.from,
        last_day: new.to,
        variant: new.games.variant,
        seats: new.games.players,
        partners: new.games.partners,
        chain: stored(&seeded(new.chain, "")?)?,
        created_at: storable(now),
        closed_at: None,
    };
    tried(conn, dry_run, async |conn| {
        if !seasons::insert(conn, &row).await? {
            return Err(taken(conn, club, &row.name_key).await?);
        }
        let season = Season::read(row)?;
        let after = Some(facts(&season));
        let created = Changed { what: What::Created, before: None, after, reason: None, adjustment: None };
        note(conn, caller, season.id, now, vec![created]).await?;
        Ok(season)
    })
    .await
}

/// Changes what the edit names of a season, and notes each difference.
///
/// # Errors
///
/// If the caller may not manage the club, the name is taken, the days are reversed, or the season is
/// closed and more than its name would change.
pub async fn update(
    conn: &mut Connection,
    caller: &Caller,
    (club, id): (Uuid, Uuid),
    edit: SeasonEdit,
    (dry_run, now): (bool, DateTime<Utc>),
) -> Result<Season, ServiceError> {
    let name_key = edit.name.as_ref().map(Name::key);
    let done = tried(conn, dry_run, async |conn| {
        let row = locked(conn, caller, (club, id)).await?;
        let before = Season::read(row.clone())?;
        let begins = edit.to.is_none();
        let (mut row, after) = edited(row, &before, edit)?;
        if after.to < after.from {
            return Err(ServiceError::SeasonReversed { begins });
        }
        let changes = differences(&before, &after);
        if before.closed_at.is_some() && changes.iter().any(|changed| changed.what != What::Name) {
            return Err(ServiceError::SeasonClosed(before.name));
        }
        if changes.is_empty() {
            return Ok(before);
        }
        row.chain = stored(&after.chain)?;
        seasons::update(conn, &row).await?;
        note(conn, caller, id, now, changes).await?;
        Ok(after)
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
/// # Errors
///
/// If the caller may not manage the club, or the season is closed.
pub async fn close(
    conn: &mut Connection,
    caller: &Caller,
    (club, id): (Uuid, Uuid),
    (dry_run, now): (bool, DateTime<Utc>),
) -> Result<(Season, Vec<GameRow>), ServiceError> {
    caller.club(club, Scope::Manage)?;
    tried(conn, dry_run, async |conn| {
        // No game finishes between the questions of which the table is made. The turn comes before the
        // season: whoever imports one takes both, too.
        results::take_turn(conn, club).await?;
        let mut row = locked(conn, caller, (club, id)).await?;
        if row.closed_at.is_some() {
            return Err(ServiceError::SeasonClosed(row.name));
        }
        row.closed_at = Some(note(conn, caller, id, now, vec![plain(What::Closed, None)]).await?);
        let season = Season::read(row.clone())?;
        table::freeze(conn, club, &season).await?;
        seasons::update(conn, &row).await?;
        let running = seasons::running(conn, club, &season.which(), MOST_NAMED).await?;
        Ok((season, running))
    })
    .await
}

/// Reads a season that was closed, with what [`close`] answers beside it.
///
/// # Errors
///
/// If the caller may not manage the club, or it has no such season.
pub async fn closed(
    conn: &mut Connection,
    caller: &Caller,
    (club, id): (Uuid, Uuid),
) -> Result<(Season, Vec<GameRow>), ServiceError> {
    caller.club(club, Scope::Manage)?;
    let season = Season::read(seasons::find(conn, club, id).await?.ok_or(ServiceError::SeasonNotFound)?)?;
    let running = seasons::running(conn, club, &season.which(), MOST_NAMED).await?;
    Ok((season, running))
}

/// Reopens a season: its table is live again, and the copy is given up.
///
/// # Errors
///
/// If the caller may not manage the club, or the season is open.
pub async fn reopen(
    conn: &mut Connection,
    caller: &Caller,
    (club, id): (Uuid, Uuid),
    reason: &Name,
    (dry_run, now): (bool, DateTime<Utc>),
) -> Result<Season, ServiceError> {
    tried(conn, dry_run, async |conn| {
        let mut row = locked(conn, caller, (club, id)).await?;
        if row.closed_at.take().is_none() {
            return Err(ServiceError::SeasonOpen(row.name));
        }
        seasons::thaw(conn, id).await?;
        seasons::update(conn, &row).await?;
        note(conn, caller, id, now, vec![plain(What::Reopened, Some(reason.to_string()))]).await?;
        Season::read(row)
    })
    .await
}

/// Deletes an open season with its log; games are not touched.
///
/// # Errors
///
/// If the caller may not manage the club, or the season is closed.
pub async fn remove(
    conn: &mut Connection,
    caller: &Caller,
    (club, id): (Uuid, Uuid),
) -> Result<(), ServiceError> {
    tried(conn, false, async |conn| {
        let row = locked(conn, caller, (club, id)).await?;
        if row.closed_at.is_some() {
            return Err(ServiceError::SeasonClosed(row.name));
        }
        Ok(seasons::delete(conn, id).await?)
    })
    .await
}

/// Reads a season that the caller may change, and holds it until the transaction ends.
pub(super) async fn locked(
    conn: &mut Connection,
    caller: &Caller,
    (club, id): (Uuid, Uuid),
) -> Result<SeasonRow, ServiceError> {
    caller.club(club, Scope::Manage)?;
    // Whoever deletes the club takes it first and its players and seasons later: wait here, not there.
    if !clubs::stays(conn, club).await? {
        return Err(ServiceError::ClubNotFound);
    }
    seasons::lock(conn, club, id).await?.ok_or(ServiceError::SeasonNotFound)
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

fn stored(chain: &Chain) -> Result<serde_json::Value, ServiceError> {
    serde_json::to_value(chain).map_err(ServiceError::UnwritableEvent)
}

/// The season as it is to be; its ranking is only in the second.
fn edited(
    mut row: SeasonRow,
    before: &Season,
    edit: SeasonEdit,
) -> Result<(SeasonRow, Season), ServiceError> {
    if let Some(name) = edit.name {
        (row.name, row.name_key) = (name.to_string(), name.key());
    }
    row.first_day = edit.from.unwrap_or(row.first_day);
    row.last_day = edit.to.unwrap_or(row.last_day);
    if let Some(SeasonGames { variant, players, partners }) = edit.games {
        (row.variant, row.seats, row.partners) = (variant, players, partners);
    }
    let mut after = Season::read(row.clone())?;
    if let Some(chain) = edit.chain {
        after.chain = seeded(chain, &before.chain.seed)?;
    }
    Ok((row, after))
}

fn plain(what: What, reason: Option<String>) -> Changed {
    Changed { what, before: None, after: None, reason, adjustment: None }
}

fn facts(season: &Season) -> Facts {
    let Season { name, from, to, games, chain, .. } = season.clone();
    Facts { name: Some(name), from: Some(from), to: Some(to), games: Some(games), chain: Some(chain) }
}

/// What is different, each with only its own facts.
fn differences(before: &Season, after: &Season) -> Vec<Changed> {
    let (old, new) = (facts(before), facts(after));
    type Part = fn(&Facts) -> Facts;
    let parts: [(What, Part); 4] = [
        (What::Name, |it| Facts { name: it.name.clone(), ..Facts::default() }),
        (What::Range, |it| Facts { from: it.from, to: it.to, ..Facts::default() }),
        (What::Games, |it| Facts { games: it.games.clone(), ..Facts::default() }),
        (What::Chain, |it| Facts { chain: it.chain.clone(), ..Facts::default() }),
    ];
    let changed = |(what, part): (What, Part)| {
        let (before, after) = (part(&old), part(&new));
        let changed =
            Changed { what, before: Some(before), after: Some(after), reason: None, adjustment: None };
        (changed.before != changed.after).then_some(changed)
    };
    parts.into_iter().filter_map(changed).collect()
}
