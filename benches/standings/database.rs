//! The database behind the service: filled, measured, and asked how it answers.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::program::Program;

pub struct Database {
    socket: String,
}

/// Makes a club with so many games.
pub fn seed(folder: &Path, games: usize, players: usize) {
    let (games, players) = (games.to_string(), players.to_string());
    pipkeeper(folder, &["seed", "--games", &games, "--players", &players]);
}

/// A key of the club.
pub fn key(folder: &Path) -> String {
    String::from_utf8(pipkeeper(folder, &["key"]).stdout).unwrap().trim().to_owned()
}

fn pipkeeper(folder: &Path, words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pipkeeper"));
    command.args(words).env_remove("DATABASE_URL").env("RUST_LOG", "warn");
    done(command.arg("--data-dir").arg(folder.join("data")))
}

fn done(command: &mut Command) -> Output {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output
}

impl Database {
    pub fn of(program: &Program) -> Database {
        Database { socket: program.socket() }
    }

    /// What the database answers, in one column.
    pub fn answer(&self, statement: &str) -> String {
        let words = ["-X", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-U", "pipkeeper", "-h", &self.socket];
        let output = done(Command::new("psql").args(words).args(["-c", statement, "postgres"]));
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    pub fn tell(&self, statement: &str) {
        self.answer(statement);
    }

    /// Has every statement explained in the server's log, for connections that are opened from now on.
    pub fn explain_all(&self) {
        for setting in [
            "session_preload_libraries = 'auto_explain'",
            "auto_explain.log_min_duration = 0",
            "auto_explain.log_analyze = on",
            "auto_explain.log_buffers = on",
        ] {
            // The library is known to a session only once it is loaded.
            self.tell_each(&["LOAD 'auto_explain'", &format!("ALTER SYSTEM SET {setting}")]);
        }
        self.tell("SELECT pg_reload_conf()");
    }

    pub fn stop_explaining(&self) {
        self.tell("ALTER SYSTEM RESET ALL");
        self.tell("SELECT pg_reload_conf()");
    }

    /// Writes a line to the log, to find what follows it.
    pub fn mark(&self, name: &str) {
        self.tell(&format!("DO $$ BEGIN RAISE LOG 'asked: {name}'; END $$"));
    }

    fn tell_each(&self, statements: &[&str]) {
        let mut command = Command::new("psql");
        command.args([
            "-X",
            "-q",
            "-v",
            "ON_ERROR_STOP=1",
            "-U",
            "pipkeeper",
            "-h",
            &self.socket,
            "postgres",
        ]);
        statements.iter().for_each(|statement| {
            command.args(["-c", statement]);
        });
        done(&mut command);
    }
}

/// Prints what the server has written about each question.
pub fn print_plans(folder: &Path) {
    let log = fs::read_to_string(folder.join("data/postgres.log")).unwrap();
    if let Some(start) = log.rfind("asked: first").or_else(|| log.find("asked: ")) {
        println!("{}", log.get(start..).unwrap_or_default());
    }
}
