//! The ratings of Weng and Lin once more, straight from the paper (JMLR 12, 2011, algorithm 1), from
//! what the tables say about their games.

use std::collections::BTreeMap;

use serde_json::Value;

use super::super::Club;

/// Expected skill and standard deviation.
pub type Skill = (f64, f64);

/// A player's skill before and after a game.
pub struct Step {
    pub game: String,
    pub player: String,
    pub before: Skill,
    pub after: Skill,
}

/// A game's sides: place and players.
type Sides = Vec<(usize, Vec<String>)>;

/// The games of a variant that count, by day and as they were made, each as its table shows it.
fn finished(club: &Club, games: &[String], variant: &str) -> Vec<(String, Sides)> {
    let mut finished = Vec::new();
    for path in games {
        let game = club.manager.get(path).json();
        let score = &game["score"];
        let winners = score["winners"].as_array().unwrap();
        if game["variant"] != variant || game["counts"] != true || score["status"] != "finished" {
            continue;
        }
        let totals = score["totals"].as_object().unwrap();
        // Of Chickenfoot the fewest points win.
        let sign = if variant == "chickenfoot" { -1 } else { 1 };
        let of = |side: &str| sign * totals[side].as_i64().unwrap();
        let sides = totals.keys().map(|side| {
            let ahead = totals.keys().filter(|other| of(other) > of(side)).count();
            assert_eq!(ahead == 0, winners.iter().any(|winner| winner == side), "{game}");
            let seats = game["seats"].as_array().unwrap().iter().filter(|seat| seat["side"] == **side);
            let players = seats.map(|seat| seat["player"].as_str().unwrap().to_owned());
            (ahead + 1, players.collect())
        });
        let text = |member: &str| game[member].as_str().unwrap().to_owned();
        finished.push(((text("played_on"), text("id")), sides.collect::<Sides>()));
    }
    finished.sort();
    finished.into_iter().map(|((_, id), sides)| (id, sides)).collect()
}

/// What every game does to everybody's skill, from the first game on.
pub fn from_scratch(club: &Club, games: &[String], variant: &str) -> Vec<Step> {
    let mut skills: BTreeMap<String, Skill> = BTreeMap::new();
    let mut steps = Vec::new();
    for (game, sides) in finished(club, games, variant) {
        let skill = |player: &String| skills.get(player).copied().unwrap_or((25.0, 25.0 / 3.0));
        // A rating is a little less sure before each further game.
        let variance = |player: &String| skill(player).1.powi(2) + (25.0_f64 / 300.0).powi(2);
        let beta = 25.0 / 6.0;
        let team = |players: &[String]| -> (f64, f64) {
            (players.iter().map(|it| skill(it).0).sum(), players.iter().map(variance).sum())
        };
        let mut after = Vec::new();
        for (i, (place, players)) in sides.iter().enumerate() {
            let (mu_i, var_i) = team(players);
            let (mut omega, mut delta) = (0.0, 0.0);
            for (_, (other_place, others)) in sides.iter().enumerate().filter(|(q, _)| *q != i) {
                let (mu_q, var_q) = team(others);
                let c = (var_i + var_q + 2.0 * beta * beta).sqrt();
                let p = (mu_i / c).exp() / ((mu_i / c).exp() + (mu_q / c).exp());
                let s = f64::from(u8::from(other_place >= place) + u8::from(other_place > place)) / 2.0;
                omega += var_i / c * (s - p);
                delta += var_i.sqrt() / c * (var_i / (c * c)) * p * (1.0 - p);
            }
            for player in players {
                let var = variance(player);
                let mu = skill(player).0 + var / var_i * omega;
                let sigma = (var * (1.0 - var / var_i * delta).max(1e-6)).sqrt();
                after.push((player.clone(), skill(player), (mu, sigma)));
            }
        }
        for (player, before, after) in after {
            skills.insert(player.clone(), after);
            steps.push(Step { game: game.clone(), player, before, after });
        }
    }
    steps
}

/// Whether a rating that the service tells is this skill.
pub fn is(told: &Value, (mu, sigma): Skill) -> bool {
    let near = |member: &str, value: f64| (told[member].as_f64().unwrap() - value).abs() < 1e-9;
    let shown = (1000.0 + 40.0 * (mu - 3.0 * sigma)).round();
    near("mu", mu) && near("sigma", sigma) && (told["rating"].as_f64().unwrap() - shown).abs() < 1.5
}
