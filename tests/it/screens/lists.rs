//! Lists of games, each shown whole with one request, and the same as a file.

use serde_json::{Value, json};

use crate::archives::run;
use crate::standings::{Club, blamed, club};
use crate::support::{Service, query, wait_until};

fn list(club: &Club, query: &str) -> Vec<Value> {
    let answer = club.manager.get(&format!("{}/games?{query}", club.path));
    assert_eq!(answer.status, 200, "{query}: {answer:?}");
    answer.json()["items"].as_array().unwrap().clone()
}

fn paths(club: &Club, query: &str) -> Vec<String> {
    list(club, query).iter().map(|game| format!("/v1/games/{}", game["id"].as_str().unwrap())).collect()
}

/// What a list shows of a game is what the game itself says.
fn is_as_read(club: &Club, summary: &Value) {
    let game = club.manager.get(&format!("/v1/games/{}", summary["id"].as_str().unwrap())).json();
    let score = &game["score"];
    for member in ["status", "totals", "winners", "ended_by"] {
        assert_eq!(summary.get(member), score.get(member), "{member}: {summary}");
    }
    for member in ["version", "name", "played_on", "counts", "variant", "partners", "changed_at"] {
        assert_eq!(summary.get(member), game.get(member), "{member}: {summary}");
    }
}

#[test]
fn each_game_of_a_list_has_its_totals_winners_and_end() {
    let service = Service::start();
    let club = club(&service);
    let won = club.play("2026-04-01", &["Ann", "Bob"], json!({"A": 100}));
    let running = club.start(json!({"variant": "block"}), &["Ann", "Cem"]);
    club.round(&running, json!({"A": 12}));
    let pairs = club.start(json!({"variant": "hathaway", "partners": true}), &["Ann", "Bob", "Cem", "Dee"]);
    club.round(&pairs, json!({"A+C": 40}));
    let ended = json!({"kind": "time_limit", "reason": "the last bus"});
    assert_eq!(club.manager.post(&format!("{pairs}/end"), &ended).status, 200);
    let broken_off = club.start(json!({"variant": "block"}), &["Bob", "Cem"]);
    let ended = json!({"kind": "abandoned", "reason": "the lights went out"});
    assert_eq!(club.manager.post(&format!("{broken_off}/end"), &ended).status, 200);

    let items = list(&club, "");
    let short = |item: &Value| {
        json!([
            item["totals"],
            item["winners"],
            item["won_by"],
            item["ended_by"],
            item["rounds"],
            item["partners"]
        ])
    };
    let expected = json!([
        [{"A": 0, "B": 0}, [], null, "abandoned", 0, false],
        [{"A+C": 40, "B+D": 0}, ["A+C"], "Ann and Cem", "time_limit", 1, true],
        [{"A": 12, "B": 0}, [], null, null, 1, false],
        [{"A": 100, "B": 0}, ["A"], "Ann", null, 1, false],
    ]);
    assert_eq!(items.iter().map(short).collect::<Value>(), expected);
    items.iter().for_each(|item| is_as_read(&club, item));

    // A correction is in the list too.
    let amended = json!({"detail": "points", "points": {"A": 0, "B": 100}});
    let put = club.manager.send("PUT", &format!("{won}/rounds/1"), &[("If-Match", "*")], Some(&amended));
    assert_eq!(put.status, 200, "{put:?}");
    assert_eq!(list(&club, "")[3]["won_by"], "Bob");
    assert_eq!(list(&club, "partners=true")[0]["id"], items[1]["id"]);
}

#[test]
fn lists_of_games_are_narrowed_by_season_counting_partners_and_change() {
    let service = Service::start();
    let club = club(&service);
    let one = club.play("2026-04-01", &["Ann", "Bob"], json!({"A": 100}));
    let two = club.play("2026-04-02", &["Ann", "Bob", "Cem"], json!({"A": 100}));
    let friendly =
        club.start(json!({"variant": "block", "counts": false, "played_on": "2026-04-03"}), &["Ann", "Bob"]);
    let named = json!({"variant": "hathaway", "partners": true, "played_on": "2026-05-01"});
    let pairs = club.start(named, &["Ann", "Bob", "Cem", "Dee"]);
    let season = json!({"name": "April", "from": "2026-04-01", "to": "2026-04-30", "games": {"players": 2}});
    let april = club.manager.post(&format!("{}/seasons", club.path), &season).json();
    let april = april["id"].as_str().unwrap();

    assert_eq!(paths(&club, "counts=true"), [&*pairs, &*two, &*one]);
    assert_eq!(paths(&club, "counts=false"), [&*friendly]);
    assert_eq!(paths(&club, "partners=true"), [&*pairs]);
    assert_eq!(paths(&club, "partners=false&from=2026-04-02"), [&*friendly, &*two]);
    assert_eq!(paths(&club, &format!("season={april}")), [&*one]);
    club.manager.patch(&format!("{}/seasons/{april}", club.path), &json!({"games": {}}));
    assert_eq!(paths(&club, &format!("season={april}")), [&*two, &*one]);
    let first = club.manager.get(&format!("{}/games?season={april}&limit=1", club.path)).json();
    let cursor = first["next_cursor"].as_str().unwrap();
    assert_eq!(paths(&club, &format!("season={april}&limit=1&cursor={cursor}")), [&*one]);
    assert_eq!(paths(&club, &format!("season={april}&status=running")), Vec::<String>::new());

    let then = club.manager.get(&pairs).json()["changed_at"].as_str().unwrap().to_owned();
    wait_until("a second has passed", || service.client.get("/v1/service").json()["time"] != then);
    wait_until("another has passed", || {
        let now = service.client.get("/v1/service").json()["time"].as_str().unwrap().to_owned();
        now.parse::<chrono::DateTime<chrono::Utc>>().unwrap()
            > then.parse::<chrono::DateTime<chrono::Utc>>().unwrap() + chrono::TimeDelta::seconds(1)
    });
    let now = service.client.get("/v1/service").json()["time"].as_str().unwrap().to_owned();
    assert_eq!(paths(&club, &format!("changed_since={now}")), Vec::<String>::new());
    club.manager.patch(&one, &json!({"name": "Opening"}));
    assert_eq!(paths(&club, &format!("changed_since={now}")), [&*one]);
    assert_eq!(paths(&club, "changed_since=2000-01-01T00:00:00Z").len(), 4);

    for (query, start) in [
        (format!("season={april}&from=2026-04-02"), "from cannot be given with `season`"),
        (format!("season={april}&counts=true"), "counts cannot be given with `season`"),
        (format!("season={april}&variant=block"), "variant cannot be given with `season`"),
        ("counts=maybe".to_owned(), "counts must be"),
        ("partners=2".to_owned(), "partners must be"),
        ("changed_since=yesterday".to_owned(), "changed_since must be"),
    ] {
        let told = blamed(&club.manager.get(&format!("{}/games?{query}", club.path)));
        assert!(told.starts_with(start), "{query}: {told}");
    }
    let unknown = club.manager.get(&format!("{}/games?season={}", club.path, crate::support::NOBODY));
    assert_eq!((unknown.status, &unknown.json()["code"]), (404, &json!("season_not_found")));
}

#[test]
fn what_lists_show_is_put_right_from_the_logs() {
    let service = Service::start();
    let club = club(&service);
    club.play("2026-04-01", &["Ann", "Bob"], json!({"A": 100}));
    let running = club.start(json!({"variant": "block"}), &["Ann", "Cem"]);
    club.round(&running, json!({"A": 12}));
    let shown = list(&club, "");
    for harm in ["brief = '{}'", "brief = '{\"totals\": {\"A\": 7}}'", "partners = true"] {
        query(&service.database, &format!("UPDATE games SET {harm}"));
        assert_ne!(list(&club, ""), shown, "{harm}");
        let check = run(&service.database, &["rebuild", "--check"]);
        assert!(!check.done, "{}", check.said);
        assert!(run(&service.database, &["rebuild"]).done);
        assert_eq!(list(&club, ""), shown, "{harm}");
        assert!(run(&service.database, &["rebuild", "--check"]).done);
    }
}

#[test]
fn results_are_a_file_with_few_columns_and_ids_on_request() {
    let service = Service::start();
    let club = club(&service);
    let won = club.play("2026-04-01", &["Ann", "=Bob"], json!({"A": 100}));
    let named = json!({"variant": "hathaway", "partners": true, "name": "Final", "played_on": "2026-05-01"});
    let pairs = club.start(named, &["Ann", "=Bob", "Cem", "Dee"]);
    club.round(&pairs, json!({"A+C": 40}));
    club.manager.post(&format!("{pairs}/end"), &json!({"kind": "time_limit", "reason": "the last bus"}));
    club.start(json!({"variant": "block"}), &["Ann", "Cem"]);

    let file = |query: &str| club.manager.get(&format!("{}/results.csv{query}", club.path));
    let answer = file("");
    assert_eq!(answer.header("content-type"), "text/csv; charset=utf-8; header=present");
    assert_eq!(
        answer.text.split("\r\n").collect::<Vec<_>>(),
        [
            "day,name,variant,totals,winners,ended,rounds",
            "2026-05-01,Final,Hathaway double-six,\"Ann and Cem 40, =Bob and Dee 0\",Ann and Cem,the time was up,1",
            "2026-04-01,,Block,\"Ann 100, =Bob 0\",Ann,by its rules,1",
            "",
        ]
    );
    let short = file("?variant=block&ids=true&bom=true").text;
    let id = won.rsplit('/').next().unwrap();
    let (ann, bob) = (club.player("Ann"), club.player("=Bob"));
    assert_eq!(
        short,
        format!(
            "\u{feff}day,name,variant,totals,winners,ended,rounds,game_id,player_ids\r\n\
             2026-04-01,,Block,\"Ann 100, =Bob 0\",Ann,by its rules,1,{id},{ann} {bob}\r\n"
        )
    );
    assert!(
        file("?status=finished").status == 400
            && service.client.get(&format!("{}/results.csv", club.path)).status == 401
    );
    for table in ["standings.csv", "results.csv"] {
        let plain = club.manager.get(&format!("{}/{table}", club.path)).text;
        let marked = club.manager.get(&format!("{}/{table}?bom=true", club.path)).text;
        assert_eq!(marked, format!("\u{feff}{plain}"));
    }
}

#[test]
fn a_file_of_results_has_every_game_however_many() {
    let service = Service::start();
    let seeded = run(&service.database, &["seed", "--games", "1100", "--players", "30"]);
    assert!(seeded.done, "{}", seeded.said);
    let club = &query(&service.database, "SELECT id::text FROM clubs")[0][0];
    for query in ["", "?from=2000-01-01"] {
        let file = service.client.get(&format!("/v1/clubs/{club}/results.csv{query}")).text;
        let rows: Vec<&str> = file.split_terminator("\r\n").collect();
        let days: Vec<&str> = rows[1..].iter().map(|row| &row[..10]).collect();
        assert_eq!(days.len(), 1100, "{query}");
        assert!(days.is_sorted_by(|one, next| one >= next), "{query}: the latest first");
    }
}
