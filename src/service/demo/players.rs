//! Players who know the rules and nothing more: from a shuffled deal they play any legal tile.

use std::collections::BTreeMap;

use crate::rules::{
    Before, DrawCount, Ending, EndingWord, Family, Game, HandsReport, LeadDuty, LineRound, LineRules,
    PlaysReport, Position, Report, Round, Ruleset, Seat, ShownHand, StackRules, Table, Tile, Top, Turn,
    hand_size, lead_by_double, starts_game,
};

/// Repeatable chance (`SplitMix64`).
pub struct Chance(pub u64);

impl Chance {
    /// A number below `limit`.
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let limit = u64::try_from(limit).unwrap_or(u64::MAX).max(1);
        usize::try_from((mixed ^ (mixed >> 31)) % limit).unwrap_or(0)
    }

    fn pick<T: Clone>(&mut self, list: &[T]) -> Option<T> {
        list.get(self.below(list.len())).cloned()
    }

    fn shuffled(&mut self, max_pip: u8) -> Vec<Tile> {
        let pairs = (0..=max_pip).flat_map(|high| (0..=high).map(move |low| (low, high)));
        let mut tiles: Vec<Tile> = pairs.filter_map(|(low, high)| Tile::new(low, high)).collect();
        for last in (1..tiles.len()).rev() {
            tiles.swap(last, self.below(last + 1));
        }
        tiles
    }
}

/// A round as it was played.
pub struct Played {
    /// Every turn, with the hands that were left.
    pub plays: PlaysReport,
    /// Only how it ended and what was left; Build Up is recorded as plays.
    pub hands: Option<HandsReport>,
}

impl Played {
    /// The round at the level of detail that is wanted.
    pub fn report(self, plays: bool) -> Report {
        match self.hands {
            Some(hands) if !plays => Report::Hands(hands),
            _ => Report::Plays(self.plays),
        }
    }
}

/// The players of a match.
pub struct Players {
    pub chance: Chance,
    /// Build Up: the tiles of each colour that were not dealt yet.
    pub stock: [Vec<Tile>; 2],
}

impl Players {
    /// Plays the next round of `game`; `None` if it cannot be played, which the rules rule out.
    pub fn play(&mut self, game: &Game) -> Option<Played> {
        let before = game.before(game.rounds().len());
        match game.rules().family() {
            Family::Lines(lines) => self.lines(game, lines, &before),
            Family::Stacks(options) => self.stacks(game, options, &before),
        }
    }

    fn lines(&mut self, game: &Game, lines: &LineRules, before: &Before) -> Option<Played> {
        let (rules, seating) = (game.rules(), game.seating());
        let duty = LeadDuty::of(rules, lines, before.round, before.led);
        let size = usize::from(lines.hand_size.of(seating.len()));
        let (mut hands, mut boneyard, leader) = loop {
            let mut tiles = self.chance.shuffled(rules.max_pip());
            let mut deal = || tiles.split_off(tiles.len().saturating_sub(size));
            let hands: BTreeMap<Seat, Vec<Tile>> = seating.seats().map(|seat| (seat, deal())).collect();
            if let Some(leader) = before.leader {
                break (hands, tiles, Some(leader));
            }
            if duty.by.is_none() {
                break (hands, tiles, Seat::at(self.chance.below(seating.len())));
            }
            let sets = hands.iter().map(|(seat, hand)| (*seat, hand.iter().copied().collect())).collect();
            let lead = lead_by_double(rules, &duty, &sets);
            if !lead.redeal {
                break (hands, tiles, lead.leader);
            }
        };
        let mut plays = PlaysReport { leader, ..PlaysReport::default() };
        let mut round = Round::start(rules, seating, before, &plays).ok()?;
        let ending = loop {
            let Some(Table::Lines(table)) = &round.table else { return None };
            if let Some(ending) = table.ending() {
                break ending;
            }
            let seat = table.turn().unwrap_or(Seat::A);
            let hand = hands.get_mut(&seat)?;
            let turn = self.turn((lines, table, &duty), seat, hand, &mut boneyard);
            take(rules, &mut round, &mut plays, turn)?;
        };
        let left: BTreeMap<Seat, ShownHand> =
            hands.into_iter().map(|(seat, hand)| (seat, ShownHand::of(hand))).collect();
        plays.hands = Some(left.clone());
        let (ending, out) = match ending {
            Ending::Domino(out) => (EndingWord::Domino, Some(out)),
            Ending::Blocked { .. } => (EndingWord::Blocked, None),
        };
        let hands = HandsReport {
            ending: Some(ending),
            out,
            hands: left,
            leader: round.leader,
            ..HandsReport::default()
        };
        Some(Played { plays, hands: Some(hands) })
    }

    /// One turn from a hand: draws as the game says, then any tile that fits, or a pass.
    fn turn(
        &mut self,
        (lines, table, duty): (&LineRules, &LineRound, &LeadDuty),
        seat: Seat,
        hand: &mut Vec<Tile>,
        boneyard: &mut Vec<Tile>,
    ) -> Turn {
        let layout = table.layout();
        let leads = layout.is_empty();
        let fitting = |tiles: &[Tile]| -> Vec<(Tile, Position)> {
            if leads {
                let leads = duty.leads(tiles.iter().copied().collect());
                return leads.into_iter().map(|tile| (tile, Position::Lead)).collect();
            }
            let places = |tile: Tile| layout.fitting(tile).map(move |outlet| (tile, layout.at(outlet)));
            tiles.iter().flat_map(|tile| places(*tile)).collect()
        };
        let most = match lines.draw.count {
            DrawCount::None => 0,
            DrawCount::Until if !leads => table.available(lines),
            DrawCount::One | DrawCount::Until => table.available(lines).min(1),
        };
        let mut drawn = Vec::new();
        let mut plays = fitting(hand);
        while plays.is_empty() && drawn.len() < most {
            let Some(tile) = boneyard.pop() else { break };
            drawn.push(tile);
            hand.push(tile);
            plays = fitting(&[tile]);
        }
        if !drawn.is_empty() && !lines.draw.play_drawn && !leads {
            plays.clear();
        }
        // Nobody at the table sees what is drawn, so it is only counted.
        let drew = u8::try_from(drawn.len()).ok().filter(|drew| *drew > 0);
        Turn { drew, ..self.play_one(seat, &plays, hand) }
    }

    fn play_one(&mut self, seat: Seat, plays: &[(Tile, Position)], hand: &mut Vec<Tile>) -> Turn {
        match self.chance.pick(plays) {
            Some((tile, at)) => {
                hand.retain(|held| *held != tile);
                Turn::play(seat, tile, at)
            }
            None => Turn::pass(seat),
        }
    }

    fn stacks(&mut self, game: &Game, options: &StackRules, before: &Before) -> Option<Played> {
        let rules = game.rules();
        let mut initial = None;
        if starts_game(before.round) {
            self.stock = [self.chance.shuffled(6), self.chance.shuffled(6)];
            let mut tops = Vec::new();
            for (letter, own) in ['A', 'B'].into_iter().zip(&mut self.stock) {
                for (n, tile) in (1..=6).zip(own.split_off(own.len().saturating_sub(6))) {
                    tops.push(Top {
                        at: format!("{letter}{n}").parse().ok()?,
                        tile,
                        seat: None,
                        below: None,
                    });
                }
            }
            initial = Some(tops);
        }
        let leader = before.leader.or_else(|| Seat::at(self.chance.below(2)));
        let size = hand_size(before.round);
        let mut hands: BTreeMap<Seat, Vec<Tile>> = Seat::first(2)
            .zip(&mut self.stock)
            .map(|(seat, own)| (seat, own.split_off(own.len().saturating_sub(size))))
            .collect();
        let mut plays = PlaysReport { leader, initial, ..PlaysReport::default() };
        let mut round = Round::start(rules, game.seating(), before, &plays).ok()?;
        loop {
            let Some(Table::Stacks(table)) = &round.table else { return None };
            let Some(seat) = table.turn() else { break };
            let hand = hands.get_mut(&seat)?;
            let covers = |tile: Tile| table.fitting(options, tile).map(move |at| (tile, at.clone()));
            let fitting: Vec<(Tile, Position)> = hand.iter().flat_map(|tile| covers(*tile)).collect();
            let turn = self.play_one(seat, &fitting, hand);
            take(rules, &mut round, &mut plays, turn)?;
        }
        let left = hands.into_iter().map(|(seat, hand)| (seat, ShownHand::of(hand)));
        plays.hands = Some(left.collect());
        Some(Played { plays, hands: None })
    }
}

fn take(rules: &Ruleset, round: &mut Round, plays: &mut PlaysReport, turn: Turn) -> Option<()> {
    let judged = round.judge(rules, &turn).ok()?;
    round.apply(rules, &turn, judged);
    plays.turns.push(turn);
    Some(())
}
