//! The results of games as a file that people read.

use actix_web::web::{Bytes, Data, Path};
use actix_web::{HttpResponse, get};
use futures_util::stream::{self, StreamExt, TryStreamExt};
use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;

use super::list::GamesQuery;
use crate::api::State;
use crate::api::csv::{self, CsvQuery};
use crate::api::problem::ApiResult;
use crate::api::query::{Both, Query};
use crate::rules::{Names, Variant, and_list};
use crate::service::ServiceError;
use crate::service::auth::Reader;
use crate::service::games::{self, ListRequest, Summary};
use crate::standings::Days;
use crate::standings::csv::{Cell, Csv};
use crate::store::After;
use crate::store::games::Status;

/// How many games are read at once.
const PART: i64 = 500;

/// What else is to be in the file.
#[derive(Clone, Copy, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct IdsQuery {
    /// `true`: also the ids of the game and, in the order of seats, of its players.
    ids: Option<bool>,
}

/// Export the results of a club.
///
/// The finished games as CSV (RFC 4180, UTF-8, with a header row), a row each in the order of the list of games:
/// `day`, `name`, `variant`, `totals` (who reached what), `winners`, `ended` (how the match ended) and `rounds`. A name that
/// a spreadsheet would take for a formula has an apostrophe in front.
#[utoipa::path(
    tag = "standings", operation_id = "exportResults", security((), ("bearerAuth" = [])),
    params(GamesQuery, Days, IdsQuery, CsvQuery),
    responses((status = 200, description = "The results as CSV",
        body = inline(csv::File), content_type = "text/csv")),
)]
#[get("/clubs/{club}/results.csv")]
pub async fn export_results(
    state: Data<State>,
    reader: Reader,
    club: Path<Uuid>,
    Query(Both(mut asked, Both(ids, form))): Query<Both<ListRequest, Both<IdsQuery, CsvQuery>>>,
) -> ApiResult<HttpResponse> {
    asked.filter.status = Some(Status::Finished);
    let has_ids = ids.ids.unwrap_or(false);
    let mut results = Results { state, reader, club: club.into_inner(), asked, has_ids, place: Place::Start };
    // What is refused is refused before anything is sent.
    let first = results.next().await?.unwrap_or_default();
    let others = stream::try_unfold(results, async |mut results| {
        Ok::<_, ServiceError>(results.next().await?.map(|part| (part, results)))
    });
    let begin = [form.mark(), first].concat();
    let parts = stream::once(async { Ok(begin) }).chain(others);
    Ok(csv::head("results.csv").streaming(Box::pin(parts.map_ok(Bytes::from))))
}

/// How far a file has been read.
enum Place {
    Start,
    After(After),
    End,
}

/// The results that are still to be sent.
struct Results {
    state: Data<State>,
    reader: Reader,
    club: Uuid,
    asked: ListRequest,
    has_ids: bool,
    place: Place,
}

impl Results {
    /// The next rows as text, if there are any; first of all the header.
    async fn next(&mut self) -> Result<Option<String>, ServiceError> {
        let mut csv = Csv::default();
        let after = match &self.place {
            Place::Start => {
                let ids: &[&str] = if self.has_ids { &["game_id", "player_ids"] } else { &[] };
                csv.row(COLUMNS.iter().chain(ids).map(|name| Cell::from(*name)));
                None
            }
            Place::After(after) => Some(*after),
            Place::End => return Ok(None),
        };
        let mut conn = self.state.db.reading(self.reader.share()).await?;
        let rows = games::list(&mut conn, &self.reader, self.club, &self.asked, (after, PART)).await?;
        self.place = match rows.last() {
            Some(last) => {
                self.asked.filter.after_day = Some(last.row.played_on);
                Place::After((last.row.created_at, last.row.id))
            }
            None => Place::End,
        };
        for row in &rows {
            csv.row(cells(row, self.has_ids));
        }
        Ok(Some(csv.into_text()))
    }
}

const COLUMNS: [&str; 7] = ["day", "name", "variant", "totals", "winners", "ended", "rounds"];

fn cells(summary: &Summary, has_ids: bool) -> Vec<Cell> {
    let Summary { row, seats, brief } = summary;
    let names: Names = summary.names();
    let variant = Variant::ALL.into_iter().find(|variant| variant.word() == row.variant);
    let totals = brief.totals.iter().map(|(side, total)| format!("{} {total}", names.side(*side)));
    let winners = brief.winners.iter().map(|side| names.side(*side));
    let winners = (!brief.winners.is_empty()).then(|| and_list(winners));
    let ended = brief.ended_by.map(|kind| kind.why(&[]).describe(&names));
    let mut cells = vec![
        Cell::Text(row.played_on.to_string()),
        row.name.as_deref().into(),
        Cell::Text(variant.map_or_else(|| row.variant.clone(), |variant| variant.name().to_owned())),
        Cell::Text(totals.collect::<Vec<_>>().join(", ")),
        winners.as_deref().into(),
        Cell::Text(ended.unwrap_or_else(|| "by its rules".to_owned())),
        i64::try_from(brief.rounds).ok().into(),
    ];
    if has_ids {
        let players: Vec<String> = seats.iter().map(|seat| seat.player_id.to_string()).collect();
        cells.extend([Cell::Text(row.id.to_string()), Cell::Text(players.join(" "))]);
    }
    cells
}
