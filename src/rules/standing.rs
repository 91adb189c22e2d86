//! From rounds to a match: totals, the end, the winner, what is still needed.

use std::collections::BTreeMap;

use super::at::and_list;
use super::ruleset::{MatchGoal, MatchTie, MatchType, Ruleset};
use super::scoring::Score;
use super::seat::{Seating, Side};
use super::stacks::starts_game;

/// How a match stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The total of each side.
    pub totals: BTreeMap<Side, i32>,
    /// The rank of each side, equal totals together (1, 1, 3).
    pub ranks: BTreeMap<Side, u16>,
    /// The rounds that each side won.
    pub rounds_won: BTreeMap<Side, u16>,
    /// The points that each side still needs; none in a match of rounds.
    pub needs: BTreeMap<Side, i32>,
    /// The rounds that are left at least; none in a match to a target.
    pub rounds_left: Option<usize>,
    /// After how many rounds the match was over.
    pub finished_after: Option<usize>,
    /// Who won; several if they won together; none while the match runs.
    pub winners: Vec<Side>,
}

impl Standing {
    /// How the match stands after these rounds; those after its end do not count.
    #[must_use]
    pub fn of<'a>(
        rules: &Ruleset,
        seating: Seating,
        rounds: impl IntoIterator<Item = &'a Score>,
    ) -> Standing {
        let mut tally =
            Tally { rules, totals: seating.by_side(&0), rounds_won: seating.by_side(&0), played: 0 };
        let mut end = None;
        for score in rounds {
            tally.add(score);
            end = tally.winners().map(|winners| (tally.played, winners));
            if end.is_some() {
                break;
            }
        }
        tally.standing(end)
    }

    /// How the match ended, as a sentence.
    #[must_use]
    pub fn how(&self) -> Option<String> {
        self.finished_after?;
        let won = match self.winners.as_slice() {
            [] => "nobody won".to_owned(),
            [winner] => format!("{winner} won"),
            winners => format!("{} won together", and_list(winners)),
        };
        Some(format!("{won}, {}", self.totals_text()))
    }

    fn totals_text(&self) -> String {
        let parts: Vec<String> = self.totals.iter().map(|(side, total)| format!("{side} {total}")).collect();
        parts.join(" : ")
    }
}

struct Tally<'a> {
    rules: &'a Ruleset,
    totals: BTreeMap<Side, i32>,
    rounds_won: BTreeMap<Side, u16>,
    played: usize,
}

impl Tally<'_> {
    fn add(&mut self, score: &Score) {
        self.played += 1;
        for (side, points) in &score.points {
            *self.totals.entry(*side).or_default() += points;
        }
        for side in &score.winners {
            *self.rounds_won.entry(*side).or_default() += 1;
        }
    }

    /// The number by which sides are compared: more is better.
    fn merit(&self, total: i32) -> i32 {
        if self.rules.matching().goal == MatchGoal::Low { -total } else { total }
    }

    fn leaders(&self) -> Vec<Side> {
        let best = self.totals.values().map(|total| self.merit(*total)).max();
        self.totals
            .iter()
            .filter(|(_, total)| Some(self.merit(**total)) == best)
            .map(|(side, _)| *side)
            .collect()
    }

    /// Who has won, if the match is over now.
    fn winners(&self) -> Option<Vec<Side>> {
        let matching = self.rules.matching();
        match matching.r#type {
            MatchType::Target => {
                let target = i32::from(matching.target?);
                let reached = self.totals.values().any(|total| *total >= target);
                let leaders = self.leaders();
                let settled = match matching.goal {
                    MatchGoal::High => leaders.len() == 1,
                    MatchGoal::Low => leaders.len() == 1 || matching.tie != MatchTie::ExtraRound,
                };
                (reached && settled).then(|| self.settle(leaders))
            }
            MatchType::Rounds => {
                let rounds = usize::from(matching.rounds?);
                if self.played < rounds {
                    return None;
                }
                let leaders = self.leaders();
                let play_on = match matching.tie {
                    _ if leaders.len() == 1 => self.rules.stacks().is_some() && !starts_game(self.played + 1),
                    MatchTie::ExtraRound => true,
                    MatchTie::ExtraGame => true,
                    MatchTie::Joint | MatchTie::MostRoundsWon => false,
                };
                (!play_on).then(|| self.settle(leaders))
            }
        }
    }

    fn settle(&self, leaders: Vec<Side>) -> Vec<Side> {
        if self.rules.matching().tie != MatchTie::MostRoundsWon || leaders.len() == 1 {
            return leaders;
        }
        let won = |side: &Side| self.rounds_won.get(side).copied().unwrap_or(0);
        let most = leaders.iter().map(won).max();
        leaders.into_iter().filter(|side| Some(won(side)) == most).collect()
    }

    fn standing(self, end: Option<(usize, Vec<Side>)>) -> Standing {
        let matching = self.rules.matching();
        let rank = |total: i32| {
            let ahead = self.totals.values().filter(|other| self.merit(**other) > self.merit(total)).count();
            u16::try_from(ahead).unwrap_or(u16::MAX).saturating_add(1)
        };
        let ranks = self.totals.iter().map(|(side, total)| (*side, rank(*total))).collect();
        let needs = matching
            .target
            .map(|target| {
                self.totals.iter().map(|(side, total)| (*side, (i32::from(target) - total).max(0))).collect()
            })
            .unwrap_or_default();
        let rounds_left = matching.rounds.map(|rounds| usize::from(rounds).saturating_sub(self.played));
        let (finished_after, winners) =
            end.map_or((None, Vec::new()), |(played, winners)| (Some(played), winners));
        Standing {
            ranks,
            needs,
            rounds_left,
            finished_after,
            winners,
            rounds_won: self.rounds_won,
            totals: self.totals,
        }
    }
}
