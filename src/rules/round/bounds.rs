//! What hands can hold, and what a round can be worth.

use std::collections::BTreeMap;

use super::Before;
use crate::rules::hand::Left;
use crate::rules::line::LeadDuty;
use crate::rules::refusal::{Refusal, beside};
use crate::rules::ruleset::{
    BlockTie, DrawCount, Family, LineRules, MinRound, OutOnDouble, PartnerTiles, Ruleset, ScoreBlock,
    ScoreMethod, StackRules, StackScore,
};
use crate::rules::seat::{Seat, Seating};
use crate::rules::stacks::{TOPS, first_hand, hand_size};
use crate::rules::tile::{Tile, Tiles};

/// The dots of tiles, the heaviest first.
pub(super) struct Weights(Vec<u16>);

impl Weights {
    /// Of the tiles of the set that are not in `elsewhere`.
    pub(super) fn of(rules: &Ruleset, elsewhere: Tiles) -> Weights {
        let double_blank = rules.lines().map_or(0, |lines| lines.pips.double_blank);
        let set: Tiles = (0..=rules.max_pip())
            .flat_map(|high| (0..=high).filter_map(move |low| Tile::new(low, high)))
            .collect();
        let weight = |tile: Tile| if tile.high() == 0 { double_blank } else { tile.pips() };
        let mut weights: Vec<u16> = set.without(elsewhere).iter().map(weight).collect();
        weights.sort_unstable_by(|one, other| other.cmp(one));
        Weights(weights)
    }

    /// The most dots of so many of them.
    pub(super) fn most(&self, tiles: usize) -> u16 {
        self.0.iter().take(tiles).sum()
    }

    /// The fewest dots of so many of them.
    pub(super) fn least(&self, tiles: usize) -> u16 {
        self.0.iter().rev().take(tiles).sum()
    }
}

/// A hand of which only the dots are told.
pub(super) struct ReportedPips {
    pub(super) seat: Seat,
    pub(super) pips: u16,
    /// The dots of its tiles that are known.
    pub(super) known: u16,
    /// How many tiles it has besides, at least and at most.
    pub(super) others: (usize, usize),
}

/// What `hands` cannot have, if their unknown tiles are among those with these weights.
pub(super) fn check_pips(weights: &Weights, hands: &[ReportedPips]) -> Vec<(Seat, Refusal)> {
    let mut problems = Vec::new();
    for ReportedPips { seat, pips, known, others: (fewest, tiles) } in hands {
        let (least, most) = (known + weights.least(*fewest), known + weights.most(*tiles));
        if *pips > most {
            problems.push((*seat, Refusal::TooManyPips { seat: *seat, pips: *pips, beside: None, most }));
        } else if *pips < least {
            problems.push((*seat, Refusal::TooFewPips { seat: *seat, pips: *pips, least }));
        }
    }
    let known: u16 = hands.iter().map(|hand| hand.known).sum();
    let most = known + weights.most(hands.iter().map(|hand| hand.others.1).sum());
    if problems.is_empty() {
        problems.extend(check_together(most, hands.iter().map(|hand| (hand.seat, hand.pips)).collect()));
    }
    problems
}

/// What the heaviest of these hands cannot have beside the others, if all together have at most so many dots.
fn check_together(most: u16, mut hands: Vec<(Seat, u16)>) -> Option<(Seat, Refusal)> {
    let heaviest = (0..hands.len()).max_by_key(|index| hands.get(*index).map(|(_, pips)| *pips))?;
    let (seat, pips) = hands.remove(heaviest);
    let told: u16 = hands.iter().map(|(_, pips)| pips).sum();
    let most = most.saturating_sub(told);
    (pips > most).then(|| (seat, Refusal::TooManyPips { seat, pips, beside: beside(hands), most }))
}

/// What a round can be worth.
pub(super) struct Bounds {
    /// The fewest points of a side.
    pub(super) least: i32,
    /// The most points of a side.
    pub(super) most: i32,
    /// The most points of all sides together.
    pub(super) together: i32,
    /// Whether several sides can score.
    pub(super) shared: bool,
    /// Whether a side that is not named scored nothing.
    pub(super) rest_is_zero: bool,
}

/// The table of which something is reported.
pub(super) struct Room<'a> {
    pub(super) rules: &'a Ruleset,
    pub(super) seating: Seating,
    pub(super) before: &'a Before,
}

impl Room<'_> {
    /// The most tiles of a hand of joined tiles: what was dealt, or where tiles are drawn the whole set.
    pub(super) fn tiles(&self, lines: &LineRules) -> usize {
        let drawn_for = LeadDuty::of(self.rules, lines, self.before.round, self.before.led).drawn_for;
        match drawn_for || lines.draw.count != DrawCount::None {
            true => self.rules.tiles(),
            false => usize::from(lines.hand_size.of(self.seating.len())),
        }
    }

    /// The most tiles that count for a colour of Build Up.
    pub(super) fn counted(&self, stacks: &StackRules) -> usize {
        let hand = self.before.round + 1 - first_hand(self.before.round);
        match stacks.score {
            StackScore::TopsOfOwnColour => TOPS,
            StackScore::TopsExcludingInitial => (1..=hand).map(hand_size).sum::<usize>().min(TOPS),
            StackScore::PlayedThisHand => hand_size(hand),
        }
    }

    /// The most dots that count for both colours of Build Up together.
    pub(super) fn counted_together(&self, stacks: &StackRules) -> u16 {
        let (weights, each) = (Weights::of(self.rules, Tiles::NONE), self.counted(stacks));
        let share = |own: usize| weights.most(own.min(each)) + weights.most((TOPS - own).min(each));
        (0..=TOPS).map(share).max().unwrap_or_default()
    }

    /// What the points of the round can be.
    pub(super) fn points(&self) -> Bounds {
        match self.rules.family() {
            Family::Stacks(stacks) => self.stack_points(stacks),
            Family::Lines(lines) if lines.score.method == ScoreMethod::WinnerTakes => {
                self.winner_takes(lines)
            }
            Family::Lines(lines) => self.own_penalty(lines),
        }
    }

    fn stack_points(&self, stacks: &StackRules) -> Bounds {
        let weights = Weights::of(self.rules, Tiles::NONE);
        let aside = i32::from(weights.most(hand_size(self.before.round)));
        Bounds {
            least: if stacks.set_aside_penalty { -aside } else { 0 },
            most: i32::from(weights.most(self.counted(stacks))),
            together: i32::from(self.counted_together(stacks)),
            shared: true,
            rest_is_zero: false,
        }
    }

    fn winner_takes(&self, lines: &LineRules) -> Bounds {
        let weights = Weights::of(self.rules, Tiles::NONE);
        let dots = |hands: usize| i32::from(weights.most(hands * self.tiles(lines)));
        let partners = self.seating.is_partners();
        let counted = match (partners, lines.score.partner_tiles) {
            (true, PartnerTiles::Add) => 4,
            (true, _) => 2,
            (false, _) => self.seating.len().saturating_sub(1),
        };
        let negative = partners
            && lines.score.partner_tiles == PartnerTiles::Subtract
            && lines.score.min_round == MinRound::Unlimited;
        Bounds {
            least: if negative { -dots(2) } else { 0 },
            most: dots(counted),
            together: i32::MAX,
            shared: lines.block.tie == BlockTie::Share || lines.score.block == ScoreBlock::EachVsHigher,
            rest_is_zero: true,
        }
    }

    fn own_penalty(&self, lines: &LineRules) -> Bounds {
        let weights = Weights::of(self.rules, Tiles::NONE);
        let dots = |hands: usize| i32::from(weights.most(hands * self.tiles(lines)));
        let penalty = if lines.end.out_on_double == OutOnDouble::Penalty50 { 50 } else { 0 };
        Bounds {
            least: 0,
            most: dots(1).max(penalty),
            together: dots(self.seating.len()) + penalty,
            shared: true,
            rest_is_zero: false,
        }
    }

    /// What of hands that are told at the end of a round of joined tiles cannot be.
    pub(super) fn check_hands<'a>(
        &self,
        lines: &LineRules,
        left: impl Iterator<Item = (&'a Seat, &'a Left)> + Clone,
    ) -> Vec<(Seat, Refusal)> {
        let shown: BTreeMap<Seat, Tiles> =
            left.clone().filter_map(|(seat, hand)| Some((*seat, hand.tiles()?))).collect();
        let weights = Weights::of(self.rules, shown.values().copied().fold(Tiles::NONE, Tiles::union));
        let limit = self.tiles(lines);
        let told: Vec<ReportedPips> = left
            .clone()
            .filter_map(|(seat, hand)| match hand {
                Left::Pips(pips) => {
                    Some(ReportedPips { seat: *seat, pips: *pips, known: 0, others: (0, limit) })
                }
                Left::Tiles(_) => None,
            })
            .collect();
        let too_large = left.filter_map(|(seat, hand)| {
            let given = hand.tiles().map(|tiles| tiles.len()).filter(|given| *given > limit)?;
            Some((*seat, Refusal::HandSize { seat: *seat, given, expected: limit }))
        });
        let alone = Weights::of(self.rules, Tiles::NONE).most(limit);
        let heavy = check_pips(&weights, &told).into_iter().map(|(who, mut refusal)| {
            if let Refusal::TooManyPips { pips, beside: others @ None, .. } = &mut refusal
                && *pips <= alone
            {
                *others = beside(shown.keys().map(|other| (*other, "tiles")));
            }
            (who, refusal)
        });
        too_large.chain(heavy).collect()
    }

    /// What of the colours that count in a hand of Build Up cannot be.
    pub(super) fn check_colours(
        &self,
        stacks: &StackRules,
        showing: &BTreeMap<Seat, Left>,
    ) -> Vec<(Seat, Refusal)> {
        let each = self.counted(stacks);
        let mut problems: Vec<_> =
            showing.iter().flat_map(|(seat, shown)| self.check_colour(*seat, shown, each)).collect();
        if problems.is_empty() {
            let told = showing.iter().map(|(seat, shown)| (*seat, shown.pips(0))).collect();
            problems.extend(check_together(self.counted_together(stacks), told));
        }
        problems
    }

    /// What of at most so many tiles of a colour of Build Up cannot be.
    pub(super) fn check_colour(&self, seat: Seat, shown: &Left, limit: usize) -> Option<(Seat, Refusal)> {
        match shown {
            Left::Tiles(tiles) if tiles.len() > limit => {
                Some((seat, Refusal::HandSize { seat, given: tiles.len(), expected: limit }))
            }
            Left::Tiles(_) => None,
            Left::Pips(pips) => {
                let told = ReportedPips { seat, pips: *pips, known: 0, others: (0, limit) };
                check_pips(&Weights::of(self.rules, Tiles::NONE), &[told]).pop()
            }
        }
    }
}
