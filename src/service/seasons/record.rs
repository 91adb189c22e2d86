//! A season that is being changed: what was changed is added to its log, and the rest follows.

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use super::{Season, replayed, table};
use crate::seasons::{Change, ChangeKind, Entry, Season as Replayed};
use crate::service::auth::Caller;
use crate::service::{ServiceError, storable};
use crate::store::keys::Scope;
use crate::store::seasons::{self, ChangeRow, SeasonRow};
use crate::store::{Connection, clubs};

/// A season that nobody else can change until the transaction ends.
pub(super) struct Held {
    row: SeasonRow,
    /// The season as its log tells it.
    pub season: Replayed,
}

impl Held {
    /// A season of which nothing is in its log yet.
    pub fn new(row: SeasonRow) -> Held {
        Held { row, season: Replayed::default() }
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
        let season = replayed(conn, row.id).await?;
        Ok(Held { row, season })
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
        let right = derived(self.row.clone(), &self.season)?;
        // Older versions wrote fewer members of a ranking, which means the same.
        let kept = Season::read(self.row.clone())?.row(self.row.club_id)?;
        if right != kept {
            seasons::update(conn, &right).await?;
        }
        Ok(right != kept)
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
        let after_last = self.season.changed_at.map(|last| last + TimeDelta::microseconds(1));
        let at = after_last.map_or(storable(now), |after| after.max(storable(now)));
        let mut rows = Vec::new();
        for change in changes {
            let entry = Entry { id: Uuid::now_v7(), at, key: Some(caller.key_id), change };
            self.season.apply(&entry).map_err(ServiceError::Contradiction)?;
            self.row = derived(self.row, &self.season)?;
            let Entry { id, key: key_id, change, .. } = entry;
            if change.what == ChangeKind::Closed {
                table::freeze(conn, self.row.club_id, &Season::read(self.row.clone())?).await?;
            } else if change.what == ChangeKind::Reopened {
                seasons::unfreeze(conn, self.row.id).await?;
            }
            let body = serde_json::to_value(change).map_err(ServiceError::UnwritableEvent)?;
            rows.push(ChangeRow { id, season_id: self.row.id, at, key_id, body });
        }
        seasons::add_changes(conn, &rows).await?;
        seasons::update(conn, &self.row).await?;
        Season::read(self.row)
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
