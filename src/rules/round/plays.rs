//! Rounds that are recorded turn by turn.

use std::collections::BTreeMap;

use super::{Before, Closing, JudgedTurn, Round, Table, check_leader, finish};
use crate::rules::line::{LeadDuty, LineRound, Start};
use crate::rules::placement::Position;
use crate::rules::refusal::Refusal;
use crate::rules::report::{PlaysReport, Problem};
use crate::rules::ruleset::{Family, LineRules, Ruleset};
use crate::rules::scrutiny::{Broken, Scrutiny};
use crate::rules::seat::{Seat, Seating};
use crate::rules::stacks::{StackRound, starts_game};
use crate::rules::tile::{Tile, Tiles};
use crate::rules::turn::Turn;

pub(super) fn round(
    rules: &Ruleset,
    seating: Seating,
    before: &Before,
    report: &PlaysReport,
) -> Result<Round, Vec<Problem>> {
    let mut round = Round::start(rules, seating, before, report)?;
    for (index, turn) in report.turns.iter().enumerate() {
        let at_turn = |refusal| vec![Problem::in_turn(&format!("/turns/{index}"), turn, refusal)];
        let judged = round.judge_as(rules, turn, before.scrutiny).map_err(at_turn)?;
        round.apply(rules, turn, judged);
        round.release(rules, report);
    }
    let (ending, hands, reckoning) = (report.ending, report.hands.as_ref(), before.reckoning);
    let over = report.hands_override.as_ref();
    let mut broken = Broken::recorded_for(before.scrutiny, over, "/hands_override").map_err(|it| vec![it])?;
    round.outcome = finish(rules, seating, &round, &Closing { ending, hands, reckoning }, &mut broken)?;
    round.broken_at_end = broken.rules;
    Ok(round)
}

impl Round {
    /// A round before its first turn.
    ///
    /// Errors: what is wrong with the leader, the deal or the lines of Build Up.
    pub fn start(
        rules: &Ruleset,
        seating: Seating,
        before: &Before,
        report: &PlaysReport,
    ) -> Result<Round, Vec<Problem>> {
        let mut broken = before.weighed(report.over.as_ref()).map_err(|problem| vec![problem])?;
        let leader =
            check_leader(seating, before, report.leader, &mut broken).map_err(|problem| vec![problem])?;
        let (table, leader) = match rules.family() {
            Family::Lines(lines) => line_start(rules, lines, seating, before, report, leader, &mut broken)?,
            Family::Stacks(_) => {
                (Table::Stacks(Box::new(stack_start(seating, before, report, leader)?)), leader)
            }
        };
        leaving(rules, seating, before, report)?;
        let mut round = Round { leader, broken: broken.rules, table: Some(table), ..Round::default() };
        round.release(rules, report);
        Ok(round)
    }

    /// Skips from now on who left after as many turns as there have been.
    pub fn release(&mut self, rules: &Ruleset, report: &PlaysReport) {
        let (Some(Table::Lines(table)), Some(lines)) = (&mut self.table, rules.lines()) else { return };
        for (seat, _) in report.left.iter().flatten().filter(|(_, after)| **after == self.turns.len()) {
            table.leave(lines, *seat);
        }
        self.leader = table.leader();
    }

    /// Whether `turn` can be recorded now.
    ///
    /// Errors: why it cannot.
    pub fn judge(&self, rules: &Ruleset, turn: &Turn) -> Result<Judged, Refusal> {
        self.judge_as(rules, turn, Scrutiny::New)
    }

    /// The same of a turn that may have been accepted once.
    pub(in crate::rules) fn judge_as(
        &self,
        rules: &Ruleset,
        turn: &Turn,
        scrutiny: Scrutiny,
    ) -> Result<Judged, Refusal> {
        match (&self.table, rules.family()) {
            (Some(Table::Lines(table)), Family::Lines(lines)) => {
                table.judge(rules, lines, turn, scrutiny).map(Judged::Line)
            }
            (Some(Table::Stacks(table)), Family::Stacks(stacks)) => {
                table.judge(rules, stacks, turn).map(Judged::Stack)
            }
            _ => Err(Refusal::WrongShape { what: "the round is not recorded turn by turn" }),
        }
    }

    /// Records a turn that [`judge`](Round::judge) has allowed.
    pub fn apply(&mut self, rules: &Ruleset, turn: &Turn, judged: Judged) {
        match (&mut self.table, rules.family(), judged) {
            (Some(Table::Lines(table)), Family::Lines(lines), Judged::Line(judged)) => {
                table.apply(lines, turn, &judged);
                self.leader = table.leader();
                self.lead = table.layout().lead();
                self.turns.push(JudgedTurn { at: judged.at, broken: judged.broken });
            }
            (Some(Table::Stacks(table)), Family::Stacks(stacks), Judged::Stack(judged)) => {
                table.apply(stacks, turn, &judged);
                self.leader = table.leader();
                let at = judged.play.map(|(_, at)| at);
                self.turns.push(JudgedTurn { at, broken: judged.broken });
            }
            _ => {}
        }
    }
}

/// A judged turn of either kind of table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judged {
    /// Joined tiles.
    Line(crate::rules::line::JudgedLine),
    /// Build Up.
    Stack(crate::rules::stacks::JudgedStack),
}

impl Judged {
    /// Where the tile goes.
    pub fn at(&self) -> Option<&Position> {
        match self {
            Judged::Line(judged) => judged.at.as_ref(),
            Judged::Stack(judged) => judged.play.as_ref().map(|(_, at)| at),
        }
    }
}

/// Whoever is said to have left in the middle of a round sat down to it, and left before its end.
fn leaving(
    rules: &Ruleset,
    seating: Seating,
    before: &Before,
    report: &PlaysReport,
) -> Result<(), Vec<Problem>> {
    if rules.lines().is_none() && report.left.is_some() {
        let what = "in Build Up nobody plays on when a player has left";
        return Err(vec![Problem::at("/left", Refusal::WrongShape { what })]);
    }
    // Turns that were taken back are not there any more, and who left then is not asked about.
    let most = if before.scrutiny == Scrutiny::New { report.turns.len() } else { usize::MAX };
    let refused = |(seat, after): (&Seat, &usize)| {
        let refusal = match seating.has(*seat) {
            false => Refusal::no_seat(seating, *seat),
            true if *after > most => Refusal::WrongShape { what: "the round does not have so many turns" },
            true => return None,
        };
        Some(Problem::at(format!("/left/{seat}"), refusal))
    };
    let problems: Vec<Problem> = report.left.iter().flatten().filter_map(refused).collect();
    if problems.is_empty() { Ok(()) } else { Err(problems) }
}

type Deal = BTreeMap<Seat, Vec<Tile>>;

fn deal(
    rules: &Ruleset,
    lines: &LineRules,
    seating: Seating,
    dealt: Option<&Deal>,
) -> Result<BTreeMap<Seat, Tiles>, Vec<Problem>> {
    let expected = usize::from(lines.hand_size.of(seating.len()));
    let mut problems = Vec::new();
    let mut seen = Tiles::NONE;
    let mut deal = BTreeMap::new();
    for (seat, tiles) in dealt.into_iter().flatten() {
        let mut refuse = |refusal| problems.push(Problem::at(format!("/deal/{seat}"), refusal));
        if !seating.has(*seat) {
            refuse(Refusal::no_seat(seating, *seat));
        }
        if let Some(tile) = tiles.iter().find(|tile| !rules.has_tile(**tile)) {
            refuse(Refusal::NotInSet { tile: *tile, set: rules.set_name() });
        }
        if tiles.len() != expected {
            refuse(Refusal::HandSize { seat: *seat, given: tiles.len(), expected });
        }
        // Each tile of the hand goes into the set of those seen, also after a repeated one.
        let repeated: Vec<Tile> = tiles.iter().copied().filter(|tile| !seen.insert(*tile)).collect();
        if let Some(tile) = repeated.first() {
            refuse(Refusal::TileTwice { tile: *tile });
        }
        deal.insert(*seat, tiles.iter().copied().collect());
    }
    if problems.is_empty() { Ok(deal) } else { Err(problems) }
}

fn line_start(
    rules: &Ruleset,
    lines: &LineRules,
    seating: Seating,
    before: &Before,
    report: &PlaysReport,
    named: Option<Seat>,
    broken: &mut Broken,
) -> Result<(Table, Option<Seat>), Vec<Problem>> {
    if report.initial.is_some() {
        let what = "only Build Up starts with lines on the table";
        return Err(vec![Problem::at("/initial", Refusal::WrongShape { what })]);
    }
    let deal = deal(rules, lines, seating, report.deal.as_ref())?;
    let duty = match before.free {
        true => LeadDuty::RECORDED,
        false => LeadDuty::of(rules, lines, before.round, before.led),
    };
    let holder = holder(&duty, &deal, seating, named, broken).map_err(|problem| vec![problem])?;
    let leader = named.or(holder);
    let start = Start { seating, leader, duty, deal };
    Ok((Table::Lines(Box::new(LineRound::new(rules, lines, start))), leader))
}

/// Who has to lead because all hands are known.
fn holder(
    duty: &LeadDuty,
    deal: &BTreeMap<Seat, Tiles>,
    seating: Seating,
    named: Option<Seat>,
    broken: &mut Broken,
) -> Result<Option<Seat>, Problem> {
    let Some(by) = duty.by.filter(|_| deal.len() == seating.len()) else { return Ok(None) };
    let holder = duty.holder(deal.iter().map(|(seat, hand)| (*seat, *hand)));
    match (holder, named) {
        (None, _) if !duty.drawn_for => {
            let redeal = Refusal::Redeal { wanted: by.wanted() };
            broken.weigh_new(Err(redeal)).map_err(|refusal| Problem::at("/deal", refusal))?;
        }
        (Some((expected, double)), Some(leader)) if expected != leader => {
            let wrong = Refusal::WrongLeader { leader, expected, double: Some(double) };
            broken.weigh_new(Err(wrong)).map_err(|refusal| Problem::at("/leader", refusal))?;
        }
        _ => {}
    }
    Ok(holder.map(|(seat, _)| seat))
}

fn stack_start(
    seating: Seating,
    before: &Before,
    report: &PlaysReport,
    leader: Option<Seat>,
) -> Result<StackRound, Vec<Problem>> {
    let first = |refusal| vec![Problem::at("/initial", refusal)];
    let mut table = match (&report.initial, &before.stacks) {
        (Some(_), Some(_)) if !starts_game(before.round) => {
            let what = "the stacks stay from hand to hand: \"initial\" is for the first hand of a game";
            return Err(first(Refusal::WrongShape { what }));
        }
        (Some(initial), _) => {
            let table = StackRound::first(initial, leader).map_err(first)?;
            if starts_game(before.round) && !table.is_fresh() {
                let what = "each player lays six tiles of the own colour to start with";
                return Err(first(Refusal::WrongShape { what }));
            }
            table
        }
        (None, Some(last)) if !starts_game(before.round) => last.next(before.round, leader),
        (None, _) => {
            let what = "give \"initial\": what lies on A1 to A6 and B1 to B6 before the first turn";
            return Err(first(Refusal::WrongShape { what }));
        }
    };
    table.resize(before.round);
    for (seat, tiles) in report.deal.iter().flatten() {
        let at = |refusal| vec![Problem::at(format!("/deal/{seat}"), refusal)];
        if !seating.has(*seat) {
            return Err(at(Refusal::no_seat(seating, *seat)));
        }
        table.deal(*seat, tiles).map_err(at)?;
    }
    Ok(table)
}
