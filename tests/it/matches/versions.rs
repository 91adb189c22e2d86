//! Versions: what a reader has already, what a change was meant for, and two phones at one table.

use std::thread;

use serde_json::{Value, json};

use super::Sitting;
use crate::support::{Service, TIMEOUT, Table, club, round_of};

fn block(service: &Service) -> Table {
    Sitting::of("block", 2, 1).start(&club(service, "Friday"))
}

fn points(a: i32, b: i32) -> Value {
    json!({"detail": "points", "points": {"A": a, "B": b}})
}

#[test]
fn a_reader_who_has_the_version_is_told_so() {
    let service = Service::start();
    let table = block(&service);
    table.post("/rounds", &points(5, 0));
    let path = format!("{}/rounds/1", table.path);
    for path in [&table.path, &path] {
        let read = table.client.get(path);
        let tag = read.header("etag").to_owned();
        assert_eq!(tag, "\"2\"");
        for tags in [tag.as_str(), "*", "\"1\", \"2\"", "W/\"2\""] {
            let again = table.client.send("GET", path, &[("If-None-Match", tags)], None);
            assert_eq!(
                (again.status, again.text.as_str(), again.header("etag")),
                (304, "", "\"2\""),
                "{tags}"
            );
        }
        let other = table.client.send("GET", path, &[("If-None-Match", "\"1\"")], None);
        assert_eq!((other.status, other.text), (200, read.text));
    }
}

#[test]
fn a_change_that_must_name_its_version_is_refused_without() {
    let service = Service::start();
    let table = block(&service);
    let started =
        json!({"detail": "plays", "leader": "A", "turns": [{"seat": "A", "play": {"tile": "6-6"}}]});
    assert_eq!(table.post("/rounds", &started).status, 201);
    let undo = format!("{}/rounds/1/turns/last", table.path);
    let finish = format!("{}/rounds/1/finish", table.path);
    let shown = json!({ "hands": {} });
    for (method, path, body) in [("DELETE", &undo, None), ("POST", &finish, Some(&shown))] {
        let missing = table.client.send(method, path, &[], body);
        assert_eq!((missing.status, &missing.json()["code"]), (428, &json!("precondition_required")));
        let stale = table.client.send(method, path, &[("If-Match", "\"1\"")], body);
        assert_eq!((stale.status, &stale.json()["code"]), (412, &json!("stale_version")));
        assert_eq!(stale.json()["version"], 2, "the problem says which version there is");
        let odd = table.client.send(method, path, &[("If-Match", "two")], body);
        assert_eq!((odd.status, &odd.json()["code"]), (400, &json!("invalid_header")));
    }
    assert_eq!(table.version(), 2);
    let undone = table.client.send("DELETE", &undo, &[("If-Match", "*")], None);
    assert_eq!(undone.status, 200, "any version will do");
    assert_eq!(undone.json()["removed"]["turn"]["play"]["at"], "lead");
}

#[test]
fn of_two_changes_for_one_version_only_one_is_made() {
    let service = Service::start();
    let table = block(&service);
    let path = format!("{}/rounds", table.path);
    let send = |a| table.client.send("POST", &path, &[("If-Match", "\"1\"")], Some(&points(a, 0)));
    let mut statuses = thread::scope(|scope| {
        let sending: Vec<_> = (1..=6).map(|a| scope.spawn(move || send(a).status)).collect();
        sending.into_iter().map(|thread| thread.join().unwrap()).collect::<Vec<u16>>()
    });
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 412, 412, 412, 412, 412]);
    assert_eq!((table.version(), table.state()["rounds"].as_array().unwrap().len()), (2, 1));
}

/// Each phone reports one seat as fast as it can. Whatever is refused was truly not that seat's turn,
/// whatever is accepted is recorded once and where the answer says.
#[test]
fn two_phones_that_each_report_one_seat_record_the_round_as_it_was_played() {
    let service = Service::start();
    let sitting = Sitting::of("block", 2, 5);
    let played = sitting.players().play();
    let table = sitting.start(&club(&service, "Friday"));
    super::turns::begin(&table, &played);
    let place = "/rounds/1/turns";
    let report = |seat: &str| {
        let mut accepted = Vec::new();
        let mine = played.turns.iter().enumerate().filter(|(_, turn)| turn.seat.to_string() == seat);
        for (index, turn) in mine {
            let deadline = std::time::Instant::now() + TIMEOUT;
            loop {
                assert!(std::time::Instant::now() < deadline, "{seat} waits in vain");
                let answer = table.post(place, &json!(turn));
                let body = answer.json();
                if answer.status == 201 {
                    // The answer shows the position right after this turn, whoever came later.
                    assert_eq!(body["version"], index + 3, "{body}");
                    assert_eq!(round_of(&body)["turn_count"], index + 1);
                    break;
                }
                assert_eq!((answer.status, &body["code"]), (422, &refusal(index)), "{body}");
                assert_ne!(body["to_play"], seat);
            }
            accepted.push(index);
        }
        accepted
    };
    let (mut all, others) = thread::scope(|scope| {
        let other = scope.spawn(|| report("B"));
        (report("A"), other.join().unwrap())
    });
    all.extend(others);
    all.sort_unstable();
    assert_eq!(all, (0..played.turns.len()).collect::<Vec<usize>>());
    let round = table.client.get(&format!("{}/rounds/1", table.path)).json();
    let tiles: Vec<Value> =
        played.turns.iter().map(|turn| json!(turn.play.as_ref().map(|p| p.tile))).collect();
    let recorded = round["turns"].as_array().unwrap().iter().map(|turn| turn["tile"].clone());
    assert_eq!(recorded.collect::<Vec<Value>>(), tiles);
}

/// Before the first tile the wrong seat is the wrong leader.
fn refusal(index: usize) -> Value {
    json!(if index <= 1 { "wrong_leader" } else { "out_of_turn" })
}

/// The last turn of a match can be taken back: then the match runs again, and ends the same.
#[test]
fn the_end_of_a_match_can_be_taken_back() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let sitting = Sitting::of("hathaway", 2, 7);
    let table = sitting.start(&club);
    for stage in sitting.stages() {
        let mut report = json!(stage.played.report());
        report["detail"] = json!("plays");
        assert_eq!(table.post("/rounds", &report).status, 201);
    }
    let finished = table.state();
    let last = finished["rounds"].as_array().unwrap().len();
    let version = finished["version"].as_i64().unwrap();
    let undone = table.change("DELETE", &format!("/rounds/{last}/turns/last"), version, None);
    assert_eq!(undone.status, 200, "{undone:?}");
    let running = table.state();
    assert_eq!((&running["score"]["status"], &running["score"]["winners"]), (&json!("running"), &json!([])));
    assert_eq!(club.manager.get(&format!("{}/games", club.path)).json()["items"][0]["status"], "running");

    let again = table.post(&format!("/rounds/{last}/turns"), &undone.json()["removed"]["turn"]);
    assert_eq!(again.status, 201, "{again:?}");
    let hands = &finished["rounds"][last - 1]["hands"];
    let place = format!("/rounds/{last}/finish");
    let shown = table.change("POST", &place, version + 2, Some(&json!({ "hands": hands })));
    assert_eq!(shown.status, 200, "{shown:?}");
    assert_eq!(table.state()["score"], finished["score"]);
    assert_eq!(table.state()["rounds"], finished["rounds"]);
}
