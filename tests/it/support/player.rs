//! Players who know the rules and nothing more: from a shuffled deal that only they see they play
//! any legal tile. The rules core chooses what is legal; what the service says about it is the test.

use std::collections::BTreeMap;

use pipkeeper::rules::*;

/// Repeatable chance.
#[derive(Clone)]
pub struct Chance(u64);

impl Chance {
    pub fn seeded(seed: u64) -> Chance {
        Chance(seed)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) >> 33).unwrap() % limit
    }

    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last + 1));
        }
    }
}

/// A round as the players saw it.
#[derive(Clone, Debug, Default)]
pub struct Played {
    /// Who leads, where that is known before the first turn.
    pub leader: Option<Seat>,
    /// Build Up: the lines, in the first hand.
    pub initial: Option<Vec<Top>>,
    pub turns: Vec<Turn>,
    /// What everybody was left with.
    pub left: BTreeMap<Seat, Vec<Tile>>,
    /// Who has no tiles left, where that ends a round.
    pub out: Option<Seat>,
    /// Build Up: what shows at the end.
    pub tops: Vec<Top>,
}

impl Played {
    /// The hands as they are shown at the end.
    pub fn shown(&self) -> ShownHands {
        self.left.iter().map(|(seat, tiles)| (*seat, ShownHand::of(tiles.clone()))).collect()
    }

    /// The whole round in one piece.
    pub fn report(&self) -> PlaysReport {
        PlaysReport {
            leader: self.leader,
            initial: self.initial.clone(),
            turns: self.turns.clone(),
            hands: Some(self.shown()),
            ..PlaysReport::default()
        }
    }
}

/// A match that is played round by round, with what the rules core makes of it.
pub struct Players {
    pub game: Game,
    chance: Chance,
    /// Build Up: the tiles of each colour that were not dealt yet.
    stock: [Vec<Tile>; 2],
}

impl Players {
    pub fn sit_down(rules: Ruleset, seats: usize, partners: bool, seed: u64) -> Players {
        let seats = (0..seats).map(|n| format!("player-{n}")).collect();
        let created =
            Created { rules, seats, partners, about: About::default(), reckoning: Reckoning::default() };
        let game = Game::start(created).unwrap();
        Players { game, chance: Chance::seeded(seed), stock: [Vec::new(), Vec::new()] }
    }

    /// Plays a round and tells the rules core about it.
    pub fn play(&mut self) -> Played {
        let rules = self.game.rules().clone();
        let before = self.game.before(self.game.rounds().len());
        let played = match rules.family() {
            Family::Lines(lines) => self.lines(&rules, lines, &before),
            Family::Stacks(options) => self.stacks(&rules, options, &before),
        };
        let command = Command::AddRound(Report::Plays(played.report()));
        let event = self.game.decide(command).unwrap_or_else(|why| panic!("{why:?} in {played:?}"));
        self.game.apply(&event).unwrap();
        played
    }

    fn all_tiles(&mut self, max_pip: u8) -> Vec<Tile> {
        let pairs = (0..=max_pip).flat_map(|high| (0..=high).map(move |low| format!("{low}-{high}")));
        let mut tiles: Vec<Tile> = pairs.map(|text| text.parse().unwrap()).collect();
        self.chance.shuffle(&mut tiles);
        tiles
    }

    fn lines(&mut self, rules: &Ruleset, lines: &LineRules, before: &Before) -> Played {
        let seating = self.game.seating();
        let duty = LeadDuty::of(rules, lines, before.round, before.led);
        let by_double = duty.by.is_some();
        let size = usize::from(lines.hand_size.of(seating.len()));
        let (mut hands, mut boneyard, leader) = loop {
            let mut tiles = self.all_tiles(rules.max_pip());
            let hands: BTreeMap<Seat, Vec<Tile>> =
                seating.seats().map(|seat| (seat, tiles.split_off(tiles.len() - size))).collect();
            let sets = hands.iter().map(|(seat, hand)| (*seat, hand.iter().copied().collect())).collect();
            let lead = lead_by_double(rules, &duty, &sets);
            match (before.leader, by_double) {
                (Some(leader), _) => break (hands, tiles, Some(leader)),
                (None, true) if !lead.redeal => break (hands, tiles, lead.leader),
                (None, true) => {}
                (None, false) => {
                    let leader = Seat::at(self.chance.below(seating.len()));
                    break (hands, tiles, leader);
                }
            }
        };
        let start = PlaysReport { leader, ..PlaysReport::default() };
        let mut round = Round::start(rules, seating, before, &start).unwrap();
        let mut turns = Vec::new();
        let ending = loop {
            let Some(Table::Lines(table)) = &round.table else { panic!("no lines") };
            if let Some(ending) = table.ending() {
                break ending;
            }
            let seat = table.turn().unwrap_or(Seat::A);
            let hand = hands.get_mut(&seat).unwrap();
            let turn = take_turn(&mut self.chance, (lines, table, &duty), seat, hand, &mut boneyard);
            let judged = round.judge(rules, &turn).unwrap_or_else(|why| panic!("{why:?}: {turn:?}"));
            round.apply(rules, &turn, judged);
            turns.push(turn);
        };
        let out = match ending {
            Ending::Domino(out) => Some(out),
            Ending::Blocked { .. } => None,
        };
        Played { leader, turns, left: hands, out, ..Played::default() }
    }

    fn stacks(&mut self, rules: &Ruleset, options: &StackRules, before: &Before) -> Played {
        let mut initial = None;
        if starts_game(before.round) {
            self.stock = [self.all_tiles(6), self.all_tiles(6)];
            let mut line = |seat: Seat, letter: char| -> Vec<Top> {
                let own = &mut self.stock[seat.index()];
                let tiles = own.split_off(own.len() - 6).into_iter().zip(1..);
                let top = |(tile, n)| Top {
                    at: format!("{letter}{n}").parse().unwrap(),
                    tile,
                    seat: None,
                    below: None,
                };
                tiles.map(top).collect()
            };
            initial = Some([line(Seat::A, 'A'), line(Seat::at(1).unwrap(), 'B')].concat());
        }
        let leader = before.leader.or_else(|| Seat::at(self.chance.below(2)));
        let mut hands = BTreeMap::new();
        for seat in self.game.seating().seats() {
            let own = &mut self.stock[seat.index()];
            hands.insert(seat, own.split_off(own.len() - hand_size(before.round)));
        }
        let start = PlaysReport { leader, initial: initial.clone(), ..PlaysReport::default() };
        let mut round = Round::start(rules, self.game.seating(), before, &start).unwrap();
        let mut turns = Vec::new();
        let tops = loop {
            let Some(Table::Stacks(table)) = &round.table else { panic!("no stacks") };
            let Some(seat) = table.turn() else { break table.tops() };
            let hand = hands.get_mut(&seat).unwrap();
            let plays: Vec<(Tile, Position)> = hand
                .iter()
                .flat_map(|tile| table.fitting(options, *tile).map(|at| (*tile, at.clone())))
                .collect();
            let turn = if plays.is_empty() {
                Turn::pass(seat)
            } else {
                let (tile, at) = plays[self.chance.below(plays.len())].clone();
                hand.retain(|held| *held != tile);
                Turn::play(seat, tile, at)
            };
            let judged = round.judge(rules, &turn).unwrap_or_else(|why| panic!("{why:?}: {turn:?}"));
            round.apply(rules, &turn, judged);
            turns.push(turn);
        };
        Played { leader, initial, turns, left: hands, out: None, tops }
    }
}

/// One turn from a hand: draws as the game says, then any tile that fits, or a pass.
fn take_turn(
    chance: &mut Chance,
    (lines, table, duty): (&LineRules, &LineRound, &LeadDuty),
    seat: Seat,
    hand: &mut Vec<Tile>,
    boneyard: &mut Vec<Tile>,
) -> Turn {
    let layout = table.layout();
    let fitting = |tiles: &[Tile]| -> Vec<(Tile, Position)> {
        if layout.is_empty() {
            let leads = duty.leads(tiles.iter().copied().collect());
            return leads.into_iter().map(|tile| (tile, Position::Lead)).collect();
        }
        let places = |tile: &Tile| {
            let tile = *tile;
            layout.fitting(tile).map(move |outlet| (tile, layout.at(outlet))).collect::<Vec<_>>()
        };
        tiles.iter().flat_map(places).collect()
    };
    let drawing_for_lead = layout.is_empty();
    let most = match lines.draw.count {
        DrawCount::None => 0,
        DrawCount::One => 1,
        DrawCount::Until if drawing_for_lead => 1,
        DrawCount::Until => usize::MAX,
    };
    let mut available = table.available(lines);
    let mut drawn = Vec::new();
    let mut plays = fitting(hand);
    while plays.is_empty() && available > 0 && drawn.len() < most {
        let tile = boneyard.pop().unwrap();
        available -= 1;
        drawn.push(tile);
        hand.push(tile);
        plays = fitting(&[tile]);
    }
    if !drawn.is_empty() && !lines.draw.play_drawn && !drawing_for_lead {
        plays.clear();
    }
    let turn = if plays.is_empty() {
        Turn::pass(seat)
    } else {
        let (tile, at) = plays[chance.below(plays.len())].clone();
        hand.retain(|held| *held != tile);
        Turn::play(seat, tile, at)
    };
    // Not every table looks at the tiles that are drawn.
    if chance.below(2) == 0 || drawn.is_empty() {
        turn.drawing(drawn)
    } else {
        Turn { drew: u8::try_from(drawn.len()).ok(), ..turn }
    }
}
