//! The settings about who may do what, and how often.

use std::num::NonZero;

use clap::Args;

use super::SecretUrl;
use crate::access::{Access, AdminKey};

/// The flags of `serve` about who may do what, and how often.
#[derive(Clone, Debug, Args)]
pub(super) struct AccessArgs {
    /// Key that is needed to create clubs, sent as Authorization: Bearer KEY
    ///
    /// Without one, anybody who can reach the service can create clubs.
    #[arg(long, env = "PIPKEEPER_ADMIN_KEY", value_name = "KEY", hide_env_values = true)]
    admin_key: Option<SecretUrl>,

    /// Let anybody create clubs even on an address that is not loopback
    #[arg(long, env = "PIPKEEPER_OPEN_CLUB_CREATION", value_parser = clap::builder::FalseyValueParser::new())]
    pub(super) open_club_creation: bool,

    /// Requests per second for each key, with bursts of ten times as many; 0 for no limit
    #[arg(long, env = "PIPKEEPER_RATE_PER_KEY", value_name = "N", default_value_t = 100)]
    rate_per_key: u32,

    /// Requests per second for each address, with bursts of ten times as many; 0 for no limit
    #[arg(long, env = "PIPKEEPER_RATE_PER_ADDRESS", value_name = "N", default_value_t = 200)]
    rate_per_address: u32,

    /// Trust the X-Forwarded-For header of a proxy in front
    ///
    /// The last address there counts. Set it only behind a proxy that adds that header: otherwise
    /// anybody can claim any address. Without it, all who come through a proxy share one limit.
    #[arg(long, env = "PIPKEEPER_BEHIND_PROXY", value_parser = clap::builder::FalseyValueParser::new())]
    behind_proxy: bool,

    /// Leave the addresses of clients out of the access log
    #[arg(long, env = "PIPKEEPER_NO_ADDRESS_LOG", value_parser = clap::builder::FalseyValueParser::new())]
    no_address_log: bool,

    /// Origin whose pages may call the service, such as https://app.example; can be repeated, * for all
    #[expect(clippy::doc_markdown, reason = "the help shows the text as it is")]
    #[arg(long = "cors-origin", env = "PIPKEEPER_CORS_ORIGIN", value_name = "ORIGIN", value_delimiter = ',')]
    cors_origins: Vec<String>,
}

impl AccessArgs {
    /// The settings; clubs are made openly on a loopback address unless there is an admin key.
    pub(super) fn into_access(self, is_loopback: bool) -> Access {
        let admin_key = self.admin_key.filter(|key| !key.expose().is_empty());
        Access {
            open_club_creation: self.open_club_creation || (is_loopback && admin_key.is_none()),
            admin_key: admin_key.map(|key| AdminKey::new(key.expose())),
            rate_per_key: NonZero::new(self.rate_per_key),
            rate_per_address: NonZero::new(self.rate_per_address),
            behind_proxy: self.behind_proxy,
            logs_addresses: !self.no_address_log,
            cors_origins: self.cors_origins,
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Only {
        #[command(flatten)]
        access: AccessArgs,
    }

    fn access(args: &[&str], is_loopback: bool) -> Access {
        let only = Only::try_parse_from(std::iter::once(&"pipkeeper").chain(args)).unwrap();
        only.access.into_access(is_loopback)
    }

    #[test]
    fn clubs_are_made_openly_only_where_that_was_meant() {
        let cases: [(&[&str], bool, bool); 5] = [
            (&[], true, true),
            (&[], false, false),
            (&["--admin-key", "hunter2"], true, false),
            (&["--admin-key", "hunter2", "--open-club-creation"], true, true),
            (&["--open-club-creation"], false, true),
        ];
        for (args, is_loopback, is_open) in cases {
            assert_eq!(access(args, is_loopback).open_club_creation, is_open, "{args:?} {is_loopback}");
        }
        assert!(!format!("{:?}", access(&["--admin-key", "hunter2"], true)).contains("hunter2"));
    }

    #[test]
    fn no_rate_means_any_number() {
        let access =
            access(&["--rate-per-key", "0", "--cors-origin", "https://a.example,https://b.example"], true);
        assert_eq!((access.rate_per_key, access.rate_per_address), (None, NonZero::new(200)));
        assert_eq!(access.cors_origins, ["https://a.example", "https://b.example"]);
    }
}
