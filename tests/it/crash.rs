//! `kill -9` while turns are recorded: whatever was acknowledged is there after the next start.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use pipkeeper::rules::{Overrides, Ruleset, Turn, Variant};
use serde_json::{Value, json};

use crate::support::{Client, Club, Players, Program, Start, Table, folder, wait_until};

/// A table that reports one long round, turn by turn.
struct Reporter {
    table: Table,
    turns: Vec<Turn>,
    /// How many turns the service has acknowledged.
    acknowledged: usize,
}

impl Reporter {
    fn sit_down(club: &Club, seed: u64) -> Reporter {
        let rules = Ruleset::new(Variant::Basic12, &Overrides::default()).unwrap();
        let played = Players::sit_down(rules, 8, false, seed).play();
        let seats: Vec<Value> = (1..=8).map(|n| json!({ "name": format!("Player {n} of {seed}") })).collect();
        let table = club.start(&json!({"variant": "basic12", "seats": seats}));
        assert_eq!(table.post("/rounds", &json!({"detail": "plays", "leader": played.leader})).status, 201);
        Reporter { table, turns: played.turns, acknowledged: 0 }
    }

    /// Reports until the round is told or the service is gone.
    fn report(&mut self, all: &AtomicUsize) {
        let path = format!("{}/rounds/1/turns", self.table.path);
        for turn in self.turns.iter().skip(self.acknowledged) {
            let text = json!(turn).to_string();
            match self.table.client.try_send("POST", &path, &[], Some(&text)) {
                Ok(answer) if answer.status == 201 => {
                    self.acknowledged += 1;
                    all.fetch_add(1, Ordering::SeqCst);
                }
                Ok(answer) => {
                    assert_eq!(answer.status, 503, "{answer:?}");
                    break;
                }
                Err(_gone) => break,
            }
        }
    }

    /// After a crash the log has every acknowledged turn, and at most the one that was on its way.
    fn check(&mut self, program: &Program) {
        let key = self.table.client.key().unwrap().to_owned();
        self.table.client = Client::new(&program.base).with_key(&key);
        let round = self.table.client.get(&format!("{}/rounds/1", self.table.path)).json();
        let told = round["turns"].as_array().unwrap();
        let sent = self.acknowledged;
        assert!((sent..=sent + 1).contains(&told.len()), "{} of {sent} turns", told.len());
        for (told, turn) in told.iter().zip(&self.turns) {
            assert_eq!(told["seat"], json!(turn.seat));
            assert_eq!(told["tile"], json!(turn.play.as_ref().map(|play| play.tile)));
            assert_eq!(told["drew"], turn.drew());
        }
        assert_eq!(self.table.version(), i64::try_from(told.len() + 2).unwrap());
        self.acknowledged = told.len();
    }
}

#[test]
fn every_acknowledged_turn_is_served_after_kill_9() {
    let folder = folder();
    let mut program = Start::with(folder.path()).serve();
    let club = Club::found(&program.client, "Friday");
    let mut reporters: Vec<Reporter> = (1..=3).map(|seed| Reporter::sit_down(&club, seed)).collect();
    let total: usize = reporters.iter().map(|reporter| reporter.turns.len()).sum();
    for crash in 1..=3 {
        let all = AtomicUsize::new(reporters.iter().map(|reporter| reporter.acknowledged).sum());
        thread::scope(|scope| {
            for reporter in &mut reporters {
                scope.spawn(|| reporter.report(&all));
            }
            wait_until("some turns are acknowledged", || all.load(Ordering::SeqCst) >= crash * total / 4);
            program.kill();
        });
        program = Start::with(folder.path()).serve();
        for reporter in &mut reporters {
            reporter.check(&program);
        }
    }
    for reporter in &mut reporters {
        reporter.report(&AtomicUsize::new(0));
        assert_eq!(reporter.acknowledged, reporter.turns.len(), "the round goes on where it was");
    }
}
