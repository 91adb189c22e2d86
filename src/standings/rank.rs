//! Putting players in order, and saying what decided.

use std::cmp::Ordering;
use std::collections::HashMap;

use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::chain::{Chain, Criterion, Ranks};
use super::tally::{Entrant, Tally};

/// The games of a player against another, as the player sees them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Meeting {
    /// Games in which the player came in before the other.
    pub won: i64,
    /// Games in which both came in together.
    pub drawn: i64,
    /// Games in which the other came in before.
    pub lost: i64,
    /// Points ahead of the other; more is always better.
    pub ahead: i64,
}

/// The meetings of players: (player, other).
pub type Meetings = HashMap<(Uuid, Uuid), Meeting>;

/// A player's place in a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranked {
    /// The rank, from 1.
    pub rank: usize,
    /// Whether others have the same rank.
    pub tied: bool,
    /// Who, and what they did.
    pub entrant: Entrant,
    /// The points of the chain's wins, draws and losses.
    pub points: i64,
    /// The criterion that told the player apart from the last of those who were level before.
    pub decided_by: Option<Criterion>,
    /// The same as a sentence, where it took more than the first criterion.
    pub detail: Option<String>,
}

/// Ranks players. Those whom the chain cannot tell apart share a rank and stand in order of their
/// names, then ids.
#[must_use]
pub fn rank(mut entrants: Vec<Entrant>, chain: &Chain, meetings: &Meetings) -> Vec<Ranked> {
    entrants.sort_by_cached_key(|entrant| (entrant.name.to_lowercase(), entrant.player));
    let mut ranking = Ranking { chain, meetings, table: Vec::new(), blocks: 0 };
    ranking.split(entrants, 0, Deciding { by: None, level: 0, value: String::new() });
    ranking.table
}

/// The groups of players whom the criteria before the first that looks at meetings leave level: only
/// their meetings with each other have to be known.
#[must_use]
pub fn level_before_meetings(entrants: &[Entrant], chain: &Chain) -> Vec<Vec<Uuid>> {
    let Some(first) = chain.criteria.iter().position(|criterion| criterion.is_about_meetings()) else {
        return Vec::new();
    };
    let criteria = chain.criteria.get(..first).unwrap_or_default().to_vec();
    let before = Chain { criteria, ..chain.clone() };
    let ranked = rank(entrants.to_vec(), &before, &Meetings::new());
    let groups = ranked.chunk_by(|a, b| a.rank == b.rank).filter(|group| group.len() > 1);
    groups.map(|group| group.iter().map(|row| row.entrant.player).collect()).collect()
}

/// What decided last about a group.
#[derive(Clone)]
struct Deciding {
    by: Option<Criterion>,
    /// How many were level before.
    level: usize,
    value: String,
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
        let ids: Vec<Uuid> = group.iter().map(|entrant| entrant.player).collect();
        let mut keyed: Vec<(Key, Entrant)> =
            group.into_iter().map(|entrant| (self.key(criterion, &entrant, &ids), entrant)).collect();
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
        for (key, members) in groups {
            let decided = match is_split {
                true => Deciding {
                    by: Some(criterion),
                    level: if depth == 0 { 0 } else { level },
                    value: key.told(),
                },
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
        let tied = group.len() > 1;
        for entrant in group {
            let detail = decided.by.filter(|_| decided.level > 1).map(|criterion| {
                format!(
                    "Level with {} other(s) until {}, which decided: {}",
                    decided.level - 1,
                    criterion.word(),
                    decided.value
                )
            });
            let points = points(self.chain, &entrant.tally);
            self.table.push(Ranked { rank, tied, points, decided_by: decided.by, detail, entrant });
        }
    }

    fn key(&self, criterion: Criterion, entrant: &Entrant, level: &[Uuid]) -> Key {
        let tally = &entrant.tally;
        match criterion {
            Criterion::Points => Key::whole(points(self.chain, tally)),
            Criterion::WinRate if tally.played < self.chain.min_games => Key::whole(-1),
            Criterion::WinRate => Key::ratio(2 * tally.won + tally.drawn, 2 * tally.played),
            Criterion::Won => Key::whole(tally.won),
            Criterion::Difference => Key::whole(tally.ahead),
            Criterion::PointsFor => Key::whole(tally.merit),
            Criterion::Average => Key::ratio(tally.merit, tally.played),
            Criterion::RoundsWon => Key::whole(tally.rounds_won),
            Criterion::Played => Key::whole(tally.played),
            Criterion::Penalties => Key::whole(-tally.penalties),
            Criterion::HeadToHead => {
                let met = self.among(entrant.player, level);
                Key::whole(met.won - met.lost)
            }
            Criterion::MiniTable => {
                let met = self.among(entrant.player, level);
                let Chain { win, draw, loss, .. } = self.chain;
                Key::Pair(win * met.won + draw * met.drawn + loss * met.lost, met.ahead)
            }
            Criterion::Lots => Key::Lot(lot(&self.chain.seed, entrant.player)),
        }
    }

    /// The meetings of a player with the others of a group, together.
    fn among(&self, player: Uuid, group: &[Uuid]) -> Meeting {
        let met = group.iter().filter_map(|other| self.meetings.get(&(player, *other)));
        met.fold(Meeting::default(), |sum, met| Meeting {
            won: sum.won + met.won,
            drawn: sum.drawn + met.drawn,
            lost: sum.lost + met.lost,
            ahead: sum.ahead + met.ahead,
        })
    }
}

fn points(chain: &Chain, tally: &Tally) -> i64 {
    chain.win * tally.won + chain.draw * tally.drawn + chain.loss * tally.lost
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
    /// The first number, then the second.
    Pair(i64, i64),
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
            _ => Ordering::Equal,
        }
    }

    fn told(&self) -> String {
        match self {
            Key::Ratio(number, 1) => number.to_string(),
            Key::Ratio(part, whole) => format!("{part}/{whole}"),
            Key::Pair(points, ahead) => format!("{points} points and a difference of {ahead}"),
            Key::Lot(lot) => format!("the lot {lot:032x}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::chain::ChainProblem;
    use super::*;

    fn entrant(number: u128, name: &str, (won, drawn, lost): (i64, i64, i64), ahead: i64) -> Entrant {
        let tally = Tally { played: won + drawn + lost, won, drawn, lost, ahead, ..Tally::default() };
        Entrant { player: Uuid::from_u128(number), name: name.to_owned(), tally }
    }

    fn chain(criteria: &str) -> Chain {
        Chain { criteria: Chain::criteria(criteria).unwrap(), seed: "x".to_owned(), ..Chain::default() }
    }

    fn told(table: &[Ranked]) -> Vec<String> {
        let by = |row: &Ranked| row.decided_by.map_or("", Criterion::word);
        table.iter().map(|row| format!("{} {} {}", row.rank, row.entrant.name, by(row))).collect()
    }

    fn meetings(list: &[(u128, u128, i64, i64)]) -> Meetings {
        let mut meetings = Meetings::new();
        for (a, b, won, lost) in list {
            let pair = (Uuid::from_u128(*a), Uuid::from_u128(*b));
            meetings.insert(pair, Meeting { won: *won, lost: *lost, drawn: 0, ahead: won - lost });
            meetings
                .insert((pair.1, pair.0), Meeting { won: *lost, lost: *won, drawn: 0, ahead: lost - won });
        }
        meetings
    }

    #[test]
    fn shared_ranks_leave_a_gap_or_none() {
        let players = || {
            vec![
                entrant(1, "A", (2, 0, 0), 0),
                entrant(2, "b", (1, 0, 1), 0),
                entrant(3, "C", (1, 0, 1), 0),
                entrant(4, "d", (0, 0, 2), 0),
            ]
        };
        let competition = rank(players(), &chain("points"), &Meetings::new());
        assert_eq!(told(&competition), ["1 A points", "2 b points", "2 C points", "4 d points"]);
        assert!(competition[1].tied && competition[2].tied && !competition[3].tied);
        let dense = Chain { ranks: Ranks::Dense, ..chain("points") };
        assert_eq!(rank(players(), &dense, &Meetings::new())[3].rank, 3);
    }

    #[test]
    fn each_rank_says_what_decided_it() {
        let players =
            vec![entrant(1, "A", (1, 0, 1), 5), entrant(2, "B", (1, 0, 1), 9), entrant(3, "C", (0, 0, 2), 0)];
        let table = rank(players, &chain("points,difference"), &Meetings::new());
        assert_eq!(told(&table), ["1 B difference", "2 A difference", "3 C points"]);
        assert_eq!(
            table[0].detail.as_deref(),
            Some("Level with 1 other(s) until difference, which decided: 9")
        );
        assert_eq!(table[2].detail, None);
    }

    #[test]
    fn a_mini_table_looks_only_at_those_who_are_level() {
        // A, B and C are level; A lost to D often, which must not matter.
        let players = vec![
            entrant(1, "A", (2, 0, 2), 0),
            entrant(2, "B", (2, 0, 2), 50),
            entrant(3, "C", (2, 0, 2), 0),
            entrant(4, "D", (4, 0, 0), 0),
        ];
        let met = meetings(&[(1, 2, 1, 0), (1, 3, 1, 0), (2, 3, 1, 0), (1, 4, 0, 9)]);
        let chain = chain("points,mini_table,difference");
        let level = level_before_meetings(&players, &chain);
        assert_eq!(level, [[1, 2, 3].map(Uuid::from_u128)]);
        assert_eq!(
            told(&rank(players, &chain, &met)),
            ["1 D points", "2 A mini_table", "3 B mini_table", "4 C mini_table"]
        );
    }

    #[test]
    fn a_circle_of_wins_goes_on_to_the_next_criterion() {
        let players =
            vec![entrant(1, "A", (1, 0, 1), 1), entrant(2, "B", (1, 0, 1), 2), entrant(3, "C", (1, 0, 1), 3)];
        let met = meetings(&[(1, 2, 1, 0), (2, 3, 1, 0), (3, 1, 1, 0)]);
        let table = rank(players, &chain("points,head_to_head,difference"), &met);
        assert_eq!(told(&table), ["1 C difference", "2 B difference", "3 A difference"]);
    }

    #[test]
    fn a_win_rate_needs_enough_games() {
        let players = vec![
            entrant(1, "Once", (1, 0, 0), 0),
            entrant(2, "Often", (6, 0, 4), 0),
            entrant(3, "Less", (5, 1, 4), 0),
        ];
        let table = rank(players, &Chain { min_games: 5, ..chain("win_rate") }, &Meetings::new());
        assert_eq!(told(&table), ["1 Often win_rate", "2 Less win_rate", "3 Once win_rate"]);
    }

    #[test]
    fn lots_can_be_drawn_again() {
        let players = || (1..=6).map(|n| entrant(n, "P", (1, 0, 0), 0)).collect::<Vec<_>>();
        let order = |seed: &str| {
            let chain = Chain { seed: seed.to_owned(), ..chain("points,lots") };
            rank(players(), &chain, &Meetings::new()).iter().map(|row| row.entrant.player).collect::<Vec<_>>()
        };
        assert_eq!(order("2026"), order("2026"));
        assert_ne!(order("2026"), order("2027"));
    }

    #[test]
    fn criteria_are_read_strictly() {
        assert_eq!(Chain::criteria("luck"), Err(ChainProblem::Unknown("luck".to_owned())));
        assert_eq!(Chain::criteria("won,won"), Err(ChainProblem::Twice("won")));
        assert!(Chain::criteria("").is_err());
    }
}
