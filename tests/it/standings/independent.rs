//! After random games and corrections over HTTP, tables and statistics are what anybody can work out
//! from the games as they are shown.

use pipkeeper::testing::{Progress, rebuild};
use serde_json::{Value, json};

use super::laws::{Bench, Chance, bench};
use super::public::{Line, MEMBERS, Sums, Wanted, lines, table};

const NAMES: [&str; 6] = ["Ann", "bob", "Cem", "Dee", "eve", "Fay"];
const CRITERIA: [&str; 12] = [
    "points",
    "win_rate",
    "won",
    "difference",
    "points_for",
    "average",
    "rounds_won",
    "played",
    "penalties",
    "head_to_head",
    "mini_table",
    "lots",
];

/// Something done to a random game, which may be refused.
fn random_step(bench: &Bench, chance: &mut Chance, games: &mut Vec<String>) {
    if games.is_empty() || chance.below(4) == 0 {
        games.push(start(bench, chance));
        return;
    }
    let game = games[chance.index(games.len())].clone();
    let state = bench.club.manager.get(&game);
    let version = state.header("etag").to_owned();
    let state = state.json();
    let sides: Vec<String> = state["score"]["totals"].as_object().unwrap().keys().cloned().collect();
    let side = sides[chance.index(sides.len())].clone();
    let round = format!("{game}/rounds/{}", 1 + chance.below(3));
    let send = |method: &str, path: &str, body: &Value| {
        let answer = bench.club.manager.send(method, path, &[("If-Match", &version)], Some(body));
        assert!(answer.status < 500, "{method} {path} {body}: {answer:?}");
    };
    match chance.below(16) {
        0 => send("PUT", &round, &report(chance, &state)),
        1 => send("DELETE", &format!("{round}?reason=misdeal"), &Value::Null),
        2 => send("POST", &format!("{round}/restore"), &json!({})),
        3 => {
            let day = format!("2026-0{}-0{}", 1 + chance.below(4), 1 + chance.below(3));
            send("PATCH", &game, &json!({"counts": chance.below(4) > 0, "played_on": day}));
        }
        4 => {
            let penalty = json!({"seat": "A", "amount": {"points": 5}, "reason": "late"});
            send("POST", &format!("{game}/penalties"), &penalty);
        }
        5 => send("POST", &format!("{game}/penalties/1/cancel"), &json!({"reason": "was on time"})),
        6 if chance.below(2) == 0 => {
            let kind = chance.of(&["time_limit", "forfeit", "abandoned"]);
            let mut end = json!({"kind": kind, "reason": "rain"});
            if kind == "forfeit" {
                end["by"] = json!(side);
            }
            send("POST", &format!("{game}/end"), &end);
        }
        7 => send("POST", &format!("{game}/reopen"), &json!({})),
        8 if sides.contains(&"C".to_owned()) => send("POST", &format!("{game}/seats/C/leave"), &json!({})),
        _ => send("POST", &format!("{game}/rounds"), &report(chance, &state)),
    }
}

fn start(bench: &Bench, chance: &mut Chance) -> String {
    let first = usize::try_from(chance.below(6)).unwrap();
    let at = |count: usize| (0..count).map(|seat| NAMES[(first + seat) % 6]).collect::<Vec<_>>();
    let day = format!("2026-0{}-0{}", 1 + chance.below(4), 1 + chance.below(3));
    let few = json!({"match": {"type": "rounds", "rounds": 2, "tie": "joint"}});
    let (mut game, names) = match chance.below(4) {
        0 => (json!({"variant": "hathaway", "partners": true, "rules": {"match": {"target": 30}}}), at(4)),
        1 => (json!({"variant": "chickenfoot", "rules": few}), at(3)),
        2 => (json!({"variant": "block", "rules": few}), at(3)),
        _ => (json!({"variant": "block", "rules": {"match": {"target": 25}}}), at(2)),
    };
    game["played_on"] = json!(day);
    bench.club.start(game, &names)
}

/// A round as somebody might report it of this game.
fn report(chance: &mut Chance, state: &Value) -> Value {
    let present = |side: &&String| {
        let seats = state["seats"].as_array().unwrap();
        seats.iter().all(|seat| seat["side"] != **side || seat["present"] == true)
    };
    let sides = state["score"]["totals"].as_object().unwrap().keys();
    let sides: Vec<&String> = sides.filter(present).collect();
    let winner = chance.index(sides.len());
    if state["variant"] == "chickenfoot" {
        let points = sides.iter().map(|side| ((*side).clone(), json!(5 * chance.below(3))));
        return json!({"detail": "points", "points": points.collect::<serde_json::Map<_, _>>()});
    }
    if sides.len() == 2 && chance.below(2) == 0 && state["partners"] == false {
        let (out, other) = (sides[winner], sides[1 - winner]);
        let hands = json!({other: {"pips": 1 + chance.below(20)}});
        return json!({"detail": "hands", "ending": "domino", "out": out, "hands": hands});
    }
    json!({"detail": "points", "points": {sides[winner]: 5 * (1 + chance.below(4))}})
}

/// Whether a line is in what a query asks for.
type Filter = Box<dyn Fn(&Line) -> bool>;

/// Filters as a query, and as what it lets through.
fn random_filter(chance: &mut Chance) -> (String, Filter) {
    let mut query = Vec::new();
    let mut tests: Vec<Filter> = Vec::new();
    if chance.below(3) == 0 {
        let variant = chance.of(&["block", "hathaway", "chickenfoot"]);
        query.push(format!("variant={variant}"));
        tests.push(Box::new(move |line| line.variant == variant));
    }
    if chance.below(3) == 0 {
        let seats = chance.of(&[2, 3, 4]);
        query.push(format!("players={seats}"));
        tests.push(Box::new(move |line| line.seats == seats));
    }
    if chance.below(4) == 0 {
        let partners = chance.below(2) == 0;
        query.push(format!("partners={partners}"));
        tests.push(Box::new(move |line| line.partners == partners));
    }
    if chance.below(2) == 0 {
        let from = format!("2026-0{}-0{}", 1 + chance.below(2), 1 + chance.below(3));
        query.push(format!("from={from}"));
        tests.push(Box::new(move |line| line.day >= from));
    }
    if chance.below(2) == 0 {
        let to = format!("2026-0{}-0{}", 2 + chance.below(3), 3 + chance.below(2));
        query.push(format!("to={to}"));
        tests.push(Box::new(move |line| line.day <= to));
    }
    (query.join("&"), Box::new(move |line| tests.iter().all(|test| test(line))))
}

fn random_chain(chance: &mut Chance) -> Wanted<'static> {
    let mut rank_by = Vec::new();
    for _ in 0..1 + chance.below(5) {
        let criterion = chance.of(&CRITERIA);
        if !rank_by.contains(&criterion) {
            rank_by.push(criterion);
        }
    }
    let mut worth = |most: u64| i64::try_from(chance.below(most)).unwrap();
    Wanted {
        win: worth(4),
        draw: worth(3),
        loss: worth(2) - 1,
        round_won: worth(2),
        narrow_loss: worth(3),
        min_games: 1 + worth(6),
        seed: ["a", "2026"][usize::try_from(worth(2)).unwrap()],
        dense: worth(2) == 0,
        rank_by: Vec::leak(rank_by),
    }
}

fn passing(lines: &[Line], passes: &Filter) -> Vec<Line> {
    lines.iter().filter(|line| passes(line)).cloned().collect()
}

/// The rows of a table as they are shown, as far as they are worked out here.
fn told(table: &Value) -> Vec<Value> {
    let told = |row: &Value| {
        let mut told: Value =
            MEMBERS.iter().map(|member| ((*member).to_owned(), row[member].clone())).collect();
        told["player"] = row["player"]["id"].clone();
        told
    };
    table["rows"].as_array().unwrap().iter().map(told).collect()
}

/// A season that was closed with this table.
struct Closed {
    id: String,
    passes: Filter,
    wanted: Wanted<'static>,
    table: Vec<Value>,
}

impl Closed {
    /// Makes and closes a season whose table is the one that is worked out.
    fn season(bench: &Bench, chance: &mut Chance, lines: &[Line]) -> Closed {
        let (filter, passes) = random_filter(chance);
        let wanted = random_chain(chance);
        let mut body = json!({"name": format!("{filter} {}", wanted.query()), "from": "2026-01-01", "to": "2026-12-31",
            "games": {}, "chain": wanted.body()});
        for (name, value) in filter.split('&').filter_map(|pair| pair.split_once('=')) {
            let value = serde_json::from_str(value).unwrap_or_else(|_| json!(value));
            let place = if ["from", "to"].contains(&name) { &mut body } else { &mut body["games"] };
            place[name] = value;
        }
        let path = bench.club.season(&body);
        let id = path.rsplit('/').next().unwrap().to_owned();
        let table = table(&passing(lines, &passes), &wanted);
        assert_eq!(told(&bench.club.standings(&format!("?season={id}"))), table, "{body}");
        assert_eq!(bench.club.manager.post(&format!("{path}/close"), &Value::Null).status, 200);
        Closed { id, passes, wanted, table }
    }

    /// The table is still the same, and it is known whether it would be another one.
    fn check(&self, bench: &Bench, lines: &[Line]) {
        let frozen = bench.club.standings(&format!("?season={}", self.id));
        assert_eq!(told(&frozen), self.table);
        let now = table(&passing(lines, &self.passes), &self.wanted);
        assert_eq!(told(&bench.club.standings(&format!("?season={}&live=true", self.id))), now);
        assert!(frozen["season"]["differs"] == true || self.table == now, "{}", self.id);
    }
}

#[test]
fn tables_and_statistics_are_what_the_games_say() {
    let bench = bench(0);
    let mut chance = Chance(20_261_130);
    let mut games = Vec::new();
    let mut compared = 0;
    let mut closed: Vec<Closed> = Vec::new();
    for stage in 0..6 {
        for _ in 0..60 {
            random_step(&bench, &mut chance, &mut games);
        }
        let lines = lines(&bench.club);
        closed.iter().for_each(|season| season.check(&bench, &lines));
        closed.push(Closed::season(&bench, &mut chance, &lines));
        for _ in 0..14 {
            let (filter, passes) = random_filter(&mut chance);
            let wanted = random_chain(&mut chance);
            let kept = passing(&lines, &passes);
            let query = format!("?{filter}&{}", wanted.query());
            let query = query.replace("?&", "?");
            let expected = table(&kept, &wanted);
            assert_eq!(told(&bench.club.standings(&query)), expected, "stage {stage}: {query}");
            compared += expected.len();
            for name in NAMES {
                check_player(&bench, name, &filter, &kept);
            }
        }
    }
    assert!(compared > 200, "{compared} rows");
    let found = bench.runtime.block_on(async {
        rebuild(&mut bench.db.get().await.unwrap(), true, &Progress::default()).await.unwrap()
    });
    assert!(found.is_healthy(), "{found:?}");
}

/// What is known of a player, against the lines of these games.
fn check_player(bench: &Bench, name: &str, filter: &str, kept: &[Line]) {
    let Some(player) = kept.iter().find(|line| line.name == name).map(|line| line.player.clone()) else {
        return;
    };
    let path = format!("{}/players/{player}/stats?{filter}", bench.club.path);
    let stats = bench.club.manager.get(path.trim_end_matches('?')).json();
    let mut own: Vec<&Line> = kept.iter().filter(|line| line.player == player).collect();
    own.sort_by(|a, b| (&b.day, &b.game).cmp(&(&a.day, &a.game)));
    let sums = Sums(own.clone());
    let share = |part: i64, whole: i64| {
        let [part, whole] = [part, whole].map(|number| f64::from(i32::try_from(number).unwrap()));
        if whole == 0.0 { Value::Null } else { json!((part / whole * 10_000.0).round() / 10_000.0) }
    };
    for (member, value) in [
        ("played", json!(sums.played())),
        ("won", json!(sums.results(1))),
        ("drawn", json!(sums.results(0))),
        ("lost", json!(sums.results(-1))),
        ("win_rate", share(2 * sums.results(1) + sums.results(0), 2 * sums.played())),
        ("average", share(sums.finished(|line| line.total), sums.finished(|_| 1))),
        ("difference", json!(sums.ahead())),
        ("outs", json!(sums.of(|line| line.outs))),
        ("block_rate", share(sums.of(|line| line.blocks), sums.of(|line| line.ended))),
        ("average_left", share(sums.of(|line| line.left), sums.of(|line| line.left_rounds))),
    ] {
        assert_eq!(stats["total"][member], value, "{member} of {name}, {filter}");
    }
    let words: Vec<&str> =
        own.iter().map(|line| ["lost", "drawn", "won"][usize::try_from(line.result + 1).unwrap()]).collect();
    let form: Vec<&Value> = stats["form"].as_array().unwrap().iter().map(|game| &game["result"]).collect();
    assert_eq!(form, words.iter().take(10).collect::<Vec<_>>(), "form of {name}, {filter}");
    let row = |wanted: &str| words.split(|word| *word != wanted).map(<[&str]>::len).max().unwrap_or(0);
    assert_eq!(
        (&stats["longest_won"], &stats["longest_lost"]),
        (&json!(row("won")), &json!(row("lost"))),
        "{name}, {filter}"
    );
    for variant in ["block", "hathaway", "chickenfoot"] {
        let of = Sums(own.iter().copied().filter(|line| line.variant == variant).collect());
        assert_eq!(stats["by_variant"][variant]["played"].as_i64().unwrap_or(0), of.played(), "{variant}");
        assert_eq!(stats["by_variant"][variant]["won"].as_i64().unwrap_or(0), of.results(1), "{variant}");
    }
    for seat in ["A", "B", "C", "D"] {
        let of = Sums(own.iter().copied().filter(|line| line.seat == seat).collect());
        assert_eq!(stats["by_seat"][seat]["won"].as_i64().unwrap_or(0), of.results(1), "{seat}");
        assert_eq!(stats["by_seat"][seat]["lost"].as_i64().unwrap_or(0), of.results(-1), "{seat}");
    }
    check_others(&stats, &own, kept);
}

/// Partners and opponents of a player.
fn check_others(stats: &Value, own: &[&Line], kept: &[Line]) {
    for (list, together) in [("by_partner", true), ("by_opponent", false)] {
        let mut listed = 0;
        for pair in stats[list].as_array().unwrap() {
            let (mut won, mut drawn, mut lost, mut points) = (0, 0, 0, 0);
            for line in own {
                let Some(other) = kept.iter().find(|other| {
                    other.game == line.game
                        && pair["player"]["id"] == other.player
                        && (other.side == line.side) == together
                }) else {
                    continue;
                };
                points += if line.unfinished || other.unfinished { 0 } else { line.total };
                let result = if together {
                    line.result
                } else {
                    i64::from(line.place < other.place) - i64::from(line.place > other.place)
                };
                match result {
                    1 => won += 1,
                    0 => drawn += 1,
                    _ => lost += 1,
                }
            }
            listed += won + drawn + lost;
            assert_eq!(
                (&pair["won"], &pair["drawn"], &pair["lost"], &pair["points_for"]),
                (&json!(won), &json!(drawn), &json!(lost), &json!(points)),
                "{pair}"
            );
        }
        let met = own.iter().map(|line| {
            let others = kept.iter().filter(|other| {
                other.game == line.game
                    && other.player != line.player
                    && (other.side == line.side) == together
            });
            others.count()
        });
        assert_eq!(listed, met.sum::<usize>(), "nobody is missing among {list}");
    }
}
