//! The migrations, which are part of the program.

use diesel_async::{AsyncMigrationHarness, SimpleAsyncConnection};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};

use super::{Endpoint, StoreError};
use crate::progress::Progress;

const MIGRATIONS: EmbeddedMigrations = embed_migrations!("migrations");

/// Held while migrating, so that services that start together take turns. The number only has to be
/// one that nothing else in the database uses.
const TURN: &str = "SELECT pg_advisory_lock(7310579623)";

/// Brings the tables up to date.
///
/// It works on a runtime of its own, because diesel's migrations need one with several threads and
/// the caller's may not be.
///
/// Fails when the database cannot be reached, or a migration fails.
pub async fn migrate(url: &str, progress: &Progress) -> Result<(), StoreError> {
    let endpoint = Endpoint::parse(url)?;
    let progress = progress.clone();
    let work = move || {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .map_err(|error| failed(&error))?;
        runtime.block_on(run(&endpoint, &progress))
    };
    tokio::task::spawn_blocking(work).await.map_err(|error| failed(&error))?
}

async fn run(endpoint: &Endpoint, progress: &Progress) -> Result<(), StoreError> {
    let mut connection = endpoint.open("").await?;
    connection.batch_execute(TURN).await.map_err(|error| failed(&error))?;
    let mut harness = AsyncMigrationHarness::new(connection);
    let pending = harness.pending_migrations(MIGRATIONS).map_err(|error| failed(&*error))?;
    for (number, migration) in (1..).zip(&pending) {
        let name = migration.name();
        progress.step(format!("migrating the database to {name} ({number} of {})", pending.len()));
        harness.run_migration(migration).map_err(|error| failed(&*error))?;
        log::info!("migrated the database to {name}");
    }
    // The turn ends with the connection.
    Ok(())
}

fn failed(error: &dyn std::error::Error) -> StoreError {
    StoreError::Migration { why: super::error::sentence(error) }
}
