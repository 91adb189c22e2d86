//! How a round is shown.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_with::skip_serializing_none;
use utoipa::ToSchema;

use super::{FindingView, ItemView};
use crate::rules::{
    Ending, Game, JudgedTurn, Left, Names, Override, Position, Problem, Recorded, Refusal, Report, RoundEnd,
    Seat, ShownHand, Side, Tile, Turn,
};

/// How closely a round is recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Detail {
    /// Only the points.
    Points,
    /// The end and the hands that were left.
    Hands,
    /// Every turn.
    Plays,
}

impl From<&Report> for Detail {
    fn from(report: &Report) -> Detail {
        match report {
            Report::Points(_) => Detail::Points,
            Report::Hands(_) => Detail::Hands,
            Report::Plays(_) => Detail::Plays,
        }
    }
}

/// How a round ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RoundEnding {
    /// Somebody had no tiles left.
    Domino,
    /// Nobody could go on.
    Blocked,
    /// Build Up: both hands were played as far as they could be.
    PlayedOut,
}

impl RoundEnding {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            RoundEnding::Domino => "domino",
            RoundEnding::Blocked => "blocked",
            RoundEnding::PlayedOut => "played_out",
        }
    }
}

/// The end of a round in words.
pub fn ending(end: RoundEnd) -> (RoundEnding, Option<Seat>, Option<bool>) {
    match end {
        RoundEnd::Lines(Ending::Domino(out)) => (RoundEnding::Domino, Some(out), None),
        RoundEnd::Lines(Ending::Blocked { dead }) => (RoundEnding::Blocked, None, Some(dead)),
        RoundEnd::Stacks => (RoundEnding::PlayedOut, None, None),
    }
}

/// What was left in a hand, as it was recorded.
pub fn shown(left: &BTreeMap<Seat, Left>) -> BTreeMap<Seat, ShownHand> {
    let hand = |left: &Left| match left {
        Left::Tiles(tiles) => ShownHand::of(tiles.sorted()),
        Left::Pips(pips) => ShownHand { tiles: None, pips: Some(*pips) },
    };
    left.iter().map(|(seat, left)| (*seat, hand(left))).collect()
}

/// A turn as it is recorded.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct RecordedTurn {
    pub seat: Seat,
    /// How many tiles were drawn first.
    #[schema(minimum = 0)]
    pub drew: usize,
    /// Which, where the table knows. While the round is played only for keys that may score.
    pub drawn: Option<Vec<Tile>>,
    /// The tile that was played; absent for a pass.
    pub tile: Option<Tile>,
    /// Where it was played.
    #[schema(value_type = Option<String>, examples("2-3/3"))]
    pub at: Option<Position>,
    /// The codes of the rules that the turn breaks.
    pub irregular: Option<Vec<String>>,
    /// Why it is recorded anyway.
    pub reason: Option<String>,
}

impl RecordedTurn {
    /// A turn and what was judged of it.
    pub fn of(turn: &Turn, judged: &JudgedTurn) -> RecordedTurn {
        let codes: Vec<String> = judged.broken.iter().map(|rule| rule.code().to_owned()).collect();
        RecordedTurn {
            seat: turn.seat,
            drew: turn.drew(),
            drawn: turn.drawn.clone(),
            tile: turn.play.as_ref().map(|play| play.tile),
            at: judged.at.clone(),
            irregular: Some(codes).filter(|codes| !codes.is_empty()),
            reason: turn.over.as_ref().map(|over| over.reason.clone()),
        }
    }

    /// The same without the tiles that were drawn.
    pub fn without_hands(self) -> RecordedTurn {
        RecordedTurn { drawn: None, ..self }
    }
}

/// Something that is recorded although it breaks a rule.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Irregular {
    /// Which turn, from 1; absent where it is about the round as it was reported.
    #[schema(minimum = 1)]
    pub turn: Option<usize>,
    /// The seat that it is about.
    pub seat: Option<Seat>,
    /// The codes of the rules that it breaks.
    pub codes: Vec<String>,
    /// Why it is recorded anyway.
    pub reason: String,
}

impl Irregular {
    /// All that a round has of it.
    pub fn list(recorded: &Recorded) -> Vec<Irregular> {
        let Recorded { report, round, .. } = recorded;
        let leader = round.leader.filter(|_| round.broken.iter().any(is_about_leader));
        let reported = Irregular::of(report.over(), leader, &round.broken);
        let turns = report.plays().map_or(&[][..], |plays| &plays.turns);
        let of_turns = (1..).zip(turns).zip(&round.turns).filter_map(|((number, turn), judged)| {
            let broken = Irregular::of(turn.over.as_ref(), Some(turn.seat), &judged.broken)?;
            Some(Irregular { turn: Some(number), ..broken })
        });
        reported.into_iter().chain(of_turns).chain(Irregular::of_shown(recorded)).collect()
    }

    /// That of the hands that were shown after the turns.
    pub fn of_shown(recorded: &Recorded) -> Option<Irregular> {
        let plays = recorded.report.plays()?;
        Irregular::of(plays.hands_override.as_ref(), None, &recorded.round.broken_at_end)
    }

    fn of(over: Option<&Override>, seat: Option<Seat>, broken: &[Refusal]) -> Option<Irregular> {
        let over = over.filter(|_| !broken.is_empty())?;
        let codes = broken.iter().map(|rule| rule.code().to_owned()).collect();
        Some(Irregular { turn: None, seat, codes, reason: over.reason.clone() })
    }
}

fn is_about_leader(refusal: &Refusal) -> bool {
    matches!(refusal, Refusal::WrongLeader { .. })
}

/// A round: what was recorded and what it was worth.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Round)]
pub struct RoundView {
    /// Its number, from 1.
    #[schema(minimum = 1)]
    pub round: usize,
    pub detail: Detail,
    /// Whether the round is over and scored.
    pub over: bool,
    /// Who led, where it is known.
    pub leader: Option<Seat>,
    /// The tile that was led, where it is known.
    pub lead: Option<Tile>,
    /// How the round ended, where it is known.
    pub ending: Option<RoundEnding>,
    /// Who went out.
    pub out: Option<Seat>,
    /// Of a blocked round: whether every number that could be joined was used up.
    pub dead: Option<bool>,
    /// What was left in the hands, as far as it is known.
    #[schema(value_type = BTreeMap<String, ShownHand>)]
    pub hands: BTreeMap<Seat, ShownHand>,
    /// The dots that count for each seat.
    #[schema(value_type = BTreeMap<String, u16>)]
    pub pips: BTreeMap<Seat, u16>,
    /// Who won the round; none if it was drawn or is still running.
    pub winners: Vec<Side>,
    /// The points of each side.
    #[schema(value_type = BTreeMap<String, i32>)]
    pub points: BTreeMap<Side, i32>,
    /// How the points come about.
    pub items: Vec<ItemView>,
    /// Seats that somebody sat in, as was told later, and of which nothing is reported here: missing is
    /// not 0. The round can be amended.
    pub missing: Option<Vec<Seat>>,
    /// Why the round does not count, if it is voided.
    pub voided: Option<String>,
    /// Whether the match was decided before this round, so that it does not count.
    pub after_end: bool,
    /// What no longer fits since earlier rounds were corrected; the round stays as it was reported.
    pub conflicts: Option<Vec<Conflict>>,
    /// What is recorded although it breaks a rule, and why.
    pub irregular: Option<Vec<Irregular>>,
    /// Who left in the middle of the round, each after how many turns.
    #[schema(value_type = Option<BTreeMap<String, usize>>)]
    pub left: Option<BTreeMap<Seat, usize>>,
    /// How many turns are recorded; only of a round recorded as plays.
    #[schema(minimum = 0)]
    pub turn_count: Option<usize>,
    /// The turns; only where the round itself is asked for.
    pub turns: Option<Vec<RecordedTurn>>,
    /// What the shown hands prove about the turns; only where the round itself is asked for.
    pub findings: Option<Vec<FindingView>>,
}

/// Something in a round that no longer fits.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Conflict {
    /// A JSON Pointer into the round as it was reported.
    pub pointer: String,
    /// What does not fit, for programs.
    pub code: String,
    /// What does not fit, for people.
    pub detail: String,
}

impl Conflict {
    fn of(problem: &Problem, names: &Names) -> Conflict {
        let Problem { pointer, refusal } = problem;
        Conflict {
            pointer: pointer.clone(),
            code: refusal.code().to_owned(),
            detail: refusal.to_sentence(names),
        }
    }
}

impl RoundView {
    /// A round without its turns; `names` are those of who played in it.
    pub fn brief((game, number): (&Game, usize), recorded: &Recorded, names: &Names) -> RoundView {
        let Recorded { report, round, voided, conflicts, missing, .. } = recorded;
        let outcome = round.outcome.as_ref();
        let end = outcome.and_then(|outcome| outcome.end).map(ending);
        let (ending, out, dead) = end.map_or((None, None, None), |(word, out, dead)| (Some(word), out, dead));
        let score = outcome.map(|outcome| &outcome.score);
        RoundView {
            round: number,
            detail: report.into(),
            over: outcome.is_some(),
            leader: round.leader,
            lead: round.lead,
            ending,
            out,
            dead,
            hands: outcome.map(|outcome| shown(&outcome.left)).unwrap_or_default(),
            pips: score.map(|score| score.pips.clone()).unwrap_or_default(),
            winners: score.map(|score| score.winners.clone()).unwrap_or_default(),
            points: score.map(|score| score.points.clone()).unwrap_or_default(),
            items: score.map(|score| ItemView::list(&score.items, names)).unwrap_or_default(),
            missing: Some(missing.clone()).filter(|list| !list.is_empty()),
            voided: voided.clone(),
            after_end: game.is_after_end(number),
            conflicts: Some(conflicts.iter().map(|it| Conflict::of(it, names)).collect())
                .filter(|list: &Vec<_>| !list.is_empty()),
            irregular: Some(Irregular::list(recorded)).filter(|list| !list.is_empty()),
            left: match report {
                Report::Plays(plays) => plays.left.clone(),
                Report::Points(_) | Report::Hands(_) => None,
            },
            turn_count: matches!(report, Report::Plays(_)).then_some(round.turns.len()),
            turns: None,
            findings: None,
        }
    }

    /// A round with its turns, and what the hands prove about them.
    pub fn whole(at: (&Game, usize), recorded: &Recorded, names: &Names) -> RoundView {
        let turns = match &recorded.report {
            Report::Plays(plays) => {
                let turns = plays.turns.iter().zip(&recorded.round.turns);
                Some(turns.map(|(turn, judged)| RecordedTurn::of(turn, judged)).collect())
            }
            Report::Points(_) | Report::Hands(_) => None,
        };
        let is_over = recorded.round.outcome.is_some() && turns.is_some();
        let findings = is_over.then(|| FindingView::list(&recorded.findings, names));
        RoundView { turns, findings, ..RoundView::brief(at, recorded, names) }
    }

    /// The same for somebody who must not see what the players hold.
    pub fn without_hands(self) -> RoundView {
        let turns = self.turns.map(|turns| turns.into_iter().map(RecordedTurn::without_hands).collect());
        RoundView { turns, ..self }
    }
}
