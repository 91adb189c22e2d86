//! The statement that records a turn, run by pgbench alone.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use crate::program::Program;

/// What `store/games/append.rs` writes, for one event of a request without an Idempotency-Key and as plainly as
/// it can be written. Each client of pgbench has a game of its own.
fn script(games: &[String]) -> String {
    let body = r#"{"body": {"play": {"at": "2-3/3", "tile": "3-6"}, "seat": "B"}, "event": "turn_taken"}"#;
    let brief = r#"{"totals": {"A": 120, "B": 85}, "winners": [], "rounds": 12}"#;
    let (games, key) = (games.join(","), &games[0]);
    format!(
        "WITH moved AS (UPDATE games SET version = version + 1, status = 'running', name = NULL, name_key = NULL, \
         played_on = coalesce(NULL::date, played_on), counts = true, brief = '{brief}'::jsonb, \
         changed_at = now() \
         WHERE id = ('{{{games}}}'::uuid[])[:client_id + 1] AND version = :version AND NOT EXISTS (SELECT FROM \
         replies WHERE body IS NOT NULL AND owner IN (games.id, '{key}') AND token = NULL) RETURNING id) \
         INSERT INTO game_events (game_id, seq, at, key_id, body, token, request, batch) \
         SELECT moved.id, :version + added.place, now(), '{key}'::uuid, added.body::jsonb, \
         request.token, request.request, request.batch \
         FROM moved, unnest(ARRAY['{body}']::text[]) WITH ORDINALITY AS added (body, place) LEFT JOIN (SELECT \
         NULL::uuid, NULL::uuid, 1::smallint) AS request (token, request, batch) \
         ON added.place = 1 AND request.token IS NOT NULL;\n\
         \\set version :version + 1\n"
    )
}

/// What pgbench saw.
pub struct Ran {
    /// Transactions in a second.
    pub rate: f64,
    pub p50: Duration,
    pub p99: Duration,
}

/// Runs the statement for a while, with a client for each game.
pub fn run(program: &Program, games: &[String], time: Duration, folder: &Path) -> Ran {
    let folder = tempfile::tempdir_in(folder).unwrap();
    let file = folder.path().join("append.sql");
    fs::write(&file, script(games)).unwrap();
    let (clients, seconds) = (games.len().to_string(), time.as_secs().to_string());
    let mut command = Command::new("pgbench");
    command.args([
        "-M",
        "prepared",
        "-n",
        "-c",
        &clients,
        "-j",
        "2",
        "-T",
        &seconds,
        "-D",
        "version=1",
        "--log",
    ]);
    command.arg("-f").arg(&file).args(["-U", "pipkeeper", "-h", &program.socket(), "postgres"]);
    let ran = command.current_dir(folder.path()).output().expect("pgbench runs");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let logs = fs::read_dir(folder.path()).unwrap().flatten().map(|entry| entry.path());
    let log = logs.filter(|path| path.to_string_lossy().contains("pgbench_log")).map(fs::read_to_string);
    let lines = log.map(Result::unwrap).collect::<String>();
    let mut times: Vec<u64> = lines.lines().filter_map(|line| line.split(' ').nth(2)?.parse().ok()).collect();
    times.sort_unstable();
    let at = |part: usize| Duration::from_micros(times[times.len() * part / 100]);
    let count = u32::try_from(times.len()).unwrap();
    Ran { rate: f64::from(count) / time.as_secs_f64(), p50: at(50), p99: at(99) }
}
