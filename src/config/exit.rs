//! How the program ends, as others read it.

use std::process::ExitCode;

/// How the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// What was asked is done.
    Done,
    /// It is not done.
    Failed,
    /// `rebuild` leaves something wrong.
    Wrong,
}

impl Exit {
    /// The exit codes as `--help` lists them; 2 is clap's.
    pub fn help() -> String {
        let mut help = "Exit codes:".to_owned();
        for (code, meaning) in [
            (Exit::Done.code(), "done"),
            (Exit::Failed.code(), "it failed; the standard error says why"),
            (2, "the command line is wrong"),
            (Exit::Wrong.code(), "`rebuild --check` found something wrong, or `rebuild` cannot read a log"),
        ] {
            help.push_str(&format!("\n  {code}  {meaning}"));
        }
        help
    }

    const fn code(self) -> u8 {
        match self {
            Exit::Done => 0,
            Exit::Failed => 1,
            Exit::Wrong => 3,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit.code())
    }
}
