//! A season as its log tells it.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use thiserror::Error;
use uuid::Uuid;

use super::{Change, ChangeKind, Settings};

/// What became of an adjustment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Adjustment {
    /// The player that it is for.
    pub player: Uuid,
    pub points: i32,
    /// When it was made.
    pub at: DateTime<Utc>,
    /// Why it was made.
    pub reason: Option<String>,
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
    pub fn replay(log: impl IntoIterator<Item = (Change, DateTime<Utc>)>) -> Result<Season, BrokenLog> {
        let mut season = Season::default();
        let mut rest: Vec<(usize, (Change, DateTime<Utc>))> = (1..).zip(log).collect();
        if rest.is_empty() {
            return Err(BrokenLog::Empty);
        }
        while !rest.is_empty() {
            // Older versions wrote down when a change was asked for: of two at once the second may be told
            // first. What it was before says which came first.
            let next = rest.iter().position(|(_, (change, _))| season.is_followed_by(change));
            let (number, (change, at)) = rest.remove(next.unwrap_or_default());
            season.apply(&change, at).map_err(|why| BrokenLog::Position { number, why })?;
        }
        Ok(season)
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
    pub fn apply(&mut self, change: &Change, at: DateTime<Utc>) -> Result<(), String> {
        if self.is_created() == (change.what == ChangeKind::Created) {
            return Err("a log begins with `created`, which is there once".to_owned());
        }
        match change.what {
            ChangeKind::Closed => self.closed_at = Some(at),
            ChangeKind::Reopened => self.closed_at = None,
            ChangeKind::Adjusted | ChangeKind::AdjustmentCancelled => self.adjust(change, at)?,
            ChangeKind::Created
            | ChangeKind::Name
            | ChangeKind::Range
            | ChangeKind::Games
            | ChangeKind::Chain => {
                self.settings = change.after.clone().unwrap_or_default().or(&self.settings);
            }
        }
        Ok(())
    }

    fn adjust(&mut self, change: &Change, at: DateTime<Utc>) -> Result<(), String> {
        let about = change.adjustment.as_ref().ok_or("it does not say which adjustment")?;
        let (id, player, points) = (about.id, about.player, about.points);
        let known = self.adjustments.get(&id);
        let reason = change.reason.clone();
        let adjustment = match (change.what, known) {
            (ChangeKind::Adjusted, None) => Adjustment { player, points, at, reason, cancelled: None },
            (ChangeKind::Adjusted, Some(_)) => return Err(format!("the adjustment {id} is made twice")),
            (_, known) => {
                let at = known.map_or(at, |known| known.at);
                let why = known.and_then(|known| known.reason.clone());
                Adjustment { player, points, at, reason: why, cancelled: reason }
            }
        };
        self.adjustments.insert(id, adjustment);
        Ok(())
    }
}
