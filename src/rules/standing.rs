//! From rounds to a match: totals, the end, the winner, what is still needed.

mod decided;
mod how;
mod line;
mod over;

use std::collections::{BTreeMap, BTreeSet};

use self::decided::Decided;
pub use self::how::totals;
use self::line::{BEYOND, DOUBLED, FLOOR};
pub use self::line::{Line, LineSource, Note};
use super::penalty::{DeclaredEnd, EndKind};
use super::phrase::{Phrase, phrase};
use super::ruleset::{MatchGoal, MatchTie, MatchType, Overshoot, PenaltyFloor, Ruleset};
use super::scoring::Score;
use super::seat::{Seating, Side};
use super::stacks::starts_game;

/// Something that changes totals, in the order in which it counts.
#[derive(Clone, Copy, Debug)]
pub enum Step<'a> {
    /// A round, with its number.
    Round(usize, &'a Score),
    /// A round that is still being played.
    Running,
    /// A penalty, with its number, the side and what it does to its total.
    Penalty(u32, Side, i32),
    /// A bonus, with its number, the side and what it does to its total.
    Bonus(u32, Side, i32),
    /// A side joins, with what it starts at.
    Joined(Side, i32),
    /// Of a side nothing is reported of the next round, although it was there.
    Missing(Side),
    /// A side is no longer complete, or has given up.
    Left(Side),
    /// A side is complete again.
    Returned(Side),
    /// Too few are left to play on.
    Deserted,
}

/// How a match stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The total of each side.
    pub totals: BTreeMap<Side, i32>,
    /// The rank of each side, equal totals together; who has left comes after those who play on.
    pub ranks: BTreeMap<Side, u16>,
    /// The rounds that each side won.
    pub rounds_won: BTreeMap<Side, u16>,
    /// The points that each side that plays on still needs; none in a match of rounds.
    pub needs: BTreeMap<Side, i32>,
    /// The rounds that are left at least; none in a match to a target.
    pub rounds_left: Option<usize>,
    /// Why the match goes on although its target was reached or its rounds are played.
    pub plays_on: Option<Phrase>,
    /// After which round the match was over (0: before the first).
    pub finished_after: Option<usize>,
    /// Who won; several if they won together; none while the match runs.
    pub winners: Vec<Side>,
    /// Whether the rounds that were won decided between equal totals.
    pub by_rounds_won: bool,
    /// How the totals were reached, line by line.
    pub lines: Vec<Line>,
    /// Whether there are totals: where only who won was noted, nobody knows them and all are 0.
    pub has_totals: bool,
    /// How the table ended the match, if not by its rules.
    pub declared: Option<EndKind>,
    /// Sides whose totals cannot be compared with those of other matches: the table ended the match, the
    /// side left and stayed away, its points of a round are missing, or, where few points win, it was not there
    /// in every round.
    pub unfinished: BTreeSet<Side>,
}

impl Standing {
    /// Whether a side has a total by what it played, started at or was declared to have; penalties and
    /// bonuses alone are none.
    pub fn has_reached(&self, side: Side) -> bool {
        self.lines.iter().any(|line| match line.source {
            LineSource::Round(_) | LineSource::Declared => line.added.contains_key(&side),
            LineSource::Joined(_) => line.added.get(&side).is_some_and(|start| *start != 0),
            LineSource::Penalty(_) | LineSource::Bonus(_) => false,
        })
    }

    /// How the match stands after these steps; those after its end do not count. The sides of
    /// `seating` are there from the start.
    pub fn of<'a>(
        rules: &Ruleset,
        seating: Seating,
        steps: impl IntoIterator<Item = Step<'a>>,
        declared: &[DeclaredEnd],
    ) -> Standing {
        let mut tally = MatchTally {
            rules,
            totals: seating.by_side(&0),
            rounds_won: seating.by_side(&0),
            played: 0,
            last: 0,
            lines: Vec::new(),
            gone: BTreeSet::new(),
            missing: BTreeSet::new(),
            behind: BTreeSet::new(),
            early: BTreeMap::new(),
            noted: declared.first().and_then(|declared| declared.winners.clone()),
        };
        let mut end = None;
        let mut decided = Decided::default();
        let mut forfeited = false;
        let mut steps = steps.into_iter().peekable();
        while let Some(step) = steps.next() {
            let was_settled = tally.winners().is_some();
            match step {
                Step::Round(number, score) => tally.round(number, score),
                Step::Running => {}
                Step::Penalty(number, side, change) => tally.award(LineSource::Penalty(number), side, change),
                Step::Bonus(number, side, change) => tally.award(LineSource::Bonus(number), side, change),
                Step::Joined(side, start) => tally.join(side, start),
                Step::Returned(side) => {
                    tally.gone.remove(&side);
                }
                Step::Missing(side) => {
                    tally.missing.insert(side);
                }
                Step::Left(side) => {
                    tally.gone.insert(side);
                }
                Step::Deserted => {
                    // Nobody is left to play against: who is left has won.
                    end = Some((tally.last, tally.leaders()));
                    forfeited = true;
                    break;
                }
            }
            decided.after(step, rules, was_settled, tally.winners().is_some());
            // The penalties and bonuses of a round belong to it: it is over when they are counted.
            if matches!(steps.peek(), Some(Step::Penalty(..) | Step::Bonus(..))) {
                continue;
            }
            end = tally.winners().filter(|_| decided.ends(rules)).map(|winners| (tally.last, winners));
            if end.is_some() {
                break;
            }
        }
        // Who gives up when too few are left does so together with those who left.
        let is_last = !steps.any(|step| matches!(step, Step::Round(..) | Step::Running));
        let kind = declared.first().map(|declared| declared.kind);
        let also = forfeited && is_last && kind == Some(EndKind::Forfeit);
        let kind = kind.filter(|_| end.is_none() || also);
        if let Some(kind) = kind {
            end = Some((tally.last, tally.declare(kind, declared)));
        }
        tally.standing(end, kind.or(forfeited.then_some(EndKind::Forfeit)))
    }
}

struct MatchTally<'a> {
    rules: &'a Ruleset,
    totals: BTreeMap<Side, i32>,
    rounds_won: BTreeMap<Side, u16>,
    played: usize,
    last: usize,
    lines: Vec<Line>,
    /// Sides that have left, or given up.
    gone: BTreeSet<Side>,
    /// Sides whose points are missing in a round.
    missing: BTreeSet<Side>,
    /// Sides that were not there in a round that counts, and have no start instead of it.
    behind: BTreeSet<Side>,
    /// Penalties and bonuses of sides that are still to join.
    early: BTreeMap<Side, Vec<(LineSource, i32)>>,
    /// Who won, where that was noted without totals.
    noted: Option<Vec<Side>>,
}

impl MatchTally<'_> {
    fn round(&mut self, number: usize, score: &Score) {
        self.played += 1;
        self.last = number;
        let doubled = self.played <= usize::from(self.rules.matching().doubled_rounds);
        let mut notes: Vec<Note> = doubled.then_some(DOUBLED).into_iter().collect();
        let mut added = BTreeMap::new();
        for (side, points) in &score.points {
            let points = if doubled { points * 2 } else { *points };
            let credited = self.credited(*side, points);
            if credited != points && !notes.contains(&BEYOND) {
                notes.push(BEYOND);
            }
            added.insert(*side, credited);
        }
        self.behind.extend(self.totals.keys().filter(|side| !added.contains_key(side)));
        for (side, points) in &added {
            *self.totals.entry(*side).or_default() += points;
        }
        for side in &score.winners {
            *self.rounds_won.entry(*side).or_default() += 1;
        }
        let totals = self.totals.clone();
        self.lines.push(Line { source: LineSource::Round(number), added, totals, notes });
    }

    /// A total that begins later than the others.
    fn join(&mut self, side: Side, start: i32) {
        if self.played > 0 && start == 0 {
            self.behind.insert(side);
        }
        *self.totals.entry(side).or_default() += start;
        self.rounds_won.entry(side).or_default();
        let (added, totals) = (BTreeMap::from([(side, start)]), self.totals.clone());
        self.lines.push(Line { source: LineSource::Joined(side), added, totals, notes: Vec::new() });
        for (source, change) in self.early.remove(&side).unwrap_or_default() {
            self.award(source, side, change);
        }
    }

    /// The totals of those who play on.
    fn playing(&self) -> impl Iterator<Item = (&Side, &i32)> {
        self.totals.iter().filter(|(side, _)| !self.gone.contains(side))
    }

    /// What counts of `points` where the target must not be passed.
    fn credited(&self, side: Side, points: i32) -> i32 {
        let matching = self.rules.matching();
        let total = self.totals.get(&side).copied().unwrap_or(0);
        let room = matching.target.map_or(i32::MAX, |target| (i32::from(target) - total).max(0));
        match matching.overshoot {
            Overshoot::Kept => points,
            Overshoot::Dropped => points.min(room),
            Overshoot::Exact if points > room => 0,
            Overshoot::Exact => points,
        }
    }

    /// Counts a penalty or a bonus.
    fn award(&mut self, source: LineSource, side: Side, change: i32) {
        if !self.totals.contains_key(&side) {
            self.early.entry(side).or_default().push((source, change));
            return;
        }
        let credited = self.credited(side, change);
        let mut notes: Vec<Note> = (credited != change).then_some(BEYOND).into_iter().collect();
        let total = self.totals.entry(side).or_default();
        let floor = match self.rules.matching().penalty_floor {
            PenaltyFloor::Unlimited => i32::MIN,
            PenaltyFloor::Zero => 0.min(*total),
        };
        let after = (*total + credited).max(floor);
        notes.extend((after != *total + credited).then_some(FLOOR));
        let added = BTreeMap::from([(side, after - *total)]);
        *total = after;
        let totals = self.totals.clone();
        self.lines.push(Line { source, added, totals, notes });
    }

    /// The number by which sides are compared: more is better.
    fn merit(&self, total: i32) -> i32 {
        if self.rules.matching().goal == MatchGoal::Low { -total } else { total }
    }

    /// Whether the total of a side says how well it stands: where the lowest total wins, points that are
    /// missing help nobody.
    fn is_known(&self, side: Side) -> bool {
        self.rules.matching().goal == MatchGoal::High || !self.missing.contains(&side)
    }

    fn leaders(&self) -> Vec<Side> {
        let place = |(side, total): (&Side, &i32)| (self.is_known(*side), self.merit(*total));
        let best = self.playing().map(place).max();
        self.playing().filter(|side| Some(place(*side)) == best).map(|(side, _)| *side).collect()
    }

    /// Why the match goes on, if its target was reached or its rounds are played.
    fn plays_on(&self) -> Option<Phrase> {
        let matching = self.rules.matching();
        let reached = match matching.r#type {
            MatchType::Target => {
                let target = i32::from(matching.target?);
                self.playing().any(|(_, total)| *total >= target)
            }
            MatchType::Rounds => self.played >= usize::from(matching.rounds?),
        };
        Some(match self.leaders().as_slice() {
            _ if !reached => return None,
            leaders @ [_, _, ..] => phrase!("{leaders} are level, so the match goes on", leaders),
            _ => phrase!("the match is decided when the next round is over"),
        })
    }

    /// Who has won, if the match is over now by its rules.
    fn winners(&self) -> Option<Vec<Side>> {
        let matching = self.rules.matching();
        let leaders = self.leaders();
        let over = match matching.r#type {
            MatchType::Target => {
                let target = i32::from(matching.target?);
                let reached = self.playing().any(|(_, total)| *total >= target);
                let settled = match matching.goal {
                    MatchGoal::High => leaders.len() == 1,
                    MatchGoal::Low => leaders.len() == 1 || matching.tie != MatchTie::ExtraRound,
                };
                reached && settled
            }
            MatchType::Rounds => {
                let play_on = match matching.tie {
                    _ if leaders.len() == 1 => self.rules.stacks().is_some() && !starts_game(self.played + 1),
                    MatchTie::ExtraRound | MatchTie::ExtraGame => true,
                    MatchTie::Joint | MatchTie::MostRoundsWon => false,
                };
                self.played >= usize::from(matching.rounds?) && !play_on
            }
        };
        over.then(|| self.settle(leaders))
    }

    fn settle(&self, leaders: Vec<Side>) -> Vec<Side> {
        if self.rules.matching().tie != MatchTie::MostRoundsWon || leaders.len() == 1 {
            return leaders;
        }
        let won = |side: &Side| self.rounds_won.get(side).copied().unwrap_or(0);
        let most = leaders.iter().map(won).max();
        leaders.into_iter().filter(|side| Some(won(side)) == most).collect()
    }
}
