//! Keeps the score of a match through the client of progenitor.

use std::collections::{BTreeSet, HashMap};
use std::env;
use std::error::Error;

use futures::TryStreamExt as _;
use progenitor_client::ByteStream;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use uuid::Uuid;

mod generated {
    #![allow(dead_code, mismatched_lifetime_syntaxes, unused_imports, clippy::all)]
    include!(concat!(env!("OUT_DIR"), "/client.rs"));
}

use generated::types::{self, GameChange, Turn};
use generated::{Client, Error as Refused};

type Answer<T> = Result<T, Box<dyn Error>>;

/// A part of a request, as the client has it.
fn typed<T: DeserializeOwned>(value: Value) -> T {
    serde_json::from_value(value).expect("a part of a request")
}

fn totals(change: &GameChange) -> HashMap<String, i32> {
    change.score.as_ref().expect("a score").totals.clone()
}

fn tag(change: &GameChange) -> String {
    format!("\"{}\"", change.version)
}

fn left(out: &str, seat: &str, hand: Value) -> types::RoundReport {
    typed(json!({ "detail": "hands", "ending": "domino", "out": out, "hands": { seat: hand } }))
}

/// The problem that a request was refused with, which the client has as bytes.
async fn problem<T>(status: u16, answer: Result<T, Refused<ByteStream>>) -> types::Problem {
    match answer {
        Err(Refused::ErrorResponse(refused)) if refused.status() == status => {
            let parts: Vec<bytes::Bytes> = refused.into_inner().into_inner().try_collect().await.expect("a body");
            serde_json::from_slice(&parts.concat()).expect("a problem")
        }
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("it was not refused"),
    }
}

struct Match<'c> {
    api: &'c Client,
    game: Uuid,
}

impl Match<'_> {
    async fn play(&self, turns: Vec<Turn>) -> Result<GameChange, Refused<ByteStream>> {
        let body: types::AddTurns = typed(json!({ "turns": turns }));
        let answer = self.api.add_turns().game(self.game).round(1).body(body).send().await?;
        Ok(answer.into_inner())
    }

    /// A round as plays, with a tile that does not fit and a turn that is taken back.
    async fn record_plays(&self) -> Answer<()> {
        let start: types::RoundReport = typed(json!({ "detail": "plays", "leader": "A" }));
        self.api.add_round().game(self.game).body(start).send().await?;
        let turn = |seat: &str, tile: &str, at: &str| -> Turn {
            typed(json!({ "seat": seat, "play": { "tile": tile, "at": at } }))
        };
        let first = vec![
            turn("A", "6-6", "lead"),
            turn("B", "2-6", "6-6/N"),
            turn("A", "0-6", "6-6/E"),
            turn("B", "3-6", "6-6/S"),
        ];
        let played = self.play(first).await?;
        let refused = problem(422, self.play(vec![turn("A", "1-5", "6-6/W")]).await).await;
        assert_eq!(refused.code, "no_match");
        assert_eq!(refused.detail, "1-5 does not fit at 6-6/W: the only open end is 6.");
        let undo = self.api.undo_turn().game(self.game).round(1).if_match(tag(&played));
        let removed = undo.send().await?.into_inner().removed.and_then(|removed| removed.turn);
        let last = self.play(vec![removed.expect("a turn"), turn("A", "1-6", "6-6/W")]).await?;
        let shown: types::HandsShown = typed(json!({ "hands": { "B": { "tiles": ["4-6"] } } }));
        let finish = self.api.finish_round().game(self.game).round(1).if_match(tag(&last)).body(shown);
        let finished = finish.send().await?.into_inner();
        assert_eq!(totals(&finished), [("A".to_owned(), 0), ("B".to_owned(), 10)].into());
        Ok(())
    }

    /// Rounds as hands until the match is over, a correction, and one by somebody who comes too late.
    async fn record_hands(&self) -> Answer<()> {
        let add = |report| self.api.add_round().game(self.game).body(report).send();
        add(left("B", "A", json!({ "tiles": ["0-1"] }))).await?;
        let over = add(left("A", "B", json!({ "pips": 5 }))).await?.into_inner();
        let amend = |tile: &str| {
            let report = left("B", "A", json!({ "tiles": [tile] }));
            self.api.amend_round().game(self.game).round(2).if_match(tag(&over)).body(report).send()
        };
        let amended = amend("0-2").await?.into_inner();
        assert_eq!(totals(&amended), [("A".to_owned(), 2), ("B".to_owned(), 15)].into());
        assert_eq!(problem(412, amend("0-3").await).await.code, "stale_version");
        Ok(())
    }
}

fn seats(names: [&str; 2]) -> Value {
    json!(names.map(|name| json!({ "name": name })))
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Answer<()> {
    let url = env::args().nth(1).ok_or("which service?")?;
    let new: types::CreateClub = typed(json!({ "name": "Friday" }));
    let club = Client::new(&url).create_club().body(new).send().await?.into_inner();
    let mut headers = reqwest::header::HeaderMap::new();
    headers.insert("authorization", format!("Bearer {}", *club.key).parse()?);
    let api = Client::new_with_client(&url, reqwest::Client::builder().default_headers(headers).build()?);

    // A game that is sent twice is made once.
    let new: types::CreateGame = typed(json!({
        "variant": "chickenfoot",
        "seats": seats(["Ann", "Bob"]),
        "rules": { "hand_size": { "2": 3 }, "match": { "type": "rounds", "rounds": 3 } },
    }));
    let create = || api.create_game().club(club.id).idempotency_key("match-1").body(new.clone()).send();
    let game = create().await?.into_inner().id;
    let again = create().await?;
    assert_eq!((again.id, &again.headers()["idempotent-replayed"]), (game, &"true".parse()?));

    let played = Match { api: &api, game };
    played.record_plays().await?;
    played.record_hands().await?;
    let table = api.get_standings().club(club.id).variant(types::Variant::Chickenfoot).send().await?;
    assert_eq!(table.rows[0].player.name, "Ann");

    // Pages of one game each.
    for names in [["Ann", "Cem"], ["Bob", "Cem"]] {
        let new: types::CreateGame = typed(json!({ "variant": "block", "seats": seats(names) }));
        api.create_game().club(club.id).body(new).send().await?;
    }
    let mut seen = BTreeSet::new();
    let mut cursor: Option<String> = None;
    loop {
        let mut page = api.list_games().club(club.id).limit(std::num::NonZeroU32::MIN);
        if let Some(cursor) = cursor {
            page = page.cursor(cursor);
        }
        let page = page.send().await?.into_inner();
        seen.extend(page.items.iter().map(|game| game.id));
        match page.next_cursor {
            Some(next) => cursor = Some(next),
            None => break,
        }
    }
    assert_eq!(seen.len(), 3);
    Ok(())
}
