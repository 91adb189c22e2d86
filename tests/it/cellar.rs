//! Phones in a dead spot, and a service that is killed: whatever is cut off and sent again happens
//! once.

use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, RwLock};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::{Club, Program, Start, folder, with_draws};

/// Tables with two phones each.
const TABLES: usize = 4;
/// The rounds of a table: start, thirteen turns, hands.
const ROUNDS: usize = 29;
const STEPS: usize = 15;
/// The rounds of the game that all phones add to: with the others, 2,000 requests.
const SHARED: usize = 2000 - TABLES * ROUNDS * STEPS;
/// How long a wish may be asked for again.
const DEADLINE: Duration = Duration::from_secs(60);

/// What a phone wants done.
#[derive(Clone)]
struct Wish {
    /// Its name, for `Idempotency-Key`.
    name: String,
    path: String,
    body: String,
}

/// What a phone was told.
struct Told {
    wish: Wish,
    status: u16,
    body: String,
}

/// Numbers that look random and are the same in each run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % sides
    }
}

/// The most points of a round.
const MOST: u64 = 168;

/// A round that differs from all others by its points.
fn added(number: u64) -> Value {
    let points = if number <= MOST { json!({ "A": number }) } else { json!({ "B": number - MOST }) };
    json!({ "detail": "points", "points": points })
}

/// Which round it was, by its points.
fn number(points: &Value) -> u64 {
    points["A"].as_u64().filter(|points| *points > 0).unwrap_or_else(|| points["B"].as_u64().unwrap() + MOST)
}

/// Sends a wish, or a part of it, and reads the answer, or a part of it, or hangs up before.
fn send(base: &str, key: &str, wish: &Wish, dice: &mut Dice) -> Option<(u16, String)> {
    let address = base.strip_prefix("http://").unwrap();
    let mut stream = TcpStream::connect(address).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    let Wish { name, path, body } = wish;
    let request = format!(
        "POST {path} HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {key}\r\nIdempotency-Key: {name}\r\n\
         If-Match: *\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
    let cut = dice.roll(8);
    if cut == 0 {
        let sent = usize::try_from(dice.roll(u64::try_from(request.len()).unwrap())).unwrap();
        stream.write_all(&request.as_bytes()[..sent]).ok()?;
        return None;
    }
    stream.write_all(request.as_bytes()).ok()?;
    if cut == 1 {
        thread::sleep(Duration::from_micros(dice.roll(6000)));
        // Closing with something unread resets the connection, as a phone without signal does.
        return None;
    }
    if cut == 2 {
        let _ = stream.read(&mut [0; 40]);
        return None;
    }
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok()?;
    let (head, body) = answer.split_once("\r\n\r\n")?;
    let length =
        head.lines().find_map(|line| line.to_lowercase().strip_prefix("content-length: ")?.parse().ok());
    let status = head.split(' ').nth(1)?.parse().ok()?;
    (length == Some(body.len()) && cut != 3).then(|| (status, body.to_owned()))
}

/// What is answered as long as the other phone has not played or the service is starting.
const NOT_YET: [&str; 8] = [
    "out_of_turn",
    "wrong_leader",
    "no_such_round",
    "round_over",
    "round_running",
    "round_not_over",
    "idempotency_in_progress",
    "unavailable",
];

/// Answers that should not have been, which end the test.
#[derive(Default)]
struct Surprises(Mutex<Vec<String>>);

impl Surprises {
    fn are_none(&self) -> bool {
        self.0.lock().unwrap().is_empty()
    }

    fn add(&self, what: String) {
        self.0.lock().unwrap().push(what);
    }
}

/// Sends a wish until it is granted, or something else has gone wrong.
fn insist(
    base: &RwLock<String>,
    key: &str,
    wish: Wish,
    dice: &mut Dice,
    surprises: &Surprises,
) -> Option<Told> {
    let deadline = Instant::now() + DEADLINE;
    while surprises.are_none() {
        if Instant::now() > deadline {
            surprises.add(format!("{} was never granted", wish.name));
        }
        let base = base.read().unwrap().clone();
        match send(&base, key, &wish, dice) {
            Some((status @ (200 | 201), body)) => return Some(Told { wish, status, body }),
            Some((status, body)) => {
                let problem: Value = serde_json::from_str(&body).unwrap();
                let code = problem["code"].as_str().unwrap();
                if !NOT_YET.contains(&code) {
                    surprises.add(format!("{} {}: {status} {body}", wish.name, wish.body));
                }
            }
            None => {}
        }
        thread::sleep(Duration::from_millis(1 + dice.roll(4)));
    }
    None
}

/// The tiles of a round in the order they are played: the leader goes out with the last.
const TILES: [&str; 13] =
    ["6-6", "5-6", "5-5", "4-5", "4-4", "3-4", "3-3", "2-3", "2-2", "1-2", "1-1", "0-1", "0-0"];

/// What happens at a table: each step with the seat whose phone reports it, and the stored event.
fn plan(game: &str) -> Vec<(usize, Wish, Value)> {
    let seats = ["A", "B"];
    let mut steps = Vec::new();
    let mut step = |seat: usize, path: String, body: &Value, event: Value| {
        let name = format!("{}-{}", &game[game.len() - 12..], steps.len());
        steps.push((seat, Wish { name, path, body: body.to_string() }, event));
    };
    for round in 1..=ROUNDS {
        let leader = (round - 1) % 2;
        let start = json!({ "detail": "plays", "leader": seats[leader] });
        step(leader, format!("{game}/rounds"), &start, json!("round_started"));
        for (index, tile) in TILES.iter().enumerate() {
            let seat = (leader + index) % 2;
            let turn = json!({ "seat": seats[seat], "play": { "tile": tile } });
            let event = json!([seats[seat], tile]);
            step(seat, format!("{game}/rounds/{round}/turns"), &turn, event);
        }
        let hands = json!({ "hands": { seats[1 - leader]: { "tiles": ["0-2"] } } });
        step(leader, format!("{game}/rounds/{round}/finish"), &hands, json!("hands_shown"));
    }
    steps
}

fn start(data_dir: &std::path::Path) -> Program {
    let start =
        Start::with(data_dir).env("PIPKEEPER_RATE_PER_KEY", "0").env("PIPKEEPER_RATE_PER_ADDRESS", "0");
    start.env("RUST_LOG", "warn").serve()
}

/// The stored events of a game after the first, in short.
fn stored(program: &Program, game: &str) -> Vec<Value> {
    let id = game.rsplit('/').next().unwrap();
    let rows =
        program.query(&format!("SELECT seq, body FROM game_events WHERE game_id = '{id}' ORDER BY seq"));
    let short = |(index, row): (usize, &Vec<String>)| {
        assert_eq!(row[0], (index + 1).to_string(), "the log of {game} has a gap");
        let body: Value = serde_json::from_str(&row[1]).unwrap();
        match body["event"].as_str().unwrap() {
            "turn_taken" => json!([body["body"]["seat"], body["body"]["play"]["tile"]]),
            "round_recorded" => body["body"]["points"].clone(),
            other => json!(other),
        }
    };
    rows.iter().enumerate().map(short).skip(1).collect()
}

fn new_game(club: &Club) -> String {
    let seats = [json!({ "name": "Ann" }), json!({ "name": "Bob" })];
    let rules = json!({ "match": { "target": 65000 } });
    let body = with_draws(json!({ "variant": "block", "seats": seats, "rules": rules }));
    let made = club.manager.post(&format!("{}/games", club.path), &body);
    assert_eq!(made.status, 201, "{made:?}");
    made.header("location").to_owned()
}

#[test]
fn every_play_is_there_once_however_often_it_was_sent() {
    let folder = folder();
    let mut program = start(folder.path());
    let club = Club::found(&program.client, "Cellar");
    let games: Vec<String> = (0..TABLES).map(|_| new_game(&club)).collect();
    let shared = new_game(&club);
    let plans: Vec<_> = games.iter().map(|game| plan(game)).collect();

    let base = RwLock::new(program.base.clone());
    let (granted, next) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let told = Mutex::new(Vec::new());
    let surprises = Surprises::default();
    thread::scope(|scope| {
        for phone in 0..2 * TABLES {
            let surprises = &surprises;
            let (base, granted, next, told, key, shared) =
                (&base, &granted, &next, &told, &club.key, &shared);
            let plan = &plans[phone / 2];
            scope.spawn(move || {
                let mut dice = Dice(0x9E37_79B9_7F4A_7C15 ^ (u64::try_from(phone).unwrap() + 1));
                let mut grant = |wish: Wish| {
                    let answer = insist(base, key, wish, &mut dice, surprises);
                    granted.fetch_add(usize::from(answer.is_some()), Ordering::SeqCst);
                    told.lock().unwrap().extend(answer);
                };
                // Rounds of the game that all add to come in between, as they fall.
                let add = || {
                    let number = next.fetch_add(1, Ordering::SeqCst) + 1;
                    (number <= SHARED).then(|| Wish {
                        name: format!("shared-{number}"),
                        path: format!("{shared}/rounds"),
                        body: added(u64::try_from(number).unwrap()).to_string(),
                    })
                };
                for (index, (_, wish, _)) in plan.iter().filter(|(seat, ..)| *seat == phone % 2).enumerate() {
                    grant(wish.clone());
                    if index % 6 == 0 {
                        add().into_iter().for_each(&mut grant);
                    }
                }
                std::iter::from_fn(add).for_each(&mut grant);
            });
        }
        for quarter in 1..=3 {
            while granted.load(Ordering::SeqCst) < quarter * 500 && surprises.are_none() {
                thread::sleep(Duration::from_millis(2));
            }
            if !surprises.are_none() {
                break;
            }
            program.kill();
            program = start(folder.path());
            base.write().unwrap().clone_from(&program.base);
        }
    });

    let surprises = surprises.0.into_inner().unwrap();
    if !surprises.is_empty() {
        program.kill();
        panic!("{surprises:#?}\n{}", program.log());
    }

    let told = told.into_inner().unwrap();
    assert_eq!(told.len(), 2000);
    let mut names = BTreeSet::new();
    for (game, plan) in games.iter().zip(&plans) {
        let events: Vec<Value> = plan.iter().map(|(.., event)| event.clone()).collect();
        assert_eq!(stored(&program, game), events, "each play once, in the order of the table");
        for (index, (_, wish, _)) in plan.iter().enumerate() {
            let answer = told.iter().find(|told| told.wish.name == wish.name).unwrap();
            let body: Value = serde_json::from_str(&answer.body).unwrap();
            assert_eq!(body["version"], index + 2, "{}: what was answered is true", wish.name);
            names.insert(wish.name.clone());
        }
        let read = program.client.with_key(&club.key).get(game).json();
        assert_eq!(
            (&read["version"], read["rounds"].as_array().unwrap().len()),
            (&json!(plan.len() + 1), ROUNDS)
        );
    }
    check_shared(&program, &shared, &told);
    check_again(&program, &club, &told);
    assert!(program.stop().0.success());
}

/// All rounds of the game that everybody added to are there once, and every answer fits its place.
fn check_shared(program: &Program, shared: &str, told: &[Told]) {
    let stored = stored(program, shared);
    let numbers: Vec<u64> = stored.iter().map(number).collect();
    let all: BTreeSet<u64> = numbers.iter().copied().collect();
    assert_eq!((numbers.len(), all), (SHARED, (1..=u64::try_from(SHARED).unwrap()).collect()));
    let answers = told.iter().filter(|told| told.wish.name.starts_with("shared-"));
    for answer in answers {
        let body: Value = serde_json::from_str(&answer.body).unwrap();
        let place = usize::try_from(body["version"].as_u64().unwrap()).unwrap() - 2;
        assert_eq!(answer.wish.name, format!("shared-{}", numbers[place]));
        for side in ["A", "B"] {
            let total: u64 = stored[..=place].iter().filter_map(|points| points[side].as_u64()).sum();
            assert_eq!(body["score"]["totals"][side], total, "{}", answer.body);
        }
    }
}

/// Sent once more, each is answered as it was.
fn check_again(program: &Program, club: &Club, told: &[Told]) {
    let client = program.client.with_key(&club.key);
    for Told { wish, status, body } in told.iter().step_by(20) {
        let headers = [("Idempotency-Key", wish.name.as_str()), ("If-Match", "*"), ("Prefer", "")];
        let again = client.send_text("POST", &wish.path, &headers, Some(&wish.body));
        assert_eq!((again.status, &again.text, again.header("idempotent-replayed")), (*status, body, "true"));
    }
}
