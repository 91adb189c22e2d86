//! Two players who are one person, guests who become players, and standings that follow. The numbers
//! are rows of the list of needs.

use serde_json::json;

use crate::people::Table;
use crate::standings::{Club, club};
use crate::support::{Answer, NOBODY, Service, refusal};

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
    assert_eq!(
        (&merged["games"], &merged["player"]["merged_into"]),
        (&json!(2), &json!({ "id": club.player("Bob"), "name": "Bob" }))
    );
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
    let again = club.manager.post(&format!("{path}/merge"), &json!({ "into": dora }));
    assert_eq!(refusal(&again), (409, "player_merged".into()));
    assert_eq!(again.json()["detail"], "Cy is already merged into Ann.");
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
    for name in names {
        club.manager.post(&format!("{}/players", club.path), &json!({ "name": name }));
    }
    let (mut done, mut merged) = (0, 0);
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
            6 => {
                // A guest whom nobody else has met, with a result to hand over.
                let (guest, rival) = (format!("Guest {step}"), format!("Rival {step}"));
                club.play("2026-06-01", &[&guest, &rival], json!({ "A": 100 }));
                let answer = merge(&club, &guest, one);
                merged += usize::from(answer.status == 200);
                answer
            }
            7 => table.post("/rounds", &json!({ "detail": "points", "points": { "A": 60 } })),
            // Every other merge stays, so that the checks see some.
            _ if step % 18 == 8 => table.send("DELETE", "/rounds/last", None),
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
    assert_eq!(merged, 10, "every guest turned out to be somebody");
    let still = club.manager.get(&format!("{}/players?merged=true", club.path)).json();
    assert_eq!(still["items"].as_array().unwrap().len(), 5);
}

#[test]
fn nobody_sits_at_a_table_by_two_names_and_a_dry_run_says_so_too() {
    let service = Service::start();
    let club = club(&service);
    let path = club.start(json!({ "variant": "chickenfoot" }), &["Annie", "Bob"]);
    let table = Table { manager: &club.manager, path };
    club.manager.post(&format!("{}/players", club.path), &json!({ "name": "Ann" }));
    assert_eq!(merge(&club, "Annie", "Ann").status, 200);
    let ann = club.player("Ann");
    let taken = json!({ "player": ann, "result_for": "newcomer" });
    let wrong = json!({ "seats": { "B": { "name": "ann" } } });
    assert_eq!(
        table.post("/rounds", &json!({ "detail": "points", "points": { "A": 1, "B": 2 } })).status,
        201
    );
    let before = club.manager.get(&table.path).text;
    for (method, place, body, pointer) in [
        ("POST", "/seats", json!({ "name": "Ann" }), "/name"),
        ("POST", "/seats", json!({ "player": ann }), "/player"),
        ("POST", "/seats/B/replace", taken, "/player"),
        ("PUT", "/seats", wrong, "/seats/B"),
    ] {
        for place in [format!("{place}?dry_run=true"), place.to_owned()] {
            let refused = table.send(method, &place, Some(&body));
            assert_eq!(refusal(&refused), (422, "player_twice".into()), "{place}: {refused:?}");
            assert_eq!(refused.json()["errors"][0]["pointer"], pointer, "{place}");
        }
    }
    assert_eq!(club.manager.get(&table.path).text, before, "nothing is stored");
}

#[test]
fn what_becomes_of_tables_is_shown_before_players_or_seats_are_put_right() {
    let service = Service::start();
    let club = club(&service);
    club.play("2026-03-05", &["Ann", "Bob"], json!({ "A": 100 }));
    let game = club.play("2026-03-06", &["Bobby", "Cy"], json!({ "A": 120 }));
    club.play("2026-04-07", &["Cy", "Bobby"], json!({ "A": 130 }));
    let days = |name: &str, to: &str| json!({ "name": name, "from": "2026-03-01", "to": to });
    let march = club.manager.post(&format!("{}/seasons", club.path), &days("March", "2026-03-31")).json();
    club.manager.post(&format!("{}/seasons", club.path), &days("May", "2026-03-02"));
    let closed = club.manager.post(&format!("{}/seasons", club.path), &days("Closed", "2026-12-31")).json();
    let close = format!("{}/seasons/{}/close", club.path, closed["id"].as_str().unwrap());
    assert_eq!(club.manager.post(&close, &json!(null)).status, 200);
    let march = json!({ "id": march["id"], "name": "March" });
    let (bob, bobby, cy) = (club.player("Bob"), club.player("Bobby"), club.player("Cy"));
    assert_eq!(club.short("?from=2026-03-01&to=2026-03-31")[0], "1 Bobby 1-0-0");

    // In March Bobby has won and Bob has lost; together they come behind Ann.
    let into = json!({ "into": bob });
    let path = format!("{}/players/{bobby}/merge", club.path);
    let dry = club.manager.post(&format!("{path}?dry_run=true"), &into).json();
    let tables = dry["tables"].as_array().unwrap();
    let of_march = tables.iter().find(|table| table["season"] == march).unwrap();
    assert_eq!(
        of_march["rank_changes"],
        json!([{ "player": bobby, "name": "Bobby", "before": 1 },
            { "player": bob, "name": "Bob", "before": 3, "after": 2 }]),
        "{dry}"
    );
    let ranks = |rank: usize| club.short("?from=2026-03-01&to=2026-03-31")[rank - 1].clone();
    let real = club.manager.post(&path, &into);
    assert!(real.json().get("tables").is_none(), "only what would be is foreseen: {real:?}");
    assert_eq!(ranks(2), "2 Bob 1-0-1");
    let unmerge = format!("{}/players/{bobby}/unmerge", club.path);
    let back = club.manager.post(&format!("{unmerge}?dry_run=true"), &json!({})).json();
    assert!(
        back["tables"].as_array().unwrap().contains(&json!({ "season": march, "changed": 4,
        "rank_changes": [{ "player": bobby, "name": "Bobby", "after": 1 },
            { "player": bob, "name": "Bob", "before": 2, "after": 3 }] })),
        "{back}"
    );
    assert_eq!(club.manager.post(&unmerge, &json!({})).status, 200);

    // Somebody new won instead, so Bobby has no game in March.
    let seats = json!({ "seats": { "A": { "name": "Dee" } } });
    let headers = [("If-Match", "*")];
    let dry = club.manager.send("PUT", &format!("{game}/seats?dry_run=true"), &headers, Some(&seats)).json();
    let tables = dry["impact"]["tables"].as_array().unwrap();
    let of_march = tables.iter().find(|table| table["season"] == march).unwrap();
    assert_eq!(
        (&of_march["changed"], &of_march["rank_changes"][0]["after"]),
        (&json!(2), &json!(null)),
        "{dry}"
    );
    let mut named: Vec<(&str, Option<&str>)> = of_march["rank_changes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| (it["name"].as_str().unwrap(), it["player"].as_str()))
        .collect();
    named.sort_unstable();
    let people = [("Bobby", Some(&*bobby)), ("Cy", Some(&*cy)), ("Dee", None)];
    assert_eq!(named, people, "no made-up id: {dry}");
    let standings = dry["impact"]["standings"].as_array().unwrap();
    let dee = standings.iter().find(|it| it["name"] == "Dee").unwrap();
    assert_eq!((dee.get("player"), &dee["after"]), (None, &json!(1)), "{dry}");
    let real = club.manager.send("PUT", &format!("{game}/seats"), &headers, Some(&seats)).json();
    assert!(real["impact"].get("tables").is_none(), "only a dry run looks at tables: {real}");
    assert_eq!(ranks(1), "1 Dee 1-0-0");
    healthy(&service);
}
