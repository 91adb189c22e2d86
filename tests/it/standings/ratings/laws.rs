//! After random games and random corrections ratings are what they are from scratch, to the last bit,
//! and what the formula of the paper gives; whoever asks too early is told so.

use std::collections::BTreeMap;

use chrono::{Days, NaiveDate};
use diesel_async::{AsyncConnection, SimpleAsyncConnection};
use pipkeeper::rules::Measured;
use pipkeeper::testing::{self, ResultRow, advance_all, replace_results};
use serde_json::{Value, json};
use uuid::Uuid;

use super::super::laws::{Bench, Chance, bench};
use super::{formula, id};
use crate::support::{query, wait_until};

const NAMES: [&str; 6] = ["Ann", "Bob", "Cem", "Dee", "Eve", "Fay"];

/// What the service does in the background from time to time.
fn advance(bench: &Bench) {
    bench.runtime.block_on(async { advance_all(&mut bench.db.get().await.unwrap()).await.unwrap() });
}

fn all_wrong_states(bench: &Bench) -> usize {
    let club = bench.club.path.rsplit('/').next().unwrap().parse().unwrap();
    bench
        .runtime
        .block_on(async { testing::wrong_states(&mut bench.db.get().await.unwrap(), club).await.unwrap() })
}

/// Starts and finishes a game of one round: of Chickenfoot, or of Hathaway's with partners.
fn any_game(bench: &Bench, chance: &mut Chance) -> String {
    let partners = chance.below(5) == 0;
    let seats = if partners { 4 } else { 2 + usize::try_from(chance.below(3)).unwrap() };
    let first = usize::try_from(chance.below(6)).unwrap();
    let step = chance.of(&[1, 5]);
    let names: Vec<&str> = (0..seats).map(|seat| NAMES[(first + seat * step) % 6]).collect();
    let day = NaiveDate::from_ymd_opt(2026, 1, 1).unwrap() + Days::new(chance.below(20));
    let rules = json!({"match": {"type": "rounds", "rounds": 1, "tie": "joint"}});
    let variant = if partners { "hathaway" } else { "chickenfoot" };
    let game = json!({"variant": variant, "rules": rules, "partners": partners, "played_on": day});
    let path = bench.club.start(game, &names);
    bench.club.round(&path, any_points(seats, partners, chance));
    path
}

fn any_points(seats: usize, partners: bool, chance: &mut Chance) -> Value {
    // Of partners only those who won the round score.
    let sides: &[&str] =
        if partners { &[chance.of(&["A+C", "B+D"])] } else { &["A", "B", "C", "D"][..seats] };
    sides.iter().map(|side| ((*side).to_owned(), json!(10 * chance.below(4)))).collect()
}

/// Corrects a game; some corrections are not possible as it is.
fn correct(bench: &Bench, game: &str, chance: &mut Chance) -> bool {
    let state = bench.club.manager.get(game);
    let seats = state.json()["seats"].as_array().unwrap().len();
    let points = any_points(seats, state.json()["partners"] == true, chance);
    let report = json!({"detail": "points", "points": points});
    let day = NaiveDate::from_ymd_opt(2026, 1, 1).unwrap() + Days::new(chance.below(25));
    let round = format!("{game}/rounds/1");
    let (method, path, body) = match chance.below(8) {
        0 | 1 => ("PUT", round, report),
        2 => ("DELETE", format!("{round}?reason=misdeal"), Value::Null),
        3 => ("POST", format!("{round}/restore"), json!({})),
        4 => ("PATCH", game.to_owned(), json!({"counts": chance.below(2) == 0})),
        5 => ("PATCH", game.to_owned(), json!({"played_on": day})),
        6 => {
            let penalty = json!({"seat": "A", "amount": {"points": 15}, "reason": "late"});
            ("POST", format!("{game}/penalties"), penalty)
        }
        _ => ("POST", format!("{game}/rounds"), report),
    };
    let tag = state.header("etag").to_owned();
    let answer = bench.club.manager.send(
        method,
        &path,
        &[("If-Match", &tag)],
        Some(&body).filter(|body| !body.is_null()),
    );
    assert!(answer.status < 500, "{answer:?}");
    answer.status < 300
}

/// Everything that the service tells about ratings, as it tells it.
fn told(bench: &Bench) -> Vec<String> {
    let mut told = vec![bench.club.ratings("").to_string()];
    for name in NAMES {
        let mut path = format!("{}/players/{}/ratings?limit=100", bench.club.path, bench.club.player(name));
        loop {
            let page = bench.club.manager.get(&path);
            told.push(page.text.clone());
            let link = page.header("link").to_owned();
            let Some((next, _)) = link.strip_prefix('<').and_then(|link| link.split_once('>')) else { break };
            path = next.to_owned();
        }
    }
    told
}

/// Holds what is told to the formula, number by number.
fn check(bench: &Bench, games: &[String]) {
    for variant in ["chickenfoot", "hathaway"] {
        check_variant(bench, games, variant);
    }
}

fn check_variant(bench: &Bench, games: &[String], variant: &str) {
    let table = bench.club.ratings(&format!("?variant={variant}"))["tables"][0].clone();
    let steps = formula::from_scratch(&bench.club, games, variant);
    let rows = table["rows"].as_array().unwrap();
    for name in NAMES {
        let player = bench.club.player(name);
        let own: Vec<_> = steps.iter().filter(|step| step.player == player).collect();
        let row = rows.iter().find(|row| row["player"]["id"] == player);
        assert_eq!(row.map_or(json!(0), |row| row["games"].clone()), own.len(), "{name}");
        if let Some(last) = own.last() {
            assert!(formula::is(row.unwrap(), last.after), "{name}: {row:?}");
        }
        for (told, step) in
            bench.club.history(name, &format!("?limit=100&variant={variant}")).iter().zip(own.iter().rev())
        {
            assert_eq!(told["game"], *step.game);
            assert!(formula::is(&told["before"], step.before), "{name}: {told}");
            assert!(formula::is(&told["after"], step.after), "{name}: {told}");
        }
    }
    // Who is surely better stands before.
    let sure = |row: &Value| row["mu"].as_f64().unwrap() - 3.0 * row["sigma"].as_f64().unwrap();
    assert!(rows.windows(2).all(|pair| sure(&pair[0]) >= sure(&pair[1])));
}

#[test]
fn after_random_corrections_ratings_are_those_from_scratch() {
    let bench = bench(0);
    let mut chance = Chance(3);
    let mut games: Vec<String> = (0..120).map(|_| any_game(&bench, &mut chance)).collect();
    advance(&bench);
    let states = || query(&bench.service.database, "SELECT count(*) FROM rating_states")[0][0].clone();
    assert_eq!(states(), "1", "a state after 64 games of Chickenfoot");
    check(&bench, &games);
    let mut done = 0;
    for round in 0..60 {
        let game = chance.of(&games.iter().map(String::as_str).collect::<Vec<_>>()).to_owned();
        match chance.below(4) {
            0 => games.push(any_game(&bench, &mut chance)),
            _ => done += usize::from(correct(&bench, &game, &mut chance)),
        }
        if chance.below(3) == 0 {
            advance(&bench);
        }
        if round % 20 == 19 {
            assert_eq!(all_wrong_states(&bench), 0, "step {round}");
            check(&bench, &games);
        }
    }
    assert!(done > 25, "most corrections are possible, {done} were");
    advance(&bench);
    assert_ne!(states(), "0");

    let before = told(&bench);
    let run = |args: &[&str]| {
        let program = env!("CARGO_BIN_EXE_pipkeeper");
        let ran = std::process::Command::new(program)
            .args(args)
            .args(["--database-url", &bench.service.database])
            .output()
            .unwrap();
        (ran.status.code(), String::from_utf8([ran.stdout, ran.stderr].concat()).unwrap())
    };
    let (status, said) = run(&["rebuild", "--check"]);
    assert!(status == Some(0) && said.contains("Nothing had to change"), "{said}");
    query(&bench.service.database, "DELETE FROM rating_states");
    assert_eq!(told(&bench), before, "from scratch, to the last bit");

    // A state that is wrong in the last bit is found, and put right.
    query(&bench.service.database, "UPDATE rating_groups SET spare = 0");
    advance(&bench);
    let harms = [
        "UPDATE rating_states SET mu[1] = mu[1] + 1e-14",
        "UPDATE rating_states SET played_on = played_on - 1",
        "DELETE FROM rating_groups",
        "UPDATE rating_groups SET spare = 1000000",
    ];
    for harm in harms {
        query(&bench.service.database, harm);
        let (status, said) = run(&["rebuild", "--check"]);
        assert!(status == Some(3) && said.contains("wrong ratings"), "{harm}: {said}");
        assert!(run(&["rebuild"]).1.contains("Put right"), "{harm}");
        assert_eq!(run(&["rebuild", "--check"]).0, Some(0), "{harm}");
        assert_eq!(told(&bench), before, "{harm}");
    }
    let deleted =
        bench.club.manager.send("DELETE", &bench.club.path, &[], Some(&json!({"confirm": "Friday"})));
    assert_eq!(deleted.status, 204, "{deleted:?}");
    let left = "SELECT (SELECT count(*) FROM rating_states) + (SELECT count(*) FROM rating_groups)";
    assert_eq!(query(&bench.service.database, left), [["0"]]);
}

/// Adds games of Block without a log, for what only looks at results.
fn add_games(bench: &Bench, count: usize) -> Vec<Uuid> {
    let club = id(&bench.club.path);
    let rows = query(
        &bench.service.database,
        &format!(
            "INSERT INTO games (id, club_id, version, status, variant, played_on, counts, created_at, changed_at, \
             partners, brief) SELECT gen_random_uuid(), '{club}', 1, 'finished', 'block', DATE '2026-01-01', true, \
             now(), now(), false, '{{}}' FROM generate_series(1, {count}) RETURNING id"
        ),
    );
    rows.iter().map(|row| row[0].parse().unwrap()).collect()
}

/// What a game between two was.
fn result(bench: &Bench, game: Uuid, chance: &mut Chance, players: &[Uuid]) -> Vec<ResultRow> {
    let day = NaiveDate::from_ymd_opt(2026, 1, 1).unwrap() + Days::new(chance.below(30));
    let first = usize::try_from(chance.below(6)).unwrap();
    let won = i16::try_from(chance.below(2)).unwrap();
    let row = |seat: i16| ResultRow {
        game_id: game,
        seat,
        club_id: id(&bench.club.path).parse().unwrap(),
        player_id: players[(first + usize::try_from(seat).unwrap()) % 6],
        variant: "block".to_owned(),
        side: ["A", "B"][usize::try_from(seat).unwrap()].to_owned(),
        seats: 2,
        partners: false,
        low: false,
        played_on: day,
        result: if seat == won { 1 } else { -1 },
        place: if seat == won { 1 } else { 2 },
        measured: Measured {
            points_for: 10,
            points_against: 10,
            rounds: 1,
            rounds_won: 1,
            ..Measured::default()
        },
    };
    vec![row(0), row(1)]
}

#[test]
fn games_that_change_while_others_are_rated_leave_no_wrong_state() {
    let bench = bench(0);
    let club: Uuid = id(&bench.club.path).parse().unwrap();
    let players: Vec<Uuid> = NAMES.iter().map(|name| bench.club.player(name).parse().unwrap()).collect();
    let games = add_games(&bench, 240);
    let replace = |game: Uuid, rows: &[ResultRow]| {
        bench.runtime.block_on(async {
            let mut conn = bench.db.get().await.unwrap();
            let replaced = conn.transaction(async |conn| replace_results(conn, club, game, rows).await);
            replaced.await.unwrap();
        });
    };
    std::thread::scope(|scope| {
        for part in 0..3 {
            let (bench, games, players, replace) = (&bench, &games, &players, &replace);
            scope.spawn(move || {
                let mut chance = Chance(part);
                for game in games.iter().chain(games).skip(usize::try_from(part).unwrap()).step_by(3) {
                    replace(*game, &result(bench, *game, &mut chance, players));
                }
            });
        }
        scope.spawn(|| {
            for _ in 0..60 {
                query(&bench.service.database, "UPDATE rating_groups SET spare = 0");
                advance(&bench);
                // Whatever is going on, what is there at a moment belongs together.
                assert_eq!(all_wrong_states(&bench), 0);
            }
        });
    });
    advance(&bench);
    assert_ne!(query(&bench.service.database, "SELECT count(*) FROM rating_states"), [["0"]]);
    assert_eq!(all_wrong_states(&bench), 0);
    let before = told(&bench);
    query(&bench.service.database, "DELETE FROM rating_states");
    assert_eq!(told(&bench), before);
}

#[test]
fn many_games_to_rate_are_rated_in_the_background_and_readers_are_told() {
    let bench = bench(0);
    bench.club.play("2025-01-01", &["Ann", "Bob"], json!({"A": 100}));
    let old = bench.club.history("Ann", "");
    advance(&bench);
    let mut holder = bench.runtime.block_on(bench.db.get()).unwrap();
    // Nobody rates while this connection holds the variant.
    let hold = "BEGIN; UPDATE rating_groups SET spare = 0";
    bench.runtime.block_on(holder.batch_execute(hold)).unwrap();
    let mut chance = Chance(8);
    let players: Vec<Uuid> = NAMES.iter().map(|name| bench.club.player(name).parse().unwrap()).collect();
    let games = add_games(&bench, 8000);
    let rows: Vec<ResultRow> =
        games.iter().flat_map(|game| result(&bench, *game, &mut chance, &players)).collect();
    let body = serde_json::to_string(&rows).unwrap();
    let insert = "INSERT INTO game_results SELECT * FROM jsonb_populate_recordset(NULL::game_results";
    query(&bench.service.database, &format!("{insert}, '{body}')"));

    let table = || bench.club.ratings("")["tables"][0].clone();
    let early = table();
    assert_eq!(early["pending"], true);
    let through = &early["through"];
    let place =
        (through["played_on"].as_str().unwrap().to_owned(), through["game"].as_str().unwrap().to_owned());
    let rated = rows.iter().filter(|row| (row.played_on.to_string(), row.game_id.to_string()) <= place);
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    rated.for_each(|row| *counts.entry(row.player_id.to_string()).or_default() += 1);
    for row in early["rows"].as_array().unwrap() {
        let of_2025 = u64::from(["Ann", "Bob"].contains(&super::name(row)));
        let player = row["player"]["id"].as_str().unwrap();
        assert_eq!(row["games"], counts[player] + of_2025, "all games up to the one that is named");
    }
    let late = bench.club.history("Ann", "?limit=1")[0].clone();
    assert_eq!((&late["pending"], &late["after"]), (&json!(true), &Value::Null));
    assert_eq!(bench.club.history("Ann", "?limit=100").len(), 100);

    bench.runtime.block_on(holder.batch_execute("COMMIT")).unwrap();
    wait_until("all games are rated", || table()["pending"] == false);
    let late = bench.club.history("Ann", "?limit=1")[0].clone();
    assert_eq!((&late["pending"], late["after"]["rating"].is_i64()), (&json!(false), true));
    wait_until("the states are there", || all_wrong_states(&bench) == 0);
    let states = query(&bench.service.database, "SELECT count(*) FROM rating_states");
    assert!(states[0][0].parse::<usize>().unwrap() > 100, "{states:?}");
    let pages: Vec<Value> = told(&bench).iter().map(|text| serde_json::from_str(text).unwrap()).collect();
    let mut games = pages.iter().filter_map(|page| page["items"].as_array()).flatten();
    assert!(games.any(|game| *game == old[0]), "the first game is as it was");
}

#[test]
fn merged_players_are_rated_as_one_and_apart_again() {
    let bench = bench(0);
    let club = &bench.club;
    club.play("2026-01-01", &["Guest", "Bob"], json!({"A": 100}));
    for _ in 0..66 {
        club.play("2026-01-02", &["Ann", "Bob"], json!({"A": 100}));
    }
    advance(&bench);
    let states = || query(&bench.service.database, "SELECT players::text, mu::text FROM rating_states");
    let (kept, before) = (states(), club.rated());
    assert_eq!(kept.len(), 1);
    let guest = club.player("Guest");
    let into = json!({"into": club.player("Cem")});
    let merged = club.manager.post(&format!("{}/players/{guest}/merge", club.path), &into);
    assert_eq!(merged.status, 200, "{merged:?}");
    assert!(states().is_empty(), "it has the guest in it");
    let renamed: Vec<String> = before.iter().map(|row| row.replace("Guest", "Cem")).collect();
    assert_eq!(club.rated(), renamed);
    let of_guest = club.manager.get(&format!("{}/players/{guest}/ratings", club.path)).json();
    assert_eq!(of_guest["items"], json!(club.history("Cem", "")), "the old address leads to the player");
    advance(&bench);
    assert_eq!((states().len(), all_wrong_states(&bench)), (1, 0));
    let apart = club.manager.post(&format!("{}/players/{guest}/unmerge", club.path), &json!({}));
    assert_eq!(apart.status, 200, "{apart:?}");
    assert_eq!(club.rated(), before);
    advance(&bench);
    assert_eq!(states(), kept);
}
