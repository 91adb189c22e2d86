//! Many tables at once: `cargo bench --bench http -- --clients 1,16,64 --seconds 5 [--idempotent]`.
//!
//! Each client has a game of its own and records a prepared sequence of legal turns, while nothing else
//! runs; then pgbench runs the statement of an append with as many clients. Both take turns, three times.

use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use pipkeeper::rules::{Family, Overrides, Ruleset, Variant};
use serde_json::json;

use crate::growth;
use crate::player::Players;
use crate::program::Program;
use crate::statement;
use crate::wire::Wire;

/// How often the service and pgbench are measured for a number of clients.
const ROUNDS: usize = 3;
/// How many rounds the prepared sequence has; a client that comes to its end goes on in a new game.
const PREPARED: usize = 300;
/// No match ends before the sequence does.
const TARGET: u32 = 60_000;

/// What to measure.
#[derive(clap::Args, Debug)]
pub struct Load {
    /// Measures so many clients at once, each with a game of its own
    #[arg(long, value_delimiter = ',', value_name = "N,…")]
    clients: Vec<usize>,
    /// How long each run takes
    #[arg(long, default_value_t = 5, value_name = "N")]
    seconds: u64,
    /// Send every request with an Idempotency-Key
    #[arg(long)]
    idempotent: bool,
    /// Measures what a turn costs once its game has many
    #[arg(long)]
    growth: bool,
}

impl Load {
    /// Whether this was asked for.
    pub fn is_wanted(&self) -> bool {
        !self.clients.is_empty() || self.growth
    }

    /// Measures what was asked for, and prints tables.
    pub fn run(&self, program: &Program, folder: &Path) {
        if self.growth {
            growth::run(program);
        }
        if !self.clients.is_empty() {
            self.run_clients(program, folder);
        }
    }

    fn run_clients(&self, program: &Program, folder: &Path) {
        let prepared: Arc<[Step]> = prepare(PREPARED).into();
        let mut wire = Wire::connect(&program.addr);
        let club = wire.found_club();
        let time = Duration::from_secs(self.seconds);
        println!(
            "{:>7} {:>9} {:>9} {:>6} {:>9} {:>9} {:>12} {:>9}",
            "clients", "writes/s", "pgbench/s", "ratio", "p50", "p99", "pgbench p99", "cpu/write"
        );
        for &clients in &self.clients {
            let mut runs: Vec<(Run, statement::Ran)> = (0..ROUNDS)
                .map(|_| {
                    let ours = self.measure(program, &wire, &club, clients, &prepared);
                    let games: Vec<String> = (0..clients)
                        .map(|_| start(&mut wire, &club).rsplit('/').next().unwrap().to_owned())
                        .collect();
                    (ours, statement::run(program, &games, time, folder))
                })
                .collect();
            let ratio = |(ours, theirs): &(Run, statement::Ran)| ours.rate / theirs.rate;
            runs.sort_by(|a, b| ratio(a).total_cmp(&ratio(b)));
            let middle = &runs[ROUNDS / 2];
            let (ours, theirs) = middle;
            println!(
                "{clients:>7} {:>9.0} {:>9.0} {:>6.2} {:>9.1?} {:>9.1?} {:>12.1?} {:>9.1?}",
                ours.rate,
                theirs.rate,
                ratio(middle),
                ours.p50,
                ours.p99,
                theirs.p99,
                ours.cpu
            );
        }
    }

    fn measure(
        &self,
        program: &Program,
        wire: &Wire,
        club: &str,
        clients: usize,
        prepared: &Arc<[Step]>,
    ) -> Run {
        let begun = program.processor();
        let start = Instant::now();
        let until = start + Duration::from_secs(self.seconds);
        let workers: Vec<_> = (0..clients)
            .map(|_| {
                let mut client = Client {
                    wire: Wire::with_key(&program.addr, &wire.key),
                    club: club.to_owned(),
                    prepared: Arc::clone(prepared),
                    is_idempotent: self.idempotent,
                };
                thread::spawn(move || client.record(until))
            })
            .collect();
        let mut times: Vec<Duration> =
            workers.into_iter().flat_map(|worker| worker.join().unwrap()).collect();
        let (spent, writes) = (program.processor() - begun, u32::try_from(times.len()).unwrap());
        let rate = f64::from(writes) / start.elapsed().as_secs_f64();
        times.sort_unstable();
        Run { rate, p50: times[times.len() / 2], p99: times[times.len() * 99 / 100], cpu: spent / writes }
    }
}

/// What clients saw of the service.
struct Run {
    /// Writes in a second.
    rate: f64,
    p50: Duration,
    p99: Duration,
    /// The processor time of the service, without PostgreSQL's, for a write.
    cpu: Duration,
}

/// One request of the prepared sequence, under the path of a game.
pub struct Step {
    pub path: String,
    pub body: String,
}

/// Rounds of Block turn by turn, with their hands at the end.
pub fn prepare(rounds: usize) -> Vec<Step> {
    let rules = Ruleset::new(Variant::Block, &to_target()).unwrap();
    assert!(matches!(rules.family(), Family::Lines(_)));
    let mut players = Players::sit_down(rules, 2, false, 1);
    let mut steps = Vec::new();
    for round in 1..=rounds {
        let played = players.play();
        let step = |path: String, body: serde_json::Value| Step { path, body: body.to_string() };
        steps.push(step("/rounds".to_owned(), json!({"detail": "plays", "leader": played.leader})));
        steps.extend(played.turns.iter().map(|turn| step(format!("/rounds/{round}/turns"), json!(turn))));
        steps.push(step(format!("/rounds/{round}/finish"), json!({"hands": played.shown()})));
    }
    steps
}

fn to_target() -> Overrides {
    serde_json::from_value(json!({"match": {"target": TARGET}})).unwrap()
}

pub fn start(wire: &mut Wire, club: &str) -> String {
    wire.start_with(club, Variant::Block, &json!({"match": {"target": TARGET}}), 2)
}

/// A table with a connection of its own.
struct Client {
    wire: Wire,
    club: String,
    prepared: Arc<[Step]>,
    is_idempotent: bool,
}

impl Client {
    /// Records until the time is up; answers how long each write took.
    fn record(&mut self, until: Instant) -> Vec<Duration> {
        let mut times = Vec::new();
        loop {
            let game = start(&mut self.wire, &self.club);
            for step in Arc::clone(&self.prepared).iter() {
                if Instant::now() >= until {
                    return times;
                }
                if self.is_idempotent {
                    self.wire.idempotency_key = uuid::Uuid::now_v7().to_string();
                }
                times.push(self.wire.timed("POST", &format!("{game}{}", step.path), Some(&step.body)));
            }
        }
    }
}
