//! Games that were played already, each recorded with one request; and rounds in batches.

use serde_json::{Value, json};

use crate::standings::{Club, club};
use crate::support::{Answer, Service, apply, query, refusal};

fn create(club: &Club, body: &Value) -> Answer {
    club.manager.post(&format!("{}/games", club.path), body)
}

fn block(more: Value) -> Value {
    let mut body = json!({
        "variant": "block", "rules": {"draw": {"count": "until", "play_drawn": true}},
        "seats": [{"name": "Ann"}, {"name": "Bob"}],
    });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    body
}

/// All that follows from a game, without what tells one game from another.
fn state(game: &Value) -> Value {
    let mut game = game.clone();
    for member in ["id", "created_at", "changed_at"] {
        game.as_object_mut().unwrap().remove(member);
    }
    game
}

#[test]
fn a_finished_game_is_one_request_and_equals_the_one_that_was_entered_round_by_round() {
    let service = Service::start();
    let club = club(&service);
    let rounds = json!([
        {"detail": "points", "points": {"A": 15}},
        {"detail": "hands", "ending": "domino", "out": "B", "hands": {"A": {"pips": 60}}},
        {"detail": "hands", "ending": "blocked", "hands": {"A": {"pips": 60}, "B": {"pips": 20}}},
    ]);
    let step = create(&club, &block(json!({})));
    for round in rounds.as_array().unwrap() {
        let added = club.manager.post(&format!("{}/rounds", step.header("location")), round);
        assert_eq!(added.status, 201, "{added:?}");
    }
    let step = club.manager.get(step.header("location")).json();
    assert_eq!(step["score"]["status"], "finished");

    let whole = create(&club, &block(json!({"rounds": rounds})));
    assert_eq!((whole.status, whole.header("etag")), (201, "\"4\""), "{whole:?}");
    assert_eq!(state(&whole.json()), state(&step));
    assert_eq!(club.manager.get(whole.header("location")).json(), whole.json());
    assert_eq!(club.short(""), ["1 Bob 2-0-0", "2 Ann 0-0-2"]);
    let check = crate::archives::run(&service.database, &["rebuild", "--check"]);
    assert!(check.done, "{}", check.said);

    // The last of them may still be going on, turn by turn.
    let running = json!([
        {"detail": "points", "points": {"A": 15}},
        {"detail": "plays", "leader": "A", "turns": [{"seat": "A", "play": {"tile": "6-6"}}]},
    ]);
    let game = create(&club, &block(json!({"rounds": running}))).json();
    assert_eq!((&game["table"]["round"], &game["table"]["to_play"]), (&json!(2), &json!("B")), "{game}");
}

#[test]
fn a_game_of_which_only_the_result_was_noted_says_so() {
    let service = Service::start();
    let club = club(&service);
    let totals = create(&club, &block(json!({"result": {"scores": {"A": 100, "B": 65}}}))).json();
    assert_eq!(totals["score"]["totals"], json!({"A": 100, "B": 65}));
    assert_eq!(
        (&totals["score"]["ended_by"], &totals["score"]["winners"]),
        (&json!("result_only"), &json!(["A"]))
    );

    let won = create(&club, &block(json!({"result": {"winners": ["B"], "reason": "from the old book"}})));
    assert_eq!((won.status, won.header("etag")), (201, "\"2\""), "{won:?}");
    let game = won.json();
    let score = &game["score"];
    assert_eq!((&score["totals"], &score["winners"]), (&json!({}), &json!(["B"])), "nobody knows the totals");
    assert_eq!((&score["ranks"], &score["status"]), (&json!({"A": 2, "B": 1}), &json!("finished")));
    assert_eq!(score["text"], "Bob won; only the result was noted");
    assert_eq!(
        game["declared"],
        json!({"kind": "result_only", "winners": ["B"], "reason": "from the old book"})
    );
    let drawn = create(&club, &block(json!({"result": {"winners": ["A", "B"]}}))).json();
    assert_eq!(drawn["score"]["text"], "Ann and Bob drew; only the result was noted");

    assert_eq!(club.short(""), ["1 Ann 1-1-1", "1 Bob 1-1-1"]);
    let rows = club.standings("")["rows"].clone();
    assert_eq!(
        (&rows[0]["points_for"], &rows[0]["unfinished"]),
        (&json!(0), &json!(3)),
        "no total is made up"
    );
    let listed = club.manager.get(&format!("{}/games", club.path)).json();
    assert_eq!((&listed["items"][1]["totals"], &listed["items"][1]["won_by"]), (&json!({}), &json!("Bob")));
    // By the way of other ends too, and taken up again.
    let path = won.header("location");
    assert_eq!(club.manager.post(&format!("{path}/reopen"), &json!({})).status, 200);
    let ended = json!({"kind": "result_only", "winners": ["A"], "reason": "misread"});
    assert_eq!(club.manager.post(&format!("{path}/end"), &ended).json()["score"]["winners"], json!(["A"]));
}

#[test]
fn a_refused_part_of_a_whole_game_is_named_and_nothing_is_recorded() {
    let service = Service::start();
    let club = club(&service);
    let stored =
        || query(&service.database, "SELECT (SELECT count(*) FROM games), (SELECT count(*) FROM players)");
    let before = stored();
    let points = |a: i32| json!({"detail": "points", "points": {"A": a}});
    for (body, code, pointer) in [
        (json!({"rounds": [points(5), points(-1)]}), "points_out_of_range", "/rounds/1/points/A"),
        (
            json!({"rounds": [points(5), {"detail": "points", "points": {"C": 1}}]}),
            "no_such_side",
            "/rounds/1/points/C",
        ),
        (json!({"rounds": [points(100), points(5)]}), "game_finished", "/rounds/1"),
        (json!({"rounds": [points(5), {"detail": "hands"}]}), "invalid_body", "/rounds/1"),
        (json!({"rounds": vec![points(0); 201]}), "invalid_body", "/rounds"),
        (json!({"result": {}}), "result_missing", "/result/scores"),
        (json!({"result": {"scores": {"A": 5}}}), "points_missing", "/result/scores/B"),
        (json!({"result": {"winners": []}}), "wrong_shape", "/result/winners"),
        (json!({"result": {"winners": ["A", "A"]}}), "wrong_shape", "/result/winners"),
        (json!({"result": {"winners": ["C"]}}), "no_such_side", "/result/winners/0"),
        (json!({"result": {"winners": ["A"], "scores": {"A": 5, "B": 0}}}), "wrong_shape", "/result/winners"),
        (json!({"result": {"winners": ["A"]}, "rounds": [points(5)]}), "one_of", "/result"),
    ] {
        let answer = create(&club, &block(body.clone()));
        let (status, found) = refusal(&answer);
        let place = answer.json()["errors"][0]["pointer"].as_str().unwrap().to_owned();
        let at =
            if code == "invalid_body" && pointer == "/rounds/1" { &place[..pointer.len()] } else { &*place };
        assert_eq!((&*found, at), (code, pointer), "{status} {body}: {answer:?}");
    }
    assert_eq!(stored(), before, "no game and no guest");
    let game = club.start(json!({"variant": "block"}), &["Ann", "Bob"]);
    let ended = json!({"kind": "time_limit", "winners": ["A"], "reason": "late"});
    let answer = club.manager.post(&format!("{game}/end"), &ended);
    assert_eq!(
        (refusal(&answer).1, &answer.json()["errors"][0]["pointer"]),
        ("wrong_shape".to_owned(), &json!("/winners"))
    );
}

#[test]
fn a_whole_game_that_is_sent_again_is_there_once_and_answered_the_same() {
    let service = Service::start();
    let club = club(&service);
    let body = block(
        json!({"rounds": [{"detail": "points", "points": {"A": 60}}, {"detail": "points", "points": {"B": 20}}]}),
    );
    let send = || {
        club.manager.send("POST", &format!("{}/games", club.path), &[("Idempotency-Key", "one")], Some(&body))
    };
    let first = send();
    let path = first.header("location");
    club.round(path, json!({"A": 60}));
    let again = send();
    assert_eq!(
        (again.status, again.header("idempotent-replayed"), again.header("etag")),
        (201, "true", "\"3\"")
    );
    assert_eq!(again.text, first.text);
    assert_eq!(query(&service.database, "SELECT count(*) FROM games")[0][0], "1");
}

#[test]
fn rounds_are_recorded_in_batches_all_or_none_or_up_to_the_first_that_is_refused() {
    let service = Service::start();
    let club = club(&service);
    let path = club.start(json!({"variant": "block"}), &["Ann", "Bob"]);
    let points = |a: i32| json!({"detail": "points", "points": {"A": a}});
    let send = |body: Value, query: &str| {
        let headers = [("Prefer", "return=something")];
        club.manager.send("POST", &format!("{path}/rounds/batch{query}"), &headers, Some(&body))
    };
    let mut seen = club.manager.get(&path).json();

    let tried = send(json!({"rounds": [points(20), points(30)]}), "?dry_run=true");
    assert_eq!((tried.status, &tried.json()["score"]["totals"]["A"]), (200, &json!(50)), "{tried:?}");
    assert_eq!(club.manager.get(&path).json(), seen);

    let made = send(json!({"rounds": [points(20), points(30)]}), "");
    assert_eq!((made.status, made.header("location")), (201, &*format!("{path}/rounds/2")), "{made:?}");
    apply(&mut seen, &made.json());
    assert_eq!(seen, club.manager.get(&path).json());

    let refused = send(json!({"rounds": [points(1), points(-1), points(1)]}), "");
    assert_eq!(refusal(&refused), (422, "points_out_of_range".to_owned()));
    assert_eq!(refused.json()["errors"][0]["pointer"], "/rounds/1/points/A");
    assert_eq!(club.manager.get(&path).json(), seen);

    let part = send(json!({"rounds": [points(1), points(-1), points(1)], "partial": true}), "");
    assert_eq!((part.status, &part.json()["refused"]["index"]), (201, &json!(1)), "{part:?}");
    assert_eq!(part.json()["refused"]["code"], "points_out_of_range");
    apply(&mut seen, &part.json());
    assert_eq!(seen, club.manager.get(&path).json());
    assert_eq!(seen["score"]["totals"], json!({"A": 51, "B": 0}));

    for rounds in [json!([]), Value::from(vec![points(0); 201])] {
        let answer = send(json!({"rounds": rounds}), "");
        assert_eq!(
            (refusal(&answer).1, &answer.json()["errors"][0]["pointer"]),
            ("invalid_body".to_owned(), &json!("/rounds"))
        );
    }

    let again = json!({"rounds": [points(2), points(3)]});
    let once = || {
        let headers = [("Prefer", "return=something"), ("Idempotency-Key", "two")];
        club.manager.send("POST", &format!("{path}/rounds/batch"), &headers, Some(&again))
    };
    let (first, second) = (once(), once());
    assert_eq!((second.header("idempotent-replayed"), &second.text), ("true", &first.text));
    assert_eq!(club.manager.get(&path).json()["rounds"].as_array().unwrap().len(), 5);
}
