//! The program: reads the arguments, sets up the log, runs the command and prints what it has done.

use std::error::Error;
use std::fmt::Display;
use std::io::Write;
use std::process::ExitCode;

use pipkeeper::config::{
    Cli, Command, DatabaseArgs, DatabaseSettings, Exit, ExportArgs, ImportArgs, KeyArgs, OutputArgs,
    RebuildArgs, SeedArgs, ServeArgs,
};
use pipkeeper::server::{self, commands, progress::watch};
use pipkeeper::{ImportOptions, Seeding, openapi};
use serde::Serialize;

type Ended = Result<Exit, Box<dyn Error>>;

fn main() -> ExitCode {
    let command = Cli::read();
    server::logging::start();
    let ended = match command {
        Command::Serve(args) => serve(args),
        Command::Key(args) => new_key(args),
        Command::Openapi => print(openapi::text().as_bytes()),
        Command::Rebuild(args) => rebuild(args),
        Command::Import(args) => import(args),
        Command::Export(args) => export(args),
        Command::Seed(args) => seed(args),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::arguments(), "pipkeeper", &mut script);
            print(&script)
        }
    };
    let exit = ended.unwrap_or_else(|error| {
        eprintln!("pipkeeper: {error}");
        Exit::Failed
    });
    exit.into()
}

fn serve(args: ServeArgs) -> Ended {
    let settings = args.into_settings(is_root(), |name| std::env::var_os(name))?;
    runtime()?.block_on(server::run(settings))?;
    Ok(Exit::Done)
}

fn new_key(args: KeyArgs) -> Ended {
    let output = args.output;
    let settings = args.into_settings(is_root(), |name| std::env::var_os(name))?;
    let key = runtime()?.block_on(commands::new_key(settings, &watch()))?;
    show(&key, output)
}

fn rebuild(args: RebuildArgs) -> Ended {
    let RebuildArgs { check, output, database } = args;
    let database = settings(database)?;
    let done = runtime()?.block_on(commands::rebuild(&database, check, &watch()))?;
    show(&done, output)?;
    Ok(if done.leaves_wrong { Exit::Wrong } else { Exit::Done })
}

fn import(args: ImportArgs) -> Ended {
    let ImportArgs { file, into, dry_run, output, database } = args;
    let database = settings(database)?;
    let file = commands::open(&file, &watch())?;
    let options = ImportOptions { into, dry_run };
    let done = runtime()?.block_on(commands::import(&database, file, options, &watch()))?;
    show(&done, output)
}

fn export(args: ExportArgs) -> Ended {
    let ExportArgs { file, club, output, database } = args;
    let database = settings(database)?;
    match runtime()?.block_on(commands::export(&database, club, &file, &watch()))? {
        Some(done) => show(&done, output),
        None => Ok(Exit::Done),
    }
}

fn seed(args: SeedArgs) -> Ended {
    let SeedArgs { games, players, seed, output, database } = args;
    let database = settings(database)?;
    let seeding = Seeding { games, players, seed };
    let done = runtime()?.block_on(commands::seed(&database, seeding, &watch()))?;
    show(&done, output)
}

fn settings(database: DatabaseArgs) -> Result<DatabaseSettings, Box<dyn Error>> {
    Ok(database.into_settings(is_root(), |name| std::env::var_os(name))?)
}

fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

/// Several threads: database connections live here while the HTTP workers have their own runtimes.
fn runtime() -> std::io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build()
}

/// Prints a result for a person, or for a program.
fn show(result: &(impl Display + Serialize), output: OutputArgs) -> Ended {
    if output.json {
        return print(format!("{}\n", serde_json::to_string(result)?).as_bytes());
    }
    print(result.to_string().as_bytes())
}

fn print(text: &[u8]) -> Ended {
    std::io::stdout().lock().write_all(text)?;
    Ok(Exit::Done)
}
