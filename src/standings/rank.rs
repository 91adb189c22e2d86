//! Putting players in order, and saying what decided.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::chain::{Chain, Criterion, Ranks};
use super::describe::{Decision, level};
use super::meeting::{Meeting, Meetings};
use super::order::name_order;
use super::tally::Entrant;

/// A player's place in a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ranked {
    /// The rank, from 1.
    pub rank: usize,
    /// Whether others have the same rank.
    pub tied: bool,
    /// Who, and what they did.
    pub entrant: Entrant,
    /// The points of the chain's wins, draws and losses.
    pub points: i64,
    /// The criterion that separated the player from the last of those who were level before.
    pub decided_by: Option<Criterion>,
    /// The same as a sentence, where it took more than the first criterion, and who else has the rank.
    pub detail: Option<String>,
}

/// Ranks players. Those whom the chain cannot tell apart share a rank and stand in order of their
/// names, then ids.
pub fn rank(mut entrants: Vec<Entrant>, chain: &Chain, meetings: &Meetings) -> Vec<Ranked> {
    entrants.sort_by_cached_key(|entrant| (name_order(&entrant.name), entrant.player));
    let mut ranking = Ranking { chain, meetings, table: Vec::new(), blocks: 0 };
    ranking.split(entrants, 0, Deciding::default());
    ranking.table
}

/// The first criterion about meetings of which none are known yet, and the groups of players whom the criteria
/// before it leave level: only their meetings with each other have to be known.
pub fn level_before_meetings(
    entrants: &[Entrant],
    chain: &Chain,
    known: &Meetings,
) -> Option<(Criterion, Vec<Vec<Uuid>>)> {
    let is_next = |criterion: &Criterion| criterion.is_about_meetings() && !known.contains_key(criterion);
    let next = chain.criteria.iter().position(is_next)?;
    let criteria = chain.criteria.get(..next)?.to_vec();
    let before = Chain { criteria, ..chain.clone() };
    let ranked = rank(entrants.to_vec(), &before, known);
    let groups = ranked.chunk_by(|a, b| a.rank == b.rank).filter(|group| group.len() > 1);
    let groups = groups.map(|group| group.iter().map(|row| row.entrant.player).collect()).collect();
    Some((*chain.criteria.get(next)?, groups))
}

/// What decided last about a group.
#[derive(Clone, Default)]
struct Deciding {
    by: Option<Criterion>,
    /// How many were level before; nobody, if the first criterion decided.
    level: usize,
}

struct Ranking<'a> {
    chain: &'a Chain,
    meetings: &'a Meetings,
    table: Vec<Ranked>,
    /// How many different ranks there are so far.
    blocks: usize,
}

impl Ranking<'_> {
    /// Orders a group whom the criteria before `depth` left level.
    fn split(&mut self, group: Vec<Entrant>, depth: usize, decided: Deciding) {
        let criterion = match self.chain.criteria.get(depth) {
            Some(criterion) if group.len() > 1 => *criterion,
            _ => return self.settle(group, &decided),
        };
        let level = group.len();
        let mut keyed: Vec<(Key, Entrant)> =
            group.into_iter().map(|entrant| (self.key(criterion, &entrant), entrant)).collect();
        // Stable: who stays level stays in order of names.
        keyed.sort_by(|(a, _), (b, _)| b.cmp(a));
        let mut groups: Vec<(Key, Vec<Entrant>)> = Vec::new();
        for (key, entrant) in keyed {
            match groups.last_mut() {
                Some((last, members)) if last.cmp(&key) == Ordering::Equal => members.push(entrant),
                _ => groups.push((key, vec![entrant])),
            }
        }
        let is_split = groups.len() > 1;
        for (_, members) in groups {
            let decided = match is_split {
                true if depth == 0 => Deciding { by: Some(criterion), level: 0 },
                true => Deciding { by: Some(criterion), level },
                false => decided.clone(),
            };
            self.split(members, depth + 1, decided);
        }
    }

    /// Gives a group that nothing more tells apart its rank.
    fn settle(&mut self, group: Vec<Entrant>, decided: &Deciding) {
        let rank = match self.chain.ranks {
            Ranks::Competition => self.table.len() + 1,
            Ranks::Dense => self.blocks + 1,
        };
        self.blocks += 1;
        let others = group.len().saturating_sub(1);
        for entrant in group {
            let decided_by = decided.by.filter(|_| decided.level > 0).map(|by| Decision {
                by,
                others: decided.level.saturating_sub(1),
                met: self.met(by, entrant.player),
                lot: lot(&self.chain.seed, entrant.player),
            });
            let sentences = [
                decided_by.map(|decision| decision.describe(self.chain, &entrant.tally)),
                (others > 0).then(|| level(others)),
            ];
            let sentences: Vec<String> = sentences.into_iter().flatten().collect();
            self.table.push(Ranked {
                rank,
                tied: others > 0,
                points: self.chain.points(&entrant.tally),
                decided_by: decided.by,
                detail: (!sentences.is_empty()).then(|| sentences.join(" ")),
                entrant,
            });
        }
    }

    fn key(&self, criterion: Criterion, entrant: &Entrant) -> Key {
        let tally = &entrant.tally;
        match criterion {
            Criterion::Points => Key::whole(self.chain.points(tally)),
            Criterion::WinRate if tally.played < self.chain.min_games => Key::whole(-1),
            Criterion::WinRate => Key::ratio(2 * tally.won + tally.drawn, 2 * tally.played),
            Criterion::Won => Key::whole(tally.won),
            // Who has finished no total comes last, whatever the totals of the others are.
            Criterion::Difference | Criterion::PointsFor | Criterion::Average if tally.finished() == 0 => {
                Key::Last
            }
            Criterion::Difference => Key::whole(tally.ahead),
            Criterion::PointsFor => Key::whole(tally.merit),
            Criterion::Average => Key::ratio(tally.merit, tally.finished()),
            Criterion::RoundsWon => Key::whole(tally.rounds_won),
            Criterion::Played => Key::whole(tally.played),
            Criterion::Penalties => Key::whole(-tally.penalties),
            Criterion::HeadToHead => {
                let met = self.met(criterion, entrant.player);
                Key::whole(met.won - met.lost)
            }
            Criterion::MiniTable => {
                let met = self.met(criterion, entrant.player);
                Key::Pair(met.points(self.chain), met.difference())
            }
            Criterion::Lots => Key::Lot(lot(&self.chain.seed, entrant.player)),
        }
    }

    /// The meetings of a player with those who were level before a criterion.
    fn met(&self, criterion: Criterion, player: Uuid) -> Meeting {
        let known = self.meetings.get(&criterion).and_then(|meetings| meetings.get(&player));
        known.copied().unwrap_or_default()
    }
}

/// The lot of a player: the first half of SHA-256 over the seed, a zero byte and the id's text.
fn lot(seed: &str, player: Uuid) -> u128 {
    let hash = Sha256::new().chain_update(seed).chain_update([0]).chain_update(player.to_string()).finalize();
    hash.iter().take(16).fold(0, |lot, byte| lot << 8 | u128::from(*byte))
}

/// What players are compared by: more is better.
enum Key {
    /// A quotient, compared exactly.
    Ratio(i64, i64),
    /// The first number, then the second; none comes last.
    Pair(i64, Option<i64>),
    /// After everybody who has a number.
    Last,
    /// The higher lot.
    Lot(u128),
}

impl Key {
    const fn whole(number: i64) -> Key {
        Key::Ratio(number, 1)
    }

    fn ratio(part: i64, whole: i64) -> Key {
        Key::Ratio(part, whole.max(1))
    }

    fn cmp(&self, other: &Key) -> Ordering {
        match (self, other) {
            (Key::Ratio(a, b), Key::Ratio(c, d)) => {
                (i128::from(*a) * i128::from(*d)).cmp(&(i128::from(*c) * i128::from(*b)))
            }
            (Key::Pair(a, b), Key::Pair(c, d)) => (a, b).cmp(&(c, d)),
            (Key::Lot(a), Key::Lot(b)) => a.cmp(b),
            (Key::Last, Key::Ratio(..)) => Ordering::Less,
            (Key::Ratio(..), Key::Last) => Ordering::Greater,
            _ => Ordering::Equal,
        }
    }
}

#[cfg(test)]
mod tests;
