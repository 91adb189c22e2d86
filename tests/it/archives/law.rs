//! Whatever the service has recorded, its export imports into an empty database, and the import's export
//! is the same: tried with random games whose people come, go, replace and return, on top of random
//! corrections, merges and seasons.

use serde_json::{Value, json};

use super::{import, imported, key, run, taken, with_time};
use crate::support::{Chance, Client, Club, Service};

const PEOPLE: [&str; 7] = ["Ann", "Bob", "Cem", "Dora", "Eve", "Fay", "Gus"];
const VARIANTS: [&str; 4] = ["block", "hathaway", "basic12", "chickenfoot"];

/// A club in which anything is tried; most of it is refused.
struct Lively {
    club: Club,
    chance: Chance,
    games: Vec<String>,
    seasons: Vec<String>,
    /// How many requests changed something.
    done: usize,
}

impl Lively {
    fn pick<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.chance.below(words.len())]
    }

    fn below(&mut self, limit: usize) -> usize {
        self.chance.below(limit)
    }

    fn send(&mut self, method: &str, path: &str, body: Option<&Value>) -> Option<Value> {
        let answer = self.club.manager.send(method, path, &[("If-Match", "*")], body);
        assert!(answer.status < 500, "{method} {path} {body:?}: {answer:?}");
        if answer.status >= 300 {
            return None;
        }
        self.done += 1;
        Some(if answer.text.is_empty() { Value::Null } else { answer.json() })
    }

    fn post(&mut self, path: &str, body: &Value) -> Option<Value> {
        self.send("POST", path, Some(body))
    }

    fn new_game(&mut self) {
        let mut people = PEOPLE;
        self.chance.shuffle(&mut people);
        let count = 2 + self.below(3);
        let seats: Vec<Value> = people[..count].iter().map(|name| json!({ "name": name })).collect();
        let variant = self.pick(&VARIANTS);
        let body = json!({ "variant": variant, "seats": seats, "played_on": "2026-02-03",
            "partners": count == 4 && variant != "basic12" && variant != "chickenfoot" && self.below(2) == 0 });
        let path = format!("{}/games", self.club.path);
        let made = self.post(&path, &body).unwrap();
        self.games.push(format!("/v1/games/{}", made["id"].as_str().unwrap()));
    }

    fn new_season(&mut self) {
        let number = self.seasons.len();
        let body = json!({ "name": format!("Season {number}"), "from": "2026-01-01", "to": "2026-12-31" });
        let path = format!("{}/seasons", self.club.path);
        let made = self.post(&path, &body).unwrap();
        self.seasons.push(format!("{path}/{}", made["id"].as_str().unwrap()));
    }

    fn player(&mut self) -> String {
        let path = format!("{}/players?limit=100", self.club.path);
        let players = self.club.manager.get(&path).json();
        let players = players["items"].as_array().unwrap();
        players[self.below(players.len())]["id"].as_str().unwrap().to_owned()
    }

    /// A round with points for one side, or for everybody.
    fn round(&mut self, game: &str) -> Value {
        let state = self.club.manager.get(game).json();
        let sides = state["score"]["totals"].as_object().unwrap();
        let alone = state["variant"] != "chickenfoot";
        let winner = self.below(sides.len());
        let mut points = json!({});
        for (index, side) in sides.keys().enumerate() {
            let own = if alone && index != winner { 0 } else { self.below(25) };
            points[side] = json!(own);
        }
        json!({ "detail": "points", "points": points })
    }

    /// Something about who sits at a table.
    fn seat(&mut self, game: &str) {
        let seat = self.pick(&["A", "B", "C", "D"]);
        let name = self.pick(&PEOPLE);
        let result_for = self.pick(&["leaver", "newcomer"]);
        let mut body = json!({});
        if self.below(3) == 0 {
            body["from_round"] = json!(1 + self.below(4));
        }
        let path = match self.below(9) {
            0 => {
                body["name"] = json!(name);
                "/seats".to_owned()
            }
            1 => format!("/seats/{seat}/leave"),
            2 => format!("/seats/{seat}/return"),
            3 => {
                let other = self.pick(&PEOPLE);
                let body = json!({ "seats": { seat: { "name": name }, "A": { "name": other } } });
                self.send("PUT", &format!("{game}/seats"), Some(&body));
                return;
            }
            4 => {
                self.send("DELETE", &format!("{game}/seats/{seat}"), None);
                return;
            }
            _ => {
                body["name"] = json!(name);
                body["result_for"] = json!(result_for);
                format!("/seats/{seat}/replace")
            }
        };
        self.post(&format!("{game}{path}"), &body);
    }

    /// A correction of what was reported.
    fn correct(&mut self, game: &str) {
        let round = 1 + self.below(5);
        let seat = self.pick(&["A", "B", "C"]);
        // As long as a reason may be told.
        let reason = format!("{}looked again", " ".repeat(self.below(2) * 9000));
        let because = json!({ "reason": reason });
        match self.below(11) {
            0 => self.send("DELETE", &format!("{game}/rounds/last"), None),
            1 => self.send("DELETE", &format!("{game}/rounds/{round}?reason=misdeal"), None),
            2 => self.post(&format!("{game}/rounds/{round}/restore"), &json!({})),
            3 => {
                let body = json!({ "seat": seat, "amount": { "points": 5 }, "reason": reason });
                self.post(&format!("{game}/penalties"), &body)
            }
            4 => self.post(&format!("{game}/penalties/1/cancel"), &because),
            5 => {
                self.post(&format!("{game}/bonuses"), &json!({ "side": seat, "points": 5, "reason": reason }))
            }
            6 => {
                let kind = self.pick(&["time_limit", "abandoned"]);
                self.post(&format!("{game}/end"), &json!({ "kind": kind, "reason": reason }))
            }
            7 => self.post(&format!("{game}/reopen"), &json!({})),
            8 => {
                let rules = match self.below(4) {
                    0 => json!({ "set": { "max_pip": 9 + 3 * self.below(2) } }),
                    _ => {
                        json!({ "match": { "type": "target", "rounds": null, "target": 20 + self.below(90) } })
                    }
                };
                self.send(
                    "PATCH",
                    &format!("{game}/rules"),
                    Some(&json!({ "rules": rules, "reason": reason })),
                )
            }
            9 => {
                let day = format!("2026-0{}-11", 1 + self.below(9));
                let body = json!({ "name": "Final", "played_on": day, "counts": self.below(4) > 0 });
                self.send("PATCH", game, Some(&body))
            }
            _ => {
                let report = self.round(game);
                self.send("PUT", &format!("{game}/rounds/{round}"), Some(&report))
            }
        };
    }

    /// Something about the players of the club.
    fn people(&mut self) {
        let (one, other) = (self.player(), self.player());
        let path = format!("{}/players/{one}", self.club.path);
        match self.below(5) {
            0 | 1 => self.post(&format!("{path}/merge"), &json!({ "into": other })),
            2 => self.post(&format!("{path}/unmerge"), &json!({})),
            3 => {
                let name = format!("{} the {}th", self.pick(&PEOPLE), self.done);
                self.send("PATCH", &path, Some(&json!({ "name": name })))
            }
            _ => self.send("DELETE", &path, None),
        };
    }

    /// Something about a season.
    fn season(&mut self) {
        if self.seasons.len() < 3 {
            self.new_season();
        }
        let season = self.seasons[self.chance.below(self.seasons.len())].clone();
        match self.below(6) {
            0 => self.post(&format!("{season}/close"), &Value::Null),
            1 => self.post(&format!("{season}/reopen"), &json!({ "reason": "a sheet came late" })),
            2 => {
                let word = self.pick(&["points", "won", "difference"]);
                let body = json!({ "name": format!("Season {}", self.done), "chain": { "rank_by": [word] } });
                self.send("PATCH", &season, Some(&body))
            }
            3 => {
                let list = self.club.manager.get(&format!("{season}/adjustments")).json();
                let Some(first) = list["items"][0]["id"].as_str() else { return };
                let path = format!("{season}/adjustments/{first}/cancel");
                self.post(&path, &json!({ "reason": "they came after all" }))
            }
            _ => {
                let body = json!({ "player": self.player(), "points": -2, "reason": "did not turn up" });
                self.post(&format!("{season}/adjustments"), &body)
            }
        };
    }

    fn live(&mut self) {
        for _ in 0..8 {
            self.new_game();
        }
        for _ in 0..250 {
            let game = self.games[self.chance.below(self.games.len())].clone();
            match self.below(20) {
                0..7 => {
                    let report = self.round(&game);
                    self.post(&format!("{game}/rounds"), &report);
                }
                7..12 => self.seat(&game),
                12..16 => self.correct(&game),
                16..18 => self.people(),
                _ => self.season(),
            }
        }
    }
}

fn same(there: &Client, lively: &Lively) {
    let all = ["", "/standings", "/players?limit=100", "/players?merged=true", "/games", "/seasons"];
    let paths = all.map(|rest| format!("{}{rest}", lively.club.path));
    let seasons = lively.seasons.iter().map(|season| format!("{season}/log?limit=100"));
    for path in lively.games.iter().cloned().chain(paths).chain(seasons) {
        assert_eq!(there.get(&path).json(), lively.club.manager.get(&path).json(), "{path}");
    }
}

#[test]
fn whatever_was_recorded_is_exported_and_imported() {
    for seed in 0..2 {
        let here = Service::start();
        let club = Club::found(&here.client, "Friday");
        let (games, seasons) = (Vec::new(), Vec::new());
        let mut lively = Lively { club, chance: Chance::seeded(seed), games, seasons, done: 0 };
        lively.live();
        assert!(lively.done > 80, "{}", lively.done);
        let file = taken(&lively.club.manager, &lively.club.path);
        let there = Service::start();
        let said = imported(&there.database, &with_time(&file));
        let manager = there.client.with_key(key(&said));
        assert_eq!(taken(&manager, &lively.club.path), file, "{seed}");
        same(&manager, &lively);
        let check = run(&there.database, &["rebuild", "--check"]);
        assert!(check.done, "{}", check.said);

        // Each game on its own, too.
        let elsewhere = Service::start();
        for game in &lively.games {
            let other = Club::found(&elsewhere.client, "Elsewhere");
            let alone = lively.club.manager.get(&format!("{game}/export")).json();
            let done = import(&elsewhere.database, &alone.to_string(), &["--into", &other.id]);
            assert!(done.done, "{}", done.said);
            let again = other.manager.get(&format!("{game}/export")).json();
            assert_eq!((&again["game"], &again["players"]), (&alone["game"], &alone["players"]));
            let gone =
                other.manager.send("DELETE", &other.path, &[], Some(&json!({ "confirm": "Elsewhere" })));
            assert_eq!(gone.status, 204, "{gone:?}");
        }
    }
}
