//! Complete matches over HTTP, in every variant and at every level of detail.

mod scores;
mod turns;
mod versions;

use std::collections::BTreeMap;

use pipkeeper::rules::{NextLead, Overrides, Ruleset, Variant};
use serde_json::{Value, json};

use crate::support::{Answer, Club, Played, Players, Service, Table, club, round_of};

/// Which game is played, by whom.
struct Sitting {
    variant: &'static str,
    rules: Value,
    seats: usize,
    partners: bool,
    seed: u64,
}

/// A round of the match, and how the match stands after it.
struct Stage {
    played: Played,
    points: BTreeMap<String, i32>,
    winners: Vec<String>,
    totals: BTreeMap<String, i32>,
    next: Option<NextLead>,
}

/// How closely the phone records.
#[derive(Clone, Copy, Debug, PartialEq)]
enum How {
    Points,
    Hands,
    Whole,
    Batches,
    Turns,
}

impl Sitting {
    fn of(variant: &'static str, seats: usize, seed: u64) -> Sitting {
        Sitting { variant, rules: json!({}), seats, partners: false, seed }
    }

    fn ruleset(&self) -> Ruleset {
        let variant = Variant::ALL.into_iter().find(|variant| variant.word() == self.variant).unwrap();
        let overrides: Overrides = serde_json::from_value(self.rules.clone()).unwrap();
        Ruleset::new(variant, &overrides).unwrap()
    }

    fn players(&self) -> Players {
        Players::sit_down(self.ruleset(), self.seats, self.partners, self.seed)
    }

    fn start(&self, club: &Club) -> Table {
        let seats: Vec<Value> = (1..=self.seats).map(|n| json!({ "name": format!("Player {n}") })).collect();
        let body = json!({"variant": self.variant, "rules": self.rules, "seats": seats,
            "partners": self.partners, "name": format!("{} {}", self.variant, self.seats)});
        club.start(&body)
    }

    /// Plays the match to its end.
    fn stages(&self) -> Vec<Stage> {
        let mut players = self.players();
        let mut totals = BTreeMap::new();
        let mut stages = Vec::new();
        while !players.game.is_finished() {
            let played = players.play();
            let (points, winners) = scores::points(self.variant, self.partners, &played);
            for (side, points) in &points {
                *totals.entry(side.clone()).or_insert(0) += points;
            }
            let next = players.game.next_lead();
            stages.push(Stage { played, points, winners, totals: totals.clone(), next });
            assert!(stages.len() < 200, "the match does not end");
        }
        stages
    }

    /// Records the match in every way; each time it ends the same.
    fn record(&self) {
        let service = Service::start();
        let club = club(&service, "Friday");
        let stages = self.stages();
        let mut scores: Vec<Value> = Vec::new();
        for how in [How::Points, How::Hands, How::Whole, How::Batches, How::Turns] {
            let table = self.start(&club);
            for (index, stage) in stages.iter().enumerate() {
                let id = format!("{} for {}, {how:?}, round {}", self.variant, self.seats, index + 1);
                let update = self.record_round(&table, how, stage, &id);
                self.check(&update, stage, index + 1 == stages.len(), &id);
            }
            scores.push(self.check_end(&table, stages.len()));
        }
        assert!(scores.iter().all(|score| *score == scores[0]), "{scores:?}");
    }

    fn record_round(&self, table: &Table, how: How, stage: &Stage, id: &str) -> Value {
        let Stage { played, .. } = stage;
        let answer = match how {
            How::Points => {
                let winner = stage.winners.first().filter(|_| stage.winners.len() == 1 && self.takes_all());
                let report = json!({"detail": "points", "points": stage.points, "winner": winner,
                    "leader": played.leader});
                table.post("/rounds", &report)
            }
            How::Hands => table.post("/rounds", &self.as_hands(played)),
            How::Whole => {
                let mut report = json!(played.report());
                report["detail"] = json!("plays");
                table.post("/rounds", &report)
            }
            How::Batches => {
                let number = turns::begin(table, played);
                for turns in played.turns.chunks(7) {
                    let place = format!("/rounds/{number}/turns");
                    created(table.post(&place, &json!({ "turns": turns })), id);
                }
                return turns::finish(table, number, played);
            }
            How::Turns => return turns::one_by_one(self, table, played, id),
        };
        created(answer, id)
    }

    /// Whether only the winner of a round scores.
    fn takes_all(&self) -> bool {
        !matches!(self.variant, "buildup" | "chickenfoot")
    }

    fn as_hands(&self, played: &Played) -> Value {
        if self.variant == "buildup" {
            let colour = |seat: &str| {
                let own = played.tops.iter().filter(|top| top.seat.is_some_and(|of| of.to_string() == seat));
                own.map(|top| top.tile).collect::<Vec<_>>()
            };
            return json!({"detail": "hands", "leader": played.leader,
                "hands": {"A": {"tiles": colour("A")}, "B": {"tiles": colour("B")}}});
        }
        json!({"detail": "hands", "leader": played.leader, "hands": played.shown(), "out": played.out,
            "ending": if played.out.is_some() { "domino" } else { "blocked" }})
    }

    fn check(&self, update: &Value, stage: &Stage, last: bool, id: &str) {
        let round = &round_of(update);
        assert_eq!(round["points"], json!(stage.points), "{id}: {round}");
        if self.takes_all() {
            assert_eq!(round["winners"], json!(stage.winners), "{id}");
        }
        let score = &update["score"];
        assert_eq!(score["totals"], json!(stage.totals), "{id}");
        let low = self.variant == "chickenfoot";
        for (side, total) in &stage.totals {
            let ahead =
                stage.totals.values().filter(|other| if low { *other < total } else { *other > total });
            assert_eq!(score["ranks"][side], ahead.count() + 1, "{id}");
            if self.takes_all() && score["status"] == "running" {
                assert_eq!(score["needs"][side], (100 - total).max(0), "{id}");
            } else {
                assert!(score.get("needs").is_none(), "{id}");
            }
        }
        assert!(update.get("table").is_none(), "{id}: the round is over");
        assert_eq!(update.get("next_lead").is_none(), last, "{id}");
        if let Some(next) = &stage.next {
            let told = &update["next_lead"];
            assert_eq!(
                (&told["seat"], &told["tile"]),
                (&json!(next.seat), &json!(next.tile)),
                "{id}: {told}"
            );
            assert_eq!(told["round"], next.round, "{id}");
        }
        assert_eq!(score["status"], if last { "finished" } else { "running" }, "{id}");
    }

    /// The end of the match, told the same by the list and the game; nothing can follow.
    fn check_end(&self, table: &Table, rounds: usize) -> Value {
        let state = table.state();
        let score = state["score"].clone();
        let totals = score["totals"].as_object().unwrap();
        let best = totals.values().map(|total| total.as_i64().unwrap());
        let best = if self.variant == "chickenfoot" { best.min() } else { best.max() };
        let won: Vec<&String> =
            totals.iter().filter(|(_, total)| total.as_i64() == best).map(|(side, _)| side).collect();
        assert_eq!(score["winners"], json!(won));
        assert_eq!(score["finished_after"], rounds);
        assert!(state.get("next_lead").is_none() && state.get("table").is_none());

        let more = [
            json!({"detail": "points", "points": {}}),
            json!({"detail": "hands", "ending": "blocked", "hands": {}}),
            json!({"detail": "plays", "turns": []}),
        ];
        for report in more {
            let refused = table.post("/rounds", &report);
            assert_eq!((refused.status, &refused.json()["code"]), (409, &json!("game_finished")));
        }
        assert_eq!(table.state(), state, "nothing was stored");
        score
    }
}

fn created(answer: Answer, id: &str) -> Value {
    assert_eq!(answer.status, 201, "{id}: {answer:?}");
    let body = answer.json();
    assert_eq!(answer.header("etag"), format!("\"{}\"", body["version"]), "{id}");
    body
}

#[test]
fn a_match_of_block_comes_to_its_end_at_every_detail() {
    for (seats, seed) in [(2, 11), (3, 12), (4, 13)] {
        Sitting::of("block", seats, seed).record();
    }
}

#[test]
fn a_match_of_hathaway_comes_to_its_end_at_every_detail() {
    for (seats, seed) in [(2, 21), (3, 22), (4, 23)] {
        Sitting::of("hathaway", seats, seed).record();
    }
}

#[test]
fn partners_come_to_the_end_of_a_match_at_every_detail() {
    for (variant, seed) in [("hathaway", 31), ("block", 32)] {
        Sitting { partners: true, ..Sitting::of(variant, 4, seed) }.record();
    }
}

#[test]
fn a_match_of_basic_12_comes_to_its_end_at_every_detail() {
    for (seats, seed) in [(2, 41), (5, 42)] {
        Sitting::of("basic12", seats, seed).record();
    }
}

#[test]
fn a_match_of_chickenfoot_comes_to_its_end_at_every_detail() {
    let rules = json!({"set": {"max_pip": 6}});
    Sitting { rules, ..Sitting::of("chickenfoot", 3, 51) }.record();
    let rules = json!({"set": {"max_pip": 9}, "obligation": {"waive_if_impossible": true}});
    Sitting { rules, ..Sitting::of("chickenfoot", 2, 52) }.record();
}

#[test]
fn a_match_of_build_up_comes_to_its_end_at_every_detail() {
    for seed in [61, 62, 63] {
        Sitting::of("buildup", 2, seed).record();
    }
}
