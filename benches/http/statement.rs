//! The statement that records a turn, run by pgbench alone.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::program::Program;

/// As `store/games/append.rs` writes it, for one event without a reply.
fn script(game: &str) -> String {
    let body = r#"{"body": {"play": {"at": "2-3/3", "tile": "3-6"}, "seat": "B"}, "event": "turn_taken"}"#;
    format!(
        "WITH moved AS (UPDATE games SET version = version + 1, status = 'running', name = NULL, \
         played_on = coalesce(NULL::date, played_on), counts = true, changed_at = now() \
         WHERE id = '{game}' AND version = :version RETURNING id) \
         INSERT INTO game_events (game_id, seq, at, key_id, body) \
         SELECT moved.id, :version + added.place, now(), '{game}'::uuid, added.body::jsonb \
         FROM moved, unnest(ARRAY['{body}']::text[]) WITH ORDINALITY AS added (body, place);\n\
         \\set version :version + 1\n"
    )
}

/// The median of three thousand runs on one connection.
pub fn median(program: &Program, game: &str, folder: &Path) -> String {
    let file = folder.join("append.sql");
    fs::write(&file, script(game)).unwrap();
    let mut command = Command::new("pgbench");
    command.args(["-M", "prepared", "-n", "-c", "1", "-t", "3000", "-D", "version=1", "--log"]);
    command.arg("-f").arg(&file).args(["-U", "pipkeeper", "-h", &program.socket(), "postgres"]);
    let Ok(ran) = command.current_dir(folder).output() else { return "no pgbench".to_owned() };
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let logs = fs::read_dir(folder).unwrap().flatten().map(|entry| entry.path());
    let log = logs.filter(|path| path.to_string_lossy().contains("pgbench_log")).map(fs::read_to_string);
    let lines = log.map(Result::unwrap).collect::<String>();
    let mut times: Vec<f64> = lines.lines().filter_map(|line| line.split(' ').nth(2)?.parse().ok()).collect();
    times.sort_by(f64::total_cmp);
    let wrote = times.get(times.len() / 2).expect("pgbench has run");
    format!("{wrote:.1}µs")
}
