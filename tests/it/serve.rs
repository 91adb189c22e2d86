//! The service as a program: its start, its refusals, its end.

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};

use rustix::process::{Signal, kill_process};

use crate::support::{Start, TIMEOUT, folder, is_root, is_running, wait_until};

/// A user that is neither root nor PostgreSQL's.
const ORDINARY: u32 = 65534;

fn assert_says(said: &str, parts: &[&str]) {
    for part in parts {
        assert!(said.contains(part), "no {part:?} in: {said}");
    }
}

#[test]
fn a_taken_port_is_named_with_what_to_do() {
    let folder = folder();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let addr = taken.local_addr().unwrap().to_string();
    let said = Start::with(folder.path()).env("PIPKEEPER_LISTEN", &addr).refusal();
    assert_says(&said, &[&addr, "taken", "--listen 127.0.0.1:0"]);
    assert!(!folder.path().join("postgres").exists(), "PostgreSQL was started for nothing");
}

#[test]
fn an_unreachable_database_is_named_without_its_password() {
    let folder = folder();
    let url = "postgres://ann:hunter2@127.0.0.1:1/pips";
    let said = Start::with(folder.path()).env("DATABASE_URL", url).refusal();
    assert_says(&said, &["127.0.0.1:1 as ann", "refused", "Check that it runs", "DATABASE_URL"]);
    assert!(!said.contains("hunter2"), "{said}");
}

#[test]
fn a_database_that_does_not_exist_is_told_from_a_server_that_does_not() {
    let folder = folder();
    let other = Start::with(&folder.path().join("other")).serve();
    let url = other.database().replace("/postgres", "/pips");
    let said = Start::with(&folder.path().join("own")).env("DATABASE_URL", url).refusal();
    assert_says(&said, &["\"pips\" does not exist", "createdb"]);
}

#[test]
fn missing_postgresql_is_named_with_the_ways_out() {
    let folder = folder();
    let empty = folder.path().join("empty");
    fs::create_dir(&empty).unwrap();
    let data = folder.path().join("data");
    let said = Start::with(&data).env("PG_BIN", &empty).env("PATH", "").refusal();
    assert_says(&said, &[empty.to_str().unwrap(), "PG_BIN", "DATABASE_URL"]);
}

#[test]
fn a_second_service_on_the_data_folder_is_refused() {
    let folder = folder();
    let first = Start::with(folder.path()).serve();
    let said = Start::with(folder.path()).refusal();
    assert_says(
        &said,
        &[folder.path().to_str().unwrap(), "in use by another pipkeeper (process", "--data-dir"],
    );
    assert_eq!(first.client.get("/health/live").status / 100, 2);
}

#[test]
fn sigterm_stops_everything_and_the_next_start_is_warm() {
    let folder = folder();
    let first = Start::with(folder.path()).serve();
    first.query("CREATE TABLE marks (n int); INSERT INTO marks VALUES (42)");
    let (postgres, data) = (first.postgres(), fs::metadata(folder.path().join("postgres")).unwrap());
    let (status, log) = first.stop();
    assert!(status.success(), "{log}");
    assert!(!is_running(postgres), "PostgreSQL still runs");

    let second = Start::with(folder.path()).serve();
    assert_eq!(second.query("SELECT n FROM marks"), [["42"]]);
    assert_eq!(fs::metadata(folder.path().join("postgres")).unwrap().ino(), data.ino());
    second.signal(Signal::INT);
    let mut second = second;
    assert!(second.wait().success());
}

#[test]
fn what_was_acknowledged_survives_kill_9() {
    let folder = folder();
    let mut program = Start::with(folder.path()).serve();
    program.query("CREATE TABLE marks (n int)");
    for n in 0..3 {
        program.query(&format!("INSERT INTO marks VALUES ({n})"));
        program.kill();
        program = Start::with(folder.path()).serve();
        assert_eq!(program.query("SELECT max(n) FROM marks"), [[n.to_string()]]);
    }
}

#[test]
fn postgresql_dies_with_a_service_that_was_killed() {
    let folder = folder();
    let mut program = Start::with(folder.path()).serve();
    let postgres = program.postgres();
    program.kill();
    wait_until("PostgreSQL has ended", || !is_running(postgres));
}

#[test]
fn a_postgresql_that_dies_is_started_again() {
    let folder = folder();
    let program = Start::with(folder.path()).serve();
    program.query("CREATE TABLE marks (n int)");
    let postgres = program.postgres();
    kill_process(postgres, Signal::KILL).unwrap();
    wait_until("PostgreSQL runs again", || program.has_database() && program.postgres() != postgres);
    assert_eq!(program.query("SELECT count(*) FROM marks"), [["0"]]);
    let (status, log) = program.stop();
    assert!(status.success());
    assert_says(&log, &["ended by itself", "starting it again"]);
}

#[test]
fn a_process_number_that_another_process_has_by_now_does_no_harm() {
    let folder = folder();
    let mut program = Start::with(folder.path()).serve();
    let (postgres, note) = (program.postgres(), folder.path().join("postgres/postmaster.pid"));
    let text = fs::read_to_string(&note).unwrap();
    program.kill();
    wait_until("PostgreSQL has ended", || !is_running(postgres));
    // As after a power cut, when numbers are given out anew. PostgreSQL minds only its own user's.
    let mut stranger = Command::new("sleep");
    if is_root() {
        let data = fs::metadata(folder.path().join("postgres")).unwrap();
        stranger.uid(data.uid()).gid(data.gid());
    }
    stranger.arg("60").current_dir("/").stdout(Stdio::null()).stderr(Stdio::null());
    let mut stranger = stranger.spawn().unwrap();
    let (_, rest) = text.split_once('\n').unwrap();
    for path in [note, folder.path().join("socket/.s.PGSQL.5432.lock")] {
        fs::write(&path, format!("{}\n{rest}", stranger.id())).unwrap();
    }

    let program = Start::with(folder.path()).serve();
    assert_eq!(program.query("SELECT 1"), [["1"]]);
    assert!(stranger.try_wait().unwrap().is_none(), "the stranger was stopped");
    stranger.kill().unwrap();
    stranger.wait().unwrap();
}

#[test]
fn a_long_data_path_has_its_socket_elsewhere() {
    let folder = folder();
    let long = folder.path().join("long".repeat(30));
    let program = Start::with(&long).serve();
    let database = program.database();
    assert!(database.contains("@%2Ftmp%2Fpipkeeper-"), "{database}");
    assert_eq!(program.query("SELECT 1"), [["1"]]);
    let socket = database.split(['@', ':']).nth(2).unwrap().replace("%2F", "/").replace("/postgres", "");
    assert_eq!(fs::metadata(&socket).unwrap().mode() & 0o077, 0);
    assert!(program.stop().0.success());
    assert!(!Path::new(&socket).exists(), "{socket} was left behind");
}

#[test]
fn odd_characters_in_the_data_path_do_no_harm() {
    let folder = folder();
    let odd = folder.path().join("Ann's \"dömino\", 100 % @home:5?");
    assert_eq!(Start::with(&odd).serve().client.get("/health/live").status / 100, 2);
}

#[test]
fn data_of_another_version_is_named() {
    let folder = folder();
    assert!(Start::with(folder.path()).serve().stop().0.success());
    fs::write(folder.path().join("postgres/PG_VERSION"), "9\n").unwrap();
    let said = Start::with(folder.path()).refusal();
    assert_says(&said, &["written by PostgreSQL 9", "the installed version is", "pg_upgrade"]);
}

#[test]
fn an_interrupted_first_start_leaves_nothing_in_the_way() {
    let folder = folder();
    fs::create_dir(folder.path().join("postgres.new-1")).unwrap();
    fs::write(folder.path().join("postgres.new-1/PG_VERSION"), "15\n").unwrap();
    let _program = Start::with(folder.path()).serve();
    assert!(!folder.path().join("postgres.new-1").exists());
}

#[test]
fn what_an_interrupted_start_left_and_nobody_can_remove_is_not_in_the_way() {
    let folder = folder();
    // A file, as a disk that was mended may have it.
    fs::write(folder.path().join("postgres.new-2"), "").unwrap();
    if is_root() {
        // Root's start was killed, and now an ordinary user starts.
        let program = folder.path().join("pipkeeper");
        fs::copy(env!("CARGO_BIN_EXE_pipkeeper"), &program).unwrap();
        let data = folder.path().join("data");
        let left = data.join("postgres.new-1");
        fs::create_dir_all(&left).unwrap();
        fs::write(left.join("PG_VERSION"), "15\n").unwrap();
        std::os::unix::fs::chown(&data, Some(ORDINARY), Some(ORDINARY)).unwrap();
        let running = Start::copy(&program, &data).user(ORDINARY).serve();
        assert_eq!(running.query("SELECT 1"), [["1"]]);
        assert_says(&running.stop().1, &["postgres.new-1", "cannot be removed"]);
    }
    let _program = Start::with(folder.path()).serve();
    assert!(!folder.path().join("postgres.new-2").exists());
}

#[test]
fn a_garbled_note_of_a_server_that_is_gone_is_not_in_the_way() {
    let folder = folder();
    assert!(Start::with(folder.path()).serve().stop().0.success());
    for garbled in [&b""[..], b"\n", b"-2147483648\n/data\n", b"\xff\xfe\x00", b"no number"] {
        fs::write(folder.path().join("postgres/postmaster.pid"), garbled).unwrap();
        let program = Start::with(folder.path()).serve();
        assert_eq!(program.query("SELECT 1"), [["1"]], "{garbled:?}");
        assert!(program.stop().0.success());
    }
}

#[test]
fn a_socket_folder_that_was_open_is_closed_again() {
    let folder = folder();
    let socket = folder.path().join("socket");
    fs::create_dir(&socket).unwrap();
    fs::set_permissions(&socket, fs::Permissions::from_mode(0o755)).unwrap();
    let program = Start::with(folder.path()).serve();
    assert_eq!(program.query("SELECT 1"), [["1"]]);
    assert_eq!(fs::metadata(&socket).unwrap().mode() & 0o777, 0o700);
    assert!(program.stop().0.success());

    fs::remove_dir_all(&socket).unwrap();
    fs::write(&socket, "").unwrap();
    let said = Start::with(folder.path()).refusal();
    assert_says(&said, &[socket.to_str().unwrap(), "must be a folder", "PostgreSQL's socket"]);
}

#[test]
fn data_without_a_readable_version_is_named() {
    let folder = folder();
    assert!(Start::with(folder.path()).serve().stop().0.success());
    let version = folder.path().join("postgres/PG_VERSION");
    fs::write(&version, "\n").unwrap();
    let said = Start::with(folder.path()).refusal();
    assert_says(&said, &[version.to_str().unwrap(), "not readable", "backup"]);
    fs::remove_file(&version).unwrap();
    assert_says(&Start::with(folder.path()).refusal(), &["not empty and holds no PostgreSQL data"]);
}

#[test]
fn the_first_club_has_the_time_zone_of_the_machine_and_says_how_to_change_it() {
    for (said, zone) in [("Europe/Berlin", "Europe/Berlin"), (":Asia/Tokyo", "Asia/Tokyo"), ("UTC", "UTC")] {
        let folder = folder();
        let program = Start::with(folder.path()).env("TZ", said).serve();
        assert_eq!(program.query("SELECT time_zone FROM clubs"), [[zone]]);
        let lines: Vec<String> = std::iter::from_fn(|| program.lines.recv_timeout(TIMEOUT).ok())
            .take_while(|line| !line.starts_with("Try it"))
            .collect();
        let said = lines.join("\n");
        assert_says(&said, &[&format!("Its time zone is {zone}"), "-X PATCH", "time_zone"]);
        let (_, log) = program.stop();
        assert!(!log.contains("after an upgrade"), "nothing was there to upgrade: {log}");
    }
}

#[test]
fn only_the_owner_can_reach_the_socket_and_the_data() {
    let folder = folder();
    let _program = Start::with(folder.path()).serve();
    for name in ["socket", "postgres", "lock", "postgres.log"] {
        let mode = fs::metadata(folder.path().join(name)).unwrap().mode();
        assert_eq!(mode & 0o077, 0, "{name} is open to others: {mode:o}");
    }
}

#[test]
fn root_and_an_ordinary_user_can_take_turns() {
    if !is_root() {
        // An ordinary user is what all other tests have shown already.
        return;
    }
    let folder = folder();
    // The ordinary user may not be able to enter the build folder.
    let program = folder.path().join("pipkeeper");
    fs::copy(env!("CARGO_BIN_EXE_pipkeeper"), &program).unwrap();
    let data = folder.path().join("data");
    fs::create_dir(&data).unwrap();
    std::os::unix::fs::chown(&data, Some(ORDINARY), Some(ORDINARY)).unwrap();

    for user in [Some(ORDINARY), None, Some(ORDINARY)] {
        let start = Start::copy(&program, &data);
        let start = match user {
            Some(user) => start.user(user),
            None => start,
        };
        let running = start.serve();
        assert_eq!(running.query("SELECT 1"), [["1"]]);
        assert_eq!(fs::metadata(data.join("postgres")).unwrap().uid(), ORDINARY);
        assert!(running.stop().0.success());
    }

    let roots = folder.path().join("roots");
    assert!(Start::with(&roots).serve().stop().0.success());
    let said = Start::copy(&program, &roots).user(ORDINARY).refusal();
    assert_says(&said, &["belongs to another user", "--data-dir"]);
}

#[test]
fn a_folder_that_postgresql_cannot_enter_is_named() {
    if !is_root() {
        return;
    }
    let folder = folder();
    let home = folder.path().join("home");
    fs::create_dir(&home).unwrap();
    fs::set_permissions(&home, fs::Permissions::from_mode(0o700)).unwrap();
    let said = Start::with(&home.join("share/pipkeeper")).refusal();
    assert_says(&said, &[&format!("cannot enter {}.", home.display()), "/var/lib/pipkeeper"]);
}

#[test]
fn every_answer_has_a_request_id_that_the_log_has_too() {
    let folder = folder();
    let program = Start::with(folder.path()).serve();
    let mine = [("X-Request-Id", "mine"), ("Authorization", "Bearer pk_secret")];
    let answer = program.client.send("GET", "/health/live?key=secret", &mine, None);
    let id = answer.header("x-request-id").to_owned();
    assert_eq!(id.len(), 36, "{answer:?}");
    let missing = program.client.get("/nowhere");
    assert_eq!((missing.status, missing.header("x-request-id").len()), (404, 36));

    let (_, log) = program.stop();
    assert_says(&log, &["GET /health/live 20", &id, "GET /nowhere 404"]);
    assert!(!log.contains("secret"), "{log}");
}
