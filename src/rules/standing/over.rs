//! How a match ends, and how it stands then.

use std::collections::BTreeMap;

use super::{Line, LineSource, MatchTally, Standing};
use crate::rules::penalty::{DeclaredEnd, EndKind};
use crate::rules::ruleset::{MatchGoal, MatchTie, Ranks};
use crate::rules::seat::Side;

impl MatchTally<'_> {
    /// Ends the match as the table says: who has won then.
    pub(super) fn declare(&mut self, kind: EndKind, declared: &[DeclaredEnd]) -> Vec<Side> {
        let scores: BTreeMap<Side, i32> =
            declared.iter().filter_map(|end| end.scores.clone()).flatten().collect();
        if declared.iter().any(|end| end.scores.is_some()) {
            let reached = |side: &Side| self.totals.get(side).copied().unwrap_or(0);
            let added = scores.iter().map(|(side, score)| (*side, score - reached(side))).collect();
            self.totals.extend(scores);
            let (source, totals) = (LineSource::Declared, self.totals.clone());
            self.lines.push(Line { source, added, totals, notes: Vec::new() });
        }
        match kind {
            EndKind::Abandoned => Vec::new(),
            EndKind::TimeLimit => self.settle(self.leaders()),
            EndKind::ResultOnly if self.noted.is_some() => self.noted.clone().unwrap_or_default(),
            // Who gave up has left.
            EndKind::Forfeit | EndKind::ResultOnly => self.leaders(),
            EndKind::Draw => self.playing().map(|(side, _)| *side).collect(),
        }
    }

    /// The rank of each side; `by_rounds`: rounds that were won decide between equal totals. Those who
    /// agreed on a draw are level.
    fn ranks(&self, by_rounds: bool, declared: Option<EndKind>) -> BTreeMap<Side, u16> {
        let won = |side: &Side| self.rounds_won.get(side).copied().filter(|_| by_rounds);
        let place = |side: &Side, total: i32| match self.gone.contains(side) {
            false if declared == Some(EndKind::Draw) => (true, true, 0, None),
            _ if self.noted.is_some() => (self.has_noted(*side), true, 0, None),
            gone => (!gone, self.is_known(*side), self.merit(total), won(side)),
        };
        let places: Vec<_> = self.totals.iter().map(|(side, total)| (*side, place(side, *total))).collect();
        let rank = |own: &(bool, bool, i32, Option<u16>)| {
            let mut ahead: Vec<_> =
                places.iter().map(|(_, other)| *other).filter(|other| other > own).collect();
            if self.rules.matching().ranks == Ranks::Dense {
                ahead.sort_unstable();
                ahead.dedup();
            }
            ahead.into_iter().fold(1, |rank, _| rank + 1)
        };
        places.iter().map(|(side, own)| (*side, rank(own))).collect()
    }

    fn has_noted(&self, side: Side) -> bool {
        self.noted.as_ref().is_some_and(|winners| winners.contains(&side))
    }

    pub(super) fn standing(self, end: Option<(usize, Vec<Side>)>, declared: Option<EndKind>) -> Standing {
        let matching = self.rules.matching();
        let missing = |target: u16, total: &i32| (i32::from(target) - total).max(0);
        let needs = matching
            .target
            .map(|target| self.playing().map(|(side, total)| (*side, missing(target, total))).collect());
        let rounds_left = matching.rounds.map(|rounds| usize::from(rounds).saturating_sub(self.played));
        let (finished_after, winners) =
            end.map_or((None, Vec::new()), |(round, winners)| (Some(round), winners));
        let is_settled = matches!(declared, None | Some(EndKind::TimeLimit)) && finished_after.is_some();
        let by_rounds_won = is_settled && self.leaders().len() > winners.len();
        // Fewer rounds flatter only where few points win.
        let few_rounds = self.behind.iter().filter(|_| matching.goal == MatchGoal::Low);
        let unfinished = match declared {
            Some(_) => self.totals.keys().copied().collect(),
            None => self.gone.union(&self.missing).chain(few_rounds).copied().collect(),
        };
        Standing {
            has_totals: self.noted.is_none(),
            unfinished,
            ranks: self.ranks(is_settled && matching.tie == MatchTie::MostRoundsWon, declared),
            needs: needs.unwrap_or_default(),
            plays_on: self.plays_on().filter(|_| finished_after.is_none()),
            rounds_left,
            finished_after,
            winners,
            by_rounds_won,
            rounds_won: self.rounds_won,
            totals: self.totals,
            lines: self.lines,
            declared,
        }
    }
}
