//! The settings: flags, and the environment variables that stand in for them.
//!
//! They are read once, here, and handed on as values. Nothing else reads the environment for a
//! setting of the service.

mod access;
mod import;

use std::ffi::OsString;
use std::fmt;
use std::net::{SocketAddr, ToSocketAddrs};
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use thiserror::Error;
use uuid::Uuid;

use self::access::AccessArgs;
pub use self::import::ImportArgs;
use crate::access::Access;
use crate::service::names::Name;
use crate::service::time_zone::TimeZone;

/// Where root keeps the data: the user that PostgreSQL runs as cannot enter root's home.
const SYSTEM_DATA_DIR: &str = "/var/lib/pipkeeper";

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
    /// Create a club with many games for measurements
    Seed(SeedArgs),
}

impl Cli {
    /// The command, `serve` when none was named.
    pub fn into_command(self) -> Command {
        self.command.unwrap_or(Command::Serve(self.serve))
    }
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
}

/// The flags about where the data is.
#[derive(Clone, Debug, Args)]
pub struct DatabaseArgs {
    /// Folder of the private PostgreSQL
    ///
    /// By default `pipkeeper` in the user's data directory ($XDG_DATA_HOME or ~/.local/share, on
    /// macOS ~/Library/Application Support). For root it is /var/lib/pipkeeper, because PostgreSQL
    /// then runs as the user `postgres` or `nobody`, who cannot enter root's home. Unused with
    /// --database-url.
    #[arg(long, env = "PIPKEEPER_DATA_DIR", value_name = "FOLDER")]
    data_dir: Option<PathBuf>,

    /// Use this PostgreSQL instead of a private one: postgres://user:password@host:5432/database
    ///
    /// TLS follows `sslmode` in the URL: disable, allow, prefer (the default), require, verify-ca or
    /// verify-full; `sslrootcert` names a file with the certificates to trust.
    #[expect(clippy::doc_markdown, reason = "the help shows the text as it is")]
    #[arg(long, env = "DATABASE_URL", value_name = "URL", hide_env_values = true)]
    database_url: Option<SecretUrl>,
}

/// The flags of `rebuild`.
#[derive(Clone, Debug, Args)]
pub struct RebuildArgs {
    /// Change nothing; exit with 1 if something would have to change
    #[arg(long)]
    pub check: bool,

    #[command(flatten)]
    pub database: DatabaseArgs,
}

/// The flags of `seed`.
#[derive(Clone, Debug, Args)]
pub struct SeedArgs {
    /// How many games
    #[arg(long, value_name = "N")]
    pub games: usize,

    /// How many players the games share
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub players: usize,

    /// Random seed; the same number creates the same games
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,

    #[command(flatten)]
    pub database: DatabaseArgs,
}

/// A text that is never printed.
#[derive(Clone, PartialEq, Eq)]
pub struct SecretUrl(String);

impl SecretUrl {
    /// The text itself. Not for logs, errors or answers.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl From<String> for SecretUrl {
    fn from(text: String) -> SecretUrl {
        SecretUrl(text)
    }
}

impl From<&str> for SecretUrl {
    fn from(text: &str) -> SecretUrl {
        SecretUrl(text.to_owned())
    }
}

impl fmt::Debug for SecretUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
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

/// Where the data is kept.
#[derive(Clone, Debug)]
pub enum DatabaseSettings {
    /// In a private PostgreSQL with its files in this folder.
    Private(PathBuf),
    /// In the PostgreSQL that answers at this URL.
    Server(SecretUrl),
}

/// Why the settings cannot be used.
#[derive(Debug, Error)]
pub enum ConfigError {
    /// Neither a flag nor the environment says where a home is.
    #[error(
        "no place for the data: HOME is not set. Name a folder with --data-dir (PIPKEEPER_DATA_DIR), \
         or a PostgreSQL with --database-url (DATABASE_URL)"
    )]
    NoDataDir,
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
        let ServeArgs { listen, database, access, demo } = self;
        let time_zone = time_zone(&look_up);
        let database = database.into_settings(is_root, look_up)?;
        let is_open_wanted = access.open_club_creation;
        let access = access.into_access(listen.ip().is_loopback());
        Ok(Settings { listen, database, access, is_open_wanted, demo, time_zone })
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
        let KeyArgs { database, club, label } = self;
        Ok(KeySettings { database: database.into_settings(is_root, look_up)?, club, label })
    }
}

impl DatabaseArgs {
    /// Where the data is, with the data folder chosen by `look_up`.
    ///
    /// Fails when a private PostgreSQL is wanted and no folder can be found for it.
    pub fn into_settings(
        self,
        is_root: bool,
        look_up: impl Fn(&str) -> Option<OsString>,
    ) -> Result<DatabaseSettings, ConfigError> {
        if let Some(url) = self.database_url.filter(|url| !url.expose().trim().is_empty()) {
            return Ok(DatabaseSettings::Server(url));
        }
        let named = self.data_dir.filter(|folder| !folder.as_os_str().is_empty());
        let folder = named.or_else(|| default_data_dir(is_root, look_up));
        Ok(DatabaseSettings::Private(folder.ok_or(ConfigError::NoDataDir)?))
    }
}

/// Where the data lies when nobody names a folder.
fn default_data_dir(is_root: bool, look_up: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    if is_root {
        return Some(PathBuf::from(SYSTEM_DATA_DIR));
    }
    let absolute = |name: &str| look_up(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let home = || absolute("HOME");
    let base = if cfg!(target_os = "macos") {
        home().map(|home| home.join("Library/Application Support"))
    } else {
        absolute("XDG_DATA_HOME").or_else(|| home().map(|home| home.join(".local/share")))
    };
    base.map(|base| base.join("pipkeeper"))
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
    fn root_keeps_the_data_in_a_system_folder() {
        assert_eq!(default_data_dir(true, home), Some(PathBuf::from(SYSTEM_DATA_DIR)));
        assert_eq!(default_data_dir(false, |_| None), None);
        assert!(default_data_dir(false, home).unwrap().starts_with("/home/ann"));
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
