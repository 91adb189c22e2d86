//! Standings, statistics and exports over HTTP, and the projections behind them.

mod bonus;
mod corrections;
mod independent;
mod laws;
mod lists;
mod moment;
mod needs;
mod pages;
mod public;
mod ratings;
mod unfinished;

use serde_json::{Value, json};

use crate::support::{Answer, Client, Service, query, with_draws};

/// A club with its manager's client.
pub struct Club {
    pub path: String,
    pub manager: Client,
}

pub fn club(service: &Service) -> Club {
    let made = service.client.post("/v1/clubs", &json!({"name": "Friday", "time_zone": "Asia/Tokyo"})).json();
    let path = format!("/v1/clubs/{}", made["id"].as_str().unwrap());
    Club { manager: service.client.with_key(made["key"].as_str().unwrap()), path }
}

impl Club {
    /// Starts a game and answers its path.
    pub fn start(&self, game: Value, names: &[&str]) -> String {
        let mut game = with_draws(game);
        // Whatever day it is: these tables are about days of one year.
        game["override"] = json!({"reason": "a test"});
        game["seats"] = names.iter().map(|name| json!({"name": name})).collect();
        let made = self.manager.post(&format!("{}/games", self.path), &game);
        assert_eq!(made.status, 201, "{made:?}");
        made.header("location").to_owned()
    }

    /// Plays a game of Block to 100 that ends with the first round.
    pub fn play(&self, day: &str, names: &[&str], points: Value) -> String {
        let path = self.start(json!({"variant": "block", "played_on": day}), names);
        self.round(&path, points);
        path
    }

    pub fn round(&self, game: &str, points: Value) {
        let round = json!({"detail": "points", "points": points});
        let added = self.manager.post(&format!("{game}/rounds"), &round);
        assert_eq!(added.status, 201, "{added:?}");
    }

    pub fn standings(&self, query: &str) -> Value {
        let answer = self.manager.get(&format!("{}/standings{query}", self.path));
        assert_eq!(answer.status, 200, "{query}: {answer:?}");
        answer.json()
    }

    /// The table in short: rank, name, games won, drawn and lost.
    pub fn short(&self, query: &str) -> Vec<String> {
        let table = self.standings(query);
        let row = |row: &Value| {
            let name = row["player"]["name"].as_str().unwrap();
            format!("{} {name} {}-{}-{}", row["rank"], row["won"], row["drawn"], row["lost"])
        };
        table["rows"].as_array().unwrap().iter().map(row).collect()
    }

    pub fn player(&self, name: &str) -> String {
        let players = self.manager.get(&format!("{}/players?limit=100", self.path)).json();
        let found = players["items"].as_array().unwrap().iter().find(|player| player["name"] == name);
        found.unwrap()["id"].as_str().unwrap().to_owned()
    }
}

/// The parameter that a query was refused for, and why.
pub fn blamed(answer: &Answer) -> String {
    assert_eq!((answer.status, &answer.json()["code"]), (400, &json!("invalid_query")), "{answer:?}");
    let error = &answer.json()["errors"][0];
    format!("{} {}", error["parameter"].as_str().unwrap(), error["detail"].as_str().unwrap())
}

#[test]
fn a_finished_game_is_in_the_table_at_once() {
    let service = Service::start();
    let club = club(&service);
    assert_eq!(club.standings("")["rows"], json!([]));
    let game = club.start(json!({"variant": "block"}), &["Ann", "Bob"]);
    club.round(&game, json!({"A": 60, "B": 0}));
    assert_eq!(club.standings("")["rows"], json!([]), "a running game does not count");
    club.round(&game, json!({"A": 0, "B": 30}));
    club.round(&game, json!({"A": 45, "B": 0}));

    let table = club.standings("");
    assert_eq!(table["rank_by"], json!(["points", "difference", "points_for"]));
    let row = &table["rows"][0];
    assert_eq!(
        (&row["rank"], &row["tied"], &row["player"]["name"]),
        (&json!(1), &json!(false), &json!("Ann"))
    );
    for (member, value) in [
        ("played", 1),
        ("won", 1),
        ("drawn", 0),
        ("lost", 0),
        ("points", 3),
        ("points_for", 105),
        ("points_against", 30),
        ("difference", 75),
        ("best", 105),
        ("worst", 105),
        ("rounds", 3),
        ("rounds_won", 2),
        ("outs", 0),
        ("penalties", 0),
    ] {
        assert_eq!(row[member], value, "{member} in {row}");
    }
    assert_eq!((&row["win_rate"], &row["average"]), (&json!(1.0), &json!(105.0)));
    assert_eq!(row["streak"], json!({"result": "won", "length": 1}));
    assert_eq!(row["decided_by"], "points");
    assert!(row["block_rate"].is_null(), "of rounds recorded as points the ending is not known");
}

#[test]
fn games_that_do_not_count_are_left_out() {
    let service = Service::start();
    let club = club(&service);
    let game = club.start(json!({"variant": "block", "counts": false}), &["Ann", "Bob"]);
    club.round(&game, json!({"A": 100, "B": 0}));
    assert_eq!(club.standings("")["rows"], json!([]));
}

#[test]
fn a_game_that_is_open_again_leaves_the_table() {
    let service = Service::start();
    let club = club(&service);
    let rules = json!({"variant": "block", "rules": {"match": {"target": 1}, "draw": {"count": "none"}}});
    let game = club.start(rules, &["Ann", "Bob"]);
    let round = json!({"detail": "plays", "leader": "A",
        "turns": [{"seat": "A", "play": {"tile": "6-6"}}, {"seat": "B", "pass": true}, {"seat": "A", "pass": true}],
        "hands": {"A": {"tiles": ["0-0", "0-1", "0-2", "0-3", "0-4", "0-5"]},
            "B": {"tiles": ["1-1", "1-2", "1-3", "1-4", "1-5", "2-2", "2-3"]}}});
    let added = club.manager.post(&format!("{game}/rounds"), &round);
    assert_eq!(added.status, 201, "{added:?}");
    assert_eq!(club.short(""), ["1 Ann 1-0-0", "2 Bob 0-0-1"]);
    let row = club.standings("")["rows"][0].clone();
    assert_eq!(
        (&row["blocks"], &row["block_rate"], &row["average_left"]),
        (&json!(1), &json!(1.0), &json!(15.0))
    );

    let version = club.manager.get(&game).header("etag").to_owned();
    let undo = format!("{game}/rounds/1/turns/last");
    let undone = club.manager.send("DELETE", &undo, &[("If-Match", &version)], None);
    assert_eq!(undone.status, 200, "{undone:?}");
    assert_eq!(club.standings("")["rows"], json!([]));
    assert_eq!(query(&service.database, "SELECT count(*) FROM tallies"), [["0"]]);
    assert_eq!(query(&service.database, "SELECT count(*) FROM pair_tallies"), [["0"]]);
}

#[test]
fn the_lowest_total_wins_where_the_game_says_so() {
    let service = Service::start();
    let club = club(&service);
    let rules = json!({"match": {"type": "rounds", "rounds": 1}});
    for points in [json!({"A": 5, "B": 40, "C": 40}), json!({"A": 30, "B": 3, "C": 90})] {
        let game = club.start(json!({"variant": "chickenfoot", "rules": rules}), &["Ann", "Bob", "Cem"]);
        club.round(&game, points);
    }
    let table = club.standings("?rank_by=points_for&variant=chickenfoot");
    let names: Vec<&Value> =
        table["rows"].as_array().unwrap().iter().map(|row| &row["player"]["name"]).collect();
    assert_eq!(names, ["Ann", "Bob", "Cem"], "the fewest points come first");
    let ann = &table["rows"][0];
    assert_eq!((&ann["points_for"], &ann["best"], &ann["worst"]), (&json!(35), &json!(5), &json!(30)));
    // 80 - 5 and 93 - 30 points fewer than the others.
    assert_eq!(ann["difference"], 138);
}

#[test]
fn a_shared_first_place_is_a_draw() {
    let service = Service::start();
    let club = club(&service);
    let rules = json!({"match": {"type": "rounds", "rounds": 1, "tie": "joint"}});
    let game = club.start(json!({"variant": "chickenfoot", "rules": rules}), &["Ann", "Bob", "Cem"]);
    club.round(&game, json!({"A": 5, "B": 5, "C": 40}));
    assert_eq!(club.short(""), ["1 Ann 0-1-0", "1 Bob 0-1-0", "3 Cem 0-0-1"]);
    assert_eq!(club.short("?ranks=dense"), ["1 Ann 0-1-0", "1 Bob 0-1-0", "2 Cem 0-0-1"]);
    let tied = club.standings("");
    assert_eq!((&tied["rows"][0]["tied"], &tied["rows"][2]["tied"]), (&json!(true), &json!(false)));
}

#[test]
fn a_table_is_of_the_games_that_are_asked_for() {
    let service = Service::start();
    let club = club(&service);
    club.play("2026-03-31", &["Ann", "Bob"], json!({"A": 100}));
    club.play("2026-04-01", &["Ann", "Bob"], json!({"B": 100}));
    club.play("2026-04-02", &["Ann", "Bob", "Cem"], json!({"C": 100}));
    let four = json!({"variant": "hathaway", "partners": true, "played_on": "2026-04-03"});
    let game = club.start(four, &["Ann", "Bob", "Cem", "Dee"]);
    club.round(&game, json!({"A+C": 120, "B+D": 0}));

    assert_eq!(club.short("?to=2026-03-31"), ["1 Ann 1-0-0", "2 Bob 0-0-1"]);
    assert_eq!(club.short("?from=2026-04-01&to=2026-04-01"), ["1 Bob 1-0-0", "2 Ann 0-0-1"]);
    assert_eq!(club.short("?players=3"), ["1 Cem 1-0-0", "2 Ann 0-0-1", "2 Bob 0-0-1"]);
    assert_eq!(club.short("?partners=true"), ["1 Ann 1-0-0", "1 Cem 1-0-0", "3 Bob 0-0-1", "3 Dee 0-0-1"]);
    assert_eq!(club.short("?partners=false&variant=hathaway"), [""; 0]);
    // The day is the club's, whatever its zone becomes.
    club.manager.patch(&club.path, &json!({"time_zone": "America/Los_Angeles"}));
    assert_eq!(club.short("?to=2026-03-31"), ["1 Ann 1-0-0", "2 Bob 0-0-1"]);
}

#[test]
fn ties_are_broken_in_the_order_that_is_asked_for() {
    let service = Service::start();
    let club = club(&service);
    // Ann beat Bob; both won once against Cem or Dee; Bob by more.
    club.play("2026-04-01", &["Ann", "Bob"], json!({"A": 100}));
    club.play("2026-04-02", &["Bob", "Cem"], json!({"A": 150}));
    club.play("2026-04-03", &["Dee", "Ann"], json!({"A": 100}));
    let by = |query: &str| {
        let table = club.standings(query);
        let row = |row: &Value| {
            format!(
                "{} {}",
                row["player"]["name"].as_str().unwrap(),
                row["decided_by"].as_str().unwrap_or("")
            )
        };
        table["rows"].as_array().unwrap().iter().map(row).collect::<Vec<_>>()
    };
    assert_eq!(
        by("?rank_by=points,difference"),
        ["Dee difference", "Bob difference", "Ann difference", "Cem points"]
    );
    // Among the three: Ann beat Bob and lost to Dee, Bob lost to Ann only, Dee beat Ann.
    for chain in ["points,head_to_head", "points,mini_table"] {
        assert_eq!(
            by(&format!("?rank_by={chain}"))[0],
            format!("Dee {}", chain.split(',').next_back().unwrap())
        );
    }
    let dated = by("?rank_by=points,mini_table&from=2026-04-01&to=2026-04-30");
    assert_eq!(dated, by("?rank_by=points,mini_table"));
    assert_eq!(by("?rank_by=points,lots&seed=a"), by("?rank_by=points,lots&seed=a"));
    assert_eq!(by("?rank_by=win_rate&min_games=2")[3], "Dee win_rate", "one game is too few");
}

#[test]
fn a_query_that_cannot_be_used_is_refused_by_its_parameter() {
    let service = Service::start();
    let club = club(&service);
    for (query, start) in [
        ("from=2026-02-30", "from must be a day of the years 1 to 9999"),
        ("from=tomorrow", "from must be a day"),
        ("from=%2B12026-01-01", "from must be a day"),
        ("from=2026-04-02&to=2026-04-01", "to must not be a day before"),
        ("variant=chess", "variant must be one of `block`, `hathaway`"),
        ("players=1", "players must be a whole number from 2 to 12"),
        ("partners=maybe", "partners must be `true` or `false`"),
        ("rank_by=luck", "rank_by must be one of `points`, `win_rate`"),
        ("rank_by=won,won", "rank_by has `won` twice"),
        ("rank_by=", "rank_by must have at least one criterion"),
        ("rank_by=lots&seed=a%0Ab", "seed must not contain control characters"),
        ("rank_by=lots", "seed is required to draw lots"),
        ("win=1e9", "win must be a whole number, not the text"),
        ("win=1001", "win must be a whole number from -1000 to 1000"),
        ("min_games=0", "min_games must be a whole number from 1 to 1000"),
        ("ranks=any", "ranks must be `competition` or `dense`"),
        ("sort=name", "sort is not known here"),
    ] {
        let told = blamed(&club.manager.get(&format!("{}/standings?{query}", club.path)));
        assert!(told.starts_with(start), "{query}: {told}");
    }
}

#[test]
fn a_private_table_is_told_to_nobody_else() {
    let service = Service::start();
    let (ours, theirs) = (club(&service), club(&service));
    ours.play("2026-04-01", &["Ann", "Bob"], json!({"A": 100}));
    let player = ours.player("Ann");
    for part in ["/standings", "/standings.csv", &format!("/players/{player}/stats")] {
        let path = format!("{}{part}", ours.path);
        assert_eq!(service.client.get(&path).status, 401, "{part}");
        assert_eq!(theirs.manager.get(&path).json()["code"], "club_not_found", "{part}");
    }
    ours.manager.patch(&ours.path, &json!({"visibility": "public"}));
    assert_eq!(service.client.get(&format!("{}/standings", ours.path)).status, 200);
}

#[test]
fn a_player_is_known_by_form_seat_variant_partner_and_opponent() {
    let service = Service::start();
    let club = club(&service);
    club.play("2026-04-01", &["Ann", "Bob"], json!({"A": 100}));
    club.play("2026-04-02", &["Bob", "Ann"], json!({"B": 100}));
    club.play("2026-04-03", &["Ann", "Cem"], json!({"B": 100}));
    let four = json!({"variant": "hathaway", "partners": true, "played_on": "2026-04-04"});
    let game = club.start(four, &["Ann", "Bob", "Dee", "Cem"]);
    club.round(&game, json!({"A+C": 0, "B+D": 120}));

    let path = format!("{}/players/{}/stats", club.path, club.player("Ann"));
    let stats = club.manager.get(&path).json();
    let words = |list: &Value| {
        list.as_array()
            .unwrap()
            .iter()
            .map(|game| game["result"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(words(&stats["form"]), ["lost", "lost", "won", "won"]);
    assert_eq!((&stats["longest_won"], &stats["longest_lost"]), (&json!(2), &json!(2)));
    assert_eq!(stats["total"]["played"], 4);
    assert_eq!(stats["by_variant"]["block"]["won"], 2);
    assert_eq!(stats["by_variant"]["hathaway"]["lost"], 1);
    assert_eq!(stats["by_seat"]["A"], json!({"played": 3, "won": 1, "drawn": 0, "lost": 2}));
    assert_eq!(stats["by_seat"]["B"]["won"], 1);
    let pair = |list: &Value| {
        let pair = |pair: &Value| {
            format!(
                "{} {}-{}-{}",
                pair["player"]["name"].as_str().unwrap(),
                pair["won"],
                pair["drawn"],
                pair["lost"]
            )
        };
        list.as_array().unwrap().iter().map(pair).collect::<Vec<_>>()
    };
    assert_eq!(pair(&stats["by_partner"]), ["Dee 0-0-1"]);
    assert_eq!(pair(&stats["by_opponent"]), ["Bob 2-0-1", "Cem 0-0-2"]);
    assert_eq!(stats["nemesis"]["name"], "Cem");
    assert_eq!(stats["best_partner"]["name"], "Dee");

    let limited = club.manager.get(&format!("{path}?variant=block&to=2026-04-02")).json();
    assert_eq!(pair(&limited["by_opponent"]), ["Bob 2-0-0"]);
    assert_eq!(limited["total"]["played"], 2);
    let nobody = format!("{}/players/019aa000-0000-7000-8000-000000000000/stats", club.path);
    assert_eq!(club.manager.get(&nobody).json()["code"], "player_not_found");
    assert!(blamed(&club.manager.get(&format!("{path}?to=x"))).starts_with("to must be a day"));
}

#[test]
fn a_key_of_one_game_does_not_read_the_table_of_a_private_club() {
    let service = Service::start();
    let club = club(&service);
    let game = club.play("2026-04-01", &["Ann", "Bob"], json!({"A": 100}));
    let asked = json!({"scope": "view", "label": "table", "game": game.rsplit('/').next()});
    let made = club.manager.post(&format!("{}/keys", club.path), &asked);
    let reader = club.manager.with_key(made.json()["key"].as_str().unwrap());
    for part in ["/standings", "/standings.csv", &format!("/players/{}/stats", club.player("Ann"))] {
        let answer = reader.get(&format!("{}{part}", club.path));
        assert_eq!((answer.status, &answer.json()["code"]), (403, &json!("key_of_one_game")), "{part}");
    }
    assert_eq!(reader.get(&format!("{game}/scoresheet.csv")).status, 200);
}

#[test]
fn an_abandoned_match_has_no_result_and_a_penalty_is_counted_until_it_is_cancelled() {
    let service = Service::start();
    let club = club(&service);
    let game = club.play("2026-04-01", &["Ann", "Bob"], json!({"A": 100}));
    let penalty = json!({"seat": "B", "amount": {"points": 10}, "reason": "late"});
    let added = club.manager.post(&format!("{game}/penalties"), &penalty);
    assert_eq!(added.status, 201, "{added:?}");
    let bob = || club.standings("?rank_by=penalties")["rows"][1].clone();
    assert_eq!((&bob()["player"]["name"], &bob()["penalties"]), (&json!("Bob"), &json!(1)));
    assert_eq!(bob()["points_for"], -10);
    let cancelled =
        club.manager.post(&format!("{game}/penalties/1/cancel"), &json!({"reason": "was on time"}));
    assert_eq!(cancelled.status, 200, "{cancelled:?}");
    assert_eq!((&bob()["penalties"], &bob()["points_for"]), (&json!(0), &json!(0)));

    let rain = club.start(json!({"variant": "hathaway"}), &["Ann", "Bob"]);
    let ended = club.manager.post(&format!("{rain}/end"), &json!({"kind": "abandoned", "reason": "rain"}));
    assert!(ended.status < 300, "{ended:?}");
    assert_eq!(club.short("?variant=hathaway"), [""; 0]);
    assert!(club.manager.get(&rain).text.contains("\"finished\""), "it is over all the same");
}

#[test]
fn the_table_is_exported_as_csv_without_formulas() {
    let service = Service::start();
    let club = club(&service);
    club.play("2026-04-01", &["=HYPERLINK(\"x\")", "Bob, \"B\""], json!({"A": 100}));
    let file = club.manager.get(&format!("{}/standings.csv", club.path));
    assert_eq!(file.header("content-type"), "text/csv; charset=utf-8; header=present");
    assert_eq!(file.header("content-disposition"), "attachment; filename=\"standings.csv\"");
    let lines: Vec<&str> = file.text.split("\r\n").collect();
    assert!(lines[0].starts_with("rank,tied,player,player_id,played,won"), "{}", lines[0]);
    assert!(lines[1].starts_with("1,false,\"'=HYPERLINK(\"\"x\"\")\","), "{}", lines[1]);
    assert!(lines[2].starts_with("2,false,\"Bob, \"\"B\"\"\","), "{}", lines[2]);
    assert_eq!((lines.len(), lines[3]), (4, ""));
}
