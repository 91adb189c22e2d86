//! Points that a club gives or takes in a season.

use serde_json::{Value, json};

use super::{at_fault, names, spring};
use crate::standings::club;
use crate::support::{NOBODY, Service, query, refusal};

#[test]
fn points_that_are_taken_show_in_the_row_with_their_reason_until_they_are_cancelled() {
    let service = Service::start();
    let club = club(&service);
    club.play("2026-03-01", &["Ann", "Bob"], json!({"A": 100}));
    let season = club.season(&spring());
    let ann = club.player("Ann");
    let adjustments = format!("{season}/adjustments");
    let taken = json!({"player": ann, "points": -2, "reason": "sheet came late"});
    assert_eq!(club.manager.post(&format!("{adjustments}?dry_run=true"), &taken).status, 200);
    assert_eq!(club.manager.get(&adjustments).json()["items"], json!([]));
    let made = club.manager.post(&adjustments, &taken);
    assert_eq!((made.status, &made.json()["player"]["name"]), (201, &json!("Ann")));
    let path = made.header("location").to_owned();
    assert_eq!(club.manager.get(&path).json(), made.json());

    let row = club.table(&season, "")["rows"][0].clone();
    assert_eq!(
        (&row["player"]["name"], &row["points"], &row["adjusted"]),
        (&json!("Ann"), &json!(1), &json!(-2))
    );
    assert_eq!(row["points_from"], "1 win at 3, 2 points taken by the club: 1 point");
    assert_eq!(
        row["adjustments"],
        json!([{"id": made.json()["id"], "points": -2, "reason": "sheet came late"}])
    );
    let other = club.table(&season, "")["rows"][1].clone();
    assert!(other["adjusted"].is_null() && other["adjustments"].is_null(), "{other}");
    assert_eq!(club.standings("")["rows"][0]["points"], 3, "only in the season");
    let given = json!({"player": club.player("Bob"), "points": 3, "reason": "opponents did not turn up"});
    assert_eq!(club.manager.post(&adjustments, &given).status, 201);
    assert_eq!(names(&club.table(&season, "")), ["1 Bob", "2 Ann"]);

    let cancelled = club.manager.post(&format!("{path}/cancel"), &json!({"reason": "the post was late"}));
    assert_eq!((cancelled.status, &cancelled.json()["cancelled"]), (200, &json!("the post was late")));
    assert_eq!(club.table(&season, "")["rows"][0]["points"], 3);
    let list = club.manager.get(&adjustments).json();
    assert_eq!(list["items"].as_array().unwrap().len(), 2, "it stays in the list");
    let again = club.manager.post(&format!("{path}/cancel"), &json!({"reason": "x"}));
    assert_eq!(refusal(&again), (409, "adjustment_cancelled".to_owned()));
    let log = club.log(&season);
    assert_eq!((&log[1]["what"], &log[1]["adjustment"]["points"]), (&json!("adjusted"), &json!(-2)));
    assert_eq!(log[1]["adjustment"]["player"], json!({ "id": club.player("Ann"), "name": "Ann" }));
    assert_eq!(
        (&log[3]["what"], &log[3]["reason"]),
        (&json!("adjustment_cancelled"), &json!("the post was late"))
    );

    // A closed season takes no more of them, and the copy has those that it had.
    assert_eq!(club.manager.post(&format!("{season}/close"), &Value::Null).status, 200);
    assert_eq!(refusal(&club.manager.post(&adjustments, &taken)).1, "season_closed");
    assert_eq!(club.table(&season, "")["rows"][1]["adjusted"], 3);
    assert_eq!(club.table(&season, "")["season"]["differs"], false);
    let open = list["items"][1]["id"].as_str().unwrap();
    let cancel = club.manager.post(&format!("{adjustments}/{open}/cancel"), &json!({"reason": "x"}));
    assert_eq!(refusal(&cancel).1, "season_closed");
}

#[test]
fn points_go_with_a_player_who_is_merged() {
    // Need 101.
    let service = Service::start();
    let club = club(&service);
    club.play("2026-03-01", &["Ann", "Bob"], json!({"A": 100}));
    club.play("2026-03-02", &["Anna", "Bob"], json!({"A": 100}));
    let season = club.season(&spring());
    let (ann, anna) = (club.player("Ann"), club.player("Anna"));
    for (player, points) in [(&ann, -1), (&anna, -2)] {
        let taken = json!({"player": player, "points": points, "reason": "late"});
        assert_eq!(club.manager.post(&format!("{season}/adjustments"), &taken).status, 201);
    }
    let merge = format!("{}/players/{anna}/merge", club.path);
    let merged = club.manager.post(&merge, &json!({"into": ann}));
    assert!(merged.status < 300, "{merged:?}");
    let row = club.table(&season, "")["rows"][0].clone();
    assert_eq!(
        (&row["player"]["name"], &row["adjusted"], &row["points"]),
        (&json!("Ann"), &json!(-3), &json!(3))
    );
}

#[test]
fn a_club_may_be_deleted_while_points_are_taken() {
    let service = Service::start();
    let club = club(&service);
    let made = club.manager.post(&format!("{}/players", club.path), &json!({"name": "Ann"}));
    let season = club.season(&spring());
    let taken = json!({"player": made.json()["id"], "points": -1, "reason": "late"});
    std::thread::scope(|scope| {
        let (club, season, taken) = (&club, &season, &taken);
        for _ in 0..4 {
            scope.spawn(move || {
                for _ in 0..8 {
                    let answer = club.manager.post(&format!("{season}/adjustments"), taken);
                    assert!([201, 401, 404].contains(&answer.status), "{answer:?}");
                }
            });
        }
        let deleted = club.manager.send("DELETE", &club.path, &[], Some(&json!({"confirm": "Friday"})));
        assert_eq!(deleted.status, 204, "{deleted:?}");
    });
    assert_eq!(query(&service.database, "SELECT count(*) FROM season_changes"), [["0"]]);
}

#[test]
fn what_cannot_be_an_adjustment_is_refused_by_its_member() {
    let service = Service::start();
    let club = club(&service);
    club.play("2026-03-01", &["Ann", "Bob"], json!({"A": 100}));
    let season = club.season(&spring());
    let ann = club.player("Ann");
    for (body, start) in [
        (json!({"player": ann, "points": 0, "reason": "x"}), "/points must not be 0"),
        (
            json!({"player": ann, "points": 1001, "reason": "x"}),
            "/points must be a whole number from -1000 to 1000",
        ),
        (json!({"player": ann, "points": 1.5, "reason": "x"}), "/points must be a whole number"),
        (json!({"player": ann, "points": 1}), "/reason is required"),
        (json!({"player": ann, "points": 1, "reason": ""}), "/reason must not be empty"),
        (json!({"player": "Ann", "points": 1, "reason": "x"}), "/player must be an id"),
        (json!({"player": NOBODY, "points": 1, "reason": "x"}), "/player The club has no such player"),
    ] {
        let told = at_fault(&club.manager.post(&format!("{season}/adjustments"), &body));
        assert!(told.starts_with(start), "{body}: {told}");
    }
    let missing = format!("{season}/adjustments/{NOBODY}");
    assert_eq!(refusal(&club.manager.get(&missing)), (404, "adjustment_not_found".to_owned()));
    let cancel = club.manager.post(&format!("{missing}/cancel"), &json!({"reason": "x"}));
    assert_eq!(refusal(&cancel), (404, "adjustment_not_found".to_owned()));
}

#[test]
fn who_was_given_points_stays() {
    let service = Service::start();
    let club = club(&service);
    let season = club.season(&spring());
    let made = club.manager.post(&format!("{}/players", club.path), &json!({"name": "Eve"}));
    let eve = made.header("location").to_owned();
    let given = json!({"player": made.json()["id"], "points": 3, "reason": "helped"});
    assert_eq!(club.manager.post(&format!("{season}/adjustments"), &given).status, 201);
    let refused = club.manager.send("DELETE", &eve, &[], None);
    assert_eq!(refusal(&refused), (409, "player_has_games".to_owned()));
    assert!(refused.json()["detail"].as_str().unwrap().contains("adjustments in a season"), "{refused:?}");
    assert_eq!(
        club.manager.get(&format!("{season}/adjustments")).json()["items"].as_array().unwrap().len(),
        1
    );
}
