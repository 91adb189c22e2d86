//! The points of a round, counted once more from what the players were left with.

use std::collections::BTreeMap;

use pipkeeper::rules::{Seat, Tile};

use crate::support::Played;

type Points = BTreeMap<String, i32>;

fn pips(tiles: &[Tile]) -> i32 {
    tiles.iter().map(|tile| i32::from(tile.low()) + i32::from(tile.high())).sum()
}

/// The points of each side, and who won.
pub fn points(variant: &str, partners: bool, played: &Played) -> (Points, Vec<String>) {
    let own: BTreeMap<Seat, i32> = played.left.iter().map(|(seat, tiles)| (*seat, pips(tiles))).collect();
    let each = |points: &dyn Fn(Seat) -> i32| -> Points {
        own.keys().map(|seat| (seat.to_string(), points(*seat))).collect()
    };
    match variant {
        "buildup" => {
            let showing = |seat: Seat| {
                let tops = played.tops.iter().filter(|top| top.seat == Some(seat));
                pips(&tops.map(|top| top.tile).collect::<Vec<Tile>>())
            };
            let points = each(&showing);
            let most = points.values().max().copied();
            let won: Vec<String> =
                points.iter().filter(|(_, own)| Some(**own) == most).map(|(seat, _)| seat.clone()).collect();
            (points, if won.len() == 1 { won } else { Vec::new() })
        }
        "chickenfoot" => {
            let least = own.values().min().copied();
            let won = match played.out {
                Some(out) => vec![out.to_string()],
                None => {
                    let lowest = own.iter().filter(|(_, pips)| Some(**pips) == least);
                    lowest.map(|(seat, _)| seat.to_string()).collect()
                }
            };
            (each(&|seat| own[&seat]), won)
        }
        _ if partners => pairs(&own, played.out),
        variant => {
            let Some(winner) = played.out.or_else(|| lowest(variant, &own, played)) else {
                return (each(&|_| 0), Vec::new());
            };
            let others: i32 = own.values().sum::<i32>() - own[&winner];
            let opponents = i32::try_from(own.len()).unwrap() - 1;
            // Hathaway takes the own dots off once for each opponent.
            let off = if variant == "hathaway" { opponents } else { 1 };
            let won = (others - off * own[&winner]).max(0);
            (each(&|seat| if seat == winner { won } else { 0 }), vec![winner.to_string()])
        }
    }
}

/// Who has the lowest hand; in Block the lightest tile decides between equal ones.
fn lowest(variant: &str, own: &BTreeMap<Seat, i32>, played: &Played) -> Option<Seat> {
    let least = own.values().min().copied();
    let tied: Vec<Seat> =
        own.iter().filter(|(_, pips)| Some(**pips) == least).map(|(seat, _)| *seat).collect();
    if let [only] = tied.as_slice() {
        return Some(*only);
    }
    if variant != "block" {
        return None;
    }
    let lightest =
        |seat: &Seat| played.left[seat].iter().map(|tile| pips(std::slice::from_ref(tile))).min().unwrap();
    let light = tied.iter().map(lightest).min();
    let mut lightest = tied.into_iter().filter(|seat| Some(lightest(seat)) == light);
    match (lightest.next(), lightest.next()) {
        (Some(only), None) => Some(only),
        _ => None,
    }
}

/// Partners: what the opponents hold if somebody is out, else the difference.
fn pairs(own: &BTreeMap<Seat, i32>, out: Option<Seat>) -> (Points, Vec<String>) {
    let total = |first: usize| own.iter().filter(|(seat, _)| seat.index() % 2 == first).map(|(_, p)| p).sum();
    let totals: [i32; 2] = [total(0), total(1)];
    let names = ["A+C", "B+D"];
    let (winner, points) = match out {
        Some(out) => (out.index() % 2, totals[1 - out.index() % 2]),
        None if totals[0] == totals[1] => {
            return (names.map(|name| (name.to_owned(), 0)).into(), Vec::new());
        }
        None => (usize::from(totals[1] < totals[0]), (totals[0] - totals[1]).abs()),
    };
    let mut all: Points = names.map(|name| (name.to_owned(), 0)).into();
    all.insert(names[winner].to_owned(), points);
    (all, vec![names[winner].to_owned()])
}
