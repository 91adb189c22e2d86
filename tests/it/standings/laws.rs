//! After random results and random corrections, what was kept up to date equals what is made
//! from scratch, and what a plain calculation over all results says.

use std::collections::BTreeMap;

use chrono::{Days, NaiveDate};
use diesel_async::AsyncConnection;
use pipkeeper::rules::Measured;
use pipkeeper::testing::{Db, ResultRow, replace_results, wrong_sums};
use serde_json::{Value, json};
use uuid::Uuid;

use super::{Club, club};
use crate::support::Service;

/// Numbers that look random and are the same every time.
pub struct Chance(pub u64);

impl Chance {
    pub fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % limit
    }

    pub fn of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.index(choices.len())]
    }

    /// A place in a list of this length.
    pub fn index(&mut self, length: usize) -> usize {
        usize::try_from(self.below(u64::try_from(length).unwrap())).unwrap()
    }
}

/// Any results of one game, as a record could give them; sometimes none.
fn any_results(chance: &mut Chance, club: Uuid, game: Uuid, players: &[Uuid]) -> Vec<ResultRow> {
    if chance.below(5) == 0 {
        return Vec::new();
    }
    let partners = chance.below(3) == 0;
    let seats = if partners { 4 } else { 2 + i16::try_from(chance.below(3)).unwrap() };
    let first = chance.index(players.len());
    let low = chance.below(2) == 0;
    let variant = if low { "basic12" } else { chance.of(&["block", "hathaway"]) };
    let day = NaiveDate::from_ymd_opt(2024, 12, 1).unwrap() + Days::new(chance.below(60));
    let sides = if partners { 2 } else { seats };
    let totals: Vec<i32> = (0..sides).map(|_| i32::try_from(chance.below(6)).unwrap() * 10).collect();
    let better = |a: i32, b: i32| if low { a < b } else { a > b };
    (0..seats)
        .map(|seat| {
            let side = seat % sides;
            let own = totals[usize::try_from(side).unwrap()];
            let ahead = totals.iter().filter(|other| better(**other, own)).count();
            let level = totals.iter().filter(|other| **other == own).count();
            let mut small = || i32::try_from(chance.below(9)).unwrap();
            ResultRow {
                game_id: game,
                seat,
                club_id: club,
                player_id: players[(first + usize::try_from(seat).unwrap()) % players.len()],
                variant: variant.to_owned(),
                side: if partners {
                    ["A+C", "B+D"][usize::try_from(side).unwrap()].to_owned()
                } else {
                    seat.to_string()
                },
                seats,
                partners,
                low,
                played_on: day,
                result: if ahead > 0 { -1 } else { i16::from(level == 1) },
                place: i16::try_from(ahead + 1).unwrap(),
                measured: Measured {
                    narrow_loss: ahead > 0 && small() < 3,
                    unfinished: small() == 0,
                    points_for: own,
                    points_against: totals.iter().sum::<i32>() - own,
                    rounds: small(),
                    rounds_won: small(),
                    ended: small(),
                    blocks: small(),
                    outs: small(),
                    penalties: small(),
                    left_pips: small(),
                    left_rounds: small(),
                    ..Measured::default()
                },
            }
        })
        .collect()
}

pub struct Bench {
    pub service: Service,
    pub club: Club,
    id: Uuid,
    players: Vec<Uuid>,
    games: Vec<Uuid>,
    pub runtime: tokio::runtime::Runtime,
    pub db: Db,
}

pub fn bench(games: usize) -> Bench {
    let service = Service::start();
    let club = club(&service);
    let names = ["Ann", "Bob", "Cem", "Dee", "Eve", "Fay"];
    let made = (0..games).map(|_| club.start(json!({"variant": "hathaway"}), &names[..4]));
    let games = made.map(|path| path.rsplit('/').next().unwrap().parse().unwrap()).collect();
    for name in names {
        // A player who came to be with a game is refused; that will do.
        club.manager.post(&format!("{}/players", club.path), &json!({"name": name}));
    }
    let id = club.path.rsplit('/').next().unwrap().parse().unwrap();
    let players = names.iter().map(|name| club.player(name).parse().unwrap()).collect();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let db = runtime.block_on(Db::connect(&service.database)).unwrap();
    Bench { service, club, id, players, games, runtime, db }
}

impl Bench {
    fn replace(&self, game: Uuid, rows: &[ResultRow]) {
        self.runtime.block_on(async {
            let mut conn = self.db.get().await.unwrap();
            let replaced = conn.transaction(async |conn| replace_results(conn, self.id, game, rows).await);
            replaced.await.unwrap();
        });
    }

    fn wrong_sums(&self) -> i64 {
        self.runtime.block_on(async { wrong_sums(&mut self.db.get().await.unwrap(), self.id).await.unwrap() })
    }

    /// The table of these results by a plain calculation: (rank, player, played, won, drawn, lost,
    /// points for, difference).
    fn plain(&self, rows: &[&ResultRow]) -> Vec<Value> {
        let mut sums: BTreeMap<Uuid, [i64; 6]> = BTreeMap::new();
        for row in rows {
            let sum = sums.entry(row.player_id).or_default();
            let finished = i64::from(!row.measured.unfinished);
            let ahead = finished * i64::from(row.measured.points_for - row.measured.points_against);
            let add = [
                1,
                i64::from(row.result == 1),
                i64::from(row.result == 0),
                i64::from(row.result == -1),
                finished * i64::from(row.measured.points_for),
                if row.low { -ahead } else { ahead },
            ];
            sum.iter_mut().zip(add).for_each(|(sum, add)| *sum += add);
        }
        // Of those without a finished total nothing is known, and nothing comes last.
        let merit = |player: &Uuid| -> Option<i64> {
            let own = rows.iter().filter(|row| row.player_id == *player && !row.measured.unfinished);
            own.map(|row| i64::from(if row.low { -row.measured.points_for } else { row.measured.points_for }))
                .reduce(i64::wrapping_add)
        };
        let key = |(player, sum): &(&Uuid, &[i64; 6])| {
            let merit = merit(player);
            (3 * sum[1] + sum[2], merit.map(|_| sum[5]), merit)
        };
        let all: Vec<(&Uuid, &[i64; 6])> = sums.iter().collect();
        let mut table: Vec<Value> = all
            .iter()
            .map(|one| {
                let rank = 1 + all.iter().filter(|other| key(other) > key(one)).count();
                let (player, [played, won, drawn, lost, points, ahead]) = one;
                json!([rank, player, played, won, drawn, lost, points, ahead])
            })
            .collect();
        table.sort_by_key(|row| (row[0].as_u64(), row[1].as_str().map(str::to_owned)));
        table
    }

    fn told(&self, query: &str) -> Vec<Value> {
        let table = self.club.standings(query);
        let members = ["played", "won", "drawn", "lost", "points_for", "difference"];
        let row = |row: &Value| {
            let mut told = vec![row["rank"].clone(), row["player"]["id"].clone()];
            told.extend(members.map(|member| row[member].clone()));
            Value::Array(told)
        };
        let mut table: Vec<Value> = table["rows"].as_array().unwrap().iter().map(row).collect();
        table.sort_by_key(|row| (row[0].as_u64(), row[1].as_str().map(str::to_owned)));
        table
    }
}

#[test]
fn corrections_leave_what_a_calculation_from_scratch_gives() {
    let bench = bench(40);
    let mut chance = Chance(5);
    let mut kept: BTreeMap<Uuid, Vec<ResultRow>> = BTreeMap::new();
    for step in 0..100 {
        let game = chance.of(&bench.games);
        let rows = any_results(&mut chance, bench.id, game, &bench.players);
        bench.replace(game, &rows);
        kept.insert(game, rows);
        if step % 25 == 24 {
            assert_eq!(bench.wrong_sums(), 0, "step {step}");
            check(&bench, &kept);
        }
    }
}

/// Whether a result is in what a query asks for.
type IsIn<'a> = &'a dyn Fn(&ResultRow) -> bool;

fn check(bench: &Bench, kept: &BTreeMap<Uuid, Vec<ResultRow>>) {
    let day = |text: &str| text.parse::<NaiveDate>().unwrap();
    let filters: [(&str, IsIn<'_>); 6] = [
        ("", &|_| true),
        ("?variant=block", &|row| row.variant == "block"),
        ("?players=4&partners=false", &|row| row.seats == 4 && !row.partners),
        ("?from=2024-12-31", &|row| row.played_on >= day("2024-12-31")),
        ("?from=2024-12-05&to=2025-01-20", &|row| {
            (day("2024-12-05")..=day("2025-01-20")).contains(&row.played_on)
        }),
        ("?to=2025-01-01&variant=basic12", &|row| row.played_on <= day("2025-01-01") && row.low),
    ];
    for (query, is_in) in filters {
        let rows: Vec<&ResultRow> = kept.values().flatten().filter(|row| is_in(row)).collect();
        assert_eq!(bench.told(query), bench.plain(&rows), "{query}");
    }
    for player in &bench.players {
        check_player(bench, kept, *player);
    }
}

/// Streak, seats and opponents of a player, against the results one by one.
fn check_player(bench: &Bench, kept: &BTreeMap<Uuid, Vec<ResultRow>>, player: Uuid) {
    let stats = bench.club.manager.get(&format!("{}/players/{player}/stats", bench.club.path)).json();
    let mut own: Vec<&ResultRow> = kept.values().flatten().filter(|row| row.player_id == player).collect();
    own.sort_by_key(|row| std::cmp::Reverse((row.played_on, row.game_id)));
    let form: Vec<&str> =
        stats["form"].as_array().unwrap().iter().map(|game| game["result"].as_str().unwrap()).collect();
    let word = |row: &&ResultRow| ["lost", "drawn", "won"][usize::try_from(row.result + 1).unwrap()];
    assert_eq!(form, own.iter().take(10).map(word).collect::<Vec<_>>());
    let streak = own.iter().take_while(|row| row.result == own[0].result).count();
    let table = bench.club.standings("");
    let row = table["rows"].as_array().unwrap().iter().find(|row| row["player"]["id"] == player.to_string());
    assert_eq!(row.map_or(json!(0), |row| row["streak"]["length"].clone()), streak);
    let in_a = own.iter().filter(|row| row.seat == 0).count();
    assert_eq!(stats["by_seat"]["A"]["played"].as_u64().unwrap_or(0), u64::try_from(in_a).unwrap());
    for other in stats["by_opponent"].as_array().unwrap() {
        let met = own.iter().filter_map(|row| {
            let other =
                kept[&row.game_id].iter().find(|it| it.player_id.to_string() == other["player"]["id"])?;
            (other.side != row.side).then_some((row.place, other.place))
        });
        let (won, lost) =
            met.fold((0, 0), |(won, lost), (a, b)| (won + u64::from(a < b), lost + u64::from(a > b)));
        assert_eq!((&other["won"], &other["lost"]), (&json!(won), &json!(lost)));
    }
}

#[test]
fn games_that_finish_at_once_are_all_in_the_sums() {
    let bench = bench(24);
    let day = NaiveDate::from_ymd_opt(2026, 4, 1).unwrap();
    let rows: Vec<Vec<ResultRow>> = bench
        .games
        .iter()
        .map(|game| {
            let mut chance = Chance(1);
            let mut rows = Vec::new();
            while rows.is_empty() {
                rows = any_results(&mut chance, bench.id, *game, &bench.players);
            }
            rows.iter_mut().for_each(|row| row.played_on = day);
            rows
        })
        .collect();
    std::thread::scope(|scope| {
        for (game, rows) in bench.games.iter().zip(&rows) {
            let bench = &bench;
            scope.spawn(move || bench.replace(*game, rows));
        }
    });
    assert_eq!(bench.wrong_sums(), 0);
    assert_eq!(bench.told(""), bench.plain(&rows.iter().flatten().collect::<Vec<_>>()));
}
