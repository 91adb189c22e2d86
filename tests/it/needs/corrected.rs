//! A game that was corrected again and again is the same as one that was entered right the first
//! time, and what a dry run announces is what then happens.

use pipkeeper::rules::{Overrides, Report, Ruleset, Variant};
use serde_json::{Value, json};

use super::impact;
use crate::support::Chance;
use crate::support::{Club, Match, Players, Service};

/// What the table says now.
#[derive(Default)]
struct Model {
    rounds: Vec<Round>,
    awards: Vec<Award>,
}

struct Round {
    report: Value,
    voided: bool,
}

/// A penalty or a bonus.
struct Award {
    path: &'static str,
    /// Its number among those of its kind.
    number: usize,
    /// The place of its round.
    round: usize,
    body: Value,
    cancelled: bool,
}

fn rules() -> Value {
    json!({ "match": { "target": 40 }, "penalties": {
        "late": { "title": "Late", "amount": { "points": 20 }, "awarded": "own_side" },
        "pass": { "title": "Pass while able", "amount": { "percent_of_target": 15 }, "awarded": "other_side" },
    } })
}

/// What a table may report of a round: every turn, the hands, or the points.
fn reports(players: &mut Players) -> Vec<Value> {
    let played = players.play();
    let hands = json!({ "detail": "hands", "ending": if played.out.is_some() { "domino" } else { "blocked" },
        "out": played.out, "hands": played.shown() });
    let score = &players.game.rounds().last().unwrap().round.outcome.as_ref().unwrap().score;
    let points = json!({ "detail": "points", "points": score.points });
    vec![json!(Report::Plays(played.report())), hands, points]
}

fn start(club: &Club) -> Match {
    let seats = json!([{ "name": "Ann" }, { "name": "Bob" }]);
    let game = json!({ "variant": "hathaway", "rules": rules(), "seats": seats });
    let made = club.manager.post(&format!("{}/games", club.path), &game);
    Match { path: made.header("location").to_owned(), manager: club.manager.clone() }
}

/// A random correction: method, path, body; and what becomes of the model if it is done.
type Correction = (&'static str, String, Option<Value>, Box<dyn FnOnce(&mut Model)>);

fn correction(model: &Model, pool: &[Value], chance: &mut Chance) -> Correction {
    let place = chance.below(model.rounds.len());
    let round = place + 1;
    let new = pool[chance.below(pool.len())].clone();
    match chance.below(9) {
        0 => (
            "DELETE",
            format!("/rounds/{round}?reason=misdeal"),
            None,
            Box::new(move |model| {
                model.rounds[place].voided = true;
            }),
        ),
        1 => (
            "POST",
            format!("/rounds/{round}/restore"),
            None,
            Box::new(move |model| {
                model.rounds[place].voided = false;
            }),
        ),
        2 => ("DELETE", "/rounds/last".to_owned(), None, Box::new(|model| drop(model.rounds.pop()))),
        3 | 4 => {
            let seat = ["A", "B"][chance.below(2)];
            let body = match chance.below(4) {
                0 => json!({ "seat": seat, "round": round, "code": "late" }),
                1 => json!({ "seat": seat, "round": round, "code": "pass" }),
                2 => {
                    json!({ "seat": seat, "round": round, "amount": { "percent_of_target": 10 }, "reason": "?" })
                }
                _ => json!({ "side": seat, "round": round, "points": 15, "reason": "capicúa" }),
            };
            let path = if body.get("side").is_some() { "/bonuses" } else { "/penalties" };
            let number = 1 + model.awards.iter().filter(|award| award.path == path).count();
            (
                "POST",
                path.to_owned(),
                Some(body.clone()),
                Box::new(move |model| {
                    model.awards.push(Award { path, number, round: place, body, cancelled: false });
                }),
            )
        }
        5 if !model.awards.is_empty() => {
            let which = chance.below(model.awards.len());
            let Award { path, number, .. } = model.awards[which];
            let reason = json!({ "reason": "looked again" });
            (
                "POST",
                format!("{path}/{number}/cancel"),
                Some(reason),
                Box::new(move |model| {
                    model.awards[which].cancelled = true;
                }),
            )
        }
        _ => (
            "PUT",
            format!("/rounds/{round}"),
            Some(new.clone()),
            Box::new(move |model| {
                model.rounds[place].report = new;
            }),
        ),
    }
}

/// Enters what the table says now into a game of its own.
fn fresh(club: &Club, model: &Model) -> Match {
    let game = start(club);
    let mut entered = 0;
    for (place, round) in model.rounds.iter().enumerate().filter(|(_, round)| !round.voided) {
        if game.state()["score"]["status"] == "finished" {
            break;
        }
        let added = game.send("POST", "/rounds", Some(&round.report));
        assert_eq!(added.status, 201, "{added:?}");
        entered += 1;
        for award in model.awards.iter().filter(|award| award.round == place && !award.cancelled) {
            let mut body = award.body.clone();
            body["round"] = json!(entered);
            assert_eq!(game.send("POST", award.path, Some(&body)).status, 201, "{body}");
        }
    }
    game
}

/// What counts of a state, without the numbers of rounds, penalties and bonuses.
fn essence(state: &Value) -> Value {
    let score = &state["score"];
    let lines = score["lines"].as_array().unwrap().iter();
    let lines: Vec<Value> =
        lines.map(|line| json!([line["kind"], line["added"], line["totals"], line.get("note")])).collect();
    let counts = |round: &&Value| round.get("voided").is_none() && round["after_end"] == false;
    let rounds = state["rounds"].as_array().unwrap().iter().filter(counts);
    let rounds: Vec<Value> = rounds
        .map(|round| json!([round["items"], round["hands"], round["winners"], round.get("conflicts")]))
        .collect();
    json!([
        score["totals"],
        score["ranks"],
        score["winners"],
        score["status"],
        score["needs"],
        score["rounds_won"],
        score.get("text"),
        lines,
        rounds
    ])
}

/// The rank of each player in the club's table.
fn ranks(club: &Club) -> Value {
    let table = club.manager.get(&format!("{}/standings?variant=hathaway", club.path)).json();
    let rows = table["rows"].as_array().unwrap().iter();
    rows.map(|row| (row["player"]["id"].as_str().unwrap().to_owned(), row["rank"].clone())).collect()
}

#[test]
fn corrected_games_equal_games_entered_right_and_dry_runs_come_true() {
    let service = Service::start();
    let (mut done, mut refused, mut finished) = (0, 0, 0);
    for seed in 0..6 {
        let club = Club::found(&service.client, "Friday");
        let mut chance = Chance::seeded(seed);
        let options: Overrides = serde_json::from_value(rules()).unwrap();
        let rules = Ruleset::new(Variant::Hathaway, &options).unwrap();
        let mut pool = Vec::new();
        // Rounds of several matches, so that there are more than one match has.
        for match_seed in 0..3 {
            let mut players = Players::sit_down(rules.clone(), 2, false, seed * 10 + match_seed);
            for _ in 0..3 {
                if !players.game.is_finished() {
                    pool.extend(reports(&mut players));
                }
            }
        }
        let game = start(&club);
        let mut model = Model::default();
        for step in 0..28 {
            let (method, path, body, then): Correction = if model.rounds.is_empty() || step % 4 == 0 {
                let report = pool[chance.below(pool.len())].clone();
                (
                    "POST",
                    "/rounds".to_owned(),
                    Some(report.clone()),
                    Box::new(move |model| {
                        model.rounds.push(Round { report, voided: false });
                    }),
                )
            } else {
                correction(&model, &pool, &mut chance)
            };
            // What hangs on a round that does not count has no place in a game without it.
            let voids = path.contains("reason=") || path == "/rounds/last";
            let last = model.rounds.len().saturating_sub(1);
            let place =
                path.split(['/', '?']).nth(2).and_then(|n| n.parse::<usize>().ok()).map_or(last, |n| n - 1);
            let awarded = model.awards.iter().any(|award| award.round == place);
            let onto_voided = body.as_ref().and_then(|body| body["round"].as_u64());
            let onto_voided =
                onto_voided.is_some_and(|n| model.rounds[usize::try_from(n).unwrap() - 1].voided);
            if voids && awarded || onto_voided {
                continue;
            }
            let before = game.state();
            let stood = ranks(&club);
            let dry_path = format!("{path}{}dry_run=true", if path.contains('?') { "&" } else { "?" });
            let dry = game.send(method, &dry_path, body.as_ref());
            assert_eq!(game.state(), before, "a dry run stores nothing: {path}");
            let real = game.send(method, &path, body.as_ref());
            assert_eq!(real.status < 300, dry.status < 300, "{path}: {dry:?} {real:?}");
            if real.status >= 300 {
                assert_eq!(real.json()["code"], dry.json()["code"]);
                assert_eq!(game.state(), before, "a refusal changes nothing: {path}");
                refused += 1;
                continue;
            }
            done += 1;
            assert_eq!(impact(&real.json()), impact(&dry.json()), "{method} {path}");
            for part in ["score", "kept", "differences", "round", "rounds", "removed"] {
                assert_eq!(real.json().get(part), dry.json().get(part), "{part} of {method} {path}");
            }
            let impact = &dry.json()["impact"];
            let stands = ranks(&club);
            assert_eq!(impact["standings_order_changes"], stood != stands, "{path}: {stood} {stands}");
            for change in impact["standings"].as_array().unwrap() {
                let player = change["player"].as_str().unwrap();
                assert_eq!(change["before"], stood[player], "{path}");
                assert_eq!(change["after"], stands[player], "{path}");
            }
            then(&mut model);
            let state = game.state();
            assert_eq!(real.json()["impact"]["totals_before"], before["score"]["totals"], "{path}");
            assert_eq!(real.json()["impact"]["totals_after"], state["score"]["totals"], "{path}");
            finished += usize::from(state["score"]["status"] == "finished");
        }
        let other = Club::found(&service.client, "Another");
        assert_eq!(essence(&game.state()), essence(&fresh(&other, &model).state()), "{seed}");
    }
    assert!(
        done > 60 && refused > 10 && finished > 10,
        "{done} done, {refused} refused, {finished} finished"
    );
}
