//! The score sheet of a game.

use std::collections::BTreeMap;

use actix_web::web::{Data, Path};
use actix_web::{HttpResponse, get};
use serde::Serialize;
use utoipa_actix_web::service_config::ServiceConfig;
use uuid::Uuid;

use super::State;
use super::problem::ApiResult;
use super::view::{GameView, RoundView};
use crate::rules::Side;
use crate::service::auth::Reader;
use crate::service::games;
use crate::standings::csv::{Cell, Csv};

/// The addresses of this file.
pub fn routes(app: &mut ServiceConfig) {
    app.service(export_scoresheet);
}

/// Export the score sheet of a game.
///
/// CSV (RFC 4180, UTF-8, with a header row): a row a round with the points of each side and its total
/// so far, then a row with the totals. What is not known is empty, which is not 0. A name that a
/// spreadsheet would take for a formula has an apostrophe in front.
#[utoipa::path(
    tag = "games", operation_id = "exportScoresheet", security((), ("bearerAuth" = [])),
    params(("game" = Uuid, Path, description = "The game's id")),
    responses((status = 200, description = "The score sheet as CSV, round by round",
        body = inline(super::csv::File), content_type = "text/csv")),
)]
#[get("/games/{game}/scoresheet.csv")]
pub async fn export_scoresheet(
    state: Data<State>,
    reader: Reader,
    game: Path<Uuid>,
) -> ApiResult<HttpResponse> {
    let mut conn = state.db.get().await?;
    let opened = games::open(&mut conn, &state.games, &reader, game.into_inner()).await?;
    Ok(super::csv::respond("scoresheet.csv", scoresheet(&opened.into())))
}

/// The score sheet of a game.
#[must_use]
pub fn scoresheet(game: &GameView) -> Csv {
    let mut csv = Csv::default();
    let sides: Vec<Side> = game.score.totals.keys().copied().collect();
    csv.row(header(game, &sides));
    let mut totals: BTreeMap<Side, i32> = BTreeMap::new();
    for round in &game.rounds {
        for (side, points) in &round.points {
            *totals.entry(*side).or_default() += points;
        }
        csv.row(round_row(round, &sides, &totals));
    }
    let mut last = vec![Cell::from("total")];
    last.extend((0..6).map(|_| Cell::Empty));
    for side in &sides {
        last.extend([Cell::Empty, game.score.totals.get(side).copied().into()]);
    }
    csv.row(last);
    csv
}

fn header(game: &GameView, sides: &[Side]) -> Vec<Cell> {
    let mut cells: Vec<Cell> =
        ["round", "detail", "leader", "lead", "ending", "out", "winners"].map(Cell::from).into();
    for side in sides {
        let names = game.seats.iter().filter(|seat| seat.side == *side).map(|seat| seat.name.as_str());
        let names = names.collect::<Vec<_>>().join(" + ");
        cells.extend([Cell::Text(format!("{side} points: {names}")), Cell::Text(format!("{side} total"))]);
    }
    cells
}

fn round_row(round: &RoundView, sides: &[Side], totals: &BTreeMap<Side, i32>) -> Vec<Cell> {
    let text = |value: &Option<String>| Cell::from(value.as_deref());
    let mut cells = vec![
        i64::try_from(round.round).ok().into(),
        text(&word(&round.detail)),
        text(&round.leader.map(|seat| seat.to_string())),
        text(&round.lead.map(|tile| tile.to_string())),
        text(&round.ending.as_ref().and_then(word)),
        text(&round.out.map(|seat| seat.to_string())),
        Cell::Text(round.winners.iter().map(Side::to_string).collect::<Vec<_>>().join(" ")),
    ];
    for side in sides {
        let total = totals.get(side).copied().filter(|_| round.over);
        cells.extend([round.points.get(side).copied().into(), total.into()]);
    }
    cells
}

/// The word by which a member of an answer is written.
fn word(value: &impl Serialize) -> Option<String> {
    serde_json::to_value(value).ok()?.as_str().map(str::to_owned)
}
