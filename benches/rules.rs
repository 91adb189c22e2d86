//! How fast the rules are, and what they allocate: `cargo bench --bench rules`.
//!
//! Prints a table and fails where a promise of the design is broken: a legality check allocates
//! nothing and takes less than 1 µs in a line, less than 5 µs in a Chickenfoot of 90 tiles.

#![expect(
    unsafe_code,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "it counts allocations, may panic, and prints what it measured"
)]

use std::alloc::{GlobalAlloc, Layout as Memory, System};
use std::collections::BTreeMap;
use std::hint::black_box;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use pipkeeper::rules::*;

struct Counting;

static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);

// SAFETY: every call goes to the system's allocator unchanged; only a counter is added.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, memory: Memory) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the caller's promises are those that `System` asks for.
        unsafe { System.alloc(memory) }
    }

    unsafe fn dealloc(&self, place: *mut u8, memory: Memory) {
        // SAFETY: `place` came from `System.alloc` with the same `memory`.
        unsafe { System.dealloc(place, memory) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// One line of the table.
struct Measured {
    name: String,
    each: Duration,
    allocations: f64,
}

/// Runs `work`, which does `count` things, for about half a second.
#[expect(clippy::as_conversions, reason = "it divides counts, which are far below 2^53")]
fn measure(name: &str, count: usize, mut work: impl FnMut()) -> Measured {
    work();
    let (start, before) = (Instant::now(), ALLOCATIONS.load(Ordering::Relaxed));
    let mut runs = 0_u32;
    while start.elapsed() < Duration::from_millis(500) {
        work();
        runs += 1;
    }
    let (spent, after) = (start.elapsed(), ALLOCATIONS.load(Ordering::Relaxed));
    let things = f64::from(runs) * count as f64;
    let measured = Measured {
        name: name.to_owned(),
        each: spent.div_f64(things),
        allocations: (after - before) as f64 / things,
    };
    println!("{:<58} {:>12.3?} {:>12.2}", measured.name, measured.each, measured.allocations);
    measured
}

/// A small generator of random numbers.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % limit
    }

    fn shuffled(&mut self, max_pip: u8) -> Vec<Tile> {
        let all = (0..=max_pip).flat_map(|high| (0..=high).filter_map(move |low| Tile::new(low, high)));
        let mut tiles: Vec<Tile> = all.collect();
        for last in (1..tiles.len()).rev() {
            tiles.swap(last, self.below(last + 1));
        }
        tiles
    }
}

fn rules(variant: Variant, overrides: &str) -> Ruleset {
    let overrides: Overrides = serde_json::from_str(overrides).expect("JSON");
    Ruleset::new(variant, &overrides).expect("a ruleset without contradictions")
}

/// A layout of `tiles` tiles that was grown by legal plays.
fn grown(rules: &Ruleset, lead: Tile, tiles: usize) -> Layout {
    let lines = rules.lines().expect("a game of joined tiles");
    let mut best = Layout::new(rules.max_pip(), lines);
    for seed in 0..20_000 {
        let mut dice = Dice(seed);
        let mut layout = Layout::new(rules.max_pip(), lines);
        layout.lead_with(lead);
        let mut left = dice.shuffled(rules.max_pip());
        // Doubles while their toes are still out; that keeps feet from dying.
        left.sort_by_key(|tile| !tile.is_double());
        while let Some(index) = left.iter().position(|tile| layout.fits(*tile)) {
            if layout.len() == tiles {
                break;
            }
            let tile = left.remove(index);
            let places: Vec<OutletId> = layout.fitting(tile).collect();
            layout.join(tile, places[dice.below(places.len())], None);
        }
        if layout.len() > best.len() {
            best = layout;
        }
        if best.len() >= tiles {
            return best;
        }
    }
    best
}

/// Every open or locked place of a layout.
fn places(layout: &Layout) -> Vec<Position> {
    layout.open_places().into_iter().chain(layout.locked_places()).map(|place| place.at).collect()
}

/// Judges every tile that is not on the table at each of `places`.
fn judging(name: &str, layout: &Layout, places: &[Position], all: &[Tile]) -> Measured {
    let tiles: Vec<Tile> = all.iter().copied().filter(|tile| !layout.tiles().contains(*tile)).collect();
    let name = format!("judge a play, {name} ({} tiles, {} places)", layout.len(), places.len());
    measure(&name, places.len() * tiles.len(), || {
        for place in places {
            for tile in &tiles {
                let _ = black_box(layout.judge(black_box(*tile), Some(place)));
            }
        }
    })
}

/// A running round, and a legal play in it.
fn midway(rules: &Ruleset, game: &Game, turns: usize) -> (Round, Turn) {
    let Some(Report::Plays(plays)) = game.rounds().first().map(|recorded| &recorded.report) else {
        panic!("a round of plays")
    };
    let before = Before::first();
    let start = PlaysReport { turns: Vec::new(), ..plays.clone() };
    let mut round = Round::start(rules, game.seating(), &before, &start).expect("a start");
    let mut next = plays.turns.iter();
    for turn in next.by_ref().take(turns) {
        let judged = round.judge(rules, turn).expect("a legal turn");
        round.apply(rules, turn, judged);
    }
    let play = next.find(|turn| turn.play.is_some() && round.judge(rules, turn).is_ok());
    (round, play.expect("a play").clone())
}

/// The log of `rounds` rounds, every turn an event of its own.
fn played(rules: &Ruleset, players: usize, rounds: usize) -> (Game, Vec<Event>) {
    let seats = (0..players).map(|n| format!("player-{n}")).collect();
    let created = Created {
        rules: rules.clone(),
        seats,
        partners: false,
        about: About::default(),
        reckoning: Reckoning::default(),
    };
    let mut game = Game::start(created.clone()).expect("a game");
    let mut log = vec![Event::Created(created)];
    let mut dice = Dice(7);
    while game.rounds().len() < rounds {
        round(rules, &mut game, &mut log, &mut dice);
    }
    (game, log)
}

fn send(game: &mut Game, log: &mut Vec<Event>, command: Command) {
    let event = game.decide(command).expect("a legal command");
    game.apply(&event).expect("an event that follows");
    log.push(event);
}

fn round(rules: &Ruleset, game: &mut Game, log: &mut Vec<Event>, dice: &mut Dice) {
    let lines = rules.lines().expect("a game of joined tiles");
    let (seats, size) = (game.seating().len(), usize::from(lines.hand_size.of(game.seating().len())));
    let before = game.before(game.rounds().len());
    let duty = LeadDuty::of(rules, lines, before.round, before.led);
    let mut boneyard = dice.shuffled(rules.max_pip());
    let deal: BTreeMap<Seat, Vec<Tile>> =
        Seat::first(seats).map(|seat| (seat, boneyard.drain(..size).collect())).collect();
    let by_double = duty.by.is_some();
    if by_double && !deal.values().flatten().any(|tile| tile.is_double()) {
        return;
    }
    let leader = (!by_double && before.leader.is_none()).then_some(Seat::A);
    let report = PlaysReport { leader, deal: Some(deal), ..PlaysReport::default() };
    send(game, log, Command::AddRound(Report::Plays(report)));
    let number = game.rounds().len();
    while let Some((_, recorded)) = game.running() {
        let Some(Table::Lines(table)) = &recorded.round.table else { return };
        let seat = table.turn().expect("somebody's turn");
        let hand = table.hand(seat).known;
        let may_play = |tile: Tile| match table.layout().is_empty() {
            true => duty.leads(hand).contains(&tile),
            false => table.layout().fits(tile),
        };
        let turn = match hand.iter().find(|tile| may_play(*tile)) {
            Some(tile) if table.layout().is_empty() => Turn::play(seat, tile, Position::Lead),
            Some(tile) => {
                let place = table.layout().fitting(tile).next().expect("a place");
                Turn::play(seat, tile, table.layout().at(place))
            }
            None if table.available(lines) > 0 => {
                Turn::pass(seat).drawing(boneyard.pop().into_iter().collect())
            }
            None => Turn::pass(seat),
        };
        send(game, log, Command::TakeTurn { round: number, turn });
    }
}

fn main() {
    // `cargo test --all-targets` runs this too, unoptimized: nothing to measure then.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    println!("{:<58} {:>12} {:>12}", "", "each", "allocations");
    let block = rules(Variant::Block, r#"{"match": {"target": 60000}}"#);
    let basic = rules(Variant::Basic12, "{}");
    let feet = r#"{"set": {"max_pip": 12}, "match": {"rounds": 1000}}"#;
    let chickenfoot = rules(Variant::Chickenfoot, feet);
    let double = |value| Tile::double(value).expect("a double");

    let line = grown(&block, double(6), 20);
    let all = Dice(1).shuffled(6);
    let mut checks = vec![(judging("a line", &line, &places(&line), &all), 1)];
    let long = grown(&basic, double(12), 80);
    let all = Dice(1).shuffled(12);
    checks.push((judging("a long line", &long, &places(&long), &all), 1));
    checks.push((judging("its left and right end", &long, &[Position::Left, Position::Right], &all), 1));
    let foot = grown(&chickenfoot, double(12), 90);
    checks.push((judging("Chickenfoot", &foot, &places(&foot), &all), 5));
    let moves = measure("all places of a tile, Chickenfoot", all.len(), || {
        for tile in &all {
            black_box(foot.fitting(black_box(*tile)).count());
        }
    });
    checks.push((moves, 5));

    let (block_game, block_log) = played(&block, 4, 60);
    let (foot_game, foot_log) = played(&chickenfoot, 4, 60);
    for (name, rules, game, turns) in
        [("a line", &block, &block_game, 12), ("Chickenfoot", &chickenfoot, &foot_game, 30)]
    {
        let (round, play) = midway(rules, game, turns);
        let name = format!("judge a whole turn, {name}");
        checks.push((measure(&name, 1, || drop(black_box(round.judge(rules, &play)))), 5));
    }

    for (name, log) in [("Block", &block_log), ("Chickenfoot 12", &foot_log)] {
        let name = format!("replay 60 rounds of {name}, {} events", log.len());
        measure(&name, 1, || drop(black_box(Game::replay(log.iter().cloned()))));
    }

    let mut broken = false;
    for (check, most) in &checks {
        if check.each > Duration::from_micros(*most) || check.allocations > 0.0 {
            println!("too slow, or allocates: {} (at most {most} µs)", check.name);
            broken = true;
        }
    }
    if foot.len() < 90 {
        println!("the Chickenfoot layout has only {} tiles", foot.len());
        broken = true;
    }
    std::process::exit(i32::from(broken));
}
