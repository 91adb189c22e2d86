//! A season that is being changed: what was changed is added to its log, and the rest follows.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use super::{Season, broken, read_change, table};
use crate::seasons::{Adjustment, Change, ChangeKind, Season as Replayed};
use crate::service::auth::Caller;
use crate::service::{ServiceError, storable};
use crate::store::keys::Scope;
use crate::store::seasons::{self, AdjustmentRow, ChangeRow, SeasonRow};
use crate::store::{Connection, clubs};

/// A season that nobody else can change until the transaction ends.
pub(super) struct Held {
    row: SeasonRow,
    /// The season as its log tells it.
    pub season: Replayed,
    /// When it was changed last.
    last: Option<DateTime<Utc>>,
}

impl Held {
    /// A season of which nothing is in its log yet.
    pub fn new(row: SeasonRow) -> Held {
        Held { row, season: Replayed::default(), last: None }
    }

    /// Reads a season that the caller may change, and holds it.
    pub async fn take(
        conn: &mut Connection,
        caller: &Caller,
        (club, id): (Uuid, Uuid),
    ) -> Result<Held, ServiceError> {
        caller.club(club, Scope::Manage)?;
        // Whoever deletes the club takes it first and its players and seasons later: wait here, not there.
        if !clubs::stays(conn, club).await? {
            return Err(ServiceError::ClubNotFound);
        }
        let row = seasons::lock(conn, club, id).await?.ok_or(ServiceError::SeasonNotFound)?;
        Held::of(conn, row).await
    }

    /// A season whose row is held, with what its log tells.
    pub async fn of(conn: &mut Connection, row: SeasonRow) -> Result<Held, ServiceError> {
        let id = row.id;
        let rows = seasons::changes(conn, id, None, i64::MAX).await?;
        let last = rows.iter().map(|row| row.at).max();
        let log = rows.into_iter().map(|row| Ok((row.at, read_change(row)?)));
        let log = log.collect::<Result<Vec<_>, ServiceError>>()?;
        let season = Replayed::replay(log.into_iter().map(|(at, change)| (change, at)));
        Ok(Held { row, season: season.map_err(|why| broken(id, &why))?, last })
    }

    /// The season's id.
    pub fn id(&self) -> Uuid {
        self.row.id
    }

    /// The same, if the season is open.
    pub fn open(self) -> Result<Held, ServiceError> {
        if self.season.closed_at.is_some() { Err(self.is_closed()) } else { Ok(self) }
    }

    /// That the season is closed.
    pub fn is_closed(&self) -> ServiceError {
        ServiceError::SeasonClosed(self.row.name.clone())
    }

    /// That the season is open.
    pub fn is_open(&self) -> ServiceError {
        ServiceError::SeasonOpen(self.row.name.clone())
    }

    /// Makes what is stored beside the log as it says; whether it was otherwise.
    pub async fn put_right(self, conn: &mut Connection) -> Result<bool, ServiceError> {
        let id = self.row.id;
        let row = derived(self.row.clone(), &self.season)?;
        let stored = seasons::adjustments(conn, id, None, i64::MAX).await?;
        let stored: BTreeMap<Uuid, AdjustmentRow> =
            stored.into_iter().map(|(row, _)| (row.id, row)).collect();
        let adjustment = |(id, told): (&Uuid, &Adjustment)| {
            let known = stored.get(id);
            let row = AdjustmentRow {
                id: *id,
                season_id: row.id,
                player_id: told.player,
                points: told.points,
                reason: told.reason.clone().unwrap_or_default(),
                created_at: known.map_or(told.at, |known| known.created_at),
                key_id: known.and_then(|known| known.key_id),
                cancelled: told.cancelled.clone(),
            };
            (*id, row)
        };
        let right: BTreeMap<Uuid, AdjustmentRow> = self.season.adjustments.iter().map(adjustment).collect();
        // Older versions wrote fewer members of a ranking, which means the same.
        let kept = Season::read(self.row.clone())?.row(row.club_id)?;
        let is_wrong = row != kept || right != stored;
        if is_wrong {
            seasons::update(conn, &row).await?;
            seasons::replace_adjustments(conn, id, &right.into_values().collect::<Vec<_>>()).await?;
        }
        Ok(is_wrong)
    }

    /// Adds to the log, and brings up to date what is stored beside it. That was never before what was
    /// changed last, whatever the clock says, as the log is read in the order of its times.
    pub async fn record(
        mut self,
        conn: &mut Connection,
        caller: &Caller,
        now: DateTime<Utc>,
        changes: Vec<Change>,
    ) -> Result<Season, ServiceError> {
        let after_last = self.last.map(|last| last + TimeDelta::microseconds(1));
        let at = after_last.map_or(storable(now), |after| after.max(storable(now)));
        let mut rows = Vec::new();
        for change in changes {
            self.season.apply(&change, at).map_err(ServiceError::Contradiction)?;
            self.row = derived(self.row, &self.season)?;
            self.project(conn, &change, (at, caller.key_id)).await?;
            let body = serde_json::to_value(change).map_err(ServiceError::UnwritableEvent)?;
            let (id, season_id, key_id) = (Uuid::now_v7(), self.row.id, Some(caller.key_id));
            rows.push(ChangeRow { id, season_id, at, key_id, body });
        }
        seasons::add_changes(conn, &rows).await?;
        seasons::update(conn, &self.row).await?;
        Season::read(self.row)
    }

    /// Writes what a change means for what is stored beside the season itself.
    async fn project(
        &self,
        conn: &mut Connection,
        change: &Change,
        (at, key): (DateTime<Utc>, Uuid),
    ) -> Result<(), ServiceError> {
        match (change.what, &change.adjustment) {
            (ChangeKind::Adjusted, Some(about)) => {
                let row = AdjustmentRow {
                    id: about.id,
                    season_id: self.row.id,
                    player_id: about.player,
                    points: about.points,
                    reason: change.reason.clone().unwrap_or_default(),
                    created_at: at,
                    key_id: Some(key),
                    cancelled: None,
                };
                seasons::adjust(conn, &row).await?;
            }
            (ChangeKind::AdjustmentCancelled, Some(about)) => {
                seasons::cancel(conn, about.id, change.reason.as_deref().unwrap_or_default()).await?;
            }
            (ChangeKind::Closed, _) => {
                table::freeze(conn, self.row.club_id, &Season::read(self.row.clone())?).await?;
            }
            (ChangeKind::Reopened, _) => seasons::unfreeze(conn, self.row.id).await?,
            _ => {}
        }
        Ok(())
    }
}

/// A season as it follows from its log.
pub(super) fn derived(row: SeasonRow, replayed: &Replayed) -> Result<SeasonRow, ServiceError> {
    let club = row.club_id;
    let Season { id, name, from, to, games, chain, created_at, .. } = Season::read(row)?;
    let settings = replayed.settings.clone();
    let season = Season {
        id,
        name: settings.name.unwrap_or(name),
        from: settings.from.unwrap_or(from),
        to: settings.to.unwrap_or(to),
        games: settings.games.unwrap_or(games),
        chain: settings.chain.unwrap_or(chain),
        created_at,
        closed_at: replayed.closed_at,
    };
    season.row(club)
}
