//! People at the table and in the club: late players, leavers, replacements, wrong names, guests,
//! and two players who are one person. The numbers are rows of the list of needs.

use serde_json::{Value, json};

use crate::standings::{Club, club};
use crate::support::{Answer, Client, NOBODY, Service, refusal};

/// A game of Chickenfoot of five rounds, in which the lowest total wins.
struct Table<'a> {
    manager: &'a Client,
    path: String,
}

fn table<'a>(club: &'a Club, names: &[&str]) -> Table<'a> {
    let rules = json!({ "match": { "rounds": 5, "tie": "joint" } });
    let path = club.start(json!({ "variant": "chickenfoot", "rules": rules }), names);
    Table { manager: &club.manager, path }
}

impl Table<'_> {
    fn post(&self, rest: &str, body: &Value) -> Answer {
        self.manager.post(&format!("{}{rest}", self.path), body)
    }

    fn send(&self, method: &str, rest: &str, body: Option<&Value>) -> Answer {
        self.manager.send(method, &format!("{}{rest}", self.path), &[("If-Match", "*")], body)
    }

    fn done(&self, rest: &str, body: &Value) -> Value {
        let answer = self.post(rest, body);
        assert!(answer.status < 300, "{rest}: {answer:?}");
        answer.json()
    }

    fn round(&self, points: Value) -> Value {
        self.done("/rounds", &json!({ "detail": "points", "points": points }))
    }

    fn state(&self) -> Value {
        self.manager.get(&self.path).json()
    }

    fn seat(&self, seat: &str) -> Value {
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
    assert_eq!(refusal(&table.post("/seats", &json!({ "player": NOBODY }))), (422, "seat_unknown".into()));
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
    assert_eq!(turn("A", "5-6").json()["table"]["turn"], "C", "and so do turns");
    // While the round is played nobody leaves it.
    let leave = json!({ "from_round": 2 });
    assert_eq!(refusal(&table.post("/seats/C/leave", &leave)), (409, "round_running".into()));
    assert_eq!(
        table.seat("B")["absences"],
        json!([{ "from_round": 2, "reason": "had to catch the last bus" }])
    );
    let log = club.manager.get(&format!("{}/log", table.path)).json();
    let told = log["items"].as_array().unwrap().iter().find(|entry| entry["event"] == "seats_changed");
    let told = told.expect("need 23: leaving is in the log");
    assert_eq!(told["text"], "B left the table before round 2: had to catch the last bus.");
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
    assert_eq!(left["score"]["text"], "A won by forfeit, A 10 : B 4");
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
        let seat = table.seat("A");
        assert_eq!((&seat["name"], &seat["players"][0]["name"]), (&json!("Cy"), &json!("Ann")), "{seat}");
        assert_eq!(seat.get("result_for").is_some(), whose == "leaver", "{seat}");
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
    let twice = json!({ "A": { "name": "Cy" }, "B": { "name": " cy" } });
    assert_eq!(refusal(&wrong(twice)), (422, "player_twice".into()));
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
    assert_eq!(table.send("DELETE", "/seats/C", None).status, 200);
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

/// The projections are what the logs say.
fn healthy(service: &Service) {
    let program = std::process::Command::new(env!("CARGO_BIN_EXE_pipkeeper"))
        .args(["rebuild", "--check", "--database-url", &service.database])
        .output()
        .unwrap();
    assert!(program.status.success(), "{program:?}");
}

fn merge(club: &Club, name: &str, into: &str) -> Answer {
    let path = format!("{}/players/{}/merge", club.path, club.player(name));
    club.manager.post(&path, &json!({ "into": club.player(into) }))
}

#[test]
fn need_101_two_names_of_one_person_are_merged_and_taken_apart_again() {
    let service = Service::start();
    let club = club(&service);
    club.play("2026-01-05", &["Ann", "Bob"], json!({ "A": 100 }));
    club.play("2026-01-06", &["Bobby", "Cy"], json!({ "A": 100 }));
    let game = club.play("2026-01-07", &["Cy", "Bobby"], json!({ "A": 100 }));
    let before = club.standings("?rank_by=won,head_to_head");
    let stats = |name: &str| {
        let path = format!("{}/players/{}/stats", club.path, club.player(name));
        club.manager.get(&path).json()
    };
    let bobby = club.player("Bobby");
    let path = format!("{}/players/{bobby}", club.path);
    let dry =
        club.manager.post(&format!("{path}/merge?dry_run=true"), &json!({ "into": club.player("Bob") }));
    assert_eq!((dry.status, &dry.json()["games"]), (200, &json!(2)));
    assert_eq!(club.standings("?rank_by=won,head_to_head"), before, "a dry run changes nothing");
    let tag = club.manager.get(&game).header("etag").to_owned();

    let merged = merge(&club, "Bobby", "Bob").json();
    assert_eq!((&merged["games"], &merged["player"]["merged_into"]), (&json!(2), &json!(club.player("Bob"))));
    assert_eq!(club.short("?rank_by=won,played"), ["1 Bob 1-0-2", "2 Cy 1-0-1", "3 Ann 1-0-0"]);
    assert_eq!(stats("Bob")["total"]["played"], 3, "{}", stats("Bob"));
    let old = club.manager.get(&format!("{path}/stats")).json();
    assert_eq!(old["player"]["name"], "Bob", "the old address leads to the player");
    let again = club.manager.send("GET", &game, &[("If-None-Match", &tag)], None);
    assert_eq!((again.status, &again.json()["seats"][1]["name"]), (200, &json!("Bob")), "need 104");
    let games = |player: &str| {
        club.manager.get(&format!("{}/games?player={player}", club.path)).json()["items"]
            .as_array()
            .unwrap()
            .len()
    };
    assert_eq!((games(&club.player("Bob")), games(&bobby)), (3, 3));
    // The name leads to the player.
    let new = club.start(json!({ "variant": "block" }), &["bobby", "Ann"]);
    assert_eq!(club.manager.get(&new).json()["seats"][0]["name"], "Bob");
    let listed = club.manager.get(&format!("{}/players?merged=true", club.path)).json();
    assert_eq!((listed["items"].as_array().unwrap().len(), &listed["items"][0]["id"]), (1, &json!(bobby)));
    healthy(&service);

    let apart = club.manager.post(&format!("{path}/unmerge"), &json!({}));
    assert_eq!((apart.status, &apart.json()["games"]), (200, &json!(2)), "{apart:?}");
    assert_eq!(club.standings("?rank_by=won,head_to_head"), before);
    healthy(&service);
}

#[test]
fn merging_is_refused_where_it_cannot_be() {
    let service = Service::start();
    let club = club(&service);
    let game = club.play("2026-01-05", &["Ann", "Bob"], json!({ "A": 100 }));
    for name in ["Cy", "Dora"] {
        club.manager.post(&format!("{}/players", club.path), &json!({ "name": name }));
    }
    let met = merge(&club, "Ann", "Bob");
    assert_eq!(refusal(&met), (409, "players_met".into()));
    assert_eq!(met.json()["game"], club.manager.get(&game).json()["id"], "it says where they met");
    assert_eq!(refusal(&merge(&club, "Ann", "Ann")), (422, "same_player".into()));
    let path = format!("{}/players/{}", club.path, club.player("Cy"));
    let nobody = club.manager.post(&format!("{path}/merge"), &json!({ "into": NOBODY }));
    assert_eq!(refusal(&nobody), (422, "other_player_unknown".into()));
    assert_eq!(
        refusal(&club.manager.post(&format!("{path}/unmerge"), &json!({}))),
        (409, "not_merged".into())
    );
    let (cy, dora) = (club.player("Cy"), club.player("Dora"));
    assert_eq!(merge(&club, "Cy", "Ann").status, 200);
    assert_eq!(
        refusal(&club.manager.post(&format!("{path}/merge"), &json!({ "into": dora }))),
        (409, "player_merged".into())
    );
    // Cy is Ann, who met Bob; and Ann is not Cy's other name.
    let bob = format!("{}/players/{}", club.path, club.player("Bob"));
    assert_eq!(
        refusal(&club.manager.post(&format!("{bob}/merge"), &json!({ "into": cy }))),
        (409, "players_met".into())
    );
    let ann = format!("{}/players/{}", club.path, club.player("Ann"));
    assert_eq!(
        refusal(&club.manager.post(&format!("{ann}/merge"), &json!({ "into": cy }))),
        (422, "same_player".into())
    );
    // Nobody sits at one table under two names.
    let seats = json!([{ "name": "Cy" }, { "name": "Ann" }]);
    let twice =
        club.manager.post(&format!("{}/games", club.path), &json!({ "variant": "block", "seats": seats }));
    assert_eq!(refusal(&twice), (422, "player_twice".into()));
    let scorer =
        club.manager.post(&format!("{}/keys", club.path), &json!({ "scope": "score", "label": "phone" }));
    let scorer = club.manager.with_key(scorer.json()["key"].as_str().unwrap());
    assert_eq!(
        refusal(&scorer.post(&format!("{bob}/merge"), &json!({ "into": dora }))),
        (403, "scope_too_small".into())
    );
    // Who has games stays; who has none can go.
    assert_eq!(refusal(&club.manager.send("DELETE", &ann, &[], None)), (409, "player_has_games".into()));
    assert_eq!(club.manager.send("DELETE", &format!("{}/players/{dora}", club.path), &[], None).status, 204);
    assert_eq!(club.manager.get(&format!("{}/players/{dora}", club.path)).status, 404);
}

#[test]
fn two_who_were_merged_by_twos_are_one_and_come_apart_in_any_order() {
    let service = Service::start();
    let club = club(&service);
    for (day, name) in [("2026-01-05", "Bob"), ("2026-01-06", "Bobby"), ("2026-01-07", "Robert")] {
        club.play(day, &[name, "Ann"], json!({ "A": 100 }));
    }
    assert_eq!(merge(&club, "Bobby", "Bob").status, 200);
    assert_eq!(merge(&club, "Bob", "Robert").status, 200);
    assert_eq!(club.short("?rank_by=won"), ["1 Robert 3-0-0", "2 Ann 0-0-3"]);
    healthy(&service);
    let listed = club.manager.get(&format!("{}/players?merged=true", club.path)).json();
    let id = |name: &str| {
        let items = listed["items"].as_array().unwrap();
        items.iter().find(|it| it["name"] == name).unwrap()["id"].as_str().unwrap().to_owned()
    };
    let apart = |name: &str| {
        let path = format!("{}/players/{}/unmerge", club.path, id(name));
        assert_eq!(club.manager.post(&path, &json!({})).status, 200);
    };
    apart("Bob");
    assert_eq!(club.short("?rank_by=won"), ["1 Bob 2-0-0", "2 Robert 1-0-0", "3 Ann 0-0-3"]);
    healthy(&service);
    apart("Bobby");
    assert_eq!(club.short("?rank_by=won"), ["1 Bob 1-0-0", "1 Bobby 1-0-0", "1 Robert 1-0-0", "4 Ann 0-0-3"]);
    healthy(&service);
}

#[test]
fn a_guest_becomes_a_player() {
    let service = Service::start();
    let club = club(&service);
    club.play("2026-01-05", &["Ann", "Bob"], json!({ "A": 100 }));
    let path = format!("{}/players/{}", club.path, club.player("Ann"));
    assert_eq!(club.manager.get(&path).json()["guest"], true);
    assert_eq!(club.manager.patch(&path, &json!({ "guest": false })).json()["guest"], false);
    // Or turns out to be one: the guest's games count for the player.
    club.manager.post(&format!("{}/players", club.path), &json!({ "name": "Robert" }));
    assert_eq!(merge(&club, "Bob", "Robert").status, 200);
    assert_eq!(club.short(""), ["1 Ann 1-0-0", "2 Robert 0-0-1"]);
}

#[test]
fn standings_follow_every_change_of_people_as_if_made_anew() {
    let service = Service::start();
    let club = club(&service);
    let names = ["Ann", "Bob", "Cy", "Dora", "Eve", "Fay"];
    let mut games = Vec::new();
    let mut done = 0;
    for step in 0..90_usize {
        let mixed = step * 7 + step * step % 5;
        let (one, other) = (names[mixed % 6], names[(mixed + 1 + mixed % 4) % 6]);
        if step % 6 == 0 {
            games.push(club.play(
                &format!("2026-0{}-11", 1 + mixed % 5),
                &[one, other],
                json!({ "A": 5 * (mixed % 24) }),
            ));
        }
        let table = Table { manager: &club.manager, path: games[mixed % games.len()].clone() };
        let name = json!({ "name": other });
        let answer = match step % 9 {
            0 => table.send("PUT", "/seats", Some(&json!({ "seats": { "B": name } }))),
            1 => table.post("/rounds", &json!({ "detail": "points", "points": { "B": 60 } })),
            2 => table.post("/seats", &name),
            3 => table.post("/seats/B/leave", &json!({})),
            4 => table.post("/seats/B/return", &json!({})),
            5 => table.post("/seats/A/replace", &json!({ "name": other, "result_for": "newcomer" })),
            6 => merge(&club, "Fay", one),
            7 => table.post("/rounds", &json!({ "detail": "points", "points": { "A": 60 } })),
            _ => {
                let merged = club.manager.get(&format!("{}/players?merged=true", club.path)).json();
                let id = merged["items"][0]["id"].as_str().unwrap_or(NOBODY).to_owned();
                club.manager.post(&format!("{}/players/{id}/unmerge", club.path), &json!({}))
            }
        };
        assert!(answer.status < 500, "{answer:?}");
        done += usize::from(answer.status < 300);
        if step % 15 == 14 {
            healthy(&service);
        }
    }
    assert!(done > 30, "many of these changes are possible, {done} were");
}
