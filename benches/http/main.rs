//! How fast the service is, and what it needs: `cargo bench --bench http`.
//!
//! Starts the program on a data folder of its own, records 10,000 turns over loopback, and runs the
//! statement of an append with pgbench on the same cluster. Prints a table. With `--clients` it measures
//! many tables at once instead, with `--growth` one game that gets longer and longer.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "a benchmark may panic, and prints what it measured"
)]

mod growth;
mod load;
#[expect(dead_code, reason = "the tests use the rest")]
#[path = "../../tests/it/support/player.rs"]
mod player;
#[expect(dead_code, reason = "the other benchmarks use the rest")]
mod program;
mod statement;
mod wire;

use std::path::Path;
use std::time::Duration;

use clap::Parser;
use load::Load;
use pipkeeper::rules::{Overrides, Report, Ruleset, Variant};
use player::Players;
use program::Program;
use serde_json::json;
use wire::Wire;

/// How many turns are recorded.
const TURNS: usize = 10_000;
/// How many rounds a match has whose first round is amended.
const ROUNDS: usize = 60;
/// How often it is.
const AMENDED: usize = 300;
/// How many of them, and of each other request, are timed.
const TIMED: usize = 3_000;

#[derive(Parser)]
struct Args {
    #[command(flatten)]
    load: Load,
    /// What `cargo bench` adds
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() {
    let args = Args::parse();
    let folder = tempfile::Builder::new().prefix("pipkeeper-bench-").tempdir().unwrap();
    program::let_everybody_enter(folder.path());
    if args.load.is_wanted() {
        let (mut program, _) = Program::start(folder.path());
        args.load.run(&program, folder.path());
        program.stop();
    } else {
        measure_one(folder.path());
    }
}

fn measure_one(folder: &Path) {
    let row = |name: &str, value: String| println!("{name:<58} {value:>14}");

    let (mut program, first) = Program::start(folder);
    program.stop();
    let mut warm: Vec<Duration> = (0..5)
        .map(|_| {
            let (mut program, ready) = Program::start(folder);
            program.stop();
            ready
        })
        .collect();
    row("start to ready, first", text(first));
    row("start to ready, warm (median of 5)", text(median(&mut warm)));

    let (mut program, _) = Program::start(folder);
    let mut wire = Wire::connect(&program.addr);
    row("resident memory after the start", program.memory());
    let mut empty: Vec<Duration> = (0..TIMED).map(|_| wire.timed("GET", "/health/live", None)).collect();
    let empty = median(&mut empty);
    row("GET /health/live (an empty handler)", text(empty));

    let club = wire.found_club();
    let mut turns = record(&mut wire, &club);
    let count = turns.len();
    row(&format!("a recorded turn, first {TIMED} of {count}"), text(median(&mut turns[..TIMED])));
    row(&format!("a recorded turn, last {TIMED} of {count}"), text(median(&mut turns[count - TIMED..])));
    row(&format!("resident memory after {count} turns"), program.memory());

    let game = wire.start(&club, Variant::Basic12, 4);
    play(&mut wire, &game, Variant::Basic12, 4, 1, 60);
    let mut read: Vec<Duration> = (0..TIMED).map(|_| wire.timed("GET", &game, None)).collect();
    row("GET of a game, a round of 60 turns running", text(median(&mut read)));
    let list = format!("{club}/games?limit=20");
    let mut read: Vec<Duration> = (0..TIMED / 10).map(|_| wire.timed("GET", &list, None)).collect();
    row("GET of 20 games", text(median(&mut read)));

    let lead = [("as it is", "highest_held"), ("the lead looking back at all rounds", "highest_unused_held")];
    for (what, schedule) in lead {
        let took = amend(&mut wire, &club, schedule);
        row(&format!("amending round 1 of {ROUNDS}, {what}"), text(took));
        row("  times an empty handler", format!("{:.1}", took.as_secs_f64() / empty.as_secs_f64()));
    }

    let other = wire.start(&club, Variant::Block, 2);
    let games = [other.rsplit('/').next().unwrap().to_owned()];
    let pgbench = statement::run(&program, &games, Duration::from_secs(3), folder);
    row("the statement of an append with pgbench -M prepared", text(pgbench.p50));
    program.stop();
}

/// Records rounds of Basic 12 turn by turn until there are enough, and times every turn.
fn record(wire: &mut Wire, club: &str) -> Vec<Duration> {
    let mut timed = Vec::new();
    let mut seed = 100;
    while timed.len() < TURNS {
        let game = wire.start(club, Variant::Basic12, 4);
        let most = TURNS - timed.len();
        timed.extend(play(wire, &game, Variant::Basic12, 4, seed, most));
        seed += 1;
    }
    timed
}

/// Plays one round, at most so many turns of it.
fn play(
    wire: &mut Wire,
    game: &str,
    variant: Variant,
    seats: usize,
    seed: u64,
    most: usize,
) -> Vec<Duration> {
    let rules = Ruleset::new(variant, &Overrides::default()).unwrap();
    let played = Players::sit_down(rules, seats, false, seed).play();
    wire.post(&format!("{game}/rounds"), &json!({"detail": "plays", "leader": played.leader}));
    let place = format!("{game}/rounds/1/turns");
    let turns = played.turns.iter().take(most);
    turns.map(|turn| wire.timed("POST", &place, Some(&json!(turn).to_string()))).collect()
}

/// Amends the first round of a match of Basic 12 that is recorded as plays, to plays and to points by
/// turns.
fn amend(wire: &mut Wire, club: &str, schedule: &str) -> Duration {
    let options = json!({"match": {"target": 60_000}, "lead": {"schedule": schedule}});
    let game = wire.start_with(club, Variant::Basic12, &options, 4);
    let rules = Ruleset::new(Variant::Basic12, &serde_json::from_value(options).unwrap()).unwrap();
    let mut players = Players::sit_down(rules, 4, false, 7);
    for _ in 0..ROUNDS {
        wire.post(&format!("{game}/rounds"), &json!(Report::Plays(players.play().report())));
    }
    let first = players.game.round(1).unwrap();
    let points = first.round.outcome.as_ref().unwrap().score.points.clone();
    let points = json!({"detail": "points", "points": points}).to_string();
    let plays = json!(first.report).to_string();
    let place = format!("{game}/rounds/1");
    let reports = [points, plays].into_iter().cycle().take(AMENDED);
    let mut took: Vec<Duration> = reports.map(|report| wire.timed("PUT", &place, Some(&report))).collect();
    median(&mut took)
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

fn text(time: Duration) -> String {
    format!("{time:.1?}")
}
