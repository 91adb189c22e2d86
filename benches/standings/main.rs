//! How fast lists, standings and statistics are in a small club and in a large one:
//! `cargo bench --bench standings -- --games 1000000`.
//!
//! Makes both clubs with `pipkeeper seed`, each on a PostgreSQL of its own, asks each over HTTP, and
//! prints the times side by side. `--folder` keeps the databases for the next time, and `--explain`
//! also prints how PostgreSQL answered.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "a benchmark may panic, and prints what it measured"
)]

mod asked;
mod database;
#[path = "../http/program.rs"]
#[expect(dead_code, reason = "the other benchmark uses the rest")]
mod program;
#[path = "../http/wire.rs"]
#[expect(dead_code, reason = "the other benchmark uses the rest")]
mod wire;

use std::path::{Path, PathBuf};
use std::time::Duration;

use asked::Asker;
use database::Database;
use program::Program;
use wire::time;

/// The small club, which the large one is compared with.
const SMALL: usize = 1_000;

/// What is asked for on the command line.
struct Wish {
    games: usize,
    players: usize,
    folder: Option<PathBuf>,
    explain: bool,
}

/// What was measured: a name with its times, and lines about the database.
#[derive(Default)]
struct Measured {
    times: Vec<(&'static str, Vec<Duration>)>,
    notes: Vec<String>,
}

fn main() {
    let wish = wish();
    let scratch = tempfile::Builder::new().prefix("pipkeeper-bench-").tempdir().unwrap();
    let folder = wish.folder.clone().unwrap_or_else(|| scratch.path().to_owned());
    std::fs::create_dir_all(&folder).unwrap();
    program::let_everybody_enter(&folder);

    let small = measure(&folder, SMALL, &wish);
    let large = measure(&folder, wish.games, &wish);
    println!("{:<52}{:>20}{:>20}{:>8}", "median (9 of 10)", games(SMALL), games(wish.games), "ratio");
    for ((name, mut few), (_, mut many)) in small.times.into_iter().zip(large.times) {
        let ratio = at(&mut many, 50).as_secs_f64() / at(&mut few, 50).as_secs_f64();
        println!("{name:<52}{:>20}{:>20}{ratio:>8.2}", text(&mut few), text(&mut many));
    }
    for note in small.notes.iter().chain(&large.notes) {
        println!("{note}");
    }
}

fn wish() -> Wish {
    let mut wish = Wish { games: 20_000, players: 200, folder: None, explain: false };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().expect("a value");
        match word.as_str() {
            "--games" => wish.games = value().parse().expect("a number of games"),
            "--players" => wish.players = value().parse().expect("a number of players"),
            "--folder" => wish.folder = Some(value().into()),
            "--explain" => wish.explain = true,
            // Cargo says that this is a benchmark.
            "--bench" => {}
            word => panic!("{word} is not known: --games N, --players N, --folder FOLDER, --explain"),
        }
    }
    wish
}

fn measure(folder: &Path, games: usize, wish: &Wish) -> Measured {
    let folder = folder.join(format!("games-{games}"));
    if !folder.exists() {
        std::fs::create_dir(&folder).unwrap();
        program::let_everybody_enter(&folder);
        let spent = time(|| database::seed(&folder, games, wish.players));
        eprintln!("{games} games made in {spent:.0?}");
    }
    let (mut program, _) = Program::start(&folder);
    let database = Database::of(&program);
    // As the server does by itself, but not in the middle of this.
    database.tell("VACUUM ANALYZE");
    let key = database::key(&folder);
    let mut measured = Measured::default();
    {
        let mut asker = Asker::new(&program.addr, key.clone(), &database);
        asker.ask_all(&mut measured);
    }
    let bytes: u64 = database.answer("SELECT pg_database_size(current_database())").parse().unwrap();
    let count: u64 = database.answer("SELECT count(*) FROM games").parse().unwrap();
    measured.notes.push(format!("{count} games: {} MB, {} bytes a game", bytes / 1_000_000, bytes / count));
    if wish.explain {
        database.explain_all();
        program.stop();
        (program, _) = Program::start(&folder);
        Asker::new(&program.addr, key, &database).ask_once(|name| database.mark(name));
        database.stop_explaining();
        database::print_plans(&folder);
    }
    program.stop();
    measured
}

fn games(count: usize) -> String {
    format!("{count} games")
}

/// The time that so many of a hundred do not exceed.
fn at(times: &mut [Duration], percent: usize) -> Duration {
    times.sort_unstable();
    times[times.len() * percent / 100]
}

fn text(times: &mut [Duration]) -> String {
    let milliseconds = |time: Duration| time.as_secs_f64() * 1000.0;
    format!("{:.2} ({:.2}) ms", milliseconds(at(times, 50)), milliseconds(at(times, 90)))
}
