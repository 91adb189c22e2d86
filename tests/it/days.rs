//! The day of a game, which is not still to come.

use chrono::{Days, Utc};
use serde_json::{Value, json};

use crate::support::{Answer, Club, Service, club, refusal};

fn start(club: &Club, played_on: &str, over: Option<Value>) -> Answer {
    let seats = [json!({ "name": "Ann" }), json!({ "name": "Bob" })];
    let mut game = json!({ "variant": "block", "seats": seats, "played_on": played_on });
    if let Some(over) = over {
        game["override"] = over;
    }
    club.manager.post(&format!("{}/games", club.path), &game)
}

fn in_days(days: u64) -> String {
    (Utc::now().date_naive() + Days::new(days)).to_string()
}

fn assert_refused(answer: &Answer) {
    assert_eq!(refusal(answer), (422, "future_day".to_owned()));
    let body = answer.json();
    assert_eq!(body["errors"][0]["pointer"], "/played_on", "{body}");
    assert!(body["detail"].as_str().unwrap().contains("is still to come: today is "), "{body}");
}

#[test]
fn a_day_that_is_still_to_come_is_recorded_only_with_a_reason() {
    let service = Service::start();
    let club = club(&service, "Friday");
    // It may be tomorrow where somebody else is.
    assert_eq!(start(&club, &in_days(1), None).status, 201);
    for day in [in_days(3), "2126-01-01".to_owned(), "2569-11-29".to_owned()] {
        assert_refused(&start(&club, &day, None));
    }
    let unsaid = start(&club, "2126-01-01", Some(json!({ "reason": " " })));
    assert_eq!(unsaid.json()["errors"][0]["pointer"], "/override/reason", "{unsaid:?}");
    let made = start(&club, "2126-01-01", Some(json!({ "reason": "a test of the calendar" })));
    assert_eq!((made.status, &made.json()["played_on"]), (201, &json!("2126-01-01")));
    let kept = club.manager.get(&format!("{}/export", made.header("location"))).json();
    let over = json!({ "reason": "a test of the calendar" });
    assert_eq!(kept["game"]["log"][0]["event"]["body"]["about"]["override"], over, "{kept}");
}

#[test]
fn a_game_is_not_moved_to_a_day_that_is_still_to_come() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let game = start(&club, "2026-03-01", None).header("location").to_owned();
    assert_refused(&club.manager.patch(&game, &json!({ "played_on": "2126-03-01" })));
    let over = json!({ "played_on": "2126-03-01", "override": { "reason": "a test" } });
    assert_eq!(club.manager.patch(&game, &over).status, 200);
    // What is said again is not news, and something else can be said without a reason.
    for body in [json!({ "played_on": "2126-03-01" }), json!({ "name": "Final" })] {
        assert_eq!(club.manager.patch(&game, &body).status, 200, "{body}");
    }
    assert_eq!(club.manager.get(&game).json()["played_on"], "2126-03-01");
}
