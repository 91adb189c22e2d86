//! What one person can do to everybody: `cargo bench --bench attack -- [--seconds 10] [--only NAME]`.
//!
//! Starts the program, makes games as large as they may be, and asks for what costs most: first one request
//! after the other, for what each costs, then as many attackers at once as are named in the table, in a process
//! of its own at nice 10, while somebody else's table records points. Prints a row for each attack.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "a benchmark may panic, and prints what it measured"
)]

mod attackers;
mod large;
#[path = "../http/program.rs"]
#[expect(dead_code, reason = "the other benchmarks use the rest")]
mod program;
mod slow;
mod victim;
#[path = "../http/wire.rs"]
#[expect(dead_code, reason = "the other benchmarks use the rest")]
mod wire;

use std::time::{Duration, Instant};

use attackers::{Attack, Crowd};
use clap::Parser;
use large::Club;
use program::Program;
use victim::Victim;
use wire::Wire;

/// How often each request is sent alone.
const ALONE: u32 = 20;

#[derive(Parser)]
struct Args {
    /// How long each attack takes
    #[arg(long, default_value_t = 10, value_name = "N")]
    seconds: u64,
    /// Only the attacks whose names contain this
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// Attacks instead, as the benchmark has written it
    #[arg(long, hide = true)]
    attack: Option<String>,
    /// What `cargo bench` adds
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() {
    let args = Args::parse();
    if let Some(attack) = args.attack {
        return attackers::run(&serde_json::from_str(&attack).unwrap());
    }
    let time = Duration::from_secs(args.seconds);
    let folder = tempfile::Builder::new().prefix("pipkeeper-bench-").tempdir().unwrap();
    program::let_everybody_enter(folder.path());
    let (mut program, _) = Program::start(folder.path());
    let spent = Instant::now();
    let club = Club::make(&program.addr);
    eprintln!("everything is made in {:.0?}", spent.elapsed());

    let mut wire = Wire::connect(&program.addr);
    let victim = Victim::at(&mut wire);
    println!(
        "{:<46} {:>5} {:>9} {:>9} {:>8} {:>8} {:>8} {:>9} {:>9} {:>9}",
        "attack", "many", "cpu each", "bytes", "done", "refused", "p50", "p99", "worst", "memory"
    );
    let calm = victim.plays_for(&program, time);
    println!("{:<73} {:>26} {}", "nobody attacks", "", calm);
    let attacks = club.attacks(&program.addr, time);
    let is_wanted = |attack: &&Attack| args.only.as_ref().is_none_or(|only| attack.name.contains(only));
    for attack in attacks.iter().filter(is_wanted) {
        measure(&program, &victim, attack, time);
    }
    if args.only.is_none() {
        let all: Vec<Crowd> = attacks.iter().map(Crowd::start).collect();
        let played = victim.plays_for(&program, time);
        let (done, refused) = all
            .into_iter()
            .map(Crowd::end)
            .fold((0, 0), |(done, refused), ended| (done + ended.0, refused + ended.1));
        println!("{:<73} {done:>8} {refused:>8} {played}", "all of them");
        slow::measure(&program, &club);
    }
    program.stop();
}

fn measure(program: &Program, victim: &Victim, attack: &Attack, time: Duration) {
    let mut wire = attack.connect();
    let mut bytes = attack.send(&mut wire).1;
    let begun = program.processor();
    for _ in 0..ALONE {
        bytes = bytes.max(attack.send(&mut wire).1);
    }
    let each = (program.processor() - begun) / ALONE;
    program.forget_peak();
    let crowd = Crowd::start(attack);
    let played = victim.plays_for(program, time);
    let (done, refused) = crowd.end();
    let (name, many) = (&attack.name, attack.many);
    println!("{name:<46} {many:>5} {each:>9.1?} {bytes:>9} {done:>8} {refused:>8} {played}");
}
