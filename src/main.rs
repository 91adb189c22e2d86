//! The program: reads the arguments, sets up the log, serves.

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;
use pipkeeper::config::{Cli, Command, ImportArgs, KeyArgs, RebuildArgs, SeedArgs, ServeArgs};
use pipkeeper::{ImportOptions, Imported, Seeding, openapi, server};

fn main() -> ExitCode {
    let command = Cli::parse().into_command();
    server::logging::start();
    let done = match command {
        Command::Serve(args) => serve(args),
        Command::Key(args) => new_key(args),
        Command::Openapi => print(openapi::text()),
        Command::Rebuild(args) => rebuild(args),
        Command::Import(args) => import(args),
        Command::Seed(args) => seed(args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("pipkeeper: {error}");
            ExitCode::FAILURE
        }
    }
}

fn serve(args: ServeArgs) -> Result<(), Box<dyn std::error::Error>> {
    let settings = args.into_settings(is_root(), |name| std::env::var_os(name))?;
    Ok(runtime()?.block_on(server::run(settings))?)
}

fn new_key(args: KeyArgs) -> Result<(), Box<dyn std::error::Error>> {
    let settings = args.into_settings(is_root(), |name| std::env::var_os(name))?;
    let key = runtime()?.block_on(server::new_key(settings))?;
    print(&format!("{key}\n"))
}

fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

/// Several threads: database connections live here while the HTTP workers have their own runtimes.
fn runtime() -> std::io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build()
}

fn seed(args: SeedArgs) -> Result<(), Box<dyn std::error::Error>> {
    let SeedArgs { games, players, seed, database } = args;
    let database = database.into_settings(is_root(), |name| std::env::var_os(name))?;
    let club = runtime()?.block_on(server::offline::seed(&database, Seeding { games, players, seed }))?;
    print(&format!("Made {games} games in the public club {club}.\n"))
}

/// Makes projections anew and says what was wrong; fails if it was only to look and found something, or if
/// there are logs that cannot be read.
fn rebuild(args: RebuildArgs) -> Result<(), Box<dyn std::error::Error>> {
    let RebuildArgs { check, database } = args;
    let database = database.into_settings(is_root(), |name| std::env::var_os(name))?;
    let done = runtime()?.block_on(server::offline::rebuild(&database, check))?;
    let found = format!(
        "{} games looked at; {} with wrong results, {} wrong seasons, {} wrong sums, {} wrong ratings, \
         {} unreadable logs",
        done.games,
        done.wrong_games,
        done.wrong_seasons,
        done.wrong_sums,
        done.wrong_ratings,
        done.unreadable
    );
    match (done.is_healthy(), check) {
        (true, _) => print(&format!("Nothing had to change: {} games are as their logs say.\n", done.games)),
        (false, _) if done.unreadable > 0 => {
            Err(format!("{found}: those games stay as they are, and the lines above name them").into())
        }
        (false, false) => print(&format!("Put right: {found}.\n")),
        (false, true) => Err(format!("{found}; `pipkeeper rebuild` puts them right").into()),
    }
}

fn import(args: ImportArgs) -> Result<(), Box<dyn std::error::Error>> {
    let ImportArgs { file, into, dry_run, database } = args;
    let database = database.into_settings(is_root(), |name| std::env::var_os(name))?;
    let file = server::import::open(&file)?;
    let options = ImportOptions { into, dry_run };
    let done = runtime()?.block_on(server::import::import(&database, file, options))?;
    print(&imported(&done, dry_run))
}

/// What an import did, for people.
fn imported(done: &Imported, dry_run: bool) -> String {
    let Imported { club, name, key, players, games, extended, seasons, merges, known, left } = done;
    let many = |number: &usize, word: &str| match number {
        1 => format!("1 {word}"),
        number => format!("{number} {word}s"),
    };
    let left: String = left.iter().map(|what| format!("Left as it is: {what}.\n")).collect();
    if done.is_idle() && left.is_empty() {
        return format!("Nothing had to change: the club {name} ({club}) has all of the file.\n");
    }
    if done.is_idle() {
        return format!("Nothing was imported: the club {name} ({club}) has the rest of the file.\n{left}");
    }
    let mut text = format!(
        "The club {name} ({club}): {} and {} are new, {} extended, {} unchanged.\n",
        many(players, "player"),
        many(games, "game"),
        many(extended, "game"),
        many(known, "game")
    );
    if *seasons > 0 {
        text.push_str(&format!("Seasons added or extended: {seasons}.\n"));
    }
    if *merges > 0 {
        text.push_str(&format!("{} merged into others.\n", many(merges, "player")));
    }
    text.push_str(&left);
    match key {
        _ if dry_run => text.push_str("Nothing was stored, because this was a dry run.\n"),
        Some(key) => text.push_str(&format!("Its key, shown only now: {}\n", key.reveal())),
        None => {}
    }
    text
}

fn print(text: &str) -> Result<(), Box<dyn std::error::Error>> {
    Ok(std::io::stdout().lock().write_all(text.as_bytes())?)
}
