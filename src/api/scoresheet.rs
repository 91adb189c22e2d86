//! The score sheet of a game.

use actix_web::web::{Data, Path};
use actix_web::{HttpResponse, get};
use serde::Serialize;
use utoipa_actix_web::service_config::ServiceConfig;
use uuid::Uuid;

use super::State;
use super::problem::ApiResult;
use super::view::{GameView, PenaltyView, RoundView, ScoreLine};
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
/// so far, a row a penalty, then a row with the totals. A round that does not count has no total, and
/// `note` says why. What is not known is empty, which is not 0. A text that a spreadsheet would take
/// for a formula has an apostrophe in front.
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
    let mut rounds = game.rounds.iter().peekable();
    for line in &game.score.lines {
        let penalty = game.penalties.iter().find(|penalty| line.penalty == Some(penalty.penalty));
        // Rounds that do not count have no line; they stand where they were played.
        let reached = line.round.or(penalty.map(|penalty| penalty.round)).unwrap_or_default();
        while let Some(round) = rounds.next_if(|round| round.round <= reached) {
            csv.row(round_row(round, &sides, Some(line).filter(|line| line.round == Some(round.round))));
        }
        if let Some(penalty) = penalty {
            csv.row(penalty_row(penalty, &sides, line));
        }
    }
    for round in rounds {
        csv.row(round_row(round, &sides, None));
    }
    let total = |side: &Side| [Cell::Empty, game.score.totals.get(side).copied().into()];
    csv.row(row("total".to_owned(), [const { Cell::Empty }; 6], sides.iter().flat_map(total), None));
    csv
}

fn header(game: &GameView, sides: &[Side]) -> Vec<Cell> {
    let names = |side: &Side| {
        let names = game.seats.iter().filter(|seat| seat.side == *side).map(|seat| seat.name.as_str());
        let names = names.collect::<Vec<_>>().join(" + ");
        [Cell::Text(format!("{side} points: {names}")), Cell::Text(format!("{side} total"))]
    };
    let about = ["detail", "leader", "lead", "ending", "out", "winners"].map(Cell::from);
    row("round".to_owned(), about, sides.iter().flat_map(names), Some("note".to_owned()))
}

fn row(
    what: String,
    about: [Cell; 6],
    sides: impl IntoIterator<Item = Cell>,
    note: Option<String>,
) -> Vec<Cell> {
    let mut cells = vec![Cell::Text(what)];
    cells.extend(about);
    cells.extend(sides);
    cells.push(note.map_or(Cell::Empty, Cell::Text));
    cells
}

/// A round; `line` is how it counts, if it does.
fn round_row(round: &RoundView, sides: &[Side], line: Option<&ScoreLine>) -> Vec<Cell> {
    let text = |value: Option<String>| Cell::from(value.as_deref());
    let about = [
        text(word(&round.detail)),
        text(round.leader.map(|seat| seat.to_string())),
        text(round.lead.map(|tile| tile.to_string())),
        text(round.ending.as_ref().and_then(word)),
        text(round.out.map(|seat| seat.to_string())),
        Cell::Text(round.winners.iter().map(Side::to_string).collect::<Vec<_>>().join(" ")),
    ];
    let points = |side: &Side| {
        let total = line.and_then(|line| line.totals.get(side));
        [round.points.get(side).copied().into(), total.copied().into()]
    };
    let note = match (&round.voided, round.after_end) {
        (Some(reason), _) => Some(format!("voided: {reason}")),
        (None, true) => Some("after the end".to_owned()),
        (None, false) => line.and_then(|line| line.note.clone()),
    };
    row(round.round.to_string(), about, sides.iter().flat_map(points), note)
}

fn penalty_row(penalty: &PenaltyView, sides: &[Side], line: &ScoreLine) -> Vec<Cell> {
    let points = |side: &Side| [line.added.get(side).copied().into(), line.totals.get(side).copied().into()];
    let (what, reason) = (format!("penalty {}", penalty.penalty), Some(penalty.reason.clone()));
    row(what, [const { Cell::Empty }; 6], sides.iter().flat_map(points), reason)
}

/// The word by which a member of an answer is written.
fn word(value: &impl Serialize) -> Option<String> {
    serde_json::to_value(value).ok()?.as_str().map(str::to_owned)
}
