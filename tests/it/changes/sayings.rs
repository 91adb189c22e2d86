//! What a table may say about a game, right or wrong.

use serde_json::{Value, json};

use crate::support::Chance;

/// A request: its method, its path after that of the game, and its body.
type Saying = (&'static str, String, Option<Value>);

/// Something that a table may say.
pub fn saying(chance: &mut Chance, game: &Value) -> Saying {
    let rounds = game["rounds"].as_array().unwrap().len();
    let round = 1 + chance.below(rounds.max(1));
    let reason = json!({ "reason": "looked again" });
    let running = game["table"]["round"].as_u64();
    match chance.below(24) {
        0..=5 if running.is_some() => {
            let place = format!("/rounds/{}/turns", running.unwrap());
            if chance.below(5) == 0 {
                let turns = [turn(chance, game), turn(chance, game)];
                return ("POST", place, Some(json!({ "turns": turns, "partial": true })));
            }
            ("POST", place, Some(turn(chance, game)))
        }
        6 => ("DELETE", format!("/rounds/{rounds}/turns/last"), None),
        7 | 8 => {
            let hands: Value = keys(&game["table"]["tiles_left"])
                .iter()
                .map(|seat| (seat.clone(), json!({ "pips": 20 })))
                .collect();
            ("POST", format!("/rounds/{rounds}/finish"), Some(json!({ "ending": "blocked", "hands": hands })))
        }
        9..=11 => ("POST", "/rounds".to_owned(), Some(points(chance, game))),
        12..=14 => {
            let leader = any(chance, &seats(game)).clone();
            let override_ = json!({ "reason": "the table let it stand" });
            (
                "POST",
                "/rounds".to_owned(),
                Some(json!({ "detail": "plays", "leader": leader, "override": override_ })),
            )
        }
        15 => ("PUT", format!("/rounds/{round}"), Some(points(chance, game))),
        16 => ("DELETE", format!("/rounds/{round}?reason=misdeal"), None),
        17 => ("POST", format!("/rounds/{round}/restore"), None),
        18 => ("DELETE", "/rounds/last".to_owned(), None),
        19 if chance.below(3) == 0 => ("POST", "/penalties/1/cancel".to_owned(), Some(reason)),
        19 => {
            let seat = any(chance, &seats(game)).clone();
            let body = json!({ "seat": seat, "amount": { "points": 5 }, "reason": "late", "round": chance.below(rounds + 1) });
            ("POST", "/penalties".to_owned(), Some(body))
        }
        20 if chance.below(3) == 0 => ("POST", "/bonuses/1/cancel".to_owned(), Some(reason)),
        20 => {
            let side = any(chance, &keys(&game["score"]["totals"])).clone();
            ("POST", "/bonuses".to_owned(), Some(json!({ "side": side, "points": 5, "reason": "capicúa" })))
        }
        21 => {
            let about = [
                json!({ "name": "Final" }),
                json!({ "counts": false }),
                json!({ "name": "Semi", "counts": true }),
            ];
            ("PATCH", String::new(), Some(any(chance, &about).clone()))
        }
        22 => people(chance, game),
        23 if chance.below(2) == 0 => {
            let rules = [
                json!({ "match": { "bonus_ends": true } }),
                json!({ "match": { "bonus_ends": false } }),
                json!({ "pips": { "double_blank": 50 } }),
                json!({ "match": { "target": 500 } }),
                json!({ "match": { "target": 30 } }),
            ];
            let body = json!({ "rules": any(chance, &rules), "reason": "the club plays so" });
            ("PATCH", "/rules".to_owned(), Some(body))
        }
        _ => match chance.below(3) {
            0 => ("POST", "/end".to_owned(), Some(json!({ "kind": "abandoned", "reason": "it rained" }))),
            _ => ("POST", "/reopen".to_owned(), None),
        },
    }
}

/// Somebody comes, goes, or was somebody else.
fn people(chance: &mut Chance, game: &Value) -> Saying {
    let seat = any(chance, &seats(game)).clone();
    let name = any(chance, &["Eve", "Fay", "Gus", "Hal", "Ivy"]).to_string();
    match chance.below(6) {
        0 => ("POST", "/seats".to_owned(), Some(json!({ "name": name, "start": chance.below(9) }))),
        1 => ("POST", format!("/seats/{seat}/leave"), Some(json!({ "reason": "the last bus" }))),
        2 => ("POST", format!("/seats/{seat}/return"), Some(json!({}))),
        3 => {
            let body = json!({ "name": name, "result_for": any(chance, &["leaver", "newcomer"]) });
            ("POST", format!("/seats/{seat}/replace"), Some(body))
        }
        4 => ("DELETE", format!("/seats/{seat}"), None),
        _ => ("PUT", "/seats".to_owned(), Some(json!({ "seats": { seat: { "name": name } } }))),
    }
}

/// A turn that may be right; if it is not, the table may have let it stand.
fn turn(chance: &mut Chance, game: &Value) -> Value {
    let table = &game["table"];
    let seat = table["to_play"].as_str().unwrap_or("A");
    if chance.below(5) == 0 {
        return json!({ "seat": seat, "pass": true, "override": { "reason": "the table let it stand" } });
    }
    let mut places: Vec<(String, u64)> = Vec::new();
    for list in ["open", "tops"] {
        for place in table[list].as_array().into_iter().flatten() {
            places.push((place["at"].as_str().unwrap().to_owned(), place["value"].as_u64().unwrap_or(6)));
        }
    }
    let other = u64::try_from(chance.below(7)).unwrap();
    let mut turn = match places.is_empty() {
        true => json!({ "seat": seat, "play": { "tile": format!("{other}-{other}") } }),
        false => {
            let (at, value) = any(chance, &places);
            json!({ "seat": seat, "play": { "tile": format!("{value}-{other}"), "at": at } })
        }
    };
    if chance.below(2) == 0 {
        turn["override"] = json!({ "reason": "the table let it stand" });
    }
    turn
}

/// A round of which only the points are known.
fn points(chance: &mut Chance, game: &Value) -> Value {
    let sides = keys(&game["score"]["totals"]);
    let winner = any(chance, &sides).clone();
    let is_low = game["variant"] == "chickenfoot";
    let of_side = |side: &String| {
        let points = if (*side == winner) == is_low { 0 } else { 1 + chance.below(9) };
        (side.clone(), json!(points))
    };
    let points: Value = sides.iter().map(of_side).collect();
    json!({ "detail": "points", "points": points })
}

fn seats(game: &Value) -> Vec<String> {
    game["seats"].as_array().unwrap().iter().map(|seat| seat["seat"].as_str().unwrap().to_owned()).collect()
}

fn keys(map: &Value) -> Vec<String> {
    map.as_object().into_iter().flat_map(|map| map.keys().cloned()).collect()
}

fn any<'a, T>(chance: &mut Chance, list: &'a [T]) -> &'a T {
    &list[chance.below(list.len())]
}
