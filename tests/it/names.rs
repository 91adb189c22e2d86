//! Names: which are the same, which are none, and in what order they stand.

use serde_json::{Value, json};

use crate::support::{Club, Service, club, query, refusal, with_draws};

/// A game of two, won at once by the first.
fn play(club: &Club, names: [&str; 2], called: &str) {
    let seats = names.map(|name| json!({ "name": name }));
    let game = with_draws(json!({ "variant": "block", "seats": seats, "name": called }));
    let made = club.manager.post(&format!("{}/games", club.path), &game);
    assert_eq!(made.status, 201, "{made:?}");
    let won = json!({ "detail": "points", "points": { "A": 100, "B": 0 } });
    assert_eq!(club.manager.post(&format!("{}/rounds", made.header("location")), &won).status, 201);
}

fn players(club: &Club) -> Vec<Value> {
    club.manager.get(&format!("{}/players", club.path)).json()["items"].as_array().unwrap().clone()
}

/// How many games of the club have this text in a name.
fn found(club: &Club, text: &str) -> usize {
    let list = club.manager.get(&format!("{}/games?text={text}", club.path)).json();
    list["items"].as_array().unwrap_or_else(|| panic!("{list}")).len()
}

#[test]
fn names_are_the_same_whatever_their_case_and_what_cannot_be_seen() {
    let service = Service::start();
    let club = club(&service, "Friday");
    play(&club, ["Strauß", "Émile"], "Große Runde");
    for same in ["STRAUSS", "strauß", "Strau\u{fe0f}ß", "\u{61c}STRAU\u{e0061}ß"] {
        let answer = club.add(same);
        assert_eq!(refusal(&answer), (409, "player_exists".to_owned()), "{same:?}");
    }
    // Who is seated by such a name is the same player.
    play(&club, ["STRAUSS", "ÉMILE"], "ÜBUNG");
    assert_eq!(players(&club).len(), 2);
    for (text, count) in [("strauss", 2), ("EMILE", 0), ("e%CC%81mile", 2), ("GROSSE", 1), ("%C3%BCb", 1)] {
        assert_eq!(found(&club, text), count, "{text}");
    }
}

#[test]
fn a_name_that_shows_nothing_is_none() {
    let service = Service::start();
    let club = club(&service, "Friday");
    let seats = [json!({ "name": "Ann" }), json!({ "name": "Bob" })];
    for nothing in ["\u{3164}", "\u{2800}", "\u{fe0f}\u{200b}", "\u{e0041}", "\u{115f} \u{ffa0}", "\u{301}"] {
        let game = json!({ "variant": "block", "seats": seats, "name": nothing });
        let season = json!({ "name": nothing, "from": "2026-01-01", "to": "2026-12-31" });
        let bodies = [
            ("/players", json!({ "name": nothing })),
            ("/games", game),
            ("/seasons", season),
            ("/keys", json!({ "scope": "view", "label": nothing })),
        ];
        for (path, body) in bodies {
            let answer = club.manager.post(&format!("{}{path}", club.path), &body);
            assert_eq!(refusal(&answer), (422, "invalid_body".to_owned()), "{path} {nothing:?}");
            assert!(answer.text.contains("must have something that can be seen"), "{answer:?}");
        }
        assert_eq!(service.client.post("/v1/clubs", &json!({ "name": nothing })).status, 422);
    }
}

#[test]
fn players_whose_names_became_the_same_stay_two_and_are_told_apart() {
    let service = Service::start();
    let club = club(&service, "Friday");
    for name in ["Strauß", "Xaver", "Ann", "Yann"] {
        assert_eq!(club.add(name).status, 201);
    }
    // As an older version left them: with other names, and with keys that are computed anew.
    query(
        &service.database,
        "UPDATE players SET name = 'STRAUSS' WHERE name = 'Xaver'; \
         UPDATE players SET name = U&'\\3164' WHERE name = 'Yann'; UPDATE players SET name_key = NULL",
    );
    let service = Service::start_on(&service.database);
    let club = Club { manager: service.client.with_key(&club.key), ..club };

    let there = players(&club);
    let names: Vec<&str> = there.iter().map(|it| it["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["Strauß", "STRAUSS", "Ann", "\u{3164}"]);
    let named = |player: &Value| json!([{ "id": player["id"], "name": player["name"] }]);
    assert_eq!(there[0]["namesakes"], named(&there[1]));
    assert_eq!(there[1]["namesakes"], named(&there[0]));
    assert!(there[2].get("namesakes").is_none());
    let path = format!("{}/players/{}", club.path, there[1]["id"].as_str().unwrap());
    assert_eq!(club.manager.get(&path).json()["namesakes"], named(&there[0]));

    // A new one of the name is refused; who is seated has to be one of them.
    assert_eq!(refusal(&club.add("strauss")), (409, "player_exists".to_owned()));
    let seat = |name: &str| {
        let seats = [json!({ "name": name }), json!({ "name": "Ann" })];
        let game = json!({ "variant": "block", "seats": seats });
        club.manager.post(&format!("{}/games", club.path), &game)
    };
    let unclear = seat("strauss");
    assert_eq!(refusal(&unclear), (422, "player_ambiguous".to_owned()));
    assert_eq!(unclear.json()["errors"][0]["pointer"], "/seats/0");
    assert!(unclear.text.contains("`Strauß` or `STRAUSS`"), "{unclear:?}");
    assert_eq!(seat("STRAUSS").json()["seats"][0]["player"], there[1]["id"]);

    // The export brings both into another place, where they are two again.
    let file = club.manager.get(&format!("{}/export", club.path)).json();
    let elsewhere = Service::start();
    let said = crate::archives::imported(&elsewhere.database, &file);
    let manager = elsewhere.client.with_key(crate::archives::key(&said));
    let read = |client: &crate::support::Client| client.get(&format!("{}/players", club.path)).json();
    assert_eq!(read(&manager), read(&club.manager));

    // One of them is called otherwise: nobody is a namesake any more, and the name is still taken.
    assert_eq!(club.manager.patch(&path, &json!({ "name": "strauss" })).status, 409);
    assert_eq!(club.manager.patch(&path, &json!({ "name": "STRAUSS" })).status, 200);
    assert_eq!(club.manager.patch(&path, &json!({ "name": "Xaver" })).status, 200);
    assert!(players(&club).iter().all(|it| it.get("namesakes").is_none()));
    assert_eq!(club.add("STRAUSS").status, 409);
    // Or both are one person, who is meant by every such name.
    let both = format!("{}/players/{}/merge", club.path, there[1]["id"].as_str().unwrap());
    let manager_path =
        |client: &crate::support::Client| client.post(&both, &json!({ "into": there[0]["id"] }));
    assert_eq!(manager_path(&manager).status, 200);
    let seats = [json!({ "name": "strauss" }), json!({ "name": "Ann" })];
    let made = manager.post(&format!("{}/games", club.path), &json!({ "variant": "block", "seats": seats }));
    assert_eq!(made.json()["seats"][0]["player"], there[0]["id"], "{made:?}");
}

#[test]
fn seasons_whose_names_became_the_same_stay_two_in_an_export_too() {
    let service = Service::start();
    let club = club(&service, "Friday");
    for name in ["Großes Turnier", "Xaver"] {
        let season = json!({ "name": name, "from": "2026-01-01", "to": "2026-12-31" });
        assert_eq!(club.manager.post(&format!("{}/seasons", club.path), &season).status, 201);
    }
    query(
        &service.database,
        "UPDATE seasons SET name = 'GROSSES TURNIER' WHERE name = 'Xaver'; \
         UPDATE season_changes SET body = replace(body::text, 'Xaver', 'GROSSES TURNIER')::jsonb; \
         UPDATE seasons SET name_key = NULL",
    );
    let service = Service::start_on(&service.database);
    let manager = service.client.with_key(&club.key);
    let season = json!({ "name": "grosses turnier", "from": "2026-01-01", "to": "2026-12-31" });
    let again = manager.post(&format!("{}/seasons", club.path), &season);
    assert_eq!(again.status, 409, "{again:?}");
    let elsewhere = Service::start();
    let file = manager.get(&format!("{}/export", club.path)).json();
    let said = crate::archives::imported(&elsewhere.database, &file);
    let there = elsewhere.client.with_key(crate::archives::key(&said));
    let seasons = format!("{}/seasons", club.path);
    assert_eq!(there.get(&seasons).json(), manager.get(&seasons).json());
}

#[test]
fn players_who_are_level_stand_in_the_order_of_their_names() {
    let service = Service::start();
    let club = club(&service, "Friday");
    for (one, other) in [("Zoë", "bob"), ("Álvarez", "Cy"), ("Łukasz", "Örjan"), ("alvarez", "Lee")] {
        play(&club, [one, other], "Level");
    }
    let table = club.manager.get(&format!("{}/standings?rank_by=played", club.path)).json();
    let rows = table["rows"].as_array().unwrap_or_else(|| panic!("{table}"));
    let names: Vec<&str> = rows.iter().map(|row| row["player"]["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["alvarez", "Álvarez", "bob", "Cy", "Lee", "Łukasz", "Örjan", "Zoë"]);
}
