//! A table that plays random legal games and reports them turn by turn.

use std::collections::BTreeMap;

use pipkeeper::rules::*;

use super::laws;
use super::options::Dice;
use crate::support::{created, send};

/// A game as it was played, with its log.
pub struct Played {
    pub game: Game,
    pub log: Vec<Event>,
    pub name: String,
}

/// What the players have in front of them in one round; the service sees what they tell.
pub struct Hands {
    pub held: Vec<Tiles>,
    pub boneyard: Vec<Tile>,
    /// Whether the service is told the deal and each drawn tile.
    pub told: bool,
}

impl Played {
    /// Up to three rounds (four hands of Build Up) of a game with random seats.
    pub fn game(rules: &Ruleset, name: &str, dice: &mut Dice) -> Played {
        let players = rules.players();
        let partners = players.partners && players.max >= 4 && dice.chance(40);
        let count = usize::from(players.min) + dice.below(usize::from(players.max - players.min) + 1);
        let count = if partners { 4 } else { count };
        let created = created(rules, count, partners);
        let game = Game::start(created.clone()).unwrap();
        let name = format!("{name}, {count} players, partners {partners}");
        let mut played = Played { game, log: vec![Event::Created(created)], name };
        match rules.family() {
            Family::Lines(_) => (0..3).for_each(|_| played.line_round(dice)),
            Family::Stacks(_) => played.build_up(dice),
        }
        played
    }

    fn send(&mut self, command: Command) {
        let event = send(&mut self.game, command.clone())
            .unwrap_or_else(|problems| panic!("{}: {command:?}: {problems:?}\n{:?}", self.name, self.log));
        self.log.push(event);
    }

    fn round(&self) -> usize {
        self.game.rounds().len()
    }

    pub fn lines(&self) -> &LineRules {
        self.game.rules().lines().unwrap()
    }

    pub fn line(&self) -> &LineRound {
        match &self.game.rounds().last().unwrap().round.table {
            Some(Table::Lines(table)) => table,
            _ => panic!("a line"),
        }
    }

    fn stacks(&self) -> &StackRound {
        match &self.game.rounds().last().unwrap().round.table {
            Some(Table::Stacks(table)) => table,
            _ => panic!("stacks"),
        }
    }

    /// Shuffles and deals until somebody can open.
    fn deal(&self, before: &Before, dice: &mut Dice) -> (Hands, Option<Seat>) {
        let (rules, lines, seats) = (self.game.rules(), self.lines(), self.game.seating().len());
        let duty = LeadDuty::of(rules, lines, before.round, before.led);
        let by_double = duty.by.is_some();
        loop {
            let mut boneyard = whole_set(rules);
            dice.shuffle(&mut boneyard);
            let size = usize::from(lines.hand_size.of(seats));
            let held: Vec<Tiles> = (0..seats).map(|_| boneyard.drain(..size).collect()).collect();
            let hands: BTreeMap<Seat, Tiles> = Seat::first(seats).zip(held.iter().copied()).collect();
            let lead = lead_by_double(rules, &duty, &hands);
            let told = dice.chance(60);
            let in_boneyard = duty.drawn_for
                && boneyard.iter().any(|tile| !duty.leads([*tile].into_iter().collect()).is_empty());
            if !by_double {
                let leader = before.leader.or_else(|| Seat::at(dice.below(seats)));
                return (Hands { held, boneyard, told }, leader);
            }
            if lead.leader.is_some() || in_boneyard {
                return (Hands { held, boneyard, told }, before.leader.or(lead.leader));
            }
        }
    }

    fn line_round(&mut self, dice: &mut Dice) {
        if self.game.is_finished() {
            return;
        }
        let before = self.game.before(self.round());
        let (mut hands, leader) = self.deal(&before, dice);
        let seats = self.game.seating().seats();
        let dealt = seats.zip(&hands.held).map(|(seat, held)| (seat, held.sorted())).collect();
        let deal = hands.told.then_some(dealt);
        let leader = leader.filter(|_| !hands.told || before.leader.is_none());
        self.send(Command::AddRound(Report::Plays(PlaysReport { leader, deal, ..PlaysReport::default() })));
        let mut dead = false;
        for _ in 0..3000 {
            let Some(seat) = self.line().turn().or_else(|| self.opener(&hands, leader)) else { break };
            if self.line().ending().is_some() {
                break;
            }
            laws::of_may(self);
            let turn = self.line_turn(seat, &mut hands, dice);
            self.send(Command::TakeTurn { round: self.round(), turn });
            laws::of_layout(self, &hands, &mut dead, dice);
            if dice.chance(8) {
                laws::of_undo(self);
            }
        }
        assert!(self.line().ending().is_some(), "{}: the round comes to an end", self.name);
        if self.game.running().is_some() {
            let seats = self.game.seating().seats();
            let shown = seats.zip(&hands.held).map(|(seat, held)| (seat, ShownHand::of(held.sorted())));
            let shown = HandsShown { hands: shown.collect(), ..HandsShown::default() };
            self.send(Command::Finish { round: self.round(), shown });
        }
        laws::of_line_score(self, &hands);
        laws::of_detail(self, &before);
        if dice.chance(30) {
            laws::of_undo(self);
        }
    }

    /// Who draws first for the lead, or holds what opens.
    fn opener(&self, hands: &Hands, leader: Option<Seat>) -> Option<Seat> {
        let _ = hands;
        self.line().layout().is_empty().then(|| leader.unwrap_or(Seat::A))
    }

    /// A random turn that the rules allow.
    fn line_turn(&self, seat: Seat, hands: &mut Hands, dice: &mut Dice) -> Turn {
        let rules = self.game.rules();
        let table = self.line();
        if table.layout().is_empty() {
            return self.lead_turn(seat, hands, dice);
        }
        let lines = self.lines();
        let own = hands.held[seat.index()];
        let fits = |held: Tiles| held.iter().filter(|tile| table.layout().fits(*tile)).collect::<Vec<_>>();
        if !rules.must_play() && dice.chance(15) {
            return Turn::pass(seat);
        }
        let mut drawn = Vec::new();
        let mut playable = fits(own);
        let most = match lines.draw.count {
            DrawCount::None => 0,
            DrawCount::One => 1,
            DrawCount::Until => usize::MAX,
        };
        let reserve = usize::from(lines.draw.reserve);
        while playable.is_empty() && drawn.len() < most && hands.boneyard.len() > reserve {
            let tile = hands.boneyard.pop().unwrap();
            hands.held[seat.index()].insert(tile);
            drawn.push(tile);
            if lines.draw.play_drawn {
                playable = fits(hands.held[seat.index()]);
            }
        }
        let tell = |turn: Turn, drawn: Vec<Tile>| {
            let count = u8::try_from(drawn.len()).ok().filter(|count| *count > 0);
            if hands.told { turn.drawing(drawn) } else { Turn { drew: count, ..turn } }
        };
        if playable.is_empty() {
            return tell(Turn::pass(seat), drawn);
        }
        let tile = *dice.pick(&playable);
        let outlets: Vec<OutletId> = table.layout().fitting(tile).collect();
        let mut turn = Turn::play(seat, tile, table.layout().at(*dice.pick(&outlets)));
        if table.layout().judge(tile, None).is_ok() && dice.chance(40) {
            turn.play.as_mut().unwrap().at = None;
        }
        hands.held[seat.index()].remove(tile);
        tell(turn, drawn)
    }

    fn lead_turn(&self, seat: Seat, hands: &mut Hands, dice: &mut Dice) -> Turn {
        let (rules, lines) = (self.game.rules(), self.lines());
        let before = self.game.before(self.round() - 1);
        let duty = LeadDuty::of(rules, lines, before.round, before.led);
        let own = duty.leads(hands.held[seat.index()]);
        if own.is_empty() {
            let tile = hands.boneyard.pop().unwrap();
            hands.held[seat.index()].insert(tile);
            if duty.leads([tile].into_iter().collect()).is_empty() {
                return Turn::pass(seat).drawing(vec![tile]);
            }
            hands.held[seat.index()].remove(tile);
            return Turn::play(seat, tile, Position::Lead).drawing(vec![tile]);
        }
        let tile = *dice.pick(&own);
        hands.held[seat.index()].remove(tile);
        Turn::play(seat, tile, Position::Lead)
    }

    /// Four hands of Build Up, or eight where a game is added.
    fn build_up(&mut self, dice: &mut Dice) {
        let mut colours: Vec<Vec<Tile>> = Vec::new();
        while !self.game.is_finished() && self.round() < 8 {
            let number = self.round() + 1;
            let initial = starts_game(number).then(|| {
                colours = (0..2).map(|_| whole_set(self.game.rules())).collect();
                colours.iter_mut().for_each(|colour| dice.shuffle(colour));
                let place =
                    |n: usize| Position::Stack(Seat::at(n / 6).unwrap(), u8::try_from(n % 6 + 1).unwrap());
                (0..12)
                    .map(|n| Top {
                        at: place(n),
                        tile: colours[n / 6].pop().unwrap(),
                        seat: None,
                        below: None,
                    })
                    .collect::<Vec<Top>>()
            });
            self.stack_round(initial, &mut colours, dice);
        }
        assert!(self.round() >= 4, "{}", self.name);
    }

    fn stack_round(&mut self, initial: Option<Vec<Top>>, colours: &mut [Vec<Tile>], dice: &mut Dice) {
        let before = self.game.before(self.round());
        let size = hand_size(before.round);
        let mut held: Vec<Tiles> = colours.iter_mut().map(|colour| colour.drain(..size).collect()).collect();
        let told = dice.chance(50);
        let deal = || Seat::first(2).zip(&held).map(|(seat, held)| (seat, held.sorted())).collect();
        let leader = if before.leader.is_some() { None } else { Seat::at(dice.below(2)) };
        let report = PlaysReport { leader, deal: told.then(deal), initial, ..PlaysReport::default() };
        self.send(Command::AddRound(Report::Plays(report)));
        let covered_never = |table: &StackRound| {
            table.tops().into_iter().filter(|top| top.tile == crate::support::tile("6-6")).collect::<Vec<_>>()
        };
        for _ in 0..200 {
            let Some(seat) = self.stacks().turn() else { break };
            laws::of_may(self);
            let rules = self.game.rules().stacks().unwrap();
            let own = held[seat.index()];
            let tops = covered_never(self.stacks());
            let playable: Vec<(Tile, Position)> = own
                .iter()
                .flat_map(|tile| self.stacks().fitting(rules, tile).map(move |at| (tile, at.clone())))
                .collect();
            let lazy = !self.game.rules().must_play() && dice.chance(15);
            let turn = if playable.is_empty() || lazy {
                Turn::pass(seat)
            } else {
                let (tile, at) = dice.pick(&playable).clone();
                held[seat.index()].remove(tile);
                Turn::play(seat, tile, at)
            };
            self.send(Command::TakeTurn { round: self.round(), turn });
            for top in tops {
                assert!(self.stacks().tops().contains(&top), "{}: 6-6 stays on top", self.name);
            }
            assert_eq!(self.stacks().tops().len(), 12);
            if dice.chance(10) {
                laws::of_undo(self);
            }
        }
        if self.game.running().is_some() {
            let shown = Seat::first(2).zip(&held).map(|(seat, held)| (seat, ShownHand::of(held.sorted())));
            let shown = HandsShown { hands: shown.collect(), ..HandsShown::default() };
            self.send(Command::Finish { round: self.round(), shown });
        }
        laws::of_stack_score(self, &held, &before);
    }
}

pub fn whole_set(rules: &Ruleset) -> Vec<Tile> {
    let max = rules.max_pip();
    (0..=max).flat_map(|high| (0..=high).filter_map(move |low| Tile::new(low, high))).collect()
}
