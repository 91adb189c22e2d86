//! Whether the log of a season can be so, and what it says about the season.

use std::collections::{BTreeMap, HashSet};

use chrono::{DateTime, Datelike, NaiveDate, Utc};
use uuid::Uuid;

use super::check::read;
use crate::rules::{MAX_SEATS, Variant};
use crate::service::names::Name;
use crate::service::seasons::{AdjustedBy, Changed, Facts, Season, SeasonGames, What};
use crate::standings::{Chain, MOST_POINTS};
use crate::store::seasons::{AdjustmentRow, ChangeRow};

/// What became of an adjustment: for whom, how many points, why, and why it was cancelled.
type Adjustment = (Uuid, i32, Option<String>, Option<String>);

/// What a log says about its season.
#[derive(Debug, Default, PartialEq, Eq)]
struct Told {
    facts: Facts,
    closed: Option<DateTime<Utc>>,
    adjustments: BTreeMap<Uuid, Adjustment>,
}

/// Whether a season and its adjustments are what its log says.
///
/// # Errors
///
/// What speaks against it.
pub fn agree(
    season: &Season,
    changes: &[ChangeRow],
    adjustments: &[AdjustmentRow],
    players: &HashSet<Uuid>,
) -> Result<(), String> {
    let mut told = Told::default();
    let mut rest = Vec::new();
    for (index, row) in changes.iter().enumerate() {
        let at = |why: String| format!("change {}: {why}", index + 1);
        let changed: Changed = read(&row.body).map_err(at)?;
        check(&changed, players).map_err(at)?;
        rest.push((index, changed, row.at));
    }
    for turn in 0..rest.len() {
        // Older versions wrote down when a change was asked for: of two at once the second may be told
        // first. What it was before says which came first.
        let next = rest.iter().position(|(_, changed, _)| told.is_followed_by(changed)).unwrap_or_default();
        let (index, changed, time) = rest.remove(next);
        let at = |why: String| format!("change {}: {why}", index + 1);
        if (turn == 0) != (changed.what == What::Created) {
            return Err(at("a log begins with `created`, which is there once".to_owned()));
        }
        told.take(changed, time).map_err(at)?;
    }
    if changes.is_empty() {
        return Err("its log is empty".to_owned());
    }
    let Season { name, from, to, games, chain, closed_at, .. } = season.clone();
    let facts =
        Facts { name: Some(name), from: Some(from), to: Some(to), games: Some(games), chain: Some(chain) };
    let adjusted = |row: &AdjustmentRow| {
        (row.id, (row.player_id, row.points, Some(row.reason.clone()), row.cancelled.clone()))
    };
    let is = |what: &str, same: bool| {
        if same { Ok(()) } else { Err(format!("`{what}` is not what its log says")) }
    };
    is("name", told.facts.name == facts.name)?;
    is("from", told.facts.from == facts.from)?;
    is("to", told.facts.to == facts.to)?;
    is("variant`, `players` or `partners", told.facts.games == facts.games)?;
    is("chain", told.facts.chain == facts.chain)?;
    is("closed_at", told.closed == closed_at)?;
    is("adjustments", told.adjustments == adjustments.iter().map(adjusted).collect())
}

impl Told {
    /// Whether the season was so before a change as the change says.
    fn is_followed_by(&self, changed: &Changed) -> bool {
        let known = |by: &AdjustedBy| self.adjustments.contains_key(&by.id);
        match changed.what {
            What::Created => self.facts == Facts::default(),
            What::Closed => self.closed.is_none(),
            What::Reopened => self.closed.is_some(),
            What::Adjusted => true,
            What::AdjustmentCancelled => changed.adjustment.as_ref().is_some_and(known),
            What::Name | What::Range | What::Games | What::Chain => {
                let Facts { name, from, to, games, chain } = changed.before.clone().unwrap_or_default();
                (name.is_none() || name == self.facts.name)
                    && (from.is_none() || from == self.facts.from)
                    && (to.is_none() || to == self.facts.to)
                    && (games.is_none() || games == self.facts.games)
                    && (chain.is_none() || chain == self.facts.chain)
            }
        }
    }

    fn take(&mut self, changed: Changed, at: DateTime<Utc>) -> Result<(), String> {
        match changed.what {
            What::Closed => self.closed = Some(at),
            What::Reopened => self.closed = None,
            What::Adjusted | What::AdjustmentCancelled => {
                let AdjustedBy { id, player, points } =
                    changed.adjustment.ok_or("it does not say which adjustment")?;
                let (reason, cancelled) = match changed.what {
                    What::Adjusted => (changed.reason, None),
                    _ => (self.adjustments.remove(&id).and_then(|known| known.2), changed.reason),
                };
                if self.adjustments.insert(id, (player, points, reason, cancelled)).is_some() {
                    return Err(format!("the adjustment {id} is made twice"));
                }
            }
            What::Created | What::Name | What::Range | What::Games | What::Chain => {
                let Facts { name, from, to, games, chain } = changed.after.unwrap_or_default();
                let facts = &mut self.facts;
                facts.name = name.or(facts.name.take());
                facts.from = from.or(facts.from);
                facts.to = to.or(facts.to);
                facts.games = games.or(facts.games.take());
                facts.chain = chain.or(facts.chain.take());
            }
        }
        Ok(())
    }
}

fn check(changed: &Changed, players: &HashSet<Uuid>) -> Result<(), String> {
    for facts in [&changed.before, &changed.after].into_iter().flatten() {
        check_facts(facts)?;
    }
    if changed.reason.as_deref().is_some_and(|reason| !is_text(reason)) {
        return Err("a reason of 1 to 200 characters is expected".to_owned());
    }
    match &changed.adjustment {
        Some(AdjustedBy { player, .. }) if !players.contains(player) => {
            Err(format!("the player {player} is not in the file"))
        }
        Some(AdjustedBy { points, .. }) => check_points(*points),
        None => Ok(()),
    }
}

fn check_facts(facts: &Facts) -> Result<(), String> {
    if facts.name.as_deref().is_some_and(|name| !is_text(name)) {
        return Err("its name is no name".to_owned());
    }
    facts.from.into_iter().chain(facts.to).try_for_each(check_day)?;
    if let Some(SeasonGames { variant, players, .. }) = &facts.games {
        check_players(*players)?;
        if let Some(variant) = variant {
            read::<Variant>(&variant.as_str().into())?;
        }
    }
    facts.chain.as_ref().map_or(Ok(()), check_chain)
}

/// Whether it is written as a name or reason is stored.
pub fn is_text(text: &str) -> bool {
    text.parse::<Name>().is_ok_and(|read| read.as_str() == text)
}

/// The days that a season may have.
pub fn check_day(day: NaiveDate) -> Result<(), String> {
    match day.year() {
        1..=9999 => Ok(()),
        _ => Err("a season has days of the years 1 to 9999".to_owned()),
    }
}

/// How many players games of a season may have.
pub fn check_players(players: Option<i16>) -> Result<(), String> {
    match players.map(usize::try_from) {
        None => Ok(()),
        Some(Ok(players)) if (2..=MAX_SEATS).contains(&players) => Ok(()),
        Some(_) => Err(format!("`players` is a number from 2 to {MAX_SEATS}")),
    }
}

/// How many points a club may give or take at once.
pub fn check_points(points: i32) -> Result<(), String> {
    match i64::from(points) {
        0 => Err("0 points are none".to_owned()),
        points if (-MOST_POINTS..=MOST_POINTS).contains(&points) => Ok(()),
        points => Err(format!("so many points are not possible: {points}")),
    }
}

/// How a season may be ranked.
pub fn check_chain(chain: &Chain) -> Result<(), String> {
    chain.check().map_err(|bad| format!("`chain`: {bad}"))?;
    if chain.draws_lots() && chain.seed.is_empty() {
        return Err("`chain`: `seed` is missing, and `lots` are drawn by it".to_owned());
    }
    Ok(())
}
