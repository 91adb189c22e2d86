//! The flags of `import`.

use std::path::PathBuf;

use clap::Args;
use uuid::Uuid;

use super::DatabaseArgs;

/// The flags of `import`.
#[derive(Clone, Debug, Args)]
pub struct ImportArgs {
    /// The file, or - to read it from the standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// The club that a game is imported into; by default the one that it comes from
    #[arg(long, value_name = "CLUB")]
    pub into: Option<Uuid>,

    /// Store nothing; only say what would be imported
    #[arg(long)]
    pub dry_run: bool,

    #[command(flatten)]
    pub database: DatabaseArgs,
}
