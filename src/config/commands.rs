//! The flags of the commands that work on the database without serving.

use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};
use uuid::Uuid;

use super::OutputArgs;
use super::database::DatabaseArgs;

/// The flags of `export`.
#[derive(Clone, Debug, Args)]
pub struct ExportArgs {
    /// The file, which is replaced if it exists, or - to write it to the standard output
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,

    /// Id of the club; not needed if there is only one
    #[arg(long, value_name = "ID")]
    pub club: Option<Uuid>,

    #[command(flatten)]
    pub output: OutputArgs,

    #[command(flatten)]
    pub database: DatabaseArgs,
}

impl ExportArgs {
    /// Whether the standard output would have both the file and what is said of it.
    pub fn says_two_things(&self) -> bool {
        self.output.json && self.file == Path::new("-")
    }
}

/// The flags of `import`.
#[derive(Clone, Debug, Args)]
pub struct ImportArgs {
    /// The file, or - to read it from the standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,

    /// The club that a game is imported into; by default the one that it comes from
    #[arg(long, value_name = "CLUB")]
    pub into: Option<Uuid>,

    /// Store nothing; only say what would be imported
    #[arg(long)]
    pub dry_run: bool,

    #[command(flatten)]
    pub output: OutputArgs,

    #[command(flatten)]
    pub database: DatabaseArgs,
}

/// The flags of `rebuild`.
#[derive(Clone, Debug, Args)]
pub struct RebuildArgs {
    /// Change nothing; exit with 3 if something would have to change
    #[arg(long)]
    pub check: bool,

    #[command(flatten)]
    pub output: OutputArgs,

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
    pub output: OutputArgs,

    #[command(flatten)]
    pub database: DatabaseArgs,
}
