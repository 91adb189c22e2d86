//! Somebody else's table, which only wants to record its points.

use std::fmt;
use std::thread;
use std::time::{Duration, Instant};

use pipkeeper::rules::Variant;
use serde_json::json;

use crate::program::Program;
use crate::wire::Wire;

/// How long the table waits between two rounds: far less than people do.
const PAUSE: Duration = Duration::from_millis(10);
/// How many rounds a game has, before the table begins another.
const ROUNDS: usize = 200;

pub struct Victim {
    club: String,
    key: String,
}

/// How long its writes took, and what the service needed meanwhile.
pub struct Played {
    p50: Duration,
    p99: Duration,
    worst: Duration,
    memory: String,
}

impl Victim {
    pub fn at(wire: &mut Wire) -> Victim {
        let club = wire.found_club();
        Victim { club, key: wire.key.clone() }
    }

    pub fn plays_for(&self, program: &Program, time: Duration) -> Played {
        let mut wire = Wire::with_key(&program.addr, &self.key);
        let until = Instant::now() + time;
        let mut took = Vec::new();
        let round = json!({"detail": "points", "points": {"A": 1, "B": 0}}).to_string();
        while Instant::now() < until {
            let game = wire.start_with(&self.club, Variant::Block, &json!({"match": {"target": 60_000}}), 2);
            for _ in 0..ROUNDS {
                took.push(wire.timed("POST", &format!("{game}/rounds"), Some(&round)));
                thread::sleep(PAUSE);
                if Instant::now() >= until {
                    break;
                }
            }
        }
        took.sort_unstable();
        let at = |percent: usize| took[(took.len() - 1) * percent / 100];
        Played { p50: at(50), p99: at(99), worst: at(100), memory: program.peak() }
    }
}

impl fmt::Display for Played {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Played { p50, p99, worst, memory } = self;
        write!(f, "{p50:>8.1?} {p99:>9.1?} {worst:>9.1?} {memory:>9}")
    }
}
