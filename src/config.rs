//! The settings: flags, and the environment variables that stand in for them.
//!
//! They are read once, here, and handed on as values. Nothing else reads the environment for a
//! setting of the service.

mod access;
mod commands;
mod database;
mod exit;

use std::ffi::OsString;
use std::net::{SocketAddr, ToSocketAddrs};

use clap::error::ErrorKind;
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use clap_complete::Shell;
use uuid::Uuid;

use self::access::AccessArgs;
pub use self::commands::{ExportArgs, ImportArgs, RebuildArgs, SeedArgs};
pub use self::database::{ConfigError, DatabaseArgs, DatabaseSettings, SecretUrl};
pub use self::exit::Exit;
use crate::access::Access;
use crate::service::names::Name;
use crate::service::time_zone::TimeZone;

/// Keeps the score of dominoes played with real tiles on a real table.
#[derive(Debug, Parser)]
#[command(version, about, args_conflicts_with_subcommands = true)]
pub struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    serve: ServeArgs,
}

/// What a person asks the program to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Serve the HTTP API (what `pipkeeper` alone does too)
    Serve(ServeArgs),
    /// Create a new key that can do everything, for a club whose keys are lost
    Key(KeyArgs),
    /// Print the OpenAPI document
    Openapi,
    /// Rebuild standings and statistics from the logs of the games
    ///
    /// A healthy database is not changed. The service can keep running.
    Rebuild(RebuildArgs),
    /// Import a club or a game that Pipkeeper exported
    ///
    /// The file is imported as a whole or not at all, and importing it again changes nothing. A club
    /// with the same id is extended by what is new in the file, and so are its games. Names and
    /// merges that were changed here stay as they are, and are listed. The service can keep running.
    Import(ImportArgs),
    /// Export a club to a file that `pipkeeper import` reads
    ///
    /// The club is exported as it is at one moment. The service can keep running.
    Export(ExportArgs),
    /// Create a club with many games for measurements
    Seed(SeedArgs),
    /// Print what a shell needs to complete the command line
    ///
    /// For bash: pipkeeper completions bash > ~/.local/share/bash-completion/completions/pipkeeper
    Completions {
        /// The shell
        shell: Shell,
    },
}

impl Cli {
    /// The command line as clap knows it, with the exit codes in the help of every command.
    pub fn arguments() -> clap::Command {
        let help = Exit::help();
        let described = |command: clap::Command| command.after_help(help.clone());
        described(Cli::command()).mut_subcommands(described)
    }

    /// The command of this process, `serve` when none was named. Ends the process when the command line
    /// is wrong or only asks for help.
    pub fn read() -> Command {
        let mut arguments = Cli::arguments();
        let read = Cli::from_arg_matches(&arguments.get_matches_mut());
        match read.map(Cli::into_command) {
            Ok(Command::Export(export)) if export.says_two_things() => {
                let why = "--json needs a file: the standard output has the export itself";
                arguments.error(ErrorKind::ArgumentConflict, why).exit()
            }
            Ok(command) => command,
            Err(error) => error.exit(),
        }
    }

    fn into_command(self) -> Command {
        self.command.unwrap_or(Command::Serve(self.serve))
    }
}

/// How a result is printed.
#[derive(Clone, Copy, Debug, Args)]
pub struct OutputArgs {
    /// Print the result as one JSON object on one line
    #[arg(long)]
    pub json: bool,
}

/// The flags of `serve`.
#[derive(Clone, Debug, Args)]
pub struct ServeArgs {
    /// Address and port to listen on; port 0 picks a free one
    #[arg(long, env = "PIPKEEPER_LISTEN", default_value = "127.0.0.1:8080", value_parser = address)]
    listen: SocketAddr,

    #[command(flatten)]
    database: DatabaseArgs,

    #[command(flatten)]
    access: AccessArgs,

    /// Also record a demonstration club with games of every variant
    #[arg(long)]
    demo: bool,

    #[command(flatten)]
    output: OutputArgs,
}

/// The flags of `key`.
#[derive(Clone, Debug, Args)]
pub struct KeyArgs {
    #[command(flatten)]
    database: DatabaseArgs,

    /// Id of the club; not needed if there is only one
    #[arg(long, value_name = "ID")]
    club: Option<Uuid>,

    /// The name of the key in the list of keys
    #[arg(long, value_name = "TEXT", default_value = "Made by pipkeeper key")]
    label: Name,

    #[command(flatten)]
    pub output: OutputArgs,
}

/// The settings of a running service.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Address and port to listen on; port 0 takes a free one.
    pub listen: SocketAddr,
    /// Where the data is kept.
    pub database: DatabaseSettings,
    /// Who may do what, and how often.
    pub access: Access,
    /// Whether it was said that anybody may make clubs.
    pub is_open_wanted: bool,
    /// Whether to record the demonstration club.
    pub demo: bool,
    /// The time zone of the club that the first start makes.
    pub time_zone: TimeZone,
    /// Whether it is announced as JSON.
    pub json: bool,
}

/// What `key` needs to know.
#[derive(Clone, Debug)]
pub struct KeySettings {
    /// Where the data is kept.
    pub database: DatabaseSettings,
    /// The club, if one was named.
    pub club: Option<Uuid>,
    /// What the key is called.
    pub label: Name,
}

impl ServeArgs {
    /// The settings, with the data folder chosen by `look_up` (`std::env::var_os` in the program).
    ///
    /// Fails when a private PostgreSQL is wanted and no folder can be found for it.
    pub fn into_settings(
        self,
        is_root: bool,
        look_up: impl Fn(&str) -> Option<OsString>,
    ) -> Result<Settings, ConfigError> {
        let ServeArgs { listen, database, access, demo, output: OutputArgs { json } } = self;
        let time_zone = time_zone(&look_up);
        let database = database.into_settings(is_root, look_up)?;
        let is_open_wanted = access.open_club_creation;
        let access = access.into_access(listen.ip().is_loopback());
        Ok(Settings { listen, database, access, is_open_wanted, demo, time_zone, json })
    }
}

/// The time zone of this machine, which `TZ` may say.
fn time_zone(look_up: &impl Fn(&str) -> Option<OsString>) -> TimeZone {
    let named = look_up("TZ").and_then(|zone| zone.into_string().ok());
    let zone = named.and_then(|zone| zone.trim_start_matches(':').parse().ok());
    zone.unwrap_or_else(TimeZone::of_machine)
}

impl KeyArgs {
    /// The settings, as [`ServeArgs::into_settings`].
    pub fn into_settings(
        self,
        is_root: bool,
        look_up: impl Fn(&str) -> Option<OsString>,
    ) -> Result<KeySettings, ConfigError> {
        let KeyArgs { database, club, label, output: _ } = self;
        Ok(KeySettings { database: database.into_settings(is_root, look_up)?, club, label })
    }
}

/// Reads `host:port`, where the host may be a name.
fn address(text: &str) -> Result<SocketAddr, String> {
    text.to_socket_addrs()
        .ok()
        .and_then(|mut addresses| addresses.next())
        .ok_or_else(|| "expected ADDRESS:PORT, such as 127.0.0.1:8080, [::1]:8080 or localhost:0".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn serve(args: &[&str]) -> ServeArgs {
        let cli = Cli::try_parse_from(std::iter::once(&"pipkeeper").chain(args)).unwrap();
        let Command::Serve(args) = cli.into_command() else { panic!("expected serve") };
        args
    }

    fn home(name: &str) -> Option<OsString> {
        (name == "HOME").then(|| OsString::from("/home/ann"))
    }

    #[test]
    fn serve_is_the_default_command() {
        for args in [&["--listen", "127.0.0.1:9"][..], &["serve", "--listen", "127.0.0.1:9"]] {
            assert_eq!(serve(args).listen, "127.0.0.1:9".parse().unwrap());
        }
        assert_eq!(serve(&[]).listen.port(), 8080);
        assert!(matches!(
            Cli::try_parse_from(["pipkeeper", "openapi"]).unwrap().into_command(),
            Command::Openapi
        ));
    }

    #[test]
    fn an_address_without_a_port_is_refused() {
        let refusal = Cli::try_parse_from(["pipkeeper", "--listen", "8080"]).unwrap_err();
        assert!(refusal.to_string().contains("expected ADDRESS:PORT"), "{refusal}");
    }

    #[test]
    fn secrets_are_not_printed() {
        let args = serve(&["--database-url", "postgres://u:hunter2@h/d", "--admin-key", "hunter2"]);
        let settings = args.into_settings(false, home).unwrap();
        assert!(!format!("{settings:?}").contains("hunter2"));
        assert!(matches!(settings.database, DatabaseSettings::Server(_)));
    }

    #[test]
    fn an_empty_database_url_means_a_private_one() {
        let settings = serve(&["--database-url", ""]).into_settings(false, home).unwrap();
        assert!(matches!(settings.database, DatabaseSettings::Private(_)));
    }
}
