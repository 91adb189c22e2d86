//! Standings, ratings and statistics of a club, and their exports.

mod export;
pub(super) mod query;
mod ratings;
mod stats;
pub(super) mod view;

use actix_web::http::header::ContentType;
use actix_web::web::{Data, Path};
use actix_web::{HttpResponse, get};
use utoipa_actix_web::service_config::ServiceConfig;
use uuid::Uuid;

use self::query::{RowsQuery, SeasonTable, StandingsRequest};
use self::view::Standings;
use super::State;
use super::csv::CsvQuery;
use super::problem::{ApiResult, Problem};
use super::query::{Both, Of, Query};
use crate::service::auth::Reader;
use crate::service::standings::Selection;
use crate::service::{apart, seasons, standings};
use crate::standings::{Chain, Days, GameKinds};

/// The addresses of this file.
pub fn routes(app: &mut ServiceConfig) {
    app.service(get_standings).service(export_standings).service(stats::get_player_stats);
    app.service(ratings::get_ratings).service(ratings::get_player_ratings);
}

/// Read the standings of a club.
///
/// Counts finished games, except those that were made with `counts` false. A shared first place is
/// a draw. Correct as of the last change of any game. Of a closed season the table is the copy that
/// was made then, and `season` says whether it would be another one now. Answers without a key if the
/// club is public.
#[utoipa::path(
    tag = "standings", operation_id = "getStandings", security((), ("bearerAuth" = [])),
    params(GameKinds, Days, Of<Chain>, SeasonTable, RowsQuery),
    responses((status = 200, description = "The table, the best first", body = Standings)),
)]
#[get("/clubs/{club}/standings")]
pub async fn get_standings(
    state: Data<State>,
    reader: Reader,
    club: Path<Uuid>,
    Query(Both(rows, asked)): Query<Both<RowsQuery, StandingsRequest>>,
) -> ApiResult<HttpResponse> {
    let table = table(&state, &reader, club.into_inner(), (asked, rows.into())).await?;
    let json = apart::shown(reader.share(), table.rows.len(), move || serde_json::to_vec(&table)).await?;
    Ok(HttpResponse::Ok().content_type(ContentType::json()).body(json.map_err(Problem::internal)?))
}

/// Export the standings of a club.
///
/// The same table as CSV (RFC 4180, UTF-8, with a header row). A name that a spreadsheet would take
/// for a formula has an apostrophe in front.
#[utoipa::path(
    tag = "standings", operation_id = "exportStandings", security((), ("bearerAuth" = [])),
    params(GameKinds, Days, Of<Chain>, SeasonTable, RowsQuery, CsvQuery),
    responses((status = 200, description = "The table as CSV, the best first",
        body = inline(super::csv::File), content_type = "text/csv")),
)]
#[get("/clubs/{club}/standings.csv")]
pub async fn export_standings(
    state: Data<State>,
    reader: Reader,
    club: Path<Uuid>,
    Query(Both(form, Both(rows, asked))): Query<Both<CsvQuery, Both<RowsQuery, StandingsRequest>>>,
) -> ApiResult<HttpResponse> {
    let table = table(&state, &reader, club.into_inner(), (asked, rows.into())).await?;
    Ok(super::csv::respond("standings.csv", form, table.into_csv()))
}

/// The table that a query asks for.
async fn table(
    state: &Data<State>,
    reader: &Reader,
    club: Uuid,
    (asked, selection): (StandingsRequest, Selection),
) -> ApiResult<Standings> {
    let mut conn = state.db.reading(reader.share()).await?;
    match asked {
        StandingsRequest::Games(filter, chain) => {
            let table = standings::table(&mut conn, reader, club, &filter, (&chain, selection)).await?;
            Ok(Standings::of(table, &chain))
        }
        StandingsRequest::Season { id, live } => {
            Ok(seasons::table(&mut conn, reader, (club, id), live, selection).await?.into())
        }
    }
}
