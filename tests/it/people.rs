//! People at the table: late players, leavers, replacements and wrong names. The numbers are rows of
//! the list of needs.

use serde_json::{Value, json};

use crate::standings::{Club, club};
use crate::support::{Answer, Client, NOBODY, Service, refusal};

/// A game of Chickenfoot of five rounds, in which the lowest total wins.
pub struct Table<'a> {
    pub manager: &'a Client,
    pub path: String,
}

fn table<'a>(club: &'a Club, names: &[&str]) -> Table<'a> {
    let rules = json!({ "match": { "rounds": 5, "tie": "joint" } });
    let path = club.start(json!({ "variant": "chickenfoot", "rules": rules }), names);
    Table { manager: &club.manager, path }
}

impl Table<'_> {
    pub fn post(&self, rest: &str, body: &Value) -> Answer {
        self.manager.post(&format!("{}{rest}", self.path), body)
    }

    pub fn send(&self, method: &str, rest: &str, body: Option<&Value>) -> Answer {
        self.manager.send(method, &format!("{}{rest}", self.path), &[("If-Match", "*")], body)
    }

    pub fn done(&self, rest: &str, body: &Value) -> Value {
        let answer = self.post(rest, body);
        assert!(answer.status < 300, "{rest}: {answer:?}");
        answer.json()
    }

    pub fn round(&self, points: Value) -> Value {
        self.done("/rounds", &json!({ "detail": "points", "points": points }))
    }

    pub fn state(&self) -> Value {
        self.manager.get(&self.path).json()
    }

    pub fn seat(&self, seat: &str) -> Value {
        let seats = self.state()["seats"].clone();
        seats.as_array().unwrap().iter().find(|it| it["seat"] == seat).unwrap().clone()
    }
}

#[test]
fn needs_62_66_and_67_who_comes_late_starts_where_the_table_says_and_was_absent_before() {
    let service = Service::start();
    let club = club(&service);
    let table = table(&club, &["Ann", "Bob"]);
    table.round(json!({ "A": 10, "B": 4 }));
    table.round(json!({ "A": 0, "B": 6 }));
    let joined = table.done("/seats", &json!({ "name": "Cy" }));
    assert_eq!((&joined["seat"], &joined["score"]["totals"]["C"]), (&json!("C"), &json!(0)), "{joined}");
    let round = table.round(json!({ "A": 1, "B": 2, "C": 3 }));
    assert_eq!(round["score"]["totals"], json!({ "A": 11, "B": 12, "C": 3 }));
    let late = table.done("/seats", &json!({ "name": "Dora", "start": 12 }));
    assert_eq!(late["score"]["totals"]["D"], 12, "{late}");
    let line = late["score"]["lines"].as_array().unwrap().last().unwrap().clone();
    assert_eq!((&line["added"], &line["note"]), (&json!({ "D": 12 }), &json!("joins the match")), "{line}");
    let sheet = table.manager.get(&format!("{}/scoresheet.csv", table.path)).text;
    assert!(
        sheet.contains("\r\njoined,,,,,,,,11,,12,,3,12,12,\"Dora; joins the match\"\r\ntotal,"),
        "{sheet}"
    );
    let state = table.state();
    assert_eq!(state["rounds"][0]["points"], json!({ "A": 10, "B": 4 }), "absent is not 0");
    assert_eq!(state["rounds"][2]["points"], json!({ "A": 1, "B": 2, "C": 3 }));
    assert_eq!(table.seat("C")["joined"], 3);
    // A round without the newcomer's points is not complete.
    let without = json!({ "detail": "points", "points": { "A": 1, "B": 2, "C": 3 } });
    assert_eq!(refusal(&table.post("/rounds", &without)), (422, "points_missing".into()));
    // The table is full, and nobody sits twice.
    assert_eq!(
        refusal(&table.post("/seats", &json!({ "name": "Eve" }))),
        (422, "wrong_number_of_players".into())
    );
    assert_eq!(refusal(&table.post("/seats", &json!({ "name": "ANN" }))), (409, "player_sits".into()));
    assert_eq!(refusal(&table.post("/seats", &json!({}))), (422, "seat_needs_player".into()));
    let nobody = table.post("/seats", &json!({ "player": NOBODY }));
    assert_eq!(refusal(&nobody), (422, "seat_unknown".into()));
    assert_eq!(nobody.json()["errors"][0]["pointer"], "/player");
    let dear = table.post("/seats", &json!({ "name": "Eve", "start": 100_001 })).json();
    assert!(!dear["detail"].as_str().unwrap().contains("round"), "{dear}");
    let early = json!({ "name": "Eve", "from_round": 9 });
    assert_eq!(refusal(&table.post("/seats", &early)), (404, "no_such_round".into()));
    let players = club.manager.get(&format!("{}/players", club.path)).json();
    assert_eq!(players["items"].as_array().unwrap().len(), 4, "a refusal makes no guest: {players}");
}

#[test]
fn need_63_the_order_of_turns_skips_who_left() {
    let service = Service::start();
    let club = club(&service);
    let path = club.start(json!({ "variant": "block" }), &["Ann", "Bob", "Cy"]);
    let table = Table { manager: &club.manager, path };
    table.done("/rounds", &json!({ "detail": "points", "points": { "A": 9 }, "leader": "A" }));
    let left = table.done("/seats/B/leave", &json!({ "reason": "had to catch the last bus" }));
    assert_eq!(left["score"]["status"], "running", "two are left");
    let state = table.state();
    assert_eq!(state["next_lead"]["seat"], "C", "the lead skips B: {state}");
    table.done(
        "/rounds",
        &json!({ "detail": "plays", "turns": [{ "seat": "C", "play": { "tile": "6-6" } }] }),
    );
    let turn = |seat: &str, tile: &str| {
        table.post("/rounds/2/turns", &json!({ "seat": seat, "play": { "tile": tile } }))
    };
    assert_eq!(refusal(&turn("B", "5-6")), (422, "seat_empty".into()));
    assert_eq!(turn("A", "5-6").json()["table"]["to_play"], "C", "and so do turns");
    let begun = club.manager.get(&format!("{}/log?after=3", table.path)).json()["items"][0].clone();
    let to = &begun["recorded"]["report"];
    assert_eq!((&begun["event"], &to["turns"][0]["seat"]), (&json!("round_started"), &json!("C")));
    // Nobody was absent from a round that is being played.
    let leave = json!({ "from_round": 2 });
    assert_eq!(refusal(&table.post("/seats/C/leave", &leave)), (409, "round_running".into()));
    assert_eq!(
        table.seat("B")["absences"],
        json!([{ "from_round": 2, "reason": "had to catch the last bus" }])
    );
    let log = club.manager.get(&format!("{}/log", table.path)).json();
    let told = log["items"].as_array().unwrap().iter().find(|entry| entry["event"] == "seats_changed");
    let told = told.expect("need 23: leaving is in the log");
    assert_eq!(told["text"], "Bob left the table before round 2: had to catch the last bus.");
}

#[test]
fn need_68_leaving_and_coming_back_adds_nothing_and_touches_nothing() {
    let service = Service::start();
    let club = club(&service);
    let table = table(&club, &["Ann", "Bob", "Cy"]);
    table.round(json!({ "A": 1, "B": 2, "C": 3 }));
    let first = table.state()["rounds"][0].clone();
    for _ in 0..3 {
        table.done("/seats/C/leave", &json!({}));
        table.done("/seats/C/return", &json!({}));
    }
    assert!(table.seat("C").get("absences").is_none(), "nothing was missed");
    table.done("/seats/C/leave", &json!({}));
    table.round(json!({ "A": 5, "B": 6 }));
    assert_eq!(refusal(&table.post("/seats/C/leave", &json!({}))), (422, "seat_empty".into()));
    table.done("/seats/C/return", &json!({}));
    assert_eq!(refusal(&table.post("/seats/C/return", &json!({}))), (409, "seat_taken".into()));
    let before = json!({ "from_round": 1 });
    assert_eq!(refusal(&table.post("/seats/C/leave", &before)), (422, "seat_unchanged".into()));
    table.round(json!({ "A": 1, "B": 1, "C": 1 }));
    let state = table.state();
    assert_eq!(state["score"]["totals"], json!({ "A": 7, "B": 9, "C": 4 }));
    assert_eq!(state["rounds"][1]["points"], json!({ "A": 5, "B": 6 }), "an absent round has no entry");
    assert_eq!(state["rounds"][0], first);
}

#[test]
fn need_61_a_table_that_is_too_small_is_won_by_forfeit_and_goes_on_when_somebody_is_back() {
    let service = Service::start();
    let club = club(&service);
    let table = table(&club, &["Ann", "Bob"]);
    table.round(json!({ "A": 10, "B": 4 }));
    let dry = table.post("/seats/B/leave?dry_run=true", &json!({})).json();
    assert_eq!(dry["impact"]["finish_changes"], true, "{dry}");
    assert_eq!(table.state()["score"]["status"], "running");
    let left = table.done("/seats/B/leave", &json!({ "reason": "felt ill" }));
    assert_eq!(left["score"]["text"], "Ann won by forfeit (Ann 10, Bob 4)");
    assert_eq!(left["score"]["ended_by"], "forfeit");
    assert_eq!(club.short("?rank_by=won"), ["1 Ann 1-0-0", "2 Bob 0-0-1"]);
    assert_eq!(refusal(&table.post("/seats", &json!({ "name": "Cy" }))), (409, "game_finished".into()));
    let back = table.done("/seats/B/return", &json!({}));
    assert_eq!(back["score"]["status"], "running", "{back}");
    assert_eq!(club.standings("")["rows"], json!([]));
    // A partner who leaves takes the side along; somebody else can take the seat.
    let path = club.start(json!({ "variant": "hathaway", "partners": true }), &["Ann", "Bob", "Cy", "Dora"]);
    let pairs = Table { manager: &club.manager, path };
    pairs.done("/rounds", &json!({ "detail": "points", "points": { "A+C": 20 } }));
    assert_eq!(pairs.done("/seats/C/leave", &json!({}))["score"]["winners"], json!(["B+D"]));
    let new = json!({ "name": "Eve", "result_for": "newcomer" });
    assert_eq!(pairs.done("/seats/C/replace", &new)["score"]["status"], "running");
    assert_eq!(refusal(&pairs.post("/seats", &json!({ "name": "Fay" }))), (409, "partners_fixed".into()));
}

#[test]
fn need_64_the_result_of_a_shared_seat_belongs_to_whom_the_club_says() {
    let service = Service::start();
    let club = club(&service);
    for (whose, rows) in
        [("leaver", ["1 Ann 1-0-0", "2 Bob 0-0-1"]), ("newcomer", ["1 Cy 1-0-0", "2 Bob 0-0-1"])]
    {
        let table = table(&club, &["Ann", "Bob"]);
        table.round(json!({ "A": 1, "B": 9 }));
        table.done("/seats/A/replace", &json!({ "name": "Cy", "result_for": whose }));
        let log = table.manager.get(&format!("{}/log", table.path)).json();
        let replaced = log["items"].as_array().unwrap().last().unwrap().clone();
        assert_eq!(
            replaced["before"]["seated"],
            json!([{ "seat": "A", "player": club.player("Ann") }]),
            "who left"
        );
        let seat = table.seat("A");
        assert_eq!((&seat["name"], &seat["players"][0]["name"]), (&json!("Cy"), &json!("Ann")), "{seat}");
        assert_eq!(seat.get("counts_for").is_some(), whose == "leaver", "{seat}");
        for _ in 0..4 {
            table.round(json!({ "A": 1, "B": 9 }));
        }
        assert_eq!(club.short("?rank_by=won"), rows, "{whose}");
        for name in ["Ann", "Cy"] {
            let games = format!("{}/games?player={}", club.path, club.player(name));
            assert_eq!(club.manager.get(&games).json()["items"][0]["id"], table.state()["id"], "{name}");
        }
        club.manager.patch(&table.path, &json!({ "counts": false }));
    }
    // Who takes the seat over has no other in the game.
    let table = table(&club, &["Ann", "Bob"]);
    let twice = json!({ "name": "Bob", "result_for": "newcomer" });
    table.round(json!({ "A": 1, "B": 9 }));
    assert_eq!(refusal(&table.post("/seats/A/replace", &twice)), (409, "player_sits".into()));
}

#[test]
fn needs_8_69_and_103_wrong_players_are_corrected_and_the_other_seats_stay() {
    let service = Service::start();
    let club = club(&service);
    let game = club.play("2026-01-05", &["Ann", "Bob"], json!({ "A": 100 }));
    let table = Table { manager: &club.manager, path: game };
    assert_eq!(club.short(""), ["1 Ann 1-0-0", "2 Bob 0-0-1"]);
    let wrong = |seats: Value| table.send("PUT", "/seats", Some(&json!({ "seats": seats })));
    assert_eq!(refusal(&wrong(json!({}))), (422, "invalid_body".into()));
    assert_eq!(refusal(&wrong(json!({ "C": { "name": "Cy" } }))), (422, "no_such_seat".into()));
    assert_eq!(refusal(&wrong(json!({ "A": { "name": "Bob" } }))), (409, "player_sits".into()));
    let twice = wrong(json!({ "A": { "name": "Cy" }, "B": { "name": " cy" } }));
    assert_eq!(refusal(&twice), (422, "player_twice".into()));
    assert_eq!(twice.json()["errors"][0]["pointer"], "/seats/B");
    let nobody = wrong(json!({ "B": { "player": NOBODY } }));
    assert_eq!(refusal(&nobody), (422, "seat_unknown".into()));
    assert_eq!(nobody.json()["errors"][0]["pointer"], "/seats/B");
    assert_eq!(nobody.json()["detail"], "The club has no such player for seat B.");
    let unread = table.manager.send(
        "PUT",
        &format!("{}/seats", table.path),
        &[],
        Some(&json!({ "seats": { "A": { "name": "Cy" } } })),
    );
    assert_eq!(refusal(&unread), (428, "precondition_required".into()));
    assert_eq!(club.short(""), ["1 Ann 1-0-0", "2 Bob 0-0-1"], "refusals change nothing");
    // Swapped in one request.
    assert_eq!(wrong(json!({ "A": { "name": "Bob" }, "B": { "name": "Ann" } })).status, 200);
    assert_eq!(club.short(""), ["1 Bob 1-0-0", "2 Ann 0-0-1"]);
    // One seat only: the other stays.
    assert_eq!(wrong(json!({ "B": { "name": "Cy" } })).status, 200);
    assert_eq!(club.short(""), ["1 Bob 1-0-0", "2 Cy 0-0-1"]);
    let seats = table.state()["seats"].clone();
    assert_eq!(
        (&seats[0]["name"], &seats[1]["name"], &seats[1]["guest"]),
        (&json!("Bob"), &json!("Cy"), &json!(true))
    );
    let then = club.manager.get(&format!("{}?version=2", table.path)).json();
    assert_eq!(then["seats"][0]["name"], "Ann", "the game as it was");
}

#[test]
fn a_seat_that_was_a_mistake_is_taken_away_again() {
    let service = Service::start();
    let club = club(&service);
    let table = table(&club, &["Ann", "Bob"]);
    table.done("/seats", &json!({ "name": "Cy" }));
    assert_eq!(refusal(&table.send("DELETE", "/seats/A", None)), (409, "seat_played".into()));
    let cy = table.seat("C")["player"].clone();
    assert_eq!(table.send("DELETE", "/seats/C", None).status, 200);
    let log = table.manager.get(&format!("{}/log", table.path)).json();
    let removed = log["items"].as_array().unwrap().last().unwrap().clone();
    assert_eq!(removed["before"]["seated"], json!([{ "seat": "C", "player": cy }]));
    assert_eq!(removed["text"], "Cy was removed from the table.");
    assert_eq!(table.state()["seats"].as_array().unwrap().len(), 2);
    table.done("/seats", &json!({ "name": "Cy" }));
    table.round(json!({ "A": 1, "B": 2, "C": 3 }));
    assert_eq!(refusal(&table.send("DELETE", "/seats/C", None)), (409, "seat_played".into()));
}

#[test]
fn leaving_that_is_told_later_names_what_no_longer_fits() {
    let service = Service::start();
    let club = club(&service);
    let table = table(&club, &["Ann", "Bob", "Cy"]);
    table.round(json!({ "A": 1, "B": 2, "C": 3 }));
    table.round(json!({ "A": 1, "B": 2, "C": 0 }));
    let told = table.done("/seats/C/leave", &json!({ "from_round": 2 }));
    assert_eq!(told["score"]["totals"], json!({ "A": 2, "B": 4, "C": 3 }));
    let conflict = table.state()["rounds"][1]["conflicts"][0].clone();
    assert_eq!((&conflict["code"], &conflict["pointer"]), (&json!("no_such_side"), &json!("/points/C")));
    let right = json!({ "detail": "points", "points": { "A": 1, "B": 2 } });
    assert_eq!(table.send("PUT", "/rounds/2", Some(&right)).status, 200);
    assert!(table.state()["rounds"][1].get("conflicts").is_none_or(|conflicts| conflicts == &json!([])));
}

#[test]
fn a_guest_whom_several_tables_name_at_once_is_one_player() {
    let service = Service::start();
    let club = club(&service);
    let games = format!("{}/games", club.path);
    for evening in 0..5 {
        let tables: Vec<Table> =
            (0..4).map(|n| table(&club, &[&format!("Ann {n}"), &format!("Bob {n}")])).collect();
        let guest = json!({ "name": format!("Guest {evening}"), "result_for": "leaver" });
        for table in &tables {
            table.round(json!({ "A": 1, "B": 2 }));
        }
        std::thread::scope(|scope| {
            for table in &tables {
                scope.spawn(|| table.done("/seats/A/replace", &guest));
            }
            // Named in either order, so that none may wait for another.
            for (one, other) in [("x", "y"), ("y", "x"), ("x", "z"), ("z", "y")] {
                let seats = [one, other].map(|name| json!({ "name": format!("{name} {evening}") }));
                let game = json!({ "variant": "block", "seats": seats });
                let (games, club) = (&games, &club);
                scope.spawn(move || assert_eq!(club.manager.post(games, &game).status, 201));
            }
        });
        let players = tables.iter().map(|table| table.seat("A")["player"].clone());
        assert_eq!(players.collect::<std::collections::HashSet<_>>().len(), 1);
    }
}
