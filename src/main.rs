//! The program: reads the arguments, sets up the log, serves.

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;
use pipkeeper::api::openapi;
use pipkeeper::config::{Cli, Command, KeyArgs, ServeArgs};
use pipkeeper::server;

fn main() -> ExitCode {
    let command = Cli::parse().into_command();
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("warn,pipkeeper=info")).init();
    let done = match command {
        Command::Serve(args) => serve(args),
        Command::Key(args) => new_key(args),
        Command::Openapi => print(openapi::text()),
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

fn print(text: &str) -> Result<(), Box<dyn std::error::Error>> {
    Ok(std::io::stdout().lock().write_all(text.as_bytes())?)
}
