//! A club with everything as large as it may be.

use std::time::Duration;

use pipkeeper::rules::Variant;
use serde_json::{Value, json};

use crate::attackers::Attack;
use crate::wire::Wire;

/// Rounds of the game that is corrected again and again, and how often its first is.
const ROUNDS: usize = 480;
const CORRECTIONS: usize = 500;
/// Large games, each of so many rounds of so many turns: more of them than are kept in memory.
const GAMES: usize = 40;
const LONG_ROUNDS: usize = 160;
const LONG_TURNS: usize = 73;
/// What standings are made of.
const RESULTS: usize = 20_000;
const PLAYERS: usize = 1_000;

pub struct Club {
    path: String,
    key: String,
    corrected: String,
    large: Vec<String>,
    shared: String,
}

impl Club {
    pub fn make(addr: &str) -> Club {
        let mut wire = Wire::connect(addr);
        let path = wire.found_club();
        let public = json!({"visibility": "public"}).to_string();
        assert_eq!(wire.send("PATCH", &path, Some(&public)).status, 200);
        let corrected = corrected(&mut wire, &path);
        let large = (0..GAMES).map(|_| large(&mut wire, &path)).collect();
        results(&mut wire, &path);
        let shared = wire.start_with(&path, Variant::Block, &to_target(), 2);
        Club { path, key: wire.key, corrected, large, shared }
    }

    pub fn attacks(&self, addr: &str, time: Duration) -> Vec<Attack> {
        let Club { path, key, corrected, large, shared } = self;
        let attack =
            |name: &str, many: usize, key: &str, method: &str, paths: &[String], body: Option<Value>| {
                let body = body.map(|body| body.to_string());
                let (name, addr, key, method) = (name.into(), addr.into(), key.into(), method.into());
                Attack { name, addr, key, method, paths: paths.to_vec(), body, many, seconds: time.as_secs() }
            };
        let get =
            |name: &str, many: usize, key: &str, path: String| attack(name, many, key, "GET", &[path], None);
        let of = |query: &str| format!("{path}/standings?{query}");
        let turns = json!({"variant": "block", "rules": large_set(), "players": 2, "leader": "A", "turns": turns("A", "B")});
        let point = json!({"detail": "points", "points": {"A": 1, "B": 0}});
        let late = ROUNDS + CORRECTIONS - 10;
        let exports: Vec<String> = large.iter().map(|game| format!("{game}/export")).collect();
        let again = json!({"detail": "points", "points": {"A": 2, "B": 0}});
        vec![
            attack(
                "judge a round, without a key",
                40,
                "",
                "POST",
                &["/v1/assistant/round".into()],
                Some(turns),
            ),
            get("page of a log, without a key", 8, "", format!("{corrected}/log?after={late}&limit=1")),
            get("game as it was, without a key", 8, "", format!("{corrected}?version={late}")),
            attack("large games, without a key", 8, "", "GET", large, None),
            attack("export of large games", 4, key, "GET", &exports, None),
            attack("correct a long game", 8, key, "PUT", &[format!("{corrected}/rounds/1")], Some(again)),
            attack("write to one game", 16, key, "POST", &[format!("{shared}/rounds")], Some(point)),
            get("standings, without a key", 40, "", of("")),
            get("standings by a mini table, without a key", 40, "", of("rank_by=mini_table,difference")),
            get("standings by a mini table, with a key", 40, key, of("rank_by=mini_table,difference")),
            get("standings of a year, without a key", 40, "", of("from=2025-01-02&to=2025-12-30")),
            get("games by a text, without a key", 40, "", format!("{path}/games?text=nowhere")),
        ]
    }

    /// A question whose answer is as large as any without a key.
    pub fn largest(&self) -> String {
        format!("{}/standings", self.path)
    }
}

fn to_target() -> Value {
    json!({"match": {"target": 60_000}})
}

fn corrected(wire: &mut Wire, club: &str) -> String {
    let game = wire.start_with(club, Variant::Block, &to_target(), 2);
    let round = json!({"detail": "points", "points": {"A": 1, "B": 0}});
    for _ in 0..ROUNDS {
        wire.post(&format!("{game}/rounds"), &round);
    }
    for n in 0..CORRECTIONS {
        let round = json!({"detail": "points", "points": {"A": n % 9, "B": 0}}).to_string();
        assert_eq!(wire.send("PUT", &format!("{game}/rounds/1"), Some(&round)).status, 200);
    }
    game
}

/// A line of double-eighteen from one end to the other, by who leads; the other passes.
fn turns(leads: &str, other: &str) -> Vec<Value> {
    let mut tiles = vec!["18-18".to_owned()];
    for pips in (0..18).rev() {
        tiles.extend([format!("{pips}-{}", pips + 1), format!("{pips}-{pips}")]);
    }
    let play = |tile: String| json!({"seat": leads, "play": {"tile": tile}});
    let turns = tiles.into_iter().map(play).flat_map(|turn| [turn, json!({"seat": other, "pass": true})]);
    turns.take(LONG_TURNS).collect()
}

fn large_set() -> Value {
    json!({"match": {"target": 65_000}, "set": {"max_pip": 18}, "hand_size": {"2": 37}, "lead": {"first": "lot", "tile": "any"}})
}

fn large(wire: &mut Wire, club: &str) -> String {
    let round = |(leads, other): (&str, &str)| {
        json!({"detail": "plays", "leader": leads, "turns": turns(leads, other), "ending": "domino",
            "hands": {leads: {"tiles": []}, other: {"pips": 400}}})
    };
    let rounds = [("A", "B"), ("B", "A")].map(round);
    let rounds: Vec<&Value> = rounds.iter().cycle().take(LONG_ROUNDS).collect();
    let game = wire.start_with(club, Variant::Block, &large_set(), 2);
    for part in rounds.chunks(40) {
        wire.post(&format!("{game}/rounds/batch"), &json!({"rounds": part}));
    }
    game
}

/// Finished games of many players.
fn results(wire: &mut Wire, club: &str) {
    let mut players = Vec::new();
    for n in 0..PLAYERS {
        let made = wire.post(&format!("{club}/players"), &json!({"name": format!("Member {n}")}));
        let made: Value = serde_json::from_slice(&made.body).unwrap();
        players.push(made["id"].clone());
    }
    for n in 0..RESULTS {
        let (one, other) = (n % PLAYERS, (n * 7 + n / PLAYERS + 1) % PLAYERS);
        let other = if one == other { (other + 1) % PLAYERS } else { other };
        let day = format!("2025-{:02}-{:02}", n % 12 + 1, n % 28 + 1);
        let body = json!({"variant": "block", "played_on": day,
            "seats": [{"player": players[one]}, {"player": players[other]}],
            "result": {"scores": {"A": 100 + n % 50, "B": n % 100}, "reason": "noted"}});
        wire.post(&format!("{club}/games"), &body);
    }
}
