//! A season as its log tells it.

use std::collections::{BTreeMap, VecDeque, btree_map};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;
use thiserror::Error;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{AdjustmentRef, Change, ChangeKind, Settings};

/// An entry of the log of a season.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub id: Uuid,
    pub at: DateTime<Utc>,
    /// The key that the change was made with.
    pub key: Option<Uuid>,
    pub change: Change,
}

/// Points that a club added or deducted.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ExportedAdjustment)]
pub struct Adjustment {
    pub id: Uuid,
    /// The id of the player.
    pub player: Uuid,
    pub points: i32,
    pub reason: String,
    /// The time as it is kept, with fractions of a second.
    #[schema(value_type = String, examples("2026-11-29T20:44:10.123456Z"))]
    pub created_at: DateTime<Utc>,
    /// The id of the key that it was done with.
    pub key: Option<Uuid>,
    /// Why it does not count, if it was cancelled.
    pub cancelled: Option<String>,
}

/// A season as its log tells it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Season {
    /// Its settings: all of them.
    pub settings: Settings,
    /// Since when it is closed.
    pub closed_at: Option<DateTime<Utc>>,
    /// When it was changed last.
    pub changed_at: Option<DateTime<Utc>>,
    pub adjustments: BTreeMap<Uuid, Adjustment>,
}

/// A log that no club can have written.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BrokenLog {
    /// There is nothing in it.
    #[error("its log is empty")]
    Empty,
    /// A change does not follow from those before it.
    #[error("change {number}: {why}")]
    Position {
        /// The number of the change, from 1.
        number: usize,
        /// Why.
        why: String,
    },
}

impl Season {
    /// The season of a log.
    ///
    /// Errors: the first change that does not follow from those before it.
    pub fn replay(log: impl IntoIterator<Item = Entry>) -> Result<Season, BrokenLog> {
        let mut season = Season::default();
        let mut rest: VecDeque<(usize, Entry)> = (1..).zip(log).collect();
        if rest.is_empty() {
            return Err(BrokenLog::Empty);
        }
        while let Some((number, entry)) = season.take_next(&mut rest) {
            season.apply(&entry).map_err(|why| BrokenLog::Position { number, why })?;
        }
        Ok(season)
    }

    /// The adjustments, the oldest first.
    pub fn adjustments_by_time(self) -> Vec<Adjustment> {
        let mut all: Vec<Adjustment> = self.adjustments.into_values().collect();
        all.sort_by_key(|it| (it.created_at, it.id));
        all
    }

    /// Older versions wrote down when a change was asked for: of two at once the second may be told first.
    /// What it was before says which came first.
    fn take_next(&self, rest: &mut VecDeque<(usize, Entry)>) -> Option<(usize, Entry)> {
        let next = rest.iter().position(|(_, entry)| self.is_followed_by(&entry.change));
        rest.remove(next.unwrap_or_default())
    }

    /// Whether the season was so before a change as the change says.
    fn is_followed_by(&self, change: &Change) -> bool {
        let adjustment = change.adjustment.as_ref();
        match change.what {
            ChangeKind::Created => !self.is_created(),
            ChangeKind::Closed => self.closed_at.is_none(),
            ChangeKind::Reopened => self.closed_at.is_some(),
            ChangeKind::Adjusted => true,
            ChangeKind::AdjustmentCancelled => {
                adjustment.is_some_and(|it| self.adjustments.contains_key(&it.id))
            }
            ChangeKind::Name | ChangeKind::Range | ChangeKind::Games | ChangeKind::Chain => {
                let before = change.before.clone().unwrap_or_default();
                before.or(&self.settings) == self.settings
            }
        }
    }

    fn is_created(&self) -> bool {
        self.settings != Settings::default()
    }

    /// Takes a change into the season.
    ///
    /// Errors: why it does not follow.
    pub fn apply(&mut self, entry: &Entry) -> Result<(), String> {
        let change = &entry.change;
        if self.is_created() == (change.what == ChangeKind::Created) {
            return Err("a log begins with `created`, which is there once".to_owned());
        }
        match change.what {
            ChangeKind::Closed => self.closed_at = Some(entry.at),
            ChangeKind::Reopened => self.closed_at = None,
            ChangeKind::Adjusted => self.adjust(entry)?,
            ChangeKind::AdjustmentCancelled => self.cancel(change)?,
            ChangeKind::Created
            | ChangeKind::Name
            | ChangeKind::Range
            | ChangeKind::Games
            | ChangeKind::Chain => {
                self.settings = change.after.clone().unwrap_or_default().or(&self.settings);
            }
        }
        self.changed_at = self.changed_at.max(Some(entry.at));
        Ok(())
    }

    fn adjust(&mut self, entry: &Entry) -> Result<(), String> {
        let (AdjustmentRef { id, player, points }, reason) = entry.change.adjusted()?;
        let (created_at, key, cancelled) = (entry.at, entry.key, None);
        let made = Adjustment { id, player, points, reason, created_at, key, cancelled };
        match self.adjustments.entry(id) {
            btree_map::Entry::Vacant(place) => place.insert(made),
            btree_map::Entry::Occupied(_) => return Err(format!("the adjustment {id} is made twice")),
        };
        Ok(())
    }

    fn cancel(&mut self, change: &Change) -> Result<(), String> {
        let (AdjustmentRef { id, .. }, reason) = change.adjusted()?;
        let known = self.adjustments.get_mut(&id);
        known.ok_or_else(|| format!("there is no adjustment {id} yet"))?.cancelled = Some(reason);
        Ok(())
    }
}
