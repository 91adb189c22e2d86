//! The settings about where the data is.

use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;

use clap::{Args, ValueHint};
use thiserror::Error;

/// Where root keeps the data: the user that PostgreSQL runs as cannot enter root's home.
const SYSTEM_DATA_DIR: &str = "/var/lib/pipkeeper";

/// The flags about where the data is.
#[derive(Clone, Debug, Args)]
pub struct DatabaseArgs {
    /// Folder of the private PostgreSQL
    ///
    /// By default `pipkeeper` in the user's data directory ($XDG_DATA_HOME or ~/.local/share, on
    /// macOS ~/Library/Application Support). For root it is /var/lib/pipkeeper, because PostgreSQL
    /// then runs as the user `postgres` or `nobody`, who cannot enter root's home. Unused with
    /// --database-url.
    #[arg(long, env = "PIPKEEPER_DATA_DIR", value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    data_dir: Option<PathBuf>,

    /// Use this PostgreSQL instead of a private one: postgres://user:password@host:5432/database
    ///
    /// TLS follows `sslmode` in the URL: disable, allow, prefer (the default), require, verify-ca or
    /// verify-full; `sslrootcert` names a file with the certificates to trust.
    #[expect(clippy::doc_markdown, reason = "the help shows the text as it is")]
    #[arg(long, env = "DATABASE_URL", value_name = "URL", hide_env_values = true)]
    database_url: Option<SecretUrl>,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn root_keeps_the_data_in_a_system_folder() {
        assert_eq!(default_data_dir(true, home), Some(PathBuf::from(SYSTEM_DATA_DIR)));
        assert_eq!(default_data_dir(false, |_| None), None);
        assert!(default_data_dir(false, home).unwrap().starts_with("/home/ann"));
    }

    fn home(name: &str) -> Option<OsString> {
        (name == "HOME").then(|| OsString::from("/home/ann"))
    }
}
