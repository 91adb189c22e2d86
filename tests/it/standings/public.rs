//! Standings worked out from what anybody can read: the games one by one. Shares no code with the
//! service.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::Club;

/// What a game was for the player of a seat.
#[derive(Clone, Debug)]
pub struct Line {
    pub game: String,
    pub day: String,
    pub variant: String,
    pub seats: usize,
    pub partners: bool,
    pub low: bool,
    pub player: String,
    pub name: String,
    pub seat: String,
    pub side: String,
    /// 1, 0 or -1.
    pub result: i64,
    pub place: usize,
    /// Whether the total was not played to the end.
    pub unfinished: bool,
    pub total: i64,
    pub against: i64,
    pub narrow: bool,
    pub rounds: i64,
    pub rounds_won: i64,
    pub ended: i64,
    pub blocks: i64,
    pub outs: i64,
    pub penalties: i64,
    pub left: i64,
    pub left_rounds: i64,
}

/// Every line of every game of a club that is over and counts.
pub fn lines(club: &Club) -> Vec<Line> {
    let mut found = Vec::new();
    let mut path = format!("{}/games?limit=7", club.path);
    loop {
        let page = club.manager.get(&path).json();
        for game in page["items"].as_array().unwrap() {
            let whole = club.manager.get(&format!("/v1/games/{}", game["id"].as_str().unwrap())).json();
            found.extend(of_game(&whole));
        }
        let Some(cursor) = page["next_cursor"].as_str() else { return found };
        path = format!("{}/games?limit=7&cursor={cursor}", club.path);
    }
}

fn of_game(game: &Value) -> Vec<Line> {
    let over_after = game["score"]["finished_after"].as_i64();
    let abandoned = game["declared"]["kind"] == "abandoned" && game["score"]["winners"] == json!([]);
    let Some(over_after) = over_after.filter(|_| game["counts"] == true && !abandoned) else {
        return Vec::new();
    };
    let counted: Vec<&Value> = game["rounds"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|round| round["voided"].is_null() && round["after_end"] == false && round["over"] == true)
        .collect();
    let seats = game["seats"].as_array().unwrap();
    let mut totals: BTreeMap<String, i64> =
        seats.iter().map(|seat| (seat["side"].as_str().unwrap().to_owned(), 0)).collect();
    let mut won: BTreeMap<String, i64> = totals.clone();
    for round in &counted {
        for (side, points) in round["points"].as_object().unwrap() {
            *totals.get_mut(side).unwrap() += points.as_i64().unwrap();
        }
        for side in round["winners"].as_array().unwrap() {
            *won.get_mut(side.as_str().unwrap()).unwrap() += 1;
        }
    }
    let valid: Vec<&Value> =
        game["penalties"].as_array().unwrap().iter().filter(|it| it["cancelled"].is_null()).collect();
    for penalty in valid.iter().filter(|penalty| penalty["round"].as_i64().unwrap() <= over_after) {
        *totals.get_mut(penalty["side"].as_str().unwrap()).unwrap() += penalty["change"].as_i64().unwrap();
    }
    assert_eq!(json!(totals), game["score"]["totals"], "{game}");
    let low = game["rules"]["match"]["goal"] == "low";
    // The table ended the match, or the player was away when it ended.
    let cut_short = !game["declared"].is_null();
    let is_away = |seat: &&Value| {
        let last = seat["absences"].as_array().and_then(|absences| absences.last());
        last.is_some_and(|it| it["until"].is_null() && it["from_round"].as_i64().unwrap() <= over_after)
    };
    let away: Vec<String> =
        seats.iter().filter(is_away).map(|seat| seat["side"].as_str().unwrap().to_owned()).collect();
    // Where few points win, who was not there in every round flatters himself, unless the table gave a start.
    let is_unfinished = |side: &String| {
        let seat = seats.iter().find(|seat| seat["side"] == **side).unwrap();
        let started = seat["start"].as_i64().is_some_and(|start| start != 0);
        let joined = seat["joined"].as_i64().unwrap_or(1);
        let missed = |round: &&Value| {
            let begins_later = round["round"].as_i64().unwrap() < joined;
            round["points"].get(side).is_none() && !(begins_later && started)
        };
        cut_short || away.contains(side) || (low && counted.iter().any(missed))
    };
    let merit = |side: &str| if low { -totals[side] } else { totals[side] };
    let forfeit = (game["declared"]["kind"] == "forfeit").then(|| game["declared"]["by"].as_str().unwrap());
    let gave_up = |side: &String| Some(side.as_str()) == forfeit || away.contains(side);
    let able = || totals.keys().filter(|side| !gave_up(side));
    let best = able().map(|side| merit(side)).max().unwrap();
    let winners: Vec<&String> = able().filter(|side| merit(side) == best).collect();
    let most = winners.iter().map(|side| won[*side]).max().unwrap();
    // Who gave up comes after everybody else.
    let first = |side: &String| (winners.contains(&side), !gave_up(side), merit(side));
    seats
        .iter()
        .map(|seat| {
            let text = |member: &str| seat[member].as_str().unwrap().to_owned();
            let side = text("side");
            // A round without the player has no points of the side.
            let of_rounds = |is: &dyn Fn(&Value) -> bool| {
                let own = counted.iter().filter(|round| round["points"].get(&side).is_some());
                i64::try_from(own.filter(|round| is(round)).count()).unwrap()
            };
            let own = text("seat");
            Line {
                game: game["id"].as_str().unwrap().to_owned(),
                day: game["played_on"].as_str().unwrap().to_owned(),
                variant: game["variant"].as_str().unwrap().to_owned(),
                seats: seats.len(),
                partners: game["partners"] == true,
                low,
                player: text("player"),
                name: text("name"),
                result: match winners.contains(&&side) {
                    true if winners.len() == 1 => 1,
                    true => 0,
                    false => -1,
                },
                place: 1 + totals.keys().filter(|other| first(other) > first(&side)).count(),
                unfinished: is_unfinished(&side),
                total: totals[&side],
                against: totals
                    .iter()
                    .filter(|(other, _)| **other != side && !is_unfinished(other))
                    .map(|(_, total)| total)
                    .sum(),
                narrow: forfeit.is_none() && !winners.contains(&&side) && most > 0 && most - won[&side] <= 1,
                rounds: of_rounds(&|_| true),
                rounds_won: won[&side],
                ended: of_rounds(&|round| round["ending"].is_string()),
                blocks: of_rounds(&|round| round["ending"] == "blocked"),
                outs: of_rounds(&|round| round["out"] == *own),
                penalties: i64::try_from(valid.iter().filter(|it| it["seat"] == *own).count()).unwrap(),
                left: counted
                    .iter()
                    .filter(|round| !round["hands"][&own].is_null())
                    .map(|round| round["pips"][&own].as_i64().unwrap())
                    .sum(),
                left_rounds: of_rounds(&|round| !round["hands"][&own].is_null()),
                seat: own,
                side,
            }
        })
        .collect()
}

/// By what is ranked.
pub struct Wanted<'a> {
    pub rank_by: &'a [&'a str],
    pub win: i64,
    pub draw: i64,
    pub loss: i64,
    pub round_won: i64,
    pub narrow_loss: i64,
    pub min_games: i64,
    pub seed: &'a str,
    pub dense: bool,
}

impl Wanted<'_> {
    /// The same as the ranking of a season.
    pub fn body(&self) -> Value {
        let Wanted { rank_by, win, draw, loss, round_won, narrow_loss, min_games, seed, dense } = self;
        let ranks = if *dense { "dense" } else { "competition" };
        json!({"rank_by": rank_by, "win": win, "draw": draw, "loss": loss, "round_won": round_won,
            "narrow_loss": narrow_loss, "min_games": min_games, "seed": seed, "ranks": ranks})
    }

    /// The same as a query.
    pub fn query(&self) -> String {
        let Wanted { rank_by, win, draw, loss, round_won, narrow_loss, min_games, seed, dense } = self;
        format!(
            "rank_by={}&win={win}&draw={draw}&loss={loss}&round_won={round_won}&narrow_loss={narrow_loss}\
             &min_games={min_games}&seed={seed}&ranks={}",
            rank_by.join(","),
            if *dense { "dense" } else { "competition" }
        )
    }
}

/// What is worked out of a row.
pub const MEMBERS: [&str; 19] = [
    "rank",
    "tied",
    "player",
    "decided_by",
    "points",
    "played",
    "won",
    "drawn",
    "lost",
    "narrow_losses",
    "unfinished",
    "points_for",
    "points_against",
    "difference",
    "rounds",
    "rounds_won",
    "outs",
    "blocks",
    "penalties",
];

/// Sums of the lines of a player.
pub struct Sums<'a>(pub Vec<&'a Line>);

impl Sums<'_> {
    pub fn of(&self, value: impl Fn(&Line) -> i64) -> i64 {
        self.0.iter().map(|line| value(line)).sum()
    }

    pub fn results(&self, result: i64) -> i64 {
        self.of(|line| i64::from(line.result == result))
    }

    pub fn played(&self) -> i64 {
        self.of(|_| 1)
    }

    /// The sum over the games whose totals were played to the end.
    pub fn finished(&self, value: impl Fn(&Line) -> i64) -> i64 {
        self.of(|line| if line.unfinished { 0 } else { value(line) })
    }

    fn merit(&self) -> i64 {
        self.finished(|line| if line.low { -line.total } else { line.total })
    }

    pub fn ahead(&self) -> i64 {
        self.finished(|line| if line.low { line.against - line.total } else { line.total - line.against })
    }

    fn points(&self, wanted: &Wanted<'_>) -> i64 {
        wanted.win * self.results(1)
            + wanted.draw * self.results(0)
            + wanted.loss * self.results(-1)
            + wanted.round_won * self.of(|line| line.rounds_won)
            + wanted.narrow_loss * self.of(|line| i64::from(line.narrow))
    }
}

/// A multiple of every number of games that a player may have here, so that shares are whole numbers.
const SHARES: i128 = 1_182_266_884_102_822_267_511_361_600;

struct Table<'a> {
    wanted: &'a Wanted<'a>,
    lines: &'a [Line],
    players: BTreeMap<String, Sums<'a>>,
    rows: Vec<Value>,
    ranks: usize,
}

/// The rows of the table of these lines: rank, whether shared, who, what decided, and the sums.
pub fn table(lines: &[Line], wanted: &Wanted<'_>) -> Vec<Value> {
    let mut players: BTreeMap<String, Sums<'_>> = BTreeMap::new();
    for line in lines {
        players.entry(line.player.clone()).or_insert_with(|| Sums(Vec::new())).0.push(line);
    }
    let mut everybody: Vec<String> = players.keys().cloned().collect();
    everybody.sort_by_key(|player| (players[player].0[0].name.to_lowercase(), player.clone()));
    let mut table = Table { wanted, lines, players, rows: Vec::new(), ranks: 0 };
    if !everybody.is_empty() {
        table.order(&everybody, 0, None);
    }
    table.rows
}

impl Table<'_> {
    fn order(&mut self, level: &[String], depth: usize, decided: Option<&str>) {
        let criterion = self.wanted.rank_by.get(depth).copied().filter(|_| level.len() > 1);
        let Some(criterion) = criterion else { return self.settle(level, decided) };
        let keys: Vec<i128> = level.iter().map(|player| self.key(criterion, player, level)).collect();
        let mut values = keys.clone();
        values.sort_unstable();
        values.dedup();
        for value in values.iter().rev() {
            let alike = level.iter().zip(&keys).filter(|(_, key)| *key == value).map(|(it, _)| it.clone());
            let alike: Vec<String> = alike.collect();
            self.order(&alike, depth + 1, if values.len() > 1 { Some(criterion) } else { decided });
        }
    }

    fn key(&self, criterion: &str, player: &str, level: &[String]) -> i128 {
        let sums = &self.players[player];
        let share = |part: i64, whole: i64| {
            assert_eq!(SHARES % i128::from(whole), 0, "{whole}");
            i128::from(part) * SHARES / i128::from(whole)
        };
        match criterion {
            "points" => sums.points(self.wanted).into(),
            "win_rate" if sums.played() < self.wanted.min_games => -1,
            "win_rate" => share(2 * sums.results(1) + sums.results(0), sums.played()),
            "won" => sums.results(1).into(),
            "difference" | "points_for" | "average" if sums.finished(|_| 1) == 0 => i128::MIN,
            "difference" => sums.ahead().into(),
            "points_for" => sums.merit().into(),
            "average" => share(sums.merit(), sums.finished(|_| 1)),
            "rounds_won" => sums.of(|line| line.rounds_won).into(),
            "played" => sums.played().into(),
            "penalties" => (-sums.of(|line| line.penalties)).into(),
            "head_to_head" => self.met(player, level, |own, other| {
                i128::from(own.place < other.place) - i128::from(own.place > other.place)
            }),
            "mini_table" => {
                let meetings = self.met(player, level, |_, _| 1);
                let cut_short =
                    self.met(player, level, |own, other| (own.unfinished || other.unfinished).into());
                let ahead = self.met(player, level, |own, other| match own.total - other.total {
                    _ if own.unfinished || other.unfinished => 0,
                    ahead => (if own.low { -ahead } else { ahead }).into(),
                });
                let points = self.met(player, level, |own, other| {
                    i128::from(match own.place.cmp(&other.place) {
                        std::cmp::Ordering::Less => self.wanted.win,
                        std::cmp::Ordering::Equal => self.wanted.draw,
                        std::cmp::Ordering::Greater => self.wanted.loss,
                    })
                });
                let is_last = meetings > 0 && meetings == cut_short;
                1_000_000_000 * points + if is_last { -400_000_000 } else { ahead }
            }
            "lots" => {
                let hash = Sha256::digest(format!("{}\0{player}", self.wanted.seed));
                hash[..15].iter().fold(0, |lot, byte| lot << 8 | i128::from(*byte))
            }
            other => panic!("{other}"),
        }
    }

    /// The sum over the games of a player against others of a group.
    fn met(&self, player: &str, level: &[String], value: impl Fn(&Line, &Line) -> i128) -> i128 {
        let own = self.lines.iter().filter(|line| line.player == player);
        own.flat_map(|own| {
            let others = self.lines.iter().filter(|other| {
                other.game == own.game && other.side != own.side && level.contains(&other.player)
            });
            others.map(|other| value(own, other)).collect::<Vec<_>>()
        })
        .sum()
    }

    fn settle(&mut self, level: &[String], decided: Option<&str>) {
        let rank = 1 + if self.wanted.dense { self.ranks } else { self.rows.len() };
        self.ranks += 1;
        for player in level {
            let sums = &self.players[player];
            self.rows.push(json!({
                "rank": rank,
                "tied": level.len() > 1,
                "player": player,
                "decided_by": decided,
                "points": sums.points(self.wanted),
                "played": sums.played(),
                "won": sums.results(1),
                "drawn": sums.results(0),
                "lost": sums.results(-1),
                "narrow_losses": sums.of(|line| i64::from(line.narrow)),
                "unfinished": sums.of(|line| i64::from(line.unfinished)),
                "points_for": sums.finished(|line| line.total),
                "points_against": sums.finished(|line| line.against),
                "difference": sums.ahead(),
                "rounds": sums.of(|line| line.rounds),
                "rounds_won": sums.of(|line| line.rounds_won),
                "outs": sums.of(|line| line.outs),
                "blocks": sums.of(|line| line.blocks),
                "penalties": sums.of(|line| line.penalties),
            }));
        }
    }
}
