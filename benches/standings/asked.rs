//! What is asked of a club.

use std::time::Duration;

use chrono::{Datelike, Days, Months, NaiveDate, Utc};
use serde_json::{Value, json};

use crate::Measured;
use crate::database::Database;
use crate::wire::{Wire, time};

/// How often everything is asked, after it was asked a few times.
const TIMES: usize = 60;
const WARM: usize = 10;

pub struct Asker {
    wire: Wire,
    club: String,
    players: Vec<String>,
    /// A cursor in the middle of the list of all games.
    deep: String,
}

impl Asker {
    pub fn new(addr: &str, key: String, database: &Database) -> Asker {
        let mut wire = Wire::connect(addr);
        wire.key = key;
        let club = format!("/v1/clubs/{}", database.answer("SELECT id FROM clubs"));
        let players = database.answer("SELECT id FROM players WHERE NOT guest ORDER BY name_key");
        let deep = database.answer(
            "SELECT lpad(to_hex((extract(epoch FROM created_at) * 1000000)::bigint), 16, '0') || replace(id::text, '-', '') \
             FROM games ORDER BY created_at LIMIT 1 OFFSET (SELECT count(*) / 2 FROM games)",
        );
        Asker { wire, club, players: players.lines().map(str::to_owned).collect(), deep }
    }

    /// What is read, by name.
    fn questions(&self) -> Vec<(&'static str, String)> {
        let today = Utc::now().date_naive();
        let month = today.with_day(1).unwrap() - Months::new(6);
        let old = today - Months::new(84);
        let year = (old, old + Days::new(364));
        let player = format!("{}/players/{}/stats", self.club, self.players[7]);
        let of = |query: &str| format!("{}/standings{query}", self.club);
        let list = |query: &str| format!("{}/games{query}", self.club);
        let days = |(from, to): (NaiveDate, NaiveDate)| format!("from={from}&to={to}");
        let one = &self.players[7];
        vec![
            ("an empty handler", "/health/live".to_owned()),
            ("standings", of("")),
            ("standings of a variant", of("?variant=block")),
            ("standings of partners", of("?partners=true")),
            (
                "standings of six months",
                of(&format!("?{}", days((month, month + Months::new(6) - Days::new(1))))),
            ),
            ("standings of the last 100 days", of(&format!("?from={}", today - Days::new(100)))),
            ("standings of a year, day to day", of(&format!("?{}", days(year)))),
            ("standings by points, head to head", of("?rank_by=points,head_to_head,difference")),
            ("standings by points, mini table", of("?rank_by=points,mini_table,difference")),
            ("standings by a mini table of all", of("?rank_by=mini_table,difference")),
            ("statistics of a player", player.clone()),
            ("statistics of a player in a variant", format!("{player}?variant=block")),
            ("statistics of a player in a year", format!("{player}?{}", days(year))),
            ("games, the first page", list("")),
            ("games, a page in the middle", list(&format!("?cursor={}", self.deep))),
            ("games that go on", list("?status=running")),
            ("games of a variant", list("?variant=chickenfoot")),
            ("games of a player", list(&format!("?player={one}"))),
            ("games of a player in a variant", list(&format!("?player={one}&variant=chickenfoot"))),
            ("games of an old year", list(&format!("?{}", days(year)))),
            ("games of a player in an old year", list(&format!("?player={one}&{}", days(year)))),
            ("games by a text in one player's name", list("?text=player%20117")),
            ("games by a text in all names", list("?text=player")),
            ("games by a text that is nowhere", list("?text=nowhere")),
        ]
    }

    pub fn ask_all(&mut self, measured: &mut Measured) {
        for (name, path) in self.questions() {
            for _ in 0..WARM {
                self.wire.timed("GET", &path, None);
            }
            let times = (0..TIMES).map(|_| self.wire.timed("GET", &path, None)).collect();
            measured.times.push((name, times));
        }
        let (going, finishing) = self.finish();
        measured.times.push(("recording a round of a game that goes on", going));
        measured.times.push(("finishing a game", finishing));
        measured.times.push(("correcting a game of last year", self.correct()));
    }

    /// Asks everything once, and says before what it will be.
    pub fn ask_once(&mut self, say: impl Fn(&str)) {
        for (name, path) in self.questions() {
            say(name);
            self.wire.timed("GET", &path, None);
        }
        say("finishing a game");
        self.finish_one(1);
        say("correcting a game of last year");
        let game = self.last_year().remove(0);
        self.correct_one(&game, 1);
    }

    /// Games of four players, of whom each game has others; a round before the last one, and the last.
    fn finish(&mut self) -> (Vec<Duration>, Vec<Duration>) {
        let times = (0..WARM + TIMES).map(|number| self.finish_one(number));
        times.skip(WARM).unzip()
    }

    fn finish_one(&mut self, number: usize) -> (Duration, Duration) {
        let count = self.players.len();
        let seats: Vec<Value> =
            (0..4).map(|seat| json!({"player": self.players[(number * 7 + seat * 31) % count]})).collect();
        let made =
            self.wire.post(&format!("{}/games", self.club), &json!({"variant": "block", "seats": seats}));
        let rounds = format!("{}/rounds", made.location.unwrap());
        let round = |points: i32| json!({"detail": "points", "points": {"A": points}}).to_string();
        (
            self.wire.timed("POST", &rounds, Some(&round(50))),
            self.wire.timed("POST", &rounds, Some(&round(60))),
        )
    }

    fn last_year(&mut self) -> Vec<String> {
        let day = Utc::now().date_naive() - Months::new(12);
        let list = format!("{}/games?variant=block&to={day}&limit=100", self.club);
        let page: Value = serde_json::from_slice(&self.wire.send("GET", &list, None).body).unwrap();
        let items = page["items"].as_array().unwrap();
        items.iter().map(|game| format!("/v1/games/{}", game["id"].as_str().unwrap())).collect()
    }

    /// The first round was worth something else than was written down, in game after game.
    fn correct(&mut self) -> Vec<Duration> {
        let games = self.last_year();
        let corrected =
            (0..WARM + TIMES).map(|number| self.correct_one(&games[number % games.len()], number));
        corrected.skip(WARM).collect()
    }

    fn correct_one(&mut self, game: &str, number: usize) -> Duration {
        self.wire.version = self.wire.send("GET", game, None).etag.unwrap();
        // Another each time the same database is measured: what changes nothing costs nothing.
        let points = 20 + (number + usize::try_from(Utc::now().timestamp() % 40).unwrap()) % 40;
        let round = json!({"detail": "points", "points": {"A": points}}).to_string();
        let path = format!("{game}/rounds/1");
        let mut status = 0;
        let spent = time(|| status = self.wire.send("PUT", &path, Some(&round)).status);
        self.wire.version.clear();
        assert!(status < 300, "{path}: {status}");
        spent
    }
}
