//! What users of such tables complain about, one complaint a test.

use chrono::Utc;
use serde_json::{Value, json};

use super::{Club, blamed, club};
use crate::support::{NOBODY, Service, query, refusal, with_draws};

fn stats(club: &Club, name: &str, filter: &str) -> Value {
    let answer = club.manager.get(&format!("{}/players/{}/stats{filter}", club.path, club.player(name)));
    assert_eq!(answer.status, 200, "{answer:?}");
    answer.json()
}

fn version(club: &Club, game: &str) -> String {
    club.manager.get(game).header("etag").to_owned()
}

#[test]
fn a_result_that_is_sent_again_counts_once() {
    // Needs 81, 86.
    let service = Service::start();
    let club = club(&service);
    let seats = json!([{"name": "Ann"}, {"name": "Bob"}]);
    let game = with_draws(json!({"variant": "block", "played_on": "2026-04-01", "seats": seats}));
    let send = |path: &str, body: &Value| {
        let sent =
            [(); 2].map(|()| club.manager.send("POST", path, &[("Idempotency-Key", path)], Some(body)));
        assert_eq!((sent[0].status, &sent[0].text), (201, &sent[1].text));
        sent[0].header("location").to_owned()
    };
    let path = send(&format!("{}/games", club.path), &game);
    send(&format!("{path}/rounds"), &json!({"detail": "points", "points": {"A": 100}}));
    assert_eq!(club.short(""), ["1 Ann 1-0-0", "2 Bob 0-0-1"]);
    assert_eq!(stats(&club, "Bob", "")["total"]["played"], 1);
}

#[test]
fn a_game_that_two_people_recorded_is_taken_out_of_the_table() {
    // Needs 83, 84.
    let service = Service::start();
    let club = club(&service);
    let games = [(); 2].map(|()| club.play("2026-04-01", &["Ann", "Bob"], json!({"A": 100})));
    assert_eq!(club.short(""), ["1 Ann 2-0-0", "2 Bob 0-0-2"]);
    let twice = json!({"counts": false, "name": "recorded twice"});
    assert_eq!(club.manager.patch(&games[1], &twice).status, 200);
    assert_eq!(club.short(""), ["1 Ann 1-0-0", "2 Bob 0-0-1"]);
}

#[test]
fn an_old_result_is_changed_when_there_are_newer_ones() {
    // Needs 11, 13, 95.
    let service = Service::start();
    let (wrong, right) = (club(&service), club(&service));
    let days = ["2026-04-01", "2026-04-02", "2026-04-03"];
    let old = wrong.play(days[0], &["Ann", "Bob"], json!({"A": 100}));
    right.play(days[0], &["Ann", "Bob"], json!({"B": 110}));
    for club in [&wrong, &right] {
        club.play(days[1], &["Bob", "Cem"], json!({"A": 120}));
        club.play(days[2], &["Cem", "Ann"], json!({"A": 100}));
    }
    let round = json!({"detail": "points", "points": {"B": 110}});
    let tag = version(&wrong, &old);
    let amended = wrong.manager.send("PUT", &format!("{old}/rounds/1"), &[("If-Match", &tag)], Some(&round));
    assert_eq!(amended.status, 200, "{amended:?}");
    for filter in ["", "?from=2026-04-01&to=2026-04-02", "?rank_by=win_rate,mini_table,average"] {
        let plain = |club: &Club| {
            let mut table = club.standings(filter);
            table["rows"]
                .as_array_mut()
                .unwrap()
                .iter_mut()
                .for_each(|row| row["player"]["id"].take().as_null().unwrap_or(()));
            table
        };
        assert_eq!(plain(&wrong), plain(&right), "{filter}");
    }
}

#[test]
fn what_is_taken_back_is_in_no_statistic() {
    // Need 96.
    let service = Service::start();
    let club = club(&service);
    let game = club.play("2026-04-01", &["Ann", "Bob"], json!({"A": 100}));
    let tag = version(&club, &game);
    let voided =
        club.manager.send("DELETE", &format!("{game}/rounds/1?reason=misdeal"), &[("If-Match", &tag)], None);
    assert_eq!(voided.status, 200, "{voided:?}");
    let ann = stats(&club, "Ann", "");
    assert_eq!((&ann["total"]["played"], &ann["total"]["rounds"]), (&json!(0), &json!(0)));
    for list in ["form", "by_partner", "by_opponent"] {
        assert_eq!(ann[list], json!([]), "{list}");
    }
    assert_eq!(
        (&ann["longest_won"], &ann["by_seat"], &ann["by_variant"]),
        (&json!(0), &json!({}), &json!({}))
    );
    assert!(ann["nemesis"].is_null() && ann["rival"].is_null() && ann["total"]["win_rate"].is_null());
    assert_eq!(club.short(""), [""; 0]);
}

#[test]
fn statistics_are_of_a_period_a_number_of_players_and_each_other_player() {
    // Need 99.
    let service = Service::start();
    let club = club(&service);
    club.play("2025-12-31", &["Ann", "Bob"], json!({"A": 100}));
    club.play("2026-01-01", &["Ann", "Bob"], json!({"A": 100}));
    club.play("2026-01-02", &["Ann", "Bob"], json!({"B": 100}));
    club.play("2026-01-03", &["Ann", "Cem", "Dee"], json!({"B": 100}));
    club.play("2026-01-04", &["Ann", "Dee"], json!({"A": 100}));
    let pairs = |day: &str, names: &[&str], points: Value| {
        let game = json!({"variant": "hathaway", "partners": true, "played_on": day});
        club.round(&club.start(game, names), points);
    };
    pairs("2026-02-01", &["Ann", "Bob", "Dee", "Cem"], json!({"A+C": 0, "B+D": 120}));
    pairs("2026-02-02", &["Ann", "Bob", "Dee", "Cem"], json!({"A+C": 0, "B+D": 120}));
    pairs("2026-02-03", &["Ann", "Bob", "Eve", "Cem"], json!({"A+C": 120, "B+D": 0}));
    let all = stats(&club, "Ann", "");
    let name = |member: &str| all[member]["name"].as_str().unwrap().to_owned();
    assert_eq!((name("usual_partner"), name("best_partner")), ("Dee".to_owned(), "Eve".to_owned()));
    assert_eq!((name("rival"), name("nemesis")), ("Bob".to_owned(), "Cem".to_owned()));
    // Of Dee as an opponent: before once, and level once behind Cem.
    assert_eq!(name("favourite_opponent"), "Dee");
    assert_eq!(stats(&club, "Ann", "?to=2025-12-31")["total"]["played"], 1);
    assert_eq!(stats(&club, "Ann", "?from=2026-01-01&to=2026-01-31")["total"]["played"], 4);
    assert_eq!(stats(&club, "Ann", "?players=3")["total"]["lost"], 1);
    assert_eq!(stats(&club, "Ann", "?partners=true")["total"]["won"], 1);
    let opponents = &stats(&club, "Ann", "?players=2&from=2026-01-01")["by_opponent"];
    assert_eq!(
        (&opponents[0]["player"]["name"], &opponents[0]["won"], &opponents[0]["lost"]),
        (&json!("Bob"), &json!(1), &json!(1))
    );
}

#[test]
fn a_show_game_is_listed_and_counts_nowhere() {
    // Need 100.
    let service = Service::start();
    let club = club(&service);
    let show = club.start(json!({"variant": "block", "counts": false}), &["Ann", "Bob"]);
    club.round(&show, json!({"A": 100}));
    let season = json!({"name": "All", "from": "2000-01-01", "to": "2099-12-31"});
    let season = club.manager.post(&format!("{}/seasons", club.path), &season).json();
    assert_eq!(club.short(""), [""; 0]);
    assert_eq!(club.standings(&format!("?season={}", season["id"].as_str().unwrap()))["rows"], json!([]));
    assert_eq!(stats(&club, "Ann", "")["by_opponent"], json!([]));
    let games = club.manager.get(&format!("{}/games?status=finished", club.path)).json();
    assert_eq!(games["items"][0]["counts"], false);
    assert_eq!(club.manager.patch(&show, &json!({"counts": true})).status, 200);
    assert_eq!(club.short(""), ["1 Ann 1-0-0", "2 Bob 0-0-1"]);
}

#[test]
fn two_spellings_of_a_name_are_one_row() {
    // Needs 101, 104, 105: guests stand in the table like everybody else, once each.
    let service = Service::start();
    let club = club(&service);
    assert_eq!(club.manager.post(&format!("{}/players", club.path), &json!({"name": "Ann"})).status, 201);
    club.play("2026-04-01", &["ann ", "BOB"], json!({"A": 100}));
    club.play("2026-04-02", &["Bob", "ANN"], json!({"A": 90, "B": 0}));
    club.play("2026-04-03", &["Bob", "ANN"], json!({"B": 100}));
    assert_eq!(club.short(""), ["1 Ann 2-0-0", "2 BOB 0-0-2"]);
    let guest = club.manager.get(&format!("{}/players/{}", club.path, club.player("BOB"))).json();
    assert_eq!(guest["guest"], true);
}

#[test]
fn a_game_belongs_to_the_day_of_the_club_when_it_was_made() {
    // Need 111. It is never the same day in both of these.
    let service = Service::start();
    let club = club(&service);
    for name in ["Pacific/Pago_Pago", "Pacific/Kiritimati"] {
        let zone: chrono_tz::Tz = name.parse().unwrap();
        assert_eq!(club.manager.patch(&club.path, &json!({"time_zone": name})).status, 200);
        let today = || Utc::now().with_timezone(&zone).date_naive().to_string();
        let before = today();
        let game = club.start(json!({"variant": "block"}), &["Ann", "Bob"]);
        club.round(&game, json!({"A": 100}));
        let day = club.manager.get(&game).json()["played_on"].as_str().unwrap().to_owned();
        assert!([before, today()].contains(&day), "{name}: {day}");
        // Found on its day, and by no other.
        assert_eq!(club.short(&format!("?from={day}&to={day}")), ["1 Ann 1-0-0", "2 Bob 0-0-1"], "{name}");
        let listed = club.manager.get(&format!("{}/games?from={day}&to={day}", club.path)).json();
        assert_eq!(listed["items"].as_array().unwrap().len(), 1, "{name}");
    }
}

#[test]
fn months_and_years_end_with_their_last_day() {
    // Need 111.
    let service = Service::start();
    let club = club(&service);
    for day in ["2023-12-31", "2024-01-01", "2024-02-29", "2024-03-01", "2024-12-31", "2025-01-01"] {
        club.play(day, &["Ann", "Bob"], json!({"A": 100}));
    }
    for (range, games) in [
        ("from=2024-01-01&to=2024-12-31", 4),
        ("from=2024-02-01&to=2024-02-29", 1),
        ("from=2024-02-29&to=2024-03-01", 2),
        ("from=2024-03-01&to=2024-03-31", 1),
        ("from=2023-12-31&to=2025-01-01", 6),
        ("to=2023-12-31", 1),
        ("from=2025-01-01", 1),
        ("from=2025-01-02", 0),
    ] {
        let table = club.standings(&format!("?{range}"));
        assert_eq!(table["rows"][0]["won"].as_i64().unwrap_or(0), games, "{range}");
        assert_eq!(stats(&club, "Bob", &format!("?{range}"))["total"]["lost"], games, "{range}");
    }
}

#[test]
fn refusals_have_one_shape_and_name_what_is_wrong() {
    // Needs 112, 113.
    let service = Service::start();
    let club = club(&service);
    club.play("2026-04-01", &["Ann", "Bob"], json!({"A": 100}));
    for (path, code) in [
        (format!("/v1/clubs/{NOBODY}/standings"), "club_not_found"),
        (format!("/v1/clubs/{NOBODY}/standings.csv"), "club_not_found"),
        (format!("/v1/clubs/{NOBODY}/games"), "club_not_found"),
        (format!("{}/players/{NOBODY}/stats", club.path), "player_not_found"),
        (format!("{}/seasons/{NOBODY}", club.path), "season_not_found"),
        (format!("{}/seasons/{NOBODY}/log", club.path), "season_not_found"),
        (format!("{}/standings/spring", club.path), "not_found"),
        ("/v1/clubs/ours/standings".to_owned(), "not_found"),
    ] {
        assert_eq!(refusal(&club.manager.get(&path)), (404, code.to_owned()), "{path}");
    }
    for list in ["games", "seasons", "players"] {
        for (parameter, wrong) in
            [("limit", "0"), ("limit", "101"), ("limit", "ten"), ("limit", ""), ("cursor", "x")]
        {
            let told = blamed(&club.manager.get(&format!("{}/{list}?{parameter}={wrong}", club.path)));
            assert!(told.starts_with(&format!("{parameter} must be")), "{list}: {told}");
        }
    }
    assert!(
        blamed(&club.manager.get(&format!("{}/standings?from=2026-01-01&from=2026-02-01", club.path)))
            .starts_with("from is given twice")
    );
}

#[test]
fn pages_of_what_was_made_in_the_same_moment_have_everything_once() {
    // Need 114.
    let service = Service::start();
    let club = club(&service);
    for number in 0..7 {
        club.play("2026-04-01", &["Ann", "Bob"], json!({"A": 100}));
        let season = json!({"name": format!("Season {number}"), "from": "2026-01-01", "to": "2026-12-31"});
        assert_eq!(club.manager.post(&format!("{}/seasons", club.path), &season).status, 201);
    }
    for list in ["games", "seasons"] {
        query(&service.database, &format!("UPDATE {list} SET created_at = '2026-04-01T20:00:00Z'"));
        let (mut seen, mut cursor) = (Vec::new(), String::new());
        loop {
            let page = club.manager.get(&format!("{}/{list}?limit=2{cursor}", club.path)).json();
            seen.extend(page["items"].as_array().unwrap().iter().map(|item| item["id"].to_string()));
            let Some(next) = page["next_cursor"].as_str() else { break };
            cursor = format!("&cursor={next}");
        }
        assert_eq!(seen.len(), 7, "{list}");
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), 7, "{list}");
    }
}

#[test]
fn scores_are_whole_numbers_however_large() {
    // Need 115.
    let service = Service::start();
    let club = club(&service);
    for day in ["2026-04-01", "2026-04-02"] {
        let game = club.play(day, &["Ann", "Bob"], json!({"A": 100}));
        let penalty =
            json!({"seat": "B", "amount": {"points": 10_000}, "awarded_to": "A", "reason": "wagered"});
        assert_eq!(club.manager.post(&format!("{game}/penalties"), &penalty).status, 201);
    }
    let ann = club.standings("")["rows"][0].clone();
    assert_eq!(
        (&ann["points_for"], &ann["best"], &ann["average"]),
        (&json!(20_200), &json!(10_100), &json!(10_100.0))
    );
    let game = club.start(json!({"variant": "block"}), &["Ann", "Bob"]);
    let text = json!({"detail": "points", "points": {"A": "49-46ish"}});
    assert_eq!(club.manager.post(&format!("{game}/rounds"), &text).status, 422);
}
