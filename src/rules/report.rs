//! A round as the table reports it, in one of three levels of detail.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;
use utoipa::ToSchema;

use crate::reader::filled;

use super::hand::ShownHands;
use super::refusal::Refusal;
use super::ruleset::RuleProblem;
use super::seat::{Seat, Side};
use super::stacks::top::Top;
use super::tile::Tile;
use super::turn::{Override, Turn};

/// How a round ended, as reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum EndingWord {
    /// Somebody has no tiles left.
    Domino,
    /// Nobody can go on.
    Blocked,
}

/// A round of which only the points are known.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"points": {"A": 15, "B": 0}}))]
pub struct PointsReport {
    /// The number that the round is meant to be, from 1. If it is not that one, nothing is recorded: so a
    /// round that two phones report is not counted twice.
    #[schema(minimum = 1)]
    pub round: Option<usize>,
    /// The points of each side (`A`, or `A+C` for partners). Where only the winner scores, the
    /// others may be left out.
    #[schema(value_type = BTreeMap<String, i32>)]
    pub points: BTreeMap<Side, i32>,
    /// Who won, if the points do not show it (a win worth 0).
    pub winner: Option<Side>,
    /// Who led the round.
    pub leader: Option<Seat>,
    /// Records the round as it was reported although it breaks a rule: somebody else led than should
    /// have, or there are more points or dots than are possible.
    #[serde(rename = "override")]
    pub over: Option<Override>,
}

/// A round of which the end and the hands that were left are known.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"ending": "domino", "out": "A", "hands": {"B": {"tiles": ["5-6", "0-4"]}}}))]
pub struct HandsReport {
    /// The number that the round is meant to be, from 1. If it is not that one, nothing is recorded: so a
    /// round that two phones report is not counted twice.
    #[schema(minimum = 1)]
    pub round: Option<usize>,
    /// How the round ended. Not for Build Up.
    pub ending: Option<EndingWord>,
    /// Who went out.
    pub out: Option<Seat>,
    /// Whether the last tile of the player who went out was a double that was still to be filled.
    pub out_on_double: Option<bool>,
    /// What was left in the hands; in Build Up what shows in each colour.
    #[schema(value_type = BTreeMap<String, crate::rules::ShownHand>)]
    pub hands: ShownHands,
    /// Build Up: what could not be placed.
    #[schema(value_type = Option<BTreeMap<String, crate::rules::ShownHand>>)]
    #[serde(default, deserialize_with = "filled")]
    pub set_aside: Option<ShownHands>,
    /// Who led the round.
    pub leader: Option<Seat>,
    /// Records the round as it was reported although it breaks a rule: somebody else led than should
    /// have, or there are more points or dots than are possible.
    #[serde(rename = "override")]
    pub over: Option<Override>,
}

/// A round that is recorded turn by turn; it may still be running.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"leader": "A", "turns": [{"seat": "A", "play": {"tile": "6-6"}}]}))]
pub struct PlaysReport {
    /// The number that the round is meant to be, from 1. If it is not that one, nothing is recorded: so a
    /// round that two phones report is not counted twice.
    #[schema(minimum = 1)]
    pub round: Option<usize>,
    /// Who leads, if that does not follow from the game.
    pub leader: Option<Seat>,
    /// Records the round although the rules say that another seat leads, or that all tiles are dealt
    /// again.
    #[serde(rename = "override")]
    pub over: Option<Override>,
    /// The hands that were dealt, where they are known.
    #[schema(value_type = Option<BTreeMap<String, Vec<Tile>>>)]
    #[serde(default, deserialize_with = "filled")]
    pub deal: Option<BTreeMap<Seat, Vec<Tile>>>,
    /// Build Up, first hand: the twelve tiles of the two lines.
    #[schema(max_items = 12)]
    #[serde(default, deserialize_with = "filled")]
    pub initial: Option<Vec<Top>>,
    /// Who left in the middle of the round, each after how many turns: from then on the order of turns
    /// skips the seat.
    #[schema(value_type = Option<BTreeMap<String, usize>>)]
    #[serde(default, deserialize_with = "filled")]
    pub left: Option<BTreeMap<Seat, usize>>,
    /// The turns in order.
    #[serde(default)]
    #[schema(max_items = 500)]
    pub turns: Vec<Turn>,
    /// How the round ended, if the plays do not show it.
    pub ending: Option<EndingWord>,
    /// The hands that were left.
    #[schema(value_type = Option<BTreeMap<String, crate::rules::ShownHand>>)]
    pub hands: Option<ShownHands>,
    /// Records the hands as they were shown although they have more or fewer dots than are possible.
    pub hands_override: Option<Override>,
}

/// What is put right of a round, the rest of which stays as it was reported.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"points": {"B": 12}}))]
pub struct Correction {
    /// Points of sides; only of a round that was recorded as points.
    #[schema(value_type = Option<BTreeMap<String, i32>>)]
    pub points: Option<BTreeMap<Side, i32>>,
    /// Hands that were left; only of a round that was recorded as hands or as plays.
    #[schema(value_type = Option<BTreeMap<String, crate::rules::ShownHand>>)]
    pub hands: Option<ShownHands>,
    /// Records what is put right although it breaks a rule; one that the round has already excuses nothing new.
    #[serde(default, rename = "override")]
    pub over: Option<Override>,
}

/// A round as the table reports it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "detail", rename_all = "snake_case")]
pub enum Report {
    /// Only the points.
    Points(PointsReport),
    /// The end and the hands that were left.
    Hands(HandsReport),
    /// Every turn.
    Plays(PlaysReport),
}

impl Report {
    /// The same with what is put right of it.
    ///
    /// Fails if it has no such part, or nothing is put right.
    pub fn corrected(mut self, correction: Correction) -> Result<Report, Problem> {
        let Correction { points, hands, over } = correction;
        let wrong = |pointer: &str, what| Err(Problem::at(pointer, Refusal::WrongShape { what }));
        match (&mut self, points, hands) {
            (_, None, None) => return wrong("", "a correction says something: points or hands"),
            (Report::Points(report), Some(points), None) => report.points.extend(points),
            (Report::Hands(HandsReport { hands, .. }), None, Some(shown)) => hands.extend(shown),
            (Report::Plays(PlaysReport { hands: Some(hands), .. }), None, Some(shown)) => hands.extend(shown),
            (Report::Points(_), _, Some(_)) => {
                return wrong(
                    "/hands",
                    "this round was recorded as points: report its hands with a whole round",
                );
            }
            (Report::Plays(PlaysReport { hands: None, .. }), None, Some(_)) => {
                return wrong("/hands", "the hands of this round were not shown yet");
            }
            (Report::Hands(_) | Report::Plays(_), Some(_), _) => {
                return wrong("/points", "the points of this round follow from its hands: correct those");
            }
        }
        if over.is_some() {
            *self.override_at_end() = over;
        }
        Ok(self)
    }

    /// The reason for which points or hands that break a rule are recorded.
    pub(super) fn override_at_end(&mut self) -> &mut Option<Override> {
        match self {
            Report::Points(report) => &mut report.over,
            Report::Hands(report) => &mut report.over,
            Report::Plays(report) => &mut report.hands_override,
        }
    }

    /// The word for the level of detail.
    pub fn detail(&self) -> &'static str {
        match self {
            Report::Points(_) => "points",
            Report::Hands(_) => "hands",
            Report::Plays(_) => "plays",
        }
    }

    /// Whether anything is said of `seat`.
    pub fn names(&self, seat: Seat) -> bool {
        let named = |side: &Side| side.has(seat);
        match self {
            Report::Points(report) => {
                report.points.keys().chain(&report.winner).any(named) || report.leader == Some(seat)
            }
            Report::Hands(report) => {
                let mut hands = report.hands.keys().chain(report.set_aside.iter().flat_map(BTreeMap::keys));
                hands.any(|own| *own == seat) || [report.out, report.leader].contains(&Some(seat))
            }
            Report::Plays(report) => {
                let hands = report.hands.iter().flat_map(BTreeMap::keys);
                let dealt = report.deal.iter().flat_map(BTreeMap::keys);
                let left = report.left.iter().flat_map(BTreeMap::keys);
                let turns = report.turns.iter().map(|turn| &turn.seat);
                let mut named = hands.chain(dealt).chain(left).chain(turns).chain(&report.leader);
                named.any(|own| *own == seat)
            }
        }
    }

    /// Takes out the number that the round is meant to be; it is not recorded.
    pub fn take_number(&mut self) -> Option<usize> {
        match self {
            Report::Points(report) => report.round.take(),
            Report::Hands(report) => report.round.take(),
            Report::Plays(report) => report.round.take(),
        }
    }

    /// The report of a round that is recorded turn by turn.
    pub fn plays(&self) -> Option<&PlaysReport> {
        match self {
            Report::Plays(plays) => Some(plays),
            Report::Points(_) | Report::Hands(_) => None,
        }
    }

    /// Its turns, if it is recorded turn by turn.
    pub fn turns(&self) -> &[Turn] {
        self.plays().map_or(&[], |plays| &plays.turns)
    }

    /// Why it is recorded although it breaks a rule.
    pub fn over(&self) -> Option<&Override> {
        match self {
            Report::Points(report) => report.over.as_ref(),
            Report::Hands(report) => report.over.as_ref(),
            Report::Plays(report) => report.over.as_ref(),
        }
    }
}

/// Something in a report that cannot be so, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// JSON Pointer into the report.
    pub pointer: String,
    /// What is wrong.
    pub refusal: Refusal,
}

impl From<RuleProblem> for Problem {
    /// In a request, rules are the member `rules`.
    fn from(RuleProblem { path, message }: RuleProblem) -> Problem {
        let key = path.trim_start_matches('/').replace('/', ".");
        Problem::at(format!("/rules{path}"), Refusal::InvalidRules { key, message })
    }
}

impl Problem {
    /// A problem at `pointer`.
    pub fn at(pointer: impl Into<String>, refusal: Refusal) -> Problem {
        Problem { pointer: pointer.into(), refusal }
    }

    /// A problem of `turn`, which stands at `pointer`: it is at the member that is to blame.
    pub fn in_turn(pointer: &str, turn: &Turn, refusal: Refusal) -> Problem {
        Problem { pointer: format!("{pointer}{}", turn.blamed(&refusal)), refusal }
    }
}
