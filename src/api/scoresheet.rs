//! The score sheet of a game.

use std::collections::BTreeMap;

use actix_web::web::{Data, Path};
use actix_web::{HttpResponse, get};
use serde::Serialize;
use utoipa_actix_web::service_config::ServiceConfig;
use uuid::Uuid;

use super::State;
use super::csv::CsvQuery;
use super::problem::ApiResult;
use super::query::Query;
use super::view::{GameView, Irregular, RoundView, ScoreLine, ScoreLineKind};
use super::written::written;
use crate::rules::{Names, Side, and_list};
use crate::service::auth::Reader;
use crate::service::games;
use crate::standings::csv::{Cell, Csv};

/// The addresses of this file.
pub fn routes_of_game(game: &mut ServiceConfig) {
    game.service(export_scoresheet);
}

/// Export the score sheet of a game.
///
/// CSV (RFC 4180, UTF-8, with a header row): a row for each round, bonus and penalty with the points of
/// each side and its total so far, then a row with the totals; the last column says what was recorded
/// against the rules, voided or cancelled, and why. What is not known is empty, which is not 0. A name that a
/// spreadsheet would take for a formula has an apostrophe in front.
#[utoipa::path(
    tag = "games", operation_id = "exportScoresheet", security((), ("bearerAuth" = [])),
    params(CsvQuery),
    responses((status = 200, description = "The score sheet as CSV, round by round",
        body = inline(super::csv::File), content_type = "text/csv")),
)]
#[get("/{game}/scoresheet.csv")]
pub async fn export_scoresheet(
    state: Data<State>,
    reader: Reader,
    game: Path<Uuid>,
    Query(form): Query<CsvQuery>,
) -> ApiResult<HttpResponse> {
    let mut conn = state.db.get().await?;
    let opened = games::open(&mut conn, &state.games, &reader, game.into_inner()).await?;
    Ok(super::csv::respond("scoresheet.csv", form, scoresheet(&opened.into())))
}

/// The score sheet of a game.
pub fn scoresheet(game: &GameView) -> Csv {
    let sides = game.score.totals.keys().copied().collect();
    let sheet = Sheet { game, sides, names: game.names_in(usize::MAX) };
    let mut csv = Csv::default();
    csv.row(sheet.header());
    sheet.awards(&mut csv, |round| round == 0);
    for round in &game.rounds {
        sheet.joined(&mut csv, |joined| joined == round.round);
        csv.row(sheet.round(round));
        sheet.awards(&mut csv, |of| of == round.round);
    }
    sheet.joined(&mut csv, |joined| joined > game.rounds.len());
    sheet.awards(&mut csv, |round| round > game.rounds.len());
    if let Some(declared) = &game.declared {
        let line = sheet.line(|line| line.kind == ScoreLineKind::Declared);
        let sides: Vec<Side> = declared.by.iter().chain(declared.also_by.iter().flatten()).copied().collect();
        let why = declared.kind.why(&sides).describe(&sheet.names);
        csv.row(sheet.other("declared".to_owned(), line, format!("{why}: {}", declared.reason)));
    }
    let mut last = sheet.other("total".to_owned(), None, String::new());
    for (cell, side) in last.iter_mut().skip(KNOWN + 1).step_by(2).zip(&sheet.sides) {
        *cell = game.score.totals.get(side).copied().into();
    }
    csv.row(last);
    csv
}

/// The columns before those of the sides.
const COLUMNS: [&str; 7] = ["round", "detail", "leader", "lead", "ending", "out", "winners"];
const KNOWN: usize = COLUMNS.len();

struct Sheet<'a> {
    game: &'a GameView,
    sides: Vec<Side>,
    /// Who sits there now.
    names: Names,
}

impl Sheet<'_> {
    fn header(&self) -> Vec<Cell> {
        let mut cells: Vec<Cell> = COLUMNS.map(Cell::from).into();
        for side in &self.sides {
            let name = self.names.side(*side);
            cells.extend([Cell::Text(format!("points: {name}")), Cell::Text(format!("total: {name}"))]);
        }
        cells.push("note".into());
        cells
    }

    /// The line of the score that is about this, if it counts.
    fn line(&self, is_it: impl Fn(&ScoreLine) -> bool) -> Option<&ScoreLine> {
        self.game.score.lines.iter().find(|line| is_it(line))
    }

    fn round(&self, round: &RoundView) -> Vec<Cell> {
        let text = |value: &Option<String>| Cell::from(value.as_deref());
        let line = self.line(|line| line.round == Some(round.round));
        let names = self.game.names_in(round.round);
        let winners = and_list(round.winners.iter().map(|side| names.side(*side)));
        let mut cells = vec![
            round.round.into(),
            text(&word(&round.detail)),
            text(&round.leader.map(|seat| names.seat(seat))),
            text(&round.lead.map(|tile| tile.to_string())),
            text(&round.ending.map(|ending| ending.word().to_owned())),
            text(&round.out.map(|seat| names.seat(seat))),
            text(&Some(winners).filter(|_| !round.winners.is_empty())),
        ];
        self.points(&mut cells, line, Some(&round.points));
        cells.push(note(about_round(round, line, &names)));
        cells
    }

    /// The points of the sides, as they count or as they were reported, and the totals if they count.
    fn points(
        &self,
        cells: &mut Vec<Cell>,
        line: Option<&ScoreLine>,
        reported: Option<&BTreeMap<Side, i32>>,
    ) {
        let added = line.map(|line| &line.added).or(reported);
        for side in &self.sides {
            let total = line.and_then(|line| line.totals.get(side)).copied();
            cells.extend([added.and_then(|added| added.get(side)).copied().into(), total.into()]);
        }
    }

    /// The bonuses and penalties of some rounds, also those that do not count.
    fn awards(&self, csv: &mut Csv, is_of: impl Fn(usize) -> bool) {
        let told = |who: String, reason: &str, cancelled: &Option<String>| match cancelled {
            None => format!("{who}: {reason}"),
            Some(why) => format!("{who}: {reason}; cancelled: {why}"),
        };
        for bonus in self.game.bonuses.iter().filter(|bonus| is_of(bonus.round)) {
            let line = self.line(|line| line.bonus == Some(bonus.bonus));
            let note = told(self.names.side(bonus.side), &bonus.reason, &bonus.cancelled);
            csv.row(self.other(format!("bonus {}", bonus.bonus), line, note));
        }
        for penalty in self.game.penalties.iter().filter(|penalty| is_of(penalty.round)) {
            let line = self.line(|line| line.penalty == Some(penalty.penalty));
            let note = told(self.names.seat(penalty.seat), &penalty.reason, &penalty.cancelled);
            csv.row(self.other(format!("penalty {}", penalty.penalty), line, note));
        }
    }

    /// The sides that joined for some rounds, with what they started at.
    fn joined(&self, csv: &mut Csv, is_for: impl Fn(usize) -> bool) {
        for seat in self.game.seats.iter().filter(|seat| seat.joined.is_some_and(&is_for)) {
            let is_it =
                |line: &ScoreLine| line.kind == ScoreLineKind::Joined && line.added.contains_key(&seat.side);
            if let Some(line) = self.line(is_it) {
                csv.row(self.other("joined".to_owned(), Some(line), self.names.side(seat.side)));
            }
        }
    }

    /// A row that is not about a round.
    fn other(&self, what: String, line: Option<&ScoreLine>, told: String) -> Vec<Cell> {
        let mut cells = vec![Cell::Text(what)];
        cells.extend((1..KNOWN).map(|_| Cell::Empty));
        self.points(&mut cells, line, None);
        let notes = line.and_then(|line| line.note.clone());
        cells.push(note(std::iter::once(told).filter(|told| !told.is_empty()).chain(notes).collect()));
        cells
    }
}

/// What has to be known of a round to understand its row.
fn about_round(round: &RoundView, line: Option<&ScoreLine>, names: &Names) -> Vec<String> {
    let mut told = Vec::new();
    told.extend(round.voided.as_ref().map(|reason| format!("voided: {reason}")));
    if round.after_end {
        told.push("after the end of the match".to_owned());
    }
    told.extend(line.and_then(|line| line.note.clone()));
    if let Some(seats) = &round.missing {
        told.push(format!("missing: {}", and_list(seats.iter().map(|seat| names.seat(*seat)))));
    }
    for Irregular { turn, codes, reason, .. } in round.irregular.iter().flatten() {
        let where_from = turn.map_or_else(String::new, |turn| format!("turn {turn}: "));
        told.push(format!("{where_from}{} ({reason})", codes.join(", ")));
    }
    told.extend(
        round.conflicts.iter().flatten().map(|conflict| format!("no longer fits: {}", conflict.code)),
    );
    told
}

fn note(told: Vec<String>) -> Cell {
    Some(told.join("; ")).filter(|text| !text.is_empty()).as_deref().into()
}

/// The word by which a member of an answer is written.
fn word(value: &impl Serialize) -> Option<String> {
    written(serde_json::to_value(value)).as_str().map(str::to_owned)
}
