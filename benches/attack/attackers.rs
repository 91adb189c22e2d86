//! Attackers: many connections that send one request again and again, in a process that gives way to others.

use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::wire::Wire;

/// One request, and how many send it at once.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Attack {
    pub name: String,
    pub addr: String,
    /// Sent as the key, unless it is empty.
    pub key: String,
    pub method: String,
    /// The path; of several, one after the other.
    pub paths: Vec<String>,
    pub body: Option<String>,
    pub many: usize,
    pub seconds: u64,
}

impl Attack {
    pub fn connect(&self) -> Wire {
        Wire::with_key(&self.addr, &self.key)
    }

    /// Sends the request; answers its status and how many bytes the answer has.
    pub fn send(&self, wire: &mut Wire) -> (u16, usize) {
        self.send_nth(wire, 0)
    }

    fn send_nth(&self, wire: &mut Wire, n: usize) -> (u16, usize) {
        let path = &self.paths[n % self.paths.len()];
        let answer = wire.send(&self.method, path, self.body.as_deref());
        (answer.status, answer.body.len())
    }
}

/// Attackers at work.
pub struct Crowd(Child);

impl Crowd {
    pub fn start(attack: &Attack) -> Crowd {
        let program = std::env::current_exe().unwrap();
        let attack = serde_json::to_string(attack).unwrap();
        let mut command = Command::new("nice");
        command.args(["-n", "10"]).arg(program).args(["--attack", &attack]);
        Crowd(command.stdout(Stdio::piped()).spawn().unwrap())
    }

    /// Waits for them; answers how many requests were done, and refused.
    pub fn end(mut self) -> (u64, u64) {
        let mut said = String::new();
        self.0.stdout.take().unwrap().read_to_string(&mut said).unwrap();
        assert!(self.0.wait().unwrap().success());
        let mut numbers = said.split_whitespace().map(|number| number.parse().unwrap());
        (numbers.next().unwrap(), numbers.next().unwrap())
    }
}

/// Attacks until the time is up, and prints how many requests were done and refused.
pub fn run(attack: &Attack) {
    let until = Instant::now() + Duration::from_secs(attack.seconds);
    let (done, refused) = (AtomicU64::new(0), AtomicU64::new(0));
    thread::scope(|scope| {
        for first in 0..attack.many {
            let (done, refused) = (&done, &refused);
            scope.spawn(move || {
                let mut wire = attack.connect();
                for n in first.. {
                    if Instant::now() >= until {
                        return;
                    }
                    let (status, _) = attack.send_nth(&mut wire, n);
                    let count = if status < 400 { done } else { refused };
                    count.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
    });
    println!("{} {}", done.into_inner(), refused.into_inner());
}
