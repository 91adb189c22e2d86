//! Many connections at once, and what the system knows of the process.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::thread;

use serde_json::json;

use crate::support::{Holding, Program, Service, Start, club, folder, fresh_schema, refusal};

/// A connection that stays open after one answer.
struct Idle {
    _stream: TcpStream,
    answer: String,
}

fn ask(program: &Program) -> Idle {
    let mut stream = TcpStream::connect(program.base.strip_prefix("http://").unwrap()).unwrap();
    stream.write_all(b"GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
    let mut answer = Vec::new();
    while !answer.windows(4).any(|part| part == b"\r\n\r\n") {
        let mut part = [0; 1024];
        let read = stream.read(&mut part).unwrap();
        assert!(read > 0, "no answer");
        answer.extend_from_slice(&part[..read]);
    }
    Idle { _stream: stream, answer: String::from_utf8(answer).unwrap().to_ascii_lowercase() }
}

#[test]
fn a_connection_that_ends_says_so() {
    let service = Service::start();
    let mut stream = TcpStream::connect(service.base.strip_prefix("http://").unwrap()).unwrap();
    // As Java's client does with the first request of each connection.
    let asked = "GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, HTTP2-Settings\r\n\
                 Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQBAAAAAAIAAAAA\r\n\r\n";
    stream.write_all(asked.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert!(answer.to_ascii_lowercase().contains("\r\nconnection: close\r\n"), "{answer}");
}

/// The program with so few descriptors: at first, and at most.
fn serve_with(soft: u32, hard: u32, folder: &Path) -> Program {
    let limited = format!("ulimit -Sn {soft} && ulimit -Hn {hard} && exec \"$0\"");
    let program = env!("CARGO_BIN_EXE_pipkeeper");
    Start::copy(Path::new("/bin/sh"), folder).arg("-c").arg(&limited).arg(program).serve()
}

#[test]
fn idle_connections_keep_nobody_out() {
    let folder = folder();
    let program = serve_with(200, 300, folder.path());
    // Far more than there are descriptors, and nobody hangs up.
    let crowd: Vec<Idle> = (0..400).map(|_| ask(&program)).collect();
    assert!(crowd.iter().all(|idle| idle.answer.starts_with("http/1.1 200")), "everybody is answered");
    let stay = crowd.iter().filter(|idle| !idle.answer.contains("connection: close")).count();
    assert!((100..200).contains(&stay), "{stay} connections stay open");
    assert!(program.client.get("/health/ready").status == 200);
    let (status, log) = program.stop();
    assert!(status.success(), "{log}");
    assert!(log.contains("up to 200 connections at a time"), "{log}");
}

#[test]
fn who_reads_tables_keeps_nobody_from_playing() {
    let schema = fresh_schema();
    let service = Service::start_on(&schema);
    let club = club(&service, "Friday");
    let game = club.start_game();
    assert_eq!(club.manager.patch(&club.path, &json!({"visibility": "public"})).status, 200);
    let standings = format!("{}/standings", club.path);
    // Nothing is read of the results until this ends, as if it took for ever.
    let held = Holding::of(&schema, "LOCK TABLE tallies IN ACCESS EXCLUSIVE MODE");
    thread::scope(|scope| {
        let crowd: Vec<_> = (0..60)
            .map(|_| {
                let standings = &standings;
                let reader = &service.client;
                scope.spawn(move || reader.get(standings))
            })
            .collect();
        for total in 1..=20 {
            let round = json!({"detail": "points", "points": {"A": 1, "B": 0}});
            let answer = club.manager.post(&format!("{game}/rounds"), &round);
            assert_eq!(answer.status, 201, "{answer:?}");
            assert_eq!(club.manager.get(&game).json()["score"]["totals"]["A"], total);
            // What phones look at all the time, and what is read like tables by who has a key.
            for path in
                [format!("{game}/log"), format!("{}/games", club.path), format!("{}/ratings", club.path)]
            {
                assert_eq!(club.manager.get(&path).status, 200, "{path}");
            }
        }
        for reader in crowd {
            let answer = reader.join().unwrap();
            assert_eq!(refusal(&answer), (503, "busy".to_owned()));
            assert_eq!(answer.header("retry-after"), "1");
        }
    });
    drop(held);
    assert_eq!(service.client.get(&standings).status, 200);
    assert_eq!(club.manager.get(&standings).status, 200);
}

#[cfg(target_os = "linux")]
#[test]
fn the_database_is_told_nothing_of_keys() {
    let folder = folder();
    let program = Start::with(folder.path()).env("PIPKEEPER_ADMIN_KEY", "hunter2").serve();
    let postgres = program.postgres().as_raw_nonzero();
    let environment = std::fs::read(format!("/proc/{postgres}/environ")).unwrap();
    let environment = String::from_utf8_lossy(&environment);
    assert!(environment.contains("PATH="), "{environment}");
    assert!(!environment.contains("hunter2") && !environment.contains("PIPKEEPER"), "{environment}");
}

#[test]
fn the_log_has_addresses_unless_they_are_not_wanted() {
    for (arg, is_shown) in [("--behind-proxy", true), ("--no-address-log", false)] {
        let folder = folder();
        let program = Start::with(folder.path()).arg(arg).serve();
        let headers = [("X-Forwarded-For", "192.0.2.7")];
        assert_eq!(program.client.send("GET", "/health/live", &headers, None).status, 200);
        let (_, log) = program.stop();
        let line = log.lines().find(|line| line.contains("GET /health/live 200")).unwrap();
        assert_eq!(line.contains(" 192.0.2.7 "), is_shown, "{line}");
        assert!(!line.contains("127.0.0.1"), "{line}");
    }
}
