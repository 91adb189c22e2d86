//! What can be changed about a season, in the one form in which it is asked for, stored and shown.

use chrono::{Datelike, NaiveDate};
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::standings::{BadMember, Chain, GameKinds, MOST_POINTS, Ranking};

/// The settings of a season, as far as a change is about them.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = SeasonSettings)]
pub struct Settings {
    pub name: Option<String>,
    /// The first day, in the club's time zone.
    pub from: Option<NaiveDate>,
    /// The last day.
    pub to: Option<NaiveDate>,
    /// Which games of these days count.
    pub games: Option<GameKinds>,
    /// How players are ranked.
    #[schema(value_type = Option<Ranking>)]
    pub chain: Option<Chain>,
}

/// What can be changed about a season.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = SeasonChangeKind)]
pub enum ChangeKind {
    Created,
    Name,
    /// The first or the last day.
    Range,
    /// Which games count.
    Games,
    /// How players are ranked.
    Chain,
    Closed,
    Reopened,
    /// Points were given or taken.
    Adjusted,
    AdjustmentCancelled,
}

/// An adjustment, as a change names it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AdjustmentRef {
    pub id: Uuid,
    /// The player's id.
    pub player: Uuid,
    pub points: i32,
}

/// What was changed about a season once. Is stored as JSON.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    pub what: ChangeKind,
    /// The values before it.
    pub before: Option<Settings>,
    /// The values after it.
    pub after: Option<Settings>,
    /// The reason.
    pub reason: Option<String>,
    /// The adjustment that it is about.
    pub adjustment: Option<AdjustmentRef>,
}

impl Change {
    /// A season with these settings is created.
    pub fn created(settings: Settings) -> Change {
        Change { after: Some(settings), ..Change::plain(ChangeKind::Created) }
    }

    /// Something for which nothing has to be said.
    pub fn plain(what: ChangeKind) -> Change {
        Change { what, before: None, after: None, reason: None, adjustment: None }
    }

    /// Something that has a reason.
    pub fn because(what: ChangeKind, reason: &str) -> Change {
        Change { reason: Some(reason.to_owned()), ..Change::plain(what) }
    }

    /// Something about an adjustment.
    pub fn about(self, adjustment: AdjustmentRef) -> Change {
        Change { adjustment: Some(adjustment), ..self }
    }

    /// The adjustment that it is about, and the reason.
    ///
    /// Errors: what is missing.
    pub(super) fn adjusted(&self) -> Result<(AdjustmentRef, String), String> {
        let about = self.adjustment.clone().ok_or("it does not say which adjustment")?;
        Ok((about, self.reason.clone().ok_or("it gives no reason")?))
    }
}

impl Settings {
    /// These settings where they are there, else those of `old`.
    pub fn or(self, old: &Settings) -> Settings {
        let old = old.clone();
        Settings {
            name: self.name.or(old.name),
            from: self.from.or(old.from),
            to: self.to.or(old.to),
            games: self.games.or(old.games),
            chain: self.chain.or(old.chain),
        }
    }

    /// What is otherwise in `after`, each with only its own settings.
    pub fn changes_to(&self, after: &Settings) -> Vec<Change> {
        type Part = fn(&Settings) -> Settings;
        let parts: [(ChangeKind, Part); 4] = [
            (ChangeKind::Name, |it| Settings { name: it.name.clone(), ..Settings::default() }),
            (ChangeKind::Range, |it| Settings { from: it.from, to: it.to, ..Settings::default() }),
            (ChangeKind::Games, |it| Settings { games: it.games, ..Settings::default() }),
            (ChangeKind::Chain, |it| Settings { chain: it.chain.clone(), ..Settings::default() }),
        ];
        let changed = |(what, part): (ChangeKind, Part)| {
            let (before, after) = (Some(part(self)), Some(part(after)));
            (before != after).then(|| Change { before, after, ..Change::plain(what) })
        };
        parts.into_iter().filter_map(changed).collect()
    }

    /// Whether a season may have them.
    ///
    /// Errors: the first member that cannot be so.
    pub fn check(&self) -> Result<(), BadMember> {
        let bad = |member: &str, why: String| Err(BadMember { member: member.to_owned(), why });
        for (member, day) in [("from", self.from), ("to", self.to)] {
            if day.is_some_and(|day| !(1..=9999).contains(&day.year())) {
                return bad(member, "must be a day of the years 1 to 9999".to_owned());
            }
        }
        let inside =
            |place: &str, bad: BadMember| BadMember { member: format!("{place}/{}", bad.member), ..bad };
        let games = self.games.as_ref().map_or(Ok(()), GameKinds::check);
        games.map_err(|bad| inside("games", bad))?;
        let chain = self.chain.as_ref().map_or(Ok(()), Chain::check);
        chain.map_err(|bad| inside("chain", bad))
    }
}

/// The points, if a club may add so many at once, or deduct them if they are less than 0.
///
/// Errors: why it may not.
pub fn check_points(points: i64) -> Result<i32, BadMember> {
    let in_range = |points: &i32| (-MOST_POINTS..=MOST_POINTS).contains(&i64::from(*points));
    let why = match i32::try_from(points).ok().filter(in_range) {
        Some(0) => "must not be 0".to_owned(),
        Some(points) => return Ok(points),
        None => format!("must be a whole number from -{MOST_POINTS} to {MOST_POINTS}"),
    };
    Err(BadMember { member: "points".to_owned(), why })
}
