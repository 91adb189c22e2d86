//! Situations at a table, to be answered under one ruleset and another.

use std::collections::BTreeMap;

use pipkeeper::rules::*;

use super::answers;
use super::awards::{award, scored};
use crate::properties::options::Dice;
use crate::properties::table::whole_set;
use crate::support::*;

/// Something that a table asks or reports.
pub enum Situation {
    /// Changes of a game by so many players.
    Script { players: usize, partners: bool, commands: Vec<Command> },
    /// Hands of which it is asked who leads.
    Lead { hands: BTreeMap<Seat, Tiles>, led: Tiles },
    /// Tiles that were drawn for the lead.
    Draw(BTreeMap<Seat, Tile>),
    /// A tile of which it is asked what it may cover.
    Cover(Tile, Tile),
}

impl Situation {
    /// The game of a log.
    pub fn of_log(log: &[Event]) -> Situation {
        let Some(Event::Created(created)) = log.first() else { panic!("no game") };
        let commands = log[1..].iter().scan(0, |rounds, event| {
            Some(if let Event::RoundStarted(plays) = event.clone() {
                *rounds += 1;
                Command::AddRound(Report::Plays(plays))
            } else if let Event::TurnTaken(turn) = event.clone() {
                Command::TakeTurn { round: *rounds, turn }
            } else if let Event::HandsShown(shown) = event.clone() {
                Command::Finish { round: *rounds, shown }
            } else {
                panic!("{event:?}")
            })
        });
        let commands = commands.collect();
        Situation::Script { players: created.seats.len(), partners: created.partners, commands }
    }

    /// Under `rules` the table lets play until nobody can ever play again, while there are tiles to draw.
    pub fn dead_end(rules: &Ruleset) -> Option<Situation> {
        rules.lines()?;
        let players = usize::from(rules.players().max.min(6));
        let mut game = Game::start(created(rules, players, false)).ok()?;
        let mut commands = vec![Command::AddRound(Report::Plays(plays("A", "")))];
        while let Some(command) = commands.last() {
            let Ok(event) = game.decide(command.clone()) else { break };
            game.apply(&event).unwrap();
            let Some((round, Recorded { round: Round { table: Some(Table::Lines(table)), .. }, .. })) =
                game.running()
            else {
                break;
            };
            let Some(seat) = table.turn() else { break };
            let mut turn = match towards_blanks(table.layout()) {
                Some(play) => Turn { play: Some(play), pass: None, ..Turn::pass(seat) },
                None => Turn { drew: Some(1), ..Turn::pass(seat) },
            };
            turn.over = Some(Override { reason: "the table let it stand".into() });
            let over = turn.play.is_none();
            commands.push(Command::TakeTurn { round, turn });
            if over {
                break;
            }
        }
        Some(Situation::Script { players, partners: false, commands })
    }

    /// Whether the two answer differently; `seats`: who can sit down is an answer too.
    pub fn tells_apart(&self, one: &Ruleset, other: &Ruleset, seats: bool) -> bool {
        let Situation::Script { players, partners, commands } = self else {
            return self.answer(one) != self.answer(other);
        };
        let start = |rules: &Ruleset| Game::start(created(rules, *players, *partners));
        match (start(one), start(other)) {
            (Ok(one), Ok(other)) => differ(one, other, commands),
            (Err(_), Err(_)) => false,
            _ => seats,
        }
    }

    fn answer(&self, rules: &Ruleset) -> String {
        match self {
            Situation::Script { .. } => unreachable!("a game is compared step by step"),
            Situation::Lead { hands, led } => answers::of_lead(rules, hands, *led),
            Situation::Draw(draws) => answers::of_draw(rules, draws),
            Situation::Cover(tile, top) => {
                let covers = rules.stacks().map(|stacks| cover(stacks, *tile, *top).is_ok());
                format!("{covers:?}")
            }
        }
    }
}

/// A play after which one more end is blank, or one more blank on the table; `None` when all are and show.
fn towards_blanks(layout: &Layout) -> Option<Play> {
    let play = |tile: Tile, at: Position, outward: u8| Play { tile, at: Some(at), outward: Some(outward) };
    if layout.is_empty() {
        return Some(Play { tile: tile("6-6"), at: Some(Position::Lead), outward: None });
    }
    let free = |low: u8| {
        (low + 1..=layout.max_pip())
            .filter_map(move |high| Tile::new(low, high))
            .filter(|tile| !layout.tiles().contains(*tile))
    };
    let places = layout.open_places();
    match (places.iter().find(|place| place.value != 0), free(0).next()) {
        (Some(place), Some(tile)) => Some(play(tile, place.at.clone(), 0)),
        (None, Some(_)) => {
            let other = free(1).find(|tile| tile.low() > 0)?;
            Some(play(other, places.first()?.at.clone(), other.low()))
        }
        (None, None) if !layout.tiles().contains(tile("0-0")) => {
            Some(Play { tile: tile("0-0"), at: Some(places.first()?.at.clone()), outward: None })
        }
        _ => None,
    }
}

/// Whether the same commands are answered differently in two games.
fn differ(mut one: Game, mut other: Game, commands: &[Command]) -> bool {
    let step = |game: &mut Game, command: &Command| match game.decide(command.clone()) {
        Ok(event) => {
            game.apply(&event).unwrap();
            answers::of_game(game)
        }
        Err(problems) => format!("{:?}", problems.iter().map(|it| it.refusal.code()).collect::<Vec<_>>()),
    };
    answers::of_game(&one) != answers::of_game(&other)
        || commands.iter().any(|command| step(&mut one, command) != step(&mut other, command))
}

/// What a situation is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Seats,
    Matches,
    Leads,
    Ended,
    Irregular,
    Covers,
}

/// Situations that a variant comes into.
pub struct Bank {
    pub situations: Vec<(Kind, Situation)>,
}

impl Bank {
    pub fn of(variant: Variant) -> Bank {
        let mut bank = Bank { situations: Vec::new() };
        let rules = Ruleset::standard(variant);
        let mut dice = Dice(7);
        for players in 2..=5 {
            bank.script(Kind::Seats, players, false, vec![Command::AddRound(Report::Plays(plays("A", "")))]);
        }
        for _ in 0..40 {
            bank.matches(&rules, &mut dice);
        }
        match rules.family() {
            Family::Lines(_) => {
                bank.draws_down();
                for _ in 0..60 {
                    bank.leads(&rules, &mut dice);
                    bank.starts(&rules, &mut dice);
                }
                for _ in 0..120 {
                    bank.ended_rounds(&rules, &mut dice);
                }
                for _ in 0..40 {
                    bank.irregular(&rules, &mut dice);
                }
            }
            Family::Stacks(_) => {
                for _ in 0..40 {
                    let (one, other) = (random_tile(&rules, &mut dice), random_tile(&rules, &mut dice));
                    bank.situations.push((Kind::Covers, Situation::Cover(one, other)));
                }
            }
        }
        bank
    }

    /// The situations in the order in which they are likely to tell values of the parameter `key` apart.
    pub fn order(&self, key: &str) -> Vec<usize> {
        let about = match key.split('.').next() {
            Some("match" | "penalties") => Kind::Matches,
            Some("lead") => Kind::Leads,
            Some("score" | "block" | "pips" | "end") => Kind::Ended,
            Some("arms" | "obligation" | "draw") => Kind::Irregular,
            _ => Kind::Seats,
        };
        let mut order: Vec<usize> = (0..self.situations.len()).collect();
        order.sort_by_key(|index| self.situations[*index].0 != about);
        order
    }

    fn script(&mut self, kind: Kind, players: usize, partners: bool, commands: Vec<Command>) {
        self.situations.push((kind, Situation::Script { players, partners, commands }));
    }

    /// Hands, and tiles that were drawn.
    fn leads(&mut self, rules: &Ruleset, dice: &mut Dice) {
        let hands = deal(rules, 2 + dice.below(3), 1 + dice.below(6), dice);
        let led = (0..dice.below(3)).filter_map(|_| Tile::double(u8::try_from(dice.below(7)).unwrap()));
        let led = led.collect();
        let draws = hands.iter().filter_map(|(seat, hand)| Some((*seat, hand.iter().next()?))).collect();
        self.situations.push((Kind::Leads, Situation::Lead { hands, led }));
        self.situations.push((Kind::Leads, Situation::Draw(draws)));
    }

    /// Rounds with all hands known and their first turns, by whoever it may be.
    fn starts(&mut self, rules: &Ruleset, dice: &mut Dice) {
        let players = 2 + dice.below(3);
        let size = usize::from(rules.lines().unwrap().hand_size.of(players));
        let hands = deal(rules, players, size, dice);
        let told = dice.chance(60);
        let report = PlaysReport {
            deal: told.then(|| hands.iter().map(|(seat, hand)| (*seat, hand.sorted())).collect()),
            ..PlaysReport::default()
        };
        let mut commands = vec![Command::AddRound(Report::Plays(report))];
        for _ in 0..8 {
            let who = Seat::at(dice.below(players)).unwrap();
            let own = hands[&who].sorted();
            let turn = match dice.below(4) {
                0 => Turn::pass(who),
                1 => Turn { drew: Some(1), ..Turn::pass(who) },
                _ => Turn {
                    play: Some(Play { tile: *dice.pick(&own), at: None, outward: None }),
                    pass: None,
                    ..Turn::pass(who)
                },
            };
            commands.push(Command::TakeTurn { round: 1, turn });
        }
        self.script(Kind::Leads, players, false, commands);
    }

    /// Rounds that are over, often with level hands, one after the other.
    fn ended_rounds(&mut self, rules: &Ruleset, dice: &mut Dice) {
        let partners = dice.chance(40);
        let players = if partners { 4 } else { 2 + dice.below(3) };
        let first = Command::AddRound(Report::Hands(ended(rules, players, dice)));
        let later = (0..2).map(|_| HandsReport { leader: None, ..ended(rules, players, dice) });
        let later = later.map(|report| Command::AddRound(Report::Hands(report)));
        let commands = std::iter::once(first).chain(later).collect();
        self.script(Kind::Ended, players, partners, commands);
    }

    /// Players who cannot play, until nothing is left to draw: all at once, or one by one.
    fn draws_down(&mut self) {
        let start = || vec![Command::AddRound(Report::Plays(plays("A", "A 6-6@lead")))];
        let drawing = |seat: Seat, drew: u8| {
            let turn = Turn { drew: Some(drew), ..Turn::pass(seat) };
            Command::TakeTurn { round: 1, turn }
        };
        let b = Seat::A.next(2);
        let at_once = (1..=90).rev().map(|drew| drawing(b, drew));
        self.script(Kind::Irregular, 2, false, start().into_iter().chain(at_once).collect());
        let seats = [b, Seat::A].into_iter().cycle().take(100);
        let one_by_one = seats.map(|seat| drawing(seat, 1));
        self.script(Kind::Irregular, 2, false, start().into_iter().chain(one_by_one).collect());
    }

    /// Plays that the table let stand, whatever they were.
    fn irregular(&mut self, rules: &Ruleset, dice: &mut Dice) {
        let players = 2 + dice.below(2);
        let mut tiles = whole_set(rules);
        dice.shuffle(&mut tiles);
        let mut layout = Layout::new(rules.max_pip(), rules.lines().unwrap());
        let mut commands = vec![Command::AddRound(Report::Plays(plays("A", "")))];
        for (count, tile) in tiles.into_iter().take(20).enumerate() {
            let who = Seat::at(count % players).unwrap();
            let mut turn = Turn::play(who, tile, Position::Lead);
            if count > 0 {
                let places = [layout.open_places(), layout.locked_places()].concat();
                let Some(place) = places.iter().find(|place| tile.has(place.value)) else { continue };
                turn = Turn::play(who, tile, place.at.clone());
                let outlet = layout.find(&place.at).unwrap();
                layout.join(tile, outlet, None);
            } else {
                layout.lead_with(tile);
            }
            turn.over = Some(Override { reason: "the table let it stand".into() });
            commands.push(Command::TakeTurn { round: 1, turn });
        }
        self.script(Kind::Irregular, players, false, commands);
    }

    /// Matches of points, penalties and bonuses, often level.
    fn matches(&mut self, rules: &Ruleset, dice: &mut Dice) {
        let players = if rules.stacks().is_some() { 2 } else { 2 + dice.below(3) };
        let partners = players == 4 && dice.chance(20);
        let level = dice.chance(40);
        let mut commands = Vec::new();
        for _ in 0..14 {
            commands.extend(running(dice, players));
            commands.push(Command::AddRound(scored(rules, players, partners, level, dice)));
            commands.extend(award(dice, players, partners));
        }
        self.script(Kind::Matches, players, partners, commands);
    }
}

fn random_tile(rules: &Ruleset, dice: &mut Dice) -> Tile {
    *dice.pick(&whole_set(rules))
}

fn deal(rules: &Ruleset, players: usize, size: usize, dice: &mut Dice) -> BTreeMap<Seat, Tiles> {
    let mut tiles = whole_set(rules);
    dice.shuffle(&mut tiles);
    let size = size.min(tiles.len() / players);
    Seat::first(players).map(|seat| (seat, tiles.drain(..size).collect())).collect()
}

/// Hands of few small tiles at the end of a round; of a blocked one, level ones where that comes about.
fn ended(rules: &Ruleset, players: usize, dice: &mut Dice) -> HandsReport {
    let small: Vec<Tile> = whole_set(rules).into_iter().filter(|tile| tile.high() <= 4).collect();
    let out = dice.chance(45).then(|| Seat::at(dice.below(players)).unwrap());
    let mut hands = BTreeMap::new();
    let beyond_lightest = dice.chance(50);
    for _ in 0..400 {
        let mut tiles = small.clone();
        dice.shuffle(&mut tiles);
        hands = Seat::first(players)
            .map(|seat| {
                let count = if Some(seat) == out { 0 } else { 1 + dice.below(3) };
                (seat, tiles.split_off(tiles.len() - count))
            })
            .collect();
        if out.is_some() || are_level(&hands, beyond_lightest) {
            break;
        }
    }
    HandsReport {
        hands: hands.into_iter().map(|(seat, hand)| (seat, ShownHand::of(hand))).collect(),
        ending: Some(if out.is_some() { EndingWord::Domino } else { EndingWord::Blocked }),
        out,
        out_on_double: (out.is_some() && dice.chance(40)).then_some(true),
        leader: Seat::at(dice.below(players)),
        ..HandsReport::default()
    }
}

/// Whether the two lightest hands are level, and so are their lightest tiles; `but_not_all`: but not all.
fn are_level(hands: &BTreeMap<Seat, Vec<Tile>>, but_not_all: bool) -> bool {
    let weigh = |hand: &Vec<Tile>| {
        let mut weights: Vec<u16> = hand.iter().map(|tile| tile.pips()).collect();
        weights.sort_unstable();
        (weights.iter().sum::<u16>(), weights)
    };
    let mut weights: Vec<_> = hands.values().map(weigh).collect();
    weights.sort_unstable();
    let ((one, tiles), (other, others)) = (&weights[0], &weights[1]);
    one == other && tiles[0] == others[0] && !(but_not_all && tiles == others)
}

/// A round that is being played, with a penalty in the middle of it; then its points.
fn running(dice: &mut Dice, players: usize) -> Vec<Command> {
    if !dice.chance(15) {
        return Vec::new();
    }
    let mut commands = vec![Command::AddRound(Report::Plays(plays("A", "")))];
    commands.extend(award(dice, players, false));
    commands.push(Command::UndoRound);
    commands
}
