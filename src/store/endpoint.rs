//! A PostgreSQL to connect to.

use diesel::ConnectionError;
use diesel_async::SimpleAsyncConnection;
use tokio_postgres::Config;
use tokio_postgres::config::Host;
use tokio_postgres_rustls::MakeRustlsConnect;

use super::error::{self, StoreError};
use super::{Connection, TIMEOUT, tls};

/// How statements are run: each is short, so that compiling it, or starting workers for it, takes longer
/// than it does. And in English, which only some may ask for: see [`Trouble::of`].
const SESSION_SETTINGS: &str = "SET jit = off; SET max_parallel_workers_per_gather = 0; \
    DO $$ BEGIN SET lc_messages = 'C'; EXCEPTION WHEN insufficient_privilege THEN NULL; END $$";

/// A server to connect to, and how.
#[derive(Clone)]
pub(super) struct Endpoint {
    config: Config,
    tls: MakeRustlsConnect,
}

impl Endpoint {
    pub(super) fn parse(url: &str) -> Result<Endpoint, StoreError> {
        let bad_url = |why: String| StoreError::BadUrl { why };
        let (url, wish) = tls::TlsOptions::take_from(url).map_err(bad_url)?;
        let mut config: Config = url.parse().map_err(|error| bad_url(error::sentence(&error)))?;
        if config.get_hosts().is_empty() && config.get_hostaddrs().is_empty() {
            return Err(bad_url("it names no host".to_owned()));
        }
        config.ssl_mode(wish.mode().map_err(bad_url)?);
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(TIMEOUT);
        }
        if config.get_application_name().is_none() {
            config.application_name("pipkeeper");
        }
        Ok(Endpoint { config, tls: wish.connector().map_err(bad_url)? })
    }

    /// Opens a connection, which lives on the runtime that polls this.
    pub(super) async fn open(&self, settings: &str) -> Result<Connection, StoreError> {
        let (client, connection) = self
            .config
            .connect(self.tls.clone())
            .await
            .map_err(|error| StoreError::unreachable(&self.target(), &error))?;
        let opened = async {
            let mut opened = Connection::try_from_client_and_connection(client, connection).await?;
            opened
                .batch_execute(&format!("{SESSION_SETTINGS}; {settings}"))
                .await
                .map_err(ConnectionError::CouldntSetupConfiguration)?;
            Ok::<_, ConnectionError>(opened)
        };
        opened.await.map_err(|error| StoreError::NoConnection { why: error.to_string() })
    }

    /// Where and as whom, for people; never the password.
    fn target(&self) -> String {
        let ports = self.config.get_ports();
        let hosts = self.config.get_hosts().iter().enumerate().map(|(at, host)| {
            let port = ports.get(at).or(ports.first()).copied().unwrap_or(5432);
            match host {
                Host::Tcp(name) => format!("{name}:{port}"),
                Host::Unix(folder) => folder.display().to_string(),
            }
        });
        let mut target = hosts.collect::<Vec<_>>().join(", ");
        if let Some(user) = self.config.get_user() {
            target = format!("{target} as {user}");
        }
        target
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(url: &str) -> String {
        Endpoint::parse(url).err().unwrap().to_string()
    }

    #[test]
    fn a_bad_url_is_named_without_its_password() {
        for url in ["postgres://u:hunter2@", "postgres://u:hunter2@h/d?sslmode=x", "u:hunter2@h", ""] {
            let said = refusal(url);
            assert!(said.contains("DATABASE_URL") && !said.contains("hunter2"), "{url}: {said}");
        }
    }

    #[test]
    fn a_target_has_no_password() {
        let endpoint = Endpoint::parse("postgres://ann:hunter2@db.example:6543/pips").unwrap();
        assert_eq!(endpoint.target(), "db.example:6543 as ann");
    }
}
