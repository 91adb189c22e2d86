//! What a finished game adds to standings: a line for each seat, from the record alone.

use std::cmp::Reverse;
use std::iter::Sum;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use utoipa::ToSchema;

use super::game::{Game, Recorded};
use super::line::Ending;
use super::penalty::EndKind;
use super::round::RoundEnd;
use super::ruleset::MatchGoal;
use super::scoring::{ItemKind, Score};
use super::seat::{Seat, Side};
use super::variant::Variant;

/// What became of a match for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = GameResult)]
pub enum MatchResult {
    /// Another side won.
    Lost,
    /// The first place was shared.
    Drawn,
    /// Won alone.
    Won,
}

impl MatchResult {
    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            MatchResult::Won => "won",
            MatchResult::Drawn => "drawn",
            MatchResult::Lost => "lost",
        }
    }

    /// The number that is stored for it.
    pub const fn number(self) -> i16 {
        match self {
            MatchResult::Won => 1,
            MatchResult::Drawn => 0,
            MatchResult::Lost => -1,
        }
    }
}

/// Why a number stands for no result.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0} is not a result: results are 1, 0 and -1")]
pub struct NotAResult(i16);

impl TryFrom<i16> for MatchResult {
    type Error = NotAResult;

    fn try_from(number: i16) -> Result<MatchResult, NotAResult> {
        let all = [MatchResult::Won, MatchResult::Drawn, MatchResult::Lost];
        all.into_iter().find(|result| result.number() == number).ok_or(NotAResult(number))
    }
}

/// A finished game that counts, as standings see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Projection {
    /// The game that was played.
    pub variant: Variant,
    /// Whether opposite seats were partners.
    pub partners: bool,
    /// Whether the lowest total won.
    pub low: bool,
    /// The day it was played, in the club's time zone; of old records it may be missing.
    pub played_on: Option<String>,
    /// A line for each seat.
    pub lines: Vec<SeatLine>,
}

/// What a finished game was for the player of a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatLine {
    /// The id of the player to whom the result belongs.
    pub player: String,
    /// The seat.
    pub seat: Seat,
    /// The side that the seat belongs to.
    pub side: Side,
    /// What became of the match.
    pub result: MatchResult,
    /// The place; those who share one have the same number (1, 1, 3).
    pub place: i16,
    /// What is summed up of it.
    pub measured: Measured,
}

/// What is summed up of a finished game for the player of a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Measured {
    /// Whether the winner won at most one round more, as in a match lost by 4 rounds to 5. Somebody
    /// must have won a round, and nobody have given up.
    pub narrow_loss: bool,
    /// Whether the total was not played to the end, so that it can be compared with no other.
    pub unfinished: bool,
    /// The total of the side.
    pub points_for: i32,
    /// The totals of the other sides together, without those that were not played to the end.
    pub points_against: i32,
    /// The rounds that count.
    pub rounds: i32,
    /// Those that the side won.
    pub rounds_won: i32,
    /// Those of which it is known how they ended.
    pub ended: i32,
    /// Those that ended blocked.
    pub blocks: i32,
    /// Those in which the player went out.
    pub outs: i32,
    /// Penalties of the player.
    pub penalties: i32,
    /// The dots that the player was left with.
    pub left_pips: i32,
    /// Over so many rounds; of the others it is not known.
    pub left_rounds: i32,
    /// Turns that shown hands prove wrong.
    pub findings: i32,
}

impl Projection {
    /// What `game` adds to standings; `None` unless it is finished and counts. A match that was
    /// abandoned has no result, and a game that was deleted is none.
    pub fn of(game: &Game) -> Option<Projection> {
        let about = game.about();
        if game.deleted().is_some()
            || !game.is_finished()
            || !about.counts
            || game.standing().winners.is_empty()
        {
            return None;
        }
        let seating = game.seating();
        // Who was to join after the end was not there.
        let was_there = |seat: &Seat| game.standing().totals.contains_key(&seating.side(*seat));
        let chairs = seating.seats().zip(game.chairs()).filter(|(seat, _)| was_there(seat));
        let lines: Vec<SeatLine> = chairs.map(|(seat, chair)| line(game, seat, &chair.result_for)).collect();
        Some(Projection {
            variant: game.rules().variant(),
            partners: seating.is_partners(),
            low: game.rules().matching().goal == MatchGoal::Low,
            played_on: about.played_on.clone(),
            lines,
        })
    }
}

/// The rounds that count, with their places.
fn counted(game: &Game) -> impl Iterator<Item = (usize, &Recorded)> {
    let rounds = game.rounds().iter().map(AsRef::as_ref).enumerate();
    rounds.filter(|(index, recorded): &(usize, &Recorded)| {
        recorded.voided.is_none() && !game.is_after_end(index + 1)
    })
}

fn line(game: &Game, seat: Seat, player: &str) -> SeatLine {
    let standing = game.standing();
    let side = game.seating().side(seat);
    let won = standing.winners.contains(&side);
    let total = |side: &Side| standing.totals.get(side).copied().unwrap_or(0);
    // Those who are level by points but lost by a further rule come after the winners.
    let merit =
        |side: &Side| (standing.winners.contains(side), standing.ranks.get(side).map(|rank| Reverse(*rank)));
    let ahead = standing.totals.keys().filter(|other| merit(other) > merit(&side));
    let finished = standing.totals.keys().filter(|other| !standing.unfinished.contains(other));
    let others = finished.filter(|other| **other != side);
    let mut line = SeatLine {
        player: player.to_owned(),
        seat,
        side,
        result: match (won, standing.winners.len()) {
            (true, 1) => MatchResult::Won,
            (true, _) => MatchResult::Drawn,
            (false, _) => MatchResult::Lost,
        },
        place: 1 + count::<i16>(ahead),
        measured: Measured {
            narrow_loss: is_narrow(game, side),
            unfinished: standing.unfinished.contains(&side),
            points_for: total(&side),
            points_against: others.map(total).sum(),
            penalties: penalties(game, seat),
            ..Measured::default()
        },
    };
    for (index, recorded) in counted(game) {
        // Rounds without the player are not the player's.
        if game.seating_in(index + 1).has(seat) {
            add_round(&mut line, recorded);
        }
    }
    line
}

/// Whether `side` lost narrowly, by the rounds that were won.
fn is_narrow(game: &Game, side: Side) -> bool {
    let standing = game.standing();
    let rounds = |side: &Side| standing.rounds_won.get(side).copied().unwrap_or(0);
    let best = standing.winners.iter().map(rounds).max().unwrap_or(0);
    let played = standing.declared != Some(EndKind::Forfeit);
    played && best > 0 && !standing.winners.contains(&side) && best <= rounds(&side).saturating_add(1)
}

fn add_round(line: &mut SeatLine, recorded: &Recorded) {
    let Some(outcome) = &recorded.round.outcome else { return };
    let SeatLine { seat, side, measured, .. } = line;
    measured.rounds += 1;
    measured.rounds_won += i32::from(outcome.score.winners.contains(side));
    measured.penalties += scored_penalties(&outcome.score, *seat);
    if let Some(RoundEnd::Lines(ending)) = outcome.end {
        measured.ended += 1;
        measured.blocks += i32::from(matches!(ending, Ending::Blocked { .. }));
        measured.outs += i32::from(ending == Ending::Domino(*seat));
    }
    if let (true, Some(pips)) = (outcome.left.contains_key(seat), outcome.score.pips.get(seat)) {
        measured.left_rounds += 1;
        measured.left_pips += i32::from(*pips);
    }
    measured.findings += count::<i32>(recorded.findings.iter().filter(|finding| finding.seat == *seat));
}

/// How many there are.
fn count<N: From<bool> + Sum>(items: impl Iterator) -> N {
    items.map(|_| N::from(true)).sum()
}

fn penalties(game: &Game, seat: Seat) -> i32 {
    let penalties = game.penalties().iter().filter(|recorded| recorded.cancelled.is_none());
    count(penalties.filter(|recorded| recorded.penalty.seat == seat))
}

/// Penalties that the rules gave as part of a score.
fn scored_penalties(score: &Score, seat: Seat) -> i32 {
    let own = |item: &&super::scoring::Item| item.kind == ItemKind::Penalty && item.seat == Some(seat);
    count(score.items.iter().filter(own))
}
