//! The points of a round of joined tiles.

use std::collections::BTreeMap;

use super::{Item, ItemKind, Score};
use crate::rules::hand::Left;
use crate::rules::line::Ending;
use crate::rules::phrase::{Phrase, phrase};
use crate::rules::reckoning::Reckoning;
use crate::rules::refusal::Refusal;
use crate::rules::ruleset::{
    BlockTie, BlockWinner, LineRules, MinRound, OutOnDouble, PartnerTiles, ScoreBlock, ScoreMethod,
};
use crate::rules::seat::{Seat, Seating, Side};
use crate::rules::tile::Tile;

/// A round that is over, as far as its score depends on it.
#[derive(Clone, Debug)]
pub struct Ended<'a> {
    /// How it ended.
    pub ending: Ending,
    /// Who led it, if that is known.
    pub leader: Option<Seat>,
    /// What was left in each hand.
    pub left: &'a BTreeMap<Seat, Left>,
    /// Whether the player who went out did so on a double that was still to be filled.
    pub out_on_double: bool,
    /// How it is reckoned.
    pub reckoning: Reckoning,
}

/// The points of a round.
///
/// Fails when equal hands can only be told apart by something that was not reported.
pub fn score_line(lines: &LineRules, seating: Seating, ended: &Ended<'_>) -> Result<Score, Refusal> {
    let double_blank = lines.pips.double_blank;
    let pips: BTreeMap<Seat, u16> = seating
        .seats()
        .map(|seat| (seat, ended.left.get(&seat).map_or(0, |left| left.pips(double_blank))))
        .collect();
    let totals = seating.sides().map(|side| (side, sum(&pips, side))).collect();
    let items = seating.seats().map(|seat| left_item(seat, ended.left.get(&seat), pips.get(&seat))).collect();
    let scoring = Scoring { lines, seating, ended, pips, totals, items };
    match lines.score.method {
        ScoreMethod::OwnPenalty => Ok(scoring.own_penalty()),
        ScoreMethod::WinnerTakes => scoring.winner_takes(),
    }
}

fn sum(pips: &BTreeMap<Seat, u16>, side: Side) -> i32 {
    side.seats().filter_map(|seat| pips.get(&seat)).map(|pips| i32::from(*pips)).sum()
}

fn left_item(seat: Seat, left: Option<&Left>, pips: Option<&u16>) -> Item {
    let pips = pips.copied().unwrap_or(0);
    let item = |text| Item::new(ItemKind::Left, text).seat(seat).amount(i32::from(pips));
    match left {
        Some(Left::Tiles(tiles)) if tiles.is_empty() => {
            item(phrase!("{seat} has no tiles left", seat)).tiles(Vec::new())
        }
        Some(Left::Tiles(tiles)) => {
            let tiles = tiles.sorted();
            item(phrase!("{seat} is left with {tiles}: {pips}", seat, tiles, pips)).tiles(tiles)
        }
        _ => item(phrase!("{seat} is left with {pips}", seat, pips)),
    }
}

struct Scoring<'a> {
    lines: &'a LineRules,
    seating: Seating,
    ended: &'a Ended<'a>,
    pips: BTreeMap<Seat, u16>,
    totals: BTreeMap<Side, i32>,
    items: Vec<Item>,
}

impl Scoring<'_> {
    fn total(&self, side: Side) -> i32 {
        self.totals.get(&side).copied().unwrap_or(0)
    }

    fn others(&self, side: Side) -> impl Iterator<Item = Side> + '_ {
        self.seating.sides().filter(move |other| *other != side)
    }

    fn others_total(&self, side: Side) -> i32 {
        self.others(side).map(|other| self.total(other)).sum()
    }

    fn finish(mut self, winners: Vec<Side>, points: BTreeMap<Side, i32>) -> Score {
        for (side, points) in points.iter().filter(|(_, points)| **points != 0) {
            let text = phrase!("{side} {score} {points}", side, score = side.verb("scores", "score"), points);
            self.items.push(Item::new(ItemKind::Points, text).side(*side).amount(*points));
        }
        Score { pips: self.pips, winners, points, items: self.items }
    }

    fn own_penalty(mut self) -> Score {
        let mut points = self.totals.clone();
        let winners = match self.ended.ending {
            Ending::Domino(out) => {
                let text = phrase!("{out} is out; each of the others scores the dots left in the hand", out);
                self.items.push(Item::new(ItemKind::Winner, text).seat(out).rule("score.method"));
                if self.ended.out_on_double && self.lines.end.out_on_double == OutOnDouble::Penalty50 {
                    let text = phrase!("{out} went out on a double that was not filled: 50", out);
                    let item = Item::new(ItemKind::Penalty, text).seat(out).amount(50);
                    self.items.push(item.rule("end.out_on_double"));
                    points.entry(Side::single(out)).and_modify(|own| *own += 50);
                }
                vec![Side::single(out)]
            }
            Ending::Blocked { .. } => {
                let text = phrase!("the round is blocked; each player scores the dots left in the hand");
                self.items.push(Item::new(ItemKind::Winner, text).rule("score.method"));
                let least = self.totals.values().min().copied();
                self.totals
                    .iter()
                    .filter(|(_, total)| Some(**total) == least)
                    .map(|(side, _)| *side)
                    .collect()
            }
        };
        self.finish(winners, points)
    }

    fn winner_takes(mut self) -> Result<Score, Refusal> {
        let mut points = self.seating.by_side(&0);
        let winners = match self.ended.ending {
            Ending::Domino(out) => {
                let side = self.seating.side(out);
                let text = phrase!(
                    "{out} is out, so {side} {win} the round",
                    out,
                    side,
                    win = side.verb("wins", "win")
                );
                self.items.push(Item::new(ItemKind::Winner, text).side(side).seat(out));
                points.insert(side, self.domino_points(side));
                vec![side]
            }
            Ending::Blocked { .. } => {
                let all_score = self.lines.score.block == ScoreBlock::EachVsHigher;
                let winners = match self.ended.reckoning {
                    Reckoning::First if all_score => self.lowest(),
                    Reckoning::First | Reckoning::Second => self.block_winners()?,
                };
                let scorers = if all_score { self.seating.sides().collect() } else { winners.clone() };
                for side in scorers {
                    points.insert(side, self.block_points(side));
                }
                winners
            }
        };
        Ok(self.finish(winners, points))
    }

    fn domino_points(&mut self, side: Side) -> i32 {
        let others = self.others_total(side);
        self.count(others, phrase!("the others hold {sum}", sum = self.sum_text(side)));
        let own = self.total(side);
        let points = others + self.partner_tiles(own);
        self.floor(side, points)
    }

    /// What the tiles of the winner's partner do to the score.
    fn partner_tiles(&mut self, own: i32) -> i32 {
        if own == 0 {
            return 0;
        }
        let (change, kind, words) = match self.lines.score.partner_tiles {
            PartnerTiles::Ignore => return 0,
            PartnerTiles::Subtract => (-own, ItemKind::TakenOff, "deducted"),
            PartnerTiles::Add => (own, ItemKind::Counted, "added"),
        };
        let text = phrase!("the tiles left on the winner's own side are {words}: {own}", words, own);
        self.items.push(Item::new(kind, text).amount(own).rule("score.partner_tiles"));
        change
    }

    fn sum_text(&self, side: Side) -> String {
        let parts: Vec<String> = self.others(side).map(|other| self.total(other).to_string()).collect();
        match parts.as_slice() {
            [only] => only.clone(),
            parts => format!("{} = {}", parts.join(" + "), self.others_total(side)),
        }
    }

    fn count(&mut self, amount: i32, text: Phrase) {
        self.items.push(Item::new(ItemKind::Counted, text).amount(amount));
    }

    fn floor(&mut self, side: Side, points: i32) -> i32 {
        if points >= 0 || self.lines.score.min_round == MinRound::Unlimited {
            return points;
        }
        let text = phrase!("{side}'s balance is {points} and counts as 0", side, points);
        self.items
            .push(Item::new(ItemKind::RaisedToZero, text).side(side).amount(points).rule("score.min_round"));
        0
    }

    /// The sides with the fewest dots, as the ruleset counts them.
    fn lowest(&self) -> Vec<Side> {
        let by_hand = self.lines.block.winner == BlockWinner::TeamOfLowestHand;
        let measure = |side: Side| {
            let hands = side.seats().filter_map(|seat| self.pips.get(&seat)).map(|pips| i32::from(*pips));
            if by_hand { hands.min().unwrap_or(0) } else { hands.sum() }
        };
        let least = self.seating.sides().map(measure).min();
        self.seating.sides().filter(|side| Some(measure(*side)) == least).collect()
    }

    fn block_winners(&mut self) -> Result<Vec<Side>, Refusal> {
        let lowest = self.lowest();
        if let [winner] = lowest.as_slice() {
            let total = self.total(*winner);
            let by_hand =
                self.lines.block.winner == BlockWinner::TeamOfLowestHand && self.seating.is_partners();
            let lightest = winner.seats().filter_map(|seat| Some((*self.pips.get(&seat)?, seat))).min();
            let text = match lightest {
                Some((pips, seat)) if by_hand => {
                    let win = winner.verb("wins", "win");
                    phrase!(
                        "the round is blocked and {seat} has the fewest dots ({pips}), so {winner} {win} it",
                        seat,
                        pips,
                        winner,
                        win
                    )
                }
                _ => {
                    let has = winner.verb("has", "have");
                    phrase!(
                        "the round is blocked and {winner} {has} the fewest dots ({total})",
                        winner,
                        has,
                        total
                    )
                }
            };
            self.items.push(Item::new(ItemKind::Winner, text).side(*winner).rule("block.winner"));
            return Ok(lowest);
        }
        let winners = match self.lines.block.tie {
            BlockTie::None => Vec::new(),
            BlockTie::Share => lowest.clone(),
            BlockTie::LightestTile => self.by_lightest(&lowest, 1)?,
            BlockTie::LightestTileThenNext => self.by_lightest(&lowest, usize::MAX)?,
            BlockTie::Opener => vec![self.by_opener(&lowest)?],
        };
        let text = match winners.as_slice() {
            [] => phrase!("{lowest} are level, so the round is drawn", lowest),
            [winner] => {
                let win = winner.verb("wins", "win");
                phrase!("{lowest} are level; {winner} {win} the round", lowest, winner, win)
            }
            _ => phrase!("{lowest} are level and share the round", lowest),
        };
        self.items.push(Item::new(ItemKind::Winner, text).rule("block.tie"));
        Ok(winners)
    }

    fn by_opener(&self, tied: &[Side]) -> Result<Side, Refusal> {
        let unknown = || Refusal::TieNeedsLeader { tied: tied.to_vec() };
        let opener = self.ended.leader.ok_or_else(unknown)?;
        let mut in_order = self.seating.from(opener).map(|seat| self.seating.side(seat));
        in_order.find(|side| tied.contains(side)).ok_or_else(unknown)
    }

    /// Compares the lightest tiles of the tied sides, then the next, `depth` times.
    fn by_lightest(&mut self, tied: &[Side], depth: usize) -> Result<Vec<Side>, Refusal> {
        let mut left = Vec::new();
        for side in tied {
            let mut weights = Vec::new();
            for seat in side.seats() {
                let tiles = self.ended.left.get(&seat).and_then(Left::tiles);
                let tiles = tiles.ok_or_else(|| Refusal::TieNeedsTiles { tied: tied.to_vec() })?;
                weights.extend(tiles.iter().map(Tile::pips));
            }
            weights.sort_unstable();
            left.push((*side, weights));
        }
        for place in 0..depth {
            let at = |weights: &Vec<u16>| weights.get(place).copied().unwrap_or(u16::MAX);
            let Some(least) =
                left.iter().map(|(_, weights)| at(weights)).min().filter(|least| *least < u16::MAX)
            else {
                break;
            };
            let others = left.iter().map(|(_, weights)| at(weights)).filter(|weight| *weight > least).min();
            left.retain(|(_, weights)| at(weights) == least);
            if let [(winner, _)] = left.as_slice() {
                let than = others.map_or_else(String::new, |other| format!(" against {other}"));
                let has = winner.verb("has", "have");
                let text = phrase!(
                    "the lightest tile decides: {winner} {has} one of {least}{than}",
                    winner,
                    has,
                    least,
                    than
                );
                self.items.push(Item::new(ItemKind::TieBreak, text).side(*winner).rule("block.tie"));
                return Ok(vec![*winner]);
            }
        }
        Ok(Vec::new())
    }

    fn block_points(&mut self, side: Side) -> i32 {
        let (own, others) = (self.total(side), self.others_total(side));
        let sum = self.sum_text(side);
        let (points, text) = match self.block_formula() {
            ScoreBlock::EachVsHigher => return self.versus_higher(side),
            ScoreBlock::OpponentsTotal => (others, phrase!("the others hold {sum}", sum)),
            ScoreBlock::SumOfDifferences => {
                let each: Vec<i32> = self.others(side).map(|other| self.total(other)).collect();
                let parts: Vec<String> = each.iter().map(|other| format!("({other} - {own})")).collect();
                let points = each.iter().map(|other| other - own).sum();
                (points, phrase!("the differences are {parts} = {points}", parts = parts.join(" + "), points))
            }
            ScoreBlock::SumMinusOwn => {
                let points = others - own;
                (
                    points,
                    phrase!(
                        "the others hold {sum}, less {side}'s own {own}: {points}",
                        sum,
                        side,
                        own,
                        points
                    ),
                )
            }
        };
        self.items.push(Item::new(ItemKind::Counted, text).side(side).amount(points).rule("score.block"));
        let points = if self.partner_tiles_count() { points + self.partner_tiles(own) } else { points };
        self.floor(side, points)
    }

    /// Partners who win by their lightest hand score what the others hold, whatever formula stands beside
    /// it in a ruleset that was made when both could be chosen.
    fn block_formula(&self) -> ScoreBlock {
        let by_hand = self.lines.block.winner == BlockWinner::TeamOfLowestHand && self.seating.is_partners();
        match self.lines.score.block {
            formula if formula == ScoreBlock::EachVsHigher || !by_hand => formula,
            _ => ScoreBlock::OpponentsTotal,
        }
    }

    /// Whether what partners are left with changes the score of a blocked round: what its formula has
    /// taken off already is not taken off again.
    fn partner_tiles_count(&self) -> bool {
        let by_hand = self.lines.block.winner == BlockWinner::TeamOfLowestHand;
        let added = self.lines.score.partner_tiles == PartnerTiles::Add;
        let counts = by_hand || self.ended.reckoning == Reckoning::Second;
        self.seating.is_partners() && counts && (added || self.block_formula() == ScoreBlock::OpponentsTotal)
    }

    fn versus_higher(&mut self, side: Side) -> i32 {
        let own = self.total(side);
        let points = self.others(side).map(|other| (self.total(other) - own).max(0)).sum();
        let text = phrase!("the higher hands hold {points} more than {side} in all", points, side);
        self.items.push(Item::new(ItemKind::Counted, text).side(side).amount(points).rule("score.block"));
        points
    }
}
