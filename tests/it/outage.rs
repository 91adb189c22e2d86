//! The database goes away under load, and comes back.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use pipkeeper::{Cluster, ClusterSettings};
use serde_json::json;

use crate::support::{Answer, Client, Service, club, folder, refusal, wait_until};

/// How long the database is away.
const AWAY: Duration = Duration::from_secs(10);

/// Records rounds, each under its own name and until it is done, and looks at the game in between.
fn record(client: &Client, game: &str, phone: usize, ended: &AtomicBool, unavailable: &Mutex<usize>) -> u64 {
    let is_good = |answer: &Answer| {
        if answer.status < 300 {
            return true;
        }
        assert_eq!(refusal(answer), (503, "unavailable".to_owned()), "{answer:?}");
        assert_eq!(answer.header("retry-after"), "5");
        assert!(!answer.text.contains("socket") && !answer.text.contains("connect to"), "{answer:?}");
        *unavailable.lock().unwrap() += 1;
        false
    };
    let body = json!({ "detail": "points", "points": { "A": 1 } });
    let mut done = 0;
    while !ended.load(Ordering::SeqCst) {
        let name = format!("{phone}-{done}");
        let headers = [("Idempotency-Key", name.as_str())];
        let answer = client.send("POST", &format!("{game}/rounds"), &headers, Some(&body));
        if is_good(&answer) {
            assert!(answer.json()["score"]["totals"]["A"].as_u64().unwrap() > done, "{answer:?}");
            done += 1;
        }
        is_good(&client.get(game));
        thread::sleep(Duration::from_millis(10));
    }
    done
}

#[test]
fn a_database_that_stops_under_load_is_missed_and_found_again() {
    let folder = folder();
    let start = || Cluster::start(ClusterSettings::new(folder.path()).throw_away()).unwrap();
    let cluster = start();
    let service = Service::start_on(cluster.url());
    let club = club(&service, "Friday");
    let seats = [json!({ "name": "Ann" }), json!({ "name": "Bob" })];
    let body = json!({ "variant": "block", "seats": seats, "rules": { "match": { "target": 65000 } } });
    let game = club.manager.post(&format!("{}/games", club.path), &body).header("location").to_owned();

    let (ended, unavailable) = (AtomicBool::new(false), Mutex::new(0));
    thread::scope(|scope| {
        let phones: Vec<_> = (0..4)
            .map(|phone| {
                let (ended, unavailable, manager, game) = (&ended, &unavailable, &club.manager, &game);
                scope.spawn(move || record(manager, game, phone, ended, unavailable))
            })
            .collect();
        thread::sleep(Duration::from_secs(1));
        drop(cluster);
        let stopped = Instant::now();
        let not_ready = service.client.get("/health/ready");
        assert_eq!(refusal(&not_ready), (503, "unavailable".to_owned()));
        while stopped.elapsed() < AWAY {
            assert_eq!(service.client.get("/health/live").status, 200);
            thread::sleep(Duration::from_millis(100));
        }
        let before = *unavailable.lock().unwrap();
        assert!(before > 0, "no phone was told");

        let _cluster = start();
        wait_until("the service is ready", || service.client.get("/health/ready").status == 200);
        wait_until("the game is read", || club.manager.get(&game).status == 200);
        thread::sleep(Duration::from_secs(1));
        ended.store(true, Ordering::SeqCst);
        let done: u64 = phones.into_iter().map(|phone| phone.join().unwrap()).sum();

        let total = club.manager.get(&game).json()["score"]["totals"]["A"].as_u64().unwrap();
        // The last request of a phone may have been done although the phone was told to ask again.
        assert!((done..=done + 4).contains(&total), "{done} were acknowledged, {total} are there");
        assert!(total > 0, "nothing was recorded");
    });
}
