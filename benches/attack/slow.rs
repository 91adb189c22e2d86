//! Clients that ask for much and read nothing.

use std::io::Write;
use std::net::TcpStream;
use std::thread;
use std::time::Duration;

use crate::large::Club;
use crate::program::Program;

/// How many there are.
const CLIENTS: usize = 300;
/// How often each asks.
const QUESTIONS: usize = 20;

/// Prints what they cost in memory.
pub fn measure(program: &Program, club: &Club) {
    let request = format!("GET {} HTTP/1.1\r\nHost: localhost\r\n\r\n", club.largest());
    program.forget_peak();
    let before = program.memory();
    let crowd: Vec<TcpStream> = (0..CLIENTS)
        .map(|_| {
            let mut client = TcpStream::connect(&program.addr).unwrap();
            client.write_all(request.repeat(QUESTIONS).as_bytes()).unwrap();
            client
        })
        .collect();
    // Until all are answered as far as they let themselves be.
    thread::sleep(Duration::from_secs(15));
    let during = program.memory();
    drop(crowd);
    thread::sleep(Duration::from_secs(2));
    let (after, peak) = (program.memory(), program.peak());
    println!(
        "{CLIENTS} that read nothing: memory {before} before, {during} with them, {peak} at most, {after} after"
    );
}
