//! The games of a club.

mod list;
mod results;

use std::collections::BTreeMap;

use actix_web::http::StatusCode;
use actix_web::http::header::{ETAG, LOCATION};
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse, get, patch, post};
use chrono::{NaiveDate, Utc};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use utoipa_actix_web::service_config::ServiceConfig;
use uuid::Uuid;

use super::State;
use super::change::ChangeRequest;
use super::codes::games::{ONE_OF, SEAT_NEEDS_PLAYER};
use super::etag::{self, IfNoneMatchHeader, OptionalIfMatchHeader};
use super::json::Body;
use super::played;
use super::problem::{ApiResult, Problem};
use super::query::{DryRun, NoQuery, Query};
use super::report::RoundReport;
use super::responses::Conflict;
use super::retry;
use super::rounds::reports;
use super::view::{GameChange, GameView};
use super::write::WriteRequest;
use crate::reader::day::maybe_day;
use crate::reader::filled;
use crate::rules::{self, Command, DeclaredEnd, EndKind, Override, Overrides, Seat, Side, Variant};
use crate::service::auth::Reader;
use crate::service::games::{self, NewGame, NewSeat, NewTable};
use crate::service::names::Name;
use crate::service::retries::Made;
use crate::store::keys::Scope;

/// The addresses of this file.
pub fn routes(app: &mut ServiceConfig) {
    app.service(create_game).service(list::list_games).service(results::export_results);
}

/// Those of one game.
pub fn routes_of_game(game: &mut ServiceConfig) {
    game.service(get_game).service(update_game);
}

/// Who sits in a seat: a player of the club by `player`, or anybody by `name`.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Ann"}))]
pub struct SeatTaken {
    /// The id of a player of the club.
    player: Option<Uuid>,
    /// A name: the club's player of that name, letter case and spacing aside, or else a new guest.
    #[schema(value_type = Option<String>, min_length = 1, max_length = 200)]
    name: Option<Name>,
}

impl SeatTaken {
    /// A player by id or by name.
    pub const fn new(player: Option<Uuid>, name: Option<Name>) -> SeatTaken {
        SeatTaken { player, name }
    }

    /// Who is meant; `place` is where it stands in the body.
    ///
    /// Fails if nobody is named, or by both.
    pub fn read(self, place: &str) -> ApiResult<NewSeat> {
        match (self.player, self.name) {
            (Some(id), None) => Ok(NewSeat::Player(id)),
            (None, Some(name)) => Ok(NewSeat::Named(name)),
            _ => Err(Problem::at(&SEAT_NEEDS_PLAYER, place, "needs either `player` or `name`")),
        }
    }
}

/// A game to start.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"variant": "block", "seats": [{"name": "Ann"}, {"name": "Bob"}]}))]
pub struct CreateGame {
    /// The game that is played; required, but for `like`.
    variant: Option<Variant>,
    /// What the table plays differently from the variant.
    rules: Option<Overrides>,
    /// The players in order of turns, from seat A; required, but for `like`.
    #[schema(min_items = 2, max_items = 12)]
    seats: Option<Vec<SeatTaken>>,
    /// Whether opposite seats are partners.
    partners: Option<bool>,
    /// The id of a game of the club, for a rematch: who plays there now plays again in the same order, by the same
    /// rules and under the same name.
    like: Option<Uuid>,
    /// With `like`: the seat there whose player begins, in seat A now, with the others after.
    first: Option<Seat>,
    /// 1 to 200 characters.
    #[schema(value_type = Option<String>, min_length = 1, max_length = 200)]
    name: Option<Name>,
    /// The day; by default today in the club's time zone. At most one day later than that.
    #[serde(default, deserialize_with = "maybe_day")]
    played_on: Option<NaiveDate>,
    /// Records a later day all the same.
    #[serde(default, rename = "override")]
    over: Option<Override>,
    /// Whether the game counts in standings; by default it does.
    counts: Option<bool>,
    /// The rounds that were played already, in their order.
    #[serde(default, deserialize_with = "filled")]
    #[schema(min_items = 1, max_items = 200)]
    rounds: Option<Vec<RoundReport>>,
    /// The result, where no round was noted.
    result: Option<NotedResult>,
}

/// The result of a match of which no round was noted: the totals, or only who won.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"scores": {"A": 100, "B": 65}}))]
pub struct NotedResult {
    /// The total of each side.
    #[schema(value_type = Option<BTreeMap<String, i32>>)]
    scores: Option<BTreeMap<Side, i32>>,
    /// Who won, where nobody noted the totals; several if they won together.
    #[schema(min_items = 1, max_items = 12)]
    winners: Option<Vec<Side>>,
    /// Something for those who read the score sheet later.
    #[schema(min_length = 1, max_length = 500)]
    reason: Option<String>,
}

impl From<NotedResult> for DeclaredEnd {
    fn from(NotedResult { scores, winners, reason }: NotedResult) -> DeclaredEnd {
        let reason = reason.unwrap_or_else(|| "only the result was noted".to_owned());
        DeclaredEnd { kind: EndKind::ResultOnly, by: None, scores, winners, reason }
    }
}

impl CreateGame {
    fn into_new(self) -> ApiResult<NewGame> {
        if let Some(Err(refusal)) = self.over.as_ref().map(Override::check) {
            return Err(played::refusal(
                &[rules::Problem::at("/override/reason", refusal)],
                "",
                &rules::Names::LETTERS,
            ));
        }
        if self.rounds.is_some() && self.result.is_some() {
            let detail = "is of a match of which no round was noted, and cannot be beside `rounds`";
            return Err(Problem::at(&ONE_OF, "/result", detail));
        }
        let table = table((self.variant, self.rules, self.seats, self.partners), (self.like, self.first))?;
        Ok(NewGame {
            table,
            name: self.name,
            played_on: self.played_on,
            over: self.over,
            counts: self.counts.unwrap_or(true),
            rounds: self.rounds.map_or_else(|| Ok(Vec::new()), reports)?,
            result: self.result.map(DeclaredEnd::from),
        })
    }
}

type Asked = (Option<Variant>, Option<Overrides>, Option<Vec<SeatTaken>>, Option<bool>);

/// The table that is asked for: by what is said of it, or as another game's was left.
fn table(
    (variant, rules, seats, partners): Asked,
    (like, first): (Option<Uuid>, Option<Seat>),
) -> ApiResult<NewTable> {
    if let Some(game) = like {
        let others = [
            ("/variant", variant.is_some()),
            ("/rules", rules.is_some()),
            ("/seats", seats.is_some()),
            ("/partners", partners.is_some()),
        ];
        let other = others.into_iter().find(|(_, given)| *given);
        let detail = "cannot be beside `like`: it is that game's";
        return other.map_or(Ok(NewTable::Like { game, first }), |(member, _)| {
            Err(Problem::at(&ONE_OF, member, detail))
        });
    }
    if first.is_some() {
        return Err(Problem::at(&ONE_OF, "/first", "is only for a game that is `like` another"));
    }
    let required = |member| Problem::invalid_member(member, "is required", "required");
    let variant = variant.ok_or_else(|| required("/variant"))?;
    let seats = seats.ok_or_else(|| required("/seats"))?.into_iter().enumerate();
    let seats = seats.map(|(index, seat)| seat.read(&format!("/seats/{index}"))).collect::<ApiResult<_>>()?;
    Ok(NewTable::Of { variant, rules: rules.unwrap_or_default(), seats, partners: partners.unwrap_or(false) })
}

/// The fields of a game to change; absent ones stay as they are.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Friday"}))]
pub struct UpdateGame {
    /// 1 to 200 characters.
    #[schema(value_type = Option<String>, min_length = 1, max_length = 200)]
    name: Option<Name>,
    /// The day, in the club's time zone; at most one day after today.
    #[serde(default, deserialize_with = "maybe_day")]
    played_on: Option<NaiveDate>,
    /// Records a later day all the same.
    #[serde(default, rename = "override")]
    over: Option<Override>,
    /// Whether the game counts in standings.
    counts: Option<bool>,
}

/// Which version of a game is asked for.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct VersionQuery {
    /// The game as it was at this version, with the names that its players have now; by default as it is.
    #[param(minimum = 1)]
    version: Option<i64>,
}

/// Start a game.
///
/// Needs the scope `score`. The ruleset is resolved, checked and frozen; `amendRules` puts it right. A name that no player of
/// the club has becomes a guest. A game that was played already is recorded with it: its `rounds`, or only its
/// `result`. A rematch is `like` another game. A refusal names its place, as in `/rounds/3/points/A`, and nothing is recorded.
#[utoipa::path(
    tag = "games", operation_id = "createGame",
    request_body(content = CreateGame, description = "The game to start"),
    responses((status = 201, description = "The game", body = GameView,
        headers(("Location" = String, description = "The path of the game"),
            ("ETag" = String, description = "The version of the game"))),
        (status = 409, response = Conflict)),
)]
#[post("/clubs/{club}/games")]
pub async fn create_game(
    request: WriteRequest<NoQuery>,
    club: Path<Uuid>,
    Body(game): Body<CreateGame>,
) -> ApiResult<HttpResponse> {
    let new = game.into_new()?;
    let (cache, club) = (request.state.games.clone(), club.into_inner());
    let done = request.once((club, Scope::Score), async move |conn, by, earlier| {
        let opened = match earlier {
            None => games::create(conn, &cache, &by.caller, club, new.clone(), Utc::now()).await?,
            Some(earlier) => {
                games::at_version(conn, &cache, &by.reader(), earlier.made, new.version()).await?
            }
        };
        Ok(Made::new(opened.row.id, opened).lasting())
    });
    Ok(retry::answer(done.await?, StatusCode::CREATED, |answer, opened| {
        let place = (LOCATION, format!("/v1/games/{}", opened.row.id));
        answer.insert_header(place).insert_header((ETAG, etag::header(opened.known.version())));
        answer.json(GameView::from(opened))
    }))
}

/// Read a game.
///
/// The whole state of the table: rounds with their explanation, totals, and of a running round
/// the layout, the open places and whose turn it is. Answers without a key if the club is public.
#[utoipa::path(
    tag = "games", operation_id = "getGame", security((), ("bearerAuth" = [])),
    params(VersionQuery, IfNoneMatchHeader),
    responses((status = 200, description = "The game", body = GameView),
        (status = 304, description = "The game is still at the version in If-None-Match")),
)]
#[get("/{game}")]
pub async fn get_game(
    state: Data<State>,
    reader: Reader,
    game: Path<Uuid>,
    Query(query): Query<VersionQuery>,
    request: HttpRequest,
) -> ApiResult<HttpResponse> {
    let game = game.into_inner();
    let mut conn = state.db.get().await?;
    let opened = match query.version {
        None => games::open(&mut conn, &state.games, &reader, game).await?,
        Some(version) => games::at_version(&mut conn, &state.games, &reader, game, version).await?,
    };
    let edition = opened.edition();
    Ok(etag::respond(&request, &edition, &GameView::from(opened)))
}

/// Change the details of a game.
///
/// Needs the scope `score`. Its name, its day and whether it counts; the rules and the seats have
/// operations of their own.
#[utoipa::path(
    tag = "games", operation_id = "updateGame",
    params(OptionalIfMatchHeader, DryRun),
    request_body(content = UpdateGame, description = "The fields to change"),
    responses((status = 200, description = "How the match stands", body = GameChange)),
)]
#[patch("/{game}")]
pub async fn update_game(
    request: ChangeRequest,
    game: Path<Uuid>,
    Body(edit): Body<UpdateGame>,
) -> ApiResult<HttpResponse> {
    let command = Command::ChangeAbout {
        name: edit.name.map(|name| name.to_string()),
        played_on: edit.played_on.map(|day| day.to_string()),
        counts: edit.counts,
        over: edit.over,
    };
    let change = request.change(game.into_inner(), command);
    request.record(change).await
}
