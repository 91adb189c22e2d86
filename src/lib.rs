//! Pipkeeper keeps the score of dominoes played with real tiles on a real table.
//!
//! Layers point one way: [`server`] runs what `api` answers; `service` has the use cases, `store` has the
//! tables, `seasons` replays their logs, `standings` ranks players, [`rules`] are the games. Start reading
//! with [`rules`].
//!
//! Only what the program, the tests and the benches use is public, so that the compiler sees what nobody
//! uses.

mod access;
mod api;
mod archive;
mod cluster;
pub mod config;
mod measures;
mod progress;
mod reader;
pub mod rules;
mod seasons;
pub mod server;
mod service;
mod standings;
mod store;

pub use access::{Access, AdminKey};
pub use api::openapi;
pub use archive::ImportOptions;
pub use cluster::{Cluster, ClusterSettings};
pub use service::seed::Seeding;

/// What the tests do behind the back of a service, or look at without asking it.
pub mod testing {
    pub use crate::api::codes::all as problem_codes;
    pub use crate::api::configure_stateless;
    pub use crate::archive::{Archive, import as import_file};
    pub use crate::progress::{Progress, Step, Watch};
    pub use crate::service::demo::{DEMONSTRATION, record as record_demonstration};
    pub use crate::service::seed::seed as seed_games;
    pub use crate::service::standings::ratings::{advance::advance_all, audit::wrong_states};
    pub use crate::service::standings::rebuild::{rebuild, upgrade as upgrade_results};
    pub use crate::service::upgrade::open as open_database;
    pub use crate::store::games::{Status, find as find_game};
    pub use crate::store::results::{ResultRow, audit::wrong_sums, replace as replace_results};
    pub use crate::store::{Db, StoreError, migrate};
}
