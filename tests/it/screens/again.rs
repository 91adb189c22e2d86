//! The same table again, and one number of a round put right.

use serde_json::{Value, json};

use crate::standings::{Club, club};
use crate::support::{Answer, Service, apply, refusal};

fn rematch(club: &Club, game: &str, more: Value) -> Answer {
    let mut body = json!({"like": game.rsplit('/').next().unwrap()});
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    club.manager.post(&format!("{}/games", club.path), &body)
}

fn names(game: &Value) -> Vec<&str> {
    game["seats"].as_array().unwrap().iter().map(|seat| seat["name"].as_str().unwrap()).collect()
}

#[test]
fn a_rematch_has_the_table_of_the_game_before_and_may_be_turned() {
    let service = Service::start();
    let club = club(&service);
    let rules = json!({"match": {"target": 40}});
    let asked = json!({"variant": "hathaway", "partners": true, "name": "Final", "rules": rules});
    let one = club.start(asked, &["Ann", "Bob", "Cem", "Dee"]);
    let before = club.manager.get(&one).json();

    let two = rematch(&club, &one, json!({}));
    assert_eq!((two.status, two.header("etag")), (201, "\"1\""), "{two:?}");
    let again = two.json();
    assert_ne!(again["id"], before["id"]);
    for member in ["variant", "rules", "partners", "name", "counts"] {
        assert_eq!(again[member], before[member], "{member}");
    }
    assert_eq!(names(&again), ["Ann", "Bob", "Cem", "Dee"]);
    let players = |game: &Value| {
        game["seats"].as_array().unwrap().iter().map(|it| it["player"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(players(&again), players(&before));

    let turned = rematch(&club, &one, json!({"first": "B", "name": "Revenge", "counts": false})).json();
    assert_eq!(names(&turned), ["Bob", "Cem", "Dee", "Ann"], "partners stay opposite each other");
    assert_eq!((&turned["name"], &turned["counts"]), (&json!("Revenge"), &json!(false)));
    // Rules that were amended, and who took over since.
    club.manager.send(
        "PATCH",
        &format!("{one}/rules"),
        &[("If-Match", "*")],
        Some(&json!({"rules": {"match": {"target": 60}}, "reason": "agreed"})),
    );
    club.round(&one, json!({"A+C": 5}));
    let taken = club
        .manager
        .post(&format!("{one}/seats/D/replace"), &json!({"name": "Eve", "result_for": "newcomer"}));
    assert_eq!(taken.status, 200, "{taken:?}");
    let third = rematch(&club, &one, json!({"rounds": [{"detail": "points", "points": {"A+C": 7}}]})).json();
    assert_eq!(names(&third), ["Ann", "Bob", "Cem", "Eve"]);
    assert_eq!(
        (&third["rules"]["match"]["target"], &third["score"]["totals"]["A+C"]),
        (&json!(60), &json!(7))
    );
}

#[test]
fn a_rematch_that_cannot_be_is_refused_at_its_member() {
    let service = Service::start();
    let club = club(&service);
    let other = crate::support::Club::found(&service.client, "Other");
    let game = club.start(json!({"variant": "block"}), &["Ann", "Bob"]);
    for (game, more, code, pointer) in [
        (&*other.start_game(), json!({}), "game_unknown", "/like"),
        (crate::support::NOBODY, json!({}), "game_unknown", "/like"),
        (&*game, json!({"variant": "block"}), "one_of", "/variant"),
        (&*game, json!({"rules": {}}), "one_of", "/rules"),
        (&*game, json!({"seats": [{"name": "Ann"}]}), "one_of", "/seats"),
        (&*game, json!({"partners": false}), "one_of", "/partners"),
        (&*game, json!({"first": "C"}), "no_such_seat", "/first"),
    ] {
        let answer = rematch(&club, game, more.clone());
        assert_eq!(
            (&*refusal(&answer).1, &answer.json()["errors"][0]["pointer"]),
            (code, &json!(pointer)),
            "{more}"
        );
    }
    for (body, code, pointer) in [
        (
            json!({"variant": "block", "seats": [{"name": "Ann"}, {"name": "Bob"}], "first": "A"}),
            "one_of",
            "/first",
        ),
        (json!({"seats": [{"name": "Ann"}, {"name": "Bob"}]}), "invalid_body", "/variant"),
        (json!({"variant": "block"}), "invalid_body", "/seats"),
    ] {
        let answer = club.manager.post(&format!("{}/games", club.path), &body);
        assert_eq!(
            (&*refusal(&answer).1, &answer.json()["errors"][0]["pointer"]),
            (code, &json!(pointer)),
            "{body}"
        );
    }
}

#[test]
fn one_number_is_put_right_as_if_the_whole_round_had_been_amended() {
    let service = Service::start();
    let club = club(&service);
    let path = club.start(json!({"variant": "chickenfoot"}), &["Ann", "Bob", "Cem"]);
    club.round(&path, json!({"A": 10, "B": 20, "C": 0}));
    let correct = |body: Value, version: &str| {
        let headers = [("If-Match", version), ("Prefer", "return=something")];
        club.manager.send("PATCH", &format!("{path}/rounds/1"), &headers, Some(&body))
    };
    let mut seen = club.manager.get(&path).json();
    let change = correct(json!({"points": {"B": 12}}), "\"2\"");
    assert_eq!(change.status, 200, "{change:?}");
    let difference = json!([{"pointer": "/points/B", "before": "20", "after": "12"}]);
    assert_eq!(change.json()["differences"], difference);
    apply(&mut seen, &change.json());
    assert_eq!(seen, club.manager.get(&path).json());
    assert_eq!(seen["score"]["totals"], json!({"A": 10, "B": 12, "C": 0}));

    assert_eq!(refusal(&correct(json!({"points": {"B": 1}}), "\"2\"")), (412, "stale_version".to_owned()));
    let hands = json!({"detail": "hands", "ending": "domino", "out": "C", "hands": {"A": {"pips": 10}, "B": {"pips": 20}}});
    assert_eq!(club.manager.post(&format!("{path}/rounds"), &hands).status, 201);
    let second = |body: Value| {
        club.manager.send("PATCH", &format!("{path}/rounds/2"), &[("If-Match", "*")], Some(&body))
    };
    let put = second(json!({"hands": {"B": {"pips": 22}}})).json();
    assert_eq!(put["score"]["totals"], json!({"A": 20, "B": 34, "C": 0}));
    for (answer, code, pointer) in [
        (second(json!({"points": {"A": 1}})), "wrong_shape", "/points"),
        (correct(json!({"hands": {"A": {"pips": 1}}}), "*"), "wrong_shape", "/hands"),
        (correct(json!({}), "*"), "wrong_shape", ""),
        (correct(json!({"points": {"D": 1}}), "*"), "no_such_side", "/points/D"),
        (correct(json!({"points": {"A": -1}}), "*"), "points_out_of_range", "/points/A"),
        (correct(json!({"point": {"A": 1}}), "*"), "invalid_body", "/point"),
    ] {
        assert_eq!(
            (&*refusal(&answer).1, &answer.json()["errors"][0]["pointer"]),
            (code, &json!(pointer)),
            "{answer:?}"
        );
    }
    let nowhere = club.manager.send(
        "PATCH",
        &format!("{path}/rounds/9"),
        &[("If-Match", "*")],
        Some(&json!({"points": {"A": 1}})),
    );
    assert_eq!(refusal(&nowhere), (404, "no_such_round".to_owned()));
}

#[test]
fn a_reason_that_was_given_once_excuses_nothing_new() {
    let service = Service::start();
    let club = club(&service);
    let path = club.start(json!({"variant": "block", "rules": {"match": {"target": 5000}}}), &["Ann", "Bob"]);
    let over = json!({"reason": "so it stands on the sheet"});
    let report = json!({"detail": "points", "points": {"A": 200}, "override": over});
    assert_eq!(club.manager.post(&format!("{path}/rounds"), &report).status, 201);
    let correct = |body: Value| {
        club.manager.send("PATCH", &format!("{path}/rounds/1"), &[("If-Match", "*")], Some(&body))
    };
    let refused = correct(json!({"points": {"A": 220}}));
    assert_eq!(
        (refusal(&refused), &refused.json()["errors"][0]["pointer"]),
        ((422, "points_out_of_range".to_owned()), &json!("/points/A"))
    );
    assert_eq!(club.manager.get(&path).json()["score"]["totals"]["A"], 200, "nothing is recorded");
    assert_eq!(correct(json!({"points": {"A": 220}, "override": {"reason": "misread"}})).status, 200);
    let irregular = club.manager.get(&path).json()["rounds"][0]["irregular"].clone();
    assert_eq!(irregular, json!([{"codes": ["points_out_of_range"], "reason": "misread"}]));
    assert_eq!(correct(json!({"points": {"A": 60}})).status, 200, "what is possible needs no reason");
}
