//! What whoever runs the service decides about who may do what, and how often.

use std::num::NonZero;

use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// The settings of access.
#[derive(Clone, Debug)]
pub struct Access {
    /// The key that makes clubs.
    pub admin_key: Option<AdminKey>,
    /// Whether clubs can be made without it.
    pub open_club_creation: bool,
    /// How many requests a second a key may send; none means any number.
    pub rate_per_key: Option<NonZero<u32>>,
    /// How many requests a second may come from an address; none means any number.
    pub rate_per_address: Option<NonZero<u32>>,
    /// Whether a proxy in front tells in `X-Forwarded-For` where requests come from.
    pub behind_proxy: bool,
    /// Whether the access log has the addresses of clients.
    pub logs_addresses: bool,
    /// The origins (`https://app.example`) whose pages may call the service.
    pub cors_origins: Vec<String>,
}

impl Default for Access {
    /// For one table on one machine.
    fn default() -> Access {
        Access {
            admin_key: None,
            open_club_creation: true,
            rate_per_key: None,
            rate_per_address: None,
            behind_proxy: false,
            logs_addresses: true,
            cors_origins: Vec::new(),
        }
    }
}

/// The key of whoever runs the service, as a hash.
#[derive(Clone)]
pub struct AdminKey([u8; 32]);

impl AdminKey {
    /// The key that is written so.
    pub fn new(text: &str) -> AdminKey {
        AdminKey(Sha256::digest(text.as_bytes()).into())
    }

    /// Whether this is the key; takes the same time whatever the answer.
    pub fn is(&self, text: &str) -> bool {
        AdminKey::new(text).0.ct_eq(&self.0).into()
    }
}

/// Keeps the key out of logs.
impl std::fmt::Debug for AdminKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("AdminKey(…)")
    }
}
