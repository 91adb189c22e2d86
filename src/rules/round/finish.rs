//! The end of a round that is recorded turn by turn: the hands that were left, checked against
//! what was played.

use std::collections::BTreeMap;

use super::bounds::{ReportedPips, Weights, check_pips};
use super::hands::{at_hands, is_needed, weigh_all};
use super::{Outcome, Round, RoundEnd, Table};
use crate::rules::hand::{self, AtSeat, Left, ShownHands};
use crate::rules::line::{Ending, LineRound};
use crate::rules::reckoning::Reckoning;
use crate::rules::refusal::Refusal;
use crate::rules::report::{EndingWord, Problem};
use crate::rules::ruleset::{Family, LineRules, Ruleset, StackRules};
use crate::rules::scoring::{Ended, StackEnd, score_line, score_stacks};
use crate::rules::scrutiny::Broken;
use crate::rules::seat::{Seat, Seating};
use crate::rules::stacks::StackRound;
use crate::rules::tile::Tiles;

/// What the table says when a round is over.
#[derive(Clone, Copy, Debug, Default)]
pub struct Closing<'a> {
    /// How it ended.
    pub ending: Option<EndingWord>,
    /// The hands that were left.
    pub hands: Option<&'a ShownHands>,
    /// How the game is reckoned.
    pub reckoning: Reckoning,
}

/// The outcome of a round, or `None` while it is running or its hands are not shown yet.
///
/// Errors: what in `closing` contradicts the plays, or is broken and not recorded all the same.
pub fn finish(
    rules: &Ruleset,
    seating: Seating,
    round: &Round,
    closing: &Closing<'_>,
    broken: &mut Broken,
) -> Result<Option<Outcome>, Vec<Problem>> {
    match (&round.table, rules.family()) {
        (Some(Table::Lines(table)), Family::Lines(lines)) => {
            Lines { rules, lines, seating, table }.finish(closing, broken)
        }
        (Some(Table::Stacks(table)), Family::Stacks(stacks)) => {
            finish_stacks(rules, stacks, seating, (table, closing), broken)
        }
        _ => Ok(None),
    }
}

struct Lines<'a> {
    rules: &'a Ruleset,
    lines: &'a LineRules,
    seating: Seating,
    table: &'a LineRound,
}

impl Lines<'_> {
    fn finish(&self, closing: &Closing<'_>, broken: &mut Broken) -> Result<Option<Outcome>, Vec<Problem>> {
        let empty = ShownHands::new();
        let shown =
            hand::read(self.rules, self.seating, closing.hands.unwrap_or(&empty)).map_err(at_hands)?;
        let mut left = BTreeMap::new();
        let mut problems = Vec::new();
        for seat in self.seating.seats() {
            match self.left(seat, shown.get(&seat)) {
                Ok(Some(hand)) => {
                    left.insert(seat, hand);
                }
                Ok(None) => {}
                Err(refusal) => problems.push(Problem::at(format!("/hands/{seat}"), refusal)),
            }
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        let impossible = weigh_all(broken, check_pips(&self.unseen(&left), &self.told_pips(&left)));
        if !impossible.is_empty() {
            return Err(at_hands(impossible));
        }
        let Some(ending) = self.ending(closing, &left).map_err(|problem| vec![problem])? else {
            return Ok(None);
        };
        let missing: Vec<Seat> = self
            .seating
            .seats()
            .filter(|seat| !left.contains_key(seat) && is_needed(self.lines, self.seating, ending, *seat))
            .collect();
        if !missing.is_empty() {
            if closing.hands.is_none() {
                return Ok(None);
            }
            let at = |seat| Problem::at(format!("/hands/{seat}"), Refusal::HandMissing { seat });
            return Err(missing.into_iter().map(at).collect());
        }
        let ended = Ended {
            ending,
            leader: self.table.leader(),
            left: &left,
            out_on_double: self.table.out_on_double(),
            reckoning: closing.reckoning,
        };
        let score = score_line(self.lines, self.seating, &ended)
            .map_err(|refusal| vec![Problem::at("/hands", refusal)])?;
        Ok(Some(Outcome { end: Some(RoundEnd::Lines(ending)), left, score }))
    }

    /// What was left in the hand of `seat`: as shown if that agrees with the plays, else as known.
    fn left(&self, seat: Seat, shown: Option<&Left>) -> Result<Option<Left>, Refusal> {
        let hand = self.table.hand(seat);
        let blank = self.lines.pips.double_blank;
        match shown {
            None if hand.is_open() => Ok(Some(Left::Tiles(hand.known))),
            None => Ok(None),
            Some(Left::Pips(pips)) => {
                let known = Left::Tiles(hand.known).pips(blank);
                match *pips {
                    pips if hand.is_open() && pips != known || pips < known => {
                        Err(Refusal::WrongPips { seat, pips, known })
                    }
                    _ if hand.is_open() => Ok(Some(Left::Tiles(hand.known))),
                    pips => Ok(Some(Left::Pips(pips))),
                }
            }
            Some(Left::Tiles(tiles)) => {
                if tiles.len() != hand.size {
                    return Err(Refusal::HandSize { seat, given: tiles.len(), expected: hand.size });
                }
                if let Some(tile) = tiles.iter().find(|tile| self.table.layout().tiles().contains(*tile)) {
                    return Err(Refusal::TileUsed { tile });
                }
                if let Some(tile) = hand.known.without(*tiles).iter().next() {
                    return Err(Refusal::KnownInHand { seat, tile });
                }
                let elsewhere = |tile| {
                    let mut others = self.seating.seats().filter(|other| *other != seat);
                    others
                        .find(|other| self.table.hand(*other).known.contains(tile))
                        .map(|holder| (tile, holder))
                };
                match tiles.iter().find_map(elsewhere) {
                    Some((tile, holder)) => Err(Refusal::HeldByOther { tile, holder }),
                    None => Ok(Some(Left::Tiles(*tiles))),
                }
            }
        }
    }

    /// The tiles of which it is not known where they are.
    fn unseen(&self, left: &BTreeMap<Seat, Left>) -> Weights {
        let shown = left.values().filter_map(Left::tiles);
        let known = self.seating.seats().map(|seat| self.table.hand(seat).known);
        Weights::of(self.rules, shown.chain(known).fold(self.table.layout().tiles(), Tiles::union))
    }

    fn told_pips(&self, left: &BTreeMap<Seat, Left>) -> Vec<ReportedPips> {
        let told = left.iter().filter_map(|(seat, left)| match left {
            Left::Tiles(_) => None,
            Left::Pips(pips) => {
                let hand = self.table.hand(*seat);
                let known = Left::Tiles(hand.known).pips(self.lines.pips.double_blank);
                let others = hand.size.saturating_sub(hand.known.len());
                Some(ReportedPips { seat: *seat, pips: *pips, known, others: (others, others) })
            }
        });
        told.collect()
    }

    /// How the round ended: as the plays say, or blocked because the shown hands prove it.
    fn ending(&self, closing: &Closing<'_>, left: &BTreeMap<Seat, Left>) -> Result<Option<Ending>, Problem> {
        let wrong = || Problem::at("/ending", Refusal::WrongEnding { how: self.table.how() });
        match (self.table.ending(), closing.ending) {
            (Some(Ending::Domino(_)), Some(EndingWord::Blocked)) => Err(wrong()),
            (Some(Ending::Blocked { .. }), Some(EndingWord::Domino)) => Err(wrong()),
            (Some(ending), _) => Ok(Some(ending)),
            (None, None) if closing.hands.is_none() => Ok(None),
            (None, Some(EndingWord::Domino)) => Err(self.not_over("nobody has played the last tile")),
            (None, _) => self.proven_block(left).map(Some),
        }
    }

    fn not_over(&self, why: &str) -> Problem {
        Problem::at("", Refusal::RoundNotOver { why: why.to_owned() })
    }

    fn proven_block(&self, left: &BTreeMap<Seat, Left>) -> Result<Ending, Problem> {
        if self.table.layout().is_empty() {
            return Err(self.not_over("no tile has been played"));
        }
        if self.table.available(self.lines) > 0 {
            return Err(self.not_over("there are tiles to draw"));
        }
        for seat in self.table.playing().seats() {
            let tiles = left.get(&seat).and_then(Left::tiles);
            let tiles = tiles.ok_or_else(|| {
                self.not_over("record the passes, or show all hands as tiles, to say that it is blocked")
            })?;
            if let Some(tile) = tiles.iter().find(|tile| self.table.layout().fits(*tile)) {
                return Err(Problem::at(format!("/hands/{seat}"), Refusal::NotBlocked { seat, tile }));
            }
        }
        Ok(Ending::Blocked { dead: false })
    }
}

fn finish_stacks(
    rules: &Ruleset,
    stacks: &StackRules,
    seating: Seating,
    (table, closing): (&StackRound, &Closing<'_>),
    broken: &mut Broken,
) -> Result<Option<Outcome>, Vec<Problem>> {
    if closing.ending.is_some() {
        let what = "a hand of Build Up is played to its end: leave out \"ending\"";
        return Err(vec![Problem::at("/ending", Refusal::WrongShape { what })]);
    }
    let mut left = shown_stacks(rules, stacks, seating, table, closing)?;
    let impossible = weigh_all(broken, check_aside(rules, table, &left));
    if !impossible.is_empty() {
        return Err(at_hands(impossible));
    }
    for seat in seating.seats().filter(|seat| table.hand(*seat).is_open()) {
        left.entry(seat).or_insert(Left::Tiles(table.hand(seat).known));
    }
    let all_shown = seating.seats().all(|seat| left.get(&seat).and_then(Left::tiles).is_some());
    if !table.is_over() {
        if closing.hands.is_none() {
            return Ok(None);
        }
        if !all_shown {
            let why = "record the passes, or show what both players could not place".to_owned();
            return Err(vec![Problem::at("", Refusal::RoundNotOver { why })]);
        }
        for (seat, hand) in &left {
            if let Some(tile) = hand.tiles().and_then(|tiles| table.fit(stacks, tiles)) {
                let refusal = Refusal::NotBlocked { seat: *seat, tile };
                return Err(vec![Problem::at(format!("/hands/{seat}"), refusal)]);
            }
        }
    }
    let missing = seating.seats().find(|seat| !left.contains_key(seat));
    if let (true, Some(seat)) = (stacks.set_aside_penalty, missing) {
        if closing.hands.is_none() {
            return Ok(None);
        }
        return Err(vec![Problem::at(format!("/hands/{seat}"), Refusal::HandMissing { seat })]);
    }
    let score = score_stacks(stacks, &StackEnd::of(stacks, table, left.clone()));
    Ok(Some(Outcome { end: Some(RoundEnd::Stacks), left, score }))
}

/// What the players show that they could not place, as far as it agrees with the plays.
fn shown_stacks(
    rules: &Ruleset,
    stacks: &StackRules,
    seating: Seating,
    table: &StackRound,
    closing: &Closing<'_>,
) -> Result<BTreeMap<Seat, Left>, Vec<Problem>> {
    let mut left = BTreeMap::new();
    for (seat, shown) in closing.hands.into_iter().flatten() {
        let alone = ShownHands::from([(*seat, shown.clone())]);
        let read = hand::read(rules, seating, &alone).map_err(at_hands)?;
        for (seat, hand) in read {
            let at = |refusal| vec![Problem::at(format!("/hands/{seat}"), refusal)];
            if let Some(tiles) = hand.tiles() {
                table.can_be_left(seat, tiles).map_err(at)?;
                if let (false, Some(tile)) = (table.is_over(), table.fit(stacks, tiles)) {
                    return Err(at(Refusal::NotBlocked { seat, tile }));
                }
            }
            left.insert(seat, hand);
        }
    }
    Ok(left)
}

/// What of hands of which only the dots are told cannot be.
fn check_aside(rules: &Ruleset, table: &StackRound, left: &BTreeMap<Seat, Left>) -> Vec<AtSeat> {
    let impossible = |(seat, left): (&Seat, &Left)| match left {
        Left::Tiles(_) => None,
        Left::Pips(pips) => {
            let hand = table.hand(*seat);
            let others = hand.size.saturating_sub(hand.known.len());
            let told =
                ReportedPips { seat: *seat, pips: *pips, known: hand.known.pips(), others: (others, others) };
            let unseen = Weights::of(rules, table.laid(*seat).union(hand.known));
            check_pips(&unseen, &[told]).pop()
        }
    };
    left.iter().filter_map(impossible).collect()
}
